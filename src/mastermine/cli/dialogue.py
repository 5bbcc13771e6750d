"""A conversation line by line: a line is a move of the game, or a command."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, NoReturn

from rich.table import Table

from mastermine.core.errors import IllegalMove, MastermineError
from mastermine.i18n.text import _, folded

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from mastermine.cli.terminal import Terminal


@dataclass(frozen=True)
class Command:
    """Something to say besides a move."""

    names: tuple[str, ...]
    """In the language in use, then in English, then other spellings."""
    does: str
    run: Callable[[str], object]
    """Called with the rest of the line."""
    takes: str = ""

    @property
    def labels(self) -> tuple[str, ...]:
        """What buttons with these names say in the language in use: they are understood, too."""
        return tuple(_(name.capitalize()) for name in self.names)


def means(text: str, *words: str) -> bool:
    """Whether what was typed is one of these words, with or without a slash."""
    return folded(text.removeprefix("/")) in map(folded, words)


def leaves(text: str) -> bool:
    """Whether what was typed is the command to leave."""
    return means(text, _("quit"), "quit", "q", "exit")


class Dialogue(ABC):
    """Reads lines and does what they say. A mistake is told, and changes nothing.

    A line that can be read as a move is one, even where it looks like a command: with 26 colours
    ``help`` is a code. A slash before it makes it a command for certain: ``/help``.
    """

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal

    @abstractmethod
    def prompt(self) -> str:
        """What is printed before the person types."""

    @abstractmethod
    def commands(self) -> list[Command]:
        """The commands, without help and quit, in the order of the help."""

    @abstractmethod
    def read_move(self, text: str) -> Callable[[], object]:
        """What to do for a line that is a move. Raises IllegalMove when it is none."""

    @abstractmethod
    def words(self) -> Iterable[str]:
        """The words that a move can contain, for a line that is neither move nor command."""

    @abstractmethod
    def how_to_move(self) -> str:
        """One sentence that tells how a move is written."""

    def read_line(self) -> str:
        """The next line without spaces around it. Raises EOFError at the end of input."""
        return self.terminal.read(self.prompt())

    def step(self) -> None:
        """Read one line and do what it says. Raises EOFError at the end of input.

        Ctrl-C stops what is being worked out; while a line is awaited it is KeyboardInterrupt.
        """
        line = self.read_line()
        if not line:
            return
        try:
            self.understand(line)()
        except MastermineError as error:
            self.terminal.complain(error)
        except KeyboardInterrupt:
            self.terminal.complain(_("Stopped. Once more to leave."))

    def understand(self, line: str) -> Callable[[], object]:
        """What a line asks for. Raises MastermineError when it is neither move nor command."""
        mistake: IllegalMove | None = None
        if not line.startswith("/"):
            try:
                return self.read_move(line)
            except IllegalMove as error:
                mistake = error
        text = line.removeprefix("/").strip()
        for same in (str.lower, folded):  # A word as it is written comes before one that is alike.
            for command in self._all():
                for name in (*command.names, *command.labels):
                    begin, rest = _cut(text, len(name.split()))
                    if same(begin) == same(name):
                        return partial(command.run, rest)
        raise self.mistake(text, mistake)

    def help(self, _rest: str = "") -> None:
        """Print how to move, and the commands."""
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True, style="bold")
        for command in self._all():
            name = self.spelled(command.names[0])
            table.add_row(f"{name} {command.takes}".rstrip(), command.does)
        self.terminal.say(self.how_to_move(), table)

    def spelled(self, command: str) -> str:
        """The command as it must be typed: with a slash where it would be a move."""
        try:
            self.read_move(command)
        except IllegalMove:
            return command
        return f"/{command}"

    def leave(self, _rest: str = "") -> NoReturn:
        """Leave the game."""
        raise EOFError

    def what_leaving_does(self) -> str:
        """What the help says about ``quit``."""
        # Translators: what the command quit does, in the help: all such begin with a small letter.
        return _("leave; the game is kept")

    def _all(self) -> list[Command]:
        return [
            *self.commands(),
            # Translators: a word to be typed, in small letters; the English one is understood, too.
            Command((_("help"), "help", "?"), _("this list"), self.help),
            # Translators: a word to be typed, in small letters; the English one is understood, too.
            Command((_("quit"), "quit", "q", "exit"), self.what_leaving_does(), self.leave),
        ]

    def elsewhere(self) -> Iterable[str]:
        """The names of commands that other dialogues have."""
        return ()

    def mistake(self, text: str, mistake: IllegalMove | None) -> IllegalMove:
        """What is wrong with a line that is no command, and by ``mistake`` no move."""
        word = text.lower().split(" ")[0]
        commands = [name for command in self._all() for name in command.names if len(name) > 1]
        known = {spelling.lower() for spelling in self.words()}
        for name in self.elsewhere():
            if means(_cut(text, len(name.split()))[0], name) and word not in known:
                return IllegalMove(_("{command} is not available here").format(command=name))
        begun = [
            name for name in commands if len(word) > 1 and folded(name).startswith(folded(word))
        ]
        spelled = {folded(each): each for each in (*known, *commands)}
        close = get_close_matches(folded(word), list(spelled), n=1, cutoff=0.6)
        near = begun or [spelled[each] for each in close]
        if mistake is None or (near and near[0] in commands and word not in known):
            hint = (
                _("did you mean {word}?").format(word=near[0]) if near else _("help lists them all")
            )
            return IllegalMove(
                _("there is no command {word!r}; {hint}").format(word=word, hint=hint)
            )
        if not near and len(word) > 1 and word.isalpha():
            return IllegalMove(
                _("{text!r} is not understood. {how}").format(text=text, how=self.how_to_move())
            )
        return mistake


def _cut(text: str, n: int) -> tuple[str, str]:
    """The first ``n`` words of a text, and the rest."""
    words = text.split(maxsplit=n)
    return " ".join(words[:n]), "".join(words[n:])
