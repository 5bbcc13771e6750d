#include "probability.hpp"

#include <algorithm>
#include <limits>

#include "around.hpp"
#include "boxes.hpp"
#include "exact.hpp"
#include "front.hpp"
#include "solver.hpp"
#include "watch.hpp"

namespace mastermine::minesweeper {

namespace {

// No sum over layouts of so many closed cells exceeds a double, and no part of it is less than one.
constexpr int closed_for_double = 900;
constexpr std::size_t kept_bytes = std::size_t{1} << 28;  // or half the limit, if that is less

}  // namespace

struct Analyzer::Workspace {
    void (*pause)() = nullptr;
    int width = 0, height = 0;
    std::vector<std::uint8_t> cells;
    Boxes boxes;
    Front front;
    Solver<double> solver;
    Solver<Scaled> scaled;
    bool large = false;
    Watch watch;
    std::vector<double> risks;
    std::vector<Near> near;
};

Analyzer::Analyzer(void (*pause)()) : workspace_(std::make_unique<Workspace>()) { workspace_->pause = pause; }
Analyzer::~Analyzer() = default;

void Analyzer::give_back() {
    Workspace& w = *workspace_;
    const std::size_t kept = w.front.bytes() + w.solver.bytes() + w.scaled.bytes();
    if (kept > kept_bytes || (limits.bytes != 0 && kept > limits.bytes / 2)) {
        w.front.release();
        w.solver.release();
        w.scaled.release();
    }
}

bool Analyzer::analyze(std::span<const std::uint8_t> cells, int width, int height, int mines) {
    Workspace& w = *workspace_;
    give_back();
    w.watch.start(limits, w.pause);
    w.width = width;
    w.height = height;
    w.cells.assign(cells.begin(), cells.end());
    if (!w.boxes.read(cells, width, height, mines) || !w.front.build(w.boxes, w.watch) ||
        !w.front.trim(w.boxes.left, w.boxes.outside, w.watch))
        return false;
    w.large = std::count(w.cells.begin(), w.cells.end(), closed) > closed_for_double;
    if (!(w.large ? w.scaled.solve(w.boxes, w.front, w.watch) : w.solver.solve(w.boxes, w.front, w.watch)))
        return false;

    w.risks.resize(w.cells.size());
    const double outside = w.large ? w.scaled.outside_risk() : w.solver.outside_risk();
    for (std::size_t i = 0; i < w.cells.size(); ++i) {
        const int box = w.boxes.box_of(static_cast<int>(i));
        if (box >= 0)
            w.risks[i] = w.large ? w.scaled.box_risk(box) : w.solver.box_risk(box);
        else if (box == Boxes::out_there)
            w.risks[i] = outside;
        else
            w.risks[i] = w.cells[i] == mined ? 1 : std::numeric_limits<double>::quiet_NaN();
    }
    return true;
}

std::span<const double> Analyzer::risks() const { return workspace_->risks; }

double Analyzer::solutions() const {
    return workspace_->large ? workspace_->scaled.solutions() : workspace_->solver.solutions();
}

Wholes Analyzer::exact_counts() {
    Workspace& w = *workspace_;
    return front_counts(w.boxes, w.front, w.large ? w.scaled.front_bits() : w.solver.front_bits(), w.watch);
}

std::array<double, 10> Analyzer::numbers(int cell) {
    Workspace& w = *workspace_;
    std::array<double, 10> chances{};
    chances[9] = w.risks[cell];
    if (chances[9] == 1) return chances;
    w.near.clear();
    const auto near = [&](int box) -> Near& {
        for (Near& each : w.near)
            if (each.box == box) return each;
        w.near.push_back({box, 0, false});
        return w.near.back();
    };
    near(w.boxes.box_of(cell)).opened = true;
    int known = 0;
    around(cell, w.width, w.height, [&](int other) {
        if (other == cell) return;
        if (w.cells[other] == mined) ++known;
        if (w.cells[other] == closed) ++near(w.boxes.box_of(other)).cells;
    });
    const std::array<double, 9> held = w.large ? w.scaled.around(w.near, w.watch) : w.solver.around(w.near, w.watch);
    for (int n = 0; n + known < 9; ++n) chances[n + known] = held[n];
    return chances;
}

}  // namespace mastermine::minesweeper
