// Conclusions from two numbers, and from three around a corner; see deduction/pairs.py and deduction/corners.py.
#pragma once

#include "game.hpp"

namespace mastermine::minesweeper {

// Uses each pattern wherever it fits, all of them on the same position. Returns whether any cell was opened or marked.
bool named_patterns(Game& game);

}  // namespace mastermine::minesweeper
