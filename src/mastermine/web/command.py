"""``mastermine serve``: the page, for browsers on this machine or on others."""

from __future__ import annotations

import gc
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from mastermine.core.errors import InvalidSpec, MastermineError, system_reason
from mastermine.i18n.text import _

if TYPE_CHECKING:
    import socket
    from types import FrameType

    from mastermine.arena.store import Store

COLLECTING = (50_000, 20, 50)
"""Thresholds of the garbage collector, for thousands of games in memory."""
LIBRARIES = ("fastapi", "uvicorn")


@click.command(
    help=_(
        "Serve the page: both games, hints, a laboratory and lessons in a browser.\n\n"
        "Games, statistics and matches are saved in the store. By default only browsers on "
        "this machine can connect.\n\n"
        "\b\n"
        "  mastermine serve\n"
        "  mastermine serve --port 8080 --open\n"
        "  mastermine serve --host 0.0.0.0 --rate 600"
    )
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar=_("ADDRESS"),
    help=_("Address to listen on; 0.0.0.0 accepts connections from other machines."),
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    metavar=_("N"),
    help=_("Port; 0 chooses a free one."),
)
@click.option(
    "--store",
    metavar=_("PATH|URL"),
    envvar="MASTERMINE_STORE",
    help=_("Store of the games: a file or a postgresql:// URL. [default: in your data folder]"),
)
@click.option(
    "--rate",
    type=click.IntRange(1, 1_000_000),
    metavar=_("N"),
    help=_(
        "Requests per minute from one address; a tenth of it for hints, a fortieth for long "
        "computations. [default: no limit on this machine alone, else 1200]"
    ),
)
@click.option(
    "--name",
    "names",
    metavar=_("HOST"),
    multiple=True,
    help=_(
        "Host name of this server behind a proxy on this machine, such as games.example.org; may "
        "be repeated. Requests to any other name are refused."
    ),
)
@click.option("--open/--no-open", "browse", default=False, help=_("Open the page in a browser."))
def serve(
    host: str,
    port: int,
    store: str | None,
    rate: int | None,
    names: tuple[str, ...],
    browse: bool,
) -> None:
    """Serves the page until Ctrl-C."""
    _check_libraries()
    from mastermine.arena.store import open_store

    with _bound(host, port) as listening, open_store(store) as keeping:
        _serve(listening, host, keeping, rate, names, browse)


def _check_libraries() -> None:
    """Raises InvalidSpec if a library is not installed."""
    from importlib.util import find_spec

    missing = [name for name in LIBRARIES if find_spec(name) is None]
    if missing:
        raise InvalidSpec(
            _("the page needs {libraries}: pip install 'mastermine[web]'").format(
                libraries=", ".join(missing)
            )
        )


def _bound(host: str, port: int) -> socket.socket:
    """Binds a socket to this address. Raises MastermineError."""
    import errno
    import socket

    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):
        raise InvalidSpec(
            _("there is no address {host!r} to listen on; try --host 127.0.0.1").format(host=host)
        ) from None
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
    except OSError as error:
        listening.close()
        message = {
            errno.EADDRINUSE: _("port {port} is in use; choose another one with --port"),
            errno.EACCES: _("no permission for port {port}; choose at least 1024 with --port"),
            errno.EADDRNOTAVAIL: _("this machine has no address {host}; try --host 127.0.0.1"),
        }.get(error.errno or 0, "{host}:{port}: {reason}")
        raise MastermineError(
            message.format(host=host, port=port, reason=system_reason(error))
        ) from None
    return listening


def _serve(
    listening: socket.socket,
    host: str,
    store: Store,
    rate: int | None,
    names: tuple[str, ...],
    browse: bool,
) -> None:
    import logging

    import uvicorn

    from mastermine.web.app import LOOPBACK, create_app
    from mastermine.web.connections import BACKLOG, IDLE_SECONDS, protocol, raise_file_limit
    from mastermine.web.limits import REQUESTS_PER_MINUTE
    from mastermine.web.logs import limit_logs

    alone = _is_loopback(listening)
    shared = bool(names) or not alone
    if rate is None and shared:
        rate = REQUESTS_PER_MINUTE
    # A shared server without --name accepts any host name.
    known = {*LOOPBACK, host.lower(), *(name.lower() for name in names)}
    hosts = known if names or alone else None
    app = create_app(store, rate=rate, hosts=hosts, shared=shared)
    address = _address(listening, host)

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            click.echo(_("Serving at {address}; press Ctrl-C to stop.").format(address=address))
            if browse:
                import webbrowser

                webbrowser.open(address)

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            if not self.should_exit:  # It ends within seconds; further Ctrl-C would only break it.
                super().handle_exit(sig, frame)

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
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
        log_level="warning",
        use_colors=False,  # Control characters are escaped on the terminal.
        access_log=False,
        server_header=False,
        backlog=BACKLOG,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=3,
    )
    limit_logs()
    # What is loaded by now stays; games come and go.
    gc.freeze()
    gc.set_threshold(*COLLECTING)
    with suppress(KeyboardInterrupt):
        Server(config).run(sockets=[listening])
    click.echo(_("The server has stopped; all games are saved."))


def _is_loopback(listening: socket.socket) -> bool:
    """Returns True if only this machine can reach it."""
    from ipaddress import ip_address

    return ip_address(listening.getsockname()[0]).is_loopback


def _address(listening: socket.socket, host: str) -> str:
    """Returns the URL of the start page, for a browser on this machine."""
    name = "127.0.0.1" if host in ("", "0.0.0.0") else "::1" if host == "::" else host
    name = f"[{name}]" if ":" in name else name
    return f"http://{name}:{listening.getsockname()[1]}/"
