"""How a strategy is written: a function and one decorator, in a small file of its own."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from mastermine.core.errors import InvalidSpec
from mastermine.core.text import _

if TYPE_CHECKING:
    from mastermine.core.game import View

Array = NDArray[np.float64]
Combine = Literal["sum", "max"]


@dataclass(frozen=True)
class Strategy:
    """A named way to play: called with a view, it returns an action."""

    name: str
    game: str
    cite: str
    function: Callable[[Any], Any]

    def __post_init__(self) -> None:
        object.__setattr__(self, "__module__", self.function.__module__)
        object.__setattr__(self, "__doc__", self.function.__doc__)

    def __call__(self, view: View[Any, Any, Any]) -> Any:
        return self.function(view)

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
        return view.knowledge.best(self)


def strategy(
    name: str, *, game: str = "mastermind", cite: str = "", combine: Combine = "sum"
) -> Callable[[Callable[[Any], Any]], Strategy]:
    """Make a function a strategy called ``name``, described by its docstring and ``cite``.

    The function's only parameter says what it is: ``view`` (it returns an action), or ``size``
    (it returns the cost of parts of these sizes, which are combined by "sum" or "max").
    """

    def decorate(function: Callable[[Any], Any]) -> Strategy:
        parameters = list(inspect.signature(function).parameters)
        if parameters == ["view"]:
            return Strategy(name, game, cite, function)
        if parameters == ["size"] and combine in ("sum", "max"):
            return Heuristic(name, game, cite, function, combine)
        raise InvalidSpec(
            _(
                "strategy {name}: a strategy takes one parameter, called view or size "
                "(with combine 'sum' or 'max'), not ({parameters})"
            ).format(name=name, parameters=", ".join(parameters))
        )

    return decorate
