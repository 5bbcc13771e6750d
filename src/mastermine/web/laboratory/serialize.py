"""Serialises a run: its rules, its standings, and the possible actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mastermine.arena.reproduce import is_duel
from mastermine.arena.statistics import is_exact, win_rate_interval
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.core.options import read_home
from mastermine.i18n.text import _, printable
from mastermine.web.errors import body
from mastermine.web.laboratory.run_request import may_play

if TYPE_CHECKING:
    from mastermine.arena.plots import Results
    from mastermine.arena.run import Entrant, Run
    from mastermine.arena.standings import Score, Standings
    from mastermine.arena.store import StoredRun


def escaped(value: Any) -> Any:
    """Escapes the texts in JSON values, which may come from a store that somebody altered."""
    match value:
        case str():
            return printable(value)
        case dict():
            return {printable(name): escaped(each) for name, each in value.items()}
        case list() | tuple():
            return [*map(escaped, value)]
    return value


def line_of(stored: StoredRun, state: str) -> dict[str, Any]:
    """Serialises a run for a list."""
    line = {
        "id": stored.id,
        "game": stored.rules.partition(":")[0],
        "rules": stored.rules,
        "strategies": list(stored.names),
        "rounds": stored.rounds,
        "played": stored.rounds_played,
        "created": stored.created.isoformat(),
        "version": stored.version,
        "state": state,
        "duel": is_duel(stored.command),
    }
    return {**escaped(line)}


def state_of(
    stored: StoredRun, standings: Standings, state: str, *, error: MastermineError | None = None
) -> dict[str, Any]:
    """Serialises the state of a run."""
    run = stored.run
    more = {
        "played": standings.rounds,
        "perilous": standings.risky,  # The old name, kept for clients of the API.
        "command": stored.command,
        "note": stored.note,
        "seed": run.seed,
        "field": run.field.to_dict()["kind"],
        "why_not": why_not(stored),
        "standings": _ranked(stored, standings),
        "error": None if error is None else body(type(error).__name__, str(error))["error"],
    }
    return {**line_of(stored, state), **escaped(more)}


def why_not(stored: StoredRun) -> str | None:
    """Returns the reason why the browser cannot resume this run, or None."""
    if is_duel(stored.command) and not stored.finished:
        return _("this run is a duel; resume it with: mastermine duel --resume {n}").format(
            n=stored.id
        )
    if not may_be_played(stored.run):
        return _(
            "strategies from files and other packages can play on the command line only; resume "
            "the run with: mastermine match --resume {n}"
        ).format(n=stored.id)
    return None


def may_be_played(run: Run) -> bool:
    """Returns True if all strategies of a run may play in the browser; reads no file."""
    return all(_may_play(each, run.rules.game) for each in run.entrants)


def _may_play(entrant: Entrant, game: str) -> bool:
    """Returns True for a built-in strategy."""
    try:
        if entrant.source is not None or not read_home(entrant.home).is_installed:
            return False
        return may_play(entrant.strategy(game))
    except InvalidSpec:
        return False


def more_of(results: Results) -> dict[str, Any]:
    """Serialises the details of a run: comparisons, a ranking, and kinds of pictures."""
    from mastermine.arena.report.sections import compared, pairs_title, pictured, ranked

    run, standings = results.run, results.standings
    assert run is not None
    assert standings is not None
    more = {
        "pairs": [each.to_dict() for each in compared(run, standings)],
        "pairs_title": pairs_title(),
        "ranking": [each.to_dict() for each in ranked(run, standings)],
        "plots": pictured(results) if standings.rounds else [],
        "undrawn": _undrawn(),
    }
    return {**escaped(more)}


def _undrawn() -> str | None:
    """Returns the reason why no pictures can be drawn, or None."""
    from mastermine.arena.plots.style import check_matplotlib

    try:
        check_matplotlib()
    except InvalidSpec as error:
        return str(error)
    return None


def _ranked(stored: StoredRun, standings: Standings) -> list[dict[str, Any]]:
    """Returns the scores with their ranks, the best first; ties share a rank."""
    run = stored.run
    rows = []
    for index, (score, row) in enumerate(zip(standings.scores, standings.to_dict(), strict=True)):
        exact = is_exact(run, standings, index)
        row.update(
            exact=exact,
            games=score.games,
            win_rate=score.win_rate,
            win_rate_interval=None if exact else win_rate_interval(score.wins, score.games),
        )
        rows.append((_order(score, standings.risky), row))
    rows.sort(key=lambda row: row[0])
    places = [order for order, _row in rows]
    return [{"rank": places.index(order) + 1, **row} for order, row in rows]


def _order(score: Score, risky: bool) -> tuple[float, ...]:
    """Sort key: more wins first, then fewer guesses per win if they count."""
    return (-score.wins,) if risky else (-score.wins, score.average or 0.0)
