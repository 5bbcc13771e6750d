"""The games there are: what a spec, a preset and a strategy's name stand for."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, NamedTuple

from mastermine.core.errors import InvalidSpec, error_text
from mastermine.core.text import _, nearest
from mastermine.mastermind.presets import PRESETS, Preset
from mastermine.mastermind.rules import Mastermind

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.metadata import EntryPoint

    from mastermine.core.strategy import Strategy

ENTRY_POINTS = "mastermine.strategies"
"""The group of entry points by which other packages offer strategies."""


class Game(NamedTuple):
    """Where the parts of a game are."""

    rules: type[Mastermind]
    presets: Mapping[str, Preset]
    strategies: str
    """The package with a module for each strategy."""


GAMES = {Mastermind.game: Game(Mastermind, PRESETS, "mastermine.mastermind.strategies")}
"""The games by the name with which their specs begin."""


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


def strategy_names(game: str = Mastermind.game) -> list[str]:
    """The names of all strategies of a game, and of those that other packages offer."""
    return sorted(_own(game) | set(_offered()))


def find_strategy(name: str, game: str = Mastermind.game) -> Strategy:
    """The strategy of this name for a game.

    Raises InvalidSpec, with the nearest name where there is none.
    """
    from mastermine.core.strategy import Strategy

    if name in _own(game):
        word = name.replace("-", "_")
        found = getattr(import_module(f"{GAMES[game].strategies}.{word}"), word)
    else:
        found = _offer(name, game)
    if not isinstance(found, Strategy) or found.name != name:
        raise InvalidSpec(
            _("{name!r} is not a function with the decorator @strategy({name!r})").format(name=name)
        )
    if found.game != game:
        raise InvalidSpec(
            _("strategy {name} plays {other}, not {game}").format(
                name=name, other=found.game, game=game
            )
        )
    return found


def _own(game: str) -> set[str]:
    """The names of our own strategies, found without importing them."""
    if game not in GAMES:
        raise InvalidSpec(
            _("there is no game {game!r}; {hint}").format(game=game, hint=nearest(game, GAMES))
        )
    package = import_module(GAMES[game].strategies)
    return {module.name.replace("_", "-") for module in iter_modules(package.__path__)}


def _offer(name: str, game: str) -> object:
    """What another package offers under this name."""
    offered = _offered()
    if name not in offered:
        raise InvalidSpec(
            _("there is no strategy {name!r}; {hint}").format(
                name=name, hint=nearest(name, strategy_names(game))
            )
        )
    try:
        return offered[name].load()
    except Exception as error:  # Whatever the module of another package may raise.
        raise InvalidSpec(
            _("strategy {name} cannot be loaded: {error}").format(
                name=name, error=error_text(error)
            )
        ) from error


def _offered() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=ENTRY_POINTS)}
