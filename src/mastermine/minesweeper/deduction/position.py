"""What has been deduced so far: a board, and the cells of which it is known what they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from mastermine.minesweeper.board import (
    CLOSED,
    MINED,
    UNNUMBERED,
    Board,
    Cell,
    crowded,
    neighbour_table,
)


def in_order(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """The cells in reading order."""
    return tuple(sorted(cells, key=lambda cell: (cell[1], cell[0])))


def moved(cell: Cell, direction: Cell, n: int = 1) -> Cell:
    """The cell ``n`` steps away; it may be outside the board."""
    return cell[0] + n * direction[0], cell[1] + n * direction[1]


@dataclass(frozen=True, slots=True)
class Number:
    """An open number, and what is known around it."""

    cell: Cell
    value: int
    """As it stands on the board."""
    mines: tuple[Cell, ...]
    """The known mines that it touches."""
    closed: frozenset[Cell]
    """The closed cells that it touches and of which nothing is known."""

    @property
    def missing(self) -> int:
        """How many mines are among its closed cells: the *reduced* number."""
        return self.value - len(self.mines)

    @property
    def reduced(self) -> bool:
        """Whether known mines make it smaller than it looks."""
        return bool(self.mines)


class Position:
    """A board as a player thinks of it, with the conclusions that were drawn already.

    Immutable. Raises ImpossibleBoard when a number has too many mines around it, or too few cells
    for them.
    """

    __slots__ = ("board", "left", "mines", "numbers", "safe", "unknown")

    def __init__(self, board: Board, mines: int | None = None) -> None:
        """``mines`` is how many there are in all, known ones included; None: nobody tells."""
        self.board = board
        self.mines = frozenset(board.all(MINED))
        """The known mines."""
        self.safe: frozenset[Cell] = frozenset()
        """The closed cells that are known to be safe."""
        self.unknown = frozenset(board.hidden)
        """The closed cells of which nothing is known."""
        self.left = None if mines is None else mines - len(self.mines)
        """How many mines are left to be found, if that is known."""
        self.numbers: dict[Cell, Number] = {}
        """The numbers that touch unknown cells, in reading order."""
        cells, table = board.cells, neighbour_table(board.width, board.height)
        for i, value in enumerate(cells):
            if value >= CLOSED:
                continue
            near = [cells[j] for j in table[i]]
            if CLOSED in near or near.count(MINED) != value:  # Most numbers have nothing to tell.
                cell = board.cell(i)
                around = board.neighbours(cell)
                known = tuple(each for each in around if each in self.mines)
                self._keep(Number(cell, value, known, self.unknown.intersection(around)))

    def _keep(self, number: Number) -> None:
        """Checks a number, and keeps it while there is anything to learn from it."""
        if not 0 <= number.missing <= len(number.closed):
            raise crowded(number.cell, number.value, len(number.mines), len(number.closed))
        if number.closed:
            self.numbers[number.cell] = number
        else:
            self.numbers.pop(number.cell, None)

    def after(self, safe: Iterable[Cell], mines: Iterable[Cell]) -> Position:
        """The position once these cells are known to be safe, and these to be mines."""
        safe, mines = frozenset(safe), frozenset(mines)
        position = object.__new__(Position)
        position.board = self.board
        position.safe = self.safe | safe
        position.mines = self.mines | mines
        position.unknown = self.unknown - safe - mines
        position.left = None if self.left is None else self.left - len(mines)
        position.numbers = dict(self.numbers)
        touched = {cell for each in safe | mines for cell in self.board.neighbours(each)}
        for cell in touched & self.numbers.keys():
            number = self.numbers[cell]
            found = number.mines + in_order(number.closed & mines)
            position._keep(replace(number, mines=found, closed=number.closed & position.unknown))
        return position

    def around(self, number: Number) -> Iterator[Number]:
        """The other numbers that share unknown cells with this one, in reading order."""
        x, y = number.cell
        for v in range(y - 2, y + 3):
            for u in range(x - 2, x + 3):
                other = self.numbers.get((u, v))
                if other and other is not number and not number.closed.isdisjoint(other.closed):
                    yield other

    @property
    def total(self) -> int | None:
        """How many mines there are in all, if that is known."""
        return None if self.left is None else self.left + len(self.mines)

    def as_board(self) -> Board:
        """The board with what is known written on it: ``*`` for mines, ``?`` for safe cells."""
        known = [(cell, MINED) for cell in self.mines] + [(cell, UNNUMBERED) for cell in self.safe]
        return self.board.having(known)

    def done(self, cell: Cell) -> Number | None:
        """The number in a cell, if there is one and it has nothing left to find."""
        x, y = cell
        inside = 0 <= x < self.board.width and 0 <= y < self.board.height
        if not inside or self.board[cell] >= CLOSED or cell in self.numbers:
            return None
        mines = tuple(each for each in self.board.neighbours(cell) if each in self.mines)
        return Number(cell, self.board[cell], mines, frozenset())
