#include "endgame.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "../random.hpp"
#include "around.hpp"
#include "watch.hpp"

namespace mastermine::minesweeper {
namespace {

using Word = std::uint64_t;
using Count = std::uint32_t;

constexpr int mine = 9;        // where a layout has no number
constexpr int deepest = 2000;  // clicks in a row: each takes 1.5 kB of a stack that may be no larger than 8 MB

// The keys of a set of layouts, one for each way of turning and mirroring.
constexpr int most_images = 8;
using Keys = std::array<Word, most_images>;

// Known positions: the number of layouts that are won, or an upper bound of it.
class Memory {
  public:
    struct Entry {
        Word key = 0;
        std::uint32_t check = 0;
        std::uint32_t value = 0;  // 0: no entry; otherwise twice the wins, and 1 if only an upper bound
    };

    Memory() : entries_(std::size_t{1} << 8) {}

    const Entry& find(Word key, std::uint32_t check) const { return entries_[place(key, check)]; }

    void put(Word key, std::uint32_t check, Count wins, bool bound, const Watch& watch) {
        Entry* entry = &entries_[place(key, check)];
        if (!entry->value) {
            if (++used_ * 3 > entries_.size() * 2) {
                watch.memory(3 * entries_.size() * sizeof(Entry));
                grow();
                entry = &entries_[place(key, check)];
            }
            entry->key = key;
            entry->check = check;
        }
        entry->value = wins * 2 + bound;
    }

  private:
    std::size_t place(Word key, std::uint32_t check) const {
        std::size_t i = key & (entries_.size() - 1);
        while (entries_[i].value && (entries_[i].key != key || entries_[i].check != check))
            i = (i + 1) & (entries_.size() - 1);
        return i;
    }

    void grow() {
        std::vector<Entry> old(entries_.size() * 2);
        old.swap(entries_);
        for (const Entry& entry : old)
            if (entry.value) entries_[place(entry.key, entry.check)] = entry;
    }

    std::size_t used_ = 0;
    std::vector<Entry> entries_;
};

}  // namespace

// The search, independent of the processor.
class Endgame::Search {
  public:
    virtual ~Search() = default;
    virtual Move best() = 0;
    virtual std::array<Count, 9> wins(int cell) = 0;
    virtual std::uint64_t nodes() const = 0;
};

namespace {

namespace plain {
#include "endgame.inc"
}

#if defined(__x86_64__) && defined(__GNUC__)
#define MASTERMINE_COUNTING 1
// Counting the bits of a word is one instruction on processors made since 2008, a call elsewhere.
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("popcnt"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("popcnt")
#endif
namespace counting {
#include "endgame.inc"
}
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif

template <class... Arguments>
std::unique_ptr<Endgame::Search> make_search(const Arguments&... arguments) {
#ifdef MASTERMINE_COUNTING
    if (__builtin_cpu_supports("popcnt")) return std::make_unique<counting::Searching>(arguments...);
#endif
    return std::make_unique<plain::Searching>(arguments...);
}

}  // namespace

Endgame::Endgame(const Layouts& layouts, int width, int height, std::span<const std::uint8_t> cells,
                 const Limits& limits, void (*pause)())
    : search_(make_search(layouts, width, height, cells, limits, pause)) {}
Endgame::~Endgame() = default;

Endgame::Move Endgame::best() { return search_->best(); }
std::array<std::uint32_t, 9> Endgame::wins(int cell) { return search_->wins(cell); }
std::uint64_t Endgame::nodes() const { return search_->nodes(); }

}  // namespace mastermine::minesweeper
