"""Weighing coins with a spring scale: sums tell what each of several unknown things is.

Each part is in one of some states, and of each part one thing may be asked at a time; the answer
is the sum over all parts. Which sums to ask, so that few are needed, is the problem of Söderberg
and Shapiro (1963), Lindström (1965), and Cantor and Mills (1966). Their schemes are for many coins
and fixed in advance. Here the parts are few, so all their states are listed, and the next sum is
chosen by what the last ones left: that takes fewer sums than the fixed schemes do.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mastermine.core.random import Random

Integers = NDArray[np.int64]

LEAST_TRIES, ALL_TRIES = 10, 60
"""So many questions of each part are tried at least, and so many of all parts."""

HEAVIEST = 1 << 31
"""All weights together stay below, so that their squares fit 64 bits."""

HEAVY = 1 << 20
"""And those of one part, so that products fit, too."""


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


class Weighing:
    """Parts on the scale: all states that they can be in together, after the sums so far."""

    def __init__(self, rng: Random, can: Callable[[Asked], bool] = anything) -> None:
        """``can``: whether questions can be asked together; a part can be asked alone."""
        self.parts: list[Part] = []
        self._states = np.zeros((0, 1), np.int64)
        self._weights = np.ones(1, np.int64)
        self._rng = rng
        self._can = can

    @property
    def size(self) -> int:
        """How many states the parts can be in together."""
        return self._states.shape[1]

    def add(self, part: Part) -> None:
        """Put one more part on the scale."""
        number = part.values.shape[1]
        own = np.tile(np.arange(number), self.size)
        self.parts.append(part)
        self._weights = _scaled(np.repeat(self._weights, number) * part.scaled[own])
        self._states = np.vstack([np.repeat(self._states, number, axis=1), own])

    def ask(self) -> Asked:
        """What to ask next, of more than one state: a question for each part."""
        return _choose(self.parts, self._states, self._weights, self._rng, self._can)

    def tell(self, asked: Asked, total: int) -> None:
        """The sum of the answers. Raises NothingFits when no states give it."""
        fits = _sums(self.parts, self._states, asked) == total
        if not fits.any():
            raise NothingFits
        self._states, self._weights = self._states[:, fits], self._weights[fits]

    def found(self) -> list[int | None]:
        """The state of each part, where it is known."""
        same = (self._states == self._states[:, :1]).all(axis=1)
        firsts = self._states[:, 0].tolist()
        return [state if known else None for state, known in zip(firsts, same, strict=True)]

    def drop(self, parts: Sequence[bool]) -> None:
        """Take parts off the scale whose states are known."""
        self.parts = [part for part, off in zip(self.parts, parts, strict=True) if not off]
        self._states = self._states[~np.array(parts, np.bool_)]


def weigh(
    parts: Sequence[Part], rng: Random, can: Callable[[Asked], bool] = anything
) -> Generator[Asked, int, list[int]]:
    """Find the state of each part. Yields a question for each part, is sent the sum of the answers.

    ``can``: whether questions can be asked together; a part can be asked alone. Raises NothingFits
    when no states give the sums.
    """
    weighing = Weighing(rng, can)
    for part in parts:
        weighing.add(part)
    while weighing.size > 1:
        asked = weighing.ask()
        weighing.tell(asked, (yield asked))
    return [state for state in weighing.found() if state is not None]


def _scaled(weights: Integers) -> Integers:
    """Whole weights of which the sum is not too large, none of them zero."""
    total = int(weights.sum())
    return weights if total < HEAVIEST else np.maximum(weights >> total.bit_length() - 30, 1)


def _sums(parts: Sequence[Part], states: Integers, asked: Sequence[int]) -> Integers:
    """The answer that each combination gives."""
    sums = np.zeros(states.shape[1], np.int64)
    for part, row, question in zip(parts, states, asked, strict=True):
        sums += part.values[question][row]
    return sums


def _score(sums: Integers, weights: Integers) -> int:
    """The sum of the squares of the parts into which an answer divides: the less, the better."""
    sizes = np.bincount(sums - sums.min(), weights).astype(np.int64)  # exact: far below 2**53
    return int(sizes @ sizes)


def _choose(
    parts: Sequence[Part],
    states: Integers,
    weights: Integers,
    rng: Random,
    can: Callable[[Asked], bool],
) -> Asked:
    """The questions whose answer divides the states well: found by changing one at a time.

    Some question divides them: a part that has two states left has one by itself.
    """
    asked = [0] * len(parts)
    sums = _sums(parts, states, asked)
    score = _score(sums, weights)
    order = list(range(len(parts)))
    tries = max(LEAST_TRIES, ALL_TRIES // len(parts))
    for _sweep in range(2):
        rng.shuffle(order)
        for index in order:
            part, row = parts[index], states[index]
            without = sums - part.values[asked[index]][row]
            for question in _some(len(part.values), tries, rng):
                tried = without + part.values[question][row]
                found = _score(tried, weights)
                if found < score and can((*asked[:index], question, *asked[index + 1 :])):
                    score, sums, asked[index] = found, tried, question
    if (sums == sums[0]).all():
        return _single(parts, states)
    return tuple(asked)


def _some(n: int, most: int, rng: Random) -> Sequence[int]:
    """All numbers below n, or some of them."""
    return range(n) if n <= most else [rng.below(n) for _try in range(most)]


def _single(parts: Sequence[Part], states: Integers) -> Asked:
    """Ask one part alone, something that divides its states."""
    for index, (part, row) in enumerate(zip(parts, states, strict=True)):
        for question, values in enumerate(part.values):
            answers = values[row]
            if (answers != answers[0]).any():
                return tuple(question if at == index else 0 for at in range(len(parts)))
    raise AssertionError("two states that no question tells apart")
