// Cells that no number will ever tell apart: guesses that cannot be avoided; see src/mastermine/minesweeper/twins.py.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "probability.hpp"

namespace mastermine::minesweeper {

class Twins {
  public:
    explicit Twins(void (*pause)()) : with_(pause) {}

    // Looks at a position in reading order, of which `analyzer` holds the analysis.
    void look(std::span<const std::uint8_t> cells, int width, int height, Analyzer& analyzer);

    // For each cell the chance that it is one of two twins, added up. Valid until the next position, as the rest is.
    std::span<const double> chances() const { return found_; }
    // For each cell the part of its risk that is lost anyway; 0 where there is none.
    double anyway(int cell) const { return std::min({found_[cell], risks_[cell], 1 - risks_[cell]}); }
    // For each cell the part that is lost anyway only if it is a mine: it would tell the twins apart.
    std::span<const double> settled() const { return settled_; }

  private:
    // Either the cells of one side are mines or those of the other; the tellers see more of one side.
    struct Sides {
        std::vector<int> one, other, tellers;
    };

    void list(int width, int height);
    double chance(std::span<const std::uint8_t> cells, const Sides& sides, Analyzer& analyzer);

    int width_ = 0, height_ = 0;
    std::vector<Sides> all_;  // of a field of this size
    Analyzer with_;
    std::vector<int> mines_;
    std::span<const double> risks_;
    std::vector<double> found_, settled_;
};

}  // namespace mastermine::minesweeper
