// Check of certificates: proofs that no decision tree needs fewer guesses (docs/reference/certificates.md).
//
// It shares no code with the search, not even the counting of pegs, so that they cannot share an error. The plain twin,
// optimal/certificate.py, explains the steps.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "rules.hpp"

namespace mastermine::certificate {

constexpr std::size_t most_codes = std::size_t{1} << 15;
constexpr std::int64_t most_number = (std::int64_t{1} << 32) - 1;

// As in optimal/certificate.py.
enum class Fault : int {
    none,
    ended,  // the file ends too early
    longer,  // it goes on after the proof
    large,  // a number is too large
    deep,  // too many guesses one after another
    many,  // too many sets or symmetries
    unknown,  // numbers: a symmetry, and how many there are
    mixed,  // a symmetry is not a permutation of places and one of colours
    moved,  // a symmetry moves places, which the rules do not allow
    changed,  // a symmetry changes the set
    unrefuted,  // numbers: a guess, its bound, and the bound that it needs
};

struct Verdict {
    Fault fault = Fault::none;
    std::vector<std::int64_t> numbers;  // of the fault
    std::vector<std::int64_t> path;  // guess, and a code of the part, for each answer that leads to the fault
    std::int64_t sets = 0;  // whose guesses were checked
    std::vector<std::int64_t> first;  // first guess, and its bound, of each kind
};

// Reads the hints with `read`, which returns some bytes, or none at the end.
Verdict check(const Rules& rules, std::int64_t bound, const std::function<std::string()>& read, void (*pause)());

}  // namespace mastermine::certificate
