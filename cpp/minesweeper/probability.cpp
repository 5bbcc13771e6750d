#include "probability.hpp"

#include <algorithm>
#include <limits>

#include "around.hpp"
#include "boxes.hpp"
#include "constants.hpp"
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
    std::vector<int> mines, cells_left;  // of each box, when a layout is drawn

    double box_risk(int box) const { return large ? scaled.box_risk(box) : solver.box_risk(box); }
    double outside_risk() const { return large ? scaled.outside_risk() : solver.outside_risk(); }
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
    const bool large = std::count(w.cells.begin(), w.cells.end(), closed) > closed_for_double;
    if (!w.boxes.read(cells, width, height, mines) || !solve(large)) return false;

    w.risks.resize(w.cells.size());
    for (std::size_t i = 0; i < w.cells.size(); ++i) {
        const int box = w.boxes.box_of(static_cast<int>(i));
        if (box >= 0)
            w.risks[i] = w.box_risk(box);
        else if (box == Boxes::out_there)
            w.risks[i] = w.outside_risk();
        else
            w.risks[i] = w.cells[i] == mined ? 1 : std::numeric_limits<double>::quiet_NaN();
    }
    return true;
}

bool Analyzer::solve(bool large) {
    Workspace& w = *workspace_;
    w.large = large;
    return w.front.build(w.boxes, w.watch) && w.front.trim(w.boxes.left, w.boxes.outside, w.watch) &&
           (large ? w.scaled.solve(w.boxes, w.front, w.watch) : w.solver.solve(w.boxes, w.front, w.watch));
}

std::optional<Outlook> Analyzer::opened(const Analyzer& before, int cell, int number) {
    Workspace& w = *workspace_;
    const Workspace& from = *before.workspace_;
    give_back();
    w.watch.start(limits, w.pause);
    if (!w.boxes.read_opened(from.boxes, from.cells, from.width, from.height, cell, number) || !solve(from.large))
        return {};
    Outlook found{1, 1, 0, 0};
    const auto see = [&](double risk, int cells) {
        if (cells == 0) return;
        found.second = std::min(found.second, cells > 1 ? risk : std::max(found.least, risk));
        found.least = std::min(found.least, risk);
        if (risk == 0) found.certain += cells;
        if (risk < likely_safe) found.likely += cells;
    };
    for (int i = 0; i < static_cast<int>(w.boxes.boxes.size()); ++i)
        if (w.boxes.root(i) == i) see(w.box_risk(i), w.boxes.boxes[i].cells);
    see(w.outside_risk(), w.boxes.outside);
    return found;
}

double Analyzer::chance_having(Analyzer& before, std::span<const int> mines, std::span<const int> safe) {
    Workspace& w = *workspace_;
    Workspace& from = *before.workspace_;
    w.large = from.large;
    if (!w.boxes.read_having(from.boxes, mines, safe) || !w.front.build(w.boxes, from.watch) ||
        !w.front.trim(w.boxes.left, w.boxes.outside, from.watch))
        return 0;
    // Of a large field either number may be beyond a double, but not their ratio.
    if (w.large)
        return w.scaled.count(w.boxes, w.front, from.watch) ? ratio(w.scaled.layouts(), from.scaled.layouts()) : 0;
    return w.solver.count(w.boxes, w.front, from.watch) ? ratio(w.solver.layouts(), from.solver.layouts()) : 0;
}

void Analyzer::draw(Random& random, std::span<std::uint8_t> layout) {
    Workspace& w = *workspace_;
    const int outside = w.large ? w.scaled.draw(random, w.mines) : w.solver.draw(random, w.mines);
    // Cells come one by one: of those of a box that are left, so many hold a mine.
    const auto& boxes = w.boxes.boxes;
    w.cells_left.resize(boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) w.cells_left[i] = boxes[i].cells;
    int mines_outside = outside, cells_outside = w.boxes.outside;
    for (std::size_t i = 0; i < layout.size(); ++i) {
        const int box = w.boxes.box_of(static_cast<int>(i));
        layout[i] = w.cells[i] == mined;
        if (box == Boxes::nowhere) continue;
        int& mines = box == Boxes::out_there ? mines_outside : w.mines[box];
        int& cells = box == Boxes::out_there ? cells_outside : w.cells_left[box];
        layout[i] = static_cast<int>(random.below(cells--)) < mines;
        mines -= layout[i];
    }
}

std::span<const double> Analyzer::risks() const { return workspace_->risks; }

double Analyzer::solutions() const {
    return workspace_->large ? as_double(workspace_->scaled.layouts()) : workspace_->solver.layouts();
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
