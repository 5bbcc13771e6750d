"""The settings of the laboratory: the rules of a game, and options of ``mastermine match``."""

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
"""The part of the rules that can be set by names, in a game that has a notation for them."""
NO_SETTINGS = N_("these are no settings of the laboratory")


@dataclass(frozen=True)
class Settings:
    """All that can be set. What is None is left to the command that is run."""

    rules: Any = field(default_factory=partial(parse_rules, "classic"))
    names: tuple[str, ...] | None = None
    """The colours' own names, one for each colour of the rules."""
    rounds: int | None = 10
    """None: as many as there are secrets, each once."""
    seed: int | str | None = None
    jobs: int | None = None
    time_limit: float | None = None
    visibility: str = "normal"
    """``on``: every round is shown with its moves; ``off``: no code is ever shown; ``normal``:
    rounds are shown where a person plays them."""

    def to_json(self) -> str:
        """One line; ``from_json`` gives equal settings."""
        options = {option.attribute: option.value(self) for option in OPTIONS}
        kept = {"format": FORMAT, "rules": self.rules.spec(), "names": self.names, **options}
        return json.dumps(kept, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Settings:
        """Raises InvalidSpec when the text holds no settings."""
        try:
            kept = json.loads(text)
            if kept["format"] != FORMAT:
                raise InvalidSpec(_(NO_SETTINGS))
            settings = cls(parse_rules(kept["rules"]))
            if kept["names"] is not None:
                settings = with_names(settings, kept["names"])
            for option in OPTIONS:
                value = kept[option.attribute]
                if isinstance(value, bool | list | dict):
                    raise InvalidSpec(_(NO_SETTINGS))
                settings = option.change(settings, option.written(value))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            if isinstance(error, MastermineError):
                raise
            raise InvalidSpec(_(NO_SETTINGS)) from None
        return settings


# What there is to set.

SWITCH = {"on": True, "off": False}
SAME = {"yes": "on", "true": "on", "no": "off", "false": "off"}
"""Other words for a switch."""


@dataclass(frozen=True)
class Setting:
    """Something that can be set: a part of the rules of a game, or an option of a match."""

    name: str
    takes: str
    """How its values are written, in a few words."""
    does: str
    """What it is for; this and ``takes`` pass through ``_`` where they are shown."""
    words: Mapping[str, Any]
    """The words that can be written, and the values that they stand for."""
    type: click.ParamType[Any] | None = None
    """What else a value can be; None: nothing."""
    game: str | None = None
    """The only game that has it."""
    flags: Mapping[str, str] = field(default_factory=dict)
    """The options that stand for words; for other values it is the option of its name."""

    @property
    def attribute(self) -> str:
        """The attribute of the settings, or of the rules."""
        return self.name.replace("-", "_")

    def value(self, settings: Settings) -> Any:
        """What it is set to."""
        return getattr(settings.rules if self.game else settings, self.attribute)

    def written(self, value: Any) -> str:
        """A value as it can be set."""
        word = next((word for word, each in self.words.items() if each == value), None)
        return word or (exactly(value) if isinstance(value, float) else str(value))

    def read(self, settings: Settings) -> str:
        """What it is set to, as it is shown."""
        value = self.value(settings)
        return plain(value) if isinstance(value, float) else self.written(value)

    def arguments(self, settings: Settings) -> list[str]:
        """The option of a command, and its value; nothing where it is left to the command."""
        text = self.written(self.value(settings))
        if text in self.words:
            return [self.flags[text]] if text in self.flags else []
        return [f"--{self.name}", text]

    def change(self, settings: Settings, text: str) -> Settings:
        """Other settings, for a value. Raises InvalidSpec."""
        changed = {self.attribute: self._convert(text)}
        if self.game:
            return replace(settings, rules=replace(settings.rules, **changed))
        return replace(settings, **changed)

    def _convert(self, text: str) -> Any:
        """What a text stands for. Raises InvalidSpec, which says what would be right."""
        word = text.lower()
        if self.words is SWITCH:
            word = SAME.get(word, word)
        if word in self.words:
            return self.words[word]
        if self.type is None:
            mistake = _("{name} cannot be {text!r}; it can be {words}")
        elif isinstance(self.type, click.IntRange):
            mistake = _("{name} cannot be {text!r}; write a whole number from {least} on")
            text = text.replace(",", "")
        else:
            mistake = _("time-limit cannot be {text!r}; write seconds, such as 60, or default")
        try:
            value = self.type.convert(text, None, None) if self.type else None
        except click.BadParameter as error:
            if text.isdecimal() and text.strip("0"):  # A number, but too large a one.
                raise InvalidSpec(f"{self.name}: {error.message.rstrip('.')}") from None
            value = None
        if value in (None, inf):
            words = ", ".join(self.words)
            raise InvalidSpec(mistake.format(name=self.name, text=text, words=words, least=1))
        return value


class GameSetting(Setting):
    """The rules as a whole."""

    def read(self, settings: Settings) -> str:
        return str(settings.rules.spec())

    def change(self, settings: Settings, text: str) -> Settings:
        rules = parse_rules(text)
        same = getattr(rules, "colours", None) == len(settings.names or ())
        return replace(settings, rules=rules, names=settings.names if same else None)


class ColoursSetting(Setting):
    """How many colours there are, or their names."""

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
                    "colours cannot be {text!r}; write how many there are, or two names or more, "
                    "such as red,green,blue"
                ).format(text=text)
            )
        return replace(settings, rules=replace(settings.rules, colours=int(text)), names=None)

    def arguments(self, settings: Settings) -> list[str]:
        return [] if settings.names is None else ["--colours", ",".join(settings.names)]


