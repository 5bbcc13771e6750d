#include "automorphisms.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace mastermine {

namespace {

constexpr int most_places = 6;     // of more places only the colours are permuted, and neighbours exchanged
constexpr int most_failures = 32;  // renamings that agree with the signatures but are none

class Finder {
  public:
    Finder(const Rules& rules, Codes set) : rules_(rules), set_(set) {
        const int places = rules.places;
        for (std::size_t i = 0; i < set.size(); ++i) {
            members_.push_back(number(set[i]));
            for (int p = 0; p < places; ++p) ++often_[set[i][p]][p];
        }
    }

    std::vector<Motion> all() {
        const int places = rules_.places;
        Code stay{};
        std::iota(stay.begin(), stay.begin() + places, std::uint8_t{0});
        rename(stay);
        std::vector<Code> orders;
        if (places <= most_places) {
            Code order = stay;
            while (std::next_permutation(order.begin(), order.begin() + places)) orders.push_back(order);
        } else {
            for (int p = 0; p + 1 < places; ++p) {
                orders.push_back(stay);
                std::swap(orders.back()[p], orders.back()[p + 1]);
            }
        }
        std::set<Code> reached{stay};  // orders that the motions found so far generate
        for (const Code& order : orders) {
            if (reached.count(order)) continue;
            Motion motion{order, {}};
            if (!possible(order) || !find(motion, 0)) continue;
            found_.push_back(motion);
            lifted_.push_back(order);
            if (places <= most_places) close(reached);
        }
        return found_;
    }

  private:
    std::uint64_t number(const std::uint8_t* code) const {
        std::uint64_t n = 0;
        for (int p = 0; p < rules_.places; ++p) n = n * rules_.colours + code[p];
        return n;
    }

    // Renamings alone: for each colour and each later one, one that takes it there and keeps all colours before.
    void rename(const Code& stay) {
        for (int c = 0; c < rules_.colours; ++c)
            for (int d = c + 1; d < rules_.colours; ++d) {
                Motion motion{stay, {}};
                for (int b = 0; b < c; ++b) motion.name[b] = static_cast<std::uint8_t>(b);
                motion.name[c] = static_cast<std::uint8_t>(d);
                if (fits(motion, c, d) && find(motion, c + 1)) found_.push_back(motion);
            }
    }

    // Returns true if colour c may become d: it must be as frequent at each place.
    bool fits(const Motion& motion, int c, int d) const {
        for (int p = 0; p < rules_.places; ++p)
            if (often_[c][motion.from[p]] != often_[d][p]) return false;
        return true;
    }

    // Returns true if the frequencies of the colours stay the same: then a matching renaming is found at once.
    bool possible(const Code& order) const {
        auto before = often_, after = often_;
        for (int c = 0; c < rules_.colours; ++c)
            for (int p = 0; p < rules_.places; ++p) after[c][p] = often_[c][order[p]];
        std::sort(before.begin(), before.begin() + rules_.colours);
        std::sort(after.begin(), after.begin() + rules_.colours);
        return before == after;
    }

    // Completes a motion whose first colours are named.
    bool find(Motion& motion, int named) {
        used_.fill(false);
        for (int c = 0; c < named; ++c) used_[motion.name[c]] = true;
        failures_ = 0;
        return extend(motion, named);
    }

    bool extend(Motion& motion, int colour) {
        if (colour == rules_.colours) {
            for (std::size_t i = 0; i < set_.size(); ++i) {
                const Code moved = motion(set_[i], rules_.places);
                if (!std::binary_search(members_.begin(), members_.end(), number(moved.data())))
                    return ++failures_, false;
            }
            return true;
        }
        for (int i = 0; i < rules_.colours && failures_ < most_failures; ++i) {
            const int d = i == 0 ? colour : i <= colour ? i - 1 : i;  // if possible it stays
            if (used_[d] || !fits(motion, colour, d)) continue;
            used_[d] = true;
            motion.name[colour] = static_cast<std::uint8_t>(d);
            if (extend(motion, colour + 1)) return true;
            used_[d] = false;
        }
        return false;
    }

    void close(std::set<Code>& reached) const {
        std::vector<Code> open(reached.begin(), reached.end());
        while (!open.empty()) {
            const Code order = open.back();
            open.pop_back();
            for (const Code& next : lifted_) {
                Code both{};
                for (int p = 0; p < rules_.places; ++p) both[p] = order[next[p]];
                if (reached.insert(both).second) open.push_back(both);
            }
        }
    }

    Rules rules_;
    Codes set_;
    std::vector<std::uint64_t> members_;  // in order, as the set is
    std::array<std::array<std::uint32_t, max_places>, max_colours> often_{};
    std::array<bool, max_colours> used_{};
    int failures_ = 0;
    std::vector<Motion> found_;
    std::vector<Code> lifted_;
};

}  // namespace

std::vector<Motion> automorphisms(const Rules& rules, Codes set) { return Finder(rules, set).all(); }

}  // namespace mastermine
