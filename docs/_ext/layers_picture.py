"""Draws docs/pictures/layers.svg, the package layers: ``python docs/_ext/layers_picture.py``.

The layers are those of tests/test_layers.py; a test compares the picture with them.
"""

from __future__ import annotations

from html import escape
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "docs/pictures/layers.svg"

TEXTS = {
    "core": "the waist: rules, knowledge, oracle, view, strategy, play",
    "mastermind": "rules, knowledge, strategies, search",
    "minesweeper": "rules, knowledge, deduction, strategies",
    "registry": "one record per game; games and strategies of other packages",
    "coach": "what a move is worth, and why",
    "arena": "runs, workers, store, statistics",
    "session": "one game with a person in it: moves, undo, save, links, matches",
    "ml": "environments for machine learning",
    "cli": "terminal",
    "tui": "full screen",
    "web": "page and server",
}
"""Text in the box of each layer that is drawn."""

WIDTH, HEIGHT, GAP = 760, 46, 10
STYLE = (
    "text{font:14px sans-serif;text-anchor:middle;fill:#1c1c1c}"
    ".name{font-weight:bold}.text{font-size:12px;fill:#444}"
    "rect{fill:#e8f0fa;stroke:#3a6ea5}.below{fill:#f3f3f3;stroke:#888;stroke-dasharray:4}"
)
CORE = "cpp/"
"""The native core."""


def layers() -> list[list[str]]:
    """Returns the rows of the test that are drawn, from the bottom to the top."""
    spec = spec_from_file_location("layers", ROOT / "tests/test_layers.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    rows = [[name for name in row if name in TEXTS] for row in module.LAYERS]
    return [row for row in rows if row]


def draw(rows: list[list[str]]) -> str:
    """Draws a box for each layer; imports go only downwards."""
    height = (len(rows) + 1) * (HEIGHT + GAP) + GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        "<title>The layers of mastermine</title>",
        f"<style>{STYLE}</style>",
        f'<rect width="{WIDTH}" height="{height}" rx="6" style="fill:#fff;stroke:none"/>',
    ]
    for number, row in enumerate(reversed(rows)):
        top = GAP + number * (HEIGHT + GAP)
        width = (WIDTH - GAP) / len(row) - GAP
        for index, name in enumerate(row):
            parts += box(name, TEXTS[name], GAP + index * (width + GAP), top, width)
    bottom = GAP + len(rows) * (HEIGHT + GAP)
    text = "the native core (C++), a folder a game; without it all runs in Python"
    parts += box(CORE, text, GAP, bottom, WIDTH - 2 * GAP, "below")
    return "\n".join([*parts, "</svg>\n"])


def box(name: str, text: str, left: float, top: float, width: float, kind: str = "") -> list[str]:
    """Draws a frame with a name and a text."""
    middle = left + width / 2
    shape = f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{HEIGHT}" rx="5"'
    return [
        f'{shape} class="{kind}"/>' if kind else f"{shape}/>",
        f'<text class="name" x="{middle:.1f}" y="{top + 19}">{escape(name)}</text>',
        f'<text class="text" x="{middle:.1f}" y="{top + 37}">{escape(text)}</text>',
    ]


if __name__ == "__main__":
    PICTURE.write_text(draw(layers()), "utf-8")
    print(PICTURE)
