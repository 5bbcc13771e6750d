"""Answers that contradict each other: which of them, and what a single wrong one could be."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from mastermine.core.errors import Contradiction, MastermineError
from mastermine.i18n.numbers import either, listed, whole
from mastermine.i18n.text import _, ngettext
from mastermine.mastermind.knowledge import conflicting_turns, listable, repairs
from mastermine.mastermind.large.consistency import consistent_codes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mastermine.core.game import Turn
    from mastermine.mastermind.feedback import Feedback
    from mastermine.mastermind.notation import Notation
    from mastermine.mastermind.rules import Code

SECONDS = 3.0
"""Time limit of the search for rows that contradict each other, if the codes cannot be listed."""
MAX_ANSWERS = 3
"""Maximum number of answers that a sentence names."""


def explained(
    notation: Notation, turns: Sequence[Turn[Code, Feedback]], first: int
) -> Contradiction:
    """Creates the error for turns that contradict each other, with the answers that may be wrong.

    ``first``: the first turn after which no code is possible, counted from 0.
    """
    rules = notation.rules
    found: Sequence[int] = ()
    if listable(rules):
        found = conflicting_turns(rules, turns)
    else:
        # The solver is an extra.
        with suppress(MastermineError):
            conflict = consistent_codes(rules, turns[: first + 1], seconds=SECONDS).conflict
            found = () if conflict is None else conflict.turns
    rows = [str(turn + 1) for turn in found]
    if len(rows) == 1:
        text = _("the answer in row {row} is impossible: no code gives it").format(row=rows[0])
    elif rows:
        text = _("the answers in rows {rows} contradict each other; at least one is wrong").format(
            rows=listed(rows)
        )
    else:
        text = _("no code is possible from row {row} on; at least one answer is wrong").format(
            row=first + 1
        )
    return Contradiction(text, first, tuple(found), tuple(repair_sentences(notation, turns)))


def repair_sentences(notation: Notation, turns: Sequence[Turn[Code, Feedback]]) -> list[str]:
    """Says which answers alone may be wrong, and what they could be instead.

    ``turns`` contradict each other. Empty if the codes cannot be listed.
    """
    if not listable(notation.rules):
        return []
    found = repairs(notation.rules, turns)
    if not found:
        return [_("At least two answers are wrong: changing a single one is not enough.")]
    return [_repair(notation, turn + 1, answers) for turn, answers in found.items()]


def _repair(notation: Notation, row: int, answers: dict[Feedback, int]) -> str:
    """Says what the answer in a row, counted from 1, could be instead."""
    named = [
        # Translators: {answer} is such as "1B 1W"; it leaves so many codes.
        ngettext("{answer} ({n} code)", "{answer} ({n} codes)", n).format(
            answer=notation.format_answer(answer), n=whole(n)
        )
        for answer, n in [*answers.items()][:MAX_ANSWERS]
    ]
    if len(answers) == len(named):
        # Translators: {answers} is one answer, or several with "or", such as "1B 1W (2 codes)".
        text = _("If only the answer in row {row} is wrong, it should be {answers}.")
        return text.format(row=row, answers=either(named))
    # Translators: {n} is the number of other answers that are possible, {answers} are some of them,
    # with "or", such as "1B 1W (20 codes)".
    text = _(
        "If only the answer in row {row} is wrong, it should be one of {n} others, most likely "
        "{answers}."
    )
    return text.format(row=row, n=whole(len(answers)), answers=either(named))
