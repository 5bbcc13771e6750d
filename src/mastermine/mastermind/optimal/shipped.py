"""The trees that come with the program: the best play of the usual games, proven once and for all.

``tools/trees.py`` makes them again. A limit of guesses changes nothing, and an empty place is one
more colour.
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
"""Before the ending: the least for the hardest code, where the least in all takes more."""


def file_name(rules: Mastermind, worst: bool = False) -> str:
    """What the file of a tree is called, such as ``4x6.tree.gz``; ``worst``: ``4x6.worst.tree.gz``.

    Rules that differ in nothing but names and the limit share one.
    """
    options = rules.spec().partition(",")[0].removeprefix(f"{rules.game}:")
    options = options.removeprefix(f"{rules.places}x{rules.colours}").removeprefix("+blank")
    return f"{rules.places}x{rules.symbols}{options}{WORST * worst}{ENDING}"


@lru_cache(maxsize=16)
def shipped(name: str) -> Tree | None:
    """The tree in the file of this name; None where there is none."""
    file = _folder().joinpath(name)
    return Tree.decode(file.read_bytes()) if file.is_file() else None


def shipped_tree(rules: Mastermind, worst: bool = False) -> Tree | None:
    """The best tree for these rules, if it came with the program.

    Least in all, then for the hardest code; ``worst``: the other way round. Its own rules may have
    another limit, and a colour for the empty place.
    """
    other = shipped(file_name(rules, worst=True)) if worst else None
    return other or shipped(file_name(rules))


def shipped_names() -> list[str]:
    """The names of all files with trees, small games first."""
    found = [file.name for file in _folder().iterdir() if file.name.endswith(ENDING)]
    return sorted(found, key=lambda name: (rules_of(name).size, name))


def rules_of(name: str) -> Mastermind:
    """The rules of the tree in a file of this name."""
    return Mastermind.parse(f"{Mastermind.game}:{name.removesuffix(ENDING).removesuffix(WORST)}")


def _folder() -> Traversable:
    return files(__package__).joinpath("trees")
