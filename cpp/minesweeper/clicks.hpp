// Clicks in many games at once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace mastermine::minesweeper {

class Clicks {
  public:
    Clicks(int width, int height);

    // Opens a closed cell of a board and, around zeros, all connected cells; a mine becomes `mined`. A click on any
    // other cell changes nothing.
    void click(std::span<const std::uint8_t> layout, std::span<std::uint8_t> board, int place);

  private:
    int number(std::span<const std::uint8_t> layout, int place) const;

    int width_, height_;
    std::vector<int> waiting_;
};

// Where a mine may be if the first click is on a cell: 1 for each such cell. Clear: 0 anywhere, 1 not in that cell, 2 nor
// around it.
void allow(std::span<std::uint8_t> allowed, int width, int first, int clear);

}  // namespace mastermine::minesweeper
