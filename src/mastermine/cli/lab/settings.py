"""The settings of the lab: the rules of a game and options of ``mastermine match``."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf
from typing import Any

import click

from mastermine.arena.reproduce import exactly
from mastermine.cli.lab.words import find, setting_words, translated, value_words
from mastermine.cli.match import match
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.languages import ENGLISH
from mastermine.i18n.numbers import plain
from mastermine.i18n.text import N_, _, folded, ngettext, speaking
from mastermine.registry import GAMES, parse_rules
from mastermine.registry import colour_names as preset_words
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
    """Custom colour names, one for each colour of the rules, or a vocabulary such as digits."""
    rounds: int | None = 5
    """None: every secret once."""
    seed: int | str | None = None
    jobs: int | None = None
    time_limit: float | None = None
    visibility: str = "on"
    """``on``: show the code and the guesses of each round; ``off``: never show codes."""

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
            if data["visibility"] == "normal":  # Of an earlier version, which showed no round.
                data["visibility"] = "off"
            for option in OPTIONS:
                value = data[option.attribute]
                if isinstance(value, bool | list | dict):
                    raise InvalidSpec(_(NO_SETTINGS))
                settings = option.load(settings, value)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            if isinstance(error, MastermineError):
                raise
            raise InvalidSpec(_(NO_SETTINGS)) from None
        return settings


SWITCH = {"on": True, "off": False}
SAME = {"on": "on", "off": "off", "yes": "on", "true": "on", "no": "off", "false": "off"}
"""Aliases of the values of a switch."""


@dataclass(frozen=True)
class Setting:
    """A setting: a field of the rules of a game, or an option of a match."""

    name: str
    takes: str
    """Placeholder of values that are no ``words``; translated where shown, as is ``does``."""
    does: str
    words: Mapping[str, Any]
    """English words and their values."""
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

    @property
    def local_name(self) -> str:
        """Its name in the current language."""
        return setting_words().get(self.name, self.name)

    @property
    def local_words(self) -> dict[str, str]:
        """The words of its values in the current language, by the English ones."""
        fields = form_of(self.game).fields if self.game else ()
        own = next((field.options for field in fields if field.name == self.name), ())
        local = value_words() | {option.value: option.word for option in own}
        return {word: local.get(word, word) for word in self.words}

    @property
    def usage(self) -> str:
        """Format of its values, such as ``N|none``."""
        return "|".join([_(self.takes)] * bool(self.takes) + [*self.local_words.values()])

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
        text = self.format(value)
        return self.local_words.get(text) or (plain(value) if isinstance(value, float) else text)

    def arguments(self, settings: Settings) -> list[str]:
        """Returns the option of a command and its value; empty for the command's default."""
        text = self.format(self.value(settings))
        if text in self.words:
            return [self.flags[text]] if text in self.flags else []
        return [f"--{self.name}", text]

    def change(self, settings: Settings, text: str) -> Settings:
        """Returns settings with this value. Raises InvalidSpec."""
        changed = {self.attribute: self._convert(text, value_words() | self.local_words)}
        if self.game:
            return replace(settings, rules=replace(settings.rules, **changed))
        return replace(settings, **changed)

    def load(self, settings: Settings, value: object) -> Settings:
        """Returns settings with a value from a file, in English. Raises InvalidSpec."""
        return replace(settings, **{self.attribute: self._convert(self.format(value), {})})

    def _convert(self, text: str, local: Mapping[str, str]) -> Any:
        """Parses a value; ``local``: words by the English ones. Raises InvalidSpec."""
        for english, word in (SAME if "on" in self.words else {w: w for w in self.words}).items():
            if folded(text) in (folded(english), folded(local.get(english, english))):
                return self.words[word]
        if self.type is None:
            mistake = _("{name} cannot be {text!r}; it can be {words}")
        elif isinstance(self.type, click.IntRange):
            mistake = _("{name} must be a whole number of at least {least}, not {text!r}")
            text = text.replace(",", "")
        else:
            mistake = _("{name} cannot be {text!r}; use seconds, such as 60, or {words}")
        try:
            value = self.type.convert(text, None, None) if self.type else None
        except click.BadParameter as error:
            if text.isdecimal() and text.strip("0"):  # Too large.
                raise InvalidSpec(f"{self.local_name}: {error.message.rstrip('.')}") from None
            value = None
        if value in (None, inf):
            words = ", ".join(self.local_words.values())
            raise InvalidSpec(mistake.format(name=self.local_name, text=text, words=words, least=1))
        return value


