"""Games in progress: moves as text, undo, hints, saving and loading, for every interface."""

from __future__ import annotations

import sys
from inspect import Signature, getdoc, signature
from types import ModuleType
from typing import TYPE_CHECKING, Any

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _, shortened
from mastermine.registry import GAMES, blaming, parse_rules
from mastermine.session.generic import session_class
from mastermine.session.mastermind import MastermindSession
from mastermine.session.minesweeper import MinesweeperSession
from mastermine.session.multiplayer.contest import Contest, Draw, Score, Standing
from mastermine.session.multiplayer.match import Match
from mastermine.session.multiplayer.race import Place, Race
from mastermine.session.saved import files
from mastermine.session.saved.files import state_file
from mastermine.session.session import Depth, Mode, Session, Tip

if TYPE_CHECKING:
    from pathlib import Path

__all__ = [
    "Contest",
    "Depth",
    "Draw",
    "MastermindSession",
    "Match",
    "MinesweeperSession",
    "Mode",
    "Place",
    "Played",
    "Race",
    "Score",
    "Session",
    "Standing",
    "Tip",
    "load",
    "restore",
    "state_file",
]

MAX_ERROR_LETTERS = 200
"""Maximum length of an error about a file, which may contain anything."""

Played = Session[Any, Any, Any, Any]
"""A game with one player."""
Saved = Played | Match[Any]
"""A game or match, as a file stores it."""


def load(path: str | Path) -> Saved:
    """Loads a game or match. Raises InvalidSpec for a broken, foreign or newer file."""
    fields = files.read(path)
    try:
        return restore(fields)
    except InvalidSpec as error:
        raise InvalidSpec(f"{path}: {error}") from None


def restore(fields: dict[str, Any]) -> Saved:
    """Restores a game or match from its ``data()``. Raises InvalidSpec for anything else."""
    kind = fields.get("kind")
    try:
        if kind == Session.KIND:
            rules = parse_rules(files.take(fields, "rules", str))
            with blaming(GAMES[rules.game], ValueError):
                return session_class(rules.game).from_data(fields)
        for game in GAMES.values():
            match = game.part("match")
            if match is not None and kind == match.KIND:
                found: Match[Any] = match.from_data(fields)
                return found
    except ValueError as error:
        raise InvalidSpec(
            _("the saved game is damaged: {error}").format(
                error=shortened(str(error), MAX_ERROR_LETTERS)
            )
        ) from None
    raise InvalidSpec(_("unknown kind of game: {kind}").format(kind=shortened(repr(kind))))


class _Callable(ModuleType):
    """Makes this module callable: ``mastermine.session(rules)`` calls ``setup.session(rules)``.

    The package and the function share a name, and importing the package sets the attribute.
    """

    @property
    def __signature__(self) -> Signature:
        from mastermine.session import setup

        return signature(setup.session)

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        from mastermine.session import setup

        return f"``session{self.__signature__}``\n\n{getdoc(setup.session)}"

    def __call__(self, *arguments: Any, **options: Any) -> MastermindSession | MinesweeperSession:
        from mastermine.session import setup

        game: MastermindSession | MinesweeperSession = setup.session(*arguments, **options)
        return game


sys.modules[__name__].__class__ = _Callable
