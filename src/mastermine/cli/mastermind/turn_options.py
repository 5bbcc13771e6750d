"""``--turn``: the rows of a game on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mastermine.core.errors import IllegalMove
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from mastermine.core.game import Turn
    from mastermine.mastermind import Code, Feedback, Mastermind, Notation

Function = TypeVar("Function", bound=Callable[..., Any])


def turns_option(function: Function) -> Function:
    """``--turn``, which may be repeated, as the parameter ``turns``."""
    return click.option(
        "--turn",
        "-t",
        "turns",
        metavar=_('"GUESS ANSWER"'),
        multiple=True,
        help=_('A guess and its answer, such as "1122 1,1"; one --turn for each row, in order.'),
    )(function)


def read_turns(
    texts: Iterable[str], rules: Mastermind, notation: Notation
) -> list[Turn[Code, Feedback]]:
    """The turns that were given. Raises IllegalMove, which names the row."""
    return [_read(text, row, rules, notation) for row, text in enumerate(texts, start=1)]


def _read(text: str, row: int, rules: Mastermind, notation: Notation) -> Turn[Code, Feedback]:
    """A guess and its answer. Where they meet is found by trying, since both may have spaces."""
    from mastermine.core.game import Turn

    words = [word for word in text.split() if word not in ("->", "→", ":", "=")]
    complaint = _('write the guess, a space and the answer, such as "{example} 1,1"').format(
        example=notation.example()
    )
    for cut in range(len(words) - 1, 0, -1):
        guess, answer = " ".join(words[:cut]), " ".join(words[cut:])
        code, wrong_guess = _tried(notation.parse, guess)
        feedback, wrong_answer = _tried(partial(rules.parse_feedback, action=code), answer)
        if code is not None and feedback is not None:
            return Turn(code, feedback)
        if code is not None:
            complaint = wrong_answer
            break
        if feedback is not None:
            complaint = wrong_guess
    raise IllegalMove(
        # Translators: {complaint} is a clause that says what is wrong.
        _("turn {row}, {text!r}: {complaint}").format(row=row, text=text, complaint=complaint)
    )


def _tried(parse: Any, text: str) -> tuple[Any, str]:
    try:
        return parse(text), ""
    except IllegalMove as error:
        return None, str(error)
