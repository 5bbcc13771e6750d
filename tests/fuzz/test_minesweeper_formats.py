"""Whatever is in a file, in a link or typed: it is read, or there is one clear line."""

from __future__ import annotations

from typing import Any

from hypothesis import example, given, infer
from hypothesis import strategies as st
from tests.fuzz.reading import read_or_refused

from mastermine.core.errors import MastermineError
from mastermine.minesweeper.board import UNNUMBERED, Layout, read_board
from mastermine.minesweeper.formats import FORMATS, read, write_layout, write_mbf
from mastermine.minesweeper.presets import PRESETS
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import parse_rules

pieces = st.sampled_from(
    ["minesweeper", ":", "9", "x", "10", "0", "30x16x99", "-open", "-any", "-safe", "-noguess",
     "-", "+", ",limit=3", "99999999999", "٤", "²", "X", " ", *PRESETS]
)  # fmt: skip


@given(
    st.lists(pieces, max_size=8).map("".join)
    | st.from_regex(r"\A(minesweeper:)?\d+x\d+x\d+(-[a-z]+)*\Z")
)
@example("9" * 5000 + "x6x7")
def test_rules(text: str) -> None:
    rules = read_or_refused(parse_rules, text)
    if rules is not None:
        assert parse_rules(rules.spec()) == rules


cell_like = st.lists(st.sampled_from([*"0123456789-,; ()x٣²"]), max_size=8).map("".join)


@given(rules=infer, text=st.text() | cell_like)
def test_cells(rules: Minesweeper, text: str) -> None:
    cell = read_or_refused(rules.parse_action, text)
    if cell is not None:
        rules.check(cell)
        assert rules.parse_action(rules.format_action(cell)) == cell


answer_like = st.lists(
    st.sampled_from(["0,0:1", "1,0:0", "mine", "*", " ", "0,0:9", ":", "0,", "MINE", "٣,0:1"]),
    max_size=6,
).map(" ".join)


@given(rules=infer, text=st.text() | answer_like)
def test_answers(rules: Minesweeper, text: str) -> None:
    answer = read_or_refused(rules.parse_feedback, text)
    if answer is not None:
        assert rules.parse_feedback(rules.format_feedback(answer)) == answer


@given(text=st.text() | st.text("./*\n ", max_size=30))
def test_layouts(text: str) -> None:
    rules = Minesweeper(3, 2, 2)
    layout = read_or_refused(rules.parse_secret, text)
    if layout is not None:
        assert rules.parse_secret(rules.format_secret(layout)) == layout
    layout = read_or_refused(Layout.parse, text)
    if layout is not None:
        assert Layout.parse(str(layout)) == layout


board_like = st.text("012345678#.?*FHhfx9 \r\n/", max_size=60)
mine_like = st.builds(
    "{}x{}x{}\n{}".format, st.integers(0, 4), st.integers(0, 4), st.integers(0, 9), board_like
)
link_like = st.builds(
    "{}b={}{}m={}".format,
    st.sampled_from(["", "?", "https://example.org/?", "#/a?"]),
    st.sampled_from(["1", "2", "3", "4", "22", "0303", "123", "", "100100", "٣٣", "1e1e"]),
    st.sampled_from(["&", "", "&x=1&"]),
    st.text("0123456789abcdefghijklmnopqrstuvwV&# ", max_size=20),
)


drawn_like = st.lists(
    st.sampled_from(["   0 1 2", "  012", "0  # · 1 0", "1 [#]1 1 1", "0>12#<0", "1 111 1", "   v"])
    | st.text("0123456789 #[]><·", max_size=12)
).map("\n".join)


@given(st.text() | board_like | mine_like | link_like | drawn_like)
@example("b=" + "9" * 5000 + "&m=0")
@example("9" * 5000 + "x1x1\n#")
@example("#" * 100_000)
def test_boards_as_text(text: str) -> None:
    found = read_or_refused(read, text)
    board = read_or_refused(read_board, text)
    if found is not None:
        known = board is not None and UNNUMBERED not in board[0].cells  # Else it may be closed.
        if known and found.format == "text" and found.layout is None:
            assert (found.board, found.flags) == board
        check(found)


mbf_like = st.builds(
    lambda width, height, mines, rest: bytes((width, height)) + mines.to_bytes(2, "big") + rest,
    st.integers(0, 120), st.integers(0, 120), st.integers(0, 8), st.binary(max_size=16),
)  # fmt: skip


@given(st.binary() | mbf_like | mine_like.map(str.encode) | link_like.map(str.encode))
@example(b"\xff\xfe")
@example(b"\x01\x01\x00\x00")
def test_boards_as_bytes(data: bytes) -> None:
    found = read_or_refused(read, data)
    if found is not None:
        check(found)


@given(layout=infer, cut=st.integers(0, 100), added=st.binary(max_size=3))
def test_files_that_were_damaged(layout: Layout, cut: int, added: bytes) -> None:
    for form in FORMATS:
        found = read_or_refused(read, write_layout(layout, form)[: -cut or None] + added)
        if found is not None:
            check(found)
    if cut:
        try:
            read(write_mbf(layout)[:-1])
        except MastermineError:
            return
        raise AssertionError("a file without its last byte was read")


def check(found: Any) -> None:
    """What was read can be written, and read again."""
    layout = found.layout
    if layout is None:
        return
    assert layout.board().cells.count(11) == layout.count
    for form in FORMATS:
        if layout.count or form != "text":
            assert read(write_layout(layout, form)).layout == layout
