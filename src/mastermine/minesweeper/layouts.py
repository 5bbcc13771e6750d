"""All layouts of small boards as a sequence."""

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

MAX_LAYOUTS = 1 << 24
"""Maximum number of layouts; the same as for codes."""


class Layouts(Sequence[Layout]):
    """All layouts that are possible for a first click in the corner.

    They are sorted by the cells of their mines in lexicographic order (combinatorial number system,
    Lehmer 1964). Raises InvalidSpec for rules without guesses, and TooLarge.
    """

    def __init__(self, rules: Minesweeper) -> None:
        if rules.noguess:
            raise InvalidSpec(_("layouts without guesses cannot be listed: remove -noguess"))
        self.rules = rules
        self._cells = allowed(rules, CORNER)
        self._count = rules.secret_count
        if self._count > MAX_LAYOUTS:
            raise TooLarge(
                # Translators: {most} is 16,777,216.
                _("{spec} has too many layouts to list; the maximum is {most}").format(
                    spec=rules.spec(), most=whole(MAX_LAYOUTS)
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
            # Number of layouts with a mine here, given the mines chosen before.
            here = comb(len(self._cells) - at - 1, missing - 1)
            if left < here:
                mines[cell] = 1
                missing -= 1
            else:
                left -= here
        return Layout(self.rules.width, self.rules.height, bytes(mines))
