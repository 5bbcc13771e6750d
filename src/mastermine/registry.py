"""Registry of games and strategies, including those of other packages, and their parsers."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from itertools import chain
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, TypeVar, cast, overload

from mastermine.core.errors import BrokenGame, InvalidSpec, MastermineError, error_text
from mastermine.core.game import Rules
from mastermine.core.given import short_repr
from mastermine.core.options import EVERY, FIRST, read_home, suffix
from mastermine.core.packages import (
    GAMES_GROUP,
    broken_game,
    offered,
    package_of,
    points,
    with_package,
)
from mastermine.core.preset import Preset
from mastermine.core.registration import Game, load
from mastermine.i18n.numbers import either, listed
from mastermine.i18n.text import _, closest, meant, nearest, shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from importlib.metadata import EntryPoint
    from types import ModuleType

    from mastermine.core.strategy import Strategy
    from mastermine.mastermind.presets import Name as MastermindName
    from mastermine.mastermind.rules import Mastermind
    from mastermine.minesweeper.presets import Name as MinesweeperName
    from mastermine.minesweeper.rules import Minesweeper

AnyRules = Rules[Any, Any, Any]


class SomeRules(Protocol):
    """Rules of any game."""

    game: ClassVar[str]

    def spec(self) -> str: ...


BUILT_IN = {
    "mastermind": "mastermine.mastermind.game:GAME",
    "minesweeper": "mastermine.minesweeper.game:GAME",
}
"""Built-in games, in the order of listings."""

MASTERMIND = "mastermind"
"""Default game."""

OPTIONAL = frozenset(
    (
        *("limit", "with_limit", "longest", "usual_strategy", "first_actions"),
        *("describe", "sizes", "size_in_words", "position", "view_at"),
    )
)
"""Members that a class of rules may inherit from ``Rules``."""

R = TypeVar("R", bound=Rules[Any, Any, Any])
T = TypeVar("T")


class OtherGame(InvalidSpec):
    """A strategy that plays another game."""


class NotOffered(InvalidSpec):
    """A feature that a game does not offer."""


class Found(Mapping[str, T]):
    """Built-in entries, followed by those of other packages.

    Other packages are searched only for names that are not built in.
    """

    def __init__(self, own: Callable[[], dict[str, T]], others: Callable[[], dict[str, T]]) -> None:
        self._own, self._others = own, others

    def __getitem__(self, name: str) -> T:
        own = self._own()
        return own[name] if name in own else self._others()[name]

    def __iter__(self) -> Iterator[str]:
        return chain(self._own(), self._others())

    def __len__(self) -> int:
        return len(self._own()) + len(self._others())


@lru_cache(maxsize=1)
def _own_games() -> dict[str, Game]:
    return {name: cast("Game", load(where)) for name, where in BUILT_IN.items()}


def _other_games() -> dict[str, Game]:
    return _registered(tuple(sys.path))[0]


def broken_games() -> dict[str, BrokenGame]:
    """Returns the errors of broken games of other packages, by name."""
    return _registered(tuple(sys.path))[1]


@lru_cache(maxsize=4)
def _registered(path: tuple[str, ...]) -> tuple[dict[str, Game], dict[str, BrokenGame]]:  # noqa: ARG001
    """Loads the games of other packages on this path; returns the games and the errors."""
    games: dict[str, Game] = {}
    broken: dict[str, BrokenGame] = {}
    for point in sorted(points(GAMES_GROUP), key=lambda point: point.name):
        try:
            games[point.name] = _registered_game(point)
        except BrokenGame as error:
            broken[point.name] = error
    return games, broken


def _registered_game(point: EntryPoint) -> Game:
    """Loads a game of another package. Raises BrokenGame, which names the package."""
    package = package_of(point)
    try:
        game = replace(_game(point.load()), package=package)
        if point.name in BUILT_IN or game.name != point.name:
            raise TypeError(f"it is called {game.name!r}, its entry point {point.name!r}")
        _check_rules(game)
        re.compile(game.bare or "")
        for name, preset in game.presets.items():
            if getattr(preset, "name", None) != name:
                raise TypeError(f"{name!r} among its presets is no Preset of that name")
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # The module of another package may raise anything.
        raise broken_game(point.name, package, error) from error
    return game


def _game(found: object) -> Game:
    if not isinstance(found, Game):
        raise TypeError("its entry point must name a mastermine.core.registration.Game")
    return found


def _check_rules(game: Game) -> None:
    """Raises TypeError for a class of rules that lacks required members."""
    rules: Any = game.rules

    def has(name: str) -> bool:
        for base in rules.__mro__:
            if name in vars(base) or name in vars(base).get("__annotations__", {}):
                return base is not Rules or name in OPTIONAL
        return False

    needed = {*vars(Rules), *Rules.__annotations__}
    lacking = sorted(name for name in needed if not name.startswith("_") and not has(name))
    if lacking:
        raise TypeError(f"its rules lack {', '.join(lacking)}")
    if rules.game != game.name:
        raise TypeError(f"its rules are of {rules.game!r}")


@contextmanager
def blaming(game: Game, *passing: type[Exception]) -> Iterator[None]:
    """Context that raises BrokenGame, with the package, for errors of another package's game.

    Errors of the types ``passing`` are re-raised unchanged.
    """
    left: tuple[type[BaseException], ...] = (BrokenGame, KeyboardInterrupt, *passing)
    try:
        yield
    except left:
        raise
    except BaseException as error:
        if game.name in BUILT_IN:
            raise
        raise broken_game(game.name, game.package, error) from error


def culprit(error: BaseException) -> BrokenGame | None:
    """Wraps an error raised by another package's game; None for other errors."""
    from traceback import walk_tb

    games = {game.parts["rules"].partition(".")[0]: game for game in _other_games().values()}
    for frame, _line in walk_tb(error.__traceback__):
        game = games.get(str(frame.f_globals.get("__name__")).partition(".")[0])
        if game is not None:
            return broken_game(game.name, game.package, error)
    return None


