"""Operators of evolutionary algorithms on populations of codes.

All random numbers are words of SplitMix64 and all choices use integers only, so results are the
same on every platform.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from mastermine.core.errors import InvalidSpec
from mastermine.core.random import GOLDEN
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _
from mastermine.mastermind import kernels
from mastermine.mastermind.large.constraints import NOT_GIVEN, Constraints
from mastermine.mastermind.reference import Codes, Integers

if TYPE_CHECKING:
    from mastermine.core.strategy import Heuristic, Strategy
    from mastermine.mastermind.rules import Code, Mastermind

Unsigned = NDArray[np.uint64]
Chosen = NDArray[np.bool_]
Rows = NDArray[np.intp]

_HALF = np.uint64(32)
_BLOCK = 4096

_CELLS = 2**18
"""Approximate number of pegs processed at a time."""

MAX_POPULATION = 10_000
"""Limit on the codes of a population, and on the number of generations."""


class Words:
    """Vectorised random numbers: the stream of ``core.random.Random`` for a seed."""

    def __init__(self, seed: int) -> None:
        self._state = seed
        self._words = np.zeros(0, np.uint64)

    def take(self, n: int) -> Unsigned:
        """Returns the next n words."""
        if n > len(self._words):
            more = max(_BLOCK, n)
            fresh = kernels.backend.random_words(self._state, more)
            self._words = np.concatenate([self._words, fresh])
            self._state = (self._state + more * GOLDEN) % (1 << 64)
        words, self._words = self._words[:n], self._words[n:]
        return words

    def below(self, bounds: int | Integers, *shape: int) -> Integers:
        """Returns random numbers from 0 to ``bounds`` - 1; ``bounds`` are at most 2**31.

        The upper half of a word is scaled, so probabilities differ by at most 2**-32.
        """
        words = self.take(math.prod(shape)).reshape(shape) >> _HALF
        below: Integers = (words * np.asarray(bounds, np.uint64) >> _HALF).astype(np.int64)
        return below

    def chosen(self, percent: int, n: int) -> Rows:
        """Chooses rows below n, each with a probability of ``percent``/100."""
        return np.flatnonzero(self.below(100, n) < percent)


@dataclass(frozen=True, eq=False)
class Space:
    """The codes that may be bred.

    ``colours``: all colours, the allowed ones of each place first, int64 of shape (places,
    symbols); ``many``: number of allowed colours of each place. ``distinct``: colours must not
    repeat; a place gets another colour if its allowed ones are used up.
    """

    colours: Integers
    many: Integers
    distinct: bool

    @classmethod
    def of(cls, constraints: Constraints, narrow: bool = False) -> Space:
        """Creates the space of colours allowed at each place.

        ``narrow``: exclude the colours of guesses without any peg in the answer.
        """
        allowed = constraints.allowed.copy()
        if narrow:
            allowed[:, constraints.guesses[constraints.common == 0]] = False
        colours = np.argsort(~allowed, axis=1, kind="stable")
        return cls(colours, allowed.sum(axis=1), constraints.distinct)

    def draw(self, words: Words, n: int) -> Codes:
        """Draws n random codes."""
        places = len(self.many)
        codes = self._coloured(np.arange(places), words.below(self.many, n, places))
        return self.repair(words, codes)

    def mutate(self, words: Words, codes: Codes, rows: Rows) -> None:
        """Changes one place of each of these codes to a random colour."""
        places = words.below(codes.shape[1], len(rows))
        codes[rows, places] = self._coloured(places, words.below(self.many[places], len(rows)))

    def repair(self, words: Words, codes: Codes) -> Codes:
        """Replaces repeated colours by unused ones if colours must not repeat."""
        if not self.distinct:
            return codes
        n, symbols = len(codes), self.colours.shape[1]
        rows = np.arange(n)
        used = np.zeros((n, symbols), np.bool_)
        repeat = np.zeros(codes.shape, np.bool_)
        for place, column in enumerate(codes.T):
            repeat[:, place] = used[rows, column]
            used[rows, column] = True
        bad = np.flatnonzero(repeat.any(axis=1))
        if len(bad):
            order = words.take(len(bad) * symbols).reshape(len(bad), symbols) >> np.uint64(1)
            order[used[bad]] = np.iinfo(np.uint64).max
            free = np.argsort(order, axis=1, kind="stable")
            row, where = np.nonzero(repeat[bad])
            turn = np.cumsum(repeat[bad], axis=1)[row, where] - 1
            codes[bad[row], where] = free[row, turn]
        return codes

    def _coloured(self, places: Integers, indices: Integers) -> Codes:
        return self.colours[places, indices].astype(np.uint8)


def crossover(words: Words, mothers: Codes, fathers: Codes) -> Codes:
    """Crosses pairs at one or two cuts, equally likely: all first children, then all second ones.

    The first child has the mother's colours outside the segment, the second one inside.
    """
    pairs, places = mothers.shape
    cuts = np.sort(words.below(places, 2, pairs) + 1, axis=0)
    cuts[1][words.below(2, pairs) == 0] = places
    place = np.arange(places)
    inside = (place >= cuts[0][:, np.newaxis]) & (place < cuts[1][:, np.newaxis])
    return np.concatenate([np.where(inside, fathers, mothers), np.where(inside, mothers, fathers)])


def uniform_crossover(words: Words, mothers: Codes, fathers: Codes) -> Codes:
    """Crosses pairs uniformly: each place comes from either parent, equally likely."""
    return np.where(words.below(2, *mothers.shape) == 0, mothers, fathers)


def exchange(words: Words, codes: Codes, rows: Rows) -> None:
    """Exchanges the colours of two places of each of these codes."""
    one, other = words.below(codes.shape[1], 2, len(rows))
    codes[rows, one], codes[rows, other] = codes[rows, other], codes[rows, one]


def invert(words: Words, codes: Codes, rows: Rows) -> None:
    """Reverses a segment of each of these codes."""
    first, last = np.sort(words.below(codes.shape[1], 2, len(rows)), axis=0)[..., np.newaxis]
    place = np.arange(codes.shape[1])
    source = np.where((place >= first) & (place <= last), first + last - place, place)
    codes[rows] = np.take_along_axis(codes[rows], source, axis=1)


def distances(constraints: Constraints, codes: Codes) -> Integers:
    """Computes the distance of the answers of each code from those given; 0 if consistent.

    The sum over all turns of the differences in black and in white pegs, plus the number of places
    with a colour that is not allowed.
    """
    distances = np.empty(len(codes), np.int64)
    most = _CELLS // max(constraints.allowed.shape)
    for start in range(0, len(codes), most):
        block = slice(start, start + most)
        distances[block] = _distances(constraints, codes[block])
    return distances


def _distances(constraints: Constraints, codes: Codes) -> Integers:
    """Computes ``distances`` for a block that fits the cache; numbers of pegs fit bytes."""
    places, symbols = constraints.allowed.shape
    distances: Integers = np.zeros(len(codes), np.int64)
    if not constraints.allowed.all():
        distances += (~constraints.allowed[np.arange(places), codes]).sum(axis=1)
    columns = np.ascontiguousarray(codes.T)
    given = constraints.common != NOT_GIVEN
    mine = _counted(columns, symbols) if given.any() else None
    theirs = _counted(constraints.guesses.T, symbols)
    for turn, guess in enumerate(constraints.guesses):
        black = _total((columns == guess[:, np.newaxis]).view(np.uint8))
        distances += np.abs(black - constraints.black[turn])
        if mine is not None and given[turn]:
            white = _total(np.minimum(mine, theirs[:, turn, np.newaxis])) - black
            distances += np.abs(white - (constraints.common[turn] - constraints.black[turn]))
    return distances


def _counted(columns: Codes, symbols: int) -> Codes:
    """Counts each colour in each code; codes and counts are columns."""
    n = columns.shape[1]
    cells = columns.astype(np.intp) * n + np.arange(n)
    counts = np.bincount(cells.ravel(), minlength=n * symbols)
    return counts.astype(np.uint8).reshape(symbols, n)


def _total(rows: Codes) -> Integers:
    """Sums rows; no sum exceeds 255."""
    total: Integers = rows.sum(axis=0, dtype=np.uint8).astype(np.int64)
    return total


def keys(codes: Codes) -> Unsigned:
    """Hashes codes to 64 bits."""
    factors = kernels.backend.random_words(0, codes.shape[1])
    keys: Unsigned = (codes.astype(np.uint64) + np.uint64(1)) @ factors
    return keys


def without_duplicates(space: Space, words: Words, codes: Codes) -> Codes:
    """Replaces duplicate codes by random ones."""
    first = np.unique(keys(codes), return_index=True)[1]
    if len(first) < len(codes):
        again = np.ones(len(codes), np.bool_)
        again[first] = False
        codes[again] = space.draw(words, int(np.count_nonzero(again)))
    return codes


class Eligible:
    """Distinct consistent codes, in the order in which they were found."""

    def __init__(self, places: int, most: int, patience: int) -> None:
        self.codes: Codes = np.zeros((0, places), np.uint8)
        self.most = most
        """Limit on the number of codes."""
        self.patience = patience
        """Number of consecutive additions without a new code after which ``enough`` is true."""
        self._failed = 0

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def enough(self) -> bool:
        """True if the search can stop."""
        return len(self) >= self.most or (len(self) > 0 and self._failed >= self.patience)

    def add(self, codes: Codes) -> None:
        """Adds the new ones among these codes."""
        known = len(self)
        if len(codes):
            together = np.concatenate([self.codes, codes])
            first = np.sort(np.unique(keys(together), return_index=True)[1])
            self.codes = together[first[: self.most]]
        self._failed = 0 if len(self) > known else self._failed + 1


def costs(rules: Mastermind, heuristic: Strategy, codes: Codes, most: int) -> Integers:
    """Computes the cost of each of these codes as a guess if one of them is the secret.

    ``most``: at least the number of codes; costs with the same ``most`` are comparable.
    """
    table = kernels.cost_table(cast("Heuristic", heuristic), most, min(most, rules.answers))
    return kernels.score(rules, codes, codes, table)


def cheapest(rules: Mastermind, heuristic: Strategy, codes: Codes, most: int) -> Code:
    """Returns the code with the least cost against all of them; ties go to the smallest."""
    least = costs(rules, heuristic, codes, most)
    best: list[list[int]] = codes[least == least.min()].tolist()
    return tuple(min(best))


def check_number(name: str, value: int, least: int, most: int = MAX_POPULATION) -> None:
    """Raises InvalidSpec for an option out of range."""
    if not least <= value <= most:
        raise InvalidSpec(
            _("{option} must be {least} to {most}, not {value}").format(
                option=name, value=value, least=least, most=whole(most)
            )
        )
