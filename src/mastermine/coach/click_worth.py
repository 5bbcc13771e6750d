"""The worth of a click in Minesweeper: the measure of the coach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from mastermine.core.game import View
from mastermine.minesweeper import preference
from mastermine.minesweeper.constants import ENDGAME_LAYOUTS
from mastermine.minesweeper.endgame import Wins, click_wins
from mastermine.minesweeper.guessing import billionths, shortlist

if TYPE_CHECKING:
    from collections.abc import Collection

    from mastermine.minesweeper.board import Cell
    from mastermine.minesweeper.knowledge import Field

NOTICEABLE = 0.01
"""Estimated chances to win that differ by less are equal; the rule is wrong by about 0.006."""


class Worths(NamedTuple):
    """Worths of closed cells, whose ratios and ties are those of the clicks."""

    clicks: dict[Cell, int]
    win: int | None
    """Worth of a certain win; None if they are only chances to be safe."""
    exact: bool

    def chance(self, cell: Cell) -> float | None:
        """Returns the chance to win by a click, if it is known or estimated."""
        return self.clicks[cell] / self.win if self.win else None


def worths(field: Field, wins: Wins | None, cells: Collection[Cell] = ()) -> Worths:
    """Returns how good clicks are: on the best cells, and on ``cells``.

    The measure is the chance to win by best play where that is known (``exact_wins``), else an
    estimate of it (``estimated_wins``), else the chance that the cell is safe. Raises TooLarge.
    """
    if wins is not None:
        return Worths(wins.clicks, len(wins.layouts), exact=True)
    if (estimates := estimated_wins(field, cells)) is not None:
        clicks = {cell: billionths(chance) for cell, chance in estimates.items()}
        return Worths(clicks, billionths(1), exact=False)
    clicks = {cell: billionths(1 - field.risk(cell)) for cell in field.closed()}
    return Worths(clicks, None, exact=True)


def exact_wins(field: Field) -> Wins | None:
    """Returns the chances to win by best play; None with too many possible layouts.

    None with ``noguess``, too: not all layouts are equally likely.
    """
    if field.untouched or field.rules.noguess or field.count() > ENDGAME_LAYOUTS:
        return None
    return click_wins(field.board, field.rules.mines, most=ENDGAME_LAYOUTS)


def estimated_wins(field: Field, cells: Collection[Cell]) -> dict[Cell, float] | None:
    """Returns estimates of the chance to win by a click: of the best cells, and of ``cells``.

    The best have the estimate for the position; the others less, by as much as the rule of
    ``champion`` says. Beside certainly safe cells a guess only adds its risk. None if there is no
    estimate for the position. Raises TooLarge.
    """
    position = None if field.rules.noguess else field.analysis.win_chance
    if position is None or preference.weights() is None:
        return None
    if field.analysis.safe:
        return {cell: position.chance * (1 - field.risk(cell)) for cell in field.closed()}
    view: Any = View(field.rules, knowledge=field)
    values = {
        cell: preference.value(view, cell) / 1e9 if field.risk(cell) < 1 else -1.0
        for cell in (*shortlist(view), *cells)
    }
    most = max(values.values())
    return {
        cell: max(position.chance - (loss if (loss := most - value) >= NOTICEABLE else 0.0), 0.0)
        for cell, value in values.items()
    }
