// Cells that no number will ever tell apart: guesses that cannot be avoided; see src/mastermine/minesweeper/twins.py.
#pragma once

#include <span>
#include <vector>

#include "game.hpp"
#include "probability.hpp"

namespace mastermine::minesweeper {

class Twins {
  public:
    explicit Twins(void (*pause)()) : with_(pause) {}

    // For each cell in reading order the part of its risk that is lost anyway; 0 where there is none. `analyzer` holds
    // the analysis of the game's position. Valid until the next call.
    std::span<const double> unavoidable(const Game& game, Analyzer& analyzer);

  private:
    // Either the cells of one side are mines or those of the other; the tellers see more of one side.
    struct Sides {
        std::vector<int> one, other, tellers;
    };

    void list(int width, int height);
    double chance(const Game& game, const Sides& sides, Analyzer& analyzer);

    int width_ = 0, height_ = 0;
    std::vector<Sides> all_;  // of a field of this size
    Analyzer with_;
    std::vector<std::uint8_t> position_;
    std::vector<int> unknown_tellers_;
    std::vector<double> found_;
};

}  // namespace mastermine::minesweeper
