"""How a strategy is written: a function and one decorator, in a small file of its own."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import lru_cache
from operator import attrgetter
from pathlib import PurePath
from typing import Any, Literal, NamedTuple, ParamSpec, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from mastermine.core.errors import (
    IllegalMove,
    InvalidSpec,
    MastermineError,
    StrategyFailed,
    error_line,
    error_text,
)
from mastermine.core.game import Rules, Searchable, Turn, View
from mastermine.core.given import checked as legal
from mastermine.core.options import (
    FIRST,
    Value,
    check_first,
    checked,
    declared,
    first_action,
    suffix,
)
from mastermine.core.packages import point_of, with_package
from mastermine.core.random import Random
from mastermine.i18n.text import _, ngettext

Array = NDArray[np.float64]
"""Sizes of parts, and what they cost: numbers of type float64, of any shape."""
Combine = Literal["sum", "max"]

SHOWN_TURNS = 8


class Played(NamedTuple):
    """How a game went that nobody watched."""

    won: bool
    guesses: int
    """The actions that could have lost the game, for all that was known."""


P = ParamSpec("P")


class Decorator(Protocol):
    """What ``strategy`` returns."""

    def __call__(self, function: Callable[P, object], /) -> Strategy:
        """The function as a strategy. Raises InvalidSpec."""


class WholeGames(Protocol):
    """Plays many games at once, and each as a strategy plays it turn by turn.

    One that has a method ``having`` is asked for the same with other options: it is given those
    that are set, by name, and returns None where it has no such games. One that has a false
    attribute ``draws`` uses no random numbers of the strategy's own.
    """

    def __call__(
        self, rules: Any, secrets: Sequence[Any], own: Sequence[Random], /
    ) -> list[Played]:
        """A game for each secret, or the ``Random`` it is drawn from, and the strategy's own."""


