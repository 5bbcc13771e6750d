"""Files of recorded games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _
from mastermine.minesweeper.replays import foreign, rawvf

if TYPE_CHECKING:
    from mastermine.minesweeper.replays.replay import Replay

SUFFIXES = ("rawvf", *foreign.READERS)
"""Suffixes of files that hold recorded games only."""


def is_replay(name: str, data: bytes) -> bool:
    """Returns True if a file holds a recorded game, by its name, or as RawVF under any name."""
    return _suffix(name) in SUFFIXES or rawvf.is_rawvf(
        data[:10_000].decode("utf-8-sig", errors="replace")
    )


def read_replay(name: str, data: bytes) -> Replay:
    """Reads a recorded game. Raises InvalidSpec."""
    if len(data) > rawvf.MAX_BYTES:
        raise InvalidSpec(_("a recorded game has at most {n} MB").format(n=rawvf.MAX_BYTES >> 20))
    suffix = _suffix(name)
    if suffix in foreign.READERS:
        return rawvf.read(foreign.to_rawvf(data, suffix))
    return rawvf.read(data.decode("utf-8-sig", errors="replace"))


def _suffix(name: str) -> str:
    return name.rpartition(".")[2].lower()
