#include "front.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace mastermine::minesweeper {

namespace {

constexpr std::size_t many = std::size_t{1} << 31;  // states or moves: their places are 32 bits

// Merges ascending lists, each with a sentinel behind its end, into one without repeats. Where the entries of list k
// came to lie is written to the moves from `moves[k]` on. Returns the length of the result.
template <class Key>
std::size_t merge(Key* const* lists, Move* const* moves, int count, Key* out) {
    constexpr Key end = ~Key{0};
    std::size_t size = 0;
    if (count == 2) {
        const Key *a = lists[0], *b = lists[1];
        Move *to_a = moves[0], *to_b = moves[1];
        while (true) {
            const Key x = *a, y = *b;
            const Key least = x < y ? x : y;
            if (least == end) return size;
            out[size] = least;
            to_a->to = to_b->to = static_cast<std::uint32_t>(size);
            a += x == least, to_a += x == least;
            b += y == least, to_b += y == least;
            ++size;
        }
    }
    const Key* heads[9];
    Move* to[9];
    for (int k = 0; k < count; ++k) heads[k] = lists[k], to[k] = moves[k];
    while (true) {
        Key least = *heads[0];
        for (int k = 1; k < count; ++k) least = std::min(least, *heads[k]);
        if (least == end) return size;
        out[size] = least;
        for (int k = 0; k < count; ++k) {
            const bool here = *heads[k] == least;
            to[k]->to = static_cast<std::uint32_t>(size);
            heads[k] += here;
            to[k] += here;
        }
        ++size;
    }
}

}  // namespace

bool Front::build(const Boxes& boxes, Watch& watch) {
    components.clear();
    steps.clear();
    state_count_ = move_count_ = 0;
    fixed_mines = 0;
    step_of.assign(boxes.boxes.size(), -1);
    component_of.assign(boxes.boxes.size(), -1);
    for (const Box& box : boxes.boxes)
        if (box.numbers.size == 0 && box.part_of == &box - boxes.boxes.data()) fixed_mines += box.least;

    grouped_.assign(boxes.numbers.size(), 0);
    if (fields_.size() < boxes.numbers.size()) fields_.resize(boxes.numbers.size());
    for (int start = 0; start < static_cast<int>(boxes.numbers.size()); ++start) {
        if (grouped_[start] || boxes.numbers[start].boxes.size == 0) continue;
        grouped_[start] = 1;
        group_.assign(1, start);
        for (std::size_t i = 0; i < group_.size(); ++i)
            for (const int box : boxes.numbers[group_[i]].boxes)
                for (const int number : boxes.boxes[box].numbers)
                    if (!grouped_[number]) {
                        grouped_[number] = 1;
                        group_.push_back(number);
                    }
        order_.find(boxes, group_, ordered_, watch);
        Component component{};
        const std::uint32_t states_before = state_count_, moves_before = move_count_;
        const std::size_t steps_before = steps.size();
        bool fits = true;
        if (!explore(boxes, component, keys_, watch, fits)) {
            state_count_ = states_before, move_count_ = moves_before;
            steps.resize(steps_before);
            fits = true;
            if (!explore(boxes, component, wide_keys_, watch, fits)) throw OutOfMemory("the front is too wide");
        }
        if (!fits) return false;
        components.push_back(component);
    }
    return true;
}

