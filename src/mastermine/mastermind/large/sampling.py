"""All consistent codes, or a sample of them, without a list of all codes."""

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
"""Limit on consistent prefixes times colours, up to which codes are listed."""
FEWER_TRIES = 1 << 20
"""The same limit if the list is not expected to be that short."""

MAX_SAMPLE_CODES = 4096
"""Limit on the codes of a sample."""


class Sample(NamedTuple):
    """Some of the consistent codes."""

    codes: Codes
    """Without duplicates, in numeric order: uint8 of shape (n, places)."""
    complete: bool
    """True if there are no others."""


LEAST = 16
"""If a chain finds fewer codes, a solver searches for the rest."""
FEW = 64
"""Number of codes that the solver searches for."""
EFFORT, LITTLE = 20.0, 1.0
"""Solver effort to find any code, and to find more than those already found."""
DEEP = 64
"""Number of turns up to which the list of the previous turn is reused."""

STEPS, BURN, EVERY = 2_000_000, 200, 8
"""Steps of a chain in all (fewer after many turns), burn-in sweeps, sweeps between samples."""
MANY_TURNS = 16
"""Number of turns after which a step takes twice as long as without turns."""


@lru_cache(maxsize=64)
def sample(rules: Mastermind, turns: tuple[Turn[Code, Feedback], ...]) -> Sample:
    """Lists all consistent codes if they are few, else draws a sample that depends on the turns.

    The result is empty only if no code is consistent. Raises satisfiability.Undecided if deciding
    that takes too much effort.
    """
    if 0 < len(turns) <= DEEP:
        before = sample(rules, turns[:-1])
        if before.complete:
            answers = kernels.respond(rules, turns[-1].action, before.codes)
            codes = before.codes[answers == rules.encode(turns[-1].feedback)]
            return Sample(_read_only(codes), True)
    constraints = Constraints.of(rules, turns)
    # If not even equally likely answers would leave few enough codes, a short list is unlikely.
    likely = rules.size * rules.symbols <= TRIES * rules.answers ** len(turns)
    nodes = (TRIES if likely else FEWER_TRIES) // rules.symbols
    complete, codes = kernels.backend.listed(*constraints.arrays, nodes)
    if complete:
        return Sample(_read_only(codes), True)
    rng = Random(f"{rules.places}x{rules.symbols} {turns}")
    start = [code for _ratio in chain.RATIOS if (code := _allowed(constraints, rng)) is not None]
    if not start:
        return Sample(_read_only(codes), True)
    codes = np.unique(drawn(rules, constraints, start, rng), axis=0)
    return Sample(_read_only(codes), False) if len(codes) >= LEAST else _found(rules, turns, codes)


def _found(rules: Mastermind, turns: tuple[Turn[Code, Feedback], ...], codes: Codes) -> Sample:
    """Adds codes found by a solver to the few ``codes`` found by a chain."""
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
    return Sample(_read_only(np.unique(every, axis=0)), complete)


def drawn(
    rules: Mastermind,
    constraints: Constraints,
    start: Sequence[Sequence[int]],
    rng: Random,
    rows: int = MAX_SAMPLE_CODES,
) -> Codes:
    """Draws consistent codes by a Markov chain: each about equally likely, with duplicates.

    ``start``: a code of allowed colours for each of ``chain.RATIOS``. Returns at most ``rows``
    codes; none if few codes are consistent and the chain does not find them.
    """
    most = 2 * rules.places * len(constraints.guesses)
    codes: Codes = kernels.backend.sampled(
        *constraints.arrays,
        np.array(start, np.uint8),
        rng.word(),
        BURN,
        STEPS * MANY_TURNS // ((MANY_TURNS + len(constraints.guesses)) * len(start) * rules.places),
        EVERY,
        rows,
        *chain.ladder(chain.RATIOS, most),
    )
    return codes


def _allowed(constraints: Constraints, rng: Random) -> list[int] | None:
    """Draws a code of allowed colours, ignoring the guesses; None if there is none."""
    choices = [np.flatnonzero(row).tolist() for row in constraints.allowed]
    if not all(choices):
        return None
    if not constraints.distinct:
        return [rng.choice(colours) for colours in choices]
    places: dict[int, int] = {}
    """Place of each assigned colour."""

    def settle(place: int, seen: set[int]) -> bool:
        """Assigns a colour to a place by an augmenting path (Kuhn 1955)."""
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


def _read_only(codes: Codes) -> Codes:
    codes.flags.writeable = False
    return codes
