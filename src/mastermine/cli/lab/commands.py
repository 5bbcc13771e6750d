"""Interprets the lines of the lab without side effects: a line and the settings give a reply.

A reply may call a command of ``mastermine``, so that the lab shows and stores the same results.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from mastermine.cli import COMMANDS as PROGRAMS
from mastermine.cli import catalogue
from mastermine.cli.lab.settings import (
    COLOURS,
    SETTINGS,
    Setting,
    Settings,
    add_colour,
    change,
    find_setting,
    is_available,
    remove_colour,
    split_setting,
)
from mastermine.cli.lab.words import (
    command_words,
    find,
    setting_words,
    translated,
    value_words,
)
from mastermine.core.errors import InvalidSpec
from mastermine.core.game import Divisible
from mastermine.core.options import split_names
from mastermine.i18n.text import N_, _, folded
from mastermine.registry import (
    GAMES,
    example_strategies,
    find_strategy,
    parse_rules,
    strategy_names,
)


class Rows(NamedTuple):
    """A table without a header: names and descriptions."""

    rows: tuple[tuple[str, ...], ...]


class Call(NamedTuple):
    """A command of mastermine with its arguments."""

    name: str
    arguments: tuple[str, ...]
    names: tuple[str, ...] | None = None
    """Colour names for a resumed run, if it has that many colours."""

    def __str__(self) -> str:
        return shlex.join(["mastermine", self.name, *self.arguments])


class Reply(NamedTuple):
    """The result of a line."""

    settings: Settings
    output: tuple[str | Rows, ...] = ()
    call: Call | None = None
    quits: bool = False


Action = Callable[[Settings, list[str]], Reply]


class Command(NamedTuple):
    """A command of the lab."""

    name: str
    """Its English word."""
    takes: str
    """Its arguments; translated where shown, as is ``does``."""
    does: str
    action: Action
    example: str = ""

    @property
    def local_name(self) -> str:
        """Its word in the current language."""
        return command_words()[self.name]

    @property
    def usage(self) -> str:
        """Its word and a placeholder for its arguments."""
        takes = _(self.takes).format(colour=setting_words()["colour"])
        return f"{self.local_name} {takes}".rstrip()


def welcome(settings: Settings) -> Reply:
    """Returns the settings and strategies that are shown at the start."""
    names = ", ".join(strategy_names(settings.rules.game))
    strategies = _("Strategies: {names}. Your own: path/to/file.py:name.").format(names=names)
    # Translators: {help} is a command.
    head = _("mastermine lab: compare strategies. Type {help} for the commands, Ctrl-D quits.")
    return Reply(settings, (head.format(help=translated("help")), _list(settings), strategies))


def interpret(line: str, settings: Settings) -> Reply:
    """Interprets a line; ignores a comment, which starts with ``#``. Raises InvalidSpec."""
    words = split(line)
    if len(words) > 1 and folded(words[0]) == "list":  # "list settings", as in the Slovak report.
        words = words[1:]
    if not words:
        return Reply(settings)
    return find_command(words[0], words[1:]).action(settings, words[1:])


def command_line(line: str, settings: Settings) -> str:
    """Returns the lab's line, in the current language, for a command of mastermine.

    Returns the command if the lab has none for these rules.
    """
    words = shlex.split(line)
    match words:
        case ["match", "--resume", run]:
            words = ["resume", run]
        case ["match", _spec, *names]:
            words = ["match", *names]
        case ["evaluate", spec, "--strategy", names]:
            if parse_rules(spec) != settings.rules:
                return f"mastermine {line}"
            words = ["evaluate", names]
    return translated(shlex.join(words))


def split(line: str) -> list[str]:
    """Splits a line at spaces outside quotes. Raises InvalidSpec for an unclosed quote."""
    if line.lstrip().startswith("#"):
        return []
    lexer = shlex.shlex(line, posix=True, punctuation_chars=False)
    lexer.whitespace_split = True
    lexer.commenters = lexer.escape = ""  # File names may contain these characters.
    try:
        return list(lexer)
    except ValueError:
        raise InvalidSpec(_("unclosed quotation mark: {line}").format(line=line)) from None