def _rules() -> Iterator[Setting]:
    """The parts of the rules of all games; a name that two games have is that of the first."""
    with speaking(ENGLISH):  # Messages, which pass through _ where they are shown.
        forms = {game: form_of(game) for game in GAMES}
    taken: set[str] = set()
    for game, form in forms.items():
        yield from (_rule(game, each) for each in form.fields if each.name not in taken)
        taken |= {each.name for each in form.fields}


def _rule(game: str, asked: Field) -> Setting:
    """A part of the rules: one of some words, or else a whole number."""
    if asked.name == COLOURS and "notation" in GAMES[game].parts:
        # Translators: capital letters stand for values that are typed.
        return ColoursSetting(COLOURS, N_("N or NAME,…"), asked.does, {}, game=game)
    words: dict[str, Any] = {option.value: asked.read(option.value) for option in asked.options}
    if asked.kind is int:
        # Translators: "none" is typed as it stands; capital letters stand for a value.
        takes, words = (N_("N or none"), {"none": None}) if asked.optional else ("N", words)
        return Setting(asked.name, takes, asked.does, words, click.IntRange(min=1), game)
    words = words or SWITCH
    return Setting(asked.name, "|".join(words), asked.does, words, game=game)


def _option(
    name: str, takes: str, does: str, unset: str, flags: Mapping[str, str] | None = None
) -> Setting:
    """An option of ``mastermine match``; ``unset`` is the word for None."""
    [kind] = (each.type for each in match.params if f"--{name}" in each.opts)
    return Setting(name, takes, does, {unset: None}, kind, flags=flags or {})


VISIBILITIES = {word: word for word in ("on", "off", "normal")}

_ALL = (
    GameSetting(
        "game",
        # Translators: stands for rules that are typed, such as 5x8.
        N_("SPEC"),
        N_("what is played: a name, such as classic or expert, or sizes, such as 5x8 or 9x9x10"),
        {},
    ),
    *_rules(),
    _option(
        "rounds",
        # Translators: "all" is typed as it stands; capital letters stand for a value.
        N_("N or all"),
        N_("how many codes, or fields, are played; all: each one once"),
        "all",
        {"all": "--every"},
    ),
    _option(
        "seed",
        # Translators: "none" is typed as it stands; capital letters stand for a value.
        N_("S or none"),
        N_("where random numbers come from, a number or a word; none: new ones each time"),
        "none",
    ),
    Setting(
        "visibility",
        "|".join(VISIBILITIES),
        N_(
            "on: every round is shown; off: codes are never shown; "
            "normal: rounds that a person plays"
        ),
        VISIBILITIES,
        flags={"on": "--show", "off": "--hide-codes"},
    ),
    _option(
        "jobs",
        # Translators: "default" is typed as it stands; capital letters stand for a value.
        N_("N or default"),
        N_("how many processes share the work"),
        "default",
    ),
    _option(
        "time-limit",
        # Translators: "default" is typed as it stands; capital letters stand for a value.
        N_("SECONDS or default"),
        N_("how long a strategy has for a game"),
        "default",
    ),
)

SETTINGS = {setting.name: setting for setting in _ALL}
"""The settings by name, in the order in which they are shown."""

OPTIONS = [SETTINGS[name] for name in ("rounds", "seed", "jobs", "time-limit", "visibility")]
"""The settings that are no part of the rules."""

ALIASES = {"colors": "colours", "timelimit": "time-limit", "time_limit": "time-limit"}
"""Other spellings."""


def find(
    word: str, known: Iterable[str], unknown: str, aliases: dict[str, str] | None = None
) -> str:
    """The known word that is meant: itself, or its beginning where no other begins so.

    ``aliases``: other words for known ones. Raises InvalidSpec; ``unknown`` is what it says where
    there is none, with places for the ``word`` and a ``hint``.
    """
    words = {name: name for name in known}
    spelled = words | {alias: name for alias, name in (aliases or {}).items() if name in words}
    low = word.lower()
    if low in spelled:
        return spelled[low]
    begun = {name for spelling, name in spelled.items() if low and spelling.startswith(low)}
    if len(begun) == 1:
        return begun.pop()
    if begun:
        raise InvalidSpec(
            # Translators: {words} begin as {word} does.
            _("{word!r} can be {words}; write more of it").format(
                word=word, words=", ".join(sorted(begun))
            )
        )
    raise InvalidSpec(unknown.format(word=word, hint=nearest(low, words)))


