"""Public functions of ``mastermine``; each accepts text for rules, codes and strategies.

``docs/how-to/python.md`` shows examples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, cast, overload

from mastermine.core import play as core
from mastermine.core.game import A, F, Rules, S, View
from mastermine.core.given import number_of, secret_of, seed_of
from mastermine.core.oracle import Honest, Oracle
from mastermine.core.random import Random, fresh_seed
from mastermine.core.strategy import Strategy
from mastermine.core.turns import Turns, turns_of
from mastermine.registry import (
    AnyRules,
    SomeRules,
    colour_names,
    find_strategy,
    parse_rules,
    usual_strategy,
)

if TYPE_CHECKING:
    from mastermine.arena.evaluation import Evaluation
    from mastermine.arena.results import Results
    from mastermine.coach.hint import Hint
    from mastermine.core.game import Knowledge
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

AnyStrategy = str | Strategy | Callable[[Any], object]
"""A name, a strategy, or a function of a view."""

Seed = int | str | None
"""A number or a text; None for a fresh random seed."""


@overload
def game(rules: MastermindName | Mastermind) -> Mastermind: ...
@overload
def game(rules: MinesweeperName | Minesweeper) -> Minesweeper: ...
@overload
def game(rules: str) -> Mastermind | Minesweeper: ...
def game(rules: str | Mastermind | Minesweeper) -> Mastermind | Minesweeper:
    """Returns the rules of a preset or a spec: ``classic``, ``4x6``, ``9x9x10``.

    Raises InvalidSpec.
    """
    return cast("Mastermind | Minesweeper", parse_rules(rules))


@overload
def play(
    rules: str | SomeRules,
    strategy: AnyStrategy,
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
    """Plays one game with a strategy.

    The strategy may be a name or a function. ``secret_or_oracle`` is the secret, or an oracle that
    answers; by default ``seed`` draws a secret. ``seed`` also gives the random numbers of the
    strategy. ``limit``: maximum number of turns, in addition to the limit of the rules. Raises
    IllegalMove if the strategy makes an illegal move or never ends the game, Contradiction if no
    secret is consistent with the oracle's answers, InvalidSpec.
    """
    parsed = parse_rules(rules)
    player = find_strategy(strategy, parsed.game)
    numbers = _random(seed if rng is None else rng)
    maker = secret_or_oracle if oracle is None else oracle
    if not hasattr(maker, "ask"):
        maker = Honest(parsed, secret_of(parsed, maker), numbers.fork("secret"))
    most = None if limit is None else number_of("limit", limit, least=1)
    return core.play(parsed, player, maker, numbers, most)


def solve(
    rules: str | SomeRules,
    secret: object = None,
    *,
    strategy: AnyStrategy | None = None,
    seed: Seed = None,
) -> Record:
    """Finds a secret with a strategy [default: ``knuth`` or ``endgame``].

    The secret may be a text or an oracle; by default ``seed`` draws one. Raises as ``play``.
    """
    parsed = parse_rules(rules)
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
    """Returns the secrets consistent with these turns: a set of codes, or the knowledge of a board.

    Raises Contradiction if there are none, IllegalMove, InvalidSpec.
    """
    rules = parse_rules(rules)
    return View(rules, turns_of(rules, turns)).knowledge


@overload
def hint(
    rules: str | SomeRules,
    turns: Iterable[str | tuple[str, str]] = ...,
    *,
    strategy: AnyStrategy | None = ...,
    seed: Seed = ...,
) -> Hint: ...
@overload
def hint(
    rules: Rules[S, A, F],
    turns: Turns[A, F] = ...,
    *,
    strategy: AnyStrategy | None = ...,
    seed: Seed = ...,
) -> Hint: ...
def hint(
    rules: Any, turns: Any = (), *, strategy: AnyStrategy | None = None, seed: Seed = None
) -> Hint:
    """Recommends the next move in a position, with the reason.

    Raises Contradiction if no secret is consistent with the turns, IllegalMove, InvalidSpec.
    """
    from mastermine.coach import hint as coach

    parsed = parse_rules(rules)
    given = fresh_seed() if seed is None else seed_of(seed)
    view = coach.position(parsed, turns_of(parsed, turns), given)
    names = colour_names(rules)
    words = {} if names is None else {"names": names}
    return coach.hint(view, _strategy(strategy, parsed), **words)


def evaluate(
    rules: str | SomeRules,
    strategy: AnyStrategy,
    *,
    jobs: int | None = 1,
    seed: int | str = 0,
    sample: int | None = None,
    memory: int | str | None = None,
) -> Evaluation:
    """Plays a strategy on every code; the limit of the rules is ignored.

    ``jobs``: number of processes; None for one per core. ``seed``: for strategies that draw random
    numbers, and for ``sample``: the number of random codes to play instead of all of them.
    ``memory``: limit of each worker process, as for ``match``. Raises TooLarge if there are too
    many codes, InvalidSpec if the strategy cannot be evaluated or the sample is not smaller than
    the game, IllegalMove if it never finds some code.
    """
    from mastermine.arena import evaluation
    from mastermine.arena.executors import workers

    parsed = parse_rules(rules)
    player = find_strategy(strategy, parsed.game)
    with workers(jobs, memory=_memory(memory)) as executor:
        count = None if sample is None else number_of("sample", sample)
        return evaluation.evaluate(parsed, player, executor, seed_of(seed), count)


def match(
    rules: str | SomeRules,
    strategies: AnyStrategy | Iterable[AnyStrategy],
    *,
    rounds: int = 100,
    seed: Seed = None,
    jobs: int | None = 1,
    moves: bool = True,
    time_limit: float | None = None,
    memory: int | str | None = None,
) -> Results:
    """Plays a match between strategies; all play the same secret in each round.

    ``jobs``: number of processes; None for one per core. ``moves``: stores the moves, for
    ``records``; without them whole games may be played natively, which is faster. ``time_limit``:
    seconds per game. ``memory``: limit of each process, in bytes or as ``"2G"``; a strategy that
    uses more loses the game [default: half of the machine's memory, divided by ``jobs``]. Raises
    InvalidSpec, TooLarge.
    """
    from mastermine.arena.executors import workers
    from mastermine.arena.results import Results
    from mastermine.arena.run import TIME_LIMIT_SECONDS, Run
    from mastermine.arena.runner import conduct
    from mastermine.arena.standings import Standings

    parsed = parse_rules(rules)
    run = Run.of(
        parsed,
        _strategies(strategies, parsed),
        number_of("rounds", rounds),
        fresh_seed() if seed is None else seed,
        time_limit=TIME_LIMIT_SECONDS if time_limit is None else time_limit,
        moves=moves,
    )
    standings, played = Standings(run.names, run.risky), []
    limit = _memory(memory)
    with workers(jobs, memory=limit) as executor:
        for part in conduct(run, executor, memory=limit):
            standings.add(part.games, part.drew)
            played += part.games
    entrants = len(run.entrants)
    return Results.of_run(
        run, standings, lambda first, last: [played[(first - 1) * entrants : last * entrants]]
    )


def tree(rules: str | Mastermind, strategy: AnyStrategy | None = None) -> Tree:
    """Returns the decision tree of a strategy for Mastermind: its guess after each answer.

    Raises TooLarge if the codes cannot be listed, NeedsRandomness if the strategy draws random
    numbers.
    """
    from mastermine.mastermind.optimal.tree import Tree
    from mastermine.mastermind.rules import Mastermind
    from mastermine.registry import parse_rules_of

    parsed = parse_rules_of(Mastermind, rules)
    return Tree.of_strategy(parsed, _strategy(strategy, parsed))


def _memory(given: int | str | None) -> int | None:
    from mastermine.arena.memory import memory_of

    return None if given is None else memory_of(given)


def _strategy(strategy: AnyStrategy | None, rules: AnyRules) -> Strategy:
    return find_strategy(usual_strategy(rules) if strategy is None else strategy, rules.game)


def _strategies(strategies: AnyStrategy | Iterable[AnyStrategy], rules: AnyRules) -> list[Strategy]:
    from mastermine.arena.reproduce import strategies_of

    several: Iterable[AnyStrategy] = (
        strategies
        if isinstance(strategies, Iterable) and not isinstance(strategies, str)
        else [strategies]
    )
    found: list[Strategy] = []
    for each in several:
        if isinstance(each, str):
            found += strategies_of([each], rules)
        else:
            found.append(find_strategy(each, rules.game))
    return found


def _random(seed: Seed | Random) -> Random:
    if isinstance(seed, Random):
        return seed
    return Random(fresh_seed() if seed is None else seed_of(seed))
