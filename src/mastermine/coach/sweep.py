"""A game of Minesweeper that a strategy plays, step by step, each with its reason."""

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
    """One deduction step with its clicks, or one click without a deduction."""

    step: Step | None
    """The deduction; None for a click without one."""
    advice: Advice | None
    """The click without a deduction (the first one, or a guess), else None."""
    turns: tuple[Turn[Cell, Feedback], ...]
    """The clicks of this stage, with their answers."""
    board: Board
    """The board after the clicks."""
    mines: frozenset[Cell]
    """All cells concluded to be mines so far."""
    outcome: Outcome | None
    """The outcome, if the game is over."""
    drew: bool
    """True if the strategy drew random numbers for the click."""

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons, in sentences."""
        if self.step is not None:
            return (self.step.sentence,)
        return self.advice.reasons if self.advice is not None else ()

    @property
    def risk(self) -> float:
        """Mine probability of the click; 0 for a deduction."""
        return 0.0 if self.advice is None else self.advice.risk


def sweep(
    rules: Minesweeper,
    strategy: Strategy,
    oracle: Oracle[Cell, Feedback],
    rng: Random,
    first: Cell | None = None,
) -> Iterator[Stage]:
    """Plays a game by deduction, the simplest rule first; ``strategy`` makes the guesses.

    ``first`` is the first click [default: that of the strategy]. Raises IllegalMove.
    """
    view: View[Layout, Cell, Feedback] = View(rules, rng=rng)
    mines: frozenset[Cell] = frozenset()
    outcome = None
    while outcome is None:
        board = cast("Field", view.knowledge).board
        step = None
        advice = None
        if view.length:
            # Known mines are marked, so that only new conclusions are found.
            step = next_step(board.having((cell, MINED) for cell in mines), rules.mines)
        if step is not None:
            cells = step.safe
            mines |= frozenset(step.mines)
        else:
            advice = _click(view, strategy, first)
            cells = (advice.cell,)
        turns, drew = [], view.drew
        for cell in cells:
            if cast("Field", view.knowledge).board[cell] == CLOSED:
                turns.append(Turn(cell, oracle.ask(cell)))
                view = view.after(turns[-1])
        outcome = rules.outcome(view.turns)
        known = cast("Field", view.knowledge).board
        yield Stage(step, advice, tuple(turns), known, mines, outcome, drew)


def _click(view: View[Layout, Cell, Feedback], strategy: Strategy, first: Cell | None) -> Advice:
    if view.length or first is None:
        return advise(view, strategy)
    view.rules.check(first)
    field = cast("Field", view.knowledge)
    return Advice(first, field.risk(first), (), (first_click(field),))
