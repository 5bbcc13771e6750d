"""Profile of a player of Minesweeper, from many recorded games."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields
from datetime import date
from typing import TYPE_CHECKING, Any

from mastermine.coach.click_review import ReviewedClick
from mastermine.coach.replay_review import ReplayReview, cost, review_replay
from mastermine.core.game import Outcome
from mastermine.minesweeper.replays.replay import Figures, figures
from mastermine.registry import find_strategy

if TYPE_CHECKING:
    from mastermine.minesweeper.replays.replay import Replay

GUESSES = ("forced", "avoidable", "mine")
"""Kinds of guesses: no cell was safe, some cell was, or the cell was certainly a mine."""


MAX_SIZES, SIZES = (1, 9, 25, 50), ("1", "2-9", "10-25", "26-50", "51+")
"""Groups of the first opening by its number of cells: their maxima, and their labels."""


@dataclass(frozen=True)
class Guess:
    """A click that could hit a mine."""

    seconds: float | None
    cell: str
    kind: str
    """One of ``GUESSES``."""
    risk: float
    cost: float
    """Chance to win that it gave away, against the best click."""
    hit: bool
    missed: str | None
    """Rule that showed a safe cell, for an avoidable guess."""


COLUMNS = ("file", "rules", "day", "outcome", *(each.name for each in fields(Guess)))
"""Names in ``Profile.rows``."""


@dataclass(frozen=True)
class Played:
    """The record of a game in a profile."""

    name: str
    """Name of its file."""
    rules: str
    day: date | None
    outcome: Outcome | None
    skill: int | None
    luck: int | None
    figures: Figures
    pauses: float | None
    """Time lost while a cell was certainly safe, in seconds."""
    opening: int
    """Number of cells that the first click opened."""
    guesses: tuple[Guess, ...]

    @classmethod
    def of(cls, name: str, replay: Replay, strategy: str | None = None) -> Played:
        """Reviews a game by a strategy [default: that of its rules]. Raises InvalidSpec."""
        rules = replay.rules
        chosen = find_strategy(strategy or rules.usual_strategy, rules.game)
        found = review_replay(rules, replay.actions, chosen, chances=False)
        first = found.moves[0] if found.moves else None
        return cls(
            name=name,
            rules=rules.spec(),
            day=replay.day,
            outcome=found.outcome,
            skill=found.skill,
            luck=found.luck,
            figures=figures(replay.layout, replay.actions),
            pauses=found.pauses,
            opening=first.opened if isinstance(first, ReviewedClick) else 0,
            guesses=tuple(_guesses(found)),
        )


def _guesses(found: ReplayReview) -> Iterator[Guess]:
    times = {n: moment.seconds for moment in found.moments for n in moment.moves}
    last = len(found.moves) - 1
    for n, move in enumerate(found.moves):
        if isinstance(move, ReviewedClick) and move.risk:
            kind = "mine" if move.risk == 1 else "forced" if move.necessary else "avoidable"
            hit = found.outcome is Outcome.LOST and n == last
            yield Guess(times[n], move.action, kind, move.risk, cost(move), hit, move.missed)


@dataclass(frozen=True)
class Group:
    """Games of a profile that have something in common."""

    label: str
    games: Sequence[Played]

    @property
    def finished(self) -> int:
        """Number of the games that were not left."""
        return sum(game.outcome is not None for game in self.games)

    @property
    def won(self) -> int:
        """Number of the games that were won."""
        return sum(game.outcome is Outcome.WON for game in self.games)

    def mean(self, value: Callable[[Played], float | None]) -> float | None:
        """Returns the mean of what is known; None if nothing is."""
        known = [found for game in self.games if (found := value(game)) is not None]
        return sum(known) / len(known) if known else None


@dataclass(frozen=True)
class Profile:
    """Profile of a player."""

    games: tuple[Played, ...]
    unread: dict[str, str] = field(default_factory=dict)
    """Files that could not be read, with the reason."""

    @property
    def guesses(self) -> list[Guess]:
        """The guesses of all games."""
        return [guess for game in self.games for guess in game.guesses]

    def missed(self) -> Counter[str]:
        """Counts the rules that would have shown a safe cell beside an avoidable guess."""
        return Counter(guess.missed for guess in self.guesses if guess.missed is not None)

    def by_rules(self) -> list[Group]:
        """Returns the games of each rules."""
        return self._groups(lambda game: game.rules)

    def by_month(self) -> list[Group]:
        """Returns the games of each month, without those whose day is unknown."""
        return self._groups(lambda game: f"{game.day:%Y-%m}" if game.day else "")

    def by_opening(self) -> list[Group]:
        """Returns the games by the size of their first opening."""
        return self._groups(lambda game: SIZES[bisect_left(MAX_SIZES, game.opening)], SIZES.index)

    def _groups(
        self, label: Callable[[Played], str], order: Callable[[str], Any] = str
    ) -> list[Group]:
        """Returns the games by a label, in the order of the labels; none for an empty one."""
        found: defaultdict[str, list[Played]] = defaultdict(list)
        for game in self.games:
            found[label(game)].append(game)
        return [Group(each, found[each]) for each in sorted(filter(None, found), key=order)]

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yields a row for each guess, for programs."""
        for game in self.games:
            for guess in game.guesses:
                yield {
                    "file": game.name,
                    "rules": game.rules,
                    "day": None if game.day is None else game.day.isoformat(),
                    "outcome": None if game.outcome is None else game.outcome.value,
                    **asdict(guess),
                }
