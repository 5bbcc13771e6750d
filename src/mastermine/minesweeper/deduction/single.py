"""One number at a time.

A number whose mines are all known is done: its other closed neighbours are safe. A number that
misses as many mines as it has closed neighbours needs them all. Most cells of most games fall to
these two rules.
"""

from __future__ import annotations

from collections.abc import Iterator

from mastermine.i18n.text import N_
from mastermine.minesweeper.deduction.position import Position
from mastermine.minesweeper.deduction.step import Step, step

# Translators: the name of a rule: what one number says by itself.
NAMES = (N_("single number"),)


def single_numbers(position: Position) -> Iterator[Step]:
    """What each number says by itself: first those that open cells, in reading order."""
    for number in position.numbers.values():
        if number.missing == 0:
            yield step(NAMES[0], (number,), safe=number.closed)
    for number in position.numbers.values():
        if number.missing == len(number.closed):
            yield step(NAMES[0], (number,), mines=number.closed)