GAMES: Mapping[str, Game] = Found(_own_games, _other_games)
"""Games by name."""

PRESETS: Mapping[str, Preset] = Found(
    lambda: _presets_of(_own_games()), lambda: _presets_of(_other_games())
)
"""Presets of all games by name."""


def _presets_of(games: Mapping[str, Game]) -> dict[str, Preset]:
    return {name: preset for game in games.values() for name, preset in game.presets.items()}


def game_of(name: str) -> Game:
    """Returns the game of this name. Raises InvalidSpec."""
    if name not in GAMES:
        if name in broken_games():
            raise broken_games()[name]
        raise InvalidSpec(
            _("there is no game {game!r}; {hint}").format(game=name, hint=nearest(name, GAMES))
        )
    return GAMES[name]


def part(game: str, role: str, what: str) -> Any:
    """Imports a part of a game. Raises NotOffered; ``what`` names the part in the message."""
    found = GAMES[game].part(role)
    if found is None:
        having = [_(each.title) for each in GAMES.values() if role in each.parts]
        raise NotOffered(
            # Translators: {what} is such as hint or "the page"; {game} and {games} names of games.
            _("{what} is not available for {game}, only for {games}").format(
                what=what, game=_(GAMES[game].title), games=listed(having)
            )
        )
    return found


@overload
def parse_rules(text: MastermindName, limit: int | None = None) -> Mastermind: ...
@overload
def parse_rules(text: MinesweeperName, limit: int | None = None) -> Minesweeper: ...
@overload
def parse_rules(text: str | SomeRules, limit: int | None = None) -> AnyRules: ...
def parse_rules(text: str | SomeRules, limit: int | None = None) -> AnyRules:
    """Parses a preset (``classic``) or a spec (``mastermind:4x6`` or just ``4x6``).

    Accepts rules, too. A preset may have options: ``expert-noguess``. The result is a Mastermind, a
    Minesweeper, or the rules of another game; ``parse_rules_of`` requires one of them. ``limit``
    replaces the limit of guesses. Raises InvalidSpec.
    """
    if not isinstance(text, str):
        if isinstance(text, type) or not hasattr(text, "spec"):
            raise InvalidSpec(
                _("rules must be text such as classic or 4x6, not {given}").format(
                    given=short_repr(text)
                )
            )
        given = cast("AnyRules", text)
        return given if limit is None else given.with_limit(limit)
    word = text.strip().lower()
    for games in (_own_games, _other_games):  # Other packages are searched last.
        spec = _preset_spec(word, _presets_of(games()))
        for name, game in games().items():
            if game.bare and re.match(game.bare, spec):
                spec = f"{name}:{spec}"
            if spec.startswith(f"{name}:"):
                rules = _read(game, spec)
                return rules if limit is None else rules.with_limit(limit)
    for name, error in broken_games().items():
        if word.startswith(f"{name}:"):
            raise error
    if word in GAMES:
        game = GAMES[word]
        example = next(chain(game.offered, game.trials), f"{word}:…")
        raise InvalidSpec(
            # Translators: {game} is the name of a game, {example} such as words:5.
            _("{game} is the name of a game; write its rules, such as {example}").format(
                game=word, example=example
            )
        )
    close = closest(word, PRESETS)
    hint = (
        _(
            "write places x colours, like 4x6, width x height x mines, like 9x9x10, "
            "or a name, such as classic"
        )
        if close is None
        else meant(close)
    )
    raise InvalidSpec(
        _("there are no rules called {text!r}; {hint}").format(text=shortened(text), hint=hint)
    )


