"""Base classes of the screens: with a heading, with a saved game, with a board and messages."""

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
"""Column counts: messages are below the board on a narrow screen, beside it on a wide one."""


class HeadedScreen(Screen[None]):
    """A screen with a headline, a key bar and help; subclasses add the body."""

    app: MastermineApp

    HORIZONTAL_BREAKPOINTS = BREAKPOINTS

    @abstractmethod
    def headline(self) -> str:
        """Returns the title of the screen: the game and its player."""

    @abstractmethod
    def compose_body(self) -> ComposeResult:
        """Yields the widgets between the headline and the key bar."""

    def keys_help(self) -> list[tuple[str, str]]:
        """Returns help for input without a binding: (keys or clicks, effect)."""
        return []

    def rules_help(self) -> list[str]:
        """Returns the rules of the game, or other help, as paragraphs."""
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
    """A screen of a game or match that can be shared, saved and left."""

    @property
    @abstractmethod
    def game(self) -> Saved:
        """The game or match that is shared and saved."""

    async def action_share(self) -> None:
        from mastermine.tui.dialogs import ShareDialog

        await self.app.push_screen(ShareDialog(self.game))

    async def action_save(self) -> None:
        from mastermine.tui.dialogs import SaveDialog

        await self.app.push_screen(SaveDialog(self.game))

    def action_leave(self) -> None:
        self.app.leave()


class TableScreen(HeadedScreen):
    """A screen with a board and messages."""

    @abstractmethod
    def compose_game(self) -> ComposeResult:
        """Yields the board and its controls."""

    @abstractmethod
    def show(self) -> None:
        """Redraws the board."""

    @abstractmethod
    def status(self) -> str:
        """Returns the game state in a few words."""

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
        self.query_one("#status", Static).update(self.status_line())

    def status_line(self) -> str:
        return self.status()

    def thinking(self) -> str:
        return _("thinking…")

    # Messages.

    def say(self, *paragraphs: str | Content) -> None:
        """Shows paragraphs in place of the previous message."""
        parts = [part if isinstance(part, Content) else Content(part) for part in paragraphs]
        self.query_one("#said", Static).update(Content("\n").join(parts))
        panel = self.query_one("#messages", VerticalScroll)
        panel.remove_class("-complaint").scroll_home(animate=False)
        panel.set_class(not any(part.plain for part in parts), "-empty")

    def complain(self, error: MastermineError | str) -> None:
        """Shows an error."""
        self.say(capital(str(error)))
        self.query_one("#messages").add_class("-complaint")

    @property
    def complained(self) -> bool:
        return self.query_one("#messages").has_class("-complaint")
