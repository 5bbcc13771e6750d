"""What stands above a board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.core.game import Outcome
from mastermine.i18n.text import _
from mastermine.session import Mode
from mastermine.session.levels import title_of
from mastermine.session.messages.help import each_used
from mastermine.session.saved import daily

if TYPE_CHECKING:
    from mastermine.core.play import Record
    from mastermine.registry import AnyRules
    from mastermine.session import Played


def record_heading(rules: AnyRules, record: Record, moves: str) -> tuple[str, str]:
    """The same of a game that was written down. ``moves``: how many there were, in words."""
    outcomes = {Outcome.WON.value: _("won"), Outcome.LOST.value: _("lost")}
    parts = (record.strategy, outcomes.get(record.outcome or ""), moves)
    return " ".join(title_of(rules)), ", ".join(filter(None, parts))


def heading(game: Played, stands: str) -> tuple[str, str]:
    """Two lines: which game it is, and how it stands with the help that was used."""
    puzzle = daily.of(game)
    name, level = title_of(game.rules)
    title = f"{name} {puzzle.level} {puzzle.day.isoformat()}" if puzzle else f"{name} {level}"
    if game.mode is Mode.ADVERSARY:
        # Translators: {title} is such as Mastermind classic.
        title = _("{title} (adversary)").format(title=title)
    return title, ", ".join([stands, *each_used(game)])
