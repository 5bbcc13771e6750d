#include "certificate.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <numeric>
#include <random>
#include <span>
#include <unordered_set>

namespace mastermine::certificate {

namespace {

using Set = std::vector<std::uint16_t>;  // codes by number, increasing
using Key = unsigned __int128;
using Cost = std::int64_t;

constexpr std::size_t deepest = 100;
constexpr std::size_t most_sets = std::size_t{1} << 25, most_symmetries = std::size_t{1} << 20;
constexpr std::int64_t most_at_once = 1 << 12;  // symmetries of a set

struct Refused {
    Fault fault;
    std::vector<std::int64_t> numbers = {};
};

struct KeyHash {
    std::size_t operator()(Key key) const { return static_cast<std::size_t>(key); }  // It is random as it is.
};

// All codes in numeric order.
std::vector<std::uint8_t> list_codes(const Rules& rules) {
    std::vector<std::uint8_t> cells;
    std::vector<std::uint8_t> code(rules.places, 0);
    for (;;) {
        bool repeated = false;
        for (int p = 0; p < rules.places; ++p)
            for (int q = 0; q < p; ++q) repeated |= code[p] == code[q];
        if (!rules.distinct || !repeated) cells.insert(cells.end(), code.begin(), code.end());
        int p = rules.places - 1;
        while (p >= 0 && code[p] == rules.colours - 1) code[p--] = 0;
        if (p < 0) return cells;
        ++code[p];
    }
}

// The answer to a guess: two that differ have different numbers.
int answer(const Rules& rules, const std::uint8_t* code, const std::uint8_t* guess) {
    int right = 0, black = 0, common = 0;
    std::uint8_t in_code[max_colours] = {}, in_guess[max_colours] = {};
    for (int p = 0; p < rules.places; ++p) {
        right |= (code[p] == guess[p]) << p;
        black += code[p] == guess[p];
        ++in_code[code[p]];
        ++in_guess[guess[p]];
    }
    if (rules.kind == Kind::places) return right;
    if (rules.kind == Kind::black) return black;
    for (int c = 0; c < rules.colours; ++c) common += std::min(in_code[c], in_guess[c]);
    return black * (max_places + 1) + common - black;
}

// Counts the different answers of each guess on a set, by sets of answers in the bits of words: loops that compilers
// make vectors of.
template <class Word>
[[gnu::always_inline]] inline void count_with(const std::uint8_t* cells, std::size_t codes, const Set& set, int answers,
                                              std::uint16_t* counts) {
    constexpr std::size_t most = 512;
    constexpr unsigned bits = 8 * sizeof(Word);
    std::fill_n(counts, codes, 0);
    for (std::size_t start = 0; start < codes; start += most) {
        const std::size_t some = std::min(most, codes - start);
        for (int base = 0; base < answers; base += bits) {
            Word met[most] = {};
            for (const std::uint16_t code : set) {
                const std::uint8_t* row = cells + code * codes + start;
                for (std::size_t i = 0; i < some; ++i) {
                    const Word bit = static_cast<Word>(row[i]) - static_cast<Word>(base);
                    met[i] |= bit < bits ? Word{1} << (bit % bits) : Word{0};
                }
            }
            for (std::size_t i = 0; i < some; ++i) counts[start + i] += std::popcount(met[i]);
        }
    }
}

[[gnu::always_inline]] inline void count_any(const std::uint8_t* cells, std::size_t codes, const Set& set, int answers,
                                             std::uint16_t* counts) {
    if (answers <= 32)
        count_with<std::uint32_t>(cells, codes, set, answers, counts);
    else
        count_with<std::uint64_t>(cells, codes, set, answers, counts);
}

using Count = void(const std::uint8_t*, std::size_t, const Set&, int, std::uint16_t*);

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
[[gnu::target("avx512f,avx512bw,avx512vl,popcnt")]] void count_512(const std::uint8_t* cells, std::size_t codes,
                                                                   const Set& set, int answers, std::uint16_t* counts) {
    count_any(cells, codes, set, answers, counts);
}

[[gnu::target("avx2,popcnt")]] void count_256(const std::uint8_t* cells, std::size_t codes, const Set& set, int answers,
                                              std::uint16_t* counts) {
    count_any(cells, codes, set, answers, counts);
}
#endif

void count_portable(const std::uint8_t* cells, std::size_t codes, const Set& set, int answers, std::uint16_t* counts) {
    count_any(cells, codes, set, answers, counts);
}

// Tests choose a lesser one by MASTERMINE_VECTOR_BYTES.
Count* fastest_count() {
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
    const char* given = std::getenv("MASTERMINE_VECTOR_BYTES");
    const int most = given ? std::atoi(given) : 64;
    if (most >= 64 && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) return count_512;
    if (most >= 32 && __builtin_cpu_supports("avx2")) return count_256;
#endif
    return count_portable;
}

// The proven bound of each set met, by its key: a table with open addressing.
class Memo {
  public:
    Cost get(Key key) const { return entries_[place(key)].bound; }

