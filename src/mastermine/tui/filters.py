"""Line filters for terminals without Unicode."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import normalize

from rich.cells import cell_len
from rich.segment import Segment
from textual.filter import LineFilter

from mastermine.i18n.text import printable

if TYPE_CHECKING:
    from textual.color import Color

SIGNS = {
    **dict.fromkeys("─━═▔▁▂", "-"),
    **dict.fromkeys("│┃║▌▐▎▊▋▏▕", "|"),
    **dict.fromkeys("╭╮╰╯┌┐└┘├┤┬┴┼╔╗╚╝", "+"),
    **dict.fromkeys("▃▄▅▆▇█▀", "#"),
    **dict.fromkeys("▼▾", "v"),
    **dict.fromkeys("▲▴", "^"),
    **dict.fromkeys("▶▸►", ">"),
    **dict.fromkeys("◀◂◄", "<"),
    **dict.fromkeys("–—−‐", "-"),
    **dict.fromkeys("“”„«»", '"'),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("·•", "."),
    "…": ".",
    "×": "x",
    "✓": "+",
    "✗": "x",
    "\N{NO-BREAK SPACE}": " ",
}
"""ASCII replacements of the same width."""

LETTERS = {"ł": "l", "Ł": "L", "đ": "d", "Đ": "D"}
"""Letters that have no Unicode decomposition."""

_TABLE = str.maketrans(SIGNS)


def in_ascii(text: str) -> str:
    """Returns the text in ASCII, at the same width; unknown signs become question marks."""
    return text if text.isascii() else "".join(map(_sign_in_ascii, text.translate(_TABLE)))


def _sign_in_ascii(sign: str) -> str:
    if sign.isascii():
        return sign
    plain = normalize("NFKD", sign)[0]
    return plain if plain.isascii() else LETTERS.get(sign, "?" * cell_len(sign))


class Printable(LineFilter):
    """Replaces characters that control a terminal, by as many signs as they have columns."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        return [
            segment
            if segment.control or printable(segment.text) == segment.text
            else Segment("".join(map(_printable_sign, segment.text)), segment.style)
            for segment in segments
        ]


def _printable_sign(sign: str) -> str:
    return sign if printable(sign) == sign else "?" * cell_len(sign)


class Ascii(LineFilter):
    """Replaces all non-ASCII signs."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        return [Segment(in_ascii(text), style, control) for text, style, control in segments]
