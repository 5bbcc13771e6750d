"""The clicks of a game looked back on, each on the field as it was before it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType

from mastermine.coach.click import percent
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import N_, _
from mastermine.tui.coach import figures, figures_told, left_out
from mastermine.tui.minesweeper.signs import signs_of
from mastermine.tui.minesweeper.watch import FieldScreen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mastermine.coach.review import Review
    from mastermine.core.game import Turn
    from mastermine.minesweeper import Board, Cell, Feedback, Minesweeper


@dataclass(frozen=True)
class Looked:
    """A click, and what could be seen before it."""

    number: int
    move: Any
    cell: Cell
    board: Board


class ReviewField(FieldScreen[Looked]):
    """A review on the field: the clicks of which there is something to say, or all of them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f10,escape,f7,v", "leave", N_("Back to the game")),
        Binding("a", "whole", N_("All clicks, or those that tell something")),
    ]

    def __init__(
        self, rules: Minesweeper, turns: Sequence[Turn[Cell, Feedback]], review: Review
    ) -> None:
        super().__init__()
        self.rules, self.review = rules, review
        self.whole = False
        known, looked = rules.knowledge(), []
        for number, (turn, move) in enumerate(zip(turns, review.moves, strict=True), start=1):
            looked.append(Looked(number, move, turn.action, known.board))
            known = known.after(turn)
        self._all, self._last = looked, known.board

    def headline(self) -> str:
        return _("What each click was worth")

    def begin(self) -> None:
        self.over = True
        self.steps = [each for each in self._all if self.whole or _telling(each.move)]

    def find(self) -> Looked | None:
        return None  # All are there.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "again":
            return False
        if action == "whole":
            return len(self._all) > sum(_telling(each.move) for each in self._all)
        return super().check_action(action, parameters)

    def action_whole(self) -> None:
        """Show all clicks, or those of which there is something to say; stay at the same one."""
        number = self.steps[self.at - 1].number if self.at else 0
        self.whole = not self.whole
        self.begin()
        self.at = sum(each.number <= number for each in self.steps)
        self.redraw()

    def show(self) -> None:
        field = self.field
        if not self.at:
            field.marks = {}
            field.signs = signs_of(self._last)
            self.say(*self.review.sentences, *self._left_out(), _("N shows the first of them."))
            return
        looked = self.steps[self.at - 1]
        best = None if looked.move.best is None else self.rules.parse_action(looked.move.best)
        field.signs = signs_of(looked.board)
        field.marks = {
            "safe": [best] if best not in (None, looked.cell) else [],
            "hint": [looked.cell],
        }
        field.bring(looked.cell)
        self.say(*_told(looked))

    def _left_out(self) -> list[str]:
        rest = len(self._all) - len(self.steps)
        return [left_out(rest)] if rest else []

    def rules_told(self) -> list[str]:
        return [*super().rules_told(), figures_told()]


def _telling(move: Any) -> bool:
    """Whether there is more to say of a click than that it was certainly safe."""
    return move.risk != 0 or (move.skill is not None and move.skill < 99)


def _told(looked: Looked) -> list[str]:
    move = looked.move
    if move.risk is None:
        kind = _("a risk that is not known")
    elif move.risk == 0:
        kind = _("safe")
    elif move.risk == 1:
        kind = _("certainly a mine")
    elif move.necessary:
        kind = _("a forced guess, {risk}").format(risk=percent(move.risk))
    else:
        kind = _("a needless guess, {risk}").format(risk=percent(move.risk))
    told = figures(move)
    return [
        _("Click {n}, {cell}: {kind}").format(n=whole(looked.number), cell=move.action, kind=kind),
        *(["  ".join(told)] if told else []),
        *([move.sentence] if move.sentence else []),
        _("Marks: > this click, + a better one."),
    ]
