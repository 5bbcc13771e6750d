#include "distinguishing.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <unordered_set>
#include <utility>

#include "matrix.hpp"

namespace mastermine {
namespace {

constexpr std::size_t most_pairs = 512;           // pairs of codes that a set of guesses is checked with at first
constexpr std::size_t most_done = std::size_t{1} << 23;  // forms in memory
constexpr int permuted_places = 7;                // 7! = 5040 orders

// The form of a set of guesses is its smallest image under permutations of guesses, places and colours. Where white pegs
// do not matter, and colours repeat, colours are permuted at each place on its own: that maps equal answers to equal ones.
// Two sequences of the rows with equal images show a symmetry of the set: of branches that it maps to each other, one is
// followed (B. D. McKay, Practical graph isomorphism, 1981). A branch that is left out wrongly makes equal forms differ,
// never different ones equal.
class Forms {
  public:
    // `check_time` is called at every row: a set may take long.
    Forms(const Rules& rules, std::function<void()> check_time)
        : rules_(rules), check_time_(std::move(check_time)), separate_(rules.kind != Kind::pegs && !rules.distinct) {
        std::vector<std::uint8_t> order(rules.places);
        std::iota(order.begin(), order.end(), std::uint8_t{0});
        do orders_.push_back(order);
        while (rules.places <= permuted_places && std::next_permutation(order.begin(), order.end()));
        names_.resize(separate_ ? rules.places : 1);
        for (Names& names : names_) names.name.fill(unnamed);
    }

    const std::string& operator()(std::vector<const std::uint8_t*> rows) {
        rows_ = std::move(rows);
        best_.assign(rows_.size() * rules_.places, '\xff');
        image_ = best_;
        path_.assign(rows_.size(), 0);
        best_order_ = nullptr;
        mark_own_colours();
        for (const auto& order : orders_) {
            order_ = order.data();
            extend(0);
        }
        return best_;
    }

  private:
    static constexpr std::uint8_t unnamed = 255, own = 255;
    static constexpr std::ptrdiff_t no_row = -1;

    struct Names {
        std::array<std::uint8_t, max_colours> name;  // of each colour, in order of occurrence
        std::uint8_t used = 0;
    };

    Names& names(int place) { return names_[separate_ ? place : 0]; }

    // Marks the colours of each row that no other row has (there). Rows that are the same elsewhere, and have equal
    // images, are exchanged by a symmetry that changes no other row.
    void mark_own_colours() {
        const std::size_t places = rules_.places;
        rows_with_.assign(names_.size() * max_colours, 0);
        last_row_.assign(rows_with_.size(), nullptr);
        const auto index = [&](const std::uint8_t* row, std::size_t p) {
            return (separate_ ? p * max_colours : 0) + row[p];
        };
        for (const std::uint8_t* row : rows_)
            for (std::size_t p = 0; p < places; ++p)
                if (std::exchange(last_row_[index(row, p)], row) != row) ++rows_with_[index(row, p)];
        marked_.resize(rows_.size());
        for (std::size_t r = 0; r < rows_.size(); ++r)
            for (std::size_t p = 0; p < places; ++p)
                marked_[r][p] = rows_with_[index(rows_[r], p)] == 1 ? own : rows_[r][p];
    }

    bool exchangeable(std::size_t one, std::size_t other) const {
        return std::memcmp(marked_[one].data(), marked_[other].data(), rules_.places) == 0;
    }

    // The image of a row, with names for its new colours, which it appends to `fresh_`.
    Code renamed(const std::uint8_t* row) {
        Code image{};
        for (int p = 0; p < rules_.places; ++p) {
            const std::uint8_t colour = row[order_[p]];
            Names& there = names(p);
            if (there.name[colour] == unnamed) {
                there.name[colour] = there.used++;
                fresh_.emplace_back(p, colour);
            }
            image[p] = there.name[colour];
        }
        return image;
    }

    void forget(std::size_t names_before) {
        for (; fresh_.size() > names_before; fresh_.pop_back()) {
            Names& there = names(fresh_.back().first);
            there.name[fresh_.back().second] = unnamed;
            --there.used;
        }
    }

