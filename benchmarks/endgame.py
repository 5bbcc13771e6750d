"""Optimal play of whole boards and of late positions, on one core, in process.

The work count is the number of positions searched; optimizations must not change it. Arguments
select boards: endgame.py 4x4x3 5x5x4.
"""

from __future__ import annotations

import statistics
import sys
import time
from itertools import pairwise

from rich.console import Console
from rich.table import Table

from common import machine, table_of
from mastermine import parse_rules
from mastermine.core.random import Random
from mastermine.minesweeper.board import CLOSED, Board
from mastermine.minesweeper.endgame import optimal_play
from mastermine.minesweeper.generate import draw_layout
from mastermine.minesweeper.kernels import backend
from mastermine.minesweeper.probability import analyze
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import parse_rules_of

CASES = ("4x4x3", "4x4x5", "3x7x3", "5x5x3", "6x5x3", "5x5x4", "6x6x4", "6x5x4", "5x5x5")

GAMES = 500
"""Number of expert games that supply positions."""

STEPS = (0, 10, 50, 100, 200, 500, 1000, 2000)
"""Bounds of the groups of positions, by number of layouts."""


def late_positions() -> list[tuple[Board, int]]:
    """Returns expert positions with few layouts and no safe cell, from ``safest`` with luck."""
    rules = parse_rules("expert")
    found = []
    for seed in range(GAMES):
        layout = draw_layout(rules, Random(seed), (0, 0))
        board = Board.closed(rules.width, rules.height).having(layout.opened((0, 0)))
        while board.cells.count(CLOSED) > rules.mines:
            analysis = analyze(board, rules.mines)
            cells = analysis.safe
            if not cells:
                if analysis.solutions <= STEPS[-1]:
                    found.append((board, rules.mines))
                lucky = [cell for cell in board.hidden if cell not in layout]
                cells = (min(lucky, key=analysis.risk),)
            board = board.having(each for cell in cells for each in layout.opened(cell))
    return found


def boards(specs: list[str]) -> Table:
    table = table_of(
        "Whole boards", ("rules", "wins", "layouts", "positions", "wall, s", "positions a second")
    )
    for spec in specs:
        start = time.perf_counter()
        found = optimal_play(parse_rules_of(Minesweeper, spec))
        wall = time.perf_counter() - start
        table.add_row(
            spec,
            f"{found.wins:,}",
            f"{found.layouts:,}",
            f"{found.nodes:,}",
            f"{wall:.3f}",
            f"{found.nodes / wall:,.0f}",
        )
    return table


def positions() -> Table:
    table = table_of(
        f"Late positions of {GAMES} expert games",
        ("layouts", "boards", "positions", "list, ms", "median, ms", "mean, ms", "worst, ms"),
        words=0,
    )
    runs = []
    for board, mines in late_positions():
        start = time.perf_counter()
        fits = backend.fitting_layouts(board.array, mines, STEPS[-1], 0, 0)
        listed = time.perf_counter()
        _cell, _wins, nodes = backend.best_play(fits, board.array, 0, 0).tolist()
        end = time.perf_counter()
        runs.append((len(fits), nodes, (listed - start) * 1e3, (end - listed) * 1e3))
    for low, high in pairwise(STEPS):
        some = [run for run in runs if low < run[0] <= high]
        if not some:
            continue
        times = [run[3] for run in some]
        table.add_row(
            f"{low + 1}-{high}",
            str(len(some)),
            f"{sum(run[1] for run in some):,}",
            f"{statistics.mean(run[2] for run in some):.3f}",
            f"{statistics.median(times):.3f}",
            f"{statistics.mean(times):.3f}",
            f"{max(times):.3f}",
        )
    return table


def main() -> None:
    screen = Console(width=100)
    screen.print(f"The best play, {machine()}")
    screen.print(boards(sys.argv[1:] or list(CASES)))
    if len(sys.argv) == 1:
        screen.print(positions())


if __name__ == "__main__":
    main()
