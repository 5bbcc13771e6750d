// Proven optimal play: the tree of guesses that costs least, over all trees there are.
//
// A position is the set of candidates that are left. A guess splits it into parts, one for each answer, and costs what
// its parts cost. The search tries the guesses of a position in the order of a lower bound, and a part only as long as
// the guess can still be better than the best one so far.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules.hpp"

namespace mastermine::optimum {

using Cost = std::int64_t;
constexpr Cost impossible = Cost{1} << 60;  // the cost where no tree keeps the limits

enum class Counts : int { total = 0, last = 1, none = 2 };  // what a tree costs
enum class Policy : int { any = 0, consistent = 1, previous = 2 };  // which guesses are allowed

// Rules of pruning that can be switched off; results do not change.
enum Without : unsigned {
    symmetry = 1,
    equal_partitions = 2,
    table = 4,
    part_bounds = 8,
    ideal_splits = 16,
    small_sets = 32,
    look_ahead = 64,
};

struct Task {
    Rules rules;
    Codes candidates;  // in numeric order
    Codes first;       // the first guesses that may be tried; none: all that the policy allows
    std::span<const std::int64_t> weights = {};  // what a guess costs that is made for each candidate; none: 1
    Policy policy = Policy::any;
    int depth = 0;  // the most guesses; 0: any number
    Counts counts = Counts::total;
    Cost below = impossible;  // only a tree that costs less is wanted
    int width = 0;            // how many guesses are tried at a position; 0: all, and the result is proven
    unsigned without = 0;
    double seconds = 0;  // 0: as long as it takes
    void (*pause)() = nullptr;
};

struct Found {
    Cost value;                      // of the tree; -1: none costs less than `below`
    Cost bound;                      // no tree costs less
    std::vector<std::uint8_t> tree;  // guesses in preorder, parts in increasing answer
    std::int64_t nodes;              // positions that were looked at
};

Found find(const Task& task);

struct Promising {
    std::vector<std::uint8_t> guesses;  // codes
    std::vector<Cost> bounds;           // of each, the least first
};

// The first guesses that could cost less than `below`, one of each kind.
Promising promising(const Task& task);

}  // namespace mastermine::optimum
