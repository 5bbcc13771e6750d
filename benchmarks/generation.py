"""Layouts per second, natively and in Python, and milliseconds per layout without guesses.

Both draw the same layouts, which must agree. The first click is in the middle of the board.
"""

from __future__ import annotations

import time
from statistics import mean, median

import numpy as np
from rich.console import Console

from common import machine, table_of
from mastermine import _native
from mastermine.core.random import Random
from mastermine.minesweeper import generate, reference
from mastermine.minesweeper.board import Layout
from mastermine.minesweeper.generate import allowed, draw_noguess, needs_no_guess
from mastermine.minesweeper.metrics import Metrics
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import parse_rules_of

UNIFORM = {"beginner": 20_000, "intermediate": 10_000, "expert": 5_000, "100x100x2000": 200}
"""Number of layouts drawn in Python; ten times as many are drawn natively."""

WITHOUT_GUESSES = {
    "9x9x10": 2000,
    "16x16x40": 2000,
    "30x16x99": 1000,
    "30x20x130": 500,
    "30x16x130": 200,
    "50x50x500": 100,
    "100x100x2000": 20,
}
"""Number of layouts generated."""


def uniform(screen: Console) -> None:
    table = table_of(
        f"Uniform layouts, {machine()}",
        ("rules", "layouts", "native, a second", "Python, a second", "ratio"),
    )
    for spec, count in UNIFORM.items():
        rules = parse_rules_of(Minesweeper, spec)
        mask = np.zeros(rules.cells, np.uint8)
        mask[allowed(rules, (rules.width // 2, rules.height // 2))] = 1
        arguments = mask.reshape(rules.height, rules.width), rules.mines
        seeds = np.arange(10 * count, dtype=np.uint64)
        start = time.perf_counter()
        natively = _native.draw_layouts(*arguments, seeds)
        middle = time.perf_counter()
        plainly = reference.draw_layouts(*arguments, seeds[:count])
        end = time.perf_counter()
        if not np.array_equal(natively[:count], plainly):
            raise SystemExit(f"{spec}: the layouts differ")
        fast, slow = 10 * count / (middle - start), count / (end - middle)
        table.add_row(spec, f"{count:,}", f"{fast:,.0f}", f"{slow:,.0f}", f"{fast / slow:.0f}")
    screen.print(table)


def without_guesses(screen: Console) -> None:
    table = table_of(
        "Layouts without guesses, natively",
        ("rules", "layouts", "median ms", "worst ms", "uniform", "of those drawn", "3BV"),
    )
    for spec, count in WITHOUT_GUESSES.items():
        rules = parse_rules_of(Minesweeper, f"{spec}-noguess")
        first = rules.width // 2, rules.height // 2
        times, drawn, work = [], 0, 0
        for seed in range(count):
            start = time.perf_counter()
            layout, is_uniform = draw_noguess(rules, Random(seed), first)
            times.append(1000 * (time.perf_counter() - start))
            drawn += is_uniform
            work += Metrics(layout).bbbv
        table.add_row(
            spec,
            f"{count:,}",
            f"{median(times):.2f}",
            f"{max(times):.2f}",
            f"{drawn / count:.0%}",
            f"{share(spec, first):.1%}",
            f"{work / count:.1f}",
        )
    screen.print(table)
    screen.print("uniform: how many were drawn so that each such layout is equally likely; the")
    screen.print("others were made by moving mines. Of those drawn: how many layouts whose first")
    screen.print("click opens a zero need no guess.")


def bias(screen: Console) -> None:
    table = table_of(
        "3BV of layouts whose first click opens a zero, 1,000 each",
        ("rules", "all", "without guesses", "made by moving mines only"),
    )
    for spec in ("9x9x10", "16x16x40", "30x16x99"):
        rules, freely = (
            parse_rules_of(Minesweeper, f"{spec}-noguess"),
            parse_rules_of(Minesweeper, f"{spec}-open"),
        )
        first = rules.width // 2, rules.height // 2
        layouts = [
            (
                freely.draw(Random(seed), first),
                draw_noguess(rules, Random(seed), first)[0],
                draw_noguess(rules, Random(seed), first, tries=0)[0],
            )
            for seed in range(1000)
        ]
        means = (mean(Metrics(each).bbbv for each in kind) for kind in zip(*layouts, strict=True))
        table.add_row(spec, *(f"{each:.1f}" for each in means))
    screen.print(table)


def share(spec: str, first: tuple[int, int]) -> float:
    """Returns the share of uniform layouts that need no guess."""
    rules = parse_rules_of(Minesweeper, f"{spec}-open")
    rows = generate.draw_many(rules, range(2000), first)
    layouts = (Layout(rules.width, rules.height, row.tobytes()) for row in rows)
    return sum(needs_no_guess(layout, first) for layout in layouts) / len(rows)


def main() -> None:
    screen = Console(width=100)
    uniform(screen)
    without_guesses(screen)
    bias(screen)


if __name__ == "__main__":
    main()
