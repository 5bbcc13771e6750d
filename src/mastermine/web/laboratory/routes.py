"""The laboratory's part of the HTTP API: ``/api/runs``."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from threading import Lock
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, FastAPI, Header, Path, Query, Request, Response
from fastapi.responses import FileResponse, HTMLResponse
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool

from mastermine.arena.plots import Results
from mastermine.arena.standings import Standings
from mastermine.arena.store import Kept
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.text import _
from mastermine.web.errors import NotFound
from mastermine.web.laboratory import files
from mastermine.web.laboratory.job import DONE, FAILED, PLAYING, STOPPED, Live
from mastermine.web.laboratory.run_request import Asked, Longer, rules_of, run_of
from mastermine.web.laboratory.runner import Conductor
from mastermine.web.laboratory.serialize import line_of, more_of, state_of
from mastermine.web.laboratory.visitor import Asking
from mastermine.web.limits import counted

POLL_SECONDS = 0.25
"""Interval at which a job is checked for news."""
START_SECONDS = 1.5
"""Timeout for a run to prove that it can be played, before it is reported as started."""
MAX_LISTED_RUNS = 200
"""The most runs that are listed, newest first."""
OWN_PAGE = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
"""What a page or picture may load that is whole by itself: nothing."""

SHORT: list[Any] = [counted("moves")]
LONG: list[Any] = [counted("tools")]
"""What is counted as little work, and what as much."""

_making = Lock()


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Runs end with the server, and are kept as far as they were played."""
    yield
    conductor: Conductor | None = getattr(app.state, "conductor", None)
    if conductor is not None:
        await run_in_threadpool(conductor.close)


router = APIRouter(prefix="/api/runs", tags=["laboratory"], lifespan=_lifespan)


def _conductor(request: Request) -> Conductor:
    state = request.app.state
    with _making:
        if not hasattr(state, "conductor"):
            state.conductor = Conductor(state.store)
        made: Conductor = state.conductor
        return made


Conducting = Annotated[Conductor, Depends(_conductor)]


def _number(
    number: Annotated[int, Path(description="the number of a run", examples=[1])],
    conductor: Conducting,
) -> int:
    """The number of a run that there is. Raises NotFound."""
    try:
        if 0 < number < 1 << 31:  # No store takes larger ones.
            return conductor.store.kept(number).id
    except InvalidSpec:
        pass
    raise NotFound(_("there is no run {n}; it may have been removed").format(n=number))


Number = Annotated[int, Depends(_number)]


def _owned(number: Number, conductor: Conducting, visitor: Asking) -> int:
    """The number of a run that the visitor may end. Raises NotFound, Refused."""
    visitor.check_owns(conductor.store.kept(number))
    return number


Owned = Annotated[int, Depends(_owned)]


@router.post("", status_code=201, dependencies=LONG, summary="Begin a match")
def begin(asked: Asked, conductor: Conducting, visitor: Asking) -> dict[str, Any]:
    """Begin a match: strategies that came with the program, on the same secrets."""
    live = conductor.begin(run_of(asked), visitor.owner)
    live.settled.wait(START_SECONDS)
    if live.state == FAILED and not live.standings.rounds and live.error is not None:
        conductor.delete(live.kept.id)  # It cannot be played: nothing is left behind.
        raise live.error
    return visitor.told(live.told(), live.kept)


@router.get("", dependencies=SHORT, summary="The runs that are kept")
def listed(conductor: Conducting, visitor: Asking) -> list[dict[str, Any]]:
    """The runs that are kept, the newest first; those of the command line, too."""
    kept = conductor.store.runs()[: -MAX_LISTED_RUNS - 1 : -1]
    return [
        visitor.told(line_of(each, _state(conductor.live(each.id), each.finished)), each)
        for each in kept
    ]


def _state(live: Live | None, finished: bool) -> str:
    if live is not None and (live.state == PLAYING or not finished):
        return live.state
    return DONE if finished else STOPPED


@router.get("/rules", dependencies=SHORT, summary="What rules a text names")
def rules(text: Annotated[str, Query(max_length=200)]) -> dict[str, Any]:
    """The rules in words, and whether a match can play every secret once."""
    return rules_of(text)


@router.get("/{number}", dependencies=SHORT, summary="A run")
def shown(number: Number, conductor: Conducting, visitor: Asking) -> dict[str, Any]:
    """How a run stands, comparisons, and which pictures there are."""
    live = conductor.live(number)
    kept = conductor.store.kept(number)
    results = Results.of_kept(conductor.store, number)
    if live is not None and live.state == PLAYING:
        told = live.told()
    else:
        assert results.standings is not None
        told = _left(kept, results.standings, live)
    whole = {**told, "rules_in_words": kept.run.rules.describe(), **more_of(results)}
    return visitor.told(whole, kept)


def _left(kept: Kept, standings: Standings, live: Live | None) -> dict[str, Any]:
    """How a run stands that is not being played."""
    error = None if live is None else live.error
    return state_of(kept, standings, _state(live, kept.finished), error=error)


