"""What the benchmarks share: codes and tables of costs, as plain arrays."""

from __future__ import annotations

import itertools
import platform
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.uint8]
Costs = tuple[NDArray[np.int64], bool, int]
"""The cost of each part size, whether the greatest counts instead of the sum, and the shift."""


def all_codes(places: int, colours: int, distinct: bool = False) -> Codes:
    """All codes in numeric order, a row each."""
    if distinct:
        return np.array(list(itertools.permutations(range(colours), places)), np.uint8)
    grid = np.indices((colours,) * places, dtype=np.uint8)
    return np.ascontiguousarray(grid.reshape(places, -1).T)


def heuristics(candidates: int) -> dict[str, Costs]:
    """The four heuristics, as tables for sets of so many candidates."""
    size = np.arange(candidates + 1, dtype=np.int64)
    information = size * np.log(np.maximum(size, 1))
    # As many bits as a double has; the last 16 of them are noise and not compared.
    bits = int(np.floor(np.log2(2**53 / information[-1])))
    return {
        "knuth": (size, True, 0),
        "expected-size": (size * size, False, 0),
        "entropy": (np.rint(information * 2.0**bits).astype(np.int64), False, 16),
        "most-parts": (np.where(size > 0, -1, 0), False, 0),
    }


def machine() -> str:
    """One line about the processor."""
    cpu_info = Path("/proc/cpuinfo")
    lines = cpu_info.read_text().splitlines() if cpu_info.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return f"{names[0] if names else platform.machine()}, Python {platform.python_version()}"
