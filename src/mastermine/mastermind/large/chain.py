"""Consistent codes sampled by a Markov chain: reference of the native one, and its tables.

The energy of a code is the sum of the differences between its black and common pegs and those of
the answers. Replicas of a chain run at several temperatures by the rule of Metropolis et al.
(1953): a step up by d is accepted with probability ratio**d, where cold replicas have small ratios.
Neighbouring replicas exchange their codes (Swendsen and Wang 1986). In equilibrium the probability
of a code depends only on its energy, so the codes visited at energy 0, the consistent ones, are
uniformly distributed.

Decisions use integers only, so a seed gives the same codes on every platform: probabilities are
64-bit words, and an event happens if a random word is smaller. For ratios that are powers of two
they are exact, except that events rarer than 2**-64 never happen.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mastermine.core.random import Random

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mastermine.mastermind.reference import Codes, Integers

Words = NDArray[np.uint64]

RATIOS = tuple(Fraction(1, 2**power) for power in range(6, 0, -1))
"""Ratios that work well for games from 8x12 to 100x6 (``benchmarks/sampling.py``)."""

_HALF = 1 << 32
_LAST = (1 << 64) - 1


def sampled(
    allowed: NDArray[np.bool_],
    guesses: Codes,
    black: Integers,
    common: Integers,
    distinct: bool,
    start: Codes,
    seed: int,
    burn: int,
    sweeps: int,
    every: int,
    samples: int,
    steps: Words,
    exchanges: Words,
) -> Codes:
    """Samples up to ``samples`` consistent codes, in order of visit; codes may repeat.

    ``start``: a code of allowed colours for each replica, the coldest first. A sweep has one step
    of each replica per place, then one possible exchange for each two neighbours. After ``burn``
    sweeps, at most ``sweeps`` more follow, and ``every`` so many of them codes are collected.
    ``steps[r, d]``: probability times 2**64 that replica r takes a step that costs d;
    ``exchanges[r, d]``: that replica r takes the code of r + 1 if it is d worse than its own. Costs
    beyond the end of a row have probability 0.
    """
    rng = Random(seed)
    turns = _Turns(allowed, guesses, black, common, distinct)
    replicas = [_Replica(turns, code) for code in start.tolist()]
    chances, swaps = steps.tolist(), exchanges.tolist()
    found: list[list[int]] = []
    for sweep in range(1, burn + sweeps + 1):
        if len(found) >= samples:
            break
        for replica, chance in zip(replicas, chances, strict=True):
            for _step in range(turns.places):
                replica.step(rng, chance)
        for cold, swap in enumerate(swaps):
            worse = replicas[cold + 1].energy - replicas[cold].energy
            if _happens(rng, worse, swap):
                replicas[cold], replicas[cold + 1] = replicas[cold + 1], replicas[cold]
        if sweep > burn and (sweep - burn) % every == 0:
            found += [list(replica.code) for replica in replicas if replica.energy == 0]
    return np.array(found[:samples], np.uint8).reshape(-1, turns.places)


def ladder(ratios: Sequence[Fraction], most: int) -> tuple[Words, Words]:
    """Computes the tables ``steps`` and ``exchanges`` for the ratios, coldest first.

    ``most``: highest possible energy; columns that are zero in all rows are left out. A step has
    probability ratio**d, an exchange (ratio / next ratio)**d, which preserves the distribution.
    """
    steps = [_powers(ratio, most) for ratio in ratios]
    exchanges = [_powers(cold / hot, most) for cold, hot in pairwise(ratios)]
    return _table(steps), _table(exchanges)


def _table(rows: list[list[int]]) -> Words:
    longest = max(map(len, rows), default=1)
    padded = [row + [0] * (longest - len(row)) for row in rows]
    return np.array(padded, np.uint64).reshape(-1, longest)


def _powers(ratio: Fraction, most: int) -> list[int]:
    """Computes the powers of a ratio times 2**64, rounded down, until 0; entry 0 is unused."""
    powers = [_LAST]
    top, bottom = 1 << 64, 1
    while len(powers) <= most:
        top, bottom = top * ratio.numerator, bottom * ratio.denominator
        if top < bottom:
            break
        powers.append(top // bottom)
    return powers


def _happens(rng: Random, cost: int, chances: list[int]) -> bool:
    """Decides whether to accept a cost; draws a word only if the result is uncertain."""
    if cost <= 0:
        return True
    return cost < len(chances) and rng.word() < chances[cost]


def _below(half: int, n: int) -> int:
    """Maps 32 random bits to a uniform number below n; -1 if they must be rejected."""
    product = half * n
    return product >> 32 if product % _HALF >= _HALF % n else -1


class _Turns:
    """The constraints, shared by all replicas."""

    def __init__(
        self,
        allowed: NDArray[np.bool_],
        guesses: Codes,
        black: Integers,
        common: Integers,
        distinct: bool,
    ) -> None:
        self.places, self.symbols = allowed.shape
        self.allowed = allowed.tolist()
        self.colours = [np.flatnonzero(row).tolist() for row in allowed]
        rows: list[list[int]] = guesses.tolist()
        self.turns = list(
            zip(rows, map(Counter, rows), black.tolist(), common.tolist(), strict=True)
        )
        self.distinct = distinct

    def energy(self, code: Sequence[int]) -> int:
        """Sums the differences between the answers of a code and those given."""
        total = 0
        times = Counter(code)
        for guess, pegs, black, common in self.turns:
            if black >= 0:
                total += abs(black - sum(a == b for a, b in zip(guess, code, strict=True)))
            if common >= 0:
                shared = sum(min(n, times[colour]) for colour, n in pegs.items())
                total += abs(common - shared)
        return total


class _Replica:
    """A code that changes step by step."""

    def __init__(self, turns: _Turns, code: list[int]) -> None:
        self.turns = turns
        self.code = code
        self.energy = turns.energy(code)

    def step(self, rng: Random, chances: list[int]) -> None:
        """Proposes a change, with a symmetric probability, and accepts or rejects it."""
        word = rng.word()
        proposed = self._proposed(word >> 32, word % _HALF)
        if proposed is None:
            return
        energy = self.turns.energy(proposed)
        if _happens(rng, energy - self.energy, chances):
            self.code, self.energy = proposed, energy

    def _proposed(self, first: int, second: int) -> list[int] | None:
        """Returns another code; None if the proposal is rejected or changes nothing."""
        turns, code = self.turns, self.code
        change = _below(first, 2 * turns.places)
        if change < 0:
            return None
        place = change // 2
        if change % 2:  # exchange it with another place
            other = _below(second, turns.places)
            if other < 0:
                return None
            return self._exchanged(place, other)
        at = _below(second, len(turns.colours[place]))
        if at < 0:
            return None
        colour = turns.colours[place][at]
        if turns.distinct and colour in code:
            return self._exchanged(place, code.index(colour))
        if colour == code[place]:
            return None
        return [*code[:place], colour, *code[place + 1 :]]

    def _exchanged(self, place: int, other: int) -> list[int] | None:
        turns, code = self.turns, self.code
        mine, yours = code[place], code[other]
        if mine == yours or not (turns.allowed[place][yours] and turns.allowed[other][mine]):
            return None
        changed = list(code)
        changed[place], changed[other] = yours, mine
        return changed
