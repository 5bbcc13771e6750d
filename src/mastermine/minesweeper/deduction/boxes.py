"""Search for layouts that are consistent with some of the numbers.

Closed cells that touch the same numbers form a *box*: only its number of mines matters. A *clue* is
the total number of mines in some boxes: each number is a clue, and so is the number of mines left,
over all boxes. A *filling* is the number of mines in each box.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.deduction.position import Position

Filling = list[int]
"""Number of mines in each box."""


class OutOfWork(Exception):
    """The search exceeded its work limit."""


@dataclass(slots=True)
class Work:
    """Work limit of a search: about the number of times that a clue is checked."""

    left: int

    def spend(self, amount: int) -> None:
        """Subtracts work. Raises OutOfWork if the limit is exceeded."""
        self.left -= amount
        if self.left < 0:
            raise OutOfWork


@dataclass(frozen=True, slots=True)
class Bounds:
    """Minimum and maximum number of mines in each box."""

    low: list[int]
    high: list[int]

    def having(self, box: int, value: int) -> Bounds:
        low, high = self.low.copy(), self.high.copy()
        low[box] = high[box] = value
        return Bounds(low, high)

    def nearest(self, filling: Filling) -> Filling:
        """Returns the filling within the bounds that is closest to the given one."""
        within = zip(filling, self.low, self.high, strict=True)
        return [min(max(value, low), high) for value, low, high in within]


@dataclass(frozen=True, slots=True)
class Clue:
    """Total number of mines in some boxes."""

    boxes: tuple[int, ...]
    mines: int


class Boxes:
    """The boxes and clues of a position.

    Clue i belongs to ``numbers[i]``. If the number of mines is known, it is the last clue.
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
        """The clues that contain each box."""
        parts: list[list[int]] = [[] for _number in self.numbers]
        for box, clues in enumerate(self.clues_of):
            for clue in clues:
                parts[clue].append(box)
        self.clues = [
            Clue(tuple(boxes), number.missing)
            for boxes, number in zip(parts, self.numbers, strict=True)
        ]
        self.count: int | None = None
        """Index of the clue for the number of mines left, if known."""
        if position.left is not None:
            self.count = len(self.clues)
            self.clues.append(Clue(tuple(range(len(self.cells))), position.left))
            for clues_of_box in self.clues_of:
                clues_of_box.append(self.count)

    def broken(self, filling: Filling, clues: Iterable[int]) -> list[int]:
        """Returns those of the clues that a filling breaks."""
        held = ((i, self.clues[i]) for i in clues)
        return [i for i, clue in held if sum([filling[box] for box in clue.boxes]) != clue.mines]

    def bounds(self) -> Bounds:
        return Bounds([0] * len(self.cells), [len(cells) for cells in self.cells])

    def contrary(self, box: int, filling: Filling) -> Bounds:
        """Returns bounds that exclude the state, empty or full, of a box in a filling."""
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
        """Returns a filling within the bounds that satisfies these clues, or None.

        The search starts from ``like`` (default: empty boxes), takes the first broken clue and
        tries values for one of its boxes, so that boxes far from broken clues do not change. Raises
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
            ideal = filling[box] + mines - sum(filling[each] for each in boxes)
            values = range(bounds.low[box], bounds.high[box] + 1)
            waiting += [
                (bounds.having(box, value), list(self.clues_of[box]))
                for value in sorted(values, key=lambda value: -abs(value - ideal))
            ]  # The last one is tried next.
        return None

    def _narrow(self, bounds: Bounds, changed: list[int], active: set[int]) -> bool:
        """Tightens the bounds by each clue; returns False if no filling is possible.

        ``changed`` are the clues to check.
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
