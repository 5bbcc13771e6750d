#include "patterns.hpp"

#include <bit>
#include <cstdint>
#include <vector>

namespace mastermine::minesweeper {
namespace {

using Cell = Game::Cell;
using Set = std::uint64_t;  // of cells in the 7 x 7 around some cell, which is bit 24

constexpr int reach = 7;

// The same cells, seen from a cell that is so far to the left and above.
Set seen_from(Set cells, int x, int y) {
    const int by = y * reach + x;
    return by >= 0 ? cells << by : cells >> -by;
}

// Returns true if a set has n cells; n is small.
bool holds(Set cells, int n) {
    for (; n > 0 && cells; --n) cells &= cells - 1;
    return n == 0 && !cells;
}

class Patterns {
  public:
    explicit Patterns(const Game& game) : game_(game), closed_(game.stride() * (game.height() + 2), 0) {
        for (int i = 0; i < game.size(); ++i) {
            const Cell cell = game.at(i);
            if (!game.is_open(cell) || game.unknown(cell) == 0) continue;
            numbers_.push_back(cell);
            for (int y = -1; y <= 1; ++y)
                for (int x = -1; x <= 1; ++x)
                    if (game.is_unknown(cell + y * game.stride() + x)) closed_[cell] |= bit(x, y);
        }
        for (Cell cell : numbers_) {
            const int column = cell % game.stride(), row = cell / game.stride();
            for (int y = row > 2 ? -2 : 1 - row; y <= 2 && row + y <= game.height(); ++y)
                for (int x = column > 2 ? -2 : 1 - column; x <= 2 && column + x <= game.width(); ++x) pair(cell, x, y);
            for (int x : {-1, 1})
                for (int y : {-1, 1}) corner(cell, x, 0, 0, y);
        }
    }

    std::vector<Cell> safe, mines;

  private:
    static Set bit(int x, int y) { return Set{1} << ((y + 3) * reach + x + 3); }

    void conclude(Cell centre, Set cells, std::vector<Cell>& found) {
        for (; cells; cells &= cells - 1) {
            const int at = std::countr_zero(cells);
            found.push_back(centre + (at / reach - 3) * game_.stride() + at % reach - 3);
        }
    }

    // The cells that only the number missing more mines touches are mines if they are just as many as it misses more;
    // then those that only the other one touches are safe.
    void pair(Cell large, int x, int y) {
        const Cell small = large + y * game_.stride() + x;
        const Set theirs = seen_from(closed_[small], x, y), ours = closed_[large];
        const int more = game_.missing(large) - game_.missing(small);
        if (!(ours & theirs) || small == large || more < 0 || !holds(ours & ~theirs, more)) return;
        conclude(large, ours & ~theirs, mines);
        conclude(large, theirs & ~ours, safe);
    }

    // Numbers round a convex corner: the middle one, and one at (x, y) and (u, v) from it.
    void corner(Cell middle, int x, int y, int u, int v) {
        const Cell one = middle + y * game_.stride() + x, other = middle + v * game_.stride() + u;
        if (!closed_[one] || !closed_[other]) return;
        const Set here = closed_[middle], tip = bit(-x - u, -y - v);
        const Set first = seen_from(closed_[one], x, y), second = seen_from(closed_[other], u, v);
        if ((first & second) || (here & ~tip & ~(first | second))) return;
        const int sum = 100 * game_.missing(one) + 10 * game_.missing(middle) + game_.missing(other);
        const Set ends = (first | second) & ~here;
        if (sum == 131 && (here & tip)) {
            conclude(middle, tip, mines);
            conclude(middle, ends, safe);
        } else if (sum == 222 && std::popcount(first & ~here) == 1 && std::popcount(second & ~here) == 1) {
            conclude(middle, here & tip, safe);
            conclude(middle, ends, mines);
        } else if (sum == 121) {  // the square, with a number across that has nothing left to find
            const Cell zero = one + v * game_.stride() + u;
            if (!game_.is_open(zero) || game_.unknown(zero) > 0) return;
            if (!(here & tip) && ends) conclude(middle, ends, safe);
            if ((here & tip) && !ends) conclude(middle, tip, safe);
        }
    }

    const Game& game_;
    std::vector<Set> closed_;  // of each number: the unknown cells that it touches
    std::vector<Cell> numbers_;
};

}  // namespace

bool named_patterns(Game& game) {
    const Patterns found(game);
    for (Cell cell : found.mines)
        if (game.is_unknown(cell)) game.mark(cell);
    for (Cell cell : found.safe)
        if (game.is_unknown(cell)) game.open(cell);
    return !found.mines.empty() || !found.safe.empty();
}

}  // namespace mastermine::minesweeper
