"""The screen and the keyboard of a person who plays line by line.

Reading goes through ``Keyboard`` alone, so that a script can type instead of a person.
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
from mastermine.cli.signals import CLOSING, heard
from mastermine.core.errors import MastermineError
from mastermine.i18n.text import _
from mastermine.session import Saved
from mastermine.session.saved import files

T = TypeVar("T")


class Keyboard(Protocol):
    """Where lines come from; both raise EOFError at the end of input."""

    def line(self, prompt: str) -> str:
        """The next line, after a prompt."""

    def unseen(self, prompt: str) -> str:
        """The next line, not shown while it is typed."""


class Typing:
    """A person who types, with line editing and a history where the system has them.

    Lines that come from elsewhere are printed, so that the game can be read afterwards.
    """

    def __init__(self) -> None:
        with suppress(ImportError):
            import readline  # noqa: F401
        if hasattr(sys.stdin, "reconfigure") and sys.stdin.errors != "replace":
            sys.stdin.reconfigure(errors="replace")

    def line(self, prompt: str) -> str:
        """The next line, edited with the arrow keys."""
        line = input(prompt)
        if not sys.stdin.isatty():
            sys.stdout.write(f"{line}\n")
        return line

    def unseen(self, prompt: str) -> str:
        """The next line; what is typed is not shown."""
        if sys.stdin.isatty():
            return getpass(prompt)
        line = input(prompt)
        sys.stdout.write("\n")
        return line


class Terminal:
    """What is said to a person, and what the person says."""

    def __init__(self, console: Console | None = None, keyboard: Keyboard | None = None) -> None:
        self.console = console or make_console()
        self.keyboard = keyboard or Typing()

    @property
    def plain(self) -> bool:
        """Whether the screen can show nothing but ASCII for certain."""
        return self.console.options.ascii_only

    def say(self, *parts: RenderableType) -> None:
        """Print each part; texts are printed as they are."""
        for part in parts:
            self.console.print(part)

    def complain(self, error: MastermineError | str) -> None:
        """Say in one paragraph what was wrong."""
        self.say(Text(str(error), style="bold yellow"))

    def command(self, words: str, *arguments: str) -> None:
        """Print a command line to be copied: it is never broken."""
        line = " ".join([words, *map(shlex.quote, arguments)])
        self.console.print(f"  {line}", soft_wrap=True)

    def read(self, prompt: str) -> str:
        """A line without spaces around it. Raises EOFError at the end of input."""
        return self.keyboard.line(self._prompted(prompt)).strip()

    def read_unseen(self, prompt: str) -> str:
        """A line that is not shown. Raises EOFError at the end of input."""
        return self.keyboard.unseen(self._prompted(prompt)).strip()

    def _prompted(self, prompt: str) -> str:
        """The prompt; or nothing, once it is printed where not standard output is talked to."""
        if self.console.file is sys.stdout:
            return prompt
        self.console.print(prompt, end="")
        return ""

    def clear(self) -> None:
        """Empty the screen, and what was scrolled off it, where there is a screen."""
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.clear()
            self.console.file.write("\x1b[3J")

    def think(self, work: Callable[..., T], *of_what: Any) -> T:
        """What this work gives; while it lasts, that is shown."""
        if not self.console.is_terminal:
            return work(*of_what)
        with self.console.status(_("thinking…")):
            return work(*of_what)


@contextmanager
def leaving(terminal: Terminal, game: Saved, kept: Path | None = None) -> Iterator[None]:
    """At the end of input, Ctrl-C or ``quit``: keep the game, and say how to go on with it.

    Whatever else ends the game keeps it as well, be it a signal. ``kept`` is the file it was loaded
    from; it is taken away when the game is over, if it lies in the state folder.
    """

    def end(number: int, _frame: object) -> NoReturn:
        ignore_signals()  # Another one must not break into what is then done.
        raise Ended(number)

    before = files.stamp(kept)
    with heard(end, CLOSING) as ignore_signals:
        try:
            try:
                yield
            finally:  # A closed window ends the input and sends a signal, perhaps just now.
                ignore_signals()
        except (EOFError, KeyboardInterrupt):
            if game.open:
                keep(terminal, game, kept, before)
            else:
                terminal.say("", _("Goodbye."))
        except BaseException:
            if game.open:
                with suppress(Exception):  # What went wrong first is what is to be told.
                    keep(terminal, game, kept, before)
            raise
        finally:
            if kept and not game.open:
                files.forget(kept)


class Ended(SystemExit):
    """The system ends the program; the exit status is 128 and the number of the signal."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)


def keep(terminal: Terminal, game: Saved, kept: Path | None, before: str | None) -> None:
    """Keep a game where it came from, else in the state folder; say how to go on with it.

    ``before``: the stamp of the file when the game came from it. One that another program has
    changed meanwhile stays as it is. Where the game can be kept nowhere, that is said.
    """
    try:
        path = _write(game, kept if files.stamp(kept) == before else None)
    except MastermineError as problem:
        terminal.say("")
        terminal.complain(_("The game was NOT saved: {reason}").format(reason=problem))
        return
    terminal.say("", files.saved_message(path))
    terminal.command("mastermine play --load", str(path))


def _write(game: Saved, kept: Path | None) -> Path:
    """The file in which the game is now. Raises InvalidSpec when it is in none."""
    if kept:
        with suppress(MastermineError):
            game.save(kept)
            return kept
    return files.save_unfinished(game.KIND, game.save)
