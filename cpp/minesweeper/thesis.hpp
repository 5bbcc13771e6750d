// The rules for two and three numbers of the thesis (Horvat 2023), and its way to guess; see strategies/thesis.py.
#pragma once

#include "game.hpp"

namespace mastermine::minesweeper {

// Uses each pattern wherever it fits. Returns whether any cell was opened or marked.
bool thesis_patterns(Game& game);

// The cell where the most threatening number threatens least; if that is a quarter or more, a corner with nothing open
// around it, where there is one.
Game::Cell thesis_guess(const Game& game);

}  // namespace mastermine::minesweeper
