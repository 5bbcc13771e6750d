"""Time of a click at expert size over loopback.

A click goes through HTTP, the session, the store and JSON, in a separate server. The first column
is the time of the same clicks in a session of this process; the difference is the overhead of
the web.
"""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from common import machine, table_of
from mastermine.core.random import Random
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import parse_rules_of
from mastermine.session import MinesweeperSession

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mastermine.minesweeper.board import Cell, Layout
    from mastermine.minesweeper.rules import Minesweeper

LEVELS = ("beginner", "expert", "100x100x1500")
GAMES = 3
MAX_CLICKS = 150
"""Maximum number of timed clicks per game."""
GOAL = 50.0
"""Goal for a click at expert size, in milliseconds."""


class Server:
    """A server in its own process, and a connection to it."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "mastermine", "serve", "--port", "0"]
        self.process = subprocess.Popen(
            [*command, "--store", str(folder / "web.sqlite")], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        found = re.search(r":(\d+)/", self.process.stdout.readline())
        assert found is not None
        self.address = f"http://127.0.0.1:{found[1]}"
        self.line = HTTPConnection("127.0.0.1", int(found[1]))
        self.cookie = ""

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        text = None if body is None else json.dumps(body)
        self.line.request(method, path, text, headers)
        answer = self.line.getresponse()
        self.cookie = (answer.getheader("set-cookie") or self.cookie).partition(";")[0]
        data = json.loads(answer.read())
        assert answer.status < 300, data
        return data

    def end(self) -> None:
        self.line.close()
        self.process.send_signal(signal.SIGINT)
        self.process.wait(10)


def layout_of(rules: Minesweeper, seed: int) -> tuple[Layout, Cell]:
    first = rules.width // 2, rules.height // 2
    return rules.draw(Random(seed), first), first


def safe_clicks(layout: Layout, first: Cell) -> Iterator[str]:
    """Yields clicks on safe cells; numbers are opened one by one."""
    yield "{},{}".format(*first)
    for y in range(layout.height):
        for x in range(layout.width):
            if (x, y) not in layout and (x, y) != first:
                yield f"{x},{y}"


def alone(rules: Minesweeper, layout: Layout, first: Cell) -> list[float]:
    """Returns the milliseconds of each click in a session."""
    session = MinesweeperSession(rules, secret=layout)
    times: list[float] = []
    for cell in safe_clicks(layout, first):
        if len(times) == MAX_CLICKS or session.outcome is not None:
            break
        x, y = map(int, cell.split(","))
        if session.board[x, y] != 9:
            continue
        start = time.perf_counter()
        session.do(f"click {cell}")
        json.dumps(session.public())
        times.append(1e3 * (time.perf_counter() - start))
    return times


def served(server: Server, rules: Minesweeper, layout: Layout, first: Cell) -> list[float]:
    wanted = {"rules": rules.spec(), "secret": rules.format_secret(layout)}
    game = server.ask("POST", "/api/games", wanted)
    path = f"/api/games/{game['id']}/moves"
    times: list[float] = []
    for cell in safe_clicks(layout, first):
        if len(times) == MAX_CLICKS or game["outcome"] is not None:
            break
        x, y = map(int, cell.split(","))
        if game["board"].split("\n")[y][x] != "#":
            continue
        start = time.perf_counter()
        game = server.ask("POST", path, {"move": f"click {cell}", "version": game["version"]})
        times.append(1e3 * (time.perf_counter() - start))
    return times


def at(times: list[float], part: float) -> float:
    return sorted(times)[min(len(times) - 1, int(part * len(times)))]


def clicks() -> Table:
    table = table_of(
        f"A click over loopback, ms (goal at expert size: {GOAL:g})",
        ("rules", "clicks", "session", "served", "99 of 100", "times the session"),
    )
    with TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            for level in LEVELS:
                rules = parse_rules_of(Minesweeper, level)
                here: list[float] = []
                there: list[float] = []
                for seed in range(GAMES):
                    layout, first = layout_of(rules, seed)
                    here += alone(rules, layout, first)
                    there += served(server, rules, layout, first)
                median, base = at(there, 0.5), at(here, 0.5)
                table.add_row(
                    level,
                    f"{len(there):,}",
                    f"{base:.2f}",
                    f"{median:.1f}",
                    f"{at(there, 0.99):.1f}",
                    f"{median / base:.1f}",
                )
        finally:
            server.end()
    return table


def main() -> None:
    console = Console()
    console.print(machine())
    console.print(clicks())


if __name__ == "__main__":
    main()
