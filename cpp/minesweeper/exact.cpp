#include "exact.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "passes.hpp"
#include "solver.hpp"

namespace mastermine::minesweeper {

namespace {

// A whole number modulo 2^(64 N).
template <std::size_t N>
struct Limbs {
    std::array<std::uint64_t, N> words{};

    Limbs() = default;
    explicit Limbs(int value) { words[0] = static_cast<std::uint64_t>(value); }

    void add_times(const Limbs& other, std::uint64_t factor, std::size_t shift = 0) {
        unsigned __int128 carry = 0;
        for (std::size_t i = shift; i < N; ++i) {
            carry += words[i] + static_cast<unsigned __int128>(other.words[i - shift]) * factor;
            words[i] = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
    }
    Limbs& operator+=(const Limbs& other) {
        add_times(other, 1);
        return *this;
    }
    friend Limbs operator*(const Limbs& a, const Limbs& b) {
        Limbs product;
        for (std::size_t i = 0; i < N; ++i)
            if (b.words[i] != 0) product.add_times(a, b.words[i], i);
        return product;
    }
};

// The layouts of a component for each number of mines. Only two layers are kept: the numbers are long.
template <class T>
void count(Front& front, const Component& component, Polynomial<T>& result, Watch& watch) {
    Buffer<T> now, next;
    std::span<const State> before = front.layer(component, component.first);
    std::size_t base = before.front().at;
    now.reserve(1)[0] = T(1);
    for (int index = component.first; index < component.last; ++index) {
        const Step& step = front.steps[index];
        const std::span<const State> after = front.layer(component, index + 1);
        const std::size_t next_base = after.front().at;
        const std::size_t size = after.back().at + static_cast<std::size_t>(after.back().size) - next_base;
        watch.memory(front.bytes() + now.bytes() + std::max(next.bytes(), size * sizeof(T)));
        std::fill_n(next.reserve(size), size, T());
        for (int k = 0; k <= step.most - step.least; ++k) {
            const int mines = step.least + k;
            const auto ways = static_cast<std::uint64_t>(choose(step.cells, mines));
            for (std::uint32_t i = step.moves[k]; i + 1 < step.moves[k + 1]; ++i) {
                const State& source = before[front.moves[i].from];
                const State& target = after[front.moves[i].to];
                if (source.size == 0 || target.size == 0) continue;
                const Overlap both(source, target, mines);
                for (int m = 0; m < both.size; ++m)
                    next[both.to - next_base + m].add_times(now[both.from - base + m], ways);
            }
            watch.work(before.size() * sizeof(T));
        }
        std::swap(now, next);
        before = after;
        base = next_base;
    }
    result.low = before.front().low;
    result.of.assign(now.data(), now.data() + before.front().size);
}

template <std::size_t N>
Wholes count(const Boxes& boxes, Front& front, Watch& watch) {
    using Whole = Limbs<N>;
    Polynomial<Whole> all, part, product;
    all.low = front.fixed_mines;
    for (const Box& box : boxes.boxes)
        if (box.numbers.size == 0 && box.part_of == &box - boxes.boxes.data())
            all.of[0] = all.of[0] * Whole(choose(box.cells, box.least));
    for (const Component& component : front.components) {
        count(front, component, part, watch);
        product.become_product(all, part);
        std::swap(all, product);
    }

    int rows = 0;
    std::size_t limbs = 1;
    for (int m = all.low; m <= all.high(); ++m) {
        Whole& whole = all.of[m - all.low];
        if (m > boxes.left || boxes.left - m > boxes.outside) whole = {};
        for (std::size_t i = 0; i < N; ++i)
            if (whole.words[i] != 0) {
                rows = m + 1;
                limbs = std::max(limbs, i + 1);
            }
    }
    Wholes result{limbs, std::vector<std::uint64_t>(rows * limbs)};
    for (int m = all.low; m < rows; ++m)
        std::copy_n(all.of[m - all.low].words.begin(), limbs, result.words.begin() + m * limbs);
    return result;
}

}  // namespace

Wholes front_counts(const Boxes& boxes, Front& front, double bits, Watch& watch) {
    const auto limbs = static_cast<std::size_t>(bits / 64) + 1;
    if (limbs <= 1) return count<1>(boxes, front, watch);
    if (limbs <= 2) return count<2>(boxes, front, watch);
    if (limbs <= 4) return count<4>(boxes, front, watch);
    if (limbs <= 8) return count<8>(boxes, front, watch);
    if (limbs <= 32) return count<32>(boxes, front, watch);
    if (limbs <= 128) return count<128>(boxes, front, watch);
    return count<512>(boxes, front, watch);  // as many bits as a field can have cells
}

}  // namespace mastermine::minesweeper
