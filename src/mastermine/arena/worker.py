"""Plays rounds of a run in a worker; the games depend on the run alone."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import contextmanager, nullcontext
from functools import lru_cache
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Any, cast

from mastermine.arena.run import FAILED, LOST, WON, Game, Part, Run
from mastermine.arena.watchdog import OutOfMemory, OutOfTime, allowed
from mastermine.core.errors import BrokenGame, MastermineError, StrategyFailed, error_text
from mastermine.core.game import Outcome, Risky, Rules, Turn, View
from mastermine.core.oracle import Honest
from mastermine.core.play import moves
from mastermine.core.random import Random
from mastermine.i18n.numbers import plain, whole
from mastermine.i18n.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from mastermine.core.strategy import Strategy

MAX_CACHED_TURN = 4
"""Guesses up to this turn are cached, since early positions recur."""
MAX_CACHED_GUESSES = 1 << 12
"""Maximum number of cached guesses per strategy; a few kilobytes each on large minefields."""

MAX_REASON_LETTERS = 1000
"""Longer reasons are cut to this many letters."""

_TO_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def stream(seed: int | str, number: int) -> Random:
    """Returns the random numbers of a round, for its secret; strategies fork it by their names."""
    return Random(seed).fork("round", number)


class Allowance:
    """The memory that each entrant may use in this process, in all of its games together.

    A worker needs none: it is replaced when it uses too much, and plays the game again.
    """

    def __init__(self, limit: int) -> None:
        from mastermine.arena.memory import Meter

        self.limit = limit
        self._meter = Meter()
        self._used: Counter[int] = Counter()

    @contextmanager
    def of(self, entrant: int) -> Iterator[None]:
        """Adds to the memory of an entrant what this process grows by inside."""
        before = self._meter.read()
        try:
            yield
        finally:
            self._used[entrant] += self._meter.read() - before

    @property
    def reason(self) -> str:
        """Reason of a game that used too much, a clause."""
        from mastermine.arena.memory import too_much

        return too_much(self.limit)

    def left(self, entrant: int) -> int:
        """Returns the bytes that its next game may use."""
        return max(0, self.limit - max(0, self._used[entrant]))


def play_part(
    run: Run,
    numbers: range,
    entrants: Sequence[int] | None = None,
    allowance: Allowance | None = None,
) -> Part:
    """Plays these rounds; the result depends on the run alone, except for the times.

    ``entrants``: indices of the entrants that play [default: all]. ``allowance``: their memory if
    this process is not a worker.
    """
    start = perf_counter()
    columns: list[list[Game]] = []
    drew = []
    for index in range(len(run.entrants)) if entrants is None else entrants:
        with allowance.of(index) if allowance else nullcontext():
            column, random = _column(run, index, numbers, allowance)
        columns.append(column)
        if random:
            drew.append(index)
    games = [game for played in zip(*columns, strict=True) for game in played]
    return Part(numbers, games, tuple(drew), perf_counter() - start)


def _column(
    run: Run, index: int, numbers: range, allowance: Allowance | None
) -> tuple[list[Game], bool]:
    """Plays these rounds with an entrant; returns True if it drew random numbers, or may have."""
    strategy = run.entrants[index].strategy(run.rules.game)
    risky = run.risky
    if strategy.games is not None and risky and not run.moves:
        # Unknown whether it draws: assume it does.
        return _whole_games(run, index, strategy, numbers), getattr(strategy.games, "draws", True)
    known = opening(cast("Hashable", run.rules), strategy)
    players = [Player(strategy, known) for _number in numbers]
    games = [
        _game(run, index, number, player, risky, allowance)
        for number, player in zip(numbers, players, strict=True)
    ]
    return games, any(player.drew for player in players)


def _game(
    run: Run, index: int, number: int, player: Player, risky: bool, allowance: Allowance | None
) -> Game:
    rules = run.rules
    memory = None if allowance is None else allowance.left(index)
    rng = stream(run.seed, number)
    oracle = Honest(rules, run.field.secret(rules, number), rng)
    game = moves(rules, player, oracle, rng.fork(player.strategy.name))
    turns: list[Turn[Any, Any]] = []
    guesses = 0 if risky else None
    reason = None
    overhead = 0.0  # time to count guesses, which is not the strategy's
    clock = clock_of(player.strategy)
    start = clock()
    try:
        with nullcontext() if player.strategy.interactive else allowed(run.time_limit, memory):
            for before, turn, _after, ended in game:
                turns.append(turn)
                if guesses is not None:
                    counting = thread_time()
                    guesses += cast("Risky[Any]", before.knowledge).risk(turn.action) > 0
                    overhead += thread_time() - counting
                if ended is not None:
                    outcome = WON if ended is Outcome.WON else LOST
                    break
    except (KeyboardInterrupt, BrokenGame):
        raise
    except BaseException as error:
        if player.strategy.interactive:
            raise  # a player who quits has not lost
        if isinstance(error, OutOfMemory):
            return Game.crash(number, index, cast("Allowance", allowance).reason)
        outcome, reason = FAILED, _reason(run, error)
    seconds = clock() - start - overhead
    return Game(
        number,
        index,
        outcome,
        # Natively played games have no turns, so games without moves have none either.
        len(turns) if run.moves or not risky else None,
        guesses,
        round(1e6 * seconds),
        reason,
        None if oracle.secret is None or not run.moves else rules.format_secret(oracle.secret),
        _moves_json(rules, turns) if run.moves else None,
    )


def clock_of(strategy: Strategy) -> Callable[[], float]:
    """Returns a clock of the CPU time of this thread, and of the strategy's engine if any."""
    engine: Callable[[], float] | None = getattr(strategy.function, "cpu_seconds", None)
    return thread_time if engine is None else lambda: thread_time() + engine()


