"""Answers to guesses as people read and write them: figures, initials and words of a language.

In a text, ``W`` and the English word *white* make all letters English, ``A`` makes them those of
the game *1A2B*, and in games of digits ``C`` those of *Bulls and Cows*; any other text follows the
language in use, in which ``B`` mostly begins *white*.
No text has two readings in one language and game; ``1C 2B``, which has two in English, is refused.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, NoReturn

from mastermine.core.errors import IllegalMove
from mastermine.i18n.numbers import listed
from mastermine.i18n.text import _, capital, folded, ngettext, pgettext
from mastermine.mastermind.feedback import Black, Feedback, Pegs, Places, Unknown
from mastermine.mastermind.rules import Answer

if TYPE_CHECKING:
    from mastermine.mastermind.rules import Mastermind

Counts = tuple[int | None, int | None]
"""Numbers of black and of white pegs; None for a kind that a text does not mention."""

BLACK, WHITE = 0, 1
ONE_DIGIT = 9
"""Largest number of places for which each count of a text such as ``12`` is a single digit."""


class Style(Enum):
    """Words for answers."""

    PEGS = "pegs"
    """Black and white pegs."""
    BULLS = "bulls"
    """Bulls and cows, in games of digits."""
    BAGELS = "bagels"
    """Fermi and Pico, and Bagels if nothing is right (Resek and Rowe, about 1972)."""


_BAGELS = ("Fermi", "Pico")
_NOTHING = "Bagels"
_PICO = "piko"
"""Pico in Cyrillic letters, folded."""
_NO_PEGS = "none, nothing, no pegs"

# Letters that decide the reading of a text wherever they occur.
_ENGLISH = {"b": BLACK, "k": BLACK, "r": BLACK, "w": WHITE}  # Key pegs: black or red, and white.
_BULLS_AND_COWS = {"a": BLACK, "b": WHITE}
_KEYS = {"k": BLACK, "r": BLACK}
_COWS = {"b": BLACK, "c": WHITE}

_ENGLISH_WORDS = {
    **dict.fromkeys(("black", "blacks", "bull", "bulls"), BLACK),
    **dict.fromkeys(("white", "whites", "cow", "cows"), WHITE),
}
_STEM = 3
"""Number of letters by which a word is recognised in all its forms: czarny, czarna, czarnych."""

_NUMBERS = re.compile(r"(\d{1,9}) ?[,;:/+ ] ?(\d{1,9})|(0)")
_TWO_DIGITS = re.compile(r"(\d)(\d)")
_ONE_NUMBER = re.compile(r"\d{1,9}")
_COUNTED = re.compile(r"(?P<n>\d{1,9}) ?(?P<word>[^\W\d_]+)[ ,;+&]*")
_NAMED = re.compile(r"(?P<word>[^\W\d_]+) ?[=:]? ?(?P<n>\d{1,9})[ ,;+&]*")
_JOINED = re.compile(
    r"(?<=[^\W\d_] )(?P<after_word>[^\W\d_]+) (?=\d)"  # 2 black and 1 white
    r"|(?<=\d )(?P<after_number>[^\W\d_]+) (?=[^\W\d_])"  # black 2 and white 1
)
_DRAWN = re.compile(r"[^\W\d_]+|[●○·]")
_MARKS = {"●": BLACK, "○": WHITE, "·": None}
_WRONG, _RIGHT = "-.xX✗", "+✓●_"  # "_" is the blank, which marks a right place like any peg


class AnswerNotation:
    """The words for answers of one set of rules, in the language in which it is created."""

    def __init__(self, rules: Mastermind, style: Style = Style.PEGS, pegs: str = "colours") -> None:
        """``pegs``: the vocabulary of the pegs, or nothing for names of the player's own."""
        self.rules = rules
        self.style = style
        self.colours = pegs in ("", "colours")
        """True if the pegs are colours."""
        self._pegs = pegs
        self.initials = _initials(style)
        """Printed initials of black and of white pegs."""
        self._own = _forms(style) | ({_PICO: WHITE} if style is Style.BAGELS else {})
        self._words = {**_ENGLISH_WORDS, **_forms(Style.BULLS), **_forms(Style.PEGS), **self._own}
        letters = dict(zip(_initials(style), (BLACK, WHITE), strict=True))
        if style is Style.BAGELS:
            letters |= dict(zip(_initials(Style.BULLS), (BLACK, WHITE), strict=True))
        self._letters = {folded(letter): side for letter, side in letters.items()}
        self._and = {"and", folded(listed(("", "")).strip())}
        self.nothing = tuple(dict.fromkeys((*_NO_PEGS.split(", "), *_no_pegs().split(", "))))
        """Texts for an answer without any peg, such as *none*."""

    # Formatting.

    def format(self, answer: Feedback) -> str:
        """Formats an answer in initials, such as ``1B 2W``; ``parse`` inverts it."""
        match answer:
            case Places() | Unknown():
                return str(answer)
            case _ if self.style is Style.BAGELS:
                black, white = answer.black, answer.white if isinstance(answer, Pegs) else 0
                return " ".join([_BAGELS[WHITE]] * white + [_BAGELS[BLACK]] * black) or _NOTHING
            case Pegs(black, white):
                return f"{self._part(BLACK, black)} {self._part(WHITE, white)}"
            case Black(black):
                return self._part(BLACK, black)

    def words(self, answer: Feedback) -> str:
        """Formats an answer in words, such as ``1 black, 2 white``."""
        match answer:
            case Pegs(black, white):
                return _("{black}, {white}").format(
                    black=_count(self.style, black)[BLACK], white=_count(self.style, white)[WHITE]
                )
            case Black(black):
                return _count(self.style, black)[BLACK]
            case Places(right):
                places = [str(place + 1) for place, yes in enumerate(right) if yes]
                if not places:
                    return _("no place is right")
                if len(places) == len(right):
                    return _("all places are right")
                return ngettext(
                    "place {places} is right", "places {places} are right", len(places)
                ).format(places=", ".join(places))
            case Unknown():
                return str(answer)

    def counts(self, side: int, most: int) -> list[str]:
        """Lists the words for 0 to ``most`` pegs of a side, such as ``2 white``."""
        return [_count(self.style, n)[side] for n in range(most + 1)]

    def meanings(self) -> list[str]:
        """Explains the marks: black and white pegs, black ones only, or right and wrong."""
        if self.rules.answer is Answer.PLACES:
            wrong = (
                _("wrong: another colour is here")
                if self.style is Style.PEGS
                else _("wrong: another digit is here")
            )
            return [_("right: this place is right"), wrong]
        if self._pegs == "letters":
            both = [_("black: right letter, right place"), _("white: right letter, another place")]
        elif self._pegs == "skocko":
            both = [_("black: right symbol, right place"), _("white: right symbol, another place")]
        elif self.style is Style.PEGS:
            both = [_("black: right colour, right place"), _("white: right colour, another place")]
        elif self.style is Style.BULLS:
            both = [_("bull: right digit, right place"), _("cow: right digit, another place")]
        else:
            both = [_("Fermi: right digit, right place"), _("Pico: right digit, another place")]
        return both if self.rules.answer is Answer.PEGS else both[:1]

    def legend(self) -> str:
        """Explains the marks in a sentence."""
        return capital("; ".join(self.meanings()) + ".")

    def how_to(self) -> str:
        """Returns the sentence that explains how to type an answer."""
        example = self.example()
        if self.rules.answer is Answer.PLACES:
            return _(
                "Answer with + for each right place and - for each wrong one, such as {example}."
            ).format(example=example)
        if self.rules.answer is Answer.BLACK:
            return _("Answer with the number of right places, such as {example}.").format(
                example=example
            )
        more = {"example": example, "initials": self.format(self._sample)}
        if self.style is Style.PEGS and not self.colours:
            first, second = self.meanings()
            # Translators: {first} and {second} are such as "black: right letter, right place".
            return _(
                "Answer with black and white pegs ({first}; {second}), such as {example} or "
                "{initials} or {drawn}."
            ).format(**more, first=first, second=second, drawn=self._drawn())
        if self.style is Style.PEGS:
            return _(
                "Answer with black pegs (right colour, right place) and white pegs "
                "(right colour, wrong place), such as {example} or {initials} or {drawn}."
            ).format(**more, drawn=self._drawn())
        if self.style is Style.BULLS:
            return _(
                "Answer with bulls (right digit, right place) and cows "
                "(right digit, wrong place), such as {example} or {initials}."
            ).format(**more)
        return _(
            "Answer with Fermi (right digit, right place) and Pico (right digit, wrong place), "
            "or Bagels if no digit is right, such as {example} or {initials}."
        ).format(**more)

    def example(self, initials: bool = False) -> str:
        """Formats an example of an answer in figures or marks; if ``initials``, with these."""
        match self.rules.answer:
            case Answer.PEGS:
                return self.format(self._sample) if initials else ",".join(map(str, self._sample))
            case Answer.BLACK:
                return self.format(Black(1)) if initials else "1"
            case Answer.PLACES:
                return "".join("+-"[p % 2] for p in range(self.rules.places))

    @property
    def width(self) -> int:
        """Maximum length of a formatted answer."""
        n = self.rules.places
        match self.rules.answer:
            case Answer.PEGS if self.style is Style.BAGELS:
                return max(n * (len(_BAGELS[BLACK]) + 1) - 1, len(_NOTHING))
            case Answer.PEGS:
                return 2 * len(str(n)) + 1 + sum(map(len, self.initials))
            case Answer.BLACK:
                return len(self.format(Black(n)))
            case Answer.PLACES:
                return n

    @property
    def _sample(self) -> Pegs:
        return Pegs(1, min(2, max(0, self.rules.places - 2)))

    def _drawn(self) -> str:
        return "".join(initial * n for initial, n in zip(self.initials, self._sample, strict=True))

    def _part(self, side: int, n: int) -> str:
        """Formats the number of pegs of a side, such as ``2W``."""
        if self.style is Style.BAGELS:
            return _count(self.style, n)[side]
        return f"{n}{self.initials[side]}"

    # Parsing.

    def side_of(self, key: str) -> int | None:
        """Returns the side that a key counts, 0 black or 1 white; None for other keys."""
        return self._letters.get(folded(key))

    def parse(self, text: str, pegs: Sequence[Sequence[str]] = ()) -> Feedback:
        """Parses an answer: ``1B 2W``, ``1,2``, ``12``, ``BWW``, ``B=1, W=2``, or words.

        Words are such as ``1 black and 2 white`` or ``none``. Where only black pegs count, ``2``
        is read, too; where places are shown, ``--+-`` or ``X X 6 X``. ``pegs``: the spellings of
        each peg of the guess; a peg in the text must match. Raises IllegalMove for any other
        text, and for impossible answers.
        """
        match self.rules.answer:
            case Answer.PLACES:
                if self._is_nothing(text) and not (pegs and _spelled(text, pegs)):
                    return Places((False,) * self.rules.places)
                return parse_places(text, self.rules.places, pegs)
            case Answer.BLACK:
                return self._parse_black(text)
            case Answer.PEGS:
                return self._parse_pegs(text)

    def check(self, black: int, white: int) -> Pegs:
        """Returns the answer if it is possible with this number of places. Raises IllegalMove."""
        places = self.rules.places
        if black + white > places:
            raise IllegalMove(
                # Translators: {black} and {white} are formatted as in an answer: 3B, 2W.
                ngettext(
                    "{black} and {white} are more than the {places} place",
                    "{black} and {white} are more than the {places} places",
                    places,
                ).format(
                    black=self._part(BLACK, black), white=self._part(WHITE, white), places=places
                )
            )
        if white == 1 and black == places - 1:
            raise IllegalMove(
                # Translators: the three names are answers, such as 3B 1W.
                ngettext(
                    "{answer} is impossible with {places} place: if all others are in place, the "
                    "last one cannot be in another; the answer is {first} or {second}",
                    "{answer} is impossible with {places} places: if all others are in place, the "
                    "last one cannot be in another; the answer is {first} or {second}",
                    places,
                ).format(
                    answer=self.format(Pegs(black, 1)),
                    places=places,
                    first=self.format(Pegs(black, 0)),
                    second=self.format(Pegs(places, 0)),
                )
            )
        return Pegs(black, white)

    def _parse_pegs(self, text: str) -> Pegs:
        word = _plain(text)
        pair = _NUMBERS.fullmatch(word)
        if pair is None and self.rules.places <= ONE_DIGIT:
            pair = _TWO_DIGITS.fullmatch(word)
        found = self._read(word) if pair is None else (int(pair[1] or 0), int(pair[2] or 0))
        if found is None:
            found = self._read(word, _COWS)
            if found is None or found[BLACK] != found[WHITE]:  # 1B 1C reads alike both ways
                self._raise_unknown(text)
        return self.check(*(n or 0 for n in found))

    def _parse_black(self, text: str) -> Black:
        word = _plain(text)
        found = (int(word), None) if _ONE_NUMBER.fullmatch(word) else self._read(word)
        black, white = (None, None) if found is None else found
        if black is None or white is not None:
            message = (
                _("answer {text!r} is not understood; write the black pegs, like 2 or {example}")
                if self.style is Style.PEGS
                else _("answer {text!r} is not understood; write the bulls, like 2 or {example}")
            )
            raise IllegalMove(message.format(text=text, example=self.format(Black(2))))
        if black > self.rules.places:
            raise IllegalMove(
                # Translators: {black} is formatted as in an answer: 5B.
                ngettext(
                    "{black} are more than the {places} place",
                    "{black} are more than the {places} places",
                    self.rules.places,
                ).format(black=self._part(BLACK, black), places=self.rules.places)
            )
        return Black(black)

    def _read(self, text: str, letters: Mapping[str, int] | None = None) -> Counts | None:
        """Reads counts with words or letters; None if that is impossible.

        ``letters`` replaces the letters that the text and the language imply.
        """
        if self._is_nothing(text):
            return 0, 0 if self.rules.answer is Answer.PEGS else None
        text = _JOINED.sub(self._without_and, text)
        pairs = _tiled(_COUNTED, text) or _tiled(_NAMED, text)
        if pairs is None:
            return self._read_drawn(text, letters)
        words = [folded(word) for word, _n in pairs]
        singles = [word for word in words if len(word) == 1]
        known = letters or self._letters_for(words, singles)
        if known is self._letters and self.style is Style.PEGS:
            known = _KEYS | known
        counts: list[int | None] = [None, None]
        for word, (_word, n) in zip(words, pairs, strict=True):
            side = known.get(word) if len(word) == 1 else self._side(word)
            if side is None or counts[side] is not None:
                return None
            counts[side] = n
        return counts[BLACK], counts[WHITE]

    def _read_drawn(self, text: str, letters: Mapping[str, int] | None) -> Counts | None:
        """Reads one letter, word or mark for each peg: ``BWW``, ``●○○·``, ``Pico Fermi``."""
        tokens = _DRAWN.findall(text)
        if not tokens or _DRAWN.sub("", text).strip(" ,;"):
            return None
        signs: list[str] = []
        for token in map(folded, tokens):
            signs += [token] if token in self._words else token
        singles = [sign for sign in signs if len(sign) == 1 and sign not in _MARKS]
        known = {**(letters or self._letters_for(signs, singles)), **_MARKS}
        if self.style is Style.PEGS and "a" in known:
            return None  # a row of letters with an A is a code
        counts: list[int | None] = [None, None]
        for sign in signs:
            if len(sign) == 1 and sign not in known:
                return None
            side = known[sign] if len(sign) == 1 else self._words[sign]
            if side is not None:
                counts[side] = (counts[side] or 0) + 1
        return counts[BLACK] or 0, counts[WHITE]

    def _is_nothing(self, text: str) -> bool:
        bagels = (_NOTHING,) if self.style is Style.BAGELS else ()
        return folded(text) in map(folded, (*self.nothing, *bagels))

    def _without_and(self, match: re.Match[str]) -> str:
        """Removes the word *and* between two counts; returns any other word unchanged."""
        return "" if folded(match[match.lastgroup or 0]) in self._and else match[0]

    def _letters_for(self, words: Sequence[str], singles: Sequence[str]) -> Mapping[str, int]:
        """Returns the meaning of the letters of a text, from all its words and letters."""
        if "w" in singles or {"white", "whites"} & {*words}:
            return _ENGLISH
        if "c" in singles and "c" not in self._letters and self.style is not Style.PEGS:
            return _COWS
        return _BULLS_AND_COWS if "a" in singles else self._letters

    def _side(self, word: str) -> int | None:
        """Returns the side of a word of at least two letters, in any of its forms."""
        if word in self._words:
            return self._words[word]
        sides = {side for own, side in self._own.items() if own.startswith(word[:_STEM])}
        return sides.pop() if len(sides) == 1 else None

    def _raise_unknown(self, text: str) -> NoReturn:
        cows = self._read(_plain(text), _COWS)
        if cows is not None and cows[WHITE] is not None:
            black, white = (n or 0 for n in cows)
            raise IllegalMove(
                # Translators: {first} and {second} are answers, such as 2B 1W.
                _(
                    "answer {text!r} has two readings: {first} if C is a cow, {second} if C is a "
                    "black peg; write the one that you mean"
                ).format(
                    text=text,
                    first=self.format(Pegs(black, white)),
                    second=self.format(Pegs(white, black)),
                )
            )
        messages = {
            Style.PEGS: _(
                "answer {text!r} is not understood; write black and white pegs like {example} or "
                "{initials} or {drawn}"
            ),
            Style.BULLS: _(
                "answer {text!r} is not understood; write bulls and cows like {example} or "
                "{initials}"
            ),
            Style.BAGELS: _(
                "answer {text!r} is not understood; write Fermi, Pico or Bagels, like {initials}"
            ),
        }
        raise IllegalMove(
            messages[self.style].format(
                text=text,
                example=self.example(),
                initials=self.format(self._sample),
                drawn=self._drawn(),
            )
        )

    def echo(self, text: str, answer: Feedback) -> list[str]:
        """Repeats an answer in words if its letters are English ones, which are others here."""
        signs = [*map(folded, _DRAWN.findall(_plain(text)))]
        letters = [*"".join(sign for sign in signs if sign not in self._words)]
        if "w" in self._letters or self._letters_for(signs, letters) is not _ENGLISH:
            return []
        # Translators: {answer} is such as "1 black, 2 white".
        return [_("Your answer: {answer}.").format(answer=self.words(answer))]


