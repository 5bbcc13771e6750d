"""Endpoints of a player's games: start, move, show, delete."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.responses import JSONResponse

from mastermine.i18n.text import _
from mastermine.session.levels import described
from mastermine.session.saved.saved_games import VersionConflict
from mastermine.web.errors import OutOfDate
from mastermine.web.help import helped
from mastermine.web.limits import counted
from mastermine.web.live_games import Live, LiveGames
from mastermine.web.new_game import start_game
from mastermine.web.owner import Owner
from mastermine.web.schemas import CONFLICT, NewGame, NewMove, State
from mastermine.web.time_limits import in_thread, slow, within

router = APIRouter(prefix="/api/games", tags=["games"])

Id = Annotated[str, Path(max_length=64, examples=["4rXc0mCVYWhCGcHNoAOvdg"])]


def live_games(request: Request) -> LiveGames:
    """Returns the games of the server."""
    games: LiveGames = request.app.state.live_games
    return games


@router.post(
    "",
    status_code=201,
    response_model=State,
    dependencies=[counted("moves")],
    summary="Start a game",
)
def begin(request: Request, response: Response, owner: Owner, setup: NewGame) -> Any:
    """Starts a game from rules, a link, or as the puzzle of the day."""
    game = within(start_game, setup)
    return respond(response, live_games(request).put(owner, game).state(), 201)


@router.get("", dependencies=[counted("moves")], summary="Your games in progress")
def list_open(request: Request, owner: Owner) -> list[dict[str, Any]]:
    """Lists your games in progress, the last changed first."""
    return [
        {
            "id": kept.id,
            "game": kept.game,
            "rules": kept.rules,
            "mode": kept.mode,
            "level": kept.level,
            "changed": kept.changed.isoformat(),
            "description": described(kept.level or kept.rules),
            "summary": kept.summary,
            "version": kept.version,
        }
        for kept in live_games(request).writer.all(owner)
        if kept.state != "over"
    ]


@router.get("/{id}", response_model=State, dependencies=[counted("moves")], summary="A game")
def look(request: Request, response: Response, owner: Owner, id: Id) -> Any:  # noqa: A002
    """Returns the visible state of a game; the secret only after its end."""
    with live_games(request).locked(owner, id) as live:
        live.game.resume()
        return respond(response, within(live.state))


@router.post(
    "/{id}/pause", status_code=204, dependencies=[counted("moves")], summary="Pause a game"
)
def pause(request: Request, owner: Owner, id: Id) -> None:  # noqa: A002
    """Stops the clock of a game until you open it or make a move; matches do not pause."""
    with live_games(request).locked(owner, id) as live:
        live.game.pause()


@router.delete("/{id}", status_code=204, dependencies=[counted("moves")], summary="Delete a game")
def leave(request: Request, owner: Owner, id: Id) -> None:  # noqa: A002
    """Deletes a game for good."""
    live_games(request).drop(owner, id)


@router.post(
    "/{id}/moves",
    response_model=State,
    responses=CONFLICT,
    dependencies=[counted("moves")],
    summary="Make a move",
)
async def move(
    request: Request,
    response: Response,
    owner: Owner,
    id: Id,  # noqa: A002
    made: NewMove,
) -> Any:
    """Makes a move, such as ``guess 1122`` or ``click 3,4``, in the version that you saw.

    A repeated request with the same version is refused with 409 and the game.
    """
    games = live_games(request)
    with games.at_hand(owner, id) as live:
        if live is not None and live.version == made.version and live.is_light(made.move):
            live.game.do(made.move)
            state = await in_thread(within, live.state) if live.lost else live.state()
            with suppress(VersionConflict):
                await games.save_soon(owner, live)
                return respond(response, {**state, "version": live.version})
            games.forget(owner, id)
    return respond(response, await in_thread(_moved, games, owner, id, made))


def _moved(games: LiveGames, owner: str, id: str, made: NewMove) -> dict[str, Any]:  # noqa: A002
    """Makes a move in the saved state of the game, however long it takes."""
    with games.locked(owner, id) as live:
        check_version(live, made.version)
        within(live.game.do, made.move)
        state = within(live.state)
        games.save(owner, live)
        return {**state, "version": live.version}


@router.post(
    "/{id}/help/{what}",
    responses=CONFLICT,
    dependencies=[counted("help")],
    summary="Ask for help",
)
@slow
def help_with(
    request: Request,
    owner: Owner,
    id: Id,  # noqa: A002
    what: Annotated[str, Path(max_length=40, examples=["hint"])],
    cell: Annotated[str | None, Query(max_length=40)] = None,
) -> dict[str, Any]:
    """Returns help, which is counted: hint, why, candidates; probabilities, steps, check, guess."""

    def find(live: Live) -> dict[str, Any]:
        help_ = within(helped, live.asked(what), what, cell)
        return {"help": help_, "game": within(live.state)}

    found, version = live_games(request).helped(owner, id, find)
    found["game"]["version"] = version
    return found


def check_version(live: Live, version: int | None) -> None:
    """Raises OutOfDate, with the game, if the version is not the current one."""
    if version is not None and version != live.version:
        raise OutOfDate(_("the game has changed since; this is its current state"), live.state())


def respond(response: Response, state: dict[str, Any], status: int = 200) -> JSONResponse:
    """Returns a state unvalidated, with the cookie of a new owner."""
    answer = JSONResponse(state, status)
    if "set-cookie" in response.headers:
        answer.headers["set-cookie"] = response.headers["set-cookie"]
    return answer
