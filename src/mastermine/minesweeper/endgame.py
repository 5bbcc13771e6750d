"""The best play there can be, where few layouts are left or the whole board is small.

All layouts that are possible are equally likely, so the chance to win is the number of layouts that
are won by it. A cell that is opened loses those with a mine there, and splits the others by the
number that it shows; the wins of the parts add up. ``cpp/minesweeper/endgame.hpp`` says how the
search is kept small; ``reference.endgame`` does the same without any of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mastermine.core.errors import IllegalMove, InvalidSpec, TooLarge
from mastermine.i18n.numbers import decimal, plain, whole
from mastermine.i18n.text import _, ngettext
from mastermine.minesweeper.board import Board, Cell
from mastermine.minesweeper.generate import allowed
from mastermine.minesweeper.kernels import backend
from mastermine.minesweeper.probability import Limits, contradiction
from mastermine.minesweeper.rules import First, Minesweeper

if TYPE_CHECKING:
    from collections.abc import Callable

    from mastermine.minesweeper.knowledge import BoardView

TIME_LIMIT_SECONDS = 600.0
"""Seconds that a whole board may take unless told otherwise."""

MEMORY_LIMIT_BYTES = 1 << 31
"""Bytes that a search may take unless told otherwise."""

MOST_LAYOUTS = 2_000_000
"""Boards with more layouts are not tried."""

FEW_LAYOUTS = 1000
"""The number of layouts with which the best move takes milliseconds."""


class BestMove(NamedTuple):
    """A cell that wins as many layouts as any."""

    cell: Cell
    wins: int
    """In how many layouts the game is won by opening this cell, and the best play from there."""
    layouts: int
    """How many layouts fit the board."""


class Wins(NamedTuple):
    """What each closed cell is worth."""

    clicks: dict[Cell, int]
    """In how many layouts the game is won by opening this cell next, and the best play from there.
    """
    layouts: NDArray[np.uint8]
    """All layouts that fit, of shape (n, cells), 1 for a mine, in no particular order."""


@dataclass(frozen=True, slots=True)
class FirstClick:
    """What a first click is worth, with the best play from there."""

    wins: int
    layouts: int
    """How many layouts may be drawn for this first click, each equally likely."""

    @property
    def probability(self) -> Fraction:
        """The chance to win."""
        return Fraction(self.wins, self.layouts)


@dataclass(frozen=True, slots=True)
class Optimum:
    """The chance to win with the best play from the first click on."""

    rules: Minesweeper
    clicks: dict[Cell, FirstClick]
    """Each first click, in reading order; or the only one that was asked for."""
    nodes: int
    """How many positions were looked at; that depends on the core in use."""

    @property
    def best(self) -> tuple[Cell, ...]:
        """The first clicks that are as good as any, in reading order."""
        most = max(click.probability for click in self.clicks.values())
        return tuple(cell for cell, click in self.clicks.items() if click.probability == most)

    @property
    def wins(self) -> int:
        """How many layouts are won after the best first click."""
        return self.clicks[self.best[0]].wins

    @property
    def layouts(self) -> int:
        """How many layouts may be drawn for the best first click."""
        return self.clicks[self.best[0]].layouts

    @property
    def probability(self) -> Fraction:
        """The chance to win."""
        return self.clicks[self.best[0]].probability


def optimal_play(
    rules: Minesweeper,
    first: Cell | None = None,
    *,
    time_limit: float | None = TIME_LIMIT_SECONDS,
    memory_limit: int | None = MEMORY_LIMIT_BYTES,
) -> Optimum:
    """The chance to win by the best play, for each first click or only for ``first``.

    The layout is drawn after the first click, which therefore is safe (or a zero) where the rules
    say so. Turning and mirroring the board changes nothing, so only one of such cells is searched.
    The limits are seconds and bytes; None is without limit.

    Raises TooLarge when the board has too many layouts, or a limit is reached; InvalidSpec for
    rules that keep only layouts that can be deduced, since every game is won; IllegalMove for a
    first click outside the field.
    """
    if rules.noguess:
        raise InvalidSpec(
            _("{spec}: without guesses every game is won; leave -noguess away").format(
                spec=rules.spec()
            )
        )
    if first is not None:
        rules.check(first)
    every = [(x, y) for y in range(rules.height) for x in range(rules.width)]
    cells = every if first is None else [first]
    ask = _Search(rules.spec(), time_limit, memory_limit)
    wanted = sorted({_image(rules, cell) for cell in cells})
    found = _opening(rules, wanted, ask) if rules.first is First.OPEN else _any(rules, wanted, ask)
    layouts = {cell: comb(len(allowed(rules, cell)), rules.mines) for cell in wanted}
    clicks = {cell: FirstClick(found[cell][0], layouts[cell]) for cell in wanted}
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
    time_limit: float | None = TIME_LIMIT_SECONDS,
    memory_limit: int | None = MEMORY_LIMIT_BYTES,
) -> BestMove:
    """The cell to open next for the best chance to win, on a board with so many mines.

    Of equally good cells one that is safe for certain comes first, then one whose number tells
    something, then the safest, then the first in reading order. Known mines count.

    Raises TooLarge when more than ``most`` layouts fit the board, or a limit is reached;
    ImpossibleBoard when no layout fits; IllegalMove when every safe cell is open.
    """
    ask = _Search(_("the board"), time_limit, memory_limit)
    layouts = _fitting(board, mines, most, ask)
    cell, wins, _nodes = ask(backend.best_play, layouts, board.array).tolist()
    if cell < 0:
        raise IllegalMove(_("every safe cell is open: the game is won"))
    return BestMove(board.cell(cell), wins, len(layouts))


def best_of_few(view: BoardView, few: int) -> Cell | None:
    """The cell to open next by ``best_move``; None where more than ``few`` layouts are possible."""
    if view.knowledge.count() > few:
        return None
    return best_move(view.knowledge.board, view.rules.mines, most=few).cell


def click_wins(
    board: Board,
    mines: int,
    *,
    most: int = FEW_LAYOUTS,
    time_limit: float | None = TIME_LIMIT_SECONDS,
    memory_limit: int | None = MEMORY_LIMIT_BYTES,
) -> Wins:
    """What each closed cell is worth, not only the best: on a board with so many mines.

    Raises:
        TooLarge: more than ``most`` layouts fit the board, or a limit was reached.
        ImpossibleBoard: no layout fits.
    """
    ask = _Search(_("the board"), time_limit, memory_limit)
    layouts = _fitting(board, mines, most, ask)
    cells = board.hidden
    places = np.array([board.index(cell) for cell in cells], np.int64)
    rows = ask(backend.click_wins, layouts, board.array, places).tolist()
    return Wins({cell: sum(row[:-1]) for cell, row in zip(cells, rows, strict=True)}, layouts)


def _fitting(board: Board, mines: int, most: int, ask: _Search) -> NDArray[Any]:
    """All layouts that fit a board. Raises TooLarge, ImpossibleBoard."""
    if not 0 <= mines <= len(board.cells):
        raise contradiction(board, mines, Limits())
    layouts = ask(backend.fitting_layouts, board.array, mines, most)
    if len(layouts) > most:
        raise TooLarge(
            ngettext(
                "more than {most} layout fits the board: open more cells first",
                "more than {most} layouts fit the board: open more cells first",
                most,
            ).format(most=whole(most))
        )
    if not len(layouts):
        raise contradiction(board, mines, Limits())
    return layouts


class _Search:
    """Asks the kernel, within what is left of the time."""

    def __init__(self, what: str, seconds: float | None, memory: int | None) -> None:
        self.what, self.seconds, self.memory = what, seconds, memory
        self.start = monotonic()

    def __call__(self, question: Callable[..., NDArray[Any]], *arguments: Any) -> NDArray[Any]:
        """Raises TooLarge."""
        left = 0.0
        if self.seconds is not None:
            left = max(self.seconds - (monotonic() - self.start), 1e-9)
        try:
            return question(*arguments, left, self.memory or 0)
        except TimeoutError:
            raise TooLarge(
                # Translators: {what} is "the board" or rules such as minesweeper:5x5x5.
                _(
                    "{what}: the best play was not found within {seconds} s; "
                    "allow more time, or take fewer cells or mines"
                ).format(what=self.what, seconds=plain(self.seconds or 0.0))
            ) from None
        except MemoryError:
            raise TooLarge(
                _(
                    "{what}: the best play takes more than {size} MB of memory to find; "
                    "take fewer cells or mines"
                ).format(what=self.what, size=decimal(self.memory / 1e6, 0))
                if self.memory
                else _("{what}: there is not enough memory to find the best play").format(
                    what=self.what
                )
            ) from None


def _image(rules: Minesweeper, cell: Cell) -> Cell:
    """The first of the cells to which turning and mirroring the board takes a cell."""
    x, y = cell
    x, y = min(x, rules.width - 1 - x), min(y, rules.height - 1 - y)
    return (max(x, y), min(x, y)) if rules.width == rules.height else (x, y)


def _layouts(rules: Minesweeper, board: Board, n: int, ask: _Search) -> NDArray[Any]:
    """The n layouts that fit a board. Raises TooLarge."""
    if n > MOST_LAYOUTS:
        message = (
            ngettext(
                "{spec} has {n} layout, and the best play can be searched for up to {most}; "
                "such as {example}",
                "{spec} has {n} layouts, and the best play can be searched for up to {most}; "
                "such as {example}",
                n,
            )
            if n < 10**9
            else _(
                "{spec} has more than 10^{digits} layouts, and the best play can be searched for "
                "up to {most}; such as {example}"
            )
        )
        raise TooLarge(
            message.format(
                spec=rules.spec(),
                n=whole(n),
                digits=len(str(n)) - 1,
                most=whole(MOST_LAYOUTS),
                example="minesweeper:5x5x5",
            )
        )
    return ask(backend.fitting_layouts, board.array, rules.mines, n)


def _any(rules: Minesweeper, cells: list[Cell], ask: _Search) -> dict[Cell, tuple[int, int]]:
    """The wins and the work for each first click that may show any number."""
    board = Board.closed(rules.width, rules.height)
    layouts = _layouts(rules, board, comb(rules.cells, rules.mines), ask)
    places = np.array([board.index(cell) for cell in cells], np.int64)
    rows = ask(backend.click_wins, layouts, board.array, places).tolist()
    return {cell: (sum(row[:-1]), row[-1]) for cell, row in zip(cells, rows, strict=True)}


def _opening(rules: Minesweeper, cells: list[Cell], ask: _Search) -> dict[Cell, tuple[int, int]]:
    """The wins and the work for each first click that shows a zero."""
    found = {}
    for cell in cells:
        n = comb(len(allowed(rules, cell)), rules.mines)
        board = Board.closed(rules.width, rules.height).having([(cell, 0)])
        layouts = _layouts(rules, board, n, ask)
        _cell, wins, nodes = ask(backend.best_play, layouts, board.array).tolist()
        found[cell] = wins, nodes
    return found
