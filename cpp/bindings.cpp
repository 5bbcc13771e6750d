// The module `mastermine._native`: what no game owns; each game adds its own functions.
#include <chrono>

#include "arrays.hpp"
#include "random.hpp"

namespace mastermine {

void pause() {
    using Clock = std::chrono::steady_clock;
    thread_local Clock::time_point next{};
    const Clock::time_point now = Clock::now();
    if (now < next) return;
    next = now + std::chrono::milliseconds(50);
    nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

namespace {

constexpr std::size_t most_words = std::size_t{1} << 27;  // 2^30 bytes

Array<std::uint64_t> py_random_words(std::uint64_t seed, std::size_t n) {
    require(n <= most_words, "at most ", most_words, " words are given at once, not ", n);
    std::vector<std::uint64_t> words;
    {
        nb::gil_scoped_release release;
        words = std::vector<std::uint64_t>(n);
        random_words(seed, words);
    }
    return to_numpy(std::move(words));
}

}  // namespace
}  // namespace mastermine

NB_MODULE(_native, m) {
    m.doc() = "The native core of mastermine: pure functions of arrays.";
    m.def("random_words", &mastermine::py_random_words, nanobind::arg("seed"), nanobind::arg("n"),
          "The first n words of SplitMix64.");
    mastermine::bind_mastermind(m);
    mastermine::bind_minesweeper(m);
}
