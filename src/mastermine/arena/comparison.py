"""Two entrants of a run, secret by secret: the luck of the draw is the same for both."""

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
    """How the first of two entrants did on the secrets that both met, and how sure that is.

    A round is ``better`` for the first when it won and the second did not or, where turns count,
    when it won in fewer; ``worse`` the other way round. ``difference`` is the sum of the turns of
    the first less those of the second over the rounds that ``both`` won, ``squares`` that of the
    squares.
    """

    first: str
    second: str
    risky: bool
    """That a game is won is all that counts, and not in how many turns."""
    rounds: int
    first_wins: int
    second_wins: int
    both: int
    better: int
    worse: int
    difference: int = 0
    squares: int = 0
    exact: bool = False
    """Whether nothing was left to chance, so that there are no errors and intervals."""
    confidence: float = CONFIDENCE

    @property
    def equal(self) -> int:
        """The rounds in which neither did better."""
        return self.rounds - self.better - self.worse

    @property
    def lossless(self) -> bool:
        """Whether both won every round."""
        return self.both == self.rounds

    @property
    def turns(self) -> float | None:
        """What the first needs more than the second, on average of the rounds that both won.

        None where there is no such round, and where turns do not count.
        """
        return self.difference / self.both if self.both and not self.risky else None

    @property
    def turns_error(self) -> float | None:
        """The standard error of that difference; None for an exact one, and for one round."""
        if self.exact or self.risky or self.both < 2:
            return None
        # Whole numbers until the end, so that no digits are lost.
        spread = self.both * self.squares - self.difference**2
        return sqrt(spread / (self.both - 1)) / self.both

    @property
    def turns_interval(self) -> Interval | None:
        """The interval of that difference (Student 1908); None where there is no error."""
        if self.turns is None or self.turns_error is None:
            return None
        return around(self.turns, self.turns_error, self.both, self.confidence)

    @property
    def win_rate(self) -> float | None:
        """The win rate of the first less that of the second; None without rounds."""
        return (self.first_wins - self.second_wins) / self.rounds if self.rounds else None

    @property
    def win_rate_error(self) -> float | None:
        """The standard error of that difference; None for an exact one, and without rounds.

        That of McNemar (1947) with half a round more in each of the four cells (Agresti and Min
        2005), so that it is not 0 where a few rounds all went alike.
        """
        return None if self.exact or not self.rounds else self._paired()[1]

    @property
    def win_rate_interval(self) -> Interval | None:
        """The interval of that difference (Agresti and Min 2005); None where there is no error."""
        if self.exact or not self.rounds:
            return None
        middle, error = self._paired()
        away = normal_quantile(self.confidence) * error
        return max(-1.0, middle - away), min(1.0, middle + away)

    def _paired(self) -> tuple[float, float]:
        """The difference in win rates and its error, with half a round more in each cell."""
        n = self.rounds + 2
        difference = self.first_wins - self.second_wins
        unlike = self.first_wins + self.second_wins - 2 * self.both + 1
        return difference / n, sqrt(unlike - difference**2 / n) / n

    @property
    def p_value(self) -> float | None:
        """How likely such a share of better rounds is by chance (sign test); None where exact."""
        return None if self.exact else sign_test(self.better, self.worse)

    @property
    def winner(self) -> str | None:
        """Who is better beyond chance, at this confidence: by its wins, or else by its turns."""
        rate, turns = self.win_rate, self.turns
        if rate and self._certain(self.win_rate_interval):
            return self.first if rate > 0 else self.second
        if turns and self._certain(self.turns_interval):
            return self.first if turns < 0 else self.second
        return None

    def _certain(self, interval: Interval | None) -> bool:
        """Whether a difference that is not 0 is more than chance."""
        if interval is None:
            return self.exact
        low, high = interval
        if low == high:  # All rounds differed by as much: there may be few of them.
            return sign_test(self.better, self.worse) < 1 - self.confidence
        return low > 0 or high < 0

    def sentence(self) -> str:
        """The comparison in words."""
        if self.risky:
            # Translators: the end of a clause, such as "{first} wins … more than {second} {where}".
            return self._wins(_("on the same minefields"))
        # Translators: the end of a clause, such as "{first} needs … fewer than {second} {where}".
        same = _("on the same codes")
        if self.lossless:
            return self._turns(same)
        # Translators: the end of a clause, such as "{first} needs … fewer than {second} {where}".
        told = self._turns(_("on the codes that both find")), self._wins(same)
        return "; ".join(told)

    def _turns(self, where: str) -> str:
        if self.turns is None:
            return _("{first} and {second} found no code both").format(
                first=self.first, second=self.second
            )
        words = (
            # Translators: {first} and {second} are names of strategies. {where}: see "on the …".
            _("{first} and {second} need equally many guesses {where}"),
            # Translators: {amount} has a fraction, such as 0.123 ± 0.010.
            _("{first} needs {amount} guesses more than {second} {where}"),
            # Translators: {amount} has a fraction, such as 0.123 ± 0.010.
            _("{first} needs {amount} guesses fewer than {second} {where}"),
        )
        amount = _amount(self.turns, self.turns_error, 3)
        return self._clause(words, amount, where, self.turns, self.turns_interval)

    def _wins(self, where: str) -> str:
        rate, error = self.win_rate, self.win_rate_error
        if rate is None:
            return _("{first} and {second} did not play yet").format(
                first=self.first, second=self.second
            )
        words = (
            _("{first} and {second} win equally often {where}"),
            # Translators: {amount} has a fraction, such as 1.25 ± 0.40.
            _("{first} wins {amount} percentage points more than {second} {where}"),
            # Translators: {amount} has a fraction, such as 1.25 ± 0.40.
            _("{first} wins {amount} percentage points less than {second} {where}"),
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
        """A difference that is 0, more or less, each in its words, and whether it is sure."""
        told = words[(value > 0) - (value < 0)]
        told = told.format(first=self.first, second=self.second, amount=amount, where=where)
        if self.exact:
            # Translators: {told} is a clause: a figure in it is no estimate.
            return _("{told} (exact)").format(told=told)
        if value and not self._certain(interval):
            # Translators: {told} is a clause: a difference that may have come by chance.
            return _("{told}, which may be chance").format(told=told)
        return told

    def to_dict(self) -> dict[str, Any]:
        """For JSON; rates are parts of 1."""
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
    """Compare two entrants, by their indices.

    ``run``: of which these are the standings; without it nothing is known to be exact.
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
    """Compare each two entrants, in their order."""
    indices = range(len(standings.scores))
    return [compare(standings, a, b, run, confidence) for a, b in combinations(indices, 2)]


def _amount(value: float, error: float | None, digits: int) -> str:
    """Such as ``0.123 ± 0.010``, without its sign."""
    told = decimal(abs(value), digits)
    return told if error is None else f"{told} ± {decimal(error, digits)}"


def _listed(interval: Interval | None) -> list[float] | None:
    return None if interval is None else list(interval)
