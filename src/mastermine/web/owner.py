"""Owners of games: a browser is identified only by a random token in a cookie."""

from __future__ import annotations

import re
import secrets
from hashlib import sha256
from typing import Annotated

from fastapi import Depends, Request, Response

COOKIE = "mastermine"
COOKIE_DAYS = 400
"""Lifetime of the cookie after the last page; the maximum of browsers."""


async def _owner(request: Request, response: Response) -> str:
    """Returns the owner of the cookie; sets a new cookie if there is none.

    The store has only a digest of the token, so reading the store gives no access to games.
    """
    token = _token(request)
    if token is None:
        token = _give(request, response, secrets.token_urlsafe(24))
    return sha256(token.encode()).hexdigest()[:32]


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


Owner = Annotated[str, Depends(_owner)]
"""Parameter of an endpoint: the owner's key in the store."""
