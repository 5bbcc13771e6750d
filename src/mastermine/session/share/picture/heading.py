"""Headings of pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.core.game import Outcome
from mastermine.i18n.text import _
from mastermine.session.levels import name_of, title_of
from mastermine.session.messages.help import each_used
from mastermine.session.share.grid import title

if TYPE_CHECKING:
    from mastermine.core.play import Record
    from mastermine.registry import AnyRules
    from mastermine.session import Played


def record_heading(rules: AnyRules, record: Record, moves: str) -> tuple[str, str]:
    """Formats title and subtitle of a record. ``moves``: number of moves, in words."""
    outcomes = {Outcome.WON.value: _("won"), Outcome.LOST.value: _("lost")}
    parts = (record.strategy, outcomes.get(record.outcome or ""), moves)
    title = " ".join(title_of(rules, name_of(rules.spec())))
    return title, ", ".join(filter(None, parts))


def heading(game: Played, state: str) -> tuple[str, str]:
    """Formats title and subtitle of a game, with the help used."""
    return title(game), ", ".join([state, *each_used(game)])
