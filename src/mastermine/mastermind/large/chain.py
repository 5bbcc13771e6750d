"""Codes that fit some turns, drawn by a Markov chain: the twin of the native one, and its tables.

The energy of a code is by how much it misses the answers: the sum of what its black and common pegs
differ from those told. Several replicas of a chain walk at several temperatures, each by the rule
of Metropolis et al. (1953): a step up by d is taken with probability ratio**d, and the ratio is
small for cold replicas. Neighbours in temperature exchange their codes (Swendsen and Wang 1986). In
the long run a replica is at a code with a probability that depends on its energy alone; so those
met at energy 0, where all answers are as told, come from the uniform distribution over the codes
that fit.

No decision is made by a number with a fraction, so the same seed gives the same codes anywhere:
probabilities are words of 64 bits, and come to pass when a random word is smaller. With ratios that
are powers of two they are exact, but that what is rarer than 2**-64 never happens.
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
"""Replicas that have proven good for games from 8x12 to 100x6 (``benchmarks/sampling.py``)."""

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
    wanted: int,
    steps: Words,
    exchanges: Words,
) -> Codes:
    """At most ``wanted`` codes that fit, in the order in which they were met; some more than once.

    ``start``: a code for each replica, of allowed colours, the coldest first. A sweep is as many
    steps of each replica as there are places, and then a chance for each two neighbours to exchange
    their codes. After ``burn`` sweeps there are at most ``sweeps`` more, and ``every`` so many of
    them all replicas are looked at. ``steps[r, d]``: the chance, of 2**64, that replica r takes a
    step that costs d; ``exchanges[r, d]``, that replica r takes the code of r + 1 if that is d
    worse than its own. What costs more than a row has entries is not done.
    """
    rng = Random(seed)
    turns = _Turns(allowed, guesses, black, common, distinct)
    replicas = [_Replica(turns, code) for code in start.tolist()]
    chances, swaps = steps.tolist(), exchanges.tolist()
    found: list[list[int]] = []
    for sweep in range(1, burn + sweeps + 1):
        if len(found) >= wanted:
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
    return np.array(found[:wanted], np.uint8).reshape(-1, turns.places)


def ladder(ratios: Sequence[Fraction], most: int) -> tuple[Words, Words]:
    """The tables for replicas that take a step up by d with probability ratio**d, coldest first.

    ``most`` is the highest energy there is; entries that would be zero in all rows are left out.
    Exchanges happen with the probability that leaves each replica at its own temperature:
    (ratio / next ratio)**d.
    """
    steps = [_powers(ratio, most) for ratio in ratios]
    exchanges = [_powers(cold / hot, most) for cold, hot in pairwise(ratios)]
    return _table(steps), _table(exchanges)


def _table(rows: list[list[int]]) -> Words:
    longest = max(map(len, rows), default=1)
    padded = [row + [0] * (longest - len(row)) for row in rows]
    return np.array(padded, np.uint64).reshape(-1, longest)


def _powers(ratio: Fraction, most: int) -> list[int]:
    """The powers of a ratio, in parts of 2**64, rounded down, as long as anything is left of it.

    That of 0 is not looked up; it stands for certain.
    """
    powers = [_LAST]
    top, bottom = 1 << 64, 1
    while len(powers) <= most:
        top, bottom = top * ratio.numerator, bottom * ratio.denominator
        if top < bottom:
            break
        powers.append(top // bottom)
    return powers


def _happens(rng: Random, cost: int, chances: list[int]) -> bool:
    """Whether what costs so much is done. A word is drawn only where there is a doubt."""
    if cost <= 0:
        return True
    return cost < len(chances) and rng.word() < chances[cost]


def _below(half: int, n: int) -> int:
    """What 32 random bits make of n, each equally likely; -1 if they would favour some of them."""
    product = half * n
    return product >> 32 if product % _HALF >= _HALF % n else -1


class _Turns:
    """What all replicas look at."""

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
        """The sum of what a code misses each answer by."""
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
    """A code that is changed step by step."""

    def __init__(self, turns: _Turns, code: list[int]) -> None:
        self.turns = turns
        self.code = code
        self.energy = turns.energy(code)

    def step(self, rng: Random, chances: list[int]) -> None:
        """Propose a change, as likely as its undoing, and perhaps make it."""
        word = rng.word()
        proposed = self._proposed(word >> 32, word % _HALF)
        if proposed is None:
            return
        energy = self.turns.energy(proposed)
        if _happens(rng, energy - self.energy, chances):
            self.code, self.energy = proposed, energy

    def _proposed(self, first: int, second: int) -> list[int] | None:
        """Another code; None where what was drawn is not possible, or would change nothing."""
        turns, code = self.turns, self.code
        what = _below(first, 2 * turns.places)
        if what < 0:
            return None
        place = what // 2
        if what % 2:  # exchange it with another place
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
