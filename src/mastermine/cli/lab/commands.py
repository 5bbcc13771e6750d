"""What can be said in the laboratory: a line and the settings give a reply, and nothing is done.

What a line asks for is a command line of ``mastermine``, so that the laboratory shows and keeps
what the commands do.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from typing import NamedTuple

from mastermine.arena.reproduce import exactly
from mastermine.cli import COMMANDS as PROGRAMS
from mastermine.cli import catalogue
from mastermine.cli.lab.settings import (
    SETTINGS,
    Setting,
    Settings,
    add_colour,
    change,
    colour_names,
    find,
    find_setting,
    offered,
    remove_colour,
)
from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import N_, _
from mastermine.mastermind import Mastermind
from mastermine.registry import GAMES, find_strategy, strategy_names


class Rows(NamedTuple):
    """A table without a head: a name, and what is to be said of it."""

    rows: tuple[tuple[str, ...], ...]


class Call(NamedTuple):
    """A command of mastermine, with its arguments."""

    name: str
    arguments: tuple[str, ...]
    resumes: str | None = None
    """The run that it goes on with."""
    names: tuple[str, ...] | None = None
    """The colours' own names, for that run if it has as many."""

    def __str__(self) -> str:
        """As a shell takes it."""
        return shlex.join(["mastermine", self.name, *self.arguments])


class Reply(NamedTuple):
    """What a line leads to."""

    settings: Settings
    said: tuple[str | Rows, ...] = ()
    call: Call | None = None
    leaves: bool = False


class Command(NamedTuple):
    """Something that can be said."""

    name: str
    takes: str
    """What follows it; this and what it does pass through ``_`` where they are shown."""
    does: str
    obey: Callable[[Settings, list[str]], Reply]
    example: str = ""


def obey(line: str, settings: Settings) -> Reply:
    """What a line asks for. Raises InvalidSpec, which says what would be right.

    Words are cut at spaces; quotes keep them together. A line that begins with ``#`` says nothing.
    """
    words = split(line)
    if not words:
        return Reply(settings)
    command = find_command(words[0])
    return command.obey(settings, words[1:])


def split(line: str) -> list[str]:
    """The words of a line. Raises InvalidSpec for a quote without its end."""
    if line.lstrip().startswith("#"):
        return []
    cut = shlex.shlex(line, posix=True, punctuation_chars=False)
    cut.whitespace_split = True
    cut.commenters = cut.escape = ""  # Files may have such signs in their names.
    try:
        return list(cut)
    except ValueError:
        raise InvalidSpec(_("a quotation mark has no partner: {line}").format(line=line)) from None


def find_command(word: str) -> Command:
    """The command that a word, or its beginning, names. Raises InvalidSpec."""
    return COMMANDS[find(word, COMMANDS, _("there is no command {word!r}; {hint}"), OTHER_WORDS)]


# The commands.


def _strategies(settings: Settings, words: list[str]) -> Reply:
    _no_more("strategies", words)
    game = settings.rules.game
    found = (catalogue.described(name, game) for name in strategy_names(game))
    rows = tuple((entry["name"], catalogue.told(entry)) for entry in found if entry)
    return Reply(settings, (Rows(rows), _("A file of your own is named path/to/file.py:name.")))


def _settings(settings: Settings, words: list[str]) -> Reply:
    _no_more("settings", words)
    return Reply(settings, (Rows(tuple(settings_rows(settings))),))


def settings_rows(settings: Settings) -> list[tuple[str, str, str]]:
    """Each setting that the game has: its name, its value and what it is."""
    return [
        (setting.name, setting.read(settings), _(setting.does))
        for setting in SETTINGS.values()
        if offered(settings, setting)
    ]


def _set(settings: Settings, words: list[str]) -> Reply:
    if not words:
        return _settings(settings, [])
    name, equals, rest = words[0].partition("=")
    parts = [rest] * bool(equals and rest) + words[1:]
    if parts[:1] == ["="]:
        del parts[0]
    setting, changed = change(settings, name, " ".join(parts))
    return Reply(changed, tuple(_told(settings, changed, setting)))


