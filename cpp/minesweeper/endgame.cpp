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
constexpr int deepest = 4000;  // two for a click: both take 1.5 kB of a stack that may be no larger than 8 MB

// The keys of a set of layouts, one for each way of turning and mirroring.
constexpr int most_images = 8;
using Keys = std::array<Word, most_images>;

// Known positions: the number of layouts that are won, or an upper bound of it. The table grows to half of the memory
// limit; then a new position replaces the one of its bucket that was found with the fewest nodes.
class Memory {
  public:
    struct Entry {
        Word key = 0;
        std::uint32_t check : 26 = 0;
        std::uint32_t effort : 6 = 0;  // the bits of the number of nodes
        std::uint32_t value = 0;       // 0: no entry; otherwise twice the wins, and 1 if only an upper bound
    };

    Memory() : buckets_(std::size_t{1} << 5) {}

    void limit(std::size_t bytes) { most_ = bytes ? bytes / 2 / sizeof(Bucket) : ~std::size_t{0}; }

    std::uint32_t find(Word key, std::uint32_t check) const {
        for (const Entry& entry : buckets_[place(key)])
            if (entry.key == key && entry.check == check) return entry.value;
        return 0;
    }

    void put(Word key, std::uint32_t check, Count wins, bool bound, std::uint64_t nodes) {
        if (used_ * 3 > buckets_.size() * bucket * 2 && buckets_.size() * 2 <= most_) grow();
        Entry* entry = &buckets_[place(key)][0];
        for (Entry& each : buckets_[place(key)]) {
            if (!each.value || (each.key == key && each.check == check)) {
                entry = &each;
                break;
            }
            if (each.effort < entry->effort) entry = &each;
        }
        used_ += !entry->value;
        *entry = {key, check, static_cast<std::uint32_t>(std::bit_width(nodes)), wins * 2 + bound};
    }

  private:
    static constexpr int bucket = 8;
    using Bucket = std::array<Entry, bucket>;

    std::size_t place(Word key) const { return key & (buckets_.size() - 1); }

    void grow() {
        const std::size_t half = buckets_.size();
        std::vector<Bucket> old(half * 2);
        old.swap(buckets_);
        for (std::size_t i = 0; i < half; ++i) {
            Entry* low = buckets_[i].data();
            Entry* high = buckets_[i + half].data();
            for (const Entry& entry : old[i])
                if (entry.value) *(entry.key & half ? high : low)++ = entry;
        }
    }

    std::size_t used_ = 0, most_ = 0;
    std::vector<Bucket> buckets_;
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
