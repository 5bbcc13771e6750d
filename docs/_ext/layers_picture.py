"""Draw the layers of the package, docs/pictures/layers.svg: ``python docs/_ext/layers_picture.py``.

The layers are those that tests/test_layers.py allows; a test draws them again and compares.
"""

from __future__ import annotations

from html import escape
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "docs/pictures/layers.svg"

TOLD = {
    "core": "what every game shares: turns, views, oracles, strategies",
    "mastermind": "rules, knowledge, strategies",
    "minesweeper": "rules, knowledge, strategies",
    "games": "what a spec and a name stand for",
    "coach": "what a move would do, and why",
    "arena": "runs, workers, store, statistics",
    "testing": "tests of a strategy, for its author",
    "session": "one game with a person in it",
    "command_line": "options that front ends share",
    "cli": "line by line",
    "tui": "the full screen",
    "web": "the page and its server",
    "__main__": "python -m mastermine",
}
"""What stands in the box of a layer."""

WIDTH, HEIGHT, GAP = 760, 46, 10
STYLE = (
    "text{font:14px sans-serif;text-anchor:middle;fill:#1c1c1c}"
    ".name{font-weight:bold}.told{font-size:12px;fill:#444}"
    "rect{fill:#e8f0fa;stroke:#3a6ea5}.below{fill:#f3f3f3;stroke:#888;stroke-dasharray:4}"
)
CORE = "cpp/"
"""The native core, of which only ``core`` knows."""


def layers() -> list[list[str]]:
    """The rows of the test, from the bottom to the top."""
    spec = spec_from_file_location("layers", ROOT / "tests/test_layers.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    rows: list[list[str]] = module.LAYERS
    return rows


def draw(rows: list[list[str]]) -> str:
    """A box for each layer, rows from the top to the bottom; imports go only downwards."""
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
            parts += box(name, TOLD[name], GAP + index * (width + GAP), top, width)
    bottom = GAP + len(rows) * (HEIGHT + GAP)
    told = "the native core (C++), a folder a game; without it all runs in Python"
    parts += box(CORE, told, GAP, bottom, WIDTH - 2 * GAP, "below")
    return "\n".join([*parts, "</svg>\n"])


def box(name: str, told: str, left: float, top: float, width: float, kind: str = "") -> list[str]:
    """A name and what it is, in a frame."""
    middle = left + width / 2
    shape = f'<rect x="{left:.1f}" y="{top}" width="{width:.1f}" height="{HEIGHT}" rx="5"'
    return [
        f'{shape} class="{kind}"/>' if kind else f"{shape}/>",
        f'<text class="name" x="{middle:.1f}" y="{top + 19}">{escape(name)}</text>',
        f'<text class="told" x="{middle:.1f}" y="{top + 37}">{escape(told)}</text>',
    ]


if __name__ == "__main__":
    PICTURE.write_text(draw(layers()), "utf-8")
    print(PICTURE)
