"""Statistics of histograms and win rates, with their errors and intervals.

Entry i of a histogram counts the games that ended with guess i + 1.
"""

from __future__ import annotations

from itertools import zip_longest
from math import comb, erfc, pi, sqrt, tan
from typing import TYPE_CHECKING

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.numbers import plain
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mastermine.arena.run import Run
    from mastermine.arena.standings import Standings

Interval = tuple[float, float]
"""Lower and upper bound of a confidence interval."""

CONFIDENCE = 0.95
"""Default confidence level of intervals."""

MAX_EXACT_ROUNDS = 1000
"""Up to this many rounds the sign test is exact; beyond, a normal approximation."""


def merged(histograms: Iterable[Sequence[int]]) -> list[int]:
    """Adds histograms, entry by entry."""
    return [sum(column) for column in zip_longest(*histograms, fillvalue=0)]


def total(histogram: Sequence[int]) -> int:
    """Returns the number of guesses of all games."""
    return sum(guesses * games for guesses, games in enumerate(histogram, start=1))


def average(histogram: Sequence[int]) -> float | None:
    """Returns the mean number of guesses; None without games."""
    games = sum(histogram)
    return total(histogram) / games if games else None


def standard_error(histogram: Sequence[int]) -> float | None:
    """Returns the standard error of the average: the sample deviation over the root of its size.

    None for fewer than two games.
    """
    games = sum(histogram)
    if games < 2:
        return None
    # Integers until the end: n * sum(x²) - sum(x)² is exact.
    squares = sum(guesses * guesses * n for guesses, n in enumerate(histogram, start=1))
    spread = games * squares - total(histogram) ** 2
    return sqrt(spread / (games - 1)) / games


def win_rate_error(wins: int, games: int) -> float | None:
    """Returns the approximate standard error of a win rate; None without games.

    Half the width of Wilson's interval of one standard error (1927). For many games it is the
    standard error itself, but it is not 0 if all of a few games were won, or all lost.
    """
    if not games:
        return None
    return sqrt(wins * (games - wins) / games + 1 / 4) / (games + 1)


def is_exact(run: Run, standings: Standings, index: int) -> bool:
    """Returns True if the figures of an entrant are exact, not estimates.

    They are exact if every secret was played and the entrant drew no random numbers. After a
    failure they are not, since it may have been a timeout.
    """
    from mastermine.arena.secret_source import Every

    score = standings.scores[index]
    whole = isinstance(run.field, Every) and standings.rounds == run.rounds
    return whole and not score.drew and not score.failures


def normal_quantile(confidence: float) -> float:
    """Returns the two-sided quantile of the standard normal distribution: 1.96 for 0.95.

    Raises InvalidSpec for a confidence that is not between 0 and 1.
    """
    if not 0 < confidence < 1:
        raise InvalidSpec(
            _("the confidence must be more than 0 and less than 1, not {n}").format(
                n=plain(confidence)
            )
        )
    from statistics import NormalDist

    return NormalDist().inv_cdf((1 + confidence) / 2)


def t_quantile(confidence: float, freedom: int) -> float:
    """Returns the two-sided quantile of Student's t (1908).

    Exact for 1 and 2 degrees of freedom; for more, within 1 % up to a confidence of 0.99
    (Abramowitz and Stegun 1964, formula 26.7.5).
    """
    z = normal_quantile(confidence)
    if freedom == 1:
        return tan(pi * confidence / 2)
    if freedom == 2:
        return confidence * sqrt(2 / (1 - confidence**2))
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return sum(term / float(freedom) ** power for power, term in enumerate(terms))


def around(value: float, error: float, games: int, confidence: float = CONFIDENCE) -> Interval:
    """Returns the interval of an average with this standard error, of at least 2 games."""
    away = t_quantile(confidence, games - 1) * error
    return value - away, value + away


def average_interval(histogram: Sequence[int], confidence: float = CONFIDENCE) -> Interval | None:
    """Returns the interval of the average (Student 1908); None for fewer than two games."""
    mean, error = average(histogram), standard_error(histogram)
    if mean is None or error is None:
        return None
    return around(mean, error, sum(histogram), confidence)


def win_rate_interval(wins: int, games: int, confidence: float = CONFIDENCE) -> Interval | None:
    """Returns Wilson's interval of a win rate (1927); None without games."""
    z = normal_quantile(confidence)
    if not games:
        return None
    middle = (wins + z * z / 2) / (games + z * z)
    away = z * sqrt(wins * (games - wins) / games + z * z / 4) / (games + z * z)
    # Exactly 0 or 1 if all games were lost or won.
    return (
        max(0.0, middle - away) if wins else 0.0,
        min(1.0, middle + away) if wins < games else 1.0,
    )


def sign_test(better: int, worse: int) -> float:
    """Returns the two-sided p-value of the sign test (Arbuthnot 1710).

    Exact up to ``MAX_EXACT_ROUNDS``, then its normal approximation. For games that are won or lost
    this is the test of McNemar (1947).
    """
    n, fewer = better + worse, min(better, worse)
    if n > MAX_EXACT_ROUNDS:
        return erfc(max(0, abs(better - worse) - 1) / sqrt(2 * n))
    return min(1.0, sum(comb(n, k) for k in range(fewer + 1)) / (1 << n) * 2)


def worst(histogram: Sequence[int]) -> int | None:
    """Returns the maximum number of guesses; None without games."""
    return max((g for g, games in enumerate(histogram, start=1) if games), default=None)


def table(histogram: Sequence[int]) -> dict[str, int]:
    """Returns the nonzero entries by number of guesses: ``{"1": 1, "2": 6, …}``."""
    return {str(guesses): n for guesses, n in enumerate(histogram, start=1) if n}
