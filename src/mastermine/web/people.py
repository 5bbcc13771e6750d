"""Endpoints of a player's statistics and daily puzzles."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from mastermine.session.levels import described
from mastermine.session.messages.statistics import chosen, mode_label
from mastermine.session.saved import daily, history
from mastermine.web.games import live_games
from mastermine.web.limits import counted
from mastermine.web.owner import Owner

router = APIRouter(prefix="/api", tags=["people"], dependencies=[counted("moves")])


@router.get("/statistics", summary="Your games in figures")
def statistics(request: Request, owner: Owner) -> list[dict[str, Any]]:
    """Returns games, wins, averages and streaks per rules and mode, most games first."""
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
def daily_puzzles(request: Request, owner: Owner) -> list[dict[str, Any]]:
    """Returns the puzzle of each level, your result and your streak in days."""
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
