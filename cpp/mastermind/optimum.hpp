// Proven optimal play: the tree of guesses that costs least, over all trees there are.
//
// A position is the set of candidates that are left. A guess splits it into parts, one for each answer, and costs what
// its parts cost. The search tries the guesses of a position in the order of a lower bound, and a part only as long as
// the guess can still be better than the best one so far.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "rules.hpp"

namespace mastermine::optimum {

using Cost = std::int64_t;
constexpr Cost impossible = Cost{1} << 60;  // the cost where no tree keeps the limits

// What a tree costs: its guesses over all candidates; the candidates that need the last guess; nothing; the candidates
// that the guesses do not find, which are no limit then.
enum class Counts : int { total = 0, last = 1, none = 2, missed = 3 };
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
    same_form = 128,
    inherited_branches = 256,
};

struct Game {
    Rules rules;
    Codes candidates;  // in numeric order
    Codes first;       // the first guesses that may be tried; none: all that the policy allows
    std::span<const std::int64_t> weights = {};  // what a guess costs that is made for each candidate; none: 1
    Policy policy = Policy::any;
    unsigned without = 0;
    std::size_t memory = std::size_t{1} << 30;  // bytes for the table, at most
};

struct Task {
    int depth = 0;  // the most guesses; 0: any number
    Counts counts = Counts::total;
    Cost below = impossible;  // only a tree that costs less is wanted
    int width = 0;            // how many guesses are tried at a position; 0: all, and the result is proven
    double seconds = 0;       // 0: as long as it takes
    void (*pause)() = nullptr;
};

struct Found {
    Cost value;                      // of the tree; -1: none costs less than `below`
    Cost bound;                      // no tree costs less
    std::vector<std::uint8_t> tree;  // guesses in preorder, parts in increasing answer
    std::int64_t nodes;              // positions that were looked at
    bool stopped;                    // by another thread or the time
};

struct Progress {
    std::int64_t nodes;    // positions that were looked at, by all threads
    Cost best;             // of the best tree so far of the tasks at work; impossible: none
    int guess, guesses;    // the first guess that was begun last, and the number of those to be tried
    std::size_t lost;      // facts that were overwritten since the table has its full size
};

struct Shared;

// One game, with its answers and all that was found out about its positions. Several threads may search it at once: each
// begins with what no other does, and all read and write the same facts.
class Search {
  public:
    explicit Search(const Game& game);
    ~Search();

    Found find(const Task& task);
    void stop();  // all threads that are at work
    Progress progress() const;

    // A certificate that no tree of all codes has a total below `bound`, as docs/reference/certificates.md describes it,
    // without its header; none where a tree has, or where the time ended.
    std::optional<std::vector<std::uint8_t>> certificate(const Task& task);

    // Facts that took long, since the last call, as numbers; and such numbers from another run.
    std::vector<std::int64_t> take_facts();
    void add_facts(std::span<const std::int64_t> numbers);

  private:
    std::unique_ptr<Shared> shared_;
};

}  // namespace mastermine::optimum
