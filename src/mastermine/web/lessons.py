"""Endpoint of the lessons of all games."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Depends

from mastermine.registry import GAMES
from mastermine.web.assets import constant

router = APIRouter(prefix="/api/lessons", tags=["lessons"])


@router.get("", dependencies=[Depends(constant)], summary="Data of the lessons")
def list_lessons() -> dict[str, Any]:
    """Returns the classic pegs, Mastermind puzzles, and two positions for each pattern."""
    found: dict[str, Any] = {}
    for game in GAMES.values():
        lessons = game.part("web.lessons")
        if lessons is not None:
            found |= lessons()
    return found
