"""Strategies ``cmd:PROGRAM ARGUMENTS``: an engine chooses the moves."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import inf
from typing import TYPE_CHECKING, Any, cast

from mastermine.core.errors import IllegalMove, InvalidSpec, StrategyFailed
from mastermine.core.game import Risky, Rules, View
from mastermine.core.strategy import Strategy, situation
from mastermine.engines.engine import MILLISECONDS, Engine, cpu_seconds, engine_of
from mastermine.engines.process import EngineFailed
from mastermine.i18n.numbers import chance as percent
from mastermine.i18n.numbers import listed
from mastermine.i18n.text import _, shortened

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mastermine.core.options import Value
    from mastermine.core.strategy import WholeGames

PREFIX = "cmd:"

MAX_MILLISECONDS = 3_600_000


def command_strategy(
    command: str, game: str, games: Callable[[str], WholeGames] | None = None
) -> Strategy:
    """Returns the strategy of an engine, which is started when it is first needed.

    ``games``: returns a player of whole games for a command.
    """
    asker = Asker(command)
    return Strategy(
        asker.title,
        game,
        "",
        asker,
        games=None if games is None else games(command),
        check_rules=asker.check,
        ranges=Ranges(asker),
    )


class Asker:
    """The moves of an engine."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.title = PREFIX + command
        """Name in error messages."""

    @contextmanager
    def engine(self) -> Iterator[Engine]:
        """Yields the engine. Raises InvalidSpec if it does not start or ends."""
        try:
            with engine_of(self.command) as engine:
                yield engine
        except EngineFailed as error:
            raise InvalidSpec(
                # Translators: {error} is a clause, such as: it ended with exit status 1.
                _("{name}: {error}").format(name=self.title, error=error)
            ) from None

    def cpu_seconds(self) -> float:
        """Returns the CPU time that the engine has used."""
        return cpu_seconds(self.command)

    @property
    def __signature__(self) -> inspect.Signature:
        """The options of the engine, as those of a function."""
        with self.engine() as engine:
            options = {each.name: each.default for each in engine.options.values()}
        only = inspect.Parameter.KEYWORD_ONLY
        return inspect.Signature(
            [
                inspect.Parameter(name, only, default=default)
                for name, default in {MILLISECONDS: 0, **options}.items()
            ]
        )

    def check(self, rules: Rules[Any, Any, Any]) -> None:
        """Raises InvalidSpec if the engine does not play this game."""
        with self.engine() as engine:
            if rules.game not in engine.plays:
                raise InvalidSpec(
                    _("{name} plays {games}, not {game}").format(
                        name=self.title,
                        games=listed(sorted(engine.plays)) or _("no game"),
                        game=rules.game,
                    )
                )

    def __call__(self, view: View[Any, Any, Any], /, ms: int = 0, **settings: Value) -> Any:
        try:
            with engine_of(self.command) as engine:
                return self._next_claimed(engine, view) or self._move(engine, view, ms, settings)
        except EngineFailed as error:
            where = situation(cast("Strategy", self), view.rules, view.turns)
            raise StrategyFailed(f"{where}: {error}") from None

    def _next_claimed(self, engine: Engine, view: View[Any, Any, Any]) -> Any:
        """Returns the next of the cells that the engine named in an earlier turn, or None."""
        for number in reversed(range(len(view.turns))):
            before, cells = engine.claimed.get(number, (None, []))
            if before == view.turns[:number]:
                since = {turn.action for turn in view.turns[number:]}
                if len(cells) < 2 or not since <= set(cells):
                    return None
                known = cast("Risky[Any]", view.knowledge)
                return next((cell for cell in cells if not known.is_known(cell)), None)
        return None

    def _move(
        self, engine: Engine, view: View[Any, Any, Any], ms: int, settings: Mapping[str, Value]
    ) -> Any:
        rules = view.rules
        seed = view.rng.seed if "seed" in engine.can else None
        asked = engine.prepare(rules.spec(), seed, settings)
        [words] = engine.moves(f"{asked}position {rules.position(view)}\n", ms=ms)
        *claims, last = read_moves(rules, words)
        check_claims(view, claims)
        known = cast("Risky[Any]", view.knowledge)
        cells = [*(cell for cell in claims if not known.is_known(cell)), last]
        engine.claimed[len(view.turns)] = view.turns, cells
        return cells[0]


class Ranges(Mapping[str, tuple[float, float]]):
    """Least and greatest values of the options of an engine."""

    def __init__(self, asker: Asker) -> None:
        self._asker = asker

    def _found(self) -> dict[str, tuple[float, float]]:
        with self._asker.engine() as engine:
            options = engine.options.values()
            limits = {
                each.name: (
                    -inf if each.least is None else each.least,
                    inf if each.most is None else each.most,
                )
                for each in options
                if not isinstance(each.default, str)
            }
        return {MILLISECONDS: (0, MAX_MILLISECONDS), **limits}

    def __getitem__(self, name: str) -> tuple[float, float]:
        return self._found()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._found())

    def __len__(self) -> int:
        return len(self._found())


def read_moves(rules: Rules[Any, Any, Any], words: Sequence[str]) -> list[Any]:
    """Returns the actions of an answer. Raises EngineFailed, and InvalidSpec if it refuses."""
    match words:
        case ["refuse", *reason]:
            raise InvalidSpec(
                _("the engine does not play {rules}: {reason}").format(
                    rules=rules.spec(), reason=shortened(" ".join(reason)) or "-"
                )
            )
        case ["impossible", *_parts]:
            raise EngineFailed(_("it says that the position is impossible, which it is not"))
        case ["move"]:
            raise EngineFailed(_("its move is missing"))
    try:
        return [rules.parse_action(word) for word in words[1:]]
    except IllegalMove as error:
        raise EngineFailed(
            _("its move {move!r} is wrong: {error}").format(
                move=shortened(" ".join(words[1:])), error=error
            )
        ) from None


def check_claims(view: View[Any, Any, Any], claims: Sequence[Any]) -> None:
    """Raises EngineFailed if an action that an engine claims to be certain may lose the game."""
    if not claims:
        return
    known = view.knowledge
    if not isinstance(known, Risky):
        raise EngineFailed(_("it made several moves; only cells that are certain can be several"))
    for action in claims:
        risk = known.risk(action)
        if risk > 0:
            claim = _("it claims that {cell} is certain, but it is a mine with {chance}").format(
                cell=view.rules.format_action(action), chance=percent(risk)
            )
            example = getattr(known, "example", None)
            proof = [] if example is None else [str(example(action)).replace("\n", "/")]
            raise EngineFailed(": ".join([claim, *proof]))
