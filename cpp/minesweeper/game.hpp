// A game as its player sees it: what is open, which mines are known, and what single numbers say.
//
//     Game game(30, 16);
//     game.start(layout);                  // a byte for each cell, 1 for a mine
//     if (!game.open(game.at(0))) ...      // false: a mine
//     game.settle();                       // opens and marks all that one number after the other proves
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace mastermine::minesweeper {

class Game {
  public:
    // Cells are numbered in a grid with a frame of one cell around it, so that every cell has eight neighbours.
    using Cell = int;

    Game(int width, int height);

    // A new game: nothing is open.
    void start(std::span<const std::uint8_t> layout);

    // The cell at a place in reading order, and back.
    Cell at(int place) const { return (place / width_ + 1) * stride_ + place % width_ + 1; }
    int place(Cell cell) const { return places_[cell]; }

    // Opens a cell. Returns false, and leaves the game as it is, if there is a mine.
    bool open(Cell cell);
    // Takes a cell for a mine.
    void mark(Cell cell);
    // Uses single numbers until they give nothing more: as many mines around as unknown cells, or as are known. They
    // are never wrong, if no cell was marked that holds no mine.
    void settle();

    bool won() const { return safe_left_ == 0; }
    int safe_left() const { return safe_left_; }
    // The part of the safe cells that is still closed.
    double part_left() const { return static_cast<double>(safe_left_) / (size() - mines_); }
    int mines_left() const { return mines_left_; }

    bool is_unknown(Cell cell) const { return state_[cell] == unknown_state; }
    bool is_mine(Cell cell) const { return state_[cell] == mine_state; }
    bool is_open(Cell cell) const { return state_[cell] == open_state; }
    bool is_outside(Cell cell) const { return state_[cell] == outside_state; }
    // Of an open cell: how many of the mines around it are not known yet, and in how many cells they can be.
    int missing(Cell cell) const { return missing_[cell]; }
    int unknown(Cell cell) const { return unknown_[cell]; }

    // The position in reading order: 0 to 8, 9 for a closed cell, 11 for a known mine.
    std::span<const std::uint8_t> position() const { return position_; }

    int width() const { return width_; }
    int height() const { return height_; }
    int size() const { return width_ * height_; }
    int stride() const { return stride_; }
    int mines() const { return mines_; }
    // The eight steps from a cell to its neighbours.
    const std::array<int, 8>& around() const { return around_; }

  private:
    enum State : std::uint8_t { unknown_state, open_state, mine_state, outside_state };

    void touch(Cell cell);

    int width_, height_, stride_, mines_ = 0, mines_left_ = 0, safe_left_ = 0;
    std::array<int, 8> around_;
    std::span<const std::uint8_t> layout_;
    std::vector<int> places_;                       // -1 in the frame
    std::vector<std::uint8_t> fresh_, neighbours_;  // the states and counts of unknown cells before the first click
    std::vector<std::uint8_t> state_, unknown_, number_, position_;
    std::vector<std::int8_t> missing_;
    std::vector<std::uint8_t> waiting_;
    std::vector<Cell> queue_;
};

}  // namespace mastermine::minesweeper
