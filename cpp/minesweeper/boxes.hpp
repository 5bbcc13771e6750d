// A visible position taken apart into numbers and boxes.
//
// A box is a set of closed cells next to the same numbers: only how many mines it holds matters. Each number asks
// for a sum of mines over its boxes. What single numbers, and numbers within other numbers, settle is settled
// here: a number whose boxes are all among another's is subtracted from that one, boxes that can hold but one
// number of mines are fixed, and boxes that no number tells apart any more become one.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace mastermine::minesweeper {

// A set of at most eight things by their index, in ascending order.
struct Few {
    std::uint8_t size = 0;
    std::array<std::uint16_t, 8> items;

    const std::uint16_t* begin() const { return items.data(); }
    const std::uint16_t* end() const { return items.data() + size; }
    void add(std::uint16_t item) { items[size++] = item; }
    void remove(std::uint16_t item);
    bool contains(const Few& other) const;
    friend bool operator==(const Few& a, const Few& b);
};

struct Number {
    int lacking;  // mines that its boxes hold
    Few boxes;
};

struct Box {
    int cells;
    int least, most;  // mines that it can hold
    Few numbers;      // none: it is fixed, or became part of another
    int part_of;      // the box that it became a part of, or itself
};

class Boxes {
  public:
    std::vector<Number> numbers;
    std::vector<Box> boxes;
    int outside = 0;  // closed cells that touch no number
    int left = 0;     // mines that are not known

    // Takes a position apart. False if the numbers, one by one, already admit no layout.
    bool read(std::span<const std::uint8_t> cells, int width, int height, int mines);

    // The same of the position in which one more cell is open, and shows a number. `before` has read `cells`, the
    // position in which it is closed.
    bool read_opened(const Boxes& before, std::span<const std::uint8_t> cells, int width, int height, int cell,
                     int number);

    // The same of the position in which closed cells are known to be mines, or to be safe.
    bool read_having(const Boxes& before, std::span<const int> mines, std::span<const int> safe);

    static constexpr int nowhere = -1, out_there = -2;
    // The box of a cell; or `nowhere` if it is not closed, `out_there` if it touches no number.
    int box_of(int cell) const {
        const int box = box_of_[cell];
        return box < 0 ? box : root(box);
    }
    int root(int box) const {
        while (boxes[box].part_of != box) box = boxes[box].part_of;
        return box;
    }

  private:
    void collect(std::span<const std::uint8_t> cells, int width, int height);
    void copy(const Boxes& before);
    bool settle_all();
    void take_out(int box, int cells);
    template <class Kind>
    void count_around(Kind kind, int stride, std::vector<std::uint8_t>& around);
    bool reduce();
    bool settle(int number);
    void fix(int box, int mines);
    void subtract(int from, int number);
    void merge();
    void touch(int number) {
        if (waiting_[number]) return;
        waiting_[number] = 1;
        queue_.push_back(number);
    }

    std::vector<Number> read_numbers_;  // as they were before anything was settled
    std::vector<Box> read_boxes_;
    std::vector<int> box_of_;
    std::vector<std::uint8_t> padded_;  // the field with a rim
    std::vector<std::uint8_t> across_, closed_around_, mined_around_, numbers_around_;
    std::vector<int> at_front_;
    std::vector<Few> touching_;  // by padded cell: the numbers around it, if it is closed
    std::vector<int> touched_;
    std::vector<int> first_cell_;  // of each box, padded
    std::vector<int> queue_;
    std::vector<std::uint8_t> waiting_;
    bool possible_ = true;
    bool changed_ = false;
};

}  // namespace mastermine::minesweeper
