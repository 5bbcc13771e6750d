"""The most codes within so many guesses: against a search without any pruning, and published."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from mastermine.core.errors import InvalidSpec, TooLarge
from mastermine.mastermind.optimal.tree import Tree
from mastermine.mastermind.optimal.verification import verify_tree
from mastermine.mastermind.research.guess_limit import most_found, within
from mastermine.mastermind.rules import Code, Mastermind
from mastermine.registry import parse_rules, parse_rules_of
from mastermine.system.native import NATIVE

native = pytest.mark.skipif(not NATIVE, reason="takes minutes without the native core")

SMALL = ("1x4", "2x3", "2x4", "3x2", "3x3", "2x4-black", "3x3-black", "2x3-places", "3x4-distinct")


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
    rules = parse_rules_of(Mastermind, spec)
    found = within(rules, guesses)
    assert found.proven
    assert found.found == by_brute_force(rules, guesses)


@native
@pytest.mark.parametrize("spec", ["3x4", "3x3-places", "3x4-black", "2x6"])
def test_more_guesses_find_more_codes_until_all_are_found(spec: str) -> None:
    rules = parse_rules_of(Mastermind, spec)
    found = [within(rules, guesses) for guesses in range(1, 7)]
    counts = [each.found for each in found]
    assert all(each.proven for each in found)
    assert counts[0] == 1
    assert counts == sorted(counts)
    assert counts[-1] <= rules.size
    assert all(n <= most_found(rules, guesses) for guesses, n in enumerate(counts, start=1))
    assert all(few < more or few == rules.size for few, more in pairwise(counts))


@native
@pytest.mark.parametrize("guesses", [9, 10, 100, 101, 2**63, 10**400])
def test_there_may_be_more_guesses_than_codes(guesses: int) -> None:
    found = within(Mastermind(2, 3), guesses)
    assert found.found == 9
    assert found.proven


@native
def test_the_tree_finds_every_code_in_the_end_and_can_be_kept() -> None:
    found = within(Mastermind(3, 4), 3)
    verified = verify_tree(Tree.parse(found.tree.text()))
    assert sum(verified.histogram) == 64
    assert sum(verified.histogram[:3]) == found.found == 43
    assert found.tree.objective == "most-within"


@native
def test_all_codes_of_4x4_are_found_within_four_guesses() -> None:
    # The least worst case is known to be 4 (results/README.md).
    assert within(Mastermind(4, 4), 4).found == 256


@native
def test_a_search_that_is_stopped_leaves_the_best_so_far() -> None:
    found = within(Mastermind(4, 4), 3, time_limit=1e-9)
    assert 0 < found.found <= 111 <= found.upper_bound
    assert sum(found.tree.histogram[:3]) == found.found


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(InvalidSpec, match="at least 1"):
        within(Mastermind(2, 2), 0)
    with pytest.raises(TooLarge):
        within(Mastermind(8, 12), 3)


@native
@pytest.mark.rest
def test_the_classic_game() -> None:
    rules = parse_rules("classic")
    found = [within(rules, guesses) for guesses in range(1, 6)]
    assert all(each.proven for each in found)
    assert [each.found for each in found] == [1, 14, 132, 768, 1296]
    # Of trees that find every code within five guesses the best leaves 539 codes to the fifth
    # (tests/golden/mastermind_optimal.json), so without that demand at least as many are found.
    assert found[3].found >= 1296 - 539
