"""Forms for new games: each game describes its form once, for all interfaces.

The menu, the full screen and the page show the same ways to play, rules and choices, and fill in a
``GameSetup``.
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
    """A way to play: who plays, and who hides the secret."""

    name: str
    word: str
    """Its name as a player types it."""
    title: str
    note: str = ""
    """Further explanation, a sentence."""
    mode: Mode | None = None
    """None for a match, and for watching the computer."""


class Option(NamedTuple):
    """One of the values of a field."""

    value: str
    word: str
    """Its name as a player types it."""
    meaning: str


@dataclass(frozen=True)
class Field:
    """A field of the rules or of a ``GameSetup``: a number, a switch or a choice."""

    name: str
    label: str
    does: str = ""
    """Short description."""
    kind: type[int | Enum] = int
    """Type of its values: int, bool, or an Enum."""
    options: tuple[Option, ...] = ()
    """Values of an Enum; the first is the default."""
    optional: bool = False
    """True if the value may be None, written 0."""
    always: bool = False
    """True if it is shown with every level, not only for custom rules."""
    way: str | None = None
    """Name of the only way to play that has it; None: all."""

    def read(self, value: object) -> Any:
        """Parses a value of a form or of JSON. Raises InvalidSpec."""
        if issubclass(self.kind, Enum):
            return one_of(self.kind, self.name, value)
        if self.kind is bool:
            if not isinstance(value, bool):
                raise InvalidSpec(
                    _("{name} must be true or false, not {text!r}").format(
                        name=self.name, text=shortened(str(value))
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
                _("{name} must be a whole number of at least {least}").format(
                    name=self.name, least=least
                ),
                field=self.name,
            )
        return number or None

    def write(self, value: Any) -> int | str | bool | None:
        """Returns a value as JSON; ``read`` is the inverse."""
        plain: int | str | bool | None = value.value if isinstance(value, Enum) else value
        return plain


@dataclass(frozen=True)
class Form:
    """The form of a game, in the current language."""

    about: str
    """Short description of the game."""
    question: str
    """Question for the way to play."""
    ways: tuple[Way, ...]
    """Ways to play; the first is the default."""
    level: str
    """Question for the level."""
    own: str = ""
    """Description of custom rules."""
    fields: tuple[Field, ...] = ()
    """Fields of custom rules, in order."""
    choices: tuple[Field, ...] = ()
    """Further settings, such as the scoring of a match."""

    def way(self, name: str) -> Way:
        """Returns the way of this name, or else the default."""
        return next((way for way in self.ways if way.name == name), self.ways[0])

    def choices_of(self, way: Way) -> list[Field]:
        """Returns the further settings of a way to play."""
        return [field for field in self.choices if field.way in (None, way.name)]


def form_of(game: str) -> Form:
    """Returns the form of a game; without its own form, one with ways to play and levels."""
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
            adversary_way(),
            Way(
                "watch",
                _("watch"),
                _("the computer does, with reasons") if explains else _("the computer does"),
            ),
        ),
        level=_("Level"),
    )


def forms() -> dict[str, Form]:
    """Returns the forms of all games with levels, except broken games."""
    found = {}
    for name, game in GAMES.items():
        with suppress(BrokenGame), blaming(game):
            if game.offered:
                found[name] = form_of(name)
    return found


def adversary_way(note: str = "") -> Way:
    """Returns the way to play against an adversary."""
    # Translators: a word to be typed for a choice, in small letters.
    word = _("adversary")
    return Way("adversary", word, _("Against an adversary"), note, Mode.ADVERSARY)


def match_way(note: str) -> Way:
    """Returns the way to play a match."""
    # Translators: a word to be typed for a choice, in small letters.
    return Way("people", _("people"), _("Players in turn"), note)


def rules_from(given: Mapping[str, object]) -> AnyRules:
    """Returns the rules of a ``level`` with the other given fields replaced. Raises InvalidSpec."""
    level = given.get("level", "classic")
    if not isinstance(level, str):
        raise InvalidSpec(not_text("level"), field="level")
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
    """Returns the error for an unknown setting."""
    return InvalidSpec(
        _("a new game has no setting {name!r}; {hint}").format(
            name=shortened(name), hint=nearest(name, known)
        ),
        field=name,
    )


def one_of(kind: type[E], name: str, value: object, label: str | None = None) -> E:
    """Parses a value of an Enum. Raises InvalidSpec, in which ``label`` names the setting."""
    known, text = {each.value: each for each in kind}, str(value)
    if text not in known:
        raise InvalidSpec(
            _("there is no {name} {text!r}; {hint}").format(
                name=label or name, text=shortened(text), hint=nearest(text, known)
            ),
            field=name,
        )
    return known[text]


def not_text(name: str) -> str:
    """Says that a setting must be text."""
    return _("{name} must be text").format(name=name)


def not_list(name: str) -> str:
    """Says that a setting must be a list."""
    return _("{name} must be a list").format(name=name)


def whole_number(text: str) -> int:
    """Parses a number written in digits. Raises InvalidSpec."""
    try:
        return int(text if text.isdecimal() else "")
    except ValueError:  # Also for thousands of digits.
        raise not_whole(text) from None


def not_whole(text: str) -> InvalidSpec:
    """Returns the error for a text that is not a whole number."""
    return InvalidSpec(_("{text!r} is not a whole number").format(text=shortened(text)))
