#include "layouts.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "../random.hpp"
#include "around.hpp"
#include "watch.hpp"

namespace mastermine::minesweeper {

namespace {

// Lays mines cell by cell, those seen by a number first, so that as few numbers as possible are open at a time. States
// that lead nowhere are remembered: what counts is which cells are laid and how many mines each number still lacks.
class Layer {
  public:
    Layer(std::span<const std::uint8_t> cells, int width, int height, int mines, std::size_t limit,
          const Limits& limits, void (*pause)())
        : left_(mines), limit_(limit), seen_by_(cells.size()) {
        watch_.start(limits, pause);
        row_.resize(cells.size());
        found_.cells = cells.size();
        for (std::size_t i = 0; i < cells.size(); ++i) {
            row_[i] = cells[i] == mined;
            left_ -= cells[i] == mined;
            if (cells[i] > 8) continue;
            Number number{cells[i], 0, {}};
            around(static_cast<int>(i), width, height, [&](int cell) {
                number.lacks -= cells[cell] == mined;
                if (cells[cell] == closed) number.closed.push_back(cell);
            });
            number.open = static_cast<int>(number.closed.size());
            for (int cell : number.closed) seen_by_[cell].push_back(static_cast<int>(numbers_.size()));
            possible_ = possible_ && 0 <= number.lacks && number.lacks <= number.open;
            numbers_.push_back(std::move(number));
        }
        put_in_order(cells);
        open_ = static_cast<int>(order_.size());
        possible_ = possible_ && 0 <= left_ && left_ <= open_;
    }

    Layouts all() && {
        if (possible_) lay();
        return std::move(found_);
    }

  private:
    struct Number {
        int lacks;  // mines around it that are not laid yet
        int open;   // cells around it that are not laid yet
        std::vector<int> closed;
    };

    void put_in_order(std::span<const std::uint8_t> cells) {
        std::vector<int> open(numbers_.size());
        for (std::size_t i = 0; i < open.size(); ++i) open[i] = numbers_[i].open;
        std::vector<char> placed(cells.size()), begun(numbers_.size());
        for (;;) {  // the number with the fewest open cells, one that is begun if possible
            int next = -1;
            for (int i = 0; i < static_cast<int>(open.size()); ++i)
                if (open[i] && (next < 0 || std::pair(!begun[i], open[i]) < std::pair(!begun[next], open[next])))
                    next = i;
            if (next < 0) break;
            for (int cell : numbers_[next].closed) {
                if (placed[cell]) continue;
                placed[cell] = true;
                order_.push_back(cell);
                for (int number : seen_by_[cell]) --open[number], begun[number] = true;
            }
        }
        seen_ = order_.size();
        for (int cell = 0; cell < static_cast<int>(cells.size()); ++cell)
            if (cells[cell] == closed && !placed[cell]) order_.push_back(cell);
    }

    static std::uint64_t key(std::size_t number, int lacks) { return mixed((number + 1) << 4 | lacks); }

    // State of the layout from the i-th cell on.
    std::uint64_t state(std::size_t i) const {
        return mixed(lacking_ ^ mixed(i << 32 | static_cast<std::uint32_t>(left_)) ^ 1);
    }

    // Lays a cell. Returns whether every number may still get what it lacks.
    bool put(int cell, int mine) {
        bool fits = true;
        --open_;
        left_ -= mine;
        row_[cell] = static_cast<std::uint8_t>(mine);
        for (int index : seen_by_[cell]) {
            Number& number = numbers_[index];
            --number.open;
            if (mine) lack(index, number.lacks - 1);
            fits = fits && 0 <= number.lacks && number.lacks <= number.open;
        }
        return fits;
    }

    void take_back(int cell) {
        const int mine = row_[cell];
        ++open_;
        left_ += mine;
        row_[cell] = 0;
        for (int index : seen_by_[cell]) {
            Number& number = numbers_[index];
            ++number.open;
            if (mine) lack(index, number.lacks + 1);
        }
    }

    void lack(int index, int mines) {
        int& lacks = numbers_[index].lacks;
        lacking_ ^= key(index, lacks & 15) ^ key(index, mines & 15);
        lacks = mines;
    }

    // Lays the cells in every way, one after the other: before each there is a step.
    void lay() {
        struct Step {
            int tried = 0;     // of the two ways to lay the cell
            bool any = false;  // whether there was a layout
        };
        std::vector<Step> steps(1);
        while (found_.size() <= limit_) {
            watch_.work(0);
            Step& step = steps.back();
            const std::size_t i = steps.size() - 1;
            if (left_ == 0 && i >= seen_) {
                watch_.memory(2 * found_.mines.size());
                found_.mines.insert(found_.mines.end(), row_.begin(), row_.end());
                step = {2, true};
            } else if (step.tried == 0 && i < seen_ && dead_.count(state(i))) {
                step.tried = 2;
            }
            if (step.tried < 2) {
                const int mine = step.tried++;
                if (left_ == (mine ? 0 : open_)) continue;
                if (put(order_[i], mine))
                    steps.emplace_back();
                else
                    take_back(order_[i]);
                continue;
            }
            const bool any = step.any;
            if (!any && i < seen_) {
                watch_.memory(dead_.size() * 40);  // about what an entry takes
                dead_.insert(state(i));
            }
            steps.pop_back();
            if (steps.empty()) return;
            steps.back().any |= any;
            take_back(order_[i - 1]);
        }
    }

    int left_, open_ = 0;  // mines, and closed cells, that are not laid yet
    std::size_t limit_, seen_ = 0;
    std::uint64_t lacking_ = 0;  // hashes what the numbers lack
    Watch watch_;
    bool possible_ = true;
    std::vector<Number> numbers_;
    std::vector<std::vector<int>> seen_by_;
    std::vector<int> order_;
    std::vector<std::uint8_t> row_;
    std::unordered_set<std::uint64_t> dead_;
    Layouts found_;
};

}  // namespace

Layouts fitting_layouts(std::span<const std::uint8_t> cells, int width, int height, int mines, std::size_t limit,
                        const Limits& limits, void (*pause)()) {
    return Layer(cells, width, height, mines, limit, limits, pause).all();
}

}  // namespace mastermine::minesweeper
