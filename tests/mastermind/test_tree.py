"""Trees: their text, both ways; their figures; files; and what is made into one."""

from __future__ import annotations

import gzip
import os
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.arena.games import stubborn
from tests.mastermind.questions import rules_of

from mastermine.arena.evaluation import evaluate
from mastermine.core.errors import IllegalMove, InvalidSpec, MastermineError
from mastermine.core.game import NeedsRandomness, Turn
from mastermine.core.random import Random
from mastermine.core.strategy import strategy
from mastermine.i18n.languages import Language
from mastermine.i18n.text import speaking
from mastermine.mastermind.feedback import Feedback, Pegs
from mastermine.mastermind.knowledge import CodeView
from mastermine.mastermind.optimal.tree import MAX_TREE_BYTES, BrokenTree, Node, Tree
from mastermine.mastermind.rules import Code, Mastermind
from mastermine.registry import find_strategy

SPECS = [
    "1x1", "1x6", "2x3", "3x3", "2x5-black", "3x3-places", "3x4-distinct", "2x3+blank",
    "2x2+blank-distinct", "2x4+blank-black", "2x3,limit=2", "2x10", "1x37", "1x40+blank",
]  # fmt: skip

SMALL = """\
mastermine tree 1
rules mastermind:2x3
objective expected
total 24
worst 4
histogram 1 2 5 1

11!
 0B0W 22!: 0B0W=33
  1B0W 23!: 0B2W=32
 1B0W 12!: 0B1W=31 0B2W=21 1B0W=13
"""


def turn(guess: Code, black: int, white: int) -> Turn[Code, Feedback]:
    return Turn(guess, Pegs(black, white))


@strategy("wanderer")
def wanderer(view: CodeView) -> Code:
    """Any code that was not guessed yet, about as often as one that fits."""
    codes = view.knowledge if view.rng.below(2) else view.rules.secrets()
    guessed = {turn.action for turn in view.turns}
    fresh = [code for code in codes if code not in guessed]
    return view.rng.choice(fresh)


@strategy("smallest")
def smallest(view: CodeView) -> Code:
    """Like first-consistent, without a search."""
    return view.knowledge.first()


trees = st.builds(
    lambda spec, name, seed: Tree.of_strategy(
        rules_of(spec), wanderer if name == "wanderer" else find_strategy(name), Random(seed)
    ),
    st.sampled_from(SPECS),
    st.sampled_from(["wanderer", "random-consistent", "knuth"]),
    st.integers(0, 1000),
)


# text


@given(trees, st.lists(st.text(), max_size=2))
def test_text_reads_back(tree: Tree, notes: list[str]) -> None:
    tree = Tree(tree.rules, tree.root, "fewest-last", tuple(notes))
    text = tree.text()
    read = Tree.parse(text)
    assert read == tree
    assert read.text() == text
    assert Tree.decode(text.encode()) == tree
    assert Tree.decode(gzip.compress(text.encode())) == tree


def test_the_text_and_its_notes() -> None:
    tree = Tree.of_strategy(rules_of("2x3"), find_strategy("knuth"))
    assert tree.text() == SMALL
    assert Tree.parse(SMALL) == tree
    tree = Tree(rules_of("1x1"), Node((0,), {}, True), notes=(" a\nb ", "", "\t", "č\x00ž \ud800x"))
    assert tree.notes == ("a b", "č ž  x")
    assert Tree.parse(tree.text()) == tree


@pytest.mark.parametrize(
    ("spec", "line"),
    [
        ("1x1", "1!"),
        ("1x3-black", "1!"),
        ("1x3-black", " 0B 2!: 0B=3"),
        ("2x2+blank-distinct", "12!: 0B2W=21"),
        ("2x2+blank-distinct", " 1B0W 1_!: 0B1W=_2"),
        ("3x2-places", "111!: ---=222 +--=122 -+-=212 ++-=112 --+=221 +-+=121 -++=211"),
        ("1x40+blank", "  0B0W 3!"),
        ("2x37", "1,1!"),
        ("2x10", "00!"),
    ],
)
def test_how_a_line_looks(spec: str, line: str) -> None:
    text = Tree.of_strategy(rules_of(spec), smallest).text()
    assert line in text.splitlines()


def test_the_language_in_use_makes_no_difference(
    spoken_with: Callable[[Mapping[str, str]], Language],
) -> None:
    with speaking(spoken_with({})):
        tree = Tree.parse(SMALL)
        assert tree.text() == SMALL
        with pytest.raises(BrokenTree, match=r"^⟦line 9: ⟦'34' is not a code of mastermind:2x3"):
            Tree.parse(SMALL.replace("33", "34"))
    assert tree == Tree.parse(SMALL)


HEAD, BODY = SMALL.split("\n\n")


