"""How a game of Mastermind goes and went, in sentences, for every front end in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.coach.guess import found_in
from mastermine.core.game import Outcome
from mastermine.i18n.text import _
from mastermine.session import Mode

if TYPE_CHECKING:
    from mastermine.session import MastermindSession


def hidden(session: MastermindSession) -> str:
    """Who hides a code."""
    match session.mode:
        case Mode.COMPUTER:
            # Translators: the computer says this of itself.
            return _("I have hidden a code.")
        case Mode.ADVERSARY:
            return session.keep.description
        case Mode.PERSON:
            return _(
                "Think of a code, or write it down. I guess, by {strategy}; you answer."
            ).format(strategy=session.strategy.name)


def shown_before(session: MastermindSession) -> list[str]:
    """That the code was shown, where it was."""
    if not session.shown:
        return []
    return [_("The code was shown before: finding it no longer counts.")]


def outcome(session: MastermindSession) -> str:
    """How a game ended in which the person guessed, without the code."""
    if session.outcome is Outcome.WON:
        return found_in(len(session.turns))
    if session.solved:
        return _("Found, but the code had been shown: this counts as not found.")
    return _("Given up.") if session.given_up else _("That was the last guess.")


def checked(session: MastermindSession) -> list[str]:
    """What is said of a code that was told: the answers that should have been others."""
    told, written = session.told, session.rules.format_feedback
    if told is None:
        return []
    if not told:
        return [_("All your answers were right: you win.")]
    return [
        _("Row {row}: the answer should have been {right}, not {given}.").format(
            row=row, right=written(right), given=written(session.turns[row - 1].feedback)
        )
        for row, right in told
    ]
