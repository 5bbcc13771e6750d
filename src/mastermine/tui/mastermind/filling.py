"""Applies keys and clicks to the draft of a guess."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from mastermine.session.messages import mastermind
from mastermine.tui.mastermind.draft import Draft

if TYPE_CHECKING:
    from mastermine.mastermind import Notation

DIGIT_SECONDS = 0.9
"""A digit typed within this time is appended to the previous one."""


class Filling:
    """A draft that keys and clicks fill."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.draft = Draft(notation.rules)
        self._typed: tuple[str, float, int] | None = None
        """Digits of a number, time of the last one in seconds, and place of the peg."""

    @property
    def own_keys(self) -> str:
        """Letters that place a peg."""
        return "".join(map(self.notation.letter, range(self.notation.rules.colours)))

    def place(self, colour: int, place: int | None = None) -> str | None:
        """Puts a peg into ``place`` or the next place; returns the reason if that is impossible."""
        draft = self.draft
        to = draft.chosen if place is None else place
        if to is None:
            taken = draft.taken(colour)
            if taken is not None:
                name = self.notation.colours[colour].name
                return mastermind.repeated(self.notation, name, taken + 1)
            to = draft.free
        if to is None:
            return mastermind.row_full()
        draft.put(to, colour)
        if draft.chosen is not None:
            draft.advance(to)
        return None

    def type(self, character: str) -> str | None:
        """Types a peg: returns the reason of a failure, "" for success, None for other keys."""
        if character.isdecimal() and max(map(len, self.notation.digits)) > 1:
            return self._number(character)
        colour = self.notation.colour_of(character)
        return None if colour is None else self.place(colour) or ""

    def _number(self, character: str) -> str | None:
        """Types a digit with more than 36 colours, where a colour may have several digits."""
        digits, now = self.notation.digits, monotonic()
        if self._typed is not None and now - self._typed[1] < DIGIT_SECONDS:
            text, _when, place = self._typed
            self._typed = None
            text += character
            if text in digits:
                self.draft.put(place, digits.index(text))
                if len(text) < len(digits[self.notation.rules.colours - 1]):
                    self._typed = text, now, place
                return ""
        if character not in digits:
            return None
        place_before = self.draft.at
        problem = self.place(digits.index(character))
        if problem is None and place_before is not None:
            self._typed = character, now, place_before
        return problem or ""

    def press(self, place: int, button: int) -> None:
        """Applies a press on a place.

        Left (1) chooses the place, or empties it if it is already chosen. Right (3) empties it.
        Middle (2) and Space (0) hold its peg for the next row.
        """
        draft = self.draft
        if button in (0, 2):
            draft.hold(place)
        elif button == 3 or (draft.chosen == place and draft.pegs[place] is not None):
            draft.take(place)
            draft.chosen = place if button == 1 else None
        else:
            draft.chosen = None if draft.chosen == place else place

    def walk(self, places: int) -> None:
        at = self.draft.at
        last = len(self.draft.pegs) - 1
        start = (last + 1 if places < 0 else last) if at is None else at
        self.draft.chosen = max(0, min(start + places, last))

    def erase(self, here: bool) -> None:
        """Removes the peg in the chosen place; else the last peg, unless ``here`` is set."""
        draft = self.draft
        if draft.chosen is not None and draft.pegs[draft.chosen] is not None:
            draft.take(draft.chosen)
            return
        last = None if here else draft.last()
        if last is not None:
            draft.take(last)
            if draft.chosen is not None:
                draft.chosen = last
