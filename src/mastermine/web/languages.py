"""The language of a request: what was chosen on the page, else what the browser asks for."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from starlette.requests import HTTPConnection

from mastermine.i18n.languages import ENGLISH, LANGUAGES, Language, of_header
from mastermine.i18n.text import speaking

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

COOKIE = "language"


class Speaks:
    """Has each request answered in its language."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        with speaking(wanted(HTTPConnection(scope))):
            await self.app(scope, receive, send)


def wanted(request: HTTPConnection) -> Language:
    """The language of a request; English where it asks for none that is there."""
    chosen = LANGUAGES.get(request.cookies.get(COOKIE, ""))
    language = chosen or of_header(request.headers.get("accept-language", ""))
    return language if language.compiled else ENGLISH


@cache
def page_words(language: Language) -> dict[str, Any]:
    """The catalogue of the page: ``lang``, ``plural`` (gettext's rule) and ``messages``.

    English has no messages, since they stand in the page. Raises OSError where it was not compiled.
    """
    if language is ENGLISH:
        return {"lang": ENGLISH.tag, "plural": "n != 1", "messages": {}}
    path = files("mastermine") / "locale" / language.tag / "page.json"
    words: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return words
