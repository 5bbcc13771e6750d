"""All layouts of small fields, one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import overload

from mastermine.core.errors import InvalidSpec, TooLarge
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _
from mastermine.minesweeper.board import Layout
from mastermine.minesweeper.generate import allowed
from mastermine.minesweeper.guessing import CORNER
from mastermine.minesweeper.rules import Minesweeper

MOST_LAYOUTS = 1 << 24
"""As many as there may be codes."""


class Layouts(Sequence[Layout]):
    """Every layout that a first click in the corner may meet, in the order of their mines.

    The order is that of combinations: the mines' cells, in reading order, compared one by one
    (combinatorial number system, Lehmer 1964). Raises InvalidSpec for layouts without guesses,
    which nobody has listed, and TooLarge.
    """

    def __init__(self, rules: Minesweeper) -> None:
        if rules.noguess:
            raise InvalidSpec(
                _("there is no list of all layouts without guesses: leave -noguess out")
            )
        self.rules = rules
        self._cells = allowed(rules, CORNER)
        self._count = rules.secret_count
        if self._count > MOST_LAYOUTS:
            raise TooLarge(
                # Translators: {most} is 16,777,216.
                _("{spec} has more than the {most} layouts that can be gone through").format(
                    spec=rules.spec(), most=whole(MOST_LAYOUTS)
                )
            )

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Layout: ...
    @overload
    def __getitem__(self, index: slice) -> list[Layout]: ...
    def __getitem__(self, index: int | slice) -> Layout | list[Layout]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        n = len(self)
        if not -n <= index < n:
            raise IndexError(index)
        left = index % n
        mines = bytearray(self.rules.cells)
        missing = self.rules.mines
        for at, cell in enumerate(self._cells):
            if not missing:
                break
            # So many layouts have a mine here, after those chosen before.
            here = comb(len(self._cells) - at - 1, missing - 1)
            if left < here:
                mines[cell] = 1
                missing -= 1
            else:
                left -= here
        return Layout(self.rules.width, self.rules.height, bytes(mines))
