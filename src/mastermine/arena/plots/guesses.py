"""How many guesses the games took: a histogram for each strategy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from mastermine.arena.plots.picture import Picture, Rows
from mastermine.i18n.numbers import decimal, whole
from mastermine.i18n.text import _, ngettext

if TYPE_CHECKING:
    from mastermine.arena.results import Results
    from mastermine.arena.standings import Score

MOST_BARS = 24
"""More bars than this are put together."""


@dataclass(frozen=True)
class Histogram:
    """The games of a strategy.

    ``counts[i]`` were won with ``i * step + 1`` to ``(i + 1) * step`` guesses, ``lost`` were not.
    """

    strategy: str
    counts: tuple[int, ...]
    lost: int
    average: float | None
    """Guesses a game won; None where there is none."""
    error: float | None
    """The standard error of the average; None where there is none, as in an exact one."""

    @property
    def games(self) -> int:
        """All games."""
        return sum(self.counts) + self.lost

    def share(self, count: int) -> float:
        """The part of the games that so many are."""
        return count / self.games if self.games else 0.0

    def told(self) -> str:
        """The average in words."""
        if self.average is None:
            return _("no game won")
        if self.error is None:
            return _("average {average}").format(average=decimal(self.average))
        return _("average {average} ± {error}").format(
            average=decimal(self.average), error=decimal(self.error)
        )


@dataclass(frozen=True)
class Guesses(Picture):
    """The histograms of all strategies, with bars of equal width."""

    kind: ClassVar[str] = "guesses"

    histograms: tuple[Histogram, ...]
    step: int
    """How many numbers of guesses a bar stands for."""
    rest: bool
    """Whether the last bar stands for all that took longer."""

    @property
    def bars(self) -> list[str]:
        """What each bar of the games won stands for."""
        starts = [i * self.step + 1 for i in range(len(self.histograms[0].counts))]
        if self.step > 1:
            return [f"{start}–{start + self.step - 1}" for start in starts]
        last = [f"{starts[-1]}+"] if self.rest else []
        return [*map(str, starts[: len(starts) - self.rest]), *last]

    @property
    def digits(self) -> int:
        """The most letters that a bar needs below it."""
        return max(map(len, self.bars), default=1)

    @property
    def lost(self) -> bool:
        """Whether any game was lost."""
        return any(each.lost for each in self.histograms)

    @property
    def top(self) -> float:
        """The part of its strategy's games that the highest bar of all is."""
        return max(one.share(max(*one.counts, one.lost, 0)) for one in self.histograms)

    def summary(self) -> str:
        """The averages, and what was lost."""
        return "; ".join(map(_summed, self.histograms)) + "."

    def table(self) -> Rows:
        """A row for each strategy, a column for each bar."""
        lost = [_("lost")] if self.lost else []
        return Rows(
            [_("strategy"), *self.bars, *lost],
            [
                [
                    each.strategy,
                    *map(whole, each.counts),
                    *([whole(each.lost)] if lost else []),
                ]
                for each in self.histograms
            ],
        )


def _summed(each: Histogram) -> str:
    """A strategy, its average, and what it lost."""
    told = f"{each.strategy}: {each.told()}"
    if not each.lost:
        return told
    # Translators: {told} is such as "knuth: average 4.476".
    return ngettext("{told}, {n} game lost", "{told}, {n} games lost", each.lost).format(
        told=told, n=whole(each.lost)
    )


def guesses(results: Results) -> Guesses:
    """The histograms of these results.

    Where some strategies take few guesses and others very many, the first have a bar for each
    number, and one bar is for all that is beyond.
    """
    lengths = [max(1, len(score.histogram)) for score in results.scores]
    few = [length for length in lengths if length <= MOST_BARS]
    rest = len(few) in range(1, len(lengths))
    step = 1 if few else _step(max(lengths))
    bars = max(few) if few else -(-max(lengths) // step)
    more = []
    if step > 1:
        more.append(
            # Translators: bars of a histogram: 1 to {n} guesses, then so many more, and so on.
            ngettext(
                "Each bar is {n} number of guesses", "Each bar is {n} numbers of guesses", step
            ).format(n=step)
        )
    if any(results.exact(score) for score in results.scores):
        more.append(_("Averages without ± are exact"))
    return Guesses(
        _("Guesses a game"),
        results.caption(*more),
        _("Triangles: averages of the games won."),
        tuple(_histogram(results, score, step, bars, rest) for score in results.scores),
        step,
        rest,
    )


def _histogram(results: Results, score: Score, step: int, bars: int, rest: bool) -> Histogram:
    counts = [sum(score.histogram[i * step : (i + 1) * step]) for i in range(bars)]
    return Histogram(
        score.strategy,
        (*counts, *([sum(score.histogram[bars * step :])] if rest else [])),
        score.losses,
        score.average,
        None if results.exact(score) else score.standard_error,
    )


def _step(longest: int) -> int:
    """The least of 1, 2, 5, 10, 20, … with which there are few enough bars."""
    scale = 1
    while True:
        for step in (scale, 2 * scale, 5 * scale):
            if longest <= step * MOST_BARS:
                return step
        scale *= 10
