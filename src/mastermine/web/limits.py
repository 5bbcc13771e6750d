"""Rate limits per address."""

from __future__ import annotations

from time import time

from fastapi import Request
from fastapi.params import Depends
from limits import RateLimitItemPerMinute
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter

from mastermine.i18n.text import ngettext
from mastermine.web.errors import TooMany

REQUESTS_PER_MINUTE = 1200
"""Limit for one address on a server that others can reach."""
SHARES = {"moves": 1, "help": 10, "tools": 40}
"""Divisor of the limit for each kind of request."""


class Rates:
    """Counts the requests of the last minute."""

    def __init__(self, rate: int | None) -> None:
        """``rate``: requests per minute from one address; None for no limit."""
        self.limits = (
            {}
            if rate is None
            else {
                kind: RateLimitItemPerMinute(max(1, rate // share))
                for kind, share in SHARES.items()
            }
        )
        self._counted = MovingWindowRateLimiter(MemoryStorage())

    def count(self, kind: str, address: str) -> None:
        """Counts a request. Raises TooMany."""
        limit = self.limits.get(kind)
        if limit is None or self._counted.hit(limit, kind, address):
            return
        again = self._counted.get_window_stats(limit, kind, address).reset_time
        seconds = max(1, round(again - time()))
        raise TooMany(
            # Translators: {rate} is a number of requests; {n} chooses the form.
            ngettext(
                "too many requests: at most {rate} a minute; try again in {n} second",
                "too many requests: at most {rate} a minute; try again in {n} seconds",
                seconds,
            ).format(rate=limit.amount, n=seconds),
            seconds,
        )


def count(request: Request, kind: str) -> None:
    """Counts a request of this kind. Raises TooMany."""
    rates: Rates = request.app.state.rates
    rates.count(kind, request.client.host if request.client else "")


def counted(kind: str) -> Depends:
    """Returns the dependency of an endpoint that counts its requests as this kind."""

    async def counting(request: Request) -> None:
        count(request, kind)

    return Depends(counting)
