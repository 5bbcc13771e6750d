"""Deduction from one number at a time.

If all mines of a number are known, its other closed neighbours are safe. If a number needs as many
mines as it has unknown neighbours, all of these are mines. These two rules decide most cells.
"""

from __future__ import annotations

from collections.abc import Iterator

from mastermine.i18n.text import N_
from mastermine.minesweeper.deduction.position import Position
from mastermine.minesweeper.deduction.step import Step, step

# Translators: the name of a rule: what follows from one number alone.
NAMES = (N_("single number"),)


def single_numbers(position: Position) -> Iterator[Step]:
    """Yields the steps of each number alone: first those with safe cells, in reading order."""
    for number in position.numbers.values():
        if number.missing == 0:
            yield step(NAMES[0], (number,), safe=number.closed)
    for number in position.numbers.values():
        if number.missing == len(number.closed):
            yield step(NAMES[0], (number,), mines=number.closed)