// Finds all states and moves of a component. False if the keys are too short to hold its states.
template <class Key>
bool Front::explore(const Boxes& boxes, Component& component, Keys<Key>& keys, Watch& watch, bool& fits) {
    for (const int number : group_) {
        Field& field = fields_[number] = {};
        // One bit more than the value takes guards against borrowing.
        field.bits = std::bit_width(static_cast<unsigned>(boxes.numbers[number].lacking)) + 1;
        for (const int box : boxes.numbers[number].boxes) {
            field.next_least += boxes.boxes[box].least;
            field.next_most += boxes.boxes[box].most;
        }
    }
    component.first = static_cast<int>(steps.size());
    Key used = 0;
    std::size_t size = 1;
    keys.now.reserve(1)[0] = 0;
    states.reserve(state_count_ + 1, state_count_)[state_count_] = {0, 0, 0};
    ++state_count_;

    for (const int index : ordered_) {
        const Box& box = boxes.boxes[index];
        Key opened = 0, unit = 0, guard = 0, mask = 0, floor = 0, done = 0;
        for (const int number : box.numbers) {
            Field& field = fields_[number];
            if (!field.open) {
                Key space = ~used;
                for (int i = 1; i < field.bits; ++i) space &= ~used >> i;
                int shift = 0;
                while (shift + field.bits <= static_cast<int>(8 * sizeof(Key)) && !(space >> shift & 1)) ++shift;
                if (shift + field.bits > static_cast<int>(8 * sizeof(Key))) return false;
                field.open = true;
                field.shift = shift;
                used |= ((Key{1} << field.bits) - 1) << shift;
                opened += static_cast<Key>(boxes.numbers[number].lacking) << shift;
            }
            field.next_least -= box.least;
            field.next_most -= box.most;
            unit += Key{1} << field.shift;
            guard += Key{1} << (field.shift + field.bits - 1);
            mask += ((Key{1} << (field.bits - 1)) - 1) << field.shift;
            floor += static_cast<Key>(std::min(field.next_least, (1 << (field.bits - 1)) - 1)) << field.shift;
            if (field.next_most == 0) {
                field.open = false;
                done |= ((Key{1} << field.bits) - 1) << field.shift;
            }
        }

        step_of[index] = static_cast<int>(steps.size());
        component_of[index] = static_cast<int>(components.size());
        steps.push_back({index, box.cells, box.least, box.most, state_count_ - static_cast<std::uint32_t>(size), {}});
        Step& step = steps.back();
        const int lists = box.most - box.least + 1;
        std::array<Key*, 9> heads;
        const std::size_t needed = move_count_ + size * lists + lists + 1;
        if (needed + state_count_ + size * lists > many) throw OutOfMemory("the front is too wide");
        if (size > 4096)
            watch.memory(bytes() + (needed > moves.capacity() ? 2 * needed * sizeof(Move) : 0) +
                         2 * lists * size * sizeof(Key));
        moves.reserve(needed, move_count_);
        std::uint32_t end = move_count_;
        const Key* now = keys.now.data();
        std::array<Move*, 9> targets;
        for (int k = 0; k < lists; ++k) {
            // After the box each number lacks at least what the boxes ahead must hold, at most what they can.
            const int mines = box.least + k;
            const Key change = unit * static_cast<Key>(mines);
            Key ceiling = 0;
            for (const int number : box.numbers) {
                const Field& field = fields_[number];
                ceiling += static_cast<Key>(std::min(field.next_most + mines, (1 << (field.bits - 1)) - 1))
                           << field.shift;
            }
            const Key below = change + floor, above = ceiling | guard;
            Key* list = heads[k] = keys.lists[k].reserve(size + 1);
            Move* move = targets[k] = moves.data() + end;
            std::size_t found = 0;
            for (std::size_t i = 0; i < size; ++i) {
                const Key key = now[i] + opened;
                list[found] = key - change;
                move[found].from = static_cast<std::uint32_t>(i);
                found += ((((key & mask) | guard) - below) & (above - (key & mask)) & guard) == guard;
            }
            list[found] = ~Key{0};
            step.moves[k] = end;
            // A merge writes one entry beyond the end of a list: it gets a place of its own.
            end += static_cast<std::uint32_t>(found) + 1;
        }
        for (int k = lists; k < 10; ++k) step.moves[k] = end;
        Key* next = keys.next.reserve(end - move_count_ + 1);
        const std::size_t next_size = merge<Key>(heads.data(), targets.data(), lists, next);
        watch.work(size * lists);
        if (next_size == 0) {
            fits = false;
            return true;
        }
        states.reserve(state_count_ + next_size, state_count_);
        const State* before = states.data() + step.states;
        State* after = states.data() + state_count_;
        for (std::size_t i = 0; i < next_size; ++i) after[i] = {0, std::numeric_limits<std::int16_t>::max(), -1};
        for (int k = 0; k < lists; ++k) {
            const int mines = box.least + k;
            for (std::uint32_t i = step.moves[k]; i + 1 < step.moves[k + 1]; ++i) {
                const State& source = before[moves[i].from];
                State& target = after[moves[i].to];
                target.low = std::min<std::int16_t>(target.low, static_cast<std::int16_t>(source.low + mines));
                target.size = std::max<std::int16_t>(target.size, static_cast<std::int16_t>(source.size + mines));
            }
        }
        used &= ~done;
        state_count_ += static_cast<std::uint32_t>(next_size);
        move_count_ = end;
        size = next_size;
        std::swap(keys.now, keys.next);
    }
    component.last = static_cast<int>(steps.size());
    component.end = state_count_ - 1;
    component.low = states[component.end].low;
    component.high = states[component.end].size;
    keys_bytes_ = keys.now.bytes() + keys.next.bytes();
    for (const Buffer<Key>& list : keys.lists) keys_bytes_ += list.bytes();
    return true;
}

