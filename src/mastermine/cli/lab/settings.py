"""The settings of the laboratory: what is played, how often, and what is shown of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple

from mastermine.command_line import seed
from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.numbers import plain
from mastermine.i18n.text import N_, _, nearest, ngettext
from mastermine.mastermind import MAX_COLOURS, Answer, Mastermind, Notation, palette
from mastermine.minesweeper import First, Minesweeper
from mastermine.registry import GAMES, PRESETS, parse_rules

FORMAT = "mastermine-lab"

NORMAL = "normal"
"""Rounds are shown where a person plays them."""
VISIBILITIES = ("on", "off", NORMAL)
"""``on``: every round is shown with its moves; ``off``: no code is ever shown."""


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
    visibility: str = NORMAL

    def to_json(self) -> str:
        """One line; ``from_json`` gives equal settings."""
        fields = {name: getattr(self, name) for name in _KINDS}
        kept = {"format": FORMAT, "rules": self.rules.spec(), "names": self.names, **fields}
        return json.dumps(kept, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Settings:
        """Raises InvalidSpec when the text holds no settings."""
        try:
            fields = json.loads(text)
            if fields["format"] != FORMAT:
                raise InvalidSpec(_("these are no settings of the laboratory"))
            settings = cls(parse_rules(fields["rules"]))
            if fields["names"] is not None:
                settings = with_names(settings, fields["names"])
            for name, kinds in _KINDS.items():
                if not isinstance(fields[name], kinds) or isinstance(fields[name], bool):
                    raise InvalidSpec(
                        _("{name} cannot be {value!r}").format(name=name, value=fields[name])
                    )
            if fields["visibility"] not in VISIBILITIES or (fields["rounds"] or 1) < 1:
                raise InvalidSpec(_("these are no settings of the laboratory"))
            return replace(settings, **{name: fields[name] for name in _KINDS})
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            if isinstance(error, MastermineError):
                raise
            raise InvalidSpec(_("these are no settings of the laboratory")) from None


_KINDS: dict[str, tuple[type, ...]] = {
    "rounds": (int, type(None)),
    "seed": (int, str, type(None)),
    "jobs": (int, type(None)),
    "time_limit": (int, float, type(None)),
    "visibility": (str,),
}
"""The settings that are neither rules nor names, with the types that they have."""


class Setting(NamedTuple):
    """Something that can be set."""

    name: str
    takes: str
    """How its values are written, in a few words."""
    does: str
    """What it is for; this and ``takes`` pass through ``_`` where they are shown."""
    read: Callable[[Settings], str]
    change: Callable[[Settings, str], Settings]
    """Gives other settings for a value. Raises InvalidSpec."""
    values: tuple[str, ...] = ()
    """Values that are words."""
    game: str | None = None
    """The only game that has it."""


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
    return InvalidSpec(
        # Translators: {name} is a setting, {other} and {title} are games, {names} settings of
        # {title}; "set game" is typed.
        _(
            "{name} is for {other}, and the game is {spec}; {title} has {names} "
            "(set game {preset} is {other})"
        ).format(
            name=setting.name,
            other=_(GAMES[setting.game or game].title),
            spec=settings.rules.spec(),
            title=_(GAMES[game].title),
            names=", ".join(each.name for each in SETTINGS.values() if each.game == game),
            preset=next(iter(GAMES[setting.game or game].presets)),
        )
    )


def colour_names(settings: Settings) -> tuple[str, ...]:
    """The names of the colours, own or not. Raises InvalidSpec for a game without colours."""
    if not isinstance(settings.rules, Mastermind):
        raise _other_game(settings, SETTINGS["colours"])
    if settings.names is not None:
        return settings.names
    colours = Notation(settings.rules).colours[: settings.rules.colours]
    return tuple(_(colour.name) for colour in colours)


def with_names(settings: Settings, names: Iterable[str]) -> Settings:
    """The settings with these colours. Raises InvalidSpec."""
    words = tuple(names)
    rules = replace(settings.rules, colours=len(words))
    Notation(rules, words)  # It refuses what cannot be told apart.
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
    if len(names) >= MAX_COLOURS:
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


# How values are read.


def _whole(name: str, least: int, text: str) -> int:
    """A whole number. Raises InvalidSpec."""
    try:
        number = int(text.replace(",", ""))
    except ValueError:
        number = least - 1
    if number < least:
        raise InvalidSpec(
            _("{name} cannot be {text!r}; write a whole number from {least} on").format(
                name=name, text=text, least=least
            )
        )
    return number


def _word(name: str, words: tuple[str, ...], text: str) -> str:
    """One of some words. Raises InvalidSpec."""
    if text.lower() not in words:
        raise InvalidSpec(
            _("{name} cannot be {text!r}; it can be {words}").format(
                name=name, text=text, words=", ".join(words)
            )
        )
    return text.lower()


SWITCH = ("on", "off")
SAME = {"yes": "on", "true": "on", "no": "off", "false": "off"}
"""Other words for a switch."""
ALL = "all"
USUAL = "default"
"""The word for what the command does where nothing is said."""


def _game(settings: Settings, text: str) -> Settings:
    rules = parse_rules(text)
    same = isinstance(rules, Mastermind) and rules.colours == len(settings.names or ())
    return replace(settings, rules=rules, names=settings.names if same else None)


def _colours(settings: Settings, text: str) -> Settings:
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
    rules = replace(settings.rules, colours=int(text))
    return replace(settings, rules=rules, names=None)


def _limit(settings: Settings, text: str) -> Settings:
    limit = None if text.lower() == "none" else _whole("limit", 1, text)
    return replace(settings, rules=replace(settings.rules, limit=limit))


def _seed(settings: Settings, text: str) -> Settings:
    return replace(settings, seed=None if text.lower() == "none" else seed(text))


def _jobs(settings: Settings, text: str) -> Settings:
    usual = text.lower() == USUAL
    return replace(settings, jobs=None if usual else _whole("jobs", 1, text))


def _time_limit(settings: Settings, text: str) -> Settings:
    if text.lower() == USUAL:
        return replace(settings, time_limit=None)
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < float("inf"):
        raise InvalidSpec(
            _("time-limit cannot be {text!r}; write seconds, such as 60, or default").format(
                text=text
            )
        )
    return replace(settings, time_limit=seconds)


def _rounds(settings: Settings, text: str) -> Settings:
    return replace(settings, rounds=None if text.lower() == ALL else _whole("rounds", 1, text))


def _visibility(settings: Settings, text: str) -> Settings:
    return replace(settings, visibility=_word("visibility", VISIBILITIES, text))


def _number_of(name: str, game: type[Mastermind | Minesweeper], does: str) -> Setting:
    """A whole number among the rules of a game."""

    def changed(settings: Settings, text: str) -> Settings:
        return replace(settings, rules=replace(settings.rules, **{name: _whole(name, 1, text)}))

    def read(settings: Settings) -> str:
        return str(getattr(settings.rules, name))

    return Setting(name, "N", does, read, changed, game=game.game)


def _switch_of(name: str, game: type[Mastermind | Minesweeper], does: str) -> Setting:
    """Something of the rules that is so or not."""

    def changed(settings: Settings, text: str) -> Settings:
        on = _word(name, SWITCH, SAME.get(text.lower(), text)) == "on"
        return replace(settings, rules=replace(settings.rules, **{name: on}))

    def read(settings: Settings) -> str:
        return "on" if getattr(settings.rules, name) else "off"

    return Setting(name, "on|off", does, read, changed, SWITCH, game.game)


def _choice_of(name: str, game: type[Mastermind | Minesweeper], kinds: Any, does: str) -> Setting:
    """One of the words of an enumeration among the rules."""
    words = tuple(kind.value for kind in kinds)

    def changed(settings: Settings, text: str) -> Settings:
        kind = kinds(_word(name, words, text))
        return replace(settings, rules=replace(settings.rules, **{name: kind}))

    def read(settings: Settings) -> str:
        return str(getattr(settings.rules, name).value)

    return Setting(name, "|".join(words), does, read, changed, words, game.game)


def _read_colours(settings: Settings) -> str:
    count = str(settings.rules.colours)
    return count if settings.names is None else f"{count}: {', '.join(settings.names)}"


def _or(word: str, value: object) -> str:
    return word if value is None else str(value)


_ALL = (
    Setting(
        "game",
        # Translators: stands for rules that are typed, such as 5x8.
        N_("SPEC"),
        N_("what is played: a name, such as classic or expert, or sizes, such as 5x8 or 9x9x10"),
        lambda s: str(s.rules.spec()),
        _game,
        tuple(PRESETS),
    ),
    _number_of("places", Mastermind, N_("how many pegs a code has")),
    Setting(
        "colours",
        # Translators: capital letters stand for values that are typed.
        N_("N or NAME,…"),
        N_("how many colours there are, or their names"),
        _read_colours,
        _colours,
        game=Mastermind.game,
    ),
    _switch_of("repeats", Mastermind, N_("whether a colour may stand more than once")),
    _switch_of("blank", Mastermind, N_("whether places may be empty")),
    _choice_of("answer", Mastermind, Answer, N_("what is told about a guess")),
    Setting(
        "limit",
        # Translators: "none" is typed as it stands; capital letters stand for a value.
        N_("N or none"),
        N_("the most guesses"),
        lambda s: _or("none", s.rules.limit),
        _limit,
        ("none",),
        Mastermind.game,
    ),
    _number_of("width", Minesweeper, N_("how many cells a row has")),
    _number_of("height", Minesweeper, N_("how many rows there are")),
    _number_of("mines", Minesweeper, N_("how many mines are hidden")),
    _choice_of("first", Minesweeper, First, N_("what the first click is sure to be")),
    _switch_of("noguess", Minesweeper, N_("whether deduction alone opens every field")),
    Setting(
        "rounds",
        # Translators: "all" is typed as it stands; capital letters stand for a value.
        N_("N or all"),
        N_("how many codes, or fields, are played; all: each one once"),
        lambda s: _or(ALL, s.rounds),
        _rounds,
        (ALL,),
    ),
    Setting(
        "seed",
        # Translators: "none" is typed as it stands; capital letters stand for a value.
        N_("S or none"),
        N_("where random numbers come from, a number or a word; none: new ones each time"),
        lambda s: _or("none", s.seed),
        _seed,
        ("none",),
    ),
    Setting(
        "visibility",
        "|".join(VISIBILITIES),
        N_(
            "on: every round is shown; off: codes are never shown; "
            "normal: rounds that a person plays"
        ),
        lambda s: s.visibility,
        _visibility,
        VISIBILITIES,
    ),
    Setting(
        "jobs",
        # Translators: "default" is typed as it stands; capital letters stand for a value.
        N_("N or default"),
        N_("how many processes share the work"),
        lambda s: _or(USUAL, s.jobs),
        _jobs,
        (USUAL,),
    ),
    Setting(
        "time-limit",
        # Translators: "default" is typed as it stands; capital letters stand for a value.
        N_("SECONDS or default"),
        N_("how long a strategy has for a game"),
        lambda s: USUAL if s.time_limit is None else plain(s.time_limit),
        _time_limit,
        (USUAL,),
    ),
)

SETTINGS = {setting.name: setting for setting in _ALL}
"""The settings by name, in the order in which they are shown."""

ALIASES = {"colors": "colours", "timelimit": "time-limit", "time_limit": "time-limit"}
"""Other spellings."""


def unused_colours(settings: Settings) -> list[str]:
    """Names that could be added."""
    taken = {name.lower() for name in colour_names(settings)}
    return [colour.name for colour in palette(MAX_COLOURS) if colour.name not in taken]


def summary(settings: Settings, width: int) -> str:
    """The settings in one line that is no wider than ``width``, the weightiest first.

    What is as usual is left out, but for the game and the rounds.
    """
    usual = Settings()
    rounds = SETTINGS["rounds"].read(settings)
    # Translators: in a line of settings; {n} is a number, or "all".
    parts = [settings.rules.spec(), _("rounds {n}").format(n=rounds)]
    parts += [
        f"{name} {SETTINGS[name].read(settings)}"
        for name in ("visibility", "seed", "jobs", "time-limit")
        if SETTINGS[name].read(settings) != SETTINGS[name].read(usual)
    ]
    if settings.names is not None:
        parts.append(",".join(settings.names))
    while len(parts) > 1 and len("  ".join(parts)) > width - 2:
        del parts[-1]
    return f" {'  '.join(parts)} "[:width]
