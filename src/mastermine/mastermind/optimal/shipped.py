"""Trees that are included in the package: proven optimal play of the usual games.

``tools/trees.py`` generates them. The limit of guesses is ignored; a blank counts as a colour.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from mastermine.mastermind.optimal.tree import Tree
from mastermine.mastermind.rules import Mastermind

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

ENDING = ".tree.gz"
WORST = ".worst"
"""Infix of trees that minimise the worst case, if other trees have a lower total."""


def file_name(rules: Mastermind, worst: bool = False) -> str:
    """Returns the file name of a tree: ``4x6.tree.gz``; ``worst``: ``4x6.worst.tree.gz``.

    Rules that differ only in the limit, or in a blank for a colour, share a file.
    """
    options = rules.spec().partition(",")[0].removeprefix(f"{rules.game}:")
    options = options.removeprefix(f"{rules.places}x{rules.colours}").removeprefix("+blank")
    return f"{rules.places}x{rules.symbols}{options}{WORST * worst}{ENDING}"


@lru_cache(maxsize=16)
def shipped(name: str) -> Tree | None:
    """Reads the tree with this file name; None if there is none."""
    file = _folder().joinpath(name)
    return Tree.decode(file.read_bytes()) if file.is_file() else None


def shipped_tree(rules: Mastermind, worst: bool = False) -> Tree | None:
    """Returns the included optimal tree for these rules, or None.

    It minimises the total, then the worst case; ``worst``: vice versa. Its own rules may have
    another limit, and a colour for the blank.
    """
    other = shipped(file_name(rules, worst=True)) if worst else None
    return other or shipped(file_name(rules))


def shipped_names() -> list[str]:
    """Lists the file names of all trees, small games first."""
    found = [file.name for file in _folder().iterdir() if file.name.endswith(ENDING)]
    return sorted(found, key=lambda name: (rules_of(name).size, name))


def rules_of(name: str) -> Mastermind:
    """Returns the rules of the tree with this file name."""
    return Mastermind.parse(f"{Mastermind.game}:{name.removesuffix(ENDING).removesuffix(WORST)}")


def _folder() -> Traversable:
    return files(__package__).joinpath("trees")
