// Results of a search for sets of candidates that it has met before.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "optimum.hpp"

namespace mastermine::optimum {

using Row = std::uint16_t;     // a candidate
using Column = std::uint16_t;  // a guess

// The finaliser of SplitMix64: numbers that differ anywhere differ everywhere.
constexpr std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

// A set is found by one number and recognised by both. That of a set is the sum, bit by bit, of its members'.
struct Key {
    std::uint64_t place = 0, check = 0;

    static Key of(std::uint64_t number) {
        return {mixed(2 * number + 1), mixed(~(2 * number + 1) * 0x9e3779b97f4a7c15u)};
    }
    Key& operator^=(const Key& other) {
        place ^= other.place;
        check ^= other.check;
        return *this;
    }
    // Of the same set in another situation.
    Key in(std::uint64_t situation) const { return {place ^ mixed(situation), check ^ mixed(~situation)}; }
    bool operator==(const Key&) const = default;
};

struct Fact {
    Key key;
    Cost low = 0;            // no tree costs less
    Cost high = impossible;  // of the best tree so far
    Column column = 0;       // with which that begins
    Row size = 0;            // 0: none
    std::uint16_t branches = 0xffff;  // at most, of any guess

    bool solved() const { return high <= low; }
};

// A table of bounded size, for many threads: of sets for which there is no room, the larger ones stay, which took longer.
class Known {
  public:
    explicit Known(std::size_t bytes);  // at most

    std::optional<Fact> find(const Key& key);
    void add(const Fact& fact);  // what is better in either stays
    // Facts that others took the place of since the table has its full size. While it still grows, a smaller set gives way,
    // too, where three fall on a pair: no memory prevents that, so it does not count.
    std::size_t lost() const { return lost_; }

  private:
    static constexpr std::size_t shards = 64, least_entries = 1 << 6;

    struct alignas(64) Shard {
        std::atomic_flag busy;
        std::vector<Fact> entries;  // in pairs: the first is for the larger set, the second for whatever came last
        std::size_t made = 0;

        Fact* pair_of(const Key& key) { return &entries[(key.place >> 6) & (entries.size() - 2)]; }
        bool place(const Fact& fact);
        void grow(std::size_t size);
    };

    Shard& lock(const Key& key);

    std::array<Shard, shards> shards_;
    std::size_t most_entries_;
    std::atomic<std::size_t> lost_ = 0;
};

// A set of numbers that is often emptied.
class Seen {
  public:
    void clear();
    bool insert(std::uint64_t number);  // false: it is there already

  private:
    void grow();

    std::vector<std::uint64_t> slots_;  // 0: empty
    std::size_t count_ = 0;
};

// What some thread is working on, so that others begin with something else.
class Busy {
  public:
    bool has(std::uint64_t number) const { return slot(number).load(std::memory_order_relaxed) == number; }
    bool take(std::uint64_t number) {  // false: where another one is in its place
        std::uint64_t none = 0;
        return slot(number).compare_exchange_strong(none, number, std::memory_order_relaxed);
    }
    void leave(std::uint64_t number) { slot(number).store(0, std::memory_order_relaxed); }

  private:
    std::atomic<std::uint64_t>& slot(std::uint64_t number) { return slots_[number % slots_.size()]; }
    const std::atomic<std::uint64_t>& slot(std::uint64_t number) const { return slots_[number % slots_.size()]; }

    std::array<std::atomic<std::uint64_t>, 4099> slots_{};
};

}  // namespace mastermine::optimum
