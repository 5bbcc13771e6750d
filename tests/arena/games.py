"""Runs, their games and their standings, as several tests of the arena need them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mastermine.arena.plots import Results
from mastermine.arena.run import LOST, WON, Game, Run, entrants_of
from mastermine.arena.runner import conduct
from mastermine.arena.secret_source import Every, Sample
from mastermine.arena.standings import Standings
from mastermine.core.strategy import Strategy, strategy
from mastermine.registry import find_strategy, parse_rules

if TYPE_CHECKING:
    from mastermine.mastermind.knowledge import CodeView
    from mastermine.mastermind.rules import Code


@strategy("stubborn")
def stubborn(view: CodeView) -> Code:
    """Guess the same code for ever."""
    return (0,) * view.rules.places


@strategy("blind")
def blind(view: CodeView) -> Code:
    """Draw random numbers and never use the last colour."""
    return (view.rng.below(view.rules.symbols - 1),) * view.rules.places


def run_of(
    spec: str,
    chosen: str | Sequence[str | Strategy],
    rounds: int | None = None,
    seed: int | str = 1,
    **options: Any,
) -> Run:
    """A run of these strategies; each secret once if no number of rounds is given."""
    rules = parse_rules(spec)
    each_chosen = chosen.split(",") if isinstance(chosen, str) else chosen
    strategies = [
        each if isinstance(each, Strategy) else find_strategy(each, rules.game)
        for each in each_chosen
    ]
    field = Every.of(rules) if rounds is None else Sample(rounds)
    return Run(rules, entrants_of(strategies), field, seed, **options)


def games_of(run: Run, executor: Any = None, **options: Any) -> list[Game]:
    return [game for part in conduct(run, executor, **options) for game in part.games]


def results(games: Sequence[Game]) -> list[tuple[Any, ...]]:
    return [game.result for game in games]


def standings_of(run: Run, missing: list[range] | None = None) -> Standings:
    """The standings of a run that is played, or of some of its rounds."""
    standings = Standings(run.names, run.risky)
    for part in conduct(run, missing=missing):
        standings.add(part.games, part.drew)
    return standings


def standings_after(
    rounds: Sequence[tuple[int | None, ...]], names: Sequence[str] = "abc", risky: bool = False
) -> Standings:
    """The standings after rounds in which each entrant won in so many turns, or lost (None)."""
    standings = Standings(list(names[: len(rounds[0])] if rounds else names), risky)
    games = [
        Game(number, index, WON if turns else LOST, turns or 9, None, 1)
        for number, played in enumerate(rounds, start=1)
        for index, turns in enumerate(played)
    ]
    if games:
        standings.add(games)
    return standings


def results_of(run: Run, games: list[Game], drew: Sequence[int] = (), name: str = "") -> Results:
    """The results of a run with these games."""
    standings = Standings(run.names, run.risky)
    standings.add(games, drew)
    return Results.of_run(
        run, standings, lambda a, b: [[g for g in games if a <= g.round <= b]], name
    )


def played(
    spec: str, names: str | Sequence[str], rounds: int | None = None, **options: Any
) -> Results:
    """The results of a run that is played."""
    run = run_of(spec, names, rounds, **options)
    parts = list(conduct(run))
    drew = {index for part in parts for index in part.drew}
    return results_of(run, [game for part in parts for game in part.games], sorted(drew))
