#include "guesses.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <utility>

#include "constants.hpp"
#include "deduction.hpp"
#include "endgame.hpp"
#include "layouts.hpp"

namespace mastermine::minesweeper {
namespace {

using Cell = Game::Cell;

// Chances are compared in billionths, so that equal ones are equal however they were rounded.
std::int64_t billionths(double chance) { return std::llround(chance * 1e9); }

}  // namespace

bool Position::open_certain(Game& game) {
    game_ = &game;
    zero_far_.fill(-1);
    return minesweeper::open_certain(game, analyzer_);
}

bool Position::is_beside_number(int place) const {
    return std::ranges::any_of(game().around(), [&](int step) { return game().is_open(game().at(place) + step); });
}

double Position::zero_chance(int place) {
    const Cell cell = game().at(place);
    int neighbours = 0;
    bool far = true;
    for (int step : game().around()) {
        if (game().is_mine(cell + step)) return 0;
        if (game().is_outside(cell + step)) continue;
        ++neighbours;
        far = far && game().is_unknown(cell + step) && !is_beside_number(game().place(cell + step));
    }
    if (!far) return analyzer_.numbers(place)[0];
    double& chance = zero_far_[neighbours];
    if (chance < 0) chance = analyzer_.numbers(place)[0];
    return chance;
}

bool Position::is_dead(int place) {
    if (!is_beside_number(place)) return false;
    const std::array<double, 10> numbers = analyzer_.numbers(place);
    const std::span<const double> shown(numbers.data(), 9);
    return std::ranges::max(shown) >= std::accumulate(shown.begin(), shown.end(), 0.0) * (1 - 1e-9);
}

std::vector<Guesses::Candidate> Guesses::safest_cells(Position& position) {
    const Game& game = position.game();
    std::int64_t least = billionths(1);
    for (int i = 0; i < game.size(); ++i)
        if (game.is_unknown(game.at(i))) least = std::min(least, billionths(position.risk(i)));
    std::vector<Candidate> found;
    for (int i = 0; i < game.size(); ++i)
        if (game.is_unknown(game.at(i)) && billionths(position.risk(i)) == least)
            found.push_back({i, billionths(position.zero_chance(i))});
    return found;
}

Cell Guesses::safest(Position& position) {
    const std::vector<Candidate> cells = safest_cells(position);
    return position.game().at(std::ranges::max_element(cells, {}, &Candidate::zero)->place);
}

// Expectation after a safe click: the chance that the next click is safe, too; progress; information.
std::int64_t Guesses::prospect(Position& position, int place) {
    const std::array<double, 10> numbers = position.analyzer().numbers(place);
    const double safe = 1 - numbers[9];
    double survival = 0, progress = 0, cells = 0, information = 0;
    for (int number = 0; number < 9; ++number) {
        if (numbers[number] <= possible) continue;
        const double chance = numbers[number] / safe;
        const std::optional<Outlook> after = next_.opened(position.analyzer(), place, number);
        if (!after) continue;
        const double least = after->least == 1 ? 0 : after->least;  // nothing but mines is closed: won
        survival += chance * (1 - least);
        if (least == 0) progress += chance;
        cells += chance * after->certain;
        information -= chance * std::log(chance);
    }
    return billionths(survival * (1 + progress_weight * progress) + cell_weight * cells +
                      information_weight * information);
}

Cell Guesses::pseq(Position& position) {
    const Game& game = position.game();
    std::vector<Candidate> cells = safest_cells(position);
    std::ranges::stable_sort(cells, std::greater{}, &Candidate::zero);
    if (cells.size() > shortlisted) cells.resize(shortlisted);
    if (cells.size() == 1) return game.at(cells[0].place);
    int best = -1;
    std::int64_t most = -1;
    for (const Candidate& each : cells) {
        const std::int64_t found = prospect(position, each.place);
        if (found > most) {
            most = found;
            best = each.place;
        }
    }
    return game.at(best);
}

Guesses::End Guesses::best_play(const Game& game, int few) {
    const Layouts fit = fitting_layouts(game.position(), game.width(), game.height(), game.mines(), few, Limits{},
                                        pause_);
    Endgame search(fit, game.width(), game.height(), game.position(), Limits{}, pause_);
    const Endgame::Move best = search.best();
    return {game.at(best.cell), static_cast<double>(best.wins) / static_cast<double>(fit.size())};
}

Cell Guesses::endgame(Position& position, int few) {
    return position.analyzer().solutions() > few + 0.5 ? pseq(position) : best_play(position.game(), few).cell;
}

Cell Guesses::farsighted(Position& position, int few) {
    return position.analyzer().solutions() > few + 0.5 ? far_sighted_guess(position)
                                                       : best_play(position.game(), few).cell;
}

// Cells that are nearly the safest, and may tell something; few beside numbers, and few others.
std::vector<Guesses::Option> Guesses::shortlist(Position& position) {
    const Game& game = position.game();
    twins_.look(game.position(), game.width(), game.height(), position.analyzer());
    std::vector<Option> all, options;
    for (int i = 0; i < game.size(); ++i)
        if (game.is_unknown(game.at(i))) all.push_back({i, billionths(1 - position.risk(i) + twins_.anyway(i)), 0});
    std::ranges::stable_sort(all, std::greater{}, &Option::chance);
    for (const Option& each : all) {
        if (!options.empty() && each.chance < margin * options[0].chance) break;
        if (!position.is_dead(each.place)) options.push_back(each);
    }
    if (options.empty()) options = all;
    for (Option& each : options) each.zero = billionths(position.zero_chance(each.place));
    std::ranges::stable_sort(options, [](const Option& a, const Option& b) {
        return std::pair(a.chance, a.zero) > std::pair(b.chance, b.zero);
    });
    std::size_t listed[2] = {0, 0};
    std::erase_if(options,
                  [&](const Option& each) { return listed[position.is_beside_number(each.place)]++ >= shortlisted; });
    return options;
}

Cell Guesses::far_sighted_guess(Position& position) {
    int place = -1;
    __int128 most = -1;  // a product of billionths
    for (const Option& each : shortlist(position)) {
        const __int128 found = __int128{each.chance} * prospect(position, each.place);
        if (found > most) {
            most = found;
            place = each.place;
        }
    }
    return position.game().at(place);
}

Features Guesses::features(Position& position, int place) {
    const Game& game = position.game();
    const std::array<double, 10> numbers = position.analyzer().numbers(place);
    double squared = 0, second = 0, progress = 0, certain = 0, likely = 0, information = 0, expected = 0;
    const double safe = 1 - numbers[9];
    for (int number = 0; number < 9; ++number) {
        if (numbers[number] <= possible) continue;
        const std::optional<Outlook> after = next_.opened(position.analyzer(), place, number);
        if (!after) continue;
        const bool won = after->least == 1;  // nothing but mines is closed
        const double chance = numbers[number], survival = won ? 1 : 1 - after->least;
        squared += chance * survival * survival;
        second += chance * (won ? 1 : 1 - (after->second == 1 ? after->least : after->second));
        progress += chance * (survival == 1);
        certain += chance * after->certain;
        likely += chance * after->likely;
        information -= chance * std::log(chance / safe);
        expected += chance * number;
    }
    int open = 0, shared = 0;
    for (int step : game.around()) {
        const Cell near = game.at(place) + step;
        open += game.is_open(near);
        shared += game.is_unknown(near) && position.is_beside_number(game.place(near));
    }
    return {safe,
            twins_.anyway(place),
            twins_.settled()[place],
            squared,
            second,
            progress,
            certain,
            likely,
            information,
            expected,
            static_cast<double>(open),
            static_cast<double>(shared)};
}

std::vector<Guesses::Preferred> Guesses::preferred(Position& position, const Weights& weights) {
    const Game& game = position.game();
    const double left = game.part_left();
    const double density = std::clamp(static_cast<double>(game.mines()) / game.size(), least_density, most_density);
    std::vector<Preferred> found;
    for (const Option& each : shortlist(position)) {
        found.push_back({each.place, features(position, each.place), 0});
        double value = 0;
        for (std::size_t i = 0; i < feature_count; ++i)
            value += found.back().features[i] * (weights[i][0] + left * weights[i][1] + density * weights[i][2]);
        found.back().value = billionths(value);
    }
    return found;
}

Cell Guesses::champion(Position& position, int few, const Weights& weights) {
    if (position.analyzer().solutions() <= few + 0.5) return best_play(position.game(), few).cell;
    const std::vector<Preferred> cells = preferred(position, weights);
    return position.game().at(std::ranges::max_element(cells, {}, &Preferred::value)->place);
}

}  // namespace mastermine::minesweeper
