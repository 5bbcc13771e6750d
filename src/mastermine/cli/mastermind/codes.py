"""How a person reads and writes codes and answers, line by line, and the commands there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rich.text import Text

from mastermine.cli.dialogue import Command, Dialogue, Run
from mastermine.cli.mastermind.board import legend, pegs, written
from mastermine.cli.playing import commands
from mastermine.cli.terminal import Terminal
from mastermine.i18n.text import N_, _, ngettext
from mastermine.mastermind import Answer, Code, Mastermind, Notation


@dataclass(frozen=True)
class Codes:
    """The codes of a game in a terminal."""

    terminal: Terminal
    notation: Notation

    def dialogue(self, runs: dict[str, Run], **how: Any) -> Dialogue:
        """A dialogue in which lines are guesses, unless ``how`` says otherwise."""
        return Dialogue(
            self.terminal,
            code_commands(),
            {"legend": lambda _rest: self.legend(whole=True), **runs},
            words=[_(colour.name) for colour in self.notation.colours],
            **{"parse": self.notation.parse, "how_to_move": self.how_to_guess, **how},
        )

    def legend(self, whole: bool = False) -> None:
        """Show the colours; of very many some, unless the ``whole`` is asked for."""
        self.terminal.say(legend(self.notation, self.terminal.plain, whole=whole))

    def shown(self, code: Code) -> Text:
        """A code, drawn and in digits; in digits alone where a line has no room for both."""
        digits = Text(self.notation.format(code))
        drawn = pegs(self.notation, code, self.terminal.plain)
        if drawn.cell_len + digits.cell_len > 2 * self.terminal.console.width:
            return Text(written(self.notation, code))
        return drawn.append("  ").append_text(digits)

    def labelled(self, label: str, code: Code) -> Text:
        """A code after what is said of it."""
        return Text(f"{label}  ").append_text(self.shown(code))

    def how_to_guess(self) -> str:
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


def code_commands() -> list[Command]:
    return commands(
        # Translators: a word to be typed, in small letters.
        Command(N_("hint"), _("a good guess, and what it would leave")),
        Command(
            # Translators: a word to be typed, in small letters: a verb.
            N_("correct"),
            _("replace an answer; all other rows stay"),
            _("ROW ANSWER"),
        ),
        Command(
            # Translators: a word to be typed, in small letters: the codes that are possible.
            N_("candidates"),
            _("how many codes are possible; which, when they are few"),
            others=("codes",),
        ),
        Command(
            # Translators: a word to be typed, in small letters: it asks for the reasons.
            N_("why"),
            _("what is known so far, and the reason of a guess or hint"),
        ),
        # Translators: a word to be typed, in small letters: it shows the board.
        board=Command(N_("board"), _("all rows so far")),
        legend=(
            # Translators: a word to be typed, in small letters: what the colours are called.
            Command(N_("legend"), _("the colours"), others=("colours", "colors")),
        ),
    )


def guess_prompt(rules: Mastermind, number: int) -> str:
    if rules.limit is None:
        return _("Guess {n}: ").format(n=number)
    return _("Guess {n} of {limit}: ").format(n=number, limit=rules.limit)


def how_to_answer(rules: Mastermind) -> str:
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
    examples = {
        Answer.PEGS: "1,2" if rules.places > 3 else "1,0",
        Answer.BLACK: "1",
        Answer.PLACES: "".join("+-"[p % 2] for p in range(rules.places)),
    }
    return examples[rules.answer]
