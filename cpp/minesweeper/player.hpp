// Whole games, played as the Python strategies of the same names play them.
//
//     const std::unique_ptr<Player> player = make_player("endgame", 200, pause);
//     Arena arena(30, 16, pause);
//     const Result result = arena.play(layout, 0, true, seed, *player);
//
// A strategy in Python says which cell to open next, with nothing but the position to go by. What is proved safe may be
// opened in any order: no player here loses a proof when more is shown. So a game is the same if it is the same at each
// guess, and a native player opens all that it can prove before it looks again.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "../random.hpp"
#include "game.hpp"
#include "guesses.hpp"
#include "probability.hpp"

namespace mastermine::minesweeper {

class Player {
  public:
    virtual ~Player() = default;
    // Opens and marks what is certain, where single numbers give nothing more. Returns whether anything was.
    virtual bool deduce(Game& game) = 0;
    // The cell to open where nothing is certain.
    virtual Game::Cell guess(const Game& game, Random& random) = 0;
    // Returns true if the chosen cell may be a mine in the visible position; by default by an exact analysis.
    virtual bool risks(const Game& game, Game::Cell cell, Analyzer& analyzer);
};

// The player of this name, or none. Those that can play the end of a game as well as can be do so when at most `few`
// layouts are left; `champion` has the rule with these weights. `pause` is called now and then during long work; what it
// throws ends the work.
std::unique_ptr<Player> make_player(std::string_view name, int few, const Weights& weights, void (*pause)());

struct Result {
    bool won;
    int guesses;  // the clicks that might have hit a mine, for all that was shown
};

// A choice between cells none of which is certain: the position before it, and the place of the cell.
struct Choice {
    std::vector<std::uint8_t> position;
    int place;
};

class Arena {
  public:
    Arena(int width, int height, void (*pause)());

    // One game, begun at the place `first` in reading order, which is no guess if it is `safe_start`. The player draws
    // random numbers from `seed`. All choices after that are written to `choices`, where it is given.
    Result play(std::span<const std::uint8_t> layout, int first, bool safe_start, std::uint64_t seed, Player& player,
                std::vector<Choice>* choices = nullptr);

  private:
    Game game_;
    Analyzer analyzer_;
};

}  // namespace mastermine::minesweeper
