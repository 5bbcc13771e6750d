"""Layouts that are given, and what the rules promise of the first click."""

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
    needs_no_guess,
    opens_zero,
)


class Promised(Honest[Layout, "Cell", Feedback]):
    """Answers by a layout that keeps what the rules promise of the first click.

    Raises IllegalMove at the first click where it does not.
    """

    def __init__(self, rules: Minesweeper, layout: Layout) -> None:
        super().__init__(rules, layout)
        self._promise: Minesweeper | None = rules

    def ask(self, action: Cell) -> Feedback:
        if self._promise is not None and self.secret is not None:
            self._promise.check(action)
            check_promise(self._promise, self.secret, action)
            self._promise = None
        return super().ask(action)


def check_promise(rules: Minesweeper, layout: Layout, first: Cell) -> None:
    """Raises IllegalMove when the first click is not what the rules promise.

    Says where it would be, or by which rules nothing is promised.
    """
    broken = _broken(rules, layout, first)
    if broken is None:
        return
    kept = next((cell for cell in _worth_trying(layout) if not _broken(rules, layout, cell)), None)
    other = replace(rules, first=First.ANY, noguess=False).spec()
    raise IllegalMove(
        (
            # Translators: {broken} is a clause; {x},{y} is a cell, {other} a game.
            _("{broken}; take another first click, such as --first {x},{y}, or the rules {other}")
            if kept
            # Translators: {broken} is a clause that says that the first click is not as promised.
            else _("{broken}, nor does any other; take the rules {other}")
        ).format(broken=broken, x=kept and kept[0], y=kept and kept[1], other=other)
    )


def _broken(rules: Minesweeper, layout: Layout, first: Cell) -> str | None:
    """What is wrong with a first click, if anything is."""
    told = None
    if rules.first is First.ANY:
        return None
    if first in layout:
        told = _("the layout does not fit {spec}: the first click, on {x},{y}, is not safe")
    elif opens_zero(rules, first) and layout.numbers[first[1] * layout.width + first[0]]:
        told = _("the layout does not fit {spec}: the first click, on {x},{y}, opens no zero")
    elif rules.noguess and not needs_no_guess(layout, first):
        told = _("the layout does not fit {spec}: from {x},{y} on it cannot do without a guess")
    return told and told.format(spec=rules.spec(), x=first[0], y=first[1])


def _worth_trying(layout: Layout) -> Iterator[Cell]:
    """A cell of each opening, then those that are not zero and not mined."""
    seen: set[Cell] = set()
    numbers = list(layout.board().numbered())
    for cell, number in numbers:
        if number == 0 and cell not in seen:
            seen.update(opened for opened, shown in layout.opened(cell) if shown == 0)
            yield cell
    yield from (cell for cell, number in numbers if number)
