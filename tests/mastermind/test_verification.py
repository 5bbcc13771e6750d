"""Trees are played on every code: those that are right pass, and each kind of mistake is found."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermine.core.game import Turn
from mastermine.core.random import Random
from mastermine.mastermind.feedback import Black, Feedback, Pegs
from mastermine.mastermind.optimal.tree import BrokenTree, Node, Tree
from mastermine.mastermind.optimal.verification import Verified, verify_tree
from mastermine.mastermind.rules import Code, Mastermind
from mastermine.registry import find_strategy

SPECS = [
    "1x1", "2x3", "3x3", "2x5-black", "3x3-places", "3x4-distinct", "2x3+blank",
    "2x2+blank-distinct", "2x3,limit=2", "2x10", "1x37",
]  # fmt: skip

BODY = """\
11!
 0B0W 22!: 0B0W=33
  1B0W 23!: 0B2W=32
 1B0W 12!: 0B1W=31 0B2W=21 1B0W=13
"""


def of_body(body: str) -> Tree:
    """The tree for 2x3 with this text, and the figures that its shape has."""
    found: Counter[int] = Counter()
    for line in body.splitlines():
        depth = len(line) - len(line.lstrip())
        found[depth + 1] += line.count("!")
        found[depth + 2] += line.count("=")
    worst = max(n for n, codes in found.items() if codes)
    return Tree.parse(
        "mastermine tree 1\nrules mastermind:2x3\nobjective expected\n"
        f"total {sum(n * codes for n, codes in found.items())}\nworst {worst}\n"
        f"histogram {' '.join(str(found[n]) for n in range(1, worst + 1))}\n\n{body}"
    )


RIGHT = of_body(BODY)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("name", ["knuth", "first-consistent", "random-consistent"])
def test_what_a_strategy_plays_is_right(spec: str, name: str) -> None:
    rules = Mastermind.parse(f"mastermind:{spec}")
    tree = Tree.of_strategy(rules, find_strategy(name), Random(spec))
    assert verify_tree(tree) == Verified(tree.total, tree.worst, tree.histogram)
    assert sum(tree.histogram) == rules.size


def test_nothing_that_counts_fast_is_used(tmp_path: Path) -> None:
    RIGHT.save(tmp_path / "a.tree.gz")
    script = (
        "import sys\n"
        "from mastermine.mastermind.optimal.tree import Tree\n"
        "from mastermine.mastermind.optimal.verification import verify_tree\n"
        f"assert verify_tree(Tree.load({str(tmp_path / 'a.tree.gz')!r})).total == 24\n"
        "names = {'numpy', 'mastermine._native', 'mastermine.mastermind.knowledge'}\n"
        "assert not names & set(sys.modules), names & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


WRONG = {
    "a lost answer": (
        ("0B1W=31 0B2W=21", "0B1W=31"),
        "after 11 1B0W, 12 0B2W: no guess follows, but the code can be 21",
    ),
    "a lost part": (
        ("  1B0W 23!: 0B2W=32\n", ""),
        "after 11 0B0W, 22 1B0W: no guess follows, but the code can be 23",
    ),
    "nothing but a guess": (
        (BODY[3:], "\n"),
        "after 11 1B0W: no guess follows, but the code can be 12",
    ),
    "a wrong code": (
        ("=31", "=32"),
        "after 11 1B0W, 12 0B1W: according to the tree the code is 32, but it can be 31",
    ),
    "two codes exchanged": (
        ("0B1W=31 0B2W=21", "0B1W=21 0B2W=31"),
        "after 11 1B0W, 12 0B2W: according to the tree the code is 31, but it can be 21",
    ),
    "a code that was guessed": (
        ("=31", "=12"),
        "after 11 1B0W, 12 0B1W: the guess 12 is repeated",
    ),
    "a guess again": ((" 12!", " 11!"), "after 11 1B0W: the guess 11 is repeated"),
    "a guess again, much later": (
        ("23!: 0B2W=32", "11\n   0B0W 23!: 0B2W=32"),
        "after 11 0B0W, 22 1B0W: the guess 11 is repeated",
    ),
    "no mark": (
        ("22!", "22"),
        "after 11 0B0W: the guess 22 can be the code, but it is not marked with !",
    ),
    "no first mark": (
        ("11!", "11"),
        "at the first guess: the guess 11 can be the code, but it is not marked with !",
    ),
    "a wrong mark": (
        ("22!: 0B0W=33\n  1B0W 23!: 0B2W=32", "12!: 0B0W=33 0B1W=23\n  1B0W 22!: 1B0W=32"),
        "after 11 0B0W: the guess 12 is marked with !, but it cannot be the code",
    ),
    "a code that cannot come": (
        ("12!: 0B1W", "12!: 0B0W=33 0B1W"),
        "after 11 1B0W, 12 0B0W: no code gives these answers",
    ),
    "a part that cannot come": (
        ("  1B0W 23", "  0B2W 32!: 0B2W=23\n  1B0W 23"),
        "after 11 0B0W, 22 0B2W: no code gives these answers",
    ),
}


@pytest.mark.parametrize(("change", "message"), WRONG.values(), ids=WRONG.keys())
def test_a_broken_tree_is_found(change: tuple[str, str], message: str) -> None:
    assert BODY.count(change[0]) == 1
    tree = of_body(BODY.replace(*change))
    with pytest.raises(BrokenTree, match=f"^{re.escape(message)}$"):
        verify_tree(tree)
    assert verify_tree(RIGHT).total == 24


def grafted(children: dict[Any, Node]) -> Tree:
    """The right tree, with these answers to the first guess in place of those that are there."""
    return Tree(RIGHT.rules, replace(RIGHT.root, children={**RIGHT.root.children, **children}))


LEAF = Node((2, 2), {}, True)


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        (
            Tree(Mastermind(2, 2), RIGHT.root),
            "after 11 1B0W, 12 1B0W: colours are numbered from 0 to 1; (0, 2) has another number",
        ),
        (
            Tree(Mastermind(3, 3), RIGHT.root),
            "at the first guess: a code has 3 pegs, this one has 2",
        ),
        (
            Tree(Mastermind(2, 4), RIGHT.root),
            "after 11 1B0W, 12 1B0W: according to the tree the code is 13, but it can be 14",
        ),
        (
            Tree(replace(RIGHT.rules, repeats=False), RIGHT.root),
            "at the first guess: 11 has a repeat; these rules allow no repeats",
        ),
        (grafted({Black(1): LEAF}), "after 11 1B: no code gives these answers"),
        (grafted({Pegs(2, 0): LEAF}), "after 11 2B0W: no code gives these answers"),
        (
            grafted({Pegs(0, 1): Node((1, 1), {}, False)}),
            "after 11 0B1W: no code gives these answers",
        ),
        (
            grafted({Pegs(0, 0): Node((1, 1), {}, False)}),
            "after 11 0B0W, 22 1B0W: no guess follows, but the code can be 23",
        ),
        (
            # The same nodes serve an answer that cannot come, so no code tells that it cannot.
            grafted({Pegs(0, 1): RIGHT.root.children[Pegs(0, 0)]}),
            "total is 36, but playing every code gives 24",
        ),
        (Tree(Mastermind(16, 64), Node((0,) * 16, {}, True)), None),
    ],
)
def test_a_tree_of_other_things_is_found(tree: Tree, message: str | None) -> None:
    with pytest.raises(
        BrokenTree, match=f"^{re.escape(message)}$" if message else "no guess follows"
    ):
        verify_tree(tree)


def guesses_for(tree: Tree, code: Code) -> int | None:
    """How many guesses the tree takes, by another way to play; None where it gets lost."""
    turns: list[Turn[Code, Feedback]] = []
    while (guess := tree.guess_after(turns)) is not None:
        turns.append(Turn(guess, tree.rules.respond(code, guess)))
        if guess == code:
            return len(turns)
    return None


def mutated(node: Node, path: list[int], code: Code) -> Node:
    """The tree with another guess at the end of this path."""
    if not path or not node.children:
        return replace(node, guess=code)
    answers = list(node.children)
    answer = answers[path[0] % len(answers)]
    child = mutated(node.children[answer], path[1:], code)
    return replace(node, children={**node.children, answer: child})


@given(
    st.sampled_from(["2x3", "2x3-black", "2x2-places", "2x4-distinct"]),
    st.integers(0, 1000),
    st.lists(st.integers(0, 20), max_size=4),
    st.integers(0, 1000),
)
def test_what_passes_finds_every_code(spec: str, seed: int, path: list[int], at: int) -> None:
    rules = Mastermind.parse(f"mastermind:{spec}")
    tree = Tree.of_strategy(rules, find_strategy("random-consistent"), Random(seed))
    codes = [
        code
        for code in product(range(rules.symbols), repeat=rules.places)
        if rules.repeats or len(set(code)) == len(code)
    ]
    changed = Tree(rules, mutated(tree.root, path, codes[at % len(codes)]))
    taken = [guesses_for(changed, code) for code in codes]
    try:
        verified = verify_tree(changed)
    except BrokenTree:
        assert changed != tree
        return
    assert verified.total == sum(n for n in taken if n)
    assert None not in taken
