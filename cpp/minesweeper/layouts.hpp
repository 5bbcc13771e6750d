// All layouts that fit a visible position, where they are few.
//
//     const Layouts fit = fitting_layouts(cells, width, height, mines, 200);
//     if (fit.size() <= 200) ...   // these are all; otherwise there are more
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "probability.hpp"  // what a cell can be; limits, and what is thrown beyond them

namespace mastermine::minesweeper {

// Rows of bytes in reading order, one for each layout: 1 is a mine, 0 is safe.
struct Layouts {
    std::size_t cells = 0;
    std::vector<std::uint8_t> mines;

    std::size_t size() const { return cells ? mines.size() / cells : 0; }
    const std::uint8_t* operator[](std::size_t i) const { return mines.data() + i * cells; }
};

// All layouts with so many mines, known ones included, that fit the cells of a position, each once, in no particular
// order. Where there are more than `limit`, some limit + 1 of them. May throw OutOfWork or OutOfMemory.
Layouts fitting_layouts(std::span<const std::uint8_t> cells, int width, int height, int mines, std::size_t limit,
                        const Limits& limits = {}, void (*pause)() = nullptr);

}  // namespace mastermine::minesweeper
