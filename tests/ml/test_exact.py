"""Exact rewards of random games against exact rational ones, to 1e-9.

The layouts that fit are counted in whole numbers: on small boards by listing all of them, at
beginner by the number of layouts with and without a mine in each cell.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import log2
from typing import Any

import numpy as np
import pytest

from mastermine.minesweeper.board import CLOSED, MINED, Board
from mastermine.minesweeper.probability import analyze, is_possible
from mastermine.minesweeper.rules import First, Minesweeper
from mastermine.ml.minefields import Minefields
from mastermine.ml.rewards import click_figures, exact_rewards
from mastermine.registry import parse_rules_of
from mastermine.system.native import module as native

Exact = tuple[list[Fraction | None], dict[int, list[Fraction]]]
"""The chance of a mine in each closed cell, and those of its answers."""

CLOSE = 1e-9


@cache
def layouts(rules: Minesweeper) -> tuple[Any, Any]:
    """All layouts, and the number of each cell in them."""
    rows = np.array([
        [cell in mines for cell in range(rules.cells)]
        for mines in combinations(range(rules.cells), rules.mines)
    ], np.int16)  # fmt: skip
    fields = np.pad(rows.reshape(-1, rules.height, rules.width), ((0, 0), (1, 1), (1, 1)))
    numbers = sum(
        fields[:, y : y + rules.height, x : x + rules.width] for y in range(3) for x in range(3)
    )
    return rows, np.asarray(numbers).reshape(len(rows), -1)


@cache
def listed(rules: Minesweeper, cells: bytes) -> Exact:
    """Chances by listing all layouts that fit."""
    board = np.frombuffer(cells, np.uint8)
    mines, numbers = layouts(rules)
    shown = board < CLOSED
    fits = (mines[:, shown] == 0).all(axis=1) & (numbers[:, shown] == board[shown]).all(axis=1)
    mines, numbers = mines[fits], numbers[fits]
    risks: list[Fraction | None] = [None] * rules.cells
    answers = {}
    for cell in np.flatnonzero(board == CLOSED).tolist():
        risk = risks[cell] = Fraction(int(mines[:, cell].sum()), len(mines))
        safe = np.bincount(numbers[mines[:, cell] == 0, cell])
        answers[cell] = [Fraction(int(n), len(mines)) for n in safe] + [risk]
    return risks, answers


@cache
def counted(rules: Minesweeper, cells: bytes) -> Exact:
    """Chances by the numbers of layouts with a mine in each cell, which are whole numbers."""
    here = Board(rules.width, rules.height, cells)
    total = analyze(here, rules.mines).solutions
    risks: list[Fraction | None] = [None] * rules.cells
    alike: dict[Any, Fraction] = {}
    for cell in here.hidden:
        # Cells that touch the same numbers have the same chance.
        touched = tuple(other for other in here.neighbours(cell) if here[other] < CLOSED)
        if touched not in alike:
            mined = here.having([(cell, MINED)])
            possible = is_possible(mined, rules.mines)
            ways = analyze(mined, rules.mines).solutions if possible else 0
            alike[touched] = Fraction(ways, total)
        risks[here.index(cell)] = alike[touched]
    return risks, {}


def bits(chances: list[Fraction]) -> float:
    return -sum(float(chance) * log2(chance) for chance in chances if chance)


def compare(spec: str, games: int, exactly: Callable[[Minesweeper, bytes], Exact]) -> int:
    """Plays random games; returns how many clicks were compared."""
    rules = parse_rules_of(Minesweeper, spec)
    fields, rng = Minefields(rules, games), np.random.default_rng(4)
    fields.start(range(games))
    compared, running = 0, np.ones(games, np.bool_)
    while running.any():
        boards = fields.boards
        clicks = np.array([rng.choice(np.flatnonzero(board == CLOSED)) for board in boards])
        figures = click_figures(rules, boards, clicks, exactly is listed)
        rewards = exact_rewards(boards, clicks, figures)
        for game in np.flatnonzero(running):
            if rules.first is not First.ANY and (boards[game] == CLOSED).all():
                assert figures["risk"][game] == figures["least_risk"][game] == rewards[game] == 0
                continue
            risks, answers = exactly(rules, boards[game].tobytes())
            least = min(risk for risk in risks if risk is not None)
            risk = risks[clicks[game]]
            assert risk is not None
            assert abs(figures["risk"][game] - risk) < CLOSE
            assert abs(figures["least_risk"][game] - least) < CLOSE
            assert abs(rewards[game] - (least - risk)) < CLOSE
            assert figures["provable"][game] == (risk == 0)
            if answers:
                most = max(map(bits, answers.values()))
                assert abs(figures["information"][game] - bits(answers[clicks[game]])) < CLOSE
                assert abs(figures["most_information"][game] - most) < CLOSE
            compared += 1
        won, lost = fields.click(clicks)
        running &= ~(won | lost)
        over = np.flatnonzero(~running)
        fields.boards[over] = CLOSED  # so that every game has a cell to click on
    return compared


@pytest.mark.parametrize("spec", ["4x4x3", "4x4x3-any"])
def test_rewards_on_a_small_board(spec: str) -> None:
    assert compare(spec, 40, listed) > 80


@pytest.mark.skipif(native is None, reason="too slow without the native core")
def test_rewards_at_beginner() -> None:
    assert compare("beginner", 60, counted) > 120


@pytest.mark.rest
@pytest.mark.parametrize(("spec", "games"), [("4x4x3", 10_000), ("5x4x5-any", 500)])
def test_rewards_of_many_games_on_a_small_board(spec: str, games: int) -> None:
    assert compare(spec, games, listed) > games


@pytest.mark.rest
@pytest.mark.skipif(native is None, reason="too slow without the native core")
def test_rewards_of_10_000_games_at_beginner() -> None:
    assert compare("beginner", 10_000, counted) > 20_000