    void put(Key key, Cost bound) {
        if (3 * (size_ + 1) > 2 * entries_.size()) grow();
        Entry& entry = entries_[place(key)];
        if (entry.bound == 0 && ++size_ > most_sets) throw Refused{Fault::many};
        entry = {static_cast<std::uint64_t>(key), static_cast<std::uint64_t>(key >> 64),
                 std::max<std::uint64_t>(entry.bound, bound)};
    }

  private:
    struct Entry {
        std::uint64_t low = 0, high = 0, bound = 0;  // bound 0: nothing is here
    };

    std::size_t place(Key key) const {
        const auto low = static_cast<std::uint64_t>(key), high = static_cast<std::uint64_t>(key >> 64);
        std::size_t i = low & (entries_.size() - 1);
        while (entries_[i].bound && (entries_[i].low != low || entries_[i].high != high))
            i = (i + 1) & (entries_.size() - 1);
        return i;
    }

    void grow() {
        std::vector<Entry> old(2 * entries_.size());
        old.swap(entries_);
        for (const Entry& entry : old)
            if (entry.bound) entries_[place(Key{entry.high} << 64 | entry.low)] = entry;
    }

    std::vector<Entry> entries_ = std::vector<Entry>(1024);
    std::size_t size_ = 0;
};

struct Symmetry {
    std::vector<std::uint8_t> from, name;  // moved[p] = name[code[from[p]]]
};

class Checker {
  public:
    Checker(const Rules& rules, const std::function<std::string()>& read, void (*pause)())
        : rules_(rules), read_(read), pause_(pause), cells_(list_codes(rules)), codes_(cells_.size() / rules.places),
          answers_(codes_ * codes_), totals_(257), orbit_(codes_), counts_(codes_), label_(codes_), in_set_(codes_) {
        std::vector<int> index(1 << 16, -1);
        for (std::size_t g = 0; g < codes_; ++g) {
            pause_();
            for (std::size_t c = 0; c < codes_; ++c) {
                int& known = index[answer(rules_, code(c), code(g))];
                if (known < 0) known = answer_count_++;
                answers_[g * codes_ + c] = static_cast<std::uint8_t>(known);
            }
        }
        Key weight = 1;
        for (int p = rules_.places; p--; weight *= rules_.colours) place_value_.insert(place_value_.begin(), weight);
        number_of_.assign(static_cast<std::size_t>(weight), 0);
        for (std::size_t c = 0; c < codes_; ++c) {
            std::size_t value = 0;
            for (int p = 0; p < rules_.places; ++p) value += place_value_[p] * code(c)[p];
            number_of_[value] = static_cast<std::uint16_t>(c);
        }
        std::random_device seed;
        for (std::size_t c = 0; c < codes_; ++c) {
            Key word = 0;
            for (int i = 0; i < 4; ++i) word = word << 32 | seed();
            random_.push_back(word);
        }
    }

    Verdict verdict(Cost bound) {
        try {
            Set all(codes_);
            std::iota(all.begin(), all.end(), 0);
            check(all, bound, codes_);
            if (more()) {
                verdict_.path.clear();
                throw Refused{Fault::longer};
            }
        } catch (Refused& refused) {
            verdict_.fault = refused.fault;
            verdict_.numbers = std::move(refused.numbers);
        }
        return std::move(verdict_);
    }

  private:
    const std::uint8_t* code(std::size_t number) const { return cells_.data() + number * rules_.places; }

    // ---- the file ----

    bool more() {
        if (at_ == chunk_.size()) {
            chunk_ = read_();
            at_ = 0;
        }
        return at_ < chunk_.size();
    }

    std::int64_t number(std::int64_t most = most_number) {
        std::int64_t value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            if (!more()) throw Refused{Fault::ended};
            const auto byte = static_cast<std::uint8_t>(chunk_[at_++]);
            value |= std::int64_t{byte & 127} << shift;
            if (byte < 128 && value <= most) return value;
            if (byte < 128) break;
        }
        throw Refused{Fault::large, {most}};
    }

    // ---- what is known without the file ----

