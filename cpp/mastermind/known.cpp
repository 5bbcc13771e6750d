#include "known.hpp"

#include <algorithm>
#include <bit>
#include <thread>

namespace mastermine::optimum {

namespace {
constexpr int most_tries = 100;
}

Known::Known(std::size_t bytes) {
    most_entries_ = std::max(std::bit_floor(bytes / sizeof(Fact) / shards), least_entries);
    for (Shard& shard : shards_) shard.entries.resize(least_entries);
}

Known::Shard& Known::lock(const Key& key) {
    Shard& shard = shards_[key.place % shards];
    for (int tries = 0; shard.busy.test_and_set(std::memory_order_acquire); ++tries)
        if (tries > most_tries) std::this_thread::yield();  // the other thread may have no processor
    return shard;
}

std::optional<Fact> Known::find(const Key& key) {
    Shard& shard = lock(key);
    std::optional<Fact> found;
    const Fact* pair = shard.pair_of(key);
    for (const Fact* fact : {pair, pair + 1})
        if (fact->size && fact->key == key) found = *fact;
    shard.busy.clear(std::memory_order_release);
    return found;
}

void Known::add(const Fact& fact) {
    Shard& shard = lock(fact.key);
    Fact* pair = shard.pair_of(fact.key);
    bool known = false;
    for (Fact* old : {pair, pair + 1})
        if (old->size && old->key == fact.key) {
            old->low = std::max(old->low, fact.low);
            old->branches = std::min(old->branches, fact.branches);
            if (fact.high < old->high) {
                old->high = fact.high;
                old->column = fact.column;
            }
            known = true;
        }
    if (!known) {
        if (++shard.made * 2 > shard.entries.size() && shard.entries.size() < most_entries_)
            shard.grow(std::min(shard.entries.size() * 4, most_entries_));
        if (!shard.place(fact) && shard.entries.size() == most_entries_) lost_.fetch_add(1, std::memory_order_relaxed);
    }
    shard.busy.clear(std::memory_order_release);
}

// False if another fact is lost.
bool Known::Shard::place(const Fact& fact) {
    Fact* pair = pair_of(fact.key);
    const bool room = !pair[0].size || !pair[1].size;
    if (pair->size > fact.size) {
        pair[1] = fact;
    } else {
        if (pair->size) pair[1] = *pair;
        *pair = fact;
    }
    return room;
}

void Known::Shard::grow(std::size_t size) {
    std::vector<Fact> old(size);
    old.swap(entries);
    for (const Fact& fact : old)
        if (fact.size) place(fact);
}

void Seen::clear() {
    if (count_ == 0) return;
    if (count_ * 16 < slots_.size()) slots_.resize(slots_.size() / 2);  // it is not cleared for nothing again and again
    std::fill(slots_.begin(), slots_.end(), 0);
    count_ = 0;
}

bool Seen::insert(std::uint64_t number) {
    if (count_ * 2 >= slots_.size()) grow();
    number |= 1;
    for (std::size_t i = number >> 7;; ++i) {
        std::uint64_t& slot = slots_[i & (slots_.size() - 1)];
        if (slot == number) return false;
        if (slot == 0) return slot = number, ++count_, true;
    }
}

void Seen::grow() {
    std::vector<std::uint64_t> old(std::max<std::size_t>(slots_.size() * 2, 16));
    old.swap(slots_);
    count_ = 0;
    for (std::uint64_t number : old)
        if (number) insert(number);
}

}  // namespace mastermine::optimum
