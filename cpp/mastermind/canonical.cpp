#include "canonical.hpp"

#include <algorithm>
#include <numeric>

namespace mastermine::optimum {

namespace {

constexpr int most_choices = 4;  // between places or colours that look alike

constexpr std::uint64_t stirred(std::uint64_t x) {
    x *= 0x9e3779b97f4a7c15u;
    return x ^ (x >> 29);
}

// Places and colours have marks, numbers that a permutation carries along. A code gets one from the marks of its pegs,
// and places and colours get new ones from the codes.
class Marks {
  public:
    Marks(const Rules& rules, Codes codes, std::span<const Row> set) : rules_(rules) {
        const int places = rules.places;
        rows_.clear();
        for (Row row : set) rows_.push_back(codes[row]);
        std::array<std::array<std::uint32_t, max_places>, max_colours> often{};
        for (const std::uint8_t* code : rows_)
            for (int p = 0; p < places; ++p) ++often[code[p]][p];
        for (int p = 0; p < places; ++p) {
            if (rules.kind == Kind::places) place[p] = stirred(p + 1);
            for (int c = 0; c < rules.colours; ++c) place[p] += stirred(often[c][p] + 0x51u);
        }
        for (int c = 0; c < rules.colours; ++c)
            for (int p = 0; p < places; ++p) {
                colour[c] += stirred(often[c][p] ^ stirred(place[p]));
                used[c] |= often[c][p] > 0;
            }
    }

    void refine() {
        const int places = rules_.places;
        auto places_after = place;
        auto colours_after = colour;
        for (const std::uint8_t* code : rows_) {
            std::uint64_t peg[max_places], mark = 0;
            for (int p = 0; p < places; ++p) mark += peg[p] = stirred(place[p] ^ (colour[code[p]] << 1));
            mark = stirred(mark);
            for (int p = 0; p < places; ++p) {
                const std::uint64_t news = stirred(mark ^ peg[p]);
                places_after[p] += news;
                colours_after[code[p]] += news;
            }
        }
        for (int p = 0; p < places; ++p) place[p] = stirred(places_after[p]);
        for (int c = 0; c < rules_.colours; ++c) colour[c] = stirred(colours_after[c]);
    }

    // Makes the first of some places or colours that look alike different; false if there are none.
    bool choose() {
        return choose(colour.data(), rules_.colours, used.data()) || choose(place.data(), rules_.places, nullptr);
    }

    std::array<std::uint64_t, max_places> place{};
    std::array<std::uint64_t, max_colours> colour{};
    std::array<bool, max_colours> used{};

  private:
    static bool choose(std::uint64_t* marks, int count, const bool* used) {
        int best = -1;
        for (int i = 0; i < count; ++i) {
            if ((used && !used[i]) || (best >= 0 && marks[i] >= marks[best])) continue;
            for (int j = i + 1; j < count; ++j)
                if (marks[i] == marks[j] && (!used || used[j])) {
                    best = i;
                    break;
                }
        }
        if (best < 0) return false;
        marks[best] = stirred(marks[best] ^ 0xa5a5u);
        return true;
    }

    const Rules& rules_;
    static thread_local std::vector<const std::uint8_t*> rows_;
};

thread_local std::vector<const std::uint8_t*> Marks::rows_;

// A few numbers; those that are equal keep their order.
template <class Less>
void sort(std::uint8_t* numbers, int count, const Less& less) {
    for (int i = 1; i < count; ++i)
        for (int j = i; j > 0 && less(numbers[j], numbers[j - 1]); --j) std::swap(numbers[j], numbers[j - 1]);
}

}  // namespace

Code Canonical::before(const std::uint8_t* code, int places) const {
    Code found{};
    for (int p = 0; p < places; ++p)
        found[motion.from[p]] = static_cast<std::uint8_t>(std::find(motion.name.begin(), motion.name.end(), code[p]) -
                                                          motion.name.begin());
    return found;
}

Canonical canonical(const Rules& rules, Codes codes, std::span<const Row> set) {
    Marks marks(rules, codes, set);
    marks.refine();
    for (int choice = 0; choice < most_choices && marks.choose(); ++choice) marks.refine();
    Canonical found;
    std::iota(found.motion.from.begin(), found.motion.from.end(), std::uint8_t{0});
    if (rules.kind != Kind::places)
        sort(found.motion.from.data(), rules.places, [&](int a, int b) { return marks.place[a] < marks.place[b]; });
    std::array<std::uint8_t, max_colours> order;
    std::iota(order.begin(), order.end(), std::uint8_t{0});
    sort(order.data(), rules.colours, [&](int a, int b) {
        return marks.used[a] != marks.used[b] ? marks.used[a] : marks.colour[a] < marks.colour[b];
    });
    found.motion.name.fill(max_colours);
    for (int c = 0; c < rules.colours; ++c) found.motion.name[order[c]] = static_cast<std::uint8_t>(c);
    for (Row row : set) {
        const std::uint8_t* code = codes[row];
        std::uint64_t number = 0;
        for (int p = 0; p < rules.places; ++p)
            number = number * rules.colours + found.motion.name[code[found.motion.from[p]]];
        found.key ^= Key::of(number);
    }
    return found;
}

}  // namespace mastermine::optimum
