"""Help with a game of Mastermind, as JSON values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mastermine.coach.guess import why as why_guess
from mastermine.core.errors import Contradiction
from mastermine.i18n.numbers import whole
from mastermine.mastermind import Unlisted, code_of_row, spread_evenly

if TYPE_CHECKING:
    from mastermine.coach.guess import Assessment
    from mastermine.core.strategy import Strategy
    from mastermine.mastermind import Candidates, Code, Notation
    from mastermine.session import MastermindSession
    from mastermine.web.help import Kinds

MAX_SHOWN_CODES = 100


def guess_help(game: MastermindSession, _cell: str) -> Kinds:
    """Returns the kinds of help with a game of Mastermind."""
    return {
        "hint": lambda: _guess(game),
        "why": lambda: {"sentences": game.why()},
        "candidates": lambda: _candidates(game),
    }


def assessed(
    assessment: Assessment, strategy: Strategy | None, notation: Notation
) -> dict[str, Any]:
    """Serialises a guess with its effect and the reasons."""
    return {
        "guess": notation.rules.format_action(assessment.guess),
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
    """Serialises the number of possible codes, and some of them.

    ``told`` is their number in words. If they are not ``listed``, the number may be an estimate,
    and ``first`` are examples.
    """
    estimate = known.estimate()
    return {
        "count": estimate.number,
        "exact": estimate.exact,
        "told": str(estimate),
        "listed": known.listed,
        "first": [notation.rules.format_action(code) for code in _some(known)],
    }


def _some(known: Candidates) -> list[Code]:
    """Returns the first possible codes, or examples."""
    if isinstance(known, Unlisted) and not known.listed:
        rows = spread_evenly(known.drawn.codes, MAX_SHOWN_CODES)
    else:
        rows = known.codes[:MAX_SHOWN_CODES]
    return [code_of_row(rows, n) for n in range(len(rows))]
