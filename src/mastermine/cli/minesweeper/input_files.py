"""Reads boards and layouts from files, links and standard input."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _
from mastermine.system.folders import reading

MAX_INPUT_BYTES = 1_000_000
"""Longer input is refused; no board needs so many bytes."""


def read(name: str) -> bytes:
    """Reads a file, or standard input for ``-``. Raises InvalidSpec."""
    with reading(name):
        if name == "-":
            data = sys.stdin.buffer.read(MAX_INPUT_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(MAX_INPUT_BYTES + 1)
    if len(data) > MAX_INPUT_BYTES:
        raise InvalidSpec(
            # Translators: {n} is 1,000,000.
            _("{path} has more than {n} bytes, too many for a board").format(
                path=_("standard input") if name == "-" else name, n=whole(MAX_INPUT_BYTES)
            )
        )
    return data


def find(name: str) -> bytes | str | None:
    """Reads a file or standard input; returns a link as it is, and None for any other name.

    Links are those of ``minesweeper.formats``, and game IDs. Raises InvalidSpec.
    """
    from mastermine.minesweeper import is_link

    if name == "-" or os.path.isfile(name):  # noqa: PTH113 - a Path takes no text of any length
        return read(name)
    return name if is_link(name) else None
