"""Pages: their title, description and preview are made by the server, the rest by their modules."""

from __future__ import annotations

from hashlib import sha256

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse

from mastermine.web.assets import FOLDER, REVALIDATED, Files, page, worker
from mastermine.web.owner import renew
from mastermine.web.previews import preview_of
from mastermine.web.security import POLICY

PAGES = {
    "/": "index.html",
    "/mastermind": "mastermind.html",
    "/minesweeper": "minesweeper.html",
    "/analyse": "analyse.html",
    "/laboratory": "laboratory.html",
    "/learn": "learn.html",
    "/docs": "docs.html",
}
VIEWS = ("/mastermind", "/minesweeper", "/laboratory", "/learn")
"""Pages that have addresses below their own: of a game, a run, a lesson."""


def add_pages(app: FastAPI) -> None:
    """Serves the pages, the service worker, and the files below ``/static``."""

    def serve(request: Request) -> Response:
        path = request.url.path
        name = "/" + path.split("/")[1]
        text = page(PAGES[name], preview_of(request, name).tags)
        tag = f'"{sha256(text.encode()).hexdigest()[:32]}"'
        kept = tag in request.headers.get("if-none-match", "")
        answer = Response(status_code=304) if kept else HTMLResponse(text)
        answer.headers["ETag"] = tag
        answer.headers["Cache-Control"] = f"private, {REVALIDATED}"
        answer.headers["Vary"] = "Cookie, Accept-Language"
        renew(request, answer)
        return answer

    def service_worker() -> Response:
        headers = {"Cache-Control": REVALIDATED, "Content-Security-Policy": POLICY}
        return Response(worker(), media_type="text/javascript", headers=headers)

    for path in (*PAGES, *(f"{view}/{{rest:path}}" for view in VIEWS)):
        app.add_api_route(path, serve, methods=["GET", "HEAD"], include_in_schema=False)
    app.add_api_route("/worker.js", service_worker, include_in_schema=False)
    app.mount("/static", Files(directory=FOLDER), name="static")
