"""The games there are, those of other packages among them, and what a text names in them."""

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
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, cast, overload

from mastermine.core.errors import BrokenGame, InvalidSpec, MastermineError, error_text
from mastermine.core.game import Rules
from mastermine.core.given import shown
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
from mastermine.i18n.numbers import listed
from mastermine.i18n.text import _, closest, nearest, shortened

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
"""The games that come with mastermine, in the order in which they are listed."""

MASTERMIND = "mastermind"
"""The game where none is named."""

OPTIONAL = frozenset(
    (
        *("limit", "with_limit", "longest", "usual_strategy", "first_actions"),
        *("describe", "sizes", "size_in_words"),
    )
)
"""What a class of rules has from ``Rules``, where it derives from it."""

R = TypeVar("R", bound=Rules[Any, Any, Any])
T = TypeVar("T")


class OtherGame(InvalidSpec):
    """A strategy that is there, but plays another game."""


class NotOffered(InvalidSpec):
    """Something that a game does not have."""


class Found(Mapping[str, T]):
    """What comes with mastermine, and after that what other packages have.

    Other packages are looked for only when something of that name is not ours.
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
    """The games of other packages that cannot be played, by name, and why."""
    return _registered(tuple(sys.path))[1]


@lru_cache(maxsize=4)
def _registered(path: tuple[str, ...]) -> tuple[dict[str, Game], dict[str, BrokenGame]]:  # noqa: ARG001
    """The games of other packages on this path, and those among them that are broken."""
    games: dict[str, Game] = {}
    broken: dict[str, BrokenGame] = {}
    for point in sorted(points(GAMES_GROUP), key=lambda point: point.name):
        try:
            games[point.name] = _registered_game(point)
        except BrokenGame as error:
            broken[point.name] = error
    return games, broken


def _registered_game(point: EntryPoint) -> Game:
    """A game of another package. Raises BrokenGame, which names the package."""
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
    except BaseException as error:  # Whatever the module of another package may raise.
        raise broken_game(point.name, package, error) from error
    return game


def _game(found: object) -> Game:
    if not isinstance(found, Game):
        raise TypeError("its entry point must name a mastermine.core.registration.Game")
    return found


def _check_rules(game: Game) -> None:
    """Raises TypeError for a class of rules that lacks what all layers use of it."""
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
    """Raises BrokenGame, which names the package, for errors of another package's game.

    Errors of the types ``passing`` stay as they are.
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
    """What to say of an error that the code of another package's game raised; None for others."""
    from traceback import walk_tb

    games = {game.parts["rules"].partition(".")[0]: game for game in _other_games().values()}
    for frame, _line in walk_tb(error.__traceback__):
        game = games.get(str(frame.f_globals.get("__name__")).partition(".")[0])
        if game is not None:
            return broken_game(game.name, game.package, error)
    return None


GAMES: Mapping[str, Game] = Found(_own_games, _other_games)
"""The games by the name with which their specs begin."""

PRESETS: Mapping[str, Preset] = Found(
    lambda: _presets_of(_own_games()), lambda: _presets_of(_other_games())
)
"""The presets of all games by name."""


def _presets_of(games: Mapping[str, Game]) -> dict[str, Preset]:
    return {name: preset for game in games.values() for name, preset in game.presets.items()}


def game_of(name: str) -> Game:
    """The game of this name. Raises InvalidSpec."""
    if name not in GAMES:
        if name in broken_games():
            raise broken_games()[name]
        raise InvalidSpec(
            _("there is no game {game!r}; {hint}").format(game=name, hint=nearest(name, GAMES))
        )
    return GAMES[name]


