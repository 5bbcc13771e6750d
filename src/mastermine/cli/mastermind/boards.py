"""What all dialogues about one board of Mastermind share: the colours, the rows, the codes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from mastermine.cli.dialogue import Command, Dialogue
from mastermine.cli.mastermind.board import Board, legend, pegs, written
from mastermine.cli.playing import Playing, save_command
from mastermine.i18n.text import _, capital, ngettext
from mastermine.mastermind import Answer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from mastermine.cli.terminal import Terminal
    from mastermine.mastermind import Code, Mastermind, Notation
    from mastermine.session import MastermindSession

MAX_LISTED_CODES = 24
"""Codes are listed if there are no more than this."""


class Coloured(Dialogue):
    """A dialogue in which codes are written and shown."""

    notation: Notation

    def words(self) -> Iterable[str]:
        """The names of the colours."""
        return (_(colour.name) for colour in self.notation.colours)

    def elsewhere(self) -> Iterable[str]:
        """Commands that some dialogue about a board has; those of this one are found before."""
        return (
            *(_("hint"), _("why"), _("candidates"), _("undo"), _("redo"), _("board"), _("save")),
            *(_("give up"), _("correct"), _("review"), _("share")),
            *("hint", "why", "candidates", "codes", "undo", "redo", "board", "save"),
            *("give up", "give_up", "giveup", "correct", "review", "share"),
        )

    def legend(self) -> None:
        """Show the colours; of very many some."""
        self.terminal.say(legend(self.notation, self.terminal.plain))

    def whole_legend(self, _rest: str = "") -> None:
        """Show all colours."""
        self.terminal.say(legend(self.notation, self.terminal.plain, whole=True))

    def shown(self, code: Code) -> Text:
        """A code, drawn and in digits; in digits alone where a line has no room for both."""
        digits = Text(self.notation.format(code))
        drawn = pegs(self.notation, code, self.terminal.plain)
        if drawn.cell_len + digits.cell_len > 2 * self.terminal.console.width:
            return Text(written(self.notation, code))
        return drawn.append("  ").append_text(digits)

    def how_to_guess(self) -> str:
        """How a code can be written."""
        notation = self.notation
        example = notation.example()
        if notation.rules.colours <= 10:
            words = notation.words(notation.parse(example))
            return ngettext(
                "A guess is a code of {n} peg, in digits, letters or words: {example} or {words}.",
                "A guess is a code of {n} pegs, in digits, letters or words: {example} or {words}.",
                notation.rules.places,
            ).format(n=notation.rules.places, example=example, words=words)
        return ngettext(
            "A guess is a code of {n} peg, such as {example}.",
            "A guess is a code of {n} pegs, such as {example}.",
            notation.rules.places,
        ).format(n=notation.rules.places, example=example)

    def legend_command(self) -> Command:
        """The command that shows the colours."""
        # Translators: a word to be typed, in small letters: it shows what the colours are called.
        return Command(
            (_("legend"), "legend", "colours", "colors"),
            _("the colours"),
            self.whole_legend,
        )


class Boarded(Coloured, Playing):
    """A dialogue about one session of Mastermind."""

    session: MastermindSession

    def __init__(self, terminal: Terminal, session: MastermindSession) -> None:
        super().__init__(terminal)
        self.session = session
        self.notation = session.notation

    def board(self, _rest: str = "") -> None:
        """Show all rows."""
        self.terminal.say(Board(self.notation, self.session.turns, left=self.session.tries_left))

    def candidates(self, _rest: str = "") -> None:
        """Say how many codes are possible, and which, when they are few."""
        known = self.session.knowledge
        with self.terminal.thinking():
            left = known.reckoned()
        text = ngettext("{n} code is possible.", "{n} codes are possible.", left.number)
        self.terminal.say(capital(text.format(n=left)))
        if left.number <= MAX_LISTED_CODES and known.listed:
            self.terminal.say("  ".join(map(self.notation.format, known)))

    def why(self, _rest: str = "") -> None:
        """Say what is known, and the reason of a guess or a hint."""
        with self.terminal.thinking():
            told = self.session.why()
        self.terminal.say(*(told or [_("Nothing is known yet: every code is possible.")]))

    def thinking_commands(self) -> list[Command]:
        """The commands that tell what is known."""
        return [
            Command(
                # Translators: a word to be typed, in small letters: the codes that are possible.
                (_("candidates"), "candidates", "codes"),
                _("how many codes are possible; which, when they are few"),
                self.candidates,
            ),
            Command(
                # Translators: a word to be typed, in small letters: it asks for the reasons.
                (_("why"), "why"),
                _("what is known so far, and the reason of a guess or hint"),
                self.why,
            ),
            self.review_command(),
        ]

    def past_commands(self) -> list[Command]:
        """The commands that go back, look back and keep."""
        return [
            *self.way_commands(),
            board_command(self.board),
            self.legend_command(),
            save_command(self.save),
            self.share_command(),
        ]


def board_command(run: Callable[[str], None]) -> Command:
    """The command that shows the rows."""
    # Translators: a word to be typed, in small letters: it shows the board.
    return Command((_("board"), "board"), _("all rows so far"), run)


def guess_prompt(rules: Mastermind, number: int) -> str:
    """The number of the guess, and of how many."""
    if rules.limit is None:
        return _("Guess {n}: ").format(n=number)
    return _("Guess {n} of {limit}: ").format(n=number, limit=rules.limit)


def how_to_answer(rules: Mastermind) -> str:
    """How a person answers a guess."""
    match rules.answer:
        case Answer.PEGS:
            return _(
                "Answer with black pegs (colour and place right) and white pegs "
                "(only the colour), such as {example} or 1B 2W or BWW."
            ).format(example=example_answer(rules))
        case Answer.BLACK:
            return _("Answer with the number of places that are right, such as {example}.").format(
                example=example_answer(rules)
            )
        case Answer.PLACES:
            return _(
                "Answer with + for each place that is right and - for each that is wrong, "
                "such as {example}."
            ).format(example=example_answer(rules))


def example_answer(rules: Mastermind) -> str:
    """An answer that there can be."""
    examples = {
        Answer.PEGS: "1,2" if rules.places > 3 else "1,0",
        Answer.BLACK: "1",
        Answer.PLACES: "".join("+-"[p % 2] for p in range(rules.places)),
    }
    return examples[rules.answer]
