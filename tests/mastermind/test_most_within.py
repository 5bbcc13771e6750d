"""The most codes within so many guesses: against a search without any pruning, and published."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from mastermine.mastermind.optimal.search import Objective, Optimum, optimal_play
from mastermine.mastermind.optimal.tree import Tree
from mastermine.mastermind.optimal.verification import verify_tree
from mastermine.mastermind.rules import Code, Mastermind
from mastermine.registry import parse_rules_of
from mastermine.system.native import NATIVE

native = pytest.mark.skipif(not NATIVE, reason="takes minutes without the native core")

SMALL = ("1x4", "2x3", "2x4", "3x2", "3x3", "2x4-black", "3x3-black", "2x3-places", "3x4-distinct")


def most_within(rules: Mastermind, guesses: int, **more: float | None) -> Optimum:
    return optimal_play(rules, Objective.MOST_WITHIN, max_depth=guesses, **more)  # type: ignore[arg-type]


def found_within(spec: str, guesses: int) -> int:
    """Finds how many, proven and played."""
    found = most_within(parse_rules_of(Mastermind, spec), guesses)
    assert found.proven
    assert found.tree is not None
    assert found.missed == found.lower_bound == sum(verify_tree(found.tree).histogram[guesses:])
    return found.rules.size - found.missed


def by_brute_force(rules: Mastermind, guesses: int) -> int:
    """Every guess at every position."""
    codes = tuple(rules.knowledge())

    @cache
    def most(part: tuple[Code, ...], left: int) -> int:
        if left == 0:
            return 0
        if left == 1 or len(part) == 1:
            return 1
        best = 0
        for guess in codes:
            answers: dict[object, list[Code]] = {}
            for code in part:
                answers.setdefault(rules.respond(code, guess), []).append(code)
            if len(answers) > 1:
                found = sum(
                    1 if each == rules.solution else most(tuple(few), left - 1)
                    for each, few in answers.items()
                )
                best = max(best, found)
        return best

    return most(codes, guesses)


@pytest.mark.parametrize("spec", SMALL)
@pytest.mark.parametrize("guesses", [1, 2, 3])
def test_no_way_of_playing_finds_more(spec: str, guesses: int) -> None:
    assert found_within(spec, guesses) == by_brute_force(parse_rules_of(Mastermind, spec), guesses)


@native
@pytest.mark.parametrize("spec", ["3x4", "3x3-places", "3x4-black", "2x6"])
def test_more_guesses_find_more_codes_until_all_are_found(spec: str) -> None:
    size = parse_rules_of(Mastermind, spec).size
    found = [found_within(spec, guesses) for guesses in range(1, 7)]
    assert found[0] == 1
    assert all(few < more or few == more == size for few, more in pairwise(found))


@native
@pytest.mark.parametrize("guesses", [9, 10, 100, 101, 2**63, 10**400])
def test_there_may_be_more_guesses_than_codes(guesses: int) -> None:
    assert found_within("2x3", guesses) == 9


@native
def test_the_tree_finds_every_code_in_the_end_and_can_be_kept() -> None:
    found = most_within(Mastermind(3, 4), 3)
    assert found.tree is not None
    verified = verify_tree(Tree.parse(found.tree.text()))
    assert sum(verified.histogram) == 64
    assert sum(verified.histogram[:3]) == 43
    assert found.tree.objective == "most-within"


@native
def test_a_search_that_is_stopped_leaves_what_is_true() -> None:
    found = most_within(Mastermind(4, 7), 5, time_limit=0.05, jobs=2)
    assert found.lower_bound <= 92
    if found.tree is not None:
        assert 92 <= sum(found.tree.histogram[5:]) == (found.missed or 0)


@native
@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("classic", [1, 14, 132, 768, 1296]),
        ("4x4", [1, 14, 111, 256]),  # The least worst case is known to be 4 (results/README.md).
        pytest.param("4x10-distinct", [1, 14, 127, 864, 3289], marks=pytest.mark.rest),
    ],
)
def test_known_numbers(spec: str, expected: list[int]) -> None:
    assert [found_within(spec, guesses) for guesses in range(1, len(expected) + 1)] == expected
