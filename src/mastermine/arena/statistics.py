"""Figures of a histogram: entry i counts the games that ended with guess i + 1."""

from __future__ import annotations

from itertools import zip_longest
from math import sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def merged(histograms: Iterable[Sequence[int]]) -> list[int]:
    """The sum of histograms, entry by entry."""
    return [sum(column) for column in zip_longest(*histograms, fillvalue=0)]


def total(histogram: Sequence[int]) -> int:
    """All guesses of all games."""
    return sum(guesses * games for guesses, games in enumerate(histogram, start=1))


def average(histogram: Sequence[int]) -> float | None:
    """Guesses a game; None without games."""
    games = sum(histogram)
    return total(histogram) / games if games else None


def standard_error(histogram: Sequence[int]) -> float | None:
    """The standard error of the average: the sample's deviation over the root of its size.

    None for fewer than two games, which have no deviation.
    """
    games = sum(histogram)
    if games < 2:
        return None
    # Whole numbers until the end: n * sum(x²) - sum(x)² is exact.
    squares = sum(guesses * guesses * n for guesses, n in enumerate(histogram, start=1))
    spread = games * squares - total(histogram) ** 2
    return sqrt(spread / (games - 1)) / games


def win_rate_error(wins: int, games: int) -> float | None:
    """About the standard error of a win rate; None without games.

    Half the width of Wilson's interval of one standard error (1927). In many games it is the
    standard error itself, but it is not 0 where all of a few games were won, or all lost.
    """
    if not games:
        return None
    return sqrt(wins * (games - wins) / games + 1 / 4) / (games + 1)


def worst(histogram: Sequence[int]) -> int | None:
    """The most guesses that any game took; None without games."""
    return max((g for g, games in enumerate(histogram, start=1) if games), default=None)


def table(histogram: Sequence[int]) -> dict[str, int]:
    """The entries that are not 0, with their guesses as keys: ``{"1": 1, "2": 6, …}``."""
    return {str(guesses): n for guesses, n in enumerate(histogram, start=1) if n}
