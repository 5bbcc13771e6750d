"""Populations of codes and how they vary: for strategies that breed a guess, and list nothing.

All random numbers are words of SplitMix64, many at a time, and every choice is made by integers: so
the same word breeds the same codes on every platform.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from mastermine.core.errors import InvalidSpec
from mastermine.core.random import GOLDEN
from mastermine.i18n.text import _
from mastermine.mastermind import kernels
from mastermine.mastermind.large.constraints import UNTOLD, Constraints
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
"""Codes are looked at in blocks of about so many pegs."""

MAX_POPULATION = 10_000
"""The most codes of a population, and the most generations."""


class Words:
    """The stream of ``core.random.Random`` for a seed, many words at a time."""

    def __init__(self, seed: int) -> None:
        self._state = seed
        self._words = np.zeros(0, np.uint64)

    def take(self, n: int) -> Unsigned:
        """The next n words."""
        if n > len(self._words):
            more = max(_BLOCK, n)
            fresh = kernels.backend.random_words(self._state, more)
            self._words = np.concatenate([self._words, fresh])
            self._state = (self._state + more * GOLDEN) % (1 << 64)
        words, self._words = self._words[:n], self._words[n:]
        return words

    def below(self, bounds: int | Integers, *shape: int) -> Integers:
        """Numbers from 0 to below ``bounds``, which are at most 2**31.

        Each is equally likely but for a part in 2**32: a word's upper half is scaled.
        """
        words = self.take(math.prod(shape)).reshape(shape) >> _HALF
        below: Integers = (words * np.asarray(bounds, np.uint64) >> _HALF).astype(np.int64)
        return below

    def chosen(self, percent: int, n: int) -> Rows:
        """Which of n rows are chosen, each with a chance of so many in 100."""
        return np.flatnonzero(self.below(100, n) < percent)


@dataclass(frozen=True, eq=False)
class Space:
    """The codes that may be bred: each place with one of its colours, maybe all distinct.

    ``colours``: the colours that each place may have, those first, int64 of shape (places,
    symbols); ``many``: how many they are. Where codes are ``distinct``, a place gets another colour
    when its own are used up.
    """

    colours: Integers
    many: Integers
    distinct: bool

    @classmethod
    def of(cls, constraints: Constraints, narrow: bool = False) -> Space:
        """The codes that the answers allow, place by place.

        ``narrow``: also without the colours of guesses of which no peg is in the code.
        """
        allowed = constraints.allowed.copy()
        if narrow:
            allowed[:, constraints.guesses[constraints.common == 0]] = False
        colours = np.argsort(~allowed, axis=1, kind="stable")
        return cls(colours, allowed.sum(axis=1), constraints.distinct)

    def drawn(self, words: Words, n: int) -> Codes:
        """Random codes."""
        places = len(self.many)
        codes = self._coloured(np.arange(places), words.below(self.many, n, places))
        return self.repaired(words, codes)

    def mutated(self, words: Words, codes: Codes, rows: Rows) -> None:
        """Give one place of each of these codes a random colour."""
        places = words.below(codes.shape[1], len(rows))
        codes[rows, places] = self._coloured(places, words.below(self.many[places], len(rows)))

    def repaired(self, words: Words, codes: Codes) -> Codes:
        """The same codes; where they must be distinct, repeats give way to colours not used."""
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


def crossed(words: Words, mothers: Codes, fathers: Codes) -> Codes:
    """Two children of each pair, at one cut or between two, equally likely.

    The first child of all pairs come before the second ones. The mothers give the first child what
    lies outside of the stretch, and the second what lies inside.
    """
    pairs, places = mothers.shape
    cuts = np.sort(words.below(places, 2, pairs) + 1, axis=0)
    cuts[1][words.below(2, pairs) == 0] = places
    place = np.arange(places)
    inside = (place >= cuts[0][:, np.newaxis]) & (place < cuts[1][:, np.newaxis])
    return np.concatenate([np.where(inside, fathers, mothers), np.where(inside, mothers, fathers)])


def mingled(words: Words, mothers: Codes, fathers: Codes) -> Codes:
    """A child of each pair, each place from either parent, equally likely."""
    return np.where(words.below(2, *mothers.shape) == 0, mothers, fathers)


def exchanged(words: Words, codes: Codes, rows: Rows) -> None:
    """Exchange the colours of two places of each of these codes."""
    one, other = words.below(codes.shape[1], 2, len(rows))
    codes[rows, one], codes[rows, other] = codes[rows, other], codes[rows, one]


def inverted(words: Words, codes: Codes, rows: Rows) -> None:
    """Turn round a stretch of places of each of these codes."""
    first, last = np.sort(words.below(codes.shape[1], 2, len(rows)), axis=0)[..., np.newaxis]
    place = np.arange(codes.shape[1])
    source = np.where((place >= first) & (place <= last), first + last - place, place)
    codes[rows] = np.take_along_axis(codes[rows], source, axis=1)


def distances(constraints: Constraints, codes: Codes) -> Integers:
    """How far the answers that each code would give are from those given: zero if it fits.

    The sum over all turns of the differences in black and in white pegs; a place with a colour that
    it may not have counts one.
    """
    distances = np.empty(len(codes), np.int64)
    most = _CELLS // max(constraints.allowed.shape)
    for start in range(0, len(codes), most):
        few = slice(start, start + most)
        distances[few] = _distances(constraints, codes[few])
    return distances


def _distances(constraints: Constraints, codes: Codes) -> Integers:
    """The same, for so few codes that all is done in fast memory: turn by turn, in bytes.

    No number of pegs is more than 255, the most places.
    """
    places, symbols = constraints.allowed.shape
    distances: Integers = np.zeros(len(codes), np.int64)
    if not constraints.allowed.all():
        distances += (~constraints.allowed[np.arange(places), codes]).sum(axis=1)
    columns = np.ascontiguousarray(codes.T)
    told = constraints.common != UNTOLD
    mine = _counted(columns, symbols) if told.any() else None
    theirs = _counted(constraints.guesses.T, symbols)
    for turn, guess in enumerate(constraints.guesses):
        black = _total((columns == guess[:, np.newaxis]).view(np.uint8))
        distances += np.abs(black - constraints.black[turn])
        if mine is not None and told[turn]:
            white = _total(np.minimum(mine, theirs[:, turn, np.newaxis])) - black
            distances += np.abs(white - (constraints.common[turn] - constraints.black[turn]))
    return distances


def _counted(columns: Codes, symbols: int) -> Codes:
    """How often each colour stands in each code: columns of codes to columns of counts."""
    n = columns.shape[1]
    cells = columns.astype(np.intp) * n + np.arange(n)
    counts = np.bincount(cells.ravel(), minlength=n * symbols)
    return counts.astype(np.uint8).reshape(symbols, n)


def _total(rows: Codes) -> Integers:
    """The sum of all rows, of which none of its numbers is more than 255."""
    total: Integers = rows.sum(axis=0, dtype=np.uint8).astype(np.int64)
    return total


def keys(codes: Codes) -> Unsigned:
    """A number for each code: equal for equal codes, and as good as never for others."""
    factors = kernels.backend.random_words(0, codes.shape[1])
    keys: Unsigned = (codes.astype(np.uint64) + np.uint64(1)) @ factors
    return keys


def renewed(space: Space, words: Words, codes: Codes) -> Codes:
    """The same codes, those that are there before replaced by random ones."""
    first = np.unique(keys(codes), return_index=True)[1]
    if len(first) < len(codes):
        again = np.ones(len(codes), np.bool_)
        again[first] = False
        codes[again] = space.drawn(words, int(np.count_nonzero(again)))
    return codes


class Eligible:
    """Codes that fit all turns, each once, in the order in which they were found."""

    def __init__(self, places: int, most: int, patience: int) -> None:
        self.codes: Codes = np.zeros((0, places), np.uint8)
        self.most = most
        """No more are collected."""
        self.patience = patience
        """Additions in a row without a new code after which those found are enough."""
        self._vain = 0

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def enough(self) -> bool:
        """Whether the search for more can end."""
        return len(self) >= self.most or (len(self) > 0 and self._vain >= self.patience)

    def add(self, codes: Codes) -> None:
        """Add those of these codes that are new."""
        known = len(self)
        if len(codes):
            together = np.concatenate([self.codes, codes])
            first = np.sort(np.unique(keys(together), return_index=True)[1])
            self.codes = together[first[: self.most]]
        self._vain = 0 if len(self) > known else self._vain + 1


def costs(rules: Mastermind, heuristic: Strategy, codes: Codes, most: int) -> Integers:
    """What each of these codes costs as a guess if one of them is the secret.

    ``most``: at least so many as the codes are; costs with the same ``most`` can be compared.
    """
    table = kernels.cost_table(cast("Heuristic", heuristic), most, min(most, rules.answers))
    return kernels.score(rules, codes, codes, table)


def cheapest(rules: Mastermind, heuristic: Strategy, codes: Codes, most: int) -> Code:
    """The one of these codes that costs least against them all; the smallest of equal ones."""
    least = costs(rules, heuristic, codes, most)
    best: list[list[int]] = codes[least == least.min()].tolist()
    return tuple(min(best))


def check_number(name: str, value: int, least: int) -> None:
    """Raises InvalidSpec for an option that is too small, or larger than ``MOST``."""
    if not least <= value <= MAX_POPULATION:
        raise InvalidSpec(
            _("{option}={value}: it must be {least} to {most}").format(
                option=name, value=value, least=least, most=MAX_POPULATION
            )
        )
