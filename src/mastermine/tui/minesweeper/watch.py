"""A minefield that the computer opens: each conclusion with its reason, or the guess that it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult

from mastermine.coach.click import named, percent
from mastermine.coach.sweep import Stage, sweep
from mastermine.core.game import Outcome
from mastermine.core.oracle import Honest
from mastermine.core.random import Random, fresh_seed
from mastermine.i18n.text import _
from mastermine.minesweeper import Board, heading
from mastermine.registry import find_strategy
from mastermine.tui.minesweeper import texts
from mastermine.tui.minesweeper.field import Field
from mastermine.tui.minesweeper.signs import signs_of
from mastermine.tui.watch import WatchScreen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mastermine.core.strategy import Strategy
    from mastermine.minesweeper import Layout, Minesweeper


@dataclass(frozen=True)
class Sight:
    """A stage of a game as it is shown: first what is to be done, then what came of it."""

    stage: Stage
    before: Stage | None
    done: bool


class WatchField(WatchScreen[Sight]):
    """A strategy opens a minefield. ``strategy`` guesses where nothing is certain."""

    CSS_PATH: ClassVar[Any] = "minesweeper.tcss"

    def __init__(
        self,
        rules: Minesweeper,
        strategy: Strategy | str = "pseq",
        *,
        seed: int | str | None = None,
        secret: Layout | None = None,
    ) -> None:
        """``secret``, where given, is opened instead of a layout that is drawn from ``seed``."""
        super().__init__()
        self.rules = rules
        self.strategy = (
            find_strategy(strategy, rules.game) if isinstance(strategy, str) else strategy
        )
        self.seed, self.secret = seed, secret
        self.field = Field(rules.width, rules.height, id="field")
        self.field.readonly, self.field.can_focus = True, False
        self._game: Iterator[Stage] = iter(())
        self._oracle: Honest[Any, Any, Any] | None = None

    def compose_game(self) -> ComposeResult:
        yield self.field

    def headline(self) -> str:
        return _("{strategy} plays {game}").format(
            strategy=self.strategy.name, game=self.rules.describe()
        )

    def begin(self) -> None:
        rng = Random(fresh_seed() if self.seed is None else self.seed)
        self.seed = None  # Another game is another field.
        self._oracle = (
            Honest(self.rules, rng=rng) if self.secret is None else Honest(self.rules, self.secret)
        )
        self._game = sweep(self.rules, self.strategy, self._oracle, rng.fork("strategy"))

    def find(self) -> Sight | None:
        last = self.steps[-1] if self.steps else None
        if last is not None and not last.done:
            return Sight(last.stage, last.before, True)
        stage = next(self._game, None)
        return None if stage is None else Sight(stage, last.stage if last else None, False)

    def show(self) -> None:
        field = self.field
        if not self.at:
            field.marks = {}
            field.signs = signs_of(Board.closed(self.rules.width, self.rules.height))
            self.say(_("Space goes on step by step, A by itself."))
            return
        sight = self.steps[self.at - 1]
        stage, seen = sight.stage, sight.stage if sight.done else sight.before
        over = sight.done and stage.outcome is not None
        layout = self._oracle.reveal() if over and self._oracle is not None else None
        field.signs = (
            signs_of(Board.closed(self.rules.width, self.rules.height))
            if seen is None
            else signs_of(seen.board, seen.mines, layout)
        )
        step = stage.step
        looked = {"number": step.proof, "safe": step.safe, "mine": step.mines} if step else {}
        if not sight.done:
            field.marks = looked or {"hint": [stage.advice.cell] if stage.advice else []}
        else:
            field.marks = {}
        cells = (step.safe or step.mines) if step else [stage.advice.cell] if stage.advice else []
        if cells:
            field.bring(cells[0])
        self.say(self._title(stage), *stage.reasons, *self._more(stage), *self._end(sight))

    def _title(self, stage: Stage) -> str:
        if stage.step is not None:
            return heading(stage.step.rule)
        cell = named(stage.advice.cell) if stage.advice is not None else ""
        if stage.risk > 0:
            return _("A guess: {cell} is a mine with a chance of {risk}").format(
                cell=cell, risk=percent(stage.risk)
            )
        return _("Open {cell}").format(cell=cell)

    def _more(self, stage: Stage) -> list[str]:
        return [] if stage.step is None else [*texts.follows(stage.step), texts.legend()]

    def _end(self, sight: Sight) -> list[str]:
        if not sight.done or sight.stage.outcome is None:
            return []
        return [
            _("That was a mine: the game is lost.")
            if sight.stage.outcome is Outcome.LOST
            else _("All safe cells are open: the game is won.")
        ]

    def rules_told(self) -> list[str]:
        return [self.rules.describe() + "."]
