"""What a player has worked out in a game so far, by single numbers and some further rule.

Such a player may know more than the numbers on the board say by these rules, since what was once
concluded stays known. So the notes follow the game from its first click.
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
"""What follows from a position: steps that all stand on what is known before the first of them."""

Turns = tuple[Turn[Cell, Feedback], ...]


@dataclass(frozen=True, slots=True)
class Notes:
    """What is known after some clicks."""

    position: Position
    """The board with the mines that are known; a cell that is proved safe is unknown in it."""
    safe: tuple[Cell, ...]
    """Cells proved safe and not yet open. Only when all are open the player thinks again."""

    def after(self, turn: Turn[Cell, Feedback], rule: Rule) -> Notes:
        """The notes after one more click."""
        shown = turn.feedback.cells if isinstance(turn.feedback, Opened) else ()
        board = self.position.board.having(shown)
        position = Position(board, self.position.total).after((), self.position.mines)
        opened = {cell for cell, _number in shown}
        safe = tuple(cell for cell in self.safe if cell not in opened)
        return Notes(position, safe) if safe else _think(position, rule)


def _think(position: Position, rule: Rule) -> Notes:
    """Single numbers as long as they say anything, else the rule, until some cell is safe."""
    while True:
        steps = list(single_numbers(position)) or list(rule(position))
        safe = frozenset(chain.from_iterable(step.safe for step in steps))
        mines = frozenset(chain.from_iterable(step.mines for step in steps))
        position = position.after((), mines)
        if safe or not steps:
            return Notes(position, in_order(safe))


class _Latest(threading.local):
    """By the rule, the game whose notes were last taken: the next click only adds to them."""

    def __init__(self) -> None:
        self.games: dict[Rule, tuple[Minesweeper, Turns, Notes]] = {}


_latest = _Latest()


def take_notes(view: BoardView, rule: Rule) -> Notes:
    """The notes of a player who knows single numbers, and ``rule`` where those say nothing."""
    rules, turns = view.rules, view.turns
    if not turns and not view.knowledge.untouched:  # A position from elsewhere.
        return _think(Position(view.knowledge.board, rules.mines), rule)
    game, noted, notes = _latest.games.get(rule, (None, (), None))
    if notes is None or game != rules or turns[: len(noted)] != noted:
        noted = ()
        notes = Notes(Position(Board.closed(rules.width, rules.height), rules.mines), ())
    for turn in turns[len(noted) :]:
        notes = notes.after(turn, rule)
    _latest.games[rule] = rules, turns, notes
    return notes
