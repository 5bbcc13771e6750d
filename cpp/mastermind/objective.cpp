#include "objective.hpp"

#include <algorithm>
#include <limits>

namespace mastermine {

namespace {
using Wide = __int128;
constexpr Score lowest = std::numeric_limits<Score>::min();
constexpr Score highest = std::numeric_limits<Score>::max();
}  // namespace

Objective::Objective(std::span<const Score> table, std::size_t largest_size, bool greatest, int shift, int answers)
    : table_(table.begin(), table.begin() + largest_size + 1), bounds_(std::min(largest_size, Bounds::limit) + 1),
      answers_(answers), greatest_(greatest), shift_(shift) {
    table_[0] = greatest ? lowest : 0;
    if (greatest) return;
    // Lower convex hull of the points (n, table[n]), by a monotone chain.
    for (std::size_t n = 1; n <= largest_size; ++n) {
        while (hull_.size() >= 2) {
            const std::size_t a = hull_[hull_.size() - 2], b = hull_.back();
            if (Wide(table_[b] - table_[a]) * (n - a) < Wide(table_[n] - table_[a]) * (b - a)) break;
            hull_.pop_back();
        }
        hull_.push_back(static_cast<std::uint32_t>(n));
    }
    below_.resize(largest_size + 1);
    for (std::size_t n = 1, corner = 0; n <= largest_size; ++n) {
        if (corner + 1 < hull_.size() && hull_[corner + 1] <= n) ++corner;
        below_[n] = static_cast<std::uint32_t>(corner);
    }
}

Score Objective::least_sum(std::size_t size, std::size_t parts) const {
    if (parts == 0) return 0;
    const std::size_t corner = below_[size / parts];
    const std::size_t a = hull_[corner];
    if (corner + 1 == hull_.size()) return static_cast<Score>(parts) * table_[a];  // then every part has this size
    const std::size_t b = hull_[corner + 1];
    const Wide rise = Wide(table_[b] - table_[a]) * static_cast<Wide>(size - parts * a);
    const Wide run = static_cast<Wide>(b - a);
    const Wide steps = rise >= 0 ? rise / run : -((-rise + run - 1) / run);
    return static_cast<Score>(Wide(table_[a]) * static_cast<Wide>(parts) + steps);
}

Score Objective::floor(std::size_t size, std::size_t parts) const {
    parts = std::min(parts, size);
    Score least = highest;
    if (greatest_)
        for (std::size_t n = (size + parts - 1) / parts; n <= size; ++n) least = std::min(least, table_[n]);
    else
        for (std::size_t r = 1; r <= parts; ++r) least = std::min(least, least_sum(size, r));
    return round(least);
}

const Objective::Bounds& Objective::bounds(std::size_t size) {
    std::unique_ptr<Bounds>& known = bounds_[size];
    if (known) return *known;
    known = std::make_unique<Bounds>();
    Bounds& b = *known;
    const std::size_t parts = std::min(size, answers_);
    b.size = size;
    b.both.assign((parts + 1) * (size + 1), highest);
    b.by_parts.assign(parts + 1, highest);
    b.by_largest.assign(size + 1, highest);
    for (std::size_t r = 1; r <= parts; ++r)
        for (std::size_t n = (size + r - 1) / r; n <= size - (r - 1); ++n) {
            if (r == 1 && n < size) continue;
            const Score bound = round(greatest_ ? table_[n] : table_[n] + least_sum(size - n, r - 1));
            b.both[r * (size + 1) + n] = bound;
            b.by_parts[r] = std::min(b.by_parts[r], bound);
            b.by_largest[n] = std::min(b.by_largest[n], bound);
        }
    return b;
}

}  // namespace mastermine
