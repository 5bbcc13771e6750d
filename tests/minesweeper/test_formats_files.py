"""Layouts and boards in files and links."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, infer
from hypothesis import strategies as st

from mastermine.core.errors import InvalidSpec
from mastermine.minesweeper.board import CLOSED, MINED, Board, Layout
from mastermine.minesweeper.deduction import deduce
from mastermine.minesweeper.formats import (
    FORMATS,
    read,
    read_layout,
    read_mbf,
    read_mine,
    read_position,
    read_sgt,
    read_url,
    write_layout,
    write_mbf,
    write_mine,
    write_puzzlink,
    write_url,
)
from mastermine.registry import parse_game

SMALL = Layout.parse("..*./*.../...*")


@pytest.mark.parametrize("form", FORMATS)
@given(layout=infer)
def test_what_is_written_is_recognised_and_read_back(form: str, layout: Layout) -> None:
    if form == "text" and not layout.count:
        return  # Only dots: that is a closed board.
    data = write_layout(layout, form)
    found = read(data)
    assert found.format == form
    assert found.layout == layout == read_layout(data)
    assert found.mines == layout.count
    assert found.flags == (set(layout.cells) if form == "mine" else set())
    if form != "mbf":
        assert read_layout(data.decode()) == layout
        assert read_layout(data.decode().replace("\n", "\r\n").encode()) == layout
        assert read_layout(b"\xef\xbb\xbf" + data) == layout


@given(layout=infer, bits=st.integers(0))
def test_a_board_becomes_an_address_of_puzz_link(layout: Layout, bits: int) -> None:
    numbers = layout.numbers
    cells = [CLOSED if n == MINED or bits >> i & 1 else n for i, n in enumerate(numbers)]
    board = Board(layout.width, layout.height, bytes(cells))
    found = read(write_puzzlink(board))
    assert (found.format, found.board, found.mines, found.flags) == (
        "puzzlink",
        board,
        None,
        frozenset(),
    )
    known = board.having((cell, MINED) for cell in layout.cells)
    assert write_puzzlink(known) == write_puzzlink(board)


def deduced(board: Board) -> Layout:
    """The only layout of a board."""
    steps = [*deduce(board)]
    assert {cell for step in steps for cell in step.cells} == {*board.hidden}
    return Layout.of(board.width, board.height, [cell for step in steps for cell in step.mines])


def test_addresses_of_others() -> None:
    # The example of puzz.link itself (test/script/mines.js in robx/pzprjs), and its solution.
    found = read("https://puzz.link/p?mines/5/5/g2m13l13g0j")
    assert str(found.board) == "#2###\n####1\n3####\n##13#\n0####"
    assert deduced(found.board) == Layout.parse("...../**.../.*..*/....*/....*")
    # A test of cspuz_rs by semiexp, with dots, and its only solution.
    for address in ("https://puzz.link/p?mines/5/3/1g1g.j.0g1g./", "mines/5/3/1g1g.j.0g1g."):
        found = read_position(address)
        assert str(found.board) == "1#1#?\n####?\n0#1#?"
        assert deduced(found.board) == Layout.parse(".*.../...../...*.")
    assert write_puzzlink(found.board) == "https://puzz.link/p?mines/5/3/1g1g.j.0g1g."
    assert write_puzzlink(Board.closed(9, 5)) == "https://puzz.link/p?mines/9/5/zzk"


@pytest.mark.parametrize(
    ("address", "right"),
    [
        ("https://puzz.link/p?mines/5/x/g", "ends with mines, width, height and cells, such as"),
        ("p?mines/2/2/h9g", "'9' in the address of puzz.link is not a cell: use 0 to 8"),
        ("p?mines/2/2/h1", "has 3 cells, but 2x2 is 4"),
        ("p?mines/2/2/j1", "has 5 cells, but 2x2 is 4"),
        ("p?mines/0/2/", "a board of 0x2 cells: each side must be 1 to 100"),
    ],
)
def test_a_wrong_address_of_puzz_link(address: str, right: str) -> None:
    with pytest.raises(InvalidSpec, match=re.escape(right)):
        read(address)


def test_each_format_to_the_letter() -> None:
    assert write_layout(SMALL, "text") == b"..*.\n*...\n...*\n"
    assert write_layout(SMALL, "mbf") == bytes([4, 3, 0, 3, 2, 0, 0, 1, 3, 2])
    assert write_layout(SMALL, "mine") == b"4x3x3\n12F1\nF222\n111F\n"
    # 0010 1000 0001 and three zeros: 00101 00000 01000.
    assert write_layout(SMALL, "url") == b"?b=43&m=508\n"
    many = Layout(100, 9, bytes(i < 300 for i in range(900)))
    assert write_mbf(many)[:4] == bytes([100, 9, 1, 44])
    assert write_url(many).startswith("?b=100009&m=vvvvv")
    with pytest.raises(InvalidSpec, match="there is no format 'mfb'; did you mean mbf"):
        write_layout(SMALL, "mfb")


def test_links_as_others_write_them() -> None:
    link = "https://llamasweeper.com/#/game/zini-explorer?b=1&m=O020000800142G060"
    layout = read_layout(link)
    assert (layout.width, layout.height, layout.count) == (9, 9, 10)
    assert layout.cells[:3] == ((0, 0), (1, 0), (4, 1))
    assert write_url(layout) == "?b=1&m=o020000800142g060"
    assert read_layout("m=508&b=0403#top") == SMALL
    assert read_url("  see b=43&m=508\n") == SMALL
    assert read_layout("?b=0909&m=o020000800142g060") == layout
    for size, name in (((16, 16), "2"), ((30, 16), "3"), ((8, 8), "88"), ((10, 9), "1009")):
        assert write_url(Layout(*size, bytes(size[0] * size[1]))).startswith(f"?b={name}&m=0")


def test_a_mine_file_may_be_partly_open() -> None:
    found = read("4x2x3\nHF1?\n##1.\n")
    assert found.format == "mine"
    assert found.board == Board(4, 2, bytes([9, 9, 1, 11, 9, 9, 1, 9]))
    assert (found.mines, found.layout) == (3, None)
    assert found.flags == {(1, 0)}
    assert write_mine(found.board, 3, found.flags) == "4x2x3\nHF1?\nHH1H"
    with pytest.raises(InvalidSpec, match="the board does not show all mines"):
        read_layout("4x2x3\nHF1?\n##1.\n")


def test_a_board_tells_its_mines_where_they_follow() -> None:
    assert read_layout("12*1\n*222\n111*") == SMALL
    assert read_layout("4x3x3\n12H1\nH222\n111H") == SMALL
    assert read("12*1\n*222\n111*").mines is None
    for untold in ("12#1\n#222\n111#", "12*1\n*222\n112*", "4x3x3\n12HH\nH222\n111H", "?*"):
        assert read(untold).layout is None or untold == "?*"
    assert read("1*").layout == Layout.parse(".*")
    assert read("2*").layout is None


def test_what_text_is() -> None:
    assert read("..*./....").layout == Layout.parse("..*./....")
    assert read("....\n....").board == Board.closed(4, 2)
    assert read("##*#\n11*#").board == Board(4, 2, bytes([9, 9, 11, 9, 1, 1, 11, 9]))
    assert read(b" 1 F\n 1 1 ").flags == {(1, 0)}
    board = Board.parse("..*\n*..")
    assert read("..*\n*..").board.hidden == ()
    found = read_position(b"..*\n*..\n")
    assert (found.format, found.board, found.mines) == ("text", board, None)
    for form in ("mbf", "mine", "url"):
        assert read_position(write_layout(SMALL, form)) == read(write_layout(SMALL, form))


BAD: dict[str, tuple[Callable[[Any], object], bytes | str, str]] = {
    "nothing": (read, b"", "the board is empty: write its rows"),
    "short mbf": (read, bytes([9, 9, 0]), "4 bytes for width, height and mines"),
    "cut mbf": (read, bytes([9, 9, 0, 2, 1, 1, 2]), "with 2 mines has 8 bytes, but this one has 7"),
    "long mbf": (read, bytes([9, 9, 0, 1, 1, 1, 2, 2]), "has 6 bytes, but this one has 8"),
    "wide mbf": (read, bytes([101, 9, 0, 0]), "a board of 101x9 cells"),
    "no cells": (read, bytes([0, 9, 0, 0]), "a board of 0x9 cells"),
    "too many": (read, bytes([2, 2, 0, 5]), "5 mines do not fit into a board of 2x2"),
    "outside": (read, bytes([9, 8, 0, 1, 3, 8]), "the mine at 3,8 is outside the board"),
    "twice": (read, bytes([9, 8, 0, 2, 3, 1, 3, 1]), "the mine at 3,1 is listed twice"),
    "a picture": (read, b"\x89PNG\r\n\x1a\n", "a board of 137x80 cells"),
    "no mines": (read, "?b=1", "a link to a layout has ?b= with its size and &m="),
    "no size": (read, "?m=0000", "a link to a layout has ?b="),
    "only mines": (read, "?m=0000", "this one has no ?b="),
    "another link": (read, "https://example.org/", "this one has neither"),
    "size": (read, "?b=4&m=0", "b=4 is not a size: write 1, 2 or 3"),
    "odd size": (read, "?b=123&m=0", "b=123 is not a size"),
    "no digits": (read, "?b=٣٣&m=0", "is not a size"),
    "zero size": (read, "?b=0309&m=0", "m= has 1 digit, but 3x9 cells need 6"),
    "empty size": (read, "?b=0009&m=0", "a board of 0x9 cells"),
    "large size": (read, "?b=101101&m=0", "a board of 101x101 cells"),
    "digit": (read, "?b=22&m=w", "'w' in m= is not a digit of base 32: use 0 to 9 and a to v"),
    "beyond": (read, "?b=22&m=1", "the last digit of m= has mines beyond the last cell"),
    "header": (read_mine, "12F1", "the first line of a .mine file is width, height and mines"),
    "no rows": (read, "9x9x10\n", "the board is empty"),
    "other size": (read, "3x2x1\nHH\nHH\n", "says 3x2 cells, but there are 2x2"),
    "no room": (read, "2x2x3\nHH\n21\n", "says 3 mines, but the board has room for 0 to 2"),
    "too few": (read, "2x2x1\n??\n22\n", "says 1 mine, but the board has room for 2 to 2"),
    "more than fit": (read, "2x2x5\nHH\nHH\n", "5 mines do not fit into a board of 2x2"),
    "sign": (read, "2x1x1\nH+\n", "'+' at 1,0 is not a cell"),
    "ragged": (read, "..*\n..", "rows of the same length"),
    "prose": (read, "hello", "'h' at 0,0 is not a cell"),
    "text as bytes": (read_mbf, b"..*.", "10798 mines do not fit into a board of 46x46"),
}


@pytest.mark.parametrize("case", BAD)
def test_what_cannot_be_read_gets_a_clear_line(case: str) -> None:
    read_it, data, message = BAD[case]
    with pytest.raises(InvalidSpec) as caught:
        read_it(data)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@given(layout=infer, where=st.integers(0, 30), to=st.integers(0, 255))
def test_a_changed_byte_is_another_layout_or_an_error(layout: Layout, where: int, to: int) -> None:
    data = bytearray(write_mbf(layout))
    data[where % len(data)] = to
    try:
        found = read_mbf(bytes(data))
    except InvalidSpec:
        return
    assert write_mbf(found)[:4] == bytes(data)[:4]
    assert found.count == int.from_bytes(data[2:4], "big")


@pytest.mark.parametrize("order", ["utf-16-le", "utf-16-be"])
def test_text_as_windows_may_write_it(order: str) -> None:
    data = ("\ufeff" + "1#\r\n##\r\n").encode(order)
    assert read(data).board == Board.parse("1#\n##")


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n", b"1#\xff\n", b"\xff\xfe\x00"])
def test_what_is_neither_text_nor_mbf(data: bytes) -> None:
    with pytest.raises(InvalidSpec, match=r"this is neither text nor an \.mbf file: "):
        read(data)


def test_a_game_id_of_the_collection() -> None:
    # icons/mines.sav of Simon Tatham's collection: its parameters, first move, and flags.
    reading = read_sgt("9x9n35:0,0,me0691ca8a278f3c371688")
    layout = reading.layout
    assert layout is not None
    assert (reading.mines, reading.first) == (35, (0, 0))
    flags = (
        "1,2 0,2 2,1 3,1 3,2 3,3 1,3 2,3 5,0 5,1 7,1 5,3 5,5 6,6 8,6 8,2 8,0 7,0 6,0 4,4 4,5 3,4"
    )
    flagged = [tuple(map(int, cell.split(","))) for cell in flags.split()]
    assert set(flagged) <= set(layout.cells)
    assert not {(0, 0), (2, 2), (6, 1), (6, 2), (6, 3), (7, 4), (5, 4), (4, 8)} & set(layout.cells)
    assert read_sgt("9X9N35:0,0,ME0691CA8A278F3C371688") == reading
    assert write_layout(layout, "sgt") == b"9x9:me0691ca8a278f3c371688\n"
    assert read_position("3x2:1,0,u8c").layout == Layout.parse("*../.**")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("9x9:0,0,me069", "the game ID has 4 digits, but 9x9 cells need 21"),
        ("9x9n34:0,0,me0691ca8a278f3c371688", "says 34 mines, but its layout has 35"),
        ("9x9:0,0,mzz", "'z' in the game ID '9x9:0,0,mzz' is not a digit of the mines: use 0 to 9"),
        ("9x9n10:4,4", "'9x9n10:4,4' has no mines: a game ID is a size, the first click and the"),
        ("9x9x10:0,0,m00", "the size of a game ID is 9x9n10, not 9x9x10"),
        ("9x9n10:r7", "'9x9n10:r7' is a random seed of Simon Tatham's Mines, which only that"),
        ("9x9:9,0,me0691ca8a278f3c371688", "the first click of the game ID, 9,0, is outside"),
    ],
)
def test_a_wrong_game_id_is_refused(text: str, message: str) -> None:
    with pytest.raises(InvalidSpec, match=message):
        read_layout(text)
    with pytest.raises(InvalidSpec, match=message):
        parse_game(text)


@pytest.mark.parametrize(
    ("text", "mines", "closed"),
    [
        ("1?\n?1", None, True),  # As open cells they leave no room for the mine.
        ("1?\n#1", None, False),  # One reading is enough.
        ("4?\n??", 1, False),  # None fits.
        ("2?\n??", 1, True),  # Only the number of mines is wrong.
        ("1?\n##", 2, False),  # The 1 touches all cells.
        ("1?\n##", 1, False),  # Both fit, so it is open.
    ],
)
def test_a_question_mark_is_closed_only_if_it_must_be(
    text: str, mines: int | None, closed: bool
) -> None:
    reading = read_position(text, mines)
    assert reading.closed_marks == (reading.note is not None) == closed
    assert str(reading.board) == (text.replace("?", "#") if closed else text)
