#include "guesses.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

#include "deduction.hpp"
#include "endgame.hpp"
#include "layouts.hpp"

namespace mastermine::minesweeper {
namespace {

using Cell = Game::Cell;

constexpr std::size_t shortlisted = 8;
constexpr double progress_weight = 0.1, cell_weight = 0.01, information_weight = 0.02;
constexpr double margin = 0.93;  // cells at least so safe, as a part of the safest, are worth a look
constexpr double possible = 1e-12;  // what shows up less often is not looked at

// Chances are compared in billionths, so that equal ones are equal however they were rounded.
std::int64_t billionths(double chance) { return std::llround(chance * 1e9); }

bool is_beside_number(const Game& game, int place) {
    return std::ranges::any_of(game.around(), [&](int step) { return game.is_open(game.at(place) + step); });
}

}  // namespace

bool Guesses::open_certain(Game& game) {
    zero_far_.assign(9, -1);
    return minesweeper::open_certain(game, analyzer_);
}

double Guesses::zero_chance(const Game& game, int place) {
    const Cell cell = game.at(place);
    int neighbours = 0;
    bool far = true;
    const auto touches_number = [&](Cell each) {
        return std::ranges::any_of(game.around(), [&](int step) { return game.is_open(each + step); });
    };
    for (int step : game.around()) {
        if (game.is_mine(cell + step)) return 0;
        if (game.is_outside(cell + step)) continue;
        ++neighbours;
        far = far && game.is_unknown(cell + step) && !touches_number(cell + step);
    }
    if (!far) return analyzer_.numbers(place)[0];
    double& chance = zero_far_[neighbours];
    if (chance < 0) chance = analyzer_.numbers(place)[0];
    return chance;
}

std::vector<Guesses::Candidate> Guesses::safest_cells(const Game& game) {
    const std::span<const double> risks = analyzer_.risks();
    std::int64_t least = billionths(1);
    for (int i = 0; i < game.size(); ++i)
        if (game.is_unknown(game.at(i))) least = std::min(least, billionths(risks[i]));
    std::vector<Candidate> found;
    for (int i = 0; i < game.size(); ++i)
        if (game.is_unknown(game.at(i)) && billionths(risks[i]) == least)
            found.push_back({i, billionths(zero_chance(game, i))});
    return found;
}

Cell Guesses::safest(const Game& game) {
    const std::vector<Candidate> cells = safest_cells(game);
    return game.at(std::ranges::max_element(cells, {}, &Candidate::zero)->place);
}

// Expectation after a safe click: the chance that the next click is safe, too; progress; information.
std::int64_t Guesses::prospect(const Game& game, int place) {
    const std::array<double, 10> numbers = analyzer_.numbers(place);
    const double safe = 1 - numbers[9];
    position_.assign(game.position().begin(), game.position().end());
    double survival = 0, progress = 0, cells = 0, information = 0;
    for (int number = 0; number < 9; ++number) {
        if (numbers[number] <= possible) continue;
        const double chance = numbers[number] / safe;
        position_[place] = static_cast<std::uint8_t>(number);
        if (!next_.analyze(position_, game.width(), game.height(), game.mines())) continue;
        double least = 1;
        int certain = 0;
        for (std::size_t i = 0; i < position_.size(); ++i)
            if (position_[i] == closed) {
                least = std::min(least, next_.risks()[i]);
                certain += next_.risks()[i] == 0;
            }
        if (least == 1) least = 0;  // nothing but mines is closed: won
        survival += chance * (1 - least);
        if (least == 0) progress += chance;
        cells += chance * certain;
        information -= chance * std::log(chance);
    }
    return billionths(survival * (1 + progress_weight * progress) + cell_weight * cells +
                      information_weight * information);
}

Cell Guesses::pseq(const Game& game) {
    std::vector<Candidate> cells = safest_cells(game);
    std::ranges::stable_sort(cells, std::greater{}, &Candidate::zero);
    if (cells.size() > shortlisted) cells.resize(shortlisted);
    if (cells.size() == 1) return game.at(cells[0].place);
    int best = -1;
    std::int64_t most = -1;
    for (const Candidate& each : cells) {
        const std::int64_t found = prospect(game, each.place);
        if (found > most) {
            most = found;
            best = each.place;
        }
    }
    return game.at(best);
}

Cell Guesses::best_play(const Game& game, int few) {
    const Layouts fit = fitting_layouts(game.position(), game.width(), game.height(), game.mines(), few, Limits{},
                                        pause_);
    Endgame search(fit, game.width(), game.height(), game.position(), Limits{}, pause_);
    return game.at(search.best().cell);
}

Cell Guesses::endgame(const Game& game, int few) {
    return analyzer_.solutions() > few + 0.5 ? pseq(game) : best_play(game, few);
}

Cell Guesses::farsighted(const Game& game, int few) {
    return analyzer_.solutions() > few + 0.5 ? far_sighted_guess(game) : best_play(game, few);
}

// Returns true if a cell beside a number shows the same number in all layouts where it is safe.
bool Guesses::is_dead(const Game& game, int place) {
    if (!is_beside_number(game, place)) return false;
    const std::array<double, 10> numbers = analyzer_.numbers(place);
    double sum = 0, most = 0;
    for (int number = 0; number < 9; ++number) {
        sum += numbers[number];
        most = std::max(most, numbers[number]);
    }
    return most >= sum * (1 - 1e-9);
}

Cell Guesses::far_sighted_guess(const Game& game) {
    struct Option {
        int place;
        std::int64_t chance, zero;  // to be safe, but for risk that is taken anyway; to show a zero
    };
    const std::span<const double> risks = analyzer_.risks(), anyway = twins_.unavoidable(game, analyzer_);
    std::vector<Option> all, options;
    for (int i = 0; i < game.size(); ++i)
        if (game.is_unknown(game.at(i))) all.push_back({i, billionths(1 - risks[i] + anyway[i]), 0});
    std::ranges::stable_sort(all, std::greater{}, &Option::chance);
    for (const Option& each : all) {
        if (!options.empty() && each.chance < margin * options[0].chance) break;
        if (!is_dead(game, each.place)) options.push_back(each);
    }
    if (options.empty()) options = all;
    for (Option& each : options) each.zero = billionths(zero_chance(game, each.place));
    std::ranges::stable_sort(options, [](const Option& a, const Option& b) {
        return std::pair(a.chance, a.zero) > std::pair(b.chance, b.zero);
    });
    int place = -1;
    std::int64_t most = -1;
    std::size_t looked_at[2] = {0, 0};
    for (const Option& each : options) {
        if (looked_at[is_beside_number(game, each.place)]++ >= shortlisted) continue;
        const std::int64_t found = each.chance * prospect(game, each.place);
        if (found > most) {
            most = found;
            place = each.place;
        }
    }
    return game.at(place);
}

}  // namespace mastermine::minesweeper
