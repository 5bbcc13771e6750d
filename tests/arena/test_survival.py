"""How often strategies survive in minefields."""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from math import sqrt
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

import pytest

from mastermine.arena.match import match
from mastermine.arena.survival import CHUNK, Survival, Survivors, is_perilous, survival, survive
from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.core.game import View
from mastermine.core.native import NATIVE
from mastermine.core.oracle import Honest
from mastermine.core.random import Random
from mastermine.core.strategy import Strategy, strategy
from mastermine.games import find_strategy, parse_rules

if TYPE_CHECKING:
    from mastermine.minesweeper.board import Cell
    from mastermine.minesweeper.knowledge import BoardView

SMALL = "minesweeper:6x5x6"


def found(*names: str) -> list[Strategy]:
    return [find_strategy(name, "minesweeper") for name in names]


@strategy("first-closed", game="minesweeper")
def first_closed(view: BoardView) -> Cell:
    """Open the first closed cell."""
    return view.knowledge.closed()[0]


def total(spec: str, strategies: list[Strategy], rounds: int, seed: int | str) -> list[Survival]:
    standings = Survivors(strategies)
    for part in survival(parse_rules(spec), strategies, rounds, seed):
        standings.add(part)
    assert standings.rounds == rounds
    return standings.scores


def test_a_game_can_be_lost_or_only_be_long() -> None:
    assert is_perilous(parse_rules("beginner"))
    assert not is_perilous(parse_rules("classic"))


@pytest.mark.parametrize("spec", [SMALL, "beginner", f"{SMALL}-open", "minesweeper:5x5x4-any"])
def test_the_fast_way_gives_what_is_played_click_by_click(spec: str) -> None:
    names = ("thesis", "pseq", "single-point")
    fast = total(spec, found(*names), 12, 3)
    slow = total(spec, [replace(each, games=None) for each in found(*names)], 12, 3)
    assert fast == slow
    rounds = list(match(parse_rules(spec), found(*names), 12, 3))
    for score, records in zip(fast, zip(*(r.records for r in rounds), strict=True), strict=True):
        assert score.wins == sum(record.outcome == "won" for record in records)
        assert score.games == 12


def test_all_meet_the_same_layouts_as_an_honest_oracle_draws() -> None:
    rules = parse_rules(SMALL)
    for turn in match(rules, found("thesis", "safest", "single-point"), 5, "word"):
        oracle: Any = Honest(rules, rng=Random("word").fork("round", turn.number))
        oracle.ask((0, 0))
        assert {record.secret for record in turn.records} == {rules.format_secret(oracle.secret)}


def test_a_strategy_does_the_same_whoever_else_takes_part() -> None:
    alone = total(SMALL, found("single-point"), 30, 1)
    both = total(SMALL, [*found("pseq", "single-point"), first_closed], 30, 1)
    assert alone == [both[1]]
    assert both[0].wins > both[2].wins


def test_a_click_that_cannot_hit_a_mine_is_no_guess() -> None:
    # One mine in two cells: the first click is safe, and then all is known.
    [score] = total("minesweeper:2x1x1", found("pseq"), 4, 1)
    assert (score.wins, score.total_guesses) == (4, 0)
    [score] = total("minesweeper:2x1x1-any", found("pseq"), 40, 1)
    assert score.total_guesses == 40
    assert 5 < score.wins < 35


def test_an_executor_changes_nothing() -> None:
    rules, players = parse_rules(SMALL), found("thesis", "single-point")
    rounds = 2 * CHUNK + 30 if NATIVE else 20
    alone = list(survival(rules, players, rounds, 4))
    assert [part[0].games for part in alone] == ([CHUNK, CHUNK, 30] if NATIVE else [1] * rounds)
    with ThreadPoolExecutor(2) as threads:
        assert list(survival(rules, players, rounds, 4, threads)) == alone
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        assert list(survival(rules, players, rounds, 4, processes)) == alone


def test_rounds_depend_on_their_number_and_the_seed_alone() -> None:
    rules, players = parse_rules(SMALL), (*found("patterns"), first_closed)
    ten = survive(rules, players, 9, range(1, 11))
    parts = [survive(rules, players, 9, [number]) for number in range(1, 11)]
    standings = Survivors(players)
    for part in parts:
        standings.add(part)
    assert tuple(standings.scores) == ten


def test_the_figures() -> None:
    score = Survival("any", 30, 10, 100, 0.5) + Survival("any", 50, 10, 60, 0.5)
    assert (score.games, score.win_rate, score.guesses) == (100, 0.8, 1.6)
    assert score.milliseconds == pytest.approx(10)
    # The roots of (p - 0.8)² = p(1 - p)/100 are the ends of the interval.
    assert score.win_rate_error == pytest.approx(sqrt(0.8 * 0.2 * 4 / 100 + 1 / 100**2) / 2 / 1.01)
    data = json.loads(json.dumps(score.to_dict()))
    assert list(data) == [
        "strategy",
        "wins",
        "losses",
        "win_rate",
        "win_rate_error",
        "guesses",
        "milliseconds",
    ]
    nothing = Survival("any")
    assert nothing.win_rate is nothing.win_rate_error is nothing.guesses is None
    assert nothing.milliseconds is None
    assert Survival("any", 1, 0).win_rate_error == 0.25
    assert Survival("any", 0, 20).win_rate_error == pytest.approx(0.5 / 21)
    many = Survival("any", 30_000, 70_000).win_rate_error
    assert many == pytest.approx(sqrt(0.3 * 0.7 / 100_000), rel=1e-4)


def test_who_opens_the_same_cell_for_ever_is_reported() -> None:
    @strategy("stubborn", game="minesweeper")
    def stubborn(view: BoardView) -> Cell:
        """Open the same cell for ever."""
        return (0, 0)

    with pytest.raises(IllegalMove, match="stubborn never ends a game: in turn 2 it opens 0,0"):
        list(survival(parse_rules(SMALL), [stubborn], 5, 0))


def test_a_match_that_cannot_be_is_refused_at_once() -> None:
    with pytest.raises(InvalidSpec, match="pseq is named twice"):
        survival(parse_rules(SMALL), found("pseq", "pseq"), 5, 0)
    with pytest.raises(InvalidSpec, match="0 rounds is no match"):
        survival(parse_rules(SMALL), found("pseq"), 0, 0)
    assert first_closed(View(parse_rules(SMALL))) == (0, 0)
