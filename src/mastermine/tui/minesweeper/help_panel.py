"""Help on a minefield: hints, reasons, chances, flags. The session counts its use."""

from __future__ import annotations

from math import isnan, nan
from typing import TYPE_CHECKING, Any, ClassVar

from textual import work as in_background
from textual.binding import Binding

from mastermine.coach.click import first_click, look_at, proof
from mastermine.i18n.text import N_
from mastermine.minesweeper import CLOSED, meaning_of_signs, named, neighbour_table
from mastermine.session import Depth, MinesweeperSession
from mastermine.session.messages import minesweeper
from mastermine.session.messages.help import deeper
from mastermine.tui.game import GameScreen
from mastermine.tui.minesweeper import texts
from mastermine.tui.minesweeper.signs import CLOSED_SIGN

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from mastermine.minesweeper import Board, Cell, Step
    from mastermine.tui.minesweeper.field import Field


class Helping(GameScreen):
    """Help actions for a screen with a ``field``."""

    KEYS: ClassVar[list[Binding]] = [
        Binding("n", "next", N_("Next")),
        Binding("b", "back", N_("Back")),
        Binding("o", "do_step", N_("Do this step")),
        Binding("h,f3", "hint", N_("Hint")),
        Binding("e", "efficient", N_("Few clicks")),
        Binding("c", "chances", N_("Chances")),
        Binding("s", "steps", N_("Step by step")),
        Binding("w,f4", "why", N_("Why?")),
        Binding("g", "guess", N_("Must I guess?")),
        Binding("k", "check", N_("Check flags")),
        Binding("m", "mines", N_("Flag certain mines")),
    ]
    HELPS: ClassVar[frozenset[str]] = frozenset(key.action for key in KEYS)

    session: MinesweeperSession
    field: Field
    chances_on = False
    """True if mine probabilities are shown, and updated after each click."""
    walk: Sequence[Step] = ()
    """The steps of the deduction that is shown."""
    walked = 0

    def changed(self) -> None:
        """Discards the help for the previous position, and updates the chances."""
        self.walk = ()
        self.field.marks = {}
        self.field.picking = False
        if self.session.outcome is not None:
            self.hide_chances()
        elif self.chances_on:
            self._load_chances()
        if not self.chances_on:
            self.clear_message()

    def hide_chances(self) -> None:
        """Hides the chances at the end; their columns stay as wide, so that no cell moves."""
        self.chances_on = False
        if self.field.chances is not None:
            self.field.chances = [nan] * len(self.field.chances)

    def clear_message(self) -> None:
        if not self.query_one("#messages").has_class("-empty"):
            self.say("")

    async def _find(self, find: Callable[[], Any]) -> Any:
        """Returns the result of ``find``; None if there is none or the field has changed."""
        turns = self.session.turns
        found = await self.work(find)
        return found if self.session.turns == turns else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action in ("next", "back", "do_step") and not self.walk:
            return False
        return super().check_action(action, parameters)

    def answer(self, marks: Mapping[str, Iterable[Cell]], *lines: str) -> None:
        """Replaces the message and the marks."""
        self.walk = ()
        self.field.marks = marks
        self.say(*lines)
        self.redraw()

    # A hint, and reasons.

    @in_background(group="help")
    async def action_hint(self) -> None:
        """Shows the hint, one deeper each time."""
        tip = await self._find(self.session.tip)
        if tip is None:
            return
        advice = tip.hint
        marks: dict[str, Collection[Cell]] = {}
        match tip.depth:
            case Depth.WHERE:
                marks = {"number": look_at(advice)}
            case Depth.WHICH:
                marks = {"hint": [advice.cell]}
            case Depth.WHY:
                marks = {**texts.marks(advice.steps), "hint": [advice.cell]}
        legend = [texts.legend()] if advice.steps else []
        self.answer(marks, *tip.lines, *legend, *deeper(tip))
        if tip.depth is not Depth.WHERE:
            self.field.visit(advice.cell)

    @in_background(group="help")
    async def action_efficient(self) -> None:
        """Shows the next of few clicks; the hint if no cell is certainly safe."""
        session = self.session
        found = await self._find(lambda: (session.plan(),))
        if found is None:
            return
        (plan,) = found
        if plan is None:
            self.action_hint()
            return
        opens = plan.opens if plan.is_chord else ()
        legend = [texts.legend()] if opens else []
        self.answer(
            {"mine": plan.flags, "safe": opens, "hint": [plan.cell]},
            *minesweeper.planned(session.board, plan, session.flags),
            *legend,
        )
        self.field.visit(plan.cell)

    def action_why(self) -> None:
        """Explains the current cell; if the pointer is off the field, the next one clicked."""
        field = self.field
        if field.by_mouse and field.hovered is None:
            field.picking = not field.picking
            self.say(minesweeper.pick_cell() if field.picking else "")
            return
        self._explain(field.at)

    def on_field_picked(self, message: Field.Picked) -> None:
        self.field.picking = False
        self._explain(message.cell)

    @in_background(group="help")
    async def _explain(self, cell: Cell) -> None:
        session = self.session
        found = await self._find(lambda: (session.why(named(cell)), proof(session.knowledge, cell)))
        if found is None:
            return
        sentences, steps = found
        marks = texts.marks(steps) or {"hint": [cell]}
        self.answer(marks, *sentences, *([texts.legend()] if steps else []))

    # Step by step.

    @in_background(group="help")
    async def action_steps(self) -> None:
        """Starts the walk through all deductions from this position."""
        session = self.session
        if session.knowledge.untouched:
            self.say(minesweeper.nothing_open())
            return
        steps = await self._find(session.steps)
        if steps is None:
            return
        if not steps:
            self.answer({}, minesweeper.nothing_deduced())
            return
        self.walk = steps
        self._go(self._undone())
        self.redraw()

    def _undone(self) -> int:
        """Returns the index of the first step with safe cells or unflagged mines."""
        flags = self.session.flags
        undone = (
            at for at, step in enumerate(self.walk) if step.safe or not flags.issuperset(step.mines)
        )
        return next(undone, 0)

    def action_next(self) -> None:
        self._go(self.walked + 1)

    def action_back(self) -> None:
        self._go(self.walked - 1)

    def _go(self, at: int) -> None:
        if not 0 <= at < len(self.walk):
            return
        self.walked, step = at, self.walk[at]
        self.field.marks = texts.marks(self.walk[: at + 1])
        self.field.visit((step.safe or step.mines)[0])
        self.say(*minesweeper.step_lines(self.walk, at), texts.legend())

    def action_do_step(self) -> None:
        """Flags the mines and opens the safe cells of the shown step, then shows the next one."""
        session, step = self.session, self.walk[self.walked]
        turned = [cell for cell in step.mines if cell not in session.flags]
        turned += [cell for cell in step.safe if cell in session.flags]

        def do() -> None:
            if turned:
                session.flag(" ".join(map(named, turned)))
            if step.safe:
                session.click(" ".join(map(named, step.safe)))

        if not turned and not step.safe:
            self.action_next()
        elif self.act(do) and session.outcome is None:
            self.action_steps()

    # Chances and flags.

    def action_chances(self) -> None:
        self.chances_on = not self.chances_on
        if self.chances_on:
            self._load_chances()
        else:
            self.field.chances = None
            self.clear_message()

    @in_background(group="help")
    async def _load_chances(self) -> None:
        session, turns = self.session, self.session.turns

        def find() -> tuple[list[float], list[str]]:
            chances: list[float] = session.probabilities().ravel().tolist()
            known = session.knowledge
            if known.untouched:
                return chances, []
            return chances, minesweeper.win_chance(known.analysis, session.rules)

        found = await self.work(find)
        if self.session.turns != turns or not self.chances_on:
            return
        if found is None:
            self.field.chances = None
            return
        board = self.session.board
        chances, said = found
        known = [chance for chance in chances if not isnan(chance)]
        # Cells away from all numbers have the same chance and would obscure the others.
        away = {i for i, chance in enumerate(chances) if 0 < chance < 1 and _away(board, i)}
        elsewhere = max((chances[i] for i in away), default=None)
        self.field.chances = [nan if i in away else each for i, each in enumerate(chances)]
        self.answer({}, *self._chance_lines(known, elsewhere, said))

    def _chance_lines(
        self, known: Sequence[float], elsewhere: float | None, said: Sequence[str]
    ) -> list[str]:
        """Returns a summary and a legend of the chances; ``said`` are sentences between them."""
        session = self.session
        if session.knowledge.untouched:
            return [first_click(session.knowledge)]
        lines = [*minesweeper.chances(known), *said, meaning_of_signs()]
        if elsewhere is not None:
            sign = self.field.drawn(CLOSED_SIGN)
            lines.append(minesweeper.chance_elsewhere(sign, elsewhere))
        return lines

    @in_background(group="help")
    async def action_guess(self) -> None:
        answer = await self._find(lambda: minesweeper.must_guess(self.session))
        if answer is not None:
            self.say(answer)

    @in_background(group="help")
    async def action_check(self) -> None:
        if not self.session.flags:
            self.complain(minesweeper.no_flags())
            return
        checked = await self._find(self.session.check)
        if checked is None:
            return
        self.answer({"bad": checked.wrong}, *minesweeper.flags_checked(checked))
        if checked.wrong:
            self.field.bring(checked.wrong[0])

    @in_background(group="help")
    async def action_mines(self) -> None:
        await self._find(self.session.flag_mines)


def _away(board: Board, index: int) -> bool:
    """Returns True if a cell has no open neighbour."""
    around = neighbour_table(board.width, board.height)[index]
    return all(board.cells[each] >= CLOSED for each in around)
