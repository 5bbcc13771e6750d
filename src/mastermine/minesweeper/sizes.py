"""The size at the beginning of a spec, a game ID or a file: width, height, number of mines."""

from __future__ import annotations

import re
from typing import NamedTuple

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _, shortened

_SIZE = re.compile(r"\s*(\d{1,9})\s*[xX]\s*(\d{1,9})(?:\s*([xXnN])\s*(\d{1,9}))?(?!\d)")


class Size(NamedTuple):
    """Size of a board, as a text gives it, and the text after it."""

    width: int
    height: int
    mines: int | None
    """Number of mines; None without it."""
    sign: str
    """``x`` for ``9x9x10``, as in specs; ``n`` for ``9x9n10``, as in game IDs; else empty."""
    rest: str


def leading_size(text: str) -> Size | None:
    """Parses the size at the beginning of a text; returns None if there is none."""
    match = _SIZE.match(text)
    if match is None:
        return None
    width, height, sign, mines = match.groups()
    count = None if mines is None else int(mines)
    return Size(int(width), int(height), count, (sign or "").lower(), text[match.end() :])


def is_random_seed(rest: str) -> bool:
    """Returns True if the text after the size is a random seed, not a board, of a game ID."""
    return rest.startswith(("#", ":r"))


def random_seed(text: str) -> InvalidSpec:
    """Returns the error for a random seed of Simon Tatham's Mines."""
    return InvalidSpec(
        _(
            "{text!r} is a random seed of Simon Tatham's Mines, which only that program can read: "
            "open a cell there, then copy the game ID"
        ).format(text=shortened(text))
    )
