"""Record of a game, whose parts are imported on first use."""

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
    """A game and the locations of its parts, each written ``module:name``.

    Only the part ``rules`` is required, a class of ``Rules``. ``presets`` maps names to ``Preset``.
    Features that an interface offers for some games only are parts, too, such as ``cli.solve``.
    """

    name: str
    """First word of its specs."""
    title: str
    """Its English name; translated where it is shown."""
    parts: Mapping[str, str]
    strategies: str
    """Module with its strategies, or package with one module for each."""
    bare: str | None = None
    """Regular expression for its specs without the name of the game."""
    trials: tuple[str, ...] = ()
    """Specs of small games on which ``mastermine check`` tries a strategy."""
    levels: tuple[str, ...] = ()
    """Presets that are offered first [default: all]; the others are found by name."""
    examples: tuple[str, ...] = ()
    """Two strategies for use in examples."""
    renamed_strategies: Mapping[str, str] = field(default_factory=dict)
    """Name of each renamed strategy by its earlier name."""
    package: str = field(default="mastermine", compare=False)
    """Installed package that offers it; set by the registry."""

    def part(self, role: str) -> Any:
        """Imports a part; None if this game does not have it."""
        return load(self.parts[role]) if role in self.parts else None

    @property
    def rules(self) -> type[Rules[Any, Any, Any]]:
        """Class of its rules."""
        rules: type[Rules[Any, Any, Any]] = self.part("rules")
        return rules

    @property
    def presets(self) -> Mapping[str, Preset]:
        """Its named rules."""
        presets: Mapping[str, Preset] = self.part("presets") or {}
        return presets

    @property
    def offered(self) -> tuple[str, ...]:
        """Presets that are offered first; the first of them is the default."""
        return self.levels or tuple(self.presets)


def load(where: str) -> Any:
    """Imports ``module:name``. Raises ImportError, AttributeError."""
    module, _colon, name = where.partition(":")
    return getattr(import_module(module), name)
