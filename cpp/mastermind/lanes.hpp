// Sixty-four guesses at once against a set of candidates: the inner loops of the search.
//
// A block holds 64 guesses, one in each lane, as planes of 64 bytes: the colour at each place, then how often each
// colour occurs. The answer of one candidate to all of them is then a handful of vector comparisons, without any
// branch; and so is the size of the parts, since equal answers are counted in all lanes at once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <new>
#include <vector>

#include "objective.hpp"
#include "rules.hpp"

namespace mastermine {

constexpr std::size_t lane_count = 64;

// Width of the vectors that this processor uses.
std::size_t vector_bytes();

// Answers as one byte: total * scale + black for pegs, else the public number. `places` answers need places <= 8.
struct ByteAnswers {
    explicit ByteAnswers(const Rules& rules);
    int scale;                         // of the total
    std::size_t count;                 // of the answers that can occur
    std::vector<std::uint8_t> values;  // these answers, and padding
};

// Memory that starts at a whole block.
template <class T>
struct Aligned {
    using value_type = T;
    Aligned() = default;
    template <class U>
    Aligned(const Aligned<U>&) {}
    T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t{lane_count})); }
    void deallocate(T* p, std::size_t) { ::operator delete(p, std::align_val_t{lane_count}); }
    bool operator==(const Aligned&) const { return true; }
};

// Guesses in blocks of planes.
class Blocks {
  public:
    Blocks(int places, int colours) : places_(places), colours_(colours) {}

    void clear() { size_ = 0; }
    void reserve(std::size_t guesses) { data_.reserve((guesses + lane_count - 1) / lane_count * block_bytes()); }
    void add(const std::uint8_t* guess);  // colours below `colours`
    std::size_t size() const { return size_; }
    std::size_t block_count() const { return (size_ + lane_count - 1) / lane_count; }
    std::size_t block_bytes() const { return lane_count * (places_ + colours_); }
    const std::uint8_t* block(std::size_t b) const { return data_.data() + b * block_bytes(); }
    std::size_t lanes(std::size_t b) const { return std::min(lane_count, size_ - b * lane_count); }
    void get(std::size_t i, std::uint8_t* guess) const;

  private:
    int places_, colours_;
    std::size_t size_ = 0;
    std::vector<std::uint8_t, Aligned<std::uint8_t>> data_;
};

// Candidates, made ready to be compared with blocks.
class Targets {
  public:
    Targets(const Rules& rules, Codes candidates);
    explicit Targets(const Rules& rules) : rules_(rules) {}
    void assign(Codes candidates);
    const Rules& rules() const { return rules_; }
    std::size_t size() const { return size_; }
    const std::uint8_t* data() const { return data_.data(); }

  private:
    Rules rules_;
    std::size_t size_ = 0;
    std::vector<std::uint8_t> data_;  // each: its colours, then how often each occurred before in the same code
};

// Up to 255 candidates: looks for guesses that split them well.
struct Sieve {
    static constexpr std::size_t limit = Objective::Bounds::limit;

    // Only guesses with at least `parts` parts, none larger than `largest`, are of interest.
    std::uint8_t parts = 0;
    std::uint8_t largest = 255;

    // Of the block that was found: what each lane has, and its answers, a row for each candidate.
    alignas(64) std::uint8_t lane_parts[lane_count];
    alignas(64) std::uint8_t lane_largest[lane_count];
    alignas(64) std::uint8_t answers[limit][lane_count];
    alignas(64) std::uint8_t sizes[256][lane_count];  // of the parts, a row for each answer, when they were counted

    // The first block from `first` on in which a lane is of interest, or `blocks.block_count()`.
    std::size_t find(const Blocks& blocks, std::size_t first, const Targets& targets, const ByteAnswers& bytes);

    // The score of a lane of that block, not rounded.
    Score score(std::size_t lane, const Targets& targets, const ByteAnswers& bytes, const Objective& objective) const;
};

// The answers of all candidates to all guesses, as bytes: a row of `row_bytes` for each candidate, a multiple of 64.
void fill_answers(const Blocks& blocks, const Targets& targets, const ByteAnswers& bytes, std::uint8_t* rows,
                  std::size_t row_bytes);

// Any number of candidates: the scores of all guesses of one block, not rounded.
class Tally {
  public:
    void score(const Blocks& blocks, std::size_t block, const Targets& targets, const ByteAnswers& bytes,
               const Objective& objective, Score* out);

  private:
    std::vector<std::uint8_t, Aligned<std::uint8_t>> buffer_;
    std::vector<std::uint32_t> counts_;
};

}  // namespace mastermine
