// All guesses of the rules in numeric order, less those that cannot be the first of their kind.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "rules.hpp"

namespace mastermine {

// Codes over an alphabet, in numeric order. Colours of a chain are interchangeable, so a code uses them in increasing
// order: the i-th of them only after all before it.
class Guesses {
  public:
    // in_chain is empty, or says for each letter of the alphabet whether it is in the chain.
    Guesses(int places, bool distinct, std::span<const std::uint8_t> alphabet, std::vector<bool> in_chain = {});

    // The next code, or null at the end. Valid until the next call.
    const std::uint8_t* next();

    // Number of guesses; a double, since it may be huge.
    double count() const;

  private:
    int places_, letters_;
    bool distinct_;
    std::array<std::uint8_t, max_colours> colour_{};
    std::array<std::uint8_t, max_colours> rank_{};  // 1 + position in the chain; 0: not in it
    int chain_ = 0;                                 // its length
    std::array<int, max_places> letter_{};
    std::array<std::uint8_t, max_places + 1> chain_used_{};  // after so many places
    std::array<bool, max_colours> used_{};
    Code code_{};
    int place_ = 0;
    bool ended_ = false;
};

}  // namespace mastermine
