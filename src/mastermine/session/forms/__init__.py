"""What is asked before a new game: each game describes it once, and every face reads that.

A menu, a form on the screen and the page show the same ways to play, rules and choices, and fill
in a ``GameSetup`` with what is chosen.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from mastermine.core.errors import BrokenGame, InvalidSpec
from mastermine.i18n.text import _, nearest, shortened
from mastermine.registry import GAMES, blaming, parse_rules
from mastermine.session.session import Mode

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from mastermine.registry import AnyRules

E = TypeVar("E", bound=Enum)


class Way(NamedTuple):
    """Who plays, and who hides the secret."""

    name: str
    word: str
    """What can be typed for it."""
    title: str
    note: str = ""
    """A sentence more."""
    mode: Mode | None = None
    """None for a match of people, and where the computer is watched."""


class Option(NamedTuple):
    """One of the values of a field."""

    value: str
    word: str
    """What can be typed for it."""
    meaning: str


@dataclass(frozen=True)
class Field:
    """A part of the rules, or of a ``GameSetup``: a number, a switch, or one of some options."""

    name: str
    label: str
    does: str = ""
    """What it is for, in a few words."""
    kind: type[int | Enum] = int
    """The type of its values: int, bool, or an Enum."""
    options: tuple[Option, ...] = ()
    """The values of an Enum; the first is usual."""
    optional: bool = False
    """Whether there may be none, which is written 0."""
    always: bool = False
    """Whether it is asked with each level, not only for rules of one's own."""
    way: str | None = None
    """The only way to play that has it; None: all."""

    def read(self, value: object) -> Any:
        """What a text, a number or a switch stands for. Raises InvalidSpec."""
        if issubclass(self.kind, Enum):
            return one_of(self.kind, self.name, value)
        if self.kind is bool:
            if not isinstance(value, bool):
                raise InvalidSpec(
                    _("{name} cannot be {text!r}; it can be {words}").format(
                        name=self.name, text=shortened(str(value)), words="true, false"
                    ),
                    field=self.name,
                )
            return value
        return self._number(value)

    def _number(self, value: object) -> int | None:
        if self.optional and value is None:
            return None
        least = 0 if self.optional else 1
        try:
            number = whole_number("" if isinstance(value, bool) else str(value))
        except InvalidSpec:
            number = -1
        if number < least:
            raise InvalidSpec(
                # Translators: {name} is a field of a new game, such as places.
                _("{name} must be a whole number, {least} or more").format(
                    name=self.name, least=least
                ),
                field=self.name,
            )
        return number or None

    def write(self, value: Any) -> int | str | bool | None:
        """A value as JSON has it; ``read`` gives it back."""
        plain: int | str | bool | None = value.value if isinstance(value, Enum) else value
        return plain


@dataclass(frozen=True)
class Form:
    """All that a game asks, in the language in use."""

    about: str
    """The game in a few words."""
    question: str
    """Who plays?"""
    ways: tuple[Way, ...]
    """The first is usual."""
    level: str
    """Which level? With what else can be typed."""
    levels: tuple[str, ...]
    """The presets that a list of numbers offers."""
    own: str = ""
    """What rules of one's own are."""
    fields: tuple[Field, ...] = ()
    """The parts of the rules that can be asked for, in this order."""
    choices: tuple[Field, ...] = ()
    """What else is asked, such as what counts in a match."""

    def way(self, name: str) -> Way:
        """The way of this name; the usual one where there is none."""
        return next((way for way in self.ways if way.name == name), self.ways[0])

    def choices_of(self, way: Way) -> list[Field]:
        """What else is asked of those who play in this way."""
        return [field for field in self.choices if field.way in (None, way.name)]


def form_of(game: str) -> Form:
    """What a game asks; of one that does not say it, only who plays, and which level."""
    described = GAMES[game].part("form")
    explains = "cli.solve" in GAMES[game].parts
    if described is not None:
        form: Form = described()
        return form
    return Form(
        about=_(GAMES[game].title),
        question=_("Who plays"),
        ways=(
            Way("guess", _("play"), _("you do"), mode=Mode.COMPUTER),
            keeping_open(),
            Way(
                "watch",
                _("watch"),
                _("the computer does, and says why") if explains else _("the computer does"),
            ),
        ),
        level=_("Level"),
        levels=tuple(GAMES[game].presets),
    )


def forms() -> dict[str, Form]:
    """The forms of all games that have a level to choose; one that is broken is left out."""
    found = {}
    for name, game in GAMES.items():
        with suppress(BrokenGame), blaming(game):
            found[name] = form_of(name)
    return {name: form for name, form in found.items() if form.levels}


def keeping_open(note: str = "") -> Way:
    """The way to play against a computer that settles on no secret."""
    # Translators: a word to be typed for a choice, in small letters.
    word = _("adversary")
    return Way("adversary", word, _("It keeps its options open"), note, Mode.ADVERSARY)


def people(note: str) -> Way:
    """The way to play for several people."""
    # Translators: a word to be typed for a choice, in small letters.
    return Way("people", _("people"), _("People, in turn"), note)


def rules_from(given: Mapping[str, object]) -> AnyRules:
    """The rules of a ``level``, with other values in the fields that are named besides it.

    Raises InvalidSpec.
    """
    level = given.get("level", "classic")
    if not isinstance(level, str):
        raise InvalidSpec(_("{name} must be text").format(name="level"), field="level")
    rules: Any = parse_rules(level)
    fields = {field.name: field for field in form_of(rules.game).fields}
    values = {}
    for name, value in given.items():
        if name != "level":
            if name not in fields:
                raise unknown_field(name, fields)
            values[name] = fields[name].read(value)
    chosen: AnyRules = replace(rules, **values)
    return chosen


def unknown_field(name: str, known: Iterable[str]) -> InvalidSpec:
    """The complaint about something that is no part of a new game."""
    return InvalidSpec(
        _("a new game has no {name!r}; {hint}").format(
            name=shortened(name), hint=nearest(name, known)
        ),
        field=name,
    )


def one_of(kind: type[E], name: str, value: object, called: str | None = None) -> E:
    """The value of an Enum that a text names. Raises InvalidSpec, in which it is ``called`` so."""
    known, text = {each.value: each for each in kind}, str(value)
    if text not in known:
        raise InvalidSpec(
            _("there is no {name} {text!r}; {hint}").format(
                name=called or name, text=shortened(text), hint=nearest(text, known)
            ),
            field=name,
        )
    return known[text]


def whole_number(text: str) -> int:
    """A number of digits alone. Raises InvalidSpec."""
    try:
        return int(text if text.isdecimal() else "")
    except ValueError:  # No number, or one of thousands of digits.
        raise InvalidSpec(_("{text!r} is no whole number").format(text=shortened(text))) from None
