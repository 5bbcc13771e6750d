"""Texts and marks of a deduction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.i18n.text import _

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from mastermine.minesweeper import Cell, Step


def marks(steps: Sequence[Step]) -> dict[str, Collection[Cell]]:
    """Returns the marks of the last step and of the conclusions before it."""
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
    """Returns the meaning of the marks."""
    return _("Marks: = number used, + safe, * mine, > open this cell.")
