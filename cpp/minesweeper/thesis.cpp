#include "thesis.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "constants.hpp"

namespace mastermine::minesweeper {
namespace {

using Cell = Game::Cell;

// Conclusions from a position; they are applied only after the whole board was searched.
struct Conclusions {
    std::vector<Cell> safe, mines;
};

// Two numbers side by side, the second a step on from the first.
void two_numbers(const Game& game, Cell first, int step, Conclusions& found) {
    const Cell second = first + step;
    if (game.missing(first) != 1 || !game.is_open(second)) return;
    const int across = step == 1 || step == -1 ? game.stride() : 1;
    const auto unknown_beside = [&](Cell cell) {
        std::vector<Cell> unknown;
        for (Cell each : {cell - across, cell, cell + across})
            if (game.is_unknown(each)) unknown.push_back(each);
        return unknown;
    };
    const std::vector<Cell> far = unknown_beside(second + step);
    if (far.empty()) return;
    if (game.missing(second) == 1) {  // 1-1
        if (unknown_beside(first - step).empty()) found.safe.insert(found.safe.end(), far.begin(), far.end());
    } else if ((far.size() == 1 && game.missing(second) == 2) || (far.size() == 3 && game.missing(second) == 4)) {
        found.mines.insert(found.mines.end(), far.begin(), far.end());  // 1-2, 1-4
    }
}

// A convex corner of what is open: the number in it, and its neighbours a step to either side.
void corner(const Game& game, Cell middle, int left, int right, Conclusions& found) {
    const Cell one = middle + left, other = middle + right, tip = middle - left - right;
    const Cell one_end = one + left - right, other_end = other + right - left;
    if (!game.is_open(one) || !game.is_open(other) || game.is_unknown(middle + left + right)) return;
    for (Cell cell : {tip, middle - left, middle - right, one - right, other - left, one_end, other_end})
        if (!game.is_unknown(cell)) return;
    const std::array<int, 3> numbers{game.missing(one), game.missing(middle), game.missing(other)};
    if (numbers == std::array{1, 3, 1}) {
        found.mines.push_back(tip);
        found.safe.insert(found.safe.end(), {one_end, other_end});
    }
    // Besides its far end, each neighbour touches nothing that the corner does not touch.
    for (Cell cell : {one + left, one + left + right, other + right, other + left + right})
        if (game.is_unknown(cell)) return;
    if (numbers == std::array{2, 2, 2}) {
        found.safe.push_back(tip);
        found.mines.insert(found.mines.end(), {one_end, other_end});
    }
}

}  // namespace

bool thesis_patterns(Game& game) {
    const int down = game.stride();
    Conclusions found;
    for (int i = 0; i < game.size(); ++i) {
        const Cell cell = game.at(i);
        if (!game.is_open(cell) || game.unknown(cell) == 0) continue;
        for (int step : {1, -1, down, -down}) two_numbers(game, cell, step, found);
        for (int left : {1, -1})
            for (int right : {down, -down}) corner(game, cell, left, right, found);
    }
    for (Cell cell : found.mines)
        if (game.is_unknown(cell)) game.mark(cell);
    for (Cell cell : found.safe)
        if (game.is_unknown(cell)) game.open(cell);
    return !found.mines.empty() || !found.safe.empty();
}

Cell thesis_guess(const Game& game) {
    Cell chosen = -1;
    double least = 2;
    for (int i = 0; i < game.size(); ++i) {
        const Cell cell = game.at(i);
        if (!game.is_unknown(cell)) continue;
        double worst = -1;
        for (int step : game.around())
            if (game.is_open(cell + step))
                worst = std::max(worst, static_cast<double>(game.missing(cell + step)) / game.unknown(cell + step));
        if (worst >= 0 && worst < least) {
            least = worst;
            chosen = cell;
        }
    }
    if (chosen >= 0 && least < threatening) return chosen;
    for (int y : {0, game.height() - 1})
        for (int x : {0, game.width() - 1}) {
            const Cell cell = game.at(y * game.width() + x);
            const auto open = [&](int step) { return game.is_open(cell + step); };
            if (chosen >= 0 && game.is_unknown(cell) && std::ranges::none_of(game.around(), open)) return cell;
        }
    for (int i = 0; chosen < 0; ++i)
        if (game.is_unknown(game.at(i))) chosen = game.at(i);
    return chosen;
}

}  // namespace mastermine::minesweeper
