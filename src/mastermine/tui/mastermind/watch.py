"""Screen on which a strategy finds a code, with the reasons for each guess."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content

from mastermine.coach.guess import facts, found_in, possible, why
from mastermine.coach.reasons import described, reasons
from mastermine.coach.steps import Step, steps
from mastermine.core.game import Turn
from mastermine.i18n.text import N_, _
from mastermine.mastermind import Notation
from mastermine.session.messages import mastermind
from mastermine.tui.mastermind.board import Board, Current, Position
from mastermine.tui.mastermind.entry import CodeEntry
from mastermine.tui.mastermind.pegs import look_of
from mastermine.tui.watch import StrategyScreen

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mastermine.core.random import Random
    from mastermine.mastermind import Code, Feedback, Mastermind


class WatchCode(StrategyScreen[Step]):
    """A strategy finds a code that is given or drawn from the seed."""

    CSS_PATH = "mastermind.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("c", "choose", N_("Your own code"))]
    rules: Mastermind

    def __init__(
        self,
        rules: Mastermind,
        strategy: str | None = None,
        *,
        names: Sequence[str] | None = None,
        **given: Any,
    ) -> None:
        """``names``: those of the colours, or a vocabulary [default: the usual one]."""
        super().__init__(rules, strategy, **given)
        self.names = names

    @property
    def notation(self) -> Notation:
        return Notation.of(self.rules, self.names)

    def describe(self) -> str:
        return self.notation.describe()

    def compose_game(self) -> ComposeResult:
        rows = Board(self.notation, id="rows")
        rows.can_focus = False  # The arrow keys step through the guesses.
        yield rows

    def play(self, rng: Random) -> Iterator[Step]:
        return steps(self.rules, self.strategy, self._oracle, rng)

    def find(self) -> Step | None:
        return next(self._game, None)

    def action_choose(self) -> None:
        def chosen(text: str | None) -> None:
            if text is not None:
                self.secret = self.notation.parse(text)
                self.action_again()

        question = _("Enter the code that {name} has to find.").format(name=self.strategy.name)
        self.app.push_screen(CodeEntry(self.notation, question, _("Hide this code")), chosen)

    @property
    def _ended(self) -> bool:
        """True if the last step of the game is shown."""
        made = self.steps[: self.at]
        return bool(made) and self.rules.outcome(_turns(made)) is not None

    def show(self) -> None:
        made = self.steps[: self.at]
        secret = cast("Code", self._oracle.reveal()) if self._ended else None
        self.query_one(Board).show(
            Position(
                turns=_turns(made),
                current=None if self._ended else Current([None] * self.rules.places),
                limit=self.rules.limit,
                secret=secret,
            )
        )
        if not made:
            self.say(_("Press Space for the next step, A to play automatically."))
            return
        self.say(*self._described(made))

    def _described(self, made: list[Step]) -> list[str | Content]:
        step, rules = made[-1], self.rules
        answer = self.notation.format_answer(step.feedback)
        lines: list[str | Content] = [
            Content.assemble(
                (mastermind.guess_number(len(made)), "bold"),
                "  ",
                look_of(self.app, self.notation).content(step.guess),
            )
        ]
        because = why(step.assessment, self.strategy, self.notation)
        if rules.solved(step.feedback):
            return [*lines, found_in(len(made)), *because]
        lines.append(f"{answer}  {possible(step.knowledge.estimate())}")
        if self._ended:
            lines.append(mastermind.not_found(len(made)))
        found = reasons(step.knowledge, since=len(step.before.turns))
        lines += [*because, *(described(each, self.notation) for each in found)]
        return [*lines, *facts(step.knowledge, self.notation)]


def _turns(made: list[Step]) -> tuple[Turn[Code, Feedback], ...]:
    return tuple(Turn(step.guess, step.feedback) for step in made)
