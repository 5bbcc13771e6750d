// Lower bounds of the cost of a set of candidates, by its size.
#pragma once

#include <cstddef>
#include <vector>

#include "optimum.hpp"

namespace mastermine::optimum {

// At best each guess ends one code, and each of its other answers leads on to a guess: 1 code is found with the first
// guess, as many with the second as there are other answers, their square with the third, and so on.
class Bounds {
  public:
    // For up to `size` candidates.
    Bounds(const Task& task, std::size_t size, std::size_t answers);

    int next(int depth) const { return depth > 0 ? depth - 1 : 0; }  // the guesses that are left after one more

    Cost operator()(int depth, std::size_t size) const { return costs_[depth][size]; }

    // Of a guess that splits so many candidates into so many parts, and may be one of them itself.
    Cost operator()(int depth, std::size_t size, std::size_t parts, bool candidate) {
        return of_parts(depth, size)[candidate * (answers_ + 1) + parts];
    }

  private:
    const Cost* of_parts(int depth, std::size_t size);
    Cost spread(int depth, std::size_t size, std::size_t parts) const;

    bool each_;  // whether each guess costs for each candidate
    std::size_t answers_;
    std::vector<std::vector<Cost>> costs_;                  // [depth][size]
    std::vector<std::vector<std::vector<Cost>>> of_parts_;  // [depth][size][candidate * (answers + 1) + parts]
};

}  // namespace mastermine::optimum
