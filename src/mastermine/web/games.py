"""Endpoints of a player's games: start, move, show, delete."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool

from mastermine.i18n.text import _
from mastermine.session import Mode
from mastermine.session.levels import described
from mastermine.session.saved.saved_games import VersionConflict
from mastermine.web.errors import OutOfDate
from mastermine.web.help import helped
from mastermine.web.limits import count, counted
from mastermine.web.live_games import Live, LiveGames
from mastermine.web.new_game import needs_no_drawing, setup_of, start_game, takes_long
from mastermine.web.owner import NewOwner, Owner, reader
from mastermine.web.schemas import CONFLICT, NewGame, NewMove, State
from mastermine.web.time_limits import heavy, in_worker, patiently, slow, within

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from mastermine.session import Saved

router = APIRouter(prefix="/api/games", tags=["games"])

Id = Annotated[str, Path(max_length=64, examples=["4rXc0mCVYWhCGcHNoAOvdg"])]


def live_games(request: Request) -> LiveGames:
    """Returns the games of the server."""
    games: LiveGames = request.app.state.live_games
    return games


class QuickRoute(APIRoute):
    """The route of a move, without FastAPI's dependencies, which take longer than the move.

    It does the same as they do, from the owner to the errors of the body.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        async def handle(request: Request) -> Response:
            count(request, "moves")
            try:
                made = NewMove.model_validate_json(await request.body())
            except ValidationError as error:
                found = [{**each, "loc": ("body", *each["loc"])} for each in error.errors()]
                raise RequestValidationError(found) from None
            answer: Response = await self.endpoint(
                request, owner=await reader(request), id=request.path_params["id"], made=made
            )
            return answer

        return handle


quick = APIRouter(prefix="/api/games", tags=["games"], route_class=QuickRoute)


@router.post(
    "",
    status_code=201,
    response_model=State,
    dependencies=[counted("moves")],
    summary="Start a game",
)
async def begin(request: Request, response: Response, owner: NewOwner, wanted: NewGame) -> Any:
    """Starts a game from rules, a link, or as the puzzle of the day."""
    game = await new_game(request, wanted)
    live = await live_games(request).begin(owner, game)
    return respond(response, await state_of(request, live), 201)


@router.post(
    "/preview",
    response_model=State,
    dependencies=[counted("moves")],
    summary="Look at a game before you start it",
)
async def preview(request: Request, wanted: NewGame) -> Any:
    """Returns the game that the same request would start, with an empty ``id``; saves nothing."""
    return JSONResponse(await unsaved(request, wanted))


async def unsaved(request: Request, wanted: NewGame) -> dict[str, Any]:
    """Returns the state of a game that would start, with an empty ``id``."""
    live = Live(await new_game(request, wanted), 0)
    return {**await state_of(request, live), "id": ""}


async def new_game(request: Request, wanted: NewGame) -> Saved:
    """Creates a game of a request. Raises InvalidSpec, IllegalMove, TooLarge."""
    setup = await run_in_threadpool(setup_of, wanted)
    if setup.mode is Mode.COMPUTER and needs_no_drawing(setup.rules):
        return within(start_game, setup)
    work = in_worker if takes_long(setup.rules) else within
    return await heavy(request, partial(work, start_game, setup))


async def state_of(request: Request, live: Live) -> dict[str, Any]:
    """Returns the state of a game; one that takes longer in its turn."""
    return await patiently(request, live.work, Live.state) if live.is_slow else live.state()


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
        for kept in live_games(request).writer.open(owner)
    ]


@router.get("/{id}", response_model=State, dependencies=[counted("moves")], summary="A game")
async def look(request: Request, response: Response, owner: Owner, id: Id) -> Any:  # noqa: A002
    """Returns the visible state of a game; the secret only after its end."""
    return respond(response, await seen(request, owner, id))


