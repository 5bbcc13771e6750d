// Plays a game by deduction alone.
//
//     Deducer deducer(30, 16, pause);
//     if (deducer.opens_all(layout, first)) ...      // no guess is ever needed
//     deducer.cells()                                 // else: the position in which one is
//
// The cells opened in the end do not depend on the order: a cell that is certainly safe stays safe whatever else is
// opened. Therefore the cheapest reasons come first (one number; two together, three around a corner), and the exact
// analysis, which knows all there is to know, only where they find nothing.
#pragma once

#include <cstdint>
#include <span>

#include "game.hpp"
#include "probability.hpp"

namespace mastermine::minesweeper {

class Deducer {
  public:
    Deducer(int width, int height, void (*pause)() = nullptr) : game_(width, height), analyzer_(pause) {}

    // Opens `first`, and then everything that is safe for certain, until nothing is. Returns whether all safe cells are
    // open. `layout` has a byte for each cell, 1 for a mine, and none at `first`.
    bool opens_all(std::span<const std::uint8_t> layout, int first);

    // Known values: 0 to 8 for an open cell, 11 for a certain mine, 9 if neither is certain.
    std::span<const std::uint8_t> cells() const { return game_.position(); }

    // Number of safe cells that are still closed.
    int closed_safe() const { return game_.safe_left(); }

  private:
    Game game_;
    Analyzer analyzer_;
};

// Opens every cell that is safe in all layouts, and marks every one that is a mine in all. Returns whether any was
// opened. Afterwards `analyzer` knows the position as it was before.
bool open_certain(Game& game, Analyzer& analyzer);

}  // namespace mastermine::minesweeper
