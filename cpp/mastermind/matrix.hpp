// The answers of a set of candidates to every guess, a byte each, and how many different answers a guess can have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lanes.hpp"
#include "rules.hpp"

namespace mastermine {

// Number of set bits; without the instruction that some processors lack.
constexpr std::size_t bits(std::uint64_t x) {
    x -= (x >> 1) & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
    return (((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u) >> 56;
}

// Rows are candidates, columns are guesses; an entry is the answer, as its index among the answers that can occur in
// increasing number. The last of these says that the guess is the code.
class Matrix {
  public:
    Matrix(const Rules& rules, Codes candidates, Codes guesses);

    std::size_t guesses() const { return guesses_; }
    std::size_t stride() const { return stride_; }  // guesses, filled up to whole blocks
    std::size_t answers() const { return answers_; }
    std::uint8_t won() const { return static_cast<std::uint8_t>(answers_ - 1); }
    const std::uint8_t* row(std::size_t candidate) const { return cells_.data() + candidate * stride_; }

    // Writes the number of different answers to each guess from a set of candidates: `stride()` bytes, at most 255.
    // Returns the most.
    std::size_t count_parts(std::span<const std::uint16_t> set, std::uint8_t* parts) const;

    // The guesses with at least so many parts, by `parts` as it was filled, in increasing order.
    void with_parts(const std::uint8_t* parts, std::size_t least, std::vector<std::uint16_t>& guesses) const;

  private:
    std::size_t guesses_, stride_, answers_;
    std::vector<std::uint8_t, Aligned<std::uint8_t>> cells_;
};

}  // namespace mastermine
