"""Draws boards of Minesweeper in a terminal, with rulers.

A closed cell is ``#`` and a flag ``F``, as in the notation; no sign depends on its colour alone.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import isnan

import numpy as np
from numpy.typing import NDArray
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from mastermine.i18n.text import _
from mastermine.minesweeper import (
    CLOSED,
    MINED,
    UNNUMBERED,
    Board,
    Cell,
    Layout,
    chance_sign,
    first_label,
    meaning_of_signs,
)
from mastermine.session.messages.minesweeper import chance_elsewhere

NUMBERS = (
    *("dim", "bright_blue", "green", "bright_red", "magenta"),
    *("red", "cyan", "bright_white", "yellow"),
)
"""Styles of the numbers 0 to 8, close to those of Windows Minesweeper."""

WRONG = "bold white on red"
RISKS = ((0.1, "green"), (0.25, "yellow"), (0.5, "bright_red"), (1.0, "red"))
"""Styles of mine probabilities up to each bound."""

OTHER_LINES = 9
"""Number of screen lines reserved for text around the board."""

MAX_RISK_BLOCKS = 2
"""Maximum number of column blocks in which a game shows mine probabilities."""


@dataclass(frozen=True)
class Minefield:
    """A drawn board; if it is wider than the screen, in blocks of columns."""

    board: Board
    flags: Collection[Cell] = ()
    at: Cell | None = None
    """Highlighted cell: in brackets, or if there is no room, between ``>``, ``<`` and ``v``.

    Not highlighted with ``chances``.
    """
    marked: Collection[Cell] = ()
    """Underlined cells."""
    layout: Layout | None = None
    """The mines, once they are shown."""
    chances: NDArray[np.float64] | None = None
    """Mine probabilities, shown in percent in closed cells that are not ``away`` from numbers.

    A nan is an unknown one.
    """
    elsewhere: str = ""
    """Sentence on how to see another part of a large board, of which only a part is then shown.

    If empty, the whole board is shown.
    """

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        board = self.board
        margin = len(str(board.height - 1 + first_label())) + 1
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
                left=blocks[0][0] + first_label(),
                right=blocks[-1][-1] + first_label(),
                width=board.width,
                top=rows[0] + first_label(),
                bottom=rows[-1] + first_label(),
                height=board.height,
            )
            yield Text(f"{part} {self.elsewhere}", "dim")

    def _block(
        self, columns: range, rows: range, margin: int, pitch: int, plain: bool
    ) -> RenderResult:
        pointed = self.at if pitch == 1 else None  # There is no room for brackets.
        yield from self._ruler(columns, margin, pitch)
        if pointed and pointed[0] in columns and pointed[1] in rows:
            yield Text(f"{'':{margin + columns.index(pointed[0])}}v")
        for y in rows:
            left, right = "><" if pointed and pointed[1] == y else "  "
            label = y + first_label()
            line = Text(no_wrap=True).append(f"{label:>{margin - 1}}", "dim").append(left)
            for x in columns:
                line.append_text(self._cell((x, y), pitch, plain))
            closing = self._before((columns[-1] + 1, y)) if pitch > 1 else right
            line.append(closing).append(f"{label:<{margin - 1}}".rstrip(), "dim")
            yield line
        if len(rows) > 12:
            yield from self._ruler(columns, margin, pitch)

    def _chance(self, cell: Cell) -> float | None:
        """Returns the mine probability of a closed cell; None if it is ``away`` or unknown."""
        chance = float(self.chances[cell[1], cell[0]]) if self.chances is not None else 0.0
        if isnan(chance):
            return None
        certain = chance in (0.0, 1.0)
        return None if not certain and away(self.board, cell) else chance

    def _pitch(self, space: int) -> int:
        """Returns the width of a cell, with a space before it if there is room."""
        if self.chances is not None:
            return 3
        return 2 if 2 * self.board.width <= space else 1

    def _ruler(self, columns: range, margin: int, pitch: int) -> RenderResult:
        """Yields the column numbers: tens where they change, and the last digits below."""
        labels = [x + first_label() for x in columns]
        if labels[-1] > 9:
            tens = "".join(
                f"{'' if x % 10 and x != labels[0] else x // 10:>{pitch}}" for x in labels
            )
            yield Text(f"{'':{margin}}{tens}".rstrip(), "dim", no_wrap=True)
        digits = "".join(f"{x % 10:>{pitch}}" for x in labels)
        yield Text(f"{'':{margin}}{digits}", "dim", no_wrap=True)

    def _cell(self, cell: Cell, pitch: int, plain: bool) -> Text:
        sign, style = self._sign(cell, plain)
        if cell in self.marked:
            style += " underline"
        if pitch == 1:
            return Text(sign, f"{style} reverse" if cell == self.at else style)
        return Text.assemble(self._before(cell).rjust(pitch - len(sign)), (sign, style))

    def _before(self, cell: Cell) -> str:
        """Returns the character before a cell: a space or a bracket."""
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
    """Explains the signs of a board with mine probabilities, in sentences."""
    lines = [meaning_of_signs()]
    elsewhere = {float(chances[y, x]) for x, y in board.hidden if away(board, (x, y))}
    unsure = elsewhere - {0.0, 1.0}  # At most one value: all these cells share it.
    return lines + [chance_elsewhere("#", chance) for chance in unsure]


def away(board: Board, cell: Cell) -> bool:
    """True if a closed cell is next to no number; all such cells share one mine probability."""
    return board[cell] == CLOSED and all(board[each] >= CLOSED for each in board.neighbours(cell))


def _percent(chance: float) -> tuple[str, str]:
    """Returns a mine probability in two characters, and its style."""
    if chance in (0.0, 1.0):
        style = "bold red" if chance else "bold green"
    else:
        style = next(style for most, style in RISKS if chance <= most)
    return chance_sign(chance), style


def _blocks(total: int, most: int) -> list[range]:
    """Splits indices into blocks, which start at multiples of ten if ten fit."""
    step = most if most < 10 or most >= total else most // 10 * 10
    return [range(start, min(start + step, total)) for start in range(0, total, step)]


def _around(centre: int, count: int, total: int) -> range:
    """Returns up to ``count`` of ``total`` indices, with ``centre`` in the middle if possible."""
    count = max(1, min(count, total))
    start = min(max(centre - count // 2, 0), total - count)
    return range(start, start + count)