def changed(old: str, new: str) -> str:
    assert SMALL.count(old) == 1
    return SMALL.replace(old, new)


WRONG = {
    "nothing": ("", "^this is empty; a tree begins with the line 'mastermine tree 1'$"),
    "another text": ("hello\n", "^this is not a tree of mastermine, which begins with"),
    "a newer format": (
        changed("tree 1", "tree 2"),
        "has format 2, but this program reads format 1",
    ),
    "CR LF": (SMALL.replace("\n", "\r\n"), "^its lines end with CR LF"),
    "no end": (SMALL[:-1], "^line 11: the text ends within this line"),
    "the first line alone": (
        "mastermine tree 1\n",
        "^line 1: the text ends .*; rules must follow",
    ),
    "no body": (HEAD + "\n\n", "^line 7: the text ends .*; the first guess is missing"),
    "a lost line": (
        SMALL.replace(BODY.split("\n")[3] + "\n", ""),
        "^line 4: total is 24, but .* has 13$",
    ),
    "other rules": (changed("2x3", "2x"), "^line 2: rules 'mastermind:2x' are not understood"),
    "rules in another way": (
        changed("2x3", "02x3"),
        "^line 2: these rules must be written masterm.*:2x3",
    ),
    "no rules": (changed("rules", "rule"), "^line 2: this line must begin with 'rules'"),
    "an objective of signs": (
        changed("expected", "Best?"),
        "^line 3: 'Best\\?' is not an objective",
    ),
    "lines in another order": (
        changed("total 24\nworst 4", "worst 4\ntotal 24"),
        "^line 4: this line must begin with 'total'",
    ),
    "total": (changed("24", "23"), "^line 4: total is 23, but the tree below has 24$"),
    "total as a word": (
        changed("total 24", "total few"),
        "^line 4: 'few' is neither a number nor a list of numbers$",
    ),
    "worst": (changed("worst 4", "worst 5"), "^line 5: worst is 5, but the tree below has 4$"),
    "histogram": (
        changed("1 2 5 1", "1 2 5 2"),
        "^line 6: histogram is 1 2 5 2, but .* has 1 2 5 1$",
    ),
    "a comment without a space": (
        changed("5 1\n", "5 1\n#by hand\n"),
        "^line 7: this line must be a com",
    ),
    "garbage": (SMALL + "the end\n", "^line 12: 'the end' is not understood; write spaces"),
    "a space at the end": (changed("=33", "=33 "), "^line 9: .* is not understood"),
    "too deep": (
        changed("  1B0W 23", "   1B0W 23"),
        "^line 10: it begins with 3 spaces, which is too",
    ),
    "not deep enough": (
        changed("  1B0W 23", " 1B0W 23"),
        "^line 11: the answer 1B0W occurs tw",
    ),
    "two first guesses": (SMALL + "22!\n", "^line 12: this line must begin with ' '"),
    "an answer at first": (changed("\n11!", "\n0B0W 11!"), "^line 8: the first guess must not"),
    "no answer": (changed(" 0B0W 22", " 22"), "^line 9: an answer is missing before this guess"),
    "an answer twice": (
        changed("0B2W=21", "0B1W=21"),
        "^line 11: the answer 0B1W occurs twice",
    ),
    "answers out of order": (
        changed("0B1W=31 0B2W=21", "0B2W=21 0B1W=31"),
        "^line 11: the answer 0B1W must come before 0B2W",
    ),
    "a code as a line": (
        changed("22!: 0B0W=33", "22!\n  0B0W 33!"),
        "^line 10: no answer follows, so this is a code; write it after the colon",
    ),
    "a guess with no answers": (
        changed("23!: 0B2W=32", "23"),
        "^line 10: this guess has no answers, and it is not marked with !",
    ),
    "an impossible answer": (
        changed("0B2W=32", "1B1W=32"),
        "^line 10: 1B 1W is impossible with 2 plac",
    ),
    "an answer in another way": (
        changed("0B2W=32", "02=32"),
        "^line 10: the answer 02 must be written 0B2W",
    ),
    "an answer of other rules": (
        changed("0B2W=32", "+-=32"),
        "^line 10: answer '\\+-' is not under",
    ),
    "the last answer": (changed("0B2W=32", "2B0W=32"), "^line 10: the answer 2B0W ends the game"),
    "a code too long": (changed("=33", "=333"), "^line 9: a code has 2 pegs, this one has 3"),
    "a guess too short": (changed("23!", "2!"), "^line 10: a code has 2 pegs, this one has 1"),
    "a colour too many": (
        changed("=33", "=34"),
        "^line 9: '34' is not a code of mastermind:2x3, such as 11",
    ),
    "a colour twice": (
        HEAD.replace("2x3", "2x3-distinct") + "\n\n" + BODY,
        "^line 8: 11 has a repeat; these rules allow no repeats",
    ),
}


