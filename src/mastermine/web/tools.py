"""Tools without a game: a hint or an analysis of any position, a strategy evaluated or watched."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from mastermine.core.errors import TooLarge
from mastermine.core.game import Divisible
from mastermine.i18n.numbers import sized, whole
from mastermine.i18n.text import _, ngettext
from mastermine.registry import (
    MASTERMIND,
    find_strategy,
    other_rules,
    parse_rules,
    part,
    usual_strategy,
)
from mastermine.web.limits import counted
from mastermine.web.new_game import check_size, strategy_of
from mastermine.web.schemas import Evaluated, Figures, Position, Solved
from mastermine.web.time_limits import Workers, slow, within

router = APIRouter(prefix="/api", tags=["tools"])

MAX_EVALUATED_CODES = 60_000
"""The most codes that a strategy plays here: those of 5 places and 9 colours."""
MOST_CELLS = 1_000
"""The most cells of a field that is opened here step by step, with the board at each."""


@router.post("/hint", dependencies=[counted("help")], summary="What to do next")
@slow
def hint(position: Position) -> dict[str, Any]:
    """What to guess or to open next in any position, and why."""
    return _told("web.hint", position)


@router.post("/analyse", dependencies=[counted("help")], summary="What is known")
@slow
def analyse(position: Position) -> dict[str, Any]:
    """What is known in any position: exact chances and conclusions, or the codes that are left.

    Numbers that no layout fits are answered with 422 and the ``cells`` that disagree.
    """
    return _told("web.analyse", position)


@router.post(
    "/evaluate",
    response_model=Figures,
    dependencies=[counted("tools")],
    summary="What a strategy needs over every code",
)
async def evaluate(request: Request, asked: Evaluated) -> Any:
    """Play a strategy of Mastermind on every code."""
    rules = parse_rules(asked.rules)
    if not isinstance(rules.knowledge(), Divisible):
        instead = _("strategies for minefields meet in the laboratory")
        raise other_rules(asked.rules, rules, MASTERMIND, instead)
    codes = rules.secret_count
    if codes > MAX_EVALUATED_CODES:
        raise TooLarge(
            ngettext(
                "{spec} has {size} code; a strategy plays at most {most} here",
                "{spec} has {size} codes; a strategy plays at most {most} here",
                codes,
            ).format(spec=rules.spec(), size=sized(codes), most=whole(MAX_EVALUATED_CODES))
        )
    strategy = strategy_of(asked.strategy, rules.game, "knuth")
    workers: Workers = request.app.state.workers
    return await workers.do(_evaluated, rules.spec(), strategy)


@router.post("/solve", dependencies=[counted("tools")], summary="Watch a strategy play")
async def solve(request: Request, asked: Solved) -> dict[str, Any]:
    """A whole game of a strategy, step by step, with its reasons."""
    rules = parse_rules(asked.rules)
    part(rules.game, "web.solve", _("the page"))
    check_size(rules)
    cells = rules.sizes().get("cells", 0)
    if cells > MOST_CELLS:
        raise TooLarge(
            ngettext(
                "{spec} has {n} cell; at most {most} are opened step by step here",
                "{spec} has {n} cells; at most {most} are opened step by step here",
                cells,
            ).format(spec=rules.spec(), n=whole(cells), most=whole(MOST_CELLS))
        )
    strategy = strategy_of(asked.strategy, rules.game, usual_strategy(rules))
    workers: Workers = request.app.state.workers
    told: dict[str, Any] = await workers.do(
        _solved, rules.spec(), asked.secret, strategy, asked.seed
    )
    return told


def _told(role: str, position: Position) -> dict[str, Any]:
    """What a part of the game says of a position."""
    told: dict[str, Any] = within(part(position.game, role, _("the page")), position)
    return told


# What workers do.


def _evaluated(spec: str, name: str) -> dict[str, Any]:
    from mastermine.arena.evaluation import evaluate as play_all

    rules = parse_rules(spec)
    return play_all(rules, find_strategy(name, rules.game)).to_dict()


def _solved(spec: str, secret: str | None, name: str, seed: int | str | None) -> dict[str, Any]:
    from mastermine.core.oracle import Honest
    from mastermine.core.random import Random, fresh_seed

    rules = parse_rules(spec)
    strategy = find_strategy(name, rules.game)
    seed = fresh_seed() if seed is None else seed
    rng = Random(seed)
    given = None if secret is None else rules.parse_secret(secret)
    oracle: Honest[Any, Any, Any] = Honest(rules, given, rng)
    play = part(rules.game, "web.solve", _("the page"))
    steps, won = play(rules, strategy, oracle, rng.fork("strategy"))
    return {
        "rules": rules.spec(),
        "strategy": strategy.name,
        "seed": seed,
        "secret": rules.format_secret(oracle.reveal()),
        "outcome": "won" if won else "lost",
        "steps": steps,
    }
