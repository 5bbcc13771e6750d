"""One process of the server."""

from __future__ import annotations

import gc
import logging
import sys
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address
from math import ceil
from typing import TYPE_CHECKING

import click
import uvicorn

from mastermine.arena.store import open_store
from mastermine.i18n.text import _
from mastermine.web.app import LOOPBACK, create_app
from mastermine.web.connections import BACKLOG, IDLE_SECONDS, protocol, raise_file_limit
from mastermine.web.limits import REQUESTS_PER_MINUTE
from mastermine.web.logs import limit_logs

if TYPE_CHECKING:
    import socket
    from types import FrameType

COLLECTING = (50_000, 20, 50)
"""Thresholds of the garbage collector, for thousands of games in memory."""
SWITCH_SECONDS = 0.0005
"""Time that a thread with long work keeps the interpreter while the event loop waits for it."""


@dataclass(frozen=True)
class Serving:
    """The options of ``mastermine serve``."""

    host: str
    store: str | None
    rate: int | None
    names: tuple[str, ...]
    browse: bool
    workers: int = 1

    def run(
        self, *listening: socket.socket, number: int = 0, laboratory_port: int | None = None
    ) -> None:
        """Serves on these sockets until Ctrl-C.

        ``number``: of this process; the first one says that the server runs. ``laboratory_port``:
        port of the process that has the laboratory, if it is another one.
        """
        alone = _is_loopback(listening[0])
        shared = bool(self.names) or not alone
        rate = REQUESTS_PER_MINUTE if self.rate is None and shared else self.rate
        # A shared server without --name accepts any host name.
        known = {*LOOPBACK, self.host.lower(), *(name.lower() for name in self.names)}
        address = _address(listening[0], self.host)
        with open_store(self.store) as store:
            app = create_app(
                store,
                # Each process counts for itself.
                rate=None if rate is None else ceil(rate / self.workers),
                hosts=known if self.names or alone else None,
                shared=shared,
                laboratory_port=laboratory_port,
            )

            class Server(uvicorn.Server):
                async def startup(server, sockets: list[socket.socket] | None = None) -> None:  # noqa: N805
                    await super().startup(sockets)
                    if number == 0:
                        self._started(address)

                def handle_exit(server, sig: int, frame: FrameType | None) -> None:  # noqa: N805
                    # It ends within seconds; further Ctrl-C would only break it.
                    if not server.should_exit:
                        super().handle_exit(sig, frame)

                async def shutdown(server, sockets: list[socket.socket] | None = None) -> None:  # noqa: N805
                    app.state.ending = True  # Event streams end themselves.
                    conductor = getattr(app.state, "conductor", None)
                    if conductor is not None:
                        conductor.wake()
                    # Cancelled requests would log tracebacks.
                    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
                    await app.state.long_work.close()
                    await super().shutdown(sockets)

            config = uvicorn.Config(
                app,
                http=protocol(raise_file_limit()),
                ws="none",
                forwarded_allow_ips=["127.0.0.1", "::1", "::ffff:127.0.0.1"],
                log_level="warning",
                use_colors=False,  # Control characters are escaped on the terminal.
                access_log=False,
                server_header=False,
                backlog=BACKLOG,
                timeout_keep_alive=IDLE_SECONDS,
                timeout_graceful_shutdown=3,
            )
            limit_logs()
            # The collector skips all modules that are loaded by now.
            gc.freeze()
            gc.set_threshold(*COLLECTING)
            sys.setswitchinterval(SWITCH_SECONDS)
            with suppress(KeyboardInterrupt):
                Server(config).run(sockets=list(listening))

    def _started(self, address: str) -> None:
        click.echo(_("Serving at {address}; press Ctrl-C to stop.").format(address=address))
        if self.browse:
            import webbrowser

            webbrowser.open(address)


def _is_loopback(listening: socket.socket) -> bool:
    """Returns True if only this machine can reach it."""
    return ip_address(listening.getsockname()[0]).is_loopback


def _address(listening: socket.socket, host: str) -> str:
    """Returns the URL of the start page, for a browser on this machine."""
    name = "127.0.0.1" if host in ("", "0.0.0.0") else "::1" if host == "::" else host
    name = f"[{name}]" if ":" in name else name
    return f"http://{name}:{listening.getsockname()[1]}/"
