#include "random.hpp"

namespace mastermine {

void random_words(std::uint64_t seed, std::span<std::uint64_t> out) {
    for (std::uint64_t& word : out) {
        seed += 0x9E3779B97F4A7C15u;
        std::uint64_t z = seed;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        word = z ^ (z >> 31);
    }
}

}  // namespace mastermine
