"""Difficulty of a layout: the figures by which players compare boards.

A click on a zero opens its *opening*: all connected zeros and the numbers next to them. Other
numbers are opened one by one; connected groups of them are *islands*. Diagonal neighbours are
connected.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush

from mastermine.minesweeper.board import MINED, Layout, neighbour_table


@dataclass(frozen=True)
class Metrics:
    """Figures of one layout, each computed on first use."""

    layout: Layout

    @property
    def openings(self) -> int:
        return len(self.opening_cells)

    @cached_property
    def islands(self) -> int:
        return len(_parts(self.layout, self.lonely))

    @property
    def bbbv(self) -> int:
        """3BV, Bechtel's Board Benchmark Value (Stephan Bechtel 2002).

        The minimum number of left clicks that open all safe cells: one per opening, and one per
        number that is not next to a zero.
        """
        return self.openings + len(self.lonely)

    @cached_property
    def zini(self) -> int:
        """Greedy ZiNi (Elmar Zimmermann and Christoph Nikolaus 2009): clicks with flags and chords.

        Approximates the minimum number of clicks of any kind that open all safe cells if the layout
        is known. A chord on a number costs one click per unflagged mine around it, one if the
        number is closed, and one for the chord itself. Its premium is the 3BV that it opens minus
        this cost. While safe cells are closed, the number with the highest premium is chorded; if
        that is negative, a closed zero, or a number not next to a zero, is clicked. Ties go to the
        leftmost, then topmost cell, as in the program RAWVF2RAWVF; so a rotated or mirrored layout
        can have a slightly different ZiNi.
        """
        return _Clicks(self).greedy()

    @cached_property
    def human_zini(self) -> int:
        """Human ZiNi (Zimmermann and Nikolaus 2009): openings first, then chords on open numbers.

        It is ``zini`` after a click on each opening, with chords on open numbers only.
        """
        return _Clicks(self).human()

    @property
    def efficiency(self) -> float:
        """3BV divided by the greedy ZiNi; players give it in percent."""
        return self.bbbv / self.zini if self.zini else 0.0

    @cached_property
    def opening_cells(self) -> tuple[frozenset[int], ...]:
        """Cells of each opening (zeros and the numbers next to them) as indices in reading order.

        A number may belong to several openings.
        """
        numbers = self.layout.numbers
        around = neighbour_table(self.layout.width, self.layout.height)
        zeros = _parts(self.layout, [i for i, number in enumerate(numbers) if number == 0])
        return tuple(frozenset(part.union(*(around[i] for i in part))) for part in zeros)

    @cached_property
    def lonely(self) -> frozenset[int]:
        """Numbers that are not next to a zero, as indices in reading order."""
        opened = frozenset[int]().union(*self.opening_cells)
        safe = {i for i, number in enumerate(self.layout.numbers) if number != MINED}
        return frozenset(safe - opened)


def _parts(layout: Layout, cells: Iterable[int]) -> list[set[int]]:
    """Returns the connected parts of some cells, sorted by their first cell in reading order."""
    around = neighbour_table(layout.width, layout.height)
    left = dict.fromkeys(sorted(cells))
    parts = []
    while left:
        waiting = [next(iter(left))]
        part = set(waiting)
        while waiting:
            new = [i for i in around[waiting.pop()] if i in left and i not in part]
            part.update(new)
            waiting += new
        for i in part:
            del left[i]
        parts.append(part)
    return parts


class _Clicks:
    """Plays a game with known layout and counts the clicks."""

    def __init__(self, metrics: Metrics) -> None:
        layout = metrics.layout
        self.numbers = layout.numbers
        self.around = neighbour_table(layout.width, layout.height)
        self.by_column = [
            y * layout.width + x for x in range(layout.width) for y in range(layout.height)
        ]
        self.rank = {index: rank for rank, index in enumerate(self.by_column)}
        self.lonely = metrics.lonely
        self.closed = {i for i, number in enumerate(self.numbers) if number != MINED}
        self.flagged: set[int] = set()
        self.openings = dict(enumerate(metrics.opening_cells))
        """The openings that are still closed."""
        self.touching: dict[int, list[int]] = {i: [] for i in self.closed}
        for name, cells in self.openings.items():
            for i in cells:
                self.touching[i].append(name)
        self.clicks = 0
        self.only_open = False
        """True if only open numbers may be chorded."""
        self.best: list[tuple[int, int, int]] = []
        """Heap of (-premium, rank, index); outdated entries are skipped."""

    def greedy(self) -> int:
        self.push(i for i, number in enumerate(self.numbers) if 0 < number < MINED)
        return self.play()

    def human(self) -> int:
        self.only_open = True
        for i, number in enumerate(self.numbers):
            if number == 0 and i in self.closed:
                self.click(i)
        return self.play()

    def play(self) -> int:
        """Chords if the premium allows it, else clicks, until all is open; returns all clicks."""
        single = (i for i in self.by_column if i in self.closed and self.counts(i))
        while self.closed:
            chosen = self.pop()
            if chosen is None:
                self.click(next(single))
                continue
            if chosen in self.closed:
                self.click(chosen)
            mines = {i for i in self.around[chosen] if self.numbers[i] == MINED} - self.flagged
            self.flagged |= mines
            self.clicks += len(mines) + 1
            self.push(j for i in mines for j in self.around[i])
            for i in self.around[chosen]:
                self.open(i)
        return self.clicks

    def counts(self, index: int) -> bool:
        """Returns True if the 3BV counts a click on this cell."""
        return self.numbers[index] == 0 or index in self.lonely

    def premium(self, index: int) -> int:
        """Returns the premium of a chord on this cell."""
        near = (index, *self.around[index])
        opened = sum(i in self.closed and i in self.lonely for i in near)
        opened += sum(name in self.openings for name in self.touching[index])
        mines = sum(self.numbers[i] == MINED and i not in self.flagged for i in near)
        return opened - mines - (index in self.closed) - 1

    def push(self, cells: Iterable[int]) -> None:
        """Pushes the cells with a premium of at least 0 onto the heap."""
        for i in set(cells):
            if 0 < self.numbers[i] < MINED and not (self.only_open and i in self.closed):
                premium = self.premium(i)
                if premium >= 0:
                    heappush(self.best, (-premium, self.rank[i], i))

    def pop(self) -> int | None:
        """Returns the number with the highest premium, or None if all are negative."""
        while self.best:
            minus, _rank, index = heappop(self.best)
            if self.premium(index) == -minus:
                return index
        return None

    def click(self, index: int) -> None:
        self.clicks += 1
        self.open(index)

    def open(self, index: int) -> None:
        """Opens a cell, and with a zero its opening; does nothing on a mine."""
        if index not in self.closed:
            return
        cells: Iterable[int] = (index,)
        if self.numbers[index] == 0:
            cells = self.openings.pop(self.touching[index][0])
        self.closed.difference_update(cells)
        self.push(j for i in cells for j in (i, *self.around[i]))
