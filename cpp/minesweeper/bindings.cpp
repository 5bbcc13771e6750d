// The Python face of Minesweeper: checks arguments, releases the GIL, and nothing else.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "../arrays.hpp"
#include "clicks.hpp"
#include "constants.hpp"
#include "deduction.hpp"
#include "endgame.hpp"
#include "exact.hpp"
#include "generate.hpp"
#include "layouts.hpp"
#include "noguess.hpp"
#include "outcomes.hpp"
#include "player.hpp"
#include "playouts.hpp"
#include "probability.hpp"
#include "twins.hpp"

namespace mastermine {

using namespace minesweeper;

namespace {

using Field = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Rows = Field;  // a layout in each
using Places = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Seeds = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

using WeightRows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

constexpr std::size_t most_cells = 1 << 15;

// A field in reading order, and the highest of its values.
std::pair<std::span<const std::uint8_t>, int> flat(const Field& field) {
    const std::span<const std::uint8_t> all(field.data(), field.size());
    require(!all.empty() && all.size() <= most_cells, "a field has 1 to ", most_cells, " cells, not ", all.size());
    return {all, *std::max_element(all.begin(), all.end())};
}

// The cells of a position.
std::span<const std::uint8_t> checked(const Field& cells) {
    const auto [all, highest] = flat(cells);
    require(highest <= mined, "a cell is 0 to 11, not ", highest);
    return all;
}

// Bytes of 0 and 1, one for each cell.
std::span<const std::uint8_t> checked_flags(const Field& flags) {
    const auto [all, highest] = flat(flags);
    require(highest <= 1, "only 0 and 1 are expected, not ", highest);
    return all;
}

void require_mines(int mines) { require(mines >= 0, "there are 0 or more mines, not ", mines); }

// A place of a closed cell.
int checked_place(std::int64_t place, std::span<const std::uint8_t> cells) {
    require(place >= 0 && place < std::ssize(cells) && cells[place] == closed, "cell ", place, " is not closed");
    return static_cast<int>(place);
}

int width_of(const Field& field) { return static_cast<int>(field.shape(1)); }
int height_of(const Field& field) { return static_cast<int>(field.shape(0)); }

// ---- probability ----

// Calls f(analyzer, cells, fits) after the analysis of checked arguments. The analyzer's memory serves the next call
// of this thread, unless an error ends this one.
template <class F>
auto with_analysis(const Field& field, int mines, std::uint64_t work, std::size_t memory, const F& f) {
    thread_local std::unique_ptr<Analyzer> spare;
    nb::gil_scoped_release release;
    const std::span<const std::uint8_t> cells = checked(field);
    require_mines(mines);
    std::unique_ptr<Analyzer> analyzer = std::move(spare);
    if (!analyzer) analyzer = std::make_unique<Analyzer>(pause);
    analyzer->limits = {work, memory};
    const bool fits = analyzer->analyze(cells, width_of(field), height_of(field), mines);
    auto result = f(*analyzer, cells, fits);
    analyzer->give_back();
    spare = std::move(analyzer);
    return result;
}

Matrix<double> py_analyze(const Field& field, int mines, std::uint64_t work, std::size_t memory) {
    std::vector<double> risks = with_analysis(
        field, mines, work, memory, [](const Analyzer& analyzer, const auto&, bool fits) {
            return fits ? std::vector<double>(analyzer.risks().begin(), analyzer.risks().end()) : std::vector<double>();
        });
    const std::size_t columns = risks.empty() ? 0 : field.shape(1);
    return to_numpy(std::move(risks), columns);
}

Matrix<std::uint64_t> py_front_counts(const Field& field, int mines, std::uint64_t work, std::size_t memory) {
    Wholes counts = with_analysis(field, mines, work, memory, [](Analyzer& analyzer, const auto&, bool fits) {
        return fits ? analyzer.exact_counts() : Wholes();
    });
    return to_numpy(std::move(counts.words), counts.limbs);
}

Matrix<double> py_number_chances(const Field& field, int mines, const Places& queries, std::uint64_t work,
                                 std::size_t memory) {
    const std::span<const std::int64_t> places = values(queries, "queries");
    return to_numpy(with_analysis(field, mines, work, memory,
                                  [&](Analyzer& analyzer, std::span<const std::uint8_t> cells, bool fits) {
                                      std::vector<double> chances;
                                      for (const std::int64_t query : places) {
                                          const int place = checked_place(query, cells);
                                          if (!fits) continue;
                                          const std::array<double, 10> numbers = analyzer.numbers(place);
                                          chances.insert(chances.end(), numbers.begin(), numbers.end());
                                      }
                                      return chances;
                                  }),
                    10);
}

Matrix<double> py_twins(const Field& field, int mines, std::uint64_t work, std::size_t memory) {
    thread_local std::unique_ptr<Twins> spare;  // it lists the pairs of a field once
    std::unique_ptr<Twins> twins = std::move(spare);
    if (!twins) twins = std::make_unique<Twins>(pause);
    return to_numpy(with_analysis(field, mines, work, memory,
                                  [&](Analyzer& analyzer, std::span<const std::uint8_t> cells, bool fits) {
                                      std::vector<double> chances;
                                      if (!fits) return chances;
                                      twins->look(cells, width_of(field), height_of(field), analyzer);
                                      chances.assign(twins->chances().begin(), twins->chances().end());
                                      chances.insert(chances.end(), twins->settled().begin(), twins->settled().end());
                                      spare = std::move(twins);
                                      return chances;
                                  }),
                    field.size());
}

// ---- layouts ----

void require_room(std::span<const std::uint8_t> allowed, int mines) {
    const auto room = std::count(allowed.begin(), allowed.end(), std::uint8_t{1});
    require(mines >= 0 && mines <= room, mines, " mines do not fit into ", room, " cells");
}

void require_safe(std::span<const std::uint8_t> mines, int first) {
    require(first >= 0 && first < static_cast<int>(mines.size()) && !mines[first],
            "the first click must be on a safe cell, not on ", first);
}

Matrix<std::uint8_t> py_draw_layouts(const Field& field, int mines, const Seeds& seeds) {
    std::vector<std::uint8_t> layouts;
    {
        nb::gil_scoped_release release;
        const std::span<const std::uint8_t> allowed = checked_flags(field);
        require_room(allowed, mines);
        layouts.resize(allowed.size() * seeds.size());
        Minelayer layer(allowed, mines);
        const std::size_t between = most_cells / allowed.size();
        const std::span<const std::uint64_t> each = values(seeds, "seeds");
        for (std::size_t i = 0; i < each.size(); ++i) {
            if (i % between == 0) pause();
            Random random(each[i]);
            layer.lay(random, {layouts.data() + i * allowed.size(), allowed.size()});
        }
    }
    return to_numpy(std::move(layouts), field.size());
}

Array<std::uint8_t> py_draw_noguess(const Field& field, int mines, int first, std::uint64_t seed, std::int64_t tries,
                                    std::int64_t patience) {
    std::vector<std::uint8_t> found;
    {
        nb::gil_scoped_release release;
        const std::span<const std::uint8_t> allowed = checked_flags(field);
        require_room(allowed, mines);
        require_safe(allowed, first);
        require(tries >= 0, "there are 0 or more tries, not ", tries);
        found.resize(1 + allowed.size());
        Random random(seed);
        const Origin origin = draw_noguess(allowed, width_of(field), height_of(field), mines, first, tries, patience,
                                           random, std::span(found).subspan(1), pause);
        found[0] = static_cast<std::uint8_t>(origin);
        if (origin == Origin::none) found.resize(1);
    }
    return to_numpy(std::move(found));
}

Array<std::uint8_t> py_deduce(const Field& field, int first) {
    std::vector<std::uint8_t> known;
    {
        nb::gil_scoped_release release;
        const std::span<const std::uint8_t> layout = checked_flags(field);
        require_safe(layout, first);
        Deducer deducer(width_of(field), height_of(field), pause);
        deducer.opens_all(layout, first);
        known.assign(deducer.cells().begin(), deducer.cells().end());
    }
    return to_numpy(std::move(known));
}

// ---- the endgame ----

Matrix<std::uint8_t> py_fitting_layouts(const Field& cells, int mines, std::size_t limit, std::uint64_t work,
                                        std::size_t memory) {
    Layouts found;
    {
        nb::gil_scoped_release release;
        require_mines(mines);
        found = fitting_layouts(checked(cells), width_of(cells), height_of(cells), mines, limit, {work, memory}, pause);
    }
    return to_numpy(std::move(found.mines), found.cells);
}

// Calls f(endgame, cells) on checked arguments.
template <class F>
auto with_endgame(const Rows& rows, const Field& field, std::uint64_t work, std::size_t memory, const F& f) {
    nb::gil_scoped_release release;
    const std::span<const std::uint8_t> cells = checked(field);
    require(rows.shape(1) == cells.size(), "a layout has ", rows.shape(1), " cells, the field has ", cells.size());
    require(rows.shape(0) > 0, "there is no layout");
    require(rows.shape(0) < std::size_t{1} << 31, "there are too many layouts");
    Layouts layouts{cells.size(), {rows.data(), rows.data() + rows.size()}};
    const auto count = [&](std::size_t i) { return std::accumulate(layouts[i], layouts[i] + cells.size(), 0); };
    const int mines = count(0);
    for (std::size_t i = 0; i < layouts.size(); ++i) {
        bool fits = true;
        for (std::size_t c = 0; c < cells.size(); ++c)
            fits = fits && (cells[c] == closed ? layouts[i][c] <= 1 : layouts[i][c] == (cells[c] == mined));
        require(fits, "layout ", i, " does not fit the position");
        require(count(i) == mines, "the layouts do not have equally many mines");
    }
    Endgame endgame(layouts, width_of(field), height_of(field), cells, {work, memory}, pause);
    return f(endgame, cells);
}

Array<std::int64_t> py_best_play(const Rows& layouts, const Field& cells, std::uint64_t work, std::size_t memory) {
    return to_numpy(with_endgame(layouts, cells, work, memory, [](Endgame& endgame, const auto&) {
        const Endgame::Move move = endgame.best();
        return std::vector<std::int64_t>{move.cell, move.wins, static_cast<std::int64_t>(endgame.nodes())};
    }));
}

Matrix<std::int64_t> py_click_wins(const Rows& layouts, const Field& cells, const Places& clicks, std::uint64_t work,
                                   std::size_t memory) {
    const std::span<const std::int64_t> places = values(clicks, "clicks");
    return to_numpy(with_endgame(layouts, cells, work, memory,
                                 [&](Endgame& endgame, std::span<const std::uint8_t> field) {
                                     std::vector<std::int64_t> wins;
                                     for (const std::int64_t place : places) {
                                         const int click = checked_place(place, field);
                                         const std::uint64_t before = endgame.nodes();
                                         for (std::uint32_t won : endgame.wins(click)) wins.push_back(won);
                                         wins.push_back(static_cast<std::int64_t>(endgame.nodes() - before));
                                     }
                                     return wins;
                                 }),
                    10);
}

// ---- whole games ----

Weights checked_weights(const WeightRows& rows) {
    const std::span<const double> all = values(rows, "weights");
    require(rows.shape(0) == feature_count && rows.shape(1) == weight_count, "weights have the shape ", feature_count,
            " x ", weight_count, ", not ", rows.shape(0), " x ", rows.shape(1));
    require(std::all_of(all.begin(), all.end(), [](double weight) { return std::isfinite(weight); }),
            "a weight is a number");
    Weights weights;
    for (std::size_t i = 0; i < feature_count; ++i)
        std::copy_n(all.data() + i * weight_count, weight_count, weights[i].begin());
    return weights;
}

// Calls f(game, layout, seed) for each layout, on checked arguments.
template <class F>
void for_each_layout(const Rows& layouts, int width, const Seeds& seeds, const F& f) {
    const std::size_t size = layouts.shape(1);
    require(size > 0 && size <= most_cells, "a field has 1 to ", most_cells, " cells, not ", size);
    require(width >= 1 && size % width == 0, size, " cells do not make rows of ", width);
    require(seeds.size() == layouts.shape(0), "there are ", layouts.shape(0), " layouts, but ", seeds.size(), " seeds");
    const std::span<const std::uint64_t> seed = values(seeds, "seeds");
    const std::span<const std::uint8_t> all(layouts.data(), layouts.size());
    require(std::all_of(all.begin(), all.end(), [](std::uint8_t mine) { return mine <= 1; }),
            "a layout holds 0 or 1 for each cell");
    for (std::size_t i = 0; i < layouts.shape(0); ++i) {
        pause();
        f(i, all.subspan(i * size, size), seed[i]);
    }
}

int height_of(const Rows& layouts, int width) { return width < 1 ? 0 : static_cast<int>(layouts.shape(1)) / width; }

// Calls f(game, layout, seed, arena, player) for each layout, on checked arguments.
template <class F>
void for_each_game(const Rows& layouts, int width, const Seeds& seeds, const std::string& player, int few,
                   const std::optional<WeightRows>& weights, const F& f) {
    nb::gil_scoped_release release;
    require(player != "champion" || weights, "champion needs weights");
    const std::unique_ptr<Player> playing = make_player(player, few, weights ? checked_weights(*weights) : Weights{},
                                                        pause);
    require(playing != nullptr, "there is no player called ", player);
    std::optional<Arena> arena;
    for_each_layout(layouts, width, seeds, [&](auto i, auto layout, auto seed) {
        if (!arena) arena.emplace(width, height_of(layouts, width), pause);
        f(i, layout, seed, *arena, *playing);
    });
}

Matrix<std::int64_t> py_play_games(const Rows& layouts, int width, bool safe_start, const Seeds& seeds,
                                   const std::string& player, int first, int few,
                                   const std::optional<WeightRows>& weights) {
    std::vector<std::int64_t> results;
    const auto play = [&](auto, auto layout, auto seed, Arena& arena, Player& playing) {
        require(first >= 0 && first < std::ssize(layout), "the place ", first, " is not in the field");
        const Result result = arena.play(layout, first, safe_start, seed, playing);
        results.insert(results.end(), {result.won, result.guesses});
    };
    for_each_game(layouts, width, seeds, player, few, weights, play);
    return to_numpy(std::move(results), 2);
}

Matrix<double> py_guess_outcomes(const Rows& layouts, int width, const Seeds& seeds, int first, int most,
                                 const WeightRows& weights) {
    std::vector<double> rows;
    nb::gil_scoped_release release;
    require(most >= 2, "2 cells or more are compared, not ", most);
    std::optional<Outcomes> outcomes;
    const Weights checked = checked_weights(weights);
    for_each_layout(layouts, width, seeds, [&](auto i, auto layout, auto seed) {
        require(first >= 0 && first < std::ssize(layout) && !layout[first], "the place ", first, " is not safe");
        if (!outcomes) outcomes.emplace(width, height_of(layouts, width), checked, few_layouts, pause);
        Random random(seed);
        for (const Outcome& each : outcomes->of(layout, first, most, random)) {
            rows.insert(rows.end(), {static_cast<double>(i), static_cast<double>(each.decision), each.left,
                                     static_cast<double>(each.mine), each.value});
            rows.insert(rows.end(), each.features.begin(), each.features.end());
        }
    });
    nb::gil_scoped_acquire acquire;
    return to_numpy(std::move(rows), 5 + feature_count);
}

constexpr int most_drawn = 1 << 20;

Matrix<double> py_playouts(const Field& cells, int mines, const Places& places, int layouts, std::uint64_t seed) {
    const std::span<const std::int64_t> given = values(places, "places");
    std::vector<double> found;
    {
        nb::gil_scoped_release release;
        const std::span<const std::uint8_t> field = checked(cells);
        require_mines(mines);
        require(layouts >= 0 && layouts <= most_drawn, "0 to ", most_drawn, " layouts are drawn, not ", layouts);
        std::vector<int> chosen;
        for (const std::int64_t place : given) chosen.push_back(checked_place(place, field));
        Playouts playouts(width_of(cells), height_of(cells), few_layouts, pause);
        Random random(seed);
        if (!playouts.play(field, mines, chosen, layouts, random, found)) found.clear();
    }
    return to_numpy(std::move(found), given.size());
}

Matrix<std::int64_t> py_game_choices(const Rows& layouts, int width, const Seeds& seeds, const std::string& player,
                                     const std::optional<WeightRows>& weights) {
    std::vector<std::int64_t> rows;
    const auto choose = [&](auto i, auto layout, auto seed, Arena& arena, Player& playing) {
        std::vector<Choice> choices;
        arena.play(layout, 0, true, seed, playing, &choices);
        for (const Choice& choice : choices) {
            rows.insert(rows.end(), {static_cast<std::int64_t>(i), choice.place});
            rows.insert(rows.end(), choice.position.begin(), choice.position.end());
        }
    };
    for_each_game(layouts, width, seeds, player, few_layouts, weights, choose);
    return to_numpy(std::move(rows), layouts.shape(1) + 2);
}

// ---- many games at once ----

// The size of the fields of many boards, checked: cells and rows.
std::pair<std::size_t, int> checked_size(const Rows& boards, int width) {
    const std::size_t size = boards.shape(1);
    require(size > 0 && size <= most_cells, "a field has 1 to ", most_cells, " cells, not ", size);
    require(width >= 1 && size % width == 0, size, " cells do not make rows of ", width);
    return {size, static_cast<int>(size) / width};
}

// The bytes of many boards or layouts, none above `highest`.
std::span<const std::uint8_t> checked_bytes(const Rows& rows, std::uint8_t highest) {
    const std::span<const std::uint8_t> all(rows.data(), rows.size());
    require(std::all_of(all.begin(), all.end(), [&](std::uint8_t value) { return value <= highest; }),
            "a cell is 0 to ", highest);
    return all;
}

// A place for each board.
std::span<const std::int64_t> checked_places(const Places& clicks, std::size_t boards, std::size_t size) {
    require(clicks.size() == boards, "there are ", boards, " boards, but ", clicks.size(), " clicks");
    const std::span<const std::int64_t> all = values(clicks, "clicks");
    for (const std::int64_t place : all)
        require(place >= 0 && place < static_cast<std::int64_t>(size), "there is no cell ", place);
    return all;
}

Matrix<std::uint8_t> py_click_all(const Rows& layouts, const Rows& boards, int width, const Places& clicks) {
    std::vector<std::uint8_t> after;
    {
        nb::gil_scoped_release release;
        const auto [size, height] = checked_size(boards, width);
        const std::size_t games = boards.shape(0);
        require(layouts.shape(0) == games && layouts.shape(1) == size, "layouts and boards have different shapes");
        const std::span<const std::uint8_t> mines = checked_bytes(layouts, 1), before = checked_bytes(boards, mined);
        const std::span<const std::int64_t> places = checked_places(clicks, games, size);
        after.assign(before.begin(), before.end());
        Clicks game(width, height);
        for (std::size_t i = 0; i < games; ++i) {
            if (i % 1024 == 0) pause();
            game.click(mines.subspan(i * size, size), std::span(after).subspan(i * size, size),
                       static_cast<int>(places[i]));
        }
    }
    return to_numpy(std::move(after), boards.shape(1));
}

Matrix<std::uint8_t> py_lay_all(int width, int height, int mines, int clear, const Places& clicks, const Seeds& seeds) {
    std::vector<std::uint8_t> layouts;
    std::size_t size = 0;
    {
        nb::gil_scoped_release release;
        require(width >= 1 && height >= 1 && width <= static_cast<int>(most_cells) &&
                    height <= static_cast<int>(most_cells) / width,
                "a field has 1 to ", most_cells, " cells, not ", width, " x ", height);
        require(clear >= 0 && clear <= 2, "clear is 0, 1 or 2, not ", clear);
        size = static_cast<std::size_t>(width) * height;
        const std::span<const std::uint64_t> each = values(seeds, "seeds");
        const std::span<const std::int64_t> places = checked_places(clicks, each.size(), size);
        layouts.resize(size * each.size());
        std::vector<std::uint8_t> allowed(size);
        for (std::size_t i = 0; i < each.size(); ++i) {
            if (i % 1024 == 0) pause();
            allow(allowed, width, static_cast<int>(places[i]), clear);
            require_room(allowed, mines);
            Random random(each[i]);
            Minelayer(allowed, mines).lay(random, std::span(layouts).subspan(i * size, size));
        }
    }
    return to_numpy(std::move(layouts), size);
}

// Calls f(analyzer, board, row) for each board, where it has a layout; the rows are of the shape of the boards, nan
// where f writes nothing.
template <class F>
Matrix<double> for_each_board(const Rows& boards, int width, int mines, const F& f) {
    std::vector<double> rows;
    {
        nb::gil_scoped_release release;
        const auto [size, height] = checked_size(boards, width);
        const std::span<const std::uint8_t> all = checked_bytes(boards, mined);
        require_mines(mines);
        rows.assign(all.size(), std::numeric_limits<double>::quiet_NaN());
        Analyzer analyzer(pause);
        for (std::size_t i = 0; i < boards.shape(0); ++i) {
            if (i % 64 == 0) pause();
            const std::span<const std::uint8_t> board = all.subspan(i * size, size);
            if (analyzer.analyze(board, width, height, mines))
                f(analyzer, board, std::span(rows).subspan(i * size, size));
        }
    }
    return to_numpy(std::move(rows), boards.shape(1));
}

Matrix<double> py_risks_all(const Rows& boards, int width, int mines) {
    return for_each_board(boards, width, mines, [](const Analyzer& analyzer, auto, std::span<double> row) {
        std::copy(analyzer.risks().begin(), analyzer.risks().end(), row.begin());
    });
}

Matrix<double> py_information_all(const Rows& boards, int width, int mines) {
    const auto measure = [](Analyzer& analyzer, std::span<const std::uint8_t> board, std::span<double> row) {
        for (std::size_t i = 0; i < board.size(); ++i) {
            if (board[i] != closed) continue;
            double bits = 0;
            for (const double chance : analyzer.numbers(static_cast<int>(i)))
                if (chance > 0) bits -= chance * std::log2(chance);
            row[i] = bits;
        }
    };
    return for_each_board(boards, width, mines, measure);
}

}  // namespace

void bind_minesweeper(nb::module_& m) {
    nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
        try {
            std::rethrow_exception(thrown);
        } catch (const OutOfWork& error) {
            PyErr_SetString(PyExc_TimeoutError, error.what());
        } catch (const OutOfMemory& error) {
            PyErr_SetString(PyExc_MemoryError, error.what());
        }
    });
    m.def("analyze", &py_analyze, array("cells"), nb::arg("mines"), nb::arg("work"), nb::arg("memory"),
          "The probability of a mine in each cell of a position.");
    m.def("front_counts", &py_front_counts, array("cells"), nb::arg("mines"), nb::arg("work"), nb::arg("memory"),
          "How many layouts the cells that touch numbers have, by their mines.");
    m.def("number_chances", &py_number_chances, array("cells"), nb::arg("mines"), array("queries"), nb::arg("work"),
          nb::arg("memory"), "What closed cells show when they are opened.");
    m.def("draw_layouts", &py_draw_layouts, array("allowed"), nb::arg("mines"), array("seeds"),
          "A layout for each seed, with mines in cells that are allowed; each choice is equally likely.");
    m.def("draw_noguess", &py_draw_noguess, array("allowed"), nb::arg("mines"), nb::arg("first"), nb::arg("seed"),
          nb::arg("tries"), nb::arg("patience"),
          "A layout that needs no guess after the first click, if one is found.");
    m.def("deduce", &py_deduce, array("layout"), nb::arg("first"),
          "What is known when deduction from the first click has come to its end.");
    m.def("twins", &py_twins, array("cells"), nb::arg("mines"), nb::arg("work"), nb::arg("memory"),
          "The chances of cells that no number will ever tell apart.");
    m.def("fitting_layouts", &py_fitting_layouts, array("cells"), nb::arg("mines"), nb::arg("limit"), nb::arg("work"),
          nb::arg("memory"), "All layouts that fit a position; limit + 1 where there are more.");
    m.def("best_play", &py_best_play, array("layouts"), array("cells"), nb::arg("work"), nb::arg("memory"),
          "The cell that wins most layouts by the best play, how many, and how many positions were looked at.");
    m.def("click_wins", &py_click_wins, array("layouts"), array("cells"), array("clicks"), nb::arg("work"),
          nb::arg("memory"), "How many layouts are won after each click, by the number that it shows.");
    m.def("play_games", &py_play_games, array("layouts"), nb::arg("width"), nb::arg("safe_start"), array("seeds"),
          nb::arg("player"), nb::arg("first") = 0, nb::arg("few") = few_layouts, array("weights") = nb::none(),
          "Whole games: for each layout whether it is won, and the guesses.");
    m.def("guess_outcomes", &py_guess_outcomes, array("layouts"), nb::arg("width"), array("seeds"), nb::arg("first"),
          nb::arg("most"), array("weights"), "What becomes of the cells that champion compares.");
    m.def("playouts", &py_playouts, array("cells"), nb::arg("mines"), array("places"), nb::arg("layouts"),
          nb::arg("seed"), "What the rest of the game is worth in drawn layouts, after a click on each of some cells.");
    m.def("game_choices", &py_game_choices, array("layouts"), nb::arg("width"), array("seeds"), nb::arg("player"),
          array("weights") = nb::none(),
          "What is chosen where nothing is certain: the game, the place, and the position.");
    m.def("click_all", &py_click_all, array("layouts"), array("boards"), nb::arg("width"), array("clicks"),
          "Many boards after a click in each.");
    m.def("lay_all", &py_lay_all, nb::arg("width"), nb::arg("height"), nb::arg("mines"), nb::arg("clear"),
          array("clicks"), array("seeds"), "A layout for each first click and seed.");
    m.def("risks_all", &py_risks_all, array("boards"), nb::arg("width"), nb::arg("mines"),
          "The probability of a mine in each cell of many boards.");
    m.def("information_all", &py_information_all, array("boards"), nb::arg("width"), nb::arg("mines"),
          "The information of a click on each closed cell of many boards.");
}

}  // namespace mastermine
