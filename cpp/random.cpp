#include "random.hpp"

namespace mastermine {

void random_words(std::uint64_t seed, std::span<std::uint64_t> out) {
    Random random(seed);
    for (std::uint64_t& word : out) word = random.word();
}

}  // namespace mastermine
