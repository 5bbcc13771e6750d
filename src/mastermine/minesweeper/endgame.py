"""Best play for positions with few layouts, and for small boards from the first click on.

All possible layouts are equally likely, so the chance to win is the share of layouts that are won.
Opening a cell loses the layouts with a mine there and splits the others by the number shown; the
wins of the parts add up. ``cpp/minesweeper/endgame.hpp`` describes how the search is pruned;
``reference.endgame`` searches without pruning.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermine.core.errors import IllegalMove, InvalidSpec, TooLarge
from mastermine.i18n.numbers import decimal, whole
from mastermine.i18n.text import _, ngettext
from mastermine.minesweeper.board import Board, Cell
from mastermine.minesweeper.generate import allowed
from mastermine.minesweeper.kernels import backend
from mastermine.minesweeper.probability import Limits, contradiction
from mastermine.minesweeper.rules import First, Minesweeper

if TYPE_CHECKING:
    from collections.abc import Callable

    from mastermine.minesweeper.knowledge import BoardView

WORK_LIMIT = 200_000_000_000
"""Default limit of the work of each search: about so many cells and layouts are looked at.

It takes some 10 minutes, longer if first clicks need several searches; with ``FEW_LAYOUTS`` less
than a hundredth of it is needed.
"""

MEMORY_LIMIT_BYTES = 1 << 31
"""Default memory limit of a search, in bytes."""

MAX_LAYOUTS = 2_000_000
"""Maximum number of layouts of a board for ``optimal_play``."""

FEW_LAYOUTS = 1000
"""Number of layouts for which the best move takes milliseconds."""


class BestMove(NamedTuple):
    """A best cell to open."""

    cell: Cell
    wins: int
    """Number of layouts won by opening this cell and best play after it."""
    layouts: int
    """Number of possible layouts."""


class Wins(NamedTuple):
    """Value of each closed cell."""

    clicks: dict[Cell, int]
    """Number of layouts won by opening each cell and best play after it."""
    layouts: NDArray[np.uint8]
    """All possible layouts, of shape (n, cells), 1 for a mine, in no particular order."""


@dataclass(frozen=True, slots=True)
class FirstClick:
    """Value of a first click with best play after it."""

    wins: int
    layouts: int
    """Number of layouts that can be drawn for this first click; all are equally likely."""

    @property
    def probability(self) -> Fraction:
        """Chance to win."""
        return Fraction(self.wins, self.layouts)


@dataclass(frozen=True, slots=True)
class Optimum:
    """Chance to win with best play from the first click on."""

    rules: Minesweeper
    clicks: dict[Cell, FirstClick]
    """Value of each requested first click, in reading order."""
    nodes: int
    """Number of positions searched; it differs between the native core and Python."""

    @property
    def best(self) -> tuple[Cell, ...]:
        """The best first clicks, in reading order."""
        most = max(click.probability for click in self.clicks.values())
        return tuple(cell for cell, click in self.clicks.items() if click.probability == most)

    @property
    def wins(self) -> int:
        """Number of layouts won after the best first click."""
        return self.clicks[self.best[0]].wins

    @property
    def layouts(self) -> int:
        """Number of layouts that can be drawn for the best first click."""
        return self.clicks[self.best[0]].layouts

    @property
    def probability(self) -> Fraction:
        return self.clicks[self.best[0]].probability


def optimal_play(
    rules: Minesweeper,
    first: Cell | None = None,
    *,
    work_limit: int | None = WORK_LIMIT,
    memory_limit: int | None = MEMORY_LIMIT_BYTES,
) -> Optimum:
    """Computes the chance to win by best play, for each first click or only for ``first``.

    The layout is drawn after the first click, which is safe (or a zero) if the rules say so.
    Of cells that are equal by symmetry only one is searched. The limits are in units of
    work (see ``analyze``) and in bytes; None means no limit.

    Raises TooLarge if the board has too many layouts or a limit is reached, InvalidSpec if the
    rules are without guesses, and IllegalMove if the first click is outside the board.
    """
    if rules.noguess:
        raise InvalidSpec(
            _("{spec}: every game without guesses is won; remove -noguess").format(
                spec=rules.spec()
            )
        )
    if first is not None:
        rules.check(first)
    every = [(x, y) for y in range(rules.height) for x in range(rules.width)]
    cells = every if first is None else [first]
    search = _Search(rules.spec(), work_limit, memory_limit)
    images = sorted({_image(rules, cell) for cell in cells})
    solve = _opening if rules.first is First.OPEN else _any
    found = solve(rules, images, search)
    layouts = {cell: comb(len(allowed(rules, cell)), rules.mines) for cell in images}
    clicks = {cell: FirstClick(found[cell][0], layouts[cell]) for cell in images}
    return Optimum(
        rules,
        {cell: clicks[_image(rules, cell)] for cell in cells},
        sum(nodes for _wins, nodes in found.values()),
    )


def best_move(
    board: Board,
    mines: int,
    *,
    most: int = FEW_LAYOUTS,
    work_limit: int | None = WORK_LIMIT,
    memory_limit: int | None = MEMORY_LIMIT_BYTES,
) -> BestMove:
    """Computes the cell to open next for the best chance to win.

    Ties are broken in this order: a certainly safe cell, a cell whose number gives information, the
    safest cell, the first in reading order. ``mines`` is the total number, known ones included.

    Raises TooLarge if more than ``most`` layouts are possible or a limit is reached,
    ImpossibleBoard if no layout is possible, and IllegalMove if every safe cell is open.
    """
    search = _Search(_("the board"), work_limit, memory_limit)
    layouts = _possible(board, mines, most, search)
    cell, wins, _nodes = search(backend.best_play, layouts, board.array).tolist()
    if cell < 0:
        raise IllegalMove(_("every safe cell is open: the game is won"))
    return BestMove(board.cell(cell), wins, len(layouts))


def best_of_few(view: BoardView, few: int) -> Cell | None:
    """Returns the cell of ``best_move``, or None if more than ``few`` layouts are possible."""
    if view.knowledge.count() > few:
        return None
    return best_move(view.knowledge.board, view.rules.mines, most=few).cell


def click_wins(
    board: Board,
    mines: int,
    *,
    most: int = FEW_LAYOUTS,
    work_limit: int | None = WORK_LIMIT,
    memory_limit: int | None = MEMORY_LIMIT_BYTES,
) -> Wins:
    """Computes the value of every closed cell. ``mines`` is the total number, known ones included.

    Raises TooLarge and ImpossibleBoard like ``best_move``.
    """
    search = _Search(_("the board"), work_limit, memory_limit)
    layouts = _possible(board, mines, most, search)
    cells = board.hidden
    places = np.array([board.index(cell) for cell in cells], np.int64)
    rows = search(backend.click_wins, layouts, board.array, places).tolist()
    return Wins({cell: sum(row[:-1]) for cell, row in zip(cells, rows, strict=True)}, layouts)


def _possible(board: Board, mines: int, most: int, search: _Search) -> NDArray[Any]:
    """Returns all possible layouts of a board. Raises TooLarge, ImpossibleBoard."""
    if not 0 <= mines <= len(board.cells):
        raise contradiction(board, mines, Limits())
    layouts = search(backend.fitting_layouts, board.array, mines, most)
    if len(layouts) > most:
        raise TooLarge(
            ngettext(
                "more than {most} layout is possible: open more cells first",
                "more than {most} layouts are possible: open more cells first",
                most,
            ).format(most=whole(most))
        )
    if not len(layouts):
        raise contradiction(board, mines, Limits())
    return layouts


class _Search:
    """Calls the kernel with the same limits for each call."""

    def __init__(self, what: str, work: int | None, memory: int | None) -> None:
        self.what, self.work, self.memory = what, work, memory

    def __call__(self, function: Callable[..., NDArray[Any]], *arguments: Any) -> NDArray[Any]:
        """Calls a kernel function. Raises TooLarge."""
        try:
            return function(*arguments, self.work or 0, self.memory or 0)
        except TimeoutError:
            raise TooLarge(
                # Translators: {what} is "the board" or rules such as minesweeper:5x5x5.
                _(
                    "{what}: finding the best play takes too much work; "
                    "allow more, or use fewer cells or mines"
                ).format(what=self.what)
            ) from None
        except MemoryError:
            raise TooLarge(
                _(
                    "{what}: finding the best play needs more than {size} MB of memory; "
                    "use fewer cells or mines"
                ).format(what=self.what, size=decimal(self.memory / 1e6, 0))
                if self.memory
                else _("{what}: there is not enough memory to find the best play").format(
                    what=self.what
                )
            ) from None


def _image(rules: Minesweeper, cell: Cell) -> Cell:
    """Returns one representative of the cells that are equal by symmetry of the board."""
    x, y = cell
    x, y = min(x, rules.width - 1 - x), min(y, rules.height - 1 - y)
    return (max(x, y), min(x, y)) if rules.width == rules.height else (x, y)


def _layouts(rules: Minesweeper, board: Board, n: int, search: _Search) -> NDArray[Any]:
    """Returns the n possible layouts of a board. Raises TooLarge."""
    if n > MAX_LAYOUTS:
        message = (
            ngettext(
                "{spec} has {n} layout; the best play can be computed for at most {most}, as in "
                "{example}",
                "{spec} has {n} layouts; the best play can be computed for at most {most}, as in "
                "{example}",
                n,
            )
            if n < 10**9
            else _(
                "{spec} has more than 10^{digits} layouts; the best play can be computed for at "
                "most {most}, as in {example}"
            )
        )
        raise TooLarge(
            message.format(
                spec=rules.spec(),
                n=whole(n),
                digits=len(str(n)) - 1,
                most=whole(MAX_LAYOUTS),
                example="minesweeper:5x5x5",
            )
        )
    return search(backend.fitting_layouts, board.array, rules.mines, n)


def _any(rules: Minesweeper, cells: list[Cell], search: _Search) -> dict[Cell, tuple[int, int]]:
    """Returns wins and positions searched for each first click that may show any number."""
    board = Board.closed(rules.width, rules.height)
    layouts = _layouts(rules, board, comb(rules.cells, rules.mines), search)
    places = np.array([board.index(cell) for cell in cells], np.int64)
    rows = search(backend.click_wins, layouts, board.array, places).tolist()
    return {cell: (sum(row[:-1]), row[-1]) for cell, row in zip(cells, rows, strict=True)}


def _opening(rules: Minesweeper, cells: list[Cell], search: _Search) -> dict[Cell, tuple[int, int]]:
    """Returns wins and positions searched for each first click that shows a zero."""
    found = {}
    for cell in cells:
        n = comb(len(allowed(rules, cell)), rules.mines)
        board = Board.closed(rules.width, rules.height).having([(cell, 0)])
        layouts = _layouts(rules, board, n, search)
        _cell, wins, nodes = search(backend.best_play, layouts, board.array).tolist()
        found[cell] = wins, nodes
    return found
