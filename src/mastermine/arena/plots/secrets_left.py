"""Picture "left": number of candidates after each turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from mastermine.arena.plots.picture import Picture, Rows
from mastermine.arena.run import FAILED, WON
from mastermine.arena.secret_source import Sample
from mastermine.core.errors import InvalidSpec
from mastermine.core.game import Turn
from mastermine.i18n.numbers import percent, plain, whole
from mastermine.i18n.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mastermine.arena.results import Results
    from mastermine.arena.run import Game, Run

MAX_ROUNDS = 500
"""Maximum number of rounds replayed; the standard error of a share of 10 % is 1.3 points."""
REMEMBERED = 2
"""Positions up to this turn are cached, since early turns recur."""
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)


@dataclass(frozen=True)
class Point:
    """Quantiles of the candidates after ``turn`` turns; ``going``: number of unfinished games."""

    turn: int
    going: int
    low: float
    """10 % quantile."""
    lower: float
    """25 % quantile."""
    median: float
    upper: float
    """75 % quantile."""
    high: float
    """90 % quantile."""


@dataclass(frozen=True)
class Ribbon:
    """A strategy, turn by turn; at turn 0 all secrets are candidates."""

    strategy: str
    games: int
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Left(Picture):
    """The ribbons of all strategies."""

    kind: ClassVar[str] = "left"

    ribbons: tuple[Ribbon, ...]

    def summary(self) -> str:
        clauses = (
            f"{each.strategy}: "
            + ", ".join(plain(point.median, grouped=True) for point in each.points)
            for each in self.ribbons
        )
        return _("Median number of possible codes after 0, 1, 2, … turns. {medians}.").format(
            medians="; ".join(clauses)
        )

    def table(self) -> Rows:
        heads = [_("strategy"), _("turn"), _("unfinished games")]
        heads += [_("median") if q == 0.5 else percent(q, 0) for q in QUANTILES]
        return Rows(
            heads,
            [
                [
                    each.strategy,
                    str(p.turn),
                    whole(p.going),
                    *(plain(n, grouped=True) for n in (p.low, p.lower, p.median, p.upper, p.high)),
                ]
                for each in self.ribbons
                for p in each.points
            ],
        )


def left(results: Results) -> Left:
    """Replays games and counts the candidates.

    A won game counts as 1 from then on; failed games are omitted. Raises InvalidSpec if the moves
    were not stored, TooLarge if the secrets cannot be listed.
    """
    run = results.run
    if run is None or results.batches is None:
        raise InvalidSpec(
            # Translators: {name} is such as "run 3", or the name of a file.
            _("{name} has no moves; only mastermine match stores them").format(name=results.name)
        )
    if not run.moves:
        raise InvalidSpec(
            # Translators: {name} is such as "run 3".
            _("the moves of {name} were not stored; play with --moves to store them").format(
                name=results.name
            )
        )
    replay = _Replay(run)
    columns: list[list[tuple[list[int], bool]]] = [[] for _entrant in run.entrants]
    rounds = 0
    for game in _sample(results):
        rounds += game.entrant == 0
        if game.outcome != FAILED:
            columns[game.entrant].append((replay.counts(game), game.outcome == WON))
    ribbons = tuple(
        Ribbon(name, len(column), tuple(_points(column)))
        for name, column in zip(run.names, columns, strict=True)
        if column
    )
    if not ribbons:
        raise InvalidSpec(
            _("all games of {name} failed, so there is nothing to show").format(name=results.name)
        )
    more = [_("A won game counts as 1")]
    if rounds < results.rounds:
        first = isinstance(run.field, Sample)
        chosen = (
            ngettext("The first {n} round", "The first {n} rounds", rounds)
            if first
            else ngettext("{n} round, evenly chosen", "{n} rounds, evenly chosen", rounds)
        )
        more.append(chosen.format(n=whole(rounds)))
    legend = [_("Line: median; dark: 50 % of the games; light: 80 % of them.")]
    if len(ribbons) > 1:
        legend.append(_("Thin grey lines: the medians of the other strategies."))
    return Left(
        _("Possible codes after each turn"),
        results.caption(*more),
        " ".join(legend),
        ribbons,
    )


def _sample(results: Results) -> Iterator[Game]:
    """Yields the games of the first rounds if secrets are drawn, else of evenly chosen rounds."""
    assert results.run is not None
    assert results.batches is not None
    rounds = results.run.rounds
    if rounds <= MAX_ROUNDS or isinstance(results.run.field, Sample):
        ranges = [(1, min(rounds, MAX_ROUNDS))]
    else:
        picked = (1 + i * rounds // MAX_ROUNDS for i in range(MAX_ROUNDS))
        ranges = [(number, number) for number in picked]
    for first, last in ranges:
        for games in results.batches(first, last):
            yield from games


class _Replay:
    """Replays games to count the candidates."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.known: dict[tuple[tuple[str, str], ...], Any] = {(): run.rules.knowledge()}

    def counts(self, game: Game) -> list[int]:
        """Returns the number of candidates before the first turn and after each."""
        rules = self.run.rules
        turns = game.record(self.run).turns
        knowledge = self.known[()]
        counts = [_left(knowledge)]
        for n, (action, feedback) in enumerate(turns, start=1):
            key = turns[:n] if n <= REMEMBERED else None
            if key in self.known:
                knowledge = self.known[key]
            else:
                turn = Turn(rules.parse_action(action), rules.parse_feedback(feedback))
                knowledge = knowledge.after(turn)
            if key is not None:
                self.known[key] = knowledge
            counts.append(_left(knowledge))
        return counts


def _left(knowledge: Any) -> int:
    """Returns the number of candidates, estimated if they cannot be listed."""
    estimate = getattr(knowledge, "estimate", None)
    return int(knowledge.count() if estimate is None else estimate().number)


def _points(column: list[tuple[list[int], bool]]) -> Iterator[Point]:
    longest = max((len(counts) for counts, _won in column), default=0)
    for turn in range(longest):
        here = [
            counts[turn] if turn < len(counts) else 1
            for counts, won in column
            if won or turn < len(counts)
        ]
        going = sum(turn < len(counts) - 1 for counts, _won in column)
        yield Point(turn, going, *np.quantile(here, QUANTILES).tolist())
