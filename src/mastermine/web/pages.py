"""Pages and static files; title and description of a page are translated by the server."""

from __future__ import annotations

import mimetypes
import re
from hashlib import sha256
from html import escape, unescape
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse
from starlette.staticfiles import StaticFiles

from mastermine.i18n.text import _, spoken
from mastermine.web.owner import renew

if TYPE_CHECKING:
    from os import PathLike, stat_result

    from starlette.types import Scope

FOLDER = Path(__file__).with_name("static")

PAGES = {
    "/": "index.html",
    "/mastermind": "mastermind.html",
    "/minesweeper": "minesweeper.html",
    "/laboratory": "laboratory.html",
    "/learn": "learn.html",
    "/docs": "docs.html",
}


WORDS = re.compile(
    r'(<title>|<noscript>|<meta name="description" content=")([^<>"]+)(</title>|</noscript>|">)'
)
"""Text of a page that is shown without scripts; it is in the second group."""


class Files(StaticFiles):
    """Static files that a browser caches and revalidates on each use."""

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


def page(file: str) -> str:
    """Returns a page with its static text in the current language."""

    def translate(found: re.Match[str]) -> str:
        return f"{found[1]}{escape(_(unescape(found[2])))}{found[3]}"

    text = (FOLDER / file).read_text("utf-8")
    return WORDS.sub(
        translate, text.replace('<html lang="en">', f'<html lang="{spoken().tag}">', 1)
    )


def add_pages(app: FastAPI) -> None:
    """Serves the pages, and the files below ``/static``."""
    # A system may have other media types, for which browsers refuse to load modules.
    mimetypes.add_type("text/javascript", ".js")
    mimetypes.add_type("image/svg+xml", ".svg")
    files = Files(directory=FOLDER)

    def serve(request: Request) -> Response:
        text = page(PAGES[request.url.path])
        tag = f'"{sha256(text.encode()).hexdigest()[:32]}"'
        kept = tag in request.headers.get("if-none-match", "")
        answer = Response(status_code=304) if kept else HTMLResponse(text)
        answer.headers["ETag"] = tag
        answer.headers["Cache-Control"] = "private, no-cache"
        answer.headers["Vary"] = "Cookie, Accept-Language"
        renew(request, answer)
        return answer

    for path in PAGES:
        app.add_api_route(path, serve, methods=["GET", "HEAD"], include_in_schema=False)
    app.mount("/static", files, name="static")
