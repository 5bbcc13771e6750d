"""Screen of a Minesweeper game: alone, against an adversary, or in a match."""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from mastermine.core.game import Outcome
from mastermine.i18n.text import N_, _
from mastermine.minesweeper import named
from mastermine.session import MinesweeperSession, Mode
from mastermine.session.messages import counts, minesweeper, rules
from mastermine.session.messages.help import used
from mastermine.tui.board_screen import BREAKPOINTS
from mastermine.tui.game import GameScreen
from mastermine.tui.minesweeper import texts
from mastermine.tui.minesweeper.field import Field
from mastermine.tui.minesweeper.help_panel import Helping
from mastermine.tui.minesweeper.signs import visible_signs

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.events import Key, Resize, ScreenResume, ScreenSuspend

T = TypeVar("T")

WIDE_COLUMNS = BREAKPOINTS[-1][0]
"""From this width on, messages are beside the field."""

OTHER_LINES = 4
"""Lines other than the field and the messages: headline, column numbers, key bar."""

LEAST_SAID = 4
"""Minimum lines for messages, even if the field has to scroll."""


class MinesweeperScreen(Helping, inherit_bindings=False):
    """A minefield with messages.

    After a loss, only the hit mine is shown first, so that the player can undo the click without
    seeing the other mines. In a match they stay hidden: the next player gets the same field.
    """

    CSS_PATH: ClassVar[Any] = "minesweeper.tcss"
    AUTO_FOCUS: ClassVar[str | None] = "Field"
    SOLITARY: ClassVar[frozenset[str]] = GameScreen.SOLITARY | Helping.HELPS
    PLAYING: ClassVar[frozenset[str]] = GameScreen.PLAYING | Helping.HELPS
    # Redefines all bindings, so that the key bar starts with the most important ones and prefers
    # letters to function keys.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark", "help", N_("Help")),
        Binding("f10", "leave", N_("Quit")),
        Binding("enter,space", "open", N_("Open")),
        Binding("f", "flag", N_("Flag")),
        *Helping.KEYS,
        Binding("u,ctrl+z", "undo", N_("Undo")),
        Binding("r,ctrl+y", "redo", N_("Redo")),
        Binding("v,f7", "review", N_("Coach")),
        Binding("f2", "new", N_("New game")),
        Binding("f6", "give_up", N_("Give up")),
        Binding("f8", "share", N_("Share")),
        Binding("f9,ctrl+s", "save", N_("Save")),
        Binding("d", "mode", N_("Switch clicks: open or flag")),
        Binding("escape", "stop", N_("Stop waiting"), show=False),
        *Screen.BINDINGS,
    ]

    session: MinesweeperSession

    def __init__(self, session: MinesweeperSession, *args: Any, **kwargs: Any) -> None:
        super().__init__(session, *args, **kwargs)
        self.field = Field(session.rules.width, session.rules.height, id="field")
        self._waiting: deque[Field.Act] = deque()
        self._making = False
        self._drawn_cells: bytes | None = None
        self._mines_shown = False
        self._figures: list[str] = []
        self._status = ""
        self._can: object = None
        self._wide = 0

    def compose_game(self) -> ComposeResult:
        yield self.field

    def on_mount(self) -> None:
        if self.session.turns:
            self.field.visit(self.session.turns[-1].action)
        if self.session.outcome is None:
            self.say(*self._opening())

    def on_resize(self, event: Resize) -> None:
        """Limits messages below the field to the lines that the field leaves."""
        wide, height = event.size.width >= WIDE_COLUMNS, event.size.height
        lines = None if wide else max(LEAST_SAID, height - OTHER_LINES - self.session.rules.height)
        self.query_one("#messages").styles.max_height = lines

    def _opening(self) -> list[str]:
        lines = minesweeper.opening(self.session)
        if not self.session.turns:
            lines.append(
                _(
                    "Enter or a left click opens a cell; F or a right click flags it. On a number "
                    "whose mines are flagged, Enter or a left click opens the cells around it."
                )
            )
        return lines

    def status(self) -> str:
        session, field = self.session, self.field
        parts = [
            counts.mines_left(session.mines_left),
            minesweeper.clock(session.clock.seconds),
        ]
        if field.mode == "flag":
            parts.insert(0, _("click to flag"))
        return "  ".join(parts)

    def redraw(self) -> None:
        """Draws what has changed; rebuilding the key bar is slow and done only if needed."""
        session = self.session
        self.show_status()
        self.show()
        can = session.can_undo, session.can_redo, bool(session.turns), session.outcome, self.walk
        if can != self._can:
            self._can = can
            self.refresh_bindings()

    def show_status(self) -> None:
        """Updates the status; it is padded to its largest width, since a new layout is slow."""
        text = self.status_line().rjust(self._wide)
        if text != self._status:
            self.query_one("#status", Static).update(text, layout=len(text) > self._wide)
            self._status, self._wide = text, len(text)

    def show(self) -> None:
        session, field = self.session, self.field
        over = session.outcome is not None
        field.signs = visible_signs(session, mines=self._mines_shown)
        field.readonly = over
        if session.board.cells != self._drawn_cells:
            first, self._drawn_cells = self._drawn_cells is None, session.board.cells
            if not first:
                self.changed()

    # Moves.

    def on_field_act(self, message: Field.Act) -> None:
        self._waiting.append(message)
        self._make()

    def _make(self) -> None:
        """Makes the queued moves; slow ones in a thread."""
        while self._waiting and not self.busy and not self._making:
            verb, cell = self._waiting[0].verb, self._waiting.popleft().cell
            move = partial(self.session.do, f"{verb} {named(cell)}")
            if verb != "flag" and self._takes_long():
                self._making = True
                self.run_worker(self._make_in_thread(move))
            elif not self.act(move):
                self._waiting.clear()  # They assumed that this move succeeds.
            elif self.complained:
                self.clear_message()

    async def _make_in_thread(self, move: Callable[[], None]) -> None:
        turns = self.session.turns
        await self.work(move)
        self._making = False
        if self.session.turns == turns:
            self._waiting.clear()
        else:
            self.settle()
            self._make()

    def _takes_long(self) -> bool:
        """Returns True for slow clicks: of an adversary, and the first one without guessing."""
        session = self.session
        return session.mode is Mode.ADVERSARY or (session.rules.noguess and not session.turns)

    async def work(self, function: Callable[[], T]) -> T | None:
        result = await super().work(function)
        if self.is_attached:
            self.call_later(self._make)  # Moves that were queued meanwhile.
        return result

    def continue_with_copy(self) -> None:
        super().continue_with_copy()
        self.session.resume()

    def on_key(self, event: Key) -> None:
        """Help after a mine: that there is none, and what there is."""
        helps = {key for binding in self.KEYS for key in binding.key.split(",")}
        if self.session.outcome is Outcome.LOST and self.alone and event.key in helps:
            self.app.notify(_("U takes the last click back."), timeout=3)

    def action_open(self) -> None:
        """Opens the current cell; after a loss, shows the mines."""
        if self.standing:
            self.show_mines()
        else:
            self._at_cursor("open")

    def action_flag(self) -> None:
        self._at_cursor("flag")

    def _at_cursor(self, verb: str) -> None:
        """Acts on the current cell; without the focus, only focuses the field."""
        if self.field.has_focus:
            self.field.act(verb, self.field.cursor)
        else:
            self.field.focus()

    def action_mode(self) -> None:
        self.field.mode = "flag" if self.field.mode == "dig" else "dig"
        self.tick()

    # The clock is paused while another screen covers the field.

    def on_screen_suspend(self, _event: ScreenSuspend) -> None:
        if self.alone and not self.busy:
            self.session.pause()

    def on_screen_resume(self, _event: ScreenResume) -> None:
        if self.alone and not self.busy:
            self.session.resume()

    # The end.

    def end(self) -> None:
        """Explains a loss before showing the mines; shows everything at once otherwise."""
        session = self.session
        self._waiting.clear()
        if self.alone and session.fatal is not None and not session.given_up:
            self.stand()
            self.run_worker(self._explain_loss())
        elif self.alone:
            self.show_mines()
        else:
            super().end()

    async def _explain_loss(self) -> None:
        session = self.session
        found = await self.work(session.loss)
        if not self.standing or session.fatal is None:
            return
        if found is not None:
            better = [] if found.better.cell == found.cell else [found.better.cell]
            self.field.marks = {**texts.marks(found.better.steps), "hint": better}
        what_now = _("Press U to undo the click, Enter to show all mines.")
        self.say(*minesweeper.loss(session.fatal, found), what_now)

    def show_mines(self) -> None:
        """Shows all mines and concludes the game."""
        self.standing = False
        self.field.marks = {}
        if self.alone:
            self.run_worker(self._close())
        else:
            self.conclude()

    async def _close(self) -> None:
        session = self.session
        found = await self.work(lambda: (session.secret, minesweeper.figures(session)))
        if session.outcome is None:  # Undone meanwhile.
            return
        self._figures = found[1] if found is not None else []
        self._mines_shown = True
        self.redraw()
        self.conclude()

    def outcome_lines(self) -> list[Any]:
        session, ended = self.session, minesweeper.outcome(self.session)
        if not self.alone:
            return [ended]
        beside = [*minesweeper.wrong_flags(session), *used(session), *minesweeper.again(session)]
        return [ended, *self._figures, *beside]

    def action_undo(self) -> None:
        """Undoes the last move, even one that hit a mine."""
        self.standing = self._mines_shown = False
        super().action_undo()

    def on_unmount(self) -> None:
        """Stores a lost game even if its mines were not visible_signs."""
        if self.standing and self.alone:
            self.app.remember(self.session)

    def reviewed(self, review: Any) -> Screen[None]:
        from mastermine.tui.minesweeper.review import ReviewField

        return ReviewField(self.session.rules, self.session.turns, review)

    # Help.

    def rules_help(self) -> list[str]:
        return [
            self.session.rules.describe() + ".",
            rules.minesweeper(),
            *super().rules_help(),
        ]

    def keys_help(self) -> list[tuple[str, str]]:
        return [*minesweeper.keys(), ("O", _("do the step that is shown"))]
