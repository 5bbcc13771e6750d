"""A person who has a code in mind: answers, corrections of answers, and the code that is told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mastermine.core.errors import IllegalMove
from mastermine.core.game import Outcome
from mastermine.i18n.text import _
from mastermine.mastermind import Answer
from mastermine.session import MastermindSession, Mode
from mastermine.session.messages import mastermind
from mastermine.tui.game import GameScreen
from mastermine.tui.mastermind.answers import AnswerDesk
from mastermine.tui.mastermind.board import Board
from mastermine.tui.mastermind.entry import CodeEntry

if TYPE_CHECKING:
    from mastermine.mastermind import Code
    from mastermine.session.mastermind import Turns


class Answering(GameScreen):
    """What a screen with a ``Board`` and an ``AnswerDesk`` asks such a person."""

    session: MastermindSession
    mending: int | None = None
    """The row, from 0, whose answer is being corrected."""
    _proposal: tuple[Turns, Code | None] | None = None
    """The computer's guess, and the rows after which it is; None where it has none."""
    _proposing = False
    _asked: object = None
    """What the desk asks, so that it is not asked anew while it is answered."""

    @property
    def stage(self) -> str:
        """What is to be done: guess, answer, mend, trouble, thinking or over."""
        session = self.session
        if session.outcome is not None:
            return "mend" if self.mending is not None else "over"
        if session.mode is not Mode.PERSON:
            return "guess"
        if self.mending is not None:
            return "mend"
        if session.contradiction is not None:
            return "trouble"
        return "answer" if self.proposal is not None else "thinking"

    @property
    def proposal(self) -> Code | None:
        """The computer's guess after these rows, where it is known."""
        known = self._proposal
        return known[1] if known is not None and known[0] == self.session.turns else None

    def wrong(self) -> frozenset[int]:
        """The rows whose answers cannot be right, counted from 0."""
        problem = self.session.contradiction
        rows = {row - 1 for row, _answer in self.session.wrong_answers or []}
        return frozenset(rows | (set() if problem is None else {problem.turn}))

    def markable(self, row: int) -> bool:
        """Whether the places of this row can be marked as right."""
        asked = self.mending if self.stage == "mend" else len(self.session.turns)
        marks = self.session.rules.answer is Answer.PLACES
        return self.stage in ("answer", "mend") and marks and row == asked

    def show_desk(self, stage: str) -> None:
        """Show what asks the person, and look for the computer's next guess."""
        self.query_one("#answers").display = stage in ("answer", "mend")
        self.query_one("#telling").display = self.can_tell and stage != "mend"
        self._ask(stage)
        known = self._proposal is not None and self._proposal[0] == self.session.turns
        if stage == "thinking" and not self._proposing and not known:
            self._proposing = True
            self.run_worker(self._propose())

    def think_again(self) -> None:
        if not self.busy:
            self._proposal = None
            self.redraw()

    async def _propose(self) -> None:
        turns = self.session.turns
        try:
            code = await self.work(self.session.proposal)
        finally:
            self._proposing = False
        self._proposal = turns, code
        if self.is_attached:
            if code is None and self.stage == "thinking":
                self.say(_("Stopped."), _("Enter goes on."))
            self.redraw()

    def _ask(self, stage: str) -> None:
        """Ask for an answer, unless that is being asked."""
        session = self.session
        asked = (stage, self.mending, session.turns, self.proposal)
        if asked == self._asked or stage not in ("answer", "mend"):
            return
        self._asked = asked
        desk = self.query_one(AnswerDesk)
        if self.mending is None:
            row = len(session.turns) + 1
            question = _("Guess {row} of the computer: how good is it?").format(row=row)
            desk.ask(question, _("Give this answer"), None, mending=False)
        else:
            question = _("What is the right answer to row {row}?").format(row=self.mending + 1)
            given = session.turns[self.mending].feedback
            desk.ask(question, _("Correct the answer"), given, mending=True)
        self.call_after_refresh(self.redraw)

    def on_answer_desk_changed(self) -> None:
        if self.complained:
            self.say("")
        self.redraw()

    def on_answer_desk_refused(self, event: AnswerDesk.Refused) -> None:
        """Say why the answer stays as it was: after ``Changed``, which comes first."""
        self.call_later(self.complain, event.error)

    def on_answer_desk_given(self) -> None:
        self.give_answer()
        self.query_one(Board).focus()

    def give_answer(self) -> None:
        session, mending = self.session, self.mending
        try:
            text = session.rules.format_feedback(self.query_one(AnswerDesk).answering.answer)
        except IllegalMove as error:
            self.complain(error)
            return

        def answer() -> None:
            if mending is None:
                session.answer(text)
            else:
                session.correct(mending + 1, text)
            self.mending = None
            self.say(*self.trouble())

        if self.busy:
            return
        self._asked = None
        self.act(answer)

    def mend(self, row: int | None) -> None:
        session = self.session
        if session.mode is not Mode.PERSON or session.outcome is Outcome.WON:
            return
        self.mending = row
        self.redraw()

    def trouble(self) -> list[str]:
        """That the answers contradict each other, and how that can be mended."""
        problem = self.session.contradiction
        if problem is None:
            return []
        return [
            _("The answers contradict each other: {reason}.").format(reason=problem),
            _(
                "An answer in that row or before it is wrong. Click it, or go there with the "
                "arrows and press Enter, and correct it; or undo. If you cannot see which it is, "
                "tell your code."
            ),
        ]

    @property
    def can_tell(self) -> bool:
        """Whether it is of use that the person tells the code."""
        lost = self.session.outcome is Outcome.LOST
        return lost or (self.session.outcome is None and self.session.contradiction is not None)

    def action_tell(self) -> None:
        """The person tells the code: the answers that do not go with it are named."""
        session = self.session

        def given(text: str | None) -> None:
            if text is None:
                return
            self.act(lambda: session.tell(text))
            self.say(*mastermind.checked(session))
            self.query_one(Board).focus()

        question = _("Put in the code that you had in mind.")
        self.app.push_screen(CodeEntry(session.notation, question, _("Check my answers")), given)
