"""Messages of a Mastermind game: opening, outcome, rules and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.core.game import Outcome
from mastermine.i18n.text import _
from mastermine.mastermind import Answer
from mastermine.session import MastermindSession, Mode
from mastermine.session.messages import mastermind
from mastermine.session.messages.rules import answer_meaning

if TYPE_CHECKING:
    from mastermine.mastermind import AnswerNotation, Code, Notation


def opening(session: MastermindSession, computer: bool) -> list[str]:
    """Returns the first message; ``computer`` is False if another player hid the code."""
    if session.mode is Mode.PERSON:
        return [mastermind.opening(session), how_to_answer(session.notation.answers)]
    lines = [mastermind.opening(session)] if computer else []
    lines += mastermind.shown_before(session)
    how = session.notation.suited(
        colours=_("Click colours or type {keys}; Enter confirms the guess."),
        digits=_("Click digits or type {keys}; Enter confirms the guess."),
        letters=_("Click letters or type {keys}; Enter confirms the guess."),
        symbols=_("Click symbols or type {keys}; Enter confirms the guess."),
    )
    return [*lines, how.format(keys=keys_of(session))]


def ending(session: MastermindSession) -> list[str]:
    """Returns the outcome; the last line announces the code of a lost game if it is known."""
    text = mastermind.outcome(session)
    if session.outcome is Outcome.WON:
        return [text]
    if session.mode is Mode.PERSON:
        check = [mastermind.unchecked(), _("To check them, reveal your code.")]
        return [text, *(mastermind.wrong_answers(session) or check)]
    return [text] if session.secret is None else [text, mastermind.code_label(session)]


def rules(notation: Notation) -> list[str]:
    """Returns the rules and the meaning of the answers."""
    answers = notation.answers
    if answers.colours:
        return [notation.describe(), answer_meaning(answers.rules.answer)]
    return [notation.describe(), answers.legend()]


def keys(session: MastermindSession) -> list[tuple[str, str]]:
    """Returns help for keys and mouse: (keys or clicks, effect)."""
    arrows = (_("Arrows"), _("move to other places and earlier rows"))
    if session.mode is Mode.PERSON:
        marks = session.rules.answer is Answer.PLACES
        return [
            (_("+, -, Space; click a place"), _("mark the place as right or wrong"))
            if marks
            else (
                _("{black}, {white}; digits; + and -, Backspace").format(
                    **dict(zip(("black", "white"), session.notation.answers.initials, strict=True))
                ),
                _("count the pegs of both kinds"),
            ),
            arrows,
            (_("Enter or click on a row"), _("correct its answer")),
        ]
    place = session.notation.suited(
        colours=_("place a peg; or click its colour"),
        digits=_("place a digit; or click it"),
        letters=_("place a letter; or click it"),
        symbols=_("place a symbol; or click it"),
    )
    return [
        (keys_of(session), place),
        arrows,
        (_("Click a place"), _("select it; click again to remove its peg")),
        (_("Right click; Backspace, Delete"), _("remove a peg")),
        (_("Space; middle click"), _("keep a peg for the next row; copy a peg of another row")),
        (_("Drag"), _("move a peg to another place")),
        (_("Enter or click on the number of a row"), _("copy that row")),
    ]


def how_to_answer(answers: AnswerNotation) -> str:
    """Returns instructions for answering a guess."""
    black, white = answers.initials
    match answers.rules.answer:
        case Answer.PEGS if answers.colours:
            return _(
                "Count black pegs (colour and place right) and white pegs (only the colour): "
                "use the buttons, press {black} and {white}, or type both numbers. Press Enter to "
                "confirm."
            ).format(black=black, white=white)
        case Answer.PEGS:
            # Translators: {first} and {second} are such as "bull: right digit, right place".
            return _(
                "Count both kinds ({first}; {second}): use the buttons, press {black} and {white}, "
                "or type both numbers. Press Enter to confirm."
            ).format(
                **dict(zip(("first", "second"), answers.meanings(), strict=True)),
                black=black,
                white=white,
            )
        case Answer.BLACK:
            return _(
                "Count the places that are right: use the buttons, press {black}, or type the "
                "number. Press Enter to confirm."
            ).format(black=black)
        case Answer.PLACES:
            return _(
                "Click each place that is right, or type + or - for each place. "
                "Press Enter to confirm."
            )


def contradicted(session: MastermindSession, code: Code) -> list[str]:
    """Returns a sentence for each row that is inconsistent with a code. Raises IllegalMove."""
    rules, formatted = session.rules, session.notation.format_answer
    rules.check(code)
    wrong = []
    for row, turn in enumerate(session.turns, start=1):
        answer = rules.respond(code, turn.action)
        if answer != turn.feedback:
            wrong.append(
                _(
                    "Row {row}: if this were the code, the answer would be {other}, not {given}."
                ).format(
                    row=row,
                    other=formatted(answer),
                    given=formatted(turn.feedback),
                )
            )
    return wrong


def keys_of(session: MastermindSession) -> str:
    """Returns the keys that place pegs."""
    notation, n = session.notation, session.rules.colours
    keys = f"{notation.labels[0]}–{notation.labels[n - 1]}"
    letters = [letter for letter in map(notation.letter, range(n)) if letter]
    if not letters:
        return keys
    return _("{digits} or {letters}").format(digits=keys, letters=", ".join(letters))
