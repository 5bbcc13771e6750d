"""Security of all requests and responses: hosts, origins, sizes and headers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection

from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext
from mastermine.web.errors import Refused, TooMany, answer
from mastermine.web.owner import address_of, client_address

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

MAX_BODY_BYTES = 1_000_000
"""Maximum size of a request body; a saved game of the largest board has half of it."""

POLICY = (
    "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
"""Pages load nothing from other sites, and other sites cannot show them in a frame."""

PARTS = ("text/javascript", "text/css", "image/png")
"""Types of what pages consist of: no documents, which the headers below are about."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}

SAFE = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing."""


class SecurityMiddleware:
    """Checks requests and adds headers to responses."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] | None = None) -> None:
        """``hosts``: valid host names of this server, in lower case; None for any.

        They protect a local server from other sites whose name resolves to it (DNS rebinding).
        """
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("X-Content-Type-Options", "nosniff")
                if not headers.get("content-type", "").startswith(PARTS):
                    for name, value in HEADERS.items():
                        headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
                    headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
            await send(message)

        client_address.set(address_of(HTTPConnection(scope)))
        try:
            self.check(scope)
            _count(scope)
            receive = await _limited(scope, receive)
        except (Refused, TooMany) as error:
            await answer(error)(scope, receive, guarded)
        else:
            await self.app(scope, receive, guarded)

    def check(self, scope: Scope) -> None:
        """Raises Refused for a request that no page of this server makes."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if self.hosts is not None and _name(host) not in self.hosts:
            raise Refused(
                _("{host!r} is not a name of this server; its names are {names}").format(
                    host=host, names=", ".join(sorted(self.hosts))
                ),
                421,
            )
        foreign = headers.get("sec-fetch-site") in ("cross-site", "same-site")
        if scope["method"] in SAFE:
            # Another site may link to everything here, but load only pages and files.
            followed = headers.get("sec-fetch-mode") == "navigate" and (
                headers.get("sec-fetch-dest", "document") == "document"
            )
            if foreign and not followed and scope["path"].startswith("/api/"):
                raise _from_other_sites()
            return
        origin = headers.get("origin")
        # An origin is a scheme, :// and the host as in the header Host.
        if foreign or (origin is not None and origin.partition("://")[2] != host):
            raise _from_other_sites()
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        if _has_body(headers) and kind != "application/json":
            raise Refused(_("the body must be JSON, with the content type application/json"), 415)


def _from_other_sites() -> Refused:
    return Refused(_("requests from pages of other sites are refused"), 403)


def _count(scope: Scope) -> None:
    """Counts a request for a page or a file; endpoints count their own. Raises TooMany."""
    if not scope["path"].startswith("/api/"):
        kind = "help" if scope["path"] == "/openapi.json" else "files"
        scope["app"].state.rates.count(kind, address_of(HTTPConnection(scope)))


def _has_body(headers: Headers) -> bool:
    return headers.get("content-length", "0") != "0" or "transfer-encoding" in headers


def _name(host: str) -> str:
    """Removes the port and brackets from a host, as in the header Host."""
    found = re.fullmatch(r"(?:\[([0-9a-f:.]+)\]|([^\[\]@:]+))(?::\d*)?", host.lower())
    return (found[1] or found[2]) if found else ""


async def _limited(scope: Scope, receive: Receive) -> Receive:
    """Buffers the body. Raises Refused if it is too large, TooMany."""
    if scope["method"] in (*SAFE, "DELETE"):
        return receive
    too_large = ngettext(
        "the request is too large; the maximum is {n} byte",
        "the request is too large; the maximum is {n} bytes",
        MAX_BODY_BYTES,
    ).format(n=whole(MAX_BODY_BYTES))
    length = Headers(scope=scope).get("content-length", "0")
    if length.isdecimal() and int(length) > MAX_BODY_BYTES:
        raise Refused(too_large, 413)
    chunks: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            break
        chunks.append(message.get("body", b""))
        size += len(chunks[-1])
        more = message.get("more_body", False)
        if size > MAX_BODY_BYTES:
            raise Refused(too_large, 413)
    scope["app"].state.rates.receive(address_of(HTTPConnection(scope)), size)
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": b"".join(chunks), "more_body": False}

    return again
