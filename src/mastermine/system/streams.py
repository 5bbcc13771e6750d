"""Output streams that show control characters of files, names and strategies escaped."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Iterable
from typing import Any, TextIO

from mastermine.i18n.text import printable


class Guarded:
    """A text stream whose written text is made ``printable``; the rest is the stream's own."""

    def __init__(self, stream: TextIO) -> None:
        self.unguarded = stream

    @property
    def encoding(self) -> str:
        """The encoding; for ASCII, Latin-1: click would write UTF-8, and not to this stream."""
        own = self.unguarded.encoding or "utf-8"
        return "latin-1" if codecs.lookup(own).name == "ascii" else own

    def write(self, text: str) -> int:
        self.unguarded.write(printable(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.unguarded, name)


def guarded(stream: Any) -> Any:
    """Returns a guarded stream that writes to this one."""
    return stream if isinstance(stream, Guarded) else Guarded(stream)


def unguarded(stream: Any) -> Any:
    """Returns the stream below a guarded one, for a writer with control codes of its own."""
    return stream.unguarded if isinstance(stream, Guarded) else stream


def guard_output() -> None:
    """Guards standard output and standard error of this process."""
    sys.stdout, sys.stderr = guarded(sys.stdout), guarded(sys.stderr)
