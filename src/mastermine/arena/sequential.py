"""A sequential test: rounds are played until it is clear whether one entrant is better.

Wald's test (1945) of two hypotheses about what a round brings the first entrant on average, more
than the second: nothing (or less), or at least a margin. How such gains are spread is not known, so
each hypothesis is given the spread under which the rounds so far surprise the least (Owen 1988): a
generalised test (Li, Liu and Ying 2014), as engines for chess are tested in fishtest.

The bounds are those of Ville (1939): however long one waits, what is true becomes 1 / alpha times
less likely than something else with the chance alpha at most. Wald's own ones lie nearer, but hold
only where both errors are rare and no round brings much.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from enum import Enum
from math import floor, log
from typing import TYPE_CHECKING, Any

from mastermine.arena.run import WON, Part
from mastermine.core.errors import InvalidSpec
from mastermine.core.game import MOST_TURNS, Risky
from mastermine.i18n.numbers import plain
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mastermine.arena.run import Game

MIN_ROUNDS = 100
"""No verdict before this round: the spread is not yet known well enough."""
ROUNDS_PER_LOOK = 20
"""Rounds between two looks of the test."""
UNSEEN = 1e-3
"""So many rounds are thought to have brought the most, the least, and nothing."""
MAX_TURNS_ASSUMED = 12
"""The most turns assumed for a round where the rules have no limit."""


class Verdict(Enum):
    """What a sequential test found."""

    BETTER = "better"
    """The first entrant is better: that there is no difference, or less, is rejected."""
    NOT_BETTER = "not better"
    """The first entrant is not better by the margin: that it is, is rejected."""


class SequentialTest:
    """Gains of one round after the other, until there is a verdict.

    At most a part ``alpha`` of such tests call an entrant better that is not, and at most a part
    ``beta`` call one not better that is, by the margin; about, since the spread of the gains is
    estimated. Between no difference and the margin either verdict may come.
    """

    def __init__(
        self, margin: float, alpha: float = 0.05, beta: float = 0.05, reach: int = 1
    ) -> None:
        """``reach``: the most that a round can bring, as far as is known. Raises InvalidSpec."""
        if not 0 < margin < reach:
            raise InvalidSpec(
                _("a margin of {n} cannot be tested; it must be between 0 and {most}").format(
                    n=plain(margin), most=plain(reach)
                )
            )
        if not (alpha > 0 and beta > 0 and alpha + beta < 1):
            raise InvalidSpec(
                _(
                    "alpha {alpha} and beta {beta} are no chances of error; each must be more "
                    "than 0, and both together less than 1"
                ).format(alpha=plain(alpha), beta=plain(beta))
            )
        self.margin = margin
        self.alpha = alpha
        self.beta = beta
        self.lower = log(beta)
        """At this log-likelihood ratio, or below, the first entrant is not better."""
        self.upper = -log(alpha)
        """At this one, or above, it is better."""
        self.rounds = 0
        self.gains: Counter[int] = Counter()
        """How many rounds brought how much."""
        self.llr = 0.0
        """The logarithm of how much better the margin explains the rounds than no difference does,
        when the test looked at them last."""
        self.verdict: Verdict | None = None
        self._unseen = {-reach: UNSEEN, 0: UNSEEN, reach: UNSEEN}

    @property
    def average(self) -> float | None:
        """What a round brought, on average; None without rounds."""
        return sum(g * n for g, n in self.gains.items()) / self.rounds if self.rounds else None

    def add(self, gain: int) -> Verdict | None:
        """Count one more round, and give the verdict if there is one."""
        self.rounds += 1
        self.gains[gain] += 1
        if self.rounds % ROUNDS_PER_LOOK == 0:
            self._look()
        return self.verdict

    def _look(self) -> None:
        seen: dict[int, float] = {**self.gains}
        for gain, n in self._unseen.items():
            seen[gain] = seen.get(gain, 0) + n
        self.llr = surprise(seen, 0.0) - surprise(seen, self.margin)
        if self.rounds >= MIN_ROUNDS:
            if self.llr >= self.upper:
                self.verdict = Verdict.BETTER
            elif self.llr <= self.lower:
                self.verdict = Verdict.NOT_BETTER

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "verdict": None if self.verdict is None else self.verdict.value,
            "margin": self.margin,
            "alpha": self.alpha,
            "beta": self.beta,
            "llr": self.llr,
            "lower": self.lower,
            "upper": self.upper,
            "gain": self.average,
        }


def surprise(counts: Mapping[int, float], mean: float) -> float:
    """How much less likely these counts of values are where their average must be ``mean``.

    The difference of the greatest log-likelihoods without and with that condition, over all spreads
    on these values: the maximum over t of the sum of n log(1 + t (value - mean)) (Owen 1988). Some
    value must be less than the mean, and some more.
    """
    away = [(value - mean, n) for value, n in counts.items()]
    low, high = -1 / max(d for d, _n in away), -1 / min(d for d, _n in away)
    close = 1e-12 * (high - low)
    t = 0.0
    for _attempt in range(200):
        # The sum is concave in t: Newton's steps, or halves where they would leave the bounds.
        slope = sum(n * d / (1 + t * d) for d, n in away)
        bend = sum(n * (d / (1 + t * d)) ** 2 for d, n in away)
        low, high = (t, high) if slope > 0 else (low, t)
        before, t = t, t + slope / bend
        if not low < t < high:
            t = (low + high) / 2
        if abs(t - before) <= close:
            break
    return sum(n * log(1 + t * d) for d, n in away)


def lost_turns(rules: Any) -> int | None:
    """What a game that is not won counts for: one turn more than the limit.

    Without a limit, where only what fails is lost: as many turns as there are secrets, or as the
    longest game has. None where winning is all that counts.
    """
    if isinstance(rules.knowledge(), Risky):
        return None
    return int(min(rules.secret_count, MOST_TURNS) if rules.limit is None else rules.limit + 1)


def reach(rules: Any, margin: float) -> int:
    """The most that a round of these rules can bring one entrant more than another."""
    lost = lost_turns(rules)
    if lost is None:
        return 1
    return max(MAX_TURNS_ASSUMED, floor(margin) + 1) if rules.limit is None else int(rules.limit)


def gains(games: Sequence[Game], lost: int | None) -> list[int]:
    """What each round brought the first of two entrants: turns that it saved, or a win.

    ``games``: by round, then by entrant; ``lost``: what ``lost_turns`` gave.
    """
    if lost is None:
        each = [int(game.outcome == WON) for game in games]
    else:
        each = [-(game.turns or 0) if game.outcome == WON else -lost for game in games]
    return [first - second for first, second in zip(each[::2], each[1::2], strict=True)]


def until_verdict(parts: Iterator[Part], test: SequentialTest, lost: int | None) -> Iterator[Part]:
    """The parts of a run of two, in the order of its rounds, up to the round of the verdict.

    So which rounds are played does not depend on how they were cut into parts, nor on who played
    them. ``lost``: what ``lost_turns`` gave.
    """
    try:
        for part in parts:
            for number, gain in enumerate(gains(part.games, lost), start=1):
                if test.add(gain):
                    games = part.games[: 2 * number]
                    yield part._replace(numbers=part.numbers[:number], games=games)
                    return
            yield part
    finally:
        if isinstance(parts, Generator):
            parts.close()  # What is still being played is not wanted any more.
