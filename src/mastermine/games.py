"""The games there are: what a spec, a preset and a strategy's name stand for."""

from __future__ import annotations

import re
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from mastermine.core.errors import InvalidSpec, error_text
from mastermine.core.options import EVERY, FIRST, read_home, suffix
from mastermine.core.packages import offered, with_package
from mastermine.i18n.text import N_, _, nearest, shortened
from mastermine.mastermind import presets as mastermind
from mastermine.mastermind.rules import Mastermind
from mastermine.minesweeper import presets as minesweeper
from mastermine.minesweeper.rules import Minesweeper

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from mastermine.core.preset import Preset
    from mastermine.core.strategy import Strategy

R = TypeVar("R", Mastermind, Minesweeper)


class OtherGame(InvalidSpec):
    """A strategy that is there, but plays another game."""


class UnknownRules(InvalidSpec):
    """A text that names no rules at all."""


class Game(NamedTuple):
    """Where the parts of a game are."""

    title: str
    """Its name, which passes through ``_`` where it is shown."""
    rules: type[Mastermind | Minesweeper]
    presets: Mapping[str, Preset]
    strategies: str
    """The package with a module for each strategy."""
    bare: str
    """How its specs look without the name of the game, as a regular expression."""


GAMES = {
    Mastermind.game: Game(
        N_("Mastermind"),
        Mastermind,
        mastermind.PRESETS,
        "mastermine.mastermind.strategies",
        r"\d+x\d+(?![\dx])",
    ),
    Minesweeper.game: Game(
        N_("Minesweeper"),
        Minesweeper,
        minesweeper.PRESETS,
        "mastermine.minesweeper.strategies",
        r"\d+x\d+x\d+",
    ),
}
"""The games by the name with which their specs begin."""

PRESETS = {name: preset for game in GAMES.values() for name, preset in game.presets.items()}
"""The presets of all games by name."""


def parse_rules(text: str, limit: int | None = None) -> Any:
    """The rules that a preset (``classic``) or a spec (``mastermind:4x6`` or just ``4x6``) names.

    A preset may have options, too: ``expert-noguess``. What is returned is a Mastermind or a
    Minesweeper; ``parse_rules_of`` is for those who need one of them.
    ``limit``, where given, replaces the limit of guesses. Raises InvalidSpec.
    """
    word = text.strip().lower()
    spec = _preset_spec(word)
    for name, game in GAMES.items():
        if re.match(game.bare, spec):
            spec = f"{name}:{spec}"
        if spec.startswith(f"{name}:"):
            return _limited(game.rules.parse(spec), limit)
    raise UnknownRules(
        _(
            "there are no rules called {text!r}; write places x colours, like 4x6, "
            "width x height x mines, like 9x9x10, or the name of a game; {hint}"
        ).format(text=text, hint=nearest(word, PRESETS))
    )


def _preset_spec(word: str) -> str:
    """The spec of a preset, with the options that stand after its name; any other word itself."""
    for name in sorted(PRESETS, key=len, reverse=True):
        rest = word.removeprefix(name)
        if word == name or (rest != word and rest[:1] in ("-", "+")):
            sizes, comma, limit = PRESETS[name].spec.partition(",")
            return sizes + rest + comma + limit
    return word


def _limited(rules: Mastermind | Minesweeper, limit: int | None) -> Mastermind | Minesweeper:
    if limit is None:
        return rules
    if isinstance(rules, Mastermind):
        return replace(rules, limit=limit)
    raise InvalidSpec(_("a limit of guesses is for Mastermind: there is none in Minesweeper"))


def parse_rules_of(game: type[R], text: str, *, instead: str = "") -> R:
    """The rules that a text names, which must be of this game.

    ``instead`` says what there is for another one. Raises InvalidSpec.
    """
    rules = parse_rules(text)
    if not isinstance(rules, game):
        presets = ", ".join(list(GAMES[game.game].presets)[:3])
        raise InvalidSpec(
            # Translators: {text} is what was written, such as 4x6; {other} and {game} are names of
            # games; {instead} says what there is, such as: "such as classic, mini".
            _("{text} is {other}, but this is for {game}; {instead}").format(
                text=text,
                other=_(GAMES[rules.game].title),
                game=_(GAMES[game.game].title),
                instead=instead or _("such as {presets}").format(presets=presets),
            )
        )
    return rules


def describe(rules: Mastermind | Minesweeper) -> str:
    """The rules in words."""
    from mastermine.mastermind.description import describe as codes
    from mastermine.minesweeper.description import describe as fields

    return codes(rules) if isinstance(rules, Mastermind) else fields(rules)


def strategy_names(game: str = Mastermind.game) -> list[str]:
    """The names of all strategies of a game, and of those that other packages offer."""
    return sorted({*own_strategies(game), *offered()})


def own_strategies(game: str = Mastermind.game) -> list[str]:
    """The names of the strategies that come with the program, found without importing them."""
    if game not in GAMES:
        raise _no_game(game)
    package = import_module(GAMES[game].strategies)
    return sorted(module.name.replace("_", "-") for module in iter_modules(package.__path__))


def find_strategy(text: str, game: str = Mastermind.game, source: str | None = None) -> Strategy:
    """The strategy that a text names for a game.

    A name, or ``file.py:name`` for one in a file; the file alone where it has but one. Options may
    follow, as in ``endgame:layouts=100:first=3.0``. ``source``, where given, is the text of the
    file, which is not read then.

    Raises InvalidSpec, with the nearest name where there is none, and OtherGame, with the names for
    this game, where it plays another one.
    """
    home = read_home(text)
    if home.path is None:
        found = _installed(home.name, game)
    else:
        found = _in_file(home.path, home.name, game, source)
    if found.game != game:
        raise _other_game(found, game)
    return found.having(**dict(home.options)) if home.options else found


LONG = 32
"""In longer codes nothing but a scheme is quick."""


def usual_strategy(rules: Mastermind | Minesweeper) -> str:
    """The name of the strategy that gives the hints, or plays, where no other is named."""
    if isinstance(rules, Minesweeper):
        return "pseq"
    from mastermine.mastermind.knowledge import listable

    if listable(rules):
        return "knuth"
    return "sampled" if rules.places <= LONG else "linear"


def expand(text: str, rules: Mastermind | Minesweeper) -> list[str]:
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
        for action in _first_actions(rules)
    ]


def _first_actions(rules: Any) -> Iterable[Any]:
    if isinstance(rules, Minesweeper):
        from mastermine.minesweeper.guessing import first_cells

        return first_cells(rules.width, rules.height)
    from mastermine.mastermind.rules import Answer
    from mastermine.mastermind.symmetry import first_guesses

    ordered = rules.answer is Answer.PLACES
    return first_guesses(rules.places, rules.symbols, not rules.repeats, ordered)


def _installed(name: str, game: str) -> Strategy:
    """A strategy of our own, or of another package."""
    from mastermine.core.strategy import Strategy

    if name in own_strategies(game):
        word = name.replace("-", "_")
        title = name
        module = _loaded(name, lambda: import_module(f"{GAMES[game].strategies}.{word}"))
        found = getattr(module, word, None)
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


def _loaded(title: str, load: Callable[[], Any]) -> Any:
    """What a module has. Raises InvalidSpec for whatever its author lets it raise."""
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

    if game not in GAMES:
        raise _no_game(game)
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


def _no_game(game: str) -> InvalidSpec:
    return InvalidSpec(
        _("there is no game {game!r}; {hint}").format(game=game, hint=nearest(game, GAMES))
    )


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
