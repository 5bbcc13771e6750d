"""Tasks for workers: questions about positions, and replies."""

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
    """The rules, the allowed guesses (``policy``), and the cost of a tree."""

    rules: Mastermind
    policy: int
    cost: int

    def charge(self, n: int) -> int:
        """Cost of one guess at a position of ``n`` codes, at least two."""
        return n if self.cost == TOTAL else 0

    def floor(self, n: int, depth: int) -> int:
        """Lower bound of the cost for ``n`` codes, from the number of different answers."""
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
    """Request for a tree for a position that costs less than ``below``.

    ``first``: allowed first guesses, or none for all. ``width``: number of most promising guesses
    to try, or 0 for all. ``seconds``: time limit; None for no search. ``listing``: list the guesses
    worth trying if the search times out.
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
    """Result: a tree that costs ``value`` (-1: none), and a lower bound of the cost.

    ``guesses`` and ``bounds``: the guesses worth trying, if requested.
    """

    value: int
    bound: int
    tree: Codes
    nodes: int
    seconds: float
    guesses: Codes | None = None
    bounds: Integers | None = None


def answer(question: Question) -> Reply:
    """Answers a question; runs in a worker."""
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
    """Lists the first guesses that may cost less than ``below``, and their lower bounds."""
    problem, codes = question.problem, question.codes
    if not len(question.first):
        guesses, bounds = kernels.promising(
            problem.rules, codes, problem.policy, question.depth, problem.cost, below
        )
        return guesses, np.maximum(bounds, bound)
    minus_one = kernels.Table(np.full(len(codes) + 1, -1, np.int64))
    parts = -kernels.score(problem.rules, question.first, codes, minus_one)
    order = np.argsort(-parts, kind="stable")
    order = order[parts[order] > 1]  # One part gives no information.
    return question.first[order], np.full(len(order), bound, np.int64)
