// All codes that fit some turns, found by a search place by place: for spaces too large to look at every code.
#pragma once

#include <cstdint>
#include <vector>

#include "constraints.hpp"

namespace mastermine {

struct Listing {
    bool complete;
    std::vector<std::uint8_t> codes;  // rows in numeric order; none unless complete
};

// A node is a prefix of one place or more that no turn rules out by itself; the search ends beyond so many.
Listing listed(const Constraints& constraints, std::int64_t nodes, Pause pause);

}  // namespace mastermine
