"""Hostile clients against a server of this machine, and how long the others wait.

    python benchmarks/hostile.py                            one minute
    python benchmarks/hostile.py --seconds 600 --clients 20

Hostile clients have an address of their own (127.0.0.2; Linux): the limit of requests per minute
(``--rate``) holds for it, the limit of connections does not, as for all loopback addresses. Players
make a fixed number of moves per second meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import resource
import subprocess
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console

from common import machine, table_of
from load import LEVELS, Browser, Player, cost, started

HOSTILE = "127.0.0.2"
HALF_OPEN = 50
"""Half-sent requests of a client at the same time."""
REPLAYS = 20
"""Copies of a move that are sent at the same time."""
PIPELINED = 200
"""Requests of a client that reads no answer."""

GET = b"GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
CLOSED = "#" * 30 + ("/" + "#" * 30) * 15
REQUESTS: tuple[tuple[str, str, Any], ...] = (
    ("GET", "/api/games", None),
    ("GET", "/api/daily", None),
    ("GET", "/openapi.json", None),
    ("POST", "/api/games", {"rules": "100x100x2400-noguess"}),
    ("POST", "/api/games", {"rules": "expert"}),
    ("POST", "/api/hint", {"rules": "5x8", "turns": []}),
    ("POST", "/api/analyse", {"rules": "expert", "board": CLOSED}),
    ("POST", "/api/evaluate", {"rules": "classic", "strategy": "knuth"}),
    ("POST", "/api/solve", {"rules": "expert"}),
    ("POST", "/api/runs", {"rules": "classic", "strategies": ["knuth"], "rounds": 1000}),
)
BODIES = (
    POST + b"Content-Length: 5000000\r\n\r\n" + b" " * 5_000_000,
    POST + b"Transfer-Encoding: chunked\r\n\r\n" + (b"10000\r\n" + b"[" * 0x10000 + b"\r\n") * 40,
    POST + b"Content-Length: 900000\r\n\r\n" + b"[" * 900_000,
    GET + b"X: " + b"x" * 1_000_000,
    b"\x16\x03\x01\x00" * 100,
)
"""Large and wrong requests."""


class Hostile:
    """The hostile clients of a server."""

    def __init__(self, port: int, players: list[Player], end: float) -> None:
        self.port = port
        self.players = players
        self.end = end
        self.seen = Counter[str]()
        """Statuses of the answers, and what else happened, by kind of client."""

    async def repeat(self, attack: Callable[[], Awaitable[None]]) -> None:
        """Attacks again and again; refused clients wait for a moment, as fast as it goes."""
        while time.perf_counter() < self.end:
            try:
                await attack()
            except (TimeoutError, OSError, EOFError, asyncio.LimitOverrunError) as error:
                self.seen[f"{attack.__name__}: {type(error).__name__}"] += 1
                await asyncio.sleep(0.05)

    async def ask(self, kind: str, browser: Browser, *request: Any) -> Any:
        status, answer = await browser.ask(*request)
        self.seen[f"{kind}: {status}"] += 1
        if status == 429:
            await asyncio.sleep(0.02)
        return answer

    async def flood(self) -> None:
        browser = Browser(self.port, HOSTILE)
        for _n in range(50):
            await self.ask("flood", browser, *random.choice(REQUESTS))
        browser.close()

    async def slow_reader(self) -> None:
        _reader, writer = await self._open()
        writer.write((GET + b"\r\n") * PIPELINED)
        await self._hold([writer])
        self.seen["slow_reader: held"] += 1

    async def half_open(self) -> None:
        writers = [(await self._open())[1] for _n in range(HALF_OPEN)]
        for writer in writers:
            writer.write(random.choice((b"", GET, POST + b"Content-Length: 100\r\n\r\n{")))
        await self._hold(writers)
        self.seen["half_open: held"] += HALF_OPEN

    async def huge_body(self) -> None:
        reader, writer = await self._open()
        writer.write(random.choice(BODIES))
        try:
            head = await asyncio.wait_for(reader.read(12), 30)
            self.seen[f"huge_body: {head[9:].decode('latin-1') or 'closed'}"] += 1
        finally:
            writer.close()

    async def replay(self) -> None:
        browser = Browser(self.port, HOSTILE)
        game = await self.ask("replay", browser, "POST", "/api/games", {"rules": "classic"})
        if "id" in game:
            path = f"/api/games/{game['id']}/moves"
            copies = [Browser(self.port, HOSTILE) for _n in range(REPLAYS)]
            for copy in copies:
                copy.cookie = browser.cookie
            move = {"move": "guess 1122", "version": game["version"]}
            await asyncio.gather(*(self.ask("replay", copy, "POST", path, move) for copy in copies))
            for copy in copies:
                copy.close()
        browser.close()

    async def stranger(self) -> None:
        browser = Browser(self.port, HOSTILE)
        token = "".join(random.choices("abcdefgh", k=32))
        browser.cookie = f"Cookie: mastermine={token}\r\n".encode()
        game = random.choice(self.players).game
        path = f"/api/games/{game.get('id', 'x')}"
        for request in (
            ("GET", path, None),
            ("GET", f"{path}/save", None),
            ("POST", f"{path}/moves", {"move": "give up", "version": game.get("version")}),
            ("DELETE", path, None),
        ):
            await self.ask("stranger", browser, *request)
        browser.close()

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(HOSTILE, 0))

    async def _hold(self, writers: list[asyncio.StreamWriter]) -> None:
        """Reads nothing for a time, and closes."""
        await asyncio.sleep(min(20.0, max(0.0, self.end - time.perf_counter())))
        for writer in writers:
            writer.transport.abort()


async def attacked(port: int, options: argparse.Namespace) -> tuple[dict[str, float], Counter[str]]:
    """Plays while hostile clients attack; returns the figures of the players, and what was seen."""
    players = [
        Player(Browser(port), LEVELS[n % len(LEVELS)], random.Random(n))
        for n in range(options.players)
    ]
    waits: list[float] = []
    errors = Counter[str]()

    async def play(number: int) -> None:
        player = players[number]
        pause = options.players / options.moves
        await asyncio.sleep(pause * number / options.players)
        while (now := time.perf_counter()) < end:
            try:
                waits.append(await player.move())
            except (AssertionError, OSError, EOFError) as error:
                errors[f"player: {type(error).__name__} {error}"[:100]] += 1
                player.game = {}
            await asyncio.sleep(now + pause - time.perf_counter())

    end = time.perf_counter() + options.seconds
    hostile = Hostile(port, players, end)
    attacks = (
        *(hostile.flood, hostile.slow_reader, hostile.half_open),
        *(hostile.huge_body, hostile.replay, hostile.stranger),
    )
    clients = [
        asyncio.create_task(hostile.repeat(attack))
        for attack in (attacks if options.clients else ())
        for _n in range(options.clients)
    ]
    await asyncio.gather(*map(play, range(options.players)))
    for client in clients:
        client.cancel()
    for end in await asyncio.gather(*clients, return_exceptions=True):
        if end is not None and not isinstance(end, asyncio.CancelledError):
            errors[f"attacker: {end!r}"[:100]] += 1
    waits.sort()
    figures = {
        "moves of players": len(waits),
        "errors of players": errors.total(),
        **{f"p{part}, ms": 1e3 * waits[len(waits) * part // 100] for part in (50, 95, 99)},
        "longest, ms": 1e3 * waits[-1],
    }
    return figures, hostile.seen + errors


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60.0, metavar="S")
    parser.add_argument("--rate", type=int, default=1200, metavar="N", help="--rate of the server")
    parser.add_argument("--clients", type=int, default=5, metavar="N", help="hostile, of each kind")
    parser.add_argument("--players", type=int, default=50, metavar="N")
    parser.add_argument("--moves", type=float, default=10.0, metavar="N", help="moves per second")
    options = parser.parse_args()
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    with TemporaryDirectory() as folder:
        log = Path(folder) / "server.log"
        with log.open("w") as errors:
            server, port = started(
                Path(folder), None, 1, "--rate", str(options.rate), stderr=errors
            )
        try:
            (_seconds, before) = cost(server.pid)
            figures, seen = asyncio.run(attacked(port, options))
            seconds, size = cost(server.pid)
        finally:
            server.terminate()
            with suppress(subprocess.TimeoutExpired):
                server.wait(20)
        figures |= {
            "log, kB": log.stat().st_size / 1e3,
            "resident before, MB": before,
            "resident after, MB": size,
            "processor seconds": seconds,
        }
    title = f"{options.clients} hostile clients of each kind, {options.seconds:g} s; {machine()}"
    table = table_of(title, ("", "figure"))
    for name, figure in figures.items():
        table.add_row(name, f"{figure:,.0f}" if figure >= 100 else f"{figure:.1f}")
    Console().print(table)
    Console().print_json(json.dumps(dict(sorted(seen.items()))))


if __name__ == "__main__":
    main()
