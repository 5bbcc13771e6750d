"""Strategies: a function with the decorator ``strategy``."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from math import fsum, inf, isnan
from operator import attrgetter
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, ParamSpec, Protocol, cast
from warnings import warn

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

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    """Sizes or costs of parts: float64, any shape."""

Combine = Literal["sum", "max"]

SHOWN_TURNS = 8

EQUAL_PART = 1e-12
"""Relative error of ``Heuristic.equal_part``."""


MAX_COST = 1e200
"""Limit on the absolute value of a cost, so that sums stay finite."""


def __getattr__(name: str) -> object:
    """Imports NumPy for ``Array`` only if a strategy needs it."""
    if name != "Array":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import numpy as np
    from numpy.typing import NDArray

    return NDArray[np.float64]


class Played(NamedTuple):
    """Result of a game without its turns."""

    won: bool
    guesses: int
    """Number of actions that could have lost the game."""


P = ParamSpec("P")


class Decorator(Protocol):
    """Type of the decorator that ``strategy`` returns."""

    def __call__(self, function: Callable[P, object], /) -> Strategy:
        """Turns the function into a strategy. Raises InvalidSpec."""


class WholeGames(Protocol):
    """Plays many games at once, with the same results as the strategy turn by turn.

    An optional method ``having`` takes the options that are set, by name, and returns the
    corresponding value, or None if there is none. An optional attribute ``draws`` is False if it
    uses no random numbers of the strategy.
    """

    def __call__(
        self, rules: Any, secrets: Sequence[Any], own: Sequence[Random], /
    ) -> list[Played]:
        """Plays a game per item: a secret or its ``Random``, and the strategy's ``Random``."""


