"""What stands above a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.core.text import _, ngettext
from mastermine.games import GAMES
from mastermine.session import Mode, daily
from mastermine.session.levels import level_of

if TYPE_CHECKING:
    from mastermine.session import MastermindSession, MinesweeperSession


def heading(game: MastermindSession | MinesweeperSession, stands: str) -> tuple[str, str]:
    """Two lines: which game it is, and how it stands with the help that was used."""
    rules = game.rules.spec()
    puzzle = daily.of(game)
    name = puzzle.level if puzzle else level_of(rules) or rules.partition(":")[2]
    words = [GAMES[game.rules.game].title, name]
    if puzzle:
        words.append(puzzle.day.isoformat())
    if game.mode is Mode.ADVERSARY:
        words.append(_("(adversary)"))
    told = [stands]
    if game.hints:
        told.append(ngettext("{n} hint", "{n} hints", game.hints).format(n=game.hints))
    if game.undos:
        told.append(ngettext("{n} undo", "{n} undos", game.undos).format(n=game.undos))
    return " ".join(words), ", ".join(told)
