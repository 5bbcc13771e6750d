// Codes that fit some turns, drawn by a Markov chain with replica exchange: for spaces too large to search.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "constraints.hpp"

namespace mastermine {

// Rows of chances in parts of 2^64: entry d of a row is that of what costs d. What costs more is not done.
struct Chances {
    std::span<const std::uint64_t> words;
    std::size_t columns;

    const std::uint64_t* operator[](std::size_t row) const { return words.data() + row * columns; }
};

struct Chain {
    std::span<const std::uint8_t> start;  // a code that is allowed for each replica, the coldest first
    std::uint64_t seed;
    std::int64_t burn, sweeps, every, samples;
    Chances steps;      // a row for each replica: that it takes a step
    Chances exchanges;  // a row for each but the last: that it takes the worse code of the next one
};

// At most `samples` codes that fit, as they were met after `burn` sweeps, in `every` so many of the next `sweeps`: rows.
std::vector<std::uint8_t> sampled(const Constraints& constraints, const Chain& chain, Pause pause);

}  // namespace mastermine
