"""Validates rows read from the database."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from mastermine.arena.run import FAILED, LOST, WON, Game

MAX_TURNS = 100_000
"""Maximum number of turns of a stored game; histograms are as long as the largest number."""

_OUTCOMES = {WON, LOST, FAILED}
_TEXTS = {str, type(None)}
_COUNTS = {int, type(None)}


def are_games(games: Sequence[Game], numbers: range, entrants: int) -> bool:
    """Returns True if these are all games of these rounds, and all are valid."""
    return (
        [game.round for game in games] == [n for n in numbers for _ in range(entrants)]
        and [game.entrant for game in games] == [*range(entrants)] * len(numbers)
        and {game.outcome for game in games} <= _OUTCOMES
        and {type(game.microseconds) for game in games} <= {int}
        and {type(count) for game in games for count in game[3:5]} <= _COUNTS
        and {type(text) for game in games for text in game[6:]} <= _TEXTS
        and min((count or 0 for game in games for count in game[3:6]), default=0) >= 0
        and max((count or 0 for game in games for count in game[3:5]), default=0) <= MAX_TURNS
        and all(_are_moves(game.moves) for game in games if game.moves is not None)
    )


def is_run(row: Any, entrants: Sequence[Any]) -> bool:
    """Returns True if the columns of a run and of its entrants have their types and order."""
    texts = [row.version, row.command, row.rules, row.run, *(each.name for each in entrants)]
    return (
        {*map(type, texts)} == {str}
        and type(row.rounds) is int
        and row.rounds >= 1
        and isinstance(row.created, datetime)
        and [each.entrant for each in entrants] == [*range(len(entrants))]
    )


def _are_moves(text: str) -> bool:
    try:
        turns = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(turns, list) and all(
        isinstance(turn, list) and [*map(type, turn)] == [str, str] for turn in turns
    )
