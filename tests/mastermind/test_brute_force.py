"""The plain search for the best tree: against one that is plainer still, and against its trees."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.mastermind.questions import COSTS, POLICIES, SMALL, Question, all_codes

from mastermine.core.random import Random
from mastermine.mastermind import reference
from mastermine.mastermind.optimal.brute_force import (
    ANY,
    CONSISTENT,
    IMPOSSIBLE,
    LAST,
    MISSED,
    PREVIOUS,
    TOTAL,
)
from mastermine.mastermind.rules import Code, Mastermind


def plainest(
    rules: Mastermind, left: frozenset[Code], before: frozenset[Code], options: tuple[int, int, int]
) -> int:
    """The least cost, by the rules alone and nothing remembered."""
    policy, depth, cost = options
    if cost == MISSED and depth == 0:
        return len(left)
    allowed = {ANY: frozenset(rules.secrets()), CONSISTENT: left, PREVIOUS: before}
    costs = [IMPOSSIBLE]
    for guess in allowed[policy]:
        parts: dict[object, set[Code]] = {}
        for code in left:
            parts.setdefault(rules.respond(code, guess), set()).add(code)
        won = parts.pop(rules.solution, None)
        if left in parts.values() or (parts and depth == 1 and cost != MISSED):
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
        requested = Question(rules, codes, None, policy, depth, cost)
        value, bound, tree, _nodes = requested.of(reference)
        expected = plainest(rules, left, before, (policy, depth, cost))
        assert bound == expected
        if expected >= IMPOSSIBLE:
            assert value == -1
        else:
            assert value == expected
            assert requested.played(tree) == expected


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
    requested = Question(rules, codes, None, policy, depth, cost)
    result = value, bound, tree, _nodes = requested.of(reference)
    requested.check(result)
    if value < 0:
        assert bound == IMPOSSIBLE
        return
    assert replace(requested, below=value).of(reference)[:2] == (-1, value)
    assert replace(requested, below=value + 1).of(reference)[0] == value
    assert replace(requested, first=tree[:1]).of(reference)[0] == value


@settings(max_examples=40)
@given(st.sampled_from(SMALL), st.sampled_from(POLICIES), st.integers(0, 999))
def test_weights(rules: Mastermind, policy: int, seed: int) -> None:
    rng = Random(seed)
    codes = all_codes(rules)
    plain = Question(rules, codes, policy=policy)
    heavy = replace(plain, weights=np.array([rng.below(4) for _code in codes], np.int64))
    thrice = replace(plain, weights=np.full(len(codes), 3, np.int64))
    result, as_plain = heavy.of(reference), plain.of(reference)
    heavy.check(result)
    assert result[0] <= heavy.played(as_plain[2])
    assert thrice.of(reference)[0] == 3 * as_plain[0]


def test_time_ends() -> None:
    rules = Mastermind(3, 4)
    value, bound, tree, _nodes = Question(rules, all_codes(rules), seconds=0.01).of(reference)
    assert (value, bound, tree.shape) == (-1, 127, (0, 3))


def test_a_search_of_a_game_is_the_same() -> None:
    rules = Mastermind(3, 3)
    search = reference.TreeSearch(all_codes(rules), 3, False, 0, ANY, 0)
    value, bound, tree, nodes, stopped = search.find(0, TOTAL, IMPOSSIBLE, 0, 0)
    plain = Question(rules, all_codes(rules)).of(reference)
    assert (value, bound, tree, nodes) == (*plain[:2], plain[2].tobytes(), plain[3])
    assert (stopped, search.progress()[0]) == (False, nodes)
    assert search.find(0, TOTAL, value, 0, 0)[:3] == (-1, value, b"")


def test_a_search_is_stopped() -> None:
    rules = Mastermind(4, 4)
    search = reference.TreeSearch(all_codes(rules), 4, False, 0, ANY, 0)
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(search.find, 0, TOTAL, IMPOSSIBLE, 0, 0)
        while wait([found], 0.05).not_done:
            search.stop()
    value, bound, tree, _nodes, stopped = found.result()
    assert (value, bound, tree, stopped) == (-1, 511, b"", True)


def test_all_sets_of_three_places_and_colours() -> None:
    def least(rules: Mastermind, policy: int = ANY) -> int:
        return Question(rules, all_codes(rules), policy=policy).of(reference)[0]

    assert [least(Mastermind(3, 3), policy) for policy in POLICIES] == [73, 73, 73]
    assert least(Mastermind(2, 6)) == 132