    // Appends the row with the smallest image; of several that are not exchangeable, each in turn. Returns at which row
    // others are tried next: before `done` if a symmetry maps what is left here to what was tried, `no_row` if it maps all
    // of this order of the places to another order.
    std::ptrdiff_t extend(std::ptrdiff_t done) {
        check_time_();
        if (done == std::ssize(rows_)) {
            if (best_order_ == nullptr || image_ != best_) {
                best_ = image_;
                best_path_ = path_;
                best_order_ = order_;
                return done;
            }
            if (best_order_ != order_) return no_row;
            return std::mismatch(path_.begin(), path_.end(), best_path_.begin()).first - path_.begin();
        }
        const std::size_t places = rules_.places, before = fresh_.size();
        Code smallest;
        smallest.fill(unnamed);
        std::vector<std::size_t> tied;
        for (std::size_t r = 0; r < rows_.size(); ++r) {
            if (rows_[r] == nullptr) continue;
            const Code image = renamed(rows_[r]);
            forget(before);
            const int order = std::memcmp(image.data(), smallest.data(), places);
            if (order < 0) {
                smallest = image;
                tied.clear();
            }
            if (order <= 0 && std::none_of(tied.begin(), tied.end(), [&](std::size_t t) { return exchangeable(t, r); }))
                tied.push_back(r);
        }
        std::memcpy(image_.data() + done * places, smallest.data(), places);
        for (std::size_t r : tied) {
            if (std::memcmp(image_.data(), best_.data(), (done + 1) * places) > 0) break;
            const std::uint8_t* row = std::exchange(rows_[r], nullptr);
            renamed(row);
            path_[done] = r;
            const std::ptrdiff_t next = extend(done + 1);
            forget(before);
            rows_[r] = row;
            if (next < done) return next;
        }
        return done;
    }

    Rules rules_;
    std::function<void()> check_time_;
    bool separate_;
    std::vector<std::vector<std::uint8_t>> orders_;
    std::vector<const std::uint8_t*> rows_;  // null: is in the image
    const std::uint8_t *order_ = nullptr, *best_order_ = nullptr;
    std::vector<std::size_t> path_, best_path_;  // which row is where in the image
    std::vector<Names> names_;
    std::vector<std::uint16_t> rows_with_;  // each colour, at each place if these are separate
    std::vector<const std::uint8_t*> last_row_;
    std::vector<Code> marked_;
    std::vector<std::pair<int, std::uint8_t>> fresh_;
    std::string image_, best_;
};

using Bits = std::vector<std::uint64_t>;  // a set of guesses
using BitView = std::span<const std::uint64_t>;

bool has(BitView set, std::size_t i) { return set[i / 64] >> (i % 64) & 1; }
void drop(Bits& set, std::size_t i) { set[i / 64] &= ~(std::uint64_t{1} << (i % 64)); }

// Intersects a set with another. True if anything is in both.
bool intersect(Bits& set, BitView other) {
    std::uint64_t any = 0;
    for (std::size_t w = 0; w < set.size(); ++w) any |= set[w] &= other[w];
    return any != 0;
}

template <class F>
void for_each(BitView set, const F& f) {
    for (std::size_t w = 0; w < set.size(); ++w)
        for (std::uint64_t word = set[w]; word != 0; word &= word - 1) f(w * 64 + std::countr_zero(word));
}

// Codes that gave the same answers so far have the same number.
struct Classes {
    std::vector<std::uint16_t> of;
    std::size_t count;
};

class Search {
  public:
    Search(const Rules& rules, Codes codes, double seconds, Pause pause)
        : codes_(codes), matrix_(rules, codes, codes), forms_(rules, [this] { check_time(); }), seconds_(seconds),
          pause_(pause) {
        const Classes all{std::vector<std::uint16_t>(codes.size()), 1};
        for (std::size_t guess = 0; guess < codes.size(); ++guess)
            answers_ = std::max(answers_, split(all, guess).count);
    }

    Distinguishing find(int most) {
        Bits every(matrix_.stride() / 64);
        for (std::size_t guess = 0; guess < codes_.size(); ++guess)
            every[guess / 64] |= std::uint64_t{1} << (guess % 64);
        Distinguishing result{};
        try {
            if (extend({std::vector<std::uint16_t>(codes_.size()), 1}, std::move(every), most)) {
                result.guesses.emplace();
                for (std::size_t guess : chosen_)
                    result.guesses->insert(result.guesses->end(), codes_[guess], codes_[guess] + codes_.places);
            }
        } catch (const Stopped&) {
            result.stopped = true;
        }
        result.nodes = nodes_;
        return result;
    }

  private:
    struct Stopped {};

    // Classes of several codes, the largest first.
    struct Members {
        std::vector<std::uint16_t> codes;
        std::vector<std::span<const std::uint16_t>> classes;
    };

