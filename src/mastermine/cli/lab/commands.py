"""What can be said in the laboratory: a line and the settings give a reply, and nothing is done.

What a line asks for is a command line of ``mastermine``, so that the laboratory shows and keeps
what the commands do.
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
    offered,
    remove_colour,
)
from mastermine.core.errors import InvalidSpec
from mastermine.core.game import Divisible
from mastermine.i18n.text import N_, _
from mastermine.registry import GAMES, find_strategy, strategy_names


class Rows(NamedTuple):
    """A table without a head: a name, and what is to be said of it."""

    rows: tuple[tuple[str, ...], ...]


class Call(NamedTuple):
    """A command of mastermine, with its arguments."""

    name: str
    arguments: tuple[str, ...]
    names: tuple[str, ...] | None = None
    """The colours' own names, for the run that it goes on with if that has as many."""

    def __str__(self) -> str:
        return shlex.join(["mastermine", self.name, *self.arguments])


class Reply(NamedTuple):
    """What a line leads to."""

    settings: Settings
    said: tuple[str | Rows, ...] = ()
    call: Call | None = None
    leaves: bool = False


Obey = Callable[[Settings, list[str]], Reply]


class Command(NamedTuple):
    """Something that can be said."""

    name: str
    takes: str
    """What follows it; this and what it does pass through ``_`` where they are shown."""
    does: str
    obey: Obey
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


# The commands, in the order of the help.

COMMANDS: dict[str, Command] = {}
"""The commands by name."""


def offer(name: str, takes: str, does: str, example: str = "") -> Callable[[Obey], Obey]:
    """Offer as a command what the decorated function does."""

    def add(obey: Obey) -> Obey:
        COMMANDS[name] = Command(name, takes, does, obey, example)
        return obey

    return add


@offer("strategies", "", N_("list the ways to play the game that is set"))
def _strategies(settings: Settings, words: list[str]) -> Reply:
    _no_more("strategies", words)
    game = settings.rules.game
    found = (catalogue.described(name, game) for name in strategy_names(game))
    rows = tuple((entry["name"], catalogue.told(entry)) for entry in found if entry)
    return Reply(settings, (Rows(rows), _("A file of your own is named path/to/file.py:name.")))


@offer("settings", "", N_("list the settings and their values"))
def _settings(settings: Settings, words: list[str]) -> Reply:
    _no_more("settings", words)
    having = [setting for setting in SETTINGS.values() if offered(settings, setting)]
    rows = tuple((each.name, each.read(settings), _(each.does)) for each in having)
    return Reply(settings, (Rows(rows),))


# Translators: stands for words that are typed after "set".
@offer("set", N_("SETTING VALUE"), N_("change a setting"), "set rounds 100")
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
    told = [f"{setting.name}: {setting.read(now)}"]
    if setting.name != "game" and now.rules != before.rules:
        told.append(f"game: {now.rules.spec()}")
    if before.names is not None and now.names is None:
        told.append(_("The colours have no names of their own any more."))
    return told


# Translators: "colour" is typed as it stands, NAME stands for a name.
@offer("add", N_("colour NAME"), N_("one colour more, of this name"), "add colour orange")
def _add(settings: Settings, words: list[str]) -> Reply:
    return _colours(add_colour(settings, _colour("add", words)))


# Translators: "colour" is typed as it stands, NAME stands for a name.
@offer("remove", N_("colour NAME"), N_("one colour less"), "remove colour orange")
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


def _call(settings: Settings, name: str, *arguments: str) -> Reply:
    return Reply(settings, call=Call(name, arguments))


RUN_AND_FILE = N_("RUN [FILE]")

SECRETS = {"--rounds", "--every", "--secrets"}
"""The options that say which secrets are played; only one may be given."""


def _options(settings: Settings, names: Iterable[str], said: Iterable[str] = ()) -> list[str]:
    """These settings as options; that of the rounds not where the line says which secrets."""
    secrets = not SECRETS.isdisjoint(word.partition("=")[0] for word in said)
    chosen = [SETTINGS[name] for name in names if not (secrets and name == "rounds")]
    return [word for setting in chosen for word in setting.arguments(settings)]


