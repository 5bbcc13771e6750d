"""``mastermine verify``: what it prints, as text and as JSON, and what it refuses."""

from __future__ import annotations

import gzip
import json
from functools import lru_cache, partial
from pathlib import Path

import pytest
from tests.cli import program
from tests.mastermind.simple_prover import packed, proof

from mastermine.mastermind.optimal.tree import MAX_TREE_BYTES, Tree
from mastermine.mastermind.rules import Mastermind
from mastermine.registry import find_strategy

run = partial(program.run, "verify")
lines = partial(program.lines, "verify")


@lru_cache
def tree_of(spec: str, name: str = "knuth") -> Tree:
    return Tree.of_strategy(Mastermind.parse(f"mastermind:{spec}"), find_strategy(name))


SMALL = tree_of("2x3").text()


@pytest.mark.parametrize("ending", ["tree", "tree.gz"])
def test_a_tree_that_is_right(ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"classic.{ending}"
    tree_of("4x6").save(file)
    assert lines(str(file)) == [
        "mastermind:4x6: the tree finds all 1,296 codes, and its figures are correct.",
        "",
        "objective total average worst guesses: codes",
        "─" * 59,
        "expected 5801 4.476 5 1:1 2:6 3:62 4:533 5:694",
    ]


def test_standard_input() -> None:
    shown = lines("-", typed=SMALL.encode())
    assert shown == lines("-", typed=gzip.compress(SMALL.encode()))
    assert shown[-1] == "expected 24 2.667 4 1:1 2:2 3:5 4:1"


def test_one_code_and_many_guesses() -> None:
    assert lines("-", typed=tree_of("1x1").text().encode())[0] == (
        "mastermind:1x1: the tree finds 1 code, and its figures are correct."
    )
    shown = lines("-", typed=tree_of("1x40").text().encode())
    assert "1:1 2:1 3:1 " in " ".join(shown)


def test_json() -> None:
    result = run("-", "--json", typed=SMALL.encode())
    assert (result.exit_code, result.stderr) == (0, "")
    found = json.loads(result.stdout)
    assert found == {
        "rules": "mastermind:2x3",
        "objective": "expected",
        "total": 24,
        "average": 24 / 9,
        "worst": 4,
        "histogram": {"1": 1, "2": 2, "3": 5, "4": 1},
        "codes": 9,
    }
    assert list(found) == [
        "rules", "objective", "total", "average", "worst", "histogram", "codes",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        (b"", "this is empty"),
        (gzip.compress(SMALL.encode())[:-5], "the compressed file"),
        (
            SMALL.replace("=31 0B2W=21", "=21 0B2W=31").encode(),
            "after 11 1B0W, 12 0B2W: ",
        ),
        (b"mastermine tree 1\n" * (MAX_TREE_BYTES // 18 + 2), "this is too long for a tree"),
    ],
    ids=range(4),
)
def test_what_is_wrong_gets_one_clear_line(tree: bytes, message: str) -> None:
    Path("a.tree").write_bytes(tree)
    for words in (["a.tree"], ["a.tree", "--json"]):
        said = program.refused("verify", *words, status=1)
        assert said.startswith(f"a.tree: {message}")
    assert message in program.refused("verify", "-", status=1, typed=tree)


def test_a_bound() -> None:
    Path("a.gz").write_bytes(packed("mastermind:3x3", *proof("3x3")))
    shown = lines("--bound", "a.gz")
    assert shown[0] == ("mastermind:3x3: no strategy needs fewer than 73 guesses in total.")
    assert shown[2:7] == ["first guess at least", "─" * 22, "111 80", "112 73", "123 73"]
    assert " s: 2 sets of codes. The check relies on the rules and on its own code" in shown[-1]
    found = json.loads(run("--bound", "a.gz", "--json").stdout)
    assert found.pop("seconds") >= 0
    assert found == {
        "rules": "mastermind:3x3",
        "codes": 27,
        "bound": 73,
        "first": {"111": 80, "112": 73, "123": 73},
        "sets": 2,
    }


@pytest.mark.parametrize(
    ("bound", "optimal", "last"),
    [
        (21, False, "The tree needs 3 guesses more than the bound."),
        (20, False, "The tree needs 4 guesses more than the bound."),
    ],
)
def test_a_tree_and_a_bound(bound: int, optimal: bool, last: str) -> None:
    Path("a.gz").write_bytes(packed("mastermind:2x3,limit=5", bound, b""))
    shown = lines("-", "--bound", "a.gz", typed=SMALL.encode())
    assert shown[0] == "mastermind:2x3: the tree finds all 9 codes, and its figures are correct."
    assert shown[-1] == last
    found = json.loads(run("-", "--bound", "a.gz", "--json", typed=SMALL.encode()).stdout)
    assert (found["total"], found["bound"], found["optimal"]) == (24, bound, optimal)


def test_a_tree_that_is_optimal() -> None:
    Path("a.gz").write_bytes(packed("mastermind:1x4", 10, b""))
    tree = tree_of("1x4").text().encode()
    shown = lines("-", "--bound", "a.gz", typed=tree)
    assert shown[-1] == "The tree is optimal: its total equals the bound."
    assert json.loads(run("-", "--bound", "a.gz", "--json", typed=tree).stdout)["optimal"] is True


@pytest.mark.parametrize(
    ("certificate", "message"),
    [
        (b"", "a.gz: this is not a certificate of mastermine"),
        (b"\x1f\x8b", "a.gz: the compressed file is damaged or incomplete"),
        (b"PK", "a.gz: this is not compressed by gzip, as a certificate is"),
        (packed("mastermind:2x3", 74, b""), "a.gz: at the first guess: the file ends within"),
        (
            # Said before its wrong hints are checked.
            packed("mastermind:3x3", 73, b"\xff"),
            "a.gz: the tree is for mastermind:2x3, but the certificate is for mastermind:3x3",
        ),
    ],
    ids=range(5),
)
def test_a_wrong_bound_gets_one_clear_line(certificate: bytes, message: str) -> None:
    Path("a.gz").write_bytes(certificate)
    said = program.refused("verify", "-", "--bound", "a.gz", status=1, typed=SMALL.encode())
    assert said.startswith(message)
