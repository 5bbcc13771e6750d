"""Several processes behind one address: any of them serves any game, one has the laboratory."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest
from tests.waiting import PATIENCE, until

pytest.importorskip("fastapi", reason="the page needs mastermine[web]")
pytestmark = [
    pytest.mark.rest,
    pytest.mark.skipif(os.name == "nt", reason="signals are of another kind there"),
]


class Site:
    """A server of two processes, and a browser that opens a connection for each request."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "mastermine", "serve", "--port", "0", "--workers", "2"]
        self.process = subprocess.Popen(
            [*command, "--store", str(folder / "w.sqlite")],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[\d.:]+", line)
        assert found, line
        self.address = found[0]
        self.cookie = ""

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        request = urllib.request.Request(
            f"{self.address}{path}",
            None if body is None else json.dumps(body).encode(),
            {"Content-Type": "application/json", "Cookie": self.cookie},
            method=method,
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            self.cookie = (answer.headers["set-cookie"] or self.cookie).partition(";")[0]
            text = answer.read().decode()
        return json.loads(text) if text.startswith(("{", "[")) else text

    def servers(self) -> list[psutil.Process]:
        found = []
        for each in psutil.Process(self.process.pid).children():
            with suppress(psutil.NoSuchProcess, psutil.ZombieProcess):
                if "spawn_main" in " ".join(each.cmdline()):
                    found.append(each)
        return found


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    made = Site(tmp_path)
    with made.process:
        yield made
        made.process.kill()


def test_any_process_serves_any_game_and_one_that_dies_is_replaced(site: Site) -> None:
    game = site.ask("POST", "/api/games", {"rules": "classic", "secret": "3614"})
    path = f"/api/games/{game['id']}"
    for row in range(8):
        made = {"move": "guess 1122", "version": game["version"]}
        game = site.ask("POST", f"{path}/moves", made)
        assert len(game["turns"]) == row + 1
        assert site.ask("GET", path) == game
    before = site.servers()
    assert len(before) == 2
    before[1].kill()
    until(lambda: len(alive := site.servers()) == 2 and before[1] not in alive)
    for _again in range(4):
        assert site.ask("GET", path)["turns"] == game["turns"]


def test_all_processes_show_the_same_laboratory(site: Site) -> None:
    wanted = {"rules": "3x4", "strategies": ["knuth"], "rounds": 30, "seed": 1}
    number = site.ask("POST", "/api/runs", wanted)["id"]
    events = [site.ask("GET", f"/api/runs/{number}/events") for _watcher in range(4)]
    assert all(re.search(r"event: done\b", each) for each in events)
    until(lambda: site.ask("GET", f"/api/runs/{number}")["state"] == "done")
    lists = [site.ask("GET", "/api/runs") for _reader in range(6)]
    assert lists == [lists[0]] * 6
    assert lists[0][0]["state"] == "done"


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_all_processes_end_together(site: Site, ending: signal.Signals) -> None:
    servers = site.servers()
    site.process.send_signal(ending)
    output, _nothing = site.process.communicate(timeout=PATIENCE)
    assert output == "The server has stopped; all games are saved.\n"
    assert site.process.returncode == 0
    assert not any(each.is_running() for each in servers)


def test_no_process_outlives_the_first_one(site: Site) -> None:
    servers = site.servers()
    site.process.kill()
    psutil.wait_procs(servers, timeout=PATIENCE)
    assert not any(each.is_running() for each in servers)
