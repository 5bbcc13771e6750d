"""Boards and layouts in files and links.

======  ==========================================================================================
name    content and origin
======  ==========================================================================================
text    Rows of signs. Only ``.`` and ``*``: a layout (``Layout.parse``). Otherwise a partly open
        board (``Board.parse``).
mbf     A layout in bytes: width, height, the number of mines as two bytes (big-endian), then x and
        y of each mine. The file format of boards for speed runners, as JSMinesweeper (David Hill)
        and LlamaSweeper read it.
mine    A board in text: ``30x16x99`` (width, height, mines), then its rows of ``0`` to ``8``,
        ``H`` for a closed cell, ``F`` for a flag and ``?`` for a shown mine, as JSMinesweeper
        (David Hill) saves it. A layout is written as an open board with a flag on each mine.
url     A layout in a link, ``?b=SIZE&m=MINES``: the size is 1, 2 or 3 for 9x9, 16x16 and 30x16,
        or width and height with the same number of digits (``2420``); the mines are one bit per
        cell in reading order, five bits per digit of base 32 (``0``-``9``, ``a``-``v``), the
        first one the highest, padded with zeros. The convention of the ZiNi calculator of PTTACG,
        minesweeper.online, JSMinesweeper and LlamaSweeper.
sgt     A layout as a game ID of Mines in Simon Tatham's Portable Puzzle Collection,
        ``9x9:X,Y,mHEX``: the size, the first click, then one bit per cell in reading order, four
        bits per digit, masked so that nobody reads the mines by accident (``obfuscate_bitmap`` in
        its ``misc.c``); ``u`` instead of ``m`` means not masked. The size may be ``9x9n10``.
======  ==========================================================================================

Boards, not layouts, are also addresses of puzz.link, ``https://puzz.link/p?mines/5/3/1g1g.j.0g1g.``:
width, height, then the cells in reading order: a digit for a number, a dot for an open cell without
its number, and a letter from ``g`` to ``z`` for 1 to 20 closed cells. The number of mines is not in
it.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import sha1
from typing import TYPE_CHECKING

from mastermine.core.errors import InvalidSpec, TooLarge
from mastermine.core.given import check_format
from mastermine.i18n.text import _, ngettext, shortened
from mastermine.minesweeper.board import (
    CLOSED,
    MINED,
    UNNUMBERED,
    Board,
    Cell,
    Layout,
    check_size,
    read_board,
)
from mastermine.minesweeper.cells import axes, is_cell
from mastermine.minesweeper.sizes import is_random_seed, leading_size, random_seed

if TYPE_CHECKING:
    from mastermine.minesweeper.rules import Minesweeper

FORMATS = ("text", "mbf", "mine", "url", "sgt")
"""Names of all formats of layouts."""

PUZZLINK = "puzzlink"
"""Name of the format of puzz.link, for boards."""

LEVELS = {"1": (9, 9), "2": (16, 16), "3": (30, 16)}
"""Width and height of the levels that have a number in links."""

WORK_TO_READ = 30_000_000
"""Limit of the work (see ``analyze``) to decide whether ``?`` can be an open cell."""

_SIZE = re.compile(r"(?:^|[?&#\s])b=([^&#\s]*)")
_MINES = re.compile(r"(?:^|[?&#\s])m=([^&#\s]*)")
_DIGITS = "0123456789abcdefghijklmnopqrstuv"
_GAME_ID = re.compile(r"a?:(?:(\d{1,9}),(\d{1,9}),)?([mu]?)([0-9a-f]+)\s*", re.IGNORECASE)
_FIRST_CLICK = re.compile(r"a?:(?:\d+,\d+(?:,|$))?[mu]?", re.IGNORECASE)
_NO_DIGIT = re.compile(r"[^0-9a-f]", re.IGNORECASE)
_GAME_ID_START = re.compile(r"a?[:#]")
_PUZZLINK = re.compile(r"(?:^|[?/\s])mines/([^/\s]*)/([^/\s]*)/([^/\s#]*)/?\s*$")
_SPACES = "ghijklmnopqrstuvwxyz"
"""Digits of base 36 that stand for 1 to 20 closed cells in an address of puzz.link."""
_CONTROL = re.compile(rb"[^\t\n\f\r\x20-\xff]")


@dataclass(frozen=True, slots=True)
class Reading:
    """Board or layout read from a file, text or link."""

    format: str
    """One of ``FORMATS``, or ``PUZZLINK``."""
    board: Board
    """The visible board: fully open if a layout was read."""
    mines: int | None
    """Number of mines; None if the text does not contain it."""
    flags: frozenset[Cell]
    """Closed cells with a flag."""
    first: Cell | None = None
    """First click of a game ID."""
    closed_marks: bool = False
    """True if ``?`` was read as a closed cell, since it cannot be an open one."""

    @property
    def note(self) -> str | None:
        """Says that ``?`` was read as a closed cell, if so."""
        if not self.closed_marks:
            return None
        return _("Read ? as a closed cell: as open cells, they contradict the numbers.")

    @property
    def layout(self) -> Layout | None:
        """Layout of the mines, or None if the board does not determine it.

        It does if all closed cells must be mines: no cell is closed but known mines, or as many
        cells are closed as mines are left.
        """
        board = self.board
        closed = board.cells.count(CLOSED)
        if closed and closed + board.cells.count(MINED) != self.mines:
            return None
        layout = Layout(
            board.width, board.height, bytes(value in (CLOSED, MINED) for value in board.cells)
        )
        numbers = layout.numbers
        fits = all(numbers[board.index(cell)] == value for cell, value in board.numbered())
        return layout if fits and self.mines in (None, layout.count) else None


def read(data: bytes | str) -> Reading:
    """Reads a board or layout and detects its format. Raises InvalidSpec.

    Bytes without control characters that are UTF-8, or UTF-16 with a byte order mark, are text.
    Text that ends with ``mines/`` and three parts is an address of puzz.link; other text with
    ``b=``, ``m=`` or ``://`` is a link; text that starts with width, height and mines is
    a ``.mine`` file; a size, a colon and hexadecimal digits are a game ID.
    """
    text = data if isinstance(data, str) else _text(data)
    if text is not None and "*" in text and not set(text) - set("./*") - set(" \t\r\n\f"):
        return _whole("text", Layout.parse(text))
    return read_position(data)


def read_position(data: bytes | str, mines: int | None = None) -> Reading:
    """Reads a board like ``read``, but a dot is always a closed cell. Raises InvalidSpec.

    ``?`` is an open cell without its number. If no layout (of ``mines`` mines, if known) is
    consistent with that, but one is if all ``?`` are closed cells, they are closed cells. If only
    ``mines`` contradicts both, it does not count.
    """
    text = data if isinstance(data, str) else _text(data)
    if text is None:
        assert isinstance(data, bytes)
        try:
            return _whole("mbf", read_mbf(data))
        except InvalidSpec as error:
            raise InvalidSpec(
                _("this is neither text nor an .mbf file: {error}").format(error=error)
            ) from None
    if _PUZZLINK.search(text):
        return read_puzzlink(text)
    if _SIZE.search(text) or _MINES.search(text) or "://" in text:
        return _whole("url", read_url(text))
    if is_game_id(text):
        return read_sgt(text)
    if _header(text):
        return read_mine(text)
    board, flags = read_board(text)
    reading = Reading("text", board, None, flags)
    if UNNUMBERED not in board.cells or _is_possible(board, mines, unknown=True):
        return reading
    closed = board.having((cell, CLOSED) for cell in board.all(UNNUMBERED))
    if not _is_possible(closed, mines, unknown=False) and (
        _is_possible(board, None, unknown=True) or not _is_possible(closed, None, unknown=False)
    ):
        return reading
    return replace(reading, board=closed, closed_marks=True)


def _is_possible(board: Board, mines: int | None, *, unknown: bool) -> bool:
    """Returns True if some layout is consistent with a board; ``unknown`` if that is too hard."""
    from mastermine.minesweeper.probability import Limits, is_possible

    try:
        return is_possible(board, mines, Limits(WORK_TO_READ))
    except TooLarge:
        return unknown


def read_layout(data: bytes | str) -> Layout:
    """Reads a layout in any format. Raises InvalidSpec, also if some mines are unknown."""
    layout = read(data).layout
    if layout is None:
        raise InvalidSpec(
            _(
                "the board does not show all mines: write a layout as rows of dots, with * for a "
                "mine"
            )
        )
    return layout


def write_layout(layout: Layout, form: str) -> bytes:
    """Formats a layout as the content of a file. Raises InvalidSpec for an unknown format."""
    if form == "mbf":
        return write_mbf(layout)
    check_format(form, FORMATS)
    return f"{_WRITERS[form](layout)}\n".encode()


def read_mbf(data: bytes) -> Layout:
    """Parses the bytes of an ``.mbf`` file. Raises InvalidSpec."""
    if len(data) < 4:
        raise InvalidSpec(
            _(
                "an .mbf file has 4 bytes for width, height and mines and 2 for each mine, "
                "but this one ends after {n}"
            ).format(n=len(data))
        )
    width, height, count = data[0], data[1], int.from_bytes(data[2:4], "big")
    check_size(width, height)
    _check_count(width, height, count)
    if len(data) != 4 + 2 * count:
        right = 4 + 2 * count
        file = ngettext("an .mbf file with {n} mine", "an .mbf file with {n} mines", count)
        raise InvalidSpec(
            # Translators: {file} is "an .mbf file with {n} mines".
            ngettext(
                "{file} has {right} byte, but this one has {length}",
                "{file} has {right} bytes, but this one has {length}",
                right,
            ).format(file=file.format(n=count), right=right, length=len(data))
        )
    cells = list(zip(data[4::2], data[5::2], strict=True))
    layout = Layout.of(width, height, cells)
    if layout.count < count:
        ((x, y), _times), *_others = Counter(cells).most_common(1)
        raise InvalidSpec(_("the mine at {x},{y} is listed twice").format(x=x, y=y))
    return layout


def write_mbf(layout: Layout) -> bytes:
    """Formats a layout as the bytes of an ``.mbf`` file, with the mines in reading order."""
    head = bytes((layout.width, layout.height)) + layout.count.to_bytes(2, "big")
    return head + bytes(place for cell in layout.cells for place in cell)


def read_url(text: str) -> Layout:
    """Parses a layout in a link, or in its query string. Raises InvalidSpec."""
    size, mines = _SIZE.search(text), _MINES.search(text)
    if not size or not mines:
        raise InvalidSpec(
            _(
                "a link to a layout has ?b= with its size and &m= with its mines; this one has no "
                "{missing}"
            ).format(missing="&m=" if size else "?b=")
            if size or mines
            else _(
                "a link to a layout has ?b= with its size and &m= with its mines; this one has "
                "neither"
            )
        )
    width, height = _read_size(size[1])
    digits = mines[1].lower()
    needed = -(-width * height // 5)
    if len(digits) != needed:
        raise InvalidSpec(
            ngettext(
                "m= has {n} digit, but {width}x{height} cells need {needed}, one per five cells",
                "m= has {n} digits, but {width}x{height} cells need {needed}, one per five cells",
                len(digits),
            ).format(n=len(digits), width=width, height=height, needed=needed)
        )
    wrong = [digit for digit in digits if digit not in _DIGITS]
    if wrong:
        raise InvalidSpec(
            _("{digit!r} in m= is not a digit of base 32: use 0 to 9 and a to v").format(
                digit=wrong[0]
            )
        )
    bits = "".join(f"{_DIGITS.index(digit):05b}" for digit in digits)
    if "1" in bits[width * height :]:
        raise InvalidSpec(_("the last digit of m= has mines beyond the last cell"))
    return Layout(width, height, bytes(map(int, bits[: width * height])))


def _read_size(text: str) -> tuple[int, int]:
    if text in LEVELS:
        return LEVELS[text]
    if not re.fullmatch(r"(?:[0-9]{2}){1,3}", text):
        raise InvalidSpec(
            _(
                "b={text} is not a size: write 1, 2 or 3 for 9x9, 16x16 or 30x16, or width and "
                "height with the same number of digits, such as 2420"
            ).format(text=text)
        )
    half = len(text) // 2
    width, height = int(text[:half]), int(text[half:])
    check_size(width, height)
    return width, height


def write_url(layout: Layout) -> str:
    """Formats a layout as the query string of a link, such as ``?b=1&m=…``."""
    width, height = layout.width, layout.height
    names = [name for name, size in LEVELS.items() if size == (width, height)]
    digits = len(str(max(width, height)))
    size = names[0] if names else f"{width:0{digits}}{height:0{digits}}"
    bits = "".join(map(str, layout.mines))
    fives = (bits[i : i + 5].ljust(5, "0") for i in range(0, len(bits), 5))
    return f"?b={size}&m=" + "".join(_DIGITS[int(five, 2)] for five in fives)


def read_puzzlink(text: str) -> Reading:
    """Parses an address of a Minesweeper puzzle at puzz.link. Raises InvalidSpec."""
    match = _PUZZLINK.search(text)
    if match is None or not (match[1].isdecimal() and match[2].isdecimal()):
        raise InvalidSpec(
            _(
                "an address of puzz.link ends with mines, width, height and cells, such as "
                "https://puzz.link/p?mines/5/3/1g1g.j.0g1g."
            )
        )
    width, height = int(match[1][:9]), int(match[2][:9])
    check_size(width, height)
    cells: list[int] = []
    for sign in match[3].lower():
        if sign in "012345678":
            cells.append(int(sign))
        elif sign == ".":
            cells.append(UNNUMBERED)
        elif sign in _SPACES:
            cells += [CLOSED] * (_SPACES.index(sign) + 1)
        else:
            raise InvalidSpec(
                _(
                    "{sign!r} in the address of puzz.link is not a cell: use 0 to 8, . for an open "
                    "cell without its number, and g to z for 1 to 20 closed cells"
                ).format(sign=sign)
            )
    if len(cells) != width * height:
        raise InvalidSpec(
            ngettext(
                "the address of puzz.link has {n} cell, but {width}x{height} is {needed}",
                "the address of puzz.link has {n} cells, but {width}x{height} is {needed}",
                len(cells),
            ).format(n=len(cells), width=width, height=height, needed=width * height)
        )
    return Reading(PUZZLINK, Board(width, height, bytes(cells)), None, frozenset())


def write_puzzlink(board: Board) -> str:
    """Formats a board as an address of puzz.link.

    The format has no sign for a known mine; it is written as a closed cell.
    """
    signs, closed = "", 0
    for value in [*board.cells, None]:
        if value in (CLOSED, MINED):
            closed += 1
            continue
        full, rest = divmod(closed, len(_SPACES))
        signs += _SPACES[-1] * full + (_SPACES[rest - 1] if rest else "")
        signs += "" if value is None else "." if value == UNNUMBERED else str(value)
        closed = 0
    return f"https://puzz.link/p?mines/{board.width}/{board.height}/{signs}"


def read_sgt(text: str) -> Reading:
    """Parses a game ID of Mines in Simon Tatham's collection. Raises InvalidSpec."""
    found = leading_size(text)
    if found is not None and is_random_seed(found.rest):
        raise random_seed(text)
    if found is not None and found.sign == "x":
        raise InvalidSpec(
            _(
                "the size of a game ID is {width}x{height}n{mines}, not {width}x{height}x{mines}"
            ).format(width=found.width, height=found.height, mines=found.mines)
        )
    match = None if found is None else _GAME_ID.fullmatch(found.rest)
    if found is None or match is None:
        raise InvalidSpec(_wrong_game_id(text.strip(), found.rest if found else ""))
    width, height, mines = found[:3]
    check_size(width, height)
    size, digits = width * height, match[4].lower()
    needed = -(-size // 4)
    if len(digits) != needed:
        raise InvalidSpec(
            ngettext(
                "the game ID has {n} digit, but {width}x{height} cells need {needed}, one per four "
                "cells",
                "the game ID has {n} digits, but {width}x{height} cells need {needed}, one per "
                "four cells",
                len(digits),
            ).format(n=len(digits), width=width, height=height, needed=needed)
        )
    data = bytes.fromhex(digits + "0" * (-len(digits) % 2))[: -(-size // 8)]
    if match[3].lower() == "m":
        data = _masked(data, size, reverse=True)
    bits = "".join(f"{byte:08b}" for byte in data)
    layout = Layout(width, height, bytes(map(int, bits[:size])))
    if mines not in (None, layout.count):
        raise InvalidSpec(
            ngettext(
                "the game ID says {n} mine, but its layout has {count}: it is not complete",
                "the game ID says {n} mines, but its layout has {count}: it is not complete",
                mines or 0,
            ).format(n=mines, count=layout.count)
        )
    first = None if match[1] is None else (int(match[1]), int(match[2]))
    if first is not None and not is_cell(first, width, height):
        raise InvalidSpec(
            _("the first click of the game ID, {x},{y}, is outside the board").format(**axes(first))
        )
    return replace(_whole("sgt", layout), first=first)


def _wrong_game_id(text: str, board: str) -> str:
    """Says why a text is not a game ID; ``board`` is the part after the size."""
    head = _FIRST_CLICK.match(board)
    digits = board[head.end() :] if head else ""
    if wrong := _NO_DIGIT.search(digits.rstrip()):
        return _(
            "{sign!r} in the game ID {text!r} is not a digit of the mines: use 0 to 9 and a to f, "
            "one digit per four cells"
        ).format(sign=wrong[0], text=shortened(text))
    return _(
        "{text!r} has no mines: a game ID is a size, the first click and the mines, such as "
        "9x9:0,0,m…"
    ).format(text=shortened(text))


def write_sgt(layout: Layout) -> str:
    """Formats a layout as a game ID of Simon Tatham's Mines, without a first click."""
    size = layout.width * layout.height
    bits = "".join(map(str, layout.mines)).ljust(8 * -(-size // 8), "0")
    data = bytes(int(bits[i : i + 8], 2) for i in range(0, len(bits), 8))
    digits = _masked(data, size, reverse=False).hex()[: -(-size // 4)]
    return f"{layout.width}x{layout.height}:m{digits}"


def _masked(data: bytes, bits: int, *, reverse: bool) -> bytes:
    """Masks a bitmap, or unmasks it: each half is combined with a stream made from the other.

    The stream consists of the SHA-1 hashes of the other half and a counter, in decimal digits.
    """
    middle = len(data) // 2
    halves = [data[:middle], data[middle:]]
    for at in (1, 0) if reverse else (0, 1):
        half, seed = halves[at], halves[1 - at]
        blocks = (
            sha1(seed + str(i).encode(), usedforsecurity=False).digest()
            for i in range(-(-len(half) // 20))
        )
        mixed = bytes(a ^ b for a, b in zip(half, b"".join(blocks), strict=False))
        if at == 1 and bits % 8:
            mixed = mixed[:-1] + bytes([mixed[-1] & (0xFF00 >> bits % 8)])
        halves[at] = mixed
    return b"".join(halves)


def read_game_id(text: str) -> tuple[Minesweeper, Layout, Cell | None] | None:
    """Parses a game ID as rules, layout and first click; returns None for any other text.

    Raises InvalidSpec.
    """
    from mastermine.minesweeper.rules import Minesweeper

    if not is_game_id(text):
        return None
    reading = read_sgt(text)
    layout = reading.layout
    assert layout is not None
    return Minesweeper(layout.width, layout.height, layout.count), layout, reading.first


def is_link(text: str) -> bool:
    """Returns True for a link or a game ID, which contains a board or a layout itself."""
    return "m=" in text or "://" in text or bool(_PUZZLINK.search(text)) or is_game_id(text)


def is_game_id(text: str) -> bool:
    """Returns True for a text that begins like a game ID, also if it is not a correct one."""
    size = leading_size(text)
    return size is not None and bool(_GAME_ID_START.match(size.rest))


def read_mine(text: str) -> Reading:
    """Parses the text of a ``.mine`` file. Raises InvalidSpec."""
    header = _header(text)
    if header is None:
        raise InvalidSpec(
            _("the first line of a .mine file is width, height and mines, such as 30x16x99")
        )
    (width, height, mines), rows = header
    check_size(width, height)
    _check_count(width, height, mines)
    board, flags = read_board(rows.translate(_FROM_MINE))
    if (board.width, board.height) != (width, height):
        raise InvalidSpec(
            _("the first line says {width}x{height} cells, but there are {columns}x{rows}").format(
                width=width, height=height, columns=board.width, rows=board.height
            )
        )
    known = board.cells.count(MINED)
    if not known <= mines <= known + board.cells.count(CLOSED):
        raise InvalidSpec(
            ngettext(
                "the first line says {n} mine, but the board has room for {least} to {most}",
                "the first line says {n} mines, but the board has room for {least} to {most}",
                mines,
            ).format(n=mines, least=known, most=known + board.cells.count(CLOSED))
        )
    return Reading("mine", board, mines, flags)


def _header(text: str) -> tuple[tuple[int, int, int], str] | None:
    """Returns width, height and mines in the first line of a text, and the other lines."""
    size = leading_size(text)
    line, _end, rows = size.rest.partition("\n") if size else ("", "", "")
    if size is None or size.sign != "x" or size.mines is None or line.strip():
        return None
    return (size.width, size.height, size.mines), rows


_FROM_MINE = str.maketrans({"H": "#", "h": "#", "?": "*"})


def write_mine(board: Board, mines: int, flags: Iterable[Cell] = ()) -> str:
    """Formats a board as the text of a ``.mine`` file, without a final line end.

    The format has no sign for an open cell without its number; it is written as a closed cell.
    """
    flagged = set(flags)
    signs = [
        "F" if board.cell(i) in flagged else _TO_MINE.get(value, str(value))
        for i, value in enumerate(board.cells)
    ]
    rows = ("".join(signs[i : i + board.width]) for i in range(0, len(signs), board.width))
    return "\n".join([f"{board.width}x{board.height}x{mines}", *rows])


_TO_MINE = {CLOSED: "H", UNNUMBERED: "H", MINED: "?"}


def _whole(form: str, layout: Layout) -> Reading:
    return Reading(form, layout.board(), layout.count, frozenset())


def _text(data: bytes) -> str | None:
    """Decodes bytes; returns None for those of an ``.mbf`` file."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):  # As a width it would be above the maximum.
        with suppress(UnicodeDecodeError):
            return data.decode("utf-16")
        return None
    if _CONTROL.search(data):
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return None


def _check_count(width: int, height: int, mines: int) -> None:
    if mines > width * height:
        raise InvalidSpec(
            ngettext(
                "{n} mine does not fit into a board of {width}x{height}",
                "{n} mines do not fit into a board of {width}x{height}",
                mines,
            ).format(n=mines, width=width, height=height)
        )


_WRITERS: dict[str, Callable[[Layout], str]] = {
    "text": str,
    "url": write_url,
    "sgt": write_sgt,
    "mine": lambda layout: write_mine(layout.board(), layout.count, layout.cells),
}
