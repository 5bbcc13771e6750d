"""The exact probability of a mine in each closed cell, and what it would show.

All layouts of the mines that fit the board are equally likely. ``reference.probability`` says how
they are counted, and for the native core ``cpp/minesweeper/probability.cpp``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mastermine.core.drawing import Drawn
from mastermine.core.errors import IllegalMove, InvalidSpec, TooLarge
from mastermine.core.given import number_of
from mastermine.i18n.numbers import plain, whole
from mastermine.i18n.text import _, ngettext
from mastermine.minesweeper.board import (
    CLOSED,
    MINED,
    SIGNS,
    UNNUMBERED,
    Board,
    Cell,
    ImpossibleBoard,
    crowded,
)
from mastermine.minesweeper.kernels import backend
from mastermine.minesweeper.reference.probability import MEMORY_LIMIT_BYTES
from mastermine.minesweeper.rules import cell_of, is_cell

TIME_LIMIT_SECONDS = 10.0
"""Seconds that an analysis may take unless told otherwise."""


MAX_EXACT_LAYOUTS = 10**12
"""Up to this many layouts are printed exactly; above it, the order of magnitude."""


@dataclass(frozen=True)
class Limits:
    """How much an analysis may take: seconds and bytes; None or 0 is without limit."""

    seconds: float | None = TIME_LIMIT_SECONDS
    memory: int | None = MEMORY_LIMIT_BYTES

    def ask(self, question: Callable[..., NDArray[Any]], *arguments: Any) -> NDArray[Any]:
        """What the kernel answers. Raises TooLarge."""
        try:
            return question(*arguments, self.seconds or 0.0, self.memory or 0)
        except TimeoutError:
            raise TooLarge(
                _(
                    "the board is too hard: its layouts were not counted within {seconds} s; "
                    "allow more time, or open more cells"
                ).format(seconds=plain(self.seconds or 0.0))
            ) from None
        except MemoryError:
            raise TooLarge(
                _(
                    "the board is too hard: to count its layouts takes more than {size} MB; "
                    "allow more memory, or open more cells"
                ).format(size=f"{self.memory / 1e6:.0f}")
                if self.memory
                else _("the board is too hard: there is not enough memory to count its layouts")
            ) from None


def ask(question: Callable[..., NDArray[Any]], *arguments: Any) -> NDArray[Any]:
    """What a kernel answers that analyses many positions, each within ``MEMORY_LIMIT_BYTES``.

    It has no limit of time, so that its answer is always the same. Raises TooLarge.
    """
    try:
        return question(*arguments)
    except MemoryError:
        raise TooLarge(
            _(
                "a position of this field is too hard: to count its layouts takes more than "
                "{size} MB; take a smaller field, or fewer mines"
            ).format(size=f"{MEMORY_LIMIT_BYTES / 1e6:.0f}")
        ) from None


def chance_sign(chance: float) -> str:
    """A chance in two signs: ``++`` certainly safe, ``**`` certainly a mine, 01 to 99 between."""
    if chance in (0.0, 1.0):
        return "**" if chance else "++"
    return f"{min(max(round(100 * chance), 1), 99):02}"


def meaning_of_signs() -> str:
    """What ``chance_sign`` gives, in a sentence."""
    return _("The chance of a mine in percent; ++ is certainly safe, ** certainly a mine.")


@dataclass(frozen=True, eq=False, repr=False)
class Analysis(Drawn):
    """What is known of the closed cells of a board; made by ``analyze``."""

    board: Board
    mines: int
    """How many mines there are, known ones included."""
    mine_probability: NDArray[np.float64]
    """For each cell, of shape (height, width), read-only: exactly 0.0 if no layout has a mine there
    and only then, exactly 1.0 if all have and only then; nan for open cells, 1.0 for known mines.
    """
    limits: Limits = field(default_factory=Limits)

    def __repr__(self) -> str:
        return f"analyze({self.board!r}, mines={self.mines})"

    def __str__(self) -> str:
        """How many layouts fit, and the field with the chances. Raises TooLarge."""
        rows = [
            " ".join(f"{self._sign((x, y)):>2}" for x in range(self.board.width))
            for y in range(self.board.height)
        ]
        return "\n".join([self.heading, *rows, meaning_of_signs()])

    def _sign(self, cell: Cell) -> str:
        value = self.board[cell]
        if value in (CLOSED, MINED):
            return chance_sign(self.risk(cell))
        return SIGNS[value]

    @property
    def heading(self) -> str:
        """The size of the field, and how many layouts fit, in words. Raises TooLarge."""
        n = self.solutions
        # Translators: a number such as 1.2e+45; it is put in the place of {n} in "{n} layouts fit".
        told = whole(n) if n < MAX_EXACT_LAYOUTS else _("about {n}").format(n=plain(Decimal(n), 2))
        mines = ngettext("{n} mine", "{n} mines", self.mines).format(n=self.mines)
        # Translators: {mines} is such as "10 mines"; {n} may be "about 1.2e+45".
        return ngettext(
            "{width}x{height} cells, {mines}: {n} layout fits.",
            "{width}x{height} cells, {mines}: {n} layouts fit.",
            n,
        ).format(width=self.board.width, height=self.board.height, mines=mines, n=told)

    @cached_property
    def solutions(self) -> int:
        """The number of layouts that fit, exactly. Raises TooLarge."""
        counts = self.limits.ask(backend.front_counts, self.board.array, self.mines)
        left = self.mines - self.board.cells.count(MINED)
        outside = _outside(self.board)
        raw = np.ascontiguousarray(counts, "<u8")
        return sum(
            int.from_bytes(row.tobytes(), "little") * comb(outside, left - m)
            for m, row in enumerate(raw)
            if m <= left
        )

    @cached_property
    def safe(self) -> tuple[Cell, ...]:
        """The closed cells that are certainly safe, in reading order."""
        return self._where(0.0)

    @cached_property
    def mined(self) -> tuple[Cell, ...]:
        """The closed cells that are certainly mines, in reading order."""
        return self._where(1.0)

    def _where(self, probability: float) -> tuple[Cell, ...]:
        found = np.flatnonzero(self.mine_probability == probability).tolist()
        return tuple(self.board.cell(i) for i in found if self.board.cells[i] == CLOSED)

    def risk(self, cell: Cell | str) -> float:
        """The chance of a mine in a cell, which may be a text; 0 where it is open.

        Raises IllegalMove.
        """
        board = self.board
        if not is_cell(cell, board.width, board.height):
            cell = cell_of(cell, board.width, board.height)
        x, y = cell
        value = board.cells[y * board.width + x]
        if value != CLOSED:
            return float(value == MINED)
        return self.mine_probability.item(y, x)

    def numbers(self, cell: Cell) -> NDArray[np.float64]:
        """What a closed cell shows when it is opened: chances of shape (10,), which sum to 1.

        That it is safe and shows 0 to 8, and at [9] that it is a mine. Raises TooLarge, and
        IllegalMove for a cell that is not closed.
        """
        (chances,) = self.number_table((cell,))
        return np.asarray(chances, np.float64)

    def number_table(self, cells: Sequence[Cell]) -> NDArray[np.float64]:
        """``numbers`` of several cells at once, of shape (cells, 10): faster than one by one."""
        for x, y in cells:
            inside = 0 <= x < self.board.width and 0 <= y < self.board.height
            if not inside or self.board[x, y] != CLOSED:
                raise IllegalMove(
                    _("cell {x},{y} is not closed, so it cannot be opened").format(x=x, y=y)
                )
        places = np.array([self.board.index(cell) for cell in cells], np.int64)
        return self.limits.ask(backend.number_chances, self.board.array, self.mines, places)


def analyze(
    board: Board | str,
    mines: int,
    *,
    time_limit: float | None = TIME_LIMIT_SECONDS,
    memory_limit: int | None = MEMORY_LIMIT_BYTES,
) -> Analysis:
    """The chance of a mine in each cell of a board with so many mines, known ones included.

    ``board`` may be a text as ``Board.parse`` reads it. The limits are seconds and bytes; None or 0
    is without limit.

    Raises ImpossibleBoard when no layout fits: its ``cells`` are numbers that contradict each other
    (if need be, together with the number of mines), none of which could be left out. Raises
    TooLarge when a limit is reached: a front that fills the plane makes exponential work. Raises
    InvalidSpec for a negative number of mines.
    """
    mines = number_of("mines", mines)
    if mines < 0:
        raise InvalidSpec(_("there must be 0 or more mines, not {n}").format(n=mines))
    board = Board.of(board)
    limits = Limits(time_limit, memory_limit)
    if mines > len(board.cells):  # It may be more than the kernel takes.
        raise contradiction(board, mines, limits)
    chances: NDArray[np.float64] = limits.ask(backend.analyze, board.array, mines)
    if not chances.size:
        raise contradiction(board, mines, limits)
    chances.flags.writeable = False
    return Analysis(board, mines, chances, limits)


def _outside(board: Board) -> int:
    """How many closed cells touch no number."""
    number = np.pad(board.array < CLOSED, 1)
    beside = number[:, :-2] | number[:, 1:-1] | number[:, 2:]
    near = beside[:-2] | beside[1:-1] | beside[2:]
    return int(np.count_nonzero((board.array == CLOSED) & ~near))


def contradiction(board: Board, mines: int, limits: Limits) -> ImpossibleBoard:
    """Why no layout fits a board: an irreducible set of numbers, and the mines if they matter."""
    known, room = board.cells.count(MINED), board.cells.count(CLOSED)
    if not known <= mines <= known + room:
        return ImpossibleBoard(_mine_total(mines, known, room))
    for cell, value in board.numbered():
        around = [board[other] for other in board.neighbours(cell)]
        if not around.count(MINED) <= value <= around.count(MINED) + around.count(CLOSED):
            return crowded(cell, value, around.count(MINED), around.count(CLOSED))

    def fits(numbers: Sequence[Cell], total: int | None) -> bool:
        hidden = {cell for cell, _value in board.numbered()}.difference(numbers)
        shown = board.having((cell, UNNUMBERED) for cell in hidden)
        if total is None:  # With closed cells to spare that touch nothing, any total is possible.
            return _possible_at_all(shown, limits)
        return bool(limits.ask(backend.analyze, shown.array, total).size)

    numbers = [cell for cell, _value in board.numbered()]
    total = mines if fits(numbers, None) else None
    cells = _irreducible(numbers, lambda kept: not fits(kept, total))
    return conflicting(board, cells, total)


def _possible_at_all(board: Board, limits: Limits) -> bool:
    """Whether any number of mines fits the numbers of a board."""
    # A strip of closed cells beyond a column of open ones touches nothing, and takes what is left.
    width = board.width + 1 + -(-board.cells.count(CLOSED) // board.height)
    wider = np.full((board.height, width), CLOSED, np.uint8)
    wider[:, : board.width] = board.array
    wider[:, board.width] = UNNUMBERED
    mines = board.cells.count(MINED) + board.cells.count(CLOSED)
    return bool(limits.ask(backend.analyze, wider, mines).size)


def _irreducible(cells: list[Cell], conflict: Callable[[list[Cell]], bool]) -> list[Cell]:
    """A part of the cells that is still in conflict, but no more without any one of them."""
    kept = list(cells)
    size = max(1, len(kept) // 2)
    while True:  # Large pieces first: most numbers have no part in it.
        at = 0
        while at < len(kept):
            fewer = kept[:at] + kept[at + size :]
            if conflict(fewer):
                kept = fewer
            else:
                at += size
        if size == 1:
            return kept
        size = max(1, min(size, len(kept)) // 2)


def _mine_total(mines: int, known: int, room: int) -> str:
    if mines < known:
        return ngettext(
            "the board shows {known} known mine, but there shall be only {mines}",
            "the board shows {known} known mines, but there shall be only {mines}",
            known,
        ).format(known=known, mines=mines)
    told = ngettext("{n} mine does not fit", "{n} mines do not fit", mines).format(n=mines)
    # Translators: {told} is "{n} mines do not fit".
    return ngettext(
        "{told}: with {room} closed cell there is room for {most}",
        "{told}: with {room} closed cells there is room for {most}",
        room,
    ).format(told=told, room=room, most=known + room)


def conflicting(board: Board, cells: Sequence[Cell], mines: int | None) -> ImpossibleBoard:
    """The error that names these numbers, which do not fit together, nor with the mines if told."""
    placed = ", ".join(
        # Translators: a number of a minefield in a list, such as "2 at 3,0".
        _("{value} at {x},{y}").format(value=board[x, y], x=x, y=y)
        for x, y in cells
    )
    told = (
        # Translators: {numbers} is a list such as "2 at 3,0, 1 at 4,0".
        _("no layout of mines fits these numbers together: {numbers}")
        if mines is None
        else ngettext(
            "no layout with {mines} mine in all fits these numbers together: {numbers}",
            "no layout with {mines} mines in all fits these numbers together: {numbers}",
            mines,
        )
    )
    return ImpossibleBoard(told.format(mines=mines, numbers=placed), tuple(cells))
