"""The setup of a new game, from options, a form, a request or a link.

They all fill in ``GameSetup``, mostly with ``read``. Combinations of settings are checked here, a
single value by the rules, session or match that ``begin`` creates.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from datetime import date
from enum import Enum
from typing import TYPE_CHECKING, Any, cast, overload

from mastermine.core.errors import InvalidSpec, in_field
from mastermine.core.given import number_of, secret_of, seed_of
from mastermine.i18n.text import _, shortened
from mastermine.mastermind.research.adversary import Keep
from mastermine.registry import (
    GAMES,
    bare_spec,
    colour_names,
    find_strategy,
    parse_game,
    parse_rules,
)
from mastermine.session import Draw, Mode, Score
from mastermine.session.forms import not_list, one_of, rules_from, unknown_field
from mastermine.session.generic import session_class
from mastermine.session.levels import described
from mastermine.session.saved import daily

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from mastermine.mastermind.presets import Name as MastermindName
    from mastermine.mastermind.rules import Code, Mastermind
    from mastermine.minesweeper.board import Layout
    from mastermine.minesweeper.presets import Name as MinesweeperName
    from mastermine.minesweeper.rules import Minesweeper
    from mastermine.session import MastermindSession, MinesweeperSession, Played, Saved

EXCLUSIVE = ("load", "link", "daily")
"""Settings that describe a whole game; no other setting goes with them."""


class Labels(dict[str, str]):
    """Names of setup fields in the errors of one interface [default: the field's name]."""

    def __missing__(self, name: str) -> str:
        return name


FIELD_NAMES = Labels()


@dataclass(frozen=True, slots=True)
class GameSetup:
    """A new game before its start. Raises InvalidSpec for settings that do not go together."""

    rules: Any
    mode: Mode = Mode.COMPUTER
    keep: Keep | None = None
    """Codes that a Mastermind adversary keeps; None: the largest part."""
    seed: int | str | None = None
    secret: Any = None
    """Hidden instead of a secret drawn from the seed."""
    first: Any = None
    """First click of a minefield; without a secret, the mines depend on it and on the seed."""
    colours: tuple[str, ...] | None = None
    strategy: str | None = None
    """Strategy that gives hints, or plays; None: the default of the rules."""
    players: tuple[str, ...] | None = None
    """Players of a match; None for a single player."""
    rounds: int | None = None
    score: Score | None = None
    draw: Draw | None = None
    daily: daily.Puzzle | None = None
    """Daily puzzle with these rules."""

    def __post_init__(self) -> None:
        _check_taken(self.rules, list(self._given()))
        kind = self._kind()
        if self.players is None:
            kind.check_mode(self.rules, self.mode)
        if self.secret is not None and self.mode is not Mode.COMPUTER:
            raise InvalidSpec(
                _("mode {mode} takes no secret; leave it out").format(mode=self.mode.value),
                field="secret",
            )

    # Plain values.

    @classmethod
    def read(cls, given: Mapping[str, Any], labels: Mapping[str, str] = FIELD_NAMES) -> GameSetup:
        """Creates a setup from texts, numbers and lists, such as JSON values.

        ``given`` maps names of fields to values. Other keys are ``limit`` (number of guesses),
        ``day`` (of a daily puzzle) and ``link``. ``rules`` is a text, or a mapping with ``level``
        and fields of the game's form. A None is ignored. Raises InvalidSpec, or IllegalMove for an
        invalid secret or first click; the error's ``field`` names the setting, such as ``mode`` or
        ``rules.places``, its message uses ``labels``.
        """
        values = {name: value for name, value in given.items() if value is not None}
        check_exclusive(values, labels=labels)
        for name, check in _CHECKS.items():
            if name in values:
                values[name] = check(values[name], name, labels[name])
        if "link" in values:
            from mastermine.session.share.links import read_link

            with in_field("link"):
                setup = read_link(values["link"])
            return replace(setup, strategy=values.get("strategy", setup.strategy))
        if "daily" in values:
            day = _day(values["day"]) if "day" in values else daily.today()
            with in_field("daily"):
                puzzle = daily.named(values["daily"], day)
            rules = parse_rules(daily.LEVELS[puzzle.level])
            return cls(rules, strategy=values.get("strategy"), daily=puzzle)
        if "day" in values:
            raise InvalidSpec(_("day is for daily puzzles; give the level as daily"), field="day")
        with in_field("rules"):
            spec, limit = values.pop("rules", "classic"), values.pop("limit", None)
            rules, *whole = (rules_from(spec),) if isinstance(spec, Mapping) else parse_game(spec)
            rules = rules if limit is None else rules.with_limit(limit)
            own = _words_of(spec, rules)
            if own is not None:
                values.setdefault("colours", own)
        names = [name for name in values if (name, values[name]) != ("mode", Mode.COMPUTER.value)]
        _check_taken(rules, names, labels)
        for name, read in (("mode", Mode), ("keep", Keep), ("score", Score), ("draw", Draw)):
            if name in values:
                values[name] = one_of(read, name, values[name], labels[name])
        if "secret" in values:
            with in_field("secret"):
                values["secret"] = _secret(rules, values["secret"], values.get("colours"))
        if "first" in values:
            with in_field("first"):
                values["first"] = rules.parse_action(values["first"])
        for name, value in zip(("secret", "first"), whole, strict=False):
            if value is not None and values.setdefault(name, value) is not value:
                raise InvalidSpec(
                    _("the rules are one game with its {name}; leave {name} out").format(
                        name=labels[name]
                    ),
                    field=name,
                )
        return cls(rules, **values)

    def plain(self) -> dict[str, Any]:
        """Returns the settings as JSON values; ``read`` is the inverse."""
        if self.daily is not None:
            values = {"daily": self.daily.level, "day": self.daily.day.isoformat()}
            return values if self.strategy is None else {**values, "strategy": self.strategy}
        plain = {"rules": self.rules.spec()}
        for name in self._given():
            value = getattr(self, name)
            if isinstance(value, Enum):
                value = value.value
            elif name in ("colours", "players"):
                value = list(value)
            elif name == "secret":
                value = self.rules.format_secret(value)
            elif name == "first":
                value = self.rules.format_action(value)
            plain[name] = value
        return plain

    @property
    def words(self) -> dict[str, Any]:
        """The player's words for the game, like those of a session."""
        return {} if self.colours is None else {"names": self.colours}

    def describe(self) -> str:
        """Describes the rules in the words of the game."""
        return described(self.rules, self.colours)

    # The game.

    def begin(self) -> Saved:
        """Creates the game or match. Raises InvalidSpec, also for a future daily puzzle.

        Raises TooLarge, too, if the strategy refuses the rules. A daily puzzle of an earlier day
        counts for no streak.
        """
        if self.strategy is not None:
            with in_field("strategy"):
                find_strategy(self.strategy, self.rules.game).check(self.rules)
        if self.daily is not None:
            return _puzzle(self.daily, self.strategy)
        kind = self._kind()
        given = {
            parameter: getattr(self, name)
            for name, parameter in kind.TAKES.items()
            if parameter is not None and getattr(self, name) is not None
        }
        game: Saved = kind(self.rules, **given)
        if self.first is not None:
            game.do(f"{kind.VERBS[0]} {self.rules.format_action(self.first)}")
        return game

    # Internals.

    def _kind(self) -> Any:
        """Returns the session or match class."""
        game = self.rules.game
        return session_class(game) if self.players is None else GAMES[game].part("match")

    def _given(self) -> Iterator[str]:
        """Yields the names of fields that do not have their default."""
        for each in fields(self):
            if each.name not in ("rules", "daily") and getattr(self, each.name) != each.default:
                yield each.name


KNOWN = tuple(each.name for each in fields(GameSetup))


def check_exclusive(
    given: Iterable[str],
    besides: tuple[str, ...] = ("strategy",),
    labels: Mapping[str, str] = FIELD_NAMES,
) -> None:
    """Raises InvalidSpec if an exclusive setting is combined with others."""
    names = set(given)
    for alone in EXCLUSIVE:
        others = names - {alone, *besides} - ({"day"} if alone == "daily" else set())
        if alone in names and others:
            raise InvalidSpec(
                _("{alone} cannot be combined with {others}").format(
                    alone=labels[alone], others=", ".join(sorted(labels[each] for each in others))
                ),
                field=alone,
            )


def _check_taken(rules: Any, names: Iterable[str], labels: Mapping[str, str] = FIELD_NAMES) -> None:
    """Raises InvalidSpec for fields that this game, or a match of it, does not have."""
    game = rules.game
    alone, match = _taken(game)
    people = "players" in names
    for name in names:
        if name not in KNOWN:
            raise unknown_field(name, KNOWN)
        if name not in alone | match:
            others = [_title(each) for each in GAMES if any(name in kind for kind in _taken(each))]
            # Translators: {name} is a setting of a new game, such as keep or colours; also below.
            message = _("{name} is for {games}; {spec} is {game}").format(
                name=labels[name],
                games=", ".join(others),
                spec=bare_spec(rules.spec()),
                game=_title(game),
            )
        elif people and name == "mode":
            # Translators: {name} is a setting, such as mode or --adversary.
            message = _("a match is between players; leave {name} out").format(name=labels[name])
        elif people and name not in match:
            message = _("a match has no {name}; leave {name} out").format(name=labels[name])
        elif not people and name not in alone:
            message = _("{name} is for a match; name the players").format(name=labels[name])
        else:
            continue
        raise InvalidSpec(message, field=name)


def _taken(game: str) -> tuple[frozenset[str], frozenset[str]]:
    """Returns the fields that a single game takes, and those that a match takes."""
    match = GAMES[game].part("match")
    return frozenset(session_class(game).TAKES), frozenset(match.TAKES if match else ())


def _title(game: str) -> str:
    return _(GAMES[game].title)


def _secret(rules: Any, text: str, colours: tuple[str, ...] | None) -> Any:
    """Parses a secret, which may contain names of colours."""
    if colours is not None:
        return GAMES[rules.game].part("notation").of(rules, colours).read(text)
    return rules.parse_secret(text)


def _words_of(given: Any, rules: Any) -> tuple[str, ...] | None:
    """Returns the words of the preset in the given rules, if they still have its colours."""
    level = given.get("level") if isinstance(given, Mapping) else given
    names = colour_names(level)
    if names is None:
        return None
    preset: Any = parse_rules(str(level))
    return names if preset.colours == rules.colours else None


def _day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise InvalidSpec(
            _("{text!r} is not a date; write one like 2026-11-21").format(text=shortened(text)),
            field="day",
        )
    return day


def _puzzle(puzzle: daily.Puzzle, strategy: str | None) -> Played:
    today = daily.today()
    if puzzle.day > today:
        raise InvalidSpec(
            _("the puzzle of {day} is not available yet: today is {today} (UTC)").format(
                day=puzzle.day, today=today
            ),
            field="day",
        )
    game = daily.begin(puzzle.level, puzzle.day, strategy)
    if puzzle.day < today:
        game.daily = None
    return game


def _seed(given: object, name: str, _label: str) -> int | str:
    with in_field(name):
        return seed_of(given)


def _number(given: object, name: str, label: str) -> int:
    return number_of(label, given, field=name)


def _text(given: object, name: str, label: str) -> str:
    if not isinstance(given, str):
        raise InvalidSpec(_("{name} must be text").format(name=label), field=name)
    return given


def _texts(given: object, name: str, label: str) -> tuple[str, ...]:
    if not isinstance(given, list | tuple):
        raise InvalidSpec(not_list(label), field=name)
    return tuple(_text(each, name, f"{label}.{n}") for n, each in enumerate(given))


_CHECKS: Mapping[str, Callable[[object, str, str], Any]] = {
    **dict.fromkeys(("link", "daily", "day", "strategy", "secret", "first"), _text),
    **dict.fromkeys(("limit", "rounds"), _number),
    **dict.fromkeys(("colours", "players"), _texts),
    "seed": _seed,
}
"""Checks of the types of plain values, from the value, its field and the field's label."""


@overload
def session(
    rules: MastermindName | Mastermind,
    mode: Mode | str = ...,
    *,
    seed: int | str | None = ...,
    secret: str | Code | None = ...,
    strategy: str | None = ...,
) -> MastermindSession: ...
@overload
def session(
    rules: MinesweeperName | Minesweeper,
    mode: Mode | str = ...,
    *,
    seed: int | str | None = ...,
    secret: str | Layout | None = ...,
    strategy: str | None = ...,
) -> MinesweeperSession: ...
@overload
def session(
    rules: str,
    mode: Mode | str = ...,
    *,
    seed: int | str | None = ...,
    secret: str | None = ...,
    strategy: str | None = ...,
) -> MastermindSession | MinesweeperSession: ...
def session(
    rules: str | Mastermind | Minesweeper,
    mode: Mode | str = Mode.COMPUTER,
    *,
    seed: int | str | None = None,
    secret: str | Code | Layout | None = None,
    strategy: str | None = None,
) -> MastermindSession | MinesweeperSession:
    """Starts a game for one player, with undo, hints, saving and loading.

    ``mode`` says who hides the secret: computer, adversary or person. ``secret`` is hidden instead
    of one drawn from ``seed``. ``strategy`` gives the hints. Raises InvalidSpec, IllegalMove.
    """
    parsed = parse_rules(rules)
    setup = GameSetup(
        parsed,
        mode if isinstance(mode, Mode) else one_of(Mode, "mode", mode),
        seed=None if seed is None else seed_of(seed),
        secret=secret_of(parsed, secret),
        colours=colour_names(rules),
        strategy=strategy,
    )
    return cast("MastermindSession | MinesweeperSession", setup.begin())
