"""A server under load: moves per second of its processor time, and how long players wait.

    python benchmarks/load.py                       as many moves as the server answers
    python benchmarks/load.py --rate 300            so many moves a second, whatever it answers
    python benchmarks/load.py --workers 2           a server of two processes
    python benchmarks/load.py --watchers 2000       streams of a running match instead of moves

Each player has a browser of their own (cookie and connection) and plays whole games one after
another: half of them Mastermind at classic, half Minesweeper from beginner to expert, with flags.
Moves name the version that the player saw. The server has one core, this client another.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import resource
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

import psutil
from rich.console import Console

from common import machine, table_of
from mastermine.core.random import Random
from mastermine.minesweeper.board import Layout
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import parse_rules

LEVELS = ("classic", "beginner", "classic", "intermediate", "classic", "expert")
"""Rules of the players, in turn."""
FLAGS = 0.2
"""Share of flags among the moves in Minesweeper."""
OPENING = 20
"""Games that begin at the same time."""


class Browser:
    """One connection to the server, and its cookie."""

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        """``address``: of this client, for the server."""
        self.port = port
        self.address = address
        self.cookie = b""
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        """Sends a request over the open connection, or over a new one if it was closed."""
        text = json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n"
        ).encode() + self.cookie
        for _try in range(2):
            if self.reader is None or self.writer is None:
                self.reader, self.writer = await asyncio.open_connection(
                    "127.0.0.1", self.port, local_addr=(self.address, 0)
                )
            try:
                self.writer.write(head + b"\r\n" + text)
                return await self._read(self.reader)
            except (asyncio.IncompleteReadError, ConnectionError):
                self.close()
        raise ConnectionError("the server closes connections without an answer")

    async def _read(self, reader: asyncio.StreamReader) -> tuple[int, Any]:
        head = await reader.readuntil(b"\r\n\r\n")
        status = int(head[9:12])
        lower = head.lower()
        if found := re.search(rb"set-cookie: (mastermine=[^;]+)", head):
            self.cookie = b"Cookie: " + found[1] + b"\r\n"
        length = re.search(rb"content-length: (\d+)", lower)
        content = await reader.readexactly(int(length[1])) if length else b"null"
        if b"connection: close" in lower:
            self.close()
        return status, json.loads(content)

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


@dataclass
class Player:
    """A browser that plays games of one level."""

    browser: Browser
    level: str
    dice: random.Random
    game: dict[str, Any] = field(default_factory=dict)
    layout: Layout | None = None

    async def begin(self) -> None:
        rules = parse_rules(self.level)
        wanted: dict[str, Any] = {"rules": self.level}
        if isinstance(rules, Minesweeper):
            # Chosen here, so that the player can win.
            first = rules.width // 2, rules.height // 2
            self.layout = rules.draw(Random(self.dice.getrandbits(64)), first)
            wanted["secret"] = rules.format_secret(self.layout)
        status, self.game = await self.browser.ask("POST", "/api/games", wanted)
        assert status == 201, self.game

    def chosen(self) -> str:
        """Returns a move: a guess at random; a click on a cell without a mine, or a flag."""
        if self.layout is None:
            return "guess " + "".join(self.dice.choices("123456", k=4))
        board, width = self.game["board"], self.game["width"] + 1
        at = board.find("#", self.dice.randrange(len(board)))
        at = board.index("#") if at < 0 else at
        cell = at % width, at // width
        name = f"{cell[0]},{cell[1]}"
        flags = cell in self.layout or name in self.game["flags"] or self.dice.random() < FLAGS
        return f"{'flag' if flags else 'click'} {name}"

    async def move(self) -> float:
        """Makes a move, after beginning a game if there is none; returns the seconds it took."""
        if not self.game or self.game["outcome"] is not None:
            await self.begin()
        body = {"move": self.chosen(), "version": self.game["version"]}
        start = time.perf_counter()
        status, answer = await self.browser.ask("POST", f"/api/games/{self.game['id']}/moves", body)
        passed = time.perf_counter() - start
        assert status == 200, answer
        assert answer["version"] == self.game["version"] + 1, answer
        self.game = answer
        return passed


def started(
    folder: Path, store: str | None, workers: int, *more: str, stderr: IO[str] | None = None
) -> tuple[subprocess.Popen[str], int]:
    """Starts a server with ``more`` options, and returns it with its port."""
    command = [sys.executable, "-m", "mastermine", "serve", "--port", "0", *more]
    command += ["--store", store or str(folder / "load.sqlite")]
    if workers > 1:
        command += ["--workers", str(workers)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, text=True)
    assert server.stdout is not None
    found = re.search(r":(\d+)/", server.stdout.readline())
    assert found is not None
    return server, int(found[1])


def cost(server: int) -> tuple[float, float]:
    """Returns the processor seconds of a server with its processes, and its resident MB."""
    seconds, size = 0.0, 0
    for process in [(own := psutil.Process(server)), *own.children(recursive=True)]:
        with suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            seconds += times.user + times.system
            size += process.memory_info().rss
    return seconds, size / 1e6


async def loaded(port: int, server: int, options: argparse.Namespace) -> dict[str, float]:
    """Plays for some seconds, and returns the figures."""
    players = [
        Player(Browser(port), LEVELS[n % len(LEVELS)], random.Random(n))
        for n in range(options.players)
    ]
    for n in range(0, len(players), OPENING):
        await asyncio.gather(*(player.begin() for player in players[n : n + OPENING]))
    waits: list[float] = []
    started_at, (before, _size) = time.perf_counter(), cost(server)
    end = started_at + options.seconds

    async def play(player: Player) -> None:
        while time.perf_counter() < end:
            waits.append(await player.move())

    async def offer() -> None:
        """Starts a move at every tick of the clock; who waits for the server is passed over."""
        free = asyncio.Queue[Player]()
        for player in players:
            free.put_nowait(player)
        moves: set[asyncio.Task[None]] = set()

        async def once(player: Player) -> None:
            waits.append(await player.move())
            free.put_nowait(player)

        for n in range(int(options.seconds * options.rate)):
            await asyncio.sleep(started_at + n / options.rate - time.perf_counter())
            moves.add(asyncio.create_task(once(await free.get())))
        await asyncio.gather(*moves)  # Raises the error of a move that failed.

    if options.rate:
        await offer()
    else:
        await asyncio.gather(*map(play, players))
    passed, (after, size) = time.perf_counter() - started_at, cost(server)
    for player in players:
        player.browser.close()
    waits.sort()
    return {
        "moves": len(waits),
        "moves a second": len(waits) / passed,
        "moves a second of processor time": len(waits) / (after - before),
        **{f"p{part}, ms": 1e3 * waits[len(waits) * part // 100] for part in (50, 95, 99)},
        "resident, MB": size,
    }


async def watched(port: int, server: int, options: argparse.Namespace) -> dict[str, float]:
    """Watches a match by one stream and by many; returns what the many cost the server."""
    browser = Browser(port)
    request = {"rules": "expert", "strategies": ["farsighted"], "rounds": 100_000}
    status, run = await browser.ask("POST", "/api/runs", request)
    assert status in (200, 201), run
    counted = Counter[str]()

    async def watch() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        path = f"/api/runs/{run['id']}/events"
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        try:
            while line := await reader.readline():
                counted["events"] += line.startswith(b"event: standings")
        finally:
            writer.close()

    async def share() -> float:
        """Returns the share of a core that the server uses, without the workers of the match."""
        start, before = time.perf_counter(), own()
        await asyncio.sleep(options.seconds)
        return 100 * (own() - before) / (time.perf_counter() - start)

    def own() -> float:
        """Returns the processor seconds of the server: its process, or those that serve for it."""
        process = psutil.Process(server)
        serving = process.children() if options.workers > 1 else [process]
        times = [each.cpu_times() for each in serving]
        return float(sum(each.user + each.system for each in times))

    streams = [asyncio.create_task(watch())]
    await asyncio.sleep(1)
    one = await share()
    for _n in range(1, options.watchers):
        streams.append(asyncio.create_task(watch()))
        await asyncio.sleep(0.002)
    await asyncio.sleep(3)
    counted.clear()
    many = await share()
    events = counted["events"] / options.seconds
    for stream in streams:
        stream.cancel()
    await asyncio.gather(*streams, return_exceptions=True)
    await browser.ask("POST", f"/api/runs/{run['id']}/stop", None)
    browser.close()
    return {
        "core with one watcher, %": one,
        f"core with {options.watchers:,}, %": many,
        "watchers, %": many - one,
        "events a second": events,
    }


def separate(server: int, workers: int) -> None:
    """Gives this process and the server cores of their own, if there are enough."""
    if hasattr(os, "sched_setaffinity"):
        own, *others = sorted(os.sched_getaffinity(0))
        if len(others) >= workers:
            os.sched_setaffinity(0, [own])
            for each in psutil.Process(server).threads():
                os.sched_setaffinity(each.id, others[:workers])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--players", type=int, default=2000, metavar="N")
    parser.add_argument("--seconds", type=float, default=20.0, metavar="S")
    parser.add_argument("--rate", type=float, metavar="N", help="moves offered per second")
    parser.add_argument("--workers", type=int, default=1, metavar="N")
    parser.add_argument("--watchers", type=int, default=0, metavar="N")
    parser.add_argument("--store", metavar="PATH|URL")
    options = parser.parse_args()
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    with TemporaryDirectory() as folder:
        server, port = started(Path(folder), options.store, options.workers)
        try:
            separate(server.pid, options.workers)
            figures = asyncio.run(
                (watched if options.watchers else loaded)(port, server.pid, options)
            )
        finally:
            server.terminate()
            server.wait(20)
    offered = (
        "as many as answered" if options.rate is None else f"{options.rate:g} a second offered"
    )
    title = f"{options.players:,} players, moves: {offered}"
    if options.watchers:
        title = f"{options.watchers:,} watchers of a match"
    table = table_of(f"{title}; {machine()}", ("", "figure"))
    for name, figure in figures.items():
        table.add_row(name, f"{figure:,.0f}" if figure >= 100 else f"{figure:.1f}")
    Console().print(table)


if __name__ == "__main__":
    main()
