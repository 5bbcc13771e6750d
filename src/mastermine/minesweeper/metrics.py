"""How much work a layout is: the figures by which players compare boards.

A click on a zero opens its *opening*: the zeros that hang together with it, and the numbers next to
them. A number next to no zero is opened by itself; parts of such numbers that hang together are
*islands*. Corners connect, everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush

from mastermine.minesweeper.board import MINED, Layout, neighbour_table


@dataclass(frozen=True)
class Metrics:
    """The figures of one layout, each worked out when it is first asked for."""

    layout: Layout

    @property
    def openings(self) -> int:
        """How many openings there are."""
        return len(self.opening_cells)

    @cached_property
    def islands(self) -> int:
        """How many islands there are."""
        return len(_parts(self.layout, self.lonely))

    @property
    def bbbv(self) -> int:
        """3BV, Bechtel's Board Benchmark Value (Stephan Bechtel 2002).

        The fewest left clicks that open all safe cells: one for each opening, and one for each
        number next to no zero.
        """
        return self.openings + len(self.lonely)

    @cached_property
    def zini(self) -> int:
        """Greedy ZiNi (Elmar Zimmermann and Christoph Nikolaus 2009): clicks with flags and chords.

        Nearly the fewest clicks of any kind with which somebody who knows the layout opens all safe
        cells. A chord on a number takes a click for each mine around it without a flag, one for
        itself if it is closed, and one for the chord. Its premium is what it opens, in 3BV, less
        these clicks. While safe cells are closed: the number of the highest premium is chorded; if
        that is negative, a closed cell is clicked, a zero or a number next to none. Of equal ones
        the leftmost is taken, of those the topmost, as the program RAWVF2RAWVF does; turned or
        mirrored, a layout may thus have a slightly different ZiNi.
        """
        return _Clicks(self).greedy()

    @cached_property
    def human_zini(self) -> int:
        """Human ZiNi (Zimmermann and Nikolaus 2009): openings first, then chords where it is open.

        That is, ``zini`` after a click on each opening, and with chords on open numbers only.
        """
        return _Clicks(self).human()

    @property
    def efficiency(self) -> float:
        """3BV a click with as many clicks as the greedy ZiNi; players give it in per cent."""
        return self.bbbv / self.zini if self.zini else 0.0

    @cached_property
    def opening_cells(self) -> tuple[frozenset[int], ...]:
        """The cells of each opening, as indices in reading order: zeros, and numbers around them.

        A number may belong to several.
        """
        numbers = self.layout.numbers
        around = neighbour_table(self.layout.width, self.layout.height)
        zeros = _parts(self.layout, [i for i, number in enumerate(numbers) if number == 0])
        return tuple(frozenset(part.union(*(around[i] for i in part))) for part in zeros)

    @cached_property
    def lonely(self) -> frozenset[int]:
        """The numbers next to no zero, as indices in reading order."""
        opened = frozenset[int]().union(*self.opening_cells)
        safe = {i for i, number in enumerate(self.layout.numbers) if number != MINED}
        return frozenset(safe - opened)


def _parts(layout: Layout, cells: Iterable[int]) -> list[set[int]]:
    """The parts of some cells that hang together, by their first cell in reading order."""
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
    """A game of somebody who knows the layout, and counts clicks."""

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
        """Those that are still closed."""
        self.touching: dict[int, list[int]] = {i: [] for i in self.closed}
        for name, cells in self.openings.items():
            for i in cells:
                self.touching[i].append(name)
        self.clicks = 0
        self.only_open = False
        """Whether a chord must be on a number that is open already."""
        self.best: list[tuple[int, int, int]] = []
        """A heap of (-premium, rank, index); entries that are no longer true are skipped."""

    def greedy(self) -> int:
        self.look(i for i, number in enumerate(self.numbers) if 0 < number < MINED)
        return self.play()

    def human(self) -> int:
        self.only_open = True
        for i, number in enumerate(self.numbers):
            if number == 0 and i in self.closed:
                self.click(i)
        return self.play()

    def play(self) -> int:
        """Chord where it is worth it, else click, until everything is open; all clicks so far."""
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
            self.look(j for i in mines for j in self.around[i])
            for i in self.around[chosen]:
                self.open(i)
        return self.clicks

    def counts(self, index: int) -> bool:
        """Whether a click there is one of those that the 3BV counts."""
        return self.numbers[index] == 0 or index in self.lonely

    def premium(self, index: int) -> int:
        """What a chord there saves."""
        near = (index, *self.around[index])
        opened = sum(i in self.closed and i in self.lonely for i in near)
        opened += sum(name in self.openings for name in self.touching[index])
        mines = sum(self.numbers[i] == MINED and i not in self.flagged for i in near)
        return opened - mines - (index in self.closed) - 1

    def look(self, cells: Iterable[int]) -> None:
        """Put the premiums of cells on the heap where they are worth a chord."""
        for i in set(cells):
            if 0 < self.numbers[i] < MINED and not (self.only_open and i in self.closed):
                premium = self.premium(i)
                if premium >= 0:
                    heappush(self.best, (-premium, self.rank[i], i))

    def pop(self) -> int | None:
        """The number of the highest premium; None where none is worth it."""
        while self.best:
            minus, _rank, index = heappop(self.best)
            if self.premium(index) == -minus:
                return index
        return None

    def click(self, index: int) -> None:
        self.clicks += 1
        self.open(index)

    def open(self, index: int) -> None:
        """Open a cell, and with a zero its opening; a mine stays as it is."""
        if index not in self.closed:
            return
        cells: Iterable[int] = (index,)
        if self.numbers[index] == 0:
            cells = self.openings.pop(self.touching[index][0])
        self.closed.difference_update(cells)
        self.look(j for i in cells for j in (i, *self.around[i]))
