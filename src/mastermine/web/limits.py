"""Limits per address: requests per minute, and bytes to be saved per day."""

from __future__ import annotations

from math import ceil, inf
from threading import Lock
from time import monotonic
from typing import NamedTuple

from fastapi import Request
from fastapi.params import Depends

from mastermine.i18n.text import _, ngettext
from mastermine.web.errors import TooMany
from mastermine.web.owner import address_of

REQUESTS_PER_MINUTE = 1200
"""Limit for one address on a server that others can reach."""
SHARES = {
    "files": 0.25,
    "moves": 1.0,
    "positions": 3.0,
    "help": 10.0,
    "pictures": 10.0,
    "tools": 40.0,
}
"""Divisor of the limit for each kind of request."""
DAILY_BYTES = 50_000_000
"""Maximum size per day of all that an address lets this server save."""
MINUTE_BYTES = 20_000_000
"""Maximum size per minute of the bodies of an address."""
MAX_BUCKETS = 10_000
"""Number of buckets from which on the empty ones are removed."""

MINUTE, DAY = 60.0, 24 * 3600.0


class Bucket(NamedTuple):
    """A bucket that drains at a constant rate."""

    level: float
    time: float
    """Time of this level, on the monotonic clock."""

    def at(self, now: float, drain: float) -> float:
        """Returns the level at a time; ``drain``: per second."""
        return max(0.0, self.level - drain * (now - self.time))


class Rates:
    """Counts what each address does, on a clock that nobody sets."""

    def __init__(self, rate: int | None) -> None:
        """``rate``: requests per minute from one address; None for no limit at all."""
        self.rate = rate
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self._lock = Lock()
        self._swept = 0.0
        """Time when empty buckets were removed."""

    def count(self, kind: str, address: str) -> None:
        """Counts a request. Raises TooMany."""
        if self.rate is None:
            return
        most = max(1, int(self.rate / SHARES[kind]))
        seconds = self._filled(kind, address, 1, most, most / MINUTE)
        if seconds:
            raise TooMany(
                # Translators: {rate} is a number of requests; {n} chooses the form.
                ngettext(
                    "too many requests: at most {rate} a minute; try again in {n} second",
                    "too many requests: at most {rate} a minute; try again in {n} seconds",
                    seconds,
                ).format(rate=most, n=seconds),
                seconds,
            )

    def keep(self, address: str, size: int = 0) -> None:
        """Counts bytes to be saved. Raises TooMany if that would be too much."""
        if self.rate is None:
            return
        seconds = self._filled("bytes", address, size, DAILY_BYTES, DAILY_BYTES / DAY)
        if seconds:
            raise TooMany(
                ngettext(
                    "too much was saved from your address today; try again in {n} second",
                    "too much was saved from your address today; try again in {n} seconds",
                    seconds,
                ).format(n=seconds),
                seconds,
            )

    def receive(self, address: str, size: int) -> None:
        """Counts the bytes of a body. Raises TooMany."""
        if self.rate is None:
            return
        seconds = self._filled("body", address, size, MINUTE_BYTES, MINUTE_BYTES / MINUTE)
        if seconds:
            raise TooMany(_("the server is busy; try again in a few seconds"), seconds)

    def add(self, address: str, size: int) -> None:
        """Counts bytes that were saved; if they are too many, the next ones are refused."""
        if self.rate is not None:
            self._filled("bytes", address, size, inf, DAILY_BYTES / DAY)

    def _filled(self, kind: str, address: str, amount: int, most: float, drain: float) -> int:
        """Adds an amount and returns 0; or returns the seconds until there is room for it."""
        now, key = monotonic(), (kind, address)
        with self._lock:
            level = self._buckets.get(key, Bucket(0.0, now)).at(now, drain)
            if level and level + amount > most:
                return max(1, ceil((level + amount - most) / drain))
            self._buckets[key] = Bucket(level + amount, now)
            if len(self._buckets) > MAX_BUCKETS and now > self._swept + MINUTE:
                self._swept = now
                self._buckets = {
                    each: bucket
                    for each, bucket in self._buckets.items()
                    if bucket.time > now - (DAY if each[0] == "bytes" else MINUTE)
                }
        return 0


def count(request: Request, kind: str) -> None:
    """Counts a request of this kind. Raises TooMany."""
    rates: Rates = request.app.state.rates
    rates.count(kind, address_of(request))


def counted(kind: str) -> Depends:
    """Returns the dependency of an endpoint that counts its requests as this kind."""

    async def counting(request: Request) -> None:
        count(request, kind)

    return Depends(counting)
