#include "order.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace mastermine::minesweeper {

namespace {

constexpr double cheap = 400;       // states: an order this good is not worth improving
constexpr double a_trial = 40;      // another try costs about as much as this many states for each box
constexpr int most_trials = 64;

const std::array<float, 16> log_of = [] {
    std::array<float, 16> logs{};
    for (int i = 1; i < 16; ++i) logs[i] = static_cast<float>(std::log2(i));
    return logs;
}();

}  // namespace

void Order::find(const Boxes& boxes, const std::vector<int>& numbers, std::vector<int>& ordered, Watch& watch) {
    boxes_ = &boxes;
    if (progress_.size() < boxes.numbers.size()) {
        progress_.resize(boxes.numbers.size());
        logs_.resize(boxes.numbers.size());
        place_.resize(boxes.numbers.size());
        seen_.resize(boxes.numbers.size());
    }
    if (behind_.size() < boxes.boxes.size()) behind_.resize(boxes.boxes.size());

    const int one_end = farthest(numbers.front());
    prepare(numbers);
    double best = greedy(one_end, 0, INFINITY);
    ordered.assign(trial_.begin(), trial_.end());
    if (best < cheap) return;
    const double boxes_here = static_cast<double>(ordered.size());
    double spent = 0;
    const int other_end = farthest(one_end);
    for (int trial = 1; trial < most_trials && spent < best / 8; ++trial) {
        prepare(numbers);
        const int start = trial == 1 ? other_end : numbers[(static_cast<std::size_t>(trial) * 7919) % numbers.size()];
        const double cost = greedy(start, static_cast<unsigned>(trial), best);
        spent += a_trial * boxes_here;
        watch.work(static_cast<std::size_t>(a_trial * boxes_here));
        if (cost < best) {
            best = cost;
            ordered.assign(trial_.begin(), trial_.end());
        }
    }
}

void Order::prepare(const std::vector<int>& numbers) {
    for (const int number : numbers) {
        const Number& asking = boxes_->numbers[number];
        Progress& progress = progress_[number] = {asking.lacking, 0, 0, 0, 0};
        for (const int box : asking.boxes) {
            progress.next_least += boxes_->boxes[box].least;
            progress.next_most += boxes_->boxes[box].most;
            behind_[box] = 0;
        }
        logs_[number] = 0;
        place_[number] = -1;
    }
}

// A number as far away from another as any.
int Order::farthest(int start) {
    ++stamp_;
    queue_.assign(1, start);
    seen_[start] = stamp_;
    for (std::size_t i = 0; i < queue_.size(); ++i)
        for (const int box : boxes_->numbers[queue_[i]].boxes)
            for (const int number : boxes_->boxes[box].numbers)
                if (seen_[number] != stamp_) {
                    seen_[number] = stamp_;
                    queue_.push_back(number);
                }
    return queue_.back();
}

// Completes one number after the other, always the one that leaves the fewest states.
double Order::greedy(int start, unsigned variant, double enough) {
    trial_.clear();
    active_.assign(1, start);
    place_[start] = 0;
    float total = 0;
    double cost = 0;
    std::uint32_t random = variant * 2654435761u;
    while (!active_.empty()) {
        int chosen = active_[0];
        if (active_.size() > 1) {
            float least = INFINITY;
            for (const int number : active_) {
                float asked = price(number);
                if (variant > 1) {
                    random = random * 1664525u + 1013904223u;
                    asked += static_cast<float>(random >> 16) * (1.2f / 65536);
                }
                if (asked < least) {
                    least = asked;
                    chosen = number;
                }
            }
        }
        Few left;
        for (const std::uint16_t box : boxes_->numbers[chosen].boxes)
            if (!behind_[box]) left.add(box);
        while (left.size > 0) {
            std::uint16_t next = left.items[0];
            if (left.size > 1) {
                float least = INFINITY;
                for (const std::uint16_t box : left) {
                    float change = 0;
                    for (const int number : boxes_->boxes[box].numbers) {
                        Progress after = progress_[number];
                        after.pass(boxes_->boxes[box]);
                        change += log_of[after.range()] - logs_[number];
                    }
                    if (change < least) {
                        least = change;
                        next = box;
                    }
                }
            }
            left.remove(next);
            total += pass(next);
            cost += std::exp2(total);
        }
        if (cost >= enough) return cost;
    }
    return cost;
}

// The logarithm of the factor by which completing a number changes the number of states.
float Order::price(int number) {
    changes_.clear();
    for (const int box : boxes_->numbers[number].boxes) {
        if (behind_[box]) continue;
        for (const int other : boxes_->boxes[box].numbers) {
            auto change = changes_.begin();
            while (change != changes_.end() && change->number != other) ++change;
            if (change == changes_.end()) {
                changes_.push_back({other, progress_[other]});
                change = changes_.end() - 1;
            }
            change->progress.pass(boxes_->boxes[box]);
        }
    }
    float sum = 0;
    for (const Change& change : changes_) sum += log_of[change.progress.range()] - logs_[change.number];
    return sum;
}

// Puts a box behind; the logarithm of the factor by which that changes the number of states.
float Order::pass(int index) {
    const Box& box = boxes_->boxes[index];
    behind_[index] = 1;
    trial_.push_back(index);
    float change = 0;
    for (const int number : box.numbers) {
        Progress& progress = progress_[number];
        progress.pass(box);
        const float log = log_of[progress.range()];
        change += log - logs_[number];
        logs_[number] = log;
        const bool ahead = progress.next_most > 0;
        if (ahead && place_[number] < 0) {
            place_[number] = static_cast<int>(active_.size());
            active_.push_back(number);
        } else if (!ahead && place_[number] >= 0) {
            active_.erase(active_.begin() + place_[number]);
            for (std::size_t i = place_[number]; i < active_.size(); ++i) place_[active_[i]] = static_cast<int>(i);
            place_[number] = -1;
        }
    }
    return change;
}

}  // namespace mastermine::minesweeper
