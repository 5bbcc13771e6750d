"""The process of an engine: lines to it and from it, with limits of time, memory and output."""

from __future__ import annotations

import atexit
import os
import selectors
import shlex
import shutil
import signal
import subprocess
from collections import deque
from contextlib import suppress
from time import monotonic

import psutil

from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.numbers import plain
from mastermine.i18n.text import _, shortened

MEMORY_BYTES = 4 << 30
"""Memory that the system gives to an engine and to each of its children, where it has a limit."""

MAX_OUTPUT_BYTES = 16 << 20
"""Maximum of the output before an answer."""

CHUNK_BYTES = 1 << 16
MAX_COMPLAINT_LETTERS = 200
"""The last line on standard error is shown up to this length."""

ENDING_SECONDS = 0.5
"""Time to end after ``quit``; then the process is killed."""

KEPT_VARIABLES = ("PATH", "HOME", "LANG")
"""The environment of an engine."""

_LIMITED = 'ulimit -d "$1" 2>/dev/null; shift; exec "$@"'


class EngineFailed(MastermineError):
    """An engine broke the protocol or ended; the text is a clause, such as "it ended"."""


class Process:
    """A running program, which is killed when this object is closed."""

    def __init__(self, command: str) -> None:
        """Starts a command line. Raises InvalidSpec if there is no such program."""
        words = _words(command)
        kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
        self._child = subprocess.Popen(
            ["sh", "-c", _LIMITED, "sh", str(MEMORY_BYTES >> 10), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=kept,
            start_new_session=True,
            bufsize=0,
        )
        child = self._child
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        self._in, self._out, self._err = (
            each.fileno() for each in (child.stdin, child.stdout, child.stderr)
        )
        for file in (self._in, self._out, self._err):
            os.set_blocking(file, False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._out, selectors.EVENT_READ)
        self._selector.register(self._err, selectors.EVENT_READ)
        self._to_write = b""
        self._rest = self._complaint = b""
        self._lines: deque[bytes] = deque()
        self._read = 0
        """Bytes of output since something was sent."""
        self._cpu_seconds = 0.0
        atexit.register(self.close)

    def send(self, text: str) -> None:
        """Sends lines; they are written while an answer is awaited."""
        if not self._to_write:
            self._selector.register(self._in, selectors.EVENT_WRITE)
        self._to_write += text.encode()
        self._read = 0

    def unasked(self) -> str | None:
        """Returns a line that is already there although nothing was asked."""
        if not self._lines:
            with suppress(TimeoutError):
                self._exchange(0.0)
        return self._lines.popleft().decode(errors="replace") if self._lines else None

    def line(self, deadline: float) -> str:
        """Returns the next line. Raises EngineFailed, and TimeoutError after the deadline."""
        while not self._lines:
            self._exchange(max(0.0, deadline - monotonic()))
            if not self._lines and monotonic() > deadline:  # Only standard error, or half a line.
                raise TimeoutError
        return self._lines.popleft().decode(errors="replace").strip()

    def _exchange(self, seconds: float) -> None:
        """Writes and reads what is possible; waits for it up to this time."""
        ready = self._selector.select(seconds)
        if not ready:
            raise TimeoutError
        for key, _events in ready:
            if key.fd == self._in:
                self._write()
            elif key.fd == self._err:
                self._listen()
            else:
                self._receive()

    def _write(self) -> None:
        try:
            done = os.write(self._in, self._to_write)
        except BlockingIOError:
            return
        except OSError:  # It ended: that is seen where its output is read.
            done = len(self._to_write)
        self._to_write = self._to_write[done:]
        if not self._to_write:
            self._selector.unregister(self._in)

    def _receive(self) -> None:
        chunk = os.read(self._out, CHUNK_BYTES)
        if not chunk:
            raise EngineFailed(self._end())
        self._read += len(chunk)
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        self._lines.extend(lines)
        if self._read > MAX_OUTPUT_BYTES:
            raise EngineFailed(
                _("it wrote more than {n} MB without an answer").format(n=MAX_OUTPUT_BYTES >> 20)
            )

    def _listen(self) -> None:
        """Keeps the end of what is written on standard error."""
        chunk = os.read(self._err, CHUNK_BYTES)
        if not chunk:
            self._selector.unregister(self._err)
        self._complaint = (self._complaint + chunk)[-CHUNK_BYTES:]

    def _end(self) -> str:
        """Says how the process ended, a clause."""
        with suppress(subprocess.TimeoutExpired):
            self._child.wait(ENDING_SECONDS)
        with suppress(OSError):
            self._complaint += os.read(self._err, CHUNK_BYTES)
        status = self._child.returncode
        if status is None:
            return _("it closed its output")
        reason = (
            _("it was killed by signal {n}").format(n=-status)
            if status < 0
            else _("it ended with exit status {n}").format(n=status)
        )
        lines = [line.strip() for line in self._complaint.decode(errors="replace").split("\n")]
        named = [line for line in lines if "rror" in line] or list(filter(None, lines)) or [""]
        said = named[-1]
        return f"{reason} ({shortened(said, MAX_COMPLAINT_LETTERS)})" if said else reason

    def cpu_seconds(self) -> float:
        """Returns the CPU time so far, with that of its children that ended."""
        with suppress(psutil.Error):
            times = psutil.Process(self._child.pid).cpu_times()
            self._cpu_seconds = sum(times[:4])  # its own and its children's, user and system
        return self._cpu_seconds

    def close(self, seconds: float = ENDING_SECONDS) -> bool:
        """Ends the process; returns False if it had to be killed."""
        atexit.unregister(self.close)
        with suppress(OSError):
            os.set_blocking(self._in, False)
            os.write(self._in, b"quit\n")
        for pipe in (self._child.stdin,):
            with suppress(OSError):
                assert pipe is not None
                pipe.close()
        ended = self._child.returncode is not None
        if not ended and seconds:
            with suppress(subprocess.TimeoutExpired):
                self._child.wait(seconds)
                ended = True
        with suppress(OSError):  # No such group: all its processes have ended.
            os.killpg(self._child.pid, signal.SIGKILL)
        self._child.wait()
        self._selector.close()
        for pipe in (self._child.stdout, self._child.stderr):
            assert pipe is not None
            pipe.close()
        return ended


def _words(command: str) -> list[str]:
    """Splits a command line. Raises InvalidSpec, also if its program is not there."""
    if os.name != "posix":
        raise InvalidSpec(_("engines need Linux or macOS"))
    try:
        words = shlex.split(command)
    except ValueError:
        raise InvalidSpec(
            _("cmd:{command}: a quotation mark is missing").format(command=command)
        ) from None
    if not words:
        raise InvalidSpec(_("name the engine after cmd:, such as cmd:./engine"))
    if shutil.which(words[0]) is None:
        raise InvalidSpec(
            _("cmd:{command}: there is no program {program}").format(
                command=command, program=words[0]
            )
        )
    return words


def too_long(seconds: float) -> EngineFailed:
    """Returns the error for an engine without an answer."""
    return EngineFailed(_("it gave no answer within {n} s").format(n=plain(seconds)))
