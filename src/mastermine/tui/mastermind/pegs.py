"""Draws pegs: a colour, and a sign that is legible without colours."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.content import Content

from mastermine.mastermind import Black, Pegs, Places

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from textual.app import App

    from mastermine.mastermind import Code, Feedback, Mastermind, Notation

HELD = "^"
"""Mark of a peg that is held for the next row."""


@dataclass(frozen=True)
class Look:
    """Appearance of the pegs of a notation.

    ``symbols`` draws signs on them, ``plain`` restricts the signs to ASCII.
    """

    notation: Notation
    symbols: bool
    plain: bool

    def sign(self, colour: int) -> str:
        """Returns the sign of a peg: its symbol or, in ASCII, its letter or digit; or nothing."""
        look, label = self.notation.colours[colour], self.notation.labels[colour]
        if look.blank:
            return label if self.plain else look.symbol
        if not self.symbols:
            return ""
        if not self.plain:
            return look.symbol
        return self.notation.letter(colour).upper() or label

    @property
    def room(self) -> int:
        """Width of the longest sign in columns."""
        return max((len(self.sign(c)) for c in range(len(self.notation.colours))), default=1) or 1

    @property
    def hole(self) -> str:
        return "." if self.plain else "◌"

    @property
    def covered(self) -> str:
        """The sign of a covered peg."""
        return "#" if self.plain else "▒"

    def peg(self, colour: int, width: int, held: bool = False) -> Segment:
        """Returns a peg of ``width`` columns, with its label beside the sign if both fit."""
        sign, digit = self.sign(colour), self.notation.labels[colour]
        blank = self.notation.colours[colour].blank
        if width >= len(sign) + len(digit) + 2 and sign != digit and not blank:
            sign += digit
        text = f"{sign:^{width}}"[:width]
        if held and text.endswith(" "):
            text = text[:-1] + HELD
        return Segment(text, _painted(self.notation.colours[colour].rgb, held))

    def code(self, code: Code) -> list[Segment]:
        """Returns a code as pegs with gaps."""
        width = max(2, self.room) if len(code) > 8 else max(3, self.room)
        row: list[Segment] = []
        for colour in code:
            row += [self.peg(colour, width), Segment(" ")]
        return row[:-1]

    def content(self, code: Code) -> Content:
        """Returns a code for a text: pegs and digits."""
        parts = [(segment.text, f"{segment.style or ''}") for segment in self.code(code)]
        return Content.assemble(*parts, f"  {self.notation.format(code)}")

    def marks(
        self, rules: Mastermind, answer: Feedback, styles: Mapping[str, Style]
    ) -> list[Segment]:
        """Returns an answer as pegs, or as a mark for each place; ``styles`` by kind of mark."""
        black, white, none = "*o." if self.plain else "●○·"
        match answer:
            case Pegs(right, misplaced):
                kinds = [("black", black * right), ("white", white * misplaced)]
            case Black(right):
                kinds = [("black", black * right)]
            case Places(places):
                kinds = [("black", "+") if yes else ("none", "-") for yes in places]
        drawn = sum(len(text) for _kind, text in kinds)
        kinds.append(("none", none * (rules.places - drawn)))
        return [Segment(text, styles[kind]) for kind, text in kinds if text]


def look_of(app: App[Any], notation: Notation) -> Look:
    """Returns the appearance of pegs in an app; without colours, always with signs."""
    symbols, plain = getattr(app, "symbols", True), getattr(app, "plain", False)
    return Look(notation, bool(symbols or app.no_color), bool(plain))


def cells(row: Iterable[Segment]) -> int:
    """Returns the number of columns of the segments."""
    return sum(segment.cell_length for segment in row)


@lru_cache(maxsize=256)
def _painted(rgb: str, held: bool) -> Style:
    back = Color.parse(rgb)
    light = back.get_contrast_text(1.0).rich_color
    return Style(color=light, bgcolor=back.rich_color, bold=True, underline=held or None)
