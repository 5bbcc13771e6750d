"""Exact mine probability of each closed cell, and the chances of the numbers that it can show.

All possible layouts are equally likely. ``reference.probability`` and, for the native core,
``cpp/minesweeper/probability.cpp`` describe how they are counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from math import comb
from typing import TYPE_CHECKING, Any

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
from mastermine.minesweeper.cells import axes, cell_of, is_cell
from mastermine.minesweeper.kernels import backend
from mastermine.minesweeper.reference.probability import MEMORY_LIMIT_BYTES

if TYPE_CHECKING:
    from mastermine.minesweeper.win_chance import WinChance

WORK_LIMIT = 300_000_000
"""Default limit of the work of an analysis: about so many states and cells are looked at.

It takes some 10 seconds on a slow processor; of boards as they are played, those of 100x100 cells
need less than a hundredth of it.
"""

MAX_EXACT_LAYOUTS = 10**12
"""Numbers of layouts below this are printed exactly, others to two digits."""


@dataclass(frozen=True)
class Limits:
    """Limits of an analysis in units of work and in bytes; None or 0 means no limit."""

    work: int | None = WORK_LIMIT
    memory: int | None = MEMORY_LIMIT_BYTES

    def call(self, function: Callable[..., NDArray[Any]], *arguments: Any) -> NDArray[Any]:
        """Calls a kernel function with these limits. Raises TooLarge."""
        try:
            return function(*arguments, self.work or 0, self.memory or 0)
        except TimeoutError:
            raise TooLarge(
                _(
                    "the board is too hard: counting its layouts takes too much work; "
                    "allow more, or open more cells"
                )
            ) from None
        except MemoryError:
            raise TooLarge(
                _(
                    "the board is too hard: counting its layouts needs more than {size} MB; "
                    "allow more memory, or open more cells"
                ).format(size=f"{self.memory / 1e6:.0f}")
                if self.memory
                else _("the board is too hard: there is not enough memory to count its layouts")
            ) from None


def call(function: Callable[..., NDArray[Any]], *arguments: Any) -> NDArray[Any]:
    """Calls a kernel function that analyses many positions, each within ``MEMORY_LIMIT_BYTES``.

    The work is not limited. Raises TooLarge.
    """
    try:
        return function(*arguments)
    except MemoryError:
        raise TooLarge(
            _(
                "a position on this board is too hard: counting its layouts needs more than "
                "{size} MB; use a smaller board or fewer mines"
            ).format(size=f"{MEMORY_LIMIT_BYTES / 1e6:.0f}")
        ) from None


def chance_sign(chance: float) -> str:
    """Formats a mine probability as ``++`` (safe), ``**`` (mine) or a percentage 01 to 99."""
    if chance in (0.0, 1.0):
        return "**" if chance else "++"
    return f"{min(max(round(100 * chance), 1), 99):02}"


def meaning_of_signs() -> str:
    """Returns a sentence that explains ``chance_sign``."""
    return _("The chance of a mine in percent; ++ is certainly safe, ** certainly a mine.")


@dataclass(frozen=True, eq=False, repr=False)
class Analysis(Drawn):
    """Result of ``analyze``: the mine probabilities of a board."""

    board: Board
    mines: int
    """Total number of mines, known ones included."""
    mine_probability: NDArray[np.float64]
    """Mine probability of each cell, of shape (height, width), read-only: 0.0 if and only if no
    possible layout has a mine there, 1.0 if and only if all have; nan for open cells, 1.0 for known
    mines.
    """
    limits: Limits = field(default_factory=Limits)

    def __repr__(self) -> str:
        return f"analyze({self.board!r}, mines={self.mines})"

    def __str__(self) -> str:
        """Formats the heading and the board with mine probabilities. Raises TooLarge."""
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
        """Size of the board, and number of possible layouts, in words. Raises TooLarge."""
        n = self.solutions
        # Translators: {n} is a number such as 1.2e+45; the result replaces {n} in "{n} layouts are
        # possible".
        number = (
            whole(n) if n < MAX_EXACT_LAYOUTS else _("about {n}").format(n=plain(Decimal(n), 2))
        )
        mines = ngettext("{n} mine", "{n} mines", self.mines).format(n=whole(self.mines))
        # Translators: {mines} is such as "10 mines"; {n} may be "about 1.2e+45".
        return ngettext(
            "{width}x{height} cells, {mines}: {n} layout is possible.",
            "{width}x{height} cells, {mines}: {n} layouts are possible.",
            n,
        ).format(width=self.board.width, height=self.board.height, mines=mines, n=number)

    @cached_property
    def solutions(self) -> int:
        """Exact number of possible layouts. Raises TooLarge."""
        counts = self.limits.call(backend.front_counts, self.board.array, self.mines)
        left = self.mines - self.board.cells.count(MINED)
        outside = _outside(self.board)
        raw = np.ascontiguousarray(counts, "<u8")
        return sum(
            int.from_bytes(row.tobytes(), "little") * comb(outside, left - m)
            for m, row in enumerate(raw)
            if m <= left
        )

    @cached_property
    def twin_chances(self) -> NDArray[np.float64]:
        """Chances of all possible twins (see ``twins``), of shape (2, cells), in reading order.

        They are added up for their cells, and for their tellers. Raises TooLarge.
        """
        return self.limits.call(backend.twins, self.board.array, self.mines)

    @cached_property
    def win_chance(self) -> WinChance | None:
        """The chance to win, before anything more is opened; None if nothing is open yet.

        Exact with few possible layouts, else an estimate; also None where that takes too much.
        """
        from mastermine.minesweeper.win_chance import win_chance

        try:
            return win_chance(self)
        except TooLarge:
            return None

    @cached_property
    def safe(self) -> tuple[Cell, ...]:
        """Closed cells that are certainly safe, in reading order."""
        return self._where(0.0)

    @cached_property
    def mined(self) -> tuple[Cell, ...]:
        """Closed cells that are certainly mines, in reading order."""
        return self._where(1.0)

    def _where(self, probability: float) -> tuple[Cell, ...]:
        found = np.flatnonzero(self.mine_probability == probability).tolist()
        return tuple(self.board.cell(i) for i in found if self.board.cells[i] == CLOSED)

    def risk(self, cell: Cell | str) -> float:
        """Returns the mine probability of a cell (or its text); 0 if it is open.

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
        """Returns the probabilities of what a closed cell shows: shape (10,), sum 1.

        Index 0 to 8 is the number, index 9 a mine. Raises TooLarge, and IllegalMove for a cell that
        is not closed.
        """
        (chances,) = self.number_table((cell,))
        return np.asarray(chances, np.float64)

    def number_table(self, cells: Sequence[Cell]) -> NDArray[np.float64]:
        """Returns ``numbers`` of several cells at once, of shape (cells, 10); this is faster."""
        for x, y in cells:
            inside = 0 <= x < self.board.width and 0 <= y < self.board.height
            if not inside or self.board[x, y] != CLOSED:
                raise IllegalMove(
                    _("cell {x},{y} is not closed, so it cannot be opened").format(**axes((x, y)))
                )
        places = np.array([self.board.index(cell) for cell in cells], np.int64)
        return self.limits.call(backend.number_chances, self.board.array, self.mines, places)


