"""A pool of worker processes on this machine, by loky; it breaks when one ends."""

from __future__ import annotations

import os
import re
import signal
import threading
from time import sleep
from typing import TYPE_CHECKING, Any

from loky.process_executor import BrokenProcessPool, ProcessPoolExecutor

from mastermine.arena.memory import too_much
from mastermine.arena.pools.resilient_executor import Death, WorkerDied, perform
from mastermine.arena.watchdog import (
    MEMORY_EXIT_STATUS,
    TIMEOUT_EXIT_STATUS,
    end_beyond,
    expendable,
)
from mastermine.i18n.languages import ENGLISH, LANGUAGES
from mastermine.i18n.text import _, speak, spoken
from mastermine.system.streams import guard_output

if TYPE_CHECKING:
    from concurrent.futures import Future

NICENESS = 10
"""Niceness of yielding processes, from 0 to 19 (lowest priority)."""
THREADS = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
)
"""Set to 1 in workers, since there is a process for each core."""


class Processes:
    """A pool of worker processes."""

    def __init__(self, jobs: int, yielding: bool, memory: int | None) -> None:
        """``memory``: bytes that each may use; None means no limit."""
        environment = {name: os.environ.get(name, "1") for name in THREADS}
        # Crashes of strategies are reported in one line; set this variable for a traceback.
        environment["PYTHONFAULTHANDLER"] = os.environ.get("PYTHONFAULTHANDLER", "")
        # Caches of strategies are not leaks.
        environment["LOKY_MAX_MEMORY_LEAK_SIZE"] = "1e15"
        self.executor = ProcessPoolExecutor(
            jobs,
            initializer=_initialize,
            initargs=(os.getpid(), yielding, spoken().tag, memory),
            env=environment,
        )
        self.memory = memory
        self.dead = False

    def submit(self, call: bytes) -> Future[Any]:
        future: Future[Any] = self.executor.submit(perform, call)
        return future

    def died(self, error: BaseException) -> Death | None:
        if not isinstance(error, BrokenProcessPool):
            return None
        self.dead = True
        return Death(_worker_died(str(error), self.memory))

    def broken(self) -> bool:
        return self.dead

    def close(self) -> None:
        self.executor.shutdown(kill_workers=True)


def _initialize(parent: int, yielding: bool, language: str, memory: int | None) -> None:
    """Prepares a new worker: it ignores Ctrl-C, which its parent handles, and may be ended."""
    speak(LANGUAGES.get(language, ENGLISH))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(2, 1)  # strategies print to stderr
    guard_output()
    expendable()
    if memory is not None:
        end_beyond(memory)
    if yielding and hasattr(os, "nice"):
        os.nice(NICENESS)
    threading.Thread(target=_follow, args=(parent,), name="follow", daemon=True).start()


def _follow(parent: int) -> None:
    """Ends this process after its parent has ended, even if that was killed."""
    while os.getppid() == parent:
        sleep(1)
    os._exit(1)


def _worker_died(message: str, memory: int | None) -> WorkerDied:
    """Parses loky's message about a worker that ended."""
    found = re.search(r"\{(\w+)\((-?\d+)\)", message)
    name, code = (found[1], int(found[2])) if found else ("", 0)
    if name == "SIGALRM" or code == TIMEOUT_EXIT_STATUS:
        return WorkerDied(
            _("it took longer than allowed, and its worker had to be stopped"), late=True
        )
    if code == MEMORY_EXIT_STATUS and memory is not None:
        return WorkerDied(too_much(memory))
    if name == "SIGKILL":
        return WorkerDied(_("its worker was killed (SIGKILL), perhaps because memory ran out"))
    if name.startswith("SIG"):
        return WorkerDied(_("its worker was ended by {signal}").format(signal=name))
    if name == "EXIT":
        return WorkerDied(_("it ended its worker with exit status {code}").format(code=code))
    return WorkerDied(_("its worker ended"))
