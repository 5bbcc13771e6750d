"""Checks given layouts against the guarantee of the rules for the first click."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mastermine.core.errors import IllegalMove
from mastermine.core.oracle import Honest
from mastermine.i18n.text import _
from mastermine.minesweeper import (
    Cell,
    Feedback,
    First,
    Layout,
    Minesweeper,
    axes,
    needs_no_guess,
    opens_zero,
)


class Guaranteed(Honest[Layout, "Cell", Feedback]):
    """An oracle with a given layout, which checks the guarantee for the first click.

    Raises IllegalMove at the first click if the layout breaks it.
    """

    def __init__(self, rules: Minesweeper, layout: Layout) -> None:
        super().__init__(rules, layout)
        self._unchecked: Minesweeper | None = rules

    def ask(self, action: Cell) -> Feedback:
        if self._unchecked is not None and self.secret is not None:
            self._unchecked.check(action)
            check_guarantee(self._unchecked, self.secret, action)
            self._unchecked = None
        return super().ask(action)


def check_guarantee(rules: Minesweeper, layout: Layout, first: Cell) -> None:
    """Raises IllegalMove if the first click is not as the rules guarantee.

    The message names a first click that is, or rules without a guarantee.
    """
    broken = _broken(rules, layout, first)
    if broken is None:
        return
    valid = next((cell for cell in _first_clicks(layout) if not _broken(rules, layout, cell)), None)
    other = replace(rules, first=First.ANY, noguess=False).spec()
    raise IllegalMove(
        (
            # Translators: {broken} is a clause; {x},{y} is a cell, {other} a game.
            _("{broken}; use another first click, such as --first {x},{y}, or the rules {other}")
            if valid
            # Translators: {broken} is a clause about the first click; {other} is a game.
            else _("{broken}, and no other cell works; use the rules {other}")
        ).format(broken=broken, other=other, **(axes(valid) if valid else {}))
    )


def _broken(rules: Minesweeper, layout: Layout, first: Cell) -> str | None:
    """Returns how a first click breaks the guarantee, or None."""
    problem = None
    if rules.first is First.ANY:
        return None
    if first in layout:
        problem = _("the layout does not match {spec}: the first click, {x},{y}, is a mine")
    elif opens_zero(rules, first) and layout.numbers[first[1] * layout.width + first[0]]:
        problem = _("the layout does not match {spec}: the first click, {x},{y}, opens no zero")
    elif rules.noguess and not needs_no_guess(layout, first):
        problem = _(
            "the layout does not match {spec}: after a first click on {x},{y} it needs a guess"
        )
    return problem and problem.format(spec=rules.spec(), **axes(first))


def _first_clicks(layout: Layout) -> Iterator[Cell]:
    """Yields a cell of each opening, then all other cells without a mine."""
    seen: set[Cell] = set()
    numbers = list(layout.board().numbered())
    for cell, number in numbers:
        if number == 0 and cell not in seen:
            seen.update(opened for opened, count in layout.opened(cell) if count == 0)
            yield cell
    yield from (cell for cell, number in numbers if number)
