#include "deduction.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace mastermine::minesweeper {
namespace {

constexpr int centre_bit = 24;

// The 3 x 3 around a cell as a set of the 7 x 7 around it.
constexpr std::array<std::uint64_t, 512> spread = [] {
    std::array<std::uint64_t, 512> sets{};
    for (int mask = 0; mask < 512; ++mask)
        for (int bit = 0; bit < 9; ++bit)
            if (mask >> bit & 1) sets[mask] |= std::uint64_t{1} << (centre_bit + (bit / 3 - 1) * 7 + bit % 3 - 1);
    return sets;
}();

constexpr std::uint64_t shifted(std::uint64_t set, int by) { return by < 0 ? set >> -by : set << by; }

}  // namespace

Deducer::Deducer(int width, int height, void (*pause)())
    : width_(width),
      height_(height),
      stride_(width + 2 * border),
      fresh_(static_cast<std::size_t>(stride_) * (height + 2 * border)),
      cells_(static_cast<std::size_t>(width) * height),
      analyzer_(pause) {
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (int bit = 0; bit < 9; ++bit) {
                const int u = x + bit % 3 - 1, v = y + bit / 3 - 1;
                if (bit != 4 && u >= 0 && u < width && v >= 0 && v < height)
                    fresh_[square(y * width + x)].unknown |= 1u << bit;
            }
}

bool Deducer::opens_all(std::span<const std::uint8_t> layout, int first) {
    squares_ = fresh_;
    std::fill(cells_.begin(), cells_.end(), std::uint8_t{closed});
    to_open_.clear();
    ones_.clear();
    twos_.clear();
    mines_ = 0;
    for (std::size_t cell = 0; cell < layout.size(); ++cell)
        if (layout[cell]) {
            ++mines_;
            const int at = square(static_cast<int>(cell));
            for (int row = -stride_; row <= stride_; row += stride_)
                for (int near = at + row - 1; near <= at + row + 1; ++near) ++squares_[near].number;
        }
    closed_safe_ = static_cast<int>(layout.size()) - mines_;
    to_open_.push_back(square(first));
    while (true) {
        while (!to_open_.empty()) {
            const int next = to_open_.back();
            to_open_.pop_back();
            open(next);
        }
        if (closed_safe_ == 0) {
            std::replace(cells_.begin(), cells_.end(), std::uint8_t{closed}, std::uint8_t{mined});
            return true;
        }
        if (!ones_.empty()) {
            const int next = ones_.back();
            ones_.pop_back();
            if (!one_number(next)) twos_.push_back(next);
        } else if (!twos_.empty()) {
            const int next = twos_.back();
            twos_.pop_back();
            if (!one_number(next)) two_numbers(next);
        } else if (!exactly()) {
            return false;
        }
    }
}

void Deducer::open(int at) {
    Square& square = squares_[at];
    if (square.open) return;
    square.open = 1;
    square.left = static_cast<std::int8_t>(square.left + square.number);
    cells_[cell(at)] = square.number;
    --closed_safe_;
    settle(at);
    if (square.number == 0) {
        conclude(at, spread[square.unknown], false);
    } else if (!square.queued) {
        square.queued = 1;
        ones_.push_back(at);
    }
}

void Deducer::mark(int at) {
    Square& square = squares_[at];
    if (square.mined) return;
    square.mined = 1;
    cells_[cell(at)] = mined;
    for (int row = -stride_; row <= stride_; row += stride_)
        for (int near = at + row - 1; near <= at + row + 1; ++near) --squares_[near].left;
    settle(at);
}

// Takes a square from what its neighbours do not know, and looks at them again.
void Deducer::settle(int at) {
    for (int bit = 0; bit < 9; ++bit) {
        if (bit == 4) continue;
        const int near = at - (bit / 3 - 1) * stride_ - (bit % 3 - 1);
        Square& square = squares_[near];
        square.unknown = static_cast<std::uint16_t>(square.unknown & ~(1u << bit));
        if (square.open && square.unknown && !square.queued) {
            square.queued = 1;
            ones_.push_back(near);
        }
    }
}

// Whether all that the square does not know is safe, or all of it mines.
bool Deducer::one_number(int at) {
    const Square& square = squares_[at];
    if (square.left != 0 && square.left != std::popcount(square.unknown)) return false;
    squares_[at].queued = 0;
    conclude(at, spread[square.unknown], square.left != 0);
    return true;
}

// Compares the square with those that share neighbours with it. Where its rest holds as many mines as it has more, all
// of that are mines, and the other's rest is safe.
void Deducer::two_numbers(int at) {
    squares_[at].queued = 0;
    for (int row = -2; row <= 2; ++row)
        for (int column = -2; column <= 2; ++column) {
            const Square& one = squares_[at];
            const Square& other = squares_[at + row * stride_ + column];
            if (!other.open || !other.unknown || !one.unknown || &one == &other) continue;
            const Set mine = spread[one.unknown], theirs = shifted(spread[other.unknown], row * 7 + column);
            const Set here = mine & ~theirs, there = theirs & ~mine;
            if (!(mine & theirs) || !(here | there)) continue;
            const int more = one.left - other.left;
            if (more == std::popcount(here)) {
                conclude(at, here, true);
                conclude(at, there, false);
            } else if (-more == std::popcount(there)) {
                conclude(at, there, true);
                conclude(at, here, false);
            }
        }
}

// The squares of a set are mines, or to be opened.
void Deducer::conclude(int centre, Set set, bool mines) {
    for (; set; set &= set - 1) {
        const int bit = std::countr_zero(set);
        const int at = centre + (bit / 7 - 3) * stride_ + bit % 7 - 3;
        if (mines)
            mark(at);
        else
            to_open_.push_back(at);
    }
}

bool Deducer::exactly() {
    if (!analyzer_.analyze(cells_, width_, height_, mines_)) return false;  // never: the layout fits
    const std::span<const double> risks = analyzer_.risks();
    for (int cell = 0; cell < width_ * height_; ++cell) {
        if (cells_[cell] != closed) continue;
        if (risks[cell] == 0)
            to_open_.push_back(square(cell));
        else if (risks[cell] == 1)
            mark(square(cell));
    }
    return !to_open_.empty();
}

}  // namespace mastermine::minesweeper
