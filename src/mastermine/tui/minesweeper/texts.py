"""What is said and marked of a deduction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.i18n.text import _, ngettext
from mastermine.session.messages.minesweeper import cells

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from mastermine.minesweeper import Cell, Step


def follows(step: Step) -> list[str]:
    """What follows from a step, short."""
    told = []
    if step.safe:
        told.append(_("safe: {cells}").format(cells=cells(step.safe)))
    if step.mines:
        told.append(
            ngettext("mine: {cells}", "mines: {cells}", len(step.mines)).format(
                cells=cells(step.mines)
            )
        )
    return told


def marks(steps: Sequence[Step]) -> dict[str, Collection[Cell]]:
    """The marks of the last step: what it looks at, what follows; and what followed before."""
    if not steps:
        return {}
    *before, step = steps
    return {
        "was-safe": [cell for each in before for cell in each.safe],
        "was-mine": [cell for each in before for cell in each.mines],
        "number": step.proof,
        "safe": step.safe,
        "mine": step.mines,
    }


def legend() -> str:
    """What the marks of a deduction mean."""
    return _("Marks: = looked at, + safe, * a mine, > open this.")
