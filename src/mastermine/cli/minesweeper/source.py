"""Where boards and layouts come from: files, links, and standard input."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from mastermine.core.errors import InvalidSpec
from mastermine.core.text import _


def read(name: str) -> bytes:
    """The bytes of a file, or of standard input for ``-``. Raises InvalidSpec."""
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as error:
        raise InvalidSpec(
            _("{path} cannot be read: {reason}").format(path=name, reason=error.strerror)
        ) from None


def find(name: str) -> bytes | str | None:
    """What ``read`` reads, or a link itself; None for a name that is no file. Raises InvalidSpec.

    A link is what has ``m=``, as in ``minesweeper.formats``.
    """
    if name == "-" or os.path.isfile(name):  # noqa: PTH113 - a Path takes no text of any length
        return read(name)
    return name if "m=" in name else None
