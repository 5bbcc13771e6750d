"""Plays Mastermind line by line, as codebreaker or as codemaker."""

from __future__ import annotations

from typing import Any

from mastermine.cli.dialogue import Run, is_quit
from mastermine.cli.mastermind.board import Board
from mastermine.cli.mastermind.codes import Codes, guess_prompt
from mastermine.cli.playing import Playing
from mastermine.cli.terminal import Terminal
from mastermine.coach.guess import possible
from mastermine.core.errors import IllegalMove, MastermineError
from mastermine.core.game import Outcome
from mastermine.i18n.text import _
from mastermine.session import Contest, Depth, MastermindSession, Mode
from mastermine.session.messages import mastermind
from mastermine.session.messages.help import deeper

MAX_LISTED_CODES = 24


def playing(terminal: Terminal, session: MastermindSession) -> Playing:
    """Returns the dialogue of a game: for a player who guesses, or who hides the code."""
    return (Maker if session.mode is Mode.PERSON else Breaker)(terminal, session)


class CodePlaying(Playing):
    """Shared by both sides of a board."""

    session: MastermindSession
    match: Contest | None

    def __init__(
        self,
        terminal: Terminal,
        session: MastermindSession,
        match: Contest | None = None,
        player: str = "",
    ) -> None:
        super().__init__(terminal, session, match, player)
        self.codes = Codes(terminal, session.notation)

    def runs(self, **own: Run) -> dict[str, Run]:
        return super().runs(candidates=self.candidates, why=self.why, **own)

    def board(self, _rest: str = "") -> None:
        session = self.session
        self.terminal.say(Board(session.notation, session.turns, left=session.tries_left))

    def rows(self) -> None:
        if self.session.turns:
            self.terminal.say(Board(self.session.notation, self.session.turns))

    def candidates(self, _rest: str = "") -> None:
        known = self.session.knowledge
        left = self.terminal.think(known.estimate)
        self.terminal.say(possible(left))
        if left.number <= MAX_LISTED_CODES and known.listed:
            self.terminal.say("  ".join(map(self.session.notation.format, known)))

    def why(self, _rest: str = "") -> None:
        reasons = self.terminal.think(self.session.why)
        self.terminal.say(*(reasons or [mastermind.nothing_known()]))


