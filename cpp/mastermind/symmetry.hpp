// Which guesses are the same question, asked with other colours or at other places?
//
// A permutation of places together with one of colours that leaves every guess made so far as it is maps the set of
// candidates onto itself. So a guess and its image split the candidates alike, and only the smallest of each class
// need be scored. Colours never guessed may be exchanged freely, so a permutation of colours is kept only as far as
// the guesses determine it.
#pragma once

#include <cstdint>
#include <vector>

#include "rules.hpp"

namespace mastermine {

class Symmetry {
  public:
    // With `enabled` false, or where there are too many permutations, only what costs little is used.
    Symmetry(const Rules& rules, bool enabled);

    // Returns the remaining symmetry after one more guess.
    Symmetry after(const std::uint8_t* guess) const;

    // Has the colour never been guessed, so that it may be exchanged with others like it?
    bool is_free(int colour) const { return !guessed_[colour]; }

    // Number of remaining permutations of places, without the identity.
    std::size_t size() const { return elements_.size(); }

    // Does the code use the free colours in increasing order, so that no exchange of colours alone makes it smaller?
    bool is_ordered(const std::uint8_t* code) const;

    // Is an image of the code with places moved smaller?
    bool is_smaller_elsewhere(const std::uint8_t* code) const;

  private:
    static constexpr std::uint8_t unknown = 255;
    static constexpr int permuted_places = 7;  // 7! = 5040 permutations at most

    struct Element {
        std::array<std::uint8_t, permuted_places> place;  // the image takes its p-th colour from here
        std::array<std::uint8_t, max_colours> colour;     // and turns it into this one
    };

    int places_, colours_;
    std::array<bool, max_colours> guessed_{};
    std::vector<std::uint8_t> free_;  // the colours never guessed, in order
    std::vector<Element> elements_;
};

}  // namespace mastermine
