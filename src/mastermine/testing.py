"""Checks that a strategy obeys the rules of all strategies, for use in its author's tests.

``check_strategy(mine)`` raises an AssertionError with the problem, the rules and the turns, or
returns None. It needs no test framework.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from mastermine.arena.run import Run
from mastermine.arena.watchdog import OutOfTime
from mastermine.arena.worker import play_part
from mastermine.core.errors import InvalidSpec, MastermineError, StrategyFailed
from mastermine.core.game import Divisible, Outcome, Risky, Turn, View
from mastermine.core.oracle import Honest
from mastermine.core.play import play
from mastermine.core.random import Random
from mastermine.core.strategy import Heuristic, Strategy, situation
from mastermine.i18n.text import N_, _, ngettext
from mastermine.mastermind.kernels import cost_table
from mastermine.registry import game_of, parse_rules

Turns = tuple[Turn[Any, Any], ...]


def trials(game: str) -> tuple[Any, ...]:
    """Returns the small games for checks of strategies. Raises InvalidSpec if there are none."""
    found = game_of(game)
    if not found.trials:
        raise InvalidSpec(
            _("the game {name} of the package {package} lists no small games for trials").format(
                name=game, package=found.package
            )
        )
    return tuple(map(parse_rules, found.trials))


RULES = trials("mastermind")
FIELDS = trials("minesweeper")

SEEDS = (1, 2)
UNFINISHED_TURNS = 3
"""Number of turns checked of a strategy that may guess forever."""
GAMES_PER_KIND = 8
"""Games played per rules where one action can lose."""
LARGEST_PART = 5000
"""Largest part size whose cost is checked."""


def check_strategy(
    strategy: Strategy, rules: Iterable[Any] | None = None, *, finishes: bool = True
) -> None:
    """Checks that a strategy plays by the rules and finishes, on every code of some small games.

    For Minesweeper, which has too many layouts, it plays some games on small boards; for rules
    whose secrets cannot be listed, one game.

    A strategy must have a name and a docstring; make legal guesses; guess the same for an equal
    view with equal random numbers, whatever happened before; not change the view; play the same
    game for the same seed; and find each code in at most as many guesses as there are codes, which
    holds if each guess rules out at least one. A heuristic must give each part size a finite cost
    that depends on this size alone.

    In Minesweeper it must open only closed cells, so that it finishes; a fast implementation of
    whole games must give the same results.

    Rules that it refuses, by InvalidSpec at its first move, are skipped.

    ``rules``: games to use instead of the ``trials`` of its game. ``finishes=False``: for a
    strategy that may guess forever; only its first turns are checked. Raises AssertionError, and
    InvalidSpec if it refuses all games.
    """
    for _about, check in checks(strategy, rules, finishes=finishes):
        check()


def checks(
    strategy: Strategy, rules: Iterable[Any] | None = None, *, finishes: bool = True
) -> Iterator[tuple[str, Callable[[], bool | None]]]:
    """Yields the single checks of ``check_strategy``, each with its subject: a spec or a word.

    Call them in order; a check returns False for rules that the strategy refuses. Raises
    InvalidSpec if it refuses all games.
    """
    # Translators: the subject of a check of a strategy: its name and its description.
    yield N_("description"), partial(_check_description, strategy)
    if isinstance(strategy.later, Heuristic):
        # Translators: the subject of a check of a strategy: its costs.
        yield N_("costs"), partial(_check_costs, strategy.later)
    refusals: list[InvalidSpec | None] = []
    for game in trials(strategy.game) if rules is None else rules:
        yield game.spec(), partial(_check_unless_refused, strategy, game, finishes, refusals)
    if None in refusals:
        return
    if strategy.later is not strategy:
        raise InvalidSpec(_("{name}: no trial game has this first move").format(name=strategy.name))
    raise next(filter(None, refusals))


def _check_unless_refused(
    strategy: Strategy, rules: Any, finishes: bool, refusals: list[InvalidSpec | None]
) -> bool:
    """Checks the strategy in one game; returns False if it refuses the rules.

    Appends the refusal to ``refusals``, or None.
    """
    refusals.append(None)
    try:
        _check_rules(strategy, rules, finishes)
    except InvalidSpec as error:
        refusals[-1] = error
        return False
    return True


def _check_rules(strategy: Strategy, rules: Any, finishes: bool) -> None:
    """Checks the strategy in one game. Raises InvalidSpec if it refuses the rules."""
    known = rules.knowledge()
    limit = None if finishes else UNFINISHED_TURNS
    if isinstance(known, Risky):
        for seed in range(GAMES_PER_KIND):
            _check_game(strategy, rules, seed, finishes)
            _check_seed(strategy, rules, seed, limit)
        if strategy.games is not None:
            _check_whole_games(strategy, rules)
        return
    if isinstance(known, Divisible) and getattr(known, "listed", True):
        _check_tree(strategy, rules, limit or rules.secret_count, finishes)
    else:
        _check_game(strategy, rules, 0, finishes)
    for seed in SEEDS:
        _check_seed(strategy, rules, seed, limit)


def _check_description(strategy: Strategy) -> None:
    assert isinstance(strategy, Strategy), _(
        '{strategy!r} is not a strategy: write @strategy("its-name") above the function'
    ).format(strategy=strategy)
    name = strategy.name.partition(":")[0]  # without options
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name), _(
        "the name {name!r} must be lower-case letters, digits and hyphens, like first-consistent"
    ).format(name=name)
    assert strategy.summary, _("{name} has no docstring that says how it plays").format(
        name=strategy.name
    )


def _check_costs(strategy: Heuristic) -> None:
    few = LARGEST_PART // 10
    try:
        cost_table(strategy, LARGEST_PART, LARGEST_PART)
        cost_table(strategy, 1, 1)
        costs, again, first = (
            strategy.costs(range(1, n + 1)) for n in (LARGEST_PART, LARGEST_PART, few)
        )
    except MastermineError as error:
        raise AssertionError(str(error)) from None
    assert costs == again, _(
        "{name} gives different costs for the same part sizes when it is called again"
    ).format(name=strategy.name)
    assert np.allclose(costs[:few], first, rtol=1e-9, atol=0), _(
        "{name}: the cost of a part depends on the other sizes in the call; "
        "it must depend on its own size alone"
    ).format(name=strategy.name)


def _check_tree(strategy: Strategy, rules: Any, most: int, finishes: bool) -> None:
    """Gets a guess in every position that occurs, then again in the opposite order."""
    guesses: dict[Turns, Any] = {}
    waiting: list[Turns] = [()]
    while waiting:
        turns = waiting.pop()
        if len(turns) == most:
            # Translators: {where} is "strategy … in … after …".
            assert not finishes, ngettext(
                "{where}: the code is not found after {n} guess, the number of codes",
                "{where}: the code is not found after {n} guesses, the number of codes",
                most,
            ).format(where=situation(strategy, rules, turns), n=most)
            continue
        guesses[turns] = guess = _ask(strategy, rules, turns)
        known: Any = View(rules, turns).knowledge
        later = ((*turns, Turn(guess, each)) for each in known.split(guess))
        waiting += [each for each in later if rules.outcome(each) is not Outcome.WON]
    _check_again(strategy, rules, guesses)


def _check_game(strategy: Strategy, rules: Any, seed: int, finishes: bool) -> None:
    oracle: Any = Honest(rules, rng=Random(seed))
    turns: tuple[Any, ...] = ()
    actions: dict[tuple[Any, ...], Any] = {}
    while rules.outcome(turns) is None and (finishes or len(turns) < UNFINISHED_TURNS):
        actions[turns] = action = _ask(strategy, rules, turns)
        turns = (*turns, Turn(action, oracle.ask(action)))
    _check_again(strategy, rules, actions)


def _check_again(strategy: Strategy, rules: Any, actions: dict[Any, Any]) -> None:
    """Repeats each position, the last one first, and compares the actions."""
    for turns, action in reversed(actions.items()):
        again = _ask(strategy, rules, turns)
        # Translators: {where} is "strategy … in … after …"; "it" is the strategy.
        assert again == action, _(
            "{where}: called twice with equal views and equal random numbers, it chooses {action}, "
            "then {again}"
        ).format(
            where=situation(strategy, rules, turns),
            action=rules.format_action(action),
            again=rules.format_action(again),
        )


def _ask(strategy: Strategy, rules: Any, turns: Turns) -> Any:
    """Returns the action of a strategy, after checks that it is legal and the view unchanged.

    Raises InvalidSpec if the strategy refuses the rules at its first move.
    """
    where = situation(strategy, rules, turns)
    view = View(rules, turns, rng=Random(where))
    knowledge = view.knowledge
    before = _contents(knowledge)
    plays = strategy.later if turns else strategy
    try:
        action: Any = plays(view) if isinstance(plays, Heuristic) else plays.raw(view)
    except (KeyboardInterrupt, OutOfTime):
        raise
    except BaseException as error:  # It may try to leave Python, too.
        if isinstance(error, InvalidSpec) and not turns and not isinstance(plays, Heuristic):
            raise  # It refuses these rules.
        if isinstance(error, StrategyFailed) and error.__cause__ is None:  # An engine: all is said.
            raise AssertionError(str(error)) from None
        # Translators: {where} is "strategy … in … after …"; "it" is the strategy.
        message = _("{where}: it raises {error}")
        raised = error.__cause__ if isinstance(error, StrategyFailed) else None
        raise AssertionError(
            message.format(where=where, error=strategy.blame(raised or error))
        ) from error
    try:
        rules.check(action)
    except MastermineError as error:
        message = (
            # Translators: {where} is "strategy … in … after …"; "its" is of the strategy.
            _("{where}: its click {cell!r} is not legal: {error}")
            if isinstance(knowledge, Risky)
            # Translators: {where} is "strategy … in … after …"; "its" is of the strategy.
            else _("{where}: its guess {guess!r} is not legal: {error}")
        )
        raise AssertionError(
            message.format(where=where, cell=action, guess=action, error=error)
        ) from None
    assert not isinstance(knowledge, Risky) or not knowledge.is_known(action), _(
        "{where}: it opens {cell}, which is open already"
    ).format(where=where, cell=rules.format_action(action))
    same = view.rules is rules and view.turns is turns and view.knowledge is knowledge
    # Translators: {where} is "strategy … in … after …"; "it" is the strategy; the view is all that
    # it may know of a game.
    untouched = same and _contents(knowledge) == before
    assert untouched, _("{where}: it changes the view").format(where=where)
    return action


def _contents(knowledge: Any) -> tuple[Any, Any]:
    """Returns the mutable contents of the knowledge."""
    listed = getattr(knowledge, "listed", False)
    return knowledge.codes.tobytes() if listed else None, getattr(knowledge, "board", None)


def _check_whole_games(strategy: Strategy, rules: Any) -> None:
    """Compares the fast implementation of whole games with play click by click."""
    fast, slow = (
        [
            (game.outcome, game.guesses)
            for game in play_part(
                Run.of(rules, [played], GAMES_PER_KIND, 1, moves=False),
                range(1, GAMES_PER_KIND + 1),
            ).games
        ]
        for played in (strategy, replace(strategy, games=None))
    )
    assert fast == slow, _(
        "{name} in {rules}: whole games give {fast}, play click by click gives {slow}"
    ).format(name=strategy.name, rules=rules.spec(), fast=fast, slow=slow)


def _check_seed(strategy: Strategy, rules: Any, seed: int, limit: int | None) -> None:
    def game() -> Any:
        rng = Random(seed)
        oracle = Honest(rules, rng=rng.fork("secret"))
        return play(rules, strategy, oracle, rng.fork("player"), limit)

    one, other = game(), game()
    assert one == other, _(
        "{name} in {rules}: the same seed {seed} gives two different games, {one} and {other}"
    ).format(name=strategy.name, rules=rules.spec(), seed=seed, one=one.turns, other=other.turns)
