"""Paired comparison of two entrants of a run, which play the same secrets."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import sqrt
from typing import TYPE_CHECKING, Any

from mastermine.arena import statistics
from mastermine.arena.statistics import CONFIDENCE, Interval, around, normal_quantile, sign_test
from mastermine.i18n.numbers import decimal
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from mastermine.arena.run import Run
    from mastermine.arena.standings import Standings


@dataclass(frozen=True)
class Comparison:
    """Comparison of two entrants on the same secrets, with standard errors and intervals.

    A round is ``better`` if the first entrant won and the second did not or, where turns count, if
    it won in fewer turns; ``worse`` is the reverse. ``difference`` is the sum, over the rounds that
    ``both`` won, of the turns of the first minus those of the second; ``squares`` is the sum of the
    squared differences.
    """

    first: str
    second: str
    risky: bool
    """True if only wins count, not turns."""
    rounds: int
    first_wins: int
    second_wins: int
    both: int
    better: int
    worse: int
    difference: int = 0
    squares: int = 0
    exact: bool = False
    """True if nothing was random, so that there are no errors and intervals."""
    confidence: float = CONFIDENCE

    @property
    def equal(self) -> int:
        """Number of rounds in which neither did better."""
        return self.rounds - self.better - self.worse

    @property
    def lossless(self) -> bool:
        """True if both won every round."""
        return self.both == self.rounds

    @property
    def turns(self) -> float | None:
        """Mean turns of the first minus those of the second, over the rounds that both won.

        None without such a round, and where turns do not count.
        """
        return self.difference / self.both if self.both and not self.risky else None

    @property
    def turns_error(self) -> float | None:
        """Standard error of ``turns``; None if it is exact, and for fewer than two rounds."""
        if self.exact or self.risky or self.both < 2:
            return None
        # Integers until the end, so that no digits are lost.
        spread = self.both * self.squares - self.difference**2
        return sqrt(spread / (self.both - 1)) / self.both

    @property
    def turns_interval(self) -> Interval | None:
        """Confidence interval of ``turns`` (Student 1908); None without an error."""
        if self.turns is None or self.turns_error is None:
            return None
        return around(self.turns, self.turns_error, self.both, self.confidence)

    @property
    def win_rate(self) -> float | None:
        """Win rate of the first minus that of the second; None without rounds."""
        return (self.first_wins - self.second_wins) / self.rounds if self.rounds else None

    @property
    def win_rate_error(self) -> float | None:
        """Standard error of ``win_rate``; None if it is exact, and without rounds.

        McNemar's (1947), with half a round added to each of the four cells (Agresti and Min 2005),
        so that it is not 0 after a few equal rounds.
        """
        return None if self.exact or not self.rounds else self._paired()[1]

    @property
    def win_rate_interval(self) -> Interval | None:
        """Confidence interval of ``win_rate`` (Agresti and Min 2005); None without an error."""
        if self.exact or not self.rounds:
            return None
        middle, error = self._paired()
        away = normal_quantile(self.confidence) * error
        return max(-1.0, middle - away), min(1.0, middle + away)

    def _paired(self) -> tuple[float, float]:
        """Returns ``win_rate`` and its error with half a round added to each cell."""
        n = self.rounds + 2
        difference = self.first_wins - self.second_wins
        unlike = self.first_wins + self.second_wins - 2 * self.both + 1
        return difference / n, sqrt(unlike - difference**2 / n) / n

    @property
    def p_value(self) -> float | None:
        """p-value of the sign test on better and worse rounds; None if the comparison is exact."""
        return None if self.exact else sign_test(self.better, self.worse)

    @property
    def winner(self) -> str | None:
        """The significantly better entrant: by its win rate or, failing that, by its turns."""
        rate, turns = self.win_rate, self.turns
        if rate and self._certain(self.win_rate_interval):
            return self.first if rate > 0 else self.second
        if turns and self._certain(self.turns_interval):
            return self.first if turns < 0 else self.second
        return None

    def _certain(self, interval: Interval | None) -> bool:
        """Returns True if a difference, not 0, is significant."""
        if interval is None:
            return self.exact
        low, high = interval
        if low == high:  # every round differed by the same; there may be few rounds
            return sign_test(self.better, self.worse) < 1 - self.confidence
        return low > 0 or high < 0

    def sentence(self) -> str:
        """Returns the comparison as a sentence without a full stop."""
        if self.risky:
            # Translators: the end of a clause: "{first} wins … more often than {second} {where}".
            return self._wins(_("on the same minefields"))
        # Translators: the end of a clause: "{first} needs … fewer guesses than {second} {where}".
        same = _("on the same codes")
        if self.lossless:
            return self._turns(same)
        # Translators: the end of a clause: "{first} needs … fewer guesses than {second} {where}".
        clauses = self._turns(_("on the codes that both found")), self._wins(same)
        return "; ".join(clauses)

    def _turns(self, where: str) -> str:
        if self.turns is None:
            return _("no code was found by both {first} and {second}").format(
                first=self.first, second=self.second
            )
        words = (
            # Translators: {first} and {second} are names of strategies. {where}: see "on the …".
            _("{first} and {second} need the same number of guesses {where}"),
            # Translators: {amount} has a fraction, such as 0.123 ± 0.010.
            _("{first} needs {amount} more guesses than {second} {where}"),
            # Translators: {amount} has a fraction, such as 0.123 ± 0.010.
            _("{first} needs {amount} fewer guesses than {second} {where}"),
        )
        amount = _amount(self.turns, self.turns_error, 3)
        return self._clause(words, amount, where, self.turns, self.turns_interval)

    def _wins(self, where: str) -> str:
        rate, error = self.win_rate, self.win_rate_error
        if rate is None:
            return _("{first} and {second} have not played yet").format(
                first=self.first, second=self.second
            )
        words = (
            _("{first} and {second} win equally often {where}"),
            # Translators: {amount} has a fraction, such as 1.25 ± 0.40.
            _("{first} wins {amount} percentage points more often than {second} {where}"),
            # Translators: {amount} has a fraction, such as 1.25 ± 0.40.
            _("{first} wins {amount} percentage points less often than {second} {where}"),
        )
        amount = _amount(100 * rate, None if error is None else 100 * error, 2)
        return self._clause(words, amount, where, rate, self.win_rate_interval)

    def _clause(
        self,
        words: tuple[str, str, str],
        amount: str,
        where: str,
        value: float,
        interval: Interval | None,
    ) -> str:
        """Formats a difference with the words for 0, more or less, and its certainty."""
        clause = words[(value > 0) - (value < 0)]
        clause = clause.format(first=self.first, second=self.second, amount=amount, where=where)
        if self.exact:
            # Translators: {clause} is a clause with a figure that is not an estimate.
            return _("{clause} (exact)").format(clause=clause)
        if value and not self._certain(interval):
            # Translators: {clause} is a clause with a difference that is not significant.
            return _("{clause}, which may be chance").format(clause=clause)
        return clause

    def to_dict(self) -> dict[str, Any]:
        """Returns the figures for JSON; rates are between 0 and 1."""
        turns = {
            "turns": self.turns,
            "turns_error": self.turns_error,
            "turns_interval": _listed(self.turns_interval),
        }
        return {
            "first": self.first,
            "second": self.second,
            "rounds": self.rounds,
            "better": self.better,
            "worse": self.worse,
            "equal": self.equal,
            "both_won": self.both,
            **({} if self.risky else turns),
            "win_rate": self.win_rate,
            "win_rate_error": self.win_rate_error,
            "win_rate_interval": _listed(self.win_rate_interval),
            "p_value": self.p_value,
            "exact": self.exact,
            "confidence": self.confidence,
            "winner": self.winner,
            "sentence": self.sentence(),
        }


def compare(
    standings: Standings,
    first: int,
    second: int,
    run: Run | None = None,
    confidence: float = CONFIDENCE,
) -> Comparison:
    """Compares two entrants, given by their indices.

    ``run``: the run of these standings; without it no comparison is exact.
    """
    a, b = standings.scores[first], standings.scores[second]
    exact = run is not None and all(
        statistics.is_exact(run, standings, index) for index in (first, second)
    )
    return Comparison(
        a.strategy,
        b.strategy,
        standings.risky,
        standings.rounds,
        a.wins,
        b.wins,
        int(standings.both[first, second]),
        int(standings.better[first, second]),
        int(standings.better[second, first]),
        int(standings.difference[first, second]),
        int(standings.squares[first, second]),
        exact,
        confidence,
    )


def pairs(
    standings: Standings, run: Run | None = None, confidence: float = CONFIDENCE
) -> list[Comparison]:
    """Compares each pair of entrants, in their order."""
    indices = range(len(standings.scores))
    return [compare(standings, a, b, run, confidence) for a, b in combinations(indices, 2)]


def _amount(value: float, error: float | None, digits: int) -> str:
    """Formats an absolute value, such as ``0.123 ± 0.010``."""
    figure = decimal(abs(value), digits)
    return figure if error is None else f"{figure} ± {decimal(error, digits)}"


def _listed(interval: Interval | None) -> list[float] | None:
    return None if interval is None else list(interval)
