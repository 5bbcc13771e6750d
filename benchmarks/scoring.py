"""Guess-candidate pairs per second on one core, compared with a plain C loop (yardstick.c).

Both score the same guesses against all codes; the scores must agree.
MASTERMINE_VECTOR_BYTES=32 or 16 simulates a processor without AVX-512 or AVX2.
"""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console

from common import machine, table_of
from mastermine import _native, find_strategy
from mastermine.core.strategy import Heuristic
from mastermine.mastermind.kernels import cost_table, kind
from mastermine.mastermind.reference import Codes
from mastermine.mastermind.rules import Mastermind
from mastermine.registry import parse_rules_of

CASES = {"4x6": 1296, "5x8": 6400, "6x9": 1024}
"""Number of guesses, drawn from all codes."""


def compile_yardstick(folder: str) -> Any:
    library = Path(folder) / "yardstick.so"
    source = Path(__file__).with_name("yardstick.c")
    subprocess.run(
        ["cc", "-O3", "-march=native", "-shared", "-fPIC", "-o", library, source], check=True
    )
    return ctypes.CDLL(str(library)).yardstick


def bit_sets(codes: Codes, colours: int) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Encodes codes as a bit per (place, colour) and a unary count of each colour."""
    places = codes.shape[1]
    at = np.zeros(len(codes), np.uint64)
    count = np.zeros(len(codes), np.uint64)
    for place in range(places):
        at |= np.uint64(1) << (codes[:, place].astype(np.uint64) + np.uint64(colours * place))
    for colour in range(colours):
        unary = (np.uint64(1) << (codes == colour).sum(axis=1).astype(np.uint64)) - np.uint64(1)
        count |= unary << np.uint64(places * colour)
    return at, count


def best_time(repeats: int, work: Callable[..., object], *arguments: Any) -> float:
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work(*arguments)
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    table = table_of(
        f"Scoring, {machine()}, vectors of {_native.vector_bytes} bytes",
        ("rules", "pairs", "native, G pairs/s", "plain C, G pairs/s", "ratio"),
    )
    with tempfile.TemporaryDirectory() as folder:
        yardstick = compile_yardstick(folder)
        entropy = find_strategy("entropy")
        assert isinstance(entropy, Heuristic)
        for spec, how_many in CASES.items():
            rules = parse_rules_of(Mastermind, spec)
            codes = rules.knowledge().codes
            costs = cost_table(entropy, rules.size, rules.answers)
            values = np.asarray(costs.values)
            chosen = np.random.default_rng(1).permutation(len(codes))[:how_many]
            guesses = np.ascontiguousarray(codes[chosen])
            pairs = len(guesses) * len(codes)

            sets = [*bit_sets(guesses, rules.symbols), *bit_sets(codes, rules.symbols)]
            expected = np.zeros(len(guesses), np.int64)
            pointer = [ctypes.c_void_p(a.ctypes.data) for a in (*sets, values, expected)]
            counts = ctypes.c_size_t(len(guesses)), ctypes.c_size_t(len(codes))
            plain = (*pointer[:2], counts[0], *pointer[2:4], counts[1], *pointer[4:])

            native = (guesses, codes, rules.symbols, kind(rules), values, costs.largest, 0)

            native_time = best_time(7, _native.score, *native)
            plain_time = best_time(3, yardstick, *plain)
            if not np.array_equal(_native.score(*native), expected):
                raise SystemExit(f"{spec}: the scores differ")
            table.add_row(
                spec,
                f"{pairs:,}",
                f"{pairs / native_time / 1e9:.2f}",
                f"{pairs / plain_time / 1e9:.2f}",
                f"{plain_time / native_time:.1f}",
            )
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
