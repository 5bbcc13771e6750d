"""Entry points of other installed packages: games and strategies."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from mastermine.core.errors import BrokenGame, MastermineError, error_text
from mastermine.i18n.text import _

if TYPE_CHECKING:
    from collections.abc import Iterable
    from importlib.metadata import EntryPoint

    from mastermine.core.game import Rules

GAMES_GROUP = "mastermine.games"
"""The group of entry points by which other packages offer games."""

STRATEGIES_GROUP = "mastermine.strategies"
"""The group of entry points by which other packages offer strategies."""


def points(group: str) -> Iterable[EntryPoint]:
    """Returns the entry points of a group, of all installed packages."""
    from importlib.metadata import entry_points

    return entry_points(group=group)


def offered() -> dict[str, EntryPoint]:
    """Returns the entry points of strategies by name."""
    return {point.name: point for point in points(STRATEGIES_GROUP)}


def with_package(name: str, point: EntryPoint) -> str:
    """Formats the name of a strategy with its package."""
    if point.dist is None:
        return name
    # Translators: {name} is a strategy, {package} is who offers it, as in: mine (package my-ideas).
    return _("{name} (package {package})").format(name=name, package=point.dist.name)


@lru_cache(maxsize=256)
def point_of(name: str, module: str) -> EntryPoint | None:
    """Returns the entry point of the strategy of this name, defined in a module."""
    point = offered().get(name)
    if point is None or point.module.partition(".")[0] != module.partition(".")[0]:
        return None
    return point


def package_of(point: EntryPoint) -> str:
    """Returns the package of an entry point."""
    return point.module if point.dist is None else point.dist.name


def broken_game(name: str, package: str, error: BaseException) -> BrokenGame:
    """Wraps an error raised by the code of a game."""
    text = str(error) if isinstance(error, MastermineError) else error_text(error)
    return BrokenGame(
        _("the game {name} of the package {package} is broken: {error}").format(
            name=name, package=package, error=text
        )
    )


def blame_game(rules: Rules[Any, Any, Any], error: Exception) -> None:
    """Raises BrokenGame if ``error`` is an unexpected one from the game of another package."""
    module = type(rules).__module__.partition(".")[0]
    if module == "mastermine" or isinstance(error, MastermineError | MemoryError):
        return
    found = [package_of(each) for each in points(GAMES_GROUP) if each.name == rules.game]
    raise broken_game(rules.game, found[0] if found else module, error) from error
