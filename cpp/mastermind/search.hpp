// Which guess is the best, and how does the whole tree of best guesses do?
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "guesses.hpp"
#include "lanes.hpp"
#include "objective.hpp"
#include "rules.hpp"
#include "symmetry.hpp"

namespace mastermine {

// Largest number of different answers; also the least number above all public feedback numbers.
int answer_count(const Rules& rules);
std::size_t answer_space(const Rules& rules);

// Called now and then during long work; may throw to end it.
using Pause = void (*)();

// The scores of guesses against a set of candidates.
void score(const Rules& rules, const Objective& objective, Codes guesses, Codes candidates, std::span<Score> out,
           Pause pause);

class Search {
  public:
    Search(const Rules& rules, Objective objective, bool symmetry, Pause pause);

    // The guess of least score among all codes of the rules; of equal ones a candidate, then the smallest. The
    // candidates are in numeric order, and are all codes that fit some answers to the guesses of the history.
    Code choose(Codes candidates, const Symmetry& history);

    // Walks the tree of chosen guesses: found[i] candidates are found with exactly i + 1 of them.
    std::vector<std::int64_t> evaluate(Codes candidates, const Symmetry& history);

  private:
    struct Best {
        Score score;
        Code code;
    };
    struct Part {
        std::size_t start, count;
    };
    struct Level {  // a node on the way down: its candidates by their answers
        std::vector<std::uint16_t> answers;
        std::vector<std::uint8_t> cells;
        std::vector<Part> parts;
    };

    void walk(Codes candidates, const Symmetry& history, std::size_t depth, std::vector<std::int64_t>& found);
    Code choose_wide(Codes candidates);
    bool improve(const Blocks& blocks, const Targets& targets, Score floor, Best& best);
    bool improve_small(const Blocks& blocks, const Targets& targets, Score floor, Best& best);
    bool improve_large(const Blocks& blocks, const Targets& targets, Score floor, Best& best);
    template <class Wanted>
    bool improve_all(Guesses guesses, int letters, const Wanted& wanted, const Targets& targets, Score floor,
                     Best& best);
    const Blocks* universe(int letters, const Guesses& guesses);

    Rules rules_;
    Objective objective_;
    bool symmetry_;
    Pause pause_;
    ByteAnswers bytes_;
    std::array<std::unique_ptr<Blocks>, max_colours + 1> universes_;  // by the number of letters
    std::unique_ptr<Sieve> sieve_;
    bool two_at_once_ = false;

    // Room for the work at one node.
    Tally tally_;
    Targets targets_;
    std::vector<std::uint8_t> relabelled_;
    std::vector<std::size_t> starts_;
    std::vector<std::unique_ptr<Level>> levels_;
};

}  // namespace mastermine