def part(game: str, role: str, what: str) -> Any:
    """A part of a game. Raises NotOffered where it has none; ``what`` is what this is called."""
    found = GAMES[game].part(role)
    if found is None:
        having = [_(each.title) for each in GAMES.values() if role in each.parts]
        raise NotOffered(
            # Translators: {what} is such as hint or "the page"; {game} and {games} names of games.
            _("{what} is not there for {game}, only for {games}").format(
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
    """The rules that a preset (``classic``) or a spec (``mastermind:4x6`` or just ``4x6``) names.

    Rules themselves will do.

    A preset may have options, too: ``expert-noguess``. What is returned is a Mastermind, a
    Minesweeper, or the rules of another game; ``parse_rules_of`` is for those who need one of them.
    ``limit``, where given, replaces the limit of guesses. Raises InvalidSpec.
    """
    if not isinstance(text, str):
        if isinstance(text, type) or not hasattr(text, "spec"):
            raise InvalidSpec(
                _("rules are a text such as classic or 4x6, not {given}").format(given=shown(text))
            )
        given = cast("AnyRules", text)
        return given if limit is None else given.with_limit(limit)
    word = text.strip().lower()
    for games in (_own_games, _other_games):  # Others are looked for only where it is none of ours.
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
        example = next(chain(game.levels, game.presets, game.trials), f"{word}:…")
        raise InvalidSpec(
            # Translators: {game} is the name of a game, {example} such as words:5.
            _("{game} is a game; write its rules, such as {example}").format(
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
        else _("did you mean {word}?").format(word=close)
    )
    raise InvalidSpec(
        _("there are no rules called {text!r}; {hint}").format(text=shortened(text), hint=hint)
    )


def bare_spec(spec: str) -> str:
    """A spec without the name of its game, where nothing else can be meant."""
    name, _colon, bare = spec.partition(":")
    for games in (_own_games, _other_games):
        for game in games().values():
            if game.bare and re.match(game.bare, bare):
                return bare if game.name == name else spec
    return spec


def _read(game: Game, spec: str) -> AnyRules:
    """The rules of a game. Raises InvalidSpec."""
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
    """The spec of a preset, with the options that stand after its name; any other word itself."""
    for name in sorted(presets, key=len, reverse=True):
        rest = word.removeprefix(name)
        if word == name or (rest != word and rest[:1] in ("-", "+")):
            sizes, comma, limit = presets[name].spec.partition(",")
            return sizes + rest + comma + limit
    return word


def parse_rules_of(kind: type[R], text: str | SomeRules, *, instead: str = "") -> R:
    """The rules that a text names, which must be of this class.

    ``instead`` says what there is for another one. Raises InvalidSpec.
    """
    rules = parse_rules(text)
    if not isinstance(rules, kind):
        raise other_rules(text if isinstance(text, str) else text.spec(), rules, kind.game, instead)
    return rules


def other_rules(text: str, rules: AnyRules, game: str, instead: str = "") -> InvalidSpec:
    """What is wrong with a text that names rules where those of another game are needed."""
    presets = ", ".join(list(GAMES[game].presets)[:3])
    return InvalidSpec(
        # Translators: {text} is what was written, such as 4x6; {other} and {game} are names of
        # games; {instead} says what there is, such as: "such as classic, mini".
        _("{text} is {other}, but this is for {game}; {instead}").format(
            text=text,
            other=_(GAMES[rules.game].title),
            game=_(GAMES[game].title),
            instead=instead or _("such as {presets}").format(presets=presets),
        )
    )


def strategy_names(game: str = MASTERMIND) -> list[str]:
    """The names of all strategies of a game, and of those that other packages offer."""
    return sorted({*own_strategies(game), *offered()})


def own_strategies(game: str = MASTERMIND) -> list[str]:
    """The names of a game's own strategies, found without importing them where it has a package."""
    home = import_module(game_of(game).strategies)
    if hasattr(home, "__path__"):
        return sorted(module.name.replace("_", "-") for module in iter_modules(home.__path__))
    return sorted(_strategies_in(home))


def find_strategy(
    text: str | Strategy | Callable[..., Any], game: str | None = None, source: str | None = None
) -> Strategy:
    """The strategy that a text names for a game; for any, Mastermind first, where none is given.

    A name, or ``file.py:name`` for one in a file; the file alone where it has but one. Options may
    follow, as in ``endgame:layouts=100:first=3.0``. ``source``, where given, is the text of the
    file, which is not read then. A strategy itself, or a function of a view, will do.

    Raises InvalidSpec, with the nearest name where there is none, and OtherGame, with the names for
    this game, where it plays another one.
    """
    home = read_home(text) if isinstance(text, str) else None
    if home is None:
        found = _given(text, game or MASTERMIND)
    elif home.path is None:
        found = _installed(home.name, game or MASTERMIND)
    else:
        found = _in_file(home.path, home.name, game or MASTERMIND, source)
    if found.game != (game or found.game):
        raise _other_game(found, game or MASTERMIND)
    return found.having(**dict(home.options)) if home and home.options else found


def _given(given: object, game: str) -> Strategy:
    """What is a strategy, or can be one. Raises InvalidSpec."""
    from mastermine.core.strategy import Strategy, of_function

    if isinstance(given, Strategy):
        return given
    if callable(given) and not isinstance(given, type):
        return of_function(given, game)
    raise InvalidSpec(
        _("a strategy is a name such as {name}, or a function of a view; not {given}").format(
            name=strategy_names(game)[0], given=shown(given)
        )
    )


def usual_strategy(rules: AnyRules) -> str:
    """The strategy that gives the hints, or plays, where no other is named. Raises NotOffered."""
    name = rules.usual_strategy
    if name is None:
        raise NotOffered(
            _("{game} has no usual strategy: name one, such as {names}").format(
                game=_(GAMES[rules.game].title), names=", ".join(strategy_names(rules.game)[:3])
            )
        )
    return name


def expand(text: str, rules: AnyRules) -> list[str]:
    """The text of a strategy; with ``first=every`` one for each first action that there is.

    Of first actions that are alike but for turning and renaming, only one is taken. Raises
    InvalidSpec.
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
    """A strategy of our own, or of another package."""
    from mastermine.core.strategy import Strategy

    if name in own_strategies(game):
        title = name
        found = _loaded(title, lambda: _own_strategy(name, GAMES[game]))
    elif (point := offered().get(name)) is not None:
        title = with_package(name, point)
        found = _loaded(title, point.load)
    else:
        return _elsewhere(name, game)
    if not isinstance(found, Strategy) or found.name != name:
        raise InvalidSpec(
            _(
                "strategy {title}: it is not a function with the decorator @strategy({name!r})"
            ).format(title=title, name=name)
        )
    return found


def _loaded(title: str, load: Callable[[], object]) -> object:
    """A strategy out of its module. Raises InvalidSpec for whatever that raises."""
    try:
        return load()
    except (Exception, SystemExit) as error:
        raise InvalidSpec(
            _("strategy {name} cannot be loaded: {error}").format(
                name=title, error=error_text(error)
            )
        ) from error


def _in_file(path: str, name: str, game: str, source: str | None) -> Strategy:
    """A strategy in a file: that of this name, or the only one. Raises InvalidSpec."""
    from mastermine.core.strategy_file import missing, read_source, strategies_in

    game_of(game)
    there = strategies_in(path, read_source(path) if source is None else source)
    found = [each for each in there if name in ("", each.name)]
    found = [each for each in found if each.game == game] or found
    if not found:
        raise InvalidSpec(missing(path, name, there))
    if len(found) > 1:
        raise InvalidSpec(
            _("there is more than one strategy in {path}; write {choice}").format(
                path=path,
                # Translators: between things of which one is to be chosen, with the spaces.
                choice=_(" or ").join(f"{path}:{each.name}" for each in found),
            )
        )
    return found[0]


def _other_game(found: Strategy, game: str) -> OtherGame:
    """Why this strategy cannot play this game, and who can."""
    other = _(GAMES[found.game].title) if found.game in GAMES else found.game
    complaint = (
        _(
            "strategy {name} is a person, who can take part in matches of {other} only; {game} is "
            "played by {names}"
        )
        if found.asks
        else _("strategy {name} plays {other}, not {game}; {game} is played by {names}")
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
    """A game's own strategy of this name: a module of its package, or in its module."""
    home = import_module(game.strategies)
    word = name.replace("-", "_")
    if hasattr(home, "__path__"):
        return getattr(import_module(f"{game.strategies}.{word}"), word, None)
    return _strategies_in(home)[name]


def _strategies_in(module: ModuleType) -> dict[str, Strategy]:
    """The strategies of a module by name."""
    from mastermine.core.strategy import Strategy

    return {each.name: each for each in vars(module).values() if isinstance(each, Strategy)}


def _elsewhere(name: str, game: str) -> Strategy:
    """The strategy of this name for another game. Raises InvalidSpec where there is none."""
    for other in GAMES:
        if name in own_strategies(other):
            return find_strategy(name, other)
    if "/" in name or "\\" in name:
        raise InvalidSpec(
            _("{name} is no strategy; the name of a strategy file ends in .py").format(name=name)
        )
    file = f"{name}.py"
    hint = (
        _("did you mean the file {file}?").format(file=file)
        if _is_file(file)
        else nearest(name, strategy_names(game))
    )
    raise InvalidSpec(
        _("there is no strategy {name!r}; {hint}").format(name=shortened(name), hint=hint)
    )


def _is_file(path: str) -> bool:
    """Whether there is such a file; a name may be longer than that of any file."""
    try:
        return Path(path).is_file()
    except OSError:
        return False
