"""Codes that fit some turns, without a list of all codes: all of them, or a sample."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from mastermine.core.game import Turn
from mastermine.core.random import Random
from mastermine.mastermind import kernels
from mastermine.mastermind.feedback import Feedback
from mastermine.mastermind.large import chain, satisfiability
from mastermine.mastermind.large.constraints import Constraints
from mastermine.mastermind.reference import Codes
from mastermine.mastermind.rules import Code, Mastermind

TRIES = 1 << 24
"""Codes are listed where the prefixes that fit, times the colours, are at most this many."""
FEWER_TRIES = 1 << 20
"""The same limit where so few are not to be expected."""

MAX_SAMPLE_CODES = 4096
"""The most codes of a sample."""


class Sample(NamedTuple):
    """Some of the codes that fit."""

    codes: Codes
    """Different ones, in numeric order: uint8 of shape (n, places)."""
    complete: bool
    """Whether there are no others."""


LEAST = 16
"""Where a chain meets fewer codes there may be no more: then a solver looks for them."""
FEW = 64
"""The codes that the solver looks for."""
EFFORT, LITTLE = 20.0, 1.0
"""The most effort to find any code at all, and to find more than those already found."""
DEEP = 64
"""Up to this many turns, codes that were listed a turn ago are reused."""

STEPS, BURN, EVERY = 2_000_000, 200, 8
"""The steps of a chain in all, fewer after many turns; the sweeps before the first codes are
collected; and those between two collections."""
MANY_TURNS = 16
"""A step takes about twice as long after so many turns as after none."""


@lru_cache(maxsize=64)
def sample(rules: Mastermind, turns: tuple[Turn[Code, Feedback], ...]) -> Sample:
    """The codes that fit, where they are few enough to be listed, or else some of them.

    What is drawn depends on the turns alone. None at all come only where none fits. Raises
    satisfiability.Undecided where it takes too much to find that out.
    """
    if 0 < len(turns) <= DEEP:
        before = sample(rules, turns[:-1])
        if before.complete:
            answers = kernels.respond(rules, turns[-1].action, before.codes)
            return Sample(_kept(before.codes[answers == rules.encode(turns[-1].feedback)]), True)
    asked = Constraints.of(rules, turns)
    # An answer tells most where all are equally likely. Where not even that would leave few enough
    # codes, they are so few only after rare answers, and they are not looked for so long.
    likely = rules.size * rules.symbols <= TRIES * rules.answers ** len(turns)
    nodes = (TRIES if likely else FEWER_TRIES) // rules.symbols
    complete, codes = kernels.backend.listed(*asked.arrays, nodes)
    if complete:
        return Sample(_kept(codes), True)
    rng = Random(f"{rules.places}x{rules.symbols} {turns}")
    start = [code for _ratio in chain.RATIOS if (code := _allowed(asked, rng)) is not None]
    if not start:
        return Sample(_kept(codes), True)
    codes = np.unique(drawn(rules, asked, start, rng), axis=0)
    return Sample(_kept(codes), False) if len(codes) >= LEAST else _found(rules, turns, codes)


def _found(rules: Mastermind, turns: tuple[Turn[Code, Feedback], ...], codes: Codes) -> Sample:
    """What a solver finds where a chain met next to nothing: these codes."""
    try:
        effort = LITTLE if len(codes) else EFFORT
        found: Sequence[Code] = satisfiability.several(rules, turns, FEW, effort=effort)
    except satisfiability.Undecided as error:
        if not len(codes):
            raise
        found, complete = error.found, False
    else:
        complete = len(found) < FEW
    every = np.concatenate([codes, np.array(found, np.uint8).reshape(-1, rules.places)])
    return Sample(_kept(np.unique(every, axis=0)), complete)


def drawn(
    rules: Mastermind,
    asked: Constraints,
    start: Sequence[Sequence[int]],
    rng: Random,
    rows: int = MAX_SAMPLE_CODES,
) -> Codes:
    """Codes that fit, drawn by a Markov chain: each about equally likely, some more than once.

    ``start``: a code of allowed colours for each of ``chain.RATIOS``. At most so many ``rows``;
    none where few codes fit and the chain does not find them.
    """
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
