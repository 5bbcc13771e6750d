"""HTTP API of the laboratory: ``/api/runs``."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from threading import Lock
from typing import Annotated, Any, Literal

from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Depends, FastAPI, Header, Path, Query, Request, Response
from fastapi.responses import HTMLResponse, StreamingResponse
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool

from mastermine.arena.plots import Results
from mastermine.arena.standings import Standings
from mastermine.arena.store import StoredRun
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.text import _
from mastermine.web.errors import NotFound, TooMany, public
from mastermine.web.laboratory import files
from mastermine.web.laboratory.boards import round_of
from mastermine.web.laboratory.job import DONE, FAILED, PLAYING, STOPPED, Live
from mastermine.web.laboratory.run_request import MoreRounds, NewMatch, rules_of, run_of
from mastermine.web.laboratory.runner import Conductor
from mastermine.web.laboratory.serialize import line_of, more_of, state_of
from mastermine.web.laboratory.visitor import CurrentVisitor, NewVisitor, Visitor
from mastermine.web.limits import counted
from mastermine.web.owner import address_of, is_local
from mastermine.web.time_limits import RETRY_SECONDS, heavy, patiently, within

NEWS_SECONDS = 0.25
"""Minimum interval between two events of a stream."""
WATCHER_SECONDS = 0.025
"""The same for each watcher of a run: many of them get fewer events."""
MAX_STREAMS = 20
"""Maximum number of streams to an address, except to this machine, where a proxy may be."""
START_SECONDS = 1.5
"""Wait for the first chunk or an error of a new run, before it is reported as started."""
PIECE_BYTES = 1 << 16
"""Size of the pieces of a file that are sent one by one."""
MAX_LISTED_RUNS = 200
"""Maximum number of runs in a list, newest first."""
OWN_PAGE = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
"""Policy of a self-contained page or picture, which loads nothing."""

SHORT: list[Any] = [counted("moves")]
HELP: list[Any] = [counted("help")]
LIVE: list[Any] = [counted("pictures")]
LONG: list[Any] = [counted("tools")]
"""Rate limits of short work, of work like help with a game, of the pictures of a run, which a page
renews while it is playing, and of long work."""

_making = Lock()


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Stops the runs at the end of the server; played chunks stay in the store."""
    yield
    conductor: Conductor | None = getattr(app.state, "conductor", None)
    if conductor is not None:
        await run_in_threadpool(conductor.close)


router = APIRouter(prefix="/api/runs", tags=["laboratory"], lifespan=_lifespan)


def _conductor(request: Request) -> Conductor:
    state = request.app.state
    with _making:
        if not hasattr(state, "conductor"):
            state.conductor = Conductor(state.store, state.rates, state.shared)
        made: Conductor = state.conductor
        return made


Conducting = Annotated[Conductor, Depends(_conductor)]


def _number(
    number: Annotated[int, Path(description="the number of a run", examples=[1])],
    conductor: Conducting,
) -> int:
    """Checks the number of a run. Raises NotFound."""
    try:
        if 0 < number < 1 << 31:  # Stores use 32-bit numbers.
            return conductor.store.run(number).id
    except InvalidSpec:
        pass
    raise NotFound(_("there is no run {n}; it may have been removed").format(n=number))


Number = Annotated[int, Depends(_number)]


def _owned(number: Number, conductor: Conducting, visitor: CurrentVisitor) -> int:
    """Checks the number of a run that the visitor owns. Raises NotFound, Refused."""
    visitor.check_owns(conductor.store.run(number))
    return number


Owned = Annotated[int, Depends(_owned)]


@router.post("", status_code=201, dependencies=LONG, summary="Start a match")
async def begin(
    request: Request, match: NewMatch, conductor: Conducting, visitor: NewVisitor
) -> dict[str, Any]:
    """Starts a match between built-in strategies, on the same secrets."""
    return await heavy(request, _started_match, match, conductor, visitor)


def _started_match(match: NewMatch, conductor: Conductor, visitor: Visitor) -> dict[str, Any]:
    live = conductor.begin(run_of(match), visitor.owner, visitor.address)
    live.settled.wait(START_SECONDS)
    if live.state == FAILED and not live.standings.rounds and live.error is not None:
        conductor.delete(live.stored.id)
        raise live.error
    return visitor.with_ownership(live.snapshot(), live.stored)


@router.get("", dependencies=SHORT, summary="Stored runs")
async def listed(
    request: Request, conductor: Conducting, visitor: CurrentVisitor
) -> list[dict[str, Any]]:
    """Lists the stored runs, newest first, including those of the command line."""
    return await heavy(request, _listed, conductor, visitor)


