// Shared by the bindings of both games: numpy arrays, errors, and Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace mastermine {

namespace nb = nanobind;

template <class T>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<1>>;
template <class T>
using Matrix = nb::ndarray<nb::numpy, T, nb::ndim<2>>;
// What commands need that start fast: memoryviews, since numpy takes longer to import than they run.
template <class T>
using View = nb::ndarray<nb::memview, const T, nb::ndim<1>>;
template <class T>
using MatrixView = nb::ndarray<nb::memview, const T, nb::ndim<2>>;

// Raises ValueError unless a condition holds. The text and numbers of its line are only then put together.
template <class... Parts>
void require(bool holds, const Parts&... parts) {
    const auto text = [](const auto& part) {
        if constexpr (std::is_arithmetic_v<std::remove_cvref_t<decltype(part)>>)
            return std::to_string(part);
        else
            return std::string(part);
    };
    if (!holds) throw std::invalid_argument((text(parts) + ...));
}

// The values of an array whose items take several bytes. numpy lets them lie at any address, which C++ does not.
template <class... Config>
auto values(const nb::ndarray<Config...>& array, const char* name) {
    using T = typename nb::ndarray<Config...>::Scalar;
    require(array.size() == 0 || reinterpret_cast<std::uintptr_t>(array.data()) % alignof(T) == 0, name,
            " is not aligned in memory: numpy.require(", name, ", requirements='A') is");
    return std::span<T>(array.data(), array.size());
}

// An array of this shape that owns the values.
template <class Result, class T>
Result owning(std::vector<T> values, std::initializer_list<std::size_t> shape) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return Result(kept->data(), shape, owner);
}

template <class T>
Array<T> to_numpy(std::vector<T> values) {
    const std::size_t size = values.size();
    return owning<Array<T>>(std::move(values), {size});
}

// Rows of so many columns.
template <class Result, class T>
Result rows_of(std::vector<T> values, std::size_t columns) {
    const std::size_t rows = columns ? values.size() / columns : 0;
    return owning<Result>(std::move(values), {rows, columns});
}

template <class T>
Matrix<T> to_numpy(std::vector<T> values, std::size_t columns) {
    return rows_of<Matrix<T>>(std::move(values), columns);
}

template <class T>
View<T> to_view(std::vector<T> values) {
    const std::size_t size = values.size();
    return owning<View<T>>(std::move(values), {size});
}

template <class T>
MatrixView<T> to_view(std::vector<T> values, std::size_t columns) {
    return rows_of<MatrixView<T>>(std::move(values), columns);
}

// An argument that must be an array of the right type, in C order: others are refused, since a copy of the wrong type
// could hold other numbers.
inline auto array(const char* name) { return nb::arg(name).noconvert(); }

// Lets Ctrl-C end a long search, at most twenty times a second.
void pause();

void bind_mastermind(nb::module_& m);
void bind_minesweeper(nb::module_& m);

}  // namespace mastermine
