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
        if (possible_) lay(0, 0);
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

    // Lays the cells from the i-th on in every way; returns whether there was one. `state` hashes what is lacking.
    bool lay(std::size_t i, std::uint64_t state) {
        if (found_.size() > limit_) return true;
        watch_.time(0);
        if (left_ == 0 && i >= seen_) {
            watch_.memory(2 * found_.mines.size());
            found_.mines.insert(found_.mines.end(), row_.begin(), row_.end());
            return true;
        }
        const std::uint64_t here = mixed(state ^ mixed(i << 32 | static_cast<std::uint32_t>(left_)) ^ 1);
        if (i < seen_ && dead_.count(here)) return false;
        bool any = false;
        for (int mine = 0; mine < 2; ++mine) {
            if (mine ? left_ == 0 : left_ == open_) continue;
            const int cell = order_[i];
            std::uint64_t next = state;
            bool fits = true;
            --open_;
            left_ -= mine;
            for (int index : seen_by_[cell]) {
                Number& number = numbers_[index];
                --number.open;
                if (mine) next ^= key(index, number.lacks & 15) ^ key(index, (number.lacks - 1) & 15);
                number.lacks -= mine;
                fits = fits && 0 <= number.lacks && number.lacks <= number.open;
            }
            row_[cell] = static_cast<std::uint8_t>(mine);
            any = (fits && lay(i + 1, next)) || any;
            row_[cell] = 0;
            for (int index : seen_by_[cell]) {
                ++numbers_[index].open;
                numbers_[index].lacks += mine;
            }
            left_ += mine;
            ++open_;
        }
        if (!any && i < seen_) {
            watch_.memory(dead_.size() * 40);  // about what an entry takes
            dead_.insert(here);
        }
        return any;
    }

    int left_, open_ = 0;  // mines, and closed cells, that are not laid yet
    std::size_t limit_, seen_ = 0;
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