def find_command(word: str, arguments: Iterable[str] = ()) -> Command:
    """Returns the command with this name or unique prefix. Raises InvalidSpec.

    Before ``arguments``, a prefix need be unique only among the commands that take some.
    """
    unknown = _("there is no command {word!r}; {hint}")
    if arguments:
        start, words = folded(word), command_words().items()
        matching = [name for name, own in words if folded(own).startswith(start)]
        taking = [name for name in matching if COMMANDS[name].takes]
        if len(taking) == 1 < len(matching):
            return COMMANDS[taking[0]]
    return COMMANDS[find(word, command_words(), unknown, OTHER_WORDS)]


COMMANDS: dict[str, Command] = {}
"""The commands by name, in the order of the help."""


def command(name: str, takes: str, does: str, example: str = "") -> Callable[[Action], Action]:
    """Registers the decorated function as a command."""

    def add(action: Action) -> Action:
        COMMANDS[name] = Command(name, takes, does, action, example)
        return action

    return add


@command("strategies", "", N_("list the strategies of the game"))
def _strategies(settings: Settings, words: list[str]) -> Reply:
    _check_no_arguments("strategies", words)
    game = settings.rules.game
    found = (catalogue.strategy_data(name, game) for name in strategy_names(game))
    rows = tuple((entry["name"], catalogue.summary_with_options(entry)) for entry in found if entry)
    return Reply(settings, (Rows(rows), _("Use a strategy of your own as path/to/file.py:name.")))


@command("settings", "", N_("list the settings and their values"))
def _settings(settings: Settings, words: list[str]) -> Reply:
    _check_no_arguments("settings", words)
    return Reply(settings, (_list(settings),))


def _list(settings: Settings) -> Rows:
    """Returns the settings, except those that have the default of their command."""
    shown = [
        setting
        for setting in SETTINGS.values()
        if is_available(settings, setting)
        and setting.read(settings) != setting.local_words.get("default")
    ]
    return Rows(tuple((each.local_name, each.read(settings), _(each.does)) for each in shown))


# Translators: placeholder for the words after "set".
@command("set", N_("SETTING VALUE"), N_("change a setting"), "set rounds 100")
def _set(settings: Settings, words: list[str]) -> Reply:
    if not words:
        return _settings(settings, [])
    setting, value = split_setting(words)
    changed = change(settings, setting, value)
    lines = [f"{setting.local_name}: {setting.read(changed)}"]
    if settings.names is not None and changed.names is None:
        lines.append(_("The colours have their standard names again."))
    return Reply(changed, tuple(lines))


# Translators: {colour} is a word to type, NAME a placeholder.
@command("add", N_("{colour} NAME"), N_("add a colour with this name"), "add colour orange")
def _add(settings: Settings, words: list[str]) -> Reply:
    return _colours(add_colour(settings, _colour("add", words)))


# Translators: {colour} is a word to type, NAME a placeholder.
@command("remove", N_("{colour} NAME"), N_("remove this colour"), "remove colour orange")
def _remove(settings: Settings, words: list[str]) -> Reply:
    return _colours(remove_colour(settings, _colour("remove", words)))


def _colours(settings: Settings) -> Reply:
    colours = SETTINGS[COLOURS]
    return Reply(settings, (f"{colours.local_name}: {colours.read(settings)}",))


def _colour(command: str, words: list[str]) -> str:
    """Returns the name in ``add colour NAME``. Raises InvalidSpec."""
    kinds = ("colours", "colors", setting_words()["colours"], setting_words()["colour"])
    valid = words and any(folded(kind).startswith(folded(words[0])) for kind in kinds)
    if len(words) != 2 or not valid:
        raise InvalidSpec(
            _("{command} takes one colour, such as {example}").format(
                command=translated(command), example=translated(f"{command} colour orange")
            )
        )
    return words[1]


def _call(settings: Settings, name: str, *arguments: str) -> Reply:
    return Reply(settings, call=Call(name, arguments))


RUN_AND_FILE = N_("RUN [FILE]")
LAST = "last"
"""The word for the run that was stored last."""

SECRETS = {"--rounds", "--every", "--secrets"}
"""The options that choose the secrets; a command takes only one of them."""


def _options(settings: Settings, names: Iterable[str], given: Iterable[str] = ()) -> list[str]:
    """Formats settings as options; leaves out the rounds if ``given`` chooses the secrets."""
    secrets = not SECRETS.isdisjoint(word.partition("=")[0] for word in given)
    chosen = [SETTINGS[name] for name in names if not (secrets and name == "rounds")]
    return [word for setting in chosen for word in setting.arguments(settings)]


