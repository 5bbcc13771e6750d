"""The boards of a round: each game of it, move by move, to watch."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from mastermine.arena.worker import play_part
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.text import _
from mastermine.session.generic import session_class
from mastermine.web.errors import NotFound
from mastermine.web.game_views import replay_of
from mastermine.web.laboratory.serialize import may_be_played
from mastermine.web.time_limits import in_worker

if TYPE_CHECKING:
    from mastermine.arena.run import Game, Run
    from mastermine.arena.store import Store


def round_of(store: Store, number: int, played: int) -> str:
    """Returns the replay of each game of a round in the order of the strategies, as JSON.

    Games stored without moves are played again, with the same moves. Raises NotFound, InvalidSpec.
    """
    stored = store.run(number)
    games = next(iter(store.games(number, played, played)), None)
    if games is None:
        raise NotFound(_("round {n} of run {run} was not played yet").format(n=played, run=number))
    if not stored.run.moves and not may_be_played(stored.run):
        raise InvalidSpec(
            _(
                "the moves of run {n} are not stored, and its strategies can play on the command "
                "line only"
            ).format(n=number)
        )
    return in_worker(_boards, stored.run, games)


def _boards(run: Run, games: list[Game]) -> str:
    if not run.moves:
        numbers = range(games[0].round, games[0].round + 1)
        games = play_part(replace(run.part(numbers), moves=True), numbers).games
    boards = [
        {"strategy": run.names[game.entrant], "outcome": game.outcome, **_replayed(run, game)}
        for game in games
    ]
    return json.dumps({"round": games[0].round, "boards": boards}, ensure_ascii=False)


def _replayed(run: Run, game: Game) -> dict[str, Any]:
    """Makes the moves of a game on a board."""
    kind = session_class(run.rules.game)
    secret = None if game.secret is None else run.rules.parse_secret(game.secret)
    session = kind(run.rules, secret=secret)
    # A game that failed may end with a move that is none.
    with suppress(MastermineError):
        for action, _answer in json.loads(game.moves or "[]"):
            session.do(f"{kind.VERBS[0]} {action}")
    return replay_of(session, len(run.entrants))
