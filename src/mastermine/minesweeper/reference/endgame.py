"""Best play by exhaustive search."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from mastermine.minesweeper.board import CLOSED, MINED, neighbour_table
from mastermine.minesweeper.reference.probability import Watch

Array = NDArray[np.uint8]
Integers = NDArray[np.int64]

_ENTRY = 200
"""Approximate size of a cached position in bytes."""


def fitting_layouts(cells: Array, mines: int, limit: int, work: int, memory: int) -> Array:
    """Returns all layouts that are consistent with a position, in no particular order.

    Uint8 of shape (n, height * width), 1 for a mine. If there are more than ``limit``, any
    limit + 1 of them.
    """
    if mines < 0:
        raise ValueError(f"there are 0 or more mines, not {mines}")
    watch = Watch(work, memory)
    rows = []
    for row in _layouts(cells, mines, watch):
        rows.append(row)
        watch.check(len(rows) * (cells.size + 40))
        if len(rows) > limit:
            break
    return np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), cells.size).copy()


def _layouts(cells: Array, mines: int, watch: Watch) -> Iterator[bytes]:
    """Yields layouts, placing mines cell by cell; prunes when a number cannot be satisfied."""
    height, width = cells.shape
    around = neighbour_table(width, height)
    values = cells.ravel().tolist()
    row = bytearray(value == MINED for value in values)
    lacks = [
        value - sum(row[j] for j in around[i]) if value < CLOSED else 0
        for i, value in enumerate(values)
    ]
    room = [sum(values[j] == CLOSED for j in around[i]) for i in range(len(values))]
    numbers = [[j for j in around[i] if values[j] < CLOSED] for i in range(len(values))]
    closed = [i for i, value in enumerate(values) if value == CLOSED]

    def place(at: int, left: int) -> Iterator[bytes]:
        watch.check()
        if not 0 <= left <= len(closed) - at:
            return
        if at == len(closed):
            yield bytes(row)
            return
        cell = closed[at]
        for mine in (0, 1):
            row[cell] = mine
            for j in numbers[cell]:
                lacks[j] -= mine
                room[j] -= 1
            if all(0 <= lacks[j] <= room[j] for j in numbers[cell]):
                yield from place(at + 1, left - mine)
            for j in numbers[cell]:
                lacks[j] += mine
                room[j] += 1
        row[cell] = 0

    if all(0 <= lacks[i] <= room[i] for i, value in enumerate(values) if value < CLOSED):
        yield from place(0, mines - sum(row))


class _Game:
    """Search over the positions that some layouts allow; a position is a bit set of layouts."""

    def __init__(self, layouts: Array, cells: Array, work: int, memory: int) -> None:
        height, width = cells.shape
        framed = np.pad(layouts.reshape(-1, height, width), ((0, 0), (1, 1), (1, 1)))
        shifted = [framed[:, v : v + height, u : u + width] for v in range(3) for u in range(3)]
        around = np.sum(shifted, axis=0).reshape(layouts.shape)
        values = np.where(layouts == 1, CLOSED, around)
        self.all = (1 << len(layouts)) - 1
        self.closed = [int(i) for i in np.flatnonzero(cells.ravel() == CLOSED)]
        self.numbers: dict[int, list[int]] = {}
        """For each closed cell the layouts with 0, 1, … 8 there."""
        self.mines: dict[int, int] = {}
        """For each closed cell the layouts with a mine there."""
        for cell in self.closed:
            *self.numbers[cell], self.mines[cell] = (
                sum(1 << int(i) for i in np.flatnonzero(values[:, cell] == value))
                for value in range(CLOSED + 1)
            )
        self.known: dict[int, int] = {}
        self.watch = Watch(work, memory)

    def parts(self, layouts: int, cell: int) -> list[int]:
        """Splits the layouts in which a cell is safe by its number; empty parts are left out."""
        return [part for number in self.numbers[cell] if (part := layouts & number)]

    def wins(self, layouts: int) -> int:
        """Returns the number of layouts won by best play."""
        n = layouts.bit_count()
        if n <= 1:
            return n
        if layouts not in self.known:
            self.watch.check(len(self.known) * _ENTRY, len(self.closed))
            self.known[layouts] = self._wins(layouts, n)
        return self.known[layouts]

    def _wins(self, layouts: int, n: int) -> int:
        risks = sorted(((layouts & self.mines[cell]).bit_count(), cell) for cell in self.closed)
        best = 0
        for risk, cell in risks:
            parts = self.parts(layouts, cell)
            if risk == 0 and len(parts) > 1:
                return sum(map(self.wins, parts))
            if risk and n - risk > best:
                best = max(best, sum(map(self.wins, parts)))
        return best


def best_play(layouts: Array, cells: Array, work: int, memory: int) -> Integers:
    """Returns the best cell, the number of layouts that it wins, and of positions searched.

    Ties are broken in this order: a certainly safe cell, a cell whose number gives information, the
    safest cell, the first in reading order. The cell is -1 if every safe cell is open.
    """
    game = _Game(layouts, cells, work, memory)
    risks = {cell: game.mines[cell].bit_count() for cell in game.closed}
    n = len(layouts)
    order = sorted(
        (cell for cell in game.closed if risks[cell] < n),
        key=lambda cell: (risks[cell] > 0, len(game.parts(game.all, cell)) == 1, risks[cell], cell),
    )
    if not order or risks[order[0]] == 0:
        cell = min((cell for cell in order if risks[cell] == 0), default=-1)
        return np.array([cell, game.wins(game.all), len(game.known)], np.int64)
    wins = [sum(map(game.wins, game.parts(game.all, cell))) for cell in order]
    best = max(wins)
    return np.array([order[wins.index(best)], best, len(game.known)], np.int64)


def click_wins(layouts: Array, cells: Array, clicks: Integers, work: int, memory: int) -> Integers:
    """Returns the number of layouts won by each of some clicks, of shape (clicks, 10).

    Index 0 to 8 is the number that the click shows, index 9 the number of positions searched.
    """
    game = _Game(layouts, cells, work, memory)
    found = np.zeros((len(clicks), 10), np.int64)
    for row, cell in zip(found, clicks.tolist(), strict=True):
        before = len(game.known)
        row[:9] = [game.wins(number) for number in game.numbers[cell]]
        row[9] = len(game.known) - before
    return found
