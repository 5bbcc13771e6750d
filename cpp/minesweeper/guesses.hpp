// Choice of a cell where nothing is certain, by exact chances; see src/mastermine/minesweeper/guessing.py.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "game.hpp"
#include "probability.hpp"
#include "twins.hpp"

namespace mastermine::minesweeper {

// A game in which nothing is certainly safe, with its chances.
class Position {
  public:
    explicit Position(void (*pause)()) : analyzer_(pause) {}

    // Opens every cell of a game that is certainly safe, and marks every certain mine. Returns whether any cell was
    // opened; if not, the rest tells of the position that it shows.
    bool open_certain(Game& game);

    const Game& game() const { return *game_; }
    Analyzer& analyzer() { return analyzer_; }
    double risk(int place) const { return analyzer_.risks()[place]; }
    bool is_beside_number(int place) const;
    // The chance that a cell shows a zero.
    double zero_chance(int place);
    // Whether a cell beside a number shows the same number in all layouts where it is safe.
    bool is_dead(int place);

  private:
    const Game* game_ = nullptr;
    Analyzer analyzer_;
    std::array<double, 9> zero_far_;  // by the number of neighbours, for cells far from all numbers; -1: not known yet
};

// What speaks for a cell, in the order of src/mastermine/minesweeper/preference.py.
constexpr std::size_t feature_count = 12;
using Features = std::array<double, feature_count>;
// Their weights in the rule of `champion`: as they are, times the part of the safe cells that is closed, times the density.
constexpr std::size_t weight_count = 3;
using Weights = std::array<std::array<double, weight_count>, feature_count>;

class Guesses {
  public:
    explicit Guesses(void (*pause)()) : pause_(pause), next_(pause), twins_(pause) {}

    // The least risk; of those cells the first that is most likely to show a zero.
    Game::Cell safest(Position& position);
    // The least risk; of those cells the few most likely to show a zero; of those the best prospect.
    Game::Cell pseq(Position& position);
    // The best play there can be where at most `few` layouts fit, else `pseq`.
    Game::Cell endgame(Position& position, int few);
    // The same, else the best chance to be safe now, times the prospect then, of all cells that are nearly the safest.
    Game::Cell farsighted(Position& position, int few);
    // The same, else the best sum of weighted features of those cells.
    Game::Cell champion(Position& position, int few, const Weights& weights);

    struct End {
        Game::Cell cell;
        double won;  // the part of the layouts that are won by opening it, and the best play from there
    };
    // The best play there can be where at most `few` layouts fit.
    End best_play(const Game& game, int few);

    struct Preferred {
        int place;
        Features features;
        std::int64_t value;  // in billionths
    };
    // The cells that `champion` compares where there are many layouts; the first of the highest value is its choice.
    std::vector<Preferred> preferred(Position& position, const Weights& weights);

  private:
    struct Candidate {
        int place;
        std::int64_t zero;  // the chance to show a zero, in billionths
    };
    struct Option {
        int place;
        std::int64_t chance, zero;  // to be safe, but for risk that is taken anyway; to show a zero
    };

    Game::Cell far_sighted_guess(Position& position);
    std::vector<Candidate> safest_cells(Position& position);
    std::vector<Option> shortlist(Position& position);
    Features features(Position& position, int place);
    std::int64_t prospect(Position& position, int place);

    void (*pause_)();
    Analyzer next_;
    Twins twins_;
};

}  // namespace mastermine::minesweeper
