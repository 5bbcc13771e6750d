"""Selects the sections that are useful for a run, in reports and in the laboratory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.arena.comparison import Comparison, pairs
from mastermine.arena.plots import fitting
from mastermine.arena.ranking import Rated, ranking
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from mastermine.arena.plots import Results
    from mastermine.arena.run import Run
    from mastermine.arena.standings import Standings

MAX_PAIRED = 12
"""Maximum number of entrants that are compared in pairs."""
MAX_RANKED = 100
"""Maximum number of entrants that are ranked."""


def pairs_title() -> str:
    """Returns the heading of the comparisons."""
    return _("Differences on the same secrets")


def data_title() -> str:
    """Returns the heading of the data of a picture."""
    return _("Data of this picture")


def compared(run: Run, standings: Standings) -> list[Comparison]:
    """Returns the comparisons of all pairs; none for too many entrants."""
    useful = standings.rounds and 2 <= len(standings.scores) <= MAX_PAIRED
    return pairs(standings, run) if useful else []


def ranked(run: Run, standings: Standings) -> list[Rated]:
    """Returns the ranking; none for fewer than three entrants or too many."""
    useful = standings.rounds and 3 <= len(standings.scores) <= MAX_RANKED
    return ranking(standings, run) if useful else []


def pictured(results: Results) -> list[str]:
    """Returns the kinds of pictures that are informative for these results."""
    return [kind for kind in fitting(results) if _informative(results, kind)]


def _informative(results: Results, kind: str) -> bool:
    if kind == "cost":
        return len(results.scores) > 1
    if kind == "rates":
        return results.risky or any(score.losses for score in results.scores)
    return True
