"""A sequential test: rounds are played until one entrant is found better, or not better.

Wald's test (1945) of two hypotheses about the mean gain of a round for the first entrant over the
second: at most 0, or at least a margin. The distribution of the gains is unknown, so each
hypothesis uses the distribution that makes the rounds so far most likely (Owen 1988): a generalised
test (Li, Liu and Ying 2014), as fishtest uses for chess engines. A mean of exactly the margin
explains a much greater difference hardly better than 0 does, so greater differences get a small
weight (the weight functions of Wald 1945).

The bounds are those of Ville (1939): at any time, the probability that a true hypothesis has become
1 / alpha times less likely than another one is at most alpha. Wald's own bounds are closer, but are
valid only if both errors are rare and the gains are small.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from enum import Enum
from math import ceil, exp, floor, log, log2
from typing import TYPE_CHECKING, Any

from mastermine.arena.run import WON, Part
from mastermine.core.errors import InvalidSpec
from mastermine.core.game import MAX_TURNS, Risky
from mastermine.i18n.numbers import plain
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from mastermine.arena.run import Game

MIN_ROUNDS = 100
"""No verdict before this round: the distribution is not yet known well enough."""
ROUNDS_PER_CHECK = 20
"""Number of rounds between two checks of the test."""
UNSEEN = 1e-3
"""Pseudo-rounds added for the largest gain, the smallest gain, and 0."""
DISTANT = 0.01
"""Total weight of the mean gains beyond the hypotheses; a mean of 0 or the margin has weight 1."""
MAX_TURNS_ASSUMED = 12
"""Maximum turns assumed for a round without a guess limit."""


class Verdict(Enum):
    """Result of a sequential test."""

    BETTER = "better"
    """The first entrant is better: a mean gain of at most 0 is rejected."""
    NOT_BETTER = "not better"
    """The first entrant is not better by the margin: a mean gain of at least that is rejected."""


class SequentialTest:
    """Counts the gains of rounds until there is a verdict.

    ``alpha``: maximum probability of the verdict "better" for an entrant that is not; ``beta``: of
    "not better" for one that is better by the margin. Both are approximate, since the distribution
    of the gains is estimated and ``DISTANT`` is added. For a gain between 0 and the margin either
    verdict is possible.
    """

    def __init__(
        self, margin: float, alpha: float = 0.05, beta: float = 0.05, reach: int = 1
    ) -> None:
        """``reach``: largest possible gain of a round. Raises InvalidSpec."""
        if not 0 < margin < reach:
            raise InvalidSpec(
                _("the margin must be more than 0 and less than {most}, not {n}").format(
                    n=plain(margin), most=plain(reach)
                )
            )
        if not (alpha > 0 and beta > 0 and alpha + beta < 1):
            raise InvalidSpec(
                _(
                    "alpha ({alpha}) and beta ({beta}) must both be more than 0, and their sum "
                    "less than 1"
                ).format(alpha=plain(alpha), beta=plain(beta))
            )
        self.margin = margin
        self.alpha = alpha
        self.beta = beta
        self.lower = log(beta)
        """Log-likelihood ratio at or below which the first entrant is not better."""
        self.upper = -log(alpha)
        """Log-likelihood ratio at or above which it is better."""
        self.rounds = 0
        self.gains: Counter[int] = Counter()
        """Number of rounds by gain."""
        self.llr = 0.0
        """Log-likelihood ratio of the margin to no difference, at the last check."""
        self.verdict: Verdict | None = None
        self._unseen = {-reach: UNSEEN, 0: UNSEEN, reach: UNSEEN}
        steps = [margin * 2**k for k in range(1, ceil(log2(reach / margin)))]
        self._more = [(margin, 1.0), *((step, DISTANT / len(steps)) for step in steps)]
        """Mean gains of at least the margin, and their weights."""

    @property
    def average(self) -> float | None:
        """Mean gain of a round; None without rounds."""
        return sum(g * n for g, n in self.gains.items()) / self.rounds if self.rounds else None

    def add(self, gain: int) -> Verdict | None:
        """Counts a round and returns the verdict, or None."""
        self.rounds += 1
        self.gains[gain] += 1
        if self.rounds % ROUNDS_PER_CHECK == 0:
            self._check()
        return self.verdict

    def _check(self) -> None:
        counts: dict[int, float] = {**self.gains}
        for gain, n in self._unseen.items():
            counts[gain] = counts.get(gain, 0) + n
        gains = sum(gain * n for gain, n in counts.items())
        if gains >= self.margin / 2 * sum(counts.values()):
            self.llr = self._evidence(counts, 0.0, 1)
        else:
            self.llr = -self._evidence(counts, self.margin, -1)
        if self.rounds >= MIN_ROUNDS:
            if self.llr >= self.upper:
                self.verdict = Verdict.BETTER
            elif self.llr <= self.lower:
                self.verdict = Verdict.NOT_BETTER

    def _evidence(self, counts: Mapping[int, float], mean: float, sign: int) -> float:
        """Returns the log-likelihood ratio of the weighted other means to ``mean``.

        ``sign``: 1 if the other means are greater, -1 if they are less.
        """
        most = surprise(counts, mean)
        terms = [log(w) + most - surprise(counts, mean + sign * d) for d, w in self._more]
        top = max(terms)
        return top + log(sum(exp(term - top) for term in terms))

    def to_dict(self) -> dict[str, Any]:
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
    """Returns the empirical log-likelihood ratio of these counts against a given mean.

    The difference between the maximum log-likelihoods without and with that mean, over all
    distributions on these values: the maximum over t of the sum of n log(1 + t (value - mean))
    (Owen 1988). Some value must be less than the mean, and some greater.
    """
    away = [(value - mean, n) for value, n in counts.items()]
    low, high = -1 / max(d for d, _n in away), -1 / min(d for d, _n in away)
    close = 1e-12 * (high - low)
    t = 0.0
    for _attempt in range(200):
        # The sum is concave in t: Newton's method, or bisection if a step leaves the bounds.
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
    """Returns the turns counted for a lost game: one more than the limit.

    Without a limit, where only failed games are lost: the number of secrets, or the maximum length
    of a game if that is less. None if only wins count.
    """
    if isinstance(rules.knowledge(), Risky):
        return None
    return int(min(rules.secret_count, MAX_TURNS) if rules.limit is None else rules.limit + 1)


def reach(rules: Any, margin: float) -> int:
    """Returns the largest possible gain of a round."""
    lost = lost_turns(rules)
    if lost is None:
        return 1
    return max(MAX_TURNS_ASSUMED, floor(margin) + 1) if rules.limit is None else int(rules.limit)


def gains(games: Sequence[Game], lost: int | None) -> list[int]:
    """Returns the gain of each round for the first of two entrants, in turns saved or in wins.

    ``games``: by round, then by entrant; ``lost``: result of ``lost_turns``.
    """
    if lost is None:
        each = [int(game.outcome == WON) for game in games]
    else:
        each = [-(game.turns or 0) if game.outcome == WON else -lost for game in games]
    return [first - second for first, second in zip(each[::2], each[1::2], strict=True)]


def until_verdict(parts: Iterator[Part], test: SequentialTest, lost: int | None) -> Iterator[Part]:
    """Yields the chunks of a run with two entrants up to the round of the verdict, in order.

    The last round does not depend on the chunks, nor on the workers. ``lost``: result of
    ``lost_turns``.
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
            parts.close()  # cancels chunks that are still being played
