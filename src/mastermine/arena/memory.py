"""Memory limits of strategies, and the memory that this process and its children use."""

from __future__ import annotations

import re
from contextlib import suppress
from math import inf
from pathlib import Path, PurePosixPath
from time import perf_counter

import psutil

from mastermine.core.errors import InvalidSpec
from mastermine.core.given import short_repr
from mastermine.i18n.numbers import plain
from mastermine.i18n.text import _

WORKERS_SHARE = 0.5
"""Share of the machine's memory that all workers together may use by default."""
MIN_DEFAULT_BYTES = 3_000_000_000
"""The default is not less, since one search of Minesweeper's best play may use 2 GiB."""
MACHINE_SHARE = 0.75
"""On a small machine the default is at most this share of its memory."""
MIN_BYTES = 200_000_000
"""Least limit that can be given; a worker without a game uses about 100 MB."""
MAX_BYTES = 10**18
"""Largest limit that can be given."""

CHILDREN_SECONDS = 1.0
"""Least interval at which child processes are counted."""
CHILDREN_SHARE = 0.01
"""Largest share of the time that is spent on counting them."""

CGROUPS = Path("/sys/fs/cgroup")
OWN_CGROUPS = Path("/proc/self/cgroup")

_SIZE = re.compile(r"(\d{1,18}(?:\.\d{1,9})?) ?([KMGT]?)(?:i?B)?", re.IGNORECASE | re.ASCII)


def memory_of(given: object) -> int:
    """Parses a size such as ``2G``, ``500M`` or a number of bytes. Raises InvalidSpec."""
    if isinstance(given, int) and not isinstance(given, bool):
        number = given
    else:
        found = _SIZE.fullmatch(given.strip()) if isinstance(given, str) else None
        if not found:
            raise InvalidSpec(
                _("{size} is not a size of memory; write it like 2G or 500M").format(
                    size=short_repr(given)
                ),
                field="memory",
            )
        number = round(float(found[1]) * 1000 ** " KMGT".index(found[2].upper() or " "))
    if not MIN_BYTES <= number <= MAX_BYTES:
        raise InvalidSpec(
            _("the memory limit must be at least {least} and at most {most}").format(
                least=size(MIN_BYTES), most=size(MAX_BYTES)
            ),
            field="memory",
        )
    return number


def size(bytes_: float) -> str:
    """Formats a number of bytes: 1.2 GB."""
    if bytes_ < 1e9:
        return _("{n} MB").format(n=plain(bytes_ / 1e6, 3))
    return _("{n} GB").format(n=plain(bytes_ / 1e9, 3))


def too_much(limit: float) -> str:
    """Returns the reason why a strategy beyond the limit lost, a clause."""
    return _("it used more than {size} of memory").format(size=size(limit))


def default_limit(workers: int, total: int | None = None) -> int:
    """Returns the memory limit in bytes of each of these workers.

    ``total``: bytes that they share [default: the machine's].
    """
    total = machine_memory() if total is None else total
    share = max(WORKERS_SHARE * total / workers, MIN_DEFAULT_BYTES)
    return round(min(share, MACHINE_SHARE * total))


def machine_memory() -> int:
    """Returns the bytes that the processes of this machine, or of its container, may use."""
    return int(min(psutil.virtual_memory().total, _cgroup_limit()))


def _cgroup_limit() -> float:
    """Returns the least limit of the control groups of this process (Linux, cgroups(7))."""
    folders = [(CGROUPS, "memory.max"), (CGROUPS / "memory", "memory.limit_in_bytes")]
    with suppress(OSError, ValueError):
        for line in OWN_CGROUPS.read_text("utf-8").splitlines():
            _number, kinds, path = line.split(":", 2)
            where, name = folders[bool(kinds)]
            if kinds in ("", "memory"):
                inner = PurePosixPath(path.lstrip("/"))
                folders += [(where / each, name) for each in (inner, *inner.parents)]
    limits = [inf]
    for folder, name in folders:
        with suppress(OSError, ValueError):  # ValueError: "max", which is no limit
            limits.append(int((folder / name).read_text("ascii")))
    return min(limits)


class Meter:
    """Measures the resident memory of this process and its children."""

    def __init__(self) -> None:
        self._process = psutil.Process()
        self._children = 0
        self._next = 0.0
        """Time of the next count of the children, which takes longer than the process itself."""

    def read(self) -> int:
        """Returns the bytes; those of the children may be as old as ``CHILDREN_SECONDS``."""
        start = perf_counter()
        if start >= self._next:
            self._children = 0
            for child in self._process.children(recursive=True):
                with suppress(psutil.Error):
                    self._children += child.memory_info().rss
            end = perf_counter()
            self._next = end + max(CHILDREN_SECONDS, (end - start) / CHILDREN_SHARE)
        return int(self._process.memory_info().rss) + self._children

    def end_children(self, since: float = 0.0) -> None:
        """Kills the child processes that started at this time or later."""
        for child in self._process.children(recursive=True):
            with suppress(psutil.Error):
                if child.create_time() >= since:
                    child.kill()
        self._next = 0.0
