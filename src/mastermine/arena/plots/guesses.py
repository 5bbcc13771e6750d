"""Picture "guesses": a histogram of guesses for each strategy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from mastermine.arena.plots.picture import Picture, Rows
from mastermine.i18n.numbers import decimal, whole
from mastermine.i18n.text import _, ngettext

if TYPE_CHECKING:
    from mastermine.arena.results import Results
    from mastermine.arena.standings import Score

MAX_BARS = 24
"""Maximum number of bars; more are merged."""


@dataclass(frozen=True)
class Histogram:
    """Histogram of a strategy.

    ``counts[i]``: games won with ``i * step + 1`` to ``(i + 1) * step`` guesses.
    """

    strategy: str
    counts: tuple[int, ...]
    lost: int
    average: float | None
    """Mean guesses of the games won; None if there is none."""
    error: float | None
    """Standard error of the average; None for an exact one."""

    @property
    def games(self) -> int:
        """Number of games."""
        return sum(self.counts) + self.lost

    def share(self, count: int) -> float:
        """Returns a count as a share of the games."""
        return count / self.games if self.games else 0.0

    def average_text(self) -> str:
        """Formats the average in words."""
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
    """Numbers of guesses per bar."""
    rest: bool
    """True if the last bar counts all longer games."""

    @property
    def bars(self) -> list[str]:
        """Labels of the bars of games won."""
        starts = [i * self.step + 1 for i in range(len(self.histograms[0].counts))]
        if self.step > 1:
            return [f"{start}–{start + self.step - 1}" for start in starts]
        last = [f"{starts[-1]}+"] if self.rest else []
        return [*map(str, starts[: len(starts) - self.rest]), *last]

    @property
    def digits(self) -> int:
        """Length of the longest label."""
        return max(map(len, self.bars), default=1)

    @property
    def lost(self) -> bool:
        """True if any game was lost."""
        return any(each.lost for each in self.histograms)

    @property
    def top(self) -> float:
        """Share of the highest bar among its strategy's games."""
        return max(one.share(max(*one.counts, one.lost, 0)) for one in self.histograms)

    def summary(self) -> str:
        return "; ".join(map(_summed, self.histograms)) + "."

    def table(self) -> Rows:
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
    """Formats a strategy with its average and its lost games."""
    text = f"{each.strategy}: {each.average_text()}"
    if not each.lost:
        return text
    # Translators: {text} is such as "knuth: average 4.476".
    return ngettext("{text}, {n} game lost", "{text}, {n} games lost", each.lost).format(
        text=text, n=whole(each.lost)
    )


def guesses(results: Results) -> Guesses:
    """Makes the histograms.

    If some strategies need few guesses and others very many, there is a bar for each small number
    and one bar for all greater numbers.
    """
    lengths = [max(1, len(score.histogram)) for score in results.scores]
    few = [length for length in lengths if length <= MAX_BARS]
    rest = len(few) in range(1, len(lengths))
    step = 1 if few else _step(max(lengths))
    bars = max(few) if few else -(-max(lengths) // step)
    more = []
    if step > 1:
        more.append(
            # Translators: bars of a histogram: 1 to {n} guesses, the next {n} numbers, and so on.
            ngettext("Bars are {n} guess wide", "Bars are {n} guesses wide", step).format(n=step)
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
    """Returns the smallest of 1, 2, 5, 10, 20, … that needs at most ``MAX_BARS`` bars."""
    scale = 1
    while True:
        for step in (scale, 2 * scale, 5 * scale):
            if longest <= step * MAX_BARS:
                return step
        scale *= 10