def _play_command(name: str, takes: str, does: str, example: str, names: Iterable[str]) -> None:
    """Registers a command that plays strategies with these settings.

    Help and resumed runs take only the setting ``jobs``.
    """

    @command(name, takes, does, example)
    def _play(settings: Settings, words: list[str]) -> Reply:
        if not {"--help", "--resume"}.isdisjoint(words):
            return _call(settings, name, *_options(settings, ["jobs"]), *words)
        strategies, given = _entrants(name, settings, words)
        arguments = strategies if name == "duel" else ["--strategy", ",".join(strategies)]
        arguments += [*_options(settings, names, given), *given]
        return _call(settings, name, settings.rules.spec(), *arguments)


def _entrants(command: str, settings: Settings, words: list[str]) -> tuple[list[str], list[str]]:
    if command == "evaluate" and not isinstance(settings.rules.knowledge(), Divisible):
        raise InvalidSpec(
            # Translators: {command} and {other} are commands.
            _("{command} is not available in {spec}; use {other}").format(
                command=translated(command),
                spec=settings.rules.spec(),
                other=translated("match"),
            )
        )
    first = next((n for n, word in enumerate(words) if word.startswith("-")), len(words))
    names = [name for word in words[:first] for name in split_names(word)]
    example = " ".join(example_strategies(settings.rules.game))
    if not names:
        raise InvalidSpec(
            # Translators: {example} and {list} are commands.
            _("name the strategies, such as {example}; {list} lists them").format(
                example=f"{translated(command)} {example}",
                list=translated("strategies"),
            )
        )
    checked = [check_strategy(settings, name) for name in names]
    if command == "duel" and len(names) != 2:
        raise InvalidSpec(
            # Translators: {command} is a command.
            _("{command} takes two strategies, such as {example}").format(
                command=translated(command), example=f"{translated(command)} {example}"
            )
        )
    return checked, words[first:]


def check_strategy(settings: Settings, word: str) -> str:
    """Returns the name of a strategy in the form that commands take. Raises InvalidSpec."""
    game = settings.rules.game
    if "/" in word or "\\" in word or ".py" in word:
        return word  # The command checks files.
    name, colon, options = word.partition(":")
    names = strategy_names(game)
    if name.lower() in names:
        return name.lower() + colon + options
    if any(name.lower() in strategy_names(other) for other in GAMES):
        find_strategy(name.lower(), game)  # Raises an error that names its game.
    raise InvalidSpec(
        # Translators: {title} is a game, {names} its strategies.
        _("there is no strategy {name!r}; {title} has {names}").format(
            name=name, title=_(GAMES[game].title), names=", ".join(names)
        )
    )


_play_command(
    "match",
    N_("STRATEGY…"),
    N_("compare strategies on the same secrets; human is you"),
    "match knuth entropy human",
    ("rounds", "colours", "visibility", "seed", "jobs", "time-limit"),
)
_play_command(
    "evaluate",
    N_("STRATEGY…"),
    N_("play every code: exact results"),
    "evaluate knuth entropy",
    ("seed", "jobs"),
)
_play_command(
    "duel",
    N_("A B"),
    N_("test whether A is better than B"),
    "duel entropy knuth --margin 0.02",
    ("seed", "jobs", "time-limit"),
)


@command("runs", "", N_("list the stored runs"))
def _runs(settings: Settings, words: list[str]) -> Reply:
    return _call(settings, "runs", *words)


def _missing_run(command: str) -> InvalidSpec:
    # Translators: {example} and {list} are commands.
    message = _("name a run, such as {example}; {list} lists them")
    example = translated(f"{command} {LAST}")
    return InvalidSpec(message.format(example=example, list=translated("runs")))


def _run(word: str) -> str:
    """Returns ``last`` for its word in the current language, and other words unchanged."""
    return LAST if folded(word) == folded(value_words()[LAST]) else word


def _misspelt(word: str) -> bool:
    """True for a word that names no run: it is not ``last``, a number, an option or a file."""
    return word.isalpha() and _run(word).lower() != LAST


