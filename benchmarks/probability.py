"""Exact probabilities of the golden positions, in process: milliseconds per analysis, by group.

All positions are analysed in turn, repeatedly, so that caches are cold for each; the median of a
position counts. The work count is the number of cells with a probability; optimizations must not
change it.
"""

from __future__ import annotations

import gzip
import json
import statistics
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console

from common import machine, table_of
from mastermine.minesweeper import reference
from mastermine.minesweeper.board import CLOSED, Board
from mastermine.minesweeper.kernels import backend
from mastermine.minesweeper.probability import analyze
from mastermine.system.native import NATIVE

GOLDEN = Path(__file__).parents[1] / "tests" / "golden" / "minesweeper_positions.jsonl.gz"
ROUNDS = 41
REAL = ("beginner", "intermediate", "expert")
# Title, prefix of the names of its positions, best published engine, and goal in ms.
GROUPS: dict[str, tuple[str, float | None, float | None]] = {
    "beginner": ("beg_", 0.09, 0.05),
    "intermediate": ("int_", 0.09, 0.05),
    "expert": ("exp_rand", 0.09, 0.05),
    "expert, hard fronts": ("exp_hard", 0.32, 0.15),
    "dense, 30x16x130": ("dense130", 0.47, 0.3),
    "scattered 9x9": ("scatter9", None, None),
    "scattered 16x16": ("scatter16", 3.7, 3.0),
    "scattered 30x16": ("scatter30", 66.0, 60.0),
}


def main() -> None:
    groups: dict[str, list[tuple[Board, int]]] = defaultdict(list)
    with gzip.open(GOLDEN, "rt", encoding="utf-8") as lines:
        for case in map(json.loads, lines):
            name = next(n for n, (start, *_) in GROUPS.items() if case["id"].startswith(start))
            groups[name].append((Board.parse("\n".join(case["rows"])), case["mines"]))
    if not NATIVE:
        groups = {name: groups[name] for name in REAL}

    def measure(question: Callable[[Board, int], Any], rounds: int) -> dict[str, list[float]]:
        """Returns the median milliseconds of each position, by group."""
        times: dict[tuple[str, int], list[float]] = defaultdict(list)
        for _ in range(rounds):
            for name, boards in groups.items():
                for i, (board, mines) in enumerate(boards):
                    start = time.perf_counter()
                    question(board, mines)
                    times[name, i].append((time.perf_counter() - start) * 1e3)
        return {
            name: [statistics.median(times[name, i]) for i in range(len(boards))]
            for name, boards in groups.items()
        }

    kernel = measure(chances, ROUNDS)
    whole = measure(analyze, ROUNDS)
    exact = measure(solutions, 5)
    numbers = measure(all_numbers, 5)

    which = "native" if NATIVE else "plain Python"
    heads = ("positions", "cells", "median", "worst", "in Python", "with count", "numbers")
    title = f"Probabilities, {which}, ms, {machine()}"
    table = table_of(title, (*heads, "published", "goal"))
    for name, boards in groups.items():
        cells = sum(
            int(np.count_nonzero(~np.isnan(analyze(board, mines).mine_probability)))
            for board, mines in boards
        )
        _start, published, goal = GROUPS[name]
        table.add_row(
            f"{name} ({len(boards)})",
            str(cells),
            f"{statistics.median(kernel[name]):.4f}",
            f"{max(kernel[name]):.4f}",
            f"{statistics.median(whole[name]):.4f}",
            f"{statistics.median(exact[name]):.3f}",
            f"{sum(numbers[name]) / cells:.4f}",
            "" if published is None else f"{published:g}",
            "" if goal is None else f"{goal:g}",
        )
    console = Console(width=110)
    console.print(table)
    console.print(
        "median, worst: the kernel; in Python: analyze(); with count: and .solutions; "
        "numbers: what a closed cell shows, a cell, when all are asked for."
    )
    if NATIVE:
        groups = {name: groups[name] for name in REAL}
        plain = measure(plain_chances, 3)
        for name in REAL:
            ratios = [p / k for p, k in zip(plain[name], kernel[name], strict=True)]
            print(
                f"{name}: the twin in Python integers takes "
                f"{statistics.median(plain[name]):.2f} ms, {statistics.median(ratios):.0f} times"
            )


def chances(board: Board, mines: int) -> None:
    """Runs the native kernel alone."""
    backend.analyze(board.array, mines, 0, 0)


def plain_chances(board: Board, mines: int) -> None:
    """Runs the reference implementation with Python integers."""
    reference.analyze(board.array, mines, 0, 0)


def solutions(board: Board, mines: int) -> int:
    return analyze(board, mines).solutions


def all_numbers(board: Board, mines: int) -> None:
    """Computes the distribution of numbers of each closed cell, in one call."""
    places = np.flatnonzero(board.array.ravel() == CLOSED)
    backend.number_chances(board.array, mines, places, 0, 0)


if __name__ == "__main__":
    main()
