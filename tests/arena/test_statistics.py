"""How sure a figure is: intervals, tests, and what is exact."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist, fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.arena.games import games_of, run_of, standings_of

from mastermine.arena import statistics
from mastermine.arena.run import FAILED
from mastermine.arena.standings import Standings
from mastermine.core.errors import InvalidSpec

confidences = st.floats(0.5, 0.999)
games_won = st.integers(1, 10_000).flatmap(
    lambda games: st.tuples(st.integers(0, games), st.just(games))
)


# The columns of a printed table of Student's distribution, for 90, 95 and 99 %.
@pytest.mark.parametrize(
    ("freedom", "table"),
    [
        (1, (6.314, 12.706, 63.657)),
        (2, (2.920, 4.303, 9.925)),
        (3, (2.353, 3.182, 5.841)),
        (5, (2.015, 2.571, 4.032)),
        (10, (1.812, 2.228, 3.169)),
        (30, (1.697, 2.042, 2.750)),
        (100, (1.660, 1.984, 2.626)),
    ],
)
def test_students_quantiles_are_those_of_the_tables(freedom: int, table: tuple[float, ...]) -> None:
    for confidence, quantile in zip((0.9, 0.95, 0.99), table, strict=True):
        assert statistics.t_quantile(confidence, freedom) == pytest.approx(quantile, rel=0.009)


@given(confidences, st.integers(1, 50))
def test_few_games_are_less_sure_than_many(confidence: float, freedom: int) -> None:
    few, many = (statistics.t_quantile(confidence, f) for f in (freedom, freedom + 1))
    assert few > many > statistics.normal_quantile(confidence)


@given(confidences)
def test_the_normal_quantile_holds_its_part_of_the_distribution(confidence: float) -> None:
    z = statistics.normal_quantile(confidence)
    assert NormalDist().cdf(z) - NormalDist().cdf(-z) == pytest.approx(confidence)


@pytest.mark.parametrize("confidence", [0.0, 1.0, 95, -0.5, float("nan")])
def test_a_confidence_is_a_part_of_1(confidence: float) -> None:
    with pytest.raises(InvalidSpec, match="more than 0"):
        statistics.win_rate_interval(1, 2, confidence)


@given(games_won, confidences)
def test_wilsons_interval_holds_the_rate_and_is_symmetric(
    won: tuple[int, int], confidence: float
) -> None:
    wins, games = won
    interval = statistics.win_rate_interval(wins, games, confidence)
    assert interval is not None
    low, high = interval
    assert 0 <= low <= wins / games <= high <= 1
    assert low < high
    mirrored = statistics.win_rate_interval(games - wins, games, confidence)
    assert mirrored == pytest.approx((1 - high, 1 - low), abs=1e-12)


@given(games_won, confidences)
def test_wilsons_ends_are_where_the_rate_is_just_not_surprising(
    won: tuple[int, int], confidence: float
) -> None:
    # Its definition: at an end p, the rate is z standard deviations of p away from p.
    wins, games = won
    z = statistics.normal_quantile(confidence)
    for p in statistics.win_rate_interval(wins, games, confidence) or ():
        if 0 < p < 1:
            away = abs(wins / games - p)
            assert away == pytest.approx(z * sqrt(p * (1 - p) / games), abs=1e-9)


def test_wilsons_interval_is_that_of_the_literature() -> None:
    # Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
    for wins, games, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        assert statistics.win_rate_interval(wins, games) == pytest.approx((low, high), abs=6e-5)
    assert statistics.win_rate_interval(0, 0) is None


def test_an_error_is_half_an_interval_of_one_standard_error() -> None:
    one = 2 * NormalDist().cdf(1) - 1
    low, high = statistics.win_rate_interval(40, 100, one) or (0, 0)
    assert (high - low) / 2 == pytest.approx(statistics.win_rate_error(40, 100))
    # 4, 5, 5, 6 guesses: 5 ± 0.408, and Student's 3.182 for three degrees of freedom.
    low, high = statistics.average_interval([0, 0, 0, 1, 2, 1]) or (0, 0)
    assert (low, high) == pytest.approx((3.70, 6.30), abs=0.01)
    assert statistics.average_interval([0, 1]) is None
    assert statistics.average_interval([]) is None


@given(st.integers(0, 40), st.integers(0, 40))
def test_the_sign_test_counts_what_is_as_uneven(better: int, worse: int) -> None:
    # Pascal's triangle, written out: the chance of every number of heads.
    n = better + worse
    row = [1]
    for _toss in range(n):
        row = [a + b for a, b in zip([0, *row], [*row, 0], strict=True)]
    uneven = sum(ways for k, ways in enumerate(row) if abs(n - 2 * k) >= abs(better - worse))
    assert statistics.sign_test(better, worse) == pytest.approx(uneven / 2**n)
    assert statistics.sign_test(worse, better) == statistics.sign_test(better, worse)


def test_the_sign_test_of_many_rounds_continues_where_the_exact_one_ends() -> None:
    for ahead in (0, 20, 60, 100):
        half = statistics.MAX_EXACT_ROUNDS // 2
        counted = statistics.sign_test(half + ahead // 2, half - ahead // 2)
        about = statistics.sign_test(half + ahead // 2 + 1, half - ahead // 2)
        assert about == pytest.approx(counted, rel=0.15, abs=0.004)
    assert statistics.sign_test(10**9, 0) == 0


def test_what_is_exact() -> None:
    run = run_of("2x3", "knuth,random-consistent")
    whole = standings_of(run)
    assert [statistics.is_exact(run, whole, index) for index in (0, 1)] == [True, False]
    assert not statistics.is_exact(run, standings_of(run, [range(1, 9)]), 0)
    drawn = run_of("2x3", "knuth", 9)
    assert not statistics.is_exact(drawn, standings_of(drawn), 0)
    run = run_of("2x3", "knuth")
    first, *others = games_of(run)
    standings = Standings(run.names, risky=False)
    standings.add([first._replace(outcome=FAILED, reason="slow"), *others])
    assert standings.rounds == run.rounds
    assert not statistics.is_exact(run, standings, 0)


# Histograms.


histograms = st.lists(st.integers(0, 50), max_size=12)


def games(histogram: list[int]) -> list[int]:
    return [guesses for guesses, n in enumerate(histogram, start=1) for _game in range(n)]


@given(histograms)
def test_figures_are_those_of_the_games_written_out(histogram: list[int]) -> None:
    played = games(histogram)
    assert statistics.total(histogram) == sum(played)
    assert statistics.worst(histogram) == max(played, default=None)
    average, error = statistics.average(histogram), statistics.standard_error(histogram)
    assert average == (pytest.approx(fmean(played)) if played else None)
    if len(played) < 2:
        assert error is None
    else:
        assert error == pytest.approx(stdev(played) / len(played) ** 0.5, abs=1e-12)


@given(st.lists(histograms, max_size=4))
def test_merged_histograms_hold_the_games_of_all(several: list[list[int]]) -> None:
    together = [guesses for histogram in several for guesses in games(histogram)]
    assert games(statistics.merged(several)) == sorted(together)


def test_the_table_leaves_out_what_did_not_happen() -> None:
    assert statistics.table([0, 2, 0, 1, 0]) == {"2": 2, "4": 1}
    assert statistics.table([]) == {}
