#include "twins.hpp"

#include <algorithm>
#include <cstdlib>

#include "constants.hpp"

namespace mastermine::minesweeper {
namespace {}  // namespace

void Twins::look(std::span<const std::uint8_t> cells, int width, int height, Analyzer& analyzer) {
    if (width != width_ || height != height_) list(width, height);
    found_.assign(cells.size(), 0);
    settled_.assign(cells.size(), 0);
    risks_ = analyzer.risks();
    with_.limits = analyzer.limits;
    for (const Sides& sides : all_) {
        const double part = chance(cells, sides, analyzer);
        if (part == 0) continue;
        for (std::size_t i = sides.one.size(); i < mines_.size(); ++i) settled_[mines_[i]] += part;
        for (int cell : sides.one) found_[cell] += part;
        for (int cell : sides.other) found_[cell] += part;
    }
    with_.give_back();
}

// The chance that the one side, not the other, and all tellers are mines.
double Twins::chance(std::span<const std::uint8_t> cells, const Sides& sides, Analyzer& analyzer) {
    const auto unlikely = [&](int cell) { return cells[cell] != closed || risks_[cell] < likely_twins; };
    if (std::ranges::any_of(sides.one, unlikely) || std::ranges::any_of(sides.other, unlikely)) return 0;
    mines_ = sides.one;
    for (int cell : sides.tellers) {
        if (cells[cell] == mined || (cells[cell] == closed && risks_[cell] == 1)) continue;
        if (unlikely(cell) || mines_.size() - sides.one.size() == max_tellers) return 0;
        mines_.push_back(cell);
    }
    return with_.chance_having(analyzer, mines_, sides.other);
}

// All pairs of neighbours and all squares.
void Twins::list(int width, int height) {
    width_ = height_ = 0;  // until the list is whole
    all_.clear();
    const auto seen = [&](int x, int y, const std::vector<int>& cells) {
        return std::ranges::count_if(
            cells, [&](int cell) { return std::abs(cell % width - x) <= 1 && std::abs(cell / width - y) <= 1; });
    };
    const auto add = [&](int x, int y, int right, int below, const std::vector<int>& one,
                         const std::vector<int>& other) {
        Sides sides{one, other, {}};
        for (int v = std::max(0, y - 1); v <= std::min(height - 1, below + 1); ++v)
            for (int u = std::max(0, x - 1); u <= std::min(width - 1, right + 1); ++u) {
                const bool inside = u >= x && u <= right && v >= y && v <= below;
                if (!inside && seen(u, v, one) != seen(u, v, other)) sides.tellers.push_back(v * width + u);
            }
        all_.push_back(std::move(sides));
    };
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const int i = y * width + x;
            const bool right = x + 1 < width, below = y + 1 < height;
            if (right) add(x, y, x + 1, y, {i}, {i + 1});
            if (below) add(x, y, x, y + 1, {i}, {i + width});
            if (right && below) add(x, y, x + 1, y + 1, {i, i + width + 1}, {i + 1, i + width});
        }
    width_ = width;
    height_ = height;
}

}  // namespace mastermine::minesweeper
