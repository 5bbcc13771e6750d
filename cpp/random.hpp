// SplitMix64 (Steele, Lea, Flood 2014): the generator behind every seed.
#pragma once

#include <cstdint>
#include <span>

namespace mastermine {

void random_words(std::uint64_t seed, std::span<std::uint64_t> out);

}  // namespace mastermine
