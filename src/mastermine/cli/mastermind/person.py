"""A person in a terminal among the players of a match (strategy ``human``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mastermine.cli.mastermind.board import Board
from mastermine.cli.mastermind.boards import (
    Coloured,
    board_command,
    guess_prompt,
    how_to_answer,
)
from mastermine.cli.terminal import Keyboard, Terminal
from mastermine.core.game import Outcome, Turn
from mastermine.i18n.text import _
from mastermine.mastermind import Mastermind
from mastermine.registry import parse_rules_of
from mastermine.session.messages.mastermind import found_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.console import Console

    from mastermine.cli.dialogue import Command
    from mastermine.core.play import Record
    from mastermine.mastermind import Code, Feedback, Notation


class TerminalPerson:
    """Asks the person at a terminal (``core.person.Person``)."""

    def __init__(
        self,
        console: Console | None = None,
        hide_codes: bool = False,
        keyboard: Keyboard | None = None,
        notation: Notation | None = None,
    ) -> None:
        """``hide_codes``: empty the screen before each game, so that no earlier code is seen.

        ``notation``: the colours' own names, where they have any.
        """
        self.notation = notation
        self.terminal = Terminal(console, keyboard)
        self.hide_codes = hide_codes

    def act(self, view: Any) -> Any:
        """The person's guess. Raises EOFError at the end of input."""
        asked = Acting(self.terminal, self.notation or view.rules.notation, view.turns)
        if not view.turns:
            if self.hide_codes:
                self.terminal.clear()
            asked.open()
        else:
            asked.board()
        return asked.run()

    def answer(self, rules: Any, action: Any) -> Any:
        """The person's answer to a guess. Raises EOFError at the end of input."""
        return Answering(self.terminal, self.notation or rules.notation, action).run()

    def ended(self, record: Record) -> None:
        """Show the person's game when it is over: nothing is asked after the last row."""
        rules = parse_rules_of(Mastermind, record.rules)
        rows = [Turn(rules.parse_action(a), rules.parse_feedback(f)) for a, f in record.turns]
        won = record.outcome == Outcome.WON.value
        self.terminal.say(
            Board(self.notation or rules.notation, rows),
            found_in(len(rows)) if won else _("That was the last guess."),
        )


class _Asked(Coloured):
    """A question that is asked until there is an answer to it."""

    def __init__(self, terminal: Terminal, notation: Notation) -> None:
        super().__init__(terminal)
        self.notation = notation
        self.rules: Mastermind = notation.rules
        self.reply: Any = None

    def run(self) -> Any:
        """The reply."""
        while self.reply is None:
            self.step()
        return self.reply

    def what_leaving_does(self) -> str:
        """A match cannot be gone on with."""
        return _("leave; the match ends here")

    def take(self, reply: Any) -> None:
        """This is the reply."""
        self.reply = reply


class Acting(_Asked):
    """The person is to guess."""

    def __init__(
        self, terminal: Terminal, notation: Notation, turns: tuple[Turn[Code, Feedback], ...]
    ) -> None:
        super().__init__(terminal, notation)
        self.turns = turns

    def open(self) -> None:
        """Say that a new game begins."""
        self.terminal.say("", _("A new code for you: {rules}.").format(rules=self.rules.describe()))
        self.legend()

    def board(self, _rest: str = "") -> None:
        """Show all rows."""
        self.terminal.say(Board(self.notation, self.turns))

    def prompt(self) -> str:
        """The number of the guess."""
        return guess_prompt(self.rules, len(self.turns) + 1)

    def read_move(self, text: str) -> Callable[[], object]:
        """A line that is a code."""
        code = self.notation.parse(text)
        return lambda: self.take(code)

    def how_to_move(self) -> str:
        """How a code can be written."""
        return self.how_to_guess()

    def commands(self) -> list[Command]:
        """What does not help."""
        return [board_command(self.board), self.legend_command()]


class Answering(_Asked):
    """The person is to answer."""

    def __init__(self, terminal: Terminal, notation: Notation, action: Code) -> None:
        super().__init__(terminal, notation)
        self.action = action

    def prompt(self) -> str:
        """The guess."""
        return _("Your answer to {guess}: ").format(guess=self.notation.format(self.action))

    def read_move(self, text: str) -> Callable[[], object]:
        """A line that is an answer."""
        feedback = self.rules.parse_feedback(text, self.action)
        return lambda: self.take(feedback)

    def how_to_move(self) -> str:
        """How an answer is written."""
        return how_to_answer(self.rules)

    def commands(self) -> list[Command]:
        """What does not help."""
        return [self.legend_command()]