class GameSetting(Setting):
    """The setting of the rules."""

    def read(self, settings: Settings) -> str:
        return str(settings.rules.spec())

    def change(self, settings: Settings, text: str) -> Settings:
        rules = parse_rules(text)
        names = _own_names(settings) or ()
        same = getattr(rules, "colours", None) == len(names)
        return replace(settings, rules=rules, names=names if same else preset_words(text))


class ColoursSetting(Setting):
    """The setting of the colours, by number or names."""

    def read(self, settings: Settings) -> str:
        count = str(settings.rules.colours)
        return count if settings.names is None else f"{count}: {', '.join(settings.names)}"

    def change(self, settings: Settings, text: str) -> Settings:
        words = text.replace(",", " ").split()
        if len(words) > 1 or text in _notation(settings).WORDS:
            return with_names(settings, words)
        if not text.isdecimal():
            raise InvalidSpec(
                _(
                    "{name} cannot be {text!r}; use a number, or two or more names, such as "
                    "red,green,blue"
                ).format(name=self.local_name, text=text)
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
        return ColoursSetting(COLOURS, N_("N|NAME,…"), rule.does, {}, game=game)
    words: dict[str, Any] = {option.value: rule.read(option.value) for option in rule.options}
    if rule.kind is int:
        words = {"none": None} if rule.optional else words
        return Setting(rule.name, N_("N"), rule.does, words, click.IntRange(min=1), game)
    return Setting(rule.name, "", rule.does, words or SWITCH, game=game)


def _option(
    name: str, takes: str, does: str, unset: str, flags: Mapping[str, str] | None = None
) -> Setting:
    """Returns the setting of an option of ``mastermine match``; ``unset``: the word for None."""
    [kind] = (each.type for each in match.params if f"--{name}" in each.opts)
    return Setting(name, takes, does, {unset: None}, kind, flags=flags or {})


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
        N_("N"),
        N_("number of codes or minefields, or all of them, each once"),
        "all",
        {"all": "--every"},
    ),
    _option(
        "seed",
        # Translators: placeholder for a seed.
        N_("S"),
        N_("seed of the random numbers, a number or a word; without one, a new seed each time"),
        "none",
    ),
    Setting(
        "visibility",
        "",
        N_("show the code and the guesses of each round"),
        {word: word for word in SWITCH},
        flags={"on": "--show", "off": "--hide-codes"},
    ),
    _option(
        "jobs",
        N_("N"),
        N_("number of worker processes"),
        "default",
    ),
    _option(
        "time-limit",
        N_("SECONDS"),
        N_("time limit of a strategy per game"),
        "default",
    ),
)

SETTINGS = {setting.name: setting for setting in _ALL}
"""The settings by name, in display order."""

OPTIONS = [SETTINGS[name] for name in ("rounds", "seed", "jobs", "time-limit", "visibility")]
"""The settings that are options of a match."""

ALIASES = {
    "colors": "colours",
    "peg colors": "colours",
    "peg colours": "colours",
    "guess limit": "limit",
    "code length": "places",
    "round count": "rounds",
    "code visibility": "visibility",
    "time limit": "time-limit",
    "time_limit": "time-limit",
    "timelimit": "time-limit",
}
"""Other spellings of the settings, among them those of the Slovak environment."""
MAX_WORDS = 2
"""Number of words of the longest spelling."""


