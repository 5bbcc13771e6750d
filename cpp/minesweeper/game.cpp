#include "game.hpp"

#include <algorithm>

namespace mastermine::minesweeper {

Game::Game(int width, int height)
    : width_(width), height_(height), stride_(width + 2),
      around_{-stride_ - 1, -stride_, -stride_ + 1, -1, 1, stride_ - 1, stride_, stride_ + 1},
      places_((width + 2) * (height + 2), -1), fresh_(places_.size(), outside_state), neighbours_(places_.size(), 0),
      number_(places_.size()), position_(width * height), missing_(places_.size()), waiting_(places_.size(), 0) {
    for (int i = 0; i < size(); ++i) {
        places_[at(i)] = i;
        fresh_[at(i)] = unknown_state;
        for (int step : around_) ++neighbours_[at(i) + step];
    }
}

void Game::start(std::span<const std::uint8_t> layout) {
    layout_ = layout;
    state_ = fresh_;
    unknown_ = neighbours_;
    std::fill(number_.begin(), number_.end(), std::uint8_t{0});
    std::fill(position_.begin(), position_.end(), std::uint8_t{9});
    mines_ = 0;
    for (int i = 0; i < size(); ++i)
        if (layout[i]) {
            ++mines_;
            for (int step : around_) ++number_[at(i) + step];
        }
    std::copy(number_.begin(), number_.end(), missing_.begin());
    mines_left_ = mines_;
    safe_left_ = size() - mines_;
    for (Cell cell : queue_) waiting_[cell] = 0;
    queue_.clear();
}

// A number has to be looked at again.
void Game::touch(Cell cell) {
    if (waiting_[cell] || state_[cell] != open_state || unknown_[cell] == 0) return;
    waiting_[cell] = 1;
    queue_.push_back(cell);
}

bool Game::open(Cell cell) {
    if (layout_[places_[cell]]) return false;
    state_[cell] = open_state;
    position_[places_[cell]] = number_[cell];
    --safe_left_;
    for (int step : around_) {
        --unknown_[cell + step];
        touch(cell + step);
    }
    touch(cell);
    return true;
}

void Game::mark(Cell cell) {
    state_[cell] = mine_state;
    position_[places_[cell]] = 11;
    --mines_left_;
    for (int step : around_) {
        --unknown_[cell + step];
        --missing_[cell + step];
        touch(cell + step);
    }
}

void Game::settle() {
    while (!queue_.empty()) {
        const Cell cell = queue_.back();
        queue_.pop_back();
        waiting_[cell] = 0;
        const bool safe = missing_[cell] == 0;
        if (unknown_[cell] == 0 || (!safe && missing_[cell] != unknown_[cell])) continue;
        for (int step : around_)
            if (is_unknown(cell + step)) {
                if (safe)
                    open(cell + step);
                else
                    mark(cell + step);
            }
    }
}

}  // namespace mastermine::minesweeper
