"""Picture "start": win rate by the cell of the first click."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from mastermine.arena.plots.picture import Picture, Rows
from mastermine.arena.plots.rates import Rate, format_rate, rate_heads, rates_of
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
class FirstClick:
    """Win rate of the games whose first click is this cell, or one that mirrors it."""

    cell: tuple[int, int]
    rate: Rate


@dataclass(frozen=True)
class Start(Picture):
    """The board: ``rates`` has a row per row of cells, with None for cells that were not played."""

    kind: ClassVar[str] = "start"

    strategy: str
    clicks: tuple[FirstClick, ...]
    """The cells played; ``begun`` in JSON."""
    rates: tuple[tuple[float | None, ...], ...]

    def to_dict(self) -> dict[str, Any]:
        fields = super().to_dict()
        fields["begun"] = fields.pop("clicks")
        return fields

    def summary(self) -> str:
        best = max(self.clicks, key=lambda each: each.rate.rate)
        least = min(self.clicks, key=lambda each: each.rate.rate)
        # Translators: {best} and {worst} are cells, such as 0,0; {most} and {few} such as 92.1 %.
        return _(
            "{strategy} wins most often if it starts at {best}: {most}; least at {worst}: {few}."
        ).format(
            strategy=self.strategy,
            best="{},{}".format(*best.cell),
            most=format_rate(best.rate),
            worst="{},{}".format(*least.cell),
            few=format_rate(least.rate),
        )

    def table(self) -> Rows:
        return Rows(
            [_("first cell"), *rate_heads()],
            [
                ["{},{}".format(*each.cell), *each.rate.cells()]
                for each in sorted(self.clicks, key=lambda each: -each.rate.rate)
            ],
        )


def start(results: Results) -> Start:
    """Makes the picture of the first cells and those that mirror them. Raises InvalidSpec."""
    rules: Minesweeper = results.rules
    name, clicks = _first_clicks(results)
    if name is None:
        raise InvalidSpec(
            _(
                "{name} is not a run of one strategy with different first cells; play one with "
                "mastermine match {spec} -s safest:first=every"
            ).format(name=results.name, spec=bare_spec(results.rules.spec()))
        )
    cells: dict[Cell, float] = {each.cell: each.rate.rate for each in clicks}
    for each in clicks:
        for cell in mirrored(each.cell, rules.width, rules.height):
            cells.setdefault(cell, each.rate.rate)
    points = max(each.rate.high - each.rate.low for each in clicks) / 2
    more = (
        [
            # Translators: {points} are percentage points, half a 95 % interval.
            ngettext(
                "{games} game per cell, ± {points} (95 %)",
                "{games} games per cell, ± {points} (95 %)",
                clicks[0].rate.games,
            ).format(games=whole(clicks[0].rate.games), points=decimal(100 * points, 1))
        ]
        if points
        else [_("Exact")]
    )
    if len(cells) > len(clicks):
        more.append(_("Cells that mirror each other share one figure"))
    return Start(
        _("Games won by first cell: {strategy}").format(strategy=name),
        results.caption(*more),
        "",
        name,
        tuple(clicks),
        tuple(tuple(cells.get((x, y)) for x in range(rules.width)) for y in range(rules.height)),
    )


def has_first_cells(results: Results) -> bool:
    """Returns True if all entrants are one strategy with different first cells."""
    return _first_clicks(results)[0] is not None


def _first_clicks(results: Results) -> tuple[str | None, list[FirstClick]]:
    """Returns the strategy with different first cells, or None, and the win rate of each cell."""
    names = set()
    clicks = []
    for rate in rates_of(results):
        match = _FIRST.search(rate.strategy)
        if match:
            names.add(rate.strategy[: match.start()] + rate.strategy[match.end() :])
            clicks.append(FirstClick((int(match[1]), int(match[2])), rate))
        else:
            names.add("")
    return (names.pop() if len(names) == 1 and len(clicks) > 1 else None), clicks


def mirrored(cell: Cell, width: int, height: int) -> set[Cell]:
    """Returns the images of a cell under the symmetries of the board, itself included."""
    x, y = cell
    found = {(a, b) for a in (x, width - 1 - x) for b in (y, height - 1 - y)}
    return found | {(b, a) for a, b in found} if width == height else found
