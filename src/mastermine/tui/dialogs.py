"""Small windows: questions, file names, links, sharing."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.text import N_, _
from mastermine.session import load
from mastermine.session.saved.files import saved_to
from mastermine.system.folders import located
from mastermine.tui.fields import Line, Press
from mastermine.tui.opening import screen_for

if TYPE_CHECKING:
    from mastermine.session import Saved
    from mastermine.tui.app import MastermineApp

T = TypeVar("T")


class Dialog(ModalScreen[T]):
    """A window over the screen; Escape closes it."""

    app: MastermineApp
    CSS_PATH = "dialogs.tcss"
    AUTO_FOCUS = "Input, Button"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close", N_("Close"))]

    def action_close(self) -> None:
        self.dismiss(None)


class Question(Dialog[bool]):
    """A yes-or-no question; Escape means no."""

    def __init__(self, question: str, yes: str, no: str) -> None:
        super().__init__()
        self.question, self.yes, self.no = question, yes, no

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="window"):
            yield Static(self.question, markup=False)
            with Horizontal(classes="buttons"):
                yield Press(self.yes, "yes", primary=True)
                yield Press(self.no, "no")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")


class Ask(Dialog[str]):
    """A question that is answered with a line of text."""

    def __init__(self, question: str, text: str = "") -> None:
        super().__init__()
        self.question, self.text = question, text

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="window"):
            yield Static(self.question, markup=False)
            yield Line(self.text, "line")
            yield Static("", id="wrong", markup=False)
            with Horizontal(classes="buttons"):
                yield Press(_("OK"), "yes", primary=True)
                yield Press(_("Cancel"), "no")

    def on_input_submitted(self) -> None:
        self.answer()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "yes":
            self.answer()
        else:
            self.dismiss(None)

    def answer(self) -> None:
        """Processes the line; on an error, shows it and keeps the window open."""
        text = self.query_one(Input).value.strip()
        try:
            self.take(text)
        except MastermineError as error:
            self.query_one("#wrong", Static).update(str(error))
            return
        self.dismiss(text)

    def take(self, text: str) -> None:
        """Processes the line. Raises MastermineError."""


class SaveDialog(Ask):
    """Asks for a file name and saves the game there."""

    def __init__(self, game: Saved) -> None:
        super().__init__(_("Save the game to which file?"), "game.json")
        self.game = game

    def take(self, text: str) -> None:
        if not text:
            raise InvalidSpec(_("enter a file name, such as game.json"))
        self.game.save(text)
        self.app.saved(located(text))
        self.app.notify(saved_to(text), markup=False)


class PictureDialog(Ask):
    """Asks for a file name and draws the board there."""

    def __init__(self, game: Saved) -> None:
        super().__init__(_("Save the picture to which file (.svg or .png)?"), "board.svg")
        self.game = game

    def take(self, text: str) -> None:
        from mastermine.session.share import picture

        self.app.notify(picture.save(self.game, text), markup=False)


class LoadDialog(Ask):
    """Asks for the file of a saved game and opens it."""

    def __init__(self) -> None:
        super().__init__(_("Which file do you want to load?"))

    def take(self, text: str) -> None:
        path = located(text)
        game = load(path)
        screen_for(game)
        self.app.call_later(self.app.play, game, path)


class LinkDialog(Ask):
    """Asks for a link to a game and opens it."""

    def __init__(self) -> None:
        super().__init__(_("Paste the link to a game:"))

    def take(self, text: str) -> None:
        from mastermine.session.share import read_link

        game = read_link(text).begin()
        screen_for(game)
        self.app.call_later(self.app.play, game)


class ShareDialog(Dialog[None]):
    """Offers a spoiler-free text, a link and a picture of the game."""

    def __init__(self, game: Saved) -> None:
        super().__init__()
        self.game = game

    def compose(self) -> ComposeResult:
        from mastermine.session import share

        self.text, self.link = share.text(self.game), share.link(self.game)
        with VerticalScroll(classes="window"):
            yield Static(self.text, markup=False, id="shared")
            yield Static(self.link, markup=False, id="link")
            with Vertical(classes="buttons"):  # Side by side they would be too wide.
                yield Press(_("Copy text"), "copy-text", primary=True)
                yield Press(_("Copy link"), "copy-link")
                yield Press(_("Picture…"), "picture")
                yield Press(_("Close"), "no")

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        match event.button.id:
            case "copy-text":
                self.app.copy_to_clipboard(self.text)
                self.app.notify(_("Copied the text, if your terminal supports it."))
            case "copy-link":
                self.app.copy_to_clipboard(self.link)
                self.app.notify(_("Copied the link, if your terminal supports it."))
            case "picture":
                await self.app.push_screen(PictureDialog(self.game))
            case _:
                self.dismiss(None)