@dataclass(frozen=True, repr=False)
class Strategy:
    """A named way to play: called with a view, it returns an action that the rules allow.

    Whatever goes wrong in its function is told with its name and the turns so far: an action that
    is none raises IllegalMove, an error of its own StrategyFailed.
    """

    name: str
    """With the options that are not as usual: ``mine:depth=3``."""
    game: str
    cite: str
    function: Callable[..., Any]
    asks: bool = field(default=False, kw_only=True)
    """Whether it asks a person, whom nobody asks the same thing twice."""
    games: WholeGames | None = field(default=None, kw_only=True)
    """A fast way to the results of whole games, where there is one."""
    settings: tuple[tuple[str, Value], ...] = field(default=(), kw_only=True)
    """The options that are not as usual, in the order in which they are declared."""
    home: str = field(default="", kw_only=True)
    """What ``registry.find_strategy`` finds it by: its name, or ``file.py:name``."""
    source: str | None = field(default=None, kw_only=True)
    """The text of the file that it was read from."""
    base: Strategy | None = field(default=None, kw_only=True, compare=False)
    """The same strategy without settings, where it has some."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name} of {self.game}>"

    def __post_init__(self) -> None:
        object.__setattr__(self, "__module__", self.function.__module__)
        object.__setattr__(self, "__doc__", self.function.__doc__)
        object.__setattr__(self, "home", self.home or self.name)

    def __call__(self, view: View[Any, Any, Any]) -> Any:
        if self.asks:
            return self.raw(view)
        action = self._result(view, lambda: situation(self, view.rules, view.turns))
        try:
            return legal(action, view.rules.check)
        except IllegalMove as error:
            where = situation(self, view.rules, view.turns)
            raise IllegalMove(f"{where}: {error}") from None

    def raw(self, argument: Any) -> Any:
        """What its function returns, or raises, with its options."""
        return self.function(argument, **dict(self.settings))

    def _result(self, argument: Any, where: Callable[[], str]) -> Any:
        """What the function returns. Raises StrategyFailed for what it may raise itself."""
        try:
            return self.raw(argument)
        except MastermineError:
            raise
        except (Exception, SystemExit) as error:
            raise StrategyFailed(
                # Translators: {where} is "strategy … in … after …", or "strategy …".
                _("{where}: it fails with {error}").format(where=where(), error=self.blame(error))
            ) from error

    @property
    def title(self) -> str:
        """Its name; with the package that offers it, where that is another one than mastermine."""
        package = self.__module__.partition(".")[0]
        if self.source is not None or package in ("mastermine", "__main__"):
            return self.name
        point = point_of(self.name.partition(":")[0], self.__module__)
        return self.name if point is None else with_package(self.name, point)

    def blame(self, error: BaseException) -> str:
        """An error of its function in one line; with its place, where that is in a file."""
        told = error_text(error)
        code = getattr(inspect.unwrap(self.function), "__code__", None)
        file = "" if self.source is None or code is None else code.co_filename
        line = error_line(error, file)
        if line is None:
            return told
        return _("{error} ({file}, line {line})").format(
            error=told, file=PurePath(file).name, line=line
        )

    @property
    def summary(self) -> str:
        """The first paragraph of the docstring: how it plays."""
        return (inspect.getdoc(self.function) or "").split("\n\n")[0].replace("\n", " ")

    @property
    def options(self) -> dict[str, Value]:
        """What may be set, with what it is if it is not: the keyword-only parameters."""
        return declared(self.name, self.function)

    @property
    def later(self) -> Strategy:
        """Who plays after the first action: itself, unless that one was given."""
        return self

    def having(self, **values: Any) -> Strategy:
        """The same strategy with these options; those that are not named stay as they are.

        A value has the type of the default, or is a text that says it. ``first`` is an action in
        the notation of the rules, which all strategies take. Raises InvalidSpec.
        """
        base = self.base or self
        options = base.options
        chosen = {**dict(self.settings), **values}
        first = chosen.pop(FIRST, None)
        read = checked(base.name, options, chosen)
        settings: list[tuple[str, Value]] = [
            (name, read[name]) for name in options if read.get(name, options[name]) != options[name]
        ]
        plays = base._set(settings)
        if first is None:
            return plays
        opened = (*settings, (FIRST, check_first(base.name, first)))
        return Opening(
            base.name + suffix(opened),
            self.game,
            self.cite,
            self.function,
            plays,
            asks=self.asks,
            games=_games_having(base.games, opened),
            settings=opened,
            home=base.home + suffix(opened),
            source=self.source,
            base=base,
        )

    def _set(self, settings: list[tuple[str, Value]]) -> Strategy:
        if not settings:
            return self
        return replace(
            self,
            name=self.name + suffix(settings),
            home=self.home + suffix(settings),
            games=_games_having(self.games, settings),
            settings=tuple(settings),
            base=self,
        )

    def __reduce__(self) -> Any:
        # Found again where it is, so that it can go to another process.
        if self.base is not None:
            return _having, (self.base, self.settings)
        if self.source is not None:
            from mastermine.core.strategy_file import from_file

            path, _colon, name = self.home.rpartition(":")
            return from_file, (path, self.source, name, self.game)
        name = getattr(self.function, "__qualname__", "")
        if self.__module__ != "__main__" and _named(self.__module__, name) is self:
            return name
        # Of a notebook, a script or another function: it goes as a parcel.
        if _packing.get():
            return _blank, (type(self),), vars(self)
        from cloudpickle import dumps

        token = _packing.set(True)
        try:
            return _unpacked, (dumps(self),)
        finally:
            _packing.reset(token)


_packing: ContextVar[bool] = ContextVar("packing", default=False)


def _named(module: str, name: str) -> object:
    """What is found by a name in a module; None where nothing is."""
    try:
        return attrgetter(name)(sys.modules[module])
    except (AttributeError, KeyError):
        return None


def _having(base: Strategy, settings: tuple[tuple[str, Value], ...]) -> Strategy:
    return base.having(**dict(settings))


def _blank(kind: type[Strategy]) -> Strategy:
    return object.__new__(kind)


@lru_cache(maxsize=256)
def _unpacked(parcel: bytes) -> Strategy:
    """A strategy that was sent; the same parcel is the same one, with all that it remembers."""
    from cloudpickle import loads

    strategy: Strategy = loads(parcel)
    return strategy


def _games_having(
    games: WholeGames | None, settings: Iterable[tuple[str, Value]]
) -> WholeGames | None:
    having = getattr(games, "having", None)
    made: WholeGames | None = None if having is None else having(dict(settings))
    return made


@dataclass(frozen=True, repr=False)
class Opening(Strategy):
    """A strategy whose first action is given; the rest it plays itself."""

    then: Strategy

    def __call__(self, view: View[Any, Any, Any]) -> Any:
        return self.then(view) if view.length else self._first_action(view.rules)

    def raw(self, argument: Any) -> Any:
        return self.then.raw(argument) if argument.length else self._first_action(argument.rules)

    def _first_action(self, rules: Rules[Any, Any, Any]) -> Any:
        """The action. Raises InvalidSpec where these rules have no such action."""
        try:
            return first_action(rules, str(dict(self.settings)[FIRST]))
        except IllegalMove as error:
            raise InvalidSpec(
                _("strategy {name} in {rules}: {error}").format(
                    name=self.name, rules=rules.spec(), error=error
                )
            ) from None

    @property
    def later(self) -> Strategy:
        return self.then


@dataclass(frozen=True, repr=False)
class Heuristic(Strategy):
    """A strategy that judges a question by the sizes of the parts into which it splits the secrets.

    ``function`` maps an array of part sizes (each at least 1) to their costs; ``combine`` says
    whether a question costs the sum over its parts or their maximum. The least cost wins; among
    equals a question that could itself be the secret, then the smallest.
    """

    combine: Combine

    def __call__(self, view: View[Any, Any, Any]) -> Any:
        return cast("Searchable[Any]", view.knowledge).best(self)

    def costs(self, sizes: Array) -> Any:
        """The costs of parts of these sizes, as the function gives them. Raises StrategyFailed."""
        return self._result(sizes, lambda: _("strategy {name}").format(name=self.title))

    @property
    def indifferent(self) -> bool:
        """Whether all questions cost alike, so that only the rule for ties decides."""
        sizes = np.arange(1.0, 65.0)
        costs = np.broadcast_to(self.costs(sizes.copy()), sizes.shape)
        alike = costs if self.combine == "max" else costs / sizes
        return bool((alike == alike[0]).all())


def situation(
    strategy: Strategy, rules: Rules[Any, Any, Any], turns: Sequence[Turn[Any, Any]]
) -> str:
    """Which strategy, in which rules, after which turns, as an error tells it."""
    told = [
        f"{rules.format_action(turn.action)} {rules.format_feedback(turn.feedback)}"
        for turn in turns[:SHOWN_TURNS]
    ]
    if len(turns) > SHOWN_TURNS:
        more = len(turns) - SHOWN_TURNS
        # Translators: the end of a list of turns; {n} of them are not shown.
        told.append(ngettext("and {n} more", "and {n} more", more).format(n=more))
    message = (
        # Translators: {turns} is a list such as 1122 1B 0W, 3344 0B 2W.
        _("strategy {name} in {rules} after {turns}")
        if told
        else _("strategy {name} in {rules} after no turn")
    )
    return message.format(name=strategy.title, rules=rules.spec(), turns=", ".join(told))


def strategy(
    name: str | None = None,
    *,
    game: str = "mastermind",
    cite: str = "",
    combine: Combine = "sum",
    asks: bool = False,
    games: WholeGames | None = None,
) -> Decorator:
    """Make a function a strategy called ``name``, described by its docstring and ``cite``.

    The function's first parameter says what it is: ``view`` (it returns an action), or ``size``
    (it returns the cost of parts of these sizes, which are combined by "sum" or "max"). Others
    that are keyword-only, with a default, are its options: ``def mine(view, *, depth=2)`` is also
    ``mine:depth=3``. ``asks``: it asks a person. ``games``: plays many games at once with the same
    results.
    """
    if not isinstance(name, str):
        raise InvalidSpec(_('a strategy has a name: write @strategy("its-name") above a function'))
    if set(name) & set(":,="):
        raise InvalidSpec(
            _("the name {name!r} has a sign with which options begin: leave out : , and =").format(
                name=name
            )
        )

    def decorate(function: Callable[..., Any]) -> Strategy:
        if not name.strip() or not name.isprintable():
            raise InvalidSpec(
                _("{name!r} can name no strategy; write small letters, such as my-own").format(
                    name=name
                )
            )
        declared(name, function)
        parameters = inspect.signature(function).parameters.values()
        taken = [str(each) for each in parameters if each.kind is not each.KEYWORD_ONLY]
        kind = taken[0].partition(":")[0] if len(taken) == 1 else ""
        if kind == "view":
            return Strategy(name, game, cite, function, asks=asks, games=games)
        if kind == "size" and combine in ("sum", "max"):
            return Heuristic(name, game, cite, function, combine, asks=asks)
        raise InvalidSpec(
            _(
                "strategy {name}: a strategy takes one parameter, called view or size "
                "(with combine 'sum' or 'max'), and options after a *, not ({parameters})"
            ).format(name=name, parameters=", ".join(map(str, parameters)))
        )

    return decorate


def of_function(function: Callable[..., Any], game: str) -> Strategy:
    """A function without the decorator as a strategy of its name. Raises InvalidSpec."""
    name = getattr(function, "__name__", type(function).__name__)
    code = getattr(function, "__code__", None)
    if code is not None and code.co_varnames[:1] == ("size",):
        return strategy(name, game=game)(function)
    return Strategy(name, game, "", function)
