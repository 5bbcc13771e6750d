// Layouts in which no guess is ever needed, from a given first click on.
//
//     std::vector<std::uint8_t> layout(width * height);
//     Random random(seed);
//     const Origin origin = draw_noguess(allowed, width, height, mines, first, tries, patience, random, layout, pause);
//     if (origin == Origin::none) ...
//
// First layouts are drawn and thrown away until one needs no guess: each layout of that kind is then equally likely.
// Only where too few are of that kind, mines are moved near the place where deduction ends, as long as that does no
// harm. The layouts made in this way are not equally likely.
#pragma once

#include <cstdint>
#include <span>

#include "../random.hpp"

namespace mastermine::minesweeper {

enum class Origin { none, drawn, repaired };

// After `tries` layouts, 0 or more, and one more, mines are moved, until nothing was won by that `patience` times in a
// row.
// `allowed` has a byte for each cell, 1 where a mine may be, and 0 at `first`; there is room for all `mines`.
Origin draw_noguess(std::span<const std::uint8_t> allowed, int width, int height, int mines, int first,
                    std::int64_t tries, std::int64_t patience, Random& random, std::span<std::uint8_t> layout,
                    void (*pause)());

}  // namespace mastermine::minesweeper
