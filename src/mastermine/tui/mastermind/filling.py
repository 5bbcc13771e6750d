"""Filling a row by keys and by mouse: what is pressed becomes pegs of the draft."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from mastermine.i18n.text import _
from mastermine.tui.mastermind.draft import Draft

if TYPE_CHECKING:
    from mastermine.mastermind import Notation

DIGIT_SECONDS = 0.9
"""A digit typed within this time continues the number before it."""


class Filling:
    """A draft, and what keys and presses do to it."""

    def __init__(self, notation: Notation) -> None:
        self.notation = notation
        self.draft = Draft(notation.rules)
        self._typed: tuple[str, float, int] | None = None
        """The digits of a number so far, when the last was typed, and the place it went to."""

    def place(self, colour: int, place: int | None = None) -> str | None:
        """Put a peg into ``place``, or where the next one goes: what hinders that, or None."""
        draft = self.draft
        to = draft.chosen if place is None else place
        if to is None:
            taken = draft.taken(colour)
            if taken is not None:
                return _("{name} is in place {place}: here each colour stands once.").format(
                    name=_(self.notation.colours[colour].name), place=taken + 1
                )
            to = draft.free
        if to is None:
            return _("The row is full. Confirm it, or take a peg away first.")
        draft.put(to, colour)
        if draft.chosen is not None:
            draft.advance(to)
        return None

    def type(self, character: str) -> str | None:
        """A key: what hinders it, an empty text where it did something; None is no key of pegs."""
        if self.notation.separator and character.isdecimal():
            return self._number(character)
        colour = self.colour_of(character.lower())
        return None if colour is None else self.place(colour) or ""

    def colour_of(self, character: str) -> int | None:
        """The colour that a digit or letter stands for."""
        notation = self.notation
        digit = "_" if character in "_-." else character
        if digit in notation.digits:
            return notation.digits.index(digit)
        letters = [colour.letter for colour in notation.colours]
        if notation.rules.colours <= 10 and character in letters:
            return letters.index(character)
        return None

    def _number(self, character: str) -> str | None:
        """With more than 36 colours a peg is a number: 1, then 2, is 12 in the same place."""
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
        hindered = self.place(digits.index(character))
        if hindered is None and place_before is not None:
            self._typed = character, now, place_before
        return hindered or ""

    def press(self, place: int, button: int) -> None:
        """A place of the row: choose it; chosen already or by the right button, empty it.

        The middle button and Space (0) hold its peg for the next row.
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
        """Take away the peg in the chosen place; unless it is to be ``here``, else the last one."""
        draft = self.draft
        if draft.chosen is not None and draft.pegs[draft.chosen] is not None:
            draft.take(draft.chosen)
            return
        last = None if here else draft.last()
        if last is not None:
            draft.take(last)
            if draft.chosen is not None:
                draft.chosen = last
