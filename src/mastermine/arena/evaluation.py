"""Evaluation of a strategy over every code of the rules, or over a sample of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from mastermine.arena import statistics
from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.core.game import Divisible, NeedsRandomness, Outcome, Turn, View
from mastermine.core.play import check_new
from mastermine.core.strategy import Heuristic, Strategy
from mastermine.i18n.numbers import decimal, sized, whole
from mastermine.i18n.text import _, ngettext
from mastermine.registry import MASTERMIND, other_rules

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor

    from mastermine.core.game import Rules, Searchable


@dataclass(frozen=True)
class Evaluation:
    """Number of codes that a strategy finds with each number of guesses.

    Entry i of ``histogram`` counts the codes found with i + 1 guesses. ``exact`` is False for a
    strategy that draws random numbers, which played one game for each code, and for a sample of
    the codes: another seed gives other figures. ``rated``: only some guesses were tried, and
    rated by samples of the possible codes.
    """

    strategy: str
    histogram: tuple[int, ...]
    exact: bool = True
    rated: bool = False

    @property
    def codes(self) -> int:
        """Number of codes."""
        return sum(self.histogram)

    @property
    def total(self) -> int:
        """Number of guesses for all codes together."""
        return statistics.total(self.histogram)

    @property
    def average(self) -> float:
        """Mean number of guesses per code."""
        return self.total / self.codes

    @property
    def worst(self) -> int:
        """Number of guesses for the hardest code."""
        return statistics.worst(self.histogram) or 0

    @property
    def standard_error(self) -> float | None:
        """Standard error of the average; None for an exact average."""
        return None if self.exact else statistics.standard_error(self.histogram)

    def __str__(self) -> str:
        return (
            f"{self.strategy}: {whole(self.total)} guesses for {whole(self.codes)} codes, "
            f"{decimal(self.average)} on average, {self.worst} at worst"
        )

    def _repr_html_(self) -> str:
        from html import escape

        from mastermine.arena.plots.picture import Rows

        counts = statistics.table(self.histogram).items()
        rows = Rows((_("guesses"), _("codes")), [(n, whole(count)) for n, count in counts])
        return f"<p>{escape(str(self))}</p>{rows._repr_html_()}"

    def to_dict(self) -> dict[str, Any]:
        """Returns the figures for JSON; the keys of the histogram are numbers of guesses."""
        return {
            "strategy": self.strategy,
            "total": self.total,
            "average": self.average,
            "worst": self.worst,
            "histogram": statistics.table(self.histogram),
            "exact": self.exact,
            "standard_error": self.standard_error,
        }


def evaluate(
    rules: Rules[Any, Any, Any],
    strategy: Strategy,
    executor: Executor | None = None,
    seed: int | str = 0,
    sample: int | None = None,
) -> Evaluation:
    """Plays ``strategy`` on every code. The guess limit of the rules is ignored.

    A deterministic strategy's decision tree is walked once, natively for a heuristic; a strategy
    that uses random numbers plays a run with one game for each code, with random numbers that
    depend only on ``seed`` and the code. An ``executor`` shares the work, with equal results; if
    its workers are processes, the strategy must be picklable.

    ``sample``: number of codes drawn from ``seed``, the secrets of a match, instead of all codes.
    In large games a heuristic then rates its guesses by samples, too. Raises TooLarge for too many
    codes, InvalidSpec for a strategy that cannot be evaluated or a sample that is not smaller than
    the game, IllegalMove for a strategy that never finds some code.
    """
    known = start(rules, strategy, sample)
    try:
        secrets = None if sample is None else _drawn(rules, seed, sample)
        histogram = _tree(strategy, executor, View(rules, (), known), secrets)
    except NeedsRandomness:
        endless = rules if rules.limit is None else rules.with_limit(None)
        return Evaluation(
            strategy.name, tuple(_games(endless, strategy, executor, seed, sample)), False
        )
    rated = _rates(strategy) and not getattr(known, "searches_all", True)
    return Evaluation(strategy.name, tuple(histogram), sample is None, rated)


def start(
    rules: Rules[Any, Any, Any], strategy: Strategy, sample: int | None = None
) -> Divisible[Any, Any, Any]:
    """Returns the knowledge with which ``evaluate`` starts. Raises InvalidSpec and TooLarge."""
    if strategy.interactive:
        raise InvalidSpec(
            _(
                "{name} cannot be evaluated: a person would play every code; play a match instead"
            ).format(name=strategy.name)
        )
    known: Any = rules.knowledge()
    if not isinstance(known, Divisible):
        raise other_rules(rules.spec(), rules, MASTERMIND)
    if sample is not None:
        if rules.secret_count == 1:
            raise InvalidSpec(
                _("{spec} has only one code: leave the sample out").format(spec=rules.spec()),
                field="sample",
            )
        if not 1 <= sample < rules.secret_count:
            raise InvalidSpec(
                ngettext(
                    "the sample must have 1 to {most} code; {spec} has {size} in all",
                    "the sample must have 1 to {most} codes; {spec} has {size} in all",
                    rules.secret_count - 1,
                ).format(
                    most=sized(rules.secret_count - 1),
                    spec=rules.spec(),
                    size=sized(rules.secret_count),
                ),
                field="sample",
            )
        return known.sampled() if _rates(strategy) and hasattr(known, "sampled") else known
    ready = "searches_all" if isinstance(strategy.later, Heuristic) else "listed"
    if not getattr(known, ready, True):
        known = cast("Any", known).enumerated(strategy.later)
    return cast("Divisible[Any, Any, Any]", known)


def _drawn(rules: Rules[Any, Any, Any], seed: int | str, sample: int) -> list[Any]:
    """Draws the secrets of a match of as many rounds."""
    from mastermine.arena.worker import stream

    return [rules.draw(stream(seed, number)) for number in range(1, sample + 1)]


def _rates(strategy: Strategy) -> bool:
    """True for a heuristic that has to rate guesses."""
    return isinstance(strategy.later, Heuristic) and not strategy.later.indifferent


Secrets = Sequence[Any] | None
"""Secrets that are played from a node on; None for all that are possible."""


def _tree(
    strategy: Strategy, executor: Executor | None, root: View[Any, Any, Any], secrets: Secrets
) -> Sequence[int]:
    """Returns the histogram of a deterministic strategy."""
    if executor is None and strategy.later is strategy:
        return _below(strategy, (root, secrets))
    guess = strategy(root)
    found = 0
    parts = []
    for later, won, n, some in _answers(root, guess, secrets):
        if won:
            found = n
        else:
            parts.append((n, later, some))
    if len(parts) == 1 and not found:
        return _below(strategy, (root, secrets))  # reports or follows an uninformative guess
    parts.sort(key=lambda part: -part[0])
    below = partial(_below, strategy.later)
    nodes = [node for _n, *node in parts]
    return [found, *statistics.merged((executor.map if executor else map)(below, nodes))]


def _below(strategy: Strategy, node: Sequence[Any]) -> Sequence[int]:
    """Returns the histogram below a node, a view with its secrets; guesses count from there."""
    view, secrets = node
    if isinstance(strategy, Heuristic) and secrets is None:
        return cast("Searchable[Any]", view.knowledge).histogram(strategy)
    found: Counter[int] = Counter()
    open_ = [(view, secrets)]
    while open_:
        before, played = open_.pop()
        guess = strategy(before)
        check_new(strategy, before, guess)
        for later, won, n, some in _answers(before, guess, played):
            if won:
                found[before.length - view.length] += n
            else:
                open_.append((later, some))
    return [found[turns] for turns in range(max(found) + 1)]


def _answers(
    view: View[Any, Any, Any], guess: Any, secrets: Secrets
) -> Iterator[tuple[View[Any, Any, Any], bool, int, Secrets]]:
    """Yields, for each answer to a guess, the next view, True if it wins, and its secrets.

    These are their number and, if not all possible ones are played, a list. The guess limit is
    ignored.
    """
    parts: dict[Any, list[Any]] = {}
    for secret in secrets or ():
        parts.setdefault(view.rules.respond(secret, guess), []).append(secret)
    sizes = (
        cast("Divisible[Any, Any, Any]", view.knowledge).split(guess)
        if secrets is None
        else {feedback: len(part) for feedback, part in parts.items()}
    )
    for feedback, n in sizes.items():
        later = view.after(Turn(guess, feedback))
        yield later, view.rules.outcome(later.turns) is Outcome.WON, n, parts.get(feedback)


def _games(
    rules: Rules[Any, Any, Any],
    strategy: Strategy,
    executor: Executor | None,
    seed: int | str,
    sample: int | None,
) -> Sequence[int]:
    """Plays a run with one game for each code and returns its histogram."""
    from mastermine.arena.run import WON, Entrant, Run
    from mastermine.arena.runner import conduct
    from mastermine.arena.secret_source import Every, Sample
    from mastermine.arena.standings import Standings

    field = Every.of(rules) if sample is None else Sample(sample)
    run = Run(rules, (Entrant.of(strategy),), field, seed, time_limit=None, moves=False)
    standings = Standings(run.names, run.risky)
    for part in conduct(run, executor):
        for game in part.games:
            if game.outcome != WON:
                raise IllegalMove(
                    _("strategy {name} does not find the code {code}: {reason}").format(
                        name=strategy.name,
                        code=rules.format_secret(run.field.secret(rules, game.round)),
                        reason=game.reason,
                    )
                )
        standings.add(part.games, part.drew)
    return standings.scores[0].histogram
