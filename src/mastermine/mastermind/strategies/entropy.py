"""Erich Neuwirth: Some strategies for Mastermind. Zeitschrift für Operations Research 26 (1982)."""

from math import log2

from mastermine.core.strategy import strategy


@strategy("entropy", cite="Neuwirth 1982")
def entropy(size: float) -> float:
    """Prefer the guess whose answer gives the most information: least expected log part size."""
    return size * log2(size)
