"""Whose games these are: a browser is known by a random token in a cookie, and by nothing else."""

from __future__ import annotations

import re
import secrets
from hashlib import sha256
from typing import Annotated

from fastapi import Depends, Request, Response

COOKIE = "mastermine"
COOKIE_DAYS = 400
"""Lifetime of the cookie after the last page; browsers allow no longer one."""


def _owner(request: Request, response: Response) -> str:
    """The owner whose cookie this is; who has none yet gets one with the answer.

    The store knows a digest of the token only, so who reads the store cannot take a game over.
    """
    token = _token(request)
    if token is None:
        token = _give(request, response, secrets.token_urlsafe(24))
    return sha256(token.encode()).hexdigest()[:32]


def greet(request: Request, response: Response) -> None:
    """Give the browser that opens a page its cookie, or the one that it has for longer.

    So it has one before its page asks for several things at once, each of which would bring one.
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
"""A parameter of an endpoint: the text by which the store knows whose games these are."""
