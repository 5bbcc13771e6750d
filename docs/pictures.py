"""Draws the pictures of the documents as SVG: the output of commands, and the full screen.

Run it in the folder of the project, with mastermine installed: ``python docs/pictures.py``.
"""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import subprocess
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console
from rich.text import Text

from mastermine import parse_rules
from mastermine.session import MastermindSession, MinesweeperSession
from mastermine.tui.app import MastermineApp

WIDTH = 88

PICTURES = {
    "solve": "mastermine solve 3x4 --secret 241 --explain",
    "play": "mastermine play classic --seed 20",
    "analyze": "mastermine analyze - --mines 40",
    "minefield": "mastermine play beginner-open --seed 1",
}

BOARD = (
    "0122100012######\n"
    "01##10001#######\n"
    "0122100012######\n"
    "0001110112######\n"
    "0001#333#3######\n"
    "00013###3#######\n"
    "00002###########\n"
    "000012##########\n"
    "111012##########\n"
    "1#112###########\n"
    "1111#3##########\n"
    "110112##########\n"
    "#21111##########\n"
    "################\n"
    "################\n"
    "################\n"
)
"""A board without a closed cell that is certainly safe."""

TYPED = {
    "play": "1122\n1344\nhint\nhint\nhint\ncandidates\n1625\n",
    "analyze": BOARD,
    "minefield": "4,4\nhint\nhint\nhint\n0,2 1,2 2,2\nprobabilities\ngive up\n",
}
"""Typed lines, or the contents of the file."""


def draw(name: str, command: str) -> str:
    """Runs a command and draws its output as in a terminal."""
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
    return own_font(screen.export_svg(title="mastermine"))


def own_font(picture: str) -> str:
    """The picture without a font from elsewhere: the reader's own monospaced one will do."""
    return re.sub(r"@font-face \{.*?\}\n", "", picture, flags=re.DOTALL)


def code() -> MastermindSession:
    """A code of which two guesses are known."""
    session = MastermindSession(parse_rules("classic"), secret=(2, 5, 1, 3), seed=20)
    for guess in ("1122", "1344"):
        session.guess(guess)
    return session


def field() -> MinesweeperSession:
    """An expert field as far as it opens without a guess."""
    session = MinesweeperSession(parse_rules("expert-open"), seed=2)
    session.click("15,8")
    while (advice := session.hint()).risk == 0:
        session.click("{},{}".format(*advice.cell))
    session.flag_mines()
    return session


SCREENS: dict[str, tuple[Callable[[], MastermindSession | MinesweeperSession], Any, list[str]]] = {
    "tui-mastermind": (code, (90, 28), ["f3", "f3", "f3"]),
    "tui-minesweeper": (field, (110, 32), ["c"]),
}
"""Games on the full screen, the columns and rows of the terminal, and the keys that are pressed."""


async def draw_screen(name: str) -> str:
    """Press the keys, and draw what is on the screen then."""
    begin, size, keys = SCREENS[name]
    app = MastermineApp(begin())
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        await pilot.press(*keys)
        await app.workers.wait_for_complete()
        await pilot.pause()
        return own_font(app.export_screenshot(title="mastermine"))


if __name__ == "__main__":
    folder = Path(__file__).parent / "pictures"
    folder.mkdir(exist_ok=True)
    for name, command in PICTURES.items():
        (folder / f"{name}.svg").write_text(draw(name, command), encoding="utf-8")
        print(folder / f"{name}.svg")
    with TemporaryDirectory() as kept:
        os.environ.update(XDG_STATE_HOME=kept, XDG_DATA_HOME=kept)
        for name in SCREENS:
            picture = asyncio.run(draw_screen(name))
            (folder / f"{name}.svg").write_text(picture, encoding="utf-8")
            print(folder / f"{name}.svg")
