"""The shell in which the commands of a document are run."""

from __future__ import annotations

import os
import pty
import re
import shlex
import shutil
import socket
import subprocess
import sys
from contextlib import chdir
from pathlib import Path
from types import TracebackType
from typing import Self

from click.testing import CliRunner
from tests.waiting import PATIENCE, until

import mastermine
from mastermine.cli import main

ROOT = Path(__file__).parents[2]
COLUMNS = "100"

STAND_INS = {
    "mastermine": f"{sys.executable} -m mastermine",
    "python": sys.executable,
    "pytest": f"{sys.executable} -m pytest",
    "dask": f"{sys.executable} -m dask",
    "make": f"env -u MAKEFLAGS {shutil.which('make')} --dry-run --directory {ROOT}",
    "pip": f"{sys.executable} {Path(__file__).with_name('installer.py')} pip",
    "pipx": f"{sys.executable} {Path(__file__).with_name('installer.py')} pipx",
    "uv": f"{sys.executable} {Path(__file__).with_name('installer.py')} uv",
}
"""What is run for each of our programs. make and installers say what they would do, no more."""

PROGRAMS = {
    *STAND_INS,
    *("cat", "cd", "cp", "curl", "cut", "diff", "echo", "export", "grep", "gunzip", "gzip", "head"),
    *("ls", "mkdir", "mv", "printf", "sed", "sort", "tail", "test", "uniq", "wc"),
    *("complete", "eval"),
}
"""What a document may run."""


class Shell:
    """Runs commands in a folder, and in the background until it is left."""

    def __init__(self, folder: Path) -> None:
        self.here = folder / "here"
        self.here.mkdir(parents=True)
        self._bin = folder / "bin"
        self._bin.mkdir()
        for name, command in STAND_INS.items():
            stand_in = self._bin / name
            stand_in.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
            stand_in.chmod(0o755)
        paths = [str(Path(mastermine.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
        self.own = {f"XDG_{kind}_HOME": str(folder / kind) for kind in ("DATA", "STATE", "CONFIG")}
        self.env = (
            os.environ
            | self.own
            | {"PATH": os.pathsep.join([str(self._bin), os.environ["PATH"]])}
            | {"PYTHONPATH": os.pathsep.join(filter(None, paths)), "PYTHONIOENCODING": "utf-8"}
            | {"COLUMNS": COLUMNS, "NO_COLOR": "1", "TERM": "dumb", "BROWSER": "true"}
            | {"SOURCES": str(ROOT)}
        )
        self._ports: dict[str, int] = {}
        self._background: list[tuple[str, subprocess.Popen[bytes], Path]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        failed = []
        for command, process, log in reversed(self._background):
            if process.poll():
                failed.append(f"{command}\nfailed:\n{log.read_text('utf-8')}")
            process.terminate()
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        assert error is not None or not failed, "\n".join(failed)

    def on_free_ports(self, text: str) -> str:
        """A text in which each port of this machine is one that is free."""
        return re.sub(
            r"(127\.0\.0\.1:|localhost:|--port )([1-9]\d*)",
            lambda found: found[1] + str(self._ports.setdefault(found[2], free_port())),
            text,
        )

    def run(self, command: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command to its end; ``export`` and ``cd`` hold for those after it."""
        self._check(command)
        packages = any(self.here.glob("*.dist-info"))  # Only a new process finds them.
        if not packages and re.match(r"mastermine [^|&;<>$`*?~{\\]+$", command):
            return self._call(shlex.split(command, comments=True)[1:], typed)
        # head ends before what writes to it, which then fails.
        of_any = "+o" if programs(command)[-1] == "head" else "-o"
        done = subprocess.run(
            ["bash", of_any, "pipefail", "-c", command],
            cwd=self.here,
            env=self.env,
            input=typed,
            capture_output=True,
            timeout=5 * PATIENCE,
            encoding="utf-8",
            check=False,
        )
        match shlex.split(command, comments=True):
            case ["export", assignment]:
                name, _equals, value = assignment.partition("=")
                self.env[name] = value
            case ["cd", folder]:
                self.here = self.here / folder
        return done

    def _call(self, words: list[str], typed: str) -> subprocess.CompletedProcess[str]:
        """Run a command of ours in this process, which takes far less time than a new one."""
        with chdir(self.here):
            done = CliRunner(env=self.env).invoke(
                main, words, input=typed, prog_name="mastermine", catch_exceptions=False
            )
        return subprocess.CompletedProcess(words, done.exit_code, done.stdout, done.stderr)

    def press(self, command: str, keys: str) -> subprocess.CompletedProcess[str]:
        """Run a program that needs a terminal, press keys there, and wait for its end."""
        self._check(command)
        ours, theirs = pty.openpty()
        with subprocess.Popen(
            ["bash", "-c", f"stty rows 40 cols {COLUMNS}; {command}"],
            cwd=self.here,
            env=self.env | {"TERM": "xterm-256color", "TEXTUAL_PRESS": keys},
            stdin=theirs,
            stdout=theirs,
            stderr=subprocess.PIPE,
            start_new_session=True,
        ) as process:
            os.close(theirs)
            printed = b"".join(iter(lambda: _read(ours), b""))
            os.close(ours)
            assert process.stderr is not None
            message = process.stderr.read()
        return subprocess.CompletedProcess(
            command, process.returncode, printed.decode(errors="replace"), message.decode()
        )

    def begin(self, command: str, ready: str) -> None:
        """Run a command in the background, and wait until it says that it is ready."""
        self._check(command)
        log = self._bin.parent / f"background-{len(self._background)}"
        with log.open("wb") as file:
            process = subprocess.Popen(
                ["bash", "-c", f"exec {command}"],
                cwd=self.here,
                env=self.env,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
            )
        self._background.append((command, process, log))

        def ready_or_over() -> bool:
            over = process.poll() is not None
            return bool(re.search(ready, log.read_text("utf-8"))) or over

        until(ready_or_over)
        said = log.read_text("utf-8")
        assert re.search(ready, said), f"{command}\nnever says {ready!r}:\n{said}"

    def _check(self, command: str) -> None:
        unknown = {*programs(command)} - PROGRAMS
        assert not unknown, f"{command}\nruns what a document may not run: {', '.join(unknown)}"


def programs(command: str) -> list[str]:
    """What a line runs: the first word, and those after ``|``, ``&&``, ``||`` and ``;``."""
    words = shlex.shlex(command, posix=True, punctuation_chars=True)
    words.whitespace_split = True
    found, first = [], True
    for word in words:
        if set(word) <= set("|&;"):
            first = True
        elif first and not re.match(r"\w+=", word):
            found.append(word)
            first = False
    return found


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def _read(terminal: int) -> bytes:
    """What a program wrote to its terminal; nothing when it has ended."""
    try:
        return os.read(terminal, 65536)
    except OSError:  # Linux says so that nobody has the other end any more.
        return b""