def analyze(
    board: Board | str,
    mines: int,
    *,
    work_limit: int | None = WORK_LIMIT,
    memory_limit: int | None = MEMORY_LIMIT_BYTES,
) -> Analysis:
    """Computes the exact mine probability of each cell.

    ``board`` may be a text that ``Board.of`` reads; ``mines`` is the total number of mines,
    known ones included. ``work_limit`` is about the number of states and cells that are looked at,
    not a time, so that the same board always has the same result; ``memory_limit`` is in bytes.
    None or 0 means no limit.

    Raises ImpossibleBoard if no layout is possible: its ``cells`` are an irreducible set of numbers
    that contradict each other, or the number of mines. Raises TooLarge if a limit is reached; the
    work grows exponentially with the width of the frontier. Raises InvalidSpec for negative mines.
    """
    mines = number_of("mines", mines)
    if mines < 0:
        raise InvalidSpec(_("the number of mines must be at least 0, not {n}").format(n=mines))
    board = Board.of(board, mines)
    limits = Limits(work_limit, memory_limit)
    if mines > len(board.cells):  # It may exceed the integers of the kernel.
        raise contradiction(board, mines, limits)
    chances: NDArray[np.float64] = limits.call(backend.analyze, board.array, mines)
    if not chances.size:
        raise contradiction(board, mines, limits)
    chances.flags.writeable = False
    return Analysis(board, mines, chances, limits)


def _outside(board: Board) -> int:
    """Counts the closed cells that touch no number."""
    return int(np.count_nonzero((board.array == CLOSED) & ~beside_numbers(board)))


