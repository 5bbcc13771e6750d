"""Draws the icons of the page from its icon.svg, and the picture of links.

python tools/icons.py
"""

from __future__ import annotations

import re
from pathlib import Path

import resvg_py

STATIC = Path(__file__).parents[1] / "src/mastermine/web/static"
BLUE = "#0b58a6"
PEGS = ("#d93a32", "#ffd34d", "#2f8f4e", "#3b7dd8", "#f08a24", "#8e4bb8")
NUMBERS = ("#1f4fd1", "#1c7a35", "#c62828")


def drawing(inner: str, width: int, height: int) -> str:
    """Returns an SVG drawing."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{inner}</svg>'


def write(name: str, svg: str, width: int) -> None:
    """Writes a PNG file."""
    path = STATIC / "icons" / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width)))
    print(f"Wrote {path.name}.")


def preview(inner: str) -> str:
    """Returns the picture of links: rows of pegs, the icon, and a minefield."""
    parts = [f'<rect width="1200" height="630" fill="{BLUE}"/>']
    parts.append(f'<g transform="translate(440 155) scale(5)">{inner}</g>')
    for row in range(4):
        for place in range(3):
            colour = PEGS[(row * 5 + place * 2) % len(PEGS)]
            at = f'cx="{100 + 110 * place}" cy="{145 + 113 * row}"'
            parts.append(f'<circle {at} r="42" fill="{colour}" stroke="#fff" stroke-width="5"/>')
            x, y = 815 + 110 * place, 95 + 113 * row
            opened = (row + place) % 3 == 0
            fill = "#dfe7f1" if opened else "#8fb2da"
            parts.append(f'<rect x="{x}" y="{y}" width="100" height="100" rx="10" fill="{fill}"/>')
            if opened:
                colour = NUMBERS[row % len(NUMBERS)]
                dots = [(50, 50), (30, 30), (70, 70)][: row % 3 + 1]
                parts += [
                    f'<circle cx="{x + u}" cy="{y + v}" r="11" fill="{colour}"/>' for u, v in dots
                ]
    return drawing("".join(parts), 1200, 630)


def main() -> None:
    """Writes all files."""
    icon = (STATIC / "icon.svg").read_text("utf-8")
    whole = icon[icon.index(">") + 1 : icon.rindex("</svg>")]
    signs = re.sub(r"<rect[^>]*/>", "", whole, count=1)
    filled = f'<rect width="64" height="64" fill="{BLUE}"/>'
    for size in (192, 512):
        write(f"{size}.png", icon, size)
    write("apple-touch.png", drawing(filled + signs, 64, 64), 180)
    # A system may cut the edges of a maskable icon off, up to a tenth on each side.
    small = f'<g transform="translate(9.6 9.6) scale(.7)">{signs}</g>'
    write("maskable.png", drawing(filled + small, 64, 64), 512)
    write("preview.png", preview(whole), 1200)


if __name__ == "__main__":
    main()
