"""A program in a terminal of its own, and somebody who looks at it and types."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from tests.waiting import PATIENCE

needs_terminal = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo terminals")


class Terminal:
    """The other end of it: what was not seen so far is on the screen."""

    def __init__(self, process: subprocess.Popen[bytes], ours: int) -> None:
        self.process = process
        self.ours = ours
        self.screen = ""

    def see(self, awaited: str) -> str:
        """Wait until this is printed: what came before it."""
        end = time.monotonic() + PATIENCE
        while awaited not in self.screen:
            ready, _w, _x = select.select([self.ours], [], [], max(0.0, end - time.monotonic()))
            assert ready, f"no {awaited!r} in {self.screen!r}"
            self.screen += os.read(self.ours, 65536).decode("utf-8", "replace")
        before, _awaited, self.screen = self.screen.partition(awaited)
        return before

    def type(self, keys: str) -> None:
        os.write(self.ours, keys.encode())


@contextmanager
def in_terminal(*arguments: str, **environment: str) -> Iterator[Terminal]:
    """Python with these arguments, ended in the end."""
    import pty

    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=os.environ | environment,
        start_new_session=True,
    )
    os.close(theirs)
    try:
        yield Terminal(process, ours)
    finally:
        process.kill()
        process.wait()
        os.close(ours)