def _reason(run: Run, error: BaseException) -> str:
    """Returns why a strategy failed, in one printable line."""
    if isinstance(error, OutOfTime) and run.time_limit is not None:
        return _("it took longer than {n} s").format(n=plain(run.time_limit))
    text = str(error) if isinstance(error, MastermineError) else error_text(error)
    short = text if len(text) <= MAX_REASON_LETTERS else text[:MAX_REASON_LETTERS] + " …"
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in short)


def _moves_json(rules: Rules[Any, Any, Any], turns: list[Turn[Any, Any]]) -> str:
    action, feedback = rules.format_action, rules.format_feedback
    return _TO_JSON.encode([(action(t.action), feedback(t.feedback)) for t in turns])


def _whole_games(run: Run, index: int, strategy: Strategy, numbers: range) -> list[Game]:
    """Plays whole games natively, all at once; if that fails, one by one."""
    assert strategy.games is not None
    streams = [stream(run.seed, number) for number in numbers]
    own = [each.fork(strategy.name) for each in streams]
    listed = [run.field.secret(run.rules, number) for number in numbers]
    secrets = [a if a is not None else b for a, b in zip(listed, streams, strict=True)]
    clock = clock_of(strategy)
    start = clock()
    try:
        with allowed(run.time_limit):  # for all; if it is exceeded, for each one
            results = strategy.games(run.rules, secrets, own)
        if len(results) != len(numbers):
            raise StrategyFailed(
                # Translators: a strategy that plays {n} games at once gave {results} results.
                ngettext(
                    "strategy {name}: {n} game was requested, {results} returned",
                    "strategy {name}: {n} games were requested, {results} returned",
                    len(numbers),
                ).format(name=strategy.title, n=whole(len(numbers)), results=whole(len(results)))
            )
    except (KeyboardInterrupt, BrokenGame):
        raise
    except BaseException as error:
        if len(numbers) > 1:
            alone = (range(n, n + 1) for n in numbers)
            return [g for one in alone for g in _whole_games(run, index, strategy, one)]
        time = round(1e6 * (clock() - start))
        return [Game(numbers[0], index, FAILED, None, None, time, _reason(run, error))]
    time = round(1e6 * (clock() - start) / len(numbers))
    return [
        Game(number, index, WON if played.won else LOST, None, played.guesses, time)
        for number, played in zip(numbers, results, strict=True)
    ]


class Player:
    """A strategy in one game; it shares cached early guesses with other games of this process."""

    def __init__(self, strategy: Strategy, known: dict[tuple[Any, ...], Any]) -> None:
        """``known``: cache of guesses by turns; the player adds to it."""
        self.strategy = strategy
        self.interactive = self.drew = strategy.interactive
        """``drew``: True if it used random numbers, or may have."""
        self._known = known

    @property
    def title(self) -> str:
        """Name in error messages."""
        return self.strategy.title

    def __call__(self, view: View[Any, Any, Any]) -> Any:
        # A strategy that always draws has an empty cache: skip the lookup.
        early = view.length < MAX_CACHED_TURN
        guess = self._known.get(view.turns) if early and self._known else None
        if guess is None:
            try:
                guess = self.strategy(view)
            finally:
                self.drew = self.drew or view.drew
            if early and not self.drew and len(self._known) < MAX_CACHED_GUESSES:
                self._known[view.turns] = guess
        return guess


@lru_cache(maxsize=1024)
def opening(rules: Hashable, strategy: Strategy) -> dict[tuple[Any, ...], Any]:  # noqa: ARG001
    """Returns the cache of a strategy's early guesses in this process, by the turns."""
    return {}
