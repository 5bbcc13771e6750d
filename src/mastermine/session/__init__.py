"""A game in progress: moves as text, undo, hint, save and load; written once for all front ends."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from mastermine.core.errors import InvalidSpec
from mastermine.core.text import _, shortened
from mastermine.games import parse_rules
from mastermine.minesweeper.rules import Minesweeper
from mastermine.session import files
from mastermine.session.contest import Contest, Score, Standing
from mastermine.session.files import state_file
from mastermine.session.game import Mode, Session
from mastermine.session.mastermind import MastermindSession
from mastermine.session.match import Match
from mastermine.session.minesweeper import MinesweeperSession
from mastermine.session.race import Place, Race

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "Contest",
    "MastermindSession",
    "Match",
    "MinesweeperSession",
    "Mode",
    "Place",
    "Race",
    "Score",
    "Standing",
    "load",
    "restore",
    "state_file",
]

MOST_TOLD = 200
"""So many letters are told of what is wrong with a file, which may hold anything."""

Saved = MastermindSession | MinesweeperSession | Contest | Race
"""What a file can keep."""


def load(path: str | Path) -> Saved:
    """What a file keeps, to go on with. Raises InvalidSpec for a broken, foreign or newer file."""
    fields = files.read(path)
    try:
        return restore(fields)
    except InvalidSpec as error:
        raise InvalidSpec(f"{path}: {error}") from None


def restore(fields: dict[str, Any]) -> Saved:
    """The game whose ``data()`` this is. Raises InvalidSpec when it is none."""
    kind = fields.get("kind")
    try:
        if kind == Session.KIND:
            rules = parse_rules(files.take(fields, "rules", str))
            if isinstance(rules, Minesweeper):
                return MinesweeperSession.from_data(fields)
            return MastermindSession.from_data(fields)
        if kind == Contest.KIND:
            return Contest.from_data(fields)
        if kind == Race.KIND:
            return Race.from_data(fields)
    except ValueError as error:
        raise InvalidSpec(
            _("the saved game is damaged: {error}").format(error=shortened(str(error), MOST_TOLD))
        ) from None
    raise InvalidSpec(
        _("a game of a kind that this program does not know: {kind}").format(
            kind=shortened(repr(kind))
        )
    )


class _Callable(ModuleType):
    """This module, which can be called: ``mastermine.session(rules)`` is ``start.session(rules)``.

    The package and the function have one name, and whoever imports the package sets the attribute.
    """

    def __call__(self, *arguments: Any, **options: Any) -> MastermindSession | MinesweeperSession:
        from mastermine.session import start

        game: MastermindSession | MinesweeperSession = start.session(*arguments, **options)
        return game


sys.modules[__name__].__class__ = _Callable
