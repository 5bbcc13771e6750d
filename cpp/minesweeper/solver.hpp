// From the counts of the components to probabilities: components share the mines that are left with each other and
// with the cells that touch no number. T is double, or Scaled for very large fields.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "../random.hpp"
#include "passes.hpp"
#include "scaled.hpp"

namespace mastermine::minesweeper {

// Numbers of layouts for each number of mines, from `low` on.
template <class T>
struct Polynomial {
    int low = 0;
    std::vector<T> of{T(1)};

    int high() const { return low + static_cast<int>(of.size()) - 1; }

    void become_product(const Polynomial& a, const Polynomial& b) {
        low = a.low + b.low;
        of.assign(a.of.empty() || b.of.empty() ? 0 : a.of.size() + b.of.size() - 1, T{});
        for (std::size_t i = 0; i < a.of.size(); ++i)
            for (std::size_t j = 0; j < b.of.size(); ++j) of[i + j] += a.of[i] * b.of[j];
    }
};

// Where the neighbours of a cell are that will be opened, by the box that holds them.
struct Near {
    int box;      // or Boxes::out_there
    int cells;    // closed neighbours in it
    bool opened;  // whether the cell itself is in it, and so no mine
};

template <class T>
class Solver {
  public:
    // Counts the layouts; then only layouts() may be asked. False if none fits.
    bool count(const Boxes& boxes, Front& front, Watch& watch);
    // Works all out. False if no layout fits.
    bool solve(const Boxes& boxes, Front& front, Watch& watch);

    double box_risk(int box) const { return risk_[box]; }
    double outside_risk() const { return outside_risk_; }
    // The number of layouts.
    T layouts() const;
    // The layouts of the cells that touch numbers are fewer than 2 to this power.
    double front_bits() const;

    // The chances that a cell is safe and that so many of the cells near it, 0 to 8, hold a mine.
    std::array<double, 9> around(const std::vector<Near>& near, Watch& watch);

    // Draws one of the layouts, each equally likely: the mines of each box, in `mines`. Returns those outside.
    int draw(Random& random, std::vector<int>& mines);

    std::size_t bytes() const { return (past_.bytes() + future_.bytes()) + (now_.bytes() + next_.bytes()); }
    void release();

  private:
    static constexpr int most_near = 9;  // 0 to 8 mines near
    using Shares = std::array<Polynomial<T>, most_near>;

    std::size_t drawn(Random& random) const;
    double outside_near(int mines, int near, int mines_near, bool opened) const;
    const Polynomial<T>& others(const std::vector<int>& components, Watch& watch);
    int follow(int component, const std::vector<Near>& near, int end, Watch& watch);

    const Boxes* boxes_ = nullptr;
    Front* front_ = nullptr;
    Buffer<T> past_, future_, now_, next_;
    std::vector<Held<T>> held_;
    std::vector<Polynomial<T>> parts_, before_;  // of each component, and of all those before it together
    std::vector<std::vector<T>> after_;  // layouts of the rest, by the mines of the components before
    std::vector<Polynomial<T>> others_;  // of all components but one, once asked for; the last is of all
    std::vector<char> others_known_;
    Polynomial<T> factor_;
    Shares shares_, shares_next_;
    struct Came {
        std::uint32_t from;
        int mines;
        int more;  // mines behind it, beyond the fewest
    };
    std::vector<Came> moves_;
    std::vector<double> risk_;
    std::vector<T> rest_, weights_;  // weights_: to draw by
    std::vector<T> outside_;  // ways of the outside cells to hold lowest_ mines or more, in units of the first
    int lowest_ = 0;
    int left_ = 0;  // mines that are neither known nor in fixed boxes
    T total_{}, held_outside_{};
    bool safe_outside_ = false;
    double outside_risk_ = 0;
};

extern template class Solver<double>;
extern template class Solver<Scaled>;

}  // namespace mastermine::minesweeper
