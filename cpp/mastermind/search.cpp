#include "search.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace mastermine {

namespace {

constexpr double too_many_guesses = 1 << 28;
constexpr std::size_t universe_bytes = std::size_t{64} << 20;  // a set of guesses that is kept is not larger
constexpr std::size_t chunk = 128 * lane_count;                // guesses made at a time when they are not kept

// Answers fit a byte, except the places of long codes.
bool answers_fit_byte(const Rules& rules) { return rules.kind != Kind::places || rules.places <= 8; }

// The score of one guess, for answers of any size: one counter for each answer.
class Histogram {
  public:
    explicit Histogram(const Rules& rules) : rules_(rules), counts_(answer_space(rules)) {}

    Score score(const Objective& objective, const std::uint8_t* guess, Codes candidates) {
        const Responder respond(rules_, guess);
        met_.clear();
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            const std::uint16_t answer = respond(candidates[i]);
            if (counts_[answer]++ == 0) met_.push_back(answer);
        }
        Score sum = objective.nothing();
        for (std::uint16_t answer : met_) {
            sum = objective.combine(sum, objective.table()[counts_[answer]]);
            counts_[answer] = 0;
        }
        return objective.round(sum);
    }

  private:
    Rules rules_;
    std::vector<std::uint32_t> counts_;
    std::vector<std::uint16_t> met_;
};

// The colours that guesses need: those of the candidates, and of the others, which no answer tells apart, the first
// ones: one, or when no colour may be repeated, one for each place.
std::vector<std::uint8_t> useful_colours(const Rules& rules, Codes candidates) {
    std::array<bool, max_colours> live{};
    for (std::uint8_t colour : candidates.cells) live[colour] = true;
    int dead = rules.distinct ? rules.places : 1;
    std::vector<std::uint8_t> colours;
    for (int c = 0; c < rules.colours; ++c)
        if (live[c] || dead-- > 0) colours.push_back(static_cast<std::uint8_t>(c));
    return colours;
}

}  // namespace

std::size_t answer_space(const Rules& rules) { return std::size_t{all_right(rules)} + 1; }

int answer_count(const Rules& rules) {
    switch (rules.kind) {
        case Kind::black: return rules.places + 1;
        case Kind::places: return 1 << rules.places;
        default: return rules.places * (rules.places + 3) / 2;
    }
}

void score(const Rules& rules, const Objective& objective, Codes guesses, Codes candidates, std::span<Score> out,
           void (*pause)()) {
    if (!answers_fit_byte(rules)) {
        Histogram histogram(rules);
        for (std::size_t i = 0; i < guesses.size(); ++i, pause())
            out[i] = histogram.score(objective, guesses[i], candidates);
        return;
    }
    const ByteAnswers bytes(rules);
    const Targets targets(rules, candidates);
    Tally tally;
    Blocks block(rules.places, rules.colours);
    std::array<Score, lane_count> scores;
    for (std::size_t start = 0; start < guesses.size(); start += lane_count, pause()) {
        const std::size_t lanes = std::min(lane_count, guesses.size() - start);
        block.clear();
        for (std::size_t lane = 0; lane < lanes; ++lane) block.add(guesses[start + lane]);
        tally.score(block, 0, targets, bytes, objective, scores.data());
        for (std::size_t lane = 0; lane < lanes; ++lane) out[start + lane] = objective.round(scores[lane]);
    }
}

Search::Search(const Rules& rules, Objective objective, bool symmetry, void (*pause)())
    : rules_(rules), objective_(std::move(objective)), symmetry_(symmetry), pause_(pause), bytes_(rules),
      sieve_(std::make_unique<Sieve>()), targets_(rules) {}

// ---- one set of guesses: keep the first of least score, when that is less than the best so far ----

// True when no better guess is possible.
bool Search::improve(const Blocks& blocks, const Targets& targets, Score floor, Best& best) {
    return targets.size() <= Sieve::limit ? improve_small(blocks, targets, floor, best)
                                          : improve_large(blocks, targets, floor, best);
}

bool Search::improve_small(const Blocks& blocks, const Targets& targets, Score floor, Best& best) {
    const std::size_t size = targets.size();
    const Objective::Bounds& bounds = objective_.bounds(size);
    Sieve& sieve = *sieve_;
    const auto narrow = [&] {  // what a guess must have to be better than the best
        std::size_t parts = 1, largest = size;
        while (parts < bounds.by_parts.size() && bounds.by_parts[parts] >= best.score) ++parts;
        while (largest > 0 && bounds.by_largest[largest] >= best.score) --largest;
        sieve.parts = static_cast<std::uint8_t>(std::min<std::size_t>(parts, 255));
        sieve.largest = static_cast<std::uint8_t>(largest);
        return parts < bounds.by_parts.size() && largest > 0;
    };
    if (!narrow()) return false;
    const std::size_t count = blocks.block_count();
    for (std::size_t b = sieve.find(blocks, 0, targets, bytes_); b < count;
         b = sieve.find(blocks, b + 1, targets, bytes_)) {
        for (std::size_t lane = 0; lane < blocks.lanes(b); ++lane) {
            if (bounds(sieve.lane_parts[lane], sieve.lane_largest[lane]) >= best.score) continue;
            const Score sum = objective_.round(sieve.score(lane, targets, bytes_, objective_));
            if (sum >= best.score) continue;
            best.score = sum;
            blocks.get(b * lane_count + lane, best.code.data());
            if (sum <= floor) return true;
            if (!narrow()) return false;
        }
    }
    return false;
}

