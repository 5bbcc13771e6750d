"""Analyses of positions that are those of the player's own running games: they count as help."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.registry import GAMES, parse_rules
from mastermine.session import Mode
from mastermine.session.multiplayer.match import Match

if TYPE_CHECKING:
    from collections.abc import Callable

    from mastermine.session import Played, Saved
    from mastermine.web.live_games import LiveGames
    from mastermine.web.schemas import Position

MAX_COMPARED = 10
"""Maximum number of open games, the last changed ones, that a position is compared with."""


def count_help(games: LiveGames, owner: str, position: Position, what: str) -> bool:
    """Counts help with a position in the owner's open games that show it; True if there is one.

    A game shows it if the numbers, or the turns, of one of them are among those of the other.
    ``what`` is the kind of help. Raises IllegalMove for a match that does not give this help.
    """
    shows: Callable[[Position, Played], bool] | None = GAMES[position.game].part("web.shows")
    if not owner or shows is None:
        return False
    counted = False
    latest = games.writer.open(owner)
    same = [each for each in latest if parse_rules(each.rules).game == position.game]
    for kept in same[:MAX_COMPARED]:
        with games.locked(owner, kept.id) as live:
            board = _board(live.game)
            if board is None or not shows(position, board):
                continue
            asked, before = live.asked(what), board.hints
            asked.count_help(what)
            counted = True
            if board.hints != before:
                games.save(owner, live)
    return counted


def _board(game: Saved) -> Played | None:
    """Returns the running game or board that the player solves."""
    if isinstance(game, Match):
        found: Played | None = None if game.board is None else game.board[1]
        return found
    return None if game.outcome is not None or game.mode is Mode.PERSON else game
