"""A picture as SVG, put together piece by piece."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr
from zlib import crc32

from mastermine.session.share.picture.letters import UNIT, glyphs
from mastermine.session.share.picture.shapes import BOX, shapes

INK, MUTED, LINE, PAPER, RAISED = "#22262b", "#5c636b", "#c9c5bb", "#fbfaf6", "#ffffff"
GOOD, BAD = "#1f7a3a", "#b3261e"


class Painting:
    """A picture that grows. Lengths are in pixels at its own size; y goes downwards."""

    def __init__(self, title: str) -> None:
        """``title``: what the picture shows, for whoever hears it."""
        self.title = title
        self._pieces: list[str] = []
        self._defined: dict[str, str] = {}

    def svg(self, width: float, height: float) -> str:
        """The whole picture."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" '
            f'width="{_n(width)}" height="{_n(height)}" role="img" '
            f"aria-label={quoteattr(_clean(self.title))}>"
        )
        title = f"<title>{escape(_clean(self.title))}</title>"
        defined = "".join(self._defined.values())
        paper = f'<rect width="{_n(width)}" height="{_n(height)}" rx="12" fill="{PAPER}"/>'
        return "\n".join(
            [head, title, f"<defs>{defined}</defs>", paper, *self._pieces, "</svg>", ""]
        )

    def rectangle(
        self, x: float, y: float, width: float, height: float, fill: str, radius: float = 0
    ) -> None:
        """A filled rectangle, with round corners where there is a radius."""
        round_ = f' rx="{_n(radius)}"' if radius else ""
        self._pieces.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"{round_} '
            f'fill="{fill}"/>'
        )

    def circle(self, x: float, y: float, radius: float, fill: str, edge: str = "") -> None:
        """A filled circle, with an edge where that has a colour."""
        stroke = f' stroke="{edge}" stroke-width="1.5"' if edge else ""
        self._pieces.append(
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{fill}"{stroke}/>'
        )

    def path(self, outline: str, x: float, y: float, size: float, fill: str) -> None:
        """A path of a box of 24 by 24, so large, around x, y."""
        scale = size / BOX
        name = self._define(outline)
        self._use(name, x - size / 2, y - size / 2, scale, fill)

    def symbol(self, symbol: str, x: float, y: float, size: float, fill: str) -> None:
        """The symbol of a colour, so large, around x, y; any other is a letter."""
        if symbol not in shapes():
            self.text(symbol, x, y + size * 0.35, size, fill, "middle")
            return
        outline, transform = shapes()[symbol]
        name = self._define(outline, transform)
        self._use(name, x - size / 2, y - size / 2, size / BOX, fill)

    def text(
        self, text: str, x: float, y: float, size: float, fill: str = INK, anchor: str = "start"
    ) -> None:
        """A line of text whose baseline begins, has its middle, or ends at x, y.

        Letters of which there is no outline are left to the fonts of whoever draws the picture.
        """
        text = _clean(text)
        known = glyphs()
        if not all(letter in known for letter in text):
            self._pieces.append(
                f'<text x="{_n(x)}" y="{_n(y)}" font-family="DejaVu Sans, sans-serif" '
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
        """The name of a path: the same one in all pictures, which may stand on the same page."""
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
    """About how wide a line of text is."""
    known = glyphs()
    return sum(known[c].width if c in known else UNIT * 0.7 for c in text) * size / UNIT


def fitted(text: str, size: float, width: float) -> float:
    """The size at which a text is no wider than that, at most ``size``."""
    needed = width_of(text, size)
    return size if needed <= width else size * width / needed


def readable_on(rgb: str) -> str:
    """Black or white, whichever stands out more on a colour (contrast as in WCAG 2.1)."""
    parts = [int(rgb[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return "#ffffff" if 1.05 / (light + 0.05) > (light + 0.05) / 0.05 else "#000000"


def _n(value: float) -> str:
    """A length in few digits."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _clean(text: str) -> str:
    """The text without what XML has no place for."""
    text = text.replace("\N{NO-BREAK SPACE}", " ")  # In numbers of some languages.
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
