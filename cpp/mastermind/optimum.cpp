#include "optimum.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <memory>
#include <numeric>
#include <stdexcept>

#include "automorphisms.hpp"
#include "bounds.hpp"
#include "guesses.hpp"
#include "known.hpp"
#include "matrix.hpp"

namespace mastermine::optimum {

namespace {

using Set = std::span<const Row>;

constexpr std::size_t most_codes = 65535;
constexpr double most_space = 1 << 24;    // codes with repeats; of more, none is found by its number
constexpr std::size_t most_layers = 8;    // of weights

// Sizes of positions, chosen by measurement (benchmarks/optimal.py).
constexpr std::size_t large = 48;         // larger ones order their guesses by an estimate
constexpr std::size_t symmetric = 32;     // larger ones look for symmetry
constexpr std::size_t most_small = 64;    // none is larger whose candidates are looked at one by one
constexpr std::size_t worth_a_look = 12;  // of larger ones, each part is looked at before any is solved

struct OutOfTime {};

// Number of set bits; without the instruction that some processors lack.
std::size_t bits(std::uint64_t x) {
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    return (((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u) >> 56;
}

// Number of candidates; if they have weights, also the number that weigh at least as much as each layer.
struct Load {
    std::size_t size;
    std::array<std::uint32_t, most_layers> heavy;
};

struct Part {
    std::uint32_t start, size;
    Cost low;
    Key key;
};

struct Choice {
    Cost bound;
    double estimate;
    Column column;
    bool candidate;
};

// Ways to order guesses: a candidate first, then the smallest.
bool by_bound(const Choice& a, const Choice& b) {
    if (a.bound != b.bound) return a.bound < b.bound;
    return a.candidate != b.candidate ? a.candidate : a.column < b.column;
}

bool by_estimate(const Choice& a, const Choice& b) {
    if (a.estimate != b.estimate) return a.estimate < b.estimate;
    return a.candidate != b.candidate ? a.candidate : a.column < b.column;
}

class Solver {
  public:
    Solver(const Task& task)
        : task_(limited(task)), rules_(task.rules), begun_(Clock::now()), guesses_(columns(task)),
          matrix_(rules_, task.candidates, {guesses_, rules_.places}),
          bounds_(task, task.candidates.size(), matrix_.answers()) {
        const std::size_t size = task.candidates.size();
        own_.resize(size);
        keys_.resize(size);
        all_.resize(size);
        for (std::size_t i = 0; i < size; ++i) {
            own_[i] = column_of(task.candidates[i]);
            keys_[i] = Key::of(i);
            all_key_ ^= keys_[i];
            all_[i] = static_cast<Row>(i);
        }
        is_candidate_.resize(guesses_count());
        for (std::size_t i = 0; i < task.first.size(); ++i) first_.push_back(column_of(task.first[i]));
        if (weighted()) {
            layers_.assign(task.weights.begin(), task.weights.end());
            std::sort(layers_.begin(), layers_.end());
            layers_.erase(std::unique(layers_.begin(), layers_.end()), layers_.end());
            std::erase(layers_, 0);
            if (layers_.size() > most_layers) layers_.resize(most_layers);
        }
        estimate_.resize(size + 1);
        for (std::size_t n = 1; n <= size; ++n)
            estimate_[n] = static_cast<double>(n) * std::log(static_cast<double>(n));
    }

    Found run() {
        Found found{-1, 0, {}, 0};
        const Set all = all_;
        try {
            const Cost value = solve(all, all_key_, task_.depth, task_.below, all, 0);
            found.bound = value;
            if (value < task_.below) found.value = value;
        } catch (const OutOfTime&) {
            found.bound = bound_of_rest();
            if (root_.best < task_.below) found.value = root_.best;
            level(0).column = root_.column;
            std::fill(is_candidate_.begin(), is_candidate_.end(), std::uint8_t{0});  // it may have been in use
        }
        if (found.value >= 0) {
            finishing_ = true;  // what is left is short
            found.value = build(all, all_key_, task_.depth, all, 0, found.tree);
            found.bound = std::min(found.bound, found.value);
        }
        if (task_.width > 0) found.bound = ideal(task_.depth, load(all));
        found.nodes = nodes_;
        return found;
    }

    Promising promising() {
        Promising result;
        Level& here = level(0);
        Listing list(*this, all_, task_.depth, task_.below, 0);
        count(all_, here);
        list_every(all_, list, 0, 1, true);
        std::vector<Choice>& choices = here.choices;
        std::sort(choices.begin(), choices.end(), by_bound);
        here.seen.clear();
        for (const Choice& choice : choices) {
            split(all_, choice.column, task_.depth, here);
            if (!(task_.without & equal_partitions) && !here.seen.insert(here.signature)) continue;
            const std::uint8_t* code = guess(choice.column);
            result.guesses.insert(result.guesses.end(), code, code + rules_.places);
            result.bounds.push_back(choice.bound);
        }
        return result;
    }

  private:
    using Clock = std::chrono::steady_clock;

    struct Level {
        std::vector<Row> rows;  // of all parts, one after the other
        std::vector<std::uint8_t> answers;
        std::vector<Part> parts;  // but the one that is found
        std::uint64_t signature;  // of the partition
        Cost low;                 // the sum of the bounds of the parts, and a step for each candidate
        std::vector<std::uint8_t, Aligned<std::uint8_t>> counts;
        std::vector<Column> columns;
        std::vector<Choice> choices;
        Seen seen;
        Column column;  // with which the best tree begins that was found last
    };

    static Task limited(Task task) {
        task.below = std::min(task.below, impossible);
        return task;
    }

    static std::vector<std::uint8_t> columns(const Task& task) {
        const int places = task.rules.places;
        std::vector<std::uint8_t> cells;
        if (task.policy == Policy::any || (task.policy == Policy::previous && task.first.size() == 0)) {
            std::vector<std::uint8_t> colours(task.rules.colours);
            std::iota(colours.begin(), colours.end(), std::uint8_t{0});
            Guesses all(places, task.rules.distinct, colours);
            if (all.count() > most_codes) throw std::invalid_argument("too many codes to choose a guess from");
            while (const std::uint8_t* code = all.next()) cells.insert(cells.end(), code, code + places);
            return cells;
        }
        std::vector<Code> codes;
        for (const Codes& some : {task.candidates, task.first})
            for (std::size_t i = 0; i < some.size(); ++i) {
                Code code{};
                std::copy_n(some[i], places, code.begin());
                codes.push_back(code);
            }
        std::sort(codes.begin(), codes.end());
        codes.erase(std::unique(codes.begin(), codes.end()), codes.end());
        if (codes.size() > most_codes) throw std::invalid_argument("too many codes to choose a guess from");
        for (const Code& code : codes) cells.insert(cells.end(), code.begin(), code.begin() + places);
        return cells;
    }

    std::size_t guesses_count() const { return guesses_.size() / rules_.places; }
    const std::uint8_t* guess(Column column) const { return guesses_.data() + std::size_t{column} * rules_.places; }

    Column column_of(const std::uint8_t* code) const {
        std::size_t low = 0, high = guesses_count();
        while (low < high) {
            const std::size_t middle = (low + high) / 2;
            const int order = std::memcmp(guess(static_cast<Column>(middle)), code, rules_.places);
            if (order == 0) return static_cast<Column>(middle);
            (order < 0 ? low : high) = order < 0 ? middle + 1 : middle;
        }
        throw std::invalid_argument("a code is none of these rules");
    }

    Level& level(std::size_t depth) {
        while (levels_.size() <= depth) levels_.push_back(std::make_unique<Level>());
        return *levels_[depth];
    }

    bool without(Without rule) const { return task_.without & rule; }

    // ---- costs and bounds ----

    bool weighted() const { return !task_.weights.empty(); }

    Load load(Set set) const {
        Load load{set.size(), {}};
        if (weighted())
            for (Row row : set)
                for (std::size_t i = 0; i < layers_.size() && task_.weights[row] >= layers_[i]; ++i) ++load.heavy[i];
        return load;
    }

    // A bound by numbers of candidates. What a candidate weighs is cut into layers: the candidates that reach up to a layer
    // are a set of their own, each of weight one.
    template <class Bound>
    Cost layered(const Load& load, const Bound& bound) const {
        if (!weighted()) return bound(load.size);
        Cost sum = 0, below = 0;
        for (std::size_t i = 0; i < layers_.size(); below = layers_[i++]) {
            const Cost cost = bound(load.heavy[i]);
            if (cost >= impossible) return impossible;
            sum += (layers_[i] - below) * cost;
        }
        return sum;
    }

    // No tree costs less, whatever the candidates are.
    Cost ideal(int depth, const Load& load) const {
        return layered(load, [&](std::size_t size) { return bounds_(depth, size); });
    }

    // Nor one that begins with a guess with so many parts.
    Cost bound(int depth, const Load& load, std::size_t parts, bool candidate) {
        if (!weighted()) return bounds_(depth, load.size, parts, candidate);
        if (parts == 1 && !candidate) return impossible;
        return layered(load, [&](std::size_t size) {
            // A candidate may be too light to count.
            const Cost other = bounds_(depth, size, std::max<std::size_t>(2, std::min(parts, matrix_.answers() - 1)),
                                       false);
            return candidate ? std::min(other, bounds_(depth, size, parts, true)) : other;
        });
    }

    // Cost of one more guess.
    Cost step(Set set) const {
        if (task_.counts != Counts::total) return 0;
        Cost sum = 0;
        for (Row row : set) sum += weighted() ? task_.weights[row] : 1;
        return sum;
    }

    // Of two candidates, which tell each other, the heavier is guessed first.
    Cost solve_two(Set set, int depth, Column& column) const {
        column = own_[set[0]];
        if (!weighted()) return bounds_(depth, set.size());
        if (set.size() == 1) return task_.weights[set[0]];
        const Cost a = task_.weights[set[0]], b = task_.weights[set[1]];
        if (b > a) column = own_[set[1]];
        return a + b + std::min(a, b);
    }

    void visit() {
        ++nodes_;
        spend(1 << 16);
    }

    // Work is counted in answers that are looked at; now and then it is asked whether it is to stop.
    void spend(std::size_t answers) {
        spent_ += answers;
        if (spent_ < 1 << 22) return;
        spent_ = 0;
        if (task_.pause) task_.pause();
        const std::chrono::duration<double> seconds = Clock::now() - begun_;
        if (task_.seconds > 0 && !finishing_ && seconds.count() > task_.seconds) throw OutOfTime{};
    }

    // Splits a set by the answers to a guess: its parts, the smallest first, with their bounds.
    void split(Set set, Column column, int depth, Level& here) {
        const std::size_t size = set.size();
        here.rows.resize(size);
        here.answers.resize(size);
        std::uint16_t starts[257] = {};
        const std::size_t answers = matrix_.answers();
        for (std::size_t i = 0; i < size; ++i) ++starts[(here.answers[i] = matrix_.row(set[i])[column]) + 1];
        here.parts.clear();
        Key keys[256];
        std::uint32_t at[256];
        std::uint32_t start = 0;
        for (std::size_t answer = 0; answer < answers; ++answer) {
            at[answer] = start;
            start += starts[answer + 1];
            if (starts[answer + 1]) keys[answer] = {};
        }
        for (std::size_t i = 0; i < size; ++i) {
            const std::uint8_t answer = here.answers[i];
            here.rows[at[answer]++] = set[i];
            keys[answer] ^= keys_[set[i]];
        }
        const int then = bounds_.next(depth);
        const Set rows = here.rows;
        here.low = step(set) + (starts[answers] && task_.counts == Counts::last && depth == 1);
        here.signature = 0;
        for (std::size_t answer = 0; answer + 1 < answers; ++answer) {
            const std::uint32_t count = starts[answer + 1];
            if (!count) continue;
            Part part{at[answer] - count, count, 0, keys[answer]};
            part.low = weighted() ? ideal(then, load(rows.subspan(part.start, count))) : bounds_(then, count);
            here.signature += mixed(part.key.check);
            here.low = std::min(impossible, here.low + part.low);
            std::size_t i = here.parts.size();
            here.parts.push_back(part);
            for (; i > 0 && here.parts[i - 1].size > count; --i) here.parts[i] = here.parts[i - 1];
            here.parts[i] = part;
        }
    }

    // The guesses of a position that are to be tried: which of them could cost less than `below`, and the least bound of
    // the others.
    class Listing {
      public:
        Listing(Solver& solver, Set set, int depth, Cost below, std::size_t at)
            : solver_(solver), set_(set), depth_(depth), below_(below), here_(solver.level(at)),
              load_(solver.load(set)) {
            here_.choices.clear();
        }

        // The least number of parts with which a guess is of interest.
        std::size_t least_parts(bool candidate) const {
            std::size_t parts = candidate ? 1 : 2;
            while (parts < solver_.matrix_.answers() && bound(parts, candidate) >= below_) ++parts;
            return parts;
        }

        void add(Column column, std::size_t parts, bool candidate) {
            if (parts == 1 && !candidate) return;  // it tells nothing
            if (candidate && parts == 255 && solver_.matrix_.answers() == 256) parts = 256;  // no more are told
            Choice choice{bound(parts, candidate), 0, column, candidate};
            if (choice.bound < below_ && set_.size() > large) look_closer(choice);
            if (choice.bound < below_)
                here_.choices.push_back(choice);
            else
                others = std::min(others, choice.bound);
        }

        Cost others = impossible;

      private:
        Cost bound(std::size_t parts, bool candidate) const {
            return solver_.without(part_bounds) ? solver_.ideal(depth_, load_)
                                                : solver_.bound(depth_, load_, parts, candidate);
        }

        // By the sizes of its parts.
        void look_closer(Choice& choice) const {
            solver_.spend(set_.size());
            const std::size_t answers = solver_.matrix_.answers();
            const int then = solver_.bounds_.next(depth_);
            std::uint16_t sizes[256] = {};
            for (Row row : set_) ++sizes[solver_.matrix_.row(row)[choice.column]];
            Cost sum = solver_.task_.counts == Counts::total ? static_cast<Cost>(set_.size()) : 0;
            for (std::size_t answer = 0; answer + 1 < answers; ++answer)
                if (sizes[answer]) {
                    sum = std::min(impossible, sum + solver_.bounds_(then, sizes[answer]));
                    choice.estimate += solver_.estimate_[sizes[answer]];
                }
            if (!solver_.without(part_bounds) && !solver_.weighted())
                choice.bound = std::min(impossible, std::max(choice.bound, sum));
        }

        Solver& solver_;
        Set set_;
        int depth_;
        Cost below_;
        Level& here_;
        Load load_;
    };

    std::size_t parts_of(Set set, Column column) const {
        std::uint64_t met[4] = {};
        for (Row row : set) {
            const std::uint8_t answer = matrix_.row(row)[column];
            met[answer / 64] |= std::uint64_t{1} << (answer % 64);
        }
        return bits(met[0]) + bits(met[1]) + bits(met[2]) + bits(met[3]);
    }

    // Of guesses that an automorphism of the set takes to each other, keeps the first. With a guess, all to which it can be
    // taken are among them.
    void keep_leaders(Set set, std::vector<Column>& columns) {
        const int places = rules_.places;
        std::vector<std::uint8_t> cells;
        for (Row row : set) {
            const std::uint8_t* code = task_.candidates[row];
            cells.insert(cells.end(), code, code + places);
        }
        if (ranks_.empty()) {
            const double space = std::pow(rules_.colours, places);
            if (space > most_space) return;
            ranks_.resize(static_cast<std::size_t>(space));
            for (std::size_t g = 0; g < guesses_count(); ++g)
                ranks_[number(guess(static_cast<Column>(g)))] = static_cast<Column>(g);
        }
        std::vector<Column> leader(guesses_count());
        std::iota(leader.begin(), leader.end(), Column{0});
        const auto find = [&](Column column) {
            while (leader[column] != column) column = leader[column] = leader[leader[column]];
            return column;
        };
        for (const Motion& motion : automorphisms(rules_, {cells, places})) {
            if (weighted() && !keeps_weights(motion, set)) continue;
            for (Column column : columns) {
                const Code moved = motion(guess(column), places);
                const Column a = find(column), b = find(ranks_[number(moved.data())]);
                leader[std::max(a, b)] = std::min(a, b);
            }
        }
        std::erase_if(columns, [&](Column column) { return leader[column] != column; });
    }

    bool keeps_weights(const Motion& motion, Set set) const {
        std::vector<Cost> weight_of(guesses_count());
        for (Row row : set) weight_of[own_[row]] = task_.weights[row];
        return std::all_of(set.begin(), set.end(), [&](Row row) {
            const Code moved = motion(task_.candidates[row], rules_.places);
            return weight_of[ranks_[number(moved.data())]] == task_.weights[row];
        });
    }

    std::size_t number(const std::uint8_t* code) const {
        std::size_t n = 0;
        for (int p = 0; p < rules_.places; ++p) n = n * rules_.colours + code[p];
        return n;
    }

    // Small sets by their candidates alone: the cost where it is so found, else -1; and how many parts each of them has.
    Cost solve_small(Set set, int depth, std::uint8_t* parts, Column& best) const {
        const std::size_t size = set.size();
        std::size_t most = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const Column column = own_[set[i]];
            parts[i] = static_cast<std::uint8_t>(parts_of(set, column));
            if (parts[i] == size) return best = column, bounds_(depth, size);
            if (parts[i] > most) most = parts[i], best = column;
        }
        // One part of two costs one more than the ideal, which no guess but a candidate can have.
        const bool deep = depth == 0 || depth > 2;
        return most + 1 == size && deep && task_.counts == Counts::total ? 2 * static_cast<Cost>(size) : -1;
    }

    // Returns true if a set is small enough for that; a bit of a word stands for each answer.
    bool is_small(Set set) const {
        return set.size() < matrix_.answers() && set.size() <= most_small && !without(small_sets) && !weighted();
    }

    // The cost of the best tree, when it is less than `below`; else a bound that is not less.
    Cost solve(Set set, const Key& own_key, int depth, Cost below, Set previous, std::size_t at) {
        const std::size_t size = set.size();
        const bool given = at == 0 && !first_.empty();
        Column& column = level(at).column;
        if (size <= 2 && !given) return solve_two(set, depth, column);
        const Cost ideal = this->ideal(depth, load(set));
        if (ideal >= below) return ideal;
        visit();
        const bool small = !given && is_small(set);
        std::uint8_t parts[most_small];
        if (small) {
            const Cost value = solve_small(set, depth, parts, column);
            if (value >= 0) return value;
        }
        Key key = key_of(own_key, depth);
        if (task_.policy == Policy::previous && at > 0) {
            Key before;
            for (Row row : previous) before ^= keys_[row];
            key = key.in(before.place);
        }
        Cost floor = ideal;
        if (!without(table))
            if (const Known::Entry* known = known_.find(key)) {
                if (known->value >= 0) return column = known->column, known->value;
                if (known->low >= below) return known->low;
                floor = known->low;
            }

        Progress progress{below, impossible, 0, 0};
        try_all(set, depth, previous, at, floor, small ? parts : nullptr, at == 0 ? root_ = progress : progress);
        if (at == 0) progress = root_;
        level(at).column = progress.column;
        const bool found = progress.best < below;
        const Cost low = found ? progress.best : std::max(below, progress.low);
        if (!without(table)) {
            Known::Entry& entry = known_.make(key, size);
            entry.low = std::max(entry.low, low);
            if (found) {
                entry.value = progress.best;
                entry.column = progress.column;
            }
        }
        return low;
    }

    // Bound proven for the whole when the time is up: from the unfinished guesses.
    Cost bound_of_rest() {
        if (!listed_ || all_.size() <= large) return ideal(task_.depth, load(all_));
        const std::vector<Choice>& choices = level(0).choices;
        Cost low = std::min({root_.low, root_.best, others_});
        for (std::size_t i = next_; i < choices.size(); ++i) low = std::min(low, choices[i].bound);
        return low;
    }

    struct Progress {
        Cost best;      // of the guesses so far; at first what it has to be less than
        Cost low;       // the least bound of those that are done with
        Column column;  // the best
        int tried;
    };

    void try_all(Set set, int depth, Set previous, std::size_t at, Cost floor, const std::uint8_t* parts,
                 Progress& progress) {
        Level& here = level(at);
        here.seen.clear();
        const std::size_t size = set.size();
        const bool every = task_.policy == Policy::any || (task_.policy == Policy::previous && at == 0);
        if (!every || (at == 0 && !first_.empty())) {
            Listing list(*this, set, depth, progress.best, at);
            if (at == 0 && !first_.empty()) {
                here.columns = first_;
            } else {
                here.columns.clear();
                for (Row row : task_.policy == Policy::consistent ? set : previous) here.columns.push_back(own_[row]);
                if (task_.policy == Policy::consistent && size > symmetric && !without(symmetry))
                    keep_leaders(set, here.columns);
            }
            mark(set, 1);
            for (Column column : here.columns) list.add(column, parts_of(set, column), is_candidate_[column]);
            mark(set, 0);
            if (at == 0) others_ = list.others;
            try_listed(set, depth, at, floor, progress);
            progress.low = std::min(progress.low, list.others);
        } else if (size > large) {
            Listing list(*this, set, depth, progress.best, at);
            count(set, here);
            list_every(set, list, at, std::min(list.least_parts(true), list.least_parts(false)), true);
            list.others = std::min(list.others, progress.best);
            if (at == 0) others_ = list.others;
            try_listed(set, depth, at, floor, progress);
            progress.low = std::min(progress.low, list.others);
        } else {
            // First the candidates: what they cost often says that no other guess can be better.
            const bool counted = size >= matrix_.answers();
            if (counted) count(set, here);
            Listing own(*this, set, depth, progress.best, at);
            for (std::size_t i = 0; i < size; ++i) {
                const Column column = own_[set[i]];
                own.add(column, counted ? here.counts[column] : parts ? parts[i] : parts_of(set, column), true);
            }
            progress.low = std::min(progress.low, own.others);
            if (try_listed(set, depth, at, floor, progress)) return;
            Listing list(*this, set, depth, progress.best, at);
            const std::size_t least = list.least_parts(false);
            progress.low = std::min(progress.low, progress.best);
            if (least > std::min(size, matrix_.answers() - 1)) return;
            if (!counted) count(set, here);
            list_every(set, list, at, least, false);
            progress.low = std::min(progress.low, list.others);
            try_listed(set, depth, at, floor, progress);
        }
    }

    std::size_t count(Set set, Level& here) {
        spend(set.size() * matrix_.stride());
        here.counts.resize(matrix_.stride());
        return matrix_.count_parts(set, here.counts.data());
    }

    void mark(Set set, std::uint8_t value) {
        for (Row row : set) is_candidate_[own_[row]] = value;
    }

    // Of all guesses there are: one of each kind, with at least so many parts.
    void list_every(Set set, Listing& list, std::size_t at, std::size_t least, bool candidates) {
        Level& here = level(at);
        matrix_.with_parts(here.counts.data(), least, here.columns);
        if (set.size() > symmetric && !without(symmetry)) keep_leaders(set, here.columns);
        mark(set, 1);
        for (Column column : here.columns)
            if (candidates || !is_candidate_[column]) list.add(column, here.counts[column], is_candidate_[column]);
        mark(set, 0);
    }

    // True when no better guess is possible.
    bool try_listed(Set set, int depth, std::size_t at, Cost floor, Progress& progress) {
        std::vector<Choice>& choices = level(at).choices;
        if (at == 0) listed_ = true;
        std::sort(choices.begin(), choices.end(), set.size() > large ? by_estimate : by_bound);
        for (const Choice& choice : choices) {
            if (at == 0) next_ = static_cast<std::size_t>(&choice - choices.data());
            if (choice.bound >= progress.best) {
                progress.low = std::min(progress.low, choice.bound);
                continue;
            }
            const Cost cost = try_guess(set, choice.column, depth, progress.best, at);
            if (cost < 0) continue;  // the same as another one
            if (cost < progress.best) {
                progress.best = cost;
                progress.column = choice.column;
                if (cost <= floor && !without(ideal_splits)) return true;
            }
            progress.low = std::min(progress.low, cost);
            if (task_.width > 0 && ++progress.tried >= task_.width) return false;
        }
        return false;
    }

    // The cost of a guess, when it is less than `below`; else something that is not less.
    Cost try_guess(Set set, Column column, int depth, Cost below, std::size_t at) {
        Level& here = level(at);
        split(set, column, depth, here);
        if (here.low >= below) return here.low;
        if (!without(equal_partitions) && !here.seen.insert(here.signature)) return -1;
        const int then = bounds_.next(depth);
        Cost sum = here.low;
        const Set rows = here.rows;
        if (!without(look_ahead) && !without(table) && task_.policy != Policy::previous)
            for (Part& part : here.parts) {
                if (part.size <= 2) continue;
                if (const Known::Entry* known = known_.find(key_of(part.key, then)))
                    if (raise(part, known->low, sum) >= below) return sum;
            }
        if (!without(look_ahead) && !without(part_bounds) && set.size() > worth_a_look)
            for (Part& part : here.parts) {
                if (part.size <= 3) continue;
                const Set rows = Set(here.rows).subspan(part.start, part.size);
                if (raise(part, glance(rows, part.key, then, set, at + 1), sum) >= below) return sum;
            }
        for (std::size_t i = 0; i < here.parts.size(); ++i) {
            const Part part = here.parts[i];
            const Cost rest = sum - part.low;
            const Cost cost = solve(rows.subspan(part.start, part.size), part.key, then, below - rest, set, at + 1);
            if (cost >= impossible) return impossible;
            sum = rest + cost;
            if (sum >= below) return sum;
        }
        return sum;
    }

    // A better bound of a part, and so of the sum.
    static Cost raise(Part& part, Cost low, Cost& sum) {
        if (low > part.low) {
            sum = low >= impossible ? impossible : sum + low - part.low;
            part.low = low;
        }
        return sum;
    }

    // A bound of a part by the guesses it has, without going further. Where only guesses of the previous set are allowed,
    // nothing is kept, since it depends on that set.
    Cost glance(Set set, const Key& own_key, int depth, Set previous, std::size_t at) {
        const std::size_t size = set.size(), answers = matrix_.answers();
        const bool keep = !without(table) && task_.policy != Policy::previous;
        const Key key = key_of(own_key, depth);
        if (keep)
            if (const Known::Entry* known = known_.find(key)) return known->low;
        const bool small = is_small(set);
        std::uint8_t parts[most_small];
        if (small) {
            Column column;
            const Cost value = solve_small(set, depth, parts, column);
            if (value >= 0) return value;
        }
        const Load counted = load(set);
        Level& here = level(at);
        const bool every = task_.policy == Policy::any;
        std::size_t own = 0, others = 0;
        if (every && size >= answers) {
            others = count(set, here);
            for (Row row : set) own = std::max<std::size_t>(own, here.counts[own_[row]]);
        } else {
            for (std::size_t i = 0; i < size; ++i)
                own = std::max<std::size_t>(own, small ? parts[i] : parts_of(set, own_[set[i]]));
            if (every && bound(depth, counted, size, false) < bound(depth, counted, own, true))
                others = count(set, here);
            if (task_.policy == Policy::previous)
                for (Row row : previous) others = std::max(others, parts_of(set, own_[row]));
        }
        if (own == 255 && answers == 256) own = 256;  // no more are told
        Cost low = bound(depth, counted, own, true);
        if (others > 1) low = std::min(low, bound(depth, counted, std::min(others, answers - 1), false));
        if (keep) {
            Known::Entry& entry = known_.make(key, size);
            entry.low = std::max(entry.low, low);
        }
        return low;
    }

    static Key key_of(const Key& key, int depth) { return depth > 0 ? key.in(static_cast<std::uint64_t>(depth)) : key; }

    // The tree of a position, in preorder, and what it costs.
    Cost build(Set set, const Key& own_key, int depth, Set previous, std::size_t at, std::vector<std::uint8_t>& tree) {
        Column column;
        if (set.size() <= 2 && (at > 0 || first_.empty())) {
            solve_two(set, depth, column);
        } else if (at == 0) {
            column = level(0).column;
        } else {
            solve(set, own_key, depth, impossible, previous, at);
            column = level(at).column;
        }
        tree.insert(tree.end(), guess(column), guess(column) + rules_.places);
        Level split_up;
        split(set, column, depth, split_up);
        Cost cost = step(set);
        std::size_t found = set.size();
        for (const Part& part : split_up.parts) found -= part.size;
        if (found && task_.counts == Counts::last && depth == 1) ++cost;
        std::sort(split_up.parts.begin(), split_up.parts.end(),
                  [](const Part& a, const Part& b) { return a.start < b.start; });  // as their answers
        const Set rows = split_up.rows;
        for (const Part& part : split_up.parts)
            cost += build(rows.subspan(part.start, part.size), part.key, bounds_.next(depth), set, at + 1, tree);
        return cost;
    }

    Task task_;
    Rules rules_;
    Clock::time_point begun_;
    std::vector<std::uint8_t> guesses_;
    Matrix matrix_;
    Bounds bounds_;
    std::vector<Column> own_;  // the column of each candidate
    std::vector<Key> keys_;
    std::vector<Cost> layers_;  // the weights there are, the least first; of many, only the least
    Key all_key_;
    std::vector<Row> all_;
    std::vector<Column> first_;
    std::vector<std::uint8_t> is_candidate_;
    std::vector<double> estimate_;
    std::vector<Column> ranks_;  // of each guess, by its number
    std::vector<std::unique_ptr<Level>> levels_;
    Known known_;
    std::int64_t nodes_ = 0;
    Progress root_{impossible, impossible, 0, 0};
    Cost others_ = impossible;  // the least bound of the first guesses that are not listed
    std::size_t next_ = 0;      // the first guess that is tried, among those that are
    bool listed_ = false;       // whether all first guesses are
    bool finishing_ = false;
    std::size_t spent_ = 0;
};

}  // namespace

Found find(const Task& task) { return Solver(task).run(); }

Promising promising(const Task& task) { return Solver(task).promising(); }

}  // namespace mastermine::optimum