    // T(n, q) for each n: the fewest guesses for n codes, if no guess has more than q answers that do not end the game.
    const std::vector<Cost>& totals(std::size_t q) {
        std::vector<Cost>& table = q < 257 ? totals_[q] : first_totals_;
        if (!table.empty()) return table;
        table.push_back(0);
        std::size_t rooms = 1, room = 1;
        Cost guesses = 1;
        for (std::size_t n = 1; n <= codes_; ++n) {
            if (room == 0) {
                ++guesses;
                room = rooms = std::min(rooms * q, codes_);
            }
            table.push_back(table.back() + guesses);
            --room;
        }
        return table;
    }

    // ---- symmetries ----

    Symmetry read_symmetry() {
        Symmetry symmetry;
        for (auto [values, size] : {std::pair{&symmetry.from, rules_.places}, {&symmetry.name, rules_.colours}}) {
            std::vector<bool> seen(size);
            for (int i = 0; i < size; ++i) {
                const std::int64_t value = number();
                if (value >= size || seen[value]) throw Refused{Fault::mixed};
                seen[value] = true;
                values->push_back(static_cast<std::uint8_t>(value));
            }
        }
        if (rules_.kind == Kind::places && !std::is_sorted(symmetry.from.begin(), symmetry.from.end()))
            throw Refused{Fault::moved};
        return symmetry;
    }

    // What each colour at each place adds to the value of the moved code.
    std::vector<std::size_t> moved_values(const Symmetry& symmetry) const {
        std::vector<std::size_t> moved(rules_.places * rules_.colours);
        for (int p = 0; p < rules_.places; ++p)
            for (int c = 0; c < rules_.colours; ++c)
                moved[symmetry.from[p] * rules_.colours + c] = place_value_[p] * symmetry.name[c];
        return moved;
    }

    std::uint16_t image(const std::vector<std::size_t>& moved, std::size_t number) const {
        std::size_t sum = 0;
        for (int p = 0; p < rules_.places; ++p) sum += moved[p * rules_.colours + code(number)[p]];
        return number_of_[sum];
    }

    std::uint16_t leader(std::uint16_t guess) {
        while (orbit_[guess] != guess) guess = orbit_[guess] = orbit_[orbit_[guess]];
        return guess;
    }

    // Reads the symmetries of a set and fills `orbit_`, where the smallest guess of each orbit is its own leader. The
    // guesses given are whole orbits; no others are joined. `in_set_` tells which codes are in the set.
    void read_orbits(const Set& set, const Set& guesses) {
        std::iota(orbit_.begin(), orbit_.end(), 0);
        const std::int64_t some = number(most_at_once);
        for (std::int64_t i = 0; i < some; ++i) {
            pause_();
            const auto k = static_cast<std::size_t>(number());
            if (k > symmetries_.size())
                throw Refused{Fault::unknown,
                              {static_cast<std::int64_t>(k), static_cast<std::int64_t>(symmetries_.size())}};
            if (k == symmetries_.size()) {
                if (k == most_symmetries) throw Refused{Fault::many};
                symmetries_.push_back(read_symmetry());
            }
            const std::vector<std::size_t> moved = moved_values(symmetries_[k]);
            for (const std::uint16_t c : set)
                if (!in_set_[image(moved, c)]) throw Refused{Fault::changed};
            for (const std::uint16_t g : guesses) {
                const std::uint16_t first = leader(g), second = leader(image(moved, g));
                orbit_[std::max(first, second)] = std::min(first, second);
            }
        }
    }

    // ---- the proof ----

    // Splits a set by its answers and returns the sizes of the parts, in the order of their first codes. `label_` is
    // then the part of each code, counted from 1; 0 is the guess itself.
    std::vector<std::size_t> split(const Set& set, std::size_t guess) {
        std::vector<std::size_t> sizes;
        sizes.reserve(answer_count_);
        std::uint16_t part_of[256];
        std::fill_n(part_of, answer_count_, 0);
        const std::uint8_t* row = &answers_[guess * codes_];
        for (std::size_t i = 0; i < set.size(); ++i) {
            std::uint16_t part = 0;
            if (guess != set[i]) {
                part = part_of[row[set[i]]];
                if (part == 0) {
                    sizes.push_back(0);
                    part = part_of[row[set[i]]] = static_cast<std::uint16_t>(sizes.size());
                }
                ++sizes[part - 1];
            }
            label_[i] = part;
        }
        return sizes;
    }

