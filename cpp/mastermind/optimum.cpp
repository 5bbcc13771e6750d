#include "optimum.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <map>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "automorphisms.hpp"
#include "bounds.hpp"
#include "canonical.hpp"
#include "guesses.hpp"
#include "known.hpp"
#include "matrix.hpp"

namespace mastermine::optimum {

namespace {

using Set = std::span<const Row>;

constexpr std::size_t most_codes = 65535;
constexpr double most_space = 1 << 24;  // codes with repeats; of more, none is found by its number
constexpr double most_small_space = 4096;  // where only few candidates are left
constexpr std::size_t most_layers = 8;  // of weights

// Sizes of positions, chosen by measurement (benchmarks/optimal.py).
constexpr std::size_t large = 48;  // larger ones order their guesses by an estimate, and are shared by threads
constexpr std::size_t symmetric = 32;  // larger ones look for symmetry
constexpr std::size_t most_small = 64;  // none is larger whose candidates are looked at one by one
constexpr std::size_t worth_a_look = 12;  // of larger ones, each part is looked at before any is solved
constexpr std::size_t worth_a_form = 6;  // of these and larger ones, all with the same form are one

// What took so many positions, and such a part of all, is kept for another run.
constexpr std::int64_t long_search = 1000, part_of_all = 2000;
constexpr std::size_t fact_numbers = 7;  // that stand for a fact

// After a stop a tree that is being built may take so many more steps, about half a second: enough while its positions are known.
constexpr int most_overtime = 1 << 10;

struct Stopped {};

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
    bool done = false;
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

Guesses all_guesses(const Rules& rules) {
    std::vector<std::uint8_t> colours(rules.colours);
    std::iota(colours.begin(), colours.end(), std::uint8_t{0});
    return Guesses(rules.places, rules.distinct, colours);
}

std::vector<std::uint8_t> columns(const Game& game) {
    const int places = game.rules.places;
    std::vector<std::uint8_t> cells;
    if (game.policy == Policy::any || (game.policy == Policy::previous && game.first.size() == 0)) {
        Guesses all = all_guesses(game.rules);
        if (all.count() > most_codes) throw std::invalid_argument("too many codes to choose a guess from");
        while (const std::uint8_t* code = all.next()) cells.insert(cells.end(), code, code + places);
        return cells;
    }
    std::vector<Code> codes;
    for (const Codes& some : {game.candidates, game.first})
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

// A guard of what a thread has begun.
class Begun {
  public:
    Begun(Busy& busy, std::uint64_t number, bool wanted) : busy_(busy), number_(number) {
        taken_ = wanted && busy_.take(number);
    }
    ~Begun() {
        if (taken_) busy_.leave(number_);
    }
    Begun(const Begun&) = delete;
    Begun& operator=(const Begun&) = delete;

  private:
    Busy& busy_;
    std::uint64_t number_;
    bool taken_;
};

}  // namespace

// What all threads read, and where they meet.
struct Shared {
    explicit Shared(const Game& game)
        : rules(game.rules), cells(game.candidates.cells.begin(), game.candidates.cells.end()),
          candidates{cells, rules.places}, weights(game.weights.begin(), game.weights.end()), policy(game.policy),
          without(game.without), guesses(columns(game)), matrix(rules, candidates, {guesses, rules.places}),
          known(game.memory) {
        const std::size_t size = candidates.size();
        Key key;
        for (std::size_t i = 0; i < size; ++i) {
            own.push_back(column_of(candidates[i]));
            keys.push_back(Key::of(number(candidates[i])));
            key ^= keys.back();
            all.push_back(static_cast<Row>(i));
        }
        all_key = key;
        any_form = weights.empty() && policy != Policy::previous &&
                   static_cast<double>(guesses_count()) == all_guesses(rules).count();
        for (std::size_t i = 0; i < game.first.size(); ++i) first.push_back(column_of(game.first[i]));
        layers = weights;
        std::sort(layers.begin(), layers.end());
        layers.erase(std::unique(layers.begin(), layers.end()), layers.end());
        std::erase(layers, 0);
        if (layers.size() > most_layers) layers.resize(most_layers);
        estimate.resize(size + 1);
        for (std::size_t n = 1; n <= size; ++n) estimate[n] = static_cast<double>(n) * std::log(static_cast<double>(n));
        const double space = std::pow(rules.colours, rules.places);
        if ((size <= symmetric && space > most_small_space) || (without & symmetry) || space > most_space) return;
        ranks.resize(static_cast<std::size_t>(space));
        for (std::size_t g = 0; g < guesses_count(); ++g)
            ranks[number(guess(static_cast<Column>(g)))] = static_cast<Column>(g);
    }

    std::size_t guesses_count() const { return guesses.size() / rules.places; }
    const std::uint8_t* guess(Column column) const { return guesses.data() + std::size_t{column} * rules.places; }

    std::uint64_t number(const std::uint8_t* code) const {
        std::uint64_t n = 0;
        for (int p = 0; p < rules.places; ++p) n = n * rules.colours + code[p];
        return n;
    }

    Column column_of(const std::uint8_t* code) const {
        std::size_t low = 0, high = guesses_count();
        while (low < high) {
            const std::size_t middle = (low + high) / 2;
            const int order = std::memcmp(guess(static_cast<Column>(middle)), code, rules.places);
            if (order == 0) return static_cast<Column>(middle);
            (order < 0 ? low : high) = order < 0 ? middle + 1 : middle;
        }
        throw std::invalid_argument("a code is none of these rules");
    }

