"""Picture "cost": time per game against quality of play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from mastermine.arena.plots.picture import Picture, Rows, interval_heads
from mastermine.arena.statistics import average_interval
from mastermine.core.errors import InvalidSpec
from mastermine.i18n.numbers import decimal, percent, plain
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from mastermine.arena.results import Results
    from mastermine.arena.standings import Score

FEW_LOST = 0.05
"""If a strategy lost more than this share, win rates are shown instead of averages."""


@dataclass(frozen=True)
class Spot:
    """A strategy: its time per game, and its quality with a 95 % interval."""

    strategy: str
    milliseconds: float
    quality: float
    low: float
    high: float


@dataclass(frozen=True)
class Cost(Picture):
    """All strategies. ``rates``: True if the quality is the win rate, not guesses per game."""

    kind: ClassVar[str] = "cost"

    spots: tuple[Spot, ...]
    rates: bool

    def format_quality(self, quality: float) -> str:
        """Formats a win rate or an average."""
        return percent(quality) if self.rates else decimal(quality)

    def summary(self) -> str:
        words = (
            # Translators: {rate} is such as 92.1 %.
            _("{name}: {time} ms a game, {rate} won")
            if self.rates
            # Translators: {rate} has a fraction.
            else _("{name}: {time} ms a game, {rate} guesses on average")
        )
        clauses = (
            words.format(
                name=each.strategy,
                time=plain(each.milliseconds, 3),
                rate=self.format_quality(each.quality),
            )
            for each in sorted(self.spots, key=lambda spot: spot.milliseconds)
        )
        return "; ".join(clauses) + "."

    def table(self) -> Rows:
        quality = _("games won") if self.rates else _("guesses a game")
        return Rows(
            [_("strategy"), _("ms a game"), quality, *interval_heads()],
            [
                [
                    each.strategy,
                    plain(each.milliseconds, 3),
                    *map(self.format_quality, (each.quality, each.low, each.high)),
                ]
                for each in self.spots
            ],
        )


def cost(results: Results) -> Cost:
    """Makes the picture. Raises InvalidSpec for results without times."""
    if results.run is None:
        raise InvalidSpec(
            # Translators: {name} is such as "run 3", or the name of a file.
            _("{name} has no times; only mastermine match stores them").format(name=results.name)
        )
    rates = results.risky or any(score.losses > FEW_LOST * score.games for score in results.scores)
    spots = [_spot(results, score, rates) for score in results.scores]
    more = []
    if not rates and any(score.losses for score in results.scores):
        more.append(_("Averages are over the games won"))
    found = tuple(spot for spot in spots if spot)
    legend = [_("A larger spot lies under another one; its size has no other meaning.")]
    if any(spot.low < spot.high for spot in found):
        legend.insert(0, _("Bars: 95 % intervals."))
    return Cost(
        _("Time and games won") if rates else _("Time and guesses"),
        results.caption(*more),
        " ".join(legend),
        found,
        rates,
    )


def _spot(results: Results, score: Score, rates: bool) -> Spot | None:
    if not score.games:
        return None
    time = max(score.milliseconds or 0.0, 0.5e-3 / score.games)  # at least half a microsecond
    if rates:
        return Spot(score.strategy, time, *results.win_rate(score))
    if score.average is None:
        return None
    interval = None if results.exact(score) else average_interval(score.histogram)
    return Spot(score.strategy, time, score.average, *(interval or (score.average,) * 2))
