"""What a page shows of a run, this one and that of the laboratory: what says something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.arena.comparison import Comparison, pairs
from mastermine.arena.plots import fitting
from mastermine.arena.ranking import Rated, ranking

if TYPE_CHECKING:
    from mastermine.arena.plots import Results
    from mastermine.arena.run import Run
    from mastermine.arena.standings import Standings

MOST_PAIRED = 12
"""Each two of so many entrants are compared."""
MOST_RANKED = 100
"""So many entrants are ranked."""


def compared(run: Run, standings: Standings) -> list[Comparison]:
    """Each two entrants, where there are two, and not too many."""
    some = standings.rounds and 2 <= len(standings.scores) <= MOST_PAIRED
    return pairs(standings, run) if some else []


def ranked(run: Run, standings: Standings) -> list[Rated]:
    """The entrants by their strength, where there are more than two, and not too many."""
    some = standings.rounds and 3 <= len(standings.scores) <= MOST_RANKED
    return ranking(standings, run) if some else []


def pictured(results: Results) -> list[str]:
    """The kinds of pictures from which something is to be seen."""
    return [kind for kind in fitting(results) if _says_something(results, kind)]


def _says_something(results: Results, kind: str) -> bool:
    if kind == "cost":
        return len(results.scores) > 1
    if kind == "rates":
        return results.risky or any(score.losses for score in results.scores)
    return True
