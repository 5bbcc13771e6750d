#include "solver.hpp"

#include <cmath>
#include <limits>

namespace mastermine::minesweeper {

template <class T>
bool Solver<T>::count(const Boxes& boxes, Front& front, Watch& watch) {
    boxes_ = &boxes;
    front_ = &front;
    const std::size_t n = front.components.size();
    left_ = boxes.left - front.fixed_mines;
    watch.memory(front.bytes() + 2 * front.counts * sizeof(T));
    past_.reserve(front.counts);
    // Vectors read beyond the last count.
    std::fill(past_.data() + front.counts - 4, past_.data() + front.counts, T{});

    if (parts_.size() < n) parts_.resize(n);
    if (before_.size() < n + 1) before_.resize(n + 1), after_.resize(n + 1), others_.resize(n + 1);
    others_known_.assign(n + 1, 0);
    before_[0].low = 0;
    before_[0].of.assign(1, T(1));
    for (std::size_t i = 0; i < n; ++i) {
        const Component& component = front.components[i];
        forward(front, component, past_.data(), watch);
        const State& end = front.states[component.end];
        parts_[i].low = end.low;
        parts_[i].of.assign(past_.data() + end.at, past_.data() + end.at + end.size);
        before_[i + 1].become_product(before_[i], parts_[i]);
    }

    // The cells outside hold what all components leave. Only ratios matter.
    const Polynomial<T>& all = before_[n];
    const int outside = boxes.outside;
    lowest_ = std::max(0, left_ - all.high());
    const int highest = std::min(outside, left_ - all.low);
    outside_.assign(static_cast<std::size_t>(std::max(0, highest - lowest_ + 1)), T(1));
    for (int m = lowest_ + 1; m <= highest; ++m)
        outside_[m - lowest_] = outside_[m - lowest_ - 1] * T(static_cast<double>(outside - m + 1) / m);

    total_ = held_outside_ = T{};
    safe_outside_ = false;
    for (int m = all.low; m <= all.high(); ++m) {
        const int there = left_ - m;
        if (there < lowest_ || there > highest) continue;
        const T ways = all.of[m - all.low] * outside_[there - lowest_];
        total_ += ways;
        held_outside_ += T(there) * ways;
        safe_outside_ |= there < outside && ways > 0.0;
    }
    return total_ > 0.0;
}

template <class T>
bool Solver<T>::solve(const Boxes& boxes, Front& front, Watch& watch) {
    if (!count(boxes, front, watch)) return false;
    const std::size_t n = front.components.size();
    const Polynomial<T>& all = before_[n];
    const int outside = boxes.outside;
    future_.reserve(front.counts);
    std::fill(future_.data() + front.counts - 4, future_.data() + front.counts, T{});
    after_[n].assign(all.of.size(), T{});
    for (int m = all.low; m <= all.high(); ++m) {
        const int there = left_ - m;
        if (there >= lowest_ && there - lowest_ < std::ssize(outside_))
            after_[n][m - all.low] = outside_[there - lowest_];
    }
    for (std::size_t i = n; i-- > 0;) {
        const Polynomial<T>& before = before_[i];
        const Polynomial<T>& part = parts_[i];
        after_[i].assign(before.of.size(), T{});
        for (std::size_t j = 0; j < before.of.size(); ++j)
            for (std::size_t k = 0; k < part.of.size(); ++k) after_[i][j] += part.of[k] * after_[i + 1][j + k];
    }
    const auto chance = [&](const T& mines, int cells, bool safe) {
        if (!safe) return 1.0;
        const double risk = ratio(mines, total_ * T(cells));
        return std::min(risk, 1 - std::numeric_limits<double>::epsilon() / 2);
    };
    outside_risk_ = outside == 0 ? 0 : chance(held_outside_, outside, safe_outside_);

    held_.resize(front.steps.size());
    risk_.assign(boxes.boxes.size(), 0);
    for (std::size_t index = 0; index < boxes.boxes.size(); ++index) {
        const Box& box = boxes.boxes[index];
        if (box.numbers.size == 0) risk_[index] = static_cast<double>(box.least) / box.cells;
    }
    for (std::size_t i = 0; i < n; ++i) {
        const Component& component = front.components[i];
        const Polynomial<T>& before = before_[i];
        rest_.assign(parts_[i].of.size(), T{});
        for (std::size_t k = 0; k < rest_.size(); ++k)
            for (std::size_t j = 0; j < before.of.size(); ++j) rest_[k] += before.of[j] * after_[i + 1][j + k];
        backward(front, component, past_.data(), rest_.data(), future_.data(), held_.data(), watch);
        for (int index = component.first; index < component.last; ++index) {
            const Step& step = front.steps[index];
            risk_[step.box] = chance(held_[index].mines, step.cells, held_[index].safe);
        }
    }
    return true;
}

template <class T>
T Solver<T>::layouts() const {
    T ways = total_;
    for (int m = 0; m < lowest_; ++m) ways = ways * T(static_cast<double>(boxes_->outside - m) / (m + 1));
    for (const Box& box : boxes_->boxes)
        if (box.numbers.size == 0 && box.part_of == &box - boxes_->boxes.data())
            ways = ways * T(choose(box.cells, box.least));
    return ways;
}

template <class T>
double Solver<T>::front_bits() const {
    double bits = 1;  // one more than it takes, against rounding
    for (std::size_t i = 0; i < front_->components.size(); ++i) {
        T sum{};
        for (const T& ways : parts_[i].of) sum += ways;
        bits += log2_of(sum);
    }
    for (const Box& box : boxes_->boxes)
        if (box.numbers.size == 0 && box.part_of == &box - boxes_->boxes.data())
            bits += std::log2(choose(box.cells, box.least));
    return bits;
}

// The part of the layouts of the outside cells with so many mines in which `near` of them, given ones, hold so many,
// and one more, if `opened`, none.
template <class T>
double Solver<T>::outside_near(int mines, int near, int mines_near, bool opened) const {
    const int all = boxes_->outside;
    double part = choose(near, mines_near);
    for (int i = 0; i < mines_near; ++i) part *= static_cast<double>(mines - i) / (all - i);
    const int safe = near - mines_near + opened;
    for (int i = 0; i < safe; ++i) part *= static_cast<double>(all - mines - i) / (all - mines_near - i);
    return part;
}

// Layouts of all components but the given ones, together.
template <class T>
const Polynomial<T>& Solver<T>::others(const std::vector<int>& components, Watch& watch) {
    const std::size_t n = front_->components.size();
    if (components.empty()) return before_[n];
    const bool single = components.size() == 1;
    const std::size_t place = single ? components[0] : n;
    if (single && others_known_[place]) return others_[place];
    Polynomial<T>& product = others_[place];
    product.low = 0;
    product.of.assign(1, T(1));
    for (std::size_t i = 0; i < n; ++i) {
        if (std::find(components.begin(), components.end(), static_cast<int>(i)) != components.end()) continue;
        factor_.become_product(product, parts_[i]);
        std::swap(product, factor_);
        watch.work(product.of.size());
    }
    others_known_[place] = single;
    return product;
}

// Layouts so far up to the step `end`, told apart by the mines near, into `now_`: one after the other, all counts of
// the layer with 0 mines near, with 1, .... Returns how many mines near there can be, plus 1.
template <class T>
int Solver<T>::follow(int index, const std::vector<Near>& near, int end, Watch& watch) {
    const Component& component = front_->components[index];
    int step = component.last;
    for (const Near& each : near)
        if (each.box >= 0 && front_->component_of[each.box] == index) step = std::min(step, front_->step_of[each.box]);
    const auto extent = [](std::span<const State> layer) {
        return layer.back().at + static_cast<std::size_t>((layer.back().size + 3) & ~3) - layer.front().at + 4;
    };
    std::span<const State> before = front_->layer(component, step);
    std::size_t base = before.front().at, size = extent(before);
    int variants = 1;
    now_.reserve(size);
    std::copy_n(past_.data() + base, size - 4, now_.data());
    for (; step < end; ++step) {
        const Step& now = front_->steps[step];
        int cells_near = 0;
        bool opened = false;
        for (const Near& each : near)
            if (each.box == now.box) cells_near = each.cells, opened = each.opened;
        const std::span<const State> after = front_->layer(component, step + 1);
        const std::size_t next_base = after.front().at, next_size = extent(after);
        const int next_variants = variants + cells_near;
        next_.reserve(next_size * next_variants);
        std::fill_n(next_.data(), next_size * next_variants, T{});
        for (int k = 0; k <= now.most - now.least; ++k) {
            const int mines = now.least + k;
            for (int found = 0; found <= std::min(mines, cells_near); ++found) {
                const int count = choose(cells_near, found) * choose(now.cells - cells_near - opened, mines - found);
                if (count == 0) continue;
                const T ways(count);
                for (std::uint32_t i = now.moves[k]; i + 1 < now.moves[k + 1]; ++i) {
                    const State& source = before[front_->moves[i].from];
                    const State& target = after[front_->moves[i].to];
                    if (source.size == 0 || target.size == 0) continue;
                    const Overlap both(source, target, mines);
                    for (int v = 0; v < variants; ++v)
                        add(next_.data() + (v + found) * next_size + (both.to - next_base),
                            now_.data() + v * size + (both.from - base), both.size, ways);
                }
            }
        }
        watch.work(before.size() * 4 * variants);
        std::swap(now_, next_);
        before = after;
        base = next_base;
        size = next_size;
        variants = next_variants;
    }
    return variants;
}

template <class T>
std::array<double, 9> Solver<T>::around(const std::vector<Near>& near, Watch& watch) {
    int outside_cells = 0;
    bool outside_opened = false;
    std::array<double, 9> settled{1};  // mines near in fixed boxes
    std::vector<int> touched;
    int last = -1;
    for (const Near& each : near) {
        if (each.box < 0) {
            outside_cells = each.cells;
            outside_opened = each.opened;
        } else if (front_->step_of[each.box] < 0) {
            const Box& box = boxes_->boxes[each.box];
            std::array<double, 9> next{};
            for (int found = 0; found <= each.cells; ++found) {
                const int ways = choose(each.cells, found) *
                                 choose(box.cells - each.cells - each.opened, box.least - found);
                if (ways == 0) continue;
                const double part = static_cast<double>(ways) / choose(box.cells, box.least);
                for (int i = 0; i + found < 9; ++i) next[i + found] += settled[i] * part;
            }
            settled = next;
        } else {
            const int component = front_->component_of[each.box];
            if (std::find(touched.begin(), touched.end(), component) == touched.end()) touched.push_back(component);
            last = std::max(last, front_->step_of[each.box]);
        }
    }

    std::array<T, 9> ways{};
    if (touched.size() == 1 && outside_cells == 0 && !outside_opened) {
        // From the last box near on nothing differs: all layouts still to come are known.
        const Component& component = front_->components[touched[0]];
        const int variants = follow(touched[0], near, last + 1, watch);
        const std::span<const State> layer = front_->layer(component, last + 1);
        const std::size_t base = layer.front().at;
        const std::size_t size = layer.back().at + static_cast<std::size_t>((layer.back().size + 3) & ~3) - base;
        for (int v = 0; v < variants && v < 9; ++v)
            for (const State& state : layer)
                for (int i = 0; i < state.size; ++i)
                    ways[v] += now_[v * (size + 4) + (state.at - base) + i] * future_[state.at + i];
    } else {
        int variants = 1;
        shares_[0].low = 0;
        shares_[0].of.assign(1, T(1));
        for (const int index : touched) {
            const Component& component = front_->components[index];
            const State& end = front_->states[component.end];
            const int more = follow(index, near, component.last, watch);
            const std::size_t size = static_cast<std::size_t>((end.size + 3) & ~3) + 4;
            const int sum = std::min(9, variants + more - 1);
            for (int v = 0; v < sum; ++v) {
                shares_next_[v].low = shares_[0].low + end.low;
                shares_next_[v].of.assign(shares_[0].of.size() + end.size - 1, T{});
            }
            for (int v = 0; v < variants; ++v)
                for (int w = 0; w < more && v + w < 9; ++w)
                    for (std::size_t i = 0; i < shares_[v].of.size(); ++i)
                        for (int j = 0; j < end.size; ++j)
                            shares_next_[v + w].of[i + j] += shares_[v].of[i] * now_[w * size + j];
            std::swap(shares_, shares_next_);
            variants = sum;
        }
        const Polynomial<T>& rest = others(touched, watch);
        const int low = shares_[0].low, length = static_cast<int>(shares_[0].of.size());
        for (int found = 0; found <= outside_cells; ++found)
            for (int m = low; m < low + length; ++m) {
                T weight{};
                for (std::size_t i = 0; i < rest.of.size(); ++i) {
                    const int there = left_ - m - rest.low - static_cast<int>(i);
                    if (there < found || there < lowest_ || there >= lowest_ + static_cast<int>(outside_.size()))
                        continue;
                    weight += rest.of[i] * outside_[there - lowest_] *
                              T(outside_near(there, outside_cells, found, outside_opened));
                }
                for (int v = 0; v < variants && v + found < 9; ++v) ways[v + found] += weight * shares_[v].of[m - low];
            }
    }
    std::array<double, 9> chances{};
    for (int v = 0; v < 9; ++v) {
        const double chance = ratio(ways[v], total_);
        for (int w = 0; w + v < 9; ++w) chances[v + w] += chance * settled[w];
    }
    return chances;
}

// The place of one of `weights_`, as likely as it is heavy.
template <class T>
std::size_t Solver<T>::drawn(Random& random) const {
    T sum{};
    for (const T& weight : weights_) sum += weight;
    double rest = random.unit();
    std::size_t last = 0;
    for (std::size_t i = 0; i < weights_.size(); ++i) {
        if (!(weights_[i] > 0.0)) continue;
        last = i;
        rest -= ratio(weights_[i], sum);
        if (rest < 0) break;
    }
    return last;
}

template <class T>
int Solver<T>::draw(Random& random, std::vector<int>& mines) {
    mines.assign(boxes_->boxes.size(), 0);
    for (std::size_t i = 0; i < mines.size(); ++i)
        if (boxes_->boxes[i].numbers.size == 0) mines[i] = boxes_->boxes[i].least;
    std::size_t before = 0;  // mines in the components so far, beyond the fewest
    for (std::size_t i = 0; i < front_->components.size(); ++i) {
        const Component& component = front_->components[i];
        weights_.resize(parts_[i].of.size());
        for (std::size_t k = 0; k < weights_.size(); ++k) weights_[k] = parts_[i].of[k] * after_[i + 1][before + k];
        std::size_t more = drawn(random);
        before += more;
        // From the last box back to the first: by which move a layout with so many mines came here.
        std::uint32_t at = 0;
        for (int index = component.last; index-- > component.first;) {
            const Step& step = front_->steps[index];
            const std::span<const State> sources = front_->layer(component, index);
            const State& target = front_->layer(component, index + 1)[at];
            weights_.clear();
            moves_.clear();
            for (int k = 0; k <= step.most - step.least; ++k)
                for (std::uint32_t m = step.moves[k]; m + 1 < step.moves[k + 1]; ++m) {
                    if (front_->moves[m].to != at) continue;
                    const State& source = sources[front_->moves[m].from];
                    const int there = target.low + static_cast<int>(more) - step.least - k - source.low;
                    if (there < 0 || there >= source.size) continue;
                    weights_.push_back(T(choose(step.cells, step.least + k)) * past_[source.at + there]);
                    moves_.push_back({front_->moves[m].from, step.least + k, there});
                }
            const Came& came = moves_[drawn(random)];
            mines[step.box] = came.mines;
            at = came.from;
            more = static_cast<std::size_t>(came.more);
        }
    }
    return left_ - before_[front_->components.size()].low - static_cast<int>(before);
}

template <class T>
void Solver<T>::release() {
    past_.release();
    future_.release();
    now_.release();
    next_.release();
}

template class Solver<double>;
template class Solver<Scaled>;

}  // namespace mastermine::minesweeper
