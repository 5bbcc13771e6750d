"""Plans that open a board with few clicks: flags and chords where they save clicks.

Players compare *efficiency*: 3BV divided by the clicks, of which flags and chords are some. A click
on a cell opens at most one unit of 3BV. A chord on a number opens all cells around it; it costs
one click, and one for each flag that is missing.

While some cell is certainly safe, the plan compares all chords and clicks that hit no mine:

- The *worth* of a cell is the 3BV expected from opening it: less than 1 if a zero beside it may
  open it for nothing.
- The *saving* of a chord is the worth of the cells that it opens, minus its clicks.
- Chords compete for cells and share flags. So each move also counts by how much it changes what the
  chords on the numbers around could save: the sum for the best of them, then the best that remains,
  and so on.
- A click also counts by the chance of a zero and the number of cells that it makes certain.

The weights were tuned on some hundred expert games. Nothing is known but the visible board: all
chances are exact, those of several cells together are approximated.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, cast

from mastermine.core.game import View
from mastermine.minesweeper.board import CLOSED, MINED, Cell, Layout, neighbour_table
from mastermine.minesweeper.cells import check_cell
from mastermine.minesweeper.probability import Analysis, analyze

if TYPE_CHECKING:
    from mastermine.minesweeper.knowledge import BoardView
    from mastermine.minesweeper.rules import Feedback

    Guess = Callable[[BoardView], Cell]

UNCERTAIN_WORTH = 0.75
"""Worth of a cell that is not certain, if it is safe."""

UNCERTAIN_CHORD = 0.6
"""Part of a saving that counts while the cells around the number are not all certain."""

LEAST_GAIN = -0.3
"""Value below which a chord is not considered before the clicks."""

FLAG = 0.3
"""Value of a new flag with at least ``FLAG_CELLS`` cells around it that it may help to open."""

FLAG_CELLS = 3

RIVALS, RIVALS_OF_CLICK = 0.6, 0.7
"""Weights of the savings of other chords, for a chord and for a click."""

ZERO, CERTAIN_CELL = 0.5, 0.15
"""Weights of the chance of a zero, and of each cell that becomes certain."""

INDEPENDENT = 0.3
"""Weight of the chance that one of several cells is a zero as if they were independent; the rest is
that of the likeliest one."""

SHORTLIST = 6
"""Number of clicks for which the cells that become certain are counted."""

RARE = 0.04
"""Numbers that a cell shows with a smaller chance are not examined."""


@dataclass(frozen=True, slots=True)
class ClickPlan:
    """The next click and the flags that must be set before it."""

    cell: Cell
    flags: tuple[Cell, ...]
    opens: tuple[Cell, ...]
    """The cells that it opens, apart from those beside a zero: the cell, or those of a chord."""
    zero: float
    """Chance that a cell that is opened by itself shows a zero; 0 for a chord."""

    @property
    def is_chord(self) -> bool:
        return self.cell not in self.opens

    @property
    def clicks(self) -> int:
        """Number of clicks, flags included."""
        return len(self.flags) + 1


def plan_clicks(analysis: Analysis, flags: Collection[Cell] = ()) -> ClickPlan | None:
    """Returns the next clicks, or None if no closed cell is certainly safe.

    ``flags`` are the flags that are set. Numbers beside a flag that may be wrong are not chorded.
    Raises TooLarge, and IllegalMove for a flag outside the board.
    """
    for flag in flags:
        check_cell(flag, analysis.board.width, analysis.board.height)
    return _Planner(analysis, flags).chosen() if analysis.safe else None


@dataclass(frozen=True, slots=True)
class Clicks:
    """Clicks of a player who follows the plan, up to the one that opens the next cells."""

    count: int
    """Number of clicks, flags and chords included."""
    flags: frozenset[Cell]
    waiting: tuple[Cell, ...]
    """The cells that the last click opens and whose turns are still to come; the next one first."""


class _Latest(threading.local):
    """Cache of the last view of a game and the clicks up to it; the next turn only extends them."""

    def __init__(self) -> None:
        self.game: tuple[Guess, View[Layout, Cell, Feedback], Clicks] | None = None


_latest = _Latest()


def follow(view: BoardView, guess: Guess) -> Clicks:
    """Returns the clicks of a player who follows the plan and otherwise clicks on ``guess``.

    All turns so far are that player's, one for each cell that a chord opens. Raises TooLarge.
    """
    rules, turns = view.rules, view.turns
    start = Clicks(0, frozenset(), ())
    if not turns:  # It may be a position without a game.
        return _after(view, start, guess)
    known = _latest.game
    if (
        known is not None
        and (known[0], known[1].rules) == (guess, rules)
        and turns[: known[1].length] == known[1].turns
    ):
        _guess, seen, clicks = known
    else:
        seen = View(rules)
        clicks = _after(cast("BoardView", seen), start, guess)
    for turn in turns[seen.length :]:
        seen = seen.after(turn)
        clicks = _after(cast("BoardView", seen), clicks, guess)
    _latest.game = guess, seen, clicks
    return clicks


def _after(view: BoardView, before: Clicks, guess: Guess) -> Clicks:
    """Returns the clicks after one more turn; ``before`` are those up to it."""
    closed = set(view.knowledge.closed())
    flags = before.flags & closed
    if view.turns and view.turns[-1].action in before.waiting:
        waiting = tuple(cell for cell in before.waiting if cell in closed)
        if waiting:
            return Clicks(before.count, flags, waiting)
    if made := plan_clicks(view.knowledge.analysis, flags):
        return Clicks(before.count + made.clicks, flags.union(made.flags), made.opens)
    return Clicks(before.count + 1, flags, (guess(view),))


class _Planner:
    """Compares the moves in one position; cells are indices in reading order."""

    def __init__(self, analysis: Analysis, flags: Collection[Cell]) -> None:
        board = analysis.board
        self.analysis, self.board = analysis, board
        self.around = neighbour_table(board.width, board.height)
        self.risk: list[float] = analysis.mine_probability.ravel().tolist()
        self.safe = [board.index(cell) for cell in analysis.safe]
        placed = {board.index(cell) for cell in flags}
        self.flagged = {i for i in placed if self.risk[i] == 1}
        self.doubtful = placed - self.flagged
        self._closed: dict[int, list[int]] = {}

    def chosen(self) -> ClickPlan:
        cell = self.board.cell
        chord, value = self.best_chord()
        if chord is None or value <= LEAST_GAIN:
            values = self.values_of_clicks()
            index = max(values, key=lambda i: (values[i], -i))
            if chord is None or self.missing(chord) or value < values[index]:
                return ClickPlan(cell(index), (), (cell(index),), self.chances[index][0])
        near = self.closed(chord)
        opens = tuple(cell(i) for i in near if not self.risk[i])
        return ClickPlan(cell(chord), tuple(map(cell, self.missing(chord))), opens, 0.0)

    def closed(self, index: int) -> list[int]:
        """Returns the closed cells around a cell, with known mines: a chord needs flags there."""
        if index not in self._closed:
            cells = self.board.cells
            self._closed[index] = [i for i in self.around[index] if cells[i] in (CLOSED, MINED)]
        return self._closed[index]

    def numbers(self, cells: Iterable[int]) -> set[int]:
        """Returns the open numbers around cells."""
        shown = self.board.cells
        return {i for cell in cells for i in self.around[cell] if 0 < shown[i] < CLOSED}

    def missing(self, number: int) -> list[int]:
        """Returns the certain mines around a number that have no flag."""
        return [i for i in self.closed(number) if self.risk[i] == 1 and i not in self.flagged]

    # Worth.

    @cached_property
    def chances(self) -> dict[int, list[float]]:
        """Chances of the numbers in the safe cells, and in those beside them that can be zeros."""
        cells = self.board.cells
        beside = {i for cell in self.safe for i in self.around[cell] if cells[i] == CLOSED}
        zeros = {i for i in beside if self.risk[i] < 1 and not self._beside_mine(i)}
        asked = sorted(zeros.union(self.safe))
        table = self.analysis.number_table([self.board.cell(i) for i in asked]).tolist()
        return dict(zip(asked, table, strict=True))

    def _beside_mine(self, index: int) -> bool:
        return any(self.risk[i] == 1 for i in self.closed(index))

    @cached_property
    def worth(self) -> dict[int, float]:
        """The 3BV expected from opening each closed cell that may be safe."""
        cells = enumerate(self.board.cells)
        closed = [i for i, value in cells if value == CLOSED and self.risk[i] < 1]
        worth = {i: (1 - self.risk[i]) * UNCERTAIN_WORTH for i in closed}
        for i in self.safe:
            zeros = [self.chances[j][0] for j in self.closed(i) if j in self.chances]
            none = 1.0
            for chance in zeros:
                none *= 1 - chance
            opened = INDEPENDENT * (1 - none) + (1 - INDEPENDENT) * max(zeros, default=0.0)
            zero = self.chances[i][0]
            worth[i] = zero + (1 - zero) * (1 - opened)
        return worth

    def savings(
        self, numbers: Iterable[tuple[int, int]], opened: Iterable[int], flags: Iterable[int]
    ) -> float:
        """Returns what chords on numbers could save, the best first.

        ``numbers`` are cells and what they show; ``opened`` and ``flags`` are opened and flagged
        before.
        """
        worth, gone, placed = self.worth, set(opened), set(flags)
        rows = []
        for index, number in numbers:
            near = self.closed(index)
            certain = all(self.risk[i] in (0.0, 1.0) for i in near if i not in gone)
            mines = [i for i in near if self.risk[i] and i not in self.flagged]
            cost = 1.0 + number - sum(i in self.flagged for i in near)
            rows.append((near, mines, cost, 1.0 if certain else UNCERTAIN_CHORD))
        total = 0.0
        while rows:
            best, at = 0.0, -1
            for n, (near, mines, cost, part) in enumerate(rows):
                gain = sum([worth[i] for i in near if i in worth and i not in gone]) - cost
                gain += sum([self.risk[i] for i in mines if i in placed])
                if gain * part > best:
                    best, at = gain * part, n
            if at < 0:
                break
            near, mines, _cost, _part = rows.pop(at)
            total += best
            gone.update(i for i in near if i in worth)
            placed.update(mines)
        return total

    # Moves.

    def best_chord(self) -> tuple[int | None, float]:
        """Returns the number with the most valuable chord, and its value."""
        best: tuple[int | None, float] = None, 0.0
        for number in sorted(self.numbers(self.safe)):
            near = self.closed(number)
            if self.doubtful.isdisjoint(near) and all(self.risk[i] in (0.0, 1.0) for i in near):
                value = self.value_of_chord(number)
                if best[0] is None or value > best[1]:
                    best = number, value
        return best

    def value_of_chord(self, number: int) -> float:
        near, flags = self.closed(number), self.missing(number)
        opened = [i for i in near if not self.risk[i]]
        shown = self.board.cells
        rivals = [(i, shown[i]) for i in sorted(self.numbers(near)) if i != number]
        change = self.savings(rivals, opened, flags) - self.savings(rivals, (), ())
        helped = 0.0
        for flag in flags:
            cells = sum(self.risk[i] < 1 and i not in opened for i in self.closed(flag))
            helped += min(1.0, cells / FLAG_CELLS)
        saved = sum(self.worth[i] for i in opened) - 1 - len(flags)
        return saved + RIVALS * change + FLAG * helped

    def values_of_clicks(self) -> dict[int, float]:
        """Returns the value of a click on the most promising safe cells."""
        safe = [i for i in self.safe if i not in self.doubtful] or self.safe
        values = {i: self.value_of_click(i) for i in safe}
        listed = sorted(safe, key=lambda i: -values[i])[:SHORTLIST]
        if len(listed) == 1:
            return values
        return {i: values[i] + CERTAIN_CELL * self.certain_cells(i) for i in listed}

    def value_of_click(self, index: int) -> float:
        shown, chances = self.board.cells, self.chances[index]
        rivals = [(i, shown[i]) for i in sorted(self.numbers([index]))]
        before = self.savings(rivals, (), ())
        change = sum(
            chance * (self.savings([*rivals, (index, number)], (index,), ()) - before)
            for number, chance in enumerate(chances[1:9], 1)
            if chance > RARE
        )
        return self.worth[index] - 1 + RIVALS_OF_CLICK * change + ZERO * chances[0]

    def certain_cells(self, index: int) -> float:
        """Returns the number of cells expected to become certain by a number in a cell."""
        expected = 0.0
        for number, chance in enumerate(self.chances[index][1:9], 1):
            if chance > RARE:
                board = self.board.having([(self.board.cell(index), number)])
                later = analyze(board, self.analysis.mines).mine_probability.ravel().tolist()
                expected += chance * sum(
                    later[i] in (0.0, 1.0) and 0 < self.risk[i] < 1 for i in self.worth
                )
        return expected
