"""Screen on which a strategy opens a minefield, with the reasons for each move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from textual.app import ComposeResult

from mastermine.coach.sweep import Stage, sweep
from mastermine.i18n.text import _
from mastermine.minesweeper import Board, heading
from mastermine.session.messages import minesweeper
from mastermine.tui.minesweeper import texts
from mastermine.tui.minesweeper.field import Field
from mastermine.tui.minesweeper.signs import signs_of
from mastermine.tui.watch import StrategyScreen, WatchScreen

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mastermine.core.random import Random
    from mastermine.minesweeper import Minesweeper

S = TypeVar("S")


@dataclass(frozen=True)
class Sight:
    """A stage of a game before or after its move (``done``)."""

    stage: Stage
    before: Stage | None
    done: bool


class FieldScreen(WatchScreen[S]):
    """A screen that shows steps on a read-only minefield."""

    CSS_PATH: ClassVar[Any] = "minesweeper.tcss"
    rules: Minesweeper

    def compose_game(self) -> ComposeResult:
        self.field = Field(self.rules.width, self.rules.height, id="field")
        self.field.readonly, self.field.can_focus = True, False
        yield self.field

    def rules_help(self) -> list[str]:
        return [self.rules.describe() + "."]


class WatchField(FieldScreen[Sight], StrategyScreen[Sight]):
    """A strategy opens a minefield."""

    def play(self, rng: Random) -> Iterator[Stage]:
        return sweep(self.rules, self.strategy, self._oracle, rng)

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
            self.say(_("Press Space for the next step, A to play automatically."))
            return
        sight = self.steps[self.at - 1]
        stage, seen = sight.stage, sight.stage if sight.done else sight.before
        over = sight.done and stage.outcome is not None
        layout = self._oracle.reveal() if over else None
        field.signs = (
            signs_of(Board.closed(self.rules.width, self.rules.height))
            if seen is None
            else signs_of(seen.board, seen.mines, layout)
        )
        step = stage.step
        marks = {"number": step.proof, "safe": step.safe, "mine": step.mines} if step else {}
        if not sight.done:
            field.marks = marks or {"hint": [stage.advice.cell] if stage.advice else []}
        else:
            field.marks = {}
        cells = (step.safe or step.mines) if step else [stage.advice.cell] if stage.advice else []
        if cells:
            field.bring(cells[0])
        self.say(self._title(stage), *stage.reasons, *self._more(stage), *self._end(sight))

    def _title(self, stage: Stage) -> str:
        if stage.step is not None:
            return heading(stage.step.rule)
        return "" if stage.advice is None else minesweeper.move_title(stage.advice.cell, stage.risk)

    def _more(self, stage: Stage) -> list[str]:
        return [] if stage.step is None else [*minesweeper.conclusions(stage.step), texts.legend()]

    def _end(self, sight: Sight) -> list[str]:
        if not sight.done or sight.stage.outcome is None:
            return []
        stages = [each.stage for each in self.steps[: self.at] if each.done]
        return [minesweeper.strategy_ended(stages)]
