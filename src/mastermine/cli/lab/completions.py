"""Completion in the prompt of the lab."""

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
    is_available,
    unused_colours,
)
from mastermine.cli.lab.words import setting_words, value_words
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.languages import ENGLISH
from mastermine.i18n.text import _, folded, speaking
from mastermine.registry import PRESETS, find_strategy, strategy_names

Runs = Callable[[], Iterable[str]]

_FILE = re.compile(r"(.+?\.py):(.*)", re.IGNORECASE)


class Completer(Base):
    """Completes words, and files where possible."""

    def __init__(self, settings: Callable[[], Settings], runs: Runs) -> None:
        self.settings = settings
        self.runs = runs
        self.files = PathCompleter(expanduser=True)

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        line = document.text_before_cursor
        start = partial_word(line)
        for item in candidates(line, self.settings(), self.runs):
            if item.type == "file":
                yield from self.files.get_completions(Document(start), complete_event)
            else:
                text = item.value if item.value.endswith("=") else f"{item.value} "
                yield Completion(text, -len(start), item.value, item.help)


def partial_word(line: str) -> str:
    """Returns the unfinished word at the end of a line."""
    return line.replace(",", " ").rpartition(" ")[2]


def candidates(line: str, settings: Settings, runs: Runs) -> list[CompletionItem]:
    """Returns the completions of the unfinished word; ``runs`` loads the stored runs."""
    start = partial_word(line)
    words = line[: len(line) - len(start)].replace(",", " ").split()

    def fitting() -> list[CompletionItem]:
        return [
            item
            for item in _next(words, start, settings, runs)
            if item.type == "file" or folded(item.value).startswith(folded(start))
        ]

    found = fitting()
    if found:
        return found
    with speaking(ENGLISH):
        return fitting()


def _next(words: list[str], start: str, settings: Settings, runs: Runs) -> Iterable[CompletionItem]:
    """Returns all words that can follow, also those without the prefix ``start``."""
    if not words:
        return _entries(COMMANDS.values())
    command = _command(words[0])
    if words[-1] in ("--resume", "--remove"):
        return map(CompletionItem, runs())  # Runs in the lab's store.
    if command and (start.startswith("-") or words[-1].startswith("-")):
        return _of_program("match" if command == "resume" else command, words[1:], start)
    match command, words[1:]:
        case "set", []:
            return _entries(each for each in SETTINGS.values() if is_available(settings, each))
        case "set", name:
            return _values(" ".join(name))
        case "add" | "remove", []:
            return [CompletionItem(setting_words()["colour"])]
        case "add", [_colour]:
            return _colours(settings, unused_colours)
        case "remove", [_colour]:
            return _colours(settings, colour_names)
        case "match" | "evaluate" | "duel", taken:
            return _entrants(start, taken, settings)
        case "show" | "resume" | "plot" | "export" | "report", []:
            return [CompletionItem(value_words().get(run, run)) for run in runs()]
        case "plot" | "export" | "report", _run:
            return [CompletionItem(start, "file")]
        case "help", []:
            return [*_entries(COMMANDS.values()), *_entries(SETTINGS.values())]
    return []


def _entries(entries: Iterable[Command | Setting]) -> list[CompletionItem]:
    return [CompletionItem(entry.local_name, help=_(entry.does)) for entry in entries]


def _command(word: str) -> str | None:
    """Returns the name of the command that a word names, if any."""
    try:
        return find_command(word).name
    except InvalidSpec:
        return None


def _of_program(name: str, words: list[str], start: str) -> list[CompletionItem]:
    """Completes options of a command of mastermine, as in a shell."""
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
    return map(CompletionItem, setting.local_words.values())


def _colours(
    settings: Settings, names: Callable[[Settings], Iterable[str]]
) -> Iterable[CompletionItem]:
    try:
        return map(CompletionItem, names(settings))
    except InvalidSpec:  # The game has no colours.
        return []


def _entrants(start: str, taken: list[str], settings: Settings) -> Iterable[CompletionItem]:
    """Completes strategies, strategy files and strategy options."""
    game = settings.rules.game
    if ":" in start:
        file = _FILE.match(start)
        return _of_file(file[1], file[2], game) if file else _of_name(start, game)
    if start.startswith((".", "~")) or "/" in start:
        return [CompletionItem(start, "file")]
    return [item for name in strategy_names(game) if name not in taken for item in _of(name, game)]


def _of(name: str, game: str) -> list[CompletionItem]:
    """Returns a strategy; empty if it plays another game or fails to load."""
    try:
        return [CompletionItem(name, help=_(find_strategy(name, game).summary))]
    except InvalidSpec:
        return []


def _of_name(start: str, game: str) -> list[CompletionItem]:
    """Completes the options of a named strategy."""
    before = start.rpartition(":")[0]
    try:
        strategy = find_strategy(before, game)
    except MastermineError:
        return []
    return _unset_options(before, before.split(":")[1:], strategy.options)


def _of_file(path: str, rest: str, game: str) -> list[CompletionItem]:
    """Completes the strategies in a file, or the options of the named one."""
    from mastermine.cli.lab.file_names import strategies_in

    in_file = [each for each in strategies_in(path) if each.game in (None, game)]
    name, *options = rest.split(":")
    if not options:
        return [CompletionItem(f"{path}:{each.name}", help=each.summary) for each in in_file]
    before = f"{path}:{rest}".rpartition(":")[0]
    named = (each for each in in_file if each.name == name)
    return [item for each in named for item in _unset_options(before, options, each.options)]


def _unset_options(
    before: str, given: Iterable[str], options: Mapping[str, object]
) -> list[CompletionItem]:
    taken = {word.partition("=")[0] for word in given}
    return [
        CompletionItem(f"{before}:{name}=", help=str(value))
        for name, value in {**options, "first": _("its first move")}.items()
        if name not in taken
    ]
