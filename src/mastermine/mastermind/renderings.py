"""Rows of Mastermind as text for language models, in three renderings."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mastermine.core.game import Turn
from mastermine.i18n.text import _
from mastermine.mastermind.feedback import Black, Feedback, Pegs, Unknown
from mastermine.mastermind.rules import Code, Mastermind

Turns = Sequence[Turn[Code, Feedback]]


def grid(rules: Mastermind, turns: Turns) -> str:
    """Formats each guess with its answer."""
    action, answer = rules.format_action, rules.format_feedback
    return "\n".join(f"{action(turn.action)} {answer(turn.feedback)}" for turn in turns)


def coordinates(rules: Mastermind, turns: Turns) -> str:
    """Lists each peg as row,place=colour, counted from 1, and the answer of each row."""
    labels = rules.canonical.labels
    lines = []
    for row, turn in enumerate(turns, start=1):
        pegs = (f"{row},{place}={labels[peg]}" for place, peg in enumerate(turn.action, start=1))
        lines.append(f"{' '.join(pegs)} -> {rules.format_feedback(turn.feedback)}")
    return "\n".join(lines)


def constraints(rules: Mastermind, turns: Turns) -> str:
    """Says what each answer says about the code."""
    return "\n".join(_constraint(rules.format_action(each.action), each.feedback) for each in turns)


def _constraint(guess: str, answer: Feedback) -> str:
    if isinstance(answer, Pegs):
        return _(
            "{guess}: the code agrees in exactly {black} places, and shares exactly {common} "
            "pegs in any place."
        ).format(guess=guess, black=answer.black, common=answer.black + answer.white)
    if isinstance(answer, Black):
        return _("{guess}: the code agrees in exactly {black} places.").format(
            guess=guess, black=answer.black
        )
    if answer is Unknown.ANSWER:
        return _("{guess}: the answer is not known.").format(guess=guess)
    right = [str(place) for place, yes in enumerate(answer.right, start=1) if yes]
    # Translators: {places} is a list of numbers, or "–".
    return _("{guess}: the code agrees in these places and no other: {places}.").format(
        guess=guess, places=" ".join(right) or "–"
    )


RENDERINGS: dict[str, Callable[[Mastermind, Turns], str]] = {
    "grid": grid,
    "coordinates": coordinates,
    "constraints": constraints,
}
"""Functions of the rules and the turns, by name; the text of no turns is empty."""
