"""Limits of time and memory for code that may never return.

One thread of the process checks the deadlines periodically; entering and leaving a block costs one
entry in a table. In the main thread a signal interrupts the code, even in a blocking call; in other
threads Python raises the error before the next line. Code that neither can stop ends with its
process, if that is expendable. Memory is measured by the same thread; an expendable process ends at
once when it uses too much, with its children.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
from contextlib import nullcontext, suppress
from math import inf
from threading import get_ident, main_thread
from time import monotonic, process_time, sleep, time
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager
    from types import FrameType, TracebackType

    from mastermine.arena.memory import Meter

POLL_SECONDS = 0.02
"""Interval at which deadlines are checked."""
REPEAT_SECONDS = 0.1
"""Delay before the next interruption if the main thread continues regardless."""
STOPPED_SECONDS = 1.0
"""A gap this long between polls, with little work done: the process was stopped (Ctrl-Z)."""
IDLE_SECONDS = 1.0
"""Polling pauses this long after the last block, until the next one starts."""
MAX_SECONDS = 1e8
"""Longest timer that every system supports."""
GRACE_SECONDS = 2.0
"""An expendable process that exceeds its limit by this much is ended."""
TIMEOUT_EXIT_STATUS = 114
"""Exit status of a process ended for that reason, on systems without SIGALRM."""
MEMORY_SECONDS = 0.1
"""Interval at which memory is measured."""
MEMORY_EXIT_STATUS = 115
"""Exit status of a process that used too much memory."""
REFUSED_BYTES = 1 << 30
"""The kernel refuses a worker more than twice its limit and this; reserved memory counts there."""


class OutOfTime(BaseException):
    """Raised in code that took too long; ``except Exception`` does not catch it."""


class OutOfMemory(OutOfTime):
    """Raised in code that used too much memory."""


def allowed(seconds: float | None, memory: int | None = None) -> AbstractContextManager[None]:
    """Raises OutOfTime in the code inside once it has run this long; None means no limit.

    ``memory``: raises OutOfMemory once this process and its children have grown by more bytes, and
    kills the children that started inside. If the code swallows the error, it is raised again at
    the end of the block. Code that never returns to Python cannot be interrupted: see
    ``expendable``.
    """
    if seconds is None and memory is None:
        return _FOREVER
    return _Allowed(inf if seconds is None else seconds, memory)


def expendable() -> None:
    """Lets SIGALRM end this process if a block runs ``GRACE_SECONDS`` beyond its deadline.

    For workers, which are replaced. The kernel sends the signal, so that it ends any code: native
    code that holds the interpreter lock, and code that catches every error.
    """
    if threading.current_thread() is main_thread() and hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
    _watchdog.expendable = True


def end_beyond(memory: int, report: Callable[[], object] | None = None) -> None:
    """Starts a thread that ends this process and its children if they use more bytes of memory.

    For workers. ``report`` is called before. Native code that holds the interpreter lock delays the
    end, so the kernel refuses one that asks for much more (where it knows this limit: on Linux).
    """
    with suppress(ImportError, ValueError, OSError):
        import resource

        if sys.platform == "linux":
            _soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
            most = 2 * memory + REFUSED_BYTES
            if hard == resource.RLIM_INFINITY or most < hard:
                resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
    threading.Thread(target=_end, args=(memory, report), name="memory", daemon=True).start()


def _end(memory: int, report: Callable[[], object] | None) -> None:
    from mastermine.arena.memory import Meter

    meter = Meter()
    while meter.read() <= memory:
        sleep(MEMORY_SECONDS)
    try:
        if report is not None:
            report()
        meter.end_children()  # last, so that the code that waits for them does not continue
    finally:
        os._exit(MEMORY_EXIT_STATUS)


class _Allowed:
    """A block with a deadline."""

    __slots__ = (
        "base",
        "deadline",
        "error",
        "frame",
        "memory",
        "next",
        "seconds",
        "start",
        "thread",
    )

    def __init__(self, seconds: float, memory: int | None = None) -> None:
        self.seconds = seconds
        self.memory = memory
        self.start = 0.0
        self.base: int | None = None
        """Bytes in use when the watchdog saw it first; ``start`` is the time."""
        self.error: type[OutOfTime] = OutOfTime

    def __enter__(self) -> None:
        self.thread = get_ident()
        self.frame = sys._getframe(1)
        self.deadline = monotonic() + self.seconds
        self.next = 0.0
        _active[self] = None
        if self.thread not in _prepared:
            _watchdog.prepare(self.thread, self.seconds)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # Outside the main thread, whichever thread removes the block from the table decides
        # whether it was left in time; in the main thread only this line removes it.
        if _active.pop(self, self) is self or self.next:
            _watchdog.left_late(self, kind)


_FOREVER = nullcontext()
_active: dict[_Allowed, None] = {}
"""Running blocks."""
_prepared: set[int] = set()
"""Threads whose blocks are watched."""


class _Watchdog:
    """Checks the deadlines of the running blocks."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.work = threading.Event()
        self.thread: threading.Thread | None = None
        self.late: set[_Allowed] = set()
        """Blocks outside the main thread in which OutOfTime was raised."""
        self.expendable = False
        self.seconds = 0.0
        """Time limit of the last block."""
        self.before: Any = None
        """Previous handler of SIGURG."""
        self.meter: Meter | None = None
        self.measured = -inf
        """Time of the last measurement of memory."""

    def prepare(self, thread: int, seconds: float) -> None:
        """Starts watching the blocks of this thread, the calling one."""
        if thread == main_thread().ident and hasattr(signal, "SIGURG"):
            # SIGURG: ignored by default, and nothing else sends it.
            before = signal.getsignal(signal.SIGURG)
            if before is not _interrupt:
                self.before = before
                signal.signal(signal.SIGURG, _interrupt)
        with self.lock:
            _prepared.add(thread)
            if self.thread is None:
                self.thread = threading.Thread(target=self.watch, name="watchdog", daemon=True)
                self.thread.start()
        self.work.set()
        if self.expendable:
            self.alarm(min(seconds + GRACE_SECONDS, MAX_SECONDS))

    def watch(self) -> None:
        quiet = 0.0
        now, worked = monotonic(), process_time()
        while True:
            if _active or self.late or quiet < IDLE_SECONDS:
                sleep(POLL_SECONDS)
            else:
                self.rest()
                now, worked = monotonic(), process_time()
            quiet = 0.0 if _active or self.late else quiet + POLL_SECONDS
            passed, done = monotonic() - now, process_time() - worked
            now, worked = now + passed, worked + done
            if passed > STOPPED_SECONDS and done < passed / 10:
                for block in list(_active):
                    block.deadline += passed
            self.measure(now)
            for block in list(_active):
                if now >= max(block.deadline, block.next):
                    block.next = now + REPEAT_SECONDS
                    self.interrupt(block)
            for block in list(self.late):
                if not _runs(block):  # the error came as it was being left
                    self.late.discard(block)
            if self.expendable:
                self.arm()

    def measure(self, now: float) -> None:
        """Ends the time of the blocks that use too much memory."""
        blocks = [block for block in list(_active) if block.memory is not None]
        if not blocks or now < self.measured + MEMORY_SECONDS:
            return
        if self.meter is None:
            from mastermine.arena.memory import Meter

            self.meter = Meter()
        self.measured, used = now, self.meter.read()
        for block in blocks:
            if block.base is None:
                block.base, block.start = used, time()
            elif used - block.base > cast("int", block.memory) and block.error is OutOfTime:
                # Left in time no longer, whatever the code does once its children are gone.
                block.error, block.deadline, block.next = OutOfMemory, now, now
                self.meter.end_children(block.start)

    def rest(self) -> None:
        """Waits until a thread starts a block again."""
        self.work.clear()
        _prepared.clear()
        if self.expendable:
            self.alarm(0)
        if not _active:
            self.work.wait()

    def interrupt(self, block: _Allowed) -> None:
        if not _runs(block):  # Ctrl-C came as it was being left
            _active.pop(block, None)
        elif (
            block.thread == main_thread().ident
            and hasattr(signal, "pthread_kill")
            and signal.getsignal(signal.SIGURG) is _interrupt
        ):
            signal.pthread_kill(block.thread, signal.SIGURG)
        else:
            with self.lock:
                if _active.pop(block, block) is None:
                    self.late.add(block)
                    _raise_in(block.thread, block.error)

    def left_late(self, block: _Allowed, kind: type[BaseException] | None) -> None:
        """Raises OutOfTime in this thread now, and prevents that it is raised again later."""
        with self.lock:
            if block in self.late:
                self.late.discard(block)
                _swallow()
        if kind is None or not issubclass(kind, OutOfTime):
            raise block.error

    def arm(self) -> None:
        """Sets the timer that ends this process to ``GRACE_SECONDS`` after the first deadline.

        Without a block, it allows for one that starts now and never lets this thread run again.
        """
        blocks = [*list(_active), *list(self.late)]
        if blocks:
            self.seconds = blocks[-1].seconds
            left = min(block.deadline for block in blocks) - monotonic()
        else:
            left = self.seconds
        self.alarm(min(max(left + GRACE_SECONDS, 1e-3), MAX_SECONDS))

    def alarm(self, left: float) -> None:
        """Ends this process in ``left`` seconds; 0 cancels."""
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, left)
        elif 0 < left < POLL_SECONDS:
            os._exit(TIMEOUT_EXIT_STATUS)


