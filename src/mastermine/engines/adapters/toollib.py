"""ms-toollib by Wang Jianing, a library for Minesweeper: its chances of mines."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from mastermine.core.strategy import Strategy, strategy
from mastermine.minesweeper.board import CLOSED

if TYPE_CHECKING:
    from mastermine.minesweeper.board import Cell
    from mastermine.minesweeper.knowledge import BoardView

HIDDEN = 10
"""A closed cell in the boards of the library."""


def toollib(folder: str) -> Strategy:
    """Returns a strategy that opens the cells with the lowest chance by the library."""
    sys.path.insert(0, folder)
    chances = import_module("ms_toollib").cal_probability_onboard

    @strategy("ms-toollib", game="minesweeper")
    def safest(view: BoardView) -> list[Cell]:
        """All cells without a mine, or the first of the safest; the corner at the beginning."""
        board = view.knowledge.board
        if len(board.hidden) == len(board.cells):
            return [(0, 0)]
        values = [HIDDEN if value == CLOSED else value for value in board.cells]
        rows = [values[at : at + board.width] for at in range(0, len(values), board.width)]
        mines, _numbers = chances(rows, view.rules.mines)
        least = min(mines[y][x] for x, y in board.hidden)
        cells = [(x, y) for x, y in board.hidden if mines[y][x] == least]
        return cells[:1] if least else cells

    return safest
