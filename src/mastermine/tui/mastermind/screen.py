"""Screen of a Mastermind game: the player guesses, or hides a code and answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from textual import work as in_background
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Key
from textual.widgets import Button

from mastermine.coach.guess import assess
from mastermine.core.errors import IllegalMove, MastermineError
from mastermine.core.game import Outcome
from mastermine.i18n.text import N_, _
from mastermine.session import Depth, MastermindSession, Mode
from mastermine.session.messages import mastermind
from mastermine.session.messages.help import deeper, redone, undone, used
from mastermine.tui.game import GameScreen
from mastermine.tui.mastermind import texts
from mastermine.tui.mastermind.answering import Answering
from mastermine.tui.mastermind.answers import AnswerDesk
from mastermine.tui.mastermind.board import Board, Current, Position
from mastermine.tui.mastermind.candidates import CandidatesScreen
from mastermine.tui.mastermind.filling import Filling
from mastermine.tui.mastermind.palette import Palette
from mastermine.tui.mastermind.pegs import look_of

if TYPE_CHECKING:
    from mastermine.coach.guess import Assessment
    from mastermine.mastermind import Candidates, Code, Feedback


MAX_CODE_LETTERS = 40
"""Longer codes are omitted from messages, since the board shows them."""


class MastermindScreen(Answering):
    """A Mastermind game in any mode."""

    CSS_PATH = "mastermind.tcss"
    AUTO_FOCUS = "Board"
    session: MastermindSession

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "give", N_("Confirm"), show=False),
        Binding("question_mark", "hint", N_("Hint"), show=False),
        Binding("f5", "candidates", N_("Codes")),
        Binding("exclamation_mark", "check", N_("Check")),
        Binding("backspace", "erase(False)", N_("Remove a peg"), show=False),
        Binding("delete", "erase(True)", N_("Remove this peg"), show=False),
        Binding("escape", "escape", N_("Deselect the place"), show=False),
    ]
    SOLITARY = GameScreen.SOLITARY | {"candidates", "check"}
    PLAYING = GameScreen.PLAYING | {"check"}

    def __init__(self, session: MastermindSession, *args: Any, **options: Any) -> None:
        super().__init__(session, *args, **options)
        self.filling = Filling(session.notation)
        self.preview: Code | None = None
        """The hint that is shown in the row until the player takes it or does something else."""
        self._hinted: list[str | Content] = []

    @property
    def own_keys(self) -> str:
        """Letters that count pegs or place them."""
        if self.session.mode is Mode.PERSON:
            return "".join(self.session.notation.answers.initials).lower()
        return self.filling.own_keys

    def status(self) -> str:
        return mastermind.progress(self.session)

    # The screen.

    def compose_game(self) -> ComposeResult:
        session, draft = self.session, self.filling.draft
        yield Board(session.notation, id="rows")
        with Vertical(id="desk"):
            yield Palette(
                session.notation, lambda colour: draft.taken(colour) is not None, id="palette"
            )
            with Horizontal(classes="acts"):
                yield Button(_("Confirm"), id="give", variant="primary", compact=True)
                yield Button(_("Clear"), id="clear", compact=True)
                if self.alone:
                    yield Button(_("Check"), id="check", compact=True)
                    yield Button(_("Codes"), id="candidates", compact=True)
                yield Button(_("Use the hint"), id="take", name="give", compact=True)
        if not self.alone:
            with Horizontal(id="standing", classes="acts"):
                yield Button(
                    _("Continue"), id="go-on", name="give", variant="primary", compact=True
                )
        if session.mode is Mode.PERSON:
            yield AnswerDesk(session.notation.answers, id="answers")
            with Horizontal(id="telling", classes="acts"):
                yield Button(_("Reveal my code"), id="tell", compact=True)

    def on_mount(self) -> None:
        if self.session.outcome is None:
            self.say(*texts.opening(self.session, self.alone), *self.trouble())

    def show(self) -> None:
        session, stage, draft = self.session, self.stage, self.filling.draft
        self.query_one(Board).show(
            Position(
                turns=session.turns,
                current=self._current(stage),
                limit=session.rules.limit,
                wrong=self.wrong(),
                correcting=self.correcting,
                secret=session.secret if self.alone else None,
            )
        )
        self.query_one("#desk").display = stage == "guess"
        self.query("#standing").set(display=self.standing)
        give = self.query_one("#give", Button)
        give.disabled = draft.code is None
        give.display = self.preview is None  # The button for the hint replaces it.
        self.query_one("#take").display = self.preview is not None
        self.query_one("#clear", Button).disabled = draft.empty
        self.query_one(Palette).refresh()
        if session.mode is Mode.PERSON:
            self.show_desk(stage)

    def _current(self, stage: str) -> Current | None:
        draft = self.filling.draft
        if stage == "guess":
            return Current(tuple(draft.pegs), draft.at, set(draft.held), self.preview)
        if self.proposal is None or stage not in ("answer", "correct"):
            return None
        if stage == "correct":
            return Current(self.proposal)
        answering = self.query_one(AnswerDesk).answering
        try:
            answer = answering.answer
        except IllegalMove:
            answer = None
        return Current(self.proposal, answering.at if answering.places else None, answer=answer)

    # Guesses.

    def on_key(self, event: Key) -> None:
        if self.stage == "guess":
            problem = self.filling.type(event.character) if event.character else None
            if problem is not None:
                event.stop()
                self._filled(problem)
        elif (
            self.stage in ("answer", "correct")
            and event.key not in ("enter", "tab", "escape")
            and self.query_one(AnswerDesk).key(event.key, event.character)
        ):
            event.stop()
            event.prevent_default()

    def _filled(self, problem: str | None = None) -> None:
        self.preview = None
        if problem:
            self.complain(problem)
        self.redraw()

    def on_palette_chosen(self, event: Palette.Chosen) -> None:
        self._filled(self.filling.place(event.colour))

    def on_board_pressed(self, event: Board.Pressed) -> None:
        """Chooses or empties a place of the current row; copies a peg of another row."""
        if self.stage == "guess":
            turns = self.session.turns
            if event.row < len(turns):
                if event.button in (0, 1):
                    peg = turns[event.row].action[event.place]
                    self._filled(self.filling.place(peg, event.place))
                return
            self.filling.press(event.place, event.button)
            self._filled()
        elif self.markable(event.row):
            self.query_one(AnswerDesk).mark(event.place)

    def on_board_moved(self, event: Board.Moved) -> None:
        if self.stage == "guess":
            self.filling.draft.move(event.start, event.end)
            self._filled()

    def on_board_walked(self, event: Board.Walked) -> None:
        if self.stage == "guess":
            self.filling.walk(event.places)
            self.redraw()
        elif self.stage in ("answer", "correct"):
            key = "right" if event.places > 0 else "left"
            self.query_one(AnswerDesk).key(key, None)

    def on_board_taken(self, event: Board.Taken) -> None:
        """Copies an earlier row; if the player answers, starts a correction of its answer."""
        if self.standing:
            self.conclude()
        elif self.session.mode is Mode.PERSON:
            self.correct(event.row)
        elif self.stage == "guess":
            self.filling.draft.fill(self.session.turns[event.row].action)
            self.query_one(Board).row = len(self.session.turns)
            self._filled()

    async def on_button_pressed(self, event: Button.Pressed) -> None:
        """Runs the action named by the name or the id of the button."""
        await self.run_action(event.button.name or str(event.button.id))
        self.query_one(Board).focus()

    def action_give(self) -> None:
        """Handles Enter: gives the guess or the answer, or takes the hint or the colour."""
        palette = self.query_one(Palette)
        if self.standing:
            self.conclude()
        elif self.stage == "thinking":
            self.think_again()
        elif self.stage in ("answer", "correct"):
            self.give_answer()
        elif self.preview is not None:
            self.take_hint()
        elif palette.has_focus and self.filling.draft.code is None:
            self._filled(self.filling.place(palette.at))
        else:
            self.give()

    def give(self) -> None:
        session, code = self.session, self.filling.draft.code
        if self.stage != "guess" or self.busy:
            return
        if code is None:
            self.complain(mastermind.still_empty(self.filling.draft.missing))
            return
        self.preview = None
        if session.mode is Mode.ADVERSARY:  # This may take long.
            self._give(code)
        else:
            self.act(lambda: self._given(session.guess(code), code))

    @in_background
    async def _give(self, code: Code) -> None:
        answer = await self.work(lambda: self.session.guess(code))
        if answer is not None:
            self.act(lambda: self._given(answer, code))

    def _given(self, answer: Feedback, code: Code) -> None:
        """Shows the answer and starts the next row."""
        session, draft = self.session, self.filling.draft
        if draft.code == code:
            draft.next()
        guess = session.notation.format(code)
        texts = (
            _("Guess {n}, {guess}: {answer}.")
            if len(guess) <= MAX_CODE_LETTERS
            else _("Guess {n}: {answer}.")
        )
        answered = session.notation.format_answer(answer)
        self.say(texts.format(n=len(session.turns), guess=guess, answer=answered))

    def take_hint(self) -> None:
        if self.preview is not None:
            self.filling.draft.fill(self.preview)
            self.say(*self._hinted)
            self._filled()

    def action_clear(self) -> None:
        self.filling.draft.clear()
        self._filled()

    def action_erase(self, here: bool) -> None:
        if self.stage == "guess":
            self.filling.erase(here)
            self._filled()

    def action_escape(self) -> None:
        """Cancels the first of: waiting, correction, hint, chosen place."""
        if self.busy:
            self.action_stop()
        elif self.correcting is not None:
            self.correct(None)
        elif self.preview is not None:
            self._filled()
        else:
            self.filling.draft.chosen = None
            self.query_one(Board).row = len(self.session.turns)
            self.redraw()

    # Help.

    @in_background
    async def action_hint(self) -> None:
        """Shows the hint, one deeper each time; the guess is a preview in the row."""
        session = self.session
        if self.stage != "guess":
            return
        tip = await self.work(session.tip)
        if tip is None or self.stage != "guess":
            return
        if tip.depth is Depth.WHERE:
            self.say(*tip.lines, *deeper(tip))
            return
        self.preview = tip.hint.guess
        guess = look_of(self.app, session.notation).content(tip.hint.guess)
        self._hinted = [guess, *tip.lines]
        self.say(guess, _("Press Enter to use it."), *tip.lines, *deeper(tip))
        self.redraw()

    @in_background
    async def action_why(self) -> None:
        """Explains the position, and the hint or the computer's guess."""
        reasons = await self.work(self.session.why)
        if reasons is not None:
            self.say(*(reasons or [mastermind.nothing_known()]))

    @in_background
    async def action_candidates(self) -> None:
        """Opens the window of the candidates."""
        session, stage = self.session, self.stage
        code = self.filling.draft.code if stage == "guess" else self.proposal

        def find() -> tuple[Candidates, Assessment | None]:
            known = session.knowledge
            known.estimate()  # Computes the list or the sample now.
            try:
                return known, None if code is None else assess(known, code)
            except IllegalMove:
                return known, None

        found = await self.work(find)
        if found is None:
            return

        def taken(code: Code | None) -> None:
            if code is not None and self.stage == "guess":
                self.filling.draft.fill(code)
                self._filled()

        await self.app.push_screen(
            CandidatesScreen(session.notation, *found, take=stage == "guess"), taken
        )

    def action_check(self) -> None:
        """Names the rows that contradict the current row."""
        session, code = self.session, self.filling.draft.code
        if code is None:
            self.complain(mastermind.still_empty(self.filling.draft.missing))
            return
        try:
            wrong = texts.contradicted(session, code)
        except MastermineError as error:
            self.complain(error)
            return
        self.say(*(wrong or [_("This code is consistent with all answers so far.")]))

    def action_undo(self) -> None:
        """Undoes the last row and puts its guess into the current row."""
        before = self.session.turns
        self._discard_preview()
        if not self.act(self.session.undo):
            return
        turns, draft = self.session.turns, self.filling.draft
        if self.stage == "guess" and len(turns) < len(before) and draft.empty:
            draft.fill(before[-1].action)
        self._show_position(undone())

    def action_redo(self) -> None:
        self._discard_preview()
        if self.act(self.session.redo) and self.session.outcome is None:
            draft = self.filling.draft
            if self.session.turns and draft.code == self.session.turns[-1].action:
                draft.clear()
            self._show_position(redone())

    def _discard_preview(self) -> None:
        self.preview = self.correcting = None

    def _show_position(self, done: str) -> None:
        self.say(done, *self.trouble())
        self.redraw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self.session.mode is Mode.PERSON and action in ("hint", "check", "give_up"):
            return False
        if action == "give":
            return self.standing or self.stage not in ("over", "trouble") or None
        return super().check_action(action, parameters)

    # The end, and help.

    def outcome_lines(self) -> list[str | Content]:
        session = self.session
        ended: list[str | Content] = [*texts.ending(session)]
        if not self.alone:
            return ended[:1]  # The other players still have to find the code.
        if session.mode is not Mode.PERSON:
            if session.secret is not None and session.outcome is Outcome.LOST:
                ended.append(look_of(self.app, session.notation).content(session.secret))
            ended += [*used(session), *mastermind.again(session)]
        return ended

    def rules_help(self) -> list[str]:
        return [*texts.rules(self.session.notation), *super().rules_help()]

    def keys_help(self) -> list[tuple[str, str]]:
        return texts.keys(self.session)
