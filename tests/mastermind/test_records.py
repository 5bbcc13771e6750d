"""The trees in results/ are what the table beside them says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mastermine.mastermind.optimal.tree import Tree
from mastermine.mastermind.optimal.verification import verify_tree

RESULTS = Path(__file__).parents[2] / "results"
RECORDS = RESULTS / "RECORDS.md"
TREES = sorted(RESULTS.glob("*.tree.gz"))

pytestmark = pytest.mark.skipif(not TREES, reason="only the sources have the results")


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
