"""The games there are: what a spec, a preset and a strategy's name stand for."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from mastermine.core.errors import InvalidSpec
from mastermine.core.text import _, nearest
from mastermine.mastermind.presets import PRESETS
from mastermine.mastermind.rules import Mastermind

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from mastermine.core.strategy import Strategy

ENTRY_POINTS = "mastermine.strategies"
"""The group of entry points by which other packages offer strategies."""

_STRATEGIES = "mastermine.mastermind.strategies"


def parse_rules(text: str, limit: int | None = None) -> Mastermind:
    """The rules that a preset (``classic``) or a spec (``mastermind:4x6`` or just ``4x6``) names.

    ``limit``, where given, replaces the limit of guesses. Raises InvalidSpec.
    """
    word = text.strip().lower()
    if word in PRESETS:
        rules = Mastermind.parse(PRESETS[word].spec)
    elif re.match(r"\d+x\d+(?![\dx])", word):
        rules = Mastermind.parse(f"mastermind:{word}")
    elif word.startswith("mastermind:"):
        rules = Mastermind.parse(word)
    else:
        raise InvalidSpec(
            _(
                "there are no rules called {text!r}; write places x colours, like 4x6, "
                "or the name of a game; {hint}"
            ).format(text=text, hint=nearest(word, PRESETS))
        )
    return rules if limit is None else replace(rules, limit=limit)


def strategy_names() -> list[str]:
    """The names of all strategies, our own and those that other packages offer."""
    return sorted(_own() | set(_offered()))


def find_strategy(name: str) -> Strategy:
    """The strategy of this name. Raises InvalidSpec, with the nearest name."""
    from mastermine.core.strategy import Strategy

    if name not in strategy_names():
        raise InvalidSpec(
            _("there is no strategy {name!r}; {hint}").format(
                name=name, hint=nearest(name, strategy_names())
            )
        )
    if name in _own():
        module = import_module(f"{_STRATEGIES}.{name.replace('-', '_')}")
        found = getattr(module, name.replace("-", "_"))
    else:
        found = _offered()[name].load()
    if not isinstance(found, Strategy) or found.name != name:
        raise InvalidSpec(
            _("{name!r} is not a function with the decorator @strategy({name!r})").format(name=name)
        )
    return found


def _own() -> set[str]:
    package = import_module(_STRATEGIES)
    return {module.name.replace("_", "-") for module in iter_modules(package.__path__)}


def _offered() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}
