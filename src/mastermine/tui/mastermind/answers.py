"""Widgets for a player's answer: counts of black and white pegs, or marks of right places."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Click
from textual.message import Message
from textual.widgets import Button, Static

from mastermine.core.errors import IllegalMove
from mastermine.i18n.text import _, ngettext
from mastermine.mastermind import Answer, Black, Pegs, Places
from mastermine.tui.mastermind.filling import DIGIT_SECONDS

if TYPE_CHECKING:
    from mastermine.mastermind import AnswerNotation, Feedback

ONE_DIGIT = 9
"""Largest number of places for which each count is a single digit."""


class Answering:
    """A draft of an answer."""

    def __init__(self, answers: AnswerNotation, given: Feedback | None = None) -> None:
        """Starts with ``given``, or with nothing right."""
        self.answers = answers
        self.rules = rules = answers.rules
        self.at = 0
        """The count or place that the next key changes."""
        self.counts = [0, 0]
        self.right = [False] * rules.places
        self._typed: tuple[str, float, int] | None = None
        """Digits of a count, time of the last one in seconds, and index of the count."""
        self._refused: int | None = None
        """The largest possible count, after a larger number was typed."""
        match given:
            case Pegs(black, white):
                self.counts = [black, white]
            case Black(black):
                self.counts = [black, 0]
            case Places(right):
                self.right = list(right)

    @property
    def places(self) -> bool:
        """True if places are marked, False if pegs are counted."""
        return self.rules.answer is Answer.PLACES

    @property
    def parts(self) -> int:
        """Number of counts or places."""
        return {Answer.PEGS: 2, Answer.BLACK: 1}.get(self.rules.answer, self.rules.places)

    @property
    def answer(self) -> Feedback:
        """The answer. Raises IllegalMove if it is impossible or the last number was refused."""
        if self._refused is not None:
            raise too_many(self._refused)
        black, white = self.counts
        match self.rules.answer:
            case Answer.PEGS:
                return self.answers.check(black, white)
            case Answer.BLACK:
                return Black(black)
            case Answer.PLACES:
                return Places(tuple(self.right))

    def step(self, part: int, by: int) -> None:
        """Adds ``by`` to a count. Raises IllegalMove if no place is left."""
        n, others = self.counts[part] + by, sum(self.counts) - self.counts[part]
        self.at = part
        if n > self.rules.places - others:
            raise too_many(self.rules.places - others)
        self.counts[part] = max(0, n)
        self._refused = None

    def set(self, n: int) -> None:
        """Sets the chosen count and chooses the next one. Black pegs displace white ones.

        Raises IllegalMove if there are fewer places; until the next change, so does ``answer``.
        """
        most = self.rules.places - (self.counts[0] if self.at else 0)
        self._refused = most if n > most else None
        if n > most:
            raise too_many(most)
        self.counts[self.at] = n
        self.counts[1] = min(self.counts[1], self.rules.places - self.counts[0])
        self.at = min(self.at + 1, self.parts - 1)

    def mark(self, place: int, right: bool | None = None) -> None:
        """Marks a place as right or wrong; None toggles the mark."""
        self.at = place
        self.right[place] = not self.right[place] if right is None else right

    def key(self, key: str, character: str | None) -> bool:
        """Applies a key; returns False if it has no effect. Raises IllegalMove."""
        if key in ("left", "right"):
            self.at = max(0, min(self.at + (1 if key == "right" else -1), self.parts - 1))
        elif self.places:
            return self._marking(key, character)
        elif character and (part := self.answers.side_of(character)) is not None:
            if part >= self.parts:
                return False
            self.step(part, 1)
        elif key in ("up", "down", "backspace") or character in ("+", "-"):
            self.step(self.at, 1 if key == "up" or character == "+" else -1)
        elif character is not None and character.isdecimal():
            self._type(character)
            return True
        elif key == "delete":
            self.counts, self.at, self._refused = [0, 0], 0, None
        else:
            return False
        self._typed = None
        return True

    def _type(self, digit: str) -> None:
        """Types a digit: appended to the previous one if so many pegs are possible."""
        now, text = monotonic(), digit
        if self._typed is not None and now - self._typed[1] < DIGIT_SECONDS:
            before, _when, part = self._typed
            if int(before + digit) <= self.rules.places:
                text, self.at = before + digit, part
        part = self.at
        self.set(int(text))
        self._typed = (text, now, part) if self.rules.places > ONE_DIGIT and text != "0" else None

    def _marking(self, key: str, character: str | None) -> bool:
        if character in ("+", "-"):
            self.mark(self.at, character == "+")
            self.at = min(self.at + 1, self.parts - 1)
        elif key == "space":
            self.mark(self.at)
        elif key in ("backspace", "delete"):
            self.right, self.at = [False] * self.parts, 0
        else:
            return False
        return True


def too_many(most: int) -> IllegalMove:
    """Returns the error for a count above ``most``."""
    return IllegalMove(
        ngettext(
            "at most {n} peg is possible here", "at most {n} pegs are possible here", most
        ).format(n=most)
    )


class Stepper(Button):
    """A button that adds or removes a peg. It has no press effect, which would block presses."""

    def __init__(self, part: int, by: int) -> None:
        super().__init__("+" if by > 0 else "-", classes="more" if by > 0 else "less", compact=True)
        self.part, self.by = part, by
        self.active_effect_duration = 0


class AnswerDesk(Vertical):
    """The question, the counts with their buttons, and the button that gives the answer."""

    @dataclass
    class Changed(Message):
        """The answer has changed."""

    @dataclass
    class Refused(Message):
        """The input was refused."""

        error: IllegalMove

    @dataclass
    class Given(Message):
        """The answer button was pressed."""

    def __init__(self, answers: AnswerNotation, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self.answers = answers
        self.answering = Answering(answers)

    def compose(self) -> ComposeResult:
        yield Static(id="asked", markup=False)
        if not self.answering.places:
            for part in range(self.answering.parts):
                with Horizontal(classes="counter"):
                    yield Stepper(part, -1)
                    yield Static("0", classes="count", markup=False)
                    yield Stepper(part, 1)
                    yield Static(classes="what", markup=False)
        with Horizontal(classes="acts"):
            yield Button(id="answer", variant="primary", compact=True)
            yield Button(id="mend", name="escape", compact=True)
            yield Static(id="line", markup=False)

    def ask(self, question: str, give: str, given: Feedback | None, correcting: bool) -> None:
        """Asks a question; the draft starts with ``given``."""
        self.answering = Answering(self.answers, given)
        self.query_one("#asked", Static).update(question)
        button = self.query_one("#answer", Button)
        button.label = give
        button.refresh(layout=True)
        mend = self.query_one("#mend", Button)
        mend.label = _("Cancel")
        mend.display = correcting
        self.show()

    def show(self) -> None:
        answering = self.answering
        kinds = self.answers.meanings()
        plain = getattr(self.app, "plain", False)
        for part, row in enumerate(self.query(".counter")):
            row.query_one(".count", Static).update(str(answering.counts[part]))
            sign, key = ("*o" if plain else "●○")[part], self.answers.initials[part]
            row.query_one(".what", Static).update(f"{sign} {key}  {kinds[part]}")
            row.set_class(part == answering.at, "-chosen")
        line, give = self.query_one("#line", Static), self.query_one("#answer", Button)
        try:
            line.update(self.answers.words(answering.answer))
        except IllegalMove as error:
            line.update(str(error))
            give.disabled = True
            line.add_class("-wrong")
        else:
            give.disabled = False
            line.remove_class("-wrong")

    def key(self, key: str, character: str | None) -> bool:
        """Applies a key to the answer; returns False if it has no effect."""
        try:
            if not self.answering.key(key, character):
                return False
        except IllegalMove as error:
            self.post_message(self.Refused(error))
        self._changed()
        return True

    def mark(self, place: int) -> None:
        self.answering.mark(place)
        self._changed()

    def _changed(self) -> None:
        self.show()
        self.post_message(self.Changed())

    @on(Click, ".what")
    def choose(self, event: Click) -> None:
        """Chooses the count that was clicked."""
        event.stop()
        for part, what in enumerate(self.query(".what")):
            if what is event.widget:
                self.answering.at = part
        self.show()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        button = event.button
        if isinstance(button, Stepper):
            event.stop()
            try:
                self.answering.step(button.part, button.by)
            except IllegalMove as error:
                self.post_message(self.Refused(error))
            self._changed()
        elif button.id == "answer":
            event.stop()
            self.post_message(self.Given())
