"""The language of a request: the choice on the page, else the header of the browser."""

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


class LanguageMiddleware:
    """Sets the language of each request."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        with speaking(requested_language(HTTPConnection(scope))):
            await self.app(scope, receive, send)


def requested_language(request: HTTPConnection) -> Language:
    """Returns the language of a request; English if none is supported."""
    chosen = LANGUAGES.get(request.cookies.get(COOKIE, ""))
    language = chosen or of_header(request.headers.get("accept-language", ""))
    return language if language.compiled else ENGLISH


@cache
def page_words(language: Language) -> dict[str, Any]:
    """Returns the catalogue of the page: ``lang``, ``plural`` (gettext's rule) and ``messages``.

    English has no messages, because they are in the page. Raises OSError if it is not compiled.
    """
    if language is ENGLISH:
        return {"lang": ENGLISH.tag, "plural": "n != 1", "messages": {}}
    path = files("mastermine") / "locale" / language.tag / "page.json"
    words: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return words
