"""Conclusions of a player who uses single numbers and one more rule.

Earlier conclusions stay known, so such a player may know more than these rules conclude from the
current board alone. The notes therefore follow the game from its first click.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import chain

from mastermine.core.game import Turn
from mastermine.minesweeper.board import Board, Cell
from mastermine.minesweeper.deduction.position import Position, in_order
from mastermine.minesweeper.deduction.single import single_numbers
from mastermine.minesweeper.deduction.step import Step
from mastermine.minesweeper.knowledge import BoardView
from mastermine.minesweeper.rules import Feedback, Minesweeper, Opened

Rule = Callable[[Position], Iterable[Step]]
"""Function that yields steps from a position; no step uses the conclusions of another."""

Turns = tuple[Turn[Cell, Feedback], ...]


@dataclass(frozen=True, slots=True)
class Notes:
    """Knowledge after some clicks."""

    position: Position
    """The board with known mines; cells proved safe stay unknown in it until they are open."""
    safe: tuple[Cell, ...]
    """Cells proved safe but not yet open. The player deduces again only when all are open."""

    def after(self, turn: Turn[Cell, Feedback], rule: Rule) -> Notes:
        """Returns the notes after one more click."""
        cells = turn.feedback.cells if isinstance(turn.feedback, Opened) else ()
        board = self.position.board.having(cells)
        position = Position(board, self.position.total).after((), self.position.mines)
        opened = {cell for cell, _number in cells}
        safe = tuple(cell for cell in self.safe if cell not in opened)
        return Notes(position, safe) if safe else _think(position, rule)


def _think(position: Position, rule: Rule) -> Notes:
    """Applies single numbers, or the rule if they conclude nothing, until some cell is safe."""
    while True:
        steps = list(single_numbers(position)) or list(rule(position))
        safe = frozenset(chain.from_iterable(step.safe for step in steps))
        mines = frozenset(chain.from_iterable(step.mines for step in steps))
        position = position.after((), mines)
        if safe or not mines:
            return Notes(position, in_order(safe))


class _Latest(threading.local):
    """Cache of the last game and its notes for each rule; the next click only extends them."""

    def __init__(self) -> None:
        self.games: dict[Rule, tuple[Minesweeper, Turns, Notes]] = {}


_latest = _Latest()


def take_notes(view: BoardView, rule: Rule) -> Notes:
    """Returns the notes of a player who uses single numbers, or ``rule`` if they fail."""
    rules, turns = view.rules, view.turns
    if not turns and not view.knowledge.untouched:  # A position without a game.
        return _think(Position(view.knowledge.board, rules.mines), rule)
    game, noted, notes = _latest.games.get(rule, (None, (), None))
    if notes is None or game != rules or turns[: len(noted)] != noted:
        noted = ()
        notes = Notes(Position(Board.closed(rules.width, rules.height), rules.mines), ())
    for turn in turns[len(noted) :]:
        notes = notes.after(turn, rule)
    _latest.games[rule] = rules, turns, notes
    return notes
