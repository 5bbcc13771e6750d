"""The person has a code in mind, the computer guesses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from mastermine.cli.dialogue import Command, leaves
from mastermine.cli.mastermind.board import Board
from mastermine.cli.mastermind.boards import Boarded, example_answer, how_to_answer
from mastermine.core.errors import IllegalMove, MastermineError
from mastermine.core.game import Outcome
from mastermine.i18n.text import _, ngettext
from mastermine.session.messages import mastermind

if TYPE_CHECKING:
    from collections.abc import Callable


class Maker(Boarded):
    """Lines are answers, or corrections of answers."""

    def run(self) -> None:
        """Play to the end. Raises EOFError when the person leaves."""
        self.open()
        while self.session.outcome is None:
            if self.problem is None:
                self.show_guess()
            self.step()
        self.close()
        self.look_back()

    @property
    def problem(self) -> MastermineError | None:
        """Why there is no next guess: the answers disagree, or nobody knows whether they do."""
        return self.session.contradiction or self.session.undecided

    def commands(self) -> list[Command]:
        """All that there are."""
        return [
            Command(
                # Translators: a word to be typed, in small letters: a verb.
                (_("correct"), "correct"),
                _("replace an answer; all other rows stay"),
                self.correct,
                takes=_("ROW ANSWER"),
            ),
            *self.thinking_commands(),
            *self.past_commands(),
        ]

    def open(self) -> None:
        """Say what is played; what cannot be played says so first."""
        if not self.session.turns:
            self.session.proposal()
        self.terminal.say(self.session.rules.describe())
        self.legend()
        self.terminal.say(
            mastermind.hidden(self.session),
            how_to_answer(self.session.rules),
        )
        if self.session.turns:
            self.board()

    def show_guess(self) -> None:
        """Show what the computer asks."""
        with self.terminal.thinking():
            code = self.session.proposal()
        number = _("My guess {n}:").format(n=len(self.session.turns) + 1)
        self.terminal.say(Text(f"{number}  ").append_text(self.shown(code)))

    def prompt(self) -> str:
        """What is wanted now."""
        return _("Row and its right answer: ") if self.problem else _("Answer: ")

    def read_move(self, text: str) -> Callable[[], object]:
        """A line that is an answer; while answers disagree, a row and its right answer."""
        if self.problem:
            if not text[:1].isdecimal():
                raise IllegalMove(self.how_to_move())
            return lambda: self.correct(text)
        try:
            self.session.rules.parse_feedback(text, self.session.proposal())
        except IllegalMove:
            self.check_correction(text)
            raise
        return lambda: self.answer(text)

    def check_correction(self, text: str) -> None:
        """Raises IllegalMove for a row and an answer to it, which must be called a correction."""
        row, _space, answer = text.partition(" ")
        turns = self.session.turns
        if not row.isdecimal() or not 1 <= int(row[:9]) <= len(turns):
            return
        try:
            self.session.rules.parse_feedback(answer, turns[int(row[:9]) - 1].action)
        except IllegalMove:
            return
        raise IllegalMove(
            # Translators: {correction} is what is to be typed.
            _("to replace the answer in row {row}, type: {correction}").format(
                row=row, correction=f"{self.spelled(_('correct'))} {text}"
            )
        )

    def how_to_move(self) -> str:
        """How an answer, or a correction, is written."""
        if self.session.contradiction:
            return _(
                "An answer in that row or before it is wrong. Type a row and its right answer, "
                "such as {example}; or undo."
            ).format(example=self.example())
        if self.session.undecided:
            return _(
                "It is not known whether any code fits these answers. If one is wrong, type its "
                "row and the right answer, such as {example}; or undo."
            ).format(example=self.example())
        return how_to_answer(self.session.rules)

    def example(self) -> str:
        """A correction."""
        return f"{len(self.session.turns)} {example_answer(self.session.rules)}"

    def answer(self, text: str) -> None:
        """Take the answer."""
        self.session.answer(text)
        self.board()

    def correct(self, rest: str) -> None:
        """Replace the answer in a row."""
        row, _space, text = rest.partition(" ")
        if not row.isdecimal() or not text.strip():
            raise IllegalMove(
                _("a correction is a row and its right answer, such as {example}").format(
                    example=self.example()
                )
            )
        self.session.correct(int(row[:9]), text)  # No game has rows of longer numbers.
        self.board()

    def board(self, _rest: str = "") -> None:
        """All rows; with what contradicts itself, and how to mend it."""
        with self.terminal.thinking():
            problem = self.session.contradiction
        notes = {} if problem is None else {problem.turn + 1: _("no code fits")}
        self.terminal.say(Board(self.notation, self.session.turns, notes))
        if self.problem:
            self.terminal.complain(self.problem)
            self.terminal.say(self.how_to_move())

    def close(self) -> None:
        """Say how it ended; compare the rows with the code, if the person tells it."""
        session = self.session
        if session.outcome is Outcome.WON and session.secret is not None:
            found = next(
                row
                for row, turn in enumerate(session.turns, start=1)
                if turn.action == session.secret
            )
            text = ngettext(
                "I found your code in {n} guess:", "I found your code in {n} guesses:", found
            ).format(n=found)
            self.terminal.say(Text(f"{text}  ").append_text(self.shown(session.secret)))
            return
        self.terminal.say(_("I have no guess left."))
        while text := self.terminal.read(_("What was your code? (Enter to leave it untold) ")):
            try:
                session.tell(text)
            except MastermineError as error:
                if leaves(text):
                    break
                self.terminal.complain(error)
                continue
            self.terminal.say(*mastermind.checked(session))
            return
        self.terminal.say(_("If all your answers were right, you win."))
