"""Puzzles without a game: drawn, read from a link, and checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Query, Request

from mastermine.core.errors import in_field
from mastermine.core.random import fresh_seed
from mastermine.i18n.text import _
from mastermine.registry import AnyRules, colour_names, parse_rules, part
from mastermine.session.saved.daily import Puzzle, today
from mastermine.web.games import live_games
from mastermine.web.limits import counted
from mastermine.web.new_game import check_size, takes_long
from mastermine.web.own_games import count_help
from mastermine.web.owner import known_owner
from mastermine.web.schemas import Position, PuzzleView, Tried
from mastermine.web.time_limits import heavy, in_worker, within

if TYPE_CHECKING:
    from collections.abc import Callable

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"])

LOCK = "3x10-distinct"
"""Default rules: three different digits."""

RulesText = Annotated[
    str, Query(max_length=200, description="rules of Mastermind", examples=["classic"])
]
Names = Annotated[
    str | None,
    Query(
        max_length=2000,
        description="names of the pegs, separated by commas, or a vocabulary",
        examples=["skocko"],
    ),
]
Rows = Annotated[
    str,
    Query(
        max_length=4000,
        description="guesses and answers as in a link",
        examples=["014:2B0W;732:1B0W;125:0B0W"],
    ),
]
CodeText = Annotated[str, Query(max_length=200, description="a code", examples=["034"])]
Grade = Annotated[
    str | None,
    Query(max_length=20, description="easy, medium, hard or expert", examples=["easy"]),
]
SeedText = Annotated[
    str | None, Query(max_length=200, description="any text: the same seed is the same puzzle")
]
Daily = Annotated[
    bool, Query(description="the puzzle of the day (UTC), the same for everybody; excludes seed")
]


@router.get("", response_model=PuzzleView, dependencies=[counted("tools")], summary="A new puzzle")
async def new(
    request: Request,
    rules: RulesText = LOCK,
    grade: Grade = None,
    seed: SeedText = None,
    daily: Daily = False,
    colours: Names = None,
) -> Any:
    """Draws rows with answers that exactly one code fits, and explains how to find the code."""
    found = _read_rules(rules)
    day = Puzzle("puzzle", today()).seed if daily else None
    names = colour_names(rules, colours)
    draw = part(found.game, "web.puzzle", _("a puzzle"))
    return await heavy(
        request, _work(found), draw, found, names, day or seed or fresh_seed(), grade
    )


@router.get(
    "/rows",
    response_model=PuzzleView,
    dependencies=[counted("positions")],
    summary="The puzzle of a link",
)
async def rows(
    request: Request, turns: Rows, rules: RulesText = LOCK, colours: Names = None
) -> Any:
    """Returns the puzzle with these rows; an error if several codes fit them, or none.

    If they are those of your own running game, that counts as a hint there.
    """
    found = _read_rules(rules)
    return await heavy(request, _shown, request, found, colour_names(rules, colours), turns)


@router.get(
    "/check",
    response_model=Tried,
    dependencies=[counted("positions")],
    summary="A code for a puzzle, checked",
)
async def check(
    request: Request, turns: Rows, code: CodeText, rules: RulesText = LOCK, colours: Names = None
) -> Any:
    """Says that a code solves a puzzle, or which row it contradicts.

    If the rows are those of your own running game, that counts as a hint there.
    """
    found = _read_rules(rules)
    return await heavy(request, _checked, request, found, colour_names(rules, colours), turns, code)


def _shown(
    request: Request, rules: AnyRules, names: tuple[str, ...] | None, turns: str
) -> dict[str, Any]:
    """Reads the puzzle of a link."""
    show = part(rules.game, "web.puzzle_rows", _("a puzzle"))
    _count_help(request, rules, turns)
    found: dict[str, Any] = _work(rules)(show, rules, names, turns)
    return found


def _checked(
    request: Request, rules: AnyRules, names: tuple[str, ...] | None, turns: str, code: str
) -> dict[str, Any]:
    """Checks a code for the puzzle of a link."""
    judge = part(rules.game, "web.puzzle_check", _("a puzzle"))
    _count_help(request, rules, turns)
    found: dict[str, Any] = _work(rules)(judge, rules, names, turns, code)
    return found


def _count_help(request: Request, rules: AnyRules, turns: str) -> None:
    """Counts help in the player's own games that show the rows of a link.

    The rows need not be a puzzle: the error names codes that fit them.
    """
    read = part(rules.game, "web.read", _("a puzzle"))
    with in_field("turns"):
        found = read("", {"rules": rules.spec(), "turns": turns}, None)
    given = {"rules": found["rules"], "turns": list(map(list, found["turns"]))}
    position = Position.model_validate(given)
    count_help(live_games(request), known_owner(request), position, "analyse")


def _read_rules(text: str) -> AnyRules:
    """Parses the rules of a puzzle. Raises InvalidSpec, TooLarge."""
    with in_field("rules"):
        rules = parse_rules(text)
        check_size(rules)
    return rules


def _work(rules: AnyRules) -> Callable[..., Any]:
    """Returns the function that calls another one: in a worker if that may take long."""
    return in_worker if takes_long(rules) else within