def _initials(style: Style) -> tuple[str, str]:
    """Returns the printed initials of black and of white pegs."""
    match style:
        case Style.PEGS:
            return (
                # Translators: one letter, with which answers are written: 1B 2W.
                pgettext("initial of black pegs", "B"),
                # Translators: one letter, with which answers are written: 1B 2W.
                pgettext("initial of white pegs", "W"),
            )
        case Style.BULLS:
            return (
                # Translators: one letter, with which answers are written: 1B 2C.
                pgettext("initial of bulls", "B"),
                # Translators: one letter, with which answers are written: 1B 2C.
                pgettext("initial of cows", "C"),
            )
        case Style.BAGELS:
            return _BAGELS[BLACK][0], _BAGELS[WHITE][0]


def _no_pegs() -> str:
    # Translators: texts that a person may type for an answer without any peg, separated by commas.
    return pgettext("answer", "none, nothing, no pegs")


def _count(style: Style, n: int) -> tuple[str, str]:
    """Formats ``n`` black pegs, and ``n`` white pegs, in words."""
    match style:
        case Style.PEGS:
            both = ngettext("{n} black", "{n} black", n), ngettext("{n} white", "{n} white", n)
        case Style.BULLS:
            # Translators: bulls are digits in their right place, in the game Bulls and Cows.
            bulls = ngettext("{n} bull", "{n} bulls", n)
            # Translators: cows are digits in another place, in the game Bulls and Cows.
            both = bulls, ngettext("{n} cow", "{n} cows", n)
        case Style.BAGELS:
            both = f"{{n}} {_BAGELS[BLACK]}", f"{{n}} {_BAGELS[WHITE]}"
    return both[BLACK].format(n=n), both[WHITE].format(n=n)