@pytest.mark.parametrize(("text", "message"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_text_is_refused(text: str, message: str) -> None:
    with pytest.raises(BrokenTree, match=message):
        Tree.parse(text)


@given(trees, st.data())
def test_what_is_read_is_written_so(tree: Tree, data: st.DataObject) -> None:
    """Whatever is changed in a text: it is refused, or it is the text of another tree."""
    text = tree.text()
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 3))
    put = data.draw(st.text("01259BW+-=!: \nabc_,#", max_size=3))
    text = text[:at] + put + text[at + cut :]
    try:
        read = Tree.parse(text)
    except BrokenTree:
        return
    assert read.text() == text


def test_every_sign_counts() -> None:
    """Any sign that is put into a text, before another or in its place, or taken out of it."""
    for at in range(len(SMALL) + 1):
        start, rest = SMALL[:at], SMALL[at:]
        for sign, end in product(["", *"01 !:=#B\t\r\n"], (rest, rest[1:])):
            with suppress(BrokenTree):
                assert Tree.parse(start + sign + end).text() == start + sign + end


@given(
    st.binary(max_size=200) | st.text().map(lambda text: ("mastermine tree 1\n" + text).encode())
)
def test_no_bytes_do_harm(data: bytes) -> None:
    with pytest.raises(BrokenTree):
        Tree.decode(data)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "this is empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "this is not a tree of mastermine"),
        (SMALL.encode("utf-16"), "this is not a tree of mastermine"),
        (b"\xef\xbb\xbf" + SMALL.encode(), "this is not a tree of mastermine"),
        (SMALL.encode()[:-3] + b"\xff3\n", "line 11: this is not UTF-8"),
        (gzip.compress(SMALL.encode())[:-9], "the compressed file is damaged or incomplete"),
        (gzip.compress(SMALL.encode())[:9], "the compressed file is damaged or incomplete"),
        (gzip.compress(SMALL.encode()) + b"more", "the compressed file is damaged or incomplete"),
        (gzip.compress(SMALL.encode())[:20] + b"\0" * 50, "the compressed file is damaged"),
        (gzip.compress(b""), "this is empty"),
        (
            gzip.compress(b"\0" * (MAX_TREE_BYTES + 5)),
            "too long for a tree; .* 67,108,864 bytes",
        ),
    ],
    ids=lambda given: given if isinstance(given, str) else "",
)
def test_other_bytes_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(BrokenTree, match=message):
        Tree.decode(data)


def test_a_deep_tree_is_read() -> None:
    """Deeper than Python's calls can be."""
    tree = Tree.of_strategy(rules_of("2x45-black"), smallest)
    line = Tree(tree.rules, tree.root).root
    for code in list(tree.rules.secrets())[:1500]:
        line = Node(code, {rules_of("2x45-black").decode(0): line}, True)
    deep = Tree(tree.rules, line)
    assert deep.worst == 1500 + tree.worst
    assert Tree.parse(deep.text()).text() == deep.text()


# figures


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("name", ["knuth", "entropy", "first-consistent"])
def test_figures_are_those_of_the_strategy(spec: str, name: str) -> None:
    rules, play = rules_of(spec), find_strategy(name)
    tree = Tree.of_strategy(rules, play)
    assert list(tree.histogram) == list(evaluate(rules, play).histogram)
    assert tree.worst == len(tree.histogram)
    assert tree.total == sum((i + 1) * n for i, n in enumerate(tree.histogram))


def test_the_guess_after_some_turns() -> None:
    tree = Tree.parse(SMALL)
    first, second = turn((0, 0), 0, 0), turn((1, 1), 1, 0)
    assert tree.guess_after([]) == (0, 0)
    assert tree.guess_after([first]) == (1, 1)
    assert tree.guess_after([first, second]) == (1, 2)
    assert tree.guess_after([first, second, turn((1, 2), 0, 2)]) == (2, 1)
    for turns in (
        [second],  # another guess
        [turn((0, 0), 2, 0)],  # the end
        [first, turn((1, 1), 0, 2)],  # an answer that cannot come
        [first, second, turn((1, 2), 0, 2), turn((2, 1), 1, 0)],  # beyond
    ):
        assert tree.guess_after(turns) is None


# made of other things


def preorder(node: Node, rules: Mastermind) -> list[Code]:
    parts = [
        preorder(node.children[each], rules) for each in sorted(node.children, key=rules.encode)
    ]
    return [node.guess, *(guess for part in parts for guess in part)]


def array(rules: Mastermind, codes: list[Code]) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.array(codes, np.uint8).reshape(-1, rules.places)