    Rules rules;
    std::vector<std::uint8_t> cells;
    Codes candidates;
    std::vector<Cost> weights;
    Policy policy;
    unsigned without;
    std::vector<std::uint8_t> guesses;
    Matrix matrix;
    std::vector<Column> own;  // the column of each candidate
    std::vector<Key> keys;
    Key all_key;
    std::vector<Row> all;
    std::vector<Column> first;
    bool any_form;  // whether a set may be replaced by another of the same form
    std::vector<Cost> layers;  // the weights there are, the least first; of many, only the least
    std::vector<double> estimate;
    std::vector<Column> ranks;  // of each guess, by its number

    Known known;
    Busy busy;
    std::atomic<int> threads = 0;
    std::atomic<bool> stop = false;
    std::atomic<std::int64_t> nodes = 0;
    std::atomic<Cost> best = impossible;
    std::atomic<int> guess_begun = 0, guesses_listed = 0;
    std::mutex lock;  // of the facts that took long
    std::vector<std::int64_t> facts;
};

namespace {

class Solver {
  public:
    Solver(Shared& shared, const Task& task)
        : shared_(shared), task_(limited(task)), rules_(shared.rules), begun_(Clock::now()), matrix_(shared.matrix),
          bounds_(task.counts, task.depth, shared.candidates.size(), matrix_.answers()), widest_(matrix_.answers() - 1),
          is_candidate_(shared.guesses_count()) {}

    Found run() {
        Found found{-1, 0, {}, 0, false};
        const Set all = shared_.all;
        try {
            const Cost value = solve(all, shared_.all_key, task_.depth, widest_, task_.below, all, 0);
            found.bound = root_low_ = value;
            if (value < task_.below && best_tree_cost_ > value) keep_root();
        } catch (const Stopped&) {
            found.stopped = true;
            found.bound = root_low_;
        }
        if (best_tree_cost_ < task_.below) {
            found.value = best_tree_cost_;
            found.tree = std::move(best_tree_);
            found.bound = std::min(found.bound, found.value);
        }
        if (task_.width > 0) found.bound = ideal(task_.depth, widest_, load(all));
        found.nodes = nodes_;
        shared_.nodes += nodes_ - told_;
        return found;
    }

    // The hints of a certificate that no tree costs less than `below`.
    std::vector<std::uint8_t> certificate() {
        prove(shared_.all, shared_.all_key, widest_, task_.below, 0);
        return std::move(hints_);
    }

  private:
    using Clock = std::chrono::steady_clock;

    struct Level {
        std::vector<Row> rows;  // of all parts, one after the other
        std::vector<std::uint8_t> answers;
        std::vector<Part> parts;  // but the one that is found
        std::uint64_t signature;  // of the partition
        Cost low;  // the sum of the bounds of the parts, and a step for each candidate
        std::vector<std::uint8_t, Aligned<std::uint8_t>> counts;
        std::vector<Column> columns;
        std::vector<Choice> choices;
        bool listed;  // whether all guesses to be tried are choices
        Cost others;  // the least bound of the rest
        Seen seen;
        Column column;  // with which the best tree begins that was found last
    };

    static Task limited(Task task) {
        task.below = std::min(task.below, impossible);
        return task;
    }

    const std::uint8_t* guess(Column column) const { return shared_.guess(column); }

    Level& level(std::size_t depth) {
        while (levels_.size() <= depth) levels_.push_back(std::make_unique<Level>());
        return *levels_[depth];
    }

    bool without(Without rule) const { return shared_.without & rule; }

    // ---- costs and bounds ----

    bool weighted() const { return !shared_.weights.empty(); }

    Load load(Set set) const {
        Load load{set.size(), {}};
        if (weighted())
            for (Row row : set)
                for (std::size_t i = 0; i < shared_.layers.size() && shared_.weights[row] >= shared_.layers[i]; ++i)
                    ++load.heavy[i];
        return load;
    }

    // A bound by numbers of candidates. What a candidate weighs is cut into layers: the candidates that reach up to a layer
    // are a set of their own, each of weight one.
    template <class Bound>
    Cost layered(const Load& load, const Bound& bound) const {
        if (!weighted()) return bound(load.size);
        Cost sum = 0, below = 0;
        for (std::size_t i = 0; i < shared_.layers.size(); below = shared_.layers[i++]) {
            const Cost cost = bound(load.heavy[i]);
            if (cost >= impossible) return impossible;
            sum += (shared_.layers[i] - below) * cost;
        }
        return sum;
    }

    // No tree costs less, whatever the candidates are, where no guess has more branches.
    Cost ideal(int depth, std::size_t branches, const Load& load) {
        return layered(load, [&](std::size_t size) { return bounds_(depth, branches, size); });
    }

    // Nor one that begins with a guess with so many parts that go on.
    Cost bound(int depth, std::size_t branches, const Load& load, std::size_t parts, bool candidate) {
        return layered(load, [&](std::size_t size) { return bounds_(depth, branches, size, parts, candidate); });
    }

    // Cost of one more guess.
    Cost step(Set set) const {
        if (task_.counts != Counts::total) return 0;
        Cost sum = 0;
        for (Row row : set) sum += weighted() ? shared_.weights[row] : 1;
        return sum;
    }

    // True if the cost of a set is its bound: with the last guess any candidate is found, and the others are missed.
    bool settled(int depth) const { return task_.counts == Counts::missed && depth <= 1; }