def _forms(style: Style) -> dict[str, int]:
    """Returns the words for black and white pegs in all their forms, folded."""
    return {
        folded(text.replace(str(n), "").strip()): side
        for n in (1, 2, 5)  # All plural forms of these languages.
        for side, text in enumerate(_count(style, n))
    }


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", " ".join(text.lower().split()))


def _tiled(pattern: re.Pattern[str], text: str) -> list[tuple[str, int]] | None:
    """Returns the words and numbers of a text that consists of matches of a pattern."""
    at, found = 0, []
    while at < len(text):
        match = pattern.match(text, at)
        if match is None:
            return None
        found.append((match["word"], int(match["n"])))
        at = match.end()
    return found or None


def _spelled(text: str, pegs: Sequence[Sequence[str]]) -> bool:
    """True if a text has one letter for each peg of a guess, as in the guess *none*."""
    letters = zip(text.lower(), pegs, strict=False)
    return len(text) == len(pegs) and all(
        letter in map(str.lower, spellings) for letter, spellings in letters
    )


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
        shown = mark.lower() in map(str.lower, spellings)
        if shown and mark in "xX":
            raise IllegalMove(
                _("answer {text!r}: at place {place}, x may be the peg or a cross; use -").format(
                    text=text, place=place
                )
            )
        if mark not in _WRONG + _RIGHT and not shown:
            raise IllegalMove(
                _("answer {text!r}: place {place} of the guess is {peg}, not {mark}").format(
                    text=text, place=place, peg=spellings[0], mark=mark
                )
            )
    return Places(tuple(mark not in _WRONG for mark in marks))
