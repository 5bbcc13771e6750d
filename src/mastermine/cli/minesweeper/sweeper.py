"""The person opens a minefield."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.cli.dialogue import Command, leaves, means
from mastermine.cli.minesweeper.minefield import Minefield, legend
from mastermine.cli.playing import Playing, save_command
from mastermine.coach.click import first_click, named
from mastermine.core.errors import IllegalMove, MastermineError
from mastermine.i18n.text import _, ngettext, pgettext
from mastermine.minesweeper import CLOSED
from mastermine.session.messages import minesweeper

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from mastermine.cli.terminal import Terminal
    from mastermine.minesweeper import Cell
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
        self.terminal.say(f"{session.rules.describe()}.")
        if session.outcome is None:
            self.terminal.say(
                _("Type a cell, such as {example}, or {help}.").format(
                    example=self.example(), help=self.spelled(_("help"))
                )
            )
            self.terminal.say(*minesweeper.opening(session))
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
        ).format(n=session.mines_left, time=minesweeper.clock(session.clock.seconds))

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
        # Translators: stands in the help for cells that are typed.
        cells = _("X,Y …")
        return [
            Command(
                # Translators: a word to be typed, in small letters: a verb.
                (_("flag"), "flag", "f"),
                _("flag cells, or take flags away"),
                self.flag,
                cells,
            ),
            # Translators: a word to be typed, in small letters: a verb.
            Command((_("open"), "open", "o"), _("open closed cells only"), self.click, cells),
            Command(
                # Translators: a word to be typed, in small letters: it opens all around a number.
                (_("chord"), "chord", "c"),
                _("open what is not flagged around numbers that have as many flags"),
                self.chord,
                cells,
            ),
        ]

    def help_commands(self) -> list[Command]:
        """What tells more than the field does."""
        return [
            # Translators: a word to be typed, in small letters.
            Command((_("hint"), "hint"), _("the safest cell, and why"), self.hint),
            Command(
                # Translators: a word to be typed, in small letters: it asks for the reasons.
                (_("why"), "why"),
                _("what is known of a cell, and from what"),
                self.why,
                # Translators: stands in the help for a cell that is typed.
                _("X,Y"),
            ),
            Command(
                # Translators: a word to be typed, in small letters.
                (_("probabilities"), "probabilities", "p"),
                _("the chance of a mine in each cell, in percent"),
                self.probabilities,
            ),
            Command(
                # Translators: a word to be typed, in small letters.
                (_("must i guess?"), "must i guess?", "must i guess"),
                _("whether no cell is certainly safe"),
                self.must_guess,
            ),
            Command(
                # Translators: a word to be typed, in small letters: a verb.
                (_("check"), "check"),
                # Translators: "check which" is typed, see "check" and "which".
                _("how many flags are wrong; check which names them"),
                self.check,
                # Translators: a word that may be typed after "check", in brackets.
                _("[which]"),
            ),
            Command(
                # Translators: a word to be typed, in small letters: it flags mines.
                (_("mines"), "mines"),
                _("flag all cells that are certainly mines"),
                self.flag_mines,
            ),
        ]

    def board_command(self) -> Command:
        """The command that draws the field."""
        # Translators: a word to be typed, in small letters: it shows the field.
        name = pgettext("Minesweeper", "board")
        return Command((name, "board"), _("the field, around a cell"), self.board, _("[X,Y]"))

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
        # Translators: the command "board" and a cell.
        return _("Type board x,y to see those around a cell.")

    def hint(self, _rest: str = "") -> None:
        """Show the safest cell, and why."""
        with self.terminal.thinking():
            advice = self.session.hint()
        self.at = advice.cell
        self.show([cell for step in advice.steps for cell in step.proof])
        self.terminal.say(*advice.reasons, minesweeper.advised(self.session, advice))

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
        with self.terminal.thinking():
            told = minesweeper.must_guess(self.session)
        self.terminal.say(told)

    def check(self, rest: str = "") -> None:
        """Say how many flags are wrong, or which."""
        flags = len(self.session.flags)
        if not flags:
            raise IllegalMove(_("there are no flags to be checked"))
        wrong = self.session.check()
        # Translators: a word that is typed after "check": which flags are wrong?
        which = means(rest, _("which"), "which")
        if not wrong:
            # Translators: the first form may need {n}, where it is for 21, too.
            text = ngettext("The flag is right.", "All {n} flags are right.", flags)
        elif which:
            text = ngettext("This flag is wrong: {cells}.", "Wrong flags: {cells}.", len(wrong))
        else:
            # Translators: the form is for {wrong}; {n} flags are set in all.
            text = ngettext(
                "{wrong} of your {n} flags is wrong; check which names it.",
                "{wrong} of your {n} flags are wrong; check which names them.",
                len(wrong),
            )
        self.terminal.say(text.format(n=flags, wrong=len(wrong), cells=minesweeper.cells(wrong)))

    # The end.

    def taken_back(self) -> bool:
        """Say how the mine was hit; whether the person then takes the click back."""
        session = self.session
        self.terminal.say(Minefield(session.board, session.flags, session.fatal))
        self.tell_loss()
        while True:
            try:
                # Translators: "undo" is a command that can be typed.
                text = self.terminal.read(_("undo, or Enter to see all mines: "))
            except EOFError:
                self.terminal.say("")
                return False
            if means(text, _("undo"), "undo"):
                self.undo()
                return True
            if not text or leaves(text):
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
        self.terminal.say(*minesweeper.loss(loss))

    def close(self) -> None:
        """Show the field, how the game ended, and the help that was used."""
        session = self.session
        self.terminal.say(
            Minefield(session.board, session.flags, session.fatal, layout=session.secret)
        )
        self.terminal.say(*minesweeper.wrong_flags(session), minesweeper.outcome(session))
        with self.terminal.thinking():
            figures = minesweeper.figures(session)
        self.terminal.say(*figures)
        self.tell_help_used()
        self.tell_again(*minesweeper.again(session))
