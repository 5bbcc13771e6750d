#include "outcomes.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace mastermine::minesweeper {

Outcomes::Outcomes(int width, int height, const Weights& weights, int few, void (*pause)())
    : weights_(weights), few_(few), guesses_(pause), played_{Game(width, height), Position(pause)},
      tried_{Game(width, height), Position(pause)} {}

// Opens what is certain. Returns whether there is a decision, then.
bool Outcomes::decides(Table& table) {
    do {
        table.game.settle();
        if (table.game.won()) return false;
    } while (table.position.open_certain(table.game));
    return true;
}

// Whether so few layouts are left that best play is searched.
bool Outcomes::ends(Table& table) const { return table.position.analyzer().solutions() <= few_ + 0.5; }

double Outcomes::rest(Table& table) {
    double value = 1;
    while (decides(table)) {
        if (ends(table)) return value - (1 - guesses_.best_play(table.game, few_).won);
        const Game::Cell cell = guesses_.champion(table.position, few_, weights_);
        value -= table.position.risk(table.game.place(cell));
        if (!table.game.open(cell)) break;
    }
    return value;
}

std::vector<Outcome> Outcomes::of(std::span<const std::uint8_t> layout, int first, int most, Random& random) {
    std::vector<Outcome> found;
    played_.game.start(layout);
    Game::Cell cell = played_.game.at(first);
    for (int decision = 0; played_.game.open(cell) && decides(played_) && !ends(played_); ++decision) {
        std::vector<Guesses::Preferred> cells = guesses_.preferred(played_.position, weights_);
        std::ranges::stable_sort(cells, std::greater{}, &Guesses::Preferred::value);
        cell = played_.game.at(cells[0].place);
        if (std::ssize(cells) > most) {
            std::swap(cells[most - 1], cells[most - 1 + random.below(cells.size() - (most - 1))]);
            cells.resize(most);
        }
        if (cells.size() == 1) continue;
        const double left = played_.game.part_left();
        for (const Guesses::Preferred& each : cells) {
            Outcome outcome{decision, each.place, left, layout[each.place] != 0, 0, each.features};
            if (!outcome.mine) {
                tried_.game = played_.game;
                tried_.game.open(tried_.game.at(each.place));
                outcome.value = rest(tried_);
            }
            found.push_back(outcome);
        }
    }
    return found;
}

}  // namespace mastermine::minesweeper
