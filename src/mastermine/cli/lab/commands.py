"""Interprets the lines of the lab without side effects: a line and the settings give a reply.

A reply may call a command of ``mastermine``, so that the lab shows and stores the same results.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable
from typing import NamedTuple

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
    is_available,
    remove_colour,
)
from mastermine.core.errors import InvalidSpec
from mastermine.core.game import Divisible
from mastermine.i18n.text import N_, _
from mastermine.registry import GAMES, find_strategy, strategy_names


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
    takes: str
    """Its arguments; translated where shown, as is ``does``."""
    does: str
    action: Action
    example: str = ""


def interpret(line: str, settings: Settings) -> Reply:
    """Interprets a line; ignores a comment, which starts with ``#``. Raises InvalidSpec."""
    words = split(line)
    if not words:
        return Reply(settings)
    return find_command(words[0]).action(settings, words[1:])


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


def find_command(word: str) -> Command:
    """Returns the command with this name or unique prefix. Raises InvalidSpec."""
    return COMMANDS[find(word, COMMANDS, _("there is no command {word!r}; {hint}"), OTHER_WORDS)]


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
    available = [setting for setting in SETTINGS.values() if is_available(settings, setting)]
    rows = tuple((each.name, each.read(settings), _(each.does)) for each in available)
    return Reply(settings, (Rows(rows),))


# Translators: placeholder for the words after "set".
@command("set", N_("SETTING VALUE"), N_("change a setting"), "set rounds 100")
def _set(settings: Settings, words: list[str]) -> Reply:
    if not words:
        return _settings(settings, [])
    name, equals, rest = words[0].partition("=")
    parts = [rest] * bool(equals and rest) + words[1:]
    if parts[:1] == ["="]:
        del parts[0]
    setting, changed = change(settings, name, " ".join(parts))
    return Reply(changed, tuple(_changes(settings, changed, setting)))


def _changes(before: Settings, now: Settings, setting: Setting) -> list[str]:
    lines = [f"{setting.name}: {setting.read(now)}"]
    if setting.name != "game" and now.rules != before.rules:
        lines.append(f"game: {now.rules.spec()}")
    if before.names is not None and now.names is None:
        lines.append(_("The colours have their standard names again."))
    return lines


# Translators: "colour" is typed unchanged, NAME is a placeholder.
@command("add", N_("colour NAME"), N_("add a colour with this name"), "add colour orange")
def _add(settings: Settings, words: list[str]) -> Reply:
    return _colours(add_colour(settings, _colour("add", words)))


# Translators: "colour" is typed unchanged, NAME is a placeholder.
@command("remove", N_("colour NAME"), N_("remove this colour"), "remove colour orange")
def _remove(settings: Settings, words: list[str]) -> Reply:
    return _colours(remove_colour(settings, _colour("remove", words)))


def _colours(settings: Settings) -> Reply:
    colours = f"colours: {len(colour_names(settings))}: {', '.join(colour_names(settings))}"
    return Reply(settings, (colours, f"game: {settings.rules.spec()}"))


def _colour(command: str, words: list[str]) -> str:
    """Returns the name in ``add colour NAME``. Raises InvalidSpec."""
    kind = words[0].lower() if words else ""
    valid = kind and any(word.startswith(kind) for word in ("colours", "colors"))
    if len(words) != 2 or not valid:
        raise InvalidSpec(
            _("{command} takes one colour, such as {command} colour orange").format(command=command)
        )
    return words[1]


def _call(settings: Settings, name: str, *arguments: str) -> Reply:
    return Reply(settings, call=Call(name, arguments))


RUN_AND_FILE = N_("RUN [FILE]")

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
            _("evaluate is not available in {spec}; use match").format(spec=settings.rules.spec())
        )
    first = next((n for n, word in enumerate(words) if word.startswith("-")), len(words))
    names = [name for word in words[:first] for name in word.split(",") if name]
    example = " ".join(GAMES[settings.rules.game].examples)
    if not names:
        raise InvalidSpec(
            _(
                "{command} takes strategies, such as {command} {example}; strategies lists them"
            ).format(command=command, example=example)
        )
    checked = [check_strategy(settings, name) for name in names]
    if command == "duel" and len(names) != 2:
        raise InvalidSpec(
            _("duel takes two strategies, such as duel {example}").format(example=example)
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
    message = _("{command} takes a run, such as {command} last; runs lists them")
    return InvalidSpec(message.format(command=command))


def _run_command(name: str, takes: str, does: str, example: str) -> None:
    """Registers a command that takes a stored run, and maybe a file."""

    @command(name, takes, does, example)
    def _show(settings: Settings, words: list[str]) -> Reply:
        if not words:
            raise _missing_run(name)
        for n, word in enumerate(words[1:] if takes == RUN_AND_FILE else (), start=1):
            if word.startswith("-"):
                break
            if not (word.isdecimal() or word == "last" or word.endswith(".json")):
                words = [*words[:n], "--out", *words[n:]]
                break
        return _call(settings, name, *words)


# Translators: placeholder for the number of a run.
_run_command("show", N_("RUN"), N_("show the results of a run"), "show last")


@command("resume", N_("RUN"), N_("resume a run"), "resume last")
def _resume(settings: Settings, words: list[str]) -> Reply:
    if not words or words[0].startswith("-"):
        raise _missing_run("resume")
    arguments = ("--resume", words[0], *_options(settings, ["jobs"]), *words[1:])
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
        rows = tuple((_usage(c), _(c.does)) for c in COMMANDS.values())
        # Translators: COMMAND and SETTING are placeholders for words after "help".
        more = _(
            "For more: help COMMAND or help SETTING. Commands and settings may be abbreviated; "
            "Tab completes."
        )
        return Reply(settings, (Rows(rows), more))
    word = words[1] if len(words) > 1 and words[0].lower() == "set" else words[0]
    try:
        found = find_command(word)
    except InvalidSpec as error:
        try:
            setting = find_setting(word)
        except InvalidSpec:
            raise error from None
        value = (
            _("Current value: {value}").format(value=setting.read(settings))
            if is_available(settings, setting)
            # Translators: a setting is only for this game.
            else _("For {game}.").format(game=_(GAMES[str(setting.game)].title))
        )
        rows = ((f"set {_usage(setting)}", _(setting.does)), ("", value))
        return Reply(settings, (Rows(rows),))
    lines = [(_usage(found), _(found.does))]
    if found.example:
        lines.append(("", _("Example: {example}").format(example=found.example)))
    if found.name in PROGRAMS:
        lines.append(("", _("For its options: {command} --help").format(command=found.name)))
    if found.name == "set":
        lines += [(_usage(each), _(each.does)) for each in SETTINGS.values()]
    return Reply(settings, (Rows(tuple(lines)),))


def _usage(entry: Command | Setting) -> str:
    return f"{entry.name} {_(entry.takes)}".rstrip()


@command("quit", "", N_("quit (also Ctrl-D)"))
def _quit(settings: Settings, words: list[str]) -> Reply:
    _check_no_arguments("quit", words)
    return Reply(settings, quits=True)


def _check_no_arguments(command: str, words: list[str]) -> None:
    """Raises InvalidSpec if there are arguments."""
    if words:
        raise InvalidSpec(
            _("{command} takes no arguments, not {words!r}").format(
                command=command, words=" ".join(words)
            )
        )


OTHER_WORDS = {"exit": "quit", "?": "help"}
"""Aliases of commands."""
