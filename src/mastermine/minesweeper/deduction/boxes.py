"""Layouts of the mines that fit some of the numbers, found by search.

The cells that the same numbers touch make a *box*: only how many mines it holds matters. A *clue*
says how many mines some boxes hold together: each number is one, and so is the count of the mines
that are left, over all boxes. A layout of the mines, as far as it matters, is a *filling*.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.deduction.position import Position

Filling = list[int]
"""How many mines each box holds."""


class OutOfWork(Exception):
    """The search took more work than it was given."""


@dataclass(slots=True)
class Work:
    """How much may still be done: about how many times a clue is held against a filling."""

    left: int

    def spend(self, amount: int) -> None:
        """Raises OutOfWork when there is not enough left."""
        self.left -= amount
        if self.left < 0:
            raise OutOfWork


@dataclass(frozen=True, slots=True)
class Bounds:
    """The least and the most that each box may hold."""

    low: list[int]
    high: list[int]

    def having(self, box: int, value: int) -> Bounds:
        """The bounds, with just this value in one box."""
        low, high = self.low.copy(), self.high.copy()
        low[box] = high[box] = value
        return Bounds(low, high)

    def nearest(self, filling: Filling) -> Filling:
        """What is within the bounds and most like a filling."""
        within = zip(filling, self.low, self.high, strict=True)
        return [min(max(value, low), high) for value, low, high in within]


@dataclass(frozen=True, slots=True)
class Clue:
    """These boxes hold so many mines together."""

    boxes: tuple[int, ...]
    mines: int


class Boxes:
    """The boxes of a position, and its clues.

    Clue i is that of ``numbers[i]``. Where the count of the mines is known, the last clue is that.
    """

    def __init__(self, position: Position) -> None:
        self.numbers = list(position.numbers.values())
        touching: dict[Cell, list[int]] = defaultdict(list)
        for i, number in enumerate(self.numbers):
            for cell in number.closed:
                touching[cell].append(i)
        together: dict[tuple[int, ...], list[Cell]] = defaultdict(list)
        for cell in position.unknown:
            together[tuple(touching[cell])].append(cell)
        self.cells = list(together.values())
        """The cells of each box."""
        self.clues_of: list[list[int]] = [list(clues) for clues in together]
        """The clues that each box is part of."""
        parts: list[list[int]] = [[] for _number in self.numbers]
        for box, clues in enumerate(self.clues_of):
            for clue in clues:
                parts[clue].append(box)
        self.clues = [
            Clue(tuple(boxes), number.missing)
            for boxes, number in zip(parts, self.numbers, strict=True)
        ]
        self.count: int | None = None
        """Which clue is the count of the mines, if it is known."""
        if position.left is not None:
            self.count = len(self.clues)
            self.clues.append(Clue(tuple(range(len(self.cells))), position.left))
            for clues_of_box in self.clues_of:
                clues_of_box.append(self.count)

    def broken(self, filling: Filling, clues: Iterable[int]) -> list[int]:
        """Those of the clues that a filling does not fit."""
        held = ((i, self.clues[i]) for i in clues)
        return [i for i, clue in held if sum([filling[box] for box in clue.boxes]) != clue.mines]

    def bounds(self) -> Bounds:
        """Each box may hold anything."""
        return Bounds([0] * len(self.cells), [len(cells) for cells in self.cells])

    def contrary(self, box: int, filling: Filling) -> Bounds:
        """The box, which is empty or full in a filling, is not."""
        bounds = self.bounds()
        if filling[box]:
            bounds.high[box] -= 1
        else:
            bounds.low[box] += 1
        return bounds

    def fit(
        self,
        clues: Sequence[int],
        work: Work,
        like: Filling | None = None,
        bounds: Bounds | None = None,
    ) -> Filling | None:
        """A filling within the bounds that fits these clues, or None if there is none.

        The search starts from ``like``, or empty boxes, takes the first clue that it does not fit,
        and tries what one of the boxes there can hold: far from such clues nothing changes. Raises
        OutOfWork.
        """
        like = [0] * len(self.cells) if like is None else like
        active = set(clues)
        waiting = [(bounds or self.bounds(), list(clues))]
        while waiting:
            work.spend(len(clues))
            bounds, changed = waiting.pop()
            if not self._narrow(bounds, changed, active):
                continue
            filling = bounds.nearest(like)
            broken = next(iter(self.broken(filling, clues)), None)
            if broken is None:
                return filling
            boxes, mines = self.clues[broken].boxes, self.clues[broken].mines
            box = next(each for each in boxes if bounds.low[each] < bounds.high[each])
            wanted = filling[box] + mines - sum(filling[each] for each in boxes)
            values = range(bounds.low[box], bounds.high[box] + 1)
            waiting += [
                (bounds.having(box, value), list(self.clues_of[box]))
                for value in sorted(values, key=lambda value: -abs(value - wanted))
            ]  # The last one is the next to be tried.
        return None

    def _narrow(self, bounds: Bounds, changed: list[int], active: set[int]) -> bool:
        """Tightens the bounds to what the clues allow one by one; False if that is nothing.

        ``changed`` are the clues that have to be looked at.
        """
        low, high = bounds.low, bounds.high
        while changed:
            clue = changed.pop()
            if clue not in active:
                continue
            boxes, mines = self.clues[clue].boxes, self.clues[clue].mines
            spare = mines - sum([low[box] for box in boxes])
            room = sum([high[box] for box in boxes]) - mines
            if spare < 0 or room < 0:
                return False
            for box in boxes:
                width = high[box] - low[box]
                if width > spare or width > room:
                    most, least = low[box] + spare, high[box] - room
                    high[box], low[box] = min(high[box], most), max(low[box], least)
                    changed += self.clues_of[box]
        return True
