"""Games in files of other programs: recorded games of Minesweeper, rows of Mastermind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mastermine.registry import GAMES

if TYPE_CHECKING:
    from mastermine.session.session import Session


def recorded(name: str, data: bytes, spec: str | None = None) -> Session[Any, Any, Any, Any] | None:
    """Returns the game in a file, over or given up; None if it is of another kind.

    ``name``: the name of the file. ``spec``: the rules of rows of Mastermind, unless the first line
    has them. Raises InvalidSpec, IllegalMove.
    """
    for game in GAMES.values():
        read = game.part("recorded")
        found: Session[Any, Any, Any, Any] | None = read and read(name, data, spec)
        if found is not None:
            return found
    return None
