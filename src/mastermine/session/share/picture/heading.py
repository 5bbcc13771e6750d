"""What stands above a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.core.game import Outcome
from mastermine.i18n.text import _
from mastermine.registry import GAMES
from mastermine.session import Mode
from mastermine.session.levels import level_of
from mastermine.session.messages.help import each_used
from mastermine.session.saved import daily

if TYPE_CHECKING:
    from mastermine.core.play import Record
    from mastermine.mastermind.rules import Mastermind
    from mastermine.minesweeper.rules import Minesweeper
    from mastermine.session import MastermindSession, MinesweeperSession


def record_heading(rules: Mastermind | Minesweeper, record: Record, moves: str) -> tuple[str, str]:
    """The same of a game that was written down. ``moves``: how many there were, in words."""
    outcomes = {Outcome.WON.value: _("won"), Outcome.LOST.value: _("lost")}
    parts = (record.strategy, outcomes.get(record.outcome or ""), moves)
    return _title(rules), ", ".join(filter(None, parts))


def heading(game: MastermindSession | MinesweeperSession, stands: str) -> tuple[str, str]:
    """Two lines: which game it is, and how it stands with the help that was used."""
    puzzle = daily.of(game)
    title = _title(game.rules, puzzle.level if puzzle else None)
    if puzzle:
        title = f"{title} {puzzle.day.isoformat()}"
    if game.mode is Mode.ADVERSARY:
        # Translators: {title} is such as Mastermind classic.
        title = _("{title} (adversary)").format(title=title)
    return title, ", ".join([stands, *each_used(game)])


def _title(rules: Mastermind | Minesweeper, level: str | None = None) -> str:
    """The game and its level, or the sizes of its rules."""
    spec = rules.spec()
    name = level or level_of(spec) or spec.partition(":")[2]
    return f"{_(GAMES[rules.game].title)} {name}"