def _run_command(name: str, takes: str, does: str, example: str) -> None:
    """Registers a command that takes a stored run, and maybe a file."""

    @command(name, takes, does, example)
    def _show(settings: Settings, words: list[str]) -> Reply:
        if not words or (_misspelt(words[0]) and not (name == "plot" and Path(words[0]).exists())):
            raise _missing_run(name)
        for n, word in enumerate(words[1:] if takes == RUN_AND_FILE else (), start=1):
            if word.startswith("-"):
                break
            if not (word.isdecimal() or _run(word) == LAST or word.endswith(".json")):
                words = [*words[:n], "--out", *words[n:]]
                break
        return _call(settings, name, *map(_run, words))


# Translators: placeholder for the number of a run.
_run_command("show", N_("RUN"), N_("show the results of a run"), "show last")


@command("resume", N_("RUN"), N_("resume a run"), "resume last")
def _resume(settings: Settings, words: list[str]) -> Reply:
    if not words or words[0].startswith("-") or _misspelt(words[0]):
        raise _missing_run("resume")
    arguments = ("--resume", _run(words[0]), *_options(settings, ["jobs"]), *words[1:])
    given = {word.partition("=")[0] for word in words}
    names = settings.names if given.isdisjoint({"--colours", "--colors", "--store"}) else None
    return Reply(settings, call=Call("match", arguments, names))


_run_command(
    "plot", RUN_AND_FILE, N_("draw a chart of a run, here or to a file"), "plot last match.svg"
)
_run_command(
    "export",
    RUN_AND_FILE,
    N_("write the games of a run, here or to a file"),
    "export last games.csv",
)
_run_command(
    "report",
    RUN_AND_FILE,
    N_("write an HTML report of a run"),
    "report last match.html",
)


@command("reset", "", N_("reset all settings to their defaults"))
def _reset(settings: Settings, words: list[str]) -> Reply:  # noqa: ARG001
    _check_no_arguments("reset", words)
    defaults = Settings()
    message = _("Reset all settings; the game is {spec}.").format(spec=defaults.rules.spec())
    return Reply(defaults, (message,))


@command("help", N_("[COMMAND|SETTING]"), N_("list the commands, or explain one"), "help set")
def _help(settings: Settings, words: list[str]) -> Reply:
    if not words:
        rows = tuple((each.usage, _(each.does)) for each in COMMANDS.values())
        # Translators: {help} is a command; COMMAND and SETTING are placeholders.
        more = _(
            "For more: {help} COMMAND or {help} SETTING. Commands and settings may be abbreviated; "
            "Tab completes."
        )
        return Reply(settings, (Rows(rows), more.format(help=translated("help"))))
    if len(words) > 1 and folded(words[0]) in ("set", folded(translated("set"))):
        words = words[1:]
    try:
        found = find_command(words[0])
    except InvalidSpec as error:
        try:
            setting = find_setting(" ".join(words))
        except InvalidSpec:
            raise error from None
        value = (
            _("Current value: {value}").format(value=setting.read(settings))
            if is_available(settings, setting)
            # Translators: a setting is only for this game.
            else _("For {game}.").format(game=_(GAMES[str(setting.game)].title))
        )
        rows = ((f"{translated('set')} {_usage(setting)}", _(setting.does)), ("", value))
        return Reply(settings, (Rows(rows),))
    lines = [(found.usage, _(found.does))]
    if found.example:
        lines.append(("", _("Example: {example}").format(example=translated(found.example))))
    if found.name in PROGRAMS:
        lines.append(("", _("For its options: {command} --help").format(command=found.local_name)))
    if found.name == "set":
        lines += [(_usage(each), _(each.does)) for each in SETTINGS.values()]
    return Reply(settings, (Rows(tuple(lines)),))


def _usage(setting: Setting) -> str:
    return f"{setting.local_name} {setting.usage}"


@command("quit", "", N_("quit (also Ctrl-D)"))
def _quit(settings: Settings, words: list[str]) -> Reply:
    _check_no_arguments("quit", words)
    return Reply(settings, quits=True)


def _check_no_arguments(command: str, words: list[str]) -> None:
    """Raises InvalidSpec if there are arguments."""
    if words:
        raise InvalidSpec(
            _("{command} takes no arguments, not {words!r}").format(
                command=translated(command), words=" ".join(words)
            )
        )


OTHER_WORDS = {"exit": "quit", "?": "help"}
"""Aliases of commands."""
