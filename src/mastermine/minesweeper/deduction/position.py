"""The state of a deduction: a board, and the closed cells that are already known."""

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
    """Returns the cells in reading order."""
    return tuple(sorted(cells, key=lambda cell: (cell[1], cell[0])))


def moved(cell: Cell, direction: Cell, n: int = 1) -> Cell:
    """Returns the cell ``n`` steps away, which may be outside the board."""
    return cell[0] + n * direction[0], cell[1] + n * direction[1]


@dataclass(frozen=True, slots=True)
class Number:
    """An open number and the cells around it."""

    cell: Cell
    value: int
    """The number shown on the board."""
    mines: tuple[Cell, ...]
    """The known mines that it touches."""
    closed: frozenset[Cell]
    """The unknown closed cells that it touches."""

    @property
    def missing(self) -> int:
        """Number of mines in its unknown cells: the *reduced* number."""
        return self.value - len(self.mines)

    @property
    def reduced(self) -> bool:
        """True if it touches known mines."""
        return bool(self.mines)


class Position:
    """A board with the conclusions drawn so far; immutable.

    Raises ImpossibleBoard if a number touches too many known mines, or too few cells for its mines.
    """

    __slots__ = ("board", "left", "mines", "numbers", "safe", "unknown")

    def __init__(self, board: Board, mines: int | None = None) -> None:
        """``mines`` is the total number, known ones included; None: unknown."""
        self.board = board
        self.mines = frozenset(board.all(MINED))
        """The known mines."""
        self.safe: frozenset[Cell] = frozenset()
        """The closed cells that are known to be safe."""
        self.unknown = frozenset(board.hidden)
        """The other closed cells."""
        self.left = None if mines is None else mines - len(self.mines)
        """Number of mines left to find; None: unknown."""
        self.numbers: dict[Cell, Number] = {}
        """The numbers that touch unknown cells, in reading order."""
        cells, table = board.cells, neighbour_table(board.width, board.height)
        for i, value in enumerate(cells):
            if value >= CLOSED:
                continue
            near = [cells[j] for j in table[i]]
            if CLOSED in near or near.count(MINED) != value:  # Skips most numbers.
                cell = board.cell(i)
                around = board.neighbours(cell)
                known = tuple(each for each in around if each in self.mines)
                self._update(Number(cell, value, known, self.unknown.intersection(around)))

    def _update(self, number: Number) -> None:
        """Checks a number, and stores it while it touches unknown cells."""
        if not 0 <= number.missing <= len(number.closed):
            raise crowded(number.cell, number.value, len(number.mines), len(number.closed))
        if number.closed:
            self.numbers[number.cell] = number
        else:
            self.numbers.pop(number.cell, None)

    def after(self, safe: Iterable[Cell], mines: Iterable[Cell]) -> Position:
        """Returns the position with more cells known to be safe and to be mines."""
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
            position._update(replace(number, mines=found, closed=number.closed & position.unknown))
        return position

    def around(self, number: Number) -> Iterator[Number]:
        """Yields the other numbers that share unknown cells with this one, in reading order."""
        x, y = number.cell
        for v in range(y - 2, y + 3):
            for u in range(x - 2, x + 3):
                other = self.numbers.get((u, v))
                if other and other is not number and not number.closed.isdisjoint(other.closed):
                    yield other

    @property
    def total(self) -> int | None:
        """Total number of mines; None: unknown."""
        return None if self.left is None else self.left + len(self.mines)

    def as_board(self) -> Board:
        """Returns the board with known cells marked: ``*`` for mines, ``?`` for safe cells."""
        known = [(cell, MINED) for cell in self.mines] + [(cell, UNNUMBERED) for cell in self.safe]
        return self.board.having(known)

    def done(self, cell: Cell) -> Number | None:
        """Returns the number in a cell if all cells around it are known, else None."""
        x, y = cell
        inside = 0 <= x < self.board.width and 0 <= y < self.board.height
        if not inside or self.board[cell] >= CLOSED or cell in self.numbers:
            return None
        mines = tuple(each for each in self.board.neighbours(cell) if each in self.mines)
        return Number(cell, self.board[cell], mines, frozenset())
