"""Tests wait for a condition, however long that takes, and never for a time."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import pytest

PATIENCE = 120
"""Seconds after which what a test waits for does not come, however busy the machine is."""

Found = TypeVar("Found")


def until(condition: Callable[[], Found | None]) -> Found:
    """What a condition gives as soon as that is true."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, "it never came"
        time.sleep(0.01)
    return found


@contextmanager
def ctrl_c() -> Iterator[None]:
    """Inside, Ctrl-C comes soon, and ends what would take much longer."""
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):  # noqa: PT012
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
