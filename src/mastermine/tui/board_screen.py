"""What all screens share, and the screen of a board and of what is said about it."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Container, Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from mastermine.i18n.text import _, capital
from mastermine.tui.keybar import KeyBar

if TYPE_CHECKING:
    from mastermine.core.errors import MastermineError
    from mastermine.session import Saved
    from mastermine.tui.app import MastermineApp

THINKING_SECONDS = 0.3
"""Delay before "thinking…" is shown."""

BREAKPOINTS: list[tuple[int, str]] = [(0, "-narrow"), (100, "-wide")]
"""From so many columns on the messages stand below the board, or beside it."""


class HeadedScreen(Screen[None]):
    """A line above, the keys below, and help about both; what is between, each screen says."""

    app: MastermineApp

    HORIZONTAL_BREAKPOINTS = BREAKPOINTS

    @abstractmethod
    def headline(self) -> str:
        """What the screen shows: what is played, and by whom."""

    @abstractmethod
    def compose_body(self) -> ComposeResult:
        """All between the line above and the keys."""

    def keys_told(self) -> list[tuple[str, str]]:
        """Keys and the mouse, where no binding says it: what is pressed, and what that does."""
        return []

    def rules_told(self) -> list[str]:
        """The rules of the game, or what counts, in a few sentences."""
        return []

    def compose(self) -> ComposeResult:
        with Horizontal(id="head"):
            yield Static(self.headline(), id="headline", markup=False)
            yield Static(id="status", markup=False)
        yield from self.compose_body()
        yield KeyBar(id="keys")

    async def action_help(self) -> None:
        from mastermine.tui.help import HelpScreen

        await self.app.push_screen(HelpScreen(self))

    def action_close(self) -> None:
        self.dismiss()


class SavedScreen(HeadedScreen):
    """What is played can be shared, saved and left."""

    @property
    @abstractmethod
    def game(self) -> Saved:
        """What is shared, and what a file keeps."""

    async def action_share(self) -> None:
        from mastermine.tui.dialogs import ShareDialog

        await self.app.push_screen(ShareDialog(self.game))

    async def action_save(self) -> None:
        from mastermine.tui.dialogs import SaveDialog

        await self.app.push_screen(SaveDialog(self.game))

    def action_leave(self) -> None:
        self.app.leave()


class TableScreen(HeadedScreen):
    """The board and the messages. What a board is each game says."""

    @abstractmethod
    def compose_game(self) -> ComposeResult:
        """The board, and what stands beside it."""

    @abstractmethod
    def show(self) -> None:
        """Draw the board anew."""

    @abstractmethod
    def status(self) -> str:
        """How it stands, in a few words."""

    # The screen.

    def compose_body(self) -> ComposeResult:
        with Container(id="table"):
            with Container(id="board"):
                yield from self.compose_game()
            with VerticalScroll(id="messages"):
                yield Static(id="said", markup=False)

    def redraw(self) -> None:
        self.show_status()
        self.show()
        self.refresh_bindings()

    def show_status(self) -> None:
        self.query_one("#status", Static).update(self.status_told())

    def status_told(self) -> str:
        return self.status()

    def thinking(self) -> str:
        return _("thinking…")

    # What is said.

    def say(self, *paragraphs: str | Content) -> None:
        """Say this, in place of what was said before."""
        told = [part if isinstance(part, Content) else Content(part) for part in paragraphs]
        self.query_one("#said", Static).update(Content("\n").join(told))
        panel = self.query_one("#messages", VerticalScroll)
        panel.remove_class("-complaint").scroll_home(animate=False)
        panel.set_class(not any(part.plain for part in told), "-empty")

    def complain(self, error: MastermineError | str) -> None:
        """Say in one paragraph what was wrong."""
        self.say(capital(str(error)))
        self.query_one("#messages").add_class("-complaint")

    @property
    def complained(self) -> bool:
        return self.query_one("#messages").has_class("-complaint")
