// Where the mines go: the layouts that generate.py draws, bit for bit.
//
//     Minelayer layer(allowed, 99);               // allowed[cell] is 1 where a mine may be
//     std::vector<std::uint8_t> layout(allowed.size());
//     Random random(seed);
//     layer.lay(random, layout);                  // layout[cell] is 1 where there is one
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "../random.hpp"

namespace mastermine::minesweeper {

// Which cells, in reading order, may hold a mine when `first` is clicked first: all but that cell, or, where that click
// is to open a zero, all but that cell and those around it; all where `first` is negative.
std::vector<std::uint8_t> allowed_cells(int width, int height, int first, bool zero);

// Draws layouts: each way to put `mines` mines into the cells that are allowed is equally likely. Keeps its memory.
class Minelayer {
  public:
    // At least `mines` cells must be allowed.
    Minelayer(std::span<const std::uint8_t> allowed, int mines);

    // The layout that `random` draws next, a byte for each cell.
    void lay(Random& random, std::span<std::uint8_t> layout);

  private:
    std::vector<int> places_, shuffled_;
    int mines_;
};

}  // namespace mastermine::minesweeper
