"""A run as JSON: what is played, how it stands, and what can be done with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mastermine.arena.reproduce import is_duel
from mastermine.arena.statistics import is_exact, win_rate_interval
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.core.options import read_home
from mastermine.i18n.text import _
from mastermine.web.errors import body
from mastermine.web.laboratory.run_request import may_play

if TYPE_CHECKING:
    from mastermine.arena.plots import Results
    from mastermine.arena.run import Entrant
    from mastermine.arena.standings import Score, Standings
    from mastermine.arena.store import Kept


def line_of(kept: Kept, state: str) -> dict[str, Any]:
    """What a list of runs says of one."""
    return {
        "id": kept.id,
        "game": kept.rules.partition(":")[0],
        "rules": kept.rules,
        "strategies": list(kept.names),
        "rounds": kept.rounds,
        "played": kept.rounds_played,
        "created": kept.created.isoformat(),
        "version": kept.version,
        "state": state,
        "duel": is_duel(kept.command),
    }


def state_of(
    kept: Kept, standings: Standings, state: str, *, error: MastermineError | None = None
) -> dict[str, Any]:
    """How a run stands."""
    run = kept.run
    return {
        **line_of(kept, state),
        "played": standings.rounds,
        "perilous": standings.risky,  # The name that the API has always had.
        "command": kept.command,
        "seed": run.seed,
        "field": run.field.to_dict()["kind"],
        "why_not": why_not(kept),
        "standings": _ranked(kept, standings),
        "error": None if error is None else body(type(error).__name__, str(error))["error"],
    }


def why_not(kept: Kept) -> str | None:
    """Why this run cannot be gone on with in the browser; None where it can."""
    if is_duel(kept.command) and not kept.finished:
        return _("it is a duel: mastermine duel --resume {n} goes on with it").format(n=kept.id)
    if not all(_may_play(each, kept.run.rules.game) for each in kept.run.entrants):
        return _(
            "strategies of files and other packages play on the command line only: mastermine "
            "match --resume {n} goes on with it"
        ).format(n=kept.id)
    return None


def _may_play(entrant: Entrant, game: str) -> bool:
    """Whether it is a strategy that everybody has; no file is read to find out."""
    try:
        if entrant.source is not None or read_home(entrant.home).path is not None:
            return False
        return may_play(entrant.strategy(game))
    except InvalidSpec:
        return False


def more_of(results: Results) -> dict[str, Any]:
    """What is worked out for who looks closely: comparisons, a ranking, and kinds of pictures."""
    from mastermine.arena.report.sections import compared, pictured, ranked

    run, standings = results.run, results.standings
    assert run is not None
    assert standings is not None
    return {
        "pairs": [each.to_dict() for each in compared(run, standings)],
        "ranking": [each.to_dict() for each in ranked(run, standings)],
        "plots": pictured(results) if standings.rounds else [],
        "undrawn": _undrawn(),
    }


def _undrawn() -> str | None:
    """Why no pictures can be drawn here; None where they can."""
    from mastermine.arena.plots.style import check_matplotlib

    try:
        check_matplotlib()
    except InvalidSpec as error:
        return str(error)
    return None


def _ranked(kept: Kept, standings: Standings) -> list[dict[str, Any]]:
    """The scores with their ranks, the best first; equals share a rank."""
    run = kept.run
    rows = []
    for index, (score, told) in enumerate(zip(standings.scores, standings.to_dict(), strict=True)):
        exact = is_exact(run, standings, index)
        told.update(
            exact=exact,
            games=score.games,
            win_rate=score.win_rate,
            win_rate_interval=None if exact else win_rate_interval(score.wins, score.games),
        )
        rows.append((_order(score, standings.risky), told))
    rows.sort(key=lambda row: row[0])
    places = [order for order, _told in rows]
    return [{"rank": places.index(order) + 1, **told} for order, told in rows]


def _order(score: Score, risky: bool) -> tuple[float, ...]:
    """Less is better: more wins first, then fewer guesses a win where these count."""
    return (-score.wins,) if risky else (-score.wins, score.average or 0.0)