bool Search::improve_large(const Blocks& blocks, const Targets& targets, Score floor, Best& best) {
    std::array<Score, lane_count> scores;
    for (std::size_t b = 0; b < blocks.block_count(); ++b, pause_()) {
        tally_.score(blocks, b, targets, bytes_, objective_, scores.data());
        for (std::size_t lane = 0; lane < blocks.lanes(b); ++lane) {
            const Score sum = objective_.round(scores[lane]);
            if (sum >= best.score) continue;
            best.score = sum;
            blocks.get(b * lane_count + lane, best.code.data());
            if (sum <= floor) return true;
        }
    }
    return false;
}

// The same for guesses that are made as they are needed, where `wanted(guess)`.
template <class Wanted>
bool Search::improve_all(Guesses guesses, int letters, const Wanted& wanted, const Targets& targets, Score floor,
                         Best& best) {
    Blocks blocks(rules_.places, letters);
    const std::uint8_t* guess = guesses.next();
    while (guess) {
        blocks.clear();
        for (; guess && blocks.size() < chunk; guess = guesses.next())
            if (wanted(guess)) blocks.add(guess);
        if (improve(blocks, targets, floor, best)) return true;
        pause_();
    }
    return false;
}

// All guesses over the letters 0, 1, …, kept from node to node; null when there are too many of them to keep.
const Blocks* Search::universe(int letters, const Guesses& guesses) {
    const double count = guesses.count();
    if (count > too_many_guesses) throw std::invalid_argument("too many codes to choose a guess from");
    if (count * (rules_.places + letters) > universe_bytes) return nullptr;
    std::unique_ptr<Blocks>& known = universes_[letters];
    if (!known) {
        known = std::make_unique<Blocks>(rules_.places, letters);
        known->reserve(static_cast<std::size_t>(count));
        Guesses all = guesses;
        while (const std::uint8_t* guess = all.next()) known->add(guess);
    }
    return known.get();
}

Code Search::choose(Codes candidates, const Symmetry& history) {
    if (!answers_fit_byte(rules_)) return choose_wide(candidates);
    const int places = rules_.places;
    const std::size_t size = candidates.size();
    const Score floor = objective_.floor(size, bytes_.count);
    // A guess that is no candidate is never all right.
    const Score floor_of_others = objective_.floor(size, bytes_.count - 1);
    Best best{std::numeric_limits<Score>::max(), {}};

    std::vector<std::uint8_t> colours = useful_colours(rules_, candidates);
    if (!symmetry_) {
        colours.clear();
        for (int c = 0; c < rules_.colours; ++c) colours.push_back(static_cast<std::uint8_t>(c));
    }
    const int letters = static_cast<int>(colours.size());

    if (symmetry_ && size > lane_count) {
        // The first candidates are often as good as any. Else, is it worth while to make only the guesses that are
        // the smallest of their class? The estimates are in nanoseconds.
        targets_.assign(candidates);
        Blocks first(places, rules_.colours);
        for (std::size_t i = 0; i < lane_count; ++i) first.add(candidates[i]);
        if (improve(first, targets_, floor, best)) return best.code;

        std::vector<bool> in_chain(letters);
        for (int i = 0; i < letters; ++i) in_chain[i] = history.is_free(colours[i]);
        const Guesses all(places, rules_.distinct, colours);
        const Guesses chained(places, rules_.distinct, colours, in_chain);
        const double scoring = 0.2 * static_cast<double>(size);
        const double others = static_cast<double>(history.size());
        const double share = chained.count() / all.count();
        const double plain = scoring * (all.count() + static_cast<double>(size));
        const double by_colour = (40 + scoring) * (chained.count() + share * static_cast<double>(size));
        const double by_both = by_colour / (1 + others) + (30 + 4 * others) * chained.count();
        if (std::min(by_colour, by_both) < plain) {
            const bool by_place = by_both < by_colour;
            const auto smallest = [&](const std::uint8_t* guess) {
                return history.is_ordered(guess) && !(by_place && history.is_smaller_elsewhere(guess));
            };
            Blocks own(places, rules_.colours);
            for (std::size_t i = 0; i < size; ++i)
                if (smallest(candidates[i])) own.add(candidates[i]);
            if (improve(own, targets_, floor, best) || best.score <= floor_of_others) return best.code;
            improve_all(
                chained, rules_.colours,
                [&](const std::uint8_t* guess) { return !(by_place && history.is_smaller_elsewhere(guess)); }, targets_,
                floor_of_others, best);
            return best.code;
        }
    }

    // In letters instead of colours, the guesses are the same for every node with as many letters.
    std::array<std::uint8_t, max_colours> letter_of{};
    for (int i = 0; i < letters; ++i) letter_of[colours[i]] = static_cast<std::uint8_t>(i);
    relabelled_.resize(candidates.cells.size());
    std::transform(candidates.cells.begin(), candidates.cells.end(), relabelled_.begin(),
                   [&](std::uint8_t colour) { return letter_of[colour]; });
    const Codes relabelled{relabelled_, places};
    targets_.assign(relabelled);
    for (int p = 0; p < places; ++p) best.code[p] = letter_of[best.code[p]];
    const auto colour_code = [&] {
        for (int p = 0; p < places; ++p) best.code[p] = colours[best.code[p]];
        return best.code;
    };

    Blocks own(places, letters);
    for (std::size_t start = 0; start < size; start += chunk) {
        own.clear();
        for (std::size_t i = start; i < std::min(start + chunk, size); ++i) own.add(relabelled[i]);
        if (improve(own, targets_, floor, best)) return colour_code();
    }
    if (best.score <= floor_of_others) return colour_code();

    std::vector<std::uint8_t> alphabet(letters);
    for (int i = 0; i < letters; ++i) alphabet[i] = static_cast<std::uint8_t>(i);
    const Guesses all(places, rules_.distinct, alphabet);
    if (const Blocks* known = universe(letters, all))
        improve(*known, targets_, floor_of_others, best);
    else
        improve_all(all, letters, [](const std::uint8_t*) { return true; }, targets_, floor_of_others, best);
    return colour_code();
}