def _kept(conductor: Conductor, number: int) -> dict[str, Any]:
    """The same of a run whose games are still to be counted."""
    store = conductor.store
    return _left(store.kept(number), store.standings(number), conductor.live(number))


def _last(conductor: Conductor, number: int) -> dict[str, Any]:
    """How a run stands that was played here; it is not counted again."""
    live = conductor.live(number)
    return _kept(conductor, number) if live is None else live.told()


@router.get(
    "/{number}/events",
    response_class=EventSourceResponse,
    dependencies=SHORT,
    summary="Watch a run",
)
async def events(
    request: Request,
    number: Number,
    conductor: Conducting,
    last_event_id: Annotated[str | None, Header()] = None,
) -> AsyncIterator[ServerSentEvent]:
    """How a run stands, whenever that changes: events ``standings``, then ``done`` or ``failed``.

    Each event is all there is to know, so that nothing is lost where one is; who comes again, and
    says by ``Last-Event-ID`` which was the last, gets the next that is new.
    """
    seen = last_event_id
    while (live := conductor.live(number)) is not None and live.state == PLAYING:
        mark = live.mark
        if mark != seen:
            seen = mark
            told = await run_in_threadpool(live.told)
            if told["state"] != PLAYING:
                break
            yield ServerSentEvent(data=told, event="standings", id=mark)
        await asyncio.sleep(POLL_SECONDS)
        if getattr(request.app.state, "ending", False):
            return  # The browser comes again, and goes on where it was.
    try:
        told = await run_in_threadpool(_last, conductor, number)
    except MastermineError as error:  # It was removed meanwhile, or the store cannot be read.
        kind = "NotFound" if isinstance(error, InvalidSpec) else type(error).__name__
        told = {"id": number, "state": FAILED, "error": {"kind": kind, "message": str(error)}}
    event = "failed" if told["state"] == FAILED else "done"
    yield ServerSentEvent(data=told, event=event, id=f"{told['state']}-{told.get('played')}")


@router.post("/{number}/stop", dependencies=SHORT, summary="Stop a match")
def stop(number: Owned, conductor: Conducting, visitor: Asking) -> dict[str, Any]:
    """End a match that is being played; what was played is kept, and can be gone on with."""
    conductor.stop(number)
    return visitor.told(_kept(conductor, number), conductor.store.kept(number))


@router.post("/{number}/resume", dependencies=LONG, summary="Go on with a match")
def resume(
    number: Owned, conductor: Conducting, visitor: Asking, longer: Longer | None = None
) -> dict[str, Any]:
    """Go on with a run that was left; or let one whose secrets are drawn have more rounds."""
    live = conductor.resume(number, None if longer is None else longer.rounds)
    live.settled.wait(START_SECONDS)
    return visitor.told(live.told(), live.kept)


@router.delete("/{number}", status_code=204, dependencies=SHORT, summary="Delete a run")
def delete(number: Owned, conductor: Conducting) -> None:
    """Forget a run and all of its games."""
    conductor.delete(number)


Ending = Annotated[Literal["jsonl", "csv"], Path(examples=["csv"])]
Kind = Annotated[Literal["guesses", "left", "start", "rates", "cost"], Path(examples=["guesses"])]


@router.get("/{number}/games.{ending}", dependencies=LONG, summary="The games of a run")
def games(number: Number, conductor: Conducting, ending: Ending) -> FileResponse:
    """A file with a record for each game."""
    path = files.games_file(conductor.store, number, ending)
    kind = "text/csv" if ending == "csv" else "application/jsonl"
    return FileResponse(
        path,
        media_type=kind,
        filename=f"run-{number}.{ending}",
        background=BackgroundTask(path.unlink, missing_ok=True),
    )


@router.get(
    "/{number}/plots/{kind}.svg",
    response_class=Response,
    dependencies=LONG,
    summary="A picture of a run (SVG)",
)
def plot(
    number: Number,
    conductor: Conducting,
    kind: Kind,
    theme: Literal["light", "dark"] | None = None,
) -> Response:
    """A picture; with a ``theme`` without title and background, for a page of that theme."""
    data = files.drawing(conductor.store, number, kind, theme)
    return Response(data, media_type="image/svg+xml", headers={"Content-Security-Policy": OWN_PAGE})


@router.get("/{number}/plots/{kind}.json", dependencies=LONG, summary="The figures of a picture")
def plotted(number: Number, conductor: Conducting, kind: Kind) -> dict[str, Any]:
    """What a picture shows, in words and as a table."""
    return files.figures(conductor.store, number, kind)


@router.get(
    "/{number}/report",
    response_class=HTMLResponse,
    dependencies=LONG,
    summary="The page about a run",
)
def report(number: Number, conductor: Conducting) -> HTMLResponse:
    """All about a run, as one page that needs nothing else."""
    return HTMLResponse(
        files.report(conductor.store, number), headers={"Content-Security-Policy": OWN_PAGE}
    )
