"""Where the mines go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.minesweeper.board import Cell, Layout, neighbour_table
from mastermine.minesweeper.rules import First, Minesweeper

if TYPE_CHECKING:
    from mastermine.core.random import Random


def allowed(rules: Minesweeper, first: Cell | None) -> list[int]:
    """The indices of the cells that may hold a mine when ``first`` is opened first."""
    clear: set[int] = set()
    if first is not None and rules.first is not First.ANY:
        index = first[1] * rules.width + first[0]
        clear = {index}
        if rules.first is First.OPEN:
            clear.update(neighbour_table(rules.width, rules.height)[index])
    return [i for i in range(rules.size) if i not in clear]


def draw(rules: Minesweeper, rng: Random, first: Cell | None = None) -> Layout:
    """A layout in which ``first`` is what the rules promise, each equally likely.

    The first steps of a shuffle (Fisher and Yates 1938) of the cells that may hold a mine.
    """
    places = allowed(rules, first)
    mines = bytearray(rules.size)
    for i in range(rules.mines):
        j = i + rng.below(len(places) - i)
        places[i], places[j] = places[j], places[i]
        mines[places[i]] = 1
    return Layout(rules.width, rules.height, bytes(mines))
