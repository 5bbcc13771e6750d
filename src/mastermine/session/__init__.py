"""A game in progress: moves as text, undo, hint, save and load; written once for all front ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.core.errors import InvalidSpec
from mastermine.core.text import _
from mastermine.session import files
from mastermine.session.contest import Contest, Score, Standing
from mastermine.session.files import state_file
from mastermine.session.game import Mode, Session

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["Contest", "Mode", "Score", "Session", "Standing", "load", "state_file"]


def load(path: str | Path) -> Session | Contest:
    """What a file keeps, to go on with. Raises InvalidSpec for a broken, foreign or newer file."""
    kind, fields = files.read(path)
    try:
        if kind == Session.KIND:
            return Session.from_data(fields)
        if kind == Contest.KIND:
            return Contest.from_data(fields)
    except (ValueError, TypeError, KeyError, LookupError, AttributeError) as error:
        raise InvalidSpec(
            _("{path} is damaged and cannot be loaded: {error}").format(path=path, error=error)
        ) from None
    raise InvalidSpec(
        _("{path} keeps a game that this program does not know: {kind}").format(
            path=path, kind=kind
        )
    )
