"""Erich Neuwirth: Some strategies for Mastermind. Zeitschrift für Operations Research 26 (1982)."""

import numpy as np

from mastermine.core.strategy import Array, strategy


@strategy("entropy", cite="Neuwirth 1982")
def entropy(size: Array) -> Array:
    """Prefer the guess whose answer gives the most information: least expected log part size."""
    return size * np.log2(size)
