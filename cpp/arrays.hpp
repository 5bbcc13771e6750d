// What the bindings of both games share: arrays of numpy, refusals, and Ctrl-C.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace mastermine {

namespace nb = nanobind;

template <class T>
using Array = nb::ndarray<nb::numpy, T, nb::ndim<1>>;

// Raises ValueError unless a condition holds.
inline void require(bool holds, const std::string& otherwise) {
    if (!holds) throw std::invalid_argument(otherwise);
}

template <class T>
Array<T> to_numpy(std::vector<T> values) {
    auto* kept = new std::vector<T>(std::move(values));
    nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return Array<T>(kept->data(), {kept->size()}, owner);
}

// Lets Ctrl-C end a long search, at most twenty times a second.
void pause();

void bind_mastermind(nb::module_& m);
void bind_minesweeper(nb::module_& m);

}  // namespace mastermine
