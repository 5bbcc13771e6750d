"""Weighing coins with a spring scale: sums tell what each of several unknown things is.

Each part is in one of some states, and of each part one thing may be asked at a time; the answer
is the sum over all parts. Which sums to ask, so that few are needed, is the problem of Söderberg
and Shapiro (1963), Lindström (1965), and Cantor and Mills (1966). Their schemes are for many coins
and fixed in advance. Here the parts are few, so all their states are listed, and the next sum is
chosen by what the last ones left: that takes fewer sums than the fixed schemes do.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from mastermine.core.random import Random

Integers = NDArray[np.int64]
T = TypeVar("T")

LEAST_TRIES, ALL_TRIES = 10, 60
"""The least number of questions tried of each part, and of all parts together."""

HEAVIEST = 1 << 31
"""The sum of all weights stays below this, so that their squares fit 64 bits."""

HEAVY = 1 << 20
"""The weights of one part stay below this, so that products fit, too."""


class NothingFits(Exception):
    """No state of the parts gives these sums."""


@dataclass(frozen=True, eq=False)
class Part:
    """Something in one of several states.

    ``values``: what the answer to each question is in each state, of shape (questions, states);
    the first question asks nothing, so that its answer is always the same, and of two states some
    question tells one from the other. ``weights``: how likely each state is, as whole numbers.
    """

    values: Integers
    weights: tuple[int, ...]

    @property
    def scaled(self) -> Integers:
        """The weights, not too large to be multiplied with others."""
        total = sum(self.weights)
        return np.array([max(weight * HEAVY // total, 1) for weight in self.weights], np.int64)


Asked = tuple[int, ...]
"""A question for each part."""


def anything(asked: Asked) -> bool:  # noqa: ARG001
    """Whether these questions can be asked together: always."""
    return True


class Weighing(Generic[T]):
    """Parts on the scale: all states that they can be in together, after the sums so far."""

    def __init__(self, rng: Random, can: Callable[[Asked], bool] = anything) -> None:
        """``can``: whether questions can be asked together; a part can be asked alone."""
        self.on: list[T] = []
        """What each part stands for."""
        self._parts: list[Part] = []
        self._states = np.zeros((0, 1), np.int64)
        self._weights = np.ones(1, np.int64)
        self._rng = rng
        self._can = can

    @property
    def size(self) -> int:
        """How many states the parts can be in together."""
        return self._states.shape[1]

    def add(self, what: T, part: Part) -> None:
        """Put one more part on the scale."""
        number = part.values.shape[1]
        own = np.tile(np.arange(number), self.size)
        self.on.append(what)
        self._parts.append(part)
        self._weights = _scaled(np.repeat(self._weights, number) * part.scaled[own])
        self._states = np.vstack([np.repeat(self._states, number, axis=1), own])

    def ask(self) -> Asked:
        """The questions to ask next, of more than one state: one for each part.

        Their answer divides the states well: found by changing one question at a time.
        """
        asked = [0] * len(self._parts)
        sums = self._sums(asked)
        score = self._score(sums)
        order = list(range(len(asked)))
        tries = max(LEAST_TRIES, ALL_TRIES // len(asked))
        for _sweep in range(2):
            self._rng.shuffle(order)
            for index in order:
                values, row = self._parts[index].values, self._states[index]
                without = sums - values[asked[index]][row]
                for question in _some(len(values), tries, self._rng):
                    tried = without + values[question][row]
                    found = self._score(tried)
                    if found < score and self._can((*asked[:index], question, *asked[index + 1 :])):
                        score, sums, asked[index] = found, tried, question
        if (sums == sums[0]).all():
            return self._single()
        return tuple(asked)

    def tell(self, asked: Asked, total: int) -> None:
        """The sum of the answers. Raises NothingFits when no states give it."""
        fits = self._sums(asked) == total
        if not fits.any():
            raise NothingFits
        self._states, self._weights = self._states[:, fits], self._weights[fits]

    def settled(self) -> list[tuple[T, int]]:
        """What is known now, with its state; it is taken off the scale."""
        known = (self._states == self._states[:, :1]).all(axis=1)
        found = list(compress(zip(self.on, self._states[:, 0].tolist(), strict=True), known))
        self.on = list(compress(self.on, ~known))
        self._parts = list(compress(self._parts, ~known))
        self._states = self._states[~known]
        return found

    def _sums(self, asked: Sequence[int]) -> Integers:
        """The answer that each combination of states gives."""
        sums = np.zeros(self.size, np.int64)
        for part, row, question in zip(self._parts, self._states, asked, strict=True):
            sums += part.values[question][row]
        return sums

    def _score(self, sums: Integers) -> int:
        """The sum of the squares of the parts into which an answer divides: less is better."""
        sizes = np.bincount(sums - sums.min(), self._weights)
        whole = sizes.astype(np.int64)  # exact: far below 2**53
        return int(whole @ whole)

    def _single(self) -> Asked:
        """Ask one part alone, something that divides its states: one with two states has that."""
        for index, (part, row) in enumerate(zip(self._parts, self._states, strict=True)):
            for question, values in enumerate(part.values):
                answers = values[row]
                if (answers != answers[0]).any():
                    return tuple(question * (at == index) for at in range(len(self._parts)))
        raise AssertionError("two states that no question tells apart")


def _scaled(weights: Integers) -> Integers:
    """Whole weights of which the sum is not too large, none of them zero."""
    total = int(weights.sum())
    return weights if total < HEAVIEST else np.maximum(weights >> total.bit_length() - 30, 1)


def _some(n: int, most: int, rng: Random) -> Sequence[int]:
    """All numbers below n, or some of them."""
    return range(n) if n <= most else [rng.below(n) for _try in range(most)]
