"""Screen of the review of a game: each click on the field before it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import Binding, BindingType

from mastermine.coach.review import BEST_SKILL
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import N_, _
from mastermine.minesweeper import parse_cell
from mastermine.session.messages.help import not_shown
from mastermine.session.messages.minesweeper import click_kind
from mastermine.tui.coach import figures, figures_help
from mastermine.tui.minesweeper.signs import signs_of
from mastermine.tui.minesweeper.watch import FieldScreen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mastermine.coach.review import Review
    from mastermine.core.game import Turn
    from mastermine.minesweeper import Board, Cell, Feedback, Minesweeper


@dataclass(frozen=True)
class ReviewedClick:
    """A click with its assessment and the board before it."""

    number: int
    move: Any
    cell: Cell
    board: Board


class ReviewField(FieldScreen[ReviewedClick]):
    """A review on the field: the notable clicks, or all of them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f10,escape,f7,v", "leave", N_("Back to the game")),
        Binding("a", "whole", N_("All clicks or notable ones")),
    ]

    def __init__(
        self, rules: Minesweeper, turns: Sequence[Turn[Cell, Feedback]], review: Review
    ) -> None:
        super().__init__()
        self.rules, self.review = rules, review
        self.whole = False
        known, clicks = rules.knowledge(), []
        for number, (turn, move) in enumerate(zip(turns, review.moves, strict=True), start=1):
            clicks.append(ReviewedClick(number, move, turn.action, known.board))
            known = known.after(turn)
        self._all, self._last = clicks, known.board

    def headline(self) -> str:
        return _("Review of each click")

    def begin(self) -> None:
        self.over = True
        self.steps = [each for each in self._all if self.whole or _notable(each.move)]

    def find(self) -> ReviewedClick | None:
        return None  # All steps are known.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "again":
            return False
        if action == "whole":
            return len(self._all) > sum(_notable(each.move) for each in self._all)
        return super().check_action(action, parameters)

    def action_whole(self) -> None:
        """Switches between all clicks and the notable ones, at the same click."""
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
            begin = [_("Press N for the first click.")] if self.steps else []
            self.say(*self.review.sentences, *self._left_out(), *begin)
            return
        click = self.steps[self.at - 1]
        best = self._cell(click.move.best)
        field.signs = signs_of(click.board)
        field.marks = {
            "safe": [best] if best not in (None, click.cell) else [],
            "hint": [click.cell],
        }
        field.bring(click.cell)
        self.say(*_described(click))

    def _cell(self, text: str | None) -> Cell | None:
        """Parses a cell of the review, which people read."""
        return None if text is None else parse_cell(text, self.rules.width, self.rules.height)

    def _left_out(self) -> list[str]:
        rest = len(self._all) - len(self.steps)
        return [not_shown(rest)] if rest else []

    def rules_help(self) -> list[str]:
        return [*super().rules_help(), figures_help()]


def _notable(move: Any) -> bool:
    """Returns True unless the click was certainly safe and the best."""
    return move.risk != 0 or (move.skill is not None and move.skill < BEST_SKILL)


def _described(click: ReviewedClick) -> list[str]:
    move = click.move
    kind, values = click_kind(move), figures(move)
    return [
        _("Click {n}, {cell}: {kind}").format(n=whole(click.number), cell=move.action, kind=kind),
        *(["  ".join(values)] if values else []),
        *([move.sentence] if move.sentence else []),
        _("Marks: > this click, + a better click."),
    ]
