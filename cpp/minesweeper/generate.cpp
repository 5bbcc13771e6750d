#include "generate.hpp"

#include <algorithm>
#include <utility>

namespace mastermine::minesweeper {

std::vector<std::uint8_t> allowed_cells(int width, int height, int first, bool zero) {
    std::vector<std::uint8_t> allowed(static_cast<std::size_t>(width) * height, 1);
    if (first < 0) return allowed;
    const int x = first % width, y = first / width, reach = zero ? 1 : 0;
    for (int v = std::max(0, y - reach); v <= std::min(height - 1, y + reach); ++v)
        for (int u = std::max(0, x - reach); u <= std::min(width - 1, x + reach); ++u) allowed[v * width + u] = 0;
    return allowed;
}

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