def _runs(block: _Allowed) -> bool:
    """Returns True if the code of a block is still running."""
    frame = sys._current_frames().get(block.thread)
    while frame is not None and frame is not block.frame:
        frame = frame.f_back
    return frame is not None


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Raises an error in a thread, before its next line."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


def _swallow() -> None:
    """Consumes an error that may be pending in this thread.

    It is raised here, since CPython 3.11 keeps the flag of a pending error that is only withdrawn,
    and with that flag it never enters a traced function.
    """
    with suppress(OutOfTime):
        _raise_in(get_ident(), OutOfTime)
        while True:
            pass


def _interrupt(signum: int, frame: FrameType | None) -> None:
    """Handles SIGURG: raises OutOfTime in a late block that is not being left."""
    if frame is not None and frame.f_code in _OWN:
        return  # another signal follows
    now, me = monotonic(), get_ident()
    late = [b for b in list(_active) if b.thread == me and now >= b.deadline]
    if late:
        raise late[0].error
    if callable(_watchdog.before):
        _watchdog.before(signum, frame)


_OWN = {
    function.__code__
    for function in (
        _Allowed.__enter__,
        _Allowed.__exit__,
        _Watchdog.left_late,
        _swallow,
        _interrupt,
    )
}

_watchdog = _Watchdog()


def _forget() -> None:
    """Resets the state after a fork: the parent's other threads and their blocks do not exist."""
    for block in list(_active):
        if block.thread != get_ident():
            del _active[block]
    _prepared.clear()
    global _watchdog  # noqa: PLW0603
    _watchdog = _Watchdog()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
