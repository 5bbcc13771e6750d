"""Tools without a game: hint and analysis of a position, evaluation and replay of a strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

from fastapi import APIRouter, Request, Response

from mastermine.core.errors import TooLarge, in_field
from mastermine.core.game import Divisible
from mastermine.core.random import fresh_seed
from mastermine.i18n.numbers import sized, whole
from mastermine.i18n.text import _, ngettext
from mastermine.registry import (
    MASTERMIND,
    AnyRules,
    find_strategy,
    other_rules,
    parse_rules,
    part,
    usual_strategy,
)
from mastermine.session.saved import daily
from mastermine.web.games import live_games, respond, state_of
from mastermine.web.limits import counted
from mastermine.web.new_game import (
    MAX_QUICK_CELLS,
    check_size,
    decoded,
    strategy_of,
    takes_long,
)
from mastermine.web.own_games import count_help
from mastermine.web.owner import NewOwner, known_owner
from mastermine.web.schemas import Evaluated, Figures, Position, Solved, State, Written
from mastermine.web.time_limits import heavy, in_worker, within

if TYPE_CHECKING:
    from collections.abc import Callable

    from mastermine.session import Saved

router = APIRouter(prefix="/api", tags=["tools"])

MAX_EVALUATED_CODES = 60_000
"""Maximum number of codes for an evaluation: those of 5 places and 9 colours."""
MAX_CELLS = 1_000
"""Maximum number of cells for a game step by step; each step contains the board."""


READ = {"board": "minesweeper", "m": "minesweeper", "turns": MASTERMIND, "rules": MASTERMIND}
"""Parts of the address of a position, and their games."""


@router.post("/hint", dependencies=[counted("help")], summary="Hint for a position")
async def hint(request: Request, position: Position) -> dict[str, Any]:
    """Returns the best next move in any position, with reasons.

    If it is that of your own running game, it counts as a hint there, and ``counted`` is true.
    """
    return await heavy(request, _ask_game, request, "hint", position)


@router.post("/analyse", dependencies=[counted("positions")], summary="Analysis of a position")
async def analyse(request: Request, position: Position) -> dict[str, Any]:
    """Analyses any position: mine probabilities and conclusions, or the possible codes.

    Contradictory numbers give 422 with their ``cells``, contradictory answers with their ``rows``.
    If it is the position of your own running game, it counts as a hint there, and ``counted`` is
    true; in a match it is refused.
    """
    return await heavy(request, _ask_game, request, "analyse", position)


@router.post("/read", dependencies=[counted("positions")], summary="A position as text")
async def read(request: Request, written: Written) -> dict[str, Any]:
    """Reads a position in any format: rows, a link, a game ID, a ``.mine`` or ``.mbf`` file."""
    return await heavy(request, within, _read, written)


@router.post(
    "/analyse/play",
    status_code=201,
    response_model=State,
    dependencies=[counted("tools")],
    summary="Play from a position",
)
async def play_on(request: Request, response: Response, owner: NewOwner, position: Position) -> Any:
    """Starts a game in this position, with a secret that is drawn from all that fit it.

    All of them are equally likely. The secret counts as chosen: the game is in no best results. If
    it is the position of your own running game, it counts as a hint there, too.
    """
    game = await heavy(request, _started, request, position)
    live = await live_games(request).begin(owner, game)
    return respond(response, await state_of(request, live), 201)


@router.post(
    "/evaluate",
    response_model=Figures,
    dependencies=[counted("tools")],
    summary="Evaluate a strategy on every code",
)
async def evaluate(request: Request, task: Evaluated) -> Any:
    """Plays a strategy of Mastermind on every code."""
    with in_field("rules"):
        rules = _evaluable(task.rules)
    strategy = strategy_of(task.strategy, rules.game, "knuth")
    return await heavy(request, in_worker, _evaluated, rules.spec(), strategy)


@router.post("/solve", dependencies=[counted("tools")], summary="A game of a strategy in steps")
async def solve(request: Request, task: Solved) -> dict[str, Any]:
    """Plays a whole game with a strategy; returns each step with its reasons."""
    with in_field("rules"):
        rules = _solvable(task.rules)
    strategy = strategy_of(task.strategy, rules.game, usual_strategy(rules))
    if task.seed is not None:
        daily.check_seed(task.seed)
    solution: dict[str, Any] = await heavy(
        request, in_worker, _solved, rules.spec(), task.secret, strategy, task.seed
    )
    return solution


def _evaluable(text: str) -> AnyRules:
    """Parses rules whose codes can all be played. Raises InvalidSpec, TooLarge."""
    rules = parse_rules(text)
    if not isinstance(rules.knowledge(), Divisible):
        instead = _("use the laboratory to compare strategies for Minesweeper")
        raise other_rules(text, rules, MASTERMIND, instead)
    codes = rules.secret_count
    if codes > MAX_EVALUATED_CODES:
        raise TooLarge(
            ngettext(
                "{spec} has {size} code; the maximum here is {most}",
                "{spec} has {size} codes; the maximum here is {most}",
                codes,
            ).format(spec=rules.spec(), size=sized(codes), most=whole(MAX_EVALUATED_CODES))
        )
    return rules


def _solvable(text: str) -> AnyRules:
    """Parses rules of a game that can be shown in steps. Raises InvalidSpec, TooLarge."""
    rules = parse_rules(text)
    part(rules.game, "web.solve", _("the page"))
    check_size(rules)
    cells = rules.sizes().get("cells", 0)
    if cells > MAX_CELLS:
        raise TooLarge(
            ngettext(
                "{spec} has {n} cell; the maximum here is {most}",
                "{spec} has {n} cells; the maximum here is {most}",
                cells,
            ).format(spec=rules.spec(), n=whole(cells), most=whole(MAX_CELLS))
        )
    return rules


def _ask_game(request: Request, what: str, position: Position) -> dict[str, Any]:
    """Calls a part of the game for a position; in a worker if it may take long.

    It counts as help in the player's own games.
    """
    find = part(position.game, f"web.{what}", _("the page"))
    answer: dict[str, Any] = _work(position)(find, position)
    answer["counted"] = count_help(live_games(request), known_owner(request), position, what)
    if answer["counted"] and "sentences" in answer:
        answer["sentences"].insert(
            0, _("This is the position of your game in progress: it counts as a hint there.")
        )
    return answer


def _work(position: Position) -> Callable[..., Any]:
    """Returns the function that calls another one for a position: in a worker if it is large."""
    rows = (position.board or "").split()
    large = len("".join(rows)) > MAX_QUICK_CELLS or (
        position.rules is not None and takes_long(parse_rules(position.rules))
    )
    return in_worker if large else within


def _started(request: Request, position: Position) -> Saved:
    """Starts a game in a position, which counts as help in the player's own games."""
    begin = part(position.game, "web.play_on", _("the page"))
    game: Saved = _work(position)(begin, position, fresh_seed())
    count_help(live_games(request), known_owner(request), position, "analyse")
    return game


def _read(written: Written) -> dict[str, Any]:
    """Reads a position. Raises InvalidSpec, IllegalMove."""
    data = written.text or "" if written.file is None else decoded(written.file)
    query = {} if isinstance(data, bytes) else dict(parse_qsl(urlsplit(data.strip()).query))
    game = next((game for name, game in READ.items() if name in query), written.name)
    with in_field("text" if written.file is None else "file"):
        find = part(game, "web.read", _("the page"))
        found: dict[str, Any] = find(data, query, written.rules)
    return {"game": game, **found}


# These functions run in workers.


def _evaluated(spec: str, name: str) -> dict[str, Any]:
    from mastermine.arena.evaluation import evaluate as play_all

    rules = parse_rules(spec)
    return play_all(rules, find_strategy(name, rules.game)).to_dict()


def _solved(spec: str, secret: str | None, name: str, seed: int | str | None) -> dict[str, Any]:
    from mastermine.core.oracle import Honest
    from mastermine.core.random import Random

    rules = parse_rules(spec)
    strategy = find_strategy(name, rules.game)
    seed = fresh_seed() if seed is None else seed
    rng = Random(seed)
    with in_field("secret"):
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
