"""The words that can come next in a line of the laboratory."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from mastermine.cli.lab.commands import COMMANDS, find_command
from mastermine.cli.lab.settings import (
    SETTINGS,
    Settings,
    colour_names,
    find_setting,
    offered,
    unused_colours,
)
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.text import _
from mastermine.registry import PRESETS, find_strategy, strategy_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


_FILE = re.compile(r"(.+?\.py):(.*)", re.IGNORECASE)


class Next(NamedTuple):
    """A word that can stand where one is being written."""

    word: str
    told: str = ""


def begun(line: str) -> str:
    """The part of a word that stands before the end of a line."""
    return line.replace(",", " ").rpartition(" ")[2]


def following(line: str, settings: Settings, runs: Callable[[], Iterable[str]]) -> list[Next]:
    """What can stand at the end of a line in place of the word that is begun there.

    ``runs``: gives the runs that are kept, when they are needed.
    """
    start = begun(line)
    words = line[: len(line) - len(start)].replace(",", " ").split()
    if start.startswith("-") and words:
        return _fitting(start, _options(words[0]))
    if ":" in start and words and _command(words[0]) in ("match", "evaluate", "duel"):
        file = _FILE.match(start)
        found = _of_file(file[1], file[2], settings) if file else _of_name(start, settings)
        return _fitting(start, found)
    return _fitting(start, _all(words, settings, runs))


def _fitting(start: str, found: Iterable[Next]) -> list[Next]:
    return [each for each in found if each.word.lower().startswith(start.lower())]


def takes_file(line: str) -> bool:
    """Whether the word at the end of a line may be the name of a file."""
    words = line[: len(line) - len(begun(line))].split()
    command = _command(words[0]) if words else None
    if command in ("match", "evaluate", "duel"):
        return begun(line).startswith((".", "/", "~")) or "/" in begun(line)
    return command in ("plot", "export", "report") and len(words) > 1


def _all(words: list[str], settings: Settings, runs: Callable[[], Iterable[str]]) -> Iterable[Next]:
    if not words:
        return [Next(command.name, _(command.does)) for command in COMMANDS.values()]
    match _command(words[0]), words[1:]:
        case "set", []:
            return [Next(s.name, _(s.does)) for s in SETTINGS.values() if offered(settings, s)]
        case "set", [name]:
            return _values(name)
        case "add" | "remove", []:
            return [Next("colour")]
        case "add", [_colour]:
            return map(Next, _colours(settings, unused_colours))
        case "remove", [_colour]:
            return map(Next, _colours(settings, colour_names))
        case "match" | "evaluate" | "duel", taken:
            return _strategies(settings, taken)
        case "show" | "resume" | "plot" | "export" | "report", []:
            return map(Next, runs())
        case "help", []:
            settable = [Next(s.name, _(s.does)) for s in SETTINGS.values()]
            return [*(Next(c.name, _(c.does)) for c in COMMANDS.values()), *settable]
    return []


def _command(word: str) -> str | None:
    """The command that a word names, if it names one."""
    try:
        return find_command(word).name
    except InvalidSpec:
        return None


def _values(name: str) -> Iterable[Next]:
    try:
        setting = find_setting(name)
    except InvalidSpec:
        return []
    if setting.name == "game":
        return [Next(preset.name, _(preset.title)) for preset in PRESETS.values()]
    return map(Next, setting.values)


def _colours(settings: Settings, names: Callable[[Settings], Iterable[str]]) -> Iterable[str]:
    try:
        return names(settings)
    except InvalidSpec:  # The game has none.
        return []


def _strategies(settings: Settings, taken: list[str]) -> Iterable[Next]:
    game = settings.rules.game
    for name in strategy_names(game):
        if name in taken:
            continue
        try:
            yield Next(name, _(find_strategy(name, game).summary))
        except InvalidSpec:  # It plays the other game, or cannot be loaded.
            continue


def _of_name(start: str, settings: Settings) -> Iterable[Next]:
    """What can be set of the strategy whose name, and options, are written so far."""
    before = start.rpartition(":")[0]
    try:
        strategy = find_strategy(before, settings.rules.game)
    except MastermineError:
        return []
    return _settable(before, before.split(":")[1:], strategy.options)


def _of_file(path: str, rest: str, settings: Settings) -> Iterable[Next]:
    """The strategies in a file; or what can be set of the one that is named."""
    from mastermine.cli.lab.file_names import offered as offered_by

    there = [each for each in offered_by(path) if each.game in (None, settings.rules.game)]
    name, *options = rest.split(":")
    if not options:
        return [Next(f"{path}:{each.name}", each.summary) for each in there]
    before = f"{path}:{rest}".rpartition(":")[0]
    named = (each for each in there if each.name == name)
    return [found for each in named for found in _settable(before, options, each.options)]


def _settable(before: str, written: Iterable[str], options: Mapping[str, object]) -> list[Next]:
    """The options that are not written yet."""
    taken = {word.partition("=")[0] for word in written}
    return [
        Next(f"{before}:{name}=", str(value))
        for name, value in {**options, "first": _("its first move")}.items()
        if name not in taken
    ]


def _options(word: str) -> Iterable[Next]:
    """The options of the program that a command runs."""
    import click

    from mastermine.cli import COMMANDS as PROGRAMS
    from mastermine.cli import main

    name = "match" if _command(word) == "resume" else _command(word)
    program = main.get_command(click.Context(main), name) if name in PROGRAMS else None
    for option in program.params if program else ():
        if isinstance(option, click.Option) and not option.hidden:
            yield Next(option.opts[0], option.help or "")
