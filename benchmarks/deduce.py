"""Frequency of each deduction rule, and CPU time per step.

    python benchmarks/deduce.py [LEVEL] [GAMES]

Each step uses the cheapest rule that applies and all its conclusions at once, so a rule is counted
only if no cheaper one applies. If no cell is certain, a random safe cell is opened, as if every
guess were lucky, so that each game is completed.
"""

from __future__ import annotations

import sys
import time
from collections import Counter, defaultdict

from rich.console import Console

from common import machine, table_of
from mastermine.core.random import Random
from mastermine.minesweeper.board import MINED, Board, Cell, Layout
from mastermine.minesweeper.deduction import Step, next_step
from mastermine.minesweeper.presets import PRESETS
from mastermine.minesweeper.rules import Minesweeper


def opened(board: Board, layout: Layout, cells: tuple[Cell, ...]) -> Board:
    return board.having(shown for cell in cells for shown in layout.opened(cell))


def timed_step(board: Board, mines: int) -> tuple[Step | None, float]:
    start = time.process_time()
    found = next_step(board, mines)
    return found, time.process_time() - start


def main() -> None:
    level = sys.argv[1] if len(sys.argv) > 1 else "expert"
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    rules = Minesweeper.parse(PRESETS[level].spec)
    steps, cells, needed = Counter[str](), Counter[str](), Counter[str]()
    times: dict[str, list[float]] = defaultdict(list)
    guesses = 0
    for game in range(games):
        rng = Random(0).fork(level, game)
        first = rules.width // 2, rules.height // 2
        layout = rules.draw(rng, first)
        board = opened(Board.closed(rules.width, rules.height), layout, (first,))
        used = set()
        while board.cells.count(MINED) < rules.mines or board.hidden:
            found, seconds = timed_step(board, rules.mines)
            rule = found.rule if found else "(nothing is certain)"
            times[rule].append(seconds)
            if found:
                steps[rule] += 1
                cells[rule] += len(found.cells)
                used.add(rule)
                if not set(found.mines) <= set(layout.cells):
                    raise SystemExit(f"wrong: {found.sentence}\n{board}")
                board = opened(board, layout, found.safe).having(
                    (cell, MINED) for cell in found.mines
                )
            else:
                guesses += 1
                safe = [cell for cell in board.hidden if cell not in layout]
                board = opened(board, layout, (rng.choice(safe),))
        needed.update(used)
    table = table_of(
        f"{level}, {games} games, {guesses} guesses; {machine()}",
        ("rule", "steps", "of all, %", "cells", "games with it, %", "median, ms", "most, ms"),
    )
    for rule, seconds_each in sorted(times.items(), key=lambda each: -len(each[1])):
        taken = sorted(seconds_each)
        table.add_row(
            rule,
            f"{steps[rule] or len(taken):,}",
            f"{100 * steps[rule] / steps.total():.2f}" if steps[rule] else "",
            f"{cells[rule]:,}" if steps[rule] else "",
            f"{100 * needed[rule] / games:.0f}" if steps[rule] else "",
            f"{1000 * taken[len(taken) // 2]:.1f}",
            f"{1000 * taken[-1]:.1f}",
        )
    Console(width=110).print(table)


if __name__ == "__main__":
    main()
