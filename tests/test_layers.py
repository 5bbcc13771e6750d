"""Imports go only downwards, wherever in a file they stand."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import mastermine

ROOT = Path(mastermine.__file__).parent
LAZY: Any = mastermine  # type checkers see what the stub says, not how it is done

ALIASES = ("Array", "Cell", "Code")
"""Names of types that have another name themselves."""

# From the bottom to the top; those of one row never import each other.
LAYERS = [
    ["i18n"],
    ["core"],
    ["system"],
    ["mastermind", "minesweeper"],
    ["registry"],
    ["games"],
    ["coach", "arena"],
    ["testing", "engines"],
    ["session"],
    ["ml"],
    ["facade", "command_line"],
    ["cli", "tui", "web"],
    ["__main__"],
]
HEIGHT = {name: height for height, row in enumerate(LAYERS) for name in row}
FACES = ("cli", "tui", "web")
TOPS = {name: import_module(f"mastermine.{name}") for name in ("mastermind", "minesweeper")}
NATIVE = "system.native"
FACADE = "mastermine"


parsed = cache(ast.parse)


def modules() -> Iterator[tuple[str, bool, str]]:
    """The name of each module below `mastermine`, whether it is a package, and its source."""
    for path in sorted(ROOT.rglob("*.py")):
        *parents, stem = path.relative_to(ROOT).with_suffix("").parts
        package = stem == "__init__"
        yield ".".join(parents if package else [*parents, stem]), package, path.read_text("utf-8")


def imports(name: str, package: bool, source: str) -> Iterator[tuple[int, str]]:
    """Line and full name of everything that a module imports from mastermine."""
    here = [FACADE, *name.split(".")] if name else [FACADE]
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            up = here[: len(here) - node.level + package] if node.level else []
            base = ".".join([*up, *([node.module] if node.module else [])])
            # A submodule or a name of a package may be imported: distinguished below.
            found = [f"{base}.{alias.name}" for alias in node.names]
        else:
            continue
        for each in found:
            if each == FACADE or each.startswith(f"{FACADE}."):
                yield node.lineno, each


def complaint(name: str, imported: str) -> str | None:
    """What is wrong with the import of `imported` in module `name`, if anything."""
    if name == "":
        return "the facade imports nothing by itself: a name is imported when it is first used"
    if imported == f"{FACADE}.__version__":
        return None
    _, layer, *_rest = [*imported.split("."), ""]
    if layer == "_native":
        return None if name == NATIVE else f"only {NATIVE} may use _native"
    if layer not in HEIGHT:
        return "import it from the module where it is defined, not from the facade"
    own = name.partition(".")[0]
    if own not in HEIGHT:
        return f"{own} has no place in the LAYERS of this test"
    if layer == own:
        return None
    if own in FACES and layer in TOPS:
        if [*name.split("."), ""][1] not in TOPS:
            return "faces import games only in their folders mastermind and minesweeper"
        if imported.split(".")[2] not in dir(TOPS[layer]):
            return f"faces import only what mastermine.{layer} offers at its top"
    if layer == "testing" and own != "cli":
        return "testing is for the authors of strategies: only the command check runs it for them"
    if HEIGHT[layer] >= HEIGHT[own]:
        return f"imports go only downwards, and {layer} is not below {own}"
    return None


def test_imports_go_only_downwards() -> None:
    wrong = [
        f"src/mastermine/{name.replace('.', '/') or '__init__'}"
        f"{'/__init__' * (package and bool(name))}.py:{line} imports {imported}: {reason}"
        for name, package, source in modules()
        for line, imported in imports(name, package, source)
        if (reason := complaint(name, imported))
    ]
    assert not wrong, "\n" + "\n".join(wrong)


OF_ONE_GAME = {
    *("Mastermind", "MastermindSession", "Contest"),
    *("Minesweeper", "MinesweeperSession", "Race"),
}
CLASS_CHECKS = ("isinstance", "issubclass")


def game_checks(source: str) -> Iterator[int]:
    """The lines that ask, by the class of something, which game it is."""
    for node in ast.walk(parsed(source)):
        if not isinstance(node, ast.Call) or ast.unparse(node.func) not in CLASS_CHECKS:
            continue
        for argument in node.args[1:]:
            names = {each.id for each in ast.walk(argument) if isinstance(each, ast.Name)}
            names |= {each.attr for each in ast.walk(argument) if isinstance(each, ast.Attribute)}
            if names & OF_ONE_GAME:
                yield node.lineno


def test_outside_the_games_nobody_asks_which_game_it_is() -> None:
    found = [
        f"{name}:{line}"
        for name, _package, source in modules()
        if name.partition(".")[0] not in TOPS
        for line in game_checks(source)
    ]
    assert not found, "the registry, the rules or the session should say it: " + ", ".join(found)


def test_every_module_has_a_layer() -> None:
    names = {name.split(".")[0] for name, _package, _source in modules()} - {""}
    assert names <= HEIGHT.keys()
    assert {"core", "mastermind", "registry"} <= names


def test_a_question_for_the_game_is_found() -> None:
    assert list(game_checks("x = 1\nisinstance(x, a.Mastermind | None)")) == [2]
    assert not list(game_checks("isinstance(x, Match)\nf(x, Mastermind)"))


def test_the_facade_has_every_name_that_it_promises() -> None:
    for name in mastermine.__all__:
        found = getattr(LAZY, name)
        assert name in ALIASES or found.__name__ in (name, f"mastermine.{name}")
    with pytest.raises(AttributeError, match="'mastermine' has no attribute 'nonsense'"):
        _ = LAZY.nonsense


def test_type_checkers_see_the_names_of_the_facade() -> None:
    stub = ast.parse((ROOT / "__init__.pyi").read_text("utf-8"))
    seen = {
        alias.name: (node.module or "").removeprefix(f"{FACADE}.")
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assigned = [node.value for node in stub.body if isinstance(node, ast.Assign)]
    assert seen == mastermine._HOME
    assert sorted(ast.literal_eval(assigned[-1])) == sorted(mastermine.__all__)


@pytest.mark.parametrize("game", TOPS)
def test_type_checkers_see_the_names_at_the_top_of_a_game(game: str) -> None:
    stub = ast.parse((ROOT / game / "__init__.pyi").read_text("utf-8"))
    found = {
        alias.asname: node.module  # Without "as" a type checker takes it for the stub's own.
        for node in stub.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert sorted(map(str, found)) == dir(TOPS[game])
    for name, module in found.items():
        assert getattr(TOPS[game], str(name)) is getattr(import_module(str(module)), str(name))
    with pytest.raises(AttributeError, match=f"'mastermine.{game}' has no attribute 'nonsense'"):
        _ = TOPS[game].nonsense


@pytest.mark.parametrize(
    ("name", "source", "reason"),
    [
        ("core.play", "import mastermine.registry", "registry is not below core"),
        ("core.play", "def f():\n from mastermine.mastermind import rules", "not below core"),
        ("core.play", "if TYPE_CHECKING:\n from ..arena.match import Match", "arena is not below"),
        ("mastermind.rules", "from mastermine.minesweeper.rules import Minesweeper", "not below"),
        ("minesweeper.rules", "import mastermine.mastermind.rules as r", "not below minesweeper"),
        ("arena.match", "from mastermine.coach.guess import assess", "coach is not below arena"),
        ("arena.match", "from mastermine.session import Session", "session is not below arena"),
        ("cli.play", "from mastermine import Mastermind", "not from the facade"),
        ("cli.play", "import mastermine", "not from the facade"),
        ("cli.play", "from mastermine.tui.app import App", "tui is not below cli"),
        ("cli.play", "from mastermine.mastermind import Code", "only in their folders"),
        ("tui", "from mastermine.minesweeper import Board", "only in their folders"),
        ("web.x", "def f():\n from mastermine.mastermind import Code", "only in their folders"),
        ("cli.mastermind.x", "from mastermine.mastermind.rules import Code", "at its top"),
        ("web.minesweeper", "from mastermine.minesweeper import rules", "at its top"),
        ("mastermind.knowledge", "from mastermine import _native", "may use _native"),
        ("mastermind.knowledge", "import mastermine._native", "may use _native"),
        (
            "session",
            "from mastermine.testing import check_strategy",
            "only the command check runs it",
        ),
        ("", "from mastermine.core.play import play", "the facade imports nothing"),
        ("", "from .core import play", "the facade imports nothing"),
        ("new", "from mastermine.core.play import play", "has no place in the LAYERS"),
    ],
)
def test_a_wrong_import_is_found(name: str, source: str, reason: str) -> None:
    complaints = [complaint(name, found) for _line, found in imports(name, name == "", source)]
    assert any(reason in (each or "") for each in complaints), complaints


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("system.native", "from mastermine import _native"),
        ("mastermind.kernels", "from . import reference"),
        ("mastermind.kernels", "from .reference import choose"),
        ("arena.match", "from mastermine.registry import find_strategy\nimport numpy as np"),
        ("testing", "from mastermine.arena.match import match"),
        ("cli.check", "from mastermine.testing import checks"),
        ("cli.mastermind.hint", "from mastermine.mastermind import Code"),
        ("cli.play", "from mastermine.session import Session\nfrom .show import table"),
    ],
)
def test_a_right_import_is_let_through(name: str, source: str) -> None:
    assert [complaint(name, found) for _line, found in imports(name, False, source)] in (
        [],
        [None],
        [None, None],
    )