    // Pairs of codes: how many allowed guesses distinguish them, and which. Those with the fewest first.
    struct Pairs {
        Bits words;
        std::vector<std::pair<std::size_t, BitView>> all;
    };

    struct Candidate {
        std::string form;
        std::size_t guess;
    };

    void check_time() {
        pause_();
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start_;
        if (seconds_ > 0 && taken.count() > seconds_) throw Stopped{};
    }

    // Splits classes by a guess. Answers are symmetric: that of a guess to a code is that of the code to the guess.
    Classes split(const Classes& classes, std::size_t guess) {
        constexpr std::uint16_t none = 0xffff;
        numbers_.assign(classes.count * matrix_.answers(), none);
        Classes finer{std::vector<std::uint16_t>(codes_.size()), 0};
        const std::uint8_t* answer = matrix_.row(guess);
        for (std::size_t code = 0; code < codes_.size(); ++code) {
            std::uint16_t& number = numbers_[classes.of[code] * matrix_.answers() + answer[code]];
            if (number == none) number = static_cast<std::uint16_t>(finer.count++);
            finer.of[code] = number;
        }
        return finer;
    }

    // The guesses that distinguish two codes: where their rows of answers differ, eight at a time.
    void distinguishing_guesses(std::size_t one, std::size_t other, Bits& guesses) const {
        constexpr std::uint64_t low = 0x7f7f7f7f7f7f7f7f;
        const std::uint8_t *a = matrix_.row(one), *b = matrix_.row(other);
        for (std::uint64_t& word : guesses) {
            word = 0;
            for (int i = 0; i < 64; i += 8, a += 8, b += 8) {
                std::uint64_t x, y;
                std::memcpy(&x, a, 8);
                std::memcpy(&y, b, 8);
                x ^= y;
                if constexpr (std::endian::native == std::endian::big) x = __builtin_bswap64(x);
                const std::uint64_t differ = ((((x & low) + low) | x) & ~low) >> 7;  // 1 in each byte that is not 0
                word |= (differ * 0x0102040810204080 >> 56) << i;
            }
        }
    }

    // No class of more codes can be distinguished by so many guesses (`most_distinguished` of the Python side).
    double most_distinguished(int guesses) const {
        const auto answers = static_cast<double>(answers_);
        return std::min(std::pow(answers, guesses), std::pow(answers - 1, guesses) + guesses);
    }

    Members shared(const Classes& classes) const {
        std::vector<std::uint32_t> end(classes.count + 1);
        for (std::uint16_t number : classes.of) ++end[number + 1];
        std::partial_sum(end.begin(), end.end(), end.begin());
        Members members{std::vector<std::uint16_t>(codes_.size()), {}};
        for (std::size_t code = 0; code < codes_.size(); ++code)
            members.codes[end[classes.of[code]]++] = static_cast<std::uint16_t>(code);
        for (std::size_t number = 0, start = 0; number < classes.count; start = end[number++])
            if (end[number] - start > 1)
                members.classes.emplace_back(members.codes.data() + start, end[number] - start);
        std::stable_sort(members.classes.begin(), members.classes.end(),
                         [](const auto& a, const auto& b) { return a.size() > b.size(); });
        return members;
    }

    // Some pairs of codes of the same class.
    Pairs pairs_of(const Members& members, const Bits& allowed) const {
        Pairs pairs;
        pairs.words.reserve(most_pairs * allowed.size());
        Bits guesses(allowed.size());
        for (const auto& codes : members.classes)
            for (std::size_t apart = 1; apart < codes.size(); ++apart)
                for (std::size_t i = 0; i + apart < codes.size() && pairs.all.size() < most_pairs; ++i) {
                    distinguishing_guesses(codes[i], codes[i + apart], guesses);
                    intersect(guesses, allowed);
                    std::size_t count = 0;
                    for (std::uint64_t word : guesses) count += bits(word);
                    const auto kept = pairs.words.insert(pairs.words.end(), guesses.begin(), guesses.end());
                    pairs.all.emplace_back(count, BitView(kept, guesses.size()));
                }
        std::stable_sort(pairs.all.begin(), pairs.all.end(),
                         [](const auto& a, const auto& b) { return a.first < b.first; });
        return pairs;
    }

