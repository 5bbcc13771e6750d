"""A limit of time for code that may never return.

One thread of the process looks at the deadlines now and then; to enter and to leave a block costs
no more than a line in a table. In the main thread a signal interrupts the code, even in a call that
waits; in other threads Python raises the error before the next line. What neither can stop ends
with its process, where that is expendable.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
from contextlib import nullcontext, suppress
from threading import get_ident, main_thread
from time import monotonic, process_time, sleep
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from types import FrameType, TracebackType

POLL_SECONDS = 0.02
"""Interval at which deadlines are checked."""
REPEAT_SECONDS = 0.1
"""Delay before the next interruption if the main thread continues regardless."""
STOPPED_SECONDS = 1.0
"""A gap this long between polls, with little work done: the process was stopped (Ctrl-Z)."""
IDLE_SECONDS = 1.0
"""Polling ends this long after the last block, until the next one starts."""
MAX_SECONDS = 1e8
"""The longest timer that a system supports."""
GRACE_SECONDS = 2.0
"""An expendable process that exceeds its limit by this much is ended."""
TIMEOUT_EXIT_STATUS = 114
"""The exit status of a process that ended for that reason, where there is no SIGALRM."""


class OutOfTime(BaseException):
    """Raised in code that took too long; no Exception, so that the code cannot keep it."""


def allowed(seconds: float | None) -> AbstractContextManager[None]:
    """Raises OutOfTime in the code inside when it takes longer; None is for ever.

    Or at the end of the block, where the code kept the error for itself. Code that never comes
    back to Python cannot be interrupted: see ``expendable``.
    """
    return _FOREVER if seconds is None else _Allowed(seconds)


def expendable() -> None:
    """Let this process end by SIGALRM when it does not leave a block in time, nor soon after.

    For workers, which somebody replaces. The kernel does it, so that it does not matter what the
    code is at: native code that holds the lock of the interpreter, or code that catches all.
    """
    if threading.current_thread() is main_thread() and hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
    _watchdog.expendable = True


class _Allowed:
    """A block with a deadline."""

    __slots__ = ("deadline", "frame", "next", "seconds", "thread")

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

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
        # In other threads than the main one, who takes the block from the table has decided
        # whether it was left in time; in the main one nobody else takes it.
        if _active.pop(self, self) is self or self.next:
            _watchdog.left_late(self, kind)


_FOREVER = nullcontext()
_active: dict[_Allowed, None] = {}
"""The blocks that run."""
_prepared: set[int] = set()
"""The threads whose blocks are looked at."""


class _Watchdog:
    """Who looks at the deadlines."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.work = threading.Event()
        self.thread: threading.Thread | None = None
        self.late: set[_Allowed] = set()
        """The blocks, in threads that are not the main one, in which OutOfTime was raised."""
        self.expendable = False
        self.seconds = 0.0
        """How long the last block was allowed to take."""
        self.before: Any = None
        """Who handled our signal before."""

    def prepare(self, thread: int, seconds: float) -> None:
        """Have the blocks of this thread, which is the one that calls, looked at."""
        if thread == main_thread().ident and hasattr(signal, "SIGURG"):
            # A signal that nobody minds, and that nobody else sends.
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
            self.alarm(max(seconds + GRACE_SECONDS, 1e-3))

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
            for block in list(_active):
                if now >= max(block.deadline, block.next):
                    block.next = now + REPEAT_SECONDS
                    self.interrupt(block)
            for block in list(self.late):
                if not _runs(block):  # The error came when it was about to be left.
                    self.late.discard(block)
            if self.expendable:
                self.arm()

    def rest(self) -> None:
        """Wait for a thread that is new, or was forgotten."""
        self.work.clear()
        _prepared.clear()
        if self.expendable:
            self.alarm(0)
        if not _active:
            self.work.wait()

    def interrupt(self, block: _Allowed) -> None:
        if not _runs(block):  # Ctrl-C came when it was about to be left.
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
                    _raise_in(block.thread, OutOfTime)

    def left_late(self, block: _Allowed, kind: type[BaseException] | None) -> None:
        """See that OutOfTime is raised in this thread, and that it is not raised any more later."""
        with self.lock:
            if block in self.late:
                self.late.discard(block)
                _swallow()
        if kind is None or not issubclass(kind, OutOfTime):
            raise OutOfTime

    def arm(self) -> None:
        """Let the kernel end this process some time after the first deadline.

        Or, for a block that begins and never lets anybody look at it, as long after this look.
        """
        blocks = [*list(_active), *list(self.late)]
        if blocks:
            self.seconds = blocks[-1].seconds
            left = min(block.deadline for block in blocks) - monotonic()
        else:
            left = self.seconds
        self.alarm(min(max(left + GRACE_SECONDS, 1e-3), MAX_SECONDS))

    def alarm(self, left: float) -> None:
        """End this process in so many seconds; never for 0."""
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, left)
        elif 0 < left < POLL_SECONDS:
            os._exit(TIMEOUT_EXIT_STATUS)


def _runs(block: _Allowed) -> bool:
    """Whether the code of a block is being run."""
    frame = sys._current_frames().get(block.thread)
    while frame is not None and frame is not block.frame:
        frame = frame.f_back
    return frame is not None


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Raise an error in a thread, before its next line."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


def _swallow() -> None:
    """Drop the error that may be to come in this thread.

    It is raised here, since one that is only taken back is noted as to come for ever, and with that
    note CPython 3.11 never gets into a function that is traced.
    """
    with suppress(OutOfTime):
        _raise_in(get_ident(), OutOfTime)
        while True:
            pass


def _interrupt(signum: int, frame: FrameType | None) -> None:
    """In the main thread: raise OutOfTime in a block that is late, but not while it is left."""
    if frame is not None and frame.f_code in _OWN:
        return  # There will be another signal.
    now, me = monotonic(), get_ident()
    if any(block.thread == me and now >= block.deadline for block in list(_active)):
        raise OutOfTime
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
    """After a fork: other threads of the parent, and their blocks, are not here."""
    for block in list(_active):
        if block.thread != get_ident():
            del _active[block]
    _prepared.clear()
    global _watchdog  # noqa: PLW0603
    _watchdog = _Watchdog()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
