"""Exact worth of moves: arrays with a value for each game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import comb, log2
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _
from mastermine.minesweeper.board import CLOSED, neighbour_table
from mastermine.minesweeper.generate import opens_zero
from mastermine.minesweeper.kernels import backend
from mastermine.minesweeper.probability import call
from mastermine.minesweeper.rules import First, Minesweeper

WIN, EXACT = "win", "exact"

WASTED = -1.0
"""Exact reward of a click that opens nothing, as for a certain mine beside a safe cell."""

Kernel = Callable[..., NDArray[Any]]
"""Analyses many boards; the arguments are those of ``probability.call``."""


def check_reward(reward: str) -> None:
    """Raises InvalidSpec for an unknown kind of reward."""
    if reward not in (WIN, EXACT):
        raise InvalidSpec(
            _("there is no reward {reward!r}: use {win} or {exact}").format(
                reward=reward, win=WIN, exact=EXACT
            )
        )


def risks(rules: Minesweeper, boards: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Returns the chance of a mine in each cell of boards, of shape (games, cells).

    It is nan for open cells, and 0 before a first click that is safe. Raises TooLarge.
    """
    return _analysed(rules, boards, backend.risks_all, np.zeros(rules.cells))


def information(rules: Minesweeper, boards: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Returns the expected information of a click on each cell, in bits: shape (games, cells).

    That is the entropy (Shannon 1948) of its answer, a number or a mine, without the other cells
    that a zero opens. It is nan for open cells. Raises TooLarge.
    """
    return _analysed(rules, boards, backend.information_all, _first_information(rules))


def _analysed(
    rules: Minesweeper, boards: NDArray[np.uint8], kernel: Kernel, first: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Analyses boards; ``first`` are the values before a first click that is safe."""
    known = np.full(boards.shape, first)
    started = np.ones(len(boards), np.bool_)
    if rules.first is not First.ANY:
        started = (boards != CLOSED).any(axis=1)
    if started.any():
        known[started] = call(kernel, boards[started], rules.width, rules.mines)
    return known


@cache
def _first_information(rules: Minesweeper) -> NDArray[np.float64]:
    """Returns the information of a first click that is safe, by its cell."""
    others, bits = rules.cells - 1, np.zeros(rules.cells)
    for place, near in enumerate(neighbour_table(rules.width, rules.height)):
        if opens_zero(rules, (place % rules.width, place // rules.width)):
            continue
        around = len(near)
        ways = [comb(around, n) * comb(others - around, rules.mines - n)
                for n in range(min(around, rules.mines) + 1)]  # fmt: skip
        bits[place] = -sum(n / sum(ways) * log2(n / sum(ways)) for n in ways if n)
    return bits


def click_figures(
    rules: Minesweeper,
    boards: NDArray[np.uint8],
    places: NDArray[np.int64],
    with_information: bool = False,
) -> dict[str, NDArray[Any]]:
    """Returns arrays of what is known about a click in each game, before its answer.

    ``risk`` and ``least_risk`` (of all closed cells); ``provable``: the click was certainly safe.
    With ``with_information`` also ``information`` and ``most_information``, in bits. A click on an
    open cell has risk 0 and no information, and is not provable. Raises TooLarge.
    """
    games = np.arange(len(boards))
    useful = boards[games, places] == CLOSED
    chances = risks(rules, boards)
    risk = np.where(useful, chances[games, places], 0.0)
    figures: dict[str, NDArray[Any]] = {
        "risk": risk,
        "least_risk": np.nanmin(chances, axis=1),
        "provable": useful & (risk == 0),
    }
    if with_information:
        bits = information(rules, boards)
        figures["information"] = np.where(useful, bits[games, places], 0.0)
        figures["most_information"] = np.nanmax(bits, axis=1)
    return figures


def exact_rewards(
    boards: NDArray[np.uint8], places: NDArray[np.int64], figures: dict[str, NDArray[Any]]
) -> NDArray[np.float64]:
    """Returns the risk that each click could have avoided, negative: 0 for the best click.

    It depends on what the player could know, never on luck.
    """
    useful = boards[np.arange(len(boards)), places] == CLOSED
    return np.where(useful, figures["least_risk"] - figures["risk"], WASTED)
