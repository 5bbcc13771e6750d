// Results of a search for sets of candidates that it has met before.
#pragma once

#include <cstddef>
#include <cstdint>
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

// A table of bounded size: of sets for which there is no room, the larger ones stay, which took longer.
class Known {
  public:
    struct Entry {
        Key key;
        Cost low = 0;       // no tree costs less
        Cost value = -1;    // of the best tree, where it is known
        Column column = 0;  // with which that begins
        Row size = 0;       // 0: empty
    };

    Known() : entries_(least_entries) {}

    // Null where nothing is known. Entries stay where they are until one is made.
    Entry* find(const Key& key);
    Entry& make(const Key& key, std::size_t size);  // or find

  private:
    static constexpr std::size_t least_entries = 1 << 10, most_entries = 1 << 22;

    Entry* pair_of(const Key& key) { return &entries_[key.place & (entries_.size() - 2)]; }
    Entry& place(const Entry& entry);
    void grow();

    std::vector<Entry> entries_;  // in pairs: the first is for the larger set, the second for whatever came last
    std::size_t made_ = 0;
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

}  // namespace mastermine::optimum
