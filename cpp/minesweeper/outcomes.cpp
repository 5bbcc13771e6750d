#include "outcomes.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace mastermine::minesweeper {

Outcomes::Outcomes(int width, int height, const Weights& weights, int few, void (*pause)())
    : weights_(weights), few_(few), played_(width, height, few, pause), tried_(width, height, few, pause) {}

std::vector<Outcome> Outcomes::of(std::span<const std::uint8_t> layout, int first, int most, Random& random) {
    std::vector<Outcome> found;
    played_.game.start(layout);
    Game::Cell cell = played_.game.at(first);
    for (int decision = 0; played_.game.open(cell) && played_.decides() && !played_.ends(); ++decision) {
        std::vector<Guesses::Preferred> cells = played_.guesses.preferred(played_.position, weights_);
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
                outcome.value = tried_.rest(
                    [&](Guesses& guesses, Position& at) { return guesses.champion(at, few_, weights_); });
            }
            found.push_back(outcome);
        }
    }
    return found;
}

}  // namespace mastermine::minesweeper