    // Extends the chosen guesses by at most `left` of the allowed ones, so that they distinguish all codes.
    bool extend(const Classes& classes, Bits allowed, int left) {
        ++nodes_;
        check_time();
        const Members members = shared(classes);
        if (members.classes.empty()) return true;
        if (left == 0 || static_cast<double>(members.classes[0].size()) > most_distinguished(left)) return false;
        if (left == 1) return complete(members, allowed);
        const Pairs pairs = pairs_of(members, allowed);
        const auto& [count, needed] = pairs.all[0];
        if (count == 0) return false;
        return left == 2 ? extend_by_two(classes, pairs, std::move(allowed))
                         : extend_by_forms(classes, needed, std::move(allowed), left);
    }

    // Adds the last guess: it distinguishes all pairs of codes of the same class.
    bool complete(const Members& members, Bits& allowed) {
        Bits guesses(allowed.size());
        for (const auto& codes : members.classes)
            for (std::size_t i = 0; i < codes.size(); ++i)
                for (std::size_t j = 0; j < i; ++j) {
                    distinguishing_guesses(codes[i], codes[j], guesses);
                    if (!intersect(allowed, guesses)) return false;
                }
        std::size_t w = 0;
        while (allowed[w] == 0) ++w;
        chosen_.push_back(w * 64 + std::countr_zero(allowed[w]));
        return true;
    }

    // Adds two guesses. One of them distinguishes the first pair; the other one, all pairs that this does not.
    bool extend_by_two(const Classes& classes, const Pairs& pairs, Bits allowed) {
        bool found = false;
        for_each(pairs.all[0].second, [&](std::size_t guess) {
            if (found) return;
            drop(allowed, guess);
            Bits last = allowed;
            for (const auto& [count, guesses] : pairs.all)
                if (!has(guesses, guess) && !intersect(last, guesses)) return;
            chosen_.push_back(guess);
            found = extend(split(classes, guess), std::move(last), 1);
            if (!found) chosen_.pop_back();
        });
        return found;
    }

    // Adds guesses one by one, of which one is `needed`. Once no set that contains one of some form was found, no other
    // set of this form has to be searched, and no guess that leads to it is allowed below.
    bool extend_by_forms(const Classes& classes, BitView needed, Bits allowed, int left) {
        std::vector<const std::uint8_t*> rows;
        for (std::size_t guess : chosen_) rows.push_back(codes_[guess]);
        rows.push_back(nullptr);
        std::vector<Candidate> candidates;
        for_each(allowed, [&](std::size_t guess) {
            rows.back() = codes_[guess];
            candidates.push_back({forms_(rows), guess});
        });
        std::stable_sort(candidates.begin(), candidates.end(),
                         [](const Candidate& a, const Candidate& b) { return a.form < b.form; });
        struct Group {
            std::span<const Candidate> all;
            Classes classes;
        };
        std::vector<Group> groups;
        const auto drop_all = [&](std::span<const Candidate> all) {
            for (const Candidate& each : all) drop(allowed, each.guess);
        };
        for (auto first = candidates.begin(), end = first; first != candidates.end(); first = end) {
            end = std::find_if(first, candidates.end(),
                               [&](const Candidate& each) { return each.form != first->form; });
            const std::span<const Candidate> all(first, end);
            const auto is_needed = [&](const Candidate& each) { return has(needed, each.guess); };
            if (done_.contains(first->form))
                drop_all(all);
            else if (std::any_of(first, end, is_needed))
                groups.push_back({all, split(classes, first->guess)});
        }
        // The most classes first.
        std::stable_sort(groups.begin(), groups.end(),
                         [](const Group& a, const Group& b) { return a.classes.count > b.classes.count; });
        for (const Group& group : groups) {
            drop(allowed, group.all[0].guess);
            chosen_.push_back(group.all[0].guess);
            if (extend(group.classes, allowed, left - 1)) return true;
            chosen_.pop_back();
            drop_all(group.all);
            if (done_.size() < most_done) done_.insert(group.all[0].form);
        }
        return false;
    }

    Codes codes_;
    Matrix matrix_;
    Forms forms_;
    double seconds_;
    Pause pause_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::size_t answers_ = 0;  // most different answers to a guess
    std::int64_t nodes_ = 0;
    std::vector<std::size_t> chosen_;
    std::unordered_set<std::string> done_;  // forms of which no set is part of one that is sought
    std::vector<std::uint16_t> numbers_;
};

}  // namespace

Distinguishing distinguishing(const Rules& rules, Codes codes, int most, double seconds, Pause pause) {
    return Search(rules, codes, seconds, pause).find(most);
}

}  // namespace mastermine