class Breaker(CodePlaying):
    """The player guesses a code that the computer or another player hides."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.dialogue = self.codes.dialogue(
            self.runs(hint=self.hint), prompt=self.prompt, move=self.guess
        )

    def open(self) -> None:
        session = self.session
        if self.match is not None:
            self.terminal.say(self.match.guessing_text(self.player))
            self.codes.legend()
        else:
            self.terminal.say(session.describe())
            self.codes.legend()
            self.terminal.say(
                mastermind.opening(session),
                self.invitation(),
                *mastermind.shown_before(session),
            )
        self.rows()

    def prompt(self) -> str:
        return self.for_player(guess_prompt(self.session.rules, len(self.session.turns) + 1))

    def invitation(self) -> str:
        return _("Type a guess such as {example}, or {help}.").format(
            example=self.session.notation.example(), help=self.dialogue.spelled(_("help"))
        )

    def guess(self, text: str) -> None:
        self.session.guess(text)
        self.rows()
        if self.session.outcome is None and self.dialogue.find(text):  # May be meant as a command.
            self.terminal.say(self.invitation())

    def hint(self, _rest: str = "") -> None:
        tip = self.terminal.think(self.session.tip)
        drawn = [] if tip.depth is Depth.WHERE else [self.codes.draw(tip.hint.guess)]
        self.terminal.say(*drawn, *tip.lines, *deeper(tip))

    def close(self) -> None:
        """Shows the outcome and, outside a match, the code and the help used."""
        session = self.session
        self.terminal.say(mastermind.outcome(session))
        if self.match is not None:
            return
        if session.secret is not None:
            self.terminal.say(self.codes.labelled(mastermind.code_label(session), session.secret))
        self.show_help_used(*mastermind.again(session))


class Maker(CodePlaying):
    """The player has a code in mind; lines are answers, or corrections of answers."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        runs = {**self.runs(), "correct": self.correct}
        del runs["give up"]
        self.dialogue = self.codes.dialogue(
            runs,
            prompt=self.prompt,
            parse=self.parse,
            move=self.move,
            how_to_move=self.how_to_move,
            attempt=lambda _text: False,
        )

    @property
    def problem(self) -> MastermineError | None:
        """The contradiction of the answers, or the error if it is undecided; None if neither."""
        return self.session.contradiction or self.session.undecided

    def open(self) -> None:
        """Shows the rules and all rows. Raises MastermineError if the game cannot be played."""
        if not self.session.turns:
            self.session.proposal()
        self.terminal.say(self.session.describe())
        self.codes.legend()
        self.terminal.say(mastermind.opening(self.session), self.codes.notation.answers.how_to())
        if self.session.turns:
            self.board()

    def prompt(self) -> str:
        if self.problem:
            return _("Row and correct answer: ")
        code = self.terminal.think(self.session.proposal)
        number = mastermind.guess_number(len(self.session.turns) + 1, self.session.rules.limit)
        self.terminal.say(self.codes.labelled(f"{number}:", code))
        return _("Answer: ")

    def parse(self, text: str) -> object:
        """Parses an answer, or a row and its correct answer while there is a problem."""
        if not self.problem:
            return self.session.notation.parse_answer(text, self.session.proposal())
        if not text[:1].isdecimal():
            raise IllegalMove(self.how_to_move())
        return text

    def move(self, text: str) -> None:
        """Takes an answer, or replaces one while there is a problem."""
        if self.problem:
            self.parse(text)
            self.correct(text)
            return
        try:
            answer = self.session.answer(text)
        except IllegalMove:
            self.check_correction(text)
            raise
        self.terminal.say(*self.session.notation.answers.echo(text, answer))
        self.board()

    def check_correction(self, text: str) -> None:
        """Raises IllegalMove for a row and its answer typed without the command ``correct``."""
        row, _space, answer = text.partition(" ")
        turns = self.session.turns
        if not row.isdecimal() or not 1 <= int(row[:9]) <= len(turns):
            return
        try:
            self.session.notation.parse_answer(answer, turns[int(row[:9]) - 1].action)
        except IllegalMove:
            return
        command = self.dialogue.spelled(_("correct"))
        raise IllegalMove(
            # Translators: {correction} is the line to type.
            _("to replace the answer in row {row}, type: {correction}").format(
                row=row, correction=f"{command} {text}"
            )
        )

    def correct(self, rest: str) -> None:
        row, _space, text = rest.partition(" ")
        if not row.isdecimal() or not text.strip() or self.ambiguous(rest, text):
            raise IllegalMove(
                _("type a row and its correct answer, such as {example}").format(
                    example=self.example()
                )
            )
        # No game has rows of longer numbers.
        answer = self.session.correct(int(row[:9]), text)
        self.terminal.say(*self.session.notation.answers.echo(text, answer))
        self.board()

    def ambiguous(self, whole: str, answer: str) -> bool:
        """True for ``2 white``: is it an answer, or row 2 and an answer?"""
        if not answer.strip().isalpha():
            return False
        try:
            self.session.notation.parse_answer(whole)
        except IllegalMove:
            return False
        return True

    def how_to_move(self) -> str:
        if self.session.contradiction:
            how = _("Type the row of an answer and the correct one, such as {example}, or undo.")
            return how.format(example=self.example())
        if self.session.undecided:
            return _(
                "It is not known whether any code is consistent with these answers. If one is "
                "wrong, type its row and the correct answer, such as {example}, or undo."
            ).format(example=self.example())
        return self.session.notation.answers.how_to()

    def example(self) -> str:
        return f"{len(self.session.turns)} {self.session.notation.answers.example()}"

    def board(self, _rest: str = "") -> None:
        problem = self.terminal.think(lambda: self.session.contradiction)
        notes = {} if problem is None else {problem.turn + 1: _("contradiction")}
        self.terminal.say(Board(self.session.notation, self.session.turns, notes))
        if self.problem:
            self.terminal.complain(self.problem)
            self.terminal.say(*mastermind.contradiction(self.session)[1:], self.how_to_move())

    def close(self) -> None:
        """Shows the outcome; asks for the code and checks the answers against it."""
        session = self.session
        self.terminal.say(mastermind.outcome(session))
        if session.outcome is Outcome.WON and session.secret is not None:
            self.terminal.say(self.codes.labelled(mastermind.code_label(session), session.secret))
            return
        while text := self.terminal.read(_("What was your code? (Enter to skip) ")):
            try:
                session.tell(text)
            except MastermineError as error:
                if is_quit(text):
                    break
                self.terminal.complain(error)
                continue
            self.terminal.say(*mastermind.wrong_answers(session))
            return
        self.terminal.say(mastermind.unchecked())
