"""The settings of the lab: the rules of a game and options of ``mastermine match``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from typing import Any

import click

from mastermine.arena.reproduce import exactly
from mastermine.cli.match import match
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.languages import ENGLISH
from mastermine.i18n.numbers import plain
from mastermine.i18n.text import N_, _, nearest, ngettext, speaking
from mastermine.registry import GAMES, parse_rules
from mastermine.session.forms import Field, form_of

FORMAT = "mastermine-lab"
COLOURS = "colours"
"""Field of the rules that can be set by names, in games with a notation for colours."""
NO_SETTINGS = N_("not a settings file of the lab")


@dataclass(frozen=True)
class Settings:
    """Values of all settings; None stands for the command's default."""

    rules: Any = field(default_factory=partial(parse_rules, "classic"))
    names: tuple[str, ...] | None = None
    """Custom colour names, one for each colour of the rules."""
    rounds: int | None = 10
    """None: every secret once."""
    seed: int | str | None = None
    jobs: int | None = None
    time_limit: float | None = None
    visibility: str = "normal"
    """``on``: show every round with its moves; ``off``: never show codes; ``normal``: show the
    rounds that a person plays."""

    def to_json(self) -> str:
        """Returns one line, which ``from_json`` reads."""
        options = {option.attribute: option.value(self) for option in OPTIONS}
        data = {"format": FORMAT, "rules": self.rules.spec(), "names": self.names, **options}
        return json.dumps(data, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Settings:
        """Parses settings. Raises InvalidSpec."""
        try:
            data = json.loads(text)
            if data["format"] != FORMAT:
                raise InvalidSpec(_(NO_SETTINGS))
            settings = cls(parse_rules(data["rules"]))
            if data["names"] is not None:
                settings = with_names(settings, data["names"])
            for option in OPTIONS:
                value = data[option.attribute]
                if isinstance(value, bool | list | dict):
                    raise InvalidSpec(_(NO_SETTINGS))
                settings = option.change(settings, option.format(value))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            if isinstance(error, MastermineError):
                raise
            raise InvalidSpec(_(NO_SETTINGS)) from None
        return settings


SWITCH = {"on": True, "off": False}
SAME = {"yes": "on", "true": "on", "no": "off", "false": "off"}
"""Aliases of the values of a switch."""


@dataclass(frozen=True)
class Setting:
    """A setting: a field of the rules of a game, or an option of a match."""

    name: str
    takes: str
    """Format of its values; translated where shown, as is ``does``."""
    does: str
    words: Mapping[str, Any]
    """Special words and their values."""
    type: click.ParamType[Any] | None = None
    """Type of all other values; None if there are none."""
    game: str | None = None
    """The only game that has it; None: all games."""
    flags: Mapping[str, str] = field(default_factory=dict)
    """Options for special words; other values use the option ``name``."""

    @property
    def attribute(self) -> str:
        """Name of the attribute of the settings or rules."""
        return self.name.replace("-", "_")

    def value(self, settings: Settings) -> Any:
        """Returns the current value."""
        return getattr(settings.rules if self.game else settings, self.attribute)

    def format(self, value: Any) -> str:
        """Formats a value in the form that ``change`` takes."""
        word = next((word for word, each in self.words.items() if each == value), None)
        return word or (exactly(value) if isinstance(value, float) else str(value))

    def read(self, settings: Settings) -> str:
        """Formats the current value for display."""
        value = self.value(settings)
        return plain(value) if isinstance(value, float) else self.format(value)

    def arguments(self, settings: Settings) -> list[str]:
        """Returns the option of a command and its value; empty for the command's default."""
        text = self.format(self.value(settings))
        if text in self.words:
            return [self.flags[text]] if text in self.flags else []
        return [f"--{self.name}", text]

    def change(self, settings: Settings, text: str) -> Settings:
        """Returns settings with this value. Raises InvalidSpec."""
        changed = {self.attribute: self._convert(text)}
        if self.game:
            return replace(settings, rules=replace(settings.rules, **changed))
        return replace(settings, **changed)

    def _convert(self, text: str) -> Any:
        """Parses a value. Raises InvalidSpec."""
        word = text.lower()
        if self.words is SWITCH:
            word = SAME.get(word, word)
        if word in self.words:
            return self.words[word]
        if self.type is None:
            mistake = _("{name} cannot be {text!r}; it can be {words}")
        elif isinstance(self.type, click.IntRange):
            mistake = _("{name} must be a whole number of at least {least}, not {text!r}")
            text = text.replace(",", "")
        else:
            mistake = _("time-limit cannot be {text!r}; use seconds, such as 60, or default")
        try:
            value = self.type.convert(text, None, None) if self.type else None
        except click.BadParameter as error:
            if text.isdecimal() and text.strip("0"):  # Too large.
                raise InvalidSpec(f"{self.name}: {error.message.rstrip('.')}") from None
            value = None
        if value in (None, inf):
            words = ", ".join(self.words)
            raise InvalidSpec(mistake.format(name=self.name, text=text, words=words, least=1))
        return value


class GameSetting(Setting):
    """The setting of the rules."""

    def read(self, settings: Settings) -> str:
        return str(settings.rules.spec())

    def change(self, settings: Settings, text: str) -> Settings:
        rules = parse_rules(text)
        same = getattr(rules, "colours", None) == len(settings.names or ())
        return replace(settings, rules=rules, names=settings.names if same else None)


class ColoursSetting(Setting):
    """The setting of the colours, by number or names."""

    def read(self, settings: Settings) -> str:
        count = str(settings.rules.colours)
        return count if settings.names is None else f"{count}: {', '.join(settings.names)}"

    def change(self, settings: Settings, text: str) -> Settings:
        words = text.replace(",", " ").split()
        if len(words) > 1:
            return with_names(settings, words)
        if not text.isdecimal():
            raise InvalidSpec(
                _(
                    "colours cannot be {text!r}; use a number, or two or more names, such as "
                    "red,green,blue"
                ).format(text=text)
            )
        return replace(settings, rules=replace(settings.rules, colours=int(text)), names=None)

    def arguments(self, settings: Settings) -> list[str]:
        return [] if settings.names is None else ["--colours", ",".join(settings.names)]


def _rules() -> Iterator[Setting]:
    """Yields the fields of the rules of all games; of equal names only the first."""
    with speaking(ENGLISH):  # Messages are translated where shown.
        forms = {game: form_of(game) for game in GAMES}
    taken: set[str] = set()
    for game, form in forms.items():
        yield from (_rule(game, each) for each in form.fields if each.name not in taken)
        taken |= {each.name for each in form.fields}


def _rule(game: str, rule: Field) -> Setting:
    """Returns the setting of a field of the rules."""
    if rule.name == COLOURS and "notation" in GAMES[game].parts:
        # Translators: capital letters are placeholders.
        return ColoursSetting(COLOURS, N_("N or NAME,…"), rule.does, {}, game=game)
    words: dict[str, Any] = {option.value: rule.read(option.value) for option in rule.options}
    if rule.kind is int:
        # Translators: "none" is typed unchanged; capital letters are placeholders.
        takes, words = (N_("N or none"), {"none": None}) if rule.optional else ("N", words)
        return Setting(rule.name, takes, rule.does, words, click.IntRange(min=1), game)
    words = words or SWITCH
    return Setting(rule.name, "|".join(words), rule.does, words, game=game)


def _option(
    name: str, takes: str, does: str, unset: str, flags: Mapping[str, str] | None = None
) -> Setting:
    """Returns the setting of an option of ``mastermine match``; ``unset``: the word for None."""
    [kind] = (each.type for each in match.params if f"--{name}" in each.opts)
    return Setting(name, takes, does, {unset: None}, kind, flags=flags or {})


VISIBILITIES = {word: word for word in ("on", "off", "normal")}

_ALL = (
    GameSetting(
        "game",
        # Translators: placeholder for rules, such as 5x8.
        N_("SPEC"),
        N_("a name, such as classic or expert, or a size, such as 5x8 or 9x9x10"),
        {},
    ),
    *_rules(),
    _option(
        "rounds",
        # Translators: "all" is typed unchanged; capital letters are placeholders.
        N_("N or all"),
        N_("number of codes or minefields; all: each of them once"),
        "all",
        {"all": "--every"},
    ),
    _option(
        "seed",
        # Translators: "none" is typed unchanged; capital letters are placeholders.
        N_("S or none"),
        N_("seed of the random numbers, a number or a word; none: a new seed each time"),
        "none",
    ),
    Setting(
        "visibility",
        "|".join(VISIBILITIES),
        N_("on: show every round; off: never show codes; normal: show rounds that you play"),
        VISIBILITIES,
        flags={"on": "--show", "off": "--hide-codes"},
    ),
    _option(
        "jobs",
        # Translators: "default" is typed unchanged; capital letters are placeholders.
        N_("N or default"),
        N_("number of worker processes"),
        "default",
    ),
    _option(
        "time-limit",
        # Translators: "default" is typed unchanged; capital letters are placeholders.
        N_("SECONDS or default"),
        N_("time limit of a strategy per game"),
        "default",
    ),
)

SETTINGS = {setting.name: setting for setting in _ALL}
"""The settings by name, in display order."""

OPTIONS = [SETTINGS[name] for name in ("rounds", "seed", "jobs", "time-limit", "visibility")]
"""The settings that are options of a match."""

ALIASES = {"colors": "colours", "timelimit": "time-limit", "time_limit": "time-limit"}
"""Other spellings."""


def find(
    word: str, known: Iterable[str], unknown: str, aliases: dict[str, str] | None = None
) -> str:
    """Returns the known word equal to a word or with this unique prefix.

    Raises InvalidSpec; ``unknown`` is its message, with the fields ``word`` and ``hint``.
    """
    words = {name: name for name in known}
    spelled = words | {alias: name for alias, name in (aliases or {}).items() if name in words}
    low = word.lower()
    if low in spelled:
        return spelled[low]
    matches = {name for spelling, name in spelled.items() if low and spelling.startswith(low)}
    if len(matches) == 1:
        return matches.pop()
    if matches:
        raise InvalidSpec(
            # Translators: {words} start with {word}.
            _("{word!r} is ambiguous: {words}").format(word=word, words=", ".join(sorted(matches)))
        )
    raise InvalidSpec(unknown.format(word=word, hint=nearest(low, words)))


def find_setting(word: str) -> Setting:
    """Returns the setting with this name or unique prefix. Raises InvalidSpec."""
    return SETTINGS[find(word, SETTINGS, _("there is no setting {word!r}; {hint}"), ALIASES)]


def change(settings: Settings, word: str, value: str) -> tuple[Setting, Settings]:
    """Returns a setting and the settings with its new value. Raises InvalidSpec."""
    setting = find_setting(word)
    if not is_available(settings, setting):
        raise _other_game(settings, setting)
    if not value:
        raise InvalidSpec(
            # Translators: {name} is a setting, {takes} its format, {value} its current value.
            _("set {name} takes a value: {takes} (now {value})").format(
                name=setting.name, takes=_(setting.takes), value=setting.read(settings)
            )
        )
    return setting, setting.change(settings, value)


def is_available(settings: Settings, setting: Setting) -> bool:
    """True if the current game has a setting."""
    return setting.game in (None, settings.rules.game)


def _other_game(settings: Settings, setting: Setting) -> InvalidSpec:
    """Returns the error for a setting of another game."""
    game = settings.rules.game
    other = GAMES[setting.game or game]
    names = ", ".join(each.name for each in SETTINGS.values() if each.game == game)
    complaint = (
        # Translators: {name} is a setting, {other} and {title} are games, {names} settings of
        # {title}; "set game" is typed.
        _(
            "{name} is for {other}, not for {spec}; {title} has {names} "
            "(to play {other}: set game {preset})"
        )
        if names
        # Translators: {name} is a setting, {other} a game; "set game" is typed.
        else _("{name} is for {other}, not for {spec} (to play {other}: set game {preset})")
    )
    return InvalidSpec(
        complaint.format(
            name=setting.name,
            other=_(other.title),
            spec=settings.rules.spec(),
            title=_(GAMES[game].title),
            names=names,
            preset=next(iter(other.presets)),
        )
    )


def colour_names(settings: Settings) -> tuple[str, ...]:
    """Returns the names of the colours. Raises InvalidSpec for a game without colours."""
    if settings.names is not None:
        return settings.names
    colours = _notation(settings)(settings.rules).colours[: settings.rules.colours]
    return tuple(_(colour.name) for colour in colours)


def unused_colours(settings: Settings) -> list[str]:
    """Returns the standard names that are not in use."""
    taken = {name.lower() for name in colour_names(settings)}
    return [name for name in _notation(settings).STANDARD if name not in taken]


def _notation(settings: Settings) -> Any:
    """Returns the notation of the game. Raises InvalidSpec for a game without colours."""
    notation = GAMES[settings.rules.game].part("notation")
    if notation is None:
        raise _other_game(settings, SETTINGS[COLOURS])
    return notation


def with_names(settings: Settings, names: Iterable[str]) -> Settings:
    """Returns settings with these colours. Raises InvalidSpec."""
    words = tuple(names)
    rules = replace(settings.rules, colours=len(words))
    _notation(settings)(rules, words)  # Raises InvalidSpec for ambiguous names.
    return replace(settings, rules=rules, names=words)


def add_colour(settings: Settings, name: str) -> Settings:
    """Returns settings with one more colour. Raises InvalidSpec."""
    names = colour_names(settings)
    if name.lower() in map(str.lower, names):
        raise InvalidSpec(
            _("the colour {name} already exists; the colours are {names}").format(
                name=name, names=", ".join(names)
            )
        )
    if len(names) >= len(_notation(settings).STANDARD):
        raise InvalidSpec(
            ngettext(
                "{n} colour is the maximum",
                "{n} colours are the maximum",
                len(names),
            ).format(n=len(names))
        )
    return with_names(settings, (*names, name))


def remove_colour(settings: Settings, name: str) -> Settings:
    """Returns settings without a colour. Raises InvalidSpec."""
    names = colour_names(settings)
    left = tuple(each for each in names if each.lower() != name.lower())
    if len(left) == len(names):
        raise InvalidSpec(
            _("there is no colour {word!r}; the colours are {names}").format(
                word=name, names=", ".join(names)
            )
        )
    if not left:
        raise InvalidSpec(_("cannot remove {name}, the only colour").format(name=name))
    return with_names(settings, left)


def summary(settings: Settings, width: int) -> str:
    """Formats the game, the rounds and all changed settings in one line of at most ``width``."""
    # Translators: in a line of settings; {n} is a number, or "all".
    rounds = _("rounds {n}").format(n=SETTINGS["rounds"].read(settings))
    options = [SETTINGS[name] for name in ("visibility", "seed", "jobs", "time-limit")]
    changed = [each for each in options if each.value(settings) != each.value(Settings())]
    parts = [settings.rules.spec(), rounds]
    parts += [f"{each.name} {each.read(settings)}" for each in changed]
    if settings.names is not None:
        parts.append(",".join(settings.names))
    while len(parts) > 1 and len("  ".join(parts)) > width - 2:
        del parts[-1]
    return f" {'  '.join(parts)} "[:width]
