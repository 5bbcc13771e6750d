"""Help with a game of Mastermind, as JSON values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mastermine.coach.guess import possible
from mastermine.coach.guess import why as why_guess
from mastermine.core.errors import Contradiction
from mastermine.i18n.numbers import whole
from mastermine.mastermind import Unlisted, code_of_row, spread_evenly
from mastermine.session import Depth
from mastermine.session.messages import mastermind as said
from mastermine.web.messages import tip_text

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
        "tip": lambda: _tip(game),
        "why": lambda: {"sentences": game.why() or [said.nothing_known()]},
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


def _tip(game: MastermindSession) -> dict[str, Any]:
    """Serialises a hint, which says more each time; ``guess`` is null until it is given away."""
    tip = game.tip()
    hidden = tip.depth is Depth.WHERE
    return {
        **tip_text(tip),
        "guess": None if hidden else game.rules.format_action(tip.hint.guess),
    }


def _candidates(game: MastermindSession) -> dict[str, Any]:
    try:
        known = game.knowledge
    except Contradiction:
        none = {"count": 0, "exact": True, "told": whole(0), "listed": True, "first": []}
        return {**none, "sentences": said.contradiction(game)}
    return left_of(known, game.notation)


def left_of(known: Candidates, notation: Notation) -> dict[str, Any]:
    """Serialises the number of possible codes, and some of them.

    ``told`` is their number in words, ``sentences`` the same as a sentence. If they are not
    ``listed``, the number may be an estimate, and ``first`` are examples.
    """
    estimate = known.estimate()
    return {
        "count": estimate.number,
        "exact": estimate.exact,
        "told": str(estimate),
        "sentences": [possible(estimate), *([] if known.listed else [said.examples_only()])],
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
