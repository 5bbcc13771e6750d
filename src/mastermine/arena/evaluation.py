"""Evaluation of a strategy over every code of the rules, each code counted once."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any, cast

from mastermine.arena import statistics
from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.core.game import Divisible, NeedsRandomness, Outcome, Turn, View
from mastermine.core.play import check_new
from mastermine.core.strategy import Heuristic, Strategy
from mastermine.i18n.numbers import decimal, whole
from mastermine.i18n.text import _
from mastermine.registry import MASTERMIND, other_rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Executor

    from mastermine.core.game import Rules, Searchable


@dataclass(frozen=True)
class Evaluation:
    """Number of codes that a strategy finds with each number of guesses.

    Entry i of ``histogram`` counts the codes found with i + 1 guesses. ``exact`` is False for a
    strategy that draws random numbers: it played one game for each code, and another seed gives
    other figures.
    """

    strategy: str
    histogram: tuple[int, ...]
    exact: bool = True

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
) -> Evaluation:
    """Plays ``strategy`` on every code. The guess limit of the rules is ignored.

    A deterministic strategy's decision tree is walked once, natively for a heuristic; a strategy
    that uses random numbers plays a run with one game for each code, with random numbers that
    depend only on ``seed`` and the code. An ``executor`` shares the work, with equal results; if
    its workers are processes, the strategy must be picklable. Raises TooLarge if the codes cannot
    be listed, InvalidSpec for a strategy that cannot be evaluated, IllegalMove for one that never
    finds some code.
    """
    if strategy.interactive:
        raise InvalidSpec(
            _(
                "{name} cannot be evaluated: a person would play every code; play a match instead"
            ).format(name=strategy.name)
        )
    known = rules.knowledge()
    if not isinstance(known, Divisible):
        raise other_rules(rules.spec(), rules, MASTERMIND)
    if not getattr(known, "listed", True):
        len(cast("Any", known))  # Raises TooLarge.
    try:
        histogram = _tree(rules, strategy, executor)
    except NeedsRandomness:
        endless = rules if rules.limit is None else rules.with_limit(None)
        return Evaluation(strategy.name, tuple(_games(endless, strategy, executor, seed)), False)
    return Evaluation(strategy.name, tuple(histogram))


def _tree(
    rules: Rules[Any, Any, Any], strategy: Strategy, executor: Executor | None
) -> Sequence[int]:
    """Returns the histogram of a deterministic strategy."""
    root = View(rules)
    if executor is None and strategy.later is strategy:
        return _below(strategy, root)
    guess = strategy(root)
    found = 0
    parts = []
    for later, won, n in _answers(root, guess):
        if won:
            found = n
        else:
            parts.append(later)
    if len(parts) == 1 and not found:
        return _below(strategy, root)  # reports or follows an uninformative guess
    parts.sort(key=lambda view: -view.knowledge.count())
    below = partial(_below, strategy.later)
    return [found, *statistics.merged((executor.map if executor else map)(below, parts))]


def _below(strategy: Strategy, view: View[Any, Any, Any]) -> Sequence[int]:
    """Returns the histogram of the tree below ``view``; guesses are counted from there."""
    if isinstance(strategy, Heuristic):
        return cast("Searchable[Any]", view.knowledge).histogram(strategy)
    found: Counter[int] = Counter()
    open_ = [view]
    while open_:
        node = open_.pop()
        guess = strategy(node)
        check_new(strategy, node, guess)
        for later, won, n in _answers(node, guess):
            if won:
                found[node.length - view.length] += n
            else:
                open_.append(later)
    return [found[turns] for turns in range(max(found) + 1)]


def _answers(
    view: View[Any, Any, Any], guess: Any
) -> Iterator[tuple[View[Any, Any, Any], bool, int]]:
    """Yields, for each answer to a guess, the next view, True if it wins, and its number of codes.

    The guess limit is ignored.
    """
    knowledge = cast("Divisible[Any, Any, Any]", view.knowledge)
    for feedback, n in knowledge.split(guess).items():
        later = view.after(Turn(guess, feedback))
        yield later, view.rules.outcome(later.turns) is Outcome.WON, n


def _games(
    rules: Rules[Any, Any, Any], strategy: Strategy, executor: Executor | None, seed: int | str
) -> Sequence[int]:
    """Plays a run with one game for each code and returns its histogram."""
    from mastermine.arena.run import WON, Entrant, Run
    from mastermine.arena.runner import conduct
    from mastermine.arena.secret_source import Every
    from mastermine.arena.standings import Standings

    entrants = (Entrant.of(strategy),)
    run = Run(rules, entrants, Every.of(rules), seed, time_limit=None, moves=False)
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
