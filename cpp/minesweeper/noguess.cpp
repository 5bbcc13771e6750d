#include "noguess.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "around.hpp"
#include "deduction.hpp"
#include "generate.hpp"

namespace mastermine::minesweeper {
namespace {

constexpr int reach = 2;   // mines are moved within a square of five by five cells
constexpr int others = 4;  // and into, or out of, so many other cells

// Cells of which nothing is certain: those next to an open one where there are any, else all.
std::vector<int> open_questions(std::span<const std::uint8_t> cells, int width, int height) {
    std::vector<int> all, edge;
    for (int cell = 0; cell < width * height; ++cell) {
        if (cells[cell] != closed) continue;
        all.push_back(cell);
        bool at_edge = false;
        around(cell, width, height, [&](int near) { at_edge |= cells[near] < closed; });
        if (at_edge) edge.push_back(cell);
    }
    return edge.empty() ? all : edge;
}

// Shuffles the mines among the closed cells around one that is not certain, and a few others.
void move_mines(std::span<const std::uint8_t> cells, std::span<const std::uint8_t> allowed, int width, int height,
                Random& random, std::span<std::uint8_t> layout) {
    const std::vector<int> questions = open_questions(cells, width, height);
    const int centre = questions[random.below(questions.size())], x = centre % width, y = centre / width;
    std::vector<int> near, far;
    for (int cell = 0; cell < width * height; ++cell) {
        if (cells[cell] < closed || !allowed[cell]) continue;
        const bool close = std::abs(cell % width - x) <= reach && std::abs(cell / width - y) <= reach;
        (close ? near : far).push_back(cell);
    }
    for (int i = 0; i < others && !far.empty(); ++i) {
        std::swap(far[random.below(far.size())], far.back());
        near.push_back(far.back());
        far.pop_back();
    }
    for (std::size_t last = near.size() - 1; last > 0; --last)
        std::swap(layout[near[last]], layout[near[random.below(last + 1)]]);
}

}  // namespace

Origin draw_noguess(std::span<const std::uint8_t> allowed, int width, int height, int mines, int first,
                    std::int64_t tries, std::int64_t patience, Random& random, std::span<std::uint8_t> layout,
                    void (*pause)()) {
    Minelayer layer(allowed, mines);
    Deducer deducer(width, height, pause);
    for (std::int64_t i = 0; i <= tries; ++i) {
        if (pause) pause();
        layer.lay(random, layout);
        if (deducer.opens_all(layout, first)) return Origin::drawn;
    }
    std::vector<std::uint8_t> kept(layout.begin(), layout.end()), cells(deducer.cells().begin(), deducer.cells().end());
    int closed_safe = deducer.closed_safe();
    for (std::int64_t idle = 0; idle++ < patience;) {
        if (pause) pause();
        move_mines(cells, allowed, width, height, random, layout);
        if (deducer.opens_all(layout, first)) return Origin::repaired;
        if (deducer.closed_safe() > closed_safe) {
            std::copy(kept.begin(), kept.end(), layout.begin());
            continue;
        }
        if (deducer.closed_safe() < closed_safe) idle = 0;
        closed_safe = deducer.closed_safe();
        std::copy(layout.begin(), layout.end(), kept.begin());
        std::copy(deducer.cells().begin(), deducer.cells().end(), cells.begin());
    }
    return Origin::none;
}

}  // namespace mastermine::minesweeper
