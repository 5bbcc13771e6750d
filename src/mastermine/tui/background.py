"""Long work beside the screen, which stays alive."""

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
"""Held by what may take minutes and gigabytes: one at a time, also where nobody waits any more."""

_running: set[threading.Thread] = set()


def unfinished() -> bool:
    """Whether something is worked out still, for which nobody may wait any more."""
    return any(thread.is_alive() for thread in _running)


async def in_thread(
    function: Callable[[], T], after: AbstractContextManager[object] | None = None
) -> T:
    """What a function returns, or raises, that runs in a thread of its own.

    It begins within ``after``. Who waits may be cancelled, and the program may end while it runs.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[T] = loop.create_future()
    context = copy_context()

    def tell(settle: Callable[[], None]) -> None:
        if not future.done():
            settle()

    def run() -> None:
        settle: Callable[[], None] | None = None
        try:
            with after or nullcontext():
                if not future.done():  # Nobody waits any more.
                    settle = partial(future.set_result, context.run(function))
        except BaseException as raised:  # It is raised where it is waited for.
            settle = partial(future.set_exception, raised)
        _running.discard(threading.current_thread())
        if settle is not None:
            with suppress(RuntimeError):  # The program has ended.
                loop.call_soon_threadsafe(tell, settle)

    thread = threading.Thread(target=run, daemon=True)
    _running.add(thread)
    thread.start()
    return await future