def beside_numbers(board: Board) -> NDArray[np.bool_]:
    """Returns True for each cell that touches a number or shows one, of the shape of the board."""
    number = np.pad(board.array < CLOSED, 1)
    beside = number[:, :-2] | number[:, 1:-1] | number[:, 2:]
    near: NDArray[np.bool_] = beside[:-2] | beside[1:-1] | beside[2:]
    return near


def contradiction(board: Board, mines: int, limits: Limits) -> ImpossibleBoard:
    """Returns the error for an impossible board; it names an irreducible set of numbers."""
    known, room = board.cells.count(MINED), board.cells.count(CLOSED)
    if not known <= mines <= known + room:
        return ImpossibleBoard(_mine_total(mines, known, room))
    for cell, value in board.numbered():
        around = [board[other] for other in board.neighbours(cell)]
        if not around.count(MINED) <= value <= around.count(MINED) + around.count(CLOSED):
            return crowded(cell, value, around.count(MINED), around.count(CLOSED))

    def fits(numbers: Sequence[Cell], total: int | None) -> bool:
        hidden = {cell for cell, _value in board.numbered()}.difference(numbers)
        reduced = board.having((cell, UNNUMBERED) for cell in hidden)
        if total is None:
            return _possible_with_any_total(reduced, limits)
        return bool(limits.call(backend.analyze, reduced.array, total).size)

    numbers = [cell for cell, _value in board.numbered()]
    total = mines if fits(numbers, None) else None
    cells = _irreducible(numbers, lambda kept: not fits(kept, total))
    return conflicting(board, cells, total)


def is_possible(board: Board, mines: int | None = None, limits: Limits | None = None) -> bool:
    """Returns True if some layout is consistent with a board; with ``mines`` mines, if known.

    Raises TooLarge if a limit is reached.
    """
    limits = Limits() if limits is None else limits
    if mines is None:
        return _possible_with_any_total(board, limits)
    known, room = board.cells.count(MINED), board.cells.count(CLOSED)
    if not known <= mines <= known + room:
        return False
    return bool(limits.call(backend.analyze, board.array, mines).size)


def _possible_with_any_total(board: Board, limits: Limits) -> bool:
    """Returns True if the numbers are consistent with some total number of mines."""
    # An isolated strip of closed cells is added to the board; it holds the other mines.
    width = board.width + 1 + -(-board.cells.count(CLOSED) // board.height)
    wider = np.full((board.height, width), CLOSED, np.uint8)
    wider[:, : board.width] = board.array
    wider[:, board.width] = UNNUMBERED
    mines = board.cells.count(MINED) + board.cells.count(CLOSED)
    return bool(limits.call(backend.analyze, wider, mines).size)


def _irreducible(cells: list[Cell], conflict: Callable[[list[Cell]], bool]) -> list[Cell]:
    """Returns a subset that is still in conflict, but not without any one of its cells."""
    kept = list(cells)
    size = max(1, len(kept) // 2)
    while True:  # Large pieces first: most numbers are not needed.
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
            "the board shows {known} known mine, but the total is only {mines}",
            "the board shows {known} known mines, but the total is only {mines}",
            known,
        ).format(known=known, mines=mines)
    problem = ngettext("{n} mine does not fit", "{n} mines do not fit", mines).format(
        n=whole(mines)
    )
    # Translators: {problem} is "{n} mines do not fit".
    return ngettext(
        "{problem}: with {room} closed cell there is room for {most}",
        "{problem}: with {room} closed cells there is room for {most}",
        room,
    ).format(problem=problem, room=room, most=known + room)


def conflicting(board: Board, cells: Sequence[Cell], mines: int | None) -> ImpossibleBoard:
    """Returns the error for numbers that conflict, with each other or with a total of ``mines``."""
    placed = ", ".join(
        # Translators: a number on the board in a list, such as "2 at 3,0".
        _("{value} at {x},{y}").format(value=board[cell], **axes(cell))
        for cell in cells
    )
    text = (
        # Translators: {numbers} is a list such as "2 at 3,0, 1 at 4,0".
        _("these numbers contradict each other: {numbers}")
        if mines is None
        else ngettext(
            "no layout with {mines} mine in all is consistent with these numbers: {numbers}",
            "no layout with {mines} mines in all is consistent with these numbers: {numbers}",
            mines,
        )
    )
    return ImpossibleBoard(text.format(mines=mines, numbers=placed), tuple(cells))
