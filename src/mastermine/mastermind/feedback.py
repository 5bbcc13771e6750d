"""Answers to guesses (pegs, black pegs only, or the right places) and their parsing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from mastermine.core.errors import IllegalMove
from mastermine.i18n.text import _, ngettext


class Pegs(NamedTuple):
    """``black`` pegs are right in colour and place, ``white`` pegs in colour only."""

    black: int
    white: int

    def __str__(self) -> str:
        return f"{self.black}B {self.white}W"


class Black(NamedTuple):
    """Number of pegs that are right in colour and place."""

    black: int

    def __str__(self) -> str:
        return f"{self.black}B"


class Places(NamedTuple):
    """True for each right place, left to right."""

    right: tuple[bool, ...]

    def __str__(self) -> str:
        return "".join("+" if right else "-" for right in self.right)


Feedback = Pegs | Black | Places

_BULLS_AND_COWS = re.compile(r"(\d{1,9}) ?a(?:[ ,]*(\d{1,9}) ?b)?")
_PEGS = re.compile(
    r"(?=\d)(?:(\d{1,9}) ?(?:b|blacks?|bulls?))?[ ,]*(?:(\d{1,9}) ?(?:w|whites?|c|cows?))?"
)
_NUMBERS = re.compile(r"(\d{1,9}) ?[,;:/+ ] ?(\d{1,9})|(0)")
_TWO_DIGITS = re.compile(r"(\d)(\d)")
_WHITE_FIRST = re.compile(r"(\d{1,9}) ?(?:w|whites?|c|cows?)[ ,]*(\d{1,9}) ?(?:b|blacks?|bulls?)")
_DRAWN = re.compile(r"[bw●○· ]+")
_WRONG, _RIGHT = "-.xX✗", "+✓●_"  # "_" is the blank, which marks a right place like any peg


def parse_pegs(text: str, places: int) -> Pegs:
    """Parses ``1B 2W``, ``1,2``, ``12``, ``BWW``, ``1A2B`` or ``1 bull 2 cows``.

    Raises IllegalMove for any other text, and for impossible answers.
    """
    word = " ".join(text.lower().split())
    if word and _DRAWN.fullmatch(word):
        black, white = (sum(word.count(mark) for mark in marks) for marks in ("b●", "w○"))
    elif match := _WHITE_FIRST.fullmatch(word):
        white, black = map(int, match.groups())
    elif (places < 10 and (match := _TWO_DIGITS.fullmatch(word))) or (
        word and (match := _first(word, _BULLS_AND_COWS, _PEGS, _NUMBERS))
    ):
        black, white = (int(part or 0) for part in match.groups()[:2])
    else:
        raise IllegalMove(
            _(
                "answer {text!r} is not understood; write black and white pegs "
                "like 1,2 or 1B 2W or BWW"
            ).format(text=text)
        )
    return checked_pegs(black, white, places)


def parse_black(text: str, places: int) -> Black:
    """Parses a number of black pegs: ``2``, ``2B`` or ``BB``. Raises IllegalMove."""
    match = re.fullmatch(r"(\d{1,9}) ?(?:b|a|blacks?|bulls?)?", text.strip().lower())
    drawn = re.fullmatch(r"[b●]+", text.strip().lower())
    if not match and not drawn:
        raise IllegalMove(
            _("answer {text!r} is not understood; write the black pegs, like 2 or 2B").format(
                text=text
            )
        )
    black = int(match[1]) if match else len(text.strip())
    checked_pegs(black, 0, places, white_counts=False)
    return Black(black)


def parse_places(text: str, places: int, pegs: Sequence[Sequence[str]] = ()) -> Places:
    """Parses the right places: ``--+-``, or ``X X 6 X`` with a cross for each wrong place.

    ``pegs``: the spellings of each peg of the guess, the digit first; a peg in the text must match.
    Raises IllegalMove for a wrong length or unknown marks.
    """
    marks = "".join(text.split())
    valid = all(mark in _WRONG + _RIGHT or mark.isalnum() for mark in marks)
    if len(marks) != places or not valid or set(marks) <= {"0", "1"}:  # 0 and 1 are ambiguous
        raise IllegalMove(
            ngettext(
                "answer {text!r} is not understood; write one mark for the {places} "
                "place, + where the guess is right and - where it is wrong",
                "answer {text!r} is not understood; write one mark for each of the {places} "
                "places, + where the guess is right and - where it is wrong",
                places,
            ).format(text=text, places=places)
        )
    for place, (mark, spellings) in enumerate(zip(marks, pegs, strict=False), start=1):
        if mark not in _WRONG + _RIGHT and mark.lower() not in spellings:
            raise IllegalMove(
                _("answer {text!r}: place {place} of the guess is {peg}, not {mark}").format(
                    text=text, place=place, peg=spellings[0], mark=mark
                )
            )
    return Places(tuple(mark not in _WRONG for mark in marks))


def checked_pegs(black: int, white: int, places: int, white_counts: bool = True) -> Pegs:
    """Returns the answer if it is possible with this number of places. Raises IllegalMove."""
    if black + white > places:
        raise IllegalMove(
            # Translators: {black} and {white} are formatted as in an answer: 3B, 2W.
            ngettext(
                "{black} and {white} are more pegs than the {places} place",
                "{black} and {white} are more pegs than the {places} places",
                places,
            ).format(black=f"{black}B", white=f"{white}W", places=places)
            if white_counts
            # Translators: {black} is formatted as in an answer: 5B.
            else ngettext(
                "{black} are more pegs than the {places} place",
                "{black} are more pegs than the {places} places",
                places,
            ).format(black=f"{black}B", places=places)
        )
    if white_counts and white == 1 and black == places - 1:
        raise IllegalMove(
            ngettext(
                "{black}B 1W is impossible with {places} place: if all other pegs are black, the "
                "last one cannot be white; the answer is {black}B 0W or {places}B 0W",
                "{black}B 1W is impossible with {places} places: if all other pegs are black, the "
                "last one cannot be white; the answer is {black}B 0W or {places}B 0W",
                places,
            ).format(black=black, places=places)
        )
    return Pegs(black, white)


def _first(text: str, *patterns: re.Pattern[str]) -> re.Match[str] | None:
    return next((match for p in patterns if (match := p.fullmatch(text))), None)
