"""Messages about a game of Mastermind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.coach.contradictions import repair_sentences
from mastermine.coach.guess import average, found_in, most, sample_note
from mastermine.core.game import Outcome
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, capital, ngettext
from mastermine.session import Mode
from mastermine.session.messages import counts

if TYPE_CHECKING:
    from mastermine.coach.guess import Assessment
    from mastermine.mastermind.notation import Notation
    from mastermine.session import MastermindSession


def opening(session: MastermindSession) -> str:
    """Says who hides the code."""
    match session.mode:
        case Mode.COMPUTER:
            # Translators: the computer says this of itself.
            return _("I have hidden a code.")
        case Mode.ADVERSARY:
            return session.keep.description
        case Mode.PERSON:
            return _(
                "Think of a code or write it down. I guess with {strategy}; you answer."
            ).format(strategy=session.strategy.name)


def shown_before(session: MastermindSession) -> list[str]:
    """Says that the code was already shown, if it was."""
    if not session.shown:
        return []
    return [_("The code was already shown: finding it no longer counts.")]


def guess_number(n: int, limit: int | None = None) -> str:
    """Formats the number of a guess, such as ``Guess 3 of 10``."""
    if limit is None:
        return _("Guess {n}").format(n=n)
    return _("Guess {n} of {limit}").format(n=n, limit=limit)


def progress(session: MastermindSession) -> str:
    """Formats the number of the present guess; at the end, of all guesses.

    After a contradiction it is the guess whose answer cannot be right.
    """
    made, limit = len(session.turns), session.rules.limit
    if session.outcome is not None:
        return counts.guesses(made)
    if session.contradiction is not None:
        made = session.contradiction.turn
    return guess_number(made + 1 if limit is None else min(made + 1, limit), limit)


def nothing_known() -> str:
    """Says that there is no answer yet."""
    return _("Nothing is known yet: every code is possible.")


def expectation(assessment: Assessment) -> list[str]:
    """Says how many codes a guess leaves, on average and at worst."""
    if assessment.exact and assessment.candidates == 1 and assessment.possible:
        return [_("It is the only possible code.")]
    text = ngettext(
        "Of {n} possible code, {expected} would remain on average, {worst} at worst.",
        "Of {n} possible codes, {expected} would remain on average, {worst} at worst.",
        assessment.candidates,
    ).format(
        n=assessment.estimate,
        expected=average(assessment.expected, assessment.exact),
        worst=most(assessment.worst, assessment.exact),
    )
    return [text, *sample_note(assessment)]


def examples_only() -> str:
    """Says that a list of possible codes is not complete."""
    return _("These are examples; there are too many codes to list all of them.")


def still_empty(n: int) -> str:
    """Counts the empty places of a row."""
    return ngettext("{n} place is still empty.", "{n} places are still empty.", n).format(n=n)


def row_full() -> str:
    """Says that no peg can be added to a row."""
    return _("The row is full. Confirm it or remove a peg.")


def repeated(notation: Notation, name: str, place: object) -> str:
    """Says that a peg is already in a place, counted from 1, of a code without repeats."""
    return notation.suited(
        colours=_("{name} is already in place {place}; colours may not repeat."),
        digits=_("{name} is already in place {place}; digits may not repeat."),
        letters=_("{name} is already in place {place}; letters may not repeat."),
        symbols=_("{name} is already in place {place}; symbols may not repeat."),
    ).format(name=name, place=place)


def question(row: int, *, correcting: bool = False) -> str:
    """Asks for the player's answer in a row, counted from 1."""
    text = (
        _("What is the correct answer to guess {row}?")
        if correcting
        else _("What is your answer to guess {row}?")
    )
    return text.format(row=row)


def contradiction(session: MastermindSession) -> list[str]:
    """Says which answers of the player contradict each other, and what they could be instead.

    Empty if none do.
    """
    problem = session.contradiction
    if problem is None:
        return []
    if problem.turn == 0:
        wrong = [_("This answer is wrong.")]
    else:
        wrong = repair_sentences(session.notation, session.turns) or [
            _("One of the answers up to row {row} is wrong.").format(row=problem.turn + 1)
        ]
    return [capital(f"{problem}."), *wrong]


def outcome(session: MastermindSession) -> str:
    """Says how a game ended, without the code."""
    if session.given_up:
        return counts.gave_up()
    if session.mode is Mode.PERSON:
        return _of_computer(session)
    if session.outcome is Outcome.WON:
        return found_in(len(session.turns))
    if session.solved:
        return _("Found, but the code was already shown: this counts as a loss.")
    return not_found(len(session.turns))


def _of_computer(session: MastermindSession) -> str:
    """Says how a game ended in which the computer guessed."""
    if not session.solved:
        # Translators: the computer says this of itself.
        return _("I have no guesses left.")
    rows = enumerate(session.turns, start=1)
    n = next(row for row, turn in rows if session.rules.solved(turn.feedback))
    # Translators: the computer says this of itself.
    text = ngettext("I found your code in {n} guess.", "I found your code in {n} guesses.", n)
    return text.format(n=n)


def not_found(n: int) -> str:
    """Says that a code was not found with all guesses."""
    return ngettext("Not found in {n} guess.", "Not found in {n} guesses.", n).format(n=whole(n))


def code_label(session: MastermindSession) -> str:
    """Returns the words before the code of a game that is over."""
    if session.mode is Mode.ADVERSARY and session.outcome is Outcome.LOST:
        return _("The code could have been:")
    return the_code_was()


def the_code_was() -> str:
    """Returns the words before a code."""
    return _("The code was:")


def enter_own_code() -> str:
    """Asks for the code that the player had in mind."""
    return _("Enter the code that you had in mind.")


def unchecked() -> str:
    """Says who won, while the player's code is not known."""
    return _("If all your answers were right, you win.")


def again(session: MastermindSession) -> list[str]:
    """Says how to play the same code again, if its seed repeats it."""
    if session.given or session.mode is not Mode.COMPUTER:
        return []
    return [_("To play this code again, use seed {seed}.").format(seed=session.seed)]


def wrong_answers(session: MastermindSession) -> list[str]:
    """Lists the player's wrong answers, once the player has revealed the code."""
    wrong, formatted = session.wrong_answers, session.notation.format_answer
    if wrong is None:
        return []
    if not wrong:
        return [_("All your answers were right: you win.")]
    return [
        _("Row {row}: the answer should have been {right}, not {given}.").format(
            row=row, right=formatted(right), given=formatted(session.turns[row - 1].feedback)
        )
        for row, right in wrong
    ]
