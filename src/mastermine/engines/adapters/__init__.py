"""Known programs of other people as engines, started where the user has them.

Nothing of these programs is here: an adapter calls what they offer, and says it in our protocol.
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import N_, _

if TYPE_CHECKING:
    from mastermine.core.strategy import Strategy

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Adapter:
    """Recipe that makes a program an engine."""

    source: str
    """Where to get the program."""
    needs: str
    """Names the path in a clause."""
    part: str | None = ""
    """File or folder that must be there, below the path; None where the path is a command line."""
    command: tuple[str, ...] = ()
    """Command of a driver that speaks the protocol, with ``{path}`` and the folder ``{here}``."""
    strategy: str = ""
    """Else the function that makes a strategy of the path, as ``"module:name"``."""

    def check(self, path: str) -> None:
        """Raises InvalidSpec if the program is not at a path."""
        file = Path(path, self.part or "")
        if self.part is not None and not (file.exists() if self.part else file.is_file()):
            raise InvalidSpec(
                # Translators: {needs} is a clause, such as: name the folder of its sources.
                _("there is no {file}: {needs} ({source})").format(
                    file=file, needs=_(self.needs), source=self.source
                )
            )
        if self.command and shutil.which(self.command[0]) is None:
            raise InvalidSpec(_("it needs {program}").format(program=self.command[0]))

    def run(self, path: str, lines: Iterable[str], write: Callable[[str], object]) -> None:
        """Answers the lines of a referee; a driver takes the place of this process."""
        self.check(path)
        if self.command:
            words = [word.format(path=path, here=HERE) for word in self.command]
            os.execvp(words[0], words)
        from mastermine.engines.server import Server

        module, _colon, name = self.strategy.partition(":")
        make: Callable[[str], Strategy] = getattr(import_module(module, __name__), name)
        for line in Server(make(path), adapter=True).run(lines):
            write(f"{line}\n")
            sys.stdout.flush()


ADAPTERS = {
    "jsminesweeper": Adapter(
        "https://github.com/DavidNHill/JSMinesweeper",
        N_("name the folder of its sources; nothing is built"),
        "Minesweeper/client/solver_main.js",
        command=("node", "{here}/jsminesweeper.mjs", "{path}"),
    ),
    "hill": Adapter(
        "https://github.com/DavidNHill/Minesweeper",
        N_("name the folder of its compiled classes, of the solver and the projects it uses"),
        "minesweeper/solver/Solver.class",
        command=("java", "-cp", "{path}", "{here}/hill.java"),
    ),
    "ms-toollib": Adapter(
        "https://pypi.org/project/ms-toollib",
        N_("name the folder where it is installed (pip install --target FOLDER ms-toollib)"),
        "ms_toollib",
        strategy=".toollib:toollib",
    ),
    "mmstrat": Adapter(
        "https://github.com/widmaN/mastermind-strategy",
        N_("name its program mmstrat, which its CMake project builds"),
        strategy=".tree:mmstrat",
    ),
    "mikemag": Adapter(
        "https://github.com/mikemag/Mastermind",
        N_("name a strategy file (.gv), which its program writes with shouldWriteStratFiles"),
        strategy=".tree:mikemag",
    ),
    "codingame-minesweeper": Adapter(
        "https://www.codingame.com/training/medium/minesweeper-1",
        N_("name the command that starts the bot"),
        None,
        strategy=".codingame:sweeper",
    ),
    "codingame-bulls-and-cows": Adapter(
        "https://www.codingame.com/multiplayer/optimization/bulls-and-cows-2",
        N_("name the command that starts the bot"),
        None,
        strategy=".codingame:breaker",
    ),
}
"""The known programs by name."""


def adapted(name: str, path: str) -> str:
    """Returns the command line of a known program. Raises InvalidSpec if it is not there."""
    ADAPTERS[name].check(path)
    if ADAPTERS[name].part is not None:  # It is a file or a folder.
        path = str(Path(path).absolute())
    return shlex.join(["mastermine", "engine", "adapt", name, path])
