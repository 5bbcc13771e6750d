"""CPU time and grades of puzzles of Mastermind.

    python benchmarks/puzzles.py [SPEC,…] [PUZZLES]

Drawing and grading are timed apart; the grade takes all steps from the rows to the code.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

from rich.console import Console

from common import machine, table_of
from mastermine.mastermind import Mastermind, draw_puzzles
from mastermine.mastermind.puzzles import GRADES
from mastermine.registry import parse_rules_of

SPECS = "4x6,3x10-distinct,4x10-distinct,5x8,4x6-black"


def main() -> None:
    specs = sys.argv[1] if len(sys.argv) > 1 else SPECS
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    table = table_of(
        f"{number} puzzles each; {machine()}",
        ("game", "drawn, ms", "graded, ms", "most, ms", "a minute", "rows", *GRADES),
    )
    for spec in specs.split(","):
        made = draw_puzzles(parse_rules_of(Mastermind, spec), "benchmark")
        drawn, graded = list[float](), list[float]()
        grades, rows = Counter[str](), 0
        for _puzzle in range(number):
            start = time.process_time()
            puzzle = next(made)
            middle = time.process_time()
            grades[puzzle.grade] += 1
            drawn.append(middle - start)
            graded.append(time.process_time() - middle)
            rows += len(puzzle.turns)
        both = list(map(sum, zip(drawn, graded, strict=True)))
        table.add_row(
            spec,
            f"{1000 * sum(drawn) / number:.1f}",
            f"{1000 * sum(graded) / number:.1f}",
            f"{1000 * max(both):.0f}",
            f"{60 * number / sum(both):,.0f}",
            f"{rows / number:.1f}",
            *(f"{100 * grades[grade] / number:.0f} %" for grade in GRADES),
        )
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
