"""Runs long work in threads, so that the screen stays responsive."""

from __future__ import annotations

import asyncio
import threading
from contextlib import nullcontext, suppress
from contextvars import copy_context
from functools import partial
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

T = TypeVar("T")

LONG = threading.Lock()
"""Serialises work that may take minutes and gigabytes, including cancelled work."""

_running: set[threading.Thread] = set()


def unfinished() -> bool:
    """Returns True if a thread is still running, even if its caller was cancelled."""
    return any(thread.is_alive() for thread in _running)


async def in_thread(
    function: Callable[[], T], after: AbstractContextManager[object] | None = None
) -> T:
    """Runs a function in a daemon thread; returns its result or raises its error.

    The function runs inside the context ``after``, such as a lock. The caller may be cancelled,
    and the program may end, while the function is running.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()
    context = copy_context()

    def deliver(settle: Callable[[], None]) -> None:
        if not future.done():
            settle()

    def run() -> None:
        settle: Callable[[], None] | None = None
        try:
            with after or nullcontext():
                if not future.done():  # Cancelled while it waited for `after`.
                    settle = partial(future.set_result, context.run(function))
        except BaseException as raised:  # Raised again in the caller.
            settle = partial(future.set_exception, raised)
        _running.discard(threading.current_thread())
        if settle is not None:
            with suppress(RuntimeError):  # The program has ended.
                loop.call_soon_threadsafe(deliver, settle)

    thread = threading.Thread(target=run, daemon=True)
    _running.add(thread)
    thread.start()
    return await future
