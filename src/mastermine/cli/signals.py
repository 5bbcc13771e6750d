"""Signals that end a program, heard in another way for a while."""

from __future__ import annotations

import signal
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

ENDING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
"""The signals by which a person, a batch system and a closed window end a program."""


@contextmanager
def heard(handler: Any) -> Iterator[None]:
    """These signals go to this handler for a while."""
    before = [_on(number, handler) for number in ENDING]
    try:
        yield
    finally:
        for number, previous in zip(ENDING, before, strict=True):
            _on(number, previous)


@contextmanager
def unbroken() -> Iterator[None]:
    """Who ends this process waits until what is begun here is done."""
    came: list[int] = []
    with heard(lambda number, _frame: came.append(number)):
        yield
    if came:
        raise KeyboardInterrupt


def _on(number: int, handler: Any) -> Any:
    """Hear a signal, where signals are heard and this one is not ignored: who heard it before."""
    before = signal.getsignal(number)
    here = threading.current_thread() is threading.main_thread()
    if here and before is not signal.SIG_IGN:  # As nohup, and a shell's background, want it.
        signal.signal(number, signal.SIG_DFL if handler is None else handler)
    return before