class GivenGame(NamedTuple):
    """Rules, and what else a text says about one game."""

    rules: Rules[Any, Any, Any]
    secret: Any = None
    first: Any = None
    """First action."""


def parse_game(text: str | SomeRules, limit: int | None = None) -> GivenGame:
    """Parses rules like ``parse_rules``, or the text of one game, such as a game ID of Mines.

    Raises InvalidSpec.
    """
    if isinstance(text, str):
        for game in GAMES.values():
            read = game.part("game_id")
            found = None if read is None else read(text.strip())
            if found is not None:
                rules, secret, first = found
                return GivenGame(parse_rules(rules, limit), secret, first)
    return GivenGame(parse_rules(text, limit))


def bare_spec(spec: str) -> str:
    """Removes the name of the game from a spec, unless it becomes ambiguous."""
    name, _colon, bare = spec.partition(":")
    for games in (_own_games, _other_games):
        for game in games().values():
            if game.bare and re.match(game.bare, bare):
                return bare if game.name == name else spec
    return spec


def _read(game: Game, spec: str) -> AnyRules:
    """Parses the rules of a game. Raises InvalidSpec."""
    if game.name in BUILT_IN:
        return game.rules.parse(spec)
    with blaming(game, MastermineError):
        rules = game.rules.parse(spec)
        if game.rules.parse(rules.spec()) != rules:
            raise TypeError(f"the rules of {rules.spec()!r} are not those that it was made from")
        known = rules.knowledge()
        for name in ("after", "count"):
            if not callable(getattr(known, name, None)):
                raise TypeError(f"its knowledge lacks {name}")
    return rules


def _preset_spec(word: str, presets: Mapping[str, Preset]) -> str:
    """Returns the spec of a preset with options; any other word is returned unchanged."""
    name = _preset_name(word, presets)
    if name is None:
        return word
    sizes, comma, limit = presets[name].spec.partition(",")
    return sizes + word.removeprefix(name) + comma + limit


def _preset_name(word: str, presets: Mapping[str, Preset]) -> str | None:
    """Returns the name of the preset that a word is, or begins with before its options."""
    for name in sorted(presets, key=len, reverse=True):
        rest = word.removeprefix(name)
        if word == name or (rest != word and rest[:1] in ("-", "+")):
            return name
    return None


def colour_names(spec: object, names: str | None = None) -> tuple[str, ...] | None:
    """Returns the value of ``--colours`` as names; without one, the words of the preset, if any.

    ``spec``: the rules as they were given; only the name of a preset has words of its own.
    """
    if names is not None:
        return tuple(names.split(","))
    word = spec.strip().lower() if isinstance(spec, str) else ""
    for games in (_own_games, _other_games):  # Other packages are searched last.
        presets = _presets_of(games())
        name = _preset_name(word, presets)
        if name is not None:
            return (presets[name].colours,) if presets[name].colours else None
    return None


def parse_rules_of(kind: type[R], text: str | SomeRules, *, instead: str = "") -> R:
    """Parses rules that must be of this class.

    ``instead`` is the advice in the error for other rules. Raises InvalidSpec.
    """
    rules = parse_rules(text)
    if not isinstance(rules, kind):
        raise other_rules(text if isinstance(text, str) else text.spec(), rules, kind.game, instead)
    return rules


