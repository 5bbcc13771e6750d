from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.waiting import PATIENCE

from mastermine.cli import main

needs_web = pytest.mark.skipif(
    None in map(find_spec, ("fastapi", "uvicorn")), reason="needs mastermine[web]"
)


@pytest.fixture
def busy_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


def message(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["serve", *arguments])
    return result.exit_code, result.output


@needs_web
def test_a_port_in_use_is_reported_in_one_line(busy_port, tmp_path):
    code, output = message("--port", str(busy_port), "--store", str(tmp_path / "w.sqlite"))
    assert code == 2
    assert output == f"mastermine: port {busy_port} is in use; choose another one with --port\n"


@needs_web
def test_an_address_that_is_none_is_reported_in_one_line():
    code, output = message("--host", "no such address")
    assert code == 2
    assert output.count("\n") == 1
    assert "--host 127.0.0.1" in output


def test_a_missing_library_is_reported_in_one_line(monkeypatch):
    import importlib.util

    find = importlib.util.find_spec

    def without(name: str, package: str | None = None):
        return None if name in ("fastapi", "uvicorn") else find(name, package)

    monkeypatch.setattr(importlib.util, "find_spec", without)
    code, output = message()
    assert code == 2
    assert "fastapi, uvicorn: pip install 'mastermine[web]'" in output
    assert output.count("\n") == 1


@pytest.mark.rest
@needs_web
@pytest.mark.skipif(os.name == "nt", reason="signals are of another kind there")
def test_the_server_starts_says_where_and_ends_with_one_line(tmp_path: Path):
    command = [sys.executable, "-m", "mastermine", "serve", "--port", "0"]
    server = subprocess.Popen(
        [*command, "--store", str(tmp_path / "w.sqlite")],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert server.stdout is not None
        line = server.stdout.readline()
        address = re.fullmatch(
            r"Serving at (http://127\.0\.0\.1:\d+/); press Ctrl-C to stop\.\n", line
        )
        assert address, line
        with urllib.request.urlopen(address[1] + "api/about", timeout=PATIENCE) as answer:
            assert json.load(answer)["games"]
        server.send_signal(signal.SIGINT)
        rest, _nothing = server.communicate(timeout=PATIENCE)
    finally:
        server.kill()
        server.wait()
    assert rest.strip() == "The server has stopped; all games are saved."
    assert server.returncode == 0
