"""Turns as text: a move, a space and its answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar

from mastermine.core.errors import IllegalMove
from mastermine.core.game import A, F, Rules, S, Turn
from mastermine.i18n.text import _

T = TypeVar("T")


def turns_of(
    rules: Rules[S, A, F], turns: Iterable[str | tuple[str, str] | Turn[A, F]]
) -> list[Turn[A, F]]:
    """Turns from texts such as ``1122 1,1``, pairs of texts, or turns. Raises IllegalMove."""
    return [
        turn
        if isinstance(turn, Turn)
        else parse_turn(
            turn if isinstance(turn, str) else " ".join(turn),
            row,
            rules.parse_action,
            lambda text, _action: rules.parse_feedback(text),
            _("write the move, a space and its answer"),
        )
        for row, turn in enumerate(turns, start=1)
    ]


def parse_turn(
    text: str,
    row: int,
    parse_action: Callable[[str], A],
    parse_feedback: Callable[[str, A | None], F],
    complaint: str,
) -> Turn[A, F]:
    """A move and its answer. Where they meet is found by trying, since both may have spaces.

    ``parse_feedback`` is given the action too, where that was understood. ``complaint`` says how to
    write a turn. Raises IllegalMove, which names the row.
    """
    words = [word for word in text.split() if word not in ("->", "→", ":", "=")]
    for cut in range(len(words) - 1, 0, -1):
        first, second = " ".join(words[:cut]), " ".join(words[cut:])
        action, wrong_action = _tried(partial(parse_action, first))
        feedback, wrong_feedback = _tried(partial(parse_feedback, second, action))
        if action is not None and feedback is not None:
            return Turn(action, feedback)
        if action is not None:
            complaint = wrong_feedback
            break
        if feedback is not None:
            complaint = wrong_action
    raise IllegalMove(
        # Translators: {complaint} is a clause that says what is wrong.
        _("turn {row}, {text!r}: {complaint}").format(row=row, text=text, complaint=complaint)
    )


def _tried(parse: Callable[[], T]) -> tuple[T | None, str]:
    try:
        return parse(), ""
    except IllegalMove as error:
        return None, str(error)
