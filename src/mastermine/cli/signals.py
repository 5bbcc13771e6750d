"""Signals that end a program, heard in another way for a while."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

CLOSING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""The signals by which a batch system and a closed window end a program; Windows has no SIGHUP."""

ENDING = [signal.SIGINT, *CLOSING]
"""These, and that of Ctrl-C."""


@contextmanager
def heard(handler: Any, numbers: Iterable[int] = ENDING) -> Iterator[Callable[[], None]]:
    """These signals go to this handler for a while; what is given ignores them until then.

    Only the main thread may handle signals. One that is ignored stays so, as nohup, and a shell's
    background, want it.
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
def unbroken() -> Iterator[None]:
    """Who ends this process waits until what is begun here is done."""
    came: list[int] = []
    with heard(lambda number, _frame: came.append(number)):
        yield
    if came:
        raise KeyboardInterrupt
