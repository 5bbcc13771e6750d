"""Clicks, layouts and chances of many boards at once."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from mastermine.core.random import Random
from mastermine.minesweeper.board import CLOSED, MINED, neighbour_table
from mastermine.minesweeper.reference.layouts import draw
from mastermine.minesweeper.reference.probability import (
    MEMORY_LIMIT_BYTES,
    analyze,
    number_chances,
)

__all__ = ["click_all", "information_all", "lay_all", "risks_all"]


def click_all(
    layouts: NDArray[np.uint8], boards: NDArray[np.uint8], width: int, clicks: NDArray[np.int64]
) -> NDArray[np.uint8]:
    """Returns the boards after a click in each; see `mastermine._native.click_all`."""
    after = boards.copy()
    around = neighbour_table(width, boards.shape[1] // width)
    for layout, board, place in zip(layouts.tolist(), after, clicks.tolist(), strict=True):
        if board[place] == CLOSED and layout[place]:
            board[place] = MINED
            continue
        waiting = [place]
        while waiting:
            cell = waiting.pop()
            if board[cell] == CLOSED and not layout[cell]:
                board[cell] = sum(layout[near] for near in around[cell])
                if board[cell] == 0:
                    waiting += around[cell]
    return after


def lay_all(
    width: int,
    height: int,
    mines: int,
    clear: int,
    clicks: NDArray[np.int64],
    seeds: NDArray[np.uint64],
) -> NDArray[np.uint8]:
    """Draws a layout for each first click and seed; see `mastermine._native.lay_all`."""
    around = neighbour_table(width, height)
    layouts = np.empty((len(seeds), width * height), np.uint8)
    for row, click, seed in zip(layouts, clicks.tolist(), seeds.tolist(), strict=True):
        free = {click} if clear else set()
        if clear > 1:
            free.update(around[click])
        places = [cell for cell in range(width * height) if cell not in free]
        row[:] = np.frombuffer(draw(places, mines, width * height, Random(seed)), np.uint8)
    return layouts


def risks_all(boards: NDArray[np.uint8], width: int, mines: int) -> NDArray[np.float64]:
    """Returns the chances of mines; see `mastermine._native.risks_all`."""
    risks = np.full(boards.shape, np.nan)
    for row, position in zip(risks, _positions(boards, width), strict=True):
        found = analyze(position, mines, 0, MEMORY_LIMIT_BYTES)
        if found.size:
            row[:] = found.ravel()
    return risks


def information_all(boards: NDArray[np.uint8], width: int, mines: int) -> NDArray[np.float64]:
    """Returns the information of clicks; see `mastermine._native.information_all`."""
    bits = np.full(boards.shape, np.nan)
    for row, position in zip(bits, _positions(boards, width), strict=True):
        closed = np.flatnonzero(position == CLOSED)
        chances = number_chances(position, mines, closed, 0, MEMORY_LIMIT_BYTES)
        if chances.size:
            logarithms = np.log2(chances, out=np.zeros_like(chances), where=chances > 0)
            row[closed] = -(chances * logarithms).sum(axis=1)
    return bits


def _positions(boards: NDArray[np.uint8], width: int) -> Iterator[NDArray[np.uint8]]:
    for board in boards:
        yield board.reshape(-1, width)
