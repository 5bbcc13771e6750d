// Constraints of the turns of a game on the code, for algorithms without a list: `Constraints` of the Python side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace mastermine {

// Called now and then during long work; may throw to end it.
using Pause = void (*)();

struct Constraints {
    std::size_t places, symbols;  // 1 to 255, 1 to 256
    const bool* allowed;          // whether a place may have a colour, a row for each place
    const std::uint8_t* guesses;  // a row for each turn
    std::span<const std::int64_t> black, common;  // how many pegs of each were told, 0 to places; or -1
    bool distinct;

    std::size_t turns() const { return black.size(); }
    bool allows(std::size_t place, std::size_t colour) const { return allowed[place * symbols + colour]; }
    std::uint8_t guess(std::size_t turn, std::size_t place) const { return guesses[turn * places + place]; }
};

}  // namespace mastermine