def _listed(conductor: Conductor, visitor: Visitor) -> list[dict[str, Any]]:
    stored = within(conductor.store.runs, MAX_LISTED_RUNS)[::-1]
    return [
        visitor.with_ownership(line_of(each, _state(conductor.live(each.id), each.finished)), each)
        for each in stored
    ]


def _state(live: Live | None, finished: bool) -> str:
    if live is not None and (live.state == PLAYING or not finished):
        return live.state
    return DONE if finished else STOPPED


@router.get("/rules", dependencies=SHORT, summary="Rules of a text")
def rules(text: Annotated[str, Query(max_length=200)]) -> dict[str, Any]:
    """Returns the rules in words, and the number of secrets if a match can play all of them."""
    return rules_of(text)


@router.get("/{number}", dependencies=SHORT, summary="A run")
async def run(
    request: Request, number: Number, conductor: Conducting, visitor: CurrentVisitor
) -> dict[str, Any]:
    """Returns the state of a run, comparisons, and the available pictures."""
    return await heavy(request, _run, number, conductor, visitor)


def _run(number: int, conductor: Conductor, visitor: Visitor) -> dict[str, Any]:
    live = conductor.live(number)
    # Before the store is read: what was stored while the run was playing is not all of it.
    state = live.snapshot() if live is not None and live.state == PLAYING else None
    stored = conductor.store.run(number)
    results = _results(conductor, number)
    if state is None:
        assert results.standings is not None
        state = _left(stored, results.standings, live)
    whole = {**state, "rules_in_words": stored.run.rules.describe(), **more_of(results)}
    return visitor.with_ownership(whole, stored)


def _results(conductor: Conductor, number: int) -> Results:
    """Returns the results of a run; games that were counted are not counted again."""
    return Results.of_stored(conductor.store, number, conductor.standings(number))


def _left(stored: StoredRun, standings: Standings, live: Live | None) -> dict[str, Any]:
    """Returns the state of a run that is not running."""
    error = None if live is None else live.error
    return state_of(stored, standings, _state(live, stored.finished), error=error)


def _stored(conductor: Conductor, number: int) -> dict[str, Any]:
    """Returns the state of a stored run; counts its games."""
    stored = conductor.store.run(number)
    return _left(stored, conductor.standings(number), conductor.live(number))


def _last(conductor: Conductor, number: int) -> dict[str, Any]:
    """Returns the state of a run; a recent one is not counted again."""
    live = conductor.live(number)
    return _stored(conductor, number) if live is None else live.snapshot()


async def _stream(request: Request) -> AsyncIterator[None]:
    """Counts a stream while it is open. Raises TooMany."""
    streams: Counter[str] = request.app.state.streams
    address = address_of(request)
    if streams[address] >= MAX_STREAMS and not is_local(address):
        raise TooMany(_("too many pages of your address watch a match; close one"), RETRY_SECONDS)
    streams[address] += 1
    try:
        yield
    finally:
        streams[address] -= 1
        if not streams[address]:
            del streams[address]


@router.get(
    "/{number}/events",
    response_class=EventSourceResponse,
    dependencies=[*SHORT, Depends(_stream)],
    summary="Watch a run",
)
async def events(
    request: Request,
    number: Number,
    conductor: Conducting,
    last_event_id: Annotated[str | None, Header()] = None,
) -> AsyncIterator[ServerSentEvent]:
    """Streams the state of a run at each change: ``standings``, finally ``done`` or ``failed``.

    Each event is complete, so a lost event does not matter. A client that reconnects with
    ``Last-Event-ID`` gets the next new event.
    """
    seen = last_event_id
    while (live := conductor.live(number)) is not None and live.state == PLAYING:
        await live.change(seen)
        if getattr(request.app.state, "ending", False):
            return  # The browser reconnects.
        if live.state != PLAYING:
            break
        if live.mark != seen:
            seen = live.mark
            yield ServerSentEvent(raw_data=live.text(), event="standings", id=seen)
            live.watchers += 1
            try:
                await asyncio.sleep(max(NEWS_SECONDS, WATCHER_SECONDS * live.watchers))
            finally:
                live.watchers -= 1
    try:
        state = await patiently(request, _last, conductor, number)
    except MastermineError as error:  # The run was deleted, or the store cannot be read.
        error = public(error, request.app.state.shared)
        kind = "NotFound" if isinstance(error, InvalidSpec) else type(error).__name__
        state = {"id": number, "state": FAILED, "error": {"kind": kind, "message": str(error)}}
    event = "failed" if state["state"] == FAILED else "done"
    yield ServerSentEvent(data=state, event=event, id=f"{state['state']}-{state.get('played')}")


