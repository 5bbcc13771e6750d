"""Parsing and formatting of codes: digits, colour letters, colour names, or symbols.

Colours are formatted as 1 to 9 if there are at most nine, else from 0, then a to z; more than 36
colours as numbers from 1 separated by commas. The blank is ``_``.
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
    """Normalises case and Unicode form."""
    return unicodedata.normalize("NFC", text.casefold())


class Notation:
    """Notation of one set of rules, with the default or custom colour names."""

    STANDARD: ClassVar[tuple[str, ...]] = tuple(colour.name for colour in palette(MAX_COLOURS))
    """Names of all colours that are not shades."""

    def __init__(self, rules: Mastermind, names: Sequence[str] | None = None) -> None:
        """Raises InvalidSpec unless ``names`` has one name per colour, all different."""
        self.rules = rules
        self.colours: tuple[Colour, ...] = palette(rules.colours, rules.blank, names)
        n = rules.colours
        first = 0 if 9 < n <= len(_ALPHABET) else 1
        digits = _ALPHABET if n <= len(_ALPHABET) else [str(c) for c in range(n + 1)]
        self.digits = (*digits[first : first + n], *[BLANK] * rules.blank)
        self.separator = "" if n <= len(_ALPHABET) else ","
        """Separator between the digits of a code."""
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
            name: next(iter(matches))
            for name, matches in alike.items()
            if len(name) > 1 and len(matches) == 1
        }
        """Colour by name without accents, where that is unambiguous."""

    def format(self, code: Code) -> str:
        """Formats a code as digits, e.g. ``1122``; ``parse`` inverts it."""
        return self.separator.join(map(self.digits.__getitem__, code))

    def words(self, code: Code) -> str:
        """Formats a code as colour names separated by commas."""
        return ", ".join(_(self.colours[colour].name) for colour in code)

    def spellings(self, colour: int) -> tuple[str, ...]:
        """Digit, letter and symbol of a colour."""
        look = self.colours[colour]
        return self.digits[colour], look.letter, look.symbol

    def parse(self, text: str) -> Code:
        """Parses a code; spellings may be mixed. Raises IllegalMove."""
        pegs = self._pegs(_fold(text.strip()))
        colours = [self._colour(peg) for peg in pegs]
        unknown = next((p for p, c in zip(pegs, colours, strict=True) if c is None), None)
        if unknown is not None:
            self._raise_unknown(unknown)
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
        """Finds a colour by its spelling, ignoring accents if necessary."""
        found = self._known.get(peg)
        return self._alike.get(folded(peg)) if found is None else found

    def _pegs(self, text: str) -> list[str]:
        """Splits a text into pegs: at commas and spaces if there are any, else into characters."""
        row = len(text) == self.rules.places and not self.separator
        if row and set(text) <= self._known.keys():
            return list(text)  # even a word: with 36 colours "red" is three digits
        if self._colour(text) is not None:
            return [text]
        words = [word for word in _SEPARATORS.split(text) if word]
        if row and len(words) == 1:
            return list(text)
        if all(self._colour(word) is not None or self._looks_like_a_word(word) for word in words):
            return words
        return words if self.separator else list("".join(words))

    def _looks_like_a_word(self, text: str) -> bool:
        """True if an unknown text looks like a colour name rather than a row of letters."""
        return len(text) > 1 and text.isalpha() and not set(text) <= self._known.keys()

    def _raise_unknown(self, peg: str) -> NoReturn:
        if len(peg) > 1:
            hint = nearest(peg, [_(colour.name) for colour in self.colours])
        else:
            hint = _("the colours are {legend}").format(legend=self.legend())
        raise IllegalMove(_("there is no colour {word!r}; {hint}").format(word=peg, hint=hint))

    def example(self) -> str:
        """Formats an example code for an error message."""
        rules = self.rules
        step = 1 if not rules.repeats else 2
        return self.format(tuple(p // step % rules.symbols for p in range(rules.places)))

    def legend(self) -> str:
        """Formats all colours with digit, name and letter on one line."""
        return "  ".join(
            f"{digit} {_(colour.name)}" + (f" ({colour.letter})" if self._short(colour) else "")
            for digit, colour in zip(self.digits, self.colours, strict=True)
        )

    def _short(self, colour: Colour) -> bool:
        return bool(colour.letter) and self.rules.colours <= 10 and colour.letter != BLANK
