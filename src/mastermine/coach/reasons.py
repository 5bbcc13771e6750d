"""Reasons for what is certain about a code of Mastermind, as a person could find them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mastermine.i18n.numbers import listed
from mastermine.i18n.text import _, ngettext

if TYPE_CHECKING:
    from mastermine.mastermind.deduction import Step
    from mastermine.mastermind.knowledge import Candidates
    from mastermine.mastermind.notation import Notation
    from mastermine.mastermind.rules import Code

MAX_PLACES = 16
"""Codes with more places have no reasons, which would take too long to find and to read."""


def reasons(known: Candidates, since: int = 0) -> list[Step]:
    """Returns the steps that a person needs to see all that is certain.

    ``since``: number of rows whose conclusions are known already.
    """
    rules = known.rules
    # Without answers something is certain only if all codes have the same colours.
    certain = known.turns or rules.symbols == (1 if rules.repeats else rules.places)
    if not certain or rules.places > MAX_PLACES:
        return []
    from mastermine.mastermind.deduction import essence

    return essence(rules, known.turns, since=since)


def title() -> str:
    """Returns the heading of the steps."""
    return _("How to see it")


def described(step: Step, notation: Notation) -> str:
    """Returns a step with its name."""
    # Translators: {rule} is the name of a rule of deduction, {sentence} its reason and conclusion.
    return _("{rule}: {sentence}").format(rule=step.heading, sentence=step.sentence(notation))


def look(step: Step) -> str:
    """Returns a sentence on where to look, without the conclusion."""
    if not step.rows:
        return _("It follows from what is already known.")
    text = ngettext("Look at row {rows}.", "Look at rows {rows}.", len(step.rows))
    return text.format(rows=listed(map(str, step.rows)))


def reasons_data(found: Sequence[Step], notation: Notation) -> list[dict[str, Any]]:
    """Serialises steps."""
    return [
        {
            "rule": step.rule,
            "name": step.heading,
            "rows": list(step.rows),
            "sentence": step.sentence(notation),
        }
        for step in found
    ]


def against(known: Candidates, code: Code, notation: Notation) -> str:
    """Returns the reason why a code is impossible; empty if no single conclusion excludes it."""
    if known.rules.places > MAX_PLACES:
        return ""
    from mastermine.mastermind.deduction import refutation

    found = refutation(known.rules, known.turns, code)
    return found[-1].sentence(notation) if found else ""
