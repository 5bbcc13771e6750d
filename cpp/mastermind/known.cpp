#include "known.hpp"

#include <algorithm>

namespace mastermine::optimum {

Known::Entry* Known::find(const Key& key) {
    Entry* pair = pair_of(key);
    for (Entry* entry : {pair, pair + 1})
        if (entry->size && entry->key == key) return entry;
    return nullptr;
}

Known::Entry& Known::make(const Key& key, std::size_t size) {
    if (Entry* entry = find(key)) return *entry;
    if (++made_ * 2 > entries_.size() && entries_.size() < most_entries) grow();
    return place({key, 0, -1, 0, static_cast<Row>(size)});
}

Known::Entry& Known::place(const Entry& entry) {
    Entry* pair = pair_of(entry.key);
    if (pair->size > entry.size) return pair[1] = entry;
    if (pair->size) pair[1] = *pair;
    return *pair = entry;
}

void Known::grow() {
    std::vector<Entry> old(entries_.size() * 4);
    old.swap(entries_);
    for (const Entry& entry : old)
        if (entry.size) place(entry);
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
