"""A minefield as a picture."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from mastermine.core.game import Outcome
from mastermine.core.text import _, ngettext
from mastermine.minesweeper.board import CLOSED, MINED
from mastermine.session.picture.heading import heading
from mastermine.session.picture.paint import BAD, INK, MUTED, Painting, fitted
from mastermine.session.picture.shapes import CROSS, FLAG, MINE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mastermine.session import MinesweeperSession

CELL, EDGE, TOP = 26, 24, 80
"""The side of a cell, the margin, and where the field begins."""
LEAST_WIDTH = 330

# On the open cells each has a contrast of at least 4.5 to 1.
NUMBERS = (
    *("", "#1d4ed8", "#1b6e2d", "#b91c1c", "#3b2a8f"),
    *("#7a1f12", "#0f5f66", "#1f2328", "#565c64"),
)
OPEN, GRID, CLOSED_FILL, LIGHT, DARK = "#f1efe8", "#d4d0c5", "#b9c2cc", "#dbe1e7", "#8a95a1"


def painted(game: MinesweeperSession, chances: NDArray[np.float64] | None = None) -> str:
    """The field as the player may see it: the mines only at the end.

    ``chances``, where given, are those of a mine in each cell, of shape (height, width), nan for
    open cells; they are written on the closed ones in percent.
    """
    rules, board, secret = game.rules, game.board, game.secret
    wide = rules.width * CELL
    width = max(LEAST_WIDTH, wide + 2 * EDGE)
    title, told = heading(game, _how_it_stands(game))
    picture = Painting(f"{title}. {told}")
    picture.text(title, EDGE, 40, fitted(title, 20, width - 2 * EDGE))
    picture.text(told, EDGE, 62, fitted(told, 13, width - 2 * EDGE), MUTED)
    left = (width - wide) / 2
    picture.rectangle(left, TOP, wide, rules.height * CELL, GRID)
    for index, value in enumerate(board.cells):
        cell = board.cell(index)
        x, y = left + cell[0] * CELL, TOP + cell[1] * CELL
        middle = x + CELL / 2, y + CELL / 2
        mined = value == MINED or (secret is not None and cell in secret)
        if value not in (CLOSED, MINED):
            picture.rectangle(x + 0.5, y + 0.5, CELL - 1, CELL - 1, OPEN)
            if 1 <= value <= 8:
                colour = NUMBERS[value]
                picture.text(str(value), middle[0], middle[1] + 6, 17, colour, "middle")
        elif mined and cell not in game.flags:
            fatal = cell == game.fatal
            picture.rectangle(x + 0.5, y + 0.5, CELL - 1, CELL - 1, BAD if fatal else OPEN)
            picture.path(MINE, *middle, 18, "#ffffff" if fatal else INK)
        else:
            flagged = cell in game.flags
            chance = None
            if chances is not None and not flagged:
                chance = float(chances[cell[1], cell[0]])
            _closed(picture, x, y, chance)
            if flagged:
                picture.path(FLAG, *middle, 17, BAD)
                if secret is not None and not mined:
                    picture.path(CROSS, *middle, 22, INK)
    return picture.svg(width, TOP + rules.height * CELL + EDGE)


def _closed(picture: Painting, x: float, y: float, chance: float | None) -> None:
    """A raised cell; with the chance of a mine, which also tints it, where that is told."""
    picture.rectangle(x + 0.5, y + 0.5, CELL - 1, CELL - 1, DARK)
    picture.rectangle(x + 0.5, y + 0.5, CELL - 3, CELL - 3, LIGHT)
    shown = chance is not None and not isnan(chance)
    fill = _tint(chance) if chance is not None and shown else CLOSED_FILL
    picture.rectangle(x + 2.5, y + 2.5, CELL - 5, CELL - 5, fill)
    if chance is not None and shown:
        percent = round(100 * chance)
        text = str(min(99, max(1, percent)) if 0 < chance < 1 else percent)
        picture.text(text, x + CELL / 2, y + CELL / 2 + 4, 11, INK, "middle")


def _tint(chance: float) -> str:
    """From green through yellow to red, all of them light."""
    low, high = ("#bfe3c6", "#f5e6a8") if chance < 0.5 else ("#f5e6a8", "#f2b5ae")
    part = 2 * chance if chance < 0.5 else 2 * chance - 1
    mixed = (
        round(int(low[i : i + 2], 16) * (1 - part) + int(high[i : i + 2], 16) * part)
        for i in (1, 3, 5)
    )
    return "#" + "".join(f"{value:02x}" for value in mixed)


def _how_it_stands(game: MinesweeperSession) -> str:
    seconds = int(game.clock.seconds)
    time = f"{seconds // 60}:{seconds % 60:02}"
    if game.outcome is None:
        left = game.mines_left
        mines = ngettext("{n} mine left", "{n} mines left", left).format(n=left)
        return f"{mines}, {time}"
    clicks = ngettext("{n} click", "{n} clicks", game.clicks).format(n=game.clicks)
    if game.outcome is Outcome.WON:
        return _("won in {time}, {clicks}").format(time=time, clicks=clicks)
    if game.given_up:
        return _("given up after {time}, {clicks}").format(time=time, clicks=clicks)
    return _("lost after {time}, {clicks}").format(time=time, clicks=clicks)
