"""The terminal of a player: screen and keyboard.

All input goes through ``Keyboard``, so that a script can type.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from getpass import getpass
from pathlib import Path
from typing import Any, NoReturn, Protocol, TypeVar

from rich.console import Console, RenderableType
from rich.text import Text

from mastermine.cli.output import console as make_console
from mastermine.cli.signals import CLOSING, signal_handler
from mastermine.core.errors import MastermineError
from mastermine.i18n.text import _, printable
from mastermine.session import Saved
from mastermine.session.saved import files
from mastermine.system.streams import unguarded

T = TypeVar("T")


class Keyboard(Protocol):
    """Source of lines; both methods raise EOFError at the end of input."""

    def line(self, prompt: str) -> str:
        """Reads a line after a prompt."""

    def unseen(self, prompt: str) -> str:
        """Reads a line without showing it."""


class Typing:
    """Standard input, with line editing and history if available.

    Echoes lines that do not come from a terminal.
    """

    def __init__(self) -> None:
        with suppress(ImportError):
            import readline  # noqa: F401
        if hasattr(sys.stdin, "reconfigure") and sys.stdin.errors != "replace":
            sys.stdin.reconfigure(errors="replace")

    def line(self, prompt: str) -> str:
        line = input(prompt)
        if not sys.stdin.isatty():
            sys.stdout.write(f"{line}\n")
        return line

    def unseen(self, prompt: str) -> str:
        if sys.stdin.isatty():
            return getpass(prompt)
        line = input(prompt)
        sys.stdout.write("\n")
        return line


class Terminal:
    """Prints to a player and reads the player's lines."""

    def __init__(self, console: Console | None = None, keyboard: Keyboard | None = None) -> None:
        self.console = console or make_console()
        self.keyboard = keyboard or Typing()
        self.resume_command = "mastermine play --load"
        """The command that resumes a saved game, before its file."""

    @property
    def plain(self) -> bool:
        """True if the screen can show only ASCII."""
        return self.console.options.ascii_only

    def say(self, *parts: RenderableType) -> None:
        """Prints each part, without markup."""
        for part in parts:
            self.console.print(part)

    def complain(self, error: MastermineError | str) -> None:
        """Prints an error."""
        self.say(Text(str(error), style="bold yellow"))

    def command(self, words: str, *arguments: str) -> None:
        """Prints a command to copy, in one line."""
        line = " ".join([words, *map(shlex.quote, arguments)])
        self.console.print(f"  {line}", soft_wrap=True)

    def read(self, prompt: str) -> str:
        """Reads a line and strips it. Raises EOFError at the end of input."""
        return self.keyboard.line(self._prompt(prompt)).strip()

    def read_unseen(self, prompt: str) -> str:
        """Reads a line without showing it. Raises EOFError at the end of input."""
        return self.keyboard.unseen(self._prompt(prompt)).strip()

    def _prompt(self, prompt: str) -> str:
        """Returns the prompt for ``input``; prints it here if the console is not on stdout."""
        if self.console.file is unguarded(sys.stdout):
            return printable(prompt)
        self.console.print(prompt, end="")
        return ""

    def clear(self) -> None:
        """Clears the screen and the scrollback of a terminal."""
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")

    def think(self, work: Callable[..., T], *arguments: Any) -> T:
        """Runs a function and shows that the computer is thinking."""
        if not self.console.is_terminal:
            return work(*arguments)
        with self.console.status(_("thinking…")):
            return work(*arguments)


@contextmanager
def saving_on_quit(terminal: Terminal, game: Saved, file: Path | None = None) -> Iterator[None]:
    """Saves an open game at the end of input, Ctrl-C, ``quit``, an error or a closing signal.

    ``file``: the file that it was loaded from; removed from the state folder when the game is over.
    """

    def end(number: int, _frame: object) -> NoReturn:
        ignore_signals()  # A second signal must not interrupt saving.
        raise Terminated(number)

    before = files.stamp(file)
    with signal_handler(end, CLOSING) as ignore_signals:
        try:
            try:
                yield
            finally:  # A closed window ends the input and also sends a signal.
                ignore_signals()
        except (EOFError, KeyboardInterrupt):
            if game.open:
                save(terminal, game, file, before)
            else:
                terminal.say("", _("Goodbye."))
        except BaseException:
            if game.open:
                with suppress(Exception):  # Raise the first error.
                    save(terminal, game, file, before)
            raise
        finally:
            if file and not game.open:
                files.forget(file)


class Terminated(SystemExit):
    """Raised by a closing signal; the exit status is 128 plus its number."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)


def save(terminal: Terminal, game: Saved, file: Path | None, before: str | None) -> None:
    """Saves a game to its file, else to the state folder; prints how to resume it, or the error.

    ``before``: the file's stamp at loading. A file that has changed since is not overwritten.
    """
    try:
        path = _write(game, file if files.stamp(file) == before else None)
    except MastermineError as problem:
        terminal.say("")
        terminal.complain(files.not_saved(problem))
        return
    terminal.say("", files.saved_message(path))
    terminal.command(terminal.resume_command, str(path))


def _write(game: Saved, file: Path | None) -> Path:
    """Saves a game and returns its file. Raises InvalidSpec if it cannot be saved."""
    if file:
        with suppress(MastermineError):
            game.save(file)
            return file
    return files.save_unfinished(game.KIND, game.save)