bool Front::trim(int left, int outside, Watch& watch) {
    int low = fixed_mines, high = fixed_mines;
    for (const Component& component : components) {
        low += component.low;
        high += component.high;
    }
    if (left < low || left > high + outside) return false;
    counts = 0;
    for (Component& component : components)
        trim(component, left - outside - (high - component.high), left - (low - component.low), watch);
    counts += 4;
    return std::all_of(components.begin(), components.end(),
                       [&](const Component& component) { return states[component.end].size > 0; });
}

void Front::trim(Component& component, int fewest, int most, Watch& watch) {
    constexpr Bounds none{std::numeric_limits<std::int16_t>::max(), -1};
    const auto narrow = [&](State& state, const Bounds& ahead) {
        const int low = std::max<int>(state.low, fewest - ahead.high);
        const int high = std::min<int>(state.size, most - ahead.low);
        state.at = static_cast<std::uint32_t>(counts);
        state.low = static_cast<std::int16_t>(low);
        state.size = static_cast<std::int16_t>(ahead.high < 0 ? 0 : std::max(0, high - low + 1));
        counts += (static_cast<std::uint64_t>(state.size) + 3) & ~std::uint64_t{3};
    };
    const std::uint64_t counts_before = counts;
    ahead_.reserve(1)[0] = {0, 0};
    narrow(states[component.end], ahead_[0]);
    for (int index = component.last; index-- > component.first;) {
        const Step& step = steps[index];
        const std::span<State> before = layer(component, index);
        Bounds* bounds = after_.reserve(before.size());
        std::fill_n(bounds, before.size(), none);
        for (int k = 0; k <= step.most - step.least; ++k) {
            const int mines = step.least + k;
            for (std::uint32_t i = step.moves[k]; i + 1 < step.moves[k + 1]; ++i) {
                const Bounds& target = ahead_[moves[i].to];
                if (target.high < 0) continue;
                Bounds& source = bounds[moves[i].from];
                source.low = std::min<std::int16_t>(source.low, static_cast<std::int16_t>(target.low + mines));
                source.high = std::max<std::int16_t>(source.high, static_cast<std::int16_t>(target.high + mines));
            }
        }
        for (std::size_t i = 0; i < before.size(); ++i) narrow(before[i], bounds[i]);
        std::swap(ahead_, after_);
        watch.work(before.size());
    }
    component.low = states[component.end].low;
    component.high = component.low + states[component.end].size - 1;
    component.counts = counts - counts_before;
    if (counts > std::uint64_t{0xFFFFFF00}) throw OutOfMemory("the analysis takes too much memory");
}

void Front::release() {
    states.release();
    moves.release();
    keys_ = {};
    wide_keys_ = {};
    ahead_.release();
    after_.release();
    keys_bytes_ = 0;
}

}  // namespace mastermine::minesweeper
