"""A minefield that one person opens: alone, against an adversary, or in a race."""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from mastermine.coach.click import named
from mastermine.core.game import Outcome
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import N_, _, ngettext
from mastermine.session import MinesweeperSession, Mode
from mastermine.session.messages import minesweeper
from mastermine.session.messages.help import used
from mastermine.tui.board_screen import BREAKPOINTS
from mastermine.tui.game import GameScreen
from mastermine.tui.minesweeper import texts
from mastermine.tui.minesweeper.field import Field
from mastermine.tui.minesweeper.help_panel import Helping
from mastermine.tui.minesweeper.signs import shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.events import Key, Resize, ScreenResume, ScreenSuspend

T = TypeVar("T")

WIDE_COLUMNS = BREAKPOINTS[-1][0]
"""From so many columns on what is said stands beside the field."""

OTHER_LINES = 4
"""The line above the field, the numbers of its columns, and the keys."""

LEAST_SAID = 4
"""Lines for what is said, even where the field must be scrolled for it."""


class MinesweeperScreen(Helping, inherit_bindings=False):
    """A minefield, and what is said about it.

    A mine that was hit is shown alone at first, so that the click can be taken back without the
    other mines having been seen. Against other people they stay hidden: the next one opens the
    same field.
    """

    CSS_PATH: ClassVar[Any] = "minesweeper.tcss"
    AUTO_FOCUS: ClassVar[str | None] = "Field"
    SOLITARY: ClassVar[frozenset[str]] = GameScreen.SOLITARY | Helping.HELPS
    PLAYING: ClassVar[frozenset[str]] = GameScreen.PLAYING | Helping.HELPS
    # All anew, so that the bar begins with what is wanted most; of two keys for the same it shows
    # the letter.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1,question_mark", "help", N_("Help")),
        Binding("f10", "leave", N_("Leave")),
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
        Binding("d", "mode", N_("Click to flag or open")),
        Binding("escape", "stop", N_("Stop waiting"), show=False),
        *Screen.BINDINGS,
    ]

    session: MinesweeperSession

    def __init__(self, session: MinesweeperSession, *args: Any, **kwargs: Any) -> None:
        super().__init__(session, *args, **kwargs)
        self.field = Field(session.rules.width, session.rules.height, id="field")
        self._waiting: deque[Field.Act] = deque()
        self._making = False
        self._shown_board: bytes | None = None
        self._mines_shown = False
        self._figures: list[str] = []
        self._status = ""
        self._can: object = None
        self._wide = 0

    # What is shown.

    def compose_game(self) -> ComposeResult:
        yield self.field

    def on_mount(self) -> None:
        if self.session.turns:
            self.field.visit(self.session.turns[-1].action)
        if self.session.outcome is None:
            self.say(*self._opening())

    def on_resize(self, event: Resize) -> None:
        """What is said below the field has what the field leaves, and at least a few lines."""
        wide, height = event.size.width >= WIDE_COLUMNS, event.size.height
        lines = None if wide else max(LEAST_SAID, height - OTHER_LINES - self.session.rules.height)
        self.query_one("#messages").styles.max_height = lines

    def _opening(self) -> list[str]:
        said = minesweeper.opening(self.session)
        if not self.session.turns:
            said.append(
                _(
                    "Enter or a left click opens a cell, F or a right click flags it; on a number "
                    "that has its flags, they open all around it."
                )
            )
        return said

    def status(self) -> str:
        session, field = self.session, self.field
        left = session.mines_left
        parts = [
            ngettext("{n} mine left", "{n} mines left", left).format(n=whole(left)),
            minesweeper.clock(session.clock.seconds),
        ]
        if field.mode == "flag":
            parts.insert(0, _("clicks flag"))
        return "  ".join(parts)

    def redraw(self) -> None:
        """Draw what has changed: a click is to cost little, and a new arrangement costs most."""
        session = self.session
        self.show_status()
        self.show()
        can = session.can_undo, session.can_redo, bool(session.turns), session.outcome, self.walk
        if can != self._can:
            self._can = can
            self.refresh_bindings()

    def show_status(self) -> None:
        """Say how it stands, at the same length as before where that is enough."""
        text = self.status_told().rjust(self._wide)
        if text != self._status:
            self.query_one("#status", Static).update(text, layout=len(text) > self._wide)
            self._status, self._wide = text, len(text)

    def show(self) -> None:
        session, field = self.session, self.field
        over = session.outcome is not None
        field.signs = shown(session, mines=self._mines_shown)
        field.readonly = over
        if session.board.cells != self._shown_board:
            first, self._shown_board = self._shown_board is None, session.board.cells
            if not first:
                self.changed()

    # Moves.

    def on_field_act(self, message: Field.Act) -> None:
        self._waiting.append(message)
        self._make()

    def _make(self) -> None:
        """Make the moves that wait; one that may take long beside the screen."""
        while self._waiting and not self.busy and not self._making:
            verb, cell = self._waiting[0].verb, self._waiting.popleft().cell
            move = partial(self.session.do, f"{verb} {named(cell)}")
            if verb != "flag" and self._takes_long():
                self._making = True
                self.run_worker(self._make_beside(move))
            elif not self.act(move):
                self._waiting.clear()  # They were made for the field as it would have become.
            elif self.complained:
                self.hush()

    async def _make_beside(self, move: Callable[[], None]) -> None:
        turns = self.session.turns
        await self.work(move)
        self._making = False
        if self.session.turns == turns:
            self._waiting.clear()
        else:
            self.settle()
            self._make()

    def _takes_long(self) -> bool:
        """Whether a click may: mines are laid so that no guess is needed, or as late as can be."""
        session = self.session
        return session.mode is Mode.ADVERSARY or (session.rules.noguess and not session.turns)

    async def work(self, function: Callable[[], T]) -> T | None:
        result = await super().work(function)
        if self.is_attached:
            self.call_later(self._make)  # What was clicked meanwhile.
        return result

    def go_on_apart(self) -> None:
        super().go_on_apart()
        self.session.resume()

    def on_key(self, event: Key) -> None:
        """Help after a mine: that there is none, and what there is."""
        helps = {key for binding in self.KEYS for key in binding.key.split(",")}
        if self.session.outcome is Outcome.LOST and self.alone and event.key in helps:
            self.app.notify(_("The game is over; U takes the last click back."), timeout=3)

    def on_field_refused(self, message: Field.Refused) -> None:
        reasons = {
            "flag": _("{cell} is flagged; F takes the flag away"),
            "open": _("{cell} is open already: no flag is set."),
            "chord": _("{cell} has not as many flags around it as it says"),
        }
        self.complain(reasons[message.reason].format(cell=named(message.cell)))

    def action_open(self) -> None:
        """Open the cell that is chosen; after the end, see the mines."""
        if self.standing:
            self.see()
        else:
            self._at_cursor("open")

    def action_flag(self) -> None:
        self._at_cursor("flag")

    def _at_cursor(self, verb: str) -> None:
        """Do something to the cell that is chosen, once that can be seen."""
        if self.field.has_focus:
            self.field.act(verb, self.field.cursor)
        else:
            self.field.focus()

    def action_mode(self) -> None:
        self.field.mode = "flag" if self.field.mode == "dig" else "dig"
        self.tick()

    # The clock stands while another screen covers the field.

    def on_screen_suspend(self, _event: ScreenSuspend) -> None:
        if self.alone and not self.busy:
            self.session.pause()

    def on_screen_resume(self, _event: ScreenResume) -> None:
        if self.alone and not self.busy:
            self.session.resume()

    # The end.

    def end(self) -> None:
        """A mine that was hit is explained first; a field that was cleared shows all at once."""
        session = self.session
        self._waiting.clear()
        if self.alone and session.fatal is not None and not session.given_up:
            self.stand()
            self.run_worker(self._explain_loss())
        elif self.alone:
            self.see()
        else:
            super().end()

    async def _explain_loss(self) -> None:
        found = await self.work(self.session.loss)
        if not self.standing:
            return
        what_now = _("U takes the click back, Enter shows all mines.")
        if found is None:
            self.say(_("{cell} was a mine.").format(cell=named(self.field.cursor)), what_now)
            return
        better = [] if found.better.cell == found.cell else [found.better.cell]
        self.field.marks = {**texts.marks(found.better.steps), "hint": better}
        self.say(*minesweeper.loss(found), what_now)

    def see(self) -> None:
        """Show all there is to see, and let the game be over."""
        self.standing = False
        self.field.marks = {}
        if self.alone:
            self.run_worker(self._close())
        else:
            self.conclude()

    async def _close(self) -> None:
        session = self.session
        found = await self.work(lambda: (session.secret, minesweeper.figures(session)))
        if session.outcome is None:  # It was taken back meanwhile.
            return
        self._figures = found[1] if found is not None else []
        self._mines_shown = True
        self.redraw()
        self.conclude()

    def outcome_told(self) -> list[Any]:
        session, ended = self.session, minesweeper.outcome(self.session)
        if not self.alone:
            return [ended]
        beside = [*minesweeper.wrong_flags(session), *used(session), *minesweeper.again(session)]
        return [ended, *self._figures, *beside]

    def action_undo(self) -> None:
        """Take the last move back, be it the one that hit a mine."""
        self.standing = self._mines_shown = False
        super().action_undo()

    def on_unmount(self) -> None:
        """A game that was lost is remembered, whether or not its mines were looked at."""
        if self.standing and self.alone:
            self.app.remember(self.session)

    def reviewed(self, review: Any) -> Screen[None]:
        from mastermine.tui.minesweeper.review import ReviewField

        return ReviewField(self.session.rules, self.session.turns, review)

    # Help about the screen.

    def rules_told(self) -> list[str]:
        return [
            self.session.rules.describe() + ".",
            _(
                "Open every cell without a mine. A number says how many of the up to eight cells "
                "around it hold mines."
            ),
        ]

    def keys_told(self) -> list[tuple[str, str]]:
        return [
            (_("Arrows, Home, End, Page up, Page down"), _("go from cell to cell")),
            (
                _("Enter or Space; left click"),
                _("open a cell; on a number: open all around it (chord), if its flags match"),
            ),
            (_("F; right click"), _("set or take away a flag")),
            (_("Middle click, or left and right together"), _("chord")),
            ("U, R", _("undo, redo (also Ctrl+Z, Ctrl+Y)")),
            ("D", _("what a left click does: open or flag")),
            ("H, S, N, B, O", _("hint; step by step, next and back; do this step")),
            ("C, G, W", _("chances; must I guess?; why this cell?")),
            ("K, M, V", _("check flags; flag sure mines; review so far")),
        ]
