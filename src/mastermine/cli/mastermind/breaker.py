"""The person guesses a code that the computer hides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from mastermine.cli.dialogue import Command
from mastermine.cli.mastermind.board import Board
from mastermine.cli.mastermind.boards import Boarded, guess_prompt
from mastermine.coach.guess import average, judged, most
from mastermine.core.game import Outcome
from mastermine.i18n.text import _, ngettext
from mastermine.session import Mode
from mastermine.session.messages import mastermind

if TYPE_CHECKING:
    from collections.abc import Callable


class Guesser(Boarded):
    """A person at a board: lines are guesses."""

    def prompt(self) -> str:
        """The number of the guess."""
        return guess_prompt(self.session.rules, len(self.session.turns) + 1)

    def read_move(self, text: str) -> Callable[[], object]:
        """A line that is a code is a guess."""
        self.notation.parse(text)
        return lambda: self.guess(text)

    def how_to_move(self) -> str:
        """How a code can be written."""
        return self.how_to_guess()

    def guess(self, text: str) -> None:
        """Make a guess and show the answer."""
        self.session.guess(text)
        self.terminal.say(Board(self.notation, self.session.turns))

    def tell_outcome(self) -> None:
        """Say how the game ended, without the code."""
        self.terminal.say(mastermind.outcome(self.session))


class Breaker(Guesser):
    """Against the computer, with all the help that the session offers."""

    def run(self) -> None:
        """Play to the end. Raises EOFError when the person leaves."""
        self.open()
        while self.session.outcome is None:
            self.step()
        self.close()
        self.look_back()

    def commands(self) -> list[Command]:
        """All that there are."""
        return [
            # Translators: a word to be typed, in small letters.
            Command((_("hint"), "hint"), _("a good guess, and what it would leave"), self.hint),
            *self.thinking_commands(),
            *self.past_commands(),
            self.give_up_command(),
        ]

    def open(self) -> None:
        """Say what is played."""
        self.terminal.say(self.session.rules.describe())
        self.legend()
        self.terminal.say(
            mastermind.hidden(self.session),
            _("Type a guess such as {example}, or {help}.").format(
                example=self.notation.example(), help=self.spelled(_("help"))
            ),
            *mastermind.shown_before(self.session),
        )
        if self.session.turns:
            self.terminal.say(Board(self.notation, self.session.turns))

    def hint(self, _rest: str = "") -> None:
        """Show a good guess."""
        with self.terminal.thinking():
            hint = self.session.hint()
        if hint.exact and hint.candidates == 1:
            text = _("It is the only code that is possible.")
        else:
            text = ngettext(
                "Of {n} possible code it leaves {expected} on average, {worst} at worst.",
                "Of {n} possible codes it leaves {expected} on average, {worst} at worst.",
                hint.candidates,
            ).format(
                n=hint.reckoned,
                expected=average(hint.expected, hint.exact),
                worst=most(hint.worst, hint.exact),
            )
        self.terminal.say(self.shown(hint.guess), text, *judged(hint))

    def close(self) -> None:
        """Show how the game ended, the code, and the help that was used."""
        session = self.session
        self.tell_outcome()
        if session.secret is not None:
            label = (
                _("The code could have been:")
                if session.mode is Mode.ADVERSARY and session.outcome is Outcome.LOST
                else _("The code was:")
            )
            self.terminal.say(Text(f"{label}  ").append_text(self.shown(session.secret)))
        self.tell_help_used()
        if session.mode is Mode.COMPUTER:
            self.tell_again(_("Seed {seed} hides this code again.").format(seed=session.seed))
