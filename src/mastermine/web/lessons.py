"""What the lessons of all games show."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from mastermine.registry import GAMES

router = APIRouter(prefix="/api/lessons", tags=["lessons"])


@router.get("", summary="What the lessons show")
def list_lessons() -> dict[str, Any]:
    """The pegs of the classic game, and each pattern of Minesweeper with two positions."""
    told: dict[str, Any] = {}
    for game in GAMES.values():
        lessons = game.part("web.lessons")
        if lessons is not None:
            told |= lessons()
    return told