async def seen(request: Request, owner: str, id: str) -> dict[str, Any]:  # noqa: A002
    """Returns the visible state of a game. Raises Missing."""
    games = live_games(request)
    stored = await run_in_threadpool(games.stored_version, owner, id)
    with games.at_hand(owner, id) as live:
        if live is not None and live.version == stored and not live.is_slow:
            live.game.resume()
            return live.state()
    # Not in the block above, since those who wait for the game may have all slots of the queue.
    return await heavy(request, _seen, games, owner, id)


def _state(games: LiveGames, owner: str, id: str) -> dict[str, Any]:  # noqa: A002
    with games.locked(owner, id) as live:
        return live.answer()


def _seen(games: LiveGames, owner: str, id: str) -> dict[str, Any]:  # noqa: A002
    with games.locked(owner, id) as live:
        live.game.resume()
        return live.work(Live.state)


@router.post(
    "/{id}/pause", status_code=204, dependencies=[counted("moves")], summary="Pause a game"
)
@slow
def pause(request: Request, owner: Owner, id: Id) -> None:  # noqa: A002
    """Stops the clock of a game until you open it or make a move; matches do not pause."""
    with live_games(request).locked(owner, id) as live:
        live.game.pause()


@router.delete("/{id}", status_code=204, dependencies=[counted("moves")], summary="Delete a game")
@slow
def leave(request: Request, owner: Owner, id: Id) -> None:  # noqa: A002
    """Deletes a game for good."""
    live_games(request).drop(owner, id)


@quick.post("/{id}/moves", response_model=State, responses=CONFLICT, summary="Make a move")
async def move(request: Request, owner: Owner, id: Id, made: NewMove) -> Any:  # noqa: A002
    """Makes a move, such as ``guess 1122`` or ``click 3,4``, in the version that you saw.

    A repeated request with the same version is refused with 409 and the game.
    """
    games = live_games(request)
    with games.at_hand(owner, id) as live:
        current = live is not None and made.version in (None, live.version)
        if live is not None and current and live.is_light(made.move):
            within(live.game.do, made.move)
            # Saved first: whoever does not wait for the answer has made the move all the same.
            try:
                await games.save_soon(owner, live)
            except VersionConflict:
                games.forget(owner, id)
                live = None
            else:
                if not live.is_slow:
                    return JSONResponse({**live.state(), "version": live.version})
        else:
            live = None
    if live is not None:  # The move is made: it is answered as soon as there is room.
        return JSONResponse(await patiently(request, _state, games, owner, id))
    return JSONResponse(await heavy(request, _moved, games, owner, id, made))


def _moved(games: LiveGames, owner: str, id: str, made: NewMove) -> dict[str, Any]:  # noqa: A002
    """Makes a move in the saved state of the game, however long it takes."""
    with games.locked(owner, id) as live:
        check_version(live, made.version)
        if live.is_simple(made.move):
            within(live.game.do, made.move)
            games.save(owner, live)
            state = live.answer()
        else:
            state = live.work(_done, made.move)
            games.save(owner, live)
        return {**state, "version": live.version}


def _done(live: Live, move: str) -> dict[str, Any]:
    live.game.do(move)
    return live.state()


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
        return live.work(_helped, what, cell)

    found, version = live_games(request).helped(owner, id, find)
    found["game"]["version"] = version
    return found


def _helped(live: Live, what: str, cell: str | None) -> dict[str, Any]:
    help_ = helped(live.asked(what), what, cell)
    return {"help": help_, "game": live.state()}


def check_version(live: Live, version: int | None) -> None:
    """Raises OutOfDate, with the game, if the version is not the current one."""
    if version is not None and version != live.version:
        raise OutOfDate(_("the game has changed since; this is its current state"), live.answer())


def respond(response: Response, state: dict[str, Any], status: int = 200) -> JSONResponse:
    """Returns a state unvalidated, with the cookie of a new owner."""
    answer = JSONResponse(state, status)
    if "set-cookie" in response.headers:
        answer.headers["set-cookie"] = response.headers["set-cookie"]
    return answer
