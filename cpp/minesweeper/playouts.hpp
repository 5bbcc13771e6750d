// Games played on to the end: how good was a click?
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "../random.hpp"
#include "game.hpp"
#include "guesses.hpp"

namespace mastermine::minesweeper {

// A game that is played on.
class Playout {
  public:
    // The end is played as well as can be when at most `few` layouts are left.
    Playout(int width, int height, int few, void (*pause)())
        : game(width, height), position(pause), guesses(pause), few_(few) {}

    Game game;
    Position position;
    Guesses guesses;

    // Opens what is certain. Returns whether there is a decision, then.
    bool decides();
    // Whether so few layouts are left that best play is searched.
    bool ends() { return position.analyzer().solutions() <= few_ + 0.5; }
    // Plays the game to its end, guessing with `guess(guesses, position)`: 1 less the risks that are taken, and in the
    // end the part of the layouts that are lost. Its mean is the chance to win.
    template <class Guess>
    double rest(const Guess& guess);

  private:
    int few_;
};

// Clicks compared by games in layouts that fit a position, the same for all of them, played on as `safest` guesses:
// the differences are nearly those in games of `champion`, at a sixth of the time.
class Playouts {
  public:
    Playouts(int width, int height, int few, void (*pause)())
        : playout_(width, height, few, pause), analyzer_(pause), layout_(width * height) {}

    // For each of so many drawn layouts, and each of these closed cells: `Playout::rest` after a click, or nan where
    // there is a mine. Open cells without a number show that of the layout. False if no layout fits the position.
    bool play(std::span<const std::uint8_t> cells, int mines, std::span<const int> places, int layouts, Random& random,
              std::vector<double>& values);

  private:
    Playout playout_;
    Analyzer analyzer_;
    std::vector<std::uint8_t> layout_;
};

template <class Guess>
double Playout::rest(const Guess& guess) {
    double value = 1;
    while (decides()) {
        if (ends()) return value - (1 - guesses.best_play(game, few_).won);
        const Game::Cell cell = guess(guesses, position);
        value -= position.risk(game.place(cell));
        if (!game.open(cell)) break;
    }
    return value;
}

}  // namespace mastermine::minesweeper