def find_setting(word: str) -> Setting:
    """The setting that a word, or its beginning, names. Raises InvalidSpec."""
    return SETTINGS[find(word, SETTINGS, _("there is no setting {word!r}; {hint}"), ALIASES)]


def change(settings: Settings, word: str, value: str) -> tuple[Setting, Settings]:
    """Set what a word names to a value. Raises InvalidSpec, which says what would be right."""
    setting = find_setting(word)
    if not offered(settings, setting):
        raise _other_game(settings, setting)
    if not value:
        raise InvalidSpec(
            # Translators: {name} is a setting, {takes} how values are written, {value} its own.
            _("set {name} takes a value: {takes}; it is {value}").format(
                name=setting.name, takes=_(setting.takes), value=setting.read(settings)
            )
        )
    return setting, setting.change(settings, value)


def offered(settings: Settings, setting: Setting) -> bool:
    """Whether the game that is played has this setting."""
    return setting.game in (None, settings.rules.game)


def _other_game(settings: Settings, setting: Setting) -> InvalidSpec:
    """Why this game does not have a setting, and which does."""
    game = settings.rules.game
    other = GAMES[setting.game or game]
    names = ", ".join(each.name for each in SETTINGS.values() if each.game == game)
    complaint = (
        # Translators: {name} is a setting, {other} and {title} are games, {names} settings of
        # {title}; "set game" is typed.
        _(
            "{name} is for {other}, and the game is {spec}; {title} has {names} "
            "(set game {preset} is {other})"
        )
        if names
        # Translators: {name} is a setting, {other} a game; "set game" is typed.
        else _("{name} is for {other}, and the game is {spec} (set game {preset} is {other})")
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


# The names of the colours.


def colour_names(settings: Settings) -> tuple[str, ...]:
    """The names of the colours, own or not. Raises InvalidSpec for a game without colours."""
    if settings.names is not None:
        return settings.names
    colours = _notation(settings)(settings.rules).colours[: settings.rules.colours]
    return tuple(_(colour.name) for colour in colours)


def unused_colours(settings: Settings) -> list[str]:
    """Names that could be added."""
    taken = {name.lower() for name in colour_names(settings)}
    return [name for name in _notation(settings).STANDARD if name not in taken]


def _notation(settings: Settings) -> Any:
    """How the colours of the game are written. Raises InvalidSpec for a game without colours."""
    notation = GAMES[settings.rules.game].part("notation")
    if notation is None:
        raise _other_game(settings, SETTINGS[COLOURS])
    return notation


def with_names(settings: Settings, names: Iterable[str]) -> Settings:
    """The settings with these colours. Raises InvalidSpec."""
    words = tuple(names)
    rules = replace(settings.rules, colours=len(words))
    _notation(settings)(rules, words)  # It refuses what cannot be told apart.
    return replace(settings, rules=rules, names=words)


def add_colour(settings: Settings, name: str) -> Settings:
    """One colour more, with this name. Raises InvalidSpec."""
    names = colour_names(settings)
    if name.lower() in map(str.lower, names):
        raise InvalidSpec(
            _("the colour {name} is there already; there are {names}").format(
                name=name, names=", ".join(names)
            )
        )
    if len(names) >= len(_notation(settings).STANDARD):
        raise InvalidSpec(
            ngettext(
                "there is {n} colour, and no room for more",
                "there are {n} colours, and no room for more",
                len(names),
            ).format(n=len(names))
        )
    return with_names(settings, (*names, name))


def remove_colour(settings: Settings, name: str) -> Settings:
    """One colour less. Raises InvalidSpec."""
    names = colour_names(settings)
    left = tuple(each for each in names if each.lower() != name.lower())
    if len(left) == len(names):
        raise InvalidSpec(
            _("there is no colour {word!r}; there are {names}").format(
                word=name, names=", ".join(names)
            )
        )
    if not left:
        raise InvalidSpec(_("{name} is the last colour; one must stay").format(name=name))
    return with_names(settings, left)


def summary(settings: Settings, width: int) -> str:
    """The settings in one line that is no wider than ``width``, the weightiest first.

    What is as usual is left out, but for the game and the rounds.
    """
    # Translators: in a line of settings; {n} is a number, or "all".
    rounds = _("rounds {n}").format(n=SETTINGS["rounds"].read(settings))
    options = [SETTINGS[name] for name in ("visibility", "seed", "jobs", "time-limit")]
    strange = [each for each in options if each.value(settings) != each.value(Settings())]
    parts = [settings.rules.spec(), rounds]
    parts += [f"{each.name} {each.read(settings)}" for each in strange]
    if settings.names is not None:
        parts.append(",".join(settings.names))
    while len(parts) > 1 and len("  ".join(parts)) > width - 2:
        del parts[-1]
    return f" {'  '.join(parts)} "[:width]
