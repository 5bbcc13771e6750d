"""Parses turns, each written as a move, a space and its answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeVar

from mastermine.core.errors import IllegalMove
from mastermine.core.game import A, F, Rules, S, Turn
from mastermine.core.given import short_repr
from mastermine.i18n.text import _

T = TypeVar("T")

UNKNOWN = "?"
"""Text of an answer that is not known."""

OneTurn = str | tuple[str, str] | Turn[A, F]
"""A text such as ``1122 1,1``, a pair of texts as in a record, or a turn."""
Turns = OneTurn[A, F] | Iterable[OneTurn[A, F]]
"""Several turns, or a single one."""


def turns_of(rules: Rules[S, A, F], turns: Turns[A, F]) -> list[Turn[A, F]]:
    """Parses the turns of a game. Raises IllegalMove.

    ``?`` is an answer that is not known: the attribute ``unknown`` of the rules, if they have it.
    """
    several = [turns] if isinstance(turns, str | Turn) else turns
    if not isinstance(several, Iterable):
        raise IllegalMove(
            _(
                "turns must be a list of texts, each a move, a space and its answer, not {given}"
            ).format(given=short_repr(several))
        )
    return [_turn_of(rules, turn, row) for row, turn in enumerate(several, start=1)]


def _turn_of(rules: Rules[S, A, F], given: Any, row: int) -> Turn[A, F]:
    """Parses one turn. Raises IllegalMove."""
    complaint = _("write the move, a space and its answer")
    match given:
        case Turn():
            return given
        case str(text):
            pass
        case (str(move), str(answer)):
            text = f"{move} {answer}"
        case _:
            raise wrong_turn(row, given, complaint)
    return parse_turn(
        text,
        row,
        rules.parse_action,
        lambda text, _action: rules.parse_feedback(text),
        complaint,
        getattr(rules, "unknown", None),
    )


def wrong_turn(row: int, given: object, complaint: str) -> IllegalMove:
    """Creates the error for a turn. ``complaint``: a clause that says what is wrong."""
    return IllegalMove(
        # Translators: {complaint} is a clause that says what is wrong.
        _("turn {row}, {text!r}: {complaint}").format(row=row, text=given, complaint=complaint)
    )


def parse_turn(
    text: str,
    row: int,
    parse_action: Callable[[str], A],
    parse_feedback: Callable[[str, A | None], F],
    complaint: str,
    unknown: F | None,
) -> Turn[A, F]:
    """Parses a move and its answer; tries every split, because both may contain spaces.

    ``parse_feedback`` also gets the action, or None if that is invalid. ``complaint`` explains how
    to write a turn. ``unknown``: the answer that ``?`` stands for, if it may be written. Raises
    IllegalMove, which names the row.
    """

    def feedback_of(text: str, action: A | None) -> F:
        return unknown if text == UNKNOWN and unknown is not None else parse_feedback(text, action)

    words = [word for word in text.split() if word not in ("->", "→", ":", "=")]
    for cut in range(len(words) - 1, 0, -1):
        first, second = " ".join(words[:cut]), " ".join(words[cut:])
        action, wrong_action = _tried(partial(parse_action, first))
        feedback, wrong_feedback = _tried(partial(feedback_of, second, action))
        if action is not None and feedback is not None:
            return Turn(action, feedback)
        if action is not None:
            complaint = wrong_feedback
            break
        if feedback is not None:
            complaint = wrong_action
    raise wrong_turn(row, text, complaint)


def _tried(parse: Callable[[], T]) -> tuple[T | None, str]:
    try:
        return parse(), ""
    except IllegalMove as error:
        return None, str(error)
