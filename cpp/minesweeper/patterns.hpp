// What two numbers say together, and three round a corner; the rules of deduce/pairs.py and deduce/corners.py.
#pragma once

#include "game.hpp"

namespace mastermine::minesweeper {

// Uses each pattern wherever it fits, all of them on the same position. Returns whether any cell was opened or marked.
bool named_patterns(Game& game);

}  // namespace mastermine::minesweeper
