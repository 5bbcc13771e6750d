"""The coin weighing problem: finding the states of several parts from sums.

Each part is in one of several states. Each weighing asks one question of each part and returns the
sum of the answers. Söderberg and Shapiro (1963), Lindström (1965), and Cantor and Mills (1966) have
schemes for many coins that are fixed in advance. Here parts are few, so all their states are
listed and each weighing is chosen adaptively, which takes fewer weighings.
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
"""Minimum number of questions tried of each part, and of all parts together."""

HEAVIEST = 1 << 31
"""Limit on the sum of all weights, so that squares fit 64 bits."""

HEAVY = 1 << 20
"""Limit on the weights of one part, so that products fit 64 bits."""


class Inconsistent(Exception):
    """Raised if no state is consistent with the sums."""


@dataclass(frozen=True, eq=False)
class Part:
    """An object in one of several states.

    ``values``: the answer to each question in each state, of shape (questions, states). The first
    question has the same answer in all states; any two states differ in some question.
    ``weights``: integers proportional to the probabilities of the states.
    """

    values: Integers
    weights: tuple[int, ...]

    @property
    def scaled(self) -> Integers:
        """Weights scaled to at most ``HEAVY``."""
        total = sum(self.weights)
        return np.array([max(weight * HEAVY // total, 1) for weight in self.weights], np.int64)


Questions = tuple[int, ...]
"""A question for each part."""


def any_questions(questions: Questions) -> bool:  # noqa: ARG001
    """Allows all combinations of questions."""
    return True


class Weighing(Generic[T]):
    """Parts on the scale, with all joint states that are consistent with the sums so far."""

    def __init__(self, rng: Random, can: Callable[[Questions], bool] = any_questions) -> None:
        """``can``: tests if questions can be combined; a single question always can."""
        self.on: list[T] = []
        """Object that each part represents."""
        self._parts: list[Part] = []
        self._states = np.zeros((0, 1), np.int64)
        self._weights = np.ones(1, np.int64)
        self._rng = rng
        self._can = can

    @property
    def size(self) -> int:
        """Number of joint states."""
        return self._states.shape[1]

    def add(self, what: T, part: Part) -> None:
        """Puts another part on the scale."""
        number = part.values.shape[1]
        own = np.tile(np.arange(number), self.size)
        self.on.append(what)
        self._parts.append(part)
        self._weights = _scaled(np.repeat(self._weights, number) * part.scaled[own])
        self._states = np.vstack([np.repeat(self._states, number, axis=1), own])

    def ask(self) -> Questions:
        """Chooses the next questions, if there is more than one state, by local search."""
        questions = [0] * len(self._parts)
        sums = self._sums(questions)
        score = self._score(sums)
        order = list(range(len(questions)))
        tries = max(LEAST_TRIES, ALL_TRIES // len(questions))
        for _sweep in range(2):
            self._rng.shuffle(order)
            for index in order:
                values, row = self._parts[index].values, self._states[index]
                without = sums - values[questions[index]][row]
                for question in _some(len(values), tries, self._rng):
                    tried = without + values[question][row]
                    found = self._score(tried)
                    if found < score and self._can(
                        (*questions[:index], question, *questions[index + 1 :])
                    ):
                        score, sums, questions[index] = found, tried, question
        if (sums == sums[0]).all():
            return self._single()
        return tuple(questions)

    def tell(self, questions: Questions, total: int) -> None:
        """Records the sum of the answers. Raises Inconsistent if no states give it."""
        consistent = self._sums(questions) == total
        if not consistent.any():
            raise Inconsistent
        self._states, self._weights = self._states[:, consistent], self._weights[consistent]

    def settled(self) -> list[tuple[T, int]]:
        """Takes the parts with a known state off the scale and returns them with their states."""
        known = (self._states == self._states[:, :1]).all(axis=1)
        found = list(compress(zip(self.on, self._states[:, 0].tolist(), strict=True), known))
        self.on = list(compress(self.on, ~known))
        self._parts = list(compress(self._parts, ~known))
        self._states = self._states[~known]
        return found

    def _sums(self, questions: Sequence[int]) -> Integers:
        """Computes the sum of the answers in each joint state."""
        sums = np.zeros(self.size, np.int64)
        for part, row, question in zip(self._parts, self._states, questions, strict=True):
            sums += part.values[question][row]
        return sums

    def _score(self, sums: Integers) -> int:
        """Sums the squared weights of states with equal sums; less is better."""
        sizes = np.bincount(sums - sums.min(), self._weights)
        whole = sizes.astype(np.int64)  # exact: far below 2**53
        return int(whole @ whole)

    def _single(self) -> Questions:
        """Finds a question about one part alone whose answer is not known."""
        for index, (part, row) in enumerate(zip(self._parts, self._states, strict=True)):
            for question, values in enumerate(part.values):
                answers = values[row]
                if (answers != answers[0]).any():
                    return tuple(question * (at == index) for at in range(len(self._parts)))
        raise AssertionError("no question distinguishes the states")


def _scaled(weights: Integers) -> Integers:
    """Scales weights to a sum of at most ``HEAVIEST``; none becomes zero."""
    total = int(weights.sum())
    return weights if total < HEAVIEST else np.maximum(weights >> total.bit_length() - 30, 1)


def _some(n: int, most: int, rng: Random) -> Sequence[int]:
    """Lists all numbers below n, or draws ``most`` of them."""
    return range(n) if n <= most else [rng.below(n) for _try in range(most)]
