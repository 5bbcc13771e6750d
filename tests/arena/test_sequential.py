"""The sequential test: how often it errs, and that nobody can sway it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.arena.games import run_of

from mastermine import parse_rules
from mastermine.arena.run import FAILED, LOST, WON, Game, Part
from mastermine.arena.runner import conduct
from mastermine.arena.sequential import (
    DISTANT,
    MAX_TURNS_ASSUMED,
    MIN_ROUNDS,
    SequentialTest,
    Verdict,
    gains,
    lost_turns,
    reach,
    surprise,
    until_verdict,
)
from mastermine.core.errors import InvalidSpec

Spread = tuple[list[int], list[float]]
"""What a round may bring, and how likely."""


def wins(difference: float, unlike: float) -> Spread:
    """Win rates apart by the difference, where so many rounds go one way or the other."""
    return [-1, 0, 1], [(unlike - difference) / 2, 1 - unlike, (unlike + difference) / 2]


def turns(difference: float) -> Spread:
    """Turns saved by one of two good strategies for Mastermind: about even, seldom far apart."""
    half = difference / 2
    return list(range(-3, 4)), [0.005, 0.05, 0.22 - half, 0.45, 0.22 + half, 0.05, 0.005]


def often_less(difference: float) -> Spread:
    """A turn saved now and then, and seldom a game lost."""
    return [-8, 0, 1], [0.01, 0.91 - difference, 0.08 + difference]


def often_more(difference: float) -> Spread:
    """A turn wasted now and then, and seldom a game won that the other loses."""
    return [-1, 0, 8], [0.08 - difference, 0.91 + difference, 0.01]


def wild(difference: float) -> Spread:
    """Any gain from -9 to 9, about equally likely: greater differences seem to be seen early."""
    values = np.arange(-9, 10)
    tilt = difference / float((values**2).mean())
    return values.tolist(), ((1 + tilt * values) / len(values)).tolist()


def verdicts(
    spread: Spread, margin: float, most: int, tests: int, alpha: float = 0.05, beta: float = 0.05
) -> dict[Verdict | None, float]:
    """The shares of the verdicts, and None for none, in so many tests."""
    rng = np.random.default_rng(1945)
    found: dict[Verdict | None, float] = dict.fromkeys((*Verdict, None), 0.0)
    for _again in range(tests):
        test = SequentialTest(margin, alpha, beta, reach=most)
        verdict = None
        while verdict is None and test.rounds < 50_000:
            for gain in rng.choice(spread[0], 1000, p=spread[1]).tolist():
                verdict = test.add(gain)
                if verdict is not None:
                    break
        found[verdict] += 1 / tests
    return found


CASES = [
    (wins, (0.05,), 0.01, 1),
    (wins, (0.3,), 0.05, 1),
    (turns, (), 0.1, 10),
    (often_less, (), 0.1, 10),
    (often_more, (), 0.07, 10),
    (wild, (), 0.5, 10),
]
IDS = ["wins-alike", "wins", "turns", "often-less", "often-more", "wild"]


def tolerated(chance: float, tests: int) -> float:
    """A share of errors that is more than this is no luck: it is three deviations too much."""
    return float(chance + 3 * (chance * (1 - chance) / tests) ** 0.5)


@pytest.mark.rest
@pytest.mark.parametrize(("spread", "extra", "margin", "most"), CASES, ids=IDS)
def test_errors_are_as_rare_as_they_should_be(
    spread: Any, extra: tuple[float, ...], margin: float, most: int
) -> None:
    tests = 400
    none = verdicts(spread(0, *extra), margin, most, tests)
    print(f"no difference: {none[Verdict.BETTER]:.1%} wrong")
    assert none[Verdict.BETTER] <= tolerated(0.05, tests)
    assert none[Verdict.NOT_BETTER] >= 1 - tolerated(0.05, tests)
    better = verdicts(spread(margin, *extra), margin, most, tests)
    print(f"better by the margin: {better[Verdict.NOT_BETTER]:.1%} wrong")
    assert better[Verdict.NOT_BETTER] <= tolerated(0.05, tests)
    assert better[Verdict.BETTER] >= 1 - tolerated(0.05, tests)
    # Who is worse is found out.
    assert verdicts(spread(-margin / 2, *extra), margin, most, 30)[Verdict.BETTER] == 0


@pytest.mark.rest
@pytest.mark.parametrize(
    ("alpha", "beta"), [(0.01, 0.01), (0.01, 0.2), (0.2, 0.01)], ids=["both", "alpha", "beta"]
)
def test_the_chances_of_error_can_be_chosen(alpha: float, beta: float) -> None:
    for spread, margin, most in ((turns, 0.1, 10), (lambda d: wins(d, 0.3), 0.05, 1)):
        none = verdicts(spread(0), margin, most, 300, alpha, beta)
        assert none[Verdict.BETTER] <= tolerated(alpha, 300)
        better = verdicts(spread(margin), margin, most, 300, alpha, beta)
        assert better[Verdict.NOT_BETTER] <= tolerated(beta, 300)


def test_each_chance_of_error_has_its_bound() -> None:
    test = SequentialTest(0.3, alpha=0.01, beta=0.2)
    assert test.upper == pytest.approx(log(100))
    assert test.lower == pytest.approx(-log(5))
    assert (test.to_dict()["alpha"], test.to_dict()["beta"]) == (0.01, 0.2)


def test_a_large_chance_of_the_other_error_changes_nothing() -> None:
    none = verdicts(wins(0, 0.3), 0.055, 1, 400, alpha=0.05, beta=0.9)
    assert none[Verdict.BETTER] <= tolerated(0.05, 400)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("margin", [0.3, 0.05, 0.001])
def test_a_large_difference_is_soon_found_whatever_the_margin(margin: float, sign: int) -> None:
    rng = np.random.default_rng(5)
    test = SequentialTest(margin, reach=10)
    rounds = iter((sign * rng.choice([0, 1, 1, 2], 1000)).tolist())
    while test.add(next(rounds)) is None:
        pass
    assert test.verdict is (Verdict.BETTER if sign > 0 else Verdict.NOT_BETTER)
    # For each gain the best bet that a loss of 10 cannot ruin is log(1 + gain / 10).
    needed = test.upper + log(len(test._more) / DISTANT)
    assert test.rounds <= MIN_ROUNDS + needed / log(1.1)
    assert sign * test.llr >= test.upper == pytest.approx(log(1 / 0.05))


@pytest.mark.parametrize(("margin", "most"), [(0.05, 10), (0.01, 1), (0.3, 1)])
def test_equals_are_found_not_to_be_better(margin: float, most: int) -> None:
    test = SequentialTest(margin, reach=most)
    while test.add(0) is None:
        assert test.rounds < 2000
    assert test.verdict is Verdict.NOT_BETTER
    assert test.rounds >= MIN_ROUNDS
    # What a round could bring was never seen; how rare it must be then bounds what is missed.
    assert test.rounds == pytest.approx(max(MIN_ROUNDS, -test.lower * most / margin), rel=0.2)
    assert test.average == 0


def test_no_verdict_comes_from_few_rounds() -> None:
    test = SequentialTest(0.3)
    assert [test.add(1) for _round in range(MIN_ROUNDS - 1)] == [None] * (MIN_ROUNDS - 1)
    assert test.llr > test.upper
    assert test.add(1) is Verdict.BETTER


@given(
    st.dictionaries(st.integers(-9, 9), st.integers(1, 1000), min_size=1, max_size=9),
    st.floats(-9.5, 9.5),
)
def test_the_surprise_of_an_average(counts: dict[int, int], mean: float) -> None:
    known: dict[int, float] = {-10: 0.001, 10: 0.001, **counts}
    n = sum(known.values())
    at = sum(value * count for value, count in known.items()) / n
    found = surprise(known, mean)
    assert found >= -1e-9
    assert surprise(known, at) == pytest.approx(0, abs=1e-6)
    # The further from what was seen, the greater.
    beyond = mean + (0.3 if mean > at else -0.3)
    assert surprise(known, beyond) >= found - 1e-9
    mirrored = {-value: count for value, count in known.items()}
    assert surprise(mirrored, -mean) == pytest.approx(found, abs=1e-6)


@given(st.integers(1, 200), st.integers(1, 200), st.floats(0.01, 0.99))
def test_the_surprise_of_two_values_is_the_known_one(heads: int, tails: int, p: float) -> None:
    # With two values the average fixes the spread: the likelihoods of coins.
    share = heads / (heads + tails)
    coins = heads * log(share / p) + tails * log((1 - share) / (1 - p))
    assert surprise({1: heads, 0: tails}, p) == pytest.approx(coins, abs=1e-7)


def test_with_many_rounds_it_is_the_test_for_normal_averages() -> None:
    rng = np.random.default_rng(7)
    sample = rng.choice(np.arange(-3, 4), 10_000, p=turns(0.02)[1])
    test = SequentialTest(0.05, 1e-9, 1e-9, reach=10)
    for gain in sample.tolist():
        test.add(gain)
    usual = len(sample) * 0.05 * (2 * sample.mean() - 0.05) / (2 * sample.var())
    assert test.llr == pytest.approx(usual, rel=0.03)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"margin": 0}, "the margin must be more than 0 and less than 1, not 0"),
        ({"margin": -0.1}, "more than 0 and less than 1"),
        ({"margin": 1}, "more than 0 and less than 1"),
        ({"margin": float("nan")}, "more than 0 and less than 1"),
        ({"margin": 12, "reach": 10}, "more than 0 and less than 10"),
        ({"margin": 0.1, "alpha": 0}, "more than 0, and their sum less than 1"),
        ({"margin": 0.1, "beta": 1.5}, "their sum less than 1"),
        ({"margin": 0.1, "alpha": 0.5, "beta": 0.5}, "their sum less than 1"),
    ],
)
def test_what_cannot_be_tested_is_said(options: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidSpec, match=said):
        SequentialTest(**options)


def test_a_loss_costs_one_turn_more_than_the_limit() -> None:
    assert lost_turns(parse_rules("classic")) == 11
    assert lost_turns(parse_rules("4x6")) == 1296
    assert lost_turns(parse_rules("beginner")) is None
    assert reach(parse_rules("classic"), 0.05) == 10
    assert reach(parse_rules("4x6"), 0.05) == MAX_TURNS_ASSUMED
    assert reach(parse_rules("beginner"), 0.05) == 1


def test_what_a_round_brings() -> None:
    def game(outcome: str, turns: int | None) -> Game:
        return Game(1, 0, outcome, turns, None, 1)

    found, later, lost, failed = (
        game(WON, 4), game(WON, 6), game(LOST, 10), game(FAILED, 2),
    )  # fmt: skip
    assert gains([found, later, later, found, found, lost, failed, found], 11) == [2, -2, 7, -7]
    assert gains([lost, failed], 11) == [0]
    assert gains([found, lost, lost, found, found, later], None) == [1, -1, 0]
    # Whole games of minefields have no turns.
    assert gains([game(WON, None), game(LOST, None)], None) == [1]


def parts(values: Sequence[int], sizes: Sequence[int]) -> Iterator[Part]:
    """Rounds of two that bring so much, in parts of these sizes."""
    at, turn = 0, 0
    while at < len(values):
        size = sizes[turn % len(sizes)]
        some = values[at : at + size]
        numbers = range(at + 1, at + 1 + len(some))
        games = [
            Game(number, index, WON, 5 + (gain if index else 0), None, 1)
            for number, gain in zip(numbers, some, strict=True)
            for index in (0, 1)
        ]
        yield Part(numbers, games, (), 0.1)
        at, turn = at + size, turn + 1


@given(st.lists(st.integers(1, 300), min_size=1, max_size=5), st.integers(0, 2**32))
def test_a_verdict_does_not_depend_on_how_the_rounds_are_cut(sizes: list[int], seed: int) -> None:
    values = np.random.default_rng(seed).choice([-1, 0, 1, 2], 400).tolist()
    one = SequentialTest(0.5, reach=10)
    played = list(until_verdict(parts(values, [1]), one, 11))
    other = SequentialTest(0.5, reach=10)
    cut = list(until_verdict(parts(values, sizes), other, 11))
    assert (one.verdict, one.llr, one.rounds) == (other.verdict, other.llr, other.rounds)
    assert [g for p in played for g in p.games] == [g for p in cut for g in p.games]
    assert [n for p in cut for n in p.numbers] == list(range(1, one.rounds + 1))
    assert all(len(p.games) == 2 * len(p.numbers) for p in cut)
    assert one.verdict is not None


def test_nothing_more_is_played_after_the_verdict() -> None:
    requested = []
    closed = []

    def endless() -> Iterator[Part]:
        try:
            for number, part in enumerate(parts([3] * 10_000, [30])):
                requested.append(number)
                yield part
        finally:
            closed.append(True)

    test = SequentialTest(0.5, reach=10)
    assert sum(len(part.numbers) for part in until_verdict(endless(), test, 11)) == MIN_ROUNDS
    assert requested == [0, 1, 2, 3]
    assert closed == [True]


def test_real_games_are_judged_alike_by_any_worker() -> None:
    from concurrent.futures import ThreadPoolExecutor

    rules = parse_rules("3x4,limit=6")
    run = run_of("3x4,limit=6", "entropy,random", 1000, 3, moves=False)
    lost = lost_turns(rules)
    alone = SequentialTest(0.5, reach=reach(rules, 0.5))
    here = [g.result for p in until_verdict(conduct(run), alone, lost) for g in p.games]
    shared = SequentialTest(0.5, reach=reach(rules, 0.5))
    with ThreadPoolExecutor(2) as executor:
        there = [
            g.result for p in until_verdict(conduct(run, executor), shared, lost) for g in p.games
        ]
    assert here == there
    assert alone.to_dict() == shared.to_dict()
    assert alone.verdict is Verdict.BETTER
