"""Base class of the screens on which a game is played."""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from textual import work as in_background
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen

from mastermine.core.errors import MastermineError
from mastermine.i18n.text import N_, _
from mastermine.session.messages.help import counting
from mastermine.tui.background import LONG, in_thread
from mastermine.tui.board_screen import THINKING_SECONDS, SavedScreen, TableScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from mastermine.session import MastermindSession, Match, MinesweeperSession, Saved

T = TypeVar("T")


class GameScreen(SavedScreen, TableScreen):
    """A screen on which a game is played.

    In a match between people, ``match`` is the match and ``player`` the owner of the board: undo is
    off, hints are off unless they settle a draw, and the screen closes at the end of the game.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", N_("Help")),
        Binding("f10", "leave", N_("Quit")),
        Binding("f2", "new", N_("New game")),
        Binding("ctrl+z", "undo", N_("Undo")),
        Binding("ctrl+y", "redo", N_("Redo")),
        Binding("f3", "hint", N_("Hint")),
        Binding("f4", "why", N_("Why")),
        Binding("f6", "give_up", N_("Give up")),
        Binding("f7", "review", N_("Coach")),
        Binding("f8", "share", N_("Share")),
        Binding("f9,ctrl+s", "save", N_("Save")),
        Binding("escape", "stop", N_("Stop waiting"), show=False),
    ]
    SOLITARY: ClassVar[frozenset[str]] = frozenset(
        {"undo", "redo", "hint", "why", "review", "share", "new"}
    )
    """Actions that are off in matches between people; subclasses add their own."""
    PLAYING: ClassVar[frozenset[str]] = frozenset({"hint", "give_up"})
    """Actions that need an unfinished game."""

    def __init__(
        self,
        session: MastermindSession | MinesweeperSession,
        *,
        match: Match[Any] | None = None,
        player: str | None = None,
    ) -> None:
        super().__init__()
        self.session: Any = session
        self.match = match
        self.player = player
        self.busy = False
        self._awaited: asyncio.Task[Any] | None = None
        self._stopped = False
        """True if the player stopped the waiting."""
        self.ended = session.outcome is not None
        """True if the end was shown. After an undo, the game can end again."""
        self.standing = False
        """True if the game is over and its board stays until the player presses Enter."""

    # Parts that each game defines.

    def outcome_lines(self) -> list[str | Content]:
        """Returns sentences about the outcome; in a match, none that reveals the secret."""
        return []

    @abstractmethod
    def action_hint(self) -> object:
        """Shows a good move."""

    @abstractmethod
    def action_why(self) -> object:
        """Explains the position."""

    # The screen.

    def on_mount(self) -> None:
        self.set_interval(1, self.tick)
        self.redraw()
        if self.session.outcome is not None:
            self.ended = False
            self.call_after_refresh(self.settle)

    @property
    def alone(self) -> bool:
        """True unless the game belongs to a match between people."""
        return self.match is None

    @property
    def game(self) -> Saved:
        game: Saved = self.session
        return game if self.match is None else self.match

    def headline(self) -> str:
        game: str = self.session.describe()
        if self.player is None:
            return game
        return _("{player}: {game}").format(player=self.player, game=game)

    def tick(self) -> None:
        if self.is_current and not self.busy:
            self.show_status()

    def status_line(self) -> str:
        return self.thinking() if self.busy else self.status()

    # Moves and long work.

    async def work(self, function: Callable[[], T]) -> T | None:
        """Runs a long function in a thread and returns its result.

        Returns None if another function is running, if the screen was closed, if the player stopped
        the waiting, or after a MastermineError, which is shown.
        """
        if self.busy:
            return None
        self.busy, self._stopped = True, False
        timer = self.set_timer(THINKING_SECONDS, self._thinks)
        self._awaited = asyncio.create_task(in_thread(function, LONG))
        try:
            result = await self._awaited
        except asyncio.CancelledError:
            if not self._stopped:  # The screen was closed.
                raise
            self.continue_with_copy()
            self.say(_("Stopped."))
            return None
        except MastermineError as error:
            if self.is_attached:
                self.complain(error)
            return None
        finally:
            timer.stop()
            self.busy = False
            if self.is_attached:
                self.remove_class("-busy")
                self.redraw()
        return result if self.is_attached else None

    def _thinks(self) -> None:
        self.add_class("-busy")
        self.show_status()

    def thinking(self) -> str:
        return _("thinking…") if self.match else _("thinking… Esc cancels")

    def continue_with_copy(self) -> None:
        """Continues with a copy of the game; the cancelled thread still uses the original."""
        from mastermine.session import restore

        copied: Any = restore(self.session.data())
        copied.strategy, copied.file_strategy = self.session.strategy, self.session.file_strategy
        self.session = copied
        self.app.replace_game(self.session)

    def action_stop(self) -> None:
        """Stops waiting for a long function; not in a match, which has none."""
        if self._awaited is not None and self.busy and self.match is None:
            self._stopped = True
            self._awaited.cancel()

    def act(self, move: Callable[[], object]) -> bool:
        """Makes a move, redraws the board, and ends the game if it is over.

        Returns False, and shows the reason, if the move was refused.
        """
        if self.busy:
            return False
        try:
            move()
        except MastermineError as error:
            self.complain(error)
            return False
        self.redraw()
        self.settle()
        return True

    def settle(self) -> None:
        """Ends the game if it is over and that was not shown yet."""
        over = self.session.outcome is not None
        if over and not self.ended:
            self.ended = True
            self.end()
        self.ended = over

    def end(self) -> None:
        """Shows the outcome; in a match, the board stays until Enter."""
        if self.alone:
            self.conclude()
        else:
            self.stand(*self.outcome_lines(), _("Press Enter to continue."))

    def stand(self, *lines: str | Content) -> None:
        """Shows lines and leaves the board as it is until the player presses Enter."""
        self.standing = True
        self.redraw()
        self.say(*lines)

    def conclude(self) -> None:
        """Returns to the match; without one, stores the game and shows the full outcome."""
        self.standing = False
        if not self.alone:
            self.dismiss()
            return
        self.say(
            *self.outcome_lines(),
            *self.app.remember(self.session),
            _("F7 reviews each move, F8 shares the game, F2 starts a new one.")
            if self.session.reviewable
            else _("F8 shares the game, F2 starts a new one."),
        )

    # Actions.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Returns True if an action is available, None if not now, False if never."""
        hinting = action == "hint" and self.match is not None and self.match.gives_hints
        if not self.alone and action in self.SOLITARY and not hinting:
            return False
        session = self.session
        over = session.outcome is not None
        if action in self.PLAYING and over:
            return None
        if action == "undo":
            return session.can_undo or None
        if action == "redo":
            return session.can_redo or None
        if action == "review":
            return session.reviewable and (bool(session.turns) or None)
        return True

    def action_undo(self) -> None:
        self.act(self.session.undo)

    def action_redo(self) -> None:
        self.act(self.session.redo)

    async def action_give_up(self) -> None:
        from mastermine.tui.dialogs import Question

        def answered(yes: bool | None) -> None:
            if yes:
                self.act(self.session.give_up)

        await self.app.push_screen(
            Question(_("Give up and see the solution?"), _("Give up"), _("Keep playing")), answered
        )

    def rules_help(self) -> list[str]:
        return [counting()] if self.session.reviewable and self.match is None else []

    @in_background
    async def action_review(self) -> None:
        found = await self.work(self.session.review)
        if found is not None:
            self.app.push_screen(self.reviewed(found))

    def reviewed(self, review: Any) -> Screen[None]:
        from mastermine.tui.coach import CoachScreen

        return CoachScreen(review)

    def action_new(self) -> None:
        self.app.again(self)
