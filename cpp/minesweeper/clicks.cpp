#include "clicks.hpp"

#include <algorithm>

#include "around.hpp"
#include "probability.hpp"

namespace mastermine::minesweeper {

Clicks::Clicks(int width, int height) : width_(width), height_(height) {}

int Clicks::number(std::span<const std::uint8_t> layout, int place) const {
    int mines = 0;
    around(place, width_, height_, [&](int near) { mines += layout[near]; });
    return mines;
}

void Clicks::click(std::span<const std::uint8_t> layout, std::span<std::uint8_t> board, int place) {
    if (board[place] != closed) return;
    if (layout[place]) {
        board[place] = mined;
        return;
    }
    const auto show = [&](int cell) {
        if (board[cell] != closed || layout[cell]) return;
        board[cell] = static_cast<std::uint8_t>(number(layout, cell));
        if (board[cell] == 0) waiting_.push_back(cell);
    };
    show(place);
    while (!waiting_.empty()) {
        const int zero = waiting_.back();
        waiting_.pop_back();
        around(zero, width_, height_, show);
    }
}

void allow(std::span<std::uint8_t> allowed, int width, int first, int clear) {
    std::fill(allowed.begin(), allowed.end(), std::uint8_t{1});
    if (clear == 1) allowed[first] = 0;
    if (clear == 2)
        around(first, width, static_cast<int>(allowed.size()) / width, [&](int near) { allowed[near] = 0; });
}

}  // namespace mastermine::minesweeper