// The same, one guess after the other, where answers do not fit a byte.
Code Search::choose_wide(Codes candidates) {
    Histogram histogram(rules_);
    const Score floor = objective_.floor(candidates.size(), answer_count(rules_));
    Best best{std::numeric_limits<Score>::max(), {}};
    const auto improve_one = [&](const std::uint8_t* guess) {
        const Score sum = histogram.score(objective_, guess, candidates);
        if (sum < best.score) {
            best.score = sum;
            std::copy_n(guess, rules_.places, best.code.begin());
        }
        pause_();
        return best.score <= floor;
    };
    for (std::size_t i = 0; i < candidates.size(); ++i)
        if (improve_one(candidates[i])) return best.code;
    std::vector<std::uint8_t> colours(rules_.colours);
    for (int c = 0; c < rules_.colours; ++c) colours[c] = static_cast<std::uint8_t>(c);
    Guesses guesses(rules_.places, rules_.distinct, symmetry_ ? useful_colours(rules_, candidates) : colours);
    if (guesses.count() > too_many_guesses) throw std::invalid_argument("too many codes to choose a guess from");
    while (const std::uint8_t* guess = guesses.next())
        if (improve_one(guess)) break;
    return best.code;
}

// ---- the tree ----

std::vector<std::int64_t> Search::evaluate(Codes candidates, const Symmetry& history) {
    std::vector<std::int64_t> found;
    // Any two candidates are told apart by each of them.
    two_at_once_ = candidates.size() >= 2 &&
                   objective_.round(objective_.combine(objective_.combine(objective_.nothing(), objective_.table()[1]),
                                                       objective_.table()[1])) <= objective_.floor(2, 2);
    walk(candidates, history, 0, found);
    while (found.back() == 0) found.pop_back();
    return found;
}

void Search::walk(Codes candidates, const Symmetry& history, std::size_t depth, std::vector<std::int64_t>& found) {
    const std::size_t size = candidates.size();
    const int places = rules_.places;
    if (found.size() <= depth + 1) found.resize(depth + 2);
    if (size == 1 || (size == 2 && two_at_once_)) {
        ++found[depth];
        if (size == 2) ++found[depth + 1];
        return;
    }
    pause_();
    const Code guess = choose(candidates, history);

    if (levels_.size() <= depth) levels_.push_back(std::make_unique<Level>());
    Level& level = *levels_[depth];
    level.answers.resize(size);
    level.cells.resize(candidates.cells.size());
    level.parts.clear();
    starts_.assign(answer_space(rules_) + 1, 0);
    const Responder respond(rules_, guess.data());
    for (std::size_t i = 0; i < size; ++i) ++starts_[(level.answers[i] = respond(candidates[i])) + 1];
    const std::uint16_t won = all_right(rules_);
    if (starts_[won + 1]) ++found[depth];
    for (std::size_t answer = 0; answer <= won; ++answer) {
        const std::size_t count = starts_[answer + 1];
        if (count == size && !(answer == won))
            throw std::invalid_argument("the table prefers a guess that tells nothing: the search would never end");
        if (count && answer != won) level.parts.push_back({starts_[answer], count});
        starts_[answer + 1] += starts_[answer];
    }
    for (std::size_t i = 0; i < size; ++i)
        std::copy_n(candidates[i], places, level.cells.data() + starts_[level.answers[i]]++ * places);

    const bool useful = level.parts.size() && size > lane_count;
    const Symmetry left = useful ? history.after(guess.data()) : Symmetry(rules_, false);
    for (const auto& [start, count] : level.parts)
        walk({std::span(level.cells).subspan(start * places, count * places), places}, left, depth + 1, found);
}

}  // namespace mastermine
