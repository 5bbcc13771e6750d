// Passes over the states of a front: layouts so far from the first box to the last, and back again layouts still to
// come, which together give the mines of every box at once. All terms are positive, so nothing is lost to rounding
// but the last few bits.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "front.hpp"

namespace mastermine::minesweeper {

// In how many ways k mines lie in n <= 8 cells; 0 where k < 0 or k > n.
inline constexpr auto choose_table = [] {
    std::array<std::array<std::uint8_t, 9>, 9> table{};
    for (int n = 0; n < 9; ++n)
        for (int k = 0; k <= n; ++k)
            table[n][k] = k == 0 || k == n ? 1 : static_cast<std::uint8_t>(table[n - 1][k - 1] + table[n - 1][k]);
    return table;
}();
inline int choose(int n, int k) { return n < 0 || k < 0 || k > n ? 0 : choose_table[n][k]; }

// The counts of two states that a move connects, as far as they overlap.
struct Overlap {
    std::size_t from, to;
    int size;

    Overlap(const State& source, const State& target, int mines) {
        const int apart = source.low + mines - target.low;
        const int skipped = apart < 0 ? -apart : 0;
        from = source.at + static_cast<std::size_t>(skipped);
        to = static_cast<std::size_t>(static_cast<std::int64_t>(target.at) + apart + skipped);
        size = std::min(source.size - skipped, target.size - (apart + skipped));
    }
};

// to[i] += ways * from[i]
template <class T>
inline void add(T* to, const T* from, int size, const T& ways) {
    for (int i = 0; i < size; ++i) to[i] += ways * from[i];
}

// to[i] += ways * from[i], and the sum of with[i] * ways * from[i]
template <class T>
inline T add_and_weigh(T* to, const T* from, const T* with, int size, const T& ways) {
    T sum{};
    for (int i = 0; i < size; ++i) {
        const T part = ways * from[i];
        to[i] += part;
        sum += with[i] * part;
    }
    return sum;
}

// Four at a time: the same sums in the same order on every processor. The last few are cut off by a mask.
using Four = double __attribute__((vector_size(32)));
using FourLoose __attribute__((aligned(8), may_alias)) = Four;
static_assert(alignof(FourLoose) == 8);  // Clang takes no notice of `aligned` after the equals sign.
using FourBits = std::int64_t __attribute__((vector_size(32)));

inline void cut(Four& values, int size) {
    static constexpr std::int64_t all = -1;
    static constexpr FourBits masks[4] = {{0, 0, 0, 0}, {all, 0, 0, 0}, {all, all, 0, 0}, {all, all, all, 0}};
    values = reinterpret_cast<Four>(reinterpret_cast<FourBits>(values) & masks[size]);
}

template <>
inline void add<double>(double* to, const double* from, int size, const double& ways) {
    for (; size >= 4; size -= 4, to += 4, from += 4)
        *reinterpret_cast<FourLoose*>(to) += ways * *reinterpret_cast<const FourLoose*>(from);
    if (size > 0) {
        Four rest = *reinterpret_cast<const FourLoose*>(from);
        cut(rest, size);
        *reinterpret_cast<FourLoose*>(to) += ways * rest;
    }
}

template <>
inline double add_and_weigh<double>(double* to, const double* from, const double* with, int size, const double& ways) {
    Four sum{};
    for (; size >= 4; size -= 4, to += 4, from += 4, with += 4) {
        const Four part = ways * *reinterpret_cast<const FourLoose*>(from);
        *reinterpret_cast<FourLoose*>(to) += part;
        sum += *reinterpret_cast<const FourLoose*>(with) * part;
    }
    if (size > 0) {
        Four part = ways * *reinterpret_cast<const FourLoose*>(from);
        cut(part, size);
        *reinterpret_cast<FourLoose*>(to) += part;
        sum += *reinterpret_cast<const FourLoose*>(with) * part;
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

// Layouts so far, in all states of a component. `counts` is filled from the place of its states on.
template <class T>
void forward(Front& front, const Component& component, T* counts, Watch& watch) {
    const State& first = front.layer(component, component.first).front();
    const State& end = front.states[component.end];
    // Counts lie in the order of `trim`: the last state first.
    std::fill(counts + end.at, counts + end.at + component.counts, T{});
    if (first.size == 0) return;
    counts[first.at] = T(1);
    for (int index = component.first; index < component.last; ++index) {
        const Step& step = front.steps[index];
        const State* before = front.states.data() + step.states;
        const State* after = front.layer(component, index + 1).data();
        for (int k = 0; k <= step.most - step.least; ++k) {
            const int mines = step.least + k;
            const T ways(choose(step.cells, mines));
            for (std::uint32_t i = step.moves[k]; i + 1 < step.moves[k + 1]; ++i) {
                const State& source = before[front.moves[i].from];
                const State& target = after[front.moves[i].to];
                if (source.size == 0 || target.size == 0) continue;
                const Overlap both(source, target, mines);
                add(counts + both.to, counts + both.from, both.size, ways);
            }
        }
        watch.work(front.layer(component, index).size() * 4);
    }
}

// The mines of a box in all layouts together, and whether a layout leaves one of its cells safe.
template <class T>
struct Held {
    T mines{};
    bool safe = false;
};

// Layouts still to come, in all states of a component, into `future`; `rest[m - low]` are those of everything else
// that go with m mines in it. `held` is by step.
template <class T>
void backward(Front& front, const Component& component, const T* counts, const T* rest, T* future, Held<T>* held,
              Watch& watch) {
    const State& end = front.states[component.end];
    std::fill(future + end.at, future + end.at + component.counts, T{});
    std::copy_n(rest, end.size, future + end.at);
    for (int index = component.last; index-- > component.first;) {
        const Step& step = front.steps[index];
        const State* before = front.states.data() + step.states;
        const State* after = front.layer(component, index + 1).data();
        Held<T>& box = held[index];
        box = {};
        for (int k = 0; k <= step.most - step.least; ++k) {
            const int mines = step.least + k;
            const T ways(choose(step.cells, mines));
            T weight{};
            for (std::uint32_t i = step.moves[k]; i + 1 < step.moves[k + 1]; ++i) {
                const State& source = before[front.moves[i].from];
                const State& target = after[front.moves[i].to];
                if (source.size == 0 || target.size == 0) continue;
                const Overlap both(source, target, mines);
                if (mines == 0 && box.safe)
                    add(future + both.from, future + both.to, both.size, ways);
                else
                    weight += add_and_weigh(future + both.from, future + both.to, counts + both.from, both.size, ways);
                if (weight > 0.0 && mines < step.cells) box.safe = true;
            }
            box.mines += T(mines) * weight;
        }
        watch.work(front.layer(component, index).size() * 4);
    }
}

}  // namespace mastermine::minesweeper
