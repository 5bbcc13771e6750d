#include "generate.hpp"

#include <algorithm>
#include <utility>

namespace mastermine::minesweeper {

Minelayer::Minelayer(std::span<const std::uint8_t> allowed, int mines) : mines_(mines) {
    for (std::size_t i = 0; i < allowed.size(); ++i)
        if (allowed[i]) places_.push_back(static_cast<int>(i));
    shuffled_.resize(places_.size());
}

void Minelayer::lay(Random& random, std::span<std::uint8_t> layout) {
    std::copy(places_.begin(), places_.end(), shuffled_.begin());
    std::fill(layout.begin(), layout.end(), std::uint8_t{0});
    for (int i = 0; i < mines_; ++i) {
        std::swap(shuffled_[i], shuffled_[i + random.below(shuffled_.size() - i)]);
        layout[shuffled_[i]] = 1;
    }
}

}  // namespace mastermine::minesweeper
