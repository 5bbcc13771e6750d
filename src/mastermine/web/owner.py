"""Owners of games: a browser is identified only by a random token in a cookie."""

from __future__ import annotations

import re
import secrets
from hashlib import sha256
from ipaddress import IPv6Network
from typing import Annotated

from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

COOKIE = "mastermine"
COOKIE_DAYS = 400
"""Lifetime of the cookie after the last page; the maximum of browsers."""


async def _owner(request: Request, response: Response) -> str:
    """Returns the owner of the cookie; sets a new cookie if there is none."""
    return known_owner(request) or _key(_give(request, response, secrets.token_urlsafe(24)))


def greet(request: Request, response: Response) -> None:
    """Sets or renews the cookie of a browser that opens a page.

    Without it, the parallel requests of a new page would each create an owner.
    """
    _give(request, response, _token(request) or secrets.token_urlsafe(24))


def _token(request: Request) -> str | None:
    token = request.cookies.get(COOKIE, "")
    return token if re.fullmatch(r"[\w-]{32}", token, re.ASCII) else None


def _give(request: Request, response: Response, token: str) -> str:
    response.set_cookie(
        COOKIE,
        token,
        max_age=COOKIE_DAYS * 24 * 3600,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return token


def known_owner(request: Request) -> str:
    """Returns the owner of the cookie; an empty text if there is none."""
    token = _token(request)
    return "" if token is None else _key(token)


def _key(token: str) -> str:
    """Returns the key of an owner in the store, which has only a digest of the token.

    So reading the store gives no access to games.
    """
    return sha256(token.encode()).hexdigest()[:32]


def address_of(request: HTTPConnection) -> str:
    """Returns the address that limits count; of an IPv6 address only the network of 64 bits."""
    host = request.client.host if request.client else ""
    if ":" not in host:
        return host
    try:
        return str(IPv6Network((host.partition("%")[0], 64), strict=False))
    except ValueError:
        return host


Owner = Annotated[str, Depends(_owner)]
"""Parameter of an endpoint: the owner's key in the store."""
