"""How codes are written: digits, colour letters, colour words, or the symbols on the board.

A code prints as digits (1 to 9 when there are at most nine colours, from 0 when there are more),
then small letters; with more than 36 colours as numbers from 1 with commas. The blank is ``_``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, NoReturn

from mastermine.core.errors import IllegalMove
from mastermine.i18n.text import _, folded, nearest, ngettext
from mastermine.mastermind.colours import MAX_COLOURS, Colour, palette

if TYPE_CHECKING:
    from mastermine.mastermind.rules import Code, Mastermind

_ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz"
BLANK = "_"
_SEPARATORS = re.compile(r"[,;\s]+")


def _fold(text: str) -> str:
    """One form for all spellings of the same letters."""
    return unicodedata.normalize("NFC", text.casefold())


class Notation:
    """The notation of one set of rules, with the default colours or with names of one's own."""

    STANDARD: ClassVar[tuple[str, ...]] = tuple(colour.name for colour in palette(MAX_COLOURS))
    """The names of all colours that have one of their own."""

    def __init__(self, rules: Mastermind, names: Sequence[str] | None = None) -> None:
        """Raises InvalidSpec when ``names`` are not one for each colour, all different."""
        self.rules = rules
        self.colours: tuple[Colour, ...] = palette(rules.colours, rules.blank, names)
        n = rules.colours
        first = 0 if 9 < n <= len(_ALPHABET) else 1
        digits = _ALPHABET if n <= len(_ALPHABET) else [str(c) for c in range(n + 1)]
        self.digits = (*digits[first : first + n], *[BLANK] * rules.blank)
        self.separator = "" if n <= len(_ALPHABET) else ","
        """What stands between the digits of a code."""
        known: dict[str, int] = {}
        for spelling in ("symbol", "letter", "name"):
            if spelling == "letter" and n > 10:
                continue  # "b" is the twelfth digit there
            for colour, look in enumerate(self.colours):
                known[_fold(getattr(look, spelling))] = colour
                if spelling == "name":
                    known[_fold(_(look.name))] = colour
        known |= {digit: colour for colour, digit in enumerate(self.digits)}
        known.pop("", None)
        self._known = known
        alike: dict[str, set[int]] = {}
        for colour, look in enumerate(self.colours):
            for name in (look.name, _(look.name)):
                alike.setdefault(folded(name), set()).add(colour)
        self._alike = {
            name: next(iter(them))
            for name, them in alike.items()
            if len(name) > 1 and len(them) == 1
        }
        """Names without their accents, where no other colour could be meant."""

    def format(self, code: Code) -> str:
        """The digits of a code, such as ``1122``; ``parse`` gives the code back."""
        return self.separator.join(map(self.digits.__getitem__, code))

    def words(self, code: Code) -> str:
        """The colour names of a code, with commas."""
        return ", ".join(_(self.colours[colour].name) for colour in code)

    def spellings(self, colour: int) -> tuple[str, ...]:
        """How one peg of a colour can be written: its digit, letter and symbol."""
        look = self.colours[colour]
        return self.digits[colour], look.letter, look.symbol

    def parse(self, text: str) -> Code:
        """Read a code in any of its spellings, which may be mixed. Raises IllegalMove."""
        pegs = self._pegs(_fold(text.strip()))
        colours = [self._colour(peg) for peg in pegs]
        unknown = next((p for p, c in zip(pegs, colours, strict=True) if c is None), None)
        if unknown is not None:
            self._complain(unknown)
        if len(pegs) != self.rules.places:
            raise IllegalMove(
                ngettext(
                    "{text!r} has {n} peg; a code has {places}, such as {example}",
                    "{text!r} has {n} pegs; a code has {places}, such as {example}",
                    len(pegs),
                ).format(text=text, n=len(pegs), places=self.rules.places, example=self.example())
            )
        code = tuple(colour for colour in colours if colour is not None)
        self.rules.check(code)
        return code

    def _colour(self, peg: str) -> int | None:
        """The colour that is written so, or almost so."""
        found = self._known.get(peg)
        return self._alike.get(folded(peg)) if found is None else found

    def _pegs(self, text: str) -> list[str]:
        """Cut a text into pegs: at commas and spaces where it has any, else letter by letter."""
        row = len(text) == self.rules.places and not self.separator
        if row and set(text) <= self._known.keys():
            return list(text)  # even if it is a word: "red" is a row of three of 36 digits
        if self._colour(text) is not None:
            return [text]
        words = [word for word in _SEPARATORS.split(text) if word]
        if row and len(words) == 1:
            return list(text)
        if all(self._colour(word) is not None or self._looks_like_a_word(word) for word in words):
            return words
        return words if self.separator else list("".join(words))

    def _looks_like_a_word(self, text: str) -> bool:
        """Whether a text that is no colour was rather meant as one than as a row of letters."""
        return len(text) > 1 and text.isalpha() and not set(text) <= self._known.keys()

    def _complain(self, peg: str) -> NoReturn:
        if len(peg) > 1:
            hint = nearest(peg, [_(colour.name) for colour in self.colours])
        else:
            hint = _("the colours are {legend}").format(legend=self.legend())
        raise IllegalMove(_("there is no colour {word!r}; {hint}").format(word=peg, hint=hint))

    def example(self) -> str:
        """Some code of the rules, for an error message."""
        rules = self.rules
        step = 1 if not rules.repeats else 2
        return self.format(tuple(p // step % rules.symbols for p in range(rules.places)))

    def legend(self) -> str:
        """Each colour with its digit and its letter, on one line."""
        return "  ".join(
            f"{digit} {_(colour.name)}" + (f" ({colour.letter})" if self._short(colour) else "")
            for digit, colour in zip(self.digits, self.colours, strict=True)
        )

    def _short(self, colour: Colour) -> bool:
        return bool(colour.letter) and self.rules.colours <= 10 and colour.letter != BLANK
