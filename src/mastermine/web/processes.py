"""Several processes that serve one address: each has games in memory, one has the laboratory.

A game may be moved in any of them, since the store has its version. The matches of the laboratory
live in the first process, to which the others pass on its requests.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

import h11

from mastermine.core.errors import MastermineError
from mastermine.i18n.text import _, speak, spoken
from mastermine.web.time_limits import left

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

    from starlette.types import ASGIApp, Receive, Scope, Send

    from mastermine.i18n.languages import Language
    from mastermine.web.server import Serving

LABORATORY = "/api/runs"
"""Path of the laboratory."""
START_SECONDS = 10.0
"""A process that gives up so soon would do so again: the server stops."""
READ_BYTES = 65_536


def serve_together(serving: Serving, listening: socket.socket) -> None:
    """Serves in several processes until Ctrl-C; one that dies is replaced.

    Raises MastermineError if a process cannot start.
    """
    context = get_context("spawn")
    inner = socket.create_server(("127.0.0.1", 0))
    running: dict[BaseProcess, tuple[int, float]] = {}

    def start(number: int) -> None:
        target = (number, serving, listening, inner, spoken())
        process = context.Process(target=_run, args=target, name=f"server {number}")
        process.start()
        running[process] = number, monotonic()
        if ending:  # The signal came before the process was among those that run.
            process.terminate()

    ending = False

    def end(_signal: int, _frame: object) -> None:
        nonlocal ending
        ending = True
        for process in running:
            process.terminate()

    # Ctrl-C reaches all processes of the terminal; a signal to this one is passed on.
    before = {each: signal.signal(each, end) for each in (signal.SIGINT, signal.SIGTERM)}
    failed = False
    try:
        for number in range(serving.workers):
            if not ending:
                start(number)
        while running:
            wait([process.sentinel for process in running])
            for process in [each for each in running if not each.is_alive()]:
                number, since = running.pop(process)
                refused = bool(process.exitcode and process.exitcode > 0)  # Not by a signal.
                failed |= not ending and refused and monotonic() - since < START_SECONDS
                if failed and not ending:
                    end(0, None)
                if not ending:
                    start(number)
    finally:
        for process in running:
            process.kill()
        for each, handler in before.items():
            signal.signal(each, handler)
        inner.close()
    if failed:
        raise MastermineError(_("a process of the server ended as it started"))


def _run(
    number: int,
    serving: Serving,
    listening: socket.socket,
    inner: socket.socket,
    language: Language,
) -> None:
    """Serves in a process of its own, and ends with the first one."""
    speak(language)
    Thread(target=_end_with_parent, daemon=True).start()
    if number == 0:
        serving.run(listening, inner, number=number)
        return
    port = inner.getsockname()[1]
    inner.close()
    serving.run(listening, number=number, laboratory_port=port)


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


class Forwarding:
    """Passes the requests of the laboratory on to the process that has it."""

    def __init__(self, app: ASGIApp, port: int) -> None:
        """``port``: of that process, on this machine."""
        self.app = app
        self.port = port

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if scope["type"] != "http" or not (path == LABORATORY or path.startswith(f"{LABORATORY}/")):
            await self.app(scope, receive, send)
            return
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            await _relay(scope, receive, send, reader, writer)
        finally:
            writer.close()


async def _relay(
    scope: Scope,
    receive: Receive,
    send: Send,
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
) -> None:
    """Sends a request over a connection, and its response back, as it comes."""
    peer = h11.Connection(h11.CLIENT)
    body, more = b"", scope["method"] == "POST"  # Its body is short, and here already.
    while more:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    own = (b"connection", b"content-length", b"transfer-encoding", b"x-forwarded-for")
    headers = [(name, value) for name, value in scope["headers"] if name not in own]
    client = scope["client"][0] if scope["client"] else ""
    headers += [
        (b"connection", b"close"),
        (b"content-length", str(len(body)).encode()),
        (b"x-forwarded-for", client.encode()),
        (b"x-forwarded-proto", scope["scheme"].encode()),
    ]
    query = b"?" + scope["query_string"] if scope["query_string"] else b""
    request = h11.Request(method=scope["method"], target=scope["raw_path"] + query, headers=headers)
    for sent in (request, h11.Data(data=body), h11.EndOfMessage()):
        writer.write(peer.send(sent) or b"")
    leaving = asyncio.ensure_future(left(receive))
    try:
        while True:
            event: Any = peer.next_event()
            if event is h11.NEED_DATA:
                reading = asyncio.ensure_future(reader.read(READ_BYTES))
                await asyncio.wait({reading, leaving}, return_when=asyncio.FIRST_COMPLETED)
                if not reading.done():
                    reading.cancel()
                    return
                peer.receive_data(reading.result())
            elif isinstance(event, h11.Response):
                kept = [each for each in event.headers if each[0] not in (b"connection", b"date")]
                start = {"type": "http.response.start", "status": event.status_code}
                await send({**start, "headers": kept})
            elif isinstance(event, h11.Data):
                data = {"type": "http.response.body", "body": bytes(event.data)}
                await send({**data, "more_body": True})
            elif isinstance(event, h11.EndOfMessage):
                await send({"type": "http.response.body"})
                return
    finally:
        leaving.cancel()
