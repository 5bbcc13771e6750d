"""Whether numbers are drawn evenly."""

from __future__ import annotations

from collections import Counter
from typing import Any


def chi_square(counts: Counter[Any], cells: int) -> float:
    """Chi-square of counts that are expected to be alike; what never came counts, too."""
    expected = counts.total() / cells
    missing = expected * (cells - len(counts))
    return sum((n - expected) ** 2 for n in counts.values()) / expected + missing


def limit(cells: int) -> float:
    """What chi-square passes by one seed in some millions if all cells are equally likely."""
    freedom = cells - 1
    spread = 2 / (9 * freedom)  # Wilson and Hilferty 1931
    return freedom * float(1 - spread + 5 * spread**0.5) ** 3
