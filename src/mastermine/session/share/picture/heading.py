"""What stands above a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.i18n.text import _
from mastermine.registry import GAMES
from mastermine.session import Mode
from mastermine.session.levels import level_of
from mastermine.session.messages.help import each_used
from mastermine.session.saved import daily

if TYPE_CHECKING:
    from mastermine.session import MastermindSession, MinesweeperSession


def heading(game: MastermindSession | MinesweeperSession, stands: str) -> tuple[str, str]:
    """Two lines: which game it is, and how it stands with the help that was used."""
    rules = game.rules.spec()
    puzzle = daily.of(game)
    name = puzzle.level if puzzle else level_of(rules) or rules.partition(":")[2]
    title = f"{_(GAMES[game.rules.game].title)} {name}"
    if puzzle:
        title = f"{title} {puzzle.day.isoformat()}"
    if game.mode is Mode.ADVERSARY:
        # Translators: {title} is such as Mastermind classic.
        title = _("{title} (adversary)").format(title=title)
    return title, ", ".join([stands, *each_used(game)])
