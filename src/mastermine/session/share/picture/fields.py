"""A minefield as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.core.game import Outcome
from mastermine.i18n.text import _, ngettext
from mastermine.minesweeper.board import CLOSED, MINED
from mastermine.session.share.picture.heading import heading
from mastermine.session.share.picture.paint import BAD, INK, MUTED, Painting, fitted
from mastermine.session.share.picture.shapes import CROSS, FLAG, MINE

if TYPE_CHECKING:
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


def painted(game: MinesweeperSession) -> str:
    """The field as the player may see it: the mines only at the end."""
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
            _closed(picture, x, y)
            if cell in game.flags:
                picture.path(FLAG, *middle, 17, BAD)
                if secret is not None and not mined:
                    picture.path(CROSS, *middle, 22, INK)
    return picture.svg(width, TOP + rules.height * CELL + EDGE)


def _closed(picture: Painting, x: float, y: float) -> None:
    """A raised cell."""
    picture.rectangle(x + 0.5, y + 0.5, CELL - 1, CELL - 1, DARK)
    picture.rectangle(x + 0.5, y + 0.5, CELL - 3, CELL - 3, LIGHT)
    picture.rectangle(x + 2.5, y + 2.5, CELL - 5, CELL - 5, CLOSED_FILL)


def _how_it_stands(game: MinesweeperSession) -> str:
    seconds = int(game.clock.seconds)
    time = f"{seconds // 60}:{seconds % 60:02}"
    if game.outcome is None:
        left = game.mines_left
        mines = ngettext("{n} mine left", "{n} mines left", left).format(n=left)
        return f"{mines}, {time}"
    clicks = ngettext("{n} click", "{n} clicks", game.clicks).format(n=game.clicks)
    if game.outcome is Outcome.WON:
        # Translators: {time} is such as 1:23, {clicks} is "{n} clicks".
        return _("won in {time}, {clicks}").format(time=time, clicks=clicks)
    if game.given_up:
        return _("given up after {time}, {clicks}").format(time=time, clicks=clicks)
    return _("lost after {time}, {clicks}").format(time=time, clicks=clicks)
