"""The person opens a minefield."""

from __future__ import annotations

from contextlib import suppress
from math import prod
from typing import TYPE_CHECKING

from mastermine.cli.dialogue import Command
from mastermine.cli.minesweeper.minefield import Minefield, clock, legend
from mastermine.cli.playing import Playing, save_command
from mastermine.coach.click import first_click, named, percent
from mastermine.core.errors import IllegalMove, MastermineError
from mastermine.core.game import Outcome
from mastermine.core.text import _, ngettext
from mastermine.minesweeper.board import CLOSED
from mastermine.minesweeper.described import describe
from mastermine.minesweeper.metrics import Metrics
from mastermine.session import Mode

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from mastermine.cli.terminal import Terminal
    from mastermine.minesweeper.board import Cell
    from mastermine.session import MinesweeperSession


class Sweeper(Playing):
    """Lines are cells to open, or commands."""

    session: MinesweeperSession

    def __init__(self, terminal: Terminal, session: MinesweeperSession) -> None:
        super().__init__(terminal)
        self.session = session
        self.at: Cell | None = session.turns[-1].action if session.turns else None
        """The cell that was last looked at."""

    def run(self) -> None:
        """Play to the end. Raises EOFError when the person leaves."""
        self.open()
        while True:
            while self.session.outcome is None:
                self.step()
            if self.session.given_up or self.session.fatal is None or not self.taken_back():
                break
        self.close()
        self.look_back()

    def open(self) -> None:
        """Say what is played."""
        session = self.session
        self.terminal.say(f"{describe(session.rules)}.")
        if session.outcome is None:
            self.terminal.say(
                _("Type a cell, such as {example}, or {help}.").format(
                    example=self.example(), help=self.spelled(_("help"))
                )
            )
            if session.mode is Mode.ADVERSARY:
                self.terminal.say(
                    _(
                        "I lay the mines as late as I can: guess only where no cell is certainly "
                        "safe, and no guess hits one; guess elsewhere, and it does."
                    )
                )
            if session.shown:
                self.terminal.say(_("A mine was hit before: this game stays lost."))
            self.board()

    def example(self) -> str:
        """A cell, in the middle."""
        return named((self.session.rules.width // 2, self.session.rules.height // 2))

    # Lines.

    def prompt(self) -> str:
        """The mines that are not flagged, and the time."""
        session = self.session
        return ngettext(
            "{n} mine left, {time}: ", "{n} mines left, {time}: ", session.mines_left
        ).format(n=session.mines_left, time=clock(session.clock.seconds))

    def read_move(self, text: str) -> Callable[[], object]:
        """Cells are opened; numbers that are open already, what is around them."""
        cells = self.session.cells(text)
        if all(self.session.board[cell] != CLOSED for cell in cells):
            return lambda: self.chord(text)
        return lambda: self.click(text)

    def how_to_move(self) -> str:
        """How a cell is written."""
        return _(
            "A cell is x,y: its column and its row, counted from 0 at the top left, such as "
            "{example}. It is opened; where it is an open number, what is not flagged around it. "
            "Several cells may stand in a line."
        ).format(example=self.example())

    def words(self) -> Iterable[str]:
        """Moves have no words."""
        return ()

    def commands(self) -> list[Command]:
        """All that there are."""
        return [
            *self.move_commands(),
            *self.help_commands(),
            self.review_command(),
            *self.way_commands(),
            self.board_command(),
            self.save_command(),
            self.share_command(),
            self.give_up_command(),
        ]

    def move_commands(self) -> list[Command]:
        """The moves that have a name."""
        cells = _("X,Y …")
        return [
            Command(
                (_("flag"), "flag", "f"), _("flag cells, or take flags away"), self.flag, cells
            ),
            Command((_("open"), "open", "o"), _("open closed cells only"), self.click, cells),
            Command(
                (_("chord"), "chord", "c"),
                _("open what is not flagged around numbers that have as many flags"),
                self.chord,
                cells,
            ),
        ]

    def help_commands(self) -> list[Command]:
        """What tells more than the field does."""
        return [
            Command((_("hint"), "hint"), _("the safest cell, and why"), self.hint),
            Command(
                (_("why"), "why"), _("what is known of a cell, and from what"), self.why, _("X,Y")
            ),
            Command(
                (_("probabilities"), "probabilities", "p"),
                _("the chance of a mine in each cell, in percent"),
                self.probabilities,
            ),
            Command(
                (_("must i guess?"), "must i guess?", "must i guess"),
                _("whether no cell is certainly safe"),
                self.must_guess,
            ),
            Command(
                (_("check"), "check"),
                _("how many flags are wrong; check which names them"),
                self.check,
                _("[which]"),
            ),
            Command(
                (_("mines"), "mines"),
                _("flag all cells that are certainly mines"),
                self.flag_mines,
            ),
        ]

    def board_command(self) -> Command:
        """The command that draws the field."""
        return Command((_("board"), "board"), _("the field, around a cell"), self.board, _("[X,Y]"))

    def save_command(self) -> Command:
        """The command that keeps the game."""
        return save_command(self.save)

    # What they do.

    def need_cell(self, text: str, command: str) -> None:
        """Raises IllegalMove for a command without a cell."""
        if not text:
            raise IllegalMove(
                _("write {command} and a cell, such as {command} {cell}").format(
                    command=command, cell=self.example()
                )
            )

    def click(self, text: str) -> None:
        """Open cells."""
        self.need_cell(text, _("open"))
        with self.terminal.thinking():  # To lay the mines so that no guess is needed takes a while.
            turns = self.session.click(text)
        self.at = turns[-1].action
        self.show()

    def chord(self, text: str) -> None:
        """Open what is around numbers."""
        self.need_cell(text, _("chord"))
        self.session.chord(text)
        self.at = self.session.cells(text)[-1]
        self.show()

    def flag(self, text: str) -> None:
        """Set flags or take them away."""
        self.need_cell(text, _("flag"))
        self.session.flag(text)
        self.at = self.session.cells(text)[-1]
        self.show()

    def flag_mines(self, _rest: str = "") -> None:
        """Flag what is certain."""
        with self.terminal.thinking():
            self.session.flag_mines()
        self.show()

    def undo(self, rest: str = "") -> None:
        """Take the last move back; no cell is looked at then."""
        self.at = None
        super().undo(rest)

    def redo(self, rest: str = "") -> None:
        """Do again what was taken back, without looking at a cell."""
        self.at = None
        super().redo(rest)

    def board(self, rest: str = "") -> None:
        """Show the field, around a cell where one is named."""
        if rest:
            self.at = self.session.cells(rest)[-1]
        self.show()

    def show(self, marked: Collection[Cell] = ()) -> None:
        """Show the field while the game goes on; what there is at its end is shown then."""
        session = self.session
        if session.outcome is None:
            self.terminal.say(
                Minefield(
                    session.board, session.flags, self.at, marked, elsewhere=self.how_to_look()
                )
            )

    def how_to_look(self) -> str:
        """How to see another part of a field that is too large."""
        return _("Type board x,y to see those around a cell.")

    def hint(self, _rest: str = "") -> None:
        """Show the safest cell, and why."""
        with self.terminal.thinking():
            advice = self.session.hint()
        self.at = advice.cell
        self.show([cell for step in advice.steps for cell in step.proof])
        if advice.risk == 0:
            move = _("Open {cell}.")
        elif self.session.mode is Mode.ADVERSARY:
            move = _("Open {cell}: who must guess is spared.")
        else:
            move = _("Open {cell}, and hope.")
        if advice.cell in self.session.flags:
            move = _("Take the flag from {cell}, and open it.")
        self.terminal.say(*advice.reasons, move.format(cell=named(advice.cell)))

    def why(self, text: str) -> None:
        """Say what is known of a cell."""
        self.need_cell(text, _("why"))
        with self.terminal.thinking():
            told = self.session.why(text)
        self.terminal.say(*told)

    def probabilities(self, _rest: str = "") -> None:
        """Show the chance of a mine in each cell."""
        session = self.session
        if session.knowledge.untouched:
            self.terminal.say(first_click(session.knowledge))
            return
        with self.terminal.thinking():
            chances = session.probabilities()
        self.terminal.say(
            Minefield(
                session.board,
                session.flags,
                self.at,
                chances=chances,
                elsewhere=self.how_to_look(),
            ),
            *legend(session.board, chances),
        )

    def must_guess(self, _rest: str = "") -> None:
        """Say whether a cell is certainly safe."""
        if self.session.knowledge.untouched:
            self.terminal.say(first_click(self.session.knowledge))
            return
        with self.terminal.thinking():
            must = self.session.must_guess()
        self.terminal.say(
            _("Yes: no closed cell is certainly safe.")
            if must
            else _("No: some closed cell is certainly safe.")
        )

    def check(self, rest: str = "") -> None:
        """Say how many flags are wrong, or which."""
        flags = len(self.session.flags)
        if not flags:
            raise IllegalMove(_("there are no flags to be checked"))
        wrong = self.session.check()
        which = rest.lower() in (_("which"), "which")
        if not wrong:
            text = ngettext("The flag is right.", "All {n} flags are right.", flags)
        elif which:
            text = ngettext("This flag is wrong: {cells}.", "Wrong flags: {cells}.", len(wrong))
        else:
            text = ngettext(
                "{wrong} of your {n} flags is wrong; check which names it.",
                "{wrong} of your {n} flags are wrong; check which names them.",
                len(wrong),
            )
        self.terminal.say(text.format(n=flags, wrong=len(wrong), cells=_listed(wrong)))

    # The end.

    def taken_back(self) -> bool:
        """Say how the mine was hit; whether the person then takes the click back."""
        session = self.session
        self.terminal.say(Minefield(session.board, session.flags, session.fatal))
        self.tell_loss()
        while True:
            try:
                text = self.terminal.read(_("undo, or Enter to see all mines: ")).lower()
            except EOFError:
                self.terminal.say("")
                return False
            text = text.removeprefix("/")
            if text in (_("undo"), "undo"):
                self.undo()
                return True
            if text in ("", _("quit"), "quit", "q", "exit"):
                return False
            self.terminal.complain(_("The game is lost: type undo, or press Enter."))

    def tell_loss(self) -> None:
        """Say which mine was hit, how likely that was, and what would have been better."""
        try:
            with self.terminal.thinking():
                loss = self.session.loss()
        except MastermineError as error:  # What might have been is not worth the end of the game.
            self.terminal.complain(error)
            return
        if loss is None:
            return
        self.terminal.say(
            _("{cell} was a mine. The risk was {risk}.").format(
                cell=named(loss.cell), risk=percent(loss.risk)
            )
        )
        better = loss.better
        if better.cell == loss.cell:
            self.terminal.say(_("I would have opened it, too: no cell was certainly safe."))
        elif better.risk == 0:
            self.terminal.say(
                _("There was a safe cell, {cell}:").format(cell=named(better.cell)), *better.reasons
            )
        else:
            self.terminal.say(
                _("No cell was certainly safe; I would have opened {cell}, with {risk}.").format(
                    cell=named(better.cell), risk=percent(better.risk)
                )
            )

    def close(self) -> None:
        """Show the field, how the game ended, and the help that was used."""
        session = self.session
        self.terminal.say(
            Minefield(session.board, session.flags, session.fatal, layout=session.secret)
        )
        if session.wrong_flags:
            self.terminal.say(
                ngettext(
                    "A flag was wrong (!): {cells}.",
                    "{n} flags were wrong (!): {cells}.",
                    len(session.wrong_flags),
                ).format(n=len(session.wrong_flags), cells=_listed(session.wrong_flags))
            )
        self.tell_outcome()
        self.tell_help_used()
        if session.turns and not session.given and session.mode is Mode.COMPUTER:
            self.tell_seed(
                _("Seed {{seed}} lays these mines again when the first click is {cell}.").format(
                    cell=named(session.turns[0].action)
                )
            )

    def tell_outcome(self) -> None:
        """Say how the game ended."""
        session = self.session
        if session.given_up:
            self.terminal.say(_("Given up."))
            return
        time, clicks = clock(session.clock.seconds), session.clicks
        if session.outcome is Outcome.LOST and not session.cleared:
            text = ngettext(
                "Lost after {time} and {n} click.", "Lost after {time} and {n} clicks.", clicks
            )
        elif session.shown:
            text = _("Cleared, but a mine had been hit: this counts as lost.")
        else:
            text = ngettext(
                "Won in {time} with {n} click.", "Won in {time} with {n} clicks.", clicks
            )
        self.terminal.say(text.format(time=time, n=clicks))
        if session.cleared and session.secret is not None:
            self.terminal.say(
                _("3BV, the fewest clicks that open this field without flags: {n}.").format(
                    n=Metrics(session.secret).bbbv
                )
            )
            with suppress(MastermineError):
                self.tell_guesses()

    def tell_guesses(self) -> None:
        """Say how many clicks were guesses. Raises TooLarge."""
        with self.terminal.thinking():
            risks = [risk for _cell, risk in self.session.guesses()]
        if not risks:
            self.terminal.say(_("No click was a guess."))
            return
        self.terminal.say(
            ngettext(
                "{n} click was a guess; it was safe with a chance of {chance}.",
                "{n} clicks were guesses; all were safe with a chance of {chance}.",
                len(risks),
            ).format(n=len(risks), chance=percent(prod(1 - risk for risk in risks)))
        )


def _listed(cells: Iterable[Cell]) -> str:
    return "  ".join(map(named, cells))
