"""What a new game is: one value, checked here, whoever asks for it.

A command line, a form, a request and a link only fill in ``GameSetup``, mostly by ``read``. What
goes together is said here; what a single value may be is said by whoever takes it, such as the
rules, a session or a match, of which ``begin`` makes one.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from datetime import date
from typing import TYPE_CHECKING, Any, cast, overload

from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.core.given import secret_of, seed_of
from mastermine.i18n.text import _, shortened
from mastermine.mastermind.research.adversary import Keep, unused_keep
from mastermine.registry import GAMES, bare_spec, parse_rules
from mastermine.session import Mode, Score
from mastermine.session.forms import one_of, rules_from, unknown_field
from mastermine.session.generic import session_class
from mastermine.session.saved import daily

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mastermine.mastermind.presets import Name as MastermindName
    from mastermine.mastermind.rules import Code, Mastermind
    from mastermine.minesweeper.board import Layout
    from mastermine.minesweeper.presets import Name as MinesweeperName
    from mastermine.minesweeper.rules import Minesweeper
    from mastermine.session import MastermindSession, MinesweeperSession, Played, Saved

ALONE = ("load", "link", "daily")
"""What says all of a game by itself."""


class Called(dict[str, str]):
    """What a face calls the fields of a setup, for its errors; any other is called as it is."""

    def __missing__(self, name: str) -> str:
        return name


PLAIN = Called()
"""The names of the fields themselves, as JSON has them."""


@dataclass(frozen=True, slots=True)
class GameSetup:
    """A new game that is not begun yet. Raises InvalidSpec for values that do not go together."""

    rules: Any
    mode: Mode = Mode.COMPUTER
    keep: Keep | None = None
    """What an adversary of Mastermind keeps; None: the most codes."""
    seed: int | str | None = None
    secret: Any = None
    """What is hidden, instead of something drawn from the seed."""
    first: Any = None
    """The first click of a minefield, on which the mines of a seed depend."""
    colours: tuple[str, ...] | None = None
    strategy: str | None = None
    """The strategy that gives hints, or plays; None: the usual one."""
    players: tuple[str, ...] | None = None
    """The people of a match; None for a game of one."""
    rounds: int | None = None
    score: Score | None = None
    daily: daily.Puzzle | None = None
    """The daily puzzle that this is, of these rules."""

    def __post_init__(self) -> None:
        _check_taken(self.rules, list(self._given()))
        kind = self._kind()
        if self.players is None:
            kind.check_mode(self.rules, self.mode)
        if self.secret is not None and self.mode is not Mode.COMPUTER:
            raise InvalidSpec(
                _("a secret is given, but with mode {mode} the computer hides none").format(
                    mode=self.mode.value
                ),
                field="secret",
            )
        if self.secret is not None and self.first is not None:
            raise InvalidSpec(
                _("first goes with a seed; here the mines are given: leave first out"),
                field="first",
            )

    # From plain values and back.

    @classmethod
    def read(cls, given: Mapping[str, Any], called: Mapping[str, str] = PLAIN) -> GameSetup:
        """The setup that texts, numbers and lists ask for, such as those of JSON.

        ``given`` has the names of the fields, and besides them ``limit``, the most guesses;
        ``day``, that of a daily puzzle; or ``link``. ``rules`` are a text, or a ``level`` and
        values for fields of the game's form. None is as if it was not given. Raises
        InvalidSpec, and IllegalMove for a secret or first click that there cannot be, whose
        ``field`` is the name of what is wrong, such as ``mode`` or ``rules.places``; its text has
        what that is ``called``.
        """
        values = {name: value for name, value in given.items() if value is not None}
        check_alone(values, called=called)
        if "link" in values:
            from mastermine.session.share.links import read_link

            setup = read_link(values["link"])
            return replace(setup, strategy=values.get("strategy", setup.strategy))
        if "daily" in values:
            day = _day(values["day"]) if "day" in values else daily.today()
            with _field("daily"):
                puzzle = daily.named(values["daily"], day)
            rules = parse_rules(daily.LEVELS[puzzle.level])
            return cls(rules, strategy=values.get("strategy"), daily=puzzle)
        if "day" in values:
            raise InvalidSpec(_("day is for a daily puzzle: name its level by daily"), field="day")
        with _field("rules"):
            asked, limit = values.pop("rules", "classic"), values.pop("limit", None)
            rules = rules_from(asked) if isinstance(asked, Mapping) else parse_rules(asked)
            rules = rules if limit is None else rules.with_limit(limit)
        names = [name for name in values if (name, values[name]) != ("mode", Mode.COMPUTER.value)]
        _check_taken(rules, names, called)
        for name, read in (("mode", Mode), ("keep", Keep), ("score", Score)):
            if name in values:
                values[name] = one_of(read, name, values[name], called[name])
        # The session refuses this, too, but knows no other name for it.
        if values.get("keep") is Keep.HARDEST and values.get("mode") is not Mode.ADVERSARY:
            raise unused_keep(called["keep"])
        for name in ("colours", "players"):
            if name in values:
                values[name] = tuple(values[name])
        if "secret" in values:
            with _field("secret"):
                values["secret"] = _secret(rules, values["secret"], values.get("colours"))
        if "first" in values:
            with _field("first"):
                values["first"] = rules.parse_action(values["first"])
        return cls(rules, **values)

    def plain(self) -> dict[str, Any]:
        """What is given as JSON values; ``read`` gives the setup back."""
        if self.daily is not None:
            told = {"daily": self.daily.level, "day": self.daily.day.isoformat()}
            return told if self.strategy is None else {**told, "strategy": self.strategy}
        plain = {"rules": self.rules.spec()}
        for name in self._given():
            value = getattr(self, name)
            if name in ("mode", "keep", "score"):
                value = value.value
            elif name in ("colours", "players"):
                value = list(value)
            elif name == "secret":
                value = self.rules.format_secret(value)
            elif name == "first":
                value = self.rules.format_action(value)
            plain[name] = value
        return plain

    # The game.

    def begin(self) -> Saved:
        """The game, or the match. Raises InvalidSpec, also for a puzzle of a day to come.

        A puzzle of an earlier day is a game like any other, and counts for no streak.
        """
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

    # Inside.

    def _kind(self) -> Any:
        """The class of the session or match."""
        game = self.rules.game
        return session_class(game) if self.players is None else GAMES[game].part("match")

    def _given(self) -> Iterator[str]:
        """The names of the fields that have a value which is not that at first."""
        for each in fields(self):
            if each.name not in ("rules", "daily") and getattr(self, each.name) != each.default:
                yield each.name


KNOWN = tuple(each.name for each in fields(GameSetup))


def check_alone(
    given: Iterable[str],
    besides: tuple[str, ...] = ("strategy",),
    called: Mapping[str, str] = PLAIN,
) -> None:
    """Raises InvalidSpec where what says all of a game by itself is not alone."""
    names = set(given)
    for alone in ALONE:
        others = names - {alone, *besides} - ({"day"} if alone == "daily" else set())
        if alone in names and others:
            raise InvalidSpec(
                _("{alone} cannot be combined with {others}").format(
                    alone=called[alone], others=", ".join(sorted(called[each] for each in others))
                ),
                field=alone,
            )


@contextmanager
def _field(name: str) -> Iterator[None]:
    """Note the field that an error is about; a part of it is named after a dot."""
    try:
        yield
    except MastermineError as error:
        error.field = name if error.field is None else f"{name}.{error.field}"
        raise


def _check_taken(rules: Any, names: Iterable[str], called: Mapping[str, str] = PLAIN) -> None:
    """Raises InvalidSpec for fields that are not for this game, or not for a match of it."""
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
                name=called[name],
                games=", ".join(others),
                spec=bare_spec(rules.spec()),
                game=_title(game),
            )
        elif people and name == "mode":
            message = _("in a match people play each other: no computer hides or guesses")
        elif people and name not in match:
            message = _("a match of people has no {name}: leave {name} out").format(
                name=called[name]
            )
        elif not people and name not in alone:
            message = _("{name} is for a match: name its players").format(name=called[name])
        else:
            continue
        raise InvalidSpec(message, field=name)


def _taken(game: str) -> tuple[frozenset[str], frozenset[str]]:
    """The fields that a game of one person takes, and a match."""
    match = GAMES[game].part("match")
    return frozenset(session_class(game).TAKES), frozenset(match.TAKES if match else ())


def _title(game: str) -> str:
    return _(GAMES[game].title)


def _secret(rules: Any, text: str, colours: tuple[str, ...] | None) -> Any:
    """A secret, in which the colours may have their names."""
    if colours is not None:
        return GAMES[rules.game].part("notation")(rules, colours).parse(text)
    return rules.parse_secret(text)


def _day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = None
    if day is None or day.isoformat() != text:
        raise InvalidSpec(
            _("{text!r} is no day; write one like 2026-11-21").format(text=shortened(text)),
            field="day",
        )
    return day


def _puzzle(puzzle: daily.Puzzle, strategy: str | None) -> Played:
    today = daily.today()
    if puzzle.day > today:
        raise InvalidSpec(
            _("the puzzle of {day} is not there yet: today is {today} (UTC)").format(
                day=puzzle.day, today=today
            )
        )
    game = daily.begin(puzzle.level, puzzle.day, strategy)
    if puzzle.day < today:
        game.daily = None
    return game


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
    """A game with a person in it, with undo, hints, saving and loading.

    ``mode``: who hides the secret: computer, adversary or person. ``secret``: hidden instead of one
    drawn from ``seed``. ``strategy`` gives the hints. Raises InvalidSpec, IllegalMove.
    """
    parsed = parse_rules(rules)
    setup = GameSetup(
        parsed,
        mode if isinstance(mode, Mode) else one_of(Mode, "mode", mode),
        seed=None if seed is None else seed_of(seed),
        secret=secret_of(parsed, secret),
        strategy=strategy,
    )
    return cast("MastermindSession | MinesweeperSession", setup.begin())
