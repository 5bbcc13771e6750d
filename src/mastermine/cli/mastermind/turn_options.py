"""``--turn`` and ``--colours``: the rows of a game on the table, and how they are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeVar

import click

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


def notation_for(rules: Mastermind, colours: str | None) -> Notation:
    """The notation with the colour names of ``--colours``. Raises InvalidSpec."""
    from mastermine.mastermind import Notation

    return Notation(rules, None if colours is None else colours.split(","))


def read_turns(
    texts: Iterable[str], rules: Mastermind, notation: Notation
) -> list[Turn[Code, Feedback]]:
    """The turns that were given. Raises IllegalMove, which names the row."""
    return [_read(text, row, rules, notation) for row, text in enumerate(texts, start=1)]


def _read(text: str, row: int, rules: Mastermind, notation: Notation) -> Turn[Code, Feedback]:
    from mastermine.core.turns import parse_turn

    complaint = _('write the guess, a space and the answer, such as "{example} 1,1"').format(
        example=notation.example()
    )
    return parse_turn(text, row, notation.parse, rules.parse_feedback, complaint)
