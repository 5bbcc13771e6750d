"""Help with a game, as JSON values. Each asks the session, which counts it."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from mastermine.coach.click import proof
from mastermine.coach.guess import why as why_guess
from mastermine.core.errors import Contradiction
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, nearest
from mastermine.mastermind import Unlisted, code_of_row, spread_evenly
from mastermine.minesweeper import heading
from mastermine.session import MastermindSession, MinesweeperSession
from mastermine.web.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from mastermine.coach.click import Advice
    from mastermine.coach.guess import Assessment
    from mastermine.core.strategy import Strategy
    from mastermine.mastermind import Candidates, Code, Notation
    from mastermine.minesweeper import Cell, Step

Game = MastermindSession | MinesweeperSession

MAX_SHOWN_CODES = 100
"""The most possible codes that are shown."""


def helped(game: Game, what: str, cell: str | None = None) -> dict[str, Any]:
    """The help that is asked for. Raises NotFound, IllegalMove, TooLarge, Contradiction."""
    if isinstance(game, MinesweeperSession):
        kinds: dict[str, Callable[[], dict[str, Any]]] = {
            "hint": lambda: advised(game.hint()),
            "why": lambda: _why(game, cell or ""),
            "probabilities": lambda: {"chances": chances_of(game.probabilities().tolist())},
            "guess": lambda: {"must": game.must_guess()},
            "check": lambda: {"wrong": named(game.check())},
            "steps": lambda: {"steps": [step_of(step) for step in game.steps()]},
        }
    else:
        kinds = {
            "hint": lambda: _guess(game),
            "why": lambda: {"sentences": game.why()},
            "candidates": lambda: _candidates(game),
        }
    if what not in kinds:
        raise NotFound(
            _("there is no help called {what!r}; {hint}").format(
                what=what, hint=nearest(what, kinds)
            )
        )
    return kinds[what]()


def named(cells: Iterable[Cell]) -> list[str]:
    """Cells as text."""
    return [f"{x},{y}" for x, y in cells]


def chances_of(rows: Iterable[Iterable[float]]) -> list[list[float | None]]:
    """Chances by row, with null for open cells."""
    return [[None if isnan(chance) else chance for chance in row] for row in rows]


def step_of(step: Step) -> dict[str, Any]:
    """A conclusion with its reason."""
    return {
        "pattern": step.rule,
        "title": heading(step.rule),
        "safe": named(step.safe),
        "mines": named(step.mines),
        "numbers": named(step.proof),
        "sentence": step.sentence,
    }


def assessed(
    assessment: Assessment, strategy: Strategy | None, notation: Notation
) -> dict[str, Any]:
    """A guess, what it would do, and why."""
    return {
        "guess": notation.format(assessment.guess),
        "candidates": assessment.candidates,
        "exact": assessment.exact,
        "possible": assessment.possible,
        "expected": assessment.expected,
        "worst": assessment.worst,
        "answers": assessment.answers,
        "parts": [
            [notation.rules.format_feedback(answer), n]
            for answer, n in sorted(assessment.parts.items(), key=lambda part: -part[1])
        ],
        "sentences": why_guess(assessment, strategy, notation),
    }


def _guess(game: MastermindSession) -> dict[str, Any]:
    return assessed(game.hint(), game.strategy, game.notation)


def _candidates(game: MastermindSession) -> dict[str, Any]:
    try:
        known = game.knowledge
    except Contradiction:
        return {"count": 0, "exact": True, "told": whole(0), "listed": True, "first": []}
    return left_of(known, game.notation)


def left_of(known: Candidates, notation: Notation) -> dict[str, Any]:
    """The codes that are possible: how many, and some of them.

    ``told`` is their number as it is read. Where they are not ``listed``, it may be an estimate,
    and ``first`` are not the first of them but examples.
    """
    reckoned = known.reckoned()
    return {
        "count": reckoned.number,
        "exact": reckoned.exact,
        "told": str(reckoned),
        "listed": known.listed,
        "first": [notation.format(code) for code in _some(known)],
    }


def _some(known: Candidates) -> list[Code]:
    """The first possible codes, or examples of them."""
    if isinstance(known, Unlisted) and not known.listed:
        rows = spread_evenly(known.drawn.codes, MAX_SHOWN_CODES)
    else:
        rows = known.codes[:MAX_SHOWN_CODES]
    return [code_of_row(rows, n) for n in range(len(rows))]


def advised(advice: Advice) -> dict[str, Any]:
    """A cell to open, and why."""
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
