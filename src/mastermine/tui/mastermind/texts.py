"""What is said of a game of Mastermind: at its beginning and end, its rules and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.core.game import Outcome
from mastermine.i18n.numbers import listed
from mastermine.i18n.text import _, ngettext
from mastermine.mastermind import Answer
from mastermine.session import MastermindSession, Mode
from mastermine.session.messages import mastermind

if TYPE_CHECKING:
    from mastermine.mastermind import Code, Mastermind


def opening(session: MastermindSession, computer: bool) -> list[str]:
    """Who hides a code, and what to do; ``computer`` says whether another person did not."""
    if session.mode is Mode.PERSON:
        return [mastermind.hidden(session), how_to_answer(session.rules)]
    said = [mastermind.hidden(session)] if computer else []
    said += mastermind.shown_before(session)
    how = _("Click colours or type {keys}; Enter gives the guess.")
    return [*said, how.format(keys=keys_of(session))]


def ending(session: MastermindSession) -> list[str]:
    """How a game ended; of one that was lost the code comes next, where it is known."""
    n = len(session.turns)
    if session.mode is Mode.PERSON:
        if session.outcome is Outcome.WON:
            found = ngettext(
                "I found your code in {n} guess.", "I found your code in {n} guesses.", n
            )
            return [found.format(n=n)]
        rest = mastermind.checked(session) or [
            _("If all your answers were right, you win: tell your code, and I check them.")
        ]
        return [_("I have no guess left."), *rest]
    text = mastermind.outcome(session)
    if session.outcome is Outcome.WON or session.secret is None:
        return [text]
    if session.mode is Mode.ADVERSARY:
        return [text, _("The code could have been:")]
    return [text, _("The code was:")]


def rules(played: Mastermind) -> list[str]:
    """The rules, and what the marks of the answers mean."""
    marks = {
        Answer.PEGS: _(
            "A black peg says: a colour is right, and in its place. A white one: a colour is "
            "in the code, but in another place."
        ),
        Answer.BLACK: _("A black peg says: a colour is right, and in its place."),
        Answer.PLACES: _("+ says: this place is right; -: another colour is here."),
    }
    return [played.describe(), marks[played.answer]]


def keys(session: MastermindSession) -> list[tuple[str, str]]:
    """The keys and the mouse."""
    arrows = (_("Arrows"), _("from place to place, and to earlier rows"))
    if session.mode is Mode.PERSON:
        marks = session.rules.answer is Answer.PLACES
        return [
            (_("+, -, Space; click a place"), _("say whether the place is right"))
            if marks
            else (
                _("B, W; digits; + and -, Backspace"),
                _("count black and white pegs"),
            ),
            arrows,
            (_("Enter or click on a row"), _("correct its answer")),
        ]
    return [
        (keys_of(session), _("a peg; or click its colour")),
        arrows,
        (_("Click a place"), _("choose it; again: take its peg away")),
        (_("Right click; Backspace, Delete"), _("take a peg away")),
        (_("Space; middle click"), _("hold a peg for the next row; copy one of another row")),
        (_("Drag"), _("a peg to another place")),
        (_("Enter or click on the number of a row"), _("copy that row")),
    ]


def how_to_answer(rules: Mastermind) -> str:
    """How a person answers a guess."""
    match rules.answer:
        case Answer.PEGS:
            return _(
                "Count black pegs (colour and place right) and white pegs (only the colour): "
                "by the buttons, with B and W, or type both numbers. Enter gives the answer."
            )
        case Answer.BLACK:
            return _(
                "Count the places that are right: by the buttons, with B, or type the number. "
                "Enter gives the answer."
            )
        case Answer.PLACES:
            return _(
                "Click each place that is right, or type + and - from place to place. "
                "Enter gives the answer."
            )


def contradicted(session: MastermindSession, code: Code) -> list[str]:
    """The rows whose answers would have been others, were this the code. Raises IllegalMove."""
    rules = session.rules
    rules.check(code)
    wrong = []
    for row, turn in enumerate(session.turns, start=1):
        answer = rules.respond(code, turn.action)
        if answer != turn.feedback:
            wrong.append(
                _(
                    "Row {row}: were this the code, its answer would be {other}, not {given}."
                ).format(
                    row=row,
                    other=rules.format_feedback(answer),
                    given=rules.format_feedback(turn.feedback),
                )
            )
    return wrong


def keys_of(session: MastermindSession) -> str:
    """The keys that are pegs."""
    digits = session.notation.digits
    shown = f"{digits[0]}–{digits[session.rules.colours - 1]}"
    letters = [colour.letter for colour in session.notation.colours if colour.letter]
    if session.rules.colours > 10 or not letters:
        return shown
    return _("{digits} or {letters}").format(digits=shown, letters=listed(letters))
