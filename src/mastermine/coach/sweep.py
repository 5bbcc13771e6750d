"""A minefield that is opened step by step, each with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from mastermine.coach.click import Advice, advise, first_click
from mastermine.core.game import Outcome, Turn, View
from mastermine.minesweeper.board import CLOSED, MINED, Board, Cell
from mastermine.minesweeper.deduction import next_step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mastermine.core.oracle import Oracle
    from mastermine.core.random import Random
    from mastermine.core.strategy import Strategy
    from mastermine.minesweeper.board import Layout
    from mastermine.minesweeper.deduction import Step
    from mastermine.minesweeper.knowledge import Field
    from mastermine.minesweeper.rules import Feedback, Minesweeper


@dataclass(frozen=True)
class Stage:
    """One conclusion, or one click on a cell of which nothing was concluded, and what it showed."""

    step: Step | None
    """The conclusion, if it was one."""
    advice: Advice | None
    """The click, if it was none: the first one, or a guess."""
    turns: tuple[Turn[Cell, Feedback], ...]
    """The clicks that were made then: on the cells that are safe, as far as they were closed."""
    board: Board
    """What can be seen then."""
    mines: frozenset[Cell]
    """The cells that are concluded to be mines."""
    outcome: Outcome | None
    """How the game stands then."""

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why, in sentences."""
        if self.step is not None:
            return (self.step.sentence,)
        return self.advice.reasons if self.advice is not None else ()

    @property
    def risk(self) -> float:
        """The chance that the click hit a mine."""
        return 0.0 if self.advice is None else self.advice.risk


def sweep(
    rules: Minesweeper,
    strategy: Strategy,
    oracle: Oracle[Cell, Feedback],
    rng: Random,
    first: Cell | None = None,
) -> Iterator[Stage]:
    """Open a minefield: what can be deduced, the cheapest reason first, and else by ``strategy``.

    ``first``, where given, is opened first. Raises IllegalMove.
    """
    view: View[Layout, Cell, Feedback] = View(rules, rng=rng)
    mines: frozenset[Cell] = frozenset()
    outcome = None
    while outcome is None:
        board = cast("Field", view.knowledge).board
        step = None
        advice = None
        if view.length:
            # What was concluded before is known: only what is new is told.
            step = next_step(board.having((cell, MINED) for cell in mines), rules.mines)
        if step is not None:
            cells = step.safe
            mines |= frozenset(step.mines)
        else:
            advice = _click(view, strategy, first)
            cells = (advice.cell,)
        turns = []
        for cell in cells:
            if cast("Field", view.knowledge).board[cell] == CLOSED:
                turns.append(Turn(cell, oracle.ask(cell)))
                view = view.after(turns[-1])
        outcome = rules.outcome(view.turns)
        known = cast("Field", view.knowledge).board
        yield Stage(step, advice, tuple(turns), known, mines, outcome)


def _click(view: View[Layout, Cell, Feedback], strategy: Strategy, first: Cell | None) -> Advice:
    if view.length or first is None:
        return advise(view, strategy)
    view.rules.check(first)
    field = cast("Field", view.knowledge)
    return Advice(first, field.risk(first), (), (first_click(field),))
