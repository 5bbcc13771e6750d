#include "bounds.hpp"

namespace mastermine::optimum {

Bounds::Bounds(const Task& task, std::size_t size, std::size_t answers)
    : each_(task.counts == Counts::total), answers_(answers), costs_(task.depth + 1), of_parts_(task.depth + 1) {
    const bool limited = task.depth > 0;  // then no guess is left at depth 0
    for (int depth = 0; depth <= task.depth; ++depth) {
        std::vector<Cost>& costs = costs_[depth];
        costs.push_back(0);
        double room = 1;  // for codes at this guess
        for (int guess = 1; costs.size() <= size && (!limited || guess <= depth); ++guess) {
            const Cost cost = task.counts == Counts::total ? guess : task.counts == Counts::last && guess == depth;
            for (double used = 0; used < room && costs.size() <= size; ++used) costs.push_back(costs.back() + cost);
            room *= static_cast<double>(answers) - 1;
            if (room == 0) break;
        }
        costs.resize(size + 1, impossible);
    }
}

const Cost* Bounds::of_parts(int depth, std::size_t size) {
    auto& known = of_parts_[depth];
    if (known.size() <= size) known.resize(size + 1);
    std::vector<Cost>& costs = known[size];
    if (costs.empty()) {
        costs.assign(2 * (answers_ + 1), impossible);
        const auto total = [&](Cost rest) {
            return rest >= impossible ? impossible : rest + (each_ ? static_cast<Cost>(size) : 0);
        };
        for (std::size_t parts = 1; parts <= answers_; ++parts) {
            // One part tells nothing, and no answer but that of a candidate ends the game.
            if (parts > 1 && parts < answers_) costs[parts] = total(spread(next(depth), size, parts));
            costs[answers_ + 1 + parts] = total(spread(next(depth), size ? size - 1 : 0, parts - 1));
        }
    }
    return costs.data();
}

// The least sum over so many parts: since costs are convex, that of parts as equal as can be.
Cost Bounds::spread(int depth, std::size_t size, std::size_t parts) const {
    if (size == 0) return 0;
    if (parts == 0) return impossible;
    const std::size_t least = size / parts, larger = size % parts;
    const Cost low = costs_[depth][least], high = larger ? costs_[depth][least + 1] : 0;
    if (low >= impossible || high >= impossible) return impossible;
    return static_cast<Cost>(parts - larger) * low + static_cast<Cost>(larger) * high;
}

}  // namespace mastermine::optimum
