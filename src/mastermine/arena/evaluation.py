"""What a strategy needs over every code of the rules, each code counted once."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from mastermine.arena import statistics
from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.core.game import NeedsRandomness, Outcome, Perilous, Turn, View
from mastermine.core.oracle import Honest
from mastermine.core.play import moves
from mastermine.core.random import Random
from mastermine.core.strategy import Heuristic, Strategy
from mastermine.core.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from concurrent.futures import Executor

    from mastermine.core.game import Divisible, Rules, Searchable

PATIENCE = 50
"""A random strategy may take so many guesses for each code there is (and a thousand more).

Guessing blindly finds the code within c times as many guesses as there are codes with probability
1 - exp(-c), so that a strategy which is still without it then will not find it at all.
"""

_CHUNKS = 64  # tasks into which random games are cut for an executor


@dataclass(frozen=True)
class Evaluation:
    """How many codes a strategy finds with each number of guesses.

    Entry i of ``histogram`` counts the codes found with i + 1 guesses. ``exact`` is false for a
    strategy that draws random numbers: it played one game for each code, and another seed gives
    other figures.
    """

    strategy: str
    histogram: tuple[int, ...]
    exact: bool = True

    @property
    def codes(self) -> int:
        """How many codes were to be found."""
        return sum(self.histogram)

    @property
    def total(self) -> int:
        """The guesses for all codes together."""
        return statistics.total(self.histogram)

    @property
    def average(self) -> float:
        """Guesses a code."""
        return self.total / self.codes

    @property
    def worst(self) -> int:
        """The guesses for the hardest code."""
        return statistics.worst(self.histogram) or 0

    @property
    def standard_error(self) -> float | None:
        """The standard error of the average; None for an exact average."""
        return None if self.exact else statistics.standard_error(self.histogram)

    def to_dict(self) -> dict[str, Any]:
        """For JSON; the keys of the histogram are numbers of guesses."""
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
    """Play ``strategy`` on every code. The guess limit of the rules is ignored.

    Where equal turns get an equal guess, the decision tree is walked once, natively for a
    heuristic; a strategy that uses random numbers plays a game for each code, with numbers that
    depend on ``seed`` and the code alone. An ``executor`` shares the work, with equal results; one
    of processes needs a strategy that can be pickled. Raises TooLarge when the codes cannot be
    listed, InvalidSpec for a strategy that cannot be evaluated, IllegalMove for one that never
    finds some code.
    """
    if strategy.asks:
        raise InvalidSpec(
            _("{name} cannot be evaluated: nobody plays every code; try a match").format(
                name=strategy.name
            )
        )
    try:
        histogram = _tree(rules, strategy, executor)
    except NeedsRandomness:
        return Evaluation(strategy.name, tuple(_games(rules, strategy, executor, seed)), False)
    return Evaluation(strategy.name, tuple(histogram))


def check_new(strategy: Strategy, view: View[Any, Any, Any], guess: Any) -> None:
    """Raises IllegalMove when a strategy without random numbers makes a guess again.

    Its answer is known, so that nothing changes and the game would never end.
    """
    if not any(turn.action == guess for turn in view.turns):
        return
    told = view.rules.format_action(guess)
    if isinstance(view.knowledge, Perilous):
        raise IllegalMove(
            _("strategy {name} never ends a game: in turn {turn} it opens {guess} again").format(
                name=strategy.name, turn=view.length + 1, guess=told
            )
        )
    raise IllegalMove(
        _(
            "strategy {name} never finds the code {code}: "
            "in turn {turn} it makes its guess {guess} again"
        ).format(
            name=strategy.name,
            code=view.rules.format_secret(_divisible(view).first()),
            turn=view.length + 1,
            guess=told,
        )
    )


def _tree(
    rules: Rules[Any, Any, Any], strategy: Strategy, executor: Executor | None
) -> Sequence[int]:
    """The histogram of a strategy that has one decision tree."""
    root = View(rules)
    if executor is None:
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
        return _below(strategy, root)  # A guess that tells nothing: reported, or followed, there.
    parts.sort(key=lambda view: -view.knowledge.count())
    return [found, *statistics.merged(executor.map(partial(_below, strategy), parts))]


def _below(strategy: Strategy, view: View[Any, Any, Any]) -> Sequence[int]:
    """The histogram of the tree below ``view``, with the guesses counted from there."""
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
    """What each answer to a guess leads to: the view, whether the code is found, how many give it.

    Whether the guesses are used up does not matter here.
    """
    for feedback, n in _divisible(view).split(guess).items():
        later = view.after(Turn(guess, feedback))
        yield later, view.rules.outcome(later.turns) is Outcome.WON, n


def _divisible(view: View[Any, Any, Any]) -> Divisible[Any, Any, Any]:
    return cast("Divisible[Any, Any, Any]", view.knowledge)


def _games(
    rules: Rules[Any, Any, Any], strategy: Strategy, executor: Executor | None, seed: int | str
) -> Sequence[int]:
    """One game for each code."""
    secrets = list(enumerate(cast("Iterable[Any]", rules.knowledge())))
    some = partial(_some_games, rules, strategy, seed, 1000 + PATIENCE * len(secrets))
    if executor is None:
        return some(secrets)
    step = -(-len(secrets) // _CHUNKS)
    chunks = [secrets[start : start + step] for start in range(0, len(secrets), step)]
    return statistics.merged(executor.map(some, chunks))


def _some_games(
    rules: Rules[Any, Any, Any],
    strategy: Strategy,
    seed: int | str,
    most: int,
    secrets: Iterable[tuple[int, Any]],
) -> Sequence[int]:
    found: Counter[int] = Counter()
    for index, secret in secrets:
        rng = Random(seed).fork("code", index, strategy.name)
        game = moves(rules, strategy, Honest(rules, secret), rng)
        for guesses, (*_turn, outcome) in enumerate(game, start=1):
            if outcome is Outcome.WON:
                found[guesses - 1] += 1
                break
            if guesses >= most:
                raise IllegalMove(
                    _("strategy {name} did not find the code {code} in {n:,} guesses").format(
                        name=strategy.name, code=rules.format_secret(secret), n=most
                    )
                )
    return [found[turns] for turns in range(max(found) + 1)]
