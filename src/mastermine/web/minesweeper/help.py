"""Help with a game of Minesweeper, as JSON values."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any, cast

from mastermine.coach.click import first_click, look_at, proof
from mastermine.coach.review import BEST_SKILL
from mastermine.i18n.text import capital
from mastermine.minesweeper import heading, named
from mastermine.session import Depth
from mastermine.session.messages import minesweeper as said
from mastermine.web.messages import tip_text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from mastermine.coach.click import Advice
    from mastermine.coach.click_review import ReviewedClick
    from mastermine.coach.replay_review import ReplayReview
    from mastermine.coach.review import Review
    from mastermine.minesweeper import Analysis, Board, Cell, ClickPlan, Step
    from mastermine.session import MinesweeperSession
    from mastermine.web.help import Kinds


def click_help(game: MinesweeperSession, cell: str) -> Kinds:
    """Returns the kinds of help with a game of Minesweeper."""
    return {
        "hint": lambda: _hint(game),
        "tip": lambda: _tip(game),
        "efficient": lambda: {"plan": planned(game.board, game.plan(), game.flags)},
        "why": lambda: _why(game, cell),
        "probabilities": lambda: _chances(game),
        "guess": lambda: {"must": game.must_guess(), "sentence": said.must_guess(game)},
        "check": lambda: _check(game),
        "steps": lambda: _steps(game),
    }


def reviewed(review: Review) -> dict[str, Any]:
    """Serialises a review; of each move also its kind in words, and ``notable``.

    ``rows``: the figures of the game, each with its name.
    """
    found = review.to_json()
    found["rows"] = said.figure_rows(cast("ReplayReview", review))
    for move, data in zip(review.moves, found["moves"], strict=True):
        data["kind"] = said.click_kind(cast("ReviewedClick", move))
        data["notable"] = move.notable or move.skill not in (None, BEST_SKILL)
    return found


def chances_of(rows: Iterable[Iterable[float]]) -> list[list[float | None]]:
    """Returns mine probabilities by row, with null for open cells."""
    return [[None if isnan(chance) else chance for chance in row] for row in rows]


def win_chance_of(analysis: Analysis) -> dict[str, Any] | None:
    """Serialises the chance to win, if it is known."""
    found = analysis.win_chance
    return None if found is None else found._asdict()


def step_of(step: Step) -> dict[str, Any]:
    """Serialises a conclusion with its reason."""
    return {
        "pattern": step.rule,
        "title": heading(step.rule),
        "safe": list(map(named, step.safe)),
        "mines": list(map(named, step.mines)),
        "numbers": list(map(named, step.proof)),
        "sentence": step.sentence,
    }


def walk(steps: Sequence[Step]) -> list[dict[str, Any]]:
    """Serialises the steps of a walk, each with its ``lines``: number and rule, reason, cells."""
    return [step_of(step) | {"lines": said.step_lines(steps, at)} for at, step in enumerate(steps)]


def advised(advice: Advice) -> dict[str, Any]:
    """Serialises a cell to open, with reasons."""
    return {
        "cell": named(advice.cell),
        "risk": advice.risk,
        "steps": [step_of(step) for step in advice.steps],
        "reasons": list(advice.reasons),
    }


def planned(board: Board, plan: ClickPlan | None, flags: Collection[Cell]) -> dict[str, Any] | None:
    """Serialises the next of few clicks, with the flags to set before it, if there is a plan."""
    if plan is None:
        return None
    return {
        "cell": named(plan.cell),
        "chord": plan.is_chord,
        "flags": list(map(named, plan.flags)),
        "opens": list(map(named, plan.opens)),
        "clicks": plan.clicks,
        "lines": said.planned(board, plan, flags),
    }


def _hint(game: MinesweeperSession) -> dict[str, Any]:
    advice = game.hint()
    return {**advised(advice), "move": said.advised(game, advice)}


def _tip(game: MinesweeperSession) -> dict[str, Any]:
    """Serialises a hint, which says more each time: the numbers to look at, the cell, the steps."""
    tip = game.tip()
    found: dict[str, Any] = {**tip_text(tip), "cell": None, "look": [], "steps": []}
    if tip.depth is Depth.WHERE:
        return found | {"look": list(map(named, look_at(tip.hint)))}
    found |= {"cell": named(tip.hint.cell), "risk": tip.hint.risk}
    if tip.depth is Depth.WHY:
        found["steps"] = [step_of(step) for step in tip.hint.steps]
    return found


def _steps(game: MinesweeperSession) -> dict[str, Any]:
    steps = game.steps()
    nothing = said.nothing_open() if game.knowledge.untouched else said.nothing_deduced()
    return {"steps": walk(steps), "nothing": "" if steps else nothing}


def _chances(game: MinesweeperSession) -> dict[str, Any]:
    chances = game.probabilities()
    known = [chance for chance in chances.ravel().tolist() if not isnan(chance)]
    field = game.knowledge
    sentences = (
        [first_click(field)]
        if field.untouched
        else [*said.chances(known), *said.win_chance(field.analysis, game.rules)]
    )
    return {"chances": chances_of(chances.tolist()), "sentences": sentences}


def _check(game: MinesweeperSession) -> dict[str, Any]:
    checked = game.check()
    sentences = said.flags_checked(checked) if game.flags else [capital(f"{said.no_flags()}.")]
    return {
        "wrong": list(map(named, checked.wrong)),
        "unproven": checked.unproven,
        "sentences": sentences,
    }


def _why(game: MinesweeperSession, text: str) -> dict[str, Any]:
    sentences = game.why(text)
    steps = proof(game.knowledge, game.rules.parse_action(text))
    return {"sentences": sentences, "steps": [step_of(step) for step in steps]}
