"""Signs of the cells of a minefield, shared with the page and the notation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.minesweeper import CLOSED, MINED, SIGNS

if TYPE_CHECKING:
    from collections.abc import Collection

    from mastermine.minesweeper import Board, Cell, Layout
    from mastermine.session import MinesweeperSession

CLOSED_SIGN, FLAG, MINE, HIT, WRONG = "#", "F", "*", "X", "!"

_SIGNS = {value: sign for value, sign in enumerate(SIGNS) if value != MINED} | {MINED: HIT}


def signs_of(board: Board, flags: Collection[Cell] = (), layout: Layout | None = None) -> str:
    """Returns the signs in reading order; ``layout`` also shows mines and wrong flags."""
    signs = [_SIGNS[value] for value in board.cells]
    if layout is not None:
        for index, mine in enumerate(layout.mines):
            if mine and board.cells[index] == CLOSED:
                signs[index] = MINE
    for cell in flags:
        index = board.index(cell)
        if board.cells[index] == CLOSED:
            signs[index] = FLAG if layout is None or layout.mines[index] else WRONG
    return "".join(signs)


def visible_signs(session: MinesweeperSession, mines: bool = True) -> str:
    """Returns the signs of a game; ``mines`` also shows all mines, if the game is over."""
    return signs_of(session.board, session.flags, session.secret if mines else None)
