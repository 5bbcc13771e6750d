"""Pictures of minefields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.core.game import Turn
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext
from mastermine.minesweeper.board import CLOSED, MINED
from mastermine.session.messages import counts, minesweeper
from mastermine.session.share.picture.heading import heading, record_heading
from mastermine.session.share.picture.paint import BAD, INK, MUTED, Painting, fitted
from mastermine.session.share.picture.shapes import CROSS, FLAG, MINE

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from mastermine.core.play import Record
    from mastermine.minesweeper.board import Board, Cell, Layout
    from mastermine.minesweeper.probability import Analysis
    from mastermine.minesweeper.rules import Minesweeper
    from mastermine.session import MinesweeperSession

CELL, EDGE, TOP = 26, 24, 80
"""Side of a cell, margin, and top of the board."""
MIN_WIDTH = 330

# Each has a contrast of at least 4.5 to 1 on open cells.
NUMBERS = (
    *("", "#1d4ed8", "#1b6e2d", "#b91c1c", "#3b2a8f"),
    *("#7a1f12", "#0f5f66", "#1f2328", "#565c64"),
)
OPEN, GRID, CLOSED_FILL, LIGHT, DARK = "#f1efe8", "#d4d0c5", "#b9c2cc", "#dbe1e7", "#8a95a1"


def painted(game: MinesweeperSession) -> str:
    """Draws the board as the player may see it: the mines only at the end."""
    title = heading(game, _state(game))
    return painted_board(game.board, *title, game.secret, game.flags, game.fatal)


def painted_record(rules: Minesweeper, record: Record) -> str:
    """Draws the board after the last click."""
    field = rules.knowledge()
    for action, feedback in record.turns:
        field = field.after(Turn(rules.parse_action(action), rules.parse_feedback(feedback)))
    fatal = field.board.all(MINED)
    secret = None if record.secret is None else rules.parse_secret(record.secret)
    title = record_heading(rules, record, counts.clicks(len(record.turns)))
    return painted_board(field.board, *title, secret, fatal=fatal[0] if fatal else None)


def painted_analysis(analysis: Analysis) -> str:
    """Draws a board with mine probabilities in percent."""
    mines = ngettext("{n} mine", "{n} mines", analysis.mines).format(n=whole(analysis.mines))
    title = _("Chance of a mine, %")
    return painted_board(analysis.board, title, mines, risk=analysis.risk)


def painted_board(
    board: Board,
    title: str = "",
    subtitle: str = "",
    secret: Layout | None = None,
    flags: Collection[Cell] = (),
    fatal: Cell | None = None,
    risk: Callable[[Cell], float] | None = None,
) -> str:
    """Draws a board. ``secret``: the mines to show; ``fatal``: the mine that was hit.

    ``risk`` returns the mine probability to show in a closed cell.
    """
    wide = board.width * CELL
    width = max(MIN_WIDTH if title else 0, wide + 2 * EDGE)
    picture = Painting(". ".join(filter(None, (title, subtitle))))
    picture.text(title, EDGE, 40, fitted(title, 20, width - 2 * EDGE))
    picture.text(subtitle, EDGE, 62, fitted(subtitle, 13, width - 2 * EDGE), MUTED)
    left, top = (width - wide) / 2, TOP if title else EDGE
    picture.rectangle(left, top, wide, board.height * CELL, GRID)
    for index, value in enumerate(board.cells):
        cell = board.cell(index)
        x, y = left + cell[0] * CELL, top + cell[1] * CELL
        middle = x + CELL / 2, y + CELL / 2
        mined = value == MINED or (secret is not None and cell in secret)
        if value not in (CLOSED, MINED):
            picture.rectangle(x + 0.5, y + 0.5, CELL - 1, CELL - 1, OPEN)
            if 1 <= value <= 8:
                colour = NUMBERS[value]
                picture.text(str(value), middle[0], middle[1] + 6, 17, colour, "middle")
        elif mined and cell not in flags:
            hit = cell == fatal
            picture.rectangle(x + 0.5, y + 0.5, CELL - 1, CELL - 1, BAD if hit else OPEN)
            picture.path(MINE, *middle, 18, "#ffffff" if hit else INK)
        else:
            _closed(picture, x, y)
            if risk is not None:
                _chance(picture, risk(cell), *middle)
            if cell in flags:
                picture.path(FLAG, *middle, 17, BAD)
                if secret is not None and not mined:
                    picture.path(CROSS, *middle, 22, INK)
    return picture.svg(width, top + board.height * CELL + EDGE)


def _chance(picture: Painting, risk: float, x: float, y: float) -> None:
    """Draws a mine probability in percent; green for a safe cell, red for a mine."""
    fill = {0.0: NUMBERS[2], 1.0: BAD}.get(risk, INK)
    picture.text(f"{100 * risk:.0f}", x, y + 4, 12, fill, "middle")


def _closed(picture: Painting, x: float, y: float) -> None:
    picture.rectangle(x + 0.5, y + 0.5, CELL - 1, CELL - 1, DARK)
    picture.rectangle(x + 0.5, y + 0.5, CELL - 3, CELL - 3, LIGHT)
    picture.rectangle(x + 2.5, y + 2.5, CELL - 5, CELL - 5, CLOSED_FILL)


def _state(game: MinesweeperSession) -> str:
    if game.outcome is None:
        return f"{counts.mines_left(game.mines_left)}, {minesweeper.clock(game.clock.seconds)}"
    return minesweeper.outcome(game).removesuffix(".")
