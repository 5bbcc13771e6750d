"""Two entrants on equal secrets."""

from __future__ import annotations

import json
from dataclasses import replace
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.arena.games import run_of, standings_after, standings_of

from mastermine.arena.comparison import Comparison, compare, pairs
from mastermine.arena.statistics import sign_test

results = st.lists(st.tuples(*[st.none() | st.integers(1, 6)] * 3), max_size=40)
"""Rounds of three entrants: the turns in which each won, or None."""


@given(results, st.booleans())
def test_a_comparison_counts_what_a_referee_would(
    rounds: list[tuple[int | None, ...]], risky: bool
) -> None:
    found = compare(standings_after(rounds, risky=risky), 0, 2)
    pair = [(a, c) for a, _b, c in rounds]
    lost = 99  # More than any win: who loses did worse.
    scores = [(a or lost, c or lost) for a, c in pair]
    if risky:
        scores = [(int(a == lost), int(c == lost)) for a, c in scores]
    assert found.rounds == len(rounds)
    assert found.better == sum(a < c for a, c in scores)
    assert found.worse == sum(a > c for a, c in scores)
    assert found.equal == sum(a == c for a, c in scores)
    apart = [a - c for a, c in pair if a and c]
    assert found.both == len(apart)
    assert found.lossless == all(a and c for a, c in pair)
    assert found.p_value == sign_test(found.better, found.worse)
    if rounds:
        assert found.win_rate == pytest.approx(fmean(bool(a) - bool(c) for a, c in pair))
        low, high = found.win_rate_interval or (0, 0)
        assert -1 <= low <= (found.win_rate or 0) <= high <= 1
        assert low < high
    else:
        assert found.win_rate is None
    if risky:
        assert (found.turns, found.turns_error, found.turns_interval) == (None, None, None)
    else:
        assert found.turns == (pytest.approx(fmean(apart)) if apart else None)
    if not risky and len(apart) > 1:
        error = found.turns_error
        assert error == pytest.approx(stdev(apart) / len(apart) ** 0.5, abs=1e-12)
        low, high = found.turns_interval or (0, 0)
        assert low <= fmean(apart) <= high


@given(results, st.booleans())
def test_a_comparison_the_other_way_round_is_its_mirror(
    rounds: list[tuple[int | None, ...]], risky: bool
) -> None:
    standings = standings_after(rounds, risky=risky)
    one, other = compare(standings, 0, 1), compare(standings, 1, 0)
    assert (one.better, one.equal, one.worse) == (other.worse, other.equal, other.better)
    assert one.winner == other.winner
    assert (one.turns_error, one.win_rate_error) == (other.turns_error, other.win_rate_error)
    assert one.p_value == other.p_value
    for name in ("turns", "win_rate"):
        here, there = getattr(one, name), getattr(other, name)
        assert (here is None) == (there is None)
        assert here is None or here == -there
        here, there = (getattr(each, f"{name}_interval") for each in (one, other))
        assert here is None or here == pytest.approx((-there[1], -there[0]))


def test_the_error_of_win_rates_is_that_of_the_literature() -> None:
    # Agresti and Min (2005), section 1: 794 were asked twice, 150 and 86 changed their minds.
    found = Comparison("a", "b", True, 1600, 944, 880, 794, 150, 86)
    assert found.win_rate == pytest.approx(0.040)
    assert found.win_rate_error == pytest.approx(0.0095, abs=1e-4)
    assert found.win_rate_interval == pytest.approx((0.021, 0.059), abs=5e-4)
    # McNemar's own: the root of b + c - (b - c)²/n, over n.
    assert found.win_rate_error == pytest.approx((236 - 64**2 / 1600) ** 0.5 / 1600, rel=0.01)


def test_each_two_are_compared_once() -> None:
    standings = standings_after([(1, 2, 3), (2, 2, None)])
    assert [(p.first, p.second) for p in pairs(standings)] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert pairs(standings)[1] == compare(standings, 0, 2)


def test_an_exact_comparison_has_no_error() -> None:
    run = run_of("4x6", "entropy,knuth", moves=False)
    standings = standings_of(run)
    found = compare(standings, 0, 1, run)
    assert found.exact
    assert found.turns == (5722 - 5801) / 1296  # Their totals, as evaluate has them.
    assert (found.turns_error, found.turns_interval) == (None, None)
    assert (found.win_rate_error, found.win_rate_interval, found.p_value) == (None, None, None)
    assert found.winner == "entropy"
    assert (
        found.sentence() == "entropy needs 0.061 fewer guesses than knuth on the same codes (exact)"
    )
    assert not compare(standings, 0, 1).exact


SURE = Comparison("a", "b", False, 1000, 1000, 1000, 1000, 300, 100, -200, 400)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (SURE, "a needs 0.200 ± 0.019 fewer guesses than b on the same codes"),
        (
            replace(SURE, better=105, difference=-5, squares=205),
            "a needs 0.005 ± 0.014 fewer guesses than b on the same codes, which may be chance",
        ),
        (
            replace(SURE, better=100, worse=300, difference=200),
            "a needs 0.200 ± 0.019 more guesses than b on the same codes",
        ),
        (
            replace(SURE, difference=0),
            "a and b need the same number of guesses on the same codes",
        ),
        (
            replace(SURE, second_wins=950, both=950),
            (
                "a needs 0.211 ± 0.020 fewer guesses than b on the codes that both found; "
                "a wins 5.00 ± 0.70 percentage points more often than b on the same codes"
            ),
        ),
        (
            Comparison("a", "b", False, 3, 3, 0, 0, 3, 0),
            (
                "no code was found by both a and b; a wins 100.00 ± 29.66 percentage points more "
                "often than b on the same codes"
            ),
        ),
        (
            Comparison("a", "b", True, 1600, 880, 944, 794, 86, 150),
            "a wins 4.00 ± 0.96 percentage points less often than b on the same minefields",
        ),
        (
            Comparison("a", "b", True, 10, 5, 5, 5, 0, 0),
            "a and b win equally often on the same minefields",
        ),
        (Comparison("a", "b", True, 0, 0, 0, 0, 0, 0), "a and b have not played yet"),
    ],
)
def test_the_sentence_says_it_all(found: Comparison, said: str) -> None:
    assert found.sentence() == said


def test_the_winner() -> None:
    few = compare(standings_after([(4, 5), (4, 5)]), 0, 1)
    assert few.turns_error == 0
    assert few.winner is None
    assert few.sentence().endswith("which may be chance")
    assert compare(standings_after([(4, 5)] * 6), 0, 1).winner == "a"
    # b is quick, and loses every third round.
    quick = compare(standings_after([(5, 3), (5, 3), (5, None), (4, 3)] * 30), 0, 1)
    assert quick.turns is not None
    assert quick.turns > 0
    assert quick.winner == "a"


def test_a_comparison_becomes_json() -> None:
    found = json.loads(json.dumps(SURE.to_dict()))
    assert found["turns"] == -0.2
    assert found["turns_interval"] == pytest.approx([-0.237, -0.163], abs=1e-3)
    assert (found["better"], found["equal"], found["worse"]) == (300, 600, 100)
    assert found["winner"] == "a"
    assert "turns" not in Comparison("a", "b", True, 1, 1, 0, 0, 1, 0).to_dict()
