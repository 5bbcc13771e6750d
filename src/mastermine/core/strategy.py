"""How a strategy is written: a function and one decorator, in a small file of its own."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from mastermine.core.errors import (
    IllegalMove,
    InvalidSpec,
    MastermineError,
    StrategyFailed,
    error_text,
)
from mastermine.core.game import NeedsRandomness
from mastermine.core.text import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mastermine.core.game import Rules, Searchable, Turn, View
    from mastermine.core.random import Random

Array = NDArray[np.float64]
Combine = Literal["sum", "max"]

SHOWN_TURNS = 8


class Played(NamedTuple):
    """How a game went that nobody watched."""

    won: bool
    guesses: int
    """The actions that could have lost the game, for all that was known."""


class WholeGames(Protocol):
    """Plays many games at once, and each as a strategy plays it turn by turn."""

    def __call__(
        self, rules: Any, secrets: Sequence[Any], own: Sequence[Random], /
    ) -> list[Played]:
        """A game for each secret, or the ``Random`` it is drawn from, and the strategy's own."""


@dataclass(frozen=True)
class Strategy:
    """A named way to play: called with a view, it returns an action that the rules allow.

    Whatever goes wrong in its function is told with its name and the turns so far: an action that
    is none raises IllegalMove, an error of its own StrategyFailed.
    """

    name: str
    game: str
    cite: str
    function: Callable[[Any], Any]
    asks: bool = field(default=False, kw_only=True)
    """Whether it asks a person, whom nobody asks the same thing twice."""
    games: WholeGames | None = field(default=None, kw_only=True)
    """A fast way to the results of whole games, where there is one."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "__module__", self.function.__module__)
        object.__setattr__(self, "__doc__", self.function.__doc__)

    def __call__(self, view: View[Any, Any, Any]) -> Any:
        if self.asks:
            return self.function(view)
        action = self._result(view, lambda: situation(self, view.rules, view.turns))
        try:
            view.rules.check(action)
        except IllegalMove as error:
            where = situation(self, view.rules, view.turns)
            raise IllegalMove(f"{where}: {error}") from None
        return action

    def _result(self, argument: Any, where: Callable[[], str]) -> Any:
        """What the function returns. Raises StrategyFailed for what it may raise itself."""
        try:
            return self.function(argument)
        except (MastermineError, NeedsRandomness):
            raise
        except Exception as error:
            raise StrategyFailed(
                _("{where}: it fails with {error}").format(where=where(), error=error_text(error))
            ) from error

    @property
    def summary(self) -> str:
        """The first paragraph of the docstring: how it plays."""
        return (inspect.getdoc(self.function) or "").split("\n\n")[0].replace("\n", " ")

    def __reduce__(self) -> str:
        # Found again by its name in its module, so that it can go to another process.
        return self.function.__qualname__


@dataclass(frozen=True)
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
        return self._result(sizes, lambda: _("strategy {name}").format(name=self.name))

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
        told.append(_("and {n} more").format(n=len(turns) - SHOWN_TURNS))
    return _("strategy {name} in {rules} after {turns}").format(
        name=strategy.name, rules=rules.spec(), turns=", ".join(told) or _("no turn")
    )


def strategy(
    name: str,
    *,
    game: str = "mastermind",
    cite: str = "",
    combine: Combine = "sum",
    asks: bool = False,
    games: WholeGames | None = None,
) -> Callable[[Callable[[Any], Any]], Strategy]:
    """Make a function a strategy called ``name``, described by its docstring and ``cite``.

    The function's only parameter says what it is: ``view`` (it returns an action), or ``size``
    (it returns the cost of parts of these sizes, which are combined by "sum" or "max"). ``asks``:
    it asks a person. ``games``: plays many games at once with the same results.
    """

    def decorate(function: Callable[[Any], Any]) -> Strategy:
        parameters = list(inspect.signature(function).parameters)
        if parameters == ["view"]:
            return Strategy(name, game, cite, function, asks=asks, games=games)
        if parameters == ["size"] and combine in ("sum", "max"):
            return Heuristic(name, game, cite, function, combine, asks=asks)
        raise InvalidSpec(
            _(
                "strategy {name}: a strategy takes one parameter, called view or size "
                "(with combine 'sum' or 'max'), not ({parameters})"
            ).format(name=name, parameters=", ".join(parameters))
        )

    return decorate
