"""``mastermine serve``: the page, for browsers; ``mastermine mcp``: tools for an assistant."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from mastermine.core.errors import InvalidSpec, MastermineError, system_reason
from mastermine.i18n.text import _

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

LIBRARIES = {"web": ("fastapi", "uvicorn"), "mcp": ("fastapi", "mcp", "httpx2")}
"""Libraries that each extra installs and its command needs."""
MAX_WORKERS = 64


def _store_option(function: Callable[..., None]) -> Callable[..., None]:
    """Adds the option ``--store`` to a command."""
    return click.option(
        "--store",
        metavar=_("PATH|URL"),
        envvar="MASTERMINE_STORE",
        help=_("Store of the games: a file or a postgresql:// URL. [default: in your data folder]"),
    )(function)


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
@_store_option
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
@click.option(
    "--workers",
    type=click.IntRange(1, MAX_WORKERS),
    default=1,
    show_default=True,
    metavar=_("N"),
    help=_("Processes that serve the games; more than one uses more than one core."),
)
@click.option("--open/--no-open", "browse", default=False, help=_("Open the page in a browser."))
def serve(
    host: str,
    port: int,
    store: str | None,
    rate: int | None,
    names: tuple[str, ...],
    workers: int,
    browse: bool,
) -> None:
    """Serves the page until Ctrl-C."""
    _check_libraries("web", _("the page needs {libraries}: pip install 'mastermine[web]'"))
    from mastermine.arena.store import open_store
    from mastermine.web.processes import serve_together
    from mastermine.web.server import Serving

    with _bound(host, port) as listening:
        serving = Serving(host, store, rate, names, browse, workers)
        open_store(store).close()  # Errors are reported once, and here.
        if workers == 1:
            serving.run(listening)
        else:
            serve_together(serving, listening)
    click.echo(_("The server has stopped; all games are saved."))


@click.command(
    help=_(
        "Let an assistant play, referee and teach both games, over the Model Context Protocol.\n\n"
        "The assistant's program starts this command, and speaks with it on standard input and "
        "output. Games are saved in the store.\n\n"
        "\b\n"
        "  mastermine mcp"
    )
)
@_store_option
def mcp(store: str | None) -> None:
    """Serves the tools of an assistant until its input ends."""
    _check_libraries("mcp", _("an assistant needs {libraries}: pip install 'mastermine[mcp]'"))
    import anyio

    from mastermine.arena.store import open_store
    from mastermine.web.assistant import converse

    with open_store(store) as opened:
        anyio.run(converse, opened)


def _check_libraries(extra: str, message: str) -> None:
    """Raises InvalidSpec if a library of an extra is not installed."""
    from importlib.util import find_spec

    missing = [name for name in LIBRARIES[extra] if find_spec(name) is None]
    if missing:
        raise InvalidSpec(message.format(libraries=", ".join(missing)))


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
