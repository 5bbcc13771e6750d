"""Screen of the coach: the quality of each move of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from mastermine.coach.review import left_text
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import N_, _
from mastermine.session.messages.help import not_shown
from mastermine.tui.board_screen import HeadedScreen

if TYPE_CHECKING:
    from mastermine.coach.review import Review, Reviewed


class CoachScreen(HeadedScreen):
    """A summary of the game, followed by its moves."""

    CSS_PATH = "coach.tcss"
    AUTO_FOCUS = "#review"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark", "help", N_("Help")),
        Binding("escape,f10,f7,v", "close", N_("Back to the game")),
        Binding("a", "whole", N_("All moves, or those with a choice")),
    ]

    def __init__(self, review: Review) -> None:
        super().__init__()
        self.review = review
        self.whole = False

    def headline(self) -> str:
        return _("Review of each move")

    def compose_body(self) -> ComposeResult:
        with VerticalScroll(id="review"):
            yield Static(id="moves", markup=False)

    def on_mount(self) -> None:
        self.show()

    def show(self) -> None:
        review = self.review
        moves = list(enumerate(review.moves, start=1))
        notable = [(n, move) for n, move in moves if self.whole or move.notable]
        parts = [Content.styled("\n".join(review.sentences), "bold")]
        parts += [_described(n, move) for n, move in notable]
        if rest := len(moves) - len(notable):
            parts.append(Content(not_shown(rest)))
        self.query_one("#moves", Static).update(Content("\n\n").join(parts))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        return action != "whole" or not all(move.notable for move in self.review.moves)

    def action_whole(self) -> None:
        self.whole = not self.whole
        self.show()

    def rules_help(self) -> list[str]:
        return [figures_help()]


def figures(move: Reviewed) -> list[str]:
    """Returns the skill and the luck of a move, as far as they are known."""
    known = [(_("skill {n}"), move.skill), (_("luck {n}"), move.luck)]
    return [text.format(n=whole(figure)) for text, figure in known if figure is not None]


def figures_help() -> str:
    """Returns the meaning of skill and luck."""
    return _(
        "Skill is the quality of a move, from 0 to 100 (no move was better). Luck, from 0 to 100, "
        "compares the answer with the others; 50 is the average."
    )


def _described(n: int, move: Reviewed) -> Content:
    """Returns a move with its figures, and the comment on it below."""
    values = figures(move)
    if move.left is not None:
        values.insert(0, _("{n} left").format(n=left_text(move)))
    line = "  ".join(values)
    head = f"{n}. {move.text}"
    parts = [Content.assemble((head, "bold $primary"), f"  {line}" if line else "")]
    if move.sentence:
        parts.append(Content(move.sentence))
    return Content("\n").join(parts)
