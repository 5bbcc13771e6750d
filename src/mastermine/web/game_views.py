"""Other views of a game: pictures, links, files, review and replay."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Body, Query, Request, Response

from mastermine.core.errors import InvalidSpec, in_field
from mastermine.i18n.text import _
from mastermine.registry import GAMES
from mastermine.session import Match, restore
from mastermine.session.saved import files
from mastermine.session.saved.recorded import recorded
from mastermine.web.games import Id, live_games, respond, state_of
from mastermine.web.limits import counted
from mastermine.web.live_games import Live
from mastermine.web.new_game import check_file, check_seeds, check_size, decoded
from mastermine.web.owner import NewOwner, Owner
from mastermine.web.schemas import RecordedFile, State
from mastermine.web.time_limits import heavy, in_worker, slow, within

if TYPE_CHECKING:
    from mastermine.session import Played, Saved

router = APIRouter(prefix="/api/games", tags=["games"])

MAX_QUICK_BYTES = 10_000
"""Maximum size of a saved game that needs no long computation."""

MAX_FRAMES = 2_000
"""Maximum number of moves in a replay; earlier ones are omitted."""
MAX_CELLS = 1_000_000
"""Maximum number of cells in a replay, on all boards together."""
MAX_WIDTH_PIXELS = 2_000


def _picture(kind: str) -> dict[int | str, dict[str, Any]]:
    return {200: {"content": {kind: {}}, "description": "the picture"}}


@router.get("/{id}/share", dependencies=[counted("help")], summary="A link and a text to share")
@slow
def share(request: Request, owner: Owner, id: Id) -> dict[str, str]:  # noqa: A002
    """Returns a link to the same game, and its result in signs; neither reveals the secret."""
    with live_games(request).locked(owner, id) as live:
        return live.work(_share)


def _share(live: Live) -> dict[str, str]:
    from mastermine.session import share as sharing

    return {"link": sharing.link(live.game), "text": sharing.text(live.game)}


@router.get(
    "/{id}/board.svg",
    dependencies=[counted("moves")],
    responses=_picture("image/svg+xml"),
    response_class=Response,
    summary="The board as a picture (SVG)",
)
@slow
def svg(request: Request, owner: Owner, id: Id) -> Response:  # noqa: A002
    """Draws the board as the player may see it."""
    with live_games(request).locked(owner, id) as live:
        return Response(live.work(_svg), media_type="image/svg+xml")


def _svg(live: Live) -> str:
    from mastermine.session.share import picture

    return picture.svg(live.game)


@router.get(
    "/{id}/board.png",
    dependencies=[counted("help")],
    responses=_picture("image/png"),
    response_class=Response,
    summary="The board as a picture (PNG)",
)
@slow
def png(
    request: Request,
    owner: Owner,
    id: Id,  # noqa: A002
    width: Annotated[int, Query(ge=50, le=MAX_WIDTH_PIXELS)] = 800,
) -> Response:
    """Draws the board as the player may see it, ``width`` pixels wide."""
    with live_games(request).locked(owner, id) as live:
        return Response(live.work(_png, width), media_type="image/png")


def _png(live: Live, width: int) -> bytes:
    from mastermine.session.share import picture

    return picture.png(live.game, width)


@router.get("/{id}/save", dependencies=[counted("moves")], summary="The game as a file")
@slow
def save(request: Request, owner: Owner, id: Id) -> Response:  # noqa: A002
    """Returns the saved game, to resume anywhere; it contains the secret in obfuscated form."""
    with live_games(request).locked(owner, id) as live:
        text = files.text_of(live.game.data())
        kind = live.game.KIND if isinstance(live.game, Match) else live.game.rules.game
    return Response(
        text,
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="mastermine-{kind}.json"'},
    )


@router.post(
    "/load",
    status_code=201,
    response_model=State,
    dependencies=[counted("tools")],
    summary="Resume a game from a file",
)
async def load(
    request: Request,
    response: Response,
    owner: NewOwner,
    fields: Annotated[dict[str, Any], Body()],  # noqa: ARG001  # Documents and checks the body.
) -> Any:
    """Resumes a saved game, which replaces the same game on this server."""
    data = await request.body()
    work = in_worker if len(data) > MAX_QUICK_BYTES else within
    game = await heavy(request, partial(work, _restored, data))
    live = await heavy(request, live_games(request).put, owner, game)
    return respond(response, await state_of(request, live), 201)


def _restored(data: bytes) -> Saved:
    # Translators: in place of a file's name, at the beginning of a message.
    fields = files.parsed(data, _("the file"))
    check_file(fields)
    game = restore(fields)
    check_seeds(game)
    return game


@router.post(
    "/recorded",
    status_code=201,
    response_model=State,
    dependencies=[counted("tools")],
    summary="A game in a file of another program",
)
async def load_recorded(
    request: Request, response: Response, owner: NewOwner, given: RecordedFile
) -> Any:
    """Reads a recorded game of Minesweeper, or rows of Mastermind, as a game that is over.

    The file is RawVF, AVF, EVF, RMV or MVF, or a text with a guess and its answer in each line.
    """
    game = await heavy(request, partial(in_worker, _recorded, given))
    live = await heavy(request, live_games(request).put, owner, game)
    return respond(response, await state_of(request, live), 201)


def _recorded(given: RecordedFile) -> Saved:
    with in_field("file"):
        game = recorded(given.name, decoded(given.file), given.rules)
        if game is None:
            raise InvalidSpec(
                _("{name} is not a recorded game, nor rows of Mastermind").format(name=given.name)
            )
    check_size(game.rules)
    return game


@router.get("/{id}/review", dependencies=[counted("help")], summary="Review of each move")
@slow
def review(request: Request, owner: Owner, id: Id) -> dict[str, Any]:  # noqa: A002
    """Compares each move with the best one: skill and luck. Before the end it counts as help."""
    found, _version = live_games(request).helped(owner, id, lambda live: live.work(_review))
    return found


def _review(live: Live) -> dict[str, Any]:
    found = live.played.review()
    serialize = GAMES[live.played.rules.game].part("web.review")
    data: dict[str, Any] = serialize(found) if serialize else found.to_json()
    return data


@router.get("/{id}/replay", dependencies=[counted("help")], summary="The game move by move")
@slow
def replay(request: Request, owner: Owner, id: Id) -> Response:  # noqa: A002
    """Returns the position after each move; ``first`` is the number of moves before the first."""
    with live_games(request).locked(owner, id) as live:
        return Response(live.work(_replay), media_type="application/json")


def _replay(live: Live) -> str:
    return json.dumps(replay_of(live.played), ensure_ascii=False)


def replay_of(game: Played, games: int = 1) -> dict[str, Any]:
    """Serialises a game move by move; ``games``: the number of replays in the same answer."""
    rules = game.rules
    # Each frame has the whole board, or all rows so far.
    cells = rules.sizes().get("cells") or getattr(rules, "places", 1) * max(game.length, 1)
    first = max(0, game.length - min(MAX_FRAMES, MAX_CELLS // (games * cells)))
    return {"first": first, "frames": [past.public() for past in game.frames(first)]}
