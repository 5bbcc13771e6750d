"""Line-by-line input: each line is a move or a command."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NoReturn

from rich.table import Table

from mastermine.cli.terminal import Terminal
from mastermine.core.errors import IllegalMove, MastermineError
from mastermine.i18n.text import N_, _, folded, meant
from mastermine.session.messages.help import counting

Run = Callable[[str], object]
"""Action of a command, called with the rest of the line."""


@dataclass(frozen=True)
class Command:
    """A command that can be typed in a game."""

    name: str
    """English name."""
    does: str
    takes: str = ""
    others: tuple[str, ...] = ()
    """Other spellings."""
    own_word: str = ""
    """Local name, if it differs from the translation of ``name``."""

    @property
    def local_name(self) -> str:
        """The name in the current language."""
        return self.own_word or _(self.name)

    @property
    def names(self) -> tuple[str, ...]:
        """All spellings of the command."""
        return (self.local_name, self.name, *self.others)

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of buttons with these names, which are accepted too."""
        return tuple(_(name.capitalize()) for name in self.names)


def means(text: str, *words: str) -> bool:
    """True if a text is one of these words, with or without a slash."""
    return folded(text.removeprefix("/")) in map(folded, words)


def is_quit(text: str) -> bool:
    """True if a text is the command to quit."""
    return means(text, _("quit"), "quit", "q", "exit")


@dataclass
class Dialogue:
    """Reads lines and runs them as moves or commands; prints errors.

    A valid move takes precedence over a command: with 26 colours ``help`` is a code. A slash marks
    a command: ``/help``.
    """

    terminal: Terminal
    commands: Sequence[Command]
    """Commands of the game, in the order of the help, without help and quit."""
    runs: Mapping[str, Run]
    """Actions of the available commands by name."""
    prompt: Callable[[], str]
    parse: Callable[[str], object]
    """Parses a move. Raises IllegalMove."""
    move: Callable[[str], object]
    """Makes a move. Raises IllegalMove."""
    how_to_move: Callable[[], str]
    """One sentence that explains how to type a move."""
    words: Sequence[str] = ()
    """Words that a move can contain, for error messages."""
    attempt: Callable[[str], bool] = lambda _text: False
    """Returns True for a line that must have been meant as a move, even if it is none."""
    unseen: bool = False
    """True if typed lines are hidden."""
    wrong: Callable[[IllegalMove | None], IllegalMove | None] = lambda _mistake: None
    """Returns the game's own error for a line that is neither a command nor a move."""
    quit_help: str = ""
    """Help for ``quit`` if the game is not saved."""

    def step(self) -> None:
        """Reads and runs one line. Raises EOFError at the end of input.

        Ctrl-C stops a computation; at the prompt it raises KeyboardInterrupt.
        """
        read = self.terminal.read_unseen if self.unseen else self.terminal.read
        line = read(self.prompt())
        if not line:
            return
        try:
            self.do(line)
        except MastermineError as error:
            self.terminal.complain(error)
        except KeyboardInterrupt:
            self.terminal.complain(_("Stopped. Press Ctrl-C again to quit."))

    def do(self, line: str) -> None:
        """Runs a line. Raises MastermineError if it is neither a move nor a command."""
        mistake: IllegalMove | None = None
        if not line.startswith("/"):
            try:
                self.move(line)
            except IllegalMove as error:
                mistake = error
            else:
                return
        text = line.removeprefix("/").strip()
        found = self.find(text)
        if found is None:
            raise self.wrong(mistake) or self._mistake(text, mistake)
        command, rest = found
        own: dict[str, Run] = {"help": self.help, "quit": self.quit}
        (own | dict(self.runs))[command.name](rest)

    def find(self, text: str) -> tuple[Command, str] | None:
        """Returns the command at the start of a text and the rest of the text."""
        for same in (str.lower, folded):  # An exact spelling has precedence.
            for command in self.available():
                for name in (*command.names, *command.labels):
                    begin, rest = _cut(text, len(name.split()))
                    if same(begin) == same(name):
                        return command, rest
        return None

    def available(self) -> list[Command]:
        return [
            *(command for command in self.commands if command.name in self.runs),
            # Translators: a command to type, in lower case; the English one works too.
            Command(N_("help"), _("show this list"), others=("?",)),
            Command(
                # Translators: a command to type, in lower case; the English one works too.
                N_("quit"),
                # Translators: help for the command quit, in lower case.
                self.quit_help or _("save the game and quit"),
                others=("q", "exit"),
            ),
        ]

    def help(self, _rest: str = "") -> None:
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True, style="bold")
        for command in self.available():
            name = self.spelled(command.local_name)
            table.add_row(f"{name} {command.takes}".rstrip(), command.does)
        counted = [counting()] if "review" in self.runs else []
        self.terminal.say(self.how_to_move(), table, *counted)

    def spelled(self, command: str) -> str:
        """Returns the command as it must be typed: with a slash if it is also a move."""
        try:
            self.parse(command)
        except IllegalMove:
            return command
        return f"/{command}"

    def quit(self, _rest: str = "") -> NoReturn:
        raise EOFError

    def _mistake(self, text: str, mistake: IllegalMove | None) -> IllegalMove:
        """Returns the error for a line that is no command; ``mistake``: why it is no move."""
        if mistake is not None and self.attempt(text):
            return self._attempted(text, mistake)
        word = text.lower().split(" ")[0]
        known = {spelling.lower() for spelling in self.words}
        for command in self.commands:
            for name in command.names:
                if means(_cut(text, len(name.split()))[0], name) and word not in known:
                    return IllegalMove(_("{command} is not available here").format(command=name))
        commands = self._spellings()
        starting = [
            name for name in commands if len(word) > 1 and folded(name).startswith(folded(word))
        ]
        spelled = {folded(each): each for each in (*known, *commands)}
        close = get_close_matches(folded(word), list(spelled), n=1, cutoff=0.6)
        near = starting or [spelled[each] for each in close]
        if mistake is None or (near and near[0] in commands and word not in known):
            hint = meant(near[0]) if near else _("type help for the list")
            return IllegalMove(
                _("there is no command {word!r}; {hint}").format(word=word, hint=hint)
            )
        if not near and len(word) > 1 and word.isalpha():
            return IllegalMove(
                _("{text!r} is not understood. {how}").format(text=text, how=self.how_to_move())
            )
        return mistake

    def _attempted(self, text: str, mistake: IllegalMove) -> IllegalMove:
        """Returns the error for an attempt at a move; for a misspelt command with the help."""
        if not get_close_matches(folded(text), map(folded, self._spellings()), n=1, cutoff=0.8):
            return mistake
        return IllegalMove(
            # Translators: {mistake} is a clause; {help} is a command to type.
            _("{mistake}; for the list of commands, type {help}").format(
                mistake=mistake, help=self.spelled(_("help"))
            )
        )

    def _spellings(self) -> list[str]:
        """Returns all spellings of the available commands, without single letters."""
        return [name for each in self.available() for name in each.names if len(name) > 1]


def _cut(text: str, n: int) -> tuple[str, str]:
    """Returns the first ``n`` words of a text and the rest."""
    words = text.split(maxsplit=n)
    return " ".join(words[:n]), "".join(words[n:])
