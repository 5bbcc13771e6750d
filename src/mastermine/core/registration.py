"""What a game says of itself: one record, whose parts are imported when they are first needed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mastermine.core.game import Rules
    from mastermine.core.preset import Preset


@dataclass(frozen=True, eq=False)
class Game:
    """A game, and where its parts are.

    A part is written ``module:name``. Every game has its ``rules``, the class whose ``parse`` reads
    a spec; all others are optional. ``presets`` is a mapping of names to ``Preset``.
    What a front end has for some games only is a part, too, such as ``cli.solve``.
    """

    name: str
    """The word with which its specs begin."""
    title: str
    """Its name, which passes through ``_`` where it is shown."""
    parts: Mapping[str, str]
    strategies: str
    """The module with its strategies, or a package with a module for each."""
    bare: str | None = None
    """How its specs look without the name of the game, as a regular expression."""
    trials: tuple[str, ...] = ()
    """Specs of small games on which ``mastermine check`` tries a strategy."""
    levels: tuple[str, ...] = ()
    """The presets that are offered first; all others are found by name."""
    examples: tuple[str, ...] = ()
    """Two strategies that are named as examples."""
    package: str = field(default="mastermine", compare=False)
    """The package that offers it, as it is installed; who registers it sees to that."""

    def part(self, role: str) -> Any:
        """A part; None where this game has none of this kind."""
        return load(self.parts[role]) if role in self.parts else None

    @property
    def rules(self) -> type[Rules[Any, Any, Any]]:
        """The class of its rules."""
        rules: type[Rules[Any, Any, Any]] = self.part("rules")
        return rules

    @property
    def presets(self) -> Mapping[str, Preset]:
        """Its rules that have a name."""
        presets: Mapping[str, Preset] = self.part("presets") or {}
        return presets


def load(where: str) -> Any:
    """What ``module:name`` names. Raises ImportError, AttributeError."""
    module, _colon, name = where.partition(":")
    return getattr(import_module(module), name)
