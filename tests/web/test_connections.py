"""Connections of a real server: slow ones end, and their number is limited."""

from __future__ import annotations

import importlib
import socket
import sys
from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest
from tests.waiting import PATIENCE, until

uvicorn: Any = pytest.importorskip("uvicorn", reason="the page needs mastermine[web]")

GET = b"GET /api/words/en HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


@pytest.fixture(params=["httptools_impl.HttpToolsProtocol", "h11_impl.H11Protocol"])
def limits(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module with one of the HTTP parsers, short limits, and room for four connections."""
    importlib.import_module("mastermine.web.connections")
    name, _dot, parser = request.param.partition(".")
    module: Any = pytest.importorskip(f"uvicorn.protocols.http.{name}")
    with monkeypatch.context() as patch:
        # Imported again, since the parser is the base class of the connections.
        patch.setattr("uvicorn.protocols.http.auto.AutoHTTPProtocol", getattr(module, parser))
        patch.delattr("mastermine.web.connections")
        patch.delitem(sys.modules, "mastermine.web.connections")
        found: Any = importlib.import_module("mastermine.web.connections")
    assert issubclass(found.Connection, getattr(module, parser))
    found.REQUEST_SECONDS = found.READ_SECONDS = 0.5
    found.MAX_CONNECTIONS = 4
    return found


@pytest.fixture
def port(limits: Any, web_app: Any) -> Iterator[int]:
    """The port of a server with these limits."""
    config = uvicorn.Config(web_app, http=limits.protocol(4096), ws="none", log_config=None)
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = Thread(target=server.run, args=([listening],))
        thread.start()
        until(lambda: server.started)
        yield listening.getsockname()[1]
        server.should_exit = True
        thread.join()


def sent(port: int, data: bytes) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    line.sendall(data)
    return line


def answered(line: socket.socket) -> bytes:
    """All that comes until the server closes the connection."""
    found = b""
    try:
        while more := line.recv(65536):
            found += more
    except ConnectionError:
        pass
    line.close()
    return found


@pytest.mark.parametrize(
    "half",
    [b"", GET, POST + b'Content-Length: 100\r\n\r\n{"rules":'],
    ids=["nothing", "headers", "body"],
)
def test_a_request_that_is_not_finished_ends(port: int, half: bytes) -> None:
    assert b"200 OK" not in answered(sent(port, half))


def send_for_ever(line: socket.socket, data: bytes) -> None:
    while True:
        line.sendall(data)


@pytest.mark.rest
def test_a_client_that_reads_nothing_is_closed(limits: Any, port: int) -> None:
    limits.REQUEST_SECONDS = 10 * PATIENCE
    with sent(port, GET + b"\r\n") as line, pytest.raises(ConnectionError):
        send_for_ever(line, b"GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")


def test_headers_without_end_are_closed(limits: Any, port: int) -> None:
    limits.REQUEST_SECONDS = 10 * PATIENCE
    with sent(port, GET + b"X: ") as line, pytest.raises(ConnectionError):
        send_for_ever(line, b"x" * 10_000)


def test_half_sent_requests_stop_nobody(port: int) -> None:
    held = [sent(port, GET) for _n in range(10)]
    for _n in range(3):
        answer = answered(sent(port, GET + b"Connection: close\r\n\r\n"))
        assert answer.startswith(b"HTTP/1.1 200")
    for line in held:
        assert answered(line) == b""


def test_one_address_has_only_so_many_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    from mastermine.web import connections

    class Line:
        local, waits = False, True

        def __init__(self, address: str) -> None:
            self.address, self.open, self.transport = address, True, self

        def abort(self) -> None:
            self.open = False

    monkeypatch.setattr(connections, "MAX_ADDRESS_CONNECTIONS", 3)
    table = connections.Connections(4096)
    lines: list[Any] = [Line("a") for _n in range(5)]
    other: Any = Line("b")
    for line in [*lines, other]:
        table.add(line)
    assert [line.open for line in lines] == [False, False, True, True, True]
    for line in lines:
        line.waits = False
    late: Any = Line("a")
    table.add(late)
    assert (late.open, other.open, table.total) == (False, True, 4)


def test_an_address_leaves_only_so_much_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    from mastermine.web import connections

    class Line:
        local = waits = False
        address, unread, open = "a", 0, True

        def __init__(self) -> None:
            self.transport = self

        def abort(self) -> None:
            self.open = False

        def get_write_buffer_size(self) -> int:
            return self.unread

    monkeypatch.setattr(connections, "MAX_UNREAD_BYTES", 100)
    table = connections.Connections(4096)
    lines: list[Any] = [Line(), Line(), Line()]
    for line, unread in zip(lines, (20, 50, 30), strict=True):
        table.add(line)
        line.unread = unread
    table.check_unread("a")
    assert all(line.open for line in lines)
    lines[0].unread = 21
    table.check_unread("a")
    assert [line.open for line in lines] == [True, False, True]
    assert table.total == 2


def test_the_log_is_limited() -> None:
    import logging

    from mastermine.web.logs import MAX_BYTES, Budget

    lines: list[str] = []

    class Lines(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(self.format(record))

    handler, budget = Lines(), Budget()
    handler.addFilter(budget)
    logger = logging.getLogger("hostile")
    logger.propagate = False
    logger.addHandler(handler)
    for _n in range(10_000):
        logger.warning("Invalid HTTP request received.")
    assert 0 < sum(map(len, lines)) <= MAX_BYTES
    many = len(lines)
    budget._end = 0.0  # The next minute.
    try:
        raise OSError(24, "Too many open files")
    except OSError:
        logger.exception("socket.accept() out of system resource\nsocket: 3")
    text = "\n".join(lines[many:])
    assert f"{10_000 - many:,} more entries" in text
    assert "Traceback" not in text
