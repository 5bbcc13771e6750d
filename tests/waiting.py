"""Tests wait for a condition, however long that takes, and never for a time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

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
