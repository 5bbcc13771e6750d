"""Each heuristic over every code on one core, in process: wall and CPU time.

The work count is the number of guesses in all games together; it must not change with the speed.
Name rules to run only these: evaluation.py 4x6 5x8.
"""

from __future__ import annotations

import sys
import time

import numpy as np
from rich.console import Console
from rich.table import Table

from common import all_codes, heuristics, machine
from mastermine import _native

CASES = {
    "4x6": (4, 6, False),
    "4x7": (4, 7, False),
    "4x10-distinct": (4, 10, True),
    "5x8": (5, 8, False),
    "6x6": (6, 6, False),
    "5x9": (5, 9, False),
}


def main() -> None:
    console = Console(width=100)
    table = Table(title=f"Evaluation, {machine()}, vectors of {_native.vector_bytes} bytes")
    for name in ("rules", "strategy", "guesses", "average", "worst", "wall, ms", "CPU, ms"):
        table.add_column(name, justify="left" if name in ("rules", "strategy") else "right")
    for name in sys.argv[1:] or CASES:
        places, colours, distinct = CASES[name]
        codes = all_codes(places, colours, distinct)
        history = np.zeros((0, places), np.uint8)
        for strategy, (costs, largest, shift) in heuristics(len(codes)).items():
            walls, processors = [], []
            for _ in range(20 if len(codes) < 10_000 else 3):
                wall, processor = time.perf_counter(), time.process_time()
                found = _native.evaluate(
                    codes, history, colours, distinct, 0, costs, largest, shift, True
                )
                walls.append(time.perf_counter() - wall)
                processors.append(time.process_time() - processor)
            guesses = int(found @ np.arange(1, len(found) + 1))
            table.add_row(
                name,
                strategy,
                str(guesses),
                f"{guesses / len(codes):.4f}",
                str(len(found)),
                f"{min(walls) * 1e3:.2f}",
                f"{min(processors) * 1e3:.2f}",
            )
        table.add_section()
    console.print(table)


if __name__ == "__main__":
    main()
