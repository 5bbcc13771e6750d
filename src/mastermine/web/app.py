"""The application: pages, API and middleware."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from anyio import CapacityLimiter
from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.middleware.gzip import GZipMiddleware

from mastermine import __version__
from mastermine.arena.store import StoreError
from mastermine.i18n.text import _
from mastermine.web import (
    about,
    game_views,
    games,
    laboratory,
    lessons,
    people,
    previews,
    puzzles,
    tools,
)
from mastermine.web.errors import add_handlers
from mastermine.web.languages import LanguageMiddleware
from mastermine.web.limits import Rates
from mastermine.web.live_games import LiveGames
from mastermine.web.pages import add_pages
from mastermine.web.processes import Forwarding
from mastermine.web.schemas import REFUSALS
from mastermine.web.security import SecurityMiddleware
from mastermine.web.time_limits import LongWork
from mastermine.web.writer import PATIENCE_SECONDS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection

    from mastermine.arena.store import Store
    from mastermine.session.saved.saved_games import SavedGames
    from mastermine.web.writer import Writer

OPEN_DAYS, OVER_DAYS, NEW_DAYS = 400, 30, 1
"""Days until a shared server deletes an unused game: in progress, finished, or without a move."""
MAX_DOWNLOADS = 2
"""Maximum number of threads that make parts of files."""
MAX_READS = 3
"""Maximum number of threads that read much of the store, for statistics and the start page."""
SWEEP_SECONDS = 3600
"""Interval at which they are deleted."""
LOOPBACK = ("127.0.0.1", "::1", "localhost")
"""Names of a server that only its own machine can reach."""


def create_app(
    store: Store,
    *,
    rate: int | None = None,
    hosts: Collection[str] | None = None,
    shared: bool = False,
    laboratory_port: int | None = None,
) -> FastAPI:
    """Creates the application for a store, which the caller keeps open.

    ``rate``: requests per minute from one address; None for no limit. ``hosts``: valid host names
    of the server; None for any. ``shared``: True if other people can reach it; then unused games
    are deleted after some time, and only the owner of a match can stop or delete it.
    ``laboratory_port``: port of the process on this machine that has the laboratory, if it is
    another one.
    """
    app = FastAPI(
        title="mastermine",
        version=__version__,
        summary=_("Mastermind and Minesweeper: play, learn, analyse, compare ways to play."),
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan,
    )
    app.state.store = store
    store.patience = PATIENCE_SECONDS
    app.state.shared = shared
    app.state.rates = Rates(rate)
    app.state.live_games = LiveGames(store, app.state.rates)
    app.state.streams = Counter()
    app.state.long_work = LongWork()
    app.state.downloads = CapacityLimiter(MAX_DOWNLOADS)
    app.state.reads = CapacityLimiter(MAX_READS)
    add_handlers(app)
    parts = (games, game_views, tools, puzzles, people, lessons, about, laboratory, previews)
    for router in (games.quick, *(part.router for part in parts)):
        app.include_router(router, responses=REFUSALS)
    add_pages(app)
    if laboratory_port is not None:
        app.add_middleware(Forwarding, port=laboratory_port)
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(SecurityMiddleware, hosts=hosts)
    app.add_middleware(LanguageMiddleware)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Deletes old games of a shared server while it runs; stops the workers at its end."""
    writer: Writer = app.state.live_games.writer
    sweeping = asyncio.create_task(_sweep(writer.games)) if app.state.shared else None
    try:
        yield
    finally:
        if sweeping is not None:
            sweeping.cancel()
        await app.state.long_work.close()
        await run_in_threadpool(writer.close)


async def _sweep(shelf: SavedGames) -> None:
    """Deletes unused games: now, and every hour."""
    while True:
        now = datetime.now(UTC)
        limits = (now - timedelta(days=days) for days in (OPEN_DAYS, OVER_DAYS, NEW_DAYS))
        # Players see errors of the store themselves; this task tries again later.
        with suppress(StoreError):
            await run_in_threadpool(shelf.delete_older, *limits)
        await asyncio.sleep(SWEEP_SECONDS)
