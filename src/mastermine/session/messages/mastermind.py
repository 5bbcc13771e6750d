"""Messages about a game of Mastermind, for the interfaces in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.coach.guess import found_in
from mastermine.core.game import Outcome
from mastermine.i18n.text import _
from mastermine.session import Mode
from mastermine.session.messages import counts

if TYPE_CHECKING:
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


def outcome(session: MastermindSession) -> str:
    """Says how a game in which the player guessed ended, without the code."""
    if session.outcome is Outcome.WON:
        return found_in(len(session.turns))
    if session.solved:
        return _("Found, but the code was already shown: this counts as a loss.")
    return counts.gave_up() if session.given_up else _("That was the last guess.")


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
