"""Lets a person in a terminal play in a match (strategy ``human``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.console import Console

from mastermine.cli.dialogue import Run
from mastermine.cli.mastermind.board import Board
from mastermine.cli.mastermind.codes import Codes, guess_prompt
from mastermine.cli.terminal import Keyboard, Terminal
from mastermine.coach.guess import found_in
from mastermine.core.game import Outcome, Turn
from mastermine.core.play import Record
from mastermine.i18n.text import _
from mastermine.mastermind import Mastermind, Notation
from mastermine.registry import parse_rules_of
from mastermine.session.messages.mastermind import not_found


class TerminalPerson:
    """Asks a person at a terminal for guesses and answers (see ``core.person.Person``)."""

    def __init__(
        self,
        console: Console | None = None,
        hide_codes: bool = False,
        keyboard: Keyboard | None = None,
        notation: Notation | None = None,
    ) -> None:
        """``hide_codes``: clear the screen before each game, so that no earlier code can be seen.

        ``notation``: custom colour names.
        """
        self.notation = notation
        self.terminal = Terminal(console, keyboard)
        self.hide_codes = hide_codes

    def act(self, view: Any) -> Any:
        """Asks for a guess. Raises EOFError at the end of input."""
        codes = Codes(self.terminal, self.notation or view.rules.notation)

        def board(_rest: str = "") -> None:
            self.terminal.say(Board(codes.notation, view.turns))

        if view.turns:
            board()
        else:
            if self.hide_codes:
                self.terminal.clear()
            rules = codes.notation.describe()
            self.terminal.say("", _("New code: {rules}.").format(rules=rules))
            codes.legend()
        return _ask(
            codes,
            codes.notation.parse,
            {"board": board},
            prompt=lambda: guess_prompt(view.rules, len(view.turns) + 1),
        )

    def answer(self, rules: Any, action: Any) -> Any:
        """Asks for the answer to a guess. Raises EOFError at the end of input."""
        codes = Codes(self.terminal, self.notation or rules.notation)
        guess = codes.notation.format(action)
        return _ask(
            codes,
            lambda text: codes.notation.parse_answer(text, action),
            {},
            prompt=lambda: _("Your answer to {guess}: ").format(guess=guess),
            how_to_move=codes.notation.answers.how_to,
            attempt=lambda _text: False,
            echo=codes.notation.answers.echo,
        )

    def ended(self, record: Record) -> None:
        """Shows the finished game, including its last row."""
        rules = parse_rules_of(Mastermind, record.rules)
        rows = [Turn(rules.parse_action(a), rules.parse_feedback(f)) for a, f in record.turns]
        won = record.outcome == Outcome.WON.value
        self.terminal.say(
            Board(self.notation or rules.notation, rows),
            found_in(len(rows)) if won else not_found(len(rows)),
        )


def _ask(
    codes: Codes,
    parse: Callable[[str], Any],
    runs: dict[str, Run],
    echo: Callable[[str, Any], list[str]] = lambda _text, _reply: [],
    **how: Any,
) -> object:
    """Asks until a line can be parsed, and returns the parsed value.

    ``echo`` returns what to say about a line and its value.
    """
    replies: list[object] = []

    def take(text: str) -> None:
        replies.append(parse(text))
        codes.terminal.say(*echo(text, replies[0]))

    dialogue = codes.dialogue(
        runs,
        parse=parse,
        move=take,
        quit_help=_("quit and end the match"),  # It cannot be resumed.
        **how,
    )
    while not replies:
        dialogue.step()
    return replies[0]