@dataclass(frozen=True, repr=False)
class Strategy:
    """A named player: called with a view, it returns a legal action.

    Raises IllegalMove for an illegal action and StrategyFailed for an error in its function; both
    name the strategy and the turns so far.
    """

    name: str
    """Its name with the options that differ from the default: ``mine:depth=3``."""
    game: str
    cite: str
    function: Callable[..., Any]
    interactive: bool = field(default=False, kw_only=True)
    """True if it asks a person; it is then called only once per position."""
    games: WholeGames | None = field(default=None, kw_only=True)
    """Optional fast implementation of whole games."""
    reasons: Callable[..., Sequence[str]] | None = field(default=None, kw_only=True)
    """Optional function of a view that gives the reasons for its action, in sentences.

    In Mastermind it gets the notation in use, too, as ``notation``.
    """
    check_rules: Callable[[Any], object] | None = field(default=None, kw_only=True)
    """Optional function of rules; raises InvalidSpec or TooLarge for rules that it refuses."""
    ranges: Mapping[str, tuple[float, float]] = field(
        default_factory=dict, kw_only=True, compare=False
    )
    """Least and greatest values of options."""
    settings: tuple[tuple[str, Value], ...] = field(default=(), kw_only=True)
    """Options that differ from the default, in the order of declaration."""
    home: str = field(default="", kw_only=True)
    """Text for ``registry.find_strategy``: its name, or ``file.py:name``."""
    source: str | None = field(default=None, kw_only=True)
    """Text of its file, if it was read from a file."""
    base: Strategy | None = field(default=None, kw_only=True, compare=False)
    """The same strategy without settings, if it has any."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name} of {self.game}>"

    def __post_init__(self) -> None:
        object.__setattr__(self, "__module__", self.function.__module__)
        object.__setattr__(self, "__doc__", self.function.__doc__)
        object.__setattr__(self, "home", self.home or self.name)

    def __call__(self, view: View[Any, Any, Any]) -> Any:
        if self.interactive:
            return self.raw(view)
        action = self._result(self.raw, view, lambda: situation(self, view.rules, view.turns))
        try:
            return legal(action, view.rules.check)
        except IllegalMove as error:
            where = situation(self, view.rules, view.turns)
            raise IllegalMove(f"{where}: {error}") from None

    def check(self, rules: Rules[Any, Any, Any]) -> None:
        """Raises InvalidSpec or TooLarge before a game of rules that it refuses."""
        if self.check_rules is not None:
            self.check_rules(rules)

    def raw(self, argument: Any) -> Any:
        """Calls its function with its options."""
        return self.function(argument, **dict(self.settings))

    def why(self, view: View[Any, Any, Any], **given: Any) -> list[str]:
        """Returns the reasons for its action, in sentences; empty if it gives none.

        ``given``: further arguments for its function, such as the notation. Raises StrategyFailed.
        """
        if self.reasons is None:
            return []
        where = partial(situation, self, view.rules, view.turns)
        function = partial(self.reasons, **dict(self.settings), **given)
        return list(self._result(function, view, where))

    def _result(
        self, function: Callable[[Any], Any], argument: Any, where: Callable[[], str]
    ) -> Any:
        """Calls one of its functions. Raises StrategyFailed for its own errors."""
        try:
            return function(argument)
        except MastermineError:
            raise
        except (Exception, SystemExit) as error:
            raise StrategyFailed(
                # Translators: {where} is "strategy … in … after …", or "strategy …".
                _("{where}: it fails with {error}").format(where=where(), error=self.blame(error))
            ) from error

    @property
    def title(self) -> str:
        """Its name, followed by its package if that is not mastermine."""
        package = self.__module__.partition(".")[0]
        if self.source is not None or package in ("mastermine", "__main__"):
            return self.name
        point = point_of(self.name.partition(":")[0], self.__module__)
        return self.name if point is None else with_package(self.name, point)

    def blame(self, error: BaseException) -> str:
        """Formats an error of its function in one line, with file and line if known."""
        text = error_text(error)
        code = getattr(inspect.unwrap(self.function), "__code__", None)
        file = "" if self.source is None or code is None else code.co_filename
        line = error_line(error, file)
        if line is None:
            return text
        return _("{error} ({file}, line {line})").format(
            error=text, file=PurePath(file).name, line=line
        )

    @property
    def summary(self) -> str:
        """First paragraph of the docstring."""
        return (inspect.getdoc(self.function) or "").split("\n\n")[0].replace("\n", " ")

    @property
    def options(self) -> dict[str, Value]:
        """Options with their defaults: the keyword-only parameters."""
        return declared(self.name, self.function)

    @property
    def later(self) -> Strategy:
        """Strategy after the first action: itself, unless it has a fixed first action."""
        return self

    def having(self, /, **values: Any) -> Strategy:
        """Returns the same strategy with these options; all other options stay unchanged.

        A value has the type of the default or is its text. ``first``, an option of all strategies,
        is an action in the notation of the rules. Raises InvalidSpec.
        """
        base = self.base or self
        options = base.options
        chosen = {**dict(self.settings), **values}
        first = chosen.pop(FIRST, None)
        read = checked(base.name, options, chosen, base.ranges)
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
            interactive=self.interactive,
            games=_games_having(base.games, opened),
            check_rules=self.check_rules,
            ranges=self.ranges,
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
        # Pickled by its location, so that it can go to another process.
        if self.base is not None:
            return _having, (self.base, self.settings)
        if self.source is not None:
            from mastermine.core.strategy_file import from_file

            path, _colon, name = self.home.rpartition(":")
            return from_file, (path, self.source, name, self.game)
        name = getattr(self.function, "__qualname__", "")
        if self.__module__ != "__main__" and _named(self.__module__, name) is self:
            return name
        # From a notebook, a script or another function: pickled by value.
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
    """Looks up a dotted name in an imported module; None if it is missing."""
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
    """Unpickles a strategy; the same bytes give the same object, with its caches."""
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
    """A strategy with a fixed first action."""

    then: Strategy

    def __call__(self, view: View[Any, Any, Any]) -> Any:
        return self.then(view) if view.length else self._first_action(view.rules)

    def check(self, rules: Rules[Any, Any, Any]) -> None:
        super().check(rules)
        self._first_action(rules)

    def raw(self, argument: Any) -> Any:
        return self.then.raw(argument) if argument.length else self._first_action(argument.rules)

    def why(self, view: View[Any, Any, Any], **given: Any) -> list[str]:
        return self.then.why(view, **given) if view.length else []

    def _first_action(self, rules: Rules[Any, Any, Any]) -> Any:
        """Parses the first action. Raises InvalidSpec if these rules do not have it."""
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
    """A strategy that rates an action by the sizes of the parts of its partition.

    ``function`` maps an array of part sizes (each at least 1) to costs, or, if it is ``scalar``, a
    single size; ``combine`` selects the sum or the maximum over the parts. The least cost wins;
    ties prefer an action that can be the secret, then the smallest.
    """

    combine: Combine
    scalar: bool = field(default=False, kw_only=True)

    def __call__(self, view: View[Any, Any, Any]) -> Any:
        return cast("Searchable[Any]", view.knowledge).best(self)

    def costs(self, sizes: Iterable[float]) -> list[float]:
        """Computes the cost of parts of each size.

        Raises StrategyFailed, and InvalidSpec for costs that are not finite numbers.
        """
        compute = self._each if self.scalar else self._at_once
        given = list(map(float, sizes))
        raw = self._result(compute, given, lambda: _("strategy {name}").format(name=self.title))
        try:
            costs = list(map(float, raw))
        except (TypeError, ValueError):
            costs = []
        if len(costs) != len(given) or isnan(sum(costs)) or max(map(abs, costs)) > MAX_COST:
            raise InvalidSpec(
                _(
                    "strategy {name}: the costs must be finite numbers, one for each part size"
                ).format(name=self.title)
            )
        return costs

    def _each(self, sizes: list[float]) -> list[Any]:
        try:
            return list(map(partial(self.function, **dict(self.settings)), sizes))
        except OverflowError:
            return [inf]

    def _at_once(self, sizes: list[float]) -> Any:
        """Calls the function with an array; the result may be a number for all sizes."""
        import numpy as np

        with np.errstate(all="ignore"):  # Costs that are not finite are rejected later.
            raw = self.raw(np.array(sizes))
        try:
            return np.broadcast_to(np.asarray(raw, np.float64), len(sizes)).tolist()
        except (TypeError, ValueError):
            return None

    def equal_part(self, sizes: Sequence[float]) -> float:
        """Computes the size of equal parts that together cost as much as parts of these sizes.

        For the maximum it is the part that costs most; for squares (``expected-size``) the average
        part in which a secret lies; for ``entropy`` the average as a geometric mean.
        """
        costs = self.costs(sizes)
        if self.combine == "max":
            return float(sizes[costs.index(max(costs))])
        goal = fsum(costs) / fsum(sizes)
        low, high = 1.0, float(max(sizes))
        while high - low > EQUAL_PART * high:
            middle = (low + high) / 2
            if self.costs([middle])[0] / middle < goal:
                low = middle
            else:
                high = middle
        return high

    @property
    def indifferent(self) -> bool:
        """True if all actions cost the same, so that only the tie-break decides."""
        sizes = range(1, 65)
        costs = self.costs(sizes)
        parts = [1] * len(costs) if self.combine == "max" else sizes
        return len({cost / size for cost, size in zip(costs, parts, strict=True)}) == 1


def situation(
    strategy: Strategy, rules: Rules[Any, Any, Any], turns: Sequence[Turn[Any, Any]]
) -> str:
    """Formats strategy, rules and turns for an error message."""
    texts = [
        f"{rules.format_action(turn.action)} {rules.format_feedback(turn.feedback)}"
        for turn in turns[:SHOWN_TURNS]
    ]
    if len(turns) > SHOWN_TURNS:
        more = len(turns) - SHOWN_TURNS
        # Translators: the end of a list of turns; {n} of them are not shown.
        texts.append(ngettext("and {n} more", "and {n} more", more).format(n=more))
    message = (
        # Translators: {turns} is a list such as 1122 1B 0W, 3344 0B 2W.
        _("strategy {name} in {rules} after {turns}")
        if texts
        else _("strategy {name} in {rules} after no turn")
    )
    return message.format(name=strategy.title, rules=rules.spec(), turns=", ".join(texts))


def strategy(
    name: str | None = None,
    *,
    game: str = "mastermind",
    cite: str = "",
    combine: Combine = "sum",
    interactive: bool = False,
    games: WholeGames | None = None,
    reasons: Callable[..., Sequence[str]] | None = None,
    check_rules: Callable[[Any], object] | None = None,
    ranges: Mapping[str, tuple[float, float]] | None = None,
    asks: bool | None = None,
) -> Decorator:
    """Turns a function into a strategy called ``name``, described by its docstring and ``cite``.

    The name of its parameter selects the kind: a function of ``view`` returns an action, a function
    of ``size`` returns the costs of parts of these sizes, an array, combined by "sum" or "max";
    of ``size: float``, the cost of a single part. Keyword-only parameters with a default are its
    options: ``def mine(view, *, depth=2)`` is also ``mine:depth=3``. ``interactive``: True if it
    asks a person. ``games``: plays many games at once with the same results. ``reasons``: a
    function of the same parameters (in Mastermind also ``notation``) that returns the reasons for
    the action, in sentences. ``check_rules``: a function of rules that raises InvalidSpec or
    TooLarge if the strategy refuses them, so that no such game starts. ``ranges``: least and
    greatest values of options. ``asks``: earlier name of ``interactive``. Raises InvalidSpec.
    """
    if asks is not None:
        warn(
            _("the parameter asks of a strategy is now called interactive"),
            DeprecationWarning,
            stacklevel=2,
        )
        interactive = asks
    if not isinstance(name, str):
        raise InvalidSpec(
            _('a strategy needs a name: write @strategy("its-name") above the function')
        )
    if set(name) & set(":,="):
        raise InvalidSpec(
            _("the strategy name {name!r} must not contain : , or =").format(name=name)
        )

    def decorate(function: Callable[..., Any]) -> Strategy:
        if not name.strip() or not name.isprintable():
            raise InvalidSpec(
                _(
                    "{name!r} is not a strategy name; write lower-case letters, such as my-own"
                ).format(name=name)
            )
        declared(name, function)
        parameters = inspect.signature(function).parameters.values()
        taken = [str(each) for each in parameters if each.kind is not each.KEYWORD_ONLY]
        kind, _colon, annotation = taken[0].partition(": ") if len(taken) == 1 else ("", "", "")
        more: dict[str, Any] = {
            "interactive": interactive,
            "check_rules": check_rules,
            "ranges": ranges or {},
        }
        if kind == "view":
            return Strategy(name, game, cite, function, games=games, reasons=reasons, **more)
        if kind == "size" and combine in ("sum", "max"):
            scalar = annotation.strip("'") == "float"
            return Heuristic(name, game, cite, function, combine, scalar=scalar, **more)
        raise InvalidSpec(
            _(
                "strategy {name}: a strategy takes one parameter, called view or size "
                "(with combine 'sum' or 'max'), and options after a *, not ({parameters})"
            ).format(name=name, parameters=", ".join(map(str, parameters)))
        )

    return decorate


def of_function(function: Callable[..., Any], game: str) -> Strategy:
    """Turns an undecorated function into a strategy of its name. Raises InvalidSpec."""
    name = getattr(function, "__name__", type(function).__name__)
    code = getattr(function, "__code__", None)
    if code is not None and code.co_varnames[:1] == ("size",):
        return strategy(name, game=game)(function)
    return Strategy(name, game, "", function)
