"""What each cell of a minefield shows, as one sign: the same as on the page and in the notation."""

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
    """The sign of each cell in reading order; ``layout`` once the mines may be seen."""
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


def shown(session: MinesweeperSession, mines: bool = True) -> str:
    """What a game shows; without its ``mines``, where a hit one is to be seen alone."""
    return signs_of(session.board, session.flags, session.secret if mines else None)
