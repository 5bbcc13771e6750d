"""The application: pages, the API, and what stands around them."""

from __future__ import annotations

from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.middleware.gzip import GZipMiddleware

from mastermine import __version__
from mastermine.core.text import _
from mastermine.web import games, laboratory, lessons, looks, people, tools, words
from mastermine.web.errors import add_handlers
from mastermine.web.guard import Guard
from mastermine.web.limits import Rates
from mastermine.web.owner import YEARS
from mastermine.web.pages import add_pages
from mastermine.web.schemas import REFUSALS
from mastermine.web.table import Table
from mastermine.web.work import Workers

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection

    from mastermine.arena.store import Store

LOOPBACK = ("127.0.0.1", "::1", "localhost")
"""The names of a server that only its own machine reaches."""


def create_app(
    store: Store, *, rate: int | None = None, hosts: Collection[str] | None = None
) -> FastAPI:
    """The application over a store, which stays open.

    ``rate``: requests a minute from one address, None for as many as it likes. ``hosts``: names by
    which the server may be called, None for any.
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
    app.state.table = Table(store)
    app.state.rates = Rates(rate)
    app.state.workers = Workers()
    add_handlers(app)
    for part in (games, looks, tools, people, lessons, words, laboratory):
        app.include_router(part.router, responses=REFUSALS)
    add_pages(app)
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(Guard, hosts=hosts)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Games whose cookies are gone go at the start; workers end with the server."""
    old = datetime.now(UTC) - timedelta(days=365 * YEARS)
    await run_in_threadpool(app.state.table.shelf.sweep, old)
    try:
        yield
    finally:
        await run_in_threadpool(app.state.workers.close)
