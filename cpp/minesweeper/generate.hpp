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
