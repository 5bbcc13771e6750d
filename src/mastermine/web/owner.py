"""Whose games these are: a browser is known by a random token in a cookie, and by nothing else."""

from __future__ import annotations

import re
import secrets
from hashlib import sha256
from typing import Annotated

from fastapi import Depends, Request, Response

COOKIE = "mastermine"
"""The name of the cookie."""
YEARS = 2
"""So long it is kept."""


def _owner(request: Request, response: Response) -> str:
    """The owner whose cookie this is; who has none yet gets one with the answer.

    The store knows a digest of the token only, so who reads the store cannot take a game over.
    """
    token = request.cookies.get(COOKIE, "")
    if not re.fullmatch(r"[\w-]{32}", token, re.ASCII):
        token = secrets.token_urlsafe(24)
        response.set_cookie(
            COOKIE,
            token,
            max_age=YEARS * 365 * 24 * 3600,
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )
    return sha256(token.encode()).hexdigest()[:32]


Owner = Annotated[str, Depends(_owner)]
"""A parameter of an endpoint: the text by which the store knows whose games these are."""
