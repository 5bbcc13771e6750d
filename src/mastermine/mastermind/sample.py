"""Codes that fit some turns, without a list of all codes: all of them, or a sample."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from mastermine.core.random import Random
from mastermine.mastermind import chain, kernels, satisfiability
from mastermine.mastermind.constraints import Constraints

if TYPE_CHECKING:
    from mastermine.core.game import Turn
    from mastermine.mastermind.feedback import Feedback
    from mastermine.mastermind.kernels import Codes
    from mastermine.mastermind.rules import Code, Mastermind

TRIES = 1 << 24
"""Codes are listed where the beginnings that fit so far, times the colours, are no more."""

ROWS = 4096
"""The most codes of a sample."""


class Sample(NamedTuple):
    """Some of the codes that fit."""

    codes: Codes
    """Different ones, in numeric order: uint8 of shape (n, places)."""
    complete: bool
    """Whether there are no others."""


FEW, SECONDS = 64, 60.0
"""So many codes a solver looks for where the chain met none, and for how long."""

STEPS, BURN, EVERY = 2_000_000, 200, 8
"""So many steps a chain takes in all, fewer after many turns. So many sweeps pass before codes are
collected, and then between two looks at them."""
MANY_TURNS = 16
"""A step takes about twice as long after so many turns as after none."""


@lru_cache(maxsize=16)
def sample(rules: Mastermind, turns: tuple[Turn[Code, Feedback], ...]) -> Sample:
    """The codes that fit, where they are few enough to be listed, or else some of them.

    What is drawn depends on the turns alone. None at all come only where none fits. Raises
    satisfiability.Undecided where that cannot be found out in time.
    """
    asked = Constraints.of(rules, turns)
    # An answer tells most where all are alike likely. Where not even that would leave few enough
    # codes, to list them is not tried.
    nodes = TRIES // rules.symbols
    if rules.size <= nodes * rules.answers ** len(turns):
        complete, codes = kernels.backend.listed(*asked.arrays, nodes)
        if complete:
            return Sample(_kept(codes), True)
    codes = drawn(rules, asked, Random(f"{rules.places}x{rules.symbols} {turns}"))
    if len(codes):
        return Sample(_kept(np.unique(codes, axis=0)), False)
    found = satisfiability.several(rules, turns, FEW, SECONDS)
    codes = np.array(sorted(found), np.uint8).reshape(-1, rules.places)
    return Sample(_kept(codes), len(found) < FEW)


def drawn(rules: Mastermind, asked: Constraints, rng: Random, rows: int = ROWS) -> Codes:
    """Codes that fit, drawn by a Markov chain: each about equally likely, some more than once.

    At most so many ``rows``; none where few codes fit and the chain does not come upon them.
    """
    start = [code for _ratio in chain.RATIOS if (code := _allowed(asked, rng)) is not None]
    if not start:
        return np.zeros((0, rules.places), np.uint8)
    most = 2 * rules.places * len(asked.guesses)
    codes: Codes = kernels.backend.sampled(
        *asked.arrays,
        np.array(start, np.uint8),
        rng.word(),
        BURN,
        STEPS * MANY_TURNS // ((MANY_TURNS + len(asked.guesses)) * len(start) * rules.places),
        EVERY,
        rows,
        *chain.ladder(chain.RATIOS, most),
    )
    return codes


def _allowed(asked: Constraints, rng: Random) -> list[int] | None:
    """A code of allowed colours, whatever the guesses are; None where there is none."""
    choices = [np.flatnonzero(row).tolist() for row in asked.allowed]
    if not all(choices):
        return None
    if not asked.distinct:
        return [rng.choice(colours) for colours in choices]
    places: dict[int, int] = {}
    """The place of each colour that has one."""

    def settle(place: int, seen: set[int]) -> bool:
        """Give a place a colour; whoever has it takes another one (augmenting paths, Kuhn 1955)."""
        rng.shuffle(choices[place])
        for colour in choices[place]:
            if colour not in seen:
                seen.add(colour)
                if colour not in places or settle(places[colour], seen):
                    places[colour] = place
                    return True
        return False

    if not all(settle(place, set()) for place in range(len(choices))):
        return None
    return sorted(places, key=places.__getitem__)


def _kept(codes: Codes) -> Codes:
    codes.flags.writeable = False
    return codes
