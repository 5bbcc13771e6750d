"""Drawing of layouts, and deduction from a first click."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mastermine.core.random import Random
from mastermine.minesweeper.board import CLOSED, MINED, neighbour_table
from mastermine.minesweeper.reference.probability import MEMORY_LIMIT_BYTES, analyze

__all__ = ["deduce", "draw_layouts", "draw_noguess"]

NONE, DRAWN, REPAIRED = range(3)
"""Result of ``draw_noguess``: no layout, a uniform one, or a changed one."""

REACH = 2
"""Mines are moved within a square of 5 x 5 cells (2 cells in each direction)."""
OTHERS = 4
"""Number of cells outside this square that take part."""


def draw(places: Sequence[int], mines: int, size: int, rng: Random) -> bytearray:
    """Draws a uniform layout of ``size`` cells with mines in some of these places.

    Uses the first steps of a shuffle (Fisher and Yates 1938).
    """
    shuffled = list(places)
    layout = bytearray(size)
    for i in range(mines):
        j = i + rng.below(len(shuffled) - i)
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
        layout[shuffled[i]] = 1
    return layout


def draw_layouts(
    allowed: NDArray[np.uint8], mines: int, seeds: NDArray[np.uint64]
) -> NDArray[np.uint8]:
    """Draws a layout for each seed; see `mastermine._native.draw_layouts`."""
    places = _places(allowed, mines)
    layouts = np.empty((len(seeds), allowed.size), np.uint8)
    for row, seed in zip(layouts, seeds.tolist(), strict=True):
        row[:] = np.frombuffer(draw(places, mines, allowed.size, Random(seed)), np.uint8)
    return layouts


def _check_flags(flags: NDArray[np.uint8]) -> None:
    if flags.max() > 1:
        raise ValueError(f"only 0 and 1 are expected, not {flags.max()}")


def _places(allowed: NDArray[np.uint8], mines: int) -> list[int]:
    _check_flags(allowed)
    places: list[int] = np.flatnonzero(allowed).tolist()
    if not 0 <= mines <= len(places):
        raise ValueError(f"{mines} mines do not fit into {len(places)} cells")
    return places


class Deduction:
    """Plays a game by deduction alone."""

    def __init__(self, width: int, height: int, layout: Sequence[int], first: int) -> None:
        self.shape = height, width
        self.around = neighbour_table(width, height)
        self.mines = sum(layout)
        self.layout = layout
        self.cells = [CLOSED] * len(layout)
        """0 to 8 if open, CLOSED, or MINED if certainly a mine."""
        self.open(first)

    def open(self, index: int) -> None:
        """Opens a safe cell and, around zeros, all connected cells."""
        waiting = [index]
        while waiting:
            index = waiting.pop()
            if self.cells[index] == CLOSED:
                self.cells[index] = sum(self.layout[i] for i in self.around[index])
                if self.cells[index] == 0:
                    waiting += self.around[index]

    def run(self) -> bool:
        """Opens certainly safe cells while there are any; returns True if all are open."""
        while self.closed_safe:
            if not (self.one_number() or self.exactly()):
                return False
        self.write({i: True for i, value in enumerate(self.cells) if value == CLOSED})
        return True

    @property
    def closed_safe(self) -> int:
        """Number of safe cells that are still closed."""
        return sum(value >= CLOSED for value in self.cells) - self.mines

    def one_number(self) -> bool:
        """Applies the rule of single numbers; returns True if it concludes anything."""
        before = self.cells.count(CLOSED)
        for index, value in enumerate(self.cells):
            if 0 < value < CLOSED:
                unknown = [i for i in self.around[index] if self.cells[i] == CLOSED]
                left = value - sum(self.cells[i] == MINED for i in self.around[index])
                if left in (0, len(unknown)):
                    self.write(dict.fromkeys(unknown, left > 0))
        return self.cells.count(CLOSED) < before

    def exactly(self) -> bool:
        """Opens and marks all certain cells; returns True if any of them was safe."""
        position = np.array(self.cells, np.uint8).reshape(self.shape)
        risks = analyze(position, self.mines, 0, MEMORY_LIMIT_BYTES).ravel().tolist()
        closed = [i for i, value in enumerate(self.cells) if value == CLOSED]
        self.write({i: risks[i] == 1 for i in closed if risks[i] in (0, 1)})
        return any(risks[i] == 0 for i in closed)

    def write(self, certain: dict[int, bool]) -> None:
        """Marks certain mines and opens certainly safe cells."""
        for index, mine in certain.items():
            if not mine:
                self.open(index)
            else:
                self.cells[index] = MINED


def deduce(layout: NDArray[np.uint8], first: int) -> NDArray[np.uint8]:
    """Returns the board after deduction from a first click; see `mastermine._native.deduce`."""
    height, width = layout.shape
    _check_flags(layout)
    _check_first(layout, first)
    game = Deduction(width, height, layout.ravel().tolist(), first)
    game.run()
    return np.array(game.cells, np.uint8)


def _check_first(mines: NDArray[np.uint8], first: int) -> None:
    if not 0 <= first < mines.size or mines.flat[first]:
        raise ValueError(f"the first click must be on a safe cell, not on {first}")


def draw_noguess(
    allowed: NDArray[np.uint8], mines: int, first: int, seed: int, tries: int, patience: int
) -> NDArray[np.uint8]:
    """Draws a layout that needs no guess; see `mastermine._native.draw_noguess`."""
    height, width = allowed.shape
    places = _places(allowed, mines)
    _check_first(allowed, first)
    if tries < 0:
        raise ValueError(f"there are 0 or more tries, not {tries}")
    rng = Random(seed)

    for _ in range(tries + 1):
        layout = draw(places, mines, allowed.size, rng)
        game = Deduction(width, height, layout, first)
        if game.run():
            return np.array([DRAWN, *layout], np.uint8)
    idle = 0
    while idle < patience:
        idle += 1
        changed = _move_mines(layout, game, set(places), rng)
        after = Deduction(width, height, changed, first)
        if after.run():
            return np.array([REPAIRED, *changed], np.uint8)
        if after.closed_safe <= game.closed_safe:
            if after.closed_safe < game.closed_safe:
                idle = 0
            layout, game = changed, after
    return np.array([NONE], np.uint8)


def _move_mines(layout: bytearray, game: Deduction, allowed: set[int], rng: Random) -> bytearray:
    """Shuffles the mines around an uncertain cell, and a few others."""
    cells, width = game.cells, game.shape[1]
    unknown = [i for i, value in enumerate(cells) if value == CLOSED]
    frontier = [i for i in unknown if any(cells[j] < CLOSED for j in game.around[i])]
    y, x = divmod(rng.choice(frontier or unknown), width)
    near: list[int] = []
    far: list[int] = []
    for i, value in enumerate(cells):
        if value >= CLOSED and i in allowed:
            close = abs(i % width - x) <= REACH and abs(i // width - y) <= REACH
            (near if close else far).append(i)
    for _ in range(min(OTHERS, len(far))):
        chosen = rng.below(len(far))
        far[chosen], far[-1] = far[-1], far[chosen]
        near.append(far.pop())
    changed = bytearray(layout)
    for last in range(len(near) - 1, 0, -1):
        other = rng.below(last + 1)
        changed[near[last]], changed[near[other]] = changed[near[other]], changed[near[last]]
    return changed
