"""Shows and reads codes and answers in the terminal, and defines the commands of a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rich.text import Text

from mastermine.cli.dialogue import Command, Dialogue, Run
from mastermine.cli.mastermind.board import digits, legend, pegs
from mastermine.cli.playing import commands
from mastermine.cli.terminal import Terminal
from mastermine.i18n.text import N_, _
from mastermine.mastermind import Code, Mastermind, Notation
from mastermine.session.messages.mastermind import guess_number


@dataclass(frozen=True)
class Codes:
    """Shows and reads the codes of a game in a terminal."""

    terminal: Terminal
    notation: Notation

    def dialogue(self, runs: dict[str, Run], **how: Any) -> Dialogue:
        """Returns a dialogue that reads lines as guesses, unless ``how`` overrides it."""
        return Dialogue(
            self.terminal,
            code_commands(self.notation),
            {"legend": lambda _rest: self.legend(whole=True), **runs},
            words=[colour.name for colour in self.notation.colours],
            **{
                "parse": self.notation.parse,
                "how_to_move": self.notation.how_to,
                "attempt": self.attempt,
                **how,
            },
        )

    def attempt(self, text: str) -> bool:
        """True for a word in a game of letters: a guess, even a wrong one."""
        return self.notation.vocabulary == "letters" and text.isalpha()

    def legend(self, whole: bool = False) -> None:
        """Shows the colours; shortened if very many, unless ``whole``."""
        self.terminal.say(legend(self.notation, self.terminal.plain, whole=whole))

    def draw(self, code: Code) -> Text:
        """Draws a code as pegs and digits, or in digits only if both need over two lines."""
        plain = Text(self.notation.format(code))
        drawn = pegs(self.notation, code, self.terminal.plain)
        if drawn.cell_len + plain.cell_len > 2 * self.terminal.console.width:
            return Text(digits(self.notation, code))
        return drawn.append("  ").append_text(plain)

    def labelled(self, label: str, code: Code) -> Text:
        return Text(f"{label}  ").append_text(self.draw(code))


def code_commands(notation: Notation) -> list[Command]:
    legend = notation.suited(
        colours=_("show the colours"),
        digits=_("show the digits"),
        letters=_("show the letters"),
        symbols=_("show the symbols"),
    )
    return commands(
        # Translators: a word to be typed, in small letters.
        Command(N_("hint"), _("say what kind of guess; again: which guess; again: why")),
        Command(
            # Translators: a word to be typed, in small letters: a verb.
            N_("correct"),
            _("replace an answer; the other rows stay"),
            _("ROW ANSWER"),
        ),
        Command(
            # Translators: a word to be typed, in small letters: the possible codes.
            N_("candidates"),
            _("count the possible codes; list them if they are few"),
            others=("codes",),
        ),
        Command(
            # Translators: a word to be typed, in small letters: it asks for the reasons.
            N_("why"),
            _("show what is known, and the reason for a guess or hint"),
        ),
        # Translators: a word to be typed, in small letters: it shows the board.
        board=Command(N_("board"), _("show all rows")),
        legend=(
            # Translators: a word to be typed, in small letters: it names the colours or symbols.
            Command(N_("legend"), legend, others=("colours", "colors")),
        ),
    )


def guess_prompt(rules: Mastermind, number: int) -> str:
    return f"{guess_number(number, rules.limit)}: "
