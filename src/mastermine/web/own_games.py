"""Analyses of positions that are those of the player's own running games: they count as help."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _
from mastermine.registry import GAMES, parse_rules
from mastermine.session import Mode
from mastermine.session.multiplayer.match import Match
from mastermine.session.saved.saved_games import Missing
from mastermine.web.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Callable

    from mastermine.session import Played, Saved
    from mastermine.web.live_games import LiveGames
    from mastermine.web.schemas import Position

MAX_COMPARED = 10
"""Maximum number of open games, the last changed ones, that a position is compared with."""


class CountsAsHelp(Refused):
    """A position whose analysis would count as help, without the player's agreement."""

    def __init__(self, game: str) -> None:
        super().__init__(
            _("this position belongs to your running game: analysing it counts as a hint"), 409
        )
        self.game = game

    def details(self) -> dict[str, Any]:
        """Adds ``game``, its identifier."""
        return {**super().details(), "game": self.game}


def count_help(games: LiveGames, owner: str, position: Position, what: str) -> bool:
    """Counts help with a position in the owner's open games that show it; True if there is one.

    A game shows it if the numbers, or the turns, of one of them are among those of the other.
    ``what`` is the kind of help. Raises IllegalMove for a match that does not give this help, and
    CountsAsHelp if the player has not ``agreed`` that it counts.
    """
    shows: Callable[[Position, Played], bool] | None = GAMES[position.game].part("web.shows")
    if not owner or shows is None:
        return False
    counted = False
    latest = games.writer.open(owner)
    for kept in [each for each in latest if _game_of(each.rules) == position.game][:MAX_COMPARED]:
        agreed = True
        # A game that was deleted meanwhile, or is damaged, shows nothing.
        with suppress(Missing, InvalidSpec), games.locked(owner, kept.id) as live:
            board = _board(live.game)
            if board is None or not shows(position, board):
                continue
            asked, before = live.asked(what), board.hints
            agreed = position.agreed or not asked.would_count(what)
            if agreed:
                asked.count_help(what)
                counted = True
                if board.hints != before:
                    games.save(owner, live)
        if not agreed:
            raise CountsAsHelp(kept.id)
    return counted


def _game_of(rules: str) -> str | None:
    """Returns the game of stored rules; None if they are damaged."""
    try:
        return str(parse_rules(rules).game)
    except InvalidSpec:
        return None


def _board(game: Saved) -> Played | None:
    """Returns the running game or board that the player solves."""
    if isinstance(game, Match):
        found: Played | None = None if game.board is None else game.board[1]
        return found
    return None if game.outcome is not None or game.mode is Mode.PERSON else game
