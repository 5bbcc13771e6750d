"""The trees that come with the program are what they say, and the best there are."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from tests.mastermind.questions import Question

from mastermine.mastermind import reference
from mastermine.mastermind.knowledge import universe
from mastermine.mastermind.optimal.certificate import check_certificate
from mastermine.mastermind.optimal.shipped import (
    file_name,
    rules_of,
    shipped,
    shipped_names,
    shipped_tree,
)
from mastermine.mastermind.optimal.tree import Tree
from mastermine.mastermind.optimal.verification import verify_tree
from mastermine.mastermind.rules import Mastermind
from mastermine.registry import PRESETS, parse_rules, parse_rules_of
from mastermine.system.native import NATIVE

ROOT = Path(__file__).parents[2]
NAMES = shipped_names()
GOLDEN = json.loads((ROOT / "tests/golden/mastermind_optimal.json").read_text("utf-8"))["values"]
sources = pytest.mark.skipif(
    not (ROOT / "results").exists(), reason="only the sources have the results"
)
MAX_BYTES = 500_000
"""All of them together."""


def tree_of(name: str) -> Tree:
    tree = shipped(name)
    assert tree is not None
    return tree


def best(spec: str, worst: bool = False) -> Tree:
    tree = shipped_tree(parse_rules_of(Mastermind, spec), worst)
    assert tree is not None
    return tree


@pytest.mark.parametrize("name", NAMES)
def test_a_tree_finds_every_code(name: str) -> None:
    tree = tree_of(name)
    verified = verify_tree(tree)
    assert (verified.total, verified.worst) == (tree.total, tree.worst)
    assert sum(verified.histogram) == tree.rules.size


@pytest.mark.parametrize("name", NAMES)
def test_a_file_is_named_like_its_rules_and_says_what_made_it(name: str) -> None:
    tree = tree_of(name)
    worst = ".worst." in name
    assert tree.rules == rules_of(name)
    assert file_name(tree.rules, worst) == name
    assert tree.objective == ("worst-then-expected" if worst else "expected-then-worst")
    for note in tree.notes:
        assert note.startswith(f"mastermine optimal {tree.rules.spec()} --objective ")
        assert note.endswith(": proven")
    alone = worst or file_name(tree.rules, worst=True) in NAMES
    assert len(tree.notes) == (1 if alone else 2)


@pytest.mark.parametrize("name", [name for name in NAMES if ".worst." in name])
def test_a_tree_for_the_hardest_code_takes_fewer_guesses_for_it_and_more_in_all(name: str) -> None:
    tree, other = tree_of(name), best(rules_of(name).spec())
    assert tree.worst < other.worst
    assert tree.total > other.total


@pytest.mark.parametrize(
    "golden",
    [each for each in GOLDEN if each["objective"] == "expected" and each["guesses"] == "any"],
    ids=lambda each: each["rules"],
)
def test_no_tree_that_was_published_is_better(golden: dict[str, Any]) -> None:
    tree = best(golden["rules"])
    assert tree.total == golden["total"]
    histogram = golden["a histogram that reaches it"]
    assert tree.worst <= len(histogram)


def test_the_hardest_code() -> None:
    assert (best("4x6").worst, best("4x6", worst=True).worst) == (6, 5)
    assert best("4x6", worst=True).total == 5626  # Koyama & Lai 1993
    assert best("4x10-distinct", worst=True).worst == 7  # Francis 2010


def test_other_rules_have_other_trees_or_none() -> None:
    assert best("3x4") is not best("3x4-distinct")
    assert best("3x4") is not best("3x4-black")
    assert shipped_tree(Mastermind(5, 8)) is None
    assert shipped_tree(Mastermind(1, 64, blank=True)) is None


@pytest.mark.parametrize("spec", ["2x2", "2x3", "3x2", "3x3-distinct"])
def test_all_ways_to_play_are_tried(spec: str) -> None:
    rules = parse_rules_of(Mastermind, spec)

    def least(depth: int) -> int:
        return Question(rules, universe(rules), depth=depth).of(reference)[0]

    assert best(spec).total == least(0) == least(best(spec).worst)
    assert least(best(spec, worst=True).worst - 1) == -1


@pytest.mark.skipif(not NATIVE, reason="takes the native core")
@pytest.mark.parametrize("name", [name for name in NAMES if rules_of(name).size <= 256])
def test_a_small_tree_is_found_again(name: str) -> None:
    tree, rules = tree_of(name), rules_of(name)
    requested = Question(rules, universe(rules), depth=tree.worst, below=tree.total + 1)
    value, bound, _guesses, _nodes = requested.of()
    assert value == bound == tree.total


@pytest.mark.parametrize(
    ("spec", "other"),
    [
        ("4x6", "classic"),
        ("4x7", "blanks"),
        ("4x6", "skocko"),
        ("4x5+blank", "4x6,limit=5"),
        ("3x3+blank-black", "3x4-black"),
        ("4x9+blank-distinct", "bulls-and-cows"),
    ],
)
def test_rules_that_differ_in_names_and_limit_share_a_tree(spec: str, other: str) -> None:
    for worst in (False, True):
        assert best(spec, worst) is best(other, worst)


def test_the_games_that_were_sold() -> None:
    known = {name for name in PRESETS if has_tree(name)}
    assert known >= {"classic", "mini", "blanks", "no-repeats", "skocko", "number", "disney"}
    assert known >= {"kids", "bulls-and-cows", "bagels", "eight-colours", "new", "mastermind44"}


def has_tree(name: str) -> bool:
    rules = parse_rules(name)
    return isinstance(rules, Mastermind) and shipped_tree(rules) is not None


def test_all_of_them_are_small() -> None:
    folder = files("mastermine.mastermind.optimal").joinpath("trees")
    assert sum(len(folder.joinpath(name).read_bytes()) for name in NAMES) < MAX_BYTES
    assert {file.name for file in folder.iterdir()} == set(NAMES)


@sources
def test_the_tool_makes_all_of_them() -> None:
    text = (ROOT / "tools/trees.py").read_text("utf-8")
    games = text.partition('GAMES = """')[2].partition('"""')[0].split()
    assert sorted(games) == sorted({name.split(".")[0] for name in NAMES})


@sources
def test_the_table_of_results_says_what_the_trees_say() -> None:
    text = (ROOT / "results/README.md").read_text("utf-8")
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]]
        for line in text.splitlines()
        if line.startswith("| ") and "`" in line
    ]
    message = {(row[0], row[1]) for row in rows}
    games = {rules_of(name).spec().removeprefix("mastermind:") for name in NAMES}
    objectives = ("expected-then-worst", "worst-then-expected")
    assert message == {(game, objective) for game in games for objective in objectives}
    for game, objective, total, average, worst, _nodes, _seconds, command in rows:
        tree = best(game, worst=objective == objectives[1])
        assert (int(total), int(worst)) == (tree.total, tree.worst)
        assert average == f"{tree.total / tree.rules.size:.4f}"
        assert f"{command.strip('`')}: proven" in tree.notes


# The trees in results/ are what the table beside them says.


RESULTS = ROOT / "results"
RECORDS = RESULTS / "RECORDS.md"
TREES = sorted(RESULTS.glob("*.tree.gz"))


@pytest.mark.parametrize("path", TREES, ids=lambda path: path.name)
def test_a_tree_is_what_the_table_says(path: Path) -> None:
    tree = Tree.load(path)
    verified = verify_tree(tree)
    row = re.search(
        rf"^\| \[[^]]+\]\({re.escape(path.name)}\) \|(.*)$",
        RECORDS.read_text("utf-8"),
        re.MULTILINE,
    )
    assert row is not None, f"{path.name} is not in the table"
    codes, total, average, worst = (cell.strip() for cell in row[1].split("|")[:4])
    assert int(codes.replace(",", "")) == tree.rules.size
    assert (int(total), int(worst)) == (verified.total, verified.worst)
    assert average == f"{verified.total / tree.rules.size:.4f}"


CERTIFICATES = [
    pytest.param(path, id=path.name, marks=[pytest.mark.rest] * (path.stat().st_size > 10_000))
    for path in sorted(RESULTS.glob("*.bound.gz"))
]


@pytest.mark.skipif(not NATIVE, reason="the plain check of larger games takes minutes")
@pytest.mark.parametrize("path", CERTIFICATES)
def test_a_certificate_proves_that_a_tree_is_optimal(path: Path) -> None:
    bound = check_certificate(path)
    game = path.name.removesuffix(".bound.gz")
    tree = RESULTS / f"{game}.tree.gz"
    assert bound.rules == parse_rules_of(Mastermind, game)
    assert bound.total == (Tree.load(tree) if tree.exists() else best(game)).total
    assert bound.total == min(bound.first.values())
    digest = sha256(path.read_bytes()).hexdigest()
    row = rf"^\| \[{game}\]\({path.name}\) \|.*\| {digest} \|$"
    assert re.search(row, RECORDS.read_text("utf-8"), re.MULTILINE)
