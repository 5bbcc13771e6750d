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
    // What that has returned.
    std::span<const double> anyway() const { return found_; }
    // For each cell the part that is lost anyway only if it is a mine: it would tell the twins apart. Likewise valid.
    std::span<const double> settled() const { return settled_; }

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
    std::vector<int> mines_;
    double solutions_ = 0;  // of the position
    std::vector<double> found_, settled_;
};

}  // namespace mastermine::minesweeper