@given(trees)
def test_guesses_in_preorder_make_the_tree(tree: Tree) -> None:
    rules = tree.rules
    guesses = preorder(tree.root, rules)
    codes = rules.secrets().codes
    made = Tree.from_preorder(rules, codes, array(rules, guesses), objective="worst", notes=("a",))
    assert made == Tree(rules, tree.root, "worst", ("a",))
    assert type(made.root.guess[0]) is int


def test_guesses_for_some_codes_make_a_part() -> None:
    rules = rules_of("2x3")
    known = rules.knowledge().after(turn((0, 0), 0, 0))
    guesses = array(rules, [(1, 1), (2, 2), (1, 2), (2, 1)])
    made = Tree.from_preorder(rules, known.codes, guesses)
    assert made == Tree.from_preorder(rules, known.cells, guesses.tobytes())
    assert made.root == Tree.parse(SMALL).root.children[Pegs(0, 0)]
    assert made.total == 1 + 2 + 2 + 3


@pytest.mark.parametrize(
    ("guesses", "message"),
    [
        ([], "^0 guesses are not enough for a tree of these codes$"),
        ([(0, 0)], "^1 guess is not enough for a tree of these codes$"),
        ([(0, 0), (1, 1), (2, 2), (1, 2), (2, 1), (0, 1), (2, 0), (1, 0)], "^8 guesses are not"),
        (
            [(0, 0), (1, 1), (2, 2), (1, 2), (2, 1), (0, 1), (2, 0), (1, 0), (0, 2), (0, 0)],
            "^the tree has 1 guess too many$",
        ),
        ([(0, 0), (1, 3)], "colours are numbered from 0 to 2"),
        ([(0, 0, 0)], "a code has 2 pegs, this one has 3"),
    ],
)
def test_a_wrong_number_of_guesses_is_refused(guesses: list[Code], message: str) -> None:
    rules = rules_of("2x3")
    rows = np.array(guesses, np.uint8) if guesses else array(rules, [])
    with pytest.raises(MastermineError, match=message):
        Tree.from_preorder(rules, rules.secrets().codes, rows)


def test_strategies_that_make_a_tree() -> None:
    rules, play = rules_of("3x4"), find_strategy("random-consistent")
    one, again, other = (Tree.of_strategy(rules, play, Random(seed)) for seed in (1, 1, 2))
    assert one == again != other
    with pytest.raises(NeedsRandomness):
        Tree.of_strategy(rules, play)
    with pytest.raises(IllegalMove, match=r"strategy stubborn: in turn 2 it repeats its guess 11"):
        Tree.of_strategy(rules_of("2x3"), stubborn)


# files


@pytest.mark.parametrize("name", ["a.tree", "a.tree.gz"])
def test_files(name: str, tmp_path: Path) -> None:
    tree, file = Tree.parse(SMALL), tmp_path / name
    tree.save(file)
    first = file.read_bytes()
    assert Tree.load(file) == Tree.load(str(file)) == tree
    assert (gzip.decompress(first) if name.endswith(".gz") else first) == SMALL.encode()
    tree.save(str(file))
    assert file.read_bytes() == first
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_stays_one(tmp_path: Path) -> None:
    link = tmp_path / "b.tree"
    link.symlink_to("a.tree")
    Tree.parse(SMALL).save(link)
    assert link.is_symlink()
    assert (tmp_path / "a.tree").read_text() == SMALL


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with a name")
def test_what_is_no_file_stays(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    for path in (pipe, link):
        with pytest.raises(InvalidSpec, match=r"is a device; name a file$"):
            Tree.parse(SMALL).save(path)
    assert pipe.is_fifo()
    assert link.is_symlink()


def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a.tree"
    file.write_text("old")

    def full(path: Path, data: bytes) -> int:
        path.open("wb").close()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    message = re.escape(f"{file} cannot be written: No space left on device")
    with pytest.raises(InvalidSpec, match=f"^{message}$"):
        Tree.parse(SMALL).save(file)
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_files_that_cannot_be(tmp_path: Path) -> None:
    tree = Tree.parse(SMALL)
    nowhere = tmp_path / "no" / "a.tree"
    with pytest.raises(InvalidSpec, match=r"a\.tree cannot be written: No such file or directory"):
        tree.save(nowhere)
    with pytest.raises(InvalidSpec, match="cannot be written: Is a directory"):
        tree.save(tmp_path)
    with pytest.raises(InvalidSpec, match=r"a\.tree cannot be read: No such file or directory"):
        Tree.load(nowhere)
    with pytest.raises(InvalidSpec, match="cannot be read: Is a directory"):
        Tree.load(tmp_path)
    with pytest.raises(
        InvalidSpec, match=r"is not a valid file name; write one like classic\.tree"
    ):
        Tree.load("a\0b")
    bad = tmp_path / "bad.tree"
    bad.write_text(SMALL[:-1])
    with pytest.raises(BrokenTree, match=r"bad\.tree: line 11: the text ends within this line"):
        Tree.load(bad)
