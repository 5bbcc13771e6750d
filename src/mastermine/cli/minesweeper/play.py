"""Plays Minesweeper line by line, alone or in a match."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from mastermine.cli.dialogue import Command, Dialogue, Run, is_quit, means
from mastermine.cli.minesweeper.minefield import Minefield, legend
from mastermine.cli.playing import Playing, commands
from mastermine.coach.click import first_click, look_at
from mastermine.core.errors import IllegalMove, MastermineError
from mastermine.i18n.text import N_, _, ngettext, pgettext
from mastermine.minesweeper import CLOSED, Cell, is_rows_first, named
from mastermine.session import Depth, MinesweeperSession
from mastermine.session.messages import counts, minesweeper
from mastermine.session.messages.help import deeper


class Sweeper(Playing):
    """A dialogue in which lines are cells to open, or commands."""

    session: MinesweeperSession

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        turns = self.session.turns
        self.at: Cell | None = turns[-1].action if turns else None
        """Highlighted cell: the one of the last command."""
        self.dialogue = Dialogue(
            self.terminal,
            field_commands(),
            self.runs(
                hint=self.hint,
                why=self.why,
                probabilities=self.probabilities,
                check=self.check,
                mines=self.flag_mines,
                efficient=self.efficient,
                **{"must i guess?": self.must_guess},
            ),
            prompt=self.prompt,
            parse=self.session.cells,
            move=self.open_or_chord,
            how_to_move=self.how_to_move,
        )

    def runs(self, **own: Run) -> dict[str, Run]:
        return {**super().runs(**own), "flag": self.flag, "open": self.click, "chord": self.chord}

    # Lines.

    def open(self) -> None:
        session = self.session
        words = {"example": self.example(), "help": self.dialogue.spelled(_("help"))}
        if self.match is not None:
            self.terminal.say(
                _("{player}: type a cell, such as {example}, or {help}.").format(
                    player=self.player, **words
                )
            )
            self.show()
            return
        self.terminal.say(f"{session.rules.describe()}.")
        if session.outcome is None:
            self.terminal.say(
                _("Type a cell, such as {example}, or {help}.").format(**words),
                *minesweeper.opening(session),
            )
            self.show()

    def example(self) -> str:
        return named((self.session.rules.width // 2, self.session.rules.height // 2))

    def prompt(self) -> str:
        """Shows the number of mines minus flags, and the time."""
        session = self.session
        time = minesweeper.clock(session.clock.seconds)
        return self.for_player(f"{counts.mines_left(session.mines_left)}, {time}: ")

    def how_to_move(self) -> str:
        text = (
            _(
                "To open a cell, type its row and its column, counted from 1 at the top left, such "
                "as {example}. On an open number, this opens the cells around it that are not "
                "flagged. You can type several cells in one line."
            )
            if is_rows_first()
            else _(
                "To open a cell, type its column and its row, counted from 0 at the top left, such "
                "as {example}. On an open number, this opens the cells around it that are not "
                "flagged. You can type several cells in one line."
            )
        )
        return text.format(example=self.example())

    def open_or_chord(self, text: str) -> None:
        """Opens cells; if all are open already, opens the cells around them."""
        cells = self.session.cells(text)
        opened = all(self.session.board[cell] != CLOSED for cell in cells)
        (self.chord if opened else self.click)(text)

    def flag(self, text: str) -> None:
        self.act(_("flag"), self.session.flag, text)

    def click(self, text: str) -> None:
        self.act(_("open"), self.session.click, text)

    def chord(self, text: str) -> None:
        self.act(_("chord"), self.session.chord, text)

    def act(self, command: str, verb: Run, text: str) -> None:
        self.need_cell(text, command)
        self.terminal.think(verb, text)  # A no-guess layout takes a while.
        clicked = verb == self.session.click  # Cells that were open make no turn.
        self.at = self.session.turns[-1].action if clicked else self.session.cells(text)[-1]
        self.show()

    def need_cell(self, text: str, command: str) -> None:
        """Raises IllegalMove for a command without a cell."""
        if not text:
            raise IllegalMove(
                _("type {command} and a cell, such as {command} {cell}").format(
                    command=command, cell=self.example()
                )
            )

    def flag_mines(self, _rest: str = "") -> None:
        self.terminal.think(self.session.flag_mines)
        self.show()

    def rewind(self, verb: str) -> None:
        self.at = None
        super().rewind(verb)

    def board(self, rest: str = "") -> None:
        if rest:
            self.at = self.session.cells(rest)[-1]
        self.show()

    def show(self, marked: Collection[Cell] = ()) -> None:
        """Shows the board; a finished game shows it when it is closed."""
        session = self.session
        if session.outcome is None:
            self.terminal.say(
                Minefield(
                    session.board, session.flags, self.at, marked, elsewhere=self.how_to_look()
                )
            )

    def how_to_look(self) -> str:
        if is_rows_first():
            # Translators: the command "board" and a cell.
            return _("Type board row,column to see the cells around it.")
        # Translators: the command "board" and a cell.
        return _("Type board x,y to see the cells around x,y.")

    def hint(self, _rest: str = "") -> None:
        tip = self.terminal.think(self.session.tip)
        if tip.depth is Depth.WHERE:
            self.show(look_at(tip.hint))
        else:
            self.at = tip.hint.cell
            self.show([cell for step in tip.hint.steps for cell in step.proof])
        self.terminal.say(*tip.lines, *deeper(tip))

    def efficient(self, _rest: str = "") -> None:
        session = self.session
        plan = self.terminal.think(session.plan)
        if plan is None:
            self.hint()
            return
        self.at = plan.cell
        self.show(plan.opens if plan.is_chord else ())
        self.terminal.say(*minesweeper.planned(session.board, plan, session.flags))

    def why(self, text: str) -> None:
        self.need_cell(text, _("why"))
        self.terminal.say(*self.terminal.think(self.session.why, text))

    def probabilities(self, _rest: str = "") -> None:
        session = self.session
        if session.knowledge.untouched:
            self.terminal.say(first_click(session.knowledge))
            return
        chances = self.terminal.think(session.probabilities)
        said = self.terminal.think(
            minesweeper.win_chance, session.knowledge.analysis, session.rules
        )
        self.terminal.say(
            Minefield(
                session.board,
                session.flags,
                self.at,
                chances=chances,
                elsewhere=self.how_to_look(),
            ),
            *legend(session.board, chances),
            *said,
        )

    def must_guess(self, _rest: str = "") -> None:
        self.terminal.say(self.terminal.think(minesweeper.must_guess, self.session))

    def check(self, rest: str = "") -> None:
        flags = len(self.session.flags)
        if not flags:
            raise minesweeper.no_flags()
        checked = self.terminal.think(self.session.check)
        wrong = len(checked.wrong)
        # Translators: a word that is typed after "check": which flags are wrong?
        which = means(rest, _("which"), "which")
        if which or not wrong:
            self.terminal.say(*minesweeper.flags_checked(checked))
            return
        # Translators: the form is for {wrong}; {n} flags are set in all.
        text = ngettext(
            "{wrong} of your {n} flags is wrong; check which names it.",
            "{wrong} of your {n} flags are wrong; check which names them.",
            wrong,
        )
        self.terminal.say(text.format(n=flags, wrong=wrong), *minesweeper.flags_unproven(checked))

    # The end.

    def undo_end(self) -> bool:
        """Explains how a mine was hit. True if the player takes the click back."""
        session = self.session
        if self.match is not None or session.given_up or session.fatal is None:
            return False
        self.terminal.say(Minefield(session.board, session.flags, session.fatal))
        self.show_loss(session.fatal)
        while True:
            try:
                # Translators: "undo" is a command that can be typed.
                text = self.terminal.read(_("undo, or Enter to see all mines: "))
            except EOFError:
                self.terminal.say("")
                return False
            if means(text, _("undo"), "undo"):
                self.rewind("undo")
                return True
            if not text or is_quit(text):
                return False
            self.terminal.complain(_("The game is lost. Type undo, or press Enter."))

    def show_loss(self, cell: Cell) -> None:
        found = None
        try:
            found = self.terminal.think(self.session.loss)
        except MastermineError as error:  # Without an analysis, the game goes on.
            self.terminal.complain(error)
        self.terminal.say(*minesweeper.loss(cell, found))

    def close(self) -> None:
        """Shows the board and the outcome and, outside a match, the mines and the help used."""
        session = self.session
        if self.match is not None:
            self.terminal.say(
                Minefield(session.board, session.flags, session.fatal),
                self.match.result(self.player, session),
            )
            return
        self.terminal.say(
            Minefield(session.board, session.flags, session.fatal, layout=session.secret),
            *minesweeper.wrong_flags(session),
            minesweeper.outcome(session),
        )
        self.terminal.say(*self.terminal.think(minesweeper.figures, session))
        self.show_help_used(*minesweeper.again(session))


def field_commands() -> list[Command]:
    cell, cells, one_or_none = (
        # Translators: stand in the help for a cell, cells, and a cell that may be left out.
        (_("ROW,COLUMN"), _("ROW,COLUMN …"), _("[ROW,COLUMN]"))
        if is_rows_first()
        # Translators: stand in the help for a cell, cells, and a cell that may be left out.
        else (_("X,Y"), _("X,Y …"), _("[X,Y]"))
    )
    return commands(
        Command(
            # Translators: a word to be typed, in small letters: a verb.
            N_("flag"),
            _("flag cells, or remove flags"),
            cells,
            others=("f",),
        ),
        # Translators: a word to be typed, in small letters: a verb.
        Command(N_("open"), _("open closed cells"), cells, others=("o",)),
        Command(
            # Translators: a word to be typed, in small letters: it opens all around a number.
            N_("chord"),
            _("open the cells around a number that has all its flags"),
            cells,
            others=("c",),
        ),
        # Translators: a word to be typed, in small letters.
        Command(N_("hint"), _("say where to look; again: which cell; again: why")),
        Command(
            # Translators: a word to be typed, in small letters: it asks how to need few clicks.
            N_("efficient"),
            _("name the flags and clicks that open the board with few clicks"),
            others=("e",),
        ),
        Command(
            # Translators: a word to be typed, in small letters: it asks for the reasons.
            N_("why"),
            _("explain what is known about a cell"),
            cell,
        ),
        Command(
            # Translators: a word to be typed, in small letters.
            N_("probabilities"),
            _("show the chance of a mine in each cell, in percent"),
            others=("p", "chances"),
        ),
        Command(
            # Translators: a word to be typed, in small letters.
            N_("must i guess?"),
            _("say whether any cell is certainly safe"),
            others=("must i guess",),
        ),
        Command(
            # Translators: a word to be typed, in small letters: a verb.
            N_("check"),
            # Translators: "check which" is typed, see "check" and "which".
            _("count wrong flags; check which names them"),
            # Translators: a word that may be typed after "check", in brackets.
            _("[which]"),
        ),
        Command(
            # Translators: a word to be typed, in small letters: it flags mines.
            N_("mines"),
            _("flag all cells that are certainly mines"),
        ),
        board=Command(
            "board",
            _("show the board, around a cell"),
            one_or_none,
            # Translators: a word to be typed, in small letters: it shows the board.
            own_word=pgettext("Minesweeper", "board"),
        ),
    )