    // Of two candidates, which tell each other, the heavier is guessed first.
    Cost solve_two(Set set, int depth, Column& column) {
        column = shared_.own[set[0]];
        if (!weighted()) return bounds_(depth, widest_, set.size());
        if (set.size() == 1) return shared_.weights[set[0]];
        const Cost a = shared_.weights[set[0]], b = shared_.weights[set[1]];
        if (b > a) column = shared_.own[set[1]];
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
        shared_.nodes += nodes_ - told_;
        told_ = nodes_;
        const std::chrono::duration<double> seconds = Clock::now() - begun_;
        const bool over = shared_.stop || (task_.seconds > 0 && seconds.count() > task_.seconds);
        if (over && (!finishing_ || ++overtime_ > most_overtime)) throw Stopped{};
    }

    // Splits a set by the answers to a guess: its parts, the smallest first, with their bounds.
    void split(Set set, Column column, int depth, std::size_t branches, Level& here) {
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
            keys[answer] ^= shared_.keys[set[i]];
        }
        const int then = bounds_.next(depth);
        const Set rows = here.rows;
        const Cost* costs = bounds_.costs(then, branches);
        here.low = step(set) + (starts[answers] && task_.counts == Counts::last && depth == 1);
        here.signature = 0;
        for (std::size_t answer = 0; answer + 1 < answers; ++answer) {
            const std::uint32_t count = starts[answer + 1];
            if (!count) continue;
            Part part{at[answer] - count, count, 0, keys[answer]};
            part.low = weighted() ? ideal(then, branches, load(rows.subspan(part.start, count))) : costs[count];
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
        Listing(Solver& solver, Set set, int depth, std::size_t branches, Cost below, std::size_t at)
            : solver_(solver), set_(set), depth_(depth), branches_(branches), below_(below), here_(solver.level(at)),
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
            return solver_.without(part_bounds) ? solver_.ideal(depth_, branches_, load_)
                                                : solver_.bound(depth_, branches_, load_, parts - candidate, candidate);
        }

        // By the sizes of its parts.
        void look_closer(Choice& choice) const {
            solver_.spend(set_.size());
            const std::size_t answers = solver_.matrix_.answers();
            const int then = solver_.bounds_.next(depth_);
            const Cost* costs = solver_.bounds_.costs(then, branches_);
            std::uint16_t sizes[256] = {};
            for (Row row : set_) ++sizes[solver_.matrix_.row(row)[choice.column]];
            Cost sum = solver_.task_.counts == Counts::total ? static_cast<Cost>(set_.size()) : 0;
            for (std::size_t answer = 0; answer + 1 < answers; ++answer)
                if (sizes[answer]) {
                    sum = std::min(impossible, sum + costs[sizes[answer]]);
                    choice.estimate += solver_.shared_.estimate[sizes[answer]];
                }
            if (!solver_.without(part_bounds) && !solver_.weighted())
                choice.bound = std::min(impossible, std::max(choice.bound, sum));
        }

        Solver& solver_;
        Set set_;
        int depth_;
        std::size_t branches_;
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
    // taken are among them. Returns motions that generate these automorphisms.
    // `checked`: only those that the check of a certificate allows.
    std::vector<Motion> keep_leaders(Set set, std::vector<Column>& columns, bool checked = false) {
        const int places = rules_.places;
        std::vector<std::uint8_t> cells;
        for (Row row : set) {
            const std::uint8_t* code = shared_.candidates[row];
            cells.insert(cells.end(), code, code + places);
        }
        if (shared_.ranks.empty()) return {};
        std::vector<Column> leader(shared_.guesses_count());
        std::iota(leader.begin(), leader.end(), Column{0});
        const auto find = [&](Column column) {
            while (leader[column] != column) column = leader[column] = leader[leader[column]];
            return column;
        };
        std::vector<Motion> motions = automorphisms(rules_, {cells, places});
        if (checked && rules_.kind == Kind::places)
            std::erase_if(motions, [&](const Motion& motion) {
                return !std::is_sorted(motion.from.begin(), motion.from.begin() + places);
            });
        if (weighted()) std::erase_if(motions, [&](const Motion& motion) { return !keeps_weights(motion, set); });
        for (const Motion& motion : motions)
            for (Column column : columns) {
                const Code moved = motion(guess(column), places);
                const Column a = find(column), b = find(shared_.ranks[shared_.number(moved.data())]);
                leader[std::max(a, b)] = std::min(a, b);
            }
        std::erase_if(columns, [&](Column column) { return leader[column] != column; });
        return motions;
    }

    bool keeps_weights(const Motion& motion, Set set) const {
        std::vector<Cost> weight_of(shared_.guesses_count());
        for (Row row : set) weight_of[shared_.own[row]] = shared_.weights[row];
        return std::all_of(set.begin(), set.end(), [&](Row row) {
            const Code moved = motion(shared_.candidates[row], rules_.places);
            return weight_of[shared_.ranks[shared_.number(moved.data())]] == shared_.weights[row];
        });
    }

