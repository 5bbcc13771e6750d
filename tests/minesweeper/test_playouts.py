"""Playouts: layouts drawn fairly, games played on, and what they are allowed to change."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.minesweeper.views import shown

from mastermine.core.errors import InvalidSpec
from mastermine.core.random import Random
from mastermine.minesweeper import playouts
from mastermine.minesweeper.board import CLOSED
from mastermine.minesweeper.endgame import click_wins
from mastermine.minesweeper.guessing import far_sighted_guess, shortlist
from mastermine.minesweeper.kernels import backend
from mastermine.minesweeper.preference import preferred_guess
from mastermine.minesweeper.reference import playouts as reference
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import find_strategy, parse_rules_of

LATE = "0001#\n0112#\n12###\n#####", 4
EARLY = "1#####\n######\n######\n######\n######", 7
MARKED = "*1###*\n######", 4
OUTSIDE = "01#####\n12#####\n#######", 4


@pytest.mark.parametrize(
    ("play", "n"), [(backend.playouts, 4000), (reference, 150)], ids=["in use", "reference"]
)
@pytest.mark.parametrize(("board", "mines"), [LATE, OUTSIDE, MARKED])
def test_the_mean_is_the_chance_to_win(play: Any, n: int, board: str, mines: int) -> None:
    field = shown(board, mines).knowledge
    worth = click_wins(field.board, mines)
    cells = [cell for cell in worth.clicks if 0 < field.risk(cell) < 1]
    places = np.array([field.board.index(cell) for cell in cells])
    values = play(field.board.array, mines, places, n, 1)
    assert values.shape == (n, len(cells))
    for cell, value in zip(cells, values.T, strict=True):
        risk, chance = field.risk(cell), worth.clicks[cell] / len(worth.layouts)
        assert abs(np.isnan(value).mean() - risk) < 4.5 * (risk * (1 - risk) / n) ** 0.5
        won = np.nan_to_num(value)
        assert abs(won.mean() - chance) < 4.5 * (won.std() + 0.01) / n**0.5


def test_no_layout_fits() -> None:
    board = shown("1#\n##", 1).knowledge.board
    for play in (backend.playouts, reference):
        assert play(board.having([((0, 0), 3)]).array, 1, np.array([1, 2]), 5, 1).shape == (0, 2)


@pytest.mark.rest
@pytest.mark.parametrize(("board", "mines"), [LATE, OUTSIDE, ("#1##1#\n######\n######", 4)])
def test_every_layout_is_drawn_equally_often(board: str, mines: int) -> None:
    """Pairs of cells have mines together as often as in all layouts."""
    array, n = shown(board, mines).knowledge.board.array, 3000
    places = np.flatnonzero(array == CLOSED)
    mined = np.isnan(backend.playouts(array, mines, places, n, 5)).astype(float)
    layouts = backend.fitting_layouts(array, mines, 10_000, 0, 0)[:, places].astype(float)
    wanted = layouts.T @ layouts / len(layouts)
    errors = 4.5 * np.sqrt(np.maximum(wanted * (1 - wanted), 0) / n)
    assert np.all(np.abs(mined.T @ mined / n - wanted) <= errors)


def test_efforts_differ_in_their_rule() -> None:
    view = shown(*EARLY)
    assert playouts.guess(view, 0) == far_sighted_guess(view)
    assert playouts.guess(view, 1) == preferred_guess(view)
    found = playouts.guess(view, 2)
    assert found in shortlist(view)
    assert playouts.guess(view, 2) == found


@pytest.mark.parametrize("effort", [-1, playouts.MAX_EFFORT + 1])
def test_other_efforts_are_refused(effort: int) -> None:
    message = f"champion: effort={effort} is out of range: 0 to 12"
    with pytest.raises(InvalidSpec, match=message):
        find_strategy(f"champion:effort={effort}", "minesweeper")


def test_few_playouts_leave_the_rule_as_it_is() -> None:
    rng = np.random.default_rng(1)
    rule, risks = np.array([0.5, 0.47, 0.4]), np.array([0.2, 0.1, 0.3])
    means = np.array([0.5, 0.6, 0.7])
    better, errors = playouts.compared(rule, rng.normal(means, 0.3, (4, 3)), risks)
    assert better[0] == errors[0] == 0
    assert better.argmax() == 0
    many = rng.normal(means, 0.3, (200_000, 3))
    better, errors = playouts.compared(rule, many, np.zeros(3))
    np.testing.assert_allclose(better, playouts.SLOPE * (means - 0.5), atol=0.02)
    assert better.argmax() == 2
    assert 0 < errors[2] < 0.001


def test_how_often_there_was_a_mine_does_not_matter() -> None:
    rule, risks = np.array([0.0, 0.0]), np.array([0.25, 0.25])
    values = np.full((2000, 2), 0.5)
    values[:900, 0] = np.nan
    better, _errors = playouts.compared(rule, values, risks)
    assert abs(better[1]) < 1e-12


def test_no_effort_is_farsighted_in_whole_games() -> None:
    rules = parse_rules_of(Minesweeper, "10x10x20")
    secrets: list[Any] = [rules.draw(rng) for rng in map(Random, range(40))]
    own = list(map(Random, range(40)))

    def won(spec: str) -> list[bool]:
        games = find_strategy(spec, "minesweeper").games
        assert games is not None
        return [each.won for each in games(rules, secrets, own)]

    assert won("champion:effort=0:layouts=300") == won("farsighted:layouts=300")
    assert find_strategy("champion:effort=2", "minesweeper").games is None
