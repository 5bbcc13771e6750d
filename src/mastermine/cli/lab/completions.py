"""Completion in the prompt of the laboratory: the words that can come next in a line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

import click
from click.shell_completion import CompletionItem
from prompt_toolkit.completion import CompleteEvent, Completion, PathCompleter
from prompt_toolkit.completion import Completer as Base
from prompt_toolkit.document import Document

from mastermine.cli.completion import VARIABLE, Equals, prepare
from mastermine.cli.lab.commands import COMMANDS, Command, find_command
from mastermine.cli.lab.settings import (
    SETTINGS,
    Setting,
    Settings,
    colour_names,
    find_setting,
    offered,
    unused_colours,
)
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.text import _
from mastermine.registry import PRESETS, find_strategy, strategy_names

Runs = Callable[[], Iterable[str]]

_FILE = re.compile(r"(.+?\.py):(.*)", re.IGNORECASE)


class Completer(Base):
    """Offers the words that can come next, and files where one can be named."""

    def __init__(self, settings: Callable[[], Settings], runs: Runs) -> None:
        self.settings = settings
        self.runs = runs
        self.files = PathCompleter(expanduser=True)

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        line = document.text_before_cursor
        start = begun(line)
        for item in following(line, self.settings(), self.runs):
            if item.type == "file":
                yield from self.files.get_completions(Document(start), complete_event)
            else:
                text = item.value if item.value.endswith("=") else f"{item.value} "
                yield Completion(text, -len(start), item.value, item.help)


def begun(line: str) -> str:
    """The part of a word that stands before the end of a line."""
    return line.replace(",", " ").rpartition(" ")[2]


def following(line: str, settings: Settings, runs: Runs) -> list[CompletionItem]:
    """What can stand at the end of a line in place of the word that is begun there.

    ``runs``: gives the runs that are kept, when they are needed.
    """
    start = begun(line)
    words = line[: len(line) - len(start)].replace(",", " ").split()
    return [
        item
        for item in _next(words, start, settings, runs)
        if item.type == "file" or item.value.lower().startswith(start.lower())
    ]


def _next(words: list[str], start: str, settings: Settings, runs: Runs) -> Iterable[CompletionItem]:
    """What can follow these words; also what does not begin as the next word does."""
    if not words:
        return _told(COMMANDS.values())
    command = _command(words[0])
    if words[-1] in ("--resume", "--remove"):
        return map(CompletionItem, runs())  # Of the store that the laboratory has.
    if command and (start.startswith("-") or words[-1].startswith("-")):
        return _of_program("match" if command == "resume" else command, words[1:], start)
    match command, words[1:]:
        case "set", []:
            return _told(each for each in SETTINGS.values() if offered(settings, each))
        case "set", [name]:
            return _values(name)
        case "add" | "remove", []:
            return [CompletionItem("colour")]
        case "add", [_colour]:
            return _colours(settings, unused_colours)
        case "remove", [_colour]:
            return _colours(settings, colour_names)
        case "match" | "evaluate" | "duel", taken:
            return _entrants(start, taken, settings)
        case "show" | "resume" | "plot" | "export" | "report", []:
            return map(CompletionItem, runs())
        case "plot" | "export" | "report", _run:
            return [CompletionItem(start, "file")]
        case "help", []:
            return [*_told(COMMANDS.values()), *_told(SETTINGS.values())]
    return []


def _told(entries: Iterable[Command | Setting]) -> list[CompletionItem]:
    return [CompletionItem(entry.name, help=_(entry.does)) for entry in entries]


def _command(word: str) -> str | None:
    """The command that a word names, if it names one."""
    try:
        return find_command(word).name
    except InvalidSpec:
        return None


def _of_program(name: str, words: list[str], start: str) -> list[CompletionItem]:
    """The options of the program that a command runs, and their values, as a shell has them."""
    from mastermine.cli import main

    program = main.get_command(click.Context(main), name)
    if program is None:
        return []
    prepare(program)
    return Equals(program, {}, "mastermine", VARIABLE).get_completions(words, start)


def _values(name: str) -> Iterable[CompletionItem]:
    try:
        setting = find_setting(name)
    except InvalidSpec:
        return []
    if setting.name == "game":
        return [CompletionItem(each.name, help=_(each.title)) for each in PRESETS.values()]
    return map(CompletionItem, setting.words)


def _colours(
    settings: Settings, names: Callable[[Settings], Iterable[str]]
) -> Iterable[CompletionItem]:
    try:
        return map(CompletionItem, names(settings))
    except InvalidSpec:  # The game has none.
        return []


def _entrants(start: str, taken: list[str], settings: Settings) -> Iterable[CompletionItem]:
    """Strategies, those in files among them, and what can be set of them."""
    game = settings.rules.game
    if ":" in start:
        file = _FILE.match(start)
        return _of_file(file[1], file[2], game) if file else _of_name(start, game)
    if start.startswith((".", "~")) or "/" in start:
        return [CompletionItem(start, "file")]
    return [item for name in strategy_names(game) if name not in taken for item in _of(name, game)]


def _of(name: str, game: str) -> list[CompletionItem]:
    """A strategy; nothing where it plays another game, or cannot be loaded."""
    try:
        return [CompletionItem(name, help=_(find_strategy(name, game).summary))]
    except InvalidSpec:
        return []


def _of_name(start: str, game: str) -> list[CompletionItem]:
    """What can be set of the strategy whose name, and options, are written so far."""
    before = start.rpartition(":")[0]
    try:
        strategy = find_strategy(before, game)
    except MastermineError:
        return []
    return _settable(before, before.split(":")[1:], strategy.options)


def _of_file(path: str, rest: str, game: str) -> list[CompletionItem]:
    """The strategies in a file; or what can be set of the one that is named."""
    from mastermine.cli.lab.file_names import offered as offered_by

    there = [each for each in offered_by(path) if each.game in (None, game)]
    name, *options = rest.split(":")
    if not options:
        return [CompletionItem(f"{path}:{each.name}", help=each.summary) for each in there]
    before = f"{path}:{rest}".rpartition(":")[0]
    named = (each for each in there if each.name == name)
    return [found for each in named for found in _settable(before, options, each.options)]


def _settable(
    before: str, written: Iterable[str], options: Mapping[str, object]
) -> list[CompletionItem]:
    taken = {word.partition("=")[0] for word in written}
    return [
        CompletionItem(f"{before}:{name}=", help=str(value))
        for name, value in {**options, "first": _("its first move")}.items()
        if name not in taken
    ]
