"""A strategy of this package as an engine: it answers the lines of a referee."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mastermine import __version__
from mastermine.core.errors import Contradiction, InvalidSpec, MastermineError, TooLarge, one_line
from mastermine.core.game import View
from mastermine.core.random import Random
from mastermine.engines.engine import KINDS, VERSION, written
from mastermine.registry import game_of, parse_rules

if TYPE_CHECKING:
    from mastermine.core.game import Rules
    from mastermine.core.strategy import Strategy

Answer = Callable[["View[Any, Any, Any]", "Strategy", str], str]
"""Answers a question; the text is what follows the kind of question."""


@dataclass
class Server:
    """An engine in conversation with a referee."""

    strategy: Strategy
    adapter: bool = False
    """True if the strategy is another program: it returns a list of actions, all but the last of
    them certain, and it neither answers questions nor uses a seed."""
    _options: dict[str, str] = field(default_factory=dict)
    _rules: Rules[Any, Any, Any] | None = None
    _seed: int = 0
    _position: str = ""
    _batch: list[tuple[Rules[Any, Any, Any], int, str]] | None = None
    _seen: View[Any, Any, Any] | None = None
    """The last view; the next position often adds turns to it."""

    def run(self, lines: Iterable[str]) -> Iterator[str]:
        """Yields the answers to lines, up to ``quit``."""
        for line in lines:
            words = line.split()
            if words[:1] == ["quit"]:
                return
            kind = words[0] if words else ""
            answer = getattr(self, f"_do_{kind}", None) if kind.isidentifier() else None
            if answer is None:  # A line of a later version.
                continue
            try:
                yield from answer(line.strip().partition(" ")[2].strip()) or ()
            except MastermineError as error:
                yield f"info error {one_line(str(error))}"

    def _do_dep(self, _rest: str) -> Iterator[str]:
        yield f"dep {VERSION}"
        yield f"id name {self.strategy.name}"
        yield f"id version {__version__}"
        yield f"plays {self.strategy.game}"
        if not self.adapter:
            yield f"can {' '.join(sorted({'batch', 'impossible', 'seed', *self._answers()}))}"
        names = {kind: name for name, kind in KINDS.items()}
        for name, default in self.strategy.options.items():
            limits = self.strategy.ranges.get(name)
            words = ["option", name, "type", names[type(default)], "default", written(default)]
            if limits is not None:
                words += ["min", str(limits[0]), "max", str(limits[1])]
            yield " ".join(words)
        yield "depok"

    def _answers(self) -> dict[str, Answer]:
        found: dict[str, Answer] = game_of(self.strategy.game).part("engine.answers") or {}
        return {} if self.adapter else found

    def _do_set(self, rest: str) -> None:
        name, _space, value = rest.partition(" ")
        self.strategy = (self.strategy.base or self.strategy).having(
            **{**self._options, name: value}
        )
        self._options[name] = value

    def _do_game(self, rest: str) -> None:
        spec, _word, seed = rest.partition(" seed ")
        self._rules = parse_rules(spec)
        self._seed = int(seed) if seed.strip().isdecimal() else 0
        self._position = ""

    def _do_new(self, _rest: str) -> None:
        self._rules, self._position, self._seen = None, "", None

    def _do_batch(self, _rest: str) -> None:
        self._batch = []

    def _do_position(self, rest: str) -> None:
        self._position = rest
        if self._batch is not None:
            self._batch.append((self._known_rules(), self._seed, rest))

    def _do_go(self, _rest: str) -> Iterator[str]:
        asked = self._batch
        if asked is None:
            asked = [(self._known_rules(), self._seed, self._position)]
        self._batch = None
        for each in asked:
            yield self._move(*each)

    def _do_ask(self, rest: str) -> Iterator[str]:
        kind, _space, argument = rest.partition(" ")
        answer = self._answers().get(kind)
        if answer is not None and kind != "impossible":
            view = self._view(self._known_rules(), self._seed, self._position)
            yield f"{kind} {answer(view, self.strategy, argument)}".rstrip()

    def _known_rules(self) -> Rules[Any, Any, Any]:
        if self._rules is None:
            raise InvalidSpec("game comes first")
        return self._rules

    def _view(self, rules: Rules[Any, Any, Any], seed: int, position: str) -> View[Any, Any, Any]:
        # The random numbers depend on the position, so that a restarted engine plays the same.
        return rules.view_at(position, Random(seed).fork(position))

    def _move(self, rules: Rules[Any, Any, Any], seed: int, position: str) -> str:
        if rules.game != self.strategy.game:
            return f"refuse this engine plays {self.strategy.game}"
        try:
            self.strategy.check(rules)
            view = self._view(rules, seed, position)
            started = position != rules.position(View(rules))
            strategy = self.strategy.later if started else self.strategy
            actions = strategy.raw(view) if self.adapter else [strategy(view)]
            return f"move {' '.join(map(rules.format_action, actions))}"
        except (InvalidSpec, TooLarge) as error:
            return f"refuse {one_line(str(error))}"
        except Contradiction as error:
            found = self._answers().get("impossible")
            parts = (
                " ".join(str(row + 1) for row in error.turns or range(error.turn + 1))
                if found is None
                else found(view, self.strategy, "")
            )
            return f"impossible {parts}"
