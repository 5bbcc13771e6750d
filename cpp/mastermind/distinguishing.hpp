// Static Mastermind: guesses, all made before the first answer, that distinguish all codes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "constraints.hpp"
#include "rules.hpp"

namespace mastermine {

struct Distinguishing {
    std::optional<std::vector<std::uint8_t>> guesses;  // rows; none if no set was found
    std::int64_t nodes;                                // sets of guesses that were searched
    bool stopped;                                      // at the time limit, so that nothing is proven
};

// Searches for at most `most` guesses; `codes` are all codes of the rules, and answers of places are at most 8 bits.
// `seconds`: the time limit, 0 for none.
Distinguishing distinguishing(const Rules& rules, Codes codes, int most, double seconds, Pause pause);

}  // namespace mastermine
