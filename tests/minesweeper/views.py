"""Views on boards, however they came about."""

from __future__ import annotations

from typing import Any

from mastermine.core.game import Turn, View
from mastermine.core.random import Random
from mastermine.minesweeper.board import Board
from mastermine.minesweeper.knowledge import Field
from mastermine.minesweeper.rules import Minesweeper, Opened


def shown(text: str, mines: int) -> Any:
    """A view on a board after one click."""
    board = Board.parse(text)
    rules = Minesweeper(board.width, board.height, mines)
    click = Turn((0, 0), Opened(tuple(board.numbered())))
    return View[Any, Any, Any](rules, (click,), Field(rules, board), Random(1))
