"""Picture "density": win rate by number of mines."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from mastermine.arena.plots.picture import Picture, Rows
from mastermine.arena.plots.rates import Rate, rate_heads, rates_of
from mastermine.core.errors import InvalidSpec
from mastermine.i18n.numbers import percent, whole
from mastermine.i18n.text import _, ngettext
from mastermine.minesweeper.rules import Minesweeper

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mastermine.arena.results import Results


@dataclass(frozen=True)
class Mined:
    """Win rate of a strategy with a number of mines; ``density``: their share of the cells."""

    mines: int
    density: float
    rate: Rate


@dataclass(frozen=True)
class Line:
    """A strategy; points by increasing number of mines."""

    strategy: str
    points: tuple[Mined, ...]


@dataclass(frozen=True)
class Density(Picture):
    """The lines of all strategies."""

    kind: ClassVar[str] = "density"

    lines: tuple[Line, ...]

    def summary(self) -> str:
        clauses = (
            f"{line.strategy}: "
            + ", ".join(f"{point.mines}: {percent(point.rate.rate)}" for point in line.points)
            for line in self.lines
        )
        return _("Games won by number of mines. {lines}.").format(lines="; ".join(clauses))

    def table(self) -> Rows:
        return Rows(
            [_("strategy"), _("mines"), _("density"), *rate_heads()],
            [
                [line.strategy, str(point.mines), percent(point.density), *point.rate.cells()]
                for line in self.lines
                for point in line.points
            ],
        )


def density(several: Sequence[Results]) -> Density:
    """Makes the picture of runs that differ only in the mines. Raises InvalidSpec for others."""
    first = several[0]
    found: dict[str, dict[int, tuple[str, Mined]]] = {}
    for results in several:
        rules: Minesweeper = results.rules
        if replace(rules, mines=1) != replace(first.rules, mines=1):
            raise InvalidSpec(
                _(
                    "{name} is {spec}, {other} is {wanted}; all runs must have one board size "
                    "and differ only in the number of mines"
                ).format(
                    name=results.name,
                    spec=rules.spec(),
                    other=first.name,
                    wanted=first.rules.spec(),
                )
            )
        for rate in rates_of(results):
            line = found.setdefault(rate.strategy, {})
            if rules.mines in line:
                raise InvalidSpec(
                    # Translators: {one} and {other} are such as "run 3", or names of files.
                    ngettext(
                        "{strategy} with {n} mine is in {one} and in {other}; leave one out",
                        "{strategy} with {n} mines is in {one} and in {other}; leave one out",
                        rules.mines,
                    ).format(
                        strategy=rate.strategy,
                        n=rules.mines,
                        one=line[rules.mines][0],
                        other=results.name,
                    )
                )
            line[rules.mines] = results.name, Mined(rules.mines, rules.mines / rules.cells, rate)
    mines = {results.rules.mines for results in several}
    if len(mines) < 2:
        raise InvalidSpec(
            _(
                "a picture of kind density needs runs of one board size with different numbers of "
                "mines, such as mastermine plot 3 4 5 --kind density"
            )
        )
    width, height = first.rules.width, first.rules.height
    return Density(
        _("Games won by density of mines"),
        # Translators: {width} x {height} is such as 30 x 16; {runs} is a list of runs.
        ngettext(
            "{width} x {height} cells, {least} to {most} mine; {runs}.",
            "{width} x {height} cells, {least} to {most} mines; {runs}.",
            max(mines),
        ).format(
            width=width,
            height=height,
            least=min(mines),
            most=max(mines),
            runs="; ".join(map(_label, several)),
        ),
        _("Ribbons: 95 % intervals (Wilson)."),
        tuple(
            Line(name, tuple(point for _name, point in map(line.__getitem__, sorted(line))))
            for name, line in found.items()
        ),
    )


def _label(results: Results) -> str:
    """Formats the name of a run, such as ``run 3: 200 rounds, seed 1``."""
    n = results.rounds
    rounds = ngettext("{n} round", "{n} rounds", n).format(n=whole(n))
    if results.run is None:
        return f"{results.name}: {rounds}"
    # Translators: {name} is such as "run 3", {rounds} such as "200 rounds".
    return _("{name}: {rounds}, seed {seed}").format(
        name=results.name, rounds=rounds, seed=results.run.seed
    )
