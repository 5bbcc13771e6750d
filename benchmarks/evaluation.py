"""Wall and CPU time of each heuristic over every code, on one core, in process.

The work count is the number of guesses in all games; optimizations must not change it. Arguments
select rules: evaluation.py 4x6 5x8.
"""

from __future__ import annotations

import sys
import time

from rich.console import Console

from common import machine, table_of
from mastermine import find_strategy
from mastermine.arena.evaluation import Evaluation, evaluate
from mastermine.mastermind import kernels
from mastermine.mastermind.rules import Mastermind
from mastermine.registry import parse_rules_of
from mastermine.system.native import NATIVE

CASES = ("4x6", "4x7", "4x10-distinct", "5x8", "6x6", "5x9")
STRATEGIES = ("knuth", "expected-size", "entropy", "most-parts")
SMALL = 10_000
"""Runs with at most this many codes are short and repeated more often."""


def measure(spec: str, name: str) -> tuple[Evaluation, float, float]:
    """Returns the evaluation with the minimum wall and CPU time in milliseconds."""
    rules, strategy = parse_rules_of(Mastermind, spec), find_strategy(name)
    walls, processors = [], []
    for _ in range(20 if rules.size < SMALL else 3):
        wall, processor = time.perf_counter(), time.process_time()
        result = evaluate(rules, strategy)
        walls.append(time.perf_counter() - wall)
        processors.append(time.process_time() - processor)
    return result, min(walls) * 1e3, min(processors) * 1e3


def main() -> None:
    vectors = f", vectors of {kernels.backend.vector_bytes} bytes" if NATIVE else ""
    table = table_of(
        f"Evaluation, {machine()}{vectors}",
        ("rules", "strategy", "guesses", "average", "worst", "wall, ms", "CPU, ms"),
        words=2,
    )
    for spec in sys.argv[1:] or CASES:
        for name in STRATEGIES:
            result, wall, processor = measure(spec, name)
            table.add_row(
                spec,
                name,
                str(result.total),
                f"{result.average:.4f}",
                str(result.worst),
                f"{wall:.2f}",
                f"{processor:.2f}",
            )
        table.add_section()
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
