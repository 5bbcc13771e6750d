"""The plain search for the best tree: against one that is plainer still, and against its trees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermine.core.random import Random
from mastermine.mastermind import reference
from mastermine.mastermind.kernels import kind
from mastermine.mastermind.optimal.brute_force import (
    ANY,
    CONSISTENT,
    IMPOSSIBLE,
    LAST,
    NONE,
    PREVIOUS,
    TOTAL,
)
from mastermine.mastermind.rules import Answer, Code, Mastermind

POLICIES = [ANY, CONSISTENT, PREVIOUS]
COSTS = [TOTAL, LAST, NONE]

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


def all_codes(rules: Mastermind) -> Any:
    return reference.all_codes(rules.places, rules.symbols, not rules.repeats)


def rows(rules: Mastermind, codes: Sequence[Code]) -> Any:
    return np.array(codes, np.uint8).reshape(-1, rules.places)


def optimum(
    rules: Mastermind,
    codes: Any = None,
    first: Sequence[Code] = (),
    policy: int = ANY,
    depth: int = 0,
    cost: int = TOTAL,
    below: int = IMPOSSIBLE,
    seconds: float = 0,
) -> tuple[int, int, Any, int]:
    return reference.optimum(
        all_codes(rules) if codes is None else codes,
        rules.symbols,
        not rules.repeats,
        kind(rules),
        rows(rules, first),
        policy,
        depth,
        cost,
        below,
        0,
        0,
        seconds,
    )


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
        assert not depth or max(self.found) <= depth
        return {TOTAL: sum(self.found), LAST: self.found.count(depth), NONE: 0}[cost]


def plainest(
    rules: Mastermind, left: frozenset[Code], before: frozenset[Code], options: tuple[int, int, int]
) -> int:
    """The least cost, by the rules alone and nothing remembered."""
    policy, depth, cost = options
    allowed = {ANY: frozenset(rules.secrets()), CONSISTENT: left, PREVIOUS: before}
    costs = [IMPOSSIBLE]
    for guess in allowed[policy]:
        parts: dict[object, set[Code]] = {}
        for code in left:
            parts.setdefault(rules.respond(code, guess), set()).add(code)
        won = parts.pop(rules.solution, None)
        if left in parts.values() or (parts and depth == 1):
            continue
        deeper = policy, depth - 1 if depth else 0, cost
        below = [plainest(rules, frozenset(part), left, deeper) for part in parts.values()]
        own = len(left) if cost == TOTAL else int(cost == LAST and depth == 1 and bool(won))
        costs.append(own + sum(below))
    return min(costs)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("cost", COSTS)
@pytest.mark.parametrize("spec", ["2x2", "1x3", "3x2"])
def test_the_plainest_search_comes_to_the_same(spec: str, cost: int, policy: int) -> None:
    rules = Mastermind.parse(f"mastermind:{spec}")
    codes = all_codes(rules)[:6]
    left, before = frozenset(map(tuple, codes.tolist())), frozenset(rules.secrets())
    for depth in (0, 1, 2, 3, 4) if cost == TOTAL else (1, 2, 3, 4):
        value, bound, tree, _nodes = optimum(rules, codes, (), policy, depth, cost)
        expected = plainest(rules, left, before, (policy, depth, cost))
        assert bound == expected
        if expected >= IMPOSSIBLE:
            assert value == -1
        else:
            assert value == expected
            assert Played(rules, codes, tree, policy).cost(cost, depth) == expected


@settings(max_examples=60)
@given(
    st.sampled_from(SMALL),
    st.sampled_from(POLICIES),
    st.sampled_from(COSTS),
    st.integers(0, 5),
    st.integers(0, 999),
)
def test_trees_cost_what_is_said(
    rules: Mastermind, policy: int, cost: int, depth: int, seed: int
) -> None:
    depth = depth or int(cost != TOTAL)
    rng = Random(seed)
    everything = all_codes(rules)
    codes = everything[[i for i in range(len(everything)) if rng.below(3) or i == 0]]
    value, bound, tree, nodes = optimum(rules, codes, (), policy, depth, cost)
    if value < 0:
        assert bound == IMPOSSIBLE
        return
    played = Played(rules, codes, tree, policy)
    assert played.cost(cost, depth) == value == bound
    assert nodes >= 0
    assert optimum(rules, codes, (), policy, depth, cost, below=value)[:2] == (-1, value)
    assert optimum(rules, codes, (), policy, depth, cost, below=value + 1)[0] == value
    assert optimum(rules, codes, [played.first], policy, depth, cost)[0] == value


@settings(max_examples=60)
@given(
    st.sampled_from(SMALL),
    st.sampled_from(POLICIES),
    st.sampled_from(COSTS),
    st.integers(0, 4),
    st.integers(1, 40),
)
def test_promising_guesses_are_all_that_can_cost_less(
    rules: Mastermind, policy: int, cost: int, depth: int, below: int
) -> None:
    depth = depth or int(cost != TOTAL)
    codes = all_codes(rules)
    guesses, bounds = reference.promising(
        codes, rules.symbols, not rules.repeats, kind(rules), policy, depth, cost, below, 0
    )
    assert guesses.dtype == np.uint8
    assert bounds.dtype == np.int64
    assert guesses.shape == (len(bounds), rules.places)
    assert sorted(bounds) == bounds.tolist()
    listed = dict(zip(map(tuple, guesses.tolist()), bounds.tolist(), strict=True))
    for guess in rules.secrets():
        best = optimum(rules, codes, [guess], policy, depth, cost)[1]
        assert listed[guess] <= best if guess in listed else best >= below
        assert guess not in listed or listed[guess] < below


@settings(max_examples=40)
@given(st.sampled_from(SMALL), st.sampled_from(POLICIES), st.integers(0, 999))
def test_weights(rules: Mastermind, policy: int, seed: int) -> None:
    rng = Random(seed)
    codes = all_codes(rules)
    weights = np.array([rng.below(4) for _code in codes], np.int64)
    game = codes, rules.symbols, not rules.repeats, kind(rules), codes[:0], policy
    rest = 0, TOTAL, IMPOSSIBLE, 0, 0, 0
    value, bound, tree, _nodes = reference.optimum(*game, *rest, weights)
    played = Played(rules, codes, tree, policy)
    assert value == bound
    assert value == sum(
        number * int(weights[at]) for at, number in zip(played.order, played.found, strict=True)
    )
    plain = optimum(rules, policy=policy)
    as_plain = Played(rules, codes, plain[2], policy)
    assert value <= sum(
        number * int(weights[at]) for at, number in zip(as_plain.order, as_plain.found, strict=True)
    )
    thrice = reference.optimum(*game, *rest, np.full(len(codes), 3, np.int64))
    assert thrice[0] == 3 * plain[0]


def test_time_ends() -> None:
    rules = Mastermind(3, 4)
    value, bound, tree, _nodes = optimum(rules, seconds=0.01)
    assert (value, bound, tree.shape) == (-1, 127, (0, 3))


def test_all_sets_of_three_places_and_colours() -> None:
    assert [optimum(Mastermind(3, 3), policy=policy)[0] for policy in POLICIES] == [73, 73, 73]
    assert optimum(Mastermind(2, 6))[0] == 132
