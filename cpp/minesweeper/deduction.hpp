// How far a game gets by deduction alone.
//
//     Deducer deducer(30, 16, pause);
//     if (deducer.opens_all(layout, first)) ...      // no guess is ever needed
//     deducer.cells()                                 // else: the position in which one is
//
// What can be opened in the end does not depend on the order: a cell that is safe for certain stays so whatever else is
// opened. So the cheapest reasons come first (one number; two together, and three round a corner), and the exact
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

    // What is known then: 0 to 8 where it is open, 11 where it must be a mine, 9 where neither is certain.
    std::span<const std::uint8_t> cells() const { return game_.position(); }

    // How many safe cells are still closed.
    int closed_safe() const { return game_.safe_left(); }

  private:
    Game game_;
    Analyzer analyzer_;
};

// Opens every cell that is safe in all layouts, and marks every one that is a mine in all. Returns whether any was
// opened. Afterwards `analyzer` knows the position as it was before.
bool open_certain(Game& game, Analyzer& analyzer);

}  // namespace mastermine::minesweeper