    // Small sets by their candidates alone: the cost where it is so found, else -1; and how many parts each of them has.
    Cost solve_small(Set set, int depth, std::uint8_t* parts, Column& best) {
        const std::size_t size = set.size();
        std::size_t most = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const Column column = shared_.own[set[i]];
            parts[i] = static_cast<std::uint8_t>(parts_of(set, column));
            if (parts[i] == size) return best = column, bounds_(depth, widest_, size);
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
    Cost solve(Set set, const Key& own_key, int depth, std::size_t branches, Cost below, Set previous, std::size_t at) {
        const std::size_t size = set.size();
        const bool given = at == 0 && !shared_.first.empty();
        Column& column = level(at).column;
        if (size <= 2 && !given) return solve_two(set, depth, column);
        const Load counted = load(set);
        Cost floor = ideal(depth, branches, counted);
        if (floor >= below) return floor;
        if (settled(depth) && !given) return column = shared_.own[set[0]], floor;
        visit();
        const bool small = !given && is_small(set);
        std::uint8_t parts[most_small];
        if (small) {
            const Cost value = solve_small(set, depth, parts, column);
            if (value >= 0) return value;
        }
        const std::int64_t nodes = nodes_;
        Fact fact{key_of(own_key, depth, at > 0 ? previous : Set{}, true), floor, impossible, 0,
                  static_cast<Row>(size)};
        const bool keep = !without(table) && !given;
        Form form;
        if (keep) {
            if (!recall(fact) && has_form(set)) recall_form(set, depth, fact, form, true);
            branches = std::min<std::size_t>(branches, fact.branches);
            floor = fact.low = std::max(fact.low, ideal(depth, branches, counted));
            if (fact.solved()) return column = fact.column, fact.high;
            if (fact.low >= below) return fact.low;
        }
        Progress progress{below, below, impossible, fact.column, 0};
        progress.best = std::min(progress.best, fact.high);
        try {
            try_all(set, fact, depth, branches, previous, at, small ? parts : nullptr, progress);
        } catch (const Stopped&) {
            const Cost low = bound_of_rest(set, fact.low, level(at), progress);
            if (at == 0) root_low_ = low;
            if (keep && task_.width == 0) {
                fact.low = std::min(low, fact.high);
                if (progress.best < progress.below) fact.high = progress.best, fact.column = progress.column;
                remember(fact, form, nodes_ - nodes);
            }
            throw;
        }
        const bool found = progress.best < below;
        const Cost low = found ? progress.best : std::max(below, progress.low);
        column = progress.column;
        fact.low = low;
        if (found) {
            fact.high = progress.best;
            fact.column = column;
        }
        if (keep) remember(fact, form, nodes_ - nodes);
        if (at == 0) root_low_ = low;  // if the end comes before the tree
        if (at == 0 && found && best_tree_cost_ > progress.best) keep_root();
        return low;
    }

    struct Progress {
        Cost below;  // what a tree has to be less than
        Cost best;  // of the guesses so far; at first what it has to be less than
        Cost low;  // the least bound of those that are done with
        Column column;  // the best
        int tried;
    };

    // ---- what is known of sets ----

    struct Form {
        bool made = false;
        Canonical of;
    };

    bool has_form(Set set) const { return set.size() >= worth_a_form && shared_.any_form && !without(same_form); }

    // Facts of searches that try only some guesses are apart.
    Key situation(Key key, int depth, bool solving) const {
        std::uint64_t number = static_cast<std::uint64_t>(depth) << 2 | static_cast<unsigned>(task_.counts);
        if (solving) number |= static_cast<std::uint64_t>(task_.width) << 16;
        return number ? key.in(number) : key;
    }

    Key key_of(Key key, int depth, Set previous, bool solving) const {
        if (shared_.policy == Policy::previous && !previous.empty()) {
            Key before;
            for (Row row : previous) before ^= shared_.keys[row];
            key = key.in(before.place);
        }
        return situation(key, depth, solving);
    }

    static void join(Fact& fact, const Fact& other) {
        fact.low = std::max(fact.low, other.low);
        fact.branches = std::min(fact.branches, other.branches);
        if (other.high < fact.high) {
            fact.high = other.high;
            fact.column = other.column;
        }
    }

    // True if the fact is solved, by what is known of the set itself.
    bool recall(Fact& fact) {
        const auto known = shared_.known.find(fact.key);
        if (known) join(fact, *known);
        return known && known->solved();
    }

    // By what is known of its form.
    bool recall_form(Set set, int depth, Fact& fact, Form& form, bool solving) {
        form.of = canonical(rules_, shared_.candidates, set);
        form.of.key = situation(form.of.key.in(~std::uint64_t{0}), depth, solving);
        form.made = true;
        auto known = shared_.known.find(form.of.key);
        if (!known) return false;
        if (known->high < fact.high)
            known->column = shared_.column_of(form.of.before(guess(known->column), rules_.places).data());
        join(fact, *known);
        return true;
    }

    void remember(Fact fact, const Form& form, std::int64_t nodes) {
        shared_.known.add(fact);
        if (form.made) {
            fact.key = form.of.key;
            if (fact.high < impossible)
                fact.column = shared_.column_of(form.of.motion(guess(fact.column), rules_.places).data());
            shared_.known.add(fact);
        }
        if (nodes < std::max(long_search, nodes_ / part_of_all)) return;
        const std::lock_guard guard(shared_.lock);
        for (const std::uint64_t number : {fact.key.place, fact.key.check})
            shared_.facts.push_back(static_cast<std::int64_t>(number));
        for (const Cost number : {fact.low, fact.high, Cost{fact.column}, Cost{fact.size}, Cost{fact.branches}})
            shared_.facts.push_back(number);
    }

    // Bound proven for a position when the search is stopped: from the unfinished guesses.
    Cost bound_of_rest(Set set, Cost floor, Level& here, const Progress& progress) {
        if (set.size() <= large || !here.listed) return floor;
        Cost low = std::min({progress.low, progress.best, here.others});
        for (const Choice& choice : here.choices)
            if (!choice.done) low = std::min(low, choice.bound);
        return std::max(floor, low);
    }

    // Keeps the best tree while all that it consists of is known; what the table has lost is searched again. Where not all
    // guesses are tried it may cost less than was found.
    void keep_root() {
        std::vector<std::uint8_t> tree;
        const bool finishing = std::exchange(finishing_, true);
        const Cost cost = build(shared_.all, shared_.all_key, task_.depth, shared_.all, 0, tree);
        finishing_ = finishing;
        if (cost >= best_tree_cost_) return;
        best_tree_cost_ = cost;
        best_tree_ = std::move(tree);
        shared_.best = std::min(shared_.best.load(), cost);
    }

    // ---- the guesses of a position ----

    void try_all(Set set, Fact& fact, int depth, std::size_t branches, Set previous, std::size_t at,
                 const std::uint8_t* parts, Progress& progress) {
        Level& here = level(at);
        here.seen.clear();
        here.listed = false;
        here.others = impossible;
        const std::size_t size = set.size();
        const bool given = at == 0 && !shared_.first.empty();
        const bool every = shared_.policy == Policy::any || (shared_.policy == Policy::previous && at == 0);
        if (!every || given) {
            if (given) {
                here.columns = shared_.first;
            } else {
                here.columns.clear();
                for (Row row : shared_.policy == Policy::consistent ? set : previous)
                    here.columns.push_back(shared_.own[row]);
                if (shared_.policy == Policy::consistent && size > symmetric && !without(symmetry))
                    keep_leaders(set, here.columns);
            }
            here.counts.resize(matrix_.stride());
            mark(set, 1);
            std::size_t most = 0;
            for (Column column : here.columns) {
                const std::size_t n = parts_of(set, column);
                here.counts[column] = static_cast<std::uint8_t>(std::min<std::size_t>(n, 255));
                most = std::max(most, n - is_candidate_[column]);
            }
            if (!given) branches = narrowed(branches, most, fact);
            Listing list(*this, set, depth, branches, progress.best, at);
            for (Column column : here.columns) list.add(column, here.counts[column], is_candidate_[column]);
            mark(set, 0);
            here.others = list.others;
            try_listed(set, fact, depth, branches, at, progress);
            progress.low = std::min(progress.low, list.others);
        } else if (size > large) {
            branches = narrowed(branches, count(set, here), fact);
            Listing list(*this, set, depth, branches, progress.best, at);
            list_every(set, list, at, std::min(list.least_parts(true), list.least_parts(false)), true);
            here.others = list.others = std::min(list.others, progress.best);
            try_listed(set, fact, depth, branches, at, progress);
            progress.low = std::min(progress.low, list.others);
        } else {
            // First the candidates: what they cost often says that no other guess can be better.
            const bool counted = size >= matrix_.answers();
            if (counted) branches = narrowed(branches, count(set, here), fact);
            Listing own(*this, set, depth, branches, progress.best, at);
            for (std::size_t i = 0; i < size; ++i) {
                const Column column = shared_.own[set[i]];
                own.add(column, counted ? here.counts[column] : parts ? parts[i] : parts_of(set, column), true);
            }
            progress.low = std::min(progress.low, own.others);
            if (try_listed(set, fact, depth, branches, at, progress)) return;
            if (!counted) {
                const std::size_t least = Listing(*this, set, depth, branches, progress.best, at).least_parts(false);
                if (least > std::min(size, matrix_.answers() - 1)) {
                    progress.low = std::min(progress.low, progress.best);
                    return;
                }
                branches = narrowed(branches, count(set, here), fact);
            }
            Listing list(*this, set, depth, branches, progress.best, at);
            const std::size_t least = list.least_parts(false);
            progress.low = std::min(progress.low, progress.best);
            if (least > std::min(size, matrix_.answers() - 1)) return;
            list_every(set, list, at, least, false);
            progress.low = std::min(progress.low, list.others);
            try_listed(set, fact, depth, branches, at, progress);
        }
    }

    std::size_t narrowed(std::size_t branches, std::size_t most, Fact& fact) const {
        if (without(inherited_branches)) return branches;
        fact.branches = static_cast<std::uint16_t>(std::min<std::size_t>(fact.branches, most));
        return std::min(branches, most);
    }

    // Counts the parts of each guess; returns the most branches that one has.
    std::size_t count(Set set, Level& here) {
        spend(set.size() * matrix_.stride());
        here.counts.resize(matrix_.stride());
        const std::size_t most = matrix_.count_parts(set, here.counts.data());
        if (most >= 255) return matrix_.answers() - 1;  // no more are told
        // A candidate has one part that ends the game.
        std::size_t own = 0;
        for (Row row : set) own += here.counts[shared_.own[row]] == most;
        const std::uint8_t *at = here.counts.data(), *const end = at + shared_.guesses_count();
        for (std::size_t met = 0; met <= own; ++met, ++at)
            if (!(at = static_cast<const std::uint8_t*>(std::memchr(at, static_cast<int>(most), end - at))))
                return most - 1;
        return most;
    }

    void mark(Set set, std::uint8_t value) {
        for (Row row : set) is_candidate_[shared_.own[row]] = value;
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

    bool divided(Set set) const { return shared_.threads > 1 && set.size() > large && !without(table); }

    // True when no better guess is possible.
    bool try_listed(Set set, Fact& fact, int depth, std::size_t branches, std::size_t at, Progress& progress) {
        Level& here = level(at);
        std::vector<Choice>& choices = here.choices;
        std::sort(choices.begin(), choices.end(), set.size() > large ? by_estimate : by_bound);
        here.listed = true;
        if (at == 0) {
            shared_.guess_begun = 0;
            shared_.guesses_listed = static_cast<int>(choices.size());
        }
        const bool divided = this->divided(set) && task_.width == 0;
        const bool kept = divided && !(at == 0 && !shared_.first.empty());
        for (int round = divided ? 0 : 1; round < 2; ++round)
            for (Choice& choice : choices) {
                if (choice.done) continue;
                if (kept && found_by_others(fact, progress)) return true;
                if (choice.bound >= progress.best) {
                    progress.low = std::min(progress.low, choice.bound);
                    choice.done = true;
                    continue;
                }
                const std::uint64_t number = mixed(fact.key.check + choice.column) | 1;
                if (round == 0 && shared_.busy.has(number)) continue;
                const Begun begun(shared_.busy, number, divided);
                if (at == 0) shared_.guess_begun = static_cast<int>(&choice - choices.data()) + 1;
                const Cost cost = try_guess(set, choice, depth, branches, progress.best, at);
                choice.done = true;
                if (cost < 0) continue;  // the same as another one
                if (cost < progress.best) {
                    progress.best = cost;
                    progress.column = choice.column;
                    if (at == 0) {
                        here.column = choice.column;
                        keep_root();
                    }
                    if (cost <= fact.low && !without(ideal_splits)) return true;
                    if (kept) {
                        fact.high = cost;
                        fact.column = choice.column;
                        shared_.known.add(fact);
                    }
                }
                progress.low = std::min(progress.low, cost);
                if (task_.width > 0 && ++progress.tried >= task_.width) return false;
            }
        return false;
    }

    // True if another thread has come to an end with a position.
    bool found_by_others(Fact& fact, Progress& progress) {
        const auto known = shared_.known.find(fact.key);
        if (!known) return false;
        join(fact, *known);
        if (fact.high < progress.best) {
            progress.best = fact.high;
            progress.column = fact.column;
        }
        if (!fact.solved() && fact.low < progress.below) return false;
        progress.low = fact.low;
        return true;
    }

    // The cost of a guess, when it is less than `below`; else something that is not less.
    Cost try_guess(Set set, Choice& choice, int depth, std::size_t branches, Cost below, std::size_t at) {
        Level& here = level(at);
        split(set, choice.column, depth, branches, here);
        Cost sum = here.low;
        if (sum >= below) return sum;
        if (!without(equal_partitions) && !here.seen.insert(here.signature)) return -1;
        const int then = bounds_.next(depth);
        const Set rows = here.rows;
        const bool looks = !without(look_ahead) && !settled(then);  // of what is settled the bound is exact
        if (looks && !without(table) && shared_.policy != Policy::previous)
            for (Part& part : here.parts) {
                if (part.size <= 2) continue;
                if (const auto known = shared_.known.find(key_of(part.key, then, {}, false)))
                    if (raise(part, known->low, sum) >= below) return sum;
            }
        if (looks && !without(part_bounds) && set.size() > worth_a_look)
            for (Part& part : here.parts) {
                if (part.size <= 3) continue;
                const Set some = rows.subspan(part.start, part.size);
                if (raise(part, glance(some, part.key, then, branches, set, at + 1), sum) >= below) return sum;
            }
        choice.bound = std::max(choice.bound, sum);
        const bool divided = this->divided(set);
        std::array<bool, 256> done{};
        for (int round = divided ? 0 : 1; round < 2; ++round)
            for (std::size_t i = 0; i < here.parts.size(); ++i) {
                Part& part = here.parts[i];
                if (done[i]) continue;
                const std::uint64_t number = part.key.check | 1;
                const bool long_one = divided && part.size > large;
                if (round == 0 && long_one && shared_.busy.has(number)) continue;
                const Begun begun(shared_.busy, number, long_one);
                done[i] = true;
                const Cost rest = sum - part.low;
                Cost cost;
                try {
                    cost = solve(rows.subspan(part.start, part.size), part.key, then, branches, below - rest, set,
                                 at + 1);
                } catch (const Stopped&) {
                    if (const auto known = shared_.known.find(key_of(part.key, then, set, task_.width == 0)))
                        choice.bound = std::max(choice.bound, raise(part, known->low, sum));
                    throw;
                }
                if (cost >= impossible) return impossible;
                part.low = cost;
                sum = rest + cost;
                choice.bound = std::max(choice.bound, std::min(sum, below));
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
    Cost glance(Set set, const Key& own_key, int depth, std::size_t branches, Set previous, std::size_t at) {
        const std::size_t size = set.size(), answers = matrix_.answers();
        const bool keep = !without(table) && shared_.policy != Policy::previous;
        Fact fact{key_of(own_key, depth, {}, false), 0, impossible, 0, static_cast<Row>(size)};
        Form form;
        if (keep)
            if (const auto known = shared_.known.find(fact.key)) return known->low;
        const bool small = is_small(set);
        std::uint8_t parts[most_small];
        if (small) {
            Column column;
            const Cost value = solve_small(set, depth, parts, column);
            if (value >= 0) return value;
        }
        if (keep && has_form(set) && recall_form(set, depth, fact, form, false)) {
            shared_.known.add(fact);
            return fact.low;
        }
        const Load counted = load(set);
        Level& here = level(at);
        const bool every = shared_.policy == Policy::any;
        std::size_t own = 0, others = 0;  // the most branches
        if (every && size >= answers) {
            others = count(set, here);
            for (Row row : set) own = std::max<std::size_t>(own, here.counts[shared_.own[row]] - 1);
            if (own >= 254) own = answers - 1;
        } else {
            for (std::size_t i = 0; i < size; ++i)
                own = std::max<std::size_t>(own, (small ? parts[i] : parts_of(set, shared_.own[set[i]])) - 1);
            if (every && bound(depth, branches, counted, std::min(size, answers - 1), false) <
                             bound(depth, branches, counted, own, true))
                others = count(set, here);
            if (shared_.policy == Policy::previous)
                for (Row row : previous) others = std::max(others, parts_of(set, shared_.own[row]));
        }
        others = std::min(others, answers - 1);
        if (others || !every) branches = narrowed(branches, std::max(own, others), fact);
        fact.low = bound(depth, branches, counted, own, true);
        if (others > 1) fact.low = std::min(fact.low, bound(depth, branches, counted, others, false));
        if (keep) remember(fact, form, 0);
        return fact.low;
    }

    // ---- certificates ----

    // Writes how a checker sees that no tree of a set costs less. What it does by itself is done here, too, so that the
    // hints come in the order in which it asks for them: docs/reference/certificates.md has the rules of both.
    void prove(Set set, const Key& own_key, std::size_t branches, Cost cost, std::size_t at) {
        const std::size_t size = set.size();
        if (bounds_(0, branches, size) >= cost) return;
        if (const auto before = proven_.find(own_key.check); before != proven_.end() && before->second >= cost) return;
        Level& here = level(at);
        branches = std::min(branches, count(set, here));
        if (const Cost low = bounds_(0, branches, size); low >= cost) {
            proven_[own_key.check] = low;
            return;
        }
        std::vector<Column> columns(shared_.guesses_count());
        std::iota(columns.begin(), columns.end(), Column{0});
        std::vector<Motion> motions;
        if ((at == 0 || size > symmetric) && !without(symmetry)) motions = keep_leaders(set, columns, true);
        hint(motions.size());
        for (const Motion& motion : motions) hint(motion);
        const Listing list(*this, set, 0, branches, cost, at);
        const std::size_t least[] = {list.least_parts(false), list.least_parts(true)};
        mark(set, 1);
        std::erase_if(columns, [&](Column column) { return here.counts[column] < least[is_candidate_[column]]; });
        mark(set, 0);
        Seen seen;
        for (Column column : columns) {
            split(set, column, 0, branches, here);
            Cost sum = here.low;
            if (sum >= cost || (here.parts.size() == 1 && here.parts[0].size == size) || !seen.insert(here.signature))
                continue;
            std::vector<Cost> lows;
            for (const Part& part : here.parts) lows.push_back(part.low);
            raise_all(set, here, branches, cost, sum, at);
            if (sum < cost && at == 0) throw Stopped{};  // a tree costs less than `below`
            if (sum < cost) throw std::logic_error("a guess costs less than was proven");
            // No more than is needed, and that of small parts.
            for (std::size_t i = here.parts.size(); i-- > 0;) {
                const Cost less = std::min(sum - cost, here.parts[i].low - lows[i]);
                here.parts[i].low -= less;
                sum -= less;
            }
            std::vector<std::size_t> order(here.parts.size());  // by their smallest codes
            std::iota(order.begin(), order.end(), std::size_t{0});
            std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
                return here.rows[here.parts[a].start] < here.rows[here.parts[b].start];
            });
            for (std::size_t i : order)
                if (here.parts[i].size > 2) hint(static_cast<std::uint64_t>(here.parts[i].low - lows[i]));
            for (std::size_t i : order)
                if (const Part& part = here.parts[i]; part.low > lows[i])
                    prove(Set(here.rows).subspan(part.start, part.size), part.key, branches, part.low, at + 1);
        }
        proven_[own_key.check] = cost;
    }

    // Raises the bounds of parts until they are enough: first by what is proven to the checker or seen at once, then by
    // what takes a search, of small parts first.
    void raise_all(Set set, Level& here, std::size_t branches, Cost cost, Cost& sum, std::size_t at) {
        const Set rows = here.rows;
        for (Part& part : here.parts)
            if (const auto before = proven_.find(part.key.check); before != proven_.end())
                if (raise(part, before->second, sum) >= cost) return;
        for (Part& part : here.parts) {
            if (part.size <= 3) continue;
            const auto [seen, first] = seen_.try_emplace(part.key.check, 0);
            if (first) {
                Level& below = level(at + 1);
                const Set some = rows.subspan(part.start, part.size);
                const std::size_t most = count(some, below);
                std::size_t own = 0;
                for (Row row : some) own = std::max<std::size_t>(own, below.counts[shared_.own[row]] - 1);
                seen->second = std::min(bounds_(0, most, part.size, own, true),
                                        bounds_(0, most, part.size, most, false));
            }
            if (raise(part, seen->second, sum) >= cost) return;
        }
        for (Part& part : here.parts) {
            if (part.size <= 2) continue;
            const Set some = rows.subspan(part.start, part.size);
            const Cost low = solve(some, part.key, 0, branches, cost - (sum - part.low), set, at + 1);
            if (raise(part, low, sum) >= cost) return;
        }
    }

    void hint(std::uint64_t number) {
        for (; number >= 128; number >>= 7) hints_.push_back(static_cast<std::uint8_t>(number | 128));
        hints_.push_back(static_cast<std::uint8_t>(number));
    }

    void hint(const Motion& motion) {
        std::vector<std::uint8_t> numbers(motion.from.begin(), motion.from.begin() + rules_.places);
        numbers.insert(numbers.end(), motion.name.begin(), motion.name.begin() + rules_.colours);
        const auto [at, made] = motions_.emplace(numbers, motions_.size());
        hint(at->second);
        if (made)
            for (std::uint8_t each : numbers) hint(each);
    }

    // The tree of a position, in preorder, and what it costs.
    Cost build(Set set, const Key& own_key, int depth, Set previous, std::size_t at, std::vector<std::uint8_t>& tree) {
        Column column;
        const bool late = task_.counts == Counts::missed && depth == 0;
        if (late) {
            const auto parts = [&](Row row) { return parts_of(set, shared_.own[row]); };
            column = shared_.own[*std::ranges::max_element(set, {}, parts)];
        } else if (set.size() <= 2 && (at > 0 || shared_.first.empty())) {
            solve_two(set, depth, column);
        } else if (at == 0) {
            column = level(0).column;
        } else {
            solve(set, own_key, depth, widest_, impossible, previous, at + building);
            column = level(at + building).column;
        }
        tree.insert(tree.end(), guess(column), guess(column) + rules_.places);
        Level split_up;
        split(set, column, depth, widest_, split_up);
        Cost cost = step(set) + late;
        std::size_t found = set.size();
        for (const Part& part : split_up.parts) {
            if (part.size == set.size()) throw std::logic_error("a guess tells nothing");
            found -= part.size;
        }
        if (found && task_.counts == Counts::last && depth == 1) ++cost;
        std::sort(split_up.parts.begin(), split_up.parts.end(),
                  [](const Part& a, const Part& b) { return a.start < b.start; });  // as their answers
        const Set rows = split_up.rows;
        for (const Part& part : split_up.parts)
            cost += build(rows.subspan(part.start, part.size), part.key, bounds_.next(depth), set, at + 1, tree);
        return cost;
    }

    static constexpr std::size_t building = 100;  // levels apart from those of the search, which goes on

    Shared& shared_;
    Task task_;
    const Rules& rules_;
    Clock::time_point begun_;
    const Matrix& matrix_;
    Bounds bounds_;
    std::size_t widest_;  // branches of any guess
    std::vector<std::uint8_t> is_candidate_;
    std::vector<std::unique_ptr<Level>> levels_;
    std::int64_t nodes_ = 0, told_ = 0;
    Cost root_low_ = 0;
    Cost best_tree_cost_ = impossible;
    std::vector<std::uint8_t> best_tree_;
    std::vector<std::uint8_t> hints_;
    std::unordered_map<std::uint64_t, Cost> proven_, seen_;  // bounds of sets, by half of their keys
    std::map<std::vector<std::uint8_t>, std::size_t> motions_;
    bool finishing_ = false;  // a tree is being built
    int overtime_ = 0;  // steps of `spend` since the end
    std::size_t spent_ = 0;
};

// The first thread that begins lets all of them run.
class AtWork {
  public:
    explicit AtWork(Shared& shared) : shared_(shared) {
        if (shared_.threads++ > 0) return;
        shared_.stop = false;
        shared_.best = impossible;
        shared_.guess_begun = shared_.guesses_listed = 0;
    }
    ~AtWork() { --shared_.threads; }
    AtWork(const AtWork&) = delete;
    AtWork& operator=(const AtWork&) = delete;

  private:
    Shared& shared_;
};

}  // namespace

Search::Search(const Game& game) : shared_(std::make_unique<Shared>(game)) {}

Search::~Search() = default;

Found Search::find(const Task& task) {
    const AtWork at_work(*shared_);
    return Solver(*shared_, task).run();
}

std::optional<std::vector<std::uint8_t>> Search::certificate(const Task& task) {
    const AtWork at_work(*shared_);
    try {
        return Solver(*shared_, task).certificate();
    } catch (const Stopped&) {
        return std::nullopt;
    }
}

void Search::stop() { shared_->stop = true; }

Progress Search::progress() const {
    return {shared_->nodes, shared_->best, shared_->guess_begun, shared_->guesses_listed, shared_->known.lost()};
}

std::vector<std::int64_t> Search::take_facts() {
    const std::lock_guard guard(shared_->lock);
    return std::exchange(shared_->facts, {});
}

void Search::add_facts(std::span<const std::int64_t> numbers) {
    if (numbers.size() % fact_numbers) throw std::invalid_argument("a fact is cut off");
    for (; !numbers.empty(); numbers = numbers.subspan(fact_numbers)) {
        const auto within = [&](std::size_t i, std::int64_t least, std::int64_t most) {
            if (numbers[i] < least || numbers[i] > most) throw std::invalid_argument("a fact is none of this game");
            return numbers[i];
        };
        const Cost low = within(2, 0, impossible), high = within(3, low, impossible);
        shared_->known.add({{static_cast<std::uint64_t>(numbers[0]), static_cast<std::uint64_t>(numbers[1])},
                            low,
                            high,
                            static_cast<Column>(within(4, 0, static_cast<std::int64_t>(shared_->guesses_count()) - 1)),
                            static_cast<Row>(within(5, 1, static_cast<std::int64_t>(shared_->all.size()))),
                            static_cast<std::uint16_t>(within(6, 0, 0xffff))});
    }
}

}  // namespace mastermine::optimum