def _offer_play(name: str, takes: str, does: str, example: str, names: Iterable[str]) -> None:
    """Offer a command that lets strategies play, with the settings of these names.

    Help, and runs to go on with, have none of them but the processes.
    """

    @offer(name, takes, does, example)
    def _play(settings: Settings, words: list[str]) -> Reply:
        if not {"--help", "--resume"}.isdisjoint(words):
            return _call(settings, name, *_options(settings, ["jobs"]), *words)
        who, said = _entrants(name, settings, words)
        arguments = who if name == "duel" else ["--strategy", ",".join(who)]
        arguments += [*_options(settings, names, said), *said]
        return _call(settings, name, settings.rules.spec(), *arguments)


def _entrants(command: str, settings: Settings, words: list[str]) -> tuple[list[str], list[str]]:
    if command == "evaluate" and not isinstance(settings.rules.knowledge(), Divisible):
        raise InvalidSpec(
            _(
                "evaluate plays every code, and the game is {spec}; in Minesweeper strategies are "
                "compared by match"
            ).format(spec=settings.rules.spec())
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


_offer_play(
    "match",
    N_("STRATEGY…"),
    N_("let strategies play the same secrets; human is you, a file is path/to/file.py:name"),
    "match knuth entropy human",
    ("rounds", "colours", "visibility", "seed", "jobs", "time-limit"),
)
_offer_play(
    "evaluate",
    N_("STRATEGY…"),
    N_("let strategies play every code: exact figures"),
    "evaluate knuth entropy",
    ("seed", "jobs"),
)
_offer_play(
    "duel",
    N_("A B"),
    N_("find out whether A is better than B, in as few rounds as it takes"),
    "duel entropy knuth --margin 0.02",
    ("seed", "jobs", "time-limit"),
)


@offer("runs", "", N_("list the matches that are kept"))
def _runs(settings: Settings, words: list[str]) -> Reply:
    return _call(settings, "runs", *words)


def _offer_run(name: str, takes: str, does: str, example: str) -> None:
    """Offer a command about a run that is kept; the name of a file may follow it."""

    @offer(name, takes, does, example)
    def _show(settings: Settings, words: list[str]) -> Reply:
        if not words:
            raise InvalidSpec(
                _(
                    "{command} takes the number of a run, such as {command} last; runs lists them"
                ).format(command=name)
            )
        for n, word in enumerate(words[1:] if takes == RUN_AND_FILE else (), start=1):
            if word.startswith("-"):
                break
            if not (word.isdecimal() or word == "last" or word.endswith(".json")):
                words = [*words[:n], "--out", *words[n:]]
                break
        return _call(settings, name, *words)


# Translators: stands for the number of a run.
_offer_run("show", N_("RUN"), N_("show a match again"), "show last")


@offer("resume", N_("RUN"), N_("play what a match lacks"), "resume last")
def _resume(settings: Settings, words: list[str]) -> Reply:
    if not words or words[0].startswith("-"):
        raise InvalidSpec(
            _("resume takes the number of a run, such as resume last; runs lists them")
        )
    arguments = ("--resume", words[0], *_options(settings, ["jobs"]), *words[1:])
    # What is said in the line itself holds.
    said = {word.partition("=")[0] for word in words}
    names = settings.names if said.isdisjoint({"--colours", "--colors", "--store"}) else None
    return Reply(settings, call=Call("match", arguments, names))


_offer_run("plot", RUN_AND_FILE, N_("draw a match, here or in a file"), "plot last match.svg")
_offer_run(
    "export",
    RUN_AND_FILE,
    N_("write the games of a match, here or to a file"),
    "export last games.csv",
)
_offer_run(
    "report",
    RUN_AND_FILE,
    N_("write all about a match to a page of HTML"),
    "report last match.html",
)


@offer("reset", "", N_("make all settings the usual ones"))
def _reset(settings: Settings, words: list[str]) -> Reply:  # noqa: ARG001
    _no_more("reset", words)
    usual = Settings()
    return Reply(
        usual, (_("All settings are the usual ones: {spec}.").format(spec=usual.rules.spec()),)
    )


@offer("help", N_("[COMMAND|SETTING]"), N_("this list, or more about one of it"), "help set")
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
    return f"{command.name} {_(command.takes)}".rstrip()


def _written(setting: Setting) -> str:
    return f"{setting.name} {_(setting.takes)}"


@offer("quit", "", N_("leave; so does the end of input (Ctrl-D)"))
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


OTHER_WORDS = {"exit": "quit", "?": "help"}
"""Other words for commands."""
