// The best play there can be: in how many of the layouts that are still possible can the game be won?
//
//     const Layouts fit = fitting_layouts(cells, width, height, mines, 200);
//     if (fit.size() <= 200) {
//         Endgame endgame(fit, width, height, cells);
//         const Endgame::Move move = endgame.best();   // move.cell, move.wins of fit.size() layouts
//     }
//
// A position is the set of layouts that fit it. Opening a cell loses those with a mine there and splits the others by
// the number shown; the wins of the parts add up. What makes this fast:
//
// - Cells that are safe in every layout are opened at once: it costs nothing. So a position is its set of layouts, no
//   matter what was opened, and the opening of a zero needs no rule of its own.
// - Cells alike in every layout, safe or mined, have no say in the future. A position is remembered as the set of its
//   layouts restricted to the other cells, whichever way of turning or mirroring the board comes first.
// - A cell whose number is the same in every layout tells nothing; it is never better than to open one that does. Where
//   all cells are like that, just one layout is won.
// - At least the mines of the safest cell are lost, in each part; what cannot beat the best move found is left.
// - The table of positions grows to half of the memory limit. After that a new position replaces one of those that were
//   found with the fewest nodes, which costs time when it comes again, and no value.
// - Sets of layouts are bit sets over a universe, which is made smaller as soon as few are left.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "layouts.hpp"

namespace mastermine::minesweeper {

class Endgame {
  public:
    struct Move {
        int cell;  // -1 where every safe cell is open
        std::uint32_t wins;  // layouts that are won by opening it, and the best play from there
    };

    // All layouts that are still possible, one at least, with equally many mines, none twice, no mine in an open cell.
    // `cells` is the position: only closed cells are opened. Like all that search, it may throw OutOfWork or
    // OutOfMemory; the work is that since the Endgame was made.
    Endgame(const Layouts& layouts, int width, int height, std::span<const std::uint8_t> cells,
            const Limits& limits = {}, void (*pause)() = nullptr);
    ~Endgame();

    // The move that wins most layouts: a cell that is safe for certain where there is one (the first in reading
    // order). Among equally good ones a cell whose number tells something comes first, then the safest, then the first.
    Move best();

    // Number of layouts that are won if this closed cell is opened next, by the number that it shows.
    std::array<std::uint32_t, 9> wins(int cell);

    // Number of positions visited so far.
    std::uint64_t nodes() const;

    class Search;  // how it is done

  private:
    std::unique_ptr<Search> search_;
};

}  // namespace mastermine::minesweeper
