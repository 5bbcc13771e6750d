"""How often games are won by the cell of the first click."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from mastermine.arena.plots.picture import Picture, Rows
from mastermine.arena.plots.rates import Rate, rate_heads, rates_of, told_rate
from mastermine.core.errors import InvalidSpec
from mastermine.i18n.numbers import decimal, whole
from mastermine.i18n.text import _, ngettext
from mastermine.registry import bare_spec

if TYPE_CHECKING:
    from mastermine.arena.results import Results
    from mastermine.minesweeper.board import Cell
    from mastermine.minesweeper.rules import Minesweeper

_FIRST = re.compile(r":first=(\d+)\.(\d+)")


@dataclass(frozen=True)
class Begun:
    """The rate of games that begin with this cell, or with one that mirrors it."""

    cell: tuple[int, int]
    rate: Rate


@dataclass(frozen=True)
class Start(Picture):
    """The field: ``rates`` has a row for each row of cells, and None where nobody began."""

    kind: ClassVar[str] = "start"

    strategy: str
    begun: tuple[Begun, ...]
    rates: tuple[tuple[float | None, ...], ...]

    def summary(self) -> str:
        """The best and the worst cell."""
        best = max(self.begun, key=lambda each: each.rate.rate)
        least = min(self.begun, key=lambda each: each.rate.rate)
        # Translators: {best} and {worst} are cells, such as 0,0; {most} and {few} such as 92.1 %.
        return _(
            "{strategy} wins most often when it begins at {best}: {most}; least at {worst}: {few}."
        ).format(
            strategy=self.strategy,
            best="{},{}".format(*best.cell),
            most=told_rate(best.rate),
            worst="{},{}".format(*least.cell),
            few=told_rate(least.rate),
        )

    def table(self) -> Rows:
        """A row for each cell that was played, the best first."""
        return Rows(
            [_("first cell"), *rate_heads()],
            [
                ["{},{}".format(*each.cell), *each.rate.cells()]
                for each in sorted(self.begun, key=lambda each: -each.rate.rate)
            ],
        )


def start(results: Results) -> Start:
    """The first cells of these results, and those that mirror them. Raises InvalidSpec."""
    rules: Minesweeper = results.rules
    name, begun = _begun(results)
    if name is None:
        raise InvalidSpec(
            _(
                "{name} is no run of one strategy with different first cells; play one with "
                "mastermine match {spec} -s safest:first=every"
            ).format(name=results.name, spec=bare_spec(results.rules.spec()))
        )
    cells: dict[Cell, float] = {each.cell: each.rate.rate for each in begun}
    for each in begun:
        for cell in mirrored(each.cell, rules.width, rules.height):
            cells.setdefault(cell, each.rate.rate)
    points = max(each.rate.high - each.rate.low for each in begun) / 2
    more = (
        [
            # Translators: {points} are percentage points, half a 95 % interval.
            ngettext(
                "{games} game a cell, ± {points} (95 %)",
                "{games} games a cell, ± {points} (95 %)",
                begun[0].rate.games,
            ).format(games=whole(begun[0].rate.games), points=decimal(100 * points, 1))
        ]
        if points
        else [_("Exact")]
    )
    if len(cells) > len(begun):
        more.append(_("Cells that mirror each other have one figure"))
    return Start(
        _("Games won by first cell: {strategy}").format(strategy=name),
        results.caption(*more),
        "",
        name,
        tuple(begun),
        tuple(tuple(cells.get((x, y)) for x in range(rules.width)) for y in range(rules.height)),
    )


def has_first_cells(results: Results) -> bool:
    """Whether all entrants are one strategy, with different first cells."""
    return _begun(results)[0] is not None


def _begun(results: Results) -> tuple[str | None, list[Begun]]:
    """The strategy whose first cells were tried, and how it did from each; or None."""
    names = set()
    begun = []
    for rate in rates_of(results):
        match = _FIRST.search(rate.strategy)
        if match:
            names.add(rate.strategy[: match.start()] + rate.strategy[match.end() :])
            begun.append(Begun((int(match[1]), int(match[2])), rate))
        else:
            names.add("")
    return (names.pop() if len(names) == 1 and len(begun) > 1 else None), begun


def mirrored(cell: Cell, width: int, height: int) -> set[Cell]:
    """The cells that a symmetry of the field puts in the place of this one, itself included."""
    x, y = cell
    found = {(a, b) for a in (x, width - 1 - x) for b in (y, height - 1 - y)}
    return found | {(b, a) for a, b in found} if width == height else found
