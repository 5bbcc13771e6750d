"""A recorded game: a layout, what the mouse did, and the actions that follow from it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

from mastermine.core.game import Outcome, Turn
from mastermine.minesweeper.board import CLOSED, Board, Cell, Layout
from mastermine.minesweeper.metrics import Metrics
from mastermine.minesweeper.rules import Exploded, Feedback, First, Minesweeper, Opened

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

BUTTONS = ("lc", "lr", "rc", "rr", "mc", "mr", "sc")
"""Events of buttons, as RawVF names them.

The left, right or middle one is pressed (``c``) or released (``r``); ``sc`` is the left one with
Shift.
"""


class Verb(StrEnum):
    """A move on a cell."""

    CLICK = "click"
    """Opens it."""
    CHORD = "chord"
    """Opens the closed, unflagged cells around it."""
    FLAG = "flag"
    """Sets or removes a flag."""


@dataclass(frozen=True, slots=True)
class Event:
    """A button that is pressed or released."""

    seconds: float
    """Time since the record began."""
    button: str
    """One of ``BUTTONS``."""
    cell: Cell | None
    """Cell under the pointer; None outside the board."""


@dataclass(frozen=True, slots=True)
class Action:
    """A click, a chord or a flag."""

    verb: Verb
    cell: Cell
    seconds: float | None = None
    """Time since the first cell was opened, 0 before it; None if it is unknown."""
    turns: tuple[Turn[Cell, Feedback], ...] = ()
    """Its clicks on cells with their answers; none for a flag."""
    wasted: bool = False
    """True if it changed nothing."""

    @property
    def opened(self) -> set[Cell]:
        """The safe cells that it opened."""
        answers = (turn.feedback for turn in self.turns)
        return {
            cell for each in answers if isinstance(each, Opened) for cell, _number in each.cells
        }


@dataclass(frozen=True, kw_only=True)
class Replay:
    """A recorded game."""

    layout: Layout
    events: tuple[Event, ...]
    player: str = ""
    program: str = ""
    marks: bool = False
    """True if a right click on a flag makes a question mark."""
    day: date | None = None
    """When it was played, if the file says it."""

    @cached_property
    def rules(self) -> Minesweeper:
        """The rules: the first click may be a mine if it was one. Raises InvalidSpec."""
        width, height, mines = self.layout.width, self.layout.height, self.layout.count
        rules = Minesweeper(width, height, mines)
        turns = self.turns
        lost = bool(turns) and isinstance(turns[0].feedback, Exploded)
        return Minesweeper(width, height, mines, First.ANY) if lost else rules

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """The actions up to the end of the game."""
        return actions_of(self.layout, self.events, self.marks)

    @property
    def turns(self) -> tuple[Turn[Cell, Feedback], ...]:
        """All that was opened."""
        return tuple(turn for action in self.actions for turn in action.turns)


def actions_of(layout: Layout, events: Iterable[Event], marks: bool = False) -> tuple[Action, ...]:
    """Returns the actions that the events of a game make, up to its end."""
    hand = Hand(layout, marks)
    made = []
    for event in events:
        if (action := hand.do(event)) is not None:
            made.append(action)
        if hand.outcome is not None:
            break
    start = next((action.seconds for action in made if action.turns), None) or 0.0
    return tuple(
        replace(action, seconds=max(0.0, round((action.seconds or 0.0) - start, 3)))
        for action in made
    )


Made = tuple[Verb | None, Cell | None]


class Hand:
    """The buttons of a mouse over a board.

    The left button opens a cell when it is released there. Both buttons, the middle one, or the
    left one with Shift make a chord when the first of them is released. The right one sets a flag
    when it is pressed alone; on an open cell it does nothing, unless it begins a chord.
    """

    def __init__(self, layout: Layout, marks: bool = False) -> None:
        self.layout, self.marks = layout, marks
        self.board = Board.closed(layout.width, layout.height)
        self.flags: set[Cell] = set()
        self.marked: set[Cell] = set()
        """Cells with a question mark."""
        self.outcome: Outcome | None = None
        self._left: bool | None = None
        """None before it is known: a record may begin with the button pressed."""
        self._right = self._middle = self._chord = self._spent = False
        self._idle: Cell | None = None
        """Open cell on which the right button was pressed; a click if no chord follows."""

    def do(self, event: Event) -> Action | None:
        """Presses or releases a button; returns the action that this makes, if any."""
        verb, cell = getattr(self, f"_{event.button}")(event.cell)
        if verb is None or cell is None:
            return None
        before = len(self.flags), len(self.marked)
        turns: tuple[Turn[Cell, Feedback], ...] = ()
        match verb:
            case Verb.CLICK:
                turns = self._open([cell] if self._can_open(cell) else [])
            case Verb.CHORD:
                turns = self._open(self._around(cell))
            case Verb.FLAG:
                self._flag(cell)
        wasted = not turns and before == (len(self.flags), len(self.marked))
        return Action(verb, cell, event.seconds, turns, wasted)

    # Each button, at a cell or outside the board; returns the action and its cell.

    def _lc(self, cell: Cell | None) -> Made:
        self._left = cell is not None
        self._chord, self._spent = self._left and self._right, False
        if self._chord:
            self._idle = None
        return None, None

    def _sc(self, cell: Cell | None) -> Made:
        self._left = self._chord = cell is not None
        self._spent = False
        return None, None

    def _rc(self, cell: Cell | None) -> Made:
        self._right = cell is not None
        if self._left:
            self._chord = self._right
            return None, None
        if cell is None or self.board[cell] == CLOSED:
            return Verb.FLAG, cell
        self._idle = cell
        return None, None

    def _mc(self, cell: Cell | None) -> Made:
        self._middle = cell is not None
        return None, None

    def _lr(self, cell: Cell | None) -> Made:
        pressed, self._left = self._left is not False, False
        if not pressed or self._spent:
            return None, None
        chord, self._chord = self._chord, False
        return Verb.CHORD if chord else Verb.CLICK, cell

    def _rr(self, cell: Cell | None) -> Made:
        self._right = False
        idle, self._idle = self._idle, None
        if idle is not None:
            return Verb.FLAG, idle
        if not (self._chord and self._left):
            return None, None
        self._chord, self._spent = False, True
        return Verb.CHORD, cell

    def _mr(self, cell: Cell | None) -> Made:
        pressed, self._middle = self._middle, False
        return (Verb.CHORD, cell) if pressed else (None, None)

    # Each action.

    def _can_open(self, cell: Cell) -> bool:
        return self.board[cell] == CLOSED and cell not in self.flags

    def _around(self, cell: Cell) -> list[Cell]:
        """Returns the cells that a chord opens."""
        around = self.board.neighbours(cell)
        if self.board[cell] != sum(other in self.flags for other in around):
            return []
        return [other for other in around if self._can_open(other)]

    def _flag(self, cell: Cell) -> None:
        if self.board[cell] != CLOSED:
            return
        if cell in self.flags:
            self.flags.remove(cell)
            if self.marks:
                self.marked.add(cell)
        elif cell in self.marked:
            self.marked.remove(cell)
        else:
            self.flags.add(cell)

    def _open(self, cells: Sequence[Cell]) -> tuple[Turn[Cell, Feedback], ...]:
        """Opens cells one after the other, up to a mine; flagged cells stay closed."""
        turns: list[Turn[Cell, Feedback]] = []
        for cell in cells:
            if self.board[cell] != CLOSED:
                continue
            if cell in self.layout:
                turns.append(Turn(cell, Exploded()))
                self.outcome = Outcome.LOST
                break
            opened = self._opened(cell)
            turns.append(Turn(cell, Opened(opened)))
            self.board = self.board.having(opened)
            self.marked -= {other for other, _number in opened}
            if self.board.cells.count(CLOSED) == self.layout.count:
                self.outcome = Outcome.WON
                break
        return tuple(turns)

    def _opened(self, cell: Cell) -> tuple[tuple[Cell, int], ...]:
        """Returns the cells that a click opens: a flag stops an opening."""
        whole = self.layout.opened(cell)
        if self.flags.isdisjoint(other for other, _number in whole):
            return whole
        numbers = dict(whole)
        waiting, seen = [cell], {cell}
        while waiting:
            at = waiting.pop()
            if numbers[at] == 0:
                new = {*self.board.neighbours(at)} - self.flags - seen
                seen |= new
                waiting += new
        return tuple((other, number) for other, number in whole if other in seen)


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures by which players compare games."""

    seconds: float | None
    """Time of the last action."""
    bbbv: int
    """3BV of the layout."""
    solved: int
    """3BV that was opened."""
    zini: int
    human_zini: int
    left: int
    """Clicks with the left button on the board, those that opened nothing included."""
    right: int
    """Right clicks, which set and remove flags."""
    double: int
    """Chords."""
    wasted: int
    """Actions that changed nothing."""

    @property
    def clicks(self) -> int:
        """Number of all clicks."""
        return self.left + self.right + self.double

    @property
    def speed(self) -> float | None:
        """3BV that was opened, per second."""
        return self.solved / self.seconds if self.seconds else None

    @property
    def efficiency(self) -> float | None:
        """3BV that was opened, per click."""
        return self.solved / self.clicks if self.clicks else None


def figures(layout: Layout, actions: Sequence[Action]) -> Figures:
    """Returns the figures of a game, as far as it was played."""
    metrics = Metrics(layout)
    count = {verb: sum(action.verb is verb for action in actions) for verb in Verb}
    opened = {layout.width * y + x for action in actions for x, y in action.opened}
    zeros = [{i for i in cells if layout.numbers[i] == 0} for cells in metrics.opening_cells]
    return Figures(
        seconds=actions[-1].seconds if actions else None,
        bbbv=metrics.bbbv,
        solved=len(metrics.lonely & opened) + sum(each <= opened for each in zeros),
        zini=metrics.zini,
        human_zini=metrics.human_zini,
        left=count[Verb.CLICK],
        right=count[Verb.FLAG],
        double=count[Verb.CHORD],
        wasted=sum(action.wasted for action in actions),
    )
