// SplitMix64 (Steele, Lea, Flood 2014): the generator behind every seed.
#pragma once

#include <cstdint>
#include <span>

namespace mastermine {

// A permutation of all words that spreads each bit over all others.
inline std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

// The stream of mastermine.core.random.Random, number for number.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t word() { return mixed(state_ += 0x9E3779B97F4A7C15u); }

    // 0 to n - 1, each equally likely; n is at least 1.
    std::uint64_t below(std::uint64_t n) {
        const std::uint64_t last = ~((0 - n) % n);  // the words from here on would favour small numbers
        std::uint64_t value = word();
        while (value > last) value = word();
        return value % n;
    }

    // From 0 up to but not 1, in steps of 2^-53.
    double unit() { return static_cast<double>(word() >> 11) * 0x1p-53; }

  private:
    std::uint64_t state_;
};

void random_words(std::uint64_t seed, std::span<std::uint64_t> out);

}  // namespace mastermine
