// What becomes of the cells that `champion` compares: what its rule is trained on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "../random.hpp"
#include "playouts.hpp"

namespace mastermine::minesweeper {

// A cell that might have been opened, in a game that was played on.
struct Outcome {
    int decision, place;  // decisions of a game are counted from 0
    double left;          // the part of the safe cells that is still closed
    bool mine;
    double value;  // where it is safe, as in Playout::rest
    Features features;
};

class Outcomes {
  public:
    Outcomes(int width, int height, const Weights& weights, int few, void (*pause)());

    // Plays a game as `champion` does. At each of its decisions between cells, `most` of them, the best by its rule and a
    // random other one, are opened in turn, and the game is played on.
    std::vector<Outcome> of(std::span<const std::uint8_t> layout, int first, int most, Random& random);

  private:
    Weights weights_;
    int few_;
    Playout played_, tried_;
};

}  // namespace mastermine::minesweeper