def _told(before: Settings, now: Settings, setting: Setting) -> list[str]:
    """That something is set, and what changed with it."""
    told = [f"{setting.name}: {setting.read(now)}"]
    if setting.name != "game" and now.rules != before.rules:
        told.append(f"game: {now.rules.spec()}")
    if before.names is not None and now.names is None:
        told.append(_("The colours have no names of their own any more."))
    return told


def _add(settings: Settings, words: list[str]) -> Reply:
    return _colours(add_colour(settings, _colour("add", words)))


def _remove(settings: Settings, words: list[str]) -> Reply:
    return _colours(remove_colour(settings, _colour("remove", words)))


def _colours(settings: Settings) -> Reply:
    told = f"colours: {len(colour_names(settings))}: {', '.join(colour_names(settings))}"
    return Reply(settings, (told, f"game: {settings.rules.spec()}"))


def _colour(command: str, words: list[str]) -> str:
    """The name that follows ``add colour``. Raises InvalidSpec."""
    kind = words[0].lower() if words else ""
    meant = kind and any(word.startswith(kind) for word in ("colours", "colors"))
    if len(words) != 2 or not meant:
        raise InvalidSpec(
            _("{command} takes one colour by name, such as {command} colour orange").format(
                command=command
            )
        )
    return words[1]


_FIELDS = {"--rounds", "--every", "--secrets"}
"""The options that say which secrets are played; only one may be given."""


def _played(
    name: str, arguments: Callable[[Settings, list[str]], list[str]]
) -> Callable[[Settings, list[str]], Reply]:
    """A command that plays by the settings; help, and runs to go on with, have none of them."""

    def reply(settings: Settings, words: list[str]) -> Reply:
        own = not {"--help", "--resume"}.isdisjoint(words)
        asked = [*_work(settings), *words] if own else arguments(settings, words)
        return Reply(settings, call=Call(name, tuple(asked)))

    return reply


def _match(settings: Settings, words: list[str]) -> list[str]:
    names, options = _entrants("match", settings, words)
    arguments = [settings.rules.spec(), "--strategy", ",".join(names)]
    if not any(option.partition("=")[0] in _FIELDS for option in options):
        arguments += ["--every"] if settings.rounds is None else ["--rounds", str(settings.rounds)]
    if settings.names is not None:
        arguments += ["--colours", ",".join(settings.names)]
    if settings.visibility == "on":
        arguments.append("--show")
    elif settings.visibility == "off":
        arguments.append("--hide-codes")
    return [*arguments, *_random(settings), *_work(settings), *_time(settings), *options]


def _evaluate(settings: Settings, words: list[str]) -> list[str]:
    if not isinstance(settings.rules, Mastermind):
        raise InvalidSpec(
            _(
                "evaluate plays every code, and the game is {spec}; in Minesweeper strategies are "
                "compared by match"
            ).format(spec=settings.rules.spec())
        )
    names, options = _entrants("evaluate", settings, words)
    arguments = [settings.rules.spec(), "--strategy", ",".join(names)]
    return [*arguments, *_random(settings), *_work(settings), *options]


def _duel(settings: Settings, words: list[str]) -> list[str]:
    names, options = _entrants("duel", settings, words)
    if len(names) != 2:
        raise InvalidSpec(
            _("duel takes two strategies, such as duel {example}").format(
                example=" ".join(_examples(settings))
            )
        )
    arguments = [settings.rules.spec(), *names]
    return [*arguments, *_random(settings), *_work(settings), *_time(settings), *options]


def _random(settings: Settings) -> list[str]:
    return [] if settings.seed is None else ["--seed", str(settings.seed)]


def _work(settings: Settings) -> list[str]:
    return [] if settings.jobs is None else ["--jobs", str(settings.jobs)]


def _time(settings: Settings) -> list[str]:
    return [] if settings.time_limit is None else ["--time-limit", exactly(settings.time_limit)]