    // Checks that a set costs at least the target. q: no guess has more answers on it that do not end the game.
    void check(const Set& set, Cost target, std::size_t q) {
        const std::size_t size = set.size();
        if (totals(q)[size] >= target) return;
        Key key = 0;
        for (const std::uint16_t c : set) key += random_[c];
        if (memo_.get(key) >= target) return;
        pause_();
        count_(answers_.data(), codes_, set, answer_count_, counts_.data());
        for (const std::uint16_t c : set) --counts_[c];  // the answer that ends the game
        q = std::min<std::size_t>(q, *std::max_element(counts_.begin(), counts_.end()));
        const std::vector<Cost>& total = totals(q);
        if (total[size] >= target) {
            memo_.put(key, total[size]);
            return;
        }
        if (verdict_.path.size() == 2 * deepest) throw Refused{Fault::deep};
        const bool root = verdict_.path.empty();
        // The bound of a guess with so many parts is least if they are equal, since T grows faster and faster.
        const auto even = [&](std::size_t codes, std::size_t parts) {
            if (parts == 0) return static_cast<Cost>(size);
            const std::size_t low = codes / parts, more = codes % parts;
            return static_cast<Cost>(size + parts * total[low] + (more ? more * (total[low + 1] - total[low]) : 0));
        };
        std::vector<char> possible[2];  // by the number of parts, of guesses outside the set and in it
        for (const std::size_t own : {0, 1})
            for (std::size_t k = 0; k <= q; ++k) possible[own].push_back(even(size - own, k) < target);
        for (const std::uint16_t c : set) in_set_[c] = 1;
        Set guesses;  // Symmetries change neither counts nor who is in the set, so these are whole orbits.
        for (std::size_t g = 0; g < codes_; ++g)
            if (root || possible[in_set_[g] != 0][counts_[g]]) guesses.push_back(static_cast<std::uint16_t>(g));
        read_orbits(set, guesses);
        ++verdict_.sets;
        std::erase_if(guesses, [&](std::uint16_t g) { return orbit_[g] != g; });
        for (const std::uint16_t c : set) in_set_[c] = 0;
        std::unordered_set<Key, KeyHash> met;
        for (const std::uint16_t guess : guesses) check_guess(set, target, q, guess, met);
        memo_.put(key, target);
    }

    void check_guess(const Set& set, Cost target, std::size_t q, std::uint16_t guess,
                     std::unordered_set<Key, KeyHash>& met) {
        const std::size_t size = set.size();
        const std::vector<Cost>& total = totals(q);
        const bool root = verdict_.path.empty();
        const std::vector<std::size_t> parts = split(set, guess);
        if (parts.size() == 1 && parts[0] == size) return;  // It tells nothing.
        Cost bound = static_cast<Cost>(size);
        for (const std::size_t part : parts) bound += total[part];
        if (bound < target) {
            Key key = 0;
            for (std::size_t i = 0; i < size; ++i) key += label_[i] * random_[set[i]];
            if (!met.insert(key).second) return;
            std::vector<Cost> hints;
            for (const std::size_t part : parts) {
                hints.push_back(part >= 3 ? number() : 0);
                bound += hints.back();
            }
            if (bound < target) throw Refused{Fault::unrefuted, {guess, bound, target}};
            std::vector<Set> below(parts.size());
            for (std::size_t i = 0; i < size; ++i)
                if (label_[i] && hints[label_[i] - 1]) below[label_[i] - 1].push_back(set[i]);
            for (std::size_t i = 0; i < below.size(); ++i) {
                if (hints[i] == 0) continue;
                verdict_.path.insert(verdict_.path.end(), {guess, below[i][0]});
                check(below[i], total[below[i].size()] + hints[i], q);
                verdict_.path.resize(verdict_.path.size() - 2);
            }
        }
        if (root) verdict_.first.insert(verdict_.first.end(), {guess, bound});
    }

    Rules rules_;
    const std::function<std::string()>& read_;
    void (*pause_)();
    std::string chunk_;
    std::size_t at_ = 0;
    std::vector<std::uint8_t> cells_;
    std::size_t codes_;
    std::vector<std::uint8_t> answers_;  // a row for each guess; also one for each code, since answers are symmetric
    int answer_count_ = 0;
    std::vector<std::vector<Cost>> totals_;
    std::vector<Cost> first_totals_;
    std::vector<std::size_t> place_value_;
    std::vector<std::uint16_t> number_of_;
    std::vector<Symmetry> symmetries_;
    // The key of a set is the sum of the random words of its codes; that of a partition adds each as often as its part
    // says. Words that nobody could know before make different sets equal with a chance of 2^-120 at most.
    std::vector<Key> random_;
    Memo memo_;
    Count* count_ = fastest_count();
    std::vector<std::uint16_t> orbit_, counts_, label_;
    std::vector<char> in_set_;
    Verdict verdict_;
};

}  // namespace

Verdict check(const Rules& rules, std::int64_t bound, const std::function<std::string()>& read, void (*pause)()) {
    return Checker(rules, read, pause).verdict(bound);
}

}  // namespace mastermine::certificate