def other_rules(text: str, rules: AnyRules, game: str, instead: str = "") -> InvalidSpec:
    """Returns the error for a text that names rules of the wrong game."""
    presets = ", ".join(list(GAMES[game].presets)[:3])
    return InvalidSpec(
        # Translators: {text} is what was written, such as 4x6; {other} and {game} are names of
        # games; {instead} is advice, such as: "use rules such as classic, mini".
        _("{text} is {other}, but this is for {game}; {instead}").format(
            text=text,
            other=_(GAMES[rules.game].title),
            game=_(GAMES[game].title),
            instead=instead or _("use rules such as {presets}").format(presets=presets),
        )
    )


def strategy_names(game: str = MASTERMIND) -> list[str]:
    """Returns the names of a game's strategies, and of all strategies of other packages."""
    return sorted({*own_strategies(game), *offered()})


def example_strategies(game: str) -> tuple[str, ...]:
    """Returns the names of two strategies of a game for use in examples, as far as it has two."""
    return GAMES[game].examples or tuple(strategy_names(game)[:2])


def own_strategies(game: str = MASTERMIND) -> list[str]:
    """Returns the names of a game's own strategies; does not import the modules of a package."""
    home = import_module(game_of(game).strategies)
    if hasattr(home, "__path__"):
        return sorted(module.name.replace("_", "-") for module in iter_modules(home.__path__))
    return sorted(_strategies_in(home))


def find_strategy(
    text: str | Strategy | Callable[..., Any], game: str | None = None, source: str | None = None
) -> Strategy:
    """Returns the strategy that a text names, for a game [default: any, Mastermind first].

    The text is a name, ``file.py:name``, ``file.py`` for a file with a single strategy, or ``cmd:``
    with the command line of an engine. Options may follow, as in ``endgame:layouts=100:first=3.0``.
    ``source`` is the text of the file, which is then not read. Accepts a strategy or a
    function of a view, too.

    Raises InvalidSpec, with the nearest name, if there is no such strategy, and OtherGame, with the
    names for this game, if it plays another game.
    """
    home = read_home(text) if isinstance(text, str) else None
    if home is None:
        found = _given(text, game or MASTERMIND)
    elif home.command is not None:
        found = _engine(home.command, game or MASTERMIND)
    elif home.path is None:
        found = _installed(home.name, game or MASTERMIND)
    else:
        found = _in_file(home.path, home.name, game or MASTERMIND, source)
    if found.game != (game or found.game):
        raise _other_game(found, game or MASTERMIND)
    return found.having(**dict(home.options)) if home and home.options else found


def _engine(command: str, game: str) -> Strategy:
    """Returns the strategy of an engine. Raises InvalidSpec."""
    make = load("mastermine.engines.command:command_strategy")
    engine: Strategy = make(command, game, game_of(game).part("engine.games"))
    return engine


def renaming_note(former: str, name: str) -> str:
    """Returns the sentence about a renamed strategy in stored data."""
    return _("Stored by an earlier version: its strategy {former} is now called {name}.").format(
        former=former, name=name
    )


def _given(given: object, game: str) -> Strategy:
    """Converts a value to a strategy. Raises InvalidSpec."""
    from mastermine.core.strategy import Strategy, of_function

    if isinstance(given, Strategy):
        return given
    if callable(given) and not isinstance(given, type):
        return of_function(given, game)
    raise InvalidSpec(
        _("a strategy must be a name such as {name} or a function of a view, not {given}").format(
            name=strategy_names(game)[0], given=short_repr(given)
        )
    )


def usual_strategy(rules: AnyRules) -> str:
    """Returns the default strategy, for playing and for hints. Raises NotOffered."""
    name = rules.usual_strategy
    if name is None:
        raise NotOffered(
            _("{game} has no default strategy; name one, such as {names}").format(
                game=_(GAMES[rules.game].title), names=", ".join(strategy_names(rules.game)[:3])
            )
        )
    return name


def expand(text: str, rules: AnyRules) -> list[str]:
    """Expands ``first=every`` into one strategy for each first action, up to symmetry.

    Any other text is returned alone. Raises InvalidSpec.
    """
    home = read_home(text)
    if dict(home.options).get(FIRST) != EVERY:
        return [text]
    others = [(name, value) for name, value in home.options if name != FIRST]
    return [
        home.plain + suffix([*others, (FIRST, rules.format_action(action).replace(",", "."))])
        for action in rules.first_actions()
    ]


