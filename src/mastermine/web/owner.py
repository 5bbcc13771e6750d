"""Owners of games: a browser is identified only by a random token in a cookie."""

from __future__ import annotations

import re
import secrets
from contextvars import ContextVar
from functools import lru_cache
from hashlib import sha256
from ipaddress import IPv4Address, IPv6Network, ip_address
from typing import Annotated

from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

COOKIE = "mastermine"
COOKIE_DAYS = 400
"""Lifetime of the cookie after the last page; the maximum of browsers."""
client_address: ContextVar[str] = ContextVar("client_address", default="")
"""Address of the client whose request is answered, as ``address_of`` gives it."""
NOBODY = "-"
"""Owner of nothing: no digest, and not the empty text, which is the player at the terminal."""


async def reader(request: Request) -> str:
    """Returns the owner of the cookie, or one who has nothing."""
    return known_owner(request) or NOBODY


async def _keeper(request: Request, response: Response) -> str:
    """Returns the owner of the cookie; sets a new cookie if there is none."""
    return known_owner(request) or _key(_give(request, response, secrets.token_urlsafe(24)))


def renew(request: Request, response: Response) -> None:
    """Renews the cookie of a browser that opens a page, if it has one."""
    token = _token(request)
    if token is not None:
        _give(request, response, token)


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
    """Returns the address whose requests are limited together."""
    return network_of(request.client.host if request.client else "")


@lru_cache(maxsize=1000)
def network_of(host: str) -> str:
    """Returns an address; of IPv6 the network of 64 bits, which one client may have whole."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv4Address) or address.is_loopback:
        return host
    return str(address.ipv4_mapped or IPv6Network((address, 64), strict=False))


def is_local(host: str) -> bool:
    """Returns True for an address of this machine, or one that is not of the internet."""
    try:
        return ip_address(network_of(host).partition("/")[0]).is_loopback
    except ValueError:
        return True


Owner = Annotated[str, Depends(reader)]
"""Parameter of an endpoint: the owner's key in the store; without a cookie, that of nobody."""
NewOwner = Annotated[str, Depends(_keeper)]
"""Parameter of an endpoint that saves something: a browser without a cookie gets one."""