@router.post("/{number}/stop", dependencies=SHORT, summary="Stop a match")
async def stop(
    request: Request, number: Owned, conductor: Conducting, visitor: CurrentVisitor
) -> dict[str, Any]:
    """Stops a running match; played rounds stay in the store, and the match can be resumed."""
    return await heavy(request, _stopped, number, conductor, visitor)


def _stopped(number: int, conductor: Conductor, visitor: Visitor) -> dict[str, Any]:
    conductor.stop(number)
    return visitor.with_ownership(_stored(conductor, number), conductor.store.run(number))


@router.post("/{number}/resume", dependencies=LONG, summary="Resume a match")
async def resume(
    request: Request,
    number: Owned,
    conductor: Conducting,
    visitor: CurrentVisitor,
    more: MoreRounds | None = None,
) -> dict[str, Any]:
    """Resumes a stopped run; or adds rounds to a run with random secrets."""
    return await heavy(request, _resumed, number, conductor, visitor, more)


def _resumed(
    number: int, conductor: Conductor, visitor: Visitor, more: MoreRounds | None
) -> dict[str, Any]:
    live = conductor.resume(number, None if more is None else more.rounds, visitor.address)
    live.settled.wait(START_SECONDS)
    return visitor.with_ownership(live.snapshot(), live.stored)


@router.delete("/{number}", status_code=204, dependencies=SHORT, summary="Delete a run")
async def delete(request: Request, number: Owned, conductor: Conducting) -> None:
    """Deletes a run and all its games."""
    await heavy(request, conductor.delete, number)


@router.get("/{number}/rounds/{played}", dependencies=HELP, summary="The games of a round")
async def round_played(
    request: Request,
    number: Number,
    conductor: Conducting,
    played: Annotated[int, Path(ge=1, lt=1 << 31, examples=[1])],
) -> Response:
    """Returns the game of each strategy in a round move by move, to watch them side by side."""
    found = await heavy(request, round_of, conductor.store, number, played)
    return Response(found, media_type="application/json")


Ending = Annotated[Literal["jsonl", "csv"], Path(examples=["csv"])]
Kind = Annotated[Literal["guesses", "left", "start", "rates", "cost"], Path(examples=["guesses"])]


@router.get("/{number}/games.{ending}", dependencies=LONG, summary="The games of a run")
async def games(
    request: Request, number: Number, conductor: Conducting, ending: Ending
) -> StreamingResponse:
    """Returns a file with one record per game."""
    parts = files.games_file(conductor.store, number, ending)
    first = await heavy(request, next, parts)
    return StreamingResponse(
        _in_turn(first, parts, request.app.state.downloads),
        media_type="text/csv" if ending == "csv" else "application/jsonl",
        headers={"Content-Disposition": f'attachment; filename="run-{number}.{ending}"'},
    )


async def _in_turn(
    first: bytes, parts: Iterator[bytes], limiter: CapacityLimiter
) -> AsyncIterator[bytes]:
    """Yields parts in small pieces; a part is made when few others are, not while one is read."""
    part: bytes | None = first
    while part is not None:
        for at in range(0, len(part), PIECE_BYTES):
            yield part[at : at + PIECE_BYTES]
        part = await to_thread.run_sync(next, parts, None, limiter=limiter)


@router.get(
    "/{number}/plots/{kind}.svg",
    response_class=Response,
    dependencies=LIVE,
    summary="A picture of a run (SVG)",
)
async def plot(
    request: Request,
    number: Number,
    conductor: Conducting,
    kind: Kind,
    theme: Literal["light", "dark"] | None = None,
) -> Response:
    """Draws a picture; with a ``theme``, without title and background, for a page."""
    data = await heavy(request, files.drawing, partial(_results, conductor, number), kind, theme)
    return Response(data, media_type="image/svg+xml", headers={"Content-Security-Policy": OWN_PAGE})


@router.get("/{number}/plots/{kind}.json", dependencies=LIVE, summary="Data of a picture")
async def plotted(
    request: Request, number: Number, conductor: Conducting, kind: Kind
) -> dict[str, Any]:
    """Returns the data of a picture, in words and as a table."""
    return await heavy(request, files.figures, partial(_results, conductor, number), kind)


def _report(conductor: Conductor, number: int) -> str:
    return files.report(conductor.store, number, conductor.standings(number))


@router.get(
    "/{number}/report",
    response_class=HTMLResponse,
    dependencies=LONG,
    summary="Report of a run",
)
async def report(request: Request, number: Number, conductor: Conducting) -> HTMLResponse:
    """Returns the report of a run, as one self-contained page."""
    text = await heavy(request, _report, conductor, number)
    return HTMLResponse(text, headers={"Content-Security-Policy": OWN_PAGE})