def _entrants(command: str, settings: Settings, words: list[str]) -> tuple[list[str], list[str]]:
    """The strategies, and the options that follow them. Raises InvalidSpec."""
    first = next((n for n, word in enumerate(words) if word.startswith("-")), len(words))
    names = [name for word in words[:first] for name in word.split(",") if name]
    if not names:
        raise InvalidSpec(
            _(
                "{command} takes strategies, such as {command} {example}; strategies lists them"
            ).format(command=command, example=" ".join(_examples(settings)))
        )
    return [check_strategy(settings, name) for name in names], words[first:]


def _examples(settings: Settings) -> tuple[str, str]:
    return ("knuth", "entropy") if isinstance(settings.rules, Mastermind) else ("pseq", "safest")


def check_strategy(settings: Settings, word: str) -> str:
    """The strategy that a word names, as the commands take it. Raises InvalidSpec.

    Where there is none of this name, the error lists those that there are.
    """
    game = settings.rules.game
    if "/" in word or "\\" in word or ".py" in word:
        return word  # A file's mistakes are told by the command.
    name, colon, options = word.partition(":")
    names = strategy_names(game)
    if name.lower() in names:
        return name.lower() + colon + options
    if any(name.lower() in strategy_names(other) for other in GAMES):
        find_strategy(name.lower(), game)  # Its error says which game it plays.
    raise InvalidSpec(
        # Translators: {title} is a game, {names} its strategies.
        _("there is no strategy {name!r}; {title} has {names}").format(
            name=name, title=_(GAMES[game].title), names=", ".join(names)
        )
    )


def _passed(name: str) -> Callable[[Settings, list[str]], Reply]:
    """A command about runs that are kept, which is passed on."""

    def reply(settings: Settings, words: list[str]) -> Reply:
        if name != "runs" and not words:
            raise InvalidSpec(
                _(
                    "{command} takes the number of a run, such as {command} last; runs lists them"
                ).format(command=name)
            )
        return Reply(settings, call=Call(name, tuple(words)))

    return reply


def _resume(settings: Settings, words: list[str]) -> Reply:
    if not words or words[0].startswith("-"):
        raise InvalidSpec(
            _("resume takes the number of a run, such as resume last; runs lists them")
        )
    arguments = ("--resume", *words[:1], *_work(settings), *words[1:])
    # What is said in the line itself holds.
    said = {word.partition("=")[0] for word in words}
    names = settings.names if said.isdisjoint({"--colours", "--colors", "--store"}) else None
    return Reply(settings, call=Call("match", arguments, words[0], names))


def _filed(name: str) -> Callable[[Settings, list[str]], Reply]:
    """A command about runs that can write a file, whose name may follow them."""

    def reply(settings: Settings, words: list[str]) -> Reply:
        for n, word in enumerate(words[1:], start=1):
            if word.startswith("-"):
                break
            if not (word.isdecimal() or word == "last" or word.endswith(".json")):
                words = [*words[:n], "--out", *words[n:]]
                break
        return _passed(name)(settings, words)

    return reply


def _reset(settings: Settings, words: list[str]) -> Reply:  # noqa: ARG001
    _no_more("reset", words)
    usual = Settings()
    return Reply(
        usual, (_("All settings are the usual ones: {spec}.").format(spec=usual.rules.spec()),)
    )


def _help(settings: Settings, words: list[str]) -> Reply:
    if not words:
        rows = tuple((_called(c), _(c.does)) for c in COMMANDS.values())
        # Translators: COMMAND and SETTING stand for words that are typed after "help".
        how = _(
            "help COMMAND or help SETTING says more. Commands and settings may be cut short; "
            "Tab completes."
        )
        return Reply(settings, (Rows(rows), how))
    word = words[1] if len(words) > 1 and words[0].lower() == "set" else words[0]
    try:
        command = find_command(word)
    except InvalidSpec as error:
        try:
            setting = find_setting(word)
        except InvalidSpec:
            raise error from None
        now = (
            # Translators: the value of a setting.
            _("It is {value}.").format(value=setting.read(settings))
            if offered(settings, setting)
            else _("It is for {game}.").format(game=_(GAMES[str(setting.game)].title))
        )
        rows = ((f"set {_written(setting)}", _(setting.does)), ("", now))
        return Reply(settings, (Rows(rows),))
    told = [(_called(command), _(command.does))]
    if command.example:
        told.append(("", _("Such as: {example}").format(example=command.example)))
    if command.name in PROGRAMS:
        told.append(("", _("{command} --help lists its options.").format(command=command.name)))
    if command.name == "set":
        told += [(_written(s), _(s.does)) for s in SETTINGS.values()]
    return Reply(settings, (Rows(tuple(told)),))


