"""How a game of Minesweeper looks in a terminal: the field between its rulers.

A closed cell is ``#``, a flag ``F``, as in the notation; no sign is told by its colour alone.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from mastermine.coach.click import percent
from mastermine.i18n.text import _
from mastermine.minesweeper import (
    CLOSED,
    MINED,
    UNNUMBERED,
    Board,
    Cell,
    Layout,
    chance_sign,
    meaning_of_signs,
)

NUMBERS = (
    *("dim", "bright_blue", "green", "bright_red", "magenta"),
    *("red", "cyan", "bright_white", "yellow"),
)
"""The styles of the numbers 0 to 8, near those that they have in Windows."""

WRONG = "bold white on red"
RISKS = ((0.1, "green"), (0.25, "yellow"), (0.5, "bright_red"), (1.0, "red"))
"""The styles of chances up to each of these."""

OTHER_LINES = 9
"""Lines of the screen that are not the field's own."""

MAX_RISK_BLOCKS = 2
"""In a game, chances are shown in at most so many blocks; they are higher than a screen then."""


@dataclass(frozen=True)
class Minefield:
    """A field as it is drawn, in blocks of columns where it is wider than the screen."""

    board: Board
    flags: Collection[Cell] = ()
    at: Cell | None = None
    """The cell to look at: in brackets, or where there is no room, between ``>``, ``<`` and ``v``.

    Chances are shown without.
    """
    marked: Collection[Cell] = ()
    """Cells that are underlined."""
    layout: Layout | None = None
    """The mines, once they may be seen."""
    chances: NDArray[np.float64] | None = None
    """The chance of a mine in each closed cell, which is then shown in percent.

    Not so in the cells that are ``away`` from all numbers, which would drown the others.
    """
    elsewhere: str = ""
    """How to see another part: of a field that is too large, only that around ``at`` is shown.

    Where there is no way to see another one, all is shown.
    """

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        board = self.board
        margin = len(str(board.height - 1)) + 1
        space = options.max_width - 2 * margin - 1
        pitch = self._pitch(space)
        blocks = _blocks(board.width, max(1, space // pitch))
        rows = range(board.height)
        if self.elsewhere and (self.chances is None or len(blocks) > MAX_RISK_BLOCKS):
            x, y = self.at or (0, 0)
            blocks = [_around(x, space // pitch, board.width)]
            if console.is_terminal:
                rows = _around(y, console.height - OTHER_LINES, board.height)
        for columns in blocks:
            if columns is not blocks[0]:
                yield Text()
            yield from self._block(columns, rows, margin, pitch, options.ascii_only)
        if sum(map(len, blocks)) < board.width or len(rows) < board.height:
            part = _(
                "Columns {left} to {right} of {width}, rows {top} to {bottom} of {height}."
            ).format(
                left=blocks[0][0],
                right=blocks[-1][-1],
                width=board.width,
                top=rows[0],
                bottom=rows[-1],
                height=board.height,
            )
            yield Text(f"{part} {self.elsewhere}", "dim")

    def _block(
        self, columns: range, rows: range, margin: int, pitch: int, plain: bool
    ) -> RenderResult:
        pointed = self.at if pitch == 1 else None  # Without room for brackets.
        yield from self._ruler(columns, margin, pitch)
        if pointed and pointed[0] in columns and pointed[1] in rows:
            yield Text(f"{'':{margin + columns.index(pointed[0])}}v")
        for y in rows:
            left, right = "><" if pointed and pointed[1] == y else "  "
            line = Text(no_wrap=True).append(f"{y:>{margin - 1}}", "dim").append(left)
            for x in columns:
                line.append_text(self._cell((x, y), pitch, plain))
            closing = self._before((columns[-1] + 1, y)) if pitch > 1 else right
            line.append(closing).append(f"{y:<{margin - 1}}".rstrip(), "dim")
            yield line
        if len(rows) > 12:
            yield from self._ruler(columns, margin, pitch)

    def _chance(self, cell: Cell) -> float | None:
        """The chance of a mine in a closed cell; None where it is that of all cells away."""
        chance = float(self.chances[cell[1], cell[0]]) if self.chances is not None else 0.0
        certain = chance in (0.0, 1.0)
        return None if not certain and away(self.board, cell) else chance

    def _pitch(self, space: int) -> int:
        """How wide a cell is drawn, the space before it included; none where there is no room."""
        if self.chances is not None:
            return 3
        return 2 if 2 * self.board.width <= space else 1

    def _ruler(self, columns: range, margin: int, pitch: int) -> RenderResult:
        """The numbers of the columns: tens where they change, and below them the last digits."""
        if columns[-1] > 9:
            tens = "".join(
                f"{'' if x % 10 and x != columns[0] else x // 10:>{pitch}}" for x in columns
            )
            yield Text(f"{'':{margin}}{tens}".rstrip(), "dim", no_wrap=True)
        digits = "".join(f"{x % 10:>{pitch}}" for x in columns)
        yield Text(f"{'':{margin}}{digits}", "dim", no_wrap=True)

    def _cell(self, cell: Cell, pitch: int, plain: bool) -> Text:
        """A cell, after a space or a bracket where there is room for one."""
        sign, style = self._sign(cell, plain)
        if cell in self.marked:
            style += " underline"
        if pitch == 1:
            return Text(sign, f"{style} reverse" if cell == self.at else style)
        return Text.assemble(self._before(cell).rjust(pitch - len(sign)), (sign, style))

    def _before(self, cell: Cell) -> str:
        """What stands between a cell and the one to the left of it."""
        if self.chances is None and self.at is not None:
            if cell == self.at:
                return "["
            if cell == (self.at[0] + 1, self.at[1]):
                return "]"
        return " "

    def _sign(self, cell: Cell, plain: bool) -> tuple[str, str]:
        number = self.board[cell]
        mine = self.layout is not None and cell in self.layout
        if number == MINED:
            return ("X", WRONG) if self.chances is None else _percent(1.0)
        if number == UNNUMBERED:
            return "?", "dim"
        if number < CLOSED:
            return str(number) if number else " " if plain else "·", NUMBERS[number]
        if self.chances is not None and (chance := self._chance(cell)) is not None:
            return _percent(chance)
        if cell in self.flags:
            return ("!", WRONG) if self.layout is not None and not mine else ("F", "bold yellow")
        return ("*", "bold") if mine else ("#", "none")


def legend(board: Board, chances: NDArray[np.float64]) -> list[str]:
    """What the signs of a field with chances mean, in sentences."""
    told = [meaning_of_signs()]
    elsewhere = {float(chances[y, x]) for x, y in board.hidden if away(board, (x, y))}
    unsure = elsewhere - {0.0, 1.0}  # It is the same in all of them.
    return told + [
        _("# is next to no number: {chance}.").format(chance=percent(chance)) for chance in unsure
    ]


def away(board: Board, cell: Cell) -> bool:
    """Whether a closed cell is next to no number: all such cells have the same chance of a mine."""
    return board[cell] == CLOSED and all(board[each] >= CLOSED for each in board.neighbours(cell))


def _percent(chance: float) -> tuple[str, str]:
    """A chance in two signs, and their style."""
    if chance in (0.0, 1.0):
        style = "bold red" if chance else "bold green"
    else:
        style = next(style for most, style in RISKS if chance <= most)
    return chance_sign(chance), style


def _blocks(total: int, most: int) -> list[range]:
    """All indices in blocks, which begin at tens where there is room for ten."""
    step = most if most < 10 or most >= total else most // 10 * 10
    return [range(start, min(start + step, total)) for start in range(0, total, step)]


def _around(centre: int, shown: int, total: int) -> range:
    """So many indices of all there are, with one in the middle where that can be."""
    shown = max(1, min(shown, total))
    start = min(max(centre - shown // 2, 0), total - shown)
    return range(start, start + shown)
