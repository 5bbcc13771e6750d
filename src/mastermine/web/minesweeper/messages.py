"""Sentences about a game of Minesweeper that the page shows as they are."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from mastermine.core.errors import MastermineError
from mastermine.i18n.text import spoken
from mastermine.session import cell_actions
from mastermine.session.messages import minesweeper as said

if TYPE_CHECKING:
    from mastermine.i18n.languages import Language
    from mastermine.session import MinesweeperSession, Race

MAX_AROUND = 8


def messages(game: MinesweeperSession) -> dict[str, Any]:
    """Returns the sentences by name; those with placeholders are filled in by the page."""
    return {
        "refusals": _refusals(spoken()),
        "untouched": said.nothing_open(),
        "pick": said.pick_cell(),
        "ending": [] if game.outcome is None else _ending(game),
    }


@cache
def _refusals(_language: Language) -> dict[str, Any]:
    return {
        "flag": cell_actions.flagged("{cell}"),
        "open": cell_actions.unflaggable("{cell}"),
        "chord": [cell_actions.unmatched("{cell}", "{number}", n) for n in range(MAX_AROUND + 1)],
    }


def _ending(game: MinesweeperSession) -> list[str]:
    """Returns the outcome, the mine that was hit and the better move, and the wrong flags."""
    lines = [said.outcome(game)]
    if game.fatal is not None:
        found = None
        with suppress(MastermineError):
            found = game.loss()
        lines += said.loss(game.fatal, found)
    return [*lines, *said.wrong_flags(game), *said.effort(game)]


def match_messages(race: Race) -> dict[str, Any]:
    """Returns the sentences of a match; ``sides`` has the results of this round, or the names."""
    if race.over:
        return {"sides": []}
    over = {player: board for player, board in race.results(race.round) if board.outcome}
    return {
        "sides": [
            race.result(player, over[player]) if player in over else player
            for player in race.sides_of(race.round)
        ]
    }
