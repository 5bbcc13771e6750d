"""The ranking of a league."""

from __future__ import annotations

import json
from itertools import permutations
from math import log
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.arena.games import standings_after

from mastermine.arena.ranking import SCALE, Rated, ranking, strengths

leagues = st.integers(1, 5).flatmap(
    lambda k: st.lists(st.tuples(*[st.none() | st.integers(1, 4)] * k), max_size=30)
)
"""Rounds: the turns in which each entrant won, or None."""


@given(leagues, st.booleans())
def test_a_league_counts_every_pair_of_every_round(
    rounds: list[tuple[int | None, ...]], risky: bool
) -> None:
    standings = standings_after(rounds, "abcde" if rounds else "ab", risky)
    rated = {each.strategy: each for each in ranking(standings)}
    counts = {name: [0, 0, 0] for name in rated}
    for played in rounds:
        for (a, first), (b, second) in permutations(enumerate(played), 2):
            del b
            x, y = (bool(first), bool(second)) if risky else (-(first or 9), -(second or 9))
            counts["abcde"[a]][0 if x > y else 1 if x == y else 2] += 1
    for name, (wins, draws, losses) in counts.items():
        assert (rated[name].wins, rated[name].draws, rated[name].losses) == (wins, draws, losses)


@given(leagues, st.randoms())
def test_the_order_of_the_entrants_does_not_matter(
    rounds: list[tuple[int | None, ...]], random: Random
) -> None:
    k = len(rounds[0]) if rounds else 3
    names = list("abcde"[:k])
    order = list(range(k))
    random.shuffle(order)
    turned = [tuple(played[i] for i in order) for played in rounds]
    here = {each.strategy: each for each in ranking(standings_after(rounds, names))}
    there = ranking(standings_after(turned, [names[i] for i in order]))
    for other in there:
        mine = here[other.strategy]
        assert other.rating == pytest.approx(mine.rating, abs=1e-3)
        assert other.error == pytest.approx(mine.error, abs=1e-3)
        assert (other.wins, set(other.beats)) == (mine.wins, set(mine.beats))
    assert [r.rating for r in there] == sorted((r.rating for r in there), reverse=True)
    assert sum(each.rating for each in there) == pytest.approx(0, abs=1e-6)


def test_two_are_as_far_apart_as_their_odds() -> None:
    # 30 better, 10 worse, 20 draws and the one that is added: 40.5 to 20.5.
    rounds = [(1, 2)] * 30 + [(2, 1)] * 10 + [(2, 2)] * 20
    best, other = ranking(standings_after(list(rounds)))
    apart = log(40.5 / 20.5)
    assert best.rating == pytest.approx(SCALE * apart / 2)
    assert other.rating == pytest.approx(-best.rating)
    # The variance of the logarithm of odds is 1/40.5 + 1/20.5; each has half of it on its side.
    assert best.error == pytest.approx(SCALE * (1 / 40.5 + 1 / 20.5) ** 0.5 / 2)
    assert best == Rated("a", best.rating, best.error, 30, 20, 10, ("b",))


@given(
    st.integers(2, 6).flatmap(
        lambda k: st.lists(st.integers(1, 40), min_size=k * k, max_size=k * k)
    )
)
def test_strengths_expect_the_wins_that_there_were(counts: list[int]) -> None:
    # What defines the most likely strengths (Bradley and Terry 1952, Zermelo 1929).
    k = int(len(counts) ** 0.5)
    wins = np.array(counts, float).reshape(k, k)
    np.fill_diagonal(wins, 0)
    found, errors = strengths(wins)
    strength = np.exp(found)
    chance = strength[:, None] / (strength[:, None] + strength)
    expected = ((wins + wins.T) * chance).sum(axis=1)
    assert expected == pytest.approx(wins.sum(axis=1), rel=1e-5)
    assert (errors > 0).all()


def test_strengths_that_are_known_are_found_again() -> None:
    rng = np.random.default_rng(3)
    true = np.array([-1.0, -0.4, 0.0, 0.5, 0.9])
    chance = 1 / (1 + np.exp(true - true[:, None]))
    away = []
    for _league in range(200):
        wins = np.triu(rng.binomial(200, chance), 1)
        wins = wins + np.tril(200 - wins.T, -1)
        found, errors = strengths(wins.astype(float))
        away.append((found - true) / errors)
    # So the errors are what they say: deviations of about 1, and no bias.
    assert np.mean(away, axis=0) == pytest.approx([0.0] * 5, abs=0.3)
    assert np.std(away, axis=0) == pytest.approx([1.0] * 5, abs=0.2)


def test_who_never_loses_has_a_finite_rating() -> None:
    rounds: list[tuple[int | None, ...]] = [(1, 2, None)] * 100_000
    first, second, third = ranking(standings_after(rounds))
    assert [first.strategy, second.strategy, third.strategy] == ["a", "b", "c"]
    assert 3000 > first.rating > second.rating > third.rating > -3000
    assert (first.beats, second.beats, third.beats) == (("b", "c"), ("c",), ())
    assert 0 < first.error < 1000


def test_a_league_that_did_not_play_is_even() -> None:
    rated = ranking(standings_after([]))
    assert [(each.strategy, round(each.rating, 9)) for each in rated] == [
        ("a", 0),
        ("b", 0),
        ("c", 0),
    ]
    [alone] = ranking(standings_after([(1,)]))
    assert (alone.rating, alone.error, alone.wins) == (0, 0, 0)


def test_a_rating_becomes_json() -> None:
    rated = ranking(standings_after([(1, 2)] * 9))
    message = json.loads(json.dumps([each.to_dict() for each in rated]))
    assert message[0]["strategy"] == "a"
    assert message[0]["wins"] == 9
    assert message[0]["beats"] == ["b"]
    assert message[0]["rating"] == -message[1]["rating"] > 0
