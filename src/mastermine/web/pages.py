"""The pages and what they load: plain files, served as they are."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import FastAPI, Request, Response
from starlette.staticfiles import StaticFiles

from mastermine.web.owner import greet

if TYPE_CHECKING:
    from os import PathLike, stat_result

    from starlette.types import Scope

FOLDER = Path(__file__).with_name("static")
"""Where the files are."""

PAGES = {
    "/": "index.html",
    "/mastermind": "mastermind.html",
    "/minesweeper": "minesweeper.html",
    "/laboratory": "laboratory.html",
    "/learn": "learn.html",
    "/docs": "docs.html",
}
"""The file of each page."""


class Files(StaticFiles):
    """Files that a browser keeps, and asks each time whether they are still the same."""

    def file_response(
        self,
        full_path: str | PathLike[str],
        stat_result: stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        answer = super().file_response(full_path, stat_result, scope, status_code)
        answer.headers["Cache-Control"] = "no-cache"
        return answer


def add_pages(app: FastAPI) -> None:
    """Serve the pages, and the files below ``/static``."""
    # A system may know them by other names, with which a browser takes no module.
    mimetypes.add_type("text/javascript", ".js")
    mimetypes.add_type("image/svg+xml", ".svg")
    files = Files(directory=FOLDER)

    async def page(request: Request) -> Response:
        answer = await files.get_response(PAGES[request.url.path], request.scope)
        answer.headers["Cache-Control"] = "private, no-cache"
        greet(request, answer)
        return answer

    for path in PAGES:
        app.add_api_route(path, page, methods=["GET", "HEAD"], include_in_schema=False)
    app.mount("/static", files, name="static")
