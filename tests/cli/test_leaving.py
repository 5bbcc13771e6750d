"""How the program ends where something outside it goes wrong."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.waiting import PATIENCE

from mastermine.cli import main
from mastermine.session import MastermindSession, load

FULL = Path("/dev/full")
posix = pytest.mark.skipif(os.name != "posix", reason="other systems have no such signals")


@pytest.fixture(autouse=True)
def no_signal_is_ignored() -> Iterator[None]:
    """As it is where nobody began these tests with nohup."""
    names = ("SIGTERM", "SIGHUP") if os.name == "posix" else ()
    before = [(name, signal.signal(getattr(signal, name), signal.SIG_DFL)) for name in names]
    yield
    for name, handler in before:
        signal.signal(getattr(signal, name), handler)


def start(*arguments: str, out: Path, typed: str = "") -> subprocess.CompletedProcess[bytes]:
    with out.open("wb") as stdout:
        return subprocess.run(
            [sys.executable, "-m", "mastermine", *arguments],
            stdout=stdout,
            stderr=subprocess.PIPE,
            input=typed.encode(),
            check=False,
        )


def assert_one_turn(file: Path) -> None:
    session = load(file)
    assert isinstance(session, MastermindSession)
    assert len(session.turns) == 1


@pytest.mark.rest
@pytest.mark.skipif(not FULL.exists(), reason="there is no full device here")
@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["--version"],
        ["presets"],
        ["presets", "--json"],
        ["solve", "classic", "--secret", "3411"],
        ["match", "4x6", "--strategy", "first-consistent", "--rounds", "2"],
        ["play"],
    ],
)
def test_a_full_disk_is_reported_in_one_line(arguments: list[str]) -> None:
    ended = start(*arguments, out=FULL)
    assert ended.returncode == 1
    message = ended.stderr.decode().splitlines()
    assert message[-1] == f"mastermine: {os.strerror(28)}"
    assert not any("Traceback" in line or "Exception" in line for line in message)


@pytest.mark.rest
@posix
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["play", "lab"])
def test_a_closed_stream_is_like_an_empty_one(command: str, closed: str, tmp_path: Path) -> None:
    program = [sys.executable, "-m", "mastermine", command]
    ended = subprocess.run(
        ["sh", "-c", f'"$@" {closed}', "sh", *program],
        input=b"",
        capture_output=True,
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path)},
        check=False,
    )
    message = (ended.stdout + ended.stderr).decode()
    assert ended.returncode == 0, message
    assert "Traceback" not in message
    assert "Exception" not in message


@pytest.mark.rest
@posix
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_keeps_the_game(name: str, tmp_path: Path) -> None:
    program = [sys.executable, "-u", "-m", "mastermine", "play", "--seed", "5"]
    number = getattr(signal, name)
    with subprocess.Popen(
        program,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,  # Nothing is left to be written to a program that has ended.
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path), "PYTHONIOENCODING": "utf-8"},
    ) as game:
        assert game.stdin
        assert game.stdout
        game.stdin.write(b"1122\n")
        message = b""
        while b"Guess 2" not in message and (more := game.stdout.read(4096)):
            message += more
        game.send_signal(number)
        # Between the prompt and the reading a signal waits for the next line.
        with suppress(BrokenPipeError):
            game.stdin.write(b"\n")
        game.wait(PATIENCE)
        message += game.stdout.read()
    assert game.returncode == 128 + number
    assert b"Saved the game" in message
    (file,) = (tmp_path / "mastermine").iterdir()
    assert_one_turn(file)


@posix
def test_a_signal_does_not_break_into_the_keeping(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = MastermindSession.save

    def interrupted(session: MastermindSession, path: str | Path) -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        save(session, path)

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(MastermindSession, "save", interrupted)
    result = CliRunner().invoke(main, ["play"], input="1122\n")
    assert result.exit_code == 0
    assert "Saved the game" in result.output


@posix
def test_a_window_that_is_closed_ends_the_input_and_sends_a_signal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    handle = signal.signal
    sent: list[int] = []

    def closing(number: int, handler: Any) -> Any:
        before = handle(number, handler)
        if handler is signal.SIG_IGN and not sent:
            sent.append(number)
            os.kill(os.getpid(), signal.SIGHUP)
        return before

    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(signal, "signal", closing)
    result = CliRunner().invoke(main, ["play"], input="1122\n")
    assert result.exit_code == 128 + signal.SIGHUP
    (file,) = (tmp_path / "mastermine").iterdir()
    assert_one_turn(file)


@posix
def test_signals_are_as_before_after_a_game() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)]
    result = CliRunner().invoke(main, ["play"], input="quit\n")
    assert result.exit_code == 0
    assert [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)] == before


@pytest.mark.rest
@pytest.mark.skipif(os.name != "posix", reason="arguments are texts here")
@pytest.mark.parametrize("command", ["solve", "play"])
def test_a_seed_that_is_no_text(command: str, tmp_path: Path) -> None:
    ended = start(
        command, "classic", "--seed", os.fsdecode(b"\xff"), out=tmp_path / "out", typed="give up\n"
    )
    assert ended.returncode == 0, ended.stderr.decode()
    assert ended.stderr == b""
