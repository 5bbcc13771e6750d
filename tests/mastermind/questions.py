"""Questions to the searches for the best tree, and their trees played by the rules alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mastermine.mastermind import kernels, reference
from mastermine.mastermind.kernels import kind
from mastermine.mastermind.optimal.brute_force import (
    ANY,
    CONSISTENT,
    IMPOSSIBLE,
    LAST,
    MISSED,
    NONE,
    PREVIOUS,
    TOTAL,
)
from mastermine.mastermind.rules import Answer, Code, Mastermind

POLICIES = [ANY, CONSISTENT, PREVIOUS]
COSTS = [TOTAL, LAST, NONE, MISSED]

SMALL = [
    Mastermind(1, 1),
    Mastermind(1, 4),
    Mastermind(2, 1),
    Mastermind(2, 3),
    Mastermind(2, 3, blank=True, repeats=False),
    Mastermind(3, 2),
    Mastermind(3, 2, answer=Answer.BLACK),
    Mastermind(2, 3, answer=Answer.PLACES),
    Mastermind(3, 3, repeats=False),
]

Result = tuple[int, int, Any, int]


def rules_of(spec: str) -> Mastermind:
    return Mastermind.parse(f"mastermind:{spec}")


def all_codes(rules: Mastermind) -> Any:
    return reference.all_codes(rules.places, rules.symbols, not rules.repeats)


def rows(rules: Mastermind, codes: Sequence[Code]) -> Any:
    return np.array(codes, np.uint8).reshape(-1, rules.places)


class Played:
    """A tree as its preorder says, played by the rules alone."""

    def __init__(self, rules: Mastermind, codes: Any, guesses: Any, policy: int) -> None:
        self.rules, self.policy = rules, policy
        self.found: list[int] = []
        """The guesses for each code, in the order in which they are found."""
        self.order: list[int] = []
        """The index of that code."""
        self.codes = codes.tolist()
        self.guesses = [tuple(guess) for guess in guesses.tolist()]
        self.first = self.guesses[0]
        everything = [tuple(code) for code in all_codes(rules).tolist()]
        self.play([tuple(code) for code in codes.tolist()], everything, 1)
        assert not self.guesses
        assert len(self.found) == len(codes)

    def play(self, left: list[Code], before: list[Code], number: int) -> None:
        guess = self.guesses.pop(0)
        assert guess in before or self.policy == ANY
        assert guess in left or self.policy != CONSISTENT
        answers: dict[int, list[Code]] = {}
        for code in left:
            answer = self.rules.encode(self.rules.respond(code, guess))
            answers.setdefault(answer, []).append(code)
        for code in answers.pop(self.rules.win, []):
            self.found.append(number)
            self.order.append(self.codes.index(list(code)))
        assert list(answers.values()) != [left]
        for answer in sorted(answers):
            self.play(answers[answer], left, number + 1)

    def cost(self, cost: int, depth: int) -> int:
        if cost == MISSED:
            return sum(number > depth for number in self.found)
        assert not depth or max(self.found) <= depth
        return {TOTAL: sum(self.found), LAST: self.found.count(depth), NONE: 0}[cost]


@dataclass(frozen=True)
class Question:
    """A question to a search."""

    rules: Mastermind
    codes: Any
    first: Any = None
    policy: int = ANY
    depth: int = 0
    cost: int = TOTAL
    below: int = IMPOSSIBLE
    width: int = 0
    without: int = 0
    seconds: float = 0
    weights: Any = None

    def of(self, core: Any = None) -> Result:
        """The answer of a core; of the one in use if none is given."""
        result: Result = (core or kernels.backend).optimum(
            *self.game,
            self.codes[:0] if self.first is None else self.first,
            *self.limits,
            self.below,
            self.width,
            self.without,
            self.seconds,
            self.weights,
        )
        return result

    @property
    def chosen(self) -> bool:
        """Whether the first guess is one of some."""
        return self.first is not None and len(self.first) > 0

    @property
    def game(self) -> tuple[Any, ...]:
        return self.codes, self.rules.symbols, not self.rules.repeats, kind(self.rules)

    @property
    def limits(self) -> tuple[int, int, int]:
        return self.policy, self.depth, self.cost

    def played(self, tree: Any) -> int:
        """What a tree costs that is played by the rules alone; it keeps all limits."""
        played = Played(self.rules, self.codes, tree, ANY if self.chosen else self.policy)
        assert not self.chosen or tree[0].tolist() in self.first.tolist()
        if self.weights is None:
            return played.cost(self.cost, self.depth)
        return sum(
            number * int(self.weights[at])
            for at, number in zip(played.order, played.found, strict=True)
        )

    def check(self, result: Result) -> None:
        """A proven result is one: a tree that costs what is said, or there is none."""
        value, bound, tree, nodes = result
        assert nodes >= 0
        assert tree.dtype == np.uint8
        if value < 0:
            assert value == -1
            assert bound >= min(self.below, IMPOSSIBLE)
            assert tree.shape == (0, self.rules.places)
        else:
            assert value == bound < self.below
            assert self.played(tree) == value
