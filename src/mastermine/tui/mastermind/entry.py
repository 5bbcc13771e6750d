"""Window for the input of a code, whose pegs can be covered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.widgets import Button, Input, Static

from mastermine.core.errors import MastermineError
from mastermine.i18n.text import N_, _
from mastermine.session.messages.mastermind import still_empty
from mastermine.tui.dialogs import Dialog
from mastermine.tui.mastermind.board import Board, Current, Position
from mastermine.tui.mastermind.filling import Filling
from mastermine.tui.mastermind.palette import Palette

if TYPE_CHECKING:
    from mastermine.mastermind import Notation


class CodeEntry(Dialog[str]):
    """Asks for a code; returns its text, or None if cancelled."""

    CSS_PATH = "mastermind.tcss"
    AUTO_FOCUS = "Board"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "give", N_("Confirm")),
        Binding("backspace", "erase(False)", N_("Remove a peg"), show=False),
        Binding("delete", "erase(True)", N_("Remove this peg"), show=False),
        Binding("ctrl+p", "peek", N_("Show")),
    ]

    def __init__(
        self, notation: Notation, question: str, give: str, *, covered: bool = False
    ) -> None:
        """``give`` is the label of the button; ``covered`` hides the pegs until Show is pressed."""
        super().__init__()
        self.notation = notation
        self.question, self.give = question, give
        self.coverable = self.covered = covered
        self.filling = Filling(notation)

    @property
    def own_keys(self) -> str:
        """Letters that place a peg."""
        return self.filling.own_keys

    def compose(self) -> ComposeResult:
        draft = self.filling.draft
        with Vertical(classes="entry"):
            yield Static(self.question, id="question", markup=False)
            yield Board(self.notation, id="row")
            yield Palette(
                self.notation,
                lambda colour: not self.covered and draft.taken(colour) is not None,
            )
            yield Static("", id="wrong", markup=False)
            with Horizontal(classes="acts"):
                yield Button(self.give, id="give", variant="primary", compact=True)
                yield Button(_("Clear"), id="clear", compact=True)
                if self.coverable:
                    yield Button(_("Show"), id="peek", compact=True)
                yield Button(_("Cancel"), id="close", compact=True)

    def on_mount(self) -> None:
        self.redraw()

    def redraw(self, wrong: str | None = None) -> None:
        draft = self.filling.draft
        current = Current(tuple(draft.pegs), draft.at, covered=self.covered and self.coverable)
        self.query_one(Board).show(Position(current=current))
        self.query_one(Palette).refresh()
        self.query_one("#wrong", Static).update(wrong or "")

    def on_key(self, event: Key) -> None:
        problem = self.filling.type(event.character) if event.character else None
        if problem is not None:
            event.stop()
            self.redraw(problem)

    def on_palette_chosen(self, event: Palette.Chosen) -> None:
        self.redraw(self.filling.place(event.colour))

    def on_board_pressed(self, event: Board.Pressed) -> None:
        if event.button != 0:
            self.filling.press(event.place, event.button)
        self.redraw()

    def on_board_moved(self, event: Board.Moved) -> None:
        self.filling.draft.move(event.start, event.end)
        self.redraw()

    def on_board_walked(self, event: Board.Walked) -> None:
        self.filling.walk(event.places)
        self.redraw()

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        self.query_one(Board).focus()  # So that Enter confirms.
        await self.run_action(event.button.id or "close")

    def action_give(self) -> None:
        palette = self.query_one(Palette)
        draft = self.filling.draft
        if draft.code is None:
            if palette.has_focus:
                self.redraw(self.filling.place(palette.at))
            else:
                self.redraw(still_empty(draft.missing))
            return
        text = self.notation.format(draft.code)
        try:
            self.notation.parse(text)
        except MastermineError as error:
            self.redraw(str(error))
            return
        self.dismiss(text)

    def action_erase(self, here: bool) -> None:
        self.filling.erase(here)
        self.redraw()

    def action_clear(self) -> None:
        self.filling.draft.clear()
        self.redraw()

    def action_peek(self) -> None:
        self.covered = not self.covered
        self.redraw()


class HidePegs(Button):
    """A button that opens a `CodeEntry` with covered pegs for the code of a match."""

    DEFAULT_CSS = "HidePegs { margin-left: 1; }"

    def __init__(self, match: Any) -> None:
        super().__init__(_("With pegs…"), id="pegs", compact=True)
        self.match = match

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Asks for the code and writes it into the line of the screen, where it is confirmed."""
        event.stop()
        line = self.screen.query_one("#code", Input)

        def given(text: str | None) -> None:
            if text is not None:
                line.value = text
            line.focus()

        entry = CodeEntry(
            self.match.notation, self.match.hiding_text(), _("Hide this code"), covered=True
        )
        self.app.push_screen(entry, given)
