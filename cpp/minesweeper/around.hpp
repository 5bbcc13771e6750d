// Which cells are around a cell, in reading order?
#pragma once

#include <algorithm>

namespace mastermine::minesweeper {

// Calls f(near) for a cell and each of its neighbours. For loops that run often there are fields with a rim instead.
template <class F>
void around(int cell, int width, int height, const F& f) {
    const int x = cell % width, y = cell / width;
    for (int v = std::max(0, y - 1); v < std::min(height, y + 2); ++v)
        for (int u = std::max(0, x - 1); u < std::min(width, x + 2); ++u) f(v * width + u);
}

}  // namespace mastermine::minesweeper
