"""Each thing that the package does as one call, which takes texts for rules, codes, strategies.

These are the functions of ``mastermine`` itself; ``docs/how-to/python.md`` shows them at work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, cast, overload

from mastermine.core import play as core
from mastermine.core.game import A, F, Rules, S, View
from mastermine.core.oracle import Honest, Oracle
from mastermine.core.random import Random, fresh_seed
from mastermine.core.strategy import Strategy
from mastermine.core.turns import turns_of
from mastermine.registry import AnyRules, find_strategy, parse_rules, usual_strategy

if TYPE_CHECKING:
    from mastermine.arena.evaluation import Evaluation
    from mastermine.arena.results import Results
    from mastermine.coach.hint import Hint
    from mastermine.core.game import Knowledge, Turn
    from mastermine.core.play import Record
    from mastermine.mastermind.feedback import Feedback
    from mastermine.mastermind.knowledge import Candidates
    from mastermine.mastermind.optimal.tree import Tree
    from mastermine.mastermind.presets import Name as MastermindName
    from mastermine.mastermind.rules import Code, Mastermind
    from mastermine.minesweeper.board import Cell
    from mastermine.minesweeper.knowledge import Field
    from mastermine.minesweeper.presets import Name as MinesweeperName
    from mastermine.minesweeper.rules import Feedback as Shown
    from mastermine.minesweeper.rules import Minesweeper

    Turns = Iterable[str | tuple[str, str] | Turn[A, F]]
    """Texts such as ``1122 1,1``, pairs of texts as a record has them, or turns."""

Seed = int | str | None
"""A number or a text; None for one that nobody knows."""


class SomeRules(Protocol):
    """Rules of any game."""

    game: ClassVar[str]

    def spec(self) -> str: ...


@overload
def game(rules: MastermindName | Mastermind) -> Mastermind: ...
@overload
def game(rules: MinesweeperName | Minesweeper) -> Minesweeper: ...
@overload
def game(rules: str) -> Mastermind | Minesweeper: ...
def game(rules: str | Mastermind | Minesweeper) -> Mastermind | Minesweeper:
    """The rules that a preset or a spec names: ``classic``, ``4x6``, ``9x9x10``.

    Raises InvalidSpec.
    """
    if isinstance(rules, str):
        return cast("Mastermind | Minesweeper", parse_rules(rules))
    return rules


@overload
def play(
    rules: str | SomeRules,
    strategy: str | Strategy,
    secret_or_oracle: object = ...,
    seed: Seed | Random = ...,
    limit: int | None = ...,
    *,
    oracle: object = ...,
    rng: Random | None = ...,
) -> Record: ...
@overload
def play(
    rules: str | Rules[S, A, F],
    strategy: str | Callable[[View[S, A, F]], A],
    secret_or_oracle: str | S | Oracle[A, F] | None = ...,
    seed: Seed | Random = ...,
    limit: int | None = ...,
    *,
    oracle: Oracle[A, F] | None = ...,
    rng: Random | None = ...,
) -> Record: ...
def play(
    rules: Any,
    strategy: str | Callable[..., Any],
    secret_or_oracle: Any = None,
    seed: Seed | Random = None,
    limit: int | None = None,
    *,
    oracle: Any = None,
    rng: Random | None = None,
) -> Record:
    """Let a strategy play one game.

    It looks for the secret, or asks the oracle; where there is neither, ``seed`` draws the secret.
    ``seed`` also gives the random numbers of the strategy. ``limit`` comes on top of the limit of
    the rules. Raises IllegalMove when the strategy asks what the rules forbid, Contradiction when
    the oracle's answers cannot all be true, InvalidSpec.
    """
    parsed = _rules(rules)
    numbers = rng or (seed if isinstance(seed, Random) else Random(_seed(seed)))
    asked = secret_or_oracle if oracle is None else oracle
    if not hasattr(asked, "ask"):
        secret = parsed.parse_secret(asked) if isinstance(asked, str) else asked
        asked = Honest(parsed, secret, numbers.fork("secret"))
    player = _strategy(strategy, parsed) if isinstance(strategy, str) else strategy
    return core.play(parsed, player, asked, numbers, limit)


def solve(
    rules: str | SomeRules,
    secret: object,
    *,
    strategy: str | Strategy | None = None,
    seed: Seed = None,
) -> Record:
    """Find a secret as the usual strategy of the game does: ``knuth``, or ``pseq``.

    The secret may be a text or an oracle. Raises as ``play``.
    """
    parsed = _rules(rules)
    return play(parsed, _strategy(strategy, parsed), secret, seed)


@overload
def candidates(
    rules: MastermindName | Mastermind, turns: Turns[Code, Feedback] = ...
) -> Candidates: ...
@overload
def candidates(rules: MinesweeperName | Minesweeper, turns: Turns[Cell, Shown] = ...) -> Field: ...
@overload
def candidates(rules: str, turns: Iterable[str | tuple[str, str]] = ...) -> Candidates | Field: ...
@overload
def candidates(rules: Rules[S, A, F], turns: Turns[A, F] = ...) -> Knowledge[A, F]: ...
def candidates(rules: Any, turns: Any = ()) -> Any:
    """The secrets that fit these turns: a set of codes, or what is known of a field.

    Raises Contradiction when none does, IllegalMove, InvalidSpec.
    """
    rules = _rules(rules)
    return View(rules, turns_of(rules, turns)).knowledge


@overload
def hint(
    rules: str | SomeRules,
    turns: Iterable[str | tuple[str, str]] = ...,
    *,
    strategy: str | Strategy | None = ...,
    seed: Seed = ...,
) -> Hint: ...
@overload
def hint(
    rules: Rules[S, A, F],
    turns: Turns[A, F] = ...,
    *,
    strategy: str | Strategy | None = ...,
    seed: Seed = ...,
) -> Hint: ...
def hint(
    rules: Any, turns: Any = (), *, strategy: str | Strategy | None = None, seed: Seed = None
) -> Hint:
    """The next move for a game on the table, and why.

    Raises Contradiction when no secret fits the turns, IllegalMove, InvalidSpec.
    """
    from mastermine.coach import hint as coach

    parsed = _rules(rules)
    view: View[Any, Any, Any] = View(parsed, turns_of(parsed, turns), rng=Random(_seed(seed)))
    return coach.hint(view, _strategy(strategy, parsed))


def evaluate(
    rules: str | SomeRules,
    strategy: str | Strategy,
    *,
    jobs: int | None = 1,
    seed: int | str = 0,
) -> Evaluation:
    """Play a strategy on every code; the limit of the rules is ignored.

    ``jobs``: how many processes share the work; None for one a core. ``seed`` matters to a strategy
    that draws random numbers. Raises TooLarge when the codes cannot be listed, InvalidSpec for a
    strategy that cannot be evaluated, IllegalMove for one that never finds some code.
    """
    from mastermine.arena import evaluation
    from mastermine.arena.executors import workers

    parsed = _rules(rules)
    with workers(jobs) as executor:
        return evaluation.evaluate(parsed, _strategy(strategy, parsed), executor, seed)


def match(
    rules: str | SomeRules,
    strategies: str | Strategy | Iterable[str | Strategy],
    *,
    rounds: int = 100,
    seed: Seed = None,
    jobs: int | None = 1,
    moves: bool = True,
    time_limit: float | None = None,
) -> Results:
    """Let strategies play the same secrets, one a round.

    ``jobs``: how many processes share the work; None for one a core. ``moves``: whether the moves
    are kept, for ``records``; without them whole games may be played natively, which is faster.
    ``time_limit``: the seconds that a strategy has for a game. Raises InvalidSpec, TooLarge.
    """
    from mastermine.arena.executors import workers
    from mastermine.arena.results import Results
    from mastermine.arena.run import TIME_LIMIT_SECONDS, Run
    from mastermine.arena.runner import conduct
    from mastermine.arena.standings import Standings

    parsed = _rules(rules)
    run = Run.of(
        parsed,
        _strategies(strategies, parsed),
        rounds,
        _seed(seed),
        time_limit=time_limit or TIME_LIMIT_SECONDS,
        moves=moves,
    )
    standings, played = Standings(run.names, run.risky), []
    with workers(jobs) as executor:
        for part in conduct(run, executor):
            standings.add(part.games, part.drew)
            played += part.games
    entrants = len(run.entrants)
    return Results.of_run(
        run, standings, lambda first, last: [played[(first - 1) * entrants : last * entrants]]
    )


def tree(rules: str | Mastermind, strategy: str | Strategy | None = None) -> Tree:
    """How a strategy plays Mastermind: what it guesses after each answer.

    Raises TooLarge when the codes cannot be listed, NeedsRandomness for a strategy that draws
    random numbers.
    """
    from mastermine.mastermind.optimal.tree import Tree
    from mastermine.mastermind.rules import Mastermind
    from mastermine.registry import parse_rules_of

    if isinstance(rules, str):
        rules = parse_rules_of(Mastermind, rules)
    return Tree.of_strategy(rules, _strategy(strategy, rules))


def _rules(rules: Any) -> AnyRules:
    parsed: AnyRules = parse_rules(rules) if isinstance(rules, str) else rules
    return parsed


def _strategy(strategy: str | Strategy | None, rules: AnyRules) -> Strategy:
    if isinstance(strategy, Strategy):
        return strategy
    return find_strategy(usual_strategy(rules) if strategy is None else strategy, rules.game)


def _strategies(
    strategies: str | Strategy | Iterable[str | Strategy], rules: AnyRules
) -> list[Strategy]:
    from mastermine.arena.reproduce import strategies_of

    several = [strategies] if isinstance(strategies, str | Strategy) else strategies
    return [
        strategy
        for each in several
        for strategy in (strategies_of([each], rules) if isinstance(each, str) else [each])
    ]


def _seed(seed: Seed) -> int | str:
    return fresh_seed() if seed is None else seed
