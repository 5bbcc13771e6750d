"""Temporary handlers of signals that end the program."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

CLOSING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Signals of batch systems and closed windows; Windows has no SIGHUP."""

ENDING = [signal.SIGINT, *CLOSING]
"""``CLOSING`` and the signal of Ctrl-C."""


@contextmanager
def signal_handler(handler: Any, numbers: Iterable[int] = ENDING) -> Iterator[Callable[[], None]]:
    """Installs a handler for the block; yields a function that ignores the signals until its end.

    Does nothing outside the main thread. Ignored signals stay ignored, as nohup and background
    jobs need.
    """
    before: dict[int, Any] = {}

    def ignore() -> None:
        for number in before:
            signal.signal(number, signal.SIG_IGN)

    if threading.current_thread() is threading.main_thread():
        for number in numbers:
            if signal.getsignal(number) not in (None, signal.SIG_IGN):
                before[number] = signal.signal(number, handler)
    try:
        yield ignore
    finally:
        for number, previous in before.items():
            signal.signal(number, previous)


@contextmanager
def delayed_signals() -> Iterator[None]:
    """Delays signals to the end of the block, then raises KeyboardInterrupt if any came."""
    received: list[int] = []
    with signal_handler(lambda number, _frame: received.append(number)):
        yield
    if received:
        raise KeyboardInterrupt
