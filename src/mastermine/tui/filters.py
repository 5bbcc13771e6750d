"""What changes all that is drawn, for terminals that show less."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import normalize

from rich.cells import cell_len
from rich.segment import Segment
from textual.filter import LineFilter

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
"""Signs that are drawn in ASCII by another one of the same width."""

LETTERS = {"ł": "l", "Ł": "L", "đ": "d", "Đ": "D"}
"""Letters that no accent makes."""

_TABLE = str.maketrans(SIGNS)


def in_ascii(text: str) -> str:
    """The text in ASCII, of the same width; what has no likeness is a question mark."""
    return text if text.isascii() else "".join(map(_likeness, text.translate(_TABLE)))


def _likeness(sign: str) -> str:
    """A sign in ASCII: a letter without its accent."""
    if sign.isascii():
        return sign
    plain = normalize("NFKD", sign)[0]
    return plain if plain.isascii() else LETTERS.get(sign, "?" * cell_len(sign))


class Ascii(LineFilter):
    """Draws nothing but ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002
        return [Segment(in_ascii(text), style, control) for text, style, control in segments]