def _installed(name: str, game: str) -> Strategy:
    """Loads a built-in strategy, or one of another package."""
    from mastermine.core.strategy import Strategy

    if name in own_strategies(game):
        title = name
        found = _loaded(title, lambda: _own_strategy(name, GAMES[game]))
    elif (point := offered().get(name)) is not None:
        title = with_package(name, point)
        found = _loaded(title, point.load)
    elif (renamed := GAMES[game].renamed_strategies.get(name)) is not None:
        return _installed(renamed, game)
    else:
        return _elsewhere(name, game)
    if not isinstance(found, Strategy) or found.name != name:
        raise InvalidSpec(
            _("strategy {title} must be a function with the decorator @strategy({name!r})").format(
                title=title, name=name
            )
        )
    return found


def _loaded(title: str, load: Callable[[], object]) -> object:
    """Loads a strategy from its module. Raises InvalidSpec for any error of the module."""
    try:
        return load()
    except (Exception, SystemExit) as error:
        raise InvalidSpec(
            _("strategy {name} cannot be loaded: {error}").format(
                name=title, error=error_text(error)
            )
        ) from error


def _in_file(path: str, name: str, game: str, source: str | None) -> Strategy:
    """Loads a strategy from a file: that of this name, or the only one. Raises InvalidSpec."""
    from mastermine.core.strategy_file import missing, read_source, strategies_in

    game_of(game)
    there = strategies_in(path, read_source(path) if source is None else source)
    found = [each for each in there if name in ("", each.name)]
    found = [each for each in found if each.game == game] or found
    if not found:
        raise InvalidSpec(missing(path, name, there))
    if len(found) > 1:
        raise InvalidSpec(
            _("{path} contains several strategies; write {choice}").format(
                path=path, choice=either(f"{path}:{each.name}" for each in found)
            )
        )
    return found[0]


def _other_game(found: Strategy, game: str) -> OtherGame:
    """Returns the error for a strategy that plays another game, with valid names."""
    other = _(GAMES[found.game].title) if found.game in GAMES else found.game
    complaint = (
        _(
            "strategy {name} is a person, who can only play matches of {other}; strategies for "
            "{game} are {names}"
        )
        if found.interactive
        else _("strategy {name} plays {other}, not {game}; strategies for {game} are {names}")
    )
    return OtherGame(
        complaint.format(
            name=found.name,
            other=other,
            game=_(GAMES[game].title),
            names=", ".join(own_strategies(game)),
        )
    )


def _own_strategy(name: str, game: Game) -> object:
    """Imports a game's own strategy, from a module of its package or from its single module."""
    home = import_module(game.strategies)
    word = name.replace("-", "_")
    if hasattr(home, "__path__"):
        return getattr(import_module(f"{game.strategies}.{word}"), word, None)
    return _strategies_in(home)[name]


def _strategies_in(module: ModuleType) -> dict[str, Strategy]:
    """Returns the strategies of a module by name."""
    from mastermine.core.strategy import Strategy

    return {each.name: each for each in vars(module).values() if isinstance(each, Strategy)}


def _elsewhere(name: str, game: str) -> Strategy:
    """Returns the strategy of this name for another game. Raises InvalidSpec if there is none."""
    for other in GAMES:
        if name in own_strategies(other):
            return find_strategy(name, other)
    if "/" in name or "\\" in name:
        raise InvalidSpec(
            _("{name} is not a strategy; a strategy file must end in .py").format(name=name)
        )
    file = f"{name}.py"
    hint = (
        _("did you mean the file {file}?").format(file=file)
        if _is_file(file)
        else nearest(name, strategy_names(game))
    )
    raise unknown_strategy(name, hint)


def unknown_strategy(name: str, hint: str) -> InvalidSpec:
    """Returns the error for the name of no strategy. ``hint``: which one to use."""
    return InvalidSpec(
        _("there is no strategy {name!r}; {hint}").format(name=shortened(name), hint=hint)
    )


def _is_file(path: str) -> bool:
    """Returns True if the file exists; False for a name that is too long, too."""
    try:
        return Path(path).is_file()
    except OSError:
        return False
