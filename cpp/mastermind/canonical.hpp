// One form for the sets of codes that differ only by a permutation of places and colours.
#pragma once

#include "automorphisms.hpp"
#include "known.hpp"
#include "rules.hpp"

namespace mastermine::optimum {

struct Canonical {
    Key key;        // of the set after the motion
    Motion motion;  // takes the set to its form

    // The code that the motion takes to this one.
    Code before(const std::uint8_t* code, int places) const;
};

// Sets with equal keys are images of each other. Images of each other have equal keys nearly always: where places or
// colours look alike after some rounds of refinement, the first is taken.
Canonical canonical(const Rules& rules, Codes codes, std::span<const Row> set);

}  // namespace mastermine::optimum
