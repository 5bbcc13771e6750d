"""What workers are asked about positions of Mastermind, and what they answer."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

import numpy as np

from mastermine.mastermind import kernels
from mastermine.mastermind.optimal.brute_force import IMPOSSIBLE, LAST, NONE, TOTAL

if TYPE_CHECKING:
    from mastermine.mastermind.reference import Codes, Integers
    from mastermine.mastermind.rules import Mastermind


@dataclass(frozen=True)
class Problem:
    """The rules, which guesses are allowed, and what a tree costs."""

    rules: Mastermind
    policy: int
    cost: int

    def charge(self, n: int) -> int:
        """What a guess at a position of ``n`` codes, two or more, costs by itself."""
        return n if self.cost == TOTAL else 0

    def floor(self, n: int, depth: int) -> int:
        """What a tree for ``n`` codes costs at least, by the number of different answers."""
        left, room, total = n, 1, 0
        for guess in range(1, (depth or n) + 1):
            found = min(left, room)
            left -= found
            total += guess * found
            if not left:
                return {TOTAL: total, LAST: found if guess == depth else 0, NONE: 0}[self.cost]
            room *= self.rules.answers - 1
        return IMPOSSIBLE


@dataclass(frozen=True)
class Question:
    """Whether a position has a tree that costs less than ``below``.

    ``first``: the guesses it may begin with, or none for all. ``width``: only the most promising
    guesses are tried, or 0. ``seconds``: to stop after; None for no try at all. ``listing``: where
    the answer is not found in time, the guesses that are worth trying are to be named.
    """

    problem: Problem
    codes: Codes
    first: Codes
    depth: int
    below: int
    seconds: float | None
    width: int = 0
    listing: bool = False


@dataclass(frozen=True)
class Reply:
    """What was found: a tree that costs ``value`` (-1: none), and what none costs less than.

    ``guesses`` and ``bounds``: what is worth trying, where that was asked for.
    """

    value: int
    bound: int
    tree: Codes
    nodes: int
    seconds: float
    guesses: Codes | None = None
    bounds: Integers | None = None


def answer(question: Question) -> Reply:
    """In a worker: search for as long as was said."""
    start = monotonic()
    problem, codes, depth = question.problem, question.codes, question.depth
    value, bound, tree, nodes = -1, problem.floor(len(codes), depth), codes[:0], 0
    if question.seconds is not None:
        value, found, tree, nodes = kernels.optimum(
            problem.rules,
            codes,
            first=question.first,
            policy=problem.policy,
            depth=depth,
            cost=problem.cost,
            below=question.below,
            width=question.width,
            seconds=question.seconds,
        )
        bound = max(bound, found)
    below = question.below if value < 0 else value
    guesses = bounds = None
    if question.listing and bound < below:
        guesses, bounds = _worth_trying(question, below, bound)
    return Reply(value, bound, tree, nodes, monotonic() - start, guesses, bounds)


def _worth_trying(question: Question, below: int, bound: int) -> tuple[Codes, Integers]:
    """The guesses with which a tree may begin that costs less, and what it costs at least."""
    problem, codes = question.problem, question.codes
    if not len(question.first):
        guesses, bounds = kernels.promising(
            problem.rules, codes, problem.policy, question.depth, problem.cost, below
        )
        return guesses, np.maximum(bounds, bound)
    minus_one = kernels.Table(np.full(len(codes) + 1, -1, np.int64))
    parts = -kernels.score(problem.rules, question.first, codes, minus_one)
    order = np.argsort(-parts, kind="stable")
    order = order[parts[order] > 1]  # One part: nothing is told.
    return question.first[order], np.full(len(order), bound, np.int64)
