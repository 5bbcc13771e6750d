"""Endpoints of a player's statistics and daily puzzles, and of the start page, which shows both."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from mastermine.core.errors import InvalidSpec
from mastermine.session.levels import described
from mastermine.session.messages.statistics import chosen, mode_label
from mastermine.session.saved import daily, history
from mastermine.session.saved.saved_games import Missing
from mastermine.web.games import list_open, live_games, seen, unsaved
from mastermine.web.limits import counted
from mastermine.web.owner import Owner
from mastermine.web.schemas import NewGame
from mastermine.web.time_limits import reading

router = APIRouter(prefix="/api", tags=["people"], dependencies=[counted("moves")])


@router.get("/statistics", summary="Your games in figures")
async def statistics(request: Request, owner: Owner) -> list[dict[str, Any]]:
    """Returns games, wins, averages and streaks per rules and mode, most games first."""
    return await reading(request, _statistics, request, owner)


def _statistics(request: Request, owner: str) -> list[dict[str, Any]]:
    return [
        {
            **each.to_json(),
            "description": described(each.level or each.rules),
            "mode_label": mode_label(each.mode),
            "note": " ".join(chosen([each])),
        }
        for each in history.statistics(live_games(request).store, owner)
    ]


@router.get("/daily", summary="The puzzles of today")
async def daily_puzzles(request: Request, owner: Owner) -> list[dict[str, Any]]:
    """Returns the puzzle of each level, your result and your streak in days."""
    return await reading(request, _puzzles, request, owner)


def _puzzles(request: Request, owner: str) -> list[dict[str, Any]]:
    live, today = live_games(request), daily.today()
    started = {
        kept.puzzle: kept.id
        for kept in reversed(live.writer.all(owner))
        if kept.daily == today.isoformat()
    }
    puzzles = []
    for level in daily.LEVELS:
        rules, _seed = daily.puzzle(level, today)
        streak = daily.streak(live.store, owner, level, today)
        puzzles.append(
            {
                "level": level,
                "game": rules.game,
                "rules": rules.spec(),
                "description": rules.describe(),
                "day": today.isoformat(),
                "done": streak.today_done,
                "outcome": streak.today and streak.today.value,
                "id": started.get(level),
                "streak": streak.current,
                "longest": streak.longest,
            }
        )
    return puzzles


@router.get("/start", summary="What the start page shows")
async def start(
    request: Request,
    owner: Owner,
    board: Annotated[list[str], Query(max_length=len(daily.LEVELS))] = [],  # noqa: B006
) -> dict[str, Any]:
    """Returns your games in progress, today's puzzles and your statistics.

    ``boards`` are the states of the puzzles of each level ``board``: your game, or if there is none
    the game that would start, with an empty ``id``.
    """
    found = {
        "games": await reading(request, list_open, request, owner),
        "puzzles": await reading(request, _puzzles, request, owner),
        "statistics": await reading(request, _statistics, request, owner),
    }
    started = {puzzle["level"]: puzzle["id"] for puzzle in found["puzzles"]}
    return found | {
        "boards": {
            level: await _board(request, owner, level, started.get(level)) for level in board
        }
    }


async def _board(request: Request, owner: str, level: str, id: str | None) -> dict[str, Any]:  # noqa: A002
    """Returns the state of a puzzle that was started, or would start."""
    if id is not None:
        with suppress(Missing, InvalidSpec):  # Deleted meanwhile, or damaged.
            return await seen(request, owner, id)
    return await unsaved(request, NewGame.model_validate({"daily": level}))
