#include "bounds.hpp"

namespace mastermine::optimum {

Bounds::Bounds(Counts counts, int depth, std::size_t size, std::size_t branches)
    : counts_(counts), limited_(depth > 0), size_(size),
      costs_(depth + 1, std::vector<std::vector<Cost>>(branches + 1)) {}

const Cost* Bounds::fill(int depth, std::size_t branches) {
    std::vector<Cost>& costs = costs_[depth][branches];
    costs.push_back(0);
    double room = 1;  // for codes at this guess
    for (int guess = 1; costs.size() <= size_ && room > 0 && (!limited_ || guess <= depth); ++guess) {
        const Cost cost = counts_ == Counts::total ? guess : counts_ == Counts::last && guess == depth;
        for (double used = 0; used < room && costs.size() <= size_; ++used) costs.push_back(costs.back() + cost);
        room *= static_cast<double>(branches);
    }
    while (counts_ == Counts::missed && costs.size() <= size_) costs.push_back(costs.back() + 1);
    costs.resize(size_ + 1, impossible);
    return costs.data();
}

// The least sum over so many parts: since costs are convex, that of parts as equal as can be.
Cost Bounds::operator()(int depth, std::size_t branches, std::size_t size, std::size_t parts, bool candidate) {
    const Cost guess = counts_ == Counts::total ? static_cast<Cost>(size) : counts_ == Counts::last && depth == 1;
    const std::size_t rest = size - (candidate && size);
    if (rest == 0) return guess;
    if (parts == 0) return impossible;
    const Cost* known = costs(next(depth), branches);
    const std::size_t least = rest / parts, larger = rest % parts;
    const Cost low = known[least], high = larger ? known[least + 1] : 0;
    if (low >= impossible || high >= impossible) return impossible;
    return guess + static_cast<Cost>(parts - larger) * low + static_cast<Cost>(larger) * high;
}

}  // namespace mastermine::optimum