def _called(command: Command) -> str:
    """A command, and what follows it."""
    return f"{command.name} {_(command.takes)}".rstrip()


def _written(setting: Setting) -> str:
    """A setting, and how its values are written."""
    return f"{setting.name} {_(setting.takes)}"


def _quit(settings: Settings, words: list[str]) -> Reply:
    _no_more("quit", words)
    return Reply(settings, leaves=True)


def _no_more(command: str, words: list[str]) -> None:
    """Raises InvalidSpec where a command that takes nothing is given something."""
    if words:
        raise InvalidSpec(
            _("{command} takes nothing after it, not {words!r}").format(
                command=command, words=" ".join(words)
            )
        )


_ALL = (
    Command("strategies", "", N_("list the ways to play the game that is set"), _strategies),
    Command("settings", "", N_("list the settings and their values"), _settings),
    Command(
        "set",
        # Translators: stands for words that are typed after "set".
        N_("SETTING VALUE"),
        N_("change a setting"),
        _set,
        "set rounds 100",
    ),
    Command(
        "add",
        # Translators: "colour" is typed as it stands, NAME stands for a name.
        N_("colour NAME"),
        N_("one colour more, of this name"),
        _add,
        "add colour orange",
    ),
    Command(
        "remove",
        # Translators: "colour" is typed as it stands, NAME stands for a name.
        N_("colour NAME"),
        N_("one colour less"),
        _remove,
        "remove colour orange",
    ),
    Command(
        "match",
        N_("STRATEGY…"),
        N_("let strategies play the same secrets; human is you, a file is path/to/file.py:name"),
        _played("match", _match),
        "match knuth entropy human",
    ),
    Command(
        "evaluate",
        N_("STRATEGY…"),
        N_("let strategies play every code: exact figures"),
        _played("evaluate", _evaluate),
        "evaluate knuth entropy",
    ),
    Command(
        "duel",
        N_("A B"),
        N_("find out whether A is better than B, in as few rounds as it takes"),
        _played("duel", _duel),
        "duel entropy knuth --margin 0.02",
    ),
    Command("runs", "", N_("list the matches that are kept"), _passed("runs")),
    # Translators: stands for the number of a run.
    Command("show", N_("RUN"), N_("show a match again"), _passed("show"), "show last"),
    Command("resume", N_("RUN"), N_("play what a match lacks"), _resume, "resume last"),
    Command(
        "plot",
        N_("RUN [FILE]"),
        N_("draw a match, here or in a file"),
        _filed("plot"),
        "plot last match.svg",
    ),
    Command(
        "export",
        N_("RUN [FILE]"),
        N_("write the games of a match, here or to a file"),
        _filed("export"),
        "export last games.csv",
    ),
    Command(
        "report",
        N_("RUN [FILE]"),
        N_("write all about a match to a page of HTML"),
        _filed("report"),
        "report last match.html",
    ),
    Command("reset", "", N_("make all settings the usual ones"), _reset),
    Command(
        "help",
        N_("[COMMAND|SETTING]"),
        N_("this list, or more about one of it"),
        _help,
        "help set",
    ),
    Command("quit", "", N_("leave; so does the end of input (Ctrl-D)"), _quit),
)

COMMANDS = {command.name: command for command in _ALL}
"""The commands by name, in the order of the help."""

OTHER_WORDS = {"exit": "quit", "?": "help"}
"""Other words for commands."""