def find_setting(word: str) -> Setting:
    """Returns the setting with this name or unique prefix. Raises InvalidSpec."""
    local = {name: setting.local_name for name, setting in SETTINGS.items()}
    return SETTINGS[find(word, local, _("there is no setting {word!r}; {hint}"), ALIASES)]


def split_setting(words: list[str]) -> tuple[Setting, str]:
    """Returns the setting and the rest of ``guess limit 5`` or ``limit=5``. Raises InvalidSpec."""
    for n in range(min(MAX_WORDS, len(words)), 0, -1):
        name, _equals, start = " ".join(words[:n]).partition("=")
        with suppress(InvalidSpec):
            rest = " ".join([start, *words[n:]]).strip()
            return find_setting(name.strip()), rest.removeprefix("= ")
    return find_setting(words[0].partition("=")[0]), ""  # Raises the error.


def change(settings: Settings, setting: Setting, value: str) -> Settings:
    """Returns the settings with a new value. Raises InvalidSpec."""
    if not is_available(settings, setting):
        raise _other_game(settings, setting)
    if not value:
        raise InvalidSpec(
            # Translators: {command} is a command and a setting, {takes} its values.
            _("{command} takes a value: {takes} (now {value})").format(
                command=f"{translated('set')} {setting.local_name}",
                takes=setting.usage,
                value=setting.read(settings),
            )
        )
    return setting.change(settings, value)


def is_available(settings: Settings, setting: Setting) -> bool:
    """True if the current game has a setting."""
    return setting.game in (None, settings.rules.game)


def _other_game(settings: Settings, setting: Setting) -> InvalidSpec:
    """Returns the error for a setting of another game."""
    game = settings.rules.game
    other = GAMES[setting.game or game]
    names = ", ".join(each.local_name for each in SETTINGS.values() if each.game == game)
    complaint = (
        # Translators: {name} is a setting, {other} and {title} are games, {names} settings of
        # {title}, {command} a command.
        _("{name} is for {other}, not for {spec}; {title} has {names} (to play {other}: {command})")
        if names
        # Translators: {name} is a setting, {other} a game, {command} a command.
        else _("{name} is for {other}, not for {spec} (to play {other}: {command})")
    )
    return InvalidSpec(
        complaint.format(
            name=setting.local_name,
            other=_(other.title),
            spec=settings.rules.spec(),
            title=_(GAMES[game].title),
            names=names,
            command=translated(f"set game {next(iter(other.presets))}"),
        )
    )


def colour_names(settings: Settings) -> tuple[str, ...]:
    """Returns the names of the colours. Raises InvalidSpec for a game without colours."""
    own = _own_names(settings)
    if own is not None:
        return own
    colours = _notation(settings)(settings.rules, ("colours",)).colours[: settings.rules.colours]
    return tuple(colour.name for colour in colours)


def _own_names(settings: Settings) -> tuple[str, ...] | None:
    """Returns the custom colour names; None if there are none, only a vocabulary."""
    names = settings.names
    words = names is not None and len(names) == 1 and names[0] in _notation(settings).WORDS
    return None if words else names


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
    if len(words) == 1 and words[0] in _notation(settings).WORDS:
        _notation(settings)(settings.rules, words)  # Raises InvalidSpec if it does not fit.
        return replace(settings, names=words)
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
    options = [SETTINGS[name] for name in ("visibility", "seed", "jobs", "time-limit")]
    changed = [each for each in options if each.value(settings) != each.value(Settings())]
    shown = [SETTINGS["rounds"], *changed]
    parts = [settings.rules.spec(), *(f"{each.local_name} {each.read(settings)}" for each in shown)]
    if settings.names is not None:
        parts.append(",".join(settings.names))
    while len(parts) > 1 and len("  ".join(parts)) > width - 2:
        del parts[-1]
    return f" {'  '.join(parts)} "[:width]
