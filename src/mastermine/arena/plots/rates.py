"""Picture "rates": win rates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from mastermine.arena.plots.picture import Picture, Rows, interval_heads
from mastermine.i18n.numbers import decimal, percent, whole
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from mastermine.arena.results import Results


@dataclass(frozen=True)
class Rate:
    """Win rate of a strategy with Wilson's 95 % interval (1927)."""

    strategy: str
    wins: int
    games: int
    rate: float
    low: float
    high: float

    def cells(self) -> list[str]:
        """Returns the cells below ``rate_heads``."""
        shares = (percent(n, 2) for n in (self.rate, self.low, self.high))
        return [whole(self.wins), whole(self.games), *shares]


def rate_heads() -> list[str]:
    """Returns the column heads of a rate."""
    return [_("wins"), _("games"), _("win rate"), *interval_heads()]


@dataclass(frozen=True)
class Rates(Picture):
    """The rates of all strategies."""

    kind: ClassVar[str] = "rates"

    rates: tuple[Rate, ...]

    def summary(self) -> str:
        clauses = (f"{each.strategy}: {format_rate(each)}" for each in self.rates)
        return _("Games won. {rates}.").format(rates="; ".join(clauses))

    def table(self) -> Rows:
        heads = [_("strategy"), *rate_heads()]
        return Rows(heads, [[each.strategy, *each.cells()] for each in self.rates])


def format_rate(rate: Rate) -> str:
    """Formats a rate, such as ``92.1 % (90.3 to 93.6)``, or ``92.1 %`` if it is exact."""
    if rate.low == rate.high:
        return percent(rate.rate)
    # Translators: {rate} is such as 92.1 %, from {low} to {high} is its interval.
    return _("{rate} ({low} to {high})").format(
        rate=percent(rate.rate), low=decimal(100 * rate.low, 1), high=decimal(100 * rate.high, 1)
    )


def rates_of(results: Results) -> list[Rate]:
    """Returns the rate of each strategy that has played."""
    return [
        Rate(score.strategy, score.wins, score.games, *results.win_rate(score))
        for score in results.scores
        if score.games
    ]


def rates(results: Results) -> Rates:
    """Makes the picture."""
    found = rates_of(results)
    exact = all(each.low == each.high for each in found)
    return Rates(
        _("Games won"),
        results.caption(*([_("Exact")] if exact else [])),
        "" if exact else _("Bars: 95 % intervals (Wilson)."),
        tuple(found),
    )
