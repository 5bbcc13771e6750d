// How far a game gets by deduction alone.
//
//     Deducer deducer(30, 16, pause);
//     if (deducer.opens_all(layout, first)) ...      // no guess is ever needed
//     deducer.cells()                                 // else: the position in which one is
//
// What can be opened in the end does not depend on the order: a cell that is safe for certain stays so whatever else is
// opened. So the cheapest reasons come first (one number; two numbers, which may tell each other's rest), and the exact
// analysis, which knows all there is to know, only where they find nothing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "probability.hpp"

namespace mastermine::minesweeper {

class Deducer {
  public:
    Deducer(int width, int height, void (*pause)() = nullptr);

    // Opens `first`, and then everything that is safe for certain, until nothing is. Returns whether all safe cells are
    // open. `layout` has a byte for each cell, 1 for a mine, and none at `first`.
    bool opens_all(std::span<const std::uint8_t> layout, int first);

    // What is known then: 0 to 8 where it is open, 11 where it must be a mine, 9 where neither is certain.
    std::span<const std::uint8_t> cells() const { return cells_; }

    // How many safe cells are still closed.
    int closed_safe() const { return closed_safe_; }

  private:
    using Set = std::uint64_t;  // cells near a cell: bits 0 to 48 are the 7 x 7 around it, in reading order

    struct Square {
        std::uint8_t number = 0, open = 0, mined = 0, queued = 0;
        std::int8_t left = 0;       // its number, less the known mines around it
        std::uint16_t unknown = 0;  // its neighbours of which nothing is known: bits 0 to 8 are the 3 x 3 around it
    };

    int square(int cell) const { return (cell / width_ + border) * stride_ + cell % width_ + border; }
    int cell(int square) const { return (square / stride_ - border) * width_ + square % stride_ - border; }
    void open(int square);
    void mark(int square);
    void settle(int square);
    bool one_number(int square);
    void two_numbers(int square);
    void conclude(int centre, Set set, bool mines);
    bool exactly();

    static constexpr int border = 3;  // so many squares on each side that are neither open nor closed
    int width_, height_, stride_, mines_ = 0, closed_safe_ = 0;
    std::vector<Square> fresh_, squares_;
    std::vector<int> to_open_, ones_, twos_;
    std::vector<std::uint8_t> cells_;
    Analyzer analyzer_;
};

}  // namespace mastermine::minesweeper
