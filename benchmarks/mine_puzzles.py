"""CPU time of puzzles and studies of Minesweeper.

    python benchmarks/mine_puzzles.py [SPEC,…] [PUZZLES]

The first table has the puzzles of each board and grade, the second one the studies of the patterns
that take longest.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from itertools import islice
from typing import TypeVar

from rich.console import Console

from common import machine, table_of
from mastermine.minesweeper import Minesweeper, draw_puzzles, draw_studies
from mastermine.minesweeper.studies import GRADES, PATTERNS
from mastermine.registry import parse_rules_of

SPECS = "6x6x8,9x9x10,9x9x20"
STUDIES = 3
SHOWN = 5

T = TypeVar("T")


def timed(made: Iterator[T], number: int) -> tuple[list[T], float]:
    """Returns the first ones, and the CPU seconds of each."""
    start = time.process_time()
    found = list(islice(made, number))
    return found, (time.process_time() - start) / number


def main() -> None:
    specs = sys.argv[1] if len(sys.argv) > 1 else SPECS
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    console = Console(width=100)
    table = table_of(
        f"{number} puzzles each; {machine()}", ("board", "grade", "seconds", "numbers", "steps")
    )
    for spec in specs.split(","):
        for grade in GRADES:
            rules = parse_rules_of(Minesweeper, spec)
            found, seconds = timed(draw_puzzles(rules, "benchmark", grade), number)
            numbers = sum(len(list(puzzle.board.numbered())) for puzzle in found)
            steps = sum(len(puzzle.steps) for puzzle in found)
            table.add_row(
                spec,
                grade,
                f"{seconds:.2f}",
                f"{numbers / number:.1f}",
                f"{steps / number:.1f}",
            )
    console.print(table)
    slow = {each: timed(draw_studies(each, "benchmark"), STUDIES)[1] for each in PATTERNS}
    table = table_of(f"{STUDIES} studies each; {machine()}", ("pattern", "seconds"))
    for pattern in sorted(slow, key=slow.__getitem__, reverse=True)[:SHOWN]:
        table.add_row(pattern, f"{slow[pattern]:.1f}")
    console.print(table)


if __name__ == "__main__":
    main()
