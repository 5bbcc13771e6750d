// Lower bounds of the cost of a set of candidates, by its size and by how far its guesses branch.
#pragma once

#include <cstddef>
#include <vector>

#include "optimum.hpp"

namespace mastermine::optimum {

// A guess branches into as many parts as it has answers that do not end the game. On a subset it has no more, so the
// widest guess of a set bounds all positions below: 1 code is found with the first guess, at most as many with the second
// as the guess has branches, their square with the third, and so on.
class Bounds {
  public:
    // For up to `size` candidates, guesses with up to `branches` branches, and up to `depth` guesses.
    Bounds(Counts counts, int depth, std::size_t size, std::size_t branches);

    static int next(int depth) { return depth > 0 ? depth - 1 : 0; }  // the guesses that are left after one more

    Cost operator()(int depth, std::size_t branches, std::size_t size) { return costs(depth, branches)[size]; }

    // All sizes.
    const Cost* costs(int depth, std::size_t branches) {
        const std::vector<Cost>& known = costs_[depth][branches];
        return known.empty() ? fill(depth, branches) : known.data();
    }

    // Of a guess that has so many parts, and may be a candidate itself.
    Cost operator()(int depth, std::size_t branches, std::size_t size, std::size_t parts, bool candidate);

  private:
    const Cost* fill(int depth, std::size_t branches);

    Counts counts_;
    bool limited_;
    std::size_t size_;
    std::vector<std::vector<std::vector<Cost>>> costs_;  // [depth][branches][size]
};

}  // namespace mastermine::optimum
