"""Drawing of SVG pictures."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr
from zlib import crc32

from mastermine.session.share.picture.letters import UNIT, glyphs
from mastermine.session.share.picture.shapes import BOX, shapes

INK, MUTED, LINE, PAPER, RAISED = "#22262b", "#5c636b", "#c9c5bb", "#fbfaf6", "#ffffff"
GOOD, BAD = "#1f7a3a", "#b3261e"


class Painting:
    """An SVG picture under construction. Lengths are in pixels; y goes downwards."""

    def __init__(self, title: str, font: str = "") -> None:
        """``title``: the text alternative. ``font``: of all text, instead of outlines."""
        self.title = title
        self._font = font
        self._pieces: list[str] = []
        self._defined: dict[str, str] = {}

    def svg(self, width: float, height: float, page: bool = False) -> str:
        """Returns the picture. ``page``: a page to print, white, with lengths in points."""
        unit, paper = ("pt", 'fill="#ffffff"') if page else ("", f'rx="12" fill="{PAPER}"')
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" '
            f'width="{_n(width)}{unit}" height="{_n(height)}{unit}" role="img" '
            f"aria-label={quoteattr(_clean(self.title))}>"
        )
        title = f"<title>{escape(_clean(self.title))}</title>"
        defined = "".join(self._defined.values())
        paper = f'<rect width="{_n(width)}" height="{_n(height)}" {paper}/>'
        return "\n".join(
            [head, title, f"<defs>{defined}</defs>", paper, *self._pieces, "</svg>", ""]
        )

    def rectangle(
        self, x: float, y: float, width: float, height: float, fill: str, radius: float = 0
    ) -> None:
        """Draws a filled rectangle, with round corners if there is a radius."""
        round_ = f' rx="{_n(radius)}"' if radius else ""
        self._pieces.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"{round_} '
            f'fill="{fill}"/>'
        )

    def circle(
        self, x: float, y: float, radius: float, fill: str, edge: str = "", width: float = 1.5
    ) -> None:
        """Draws a filled circle, with an edge of this width if that has a colour."""
        stroke = f' stroke="{edge}" stroke-width="{_n(width)}"' if edge else ""
        self._pieces.append(
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{fill}"{stroke}/>'
        )

    def path(self, outline: str, x: float, y: float, size: float, fill: str) -> None:
        """Draws a path of a 24 by 24 box at this size, centred at x, y."""
        scale = size / BOX
        name = self._define(outline)
        self._use(name, x - size / 2, y - size / 2, scale, fill)

    def symbol(self, symbol: str, x: float, y: float, size: float, fill: str) -> None:
        """Draws the symbol of a colour, or any other as text, centred at x, y."""
        if symbol not in shapes():
            self.text(symbol, x, y + size * 0.35, size, fill, "middle")
            return
        outline, transform = shapes()[symbol]
        name = self._define(outline, transform)
        self._use(name, x - size / 2, y - size / 2, size / BOX, fill)

    def text(
        self, text: str, x: float, y: float, size: float, fill: str = INK, anchor: str = "start"
    ) -> None:
        """Draws a line of text; its baseline starts, is centred or ends at x, y (``anchor``).

        Text with letters without an outline uses the fonts of the viewer.
        """
        text = _clean(text)
        known = glyphs()
        if self._font or not all(letter in known for letter in text):
            font = self._font or "DejaVu Sans, sans-serif"
            self._pieces.append(
                f'<text x="{_n(x)}" y="{_n(y)}" font-family="{font}" '
                f'font-size="{_n(size)}" text-anchor="{anchor}" fill="{fill}">{escape(text)}</text>'
            )
            return
        x -= width_of(text, size) * {"start": 0, "middle": 0.5, "end": 1}[anchor]
        scale = size / UNIT
        for letter in text:
            glyph = known[letter]
            if glyph.outline:
                name = self._define(glyph.outline)
                self._use(name, x, y, scale, fill)
            x += glyph.width * scale

    def _define(self, outline: str, transform: str = "") -> str:
        """Defines a path; its name is the same in all pictures, which may share a page."""
        name = f"p{crc32(f'{outline}{transform}'.encode()):08x}"
        if name not in self._defined:
            turned = f' transform="{transform}"' if transform else ""
            self._defined[name] = f'<path id="{name}" d="{outline}"{turned}/>'
        return name

    def _use(self, name: str, x: float, y: float, scale: float, fill: str) -> None:
        self._pieces.append(
            f'<use href="#{name}" transform="translate({_n(x)} {_n(y)}) scale({scale:.4g})" '
            f'fill="{fill}"/>'
        )


def width_of(text: str, size: float) -> float:
    """Estimates the width of a line of text."""
    known = glyphs()
    return sum(known[c].width if c in known else UNIT * 0.7 for c in text) * size / UNIT


def fitted(text: str, size: float, width: float) -> float:
    """Returns the largest size, up to ``size``, at which a text fits the width."""
    needed = width_of(text, size)
    return size if needed <= width else size * width / needed


def wrapped(text: str, size: float, width: float) -> list[str]:
    """Splits a text into lines of at most this width, at spaces."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if width_of(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return list(filter(None, lines))


def readable_on(rgb: str) -> str:
    """Returns black or white, whichever has more contrast on a colour (WCAG 2.1)."""
    parts = [int(rgb[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#ffffff" if 1.05 / (light + 0.05) > (light + 0.05) / 0.05 else "#000000"


def _n(value: float) -> str:
    """Formats a length with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _clean(text: str) -> str:
    """Replaces characters that XML does not allow."""
    text = text.replace("\N{NO-BREAK SPACE}", " ")  # In numbers of some languages.
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
