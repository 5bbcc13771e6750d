"""Guessing by single numbers, as in the thesis (Horvat, Osijek 2023, section 4.4.4)."""

from __future__ import annotations

from mastermine.i18n.numbers import chance, listed
from mastermine.i18n.text import _
from mastermine.minesweeper.board import Cell
from mastermine.minesweeper.cells import named
from mastermine.minesweeper.constants import THREATENING
from mastermine.minesweeper.deduction.position import Position, in_order

MAX_NAMED = 8
"""Number of equally threatened cells that a reason names."""


def threats(position: Position) -> dict[Cell, float]:
    """Returns the threat of each unknown cell that touches a number, in reading order.

    The threat of a number is its missing mines divided by its unknown cells; the threat of a cell
    is the highest threat of its numbers.
    """
    found: dict[Cell, float] = {}
    for number in position.numbers.values():
        threat = number.missing / len(number.closed)
        for cell in number.closed:
            found[cell] = max(found.get(cell, 0), threat)
    return {cell: found[cell] for cell in in_order(found)}


def least_threatened(position: Position) -> Cell:
    """Returns the cell with the lowest threat; of equal ones the first in reading order.

    If even the lowest threat reaches ``THREATENING``, the first corner of the board without open
    neighbours is returned, if there is one. If no unknown cell touches a number, the first unknown
    cell is returned, or the first known mine if there is none.
    """
    found = threats(position)
    if not found:
        return in_order(position.unknown or position.mines)[0]
    chosen = min(found, key=found.__getitem__)
    if found[chosen] >= THREATENING:
        return _untouched_corner(position) or chosen
    return chosen


def threat_reasons(position: Position) -> list[str]:
    """Returns the reasons for ``least_threatened``, in sentences."""
    found = threats(position)
    if not found:
        return [_("No closed cell touches a number, so it takes the first one.")]
    least = min(found.values())
    cells = [named(cell) for cell, threat in found.items() if threat == least]
    several = len(cells) > 1
    names = listed(cells[:MAX_NAMED]) + " …" * (len(cells) > MAX_NAMED)
    reasons = [
        _(
            "The threat of a number is its missing mines divided by its closed cells; a cell has "
            "the highest threat of its numbers."
        ),
        # Translators: {cells} is a cell or a list of cells.
        _("The lowest threat is {threat}: {cells}.").format(threat=chance(least), cells=names),
    ]
    corner = _untouched_corner(position)
    if least >= THREATENING and corner is not None:
        reasons.append(
            _(
                "At least {limit}, so it takes a corner of the board without open neighbours: "
                "{cell}."
            ).format(limit=chance(THREATENING), cell=named(corner))
        )
        return reasons
    if least >= THREATENING:
        text = _("At least {limit}, but every corner of the board is open or has open neighbours.")
        reasons.append(text.format(limit=chance(THREATENING)))
    if several:
        reasons.append(_("Of equal cells it takes the first."))
    return reasons


def _untouched_corner(position: Position) -> Cell | None:
    board = position.board
    right, bottom = board.width - 1, board.height - 1
    for corner in ((0, 0), (right, 0), (0, bottom), (right, bottom)):
        if corner in position.unknown and not board.beside_number(corner):
            return corner
    return None
