"""Parses a board as a game prints it, with its rulers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _

_LABELS = re.compile(r"(\s*([0-9]{1,3}))[\s>\[].*[\s<\]]\2\s*")
"""A printed row has its number at both ends; ``>``, ``<`` and brackets mark the last move."""


@dataclass(frozen=True, slots=True)
class _Ruler:
    """Column numbers: the first one, and the position of the last digit of each."""

    first: int
    places: tuple[int, ...]

    def signs(self, row: str, label: int) -> str | None:
        """Returns the signs below the ruler in a row whose number ends at ``label``, or None.

        Raises InvalidSpec for a board of mine probabilities, which has wider columns.
        """
        places = self.places
        if places[0] == 0:  # The text was copied from the first digit on, without leading blanks.
            pitch = places[1] if len(places) > 1 else 2
            places = tuple(label + pitch + place for place in places)
        if places[0] <= label or len(row) <= places[-1] + 1:
            return None
        if places[0] - label > 2:
            raise InvalidSpec(
                _("this board shows the chances of mines; use the board of the game instead")
            )
        signs = "".join(row[place] for place in places)
        # A zero is printed as a blank in ASCII-only terminals.
        return signs.replace(" ", "0") if self.places[0] or " " not in signs else None


def parse_drawing(text: str) -> str | None:
    """Returns the rows of the last printed board in a text, or None.

    A board may be printed in blocks of columns, and counted from 0 or from 1. Other lines are
    ignored. Raises InvalidSpec if a part of the board is missing, and for a board of mine
    probabilities.
    """
    cells: dict[tuple[int, int], str] = {}
    ruler, above = None, ""
    for line in text.splitlines():
        ruler, before = _ruler(line, above) or ruler, ruler
        above = line
        row = _LABELS.fullmatch(line)
        if ruler is None or ruler is not before or row is None:
            continue
        signs, y = ruler.signs(line.rstrip()[: -len(row[2])], row.end(1)), int(row[2])
        if signs is None:
            continue
        if (ruler.first, y) in ((0, 0), (1, 1)):
            cells.clear()
        cells.update(((ruler.first + i, y), sign) for i, sign in enumerate(signs))
    if not cells:
        return None
    if all(min(cell[axis] for cell in cells) == 1 for axis in (0, 1)):  # Counted from 1.
        cells = {(x - 1, y - 1): sign for (x, y), sign in cells.items()}
    width, height = (1 + max(cell[axis] for cell in cells) for axis in (0, 1))
    for y in range(height):
        for x in range(width):
            if (x, y) not in cells:
                raise InvalidSpec(
                    _("cell {x},{y} is missing: the whole board is needed").format(x=x, y=y)
                )
    return "\n".join("".join(cells[x, y] for x in range(width)) for y in range(height))


def _ruler(line: str, above: str) -> _Ruler | None:
    """Parses a ruler, with its tens in the line above; returns None if the line is not a ruler."""
    digits = "".join(line.split())
    if not re.fullmatch("[0-9]+", digits):
        return None
    if any((int(b) - int(a)) % 10 != 1 for a, b in pairwise(digits)):
        return None
    places = tuple(i for i, sign in enumerate(line) if not sign.isspace())
    tens = re.fullmatch(rf"\s{{{places[0]}}}([0-9])[\s0-9]*", above)
    return _Ruler(10 * (int(tens[1]) if tens else 0) + int(digits[0]), places)
