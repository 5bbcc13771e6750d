"""``mastermine new-strategy``: what it writes works, and nothing is ever overwritten."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.program import run

from mastermine.core.strategy import Heuristic
from mastermine.registry import find_strategy

KINDS = [
    ((), "mastermind"),
    (("--kind", "size"), "mastermind"),
    (("--game", "minesweeper"), "minesweeper"),
]


@pytest.mark.rest
@pytest.mark.parametrize(("options", "game"), KINDS)
def test_what_is_written_works(options: tuple[str, ...], game: str) -> None:
    result = run("new-strategy", "first-try", *options)
    assert (result.exit_code, result.stderr) == (0, "")
    assert sorted(path.name for path in Path().iterdir()) == ["first_try.py", "test_first_try.py"]
    head, *commands = result.stdout.splitlines()
    assert head == "Wrote first_try.py and test_first_try.py. Try:"
    assert len(commands) == 3
    found = find_strategy("first_try.py:first-try", game)
    assert isinstance(found, Heuristic) == ("size" in options)
    assert found.summary
    for command in commands:
        program, *arguments = shlex.split(command)
        assert program == "mastermine"
        arguments = ["3" if word == "100" else word for word in arguments]
        done = run(*arguments, *["--no-store"] * (arguments[0] == "match"))
        assert done.exit_code == 0, done.output
        assert "first-try" in done.stdout


@pytest.mark.rest
def test_its_test_passes_at_once() -> None:
    for name, (options, _game) in zip(("one", "two", "three"), KINDS, strict=True):
        assert run("new-strategy", name, *options, "--folder", name).exit_code == 0
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "3 passed" in done.stdout


@pytest.mark.rest
def test_its_test_finds_what_is_wrong() -> None:
    run("new-strategy", "one")
    text = Path("one.py").read_text("utf-8")
    Path("one.py").write_text(text.replace("possible[len(possible) // 2]", "(0, 0)"), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "strategy one in mastermind:3x4 after no turn: its guess (0, 0) is not" in done.stdout


def test_nothing_is_overwritten() -> None:
    for there in ("mine.py", "test_mine.py"):
        Path(there).write_text("dear", "utf-8")
        result = run("new-strategy", "mine")
        assert result.exit_code == 2
        assert result.stderr.startswith(f"mastermine: {there} already exists; nothing was writt")
        assert [path.name for path in Path().iterdir()] == [there]
        assert Path(there).read_text("utf-8") == "dear"
        Path(there).unlink()


def test_rules_say_which_game() -> None:
    result = run("new-strategy", "mine", "--game", "expert", "--folder", "my files/x", "--json")
    data = json.loads(result.stdout)
    assert data["written"] == ["my files/x/mine.py", "my files/x/test_mine.py"]
    assert data["next"][1:] == [
        "mastermine check 'my files/x/mine.py'",
        "mastermine match expert --strategy 'my files/x/mine.py:mine,pseq' --rounds 100",
    ]
    assert find_strategy("my files/x/mine.py", "minesweeper").game == "minesweeper"
