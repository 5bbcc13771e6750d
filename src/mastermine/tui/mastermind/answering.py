"""Base screen of a player who answers: answers, corrections, and checks against the code."""

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
    """A screen with a ``Board`` and an ``AnswerDesk``, for a player who has a code in mind."""

    session: MastermindSession
    correcting: int | None = None
    """The row, from 0, whose answer is being corrected."""
    _proposal: tuple[Turns, Code | None] | None = None
    """The rows so far and the computer's guess after them, None if it has none."""
    _proposing = False
    _question: object = None
    """The question on the desk; the desk is reset only if it changes."""

    @property
    def stage(self) -> str:
        """The next step: guess, answer, correct, trouble, thinking or over."""
        session = self.session
        if session.outcome is not None:
            return "correct" if self.correcting is not None else "over"
        if session.mode is not Mode.PERSON:
            return "guess"
        if self.correcting is not None:
            return "correct"
        if session.contradiction is not None:
            return "trouble"
        return "answer" if self.proposal is not None else "thinking"

    @property
    def proposal(self) -> Code | None:
        """The computer's guess after the present rows; None if it is not known."""
        known = self._proposal
        return known[1] if known is not None and known[0] == self.session.turns else None

    def wrong(self) -> frozenset[int]:
        """Returns the rows, from 0, whose answers cannot be right."""
        problem = self.session.contradiction
        rows = {row - 1 for row, _answer in self.session.wrong_answers or []}
        return frozenset(rows | (set() if problem is None else {problem.turn}))

    def markable(self, row: int) -> bool:
        """Returns True if the places of this row can be marked as right."""
        answered = self.correcting if self.stage == "correct" else len(self.session.turns)
        marks = self.session.rules.answer is Answer.PLACES
        return self.stage in ("answer", "correct") and marks and row == answered

    def show_desk(self, stage: str) -> None:
        """Shows the controls of the player, and starts the search for the computer's next guess."""
        self.query_one("#answers").display = stage in ("answer", "correct")
        self.query_one("#telling").display = self.can_tell and stage != "correct"
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
                self.say(_("Stopped."), _("Press Enter to continue."))
            self.redraw()

    def _ask(self, stage: str) -> None:
        """Resets the desk if the question has changed."""
        session = self.session
        question = (stage, self.correcting, session.turns, self.proposal)
        if question == self._question or stage not in ("answer", "correct"):
            return
        self._question = question
        desk = self.query_one(AnswerDesk)
        if self.correcting is None:
            text = mastermind.question(len(session.turns) + 1)
            desk.ask(text, _("Give this answer"), None, correcting=False)
        else:
            text = mastermind.question(self.correcting + 1, correcting=True)
            given = session.turns[self.correcting].feedback
            desk.ask(text, _("Correct the answer"), given, correcting=True)
        self.call_after_refresh(self.redraw)

    def on_answer_desk_changed(self) -> None:
        if self.complained:
            self.say("")
        self.redraw()

    def on_answer_desk_refused(self, event: AnswerDesk.Refused) -> None:
        """Shows the error after ``Changed`` has cleared the message."""
        self.call_later(self.complain, event.error)

    def on_answer_desk_given(self) -> None:
        self.give_answer()
        self.query_one(Board).focus()

    def give_answer(self) -> None:
        session, correcting = self.session, self.correcting
        try:
            given = self.query_one(AnswerDesk).answering.answer
        except IllegalMove as error:
            self.complain(error)
            return

        def answer() -> None:
            self.correcting = None
            if correcting is None:
                session.answer(given)
            else:
                session.correct(correcting + 1, given)
            self.say(*self.trouble())

        if self.busy:
            return
        self._question = None
        self.act(answer)

    def correct(self, row: int | None) -> None:
        session = self.session
        if session.mode is not Mode.PERSON or session.outcome is Outcome.WON:
            return
        self.correcting = row
        self.redraw()

    def trouble(self) -> list[str]:
        """Returns sentences about a contradiction of the answers and its correction."""
        problem = mastermind.contradiction(self.session)
        if not problem:
            return []
        how = _(
            "To correct an answer, click it, or select it with the arrow keys and press Enter; or "
            "undo. To find the wrong answer, reveal your code."
        )
        return [*problem, how]

    @property
    def can_tell(self) -> bool:
        """True if the player's code would show which answers are wrong."""
        lost = self.session.outcome is Outcome.LOST
        return lost or (self.session.outcome is None and self.session.contradiction is not None)

    def action_tell(self) -> None:
        """Asks for the player's code and names the answers that are inconsistent with it."""
        session = self.session

        def given(text: str | None) -> None:
            if text is None:
                return
            self.act(lambda: session.tell(text))
            self.say(*mastermind.wrong_answers(session))
            self.query_one(Board).focus()

        question = mastermind.enter_own_code()
        self.app.push_screen(CodeEntry(session.notation, question, _("Check my answers")), given)
