"""Where boards and layouts come from: files, links, and standard input."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _
from mastermine.system.folders import reading

MAX_INPUT_BYTES = 1_000_000
"""The most bytes that are read: far more than any board needs."""


def read(name: str) -> bytes:
    """The bytes of a file, or of standard input for ``-``. Raises InvalidSpec."""
    with reading(name):
        if name == "-":
            data = sys.stdin.buffer.read(MAX_INPUT_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(MAX_INPUT_BYTES + 1)
    if len(data) > MAX_INPUT_BYTES:
        raise InvalidSpec(
            # Translators: {n} is 1,000,000.
            _("{path} is too long for a board: it has more than {n} bytes").format(
                path=_("standard input") if name == "-" else name, n=whole(MAX_INPUT_BYTES)
            )
        )
    return data


def find(name: str) -> bytes | str | None:
    """What ``read`` reads, or a link itself; None for a name that is no file. Raises InvalidSpec.

    A link is what has ``m=`` or ``://``, as in ``minesweeper.formats``.
    """
    if name == "-" or os.path.isfile(name):  # noqa: PTH113 - a Path takes no text of any length
        return read(name)
    return name if "m=" in name or "://" in name else None
