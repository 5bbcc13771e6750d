"""Answers of our engines to questions about a position; by game."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any, cast

from mastermine.coach import click
from mastermine.coach.guess import assess, hinted, why
from mastermine.minesweeper.board import CLOSED, ImpossibleBoard
from mastermine.minesweeper.probability import analyze

if TYPE_CHECKING:
    from mastermine.core.game import View
    from mastermine.core.strategy import Strategy
    from mastermine.mastermind.knowledge import Candidates
    from mastermine.mastermind.rules import Mastermind
    from mastermine.minesweeper.knowledge import Field


def _number(text: str) -> int:
    """Reads how many moves are asked for; 1 by default."""
    return max(1, int(text)) if text.isdecimal() else 1


def guesses(view: View[Any, Any, Any], strategy: Strategy, number: str) -> str:
    """Returns guesses and how many codes each leaves on average, the fewest first."""
    known, rules, most = cast("Candidates", view.knowledge), view.rules, _number(number)
    left = {
        guess: assess(known, guess).expected for guess in (strategy(view), *islice(known, most))
    }
    best = sorted(left, key=lambda guess: left[guess])[:most]
    return " ".join(f"{rules.format_action(guess)} {left[guess]:.6g}" for guess in best)


def about_guess(view: View[Any, Any, Any], strategy: Strategy, guess: str) -> str:
    """Returns what speaks for a guess [default: that of the strategy], in sentences."""
    notation = cast("Mastermind", view.rules).canonical
    if not guess:
        return " ".join(hinted(view, strategy, notation).lines[1:])
    made = assess(cast("Candidates", view.knowledge), view.rules.parse_action(guess))
    return " ".join(why(made, None, notation))


def chances(view: View[Any, Any, Any], _strategy: Strategy, _rest: str) -> str:
    """Returns the chance of a mine in each cell in reading order; ``-`` for an open cell."""
    field = cast("Field", view.knowledge)
    risks = field.analysis.mine_probability.ravel().tolist()
    pairs = zip(field.board.cells, risks, strict=True)
    return " ".join(f"{risk:.12g}" if value == CLOSED else "-" for value, risk in pairs)


def cells(view: View[Any, Any, Any], strategy: Strategy, number: str) -> str:
    """Returns the move, then the safest other cells, each with its chance to be safe."""
    field = cast("Field", view.knowledge)
    own = strategy(view)
    others = sorted((cell for cell in field.closed() if cell != own), key=field.risk)
    best = [own, *others][: _number(number)]
    return " ".join(f"{view.rules.format_action(cell)} {1 - field.risk(cell):.6g}" for cell in best)


def win(view: View[Any, Any, Any], _strategy: Strategy, _rest: str) -> str:
    """Returns the chance to win, or ``-`` if there is no estimate."""
    chance = cast("Field", view.knowledge).analysis.win_chance
    return "-" if chance is None else f"{chance.chance:.6g}"


def about_cell(view: View[Any, Any, Any], strategy: Strategy, cell: str) -> str:
    """Returns what is known about a cell [default: that of the move], in sentences."""
    chosen = view.rules.parse_action(cell) if cell else strategy(view)
    return " ".join(click.why(cast("Field", view.knowledge), chosen))


def conflict(view: View[Any, Any, Any], _strategy: Strategy, _rest: str) -> str:
    """Returns numbers that contradict each other; empty if the board is possible."""
    field = cast("Field", view.knowledge)
    try:
        analyze(field.board, field.rules.mines)
    except ImpossibleBoard as error:
        return " ".join(f"{x},{y}" for x, y in error.cells)
    return ""


MASTERMIND = {"candidates": guesses, "why": about_guess}
MINESWEEPER = {
    "chances": chances,
    "candidates": cells,
    "value": win,
    "why": about_cell,
    "impossible": conflict,
}
