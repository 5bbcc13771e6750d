"""Help with a game of Minesweeper, as JSON values."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from mastermine.coach.click import proof
from mastermine.minesweeper import heading

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mastermine.coach.click import Advice
    from mastermine.minesweeper import Cell, Step
    from mastermine.session import MinesweeperSession
    from mastermine.web.help import Kinds


def click_help(game: MinesweeperSession, cell: str) -> Kinds:
    """Returns the kinds of help with a game of Minesweeper."""
    return {
        "hint": lambda: advised(game.hint()),
        "why": lambda: _why(game, cell),
        "probabilities": lambda: {"chances": chances_of(game.probabilities().tolist())},
        "guess": lambda: {"must": game.must_guess()},
        "check": lambda: {"wrong": named(game.check())},
        "steps": lambda: {"steps": [step_of(step) for step in game.steps()]},
    }


def named(cells: Iterable[Cell]) -> list[str]:
    """Formats cells."""
    return [f"{x},{y}" for x, y in cells]


def chances_of(rows: Iterable[Iterable[float]]) -> list[list[float | None]]:
    """Returns mine probabilities by row, with null for open cells."""
    return [[None if isnan(chance) else chance for chance in row] for row in rows]


def step_of(step: Step) -> dict[str, Any]:
    """Serialises a conclusion with its reason."""
    return {
        "pattern": step.rule,
        "title": heading(step.rule),
        "safe": named(step.safe),
        "mines": named(step.mines),
        "numbers": named(step.proof),
        "sentence": step.sentence,
    }


def advised(advice: Advice) -> dict[str, Any]:
    """Serialises a cell to open, with reasons."""
    return {
        "cell": named([advice.cell])[0],
        "risk": advice.risk,
        "steps": [step_of(step) for step in advice.steps],
        "reasons": list(advice.reasons),
    }


def _why(game: MinesweeperSession, text: str) -> dict[str, Any]:
    sentences = game.why(text)
    steps = proof(game.knowledge, game.rules.parse_action(text))
    return {"sentences": sentences, "steps": [step_of(step) for step in steps]}
