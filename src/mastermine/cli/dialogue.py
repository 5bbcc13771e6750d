"""A conversation line by line: a line is a move of the game, or a command."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NoReturn

from rich.table import Table

from mastermine.cli.terminal import Terminal
from mastermine.core.errors import IllegalMove, MastermineError
from mastermine.i18n.text import N_, _, folded

Run = Callable[[str], object]
"""The action of a command; called with the rest of the line."""


@dataclass(frozen=True)
class Command:
    """Something to say besides a move."""

    name: str
    """In English."""
    does: str
    takes: str = ""
    others: tuple[str, ...] = ()
    """Other spellings."""
    own_word: str = ""
    """In the language in use, where it is not the name's translation."""

    @property
    def said(self) -> str:
        """In the language in use."""
        return self.own_word or _(self.name)

    @property
    def names(self) -> tuple[str, ...]:
        """All that can be typed for it."""
        return (self.said, self.name, *self.others)

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


@dataclass
class Dialogue:
    """Reads lines and does what they say. A mistake is told, and changes nothing.

    A line that can be read as a move is one, even where it looks like a command: with 26 colours
    ``help`` is a code. A slash before it makes it a command for certain: ``/help``.
    """

    terminal: Terminal
    commands: Sequence[Command]
    """Those of the game without help and quit, in the order of the help."""
    runs: Mapping[str, Run]
    """What the commands that are available here do, by name."""
    prompt: Callable[[], str]
    """What is printed before the person types."""
    parse: Callable[[str], object]
    """Raises IllegalMove for a line that is no move."""
    move: Callable[[str], object]
    """Makes the move that a line is. Raises IllegalMove where it is none."""
    how_to_move: Callable[[], str]
    """One sentence that tells how a move is written."""
    words: Sequence[str] = ()
    """The words that a move can contain, for a line that is neither move nor command."""
    unseen: bool = False
    """Whether lines are not shown while they are typed."""
    wrong: Callable[[IllegalMove | None], IllegalMove | None] = lambda _mistake: None
    """What the game itself says of a line that is no command, and by the argument no move."""
    leaving: str = ""
    """What the help says about ``quit``, where the game is not kept."""

    def step(self) -> None:
        """Read one line and do what it says. Raises EOFError at the end of input.

        Ctrl-C stops what is being worked out; while a line is awaited it is KeyboardInterrupt.
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
            self.terminal.complain(_("Stopped. Once more to leave."))

    def do(self, line: str) -> None:
        """Do what a line asks for. Raises MastermineError when it is neither move nor command."""
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
        own: dict[str, Run] = {"help": self.help, "quit": self.leave}
        (own | dict(self.runs))[command.name](rest)

    def find(self, text: str) -> tuple[Command, str] | None:
        """The command with which a text begins, and the rest of the text."""
        for same in (str.lower, folded):  # A word as it is written comes before one that is alike.
            for command in self.available():
                for name in (*command.names, *command.labels):
                    begin, rest = _cut(text, len(name.split()))
                    if same(begin) == same(name):
                        return command, rest
        return None

    def available(self) -> list[Command]:
        return [
            *(command for command in self.commands if command.name in self.runs),
            # Translators: a word to be typed, in small letters; the English one is understood, too.
            Command(N_("help"), _("this list"), others=("?",)),
            Command(
                # Translators: a word to be typed, in small letters; the English one is understood.
                N_("quit"),
                # Translators: what the command quit does, in the help: all such begin with a small
                # letter.
                self.leaving or _("leave; the game is kept"),
                others=("q", "exit"),
            ),
        ]

    def help(self, _rest: str = "") -> None:
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True, style="bold")
        for command in self.available():
            table.add_row(f"{self.spelled(command.said)} {command.takes}".rstrip(), command.does)
        self.terminal.say(self.how_to_move(), table)

    def spelled(self, command: str) -> str:
        """The command as it must be typed: with a slash where it would be a move."""
        try:
            self.parse(command)
        except IllegalMove:
            return command
        return f"/{command}"

    def leave(self, _rest: str = "") -> NoReturn:
        raise EOFError

    def _mistake(self, text: str, mistake: IllegalMove | None) -> IllegalMove:
        """What is wrong with a line that is no command, and by ``mistake`` no move."""
        word = text.lower().split(" ")[0]
        known = {spelling.lower() for spelling in self.words}
        for command in self.commands:
            for name in command.names:
                if means(_cut(text, len(name.split()))[0], name) and word not in known:
                    return IllegalMove(_("{command} is not available here").format(command=name))
        commands = [name for each in self.available() for name in each.names if len(name) > 1]
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
