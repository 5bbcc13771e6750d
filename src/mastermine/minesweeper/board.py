"""The visible board, and the layout of the mines."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mastermine.core.drawing import Drawn
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.core.given import short_repr
from mastermine.i18n.text import _, ngettext
from mastermine.minesweeper.cells import axes
from mastermine.minesweeper.drawing import parse_drawing

Cell = tuple[int, int]
"""A cell as (x, y): column and row, counted from 0 at the top left."""

CLOSED, UNNUMBERED, MINED = 9, 10, 11
"""Values of a cell other than its number from 0 to 8."""

MAX_CELLS_A_SIDE = 100

SIGNS = "012345678#?*"
"""Sign of each value of a cell."""

FLAGS = "Ff!"
"""Signs of a flag; ``!`` is a wrong flag at the end of a game."""

_READ = {
    **{sign: value for value, sign in enumerate(SIGNS)},
    **dict.fromkeys("." + FLAGS, CLOSED),
    "·": 0,
    "X": MINED,
}

_WRITTEN = SIGNS.encode().ljust(256, b"?")

_BLANKS = str.maketrans({"[": " ", "]": " ", "/": "\n"})


class ImpossibleBoard(MastermineError):
    """Error for a board without possible layouts; ``cells`` are the conflicting numbers."""

    def __init__(self, message: str, cells: tuple[Cell, ...] = ()) -> None:
        super().__init__(message)
        self.cells = cells

    def details(self) -> dict[str, Any]:
        """Returns the conflicting numbers as JSON values."""
        return {**super().details(), "cells": [f"{x},{y}" for x, y in self.cells]}


def crowded(cell: Cell, value: int, known: int, room: int) -> ImpossibleBoard:
    """Returns the error for a number with too many known mines, or too few cells, around it."""
    text = (
        ngettext(
            "the {value} at {x},{y} has {known} known mine around it",
            "the {value} at {x},{y} has {known} known mines around it",
            known,
        )
        if value < known
        else _("the {value} at {x},{y} has no closed cell around it")
        if not known + room
        else ngettext(
            "the {value} at {x},{y} has room for only {most} mine around it",
            "the {value} at {x},{y} has room for only {most} mines around it",
            known + room,
        )
    )
    message = text.format(value=value, known=known, most=known + room, **axes(cell))
    return ImpossibleBoard(message, (cell,))


def check_size(width: int, height: int) -> None:
    """Raises InvalidSpec for a board with no cells or too many."""
    if not (1 <= width <= MAX_CELLS_A_SIDE and 1 <= height <= MAX_CELLS_A_SIDE):
        raise InvalidSpec(
            _("a board of {width}x{height} cells: each side must be 1 to {most}").format(
                width=width, height=height, most=MAX_CELLS_A_SIDE
            )
        )


@lru_cache(maxsize=64)
def neighbour_table(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """Returns the indices of the neighbours of each cell; all in reading order."""
    return tuple(
        tuple(
            v * width + u
            for v in range(max(0, y - 1), min(height, y + 2))
            for u in range(max(0, x - 1), min(width, x + 2))
            if (u, v) != (x, y)
        )
        for y in range(height)
        for x in range(width)
    )


@dataclass(frozen=True, slots=True, repr=False)
class Board(Drawn):
    """The visible board: an immutable grid of ``width`` by ``height`` cells in reading order.

    Each cell is a number from 0 to 8, CLOSED, UNNUMBERED (open and safe, number unknown) or MINED
    (a known mine, which counts towards the total). Flags are not part of it: they are notes of the
    player.
    """

    width: int
    height: int
    cells: bytes

    def __post_init__(self) -> None:
        check_size(self.width, self.height)
        if len(self.cells) != self.width * self.height or max(self.cells) > MINED:
            raise InvalidSpec(
                ngettext(
                    "a board of {width}x{height} cells needs {n} byte from 0 to {most}",
                    "a board of {width}x{height} cells needs {n} bytes from 0 to {most}",
                    self.width * self.height,
                ).format(
                    width=self.width, height=self.height, n=self.width * self.height, most=MINED
                )
            )

    @classmethod
    def closed(cls, width: int, height: int) -> Board:
        """Creates a board of closed cells."""
        return cls(width, height, bytes([CLOSED]) * (width * height))

    @classmethod
    def parse(cls, text: str) -> Board:
        """Parses rows of ``0``-``8``, ``#``/``.`` closed, ``F`` flag, ``?`` open, ``*`` known mine.

        Flags are read as closed cells, since they may be wrong. Spaces between cells and empty rows
        are ignored; rows may be separated by slashes. The text may also be a board as a game prints
        it, with ``·`` for a zero, ``X`` for a mine that was hit and brackets
        around a cell. Raises InvalidSpec.
        """
        return read_board(text)[0]

    @classmethod
    def of(cls, given: Board | str, mines: int | None = None) -> Board:
        """Returns a board, given as such or as text for ``formats.read_position``.

        Warns if ``?`` is read as a closed cell; ``mines`` is the number of mines, if known. Raises
        InvalidSpec.
        """
        if isinstance(given, Board):
            return given
        if not isinstance(given, str):
            raise InvalidSpec(
                _("a board is a text of its rows, such as {example}, not {given}").format(
                    example="'#####/?121?'", given=short_repr(given)
                )
            )
        from mastermine.minesweeper.formats import read_position

        reading = read_position(given, mines)
        if reading.note is not None:
            warnings.warn(reading.note, stacklevel=3)
        return reading.board

    def __repr__(self) -> str:
        return f"Board.parse({'/'.join(str(self).splitlines())!r})"

    def __str__(self) -> str:
        signs = self.cells.translate(_WRITTEN).decode()
        return "\n".join(signs[i : i + self.width] for i in range(0, len(signs), self.width))

    def __getitem__(self, cell: Cell) -> int:
        return self.cells[self.index(cell)]

    def index(self, cell: Cell) -> int:
        """Returns the index of a cell in reading order."""
        return cell[1] * self.width + cell[0]

    def cell(self, index: int) -> Cell:
        """Returns the cell with an index in reading order."""
        return index % self.width, index // self.width

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Returns the up to eight neighbours of a cell, in reading order."""
        table = neighbour_table(self.width, self.height)
        return tuple(self.cell(i) for i in table[self.index(cell)])

    def all(self, value: int) -> tuple[Cell, ...]:
        """Returns the cells with this value, in reading order."""
        return tuple(self.cell(i) for i, each in enumerate(self.cells) if each == value)

    @property
    def hidden(self) -> tuple[Cell, ...]:
        """The closed cells, in reading order."""
        return self.all(CLOSED)

    def beside_number(self, cell: Cell) -> bool:
        """Returns True if a neighbour of a cell shows a number."""
        return any(self[other] < CLOSED for other in self.neighbours(cell))

    def opened(self, cell: Cell) -> tuple[tuple[Cell, int], ...]:
        """Returns the cells that a click on an open cell shows, with numbers, in reading order.

        These are the cell itself and, around zeros, all connected cells.
        """
        numbers, around = self.cells, neighbour_table(self.width, self.height)
        waiting = [self.index(cell)]
        seen = set(waiting)
        while waiting:
            index = waiting.pop()
            if numbers[index] == 0:
                new = [i for i in around[index] if i not in seen]
                seen.update(new)
                waiting += new
        width = self.width
        return tuple(((i % width, i // width), numbers[i]) for i in sorted(seen))

    def numbered(self) -> Iterator[tuple[Cell, int]]:
        """Yields the cells that show a number, with their numbers, in reading order."""
        for i, value in enumerate(self.cells):
            if value < CLOSED:
                yield self.cell(i), value

    def having(self, values: Iterable[tuple[Cell, int]]) -> Board:
        """Returns the board with new values in some cells."""
        cells = bytearray(self.cells)
        for cell, value in values:
            cells[self.index(cell)] = value
        return Board(self.width, self.height, bytes(cells))

    @property
    def array(self) -> NDArray[np.uint8]:
        """Values of the cells: uint8 of shape (height, width), read-only."""
        return np.frombuffer(self.cells, np.uint8).reshape(self.height, self.width)


def read_board(text: str) -> tuple[Board, frozenset[Cell]]:
    """Parses a board like ``Board.parse``; returns it and its flagged cells. Raises InvalidSpec."""
    text = parse_drawing(text) or text
    lines = text.translate(_BLANKS).splitlines()
    rows = ["".join(line.split()) for line in lines]
    rows = [row for row in rows if row]
    if not rows:
        raise InvalidSpec(_("the board is empty: write its rows, with # for a closed cell"))
    width = len(rows[0])
    check_size(width, len(rows))
    for y, row in enumerate(rows):
        if len(row) != width:
            raise InvalidSpec(
                ngettext(
                    "row {y} has {n} cell, row 0 has {width}: all rows must have the same length",
                    "row {y} has {n} cells, row 0 has {width}: all rows must have the same length",
                    len(row),
                ).format(y=y, n=len(row), width=width)
            )
        for x, sign in enumerate(row):
            if sign not in _READ:
                raise InvalidSpec(
                    _(
                        "{sign!r} at {x},{y} is not a cell: use 0 to 8, # or . for a closed cell, "
                        "F for a flag, ? for an open cell without a number, * for a known mine"
                    ).format(sign=sign, x=x, y=y)
                )
    signs = "".join(rows)
    board = Board(width, len(rows), bytes(_READ[sign] for sign in signs))
    return board, frozenset(board.cell(i) for i, sign in enumerate(signs) if sign in FLAGS)


@dataclass(frozen=True, slots=True, repr=False)
class Layout:
    """Layout of the mines: the secret of a game. ``mines`` holds 1 or 0 for each cell."""

    width: int
    height: int
    mines: bytes

    def __post_init__(self) -> None:
        check_size(self.width, self.height)
        if len(self.mines) != self.width * self.height or max(self.mines) > 1:
            raise InvalidSpec(
                ngettext(
                    "a layout of {width}x{height} cells needs {n} byte, 0 or 1",
                    "a layout of {width}x{height} cells needs {n} bytes, each 0 or 1",
                    self.width * self.height,
                ).format(width=self.width, height=self.height, n=self.width * self.height)
            )

    @classmethod
    def of(cls, width: int, height: int, cells: Iterable[Cell]) -> Layout:
        """Creates a layout with mines in these cells. Raises InvalidSpec for a cell outside."""
        check_size(width, height)
        mines = bytearray(width * height)
        for x, y in cells:
            if not (0 <= x < width and 0 <= y < height):
                raise InvalidSpec(
                    _(
                        "the mine at {x},{y} is outside the board: x goes from 0 to {right}, y "
                        "from 0 to {bottom}"
                    ).format(x=x, y=y, right=width - 1, bottom=height - 1)
                )
            mines[y * width + x] = 1
        return cls(width, height, bytes(mines))

    @classmethod
    def parse(cls, text: str) -> Layout:
        """Parses rows of ``.`` and ``*`` (mine), separated by line ends or slashes.

        Raises InvalidSpec.
        """
        lines = text.replace("/", "\n").splitlines()
        rows = [row for row in ("".join(line.split()) for line in lines) if row]
        width = len(rows[0]) if rows else 0
        if not rows or set("".join(rows)) - set(".*") or {len(row) for row in rows} != {width}:
            raise InvalidSpec(
                _(
                    "a layout needs rows of the same length, with . for a safe cell and * for a "
                    "mine, such as ..*/*.."
                )
            )
        check_size(width, len(rows))
        return cls(width, len(rows), bytes(sign == "*" for sign in "".join(rows)))

    def __repr__(self) -> str:
        return f"Layout.parse({'/'.join(str(self).splitlines())!r})"

    def __str__(self) -> str:
        signs = "".join(".*"[mine] for mine in self.mines)
        return "\n".join(signs[i : i + self.width] for i in range(0, len(signs), self.width))

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Cells with a mine, in reading order."""
        return tuple((i % self.width, i // self.width) for i, mine in enumerate(self.mines) if mine)

    @property
    def count(self) -> int:
        """Number of mines."""
        return sum(self.mines)

    def __contains__(self, cell: Cell) -> bool:
        return bool(self.mines[cell[1] * self.width + cell[0]])

    @property
    def numbers(self) -> bytes:
        """Number of each cell, or MINED, in reading order."""
        return self.board().cells

    def board(self) -> Board:
        """Returns the board with all cells open."""
        return _open_board(self)

    def opened(self, cell: Cell) -> tuple[tuple[Cell, int], ...]:
        """Returns the cells that a click on a safe cell shows, like ``Board.opened``."""
        return self.board().opened(cell)


@lru_cache(maxsize=64)
def _open_board(layout: Layout) -> Board:
    mines = np.frombuffer(layout.mines, np.uint8).reshape(layout.height, layout.width)
    framed = np.pad(mines, 1)
    height, width = mines.shape
    counted = sum(framed[v : v + height, u : u + width] for v in range(3) for u in range(3))
    numbers = np.where(mines, MINED, counted).astype(np.uint8)
    return Board(width, height, numbers.tobytes())
