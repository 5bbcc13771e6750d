"""How many secrets are still possible after each turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from mastermine.arena.plots.picture import Picture, Rows
from mastermine.arena.run import FAILED, WON
from mastermine.arena.secret_source import Sample
from mastermine.core.errors import InvalidSpec
from mastermine.core.game import Turn
from mastermine.i18n.numbers import plain, whole
from mastermine.i18n.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mastermine.arena.results import Results
    from mastermine.arena.run import Game, Run

MOST_ROUNDS = 500
"""So many rounds are looked at; a share of 10 % is told to 1.3 points by them."""
REMEMBERED = 2
"""What is known after up to so many turns is remembered, since first turns recur."""
QUANTILES = (0.1, 0.25, 0.5, 0.75, 0.9)


@dataclass(frozen=True)
class Point:
    """The secrets left after ``turn`` turns: quantiles over all games; ``going`` are not over."""

    turn: int
    going: int
    low: float
    """A tenth of the games has no more than this left."""
    lower: float
    """A quarter."""
    median: float
    upper: float
    """Three quarters."""
    high: float
    """Nine tenths."""


@dataclass(frozen=True)
class Ribbon:
    """A strategy, turn by turn; before the first one, which is turn 0, all secrets are left."""

    strategy: str
    games: int
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Left(Picture):
    """The ribbons of all strategies."""

    kind: ClassVar[str] = "left"

    ribbons: tuple[Ribbon, ...]

    def summary(self) -> str:
        """The medians."""
        told = (
            f"{each.strategy}: "
            + ", ".join(plain(point.median, grouped=True) for point in each.points)
            for each in self.ribbons
        )
        return _("Median secrets left after 0, 1, 2, … turns. {medians}.").format(
            medians="; ".join(told)
        )

    def table(self) -> Rows:
        """A row for each strategy and turn."""
        heads = [_("strategy"), _("turn"), _("games going on")]
        heads += ["10 %", "25 %", _("median"), "75 %", "90 %"]
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
    """Replay games and count what they leave.

    A game that is won leaves one secret from then on; one that failed is left out. Raises
    InvalidSpec where the moves were not kept, TooLarge where the secrets cannot be listed.
    """
    run = results.run
    if run is None or results.batches is None:
        raise InvalidSpec(
            # Translators: {name} is such as "run 3", or the name of a file.
            _("{name} has no moves: they are kept by mastermine match").format(name=results.name)
        )
    if not run.moves:
        raise InvalidSpec(
            # Translators: {name} is such as "run 3".
            _("the moves of {name} were not kept; play with --moves to keep them").format(
                name=results.name
            )
        )
    replay = _Replay(run)
    columns: list[list[tuple[list[int], bool]]] = [[] for _entrant in run.entrants]
    looked = 0
    for game in _sample(results):
        looked += game.entrant == 0
        if game.outcome != FAILED:
            columns[game.entrant].append((replay.counts(game), game.outcome == WON))
    ribbons = tuple(
        Ribbon(name, len(column), tuple(_points(column)))
        for name, column in zip(run.names, columns, strict=True)
        if column
    )
    if not ribbons:
        raise InvalidSpec(
            _(
                "all games of {name} were lost by mistakes of the strategies' own, which leave "
                "nothing to see"
            ).format(name=results.name)
        )
    more = [_("A game that is won leaves 1")]
    if looked < results.rounds:
        first = isinstance(run.field, Sample)
        told = (
            ngettext("The first {n} round", "The first {n} rounds", looked)
            if first
            else ngettext("{n} round, evenly chosen", "{n} rounds, evenly chosen", looked)
        )
        more.append(told.format(n=whole(looked)))
    legend = [_("Line: median; dark: half of the games; light: four fifths of them.")]
    if len(ribbons) > 1:
        legend.append(_("Thin grey lines: the medians of the other strategies."))
    return Left(
        _("Secrets left after each turn"),
        results.caption(*more),
        " ".join(legend),
        ribbons,
    )


def _sample(results: Results) -> Iterator[Game]:
    """The games of some rounds: those drawn are all alike, those in an order are picked evenly."""
    assert results.run is not None
    assert results.batches is not None
    rounds = results.run.rounds
    if rounds <= MOST_ROUNDS or isinstance(results.run.field, Sample):
        asked = [(1, min(rounds, MOST_ROUNDS))]
    else:
        picked = (1 + i * rounds // MOST_ROUNDS for i in range(MOST_ROUNDS))
        asked = [(number, number) for number in picked]
    for first, last in asked:
        for games in results.batches(first, last):
            yield from games


class _Replay:
    """Games played again, to see what was known."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.known: dict[tuple[tuple[str, str], ...], Any] = {(): run.rules.knowledge()}

    def counts(self, game: Game) -> list[int]:
        """The secrets left before the first turn and after each."""
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
    """How many secrets there are; where they are too many to be listed, about so many."""
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
