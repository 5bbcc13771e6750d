"""The screen of a game: what all games share, the board is each game's own."""

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
from mastermine.tui.background import LONG, in_thread
from mastermine.tui.board_screen import THINKING_SECONDS, SavedScreen, TableScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from mastermine.session import MastermindSession, Match, MinesweeperSession, Saved

T = TypeVar("T")


class GameScreen(SavedScreen, TableScreen):
    """A game being played.

    ``match``, where given, is the match of people to which it belongs, and ``player`` whose board
    it is: such a game has no help and no way back, and its screen is left at its end.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", N_("Help")),
        Binding("f10", "leave", N_("Leave")),
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
    """The actions that a game between people does not have; games add their own."""
    PLAYING: ClassVar[frozenset[str]] = frozenset({"hint", "give_up"})
    """The actions for which a game must not be over."""

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
        """Whether the person does not want to wait for it."""
        self.ended = session.outcome is not None
        """Whether the end was told; a game that is taken back can end again."""
        self.standing = False
        """Whether the game is over, and waits for the person to look at that."""

    # What each game says for itself.

    def outcome_told(self) -> list[str | Content]:
        """How the game ended, in sentences; in a match nothing that others are to find."""
        return []

    @abstractmethod
    def action_hint(self) -> object:
        """Say a good move."""

    @abstractmethod
    def action_why(self) -> object:
        """Say what is known, and from what."""

    # The screen.

    def on_mount(self) -> None:
        self.set_interval(1, self.tick)
        self.redraw()
        if self.session.outcome is not None:
            self.ended = False
            self.call_after_refresh(self.settle)

    @property
    def alone(self) -> bool:
        """Whether this is no board of a match."""
        return self.match is None

    @property
    def game(self) -> Saved:
        game: Saved = self.session
        return game if self.match is None else self.match

    def headline(self) -> str:
        game: str = self.session.rules.describe()
        if self.player is None:
            return game
        return _("{player}: {game}").format(player=self.player, game=game)

    def tick(self) -> None:
        if self.is_current and not self.busy:
            self.show_status()

    def status_told(self) -> str:
        return self.thinking() if self.busy else self.status()

    # Moves and long work.

    async def work(self, function: Callable[[], T]) -> T | None:
        """What a function returns that may take long; the screen stays alive.

        None when something else is being worked out, when the screen is left meanwhile, when the
        person does not want to wait, and when it raises a MastermineError, which is told.
        """
        if self.busy:
            return None
        self.busy, self._stopped = True, False
        timer = self.set_timer(THINKING_SECONDS, self._thinks)
        self._awaited = asyncio.create_task(in_thread(function, LONG))
        try:
            result = await self._awaited
        except asyncio.CancelledError:
            if not self._stopped:  # The screen is left.
                raise
            self.go_on_apart()
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
        """That something is worked out, and how not to wait for it."""
        return _("thinking…") if self.match else _("thinking… Esc stops waiting")

    def go_on_apart(self) -> None:
        """Go on with a copy of the game: what nobody waits for any more has the other one."""
        from mastermine.session import restore

        self.session = restore(self.session.data())
        self.app.go_on_with(self.session)

    def action_stop(self) -> None:
        """Wait no more for what is being worked out. In a match that is nothing long."""
        if self._awaited is not None and self.busy and self.match is None:
            self._stopped = True
            self._awaited.cancel()

    def act(self, move: Callable[[], object]) -> bool:
        """Make a move, draw the board anew, and end the game where it is over.

        Whether it was a move: one that is refused is told why.
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
        """End the game where it is over and that was not told yet."""
        over = self.session.outcome is not None
        if over and not self.ended:
            self.ended = True
            self.end()
        self.ended = over

    def end(self) -> None:
        """The game is over: say so. In a match its player looks at the board until Enter."""
        if self.alone:
            self.conclude()
        else:
            self.stand(*self.outcome_told(), _("Enter goes on."))

    def stand(self, *said: str | Content) -> None:
        """Wait for the person, with the board as it is."""
        self.standing = True
        self.redraw()
        self.say(*said)

    def conclude(self) -> None:
        """The end was looked at: go on with the match, or remember the game and tell all of it."""
        self.standing = False
        if not self.alone:
            self.dismiss()
            return
        self.say(
            *self.outcome_told(),
            *self.app.remember(self.session),
            _("F7 tells what each move was worth, F8 shares the game, F2 begins a new one."),
        )

    # Actions.

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Whether an action is there (None: not now)."""
        if not self.alone and action in self.SOLITARY:
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
            return bool(session.turns) or None
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
            Question(_("Give up, and see the solution?"), _("Give up"), _("Go on")), answered
        )

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
