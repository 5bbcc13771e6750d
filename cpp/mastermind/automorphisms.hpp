// Permutations of places and colours that map a set of codes onto itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules.hpp"

namespace mastermine {

// A code is moved by taking the peg at place `from[p]` to place p, and renaming its colour.
struct Motion {
    Code from;
    std::array<std::uint8_t, max_colours> name;

    Code operator()(const std::uint8_t* code, int places) const {
        Code moved{};
        for (int p = 0; p < places; ++p) moved[p] = name[code[from[p]]];
        return moved;
    }
};

// Motions that generate all automorphisms of a set, or, where the search for one becomes long, some of them. A guess and
// its image under them split the set into parts that are each other's images.
// The set is in numeric order.
std::vector<Motion> automorphisms(const Rules& rules, Codes set);

}  // namespace mastermine
