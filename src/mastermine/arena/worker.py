"""Playing rounds of a run: what happens in a worker, and depends on nothing but the run."""

from __future__ import annotations

import json
from functools import lru_cache
from time import perf_counter, thread_time
from typing import TYPE_CHECKING, Any, cast

from mastermine.arena.run import FAILED, LOST, WON, Game, Part, Run
from mastermine.arena.watchdog import OutOfTime, allowed
from mastermine.core.errors import BrokenGame, MastermineError, StrategyFailed, error_text
from mastermine.core.game import Outcome, Risky, Rules, Turn, View
from mastermine.core.oracle import Honest
from mastermine.core.play import moves
from mastermine.core.random import Random
from mastermine.i18n.numbers import plain, whole
from mastermine.i18n.text import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from mastermine.core.strategy import Strategy

MAX_CACHED_TURN = 4
"""Guesses up to this turn are cached, since first turns recur."""
MAX_CACHED_GUESSES = 1 << 12
"""How many of them, for each strategy: on large minefields a few kilobytes each."""

MAX_REASON_LETTERS = 1000
"""The most letters of a reason that are saved."""

_TO_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def stream(seed: int | str, number: int) -> Random:
    """The random numbers of a round: its secret, and by their names those of the strategies."""
    return Random(seed).fork("round", number)


def play_part(run: Run, numbers: range, entrants: Sequence[int] | None = None) -> Part:
    """Play the rounds of these numbers; what comes out depends on the run alone, but for times.

    ``entrants``: who plays, where not all do.
    """
    start = perf_counter()
    columns: list[list[Game]] = []
    drew = []
    risky = run.risky
    for index in range(len(run.entrants)) if entrants is None else entrants:
        strategy = run.entrants[index].strategy(run.rules.game)
        if strategy.games is None or run.moves or not risky:
            known = opening(cast("Hashable", run.rules), strategy)
            players = [Player(strategy, known) for _number in numbers]
            columns.append(
                [
                    _game(run, index, number, player, risky)
                    for number, player in zip(numbers, players, strict=True)
                ]
            )
            random = any(player.drew for player in players)
        else:
            columns.append(_whole_games(run, index, strategy, numbers))
            random = getattr(strategy.games, "draws", True)  # It may; nobody sees.
        if random:
            drew.append(index)
    games = [game for played in zip(*columns, strict=True) for game in played]
    return Part(numbers, games, tuple(drew), perf_counter() - start)


def _game(run: Run, index: int, number: int, player: Player, risky: bool) -> Game:
    rules = run.rules
    rng = stream(run.seed, number)
    oracle = Honest(rules, run.field.secret(rules, number), rng)
    game = moves(rules, player, oracle, rng.fork(player.strategy.name))
    turns: list[Turn[Any, Any]] = []
    guesses = 0 if risky else None
    reason = None
    apart = 0.0  # The time of what is no work of the strategy's.
    start = thread_time()
    try:
        with allowed(None if player.strategy.asks else run.time_limit):
            for before, turn, _after, ended in game:
                turns.append(turn)
                if guesses is not None:
                    looked = thread_time()
                    guesses += cast("Risky[Any]", before.knowledge).risk(turn.action) > 0
                    apart += thread_time() - looked
                if ended is not None:
                    outcome = WON if ended is Outcome.WON else LOST
                    break
    except (KeyboardInterrupt, BrokenGame):
        raise
    except BaseException as error:
        if player.strategy.asks:
            raise  # A person who leaves has not lost.
        outcome, reason = FAILED, _reason(run, error)
    seconds = thread_time() - start - apart
    return Game(
        number,
        index,
        outcome,
        # Whole games count none, and who plays turn by turn without their moves is to be alike.
        len(turns) if run.moves or not risky else None,
        guesses,
        round(1e6 * seconds),
        reason,
        None if oracle.secret is None or not run.moves else rules.format_secret(oracle.secret),
        _written(rules, turns) if run.moves else None,
    )


def _reason(run: Run, error: BaseException) -> str:
    """What a strategy did wrong, in one line that any terminal and database takes."""
    if isinstance(error, OutOfTime) and run.time_limit is not None:
        return _("it took longer than {n} s").format(n=plain(run.time_limit))
    told = str(error) if isinstance(error, MastermineError) else error_text(error)
    shown = told if len(told) <= MAX_REASON_LETTERS else told[:MAX_REASON_LETTERS] + " …"
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in shown)


def _written(rules: Rules[Any, Any, Any], turns: list[Turn[Any, Any]]) -> str:
    action, feedback = rules.format_action, rules.format_feedback
    return _TO_JSON.encode([(action(t.action), feedback(t.feedback)) for t in turns])


def _whole_games(run: Run, index: int, strategy: Strategy, numbers: range) -> list[Game]:
    """Games whose turns nobody counts, all at once; where one goes wrong, each alone."""
    assert strategy.games is not None
    streams = [stream(run.seed, number) for number in numbers]
    own = [each.fork(strategy.name) for each in streams]
    listed = [run.field.secret(run.rules, number) for number in numbers]
    secrets = [a if a is not None else b for a, b in zip(listed, streams, strict=True)]
    start = thread_time()
    try:
        with allowed(run.time_limit):  # All of them: where that is not enough, each is given it.
            results = strategy.games(run.rules, secrets, own)
        if len(results) != len(numbers):
            raise StrategyFailed(
                # Translators: a strategy that plays {n} games at once gave {results} results.
                ngettext(
                    "strategy {name}: of {n} game {results} came back",
                    "strategy {name}: of {n} games {results} came back",
                    len(numbers),
                ).format(name=strategy.title, n=whole(len(numbers)), results=whole(len(results)))
            )
    except (KeyboardInterrupt, BrokenGame):
        raise
    except BaseException as error:
        if len(numbers) > 1:
            alone = (range(n, n + 1) for n in numbers)
            return [g for one in alone for g in _whole_games(run, index, strategy, one)]
        time = round(1e6 * (thread_time() - start))
        return [Game(numbers[0], index, FAILED, None, None, time, _reason(run, error))]
    time = round(1e6 * (thread_time() - start) / len(numbers))
    return [
        Game(number, index, WON if played.won else LOST, None, played.guesses, time)
        for number, played in zip(numbers, results, strict=True)
    ]


class Player:
    """A strategy in one game. It knows first guesses of other games, where they were not random."""

    def __init__(self, strategy: Strategy, known: dict[tuple[Any, ...], Any]) -> None:
        """``known``: the guesses after some turns; more are added."""
        self.strategy = strategy
        self.asks = self.drew = strategy.asks
        """Whether it used random numbers, or may have."""
        self._known = known

    @property
    def title(self) -> str:
        """Its name in errors."""
        return self.strategy.title

    def __call__(self, view: View[Any, Any, Any]) -> Any:
        # Who always draws random numbers knows no guesses, and looks for none.
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
    """What the games of a strategy in this process share: its first guesses, by the turns."""
    return {}
