// Exact numbers of layouts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "front.hpp"

namespace mastermine::minesweeper {

// Whole numbers below 2^(64 * limbs), one after the other, each from its lowest limb on.
struct Wholes {
    std::size_t limbs = 1;
    std::vector<std::uint64_t> words;
};

// The layouts of the cells that touch numbers, for 0, 1, 2, … mines in them, as far as those outside can hold what
// is then left. `front` was trimmed; there are less than 2^bits layouts.
Wholes front_counts(const Boxes& boxes, Front& front, double bits, Watch& watch);

}  // namespace mastermine::minesweeper
