// Choice of a cell where nothing is certain, by exact chances; see src/mastermine/minesweeper/guessing.py.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "game.hpp"
#include "probability.hpp"
#include "twins.hpp"

namespace mastermine::minesweeper {

class Guesses {
  public:
    explicit Guesses(void (*pause)()) : pause_(pause), analyzer_(pause), next_(pause), twins_(pause) {}

    // Opens every cell that is certainly safe, and marks every certain mine. Returns whether any cell was opened.
    bool open_certain(Game& game);

    // The rest asks about the position in which that opened nothing.

    // The least risk; of those cells the first that is most likely to show a zero.
    Game::Cell safest(const Game& game);
    // The least risk; of those cells the few most likely to show a zero; of those the best prospect.
    Game::Cell pseq(const Game& game);
    // The best play there can be where at most `few` layouts fit, else `pseq`.
    Game::Cell endgame(const Game& game, int few);
    // The same, else the best chance to be safe now, times the prospect then, of all cells that are nearly the safest.
    Game::Cell farsighted(const Game& game, int few);

  private:
    struct Candidate {
        int place;
        std::int64_t zero;  // the chance to show a zero, in billionths
    };

    Game::Cell best_play(const Game& game, int few);
    Game::Cell far_sighted_guess(const Game& game);
    bool is_dead(const Game& game, int place);
    std::vector<Candidate> safest_cells(const Game& game);
    double zero_chance(const Game& game, int place);
    std::int64_t prospect(const Game& game, int place);

    void (*pause_)();
    Analyzer analyzer_, next_;
    Twins twins_;
    std::vector<double> zero_far_;  // by the number of neighbours, for cells far from all numbers; -1 is not known yet
    std::vector<std::uint8_t> position_;
};

}  // namespace mastermine::minesweeper
