"""Draw the pictures of the README: what the commands print, as SVG.

Run it in the folder of the project, where mastermine is installed: ``python docs/pictures.py``.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

WIDTH = 88

PICTURES = {
    "solve": "mastermine solve classic --secret 3632 --explain",
    "match": "mastermine match classic --strategy knuth,entropy,methodical --rounds 1000 --seed 1",
    "play": "mastermine play classic --seed 20",
}

TYPED = {"play": "1122\n1344\nhint\nwhy\ncandidates\n1625\n"}


def draw(name: str, command: str) -> str:
    """Run a command and draw what a terminal would show."""
    made = subprocess.run(
        shlex.split(command),
        input=TYPED.get(name, ""),
        capture_output=True,
        text=True,
        check=True,
        env=os.environ
        | {"FORCE_COLOR": "1", "COLORTERM": "truecolor", "TERM": "xterm-256color"}
        | {"COLUMNS": str(WIDTH), "PYTHONIOENCODING": "utf-8"},
    )
    screen = Console(record=True, width=WIDTH, file=StringIO(), force_terminal=True)
    screen.print(Text("$ " + command, style="bold"))
    screen.print(Text.from_ansi(re.sub(r".*thinking….*\n+", "", made.stdout)))
    picture = screen.export_svg(title="mastermine")
    # No font from elsewhere: the reader's own monospaced one will do.
    return re.sub(r"@font-face \{.*?\}\n", "", picture, flags=re.DOTALL)


if __name__ == "__main__":
    folder = Path(__file__).parent / "pictures"
    folder.mkdir(exist_ok=True)
    for name, command in PICTURES.items():
        (folder / f"{name}.svg").write_text(draw(name, command), encoding="utf-8")
        print(folder / f"{name}.svg")
