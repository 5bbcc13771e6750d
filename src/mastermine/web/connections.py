"""Limits of connections: their number, and how long a client may take to send and to read.

They hold for both HTTP parsers of uvicorn.
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from mastermine.web.owner import is_local, network_of

if TYPE_CHECKING:
    import asyncio

    from uvicorn.protocols.http.h11_impl import H11Protocol as HttpProtocol
else:
    from uvicorn.protocols.http.auto import AutoHTTPProtocol as HttpProtocol

REQUEST_SECONDS = 15.0
"""Time limit for a client to send a whole request, and for a new connection to begin with one."""
READ_SECONDS = 30.0
"""Time limit for a client to read what is sent: each 64 kB of it."""
IDLE_SECONDS = 20
"""Time until a connection without a request is closed."""
MAX_HEAD_BYTES = 100_000
"""Maximum size of the headers of a request."""
MAX_CONNECTIONS = 5_000
MAX_ADDRESS_CONNECTIONS = 100
"""Maximum number of connections of an address, except of this machine, where a proxy may be."""
MAX_UNREAD_BYTES = 50_000_000
"""Maximum size of what an address has asked for and not read, except this machine."""
BACKLOG = 200
"""Maximum number of connections that are accepted at once, before they are counted."""
RESERVED_FILES = BACKLOG + 100
"""Number of open files for everything but counted connections."""


def raise_file_limit() -> int:
    """Raises the limit of open files as far as the system allows; returns it."""
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return MAX_CONNECTIONS + RESERVED_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = soft == resource.RLIM_INFINITY
    return MAX_CONNECTIONS + RESERVED_FILES if unlimited else soft


class Connections:
    """The open connections of a server, by address."""

    def __init__(self, files: int) -> None:
        """``files``: the maximum number of open files of this process."""
        self.most = min(MAX_CONNECTIONS, max(files - RESERVED_FILES, files // 2))
        self.by_address: dict[str, dict[Connection, None]] = defaultdict(dict)
        self.total = 0

    def add(self, connection: Connection) -> None:
        """Adds a new connection.

        If there are too many, closes one that waits for a request: the oldest of this address, or
        of the address with the most connections. If none waits, closes the new one.
        """
        own = self.by_address[connection.address]
        crowd: dict[Connection, None] = {}
        if len(own) >= MAX_ADDRESS_CONNECTIONS and not connection.local:
            crowd = own
        elif self.total >= self.most:
            crowd = max(self.by_address.values(), key=len)
        closed = next((each for each in crowd if each.waits), connection) if crowd else None
        own[connection] = None
        self.total += 1
        if closed is not None:
            closed.transport.abort()
            self.remove(closed)

    def check_unread(self, address: str) -> None:
        """Closes the connection with the most unread bytes if the address has too many."""
        unread = {each: each.transport.get_write_buffer_size() for each in self.by_address[address]}
        if sum(unread.values()) > MAX_UNREAD_BYTES:
            closed = max(unread, key=unread.__getitem__)
            closed.transport.abort()
            self.remove(closed)

    def remove(self, connection: Connection) -> None:
        """Removes a connection that is closed or being closed."""
        own = self.by_address.get(connection.address, {})
        if connection in own:
            del own[connection]
            self.total -= 1
        if not own:
            self.by_address.pop(connection.address, None)


class Connection(HttpProtocol):
    """A connection with limits. Use a subclass with ``table``."""

    table: Connections

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        host = str((transport.get_extra_info("peername") or ("",))[0])
        self.address = network_of(host)
        self.local = is_local(host)
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._head = 0
        """Bytes of the headers received so far."""
        self._limit("request", REQUEST_SECONDS)
        self.table.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        for what in list(self._timers):
            self._unlimit(what)
        self.table.remove(self)
        super().connection_lost(exc)

    @property
    def waits(self) -> Any:
        """True while no whole request is here."""
        cycle: Any = self.cycle  # None before the first request.
        return cycle is None or cycle.response_complete or cycle.more_body

    def data_received(self, data: bytes) -> None:
        before = self.cycle
        super().data_received(data)
        if self.transport.is_closing():
            return
        self._head = 0 if self.cycle is not before else self._head + len(data)
        if self.waits:
            self._limit("request", REQUEST_SECONDS)
            if self._head > MAX_HEAD_BYTES and not self._in_body:
                self.transport.abort()
        else:
            self._unlimit("request")

    @property
    def _in_body(self) -> bool:
        cycle: Any = self.cycle
        return cycle is not None and not cycle.response_complete

    def on_response_complete(self) -> None:
        self._unlimit("request")
        self._head = 0
        self._unlimit("read")
        if self.transport.get_write_buffer_size():
            self._limit("read", READ_SECONDS)
        super().on_response_complete()
        if self._in_body and self.cycle.more_body:  # Of the next request, which was sent early.
            self._limit("request", REQUEST_SECONDS)

    def pause_writing(self) -> None:
        self._unlimit("read")  # It may be that of an earlier response.
        self._limit("read", READ_SECONDS)
        super().pause_writing()
        if not self.local:
            self.table.check_unread(self.address)

    def resume_writing(self) -> None:
        self._unlimit("read")
        super().resume_writing()

    def _limit(self, what: str, seconds: float) -> None:
        """Starts a time limit, unless it is running."""
        if what not in self._timers:
            self._timers[what] = self.loop.call_later(seconds, self._expired, what)

    def _unlimit(self, what: str) -> None:
        timer = self._timers.pop(what, None)
        if timer is not None:
            timer.cancel()

    def _expired(self, what: str) -> None:
        del self._timers[what]
        if what == "request" or self.transport.get_write_buffer_size():
            self.transport.abort()


def protocol(files: int) -> Any:
    """Returns the class of the connections of a server with this maximum of open files."""
    return type("Connection", (Connection,), {"table": Connections(files)})
