// Objectives: the score of a guess, from the sizes of the parts into which it splits the candidates. Less is better.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace mastermine {

using Score = std::int64_t;

class Objective {
  public:
    // table[n] is what a part of n candidates costs, for n = 1 to `largest_size`; the costs are added up, or the
    // greatest counts. The result is rounded to a multiple of 2**shift, so that noise in the table breaks no tie.
    // `answers` is how many different answers there are.
    Objective(std::span<const Score> table, std::size_t largest_size, bool greatest, int shift, int answers);

    bool greatest() const { return greatest_; }
    // The table, with an entry for the empty part that leaves every score as it is.
    const Score* table() const { return table_.data(); }
    Score combine(Score a, Score b) const { return greatest_ ? (a > b ? a : b) : a + b; }
    Score nothing() const { return table_[0]; }
    Score round(Score score) const { return shift_ > 0 ? (score + (Score{1} << (shift_ - 1))) >> shift_ : score; }

    // No guess can score less, when it splits `size` candidates into at most `parts` parts (rounded).
    Score floor(std::size_t size, std::size_t parts) const;

    // No split of a set of `size` candidates can score less, given the number of its parts, or the size of its
    // largest part, or both (rounded). For sizes up to Bounds::limit.
    struct Bounds {
        static constexpr std::size_t limit = 255;
        std::size_t size;
        std::vector<Score> both;        // [parts * (size + 1) + largest]
        std::vector<Score> by_parts;    // [parts], up to min(size, answers)
        std::vector<Score> by_largest;  // [largest]
        Score operator()(std::size_t parts, std::size_t largest) const { return both[parts * (size + 1) + largest]; }
    };
    const Bounds& bounds(std::size_t size);

  private:
    // The least sum of `parts` costs of parts that hold `size` candidates in all: a lower bound, and exact when the
    // table is convex.
    Score least_sum(std::size_t size, std::size_t parts) const;

    std::vector<Score> table_;
    std::vector<std::uint32_t> hull_;   // corners of the greatest convex function below the table
    std::vector<std::uint32_t> below_;  // for a size, the index of the last corner that is not above it
    std::vector<std::unique_ptr<Bounds>> bounds_;
    std::size_t answers_;
    bool greatest_;
    int shift_;
};

}  // namespace mastermine
