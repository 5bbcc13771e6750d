"""The application: pages, the API, and what stands around them."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.middleware.gzip import GZipMiddleware

from mastermine import __version__
from mastermine.arena.store import StoreError
from mastermine.i18n.text import _
from mastermine.web import about, game_views, games, laboratory, lessons, people, tools
from mastermine.web.errors import add_handlers
from mastermine.web.languages import Speaks
from mastermine.web.limits import Rates
from mastermine.web.live_games import Table
from mastermine.web.pages import add_pages
from mastermine.web.schemas import REFUSALS
from mastermine.web.security import Guard
from mastermine.web.time_limits import Workers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection

    from mastermine.arena.store import Store
    from mastermine.session.saved.saved_games import SavedGames

OPEN_DAYS, IDLE_DAYS = 400, 30
"""So long a server for others keeps games that nobody touches: those that go on, and those that
are over, or new without a move."""
LOOPBACK = ("127.0.0.1", "::1", "localhost")
"""The names of a server that only its own machine reaches."""


def create_app(
    store: Store,
    *,
    rate: int | None = None,
    hosts: Collection[str] | None = None,
    shared: bool = False,
) -> FastAPI:
    """The application over a store, which stays open.

    ``rate``: requests a minute from one address, None for as many as it likes. ``hosts``: names by
    which the server may be called, None for any. ``shared``: whether others than the owner of the
    store reach it; then games that nobody goes on with are removed in time, and only who began a
    match stops or deletes it.
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
    app.state.shared = shared
    app.state.table = Table(store)
    app.state.rates = Rates(rate)
    app.state.workers = Workers()
    add_handlers(app)
    for part in (games, game_views, tools, people, lessons, about, laboratory):
        app.include_router(part.router, responses=REFUSALS)
    add_pages(app)
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(Guard, hosts=hosts)
    app.add_middleware(Speaks)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """A server for others removes old games as long as it runs; workers end with it."""
    sweeping = asyncio.create_task(_sweep(app.state.table.shelf)) if app.state.shared else None
    try:
        yield
    finally:
        if sweeping is not None:
            sweeping.cancel()
        await run_in_threadpool(app.state.workers.close)


async def _sweep(shelf: SavedGames) -> None:
    """Remove what nobody goes on with: now, and every day."""
    while True:
        now = datetime.now(UTC)
        # A store that cannot be written now is told to who plays; tomorrow it may be another day.
        with suppress(StoreError):
            await run_in_threadpool(
                shelf.delete_older, now - timedelta(days=OPEN_DAYS), now - timedelta(days=IDLE_DAYS)
            )
        await asyncio.sleep(24 * 3600)
