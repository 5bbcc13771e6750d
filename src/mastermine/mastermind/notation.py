"""Notation for people: names, letters and labels of the pegs, and answers, in a language.

Codes in files, links and JSON are labels in every language: colours from 1 to 9 if there are at
most nine, else from 0, then a to z; more than 36 colours as numbers from 1 separated by commas; the
blank is ``_``. ``Mastermind.parse_action`` and ``format_action`` use these. What people read and
type may have other words, which belong to the game: a *vocabulary*, or names of their own.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from string import ascii_lowercase
from typing import TYPE_CHECKING, ClassVar, NamedTuple, NoReturn

from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.i18n.languages import ENGLISH
from mastermine.i18n.numbers import sized
from mastermine.i18n.text import N_, _, folded, nearest, ngettext, speaking, spoken
from mastermine.mastermind.answers import AnswerNotation, Style
from mastermine.mastermind.colours import NAMED_COLOURS, Colour, letters_of, palette
from mastermine.mastermind.feedback import Black, Feedback, Pegs, Places, Unknown
from mastermine.mastermind.rules import Answer

if TYPE_CHECKING:
    from mastermine.i18n.languages import Language
    from mastermine.mastermind.rules import Code, Mastermind

_ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz"
BLANK = "_"
_BLANKS = "_-."
"""Signs of the blank."""
_SEPARATORS = re.compile(r"[,;\s]+")
_BRACKETS = {"[": "]", "(": ")"}
MAX_LETTERS = 10
"""Number of colours up to which their letters are read; with more, letters are labels."""


class Vocabulary(NamedTuple):
    """Words of a kind of game: what its pegs are called, and the words of its answers."""

    least: int
    most: int
    """Numbers of colours that it can name."""
    style: Style


VOCABULARIES = {
    "colours": Vocabulary(1, 255, Style.PEGS),
    "digits": Vocabulary(1, 10, Style.BULLS),
    "bagels": Vocabulary(1, 10, Style.BAGELS),
    "letters": Vocabulary(1, 26, Style.PEGS),
    "skocko": Vocabulary(6, 6, Style.PEGS),
}
"""Vocabularies by name, which ``--colours`` takes in place of names."""

_USUAL = {10: "digits", 26: "letters"}
"""Vocabularies of games with so many colours; others have colours."""

_SKOCKO = (
    # Translators: a symbol of the game Skočko: the jumping figure.
    (N_("skočko"), "☻", "#c9a800"),
    # Translators: a suit of cards; also the next three.
    (N_("club"), "♣", "#2ca02c"),
    (N_("spade"), "♠", "#2f6fde"),
    (N_("heart"), "♥", "#d62728"),
    (N_("diamond"), "♦", "#f08a00"),
    (N_("star"), "★", "#9b5de5"),
)


def _fold(text: str) -> str:
    """Normalises case and Unicode form."""
    return unicodedata.normalize("NFC", text.casefold())


class Notation:
    """Notation of one set of rules in the language in which it is created."""

    STANDARD: ClassVar[tuple[str, ...]] = tuple(colour.name for colour in palette(NAMED_COLOURS))
    """Names of all colours that are not shades."""
    WORDS: ClassVar[tuple[str, ...]] = tuple(VOCABULARIES)
    """Names of the vocabularies."""

    def __init__(self, rules: Mastermind, names: Sequence[str] | None = None) -> None:
        """``names``: one name per colour, or the name of a vocabulary [default: the usual one].

        Raises InvalidSpec.
        """
        self.rules = rules
        self.names_given = None if names is None else tuple(names)
        """``names`` as they were given."""
        self.vocabulary = _vocabulary(rules, names)
        """Name of the vocabulary; empty for names of the player's own."""
        self.digits = _digits(rules)
        """Labels of the colours in files, links and JSON."""
        own = names if not self.vocabulary else None
        self.colours = _pegs(rules, self.vocabulary, own, self.digits)
        """The pegs, with names and letters in the language."""
        self._english = _english_names(rules, self.vocabulary)
        style = VOCABULARIES[self.vocabulary].style if self.vocabulary else Style.PEGS
        self.answers = AnswerNotation(rules, style, self.vocabulary)
        """The words for the answers."""
        self.labels, self.separator = self._labelled()
        """Labels of the colours for people, and the separator between those of a code."""
        self._known = self._spelled()
        alike: dict[str, set[int]] = {}
        for colour, look in enumerate(self.colours):
            letter = look.letter if rules.colours <= MAX_LETTERS else ""
            for name in (look.name, self._english[colour], letter):
                alike.setdefault(folded(name), set()).add(colour)
        self._alike = {
            name: colour
            for name, (colour, *others) in alike.items()
            if name and not others and self._known.get(name, colour) == colour
        }
        """Colour by name or letter without accents, where that is unambiguous."""

    @classmethod
    def of(cls, rules: Mastermind, names: Sequence[str] | None = None) -> Notation:
        """Returns the notation in the language in use, cached. Raises InvalidSpec."""
        return _cached(rules, None if names is None else tuple(names), spoken())

    def _labelled(self) -> tuple[tuple[str, ...], str]:
        """Returns labels, and the separator between them.

        The names are the labels if they are letters, or if one of them is another colour's label.
        """
        n = self.rules.colours
        separator = "" if n <= len(_ALPHABET) else ","
        names = [look.name for look in self.colours[:n]]
        short = all(len(_fold(name)) == 1 for name in names)
        others = zip(map(_fold, names), self.digits, strict=False)
        taken = any(name != digit and name in self.digits for name, digit in others)
        if short or taken:
            return (*names, *self.digits[n:]), "" if short else ","
        return self.digits, separator

    def _spelled(self) -> dict[str, int]:
        """Returns colours by spelling; of equal spellings the last one counts."""
        n, known = self.rules.colours, {}
        for colour, look in enumerate(self.colours):
            known[_fold(look.symbol)] = colour
        if n <= MAX_LETTERS:
            first = [_fold(look.name)[:1] for look in self.colours]  # "ž" is žuta, not zelena
            known |= {c: colour for colour, c in enumerate(first) if first.count(c) == 1}
            known |= {_fold(look.letter): colour for colour, look in enumerate(self.colours)}
        known |= {_fold(name): colour for colour, name in enumerate(self._english)}
        known |= {_fold(look.name): colour for colour, look in enumerate(self.colours)}
        if self.labels == self.digits or n <= MAX_LETTERS:
            known |= {digit: colour for colour, digit in enumerate(self.digits)}
        known |= {_fold(label): colour for colour, label in enumerate(self.labels)}
        if self.rules.blank:
            known |= dict.fromkeys(_BLANKS, n)
        known.pop("", None)
        return known

    # Formatting.

    def format(self, code: Code) -> str:
        """Formats a code as labels, e.g. ``1122``; ``parse`` inverts it."""
        return self.separator.join(map(self.labels.__getitem__, code))

    def words(self, code: Code) -> str:
        """Formats a code as names of the pegs, separated by commas."""
        return ", ".join(self.colours[colour].name for colour in code)

    def spellings(self, colour: int) -> tuple[str, ...]:
        """Label, digit, letter and symbol of a colour."""
        look = self.colours[colour]
        return self.labels[colour], self.digits[colour], look.letter, look.symbol

    def format_answer(self, answer: Feedback) -> str:
        """Formats an answer, e.g. ``1B 2W``; ``parse_answer`` inverts it."""
        return self.answers.format(answer)

    def answer_sentence(self, answer: Feedback) -> str:
        """Formats an answer as a clause: ``1 digit is right and in its place; …``."""
        match answer:
            case Places() | Unknown():
                return self.answers.words(answer)
            case Black(0):
                return self.suited(
                    colours=_("no peg is in its place"),
                    digits=_("no digit is in its place"),
                    letters=_("no letter is in its place"),
                    symbols=_("no symbol is in its place"),
                )
            case Black(black):
                return self._in_place(black)
            case Pegs(0, 0):
                return self.suited(
                    colours=_("no peg is right"),
                    digits=_("no digit is right"),
                    letters=_("no letter is right"),
                    symbols=_("no symbol is right"),
                )
            case Pegs(black, 0):
                return self._in_place(black)
            case Pegs(0, white):
                return self._misplaced(white)
            case Pegs(black, white):
                # Translators: {black} is such as "1 digit is right and in its place", {white} such
                # as "2 digits are right but in the wrong place".
                return _("{black}; {white}").format(
                    black=self._in_place(black), white=self._misplaced(white)
                )

    def _in_place(self, n: int) -> str:
        return self.suited(
            colours=ngettext(
                "{n} peg is right and in its place", "{n} pegs are right and in their place", n
            ),
            digits=ngettext(
                "{n} digit is right and in its place", "{n} digits are right and in their place", n
            ),
            letters=ngettext(
                "{n} letter is right and in its place",
                "{n} letters are right and in their place",
                n,
            ),
            symbols=ngettext(
                "{n} symbol is right and in its place",
                "{n} symbols are right and in their place",
                n,
            ),
        ).format(n=n)

    def _misplaced(self, n: int) -> str:
        return self.suited(
            colours=ngettext(
                "{n} peg is right but in the wrong place",
                "{n} pegs are right but in the wrong place",
                n,
            ),
            digits=ngettext(
                "{n} digit is right but in the wrong place",
                "{n} digits are right but in the wrong place",
                n,
            ),
            letters=ngettext(
                "{n} letter is right but in the wrong place",
                "{n} letters are right but in the wrong place",
                n,
            ),
            symbols=ngettext(
                "{n} symbol is right but in the wrong place",
                "{n} symbols are right but in the wrong place",
                n,
            ),
        ).format(n=n)

    def suited(self, *, colours: str, digits: str, letters: str, symbols: str) -> str:
        """Returns the text that suits the pegs of this vocabulary."""
        texts = {"digits": digits, "bagels": digits, "letters": letters, "skocko": symbols}
        return texts.get(self.vocabulary, colours)

    def describe(self, limit: bool = True) -> str:
        """Formats the rules in the words of the game, with the limit of guesses or without."""
        rules, n = self.rules, self.rules.colours
        pegs = self.suited(
            colours=ngettext("{n} colour", "{n} colours", n),
            digits=ngettext("{n} digit", "{n} digits", n),
            letters=ngettext("{n} letter", "{n} letters", n),
            symbols=ngettext("{n} symbol", "{n} symbols", n),
        )
        answers = {
            Answer.PEGS: "",
            Answer.BLACK: _("the answer counts black pegs only")
            if self.answers.style is Style.PEGS
            else _("the answer counts right places only"),
            Answer.PLACES: _("the answer shows which places are right"),
        }
        parts = (
            ngettext("{n} place", "{n} places", rules.places).format(n=rules.places),
            pegs.format(n=n),
            # Translators: in a list of rules: a place may be left empty.
            _("blanks") if rules.blank else "",
            # Translators: in a list of rules: each colour is used at most once.
            "" if rules.repeats else _("no repeats"),
            ngettext("{n} code", "{n} codes", rules.size).format(n=sized(rules.size)),
            ""
            if not limit
            # Translators: in a list of rules: any number of guesses.
            else _("no limit")
            if rules.limit is None
            else ngettext("{n} guess", "{n} guesses", rules.limit).format(n=rules.limit),
            answers[rules.answer],
        )
        return ", ".join(filter(None, parts))

    # Parsing.

    def parse(self, text: str) -> Code:
        """Parses a code; spellings may be mixed. Raises IllegalMove."""
        written = _fold(text.strip())
        pegs = self._split(written)
        if _BRACKETS.get(written[:1], "") == written[-1:] and None in map(self._colour, pegs):
            pegs = self._split(written[1:-1])
        colours = [self._colour(peg) for peg in pegs]
        unknown = next((p for p, c in zip(pegs, colours, strict=True) if c is None), None)
        if unknown is not None:
            self._raise_unknown(unknown)
        if len(pegs) != self.rules.places:
            n = len(pegs)
            message = self.suited(
                colours=ngettext(
                    "{text!r} has {n} peg; a code has {places}, such as {example}",
                    "{text!r} has {n} pegs; a code has {places}, such as {example}",
                    n,
                ),
                digits=ngettext(
                    "{text!r} has {n} digit; a code has {places}, such as {example}",
                    "{text!r} has {n} digits; a code has {places}, such as {example}",
                    n,
                ),
                letters=ngettext(
                    "{text!r} has {n} letter; a code has {places}, such as {example}",
                    "{text!r} has {n} letters; a code has {places}, such as {example}",
                    n,
                ),
                symbols=ngettext(
                    "{text!r} has {n} symbol; a code has {places}, such as {example}",
                    "{text!r} has {n} symbols; a code has {places}, such as {example}",
                    n,
                ),
            )
            raise IllegalMove(
                message.format(text=text, n=n, places=self.rules.places, example=self.example())
            )
        code = tuple(colour for colour in colours if colour is not None)
        self.rules.check(code)
        return code

    def parse_answer(self, text: str, guess: Code | None = None) -> Feedback:
        """Parses an answer; pegs of ``guess`` that it repeats must agree. Raises IllegalMove."""
        return self.answers.parse(text, [self.spellings(peg) for peg in guess or ()])

    def read(self, text: str) -> Code:
        """Parses a code as programs write it, or else as people do. Raises IllegalMove.

        Programs write labels; in games without names of the player's own, English is read, too.
        """
        separator = self.rules.canonical.separator
        pegs = text.split(separator) if separator else [*text]
        if self.vocabulary or {*pegs} <= {*self.digits}:
            with suppress(IllegalMove):
                return self.rules.parse_action(text)
        return self.parse(text)

    def read_answer(self, text: str, guess: Code | None = None) -> Feedback:
        """Parses an answer in English, or else in the language in use. Raises IllegalMove."""
        with suppress(IllegalMove):
            return self.rules.parse_feedback(text, guess)
        return self.parse_answer(text, guess)

    def colour_of(self, key: str) -> int | None:
        """Returns the colour that a key stands for: its label or letter; None if there is none."""
        return self._colour(_fold(key)) if len(key) == 1 else None

    def _colour(self, peg: str) -> int | None:
        """Finds a colour by its spelling, ignoring accents if necessary."""
        found = self._known.get(peg)
        return self._alike.get(folded(peg)) if found is None else found

    def _split(self, text: str) -> list[str]:
        """Splits a text into pegs: at commas and spaces if there are any, else into characters."""
        row = len(text) == self.rules.places and not self.separator
        if row and all(self._colour(peg) is not None for peg in text):
            return list(text)  # even a word: with 36 colours "red" is three labels
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
        return len(text) > 1 and text.isalpha() and any(self._colour(c) is None for c in text)

    def _raise_unknown(self, peg: str) -> NoReturn:
        message = self.suited(
            colours=_("there is no colour {word!r}; {hint}"),
            digits=_("there is no digit {word!r}; {hint}"),
            letters=_("there is no letter {word!r}; {hint}"),
            symbols=_("there is no symbol {word!r}; {hint}"),
        )
        if self.vocabulary in ("digits", "bagels", "letters"):
            hint = _("they are {first} to {last}").format(
                first=self.labels[0], last=self.labels[self.rules.colours - 1]
            )
        elif len(peg) > 1:
            hint = nearest(peg, [colour.name for colour in self.colours])
        else:
            hint = self.suited(
                colours=_("the colours are {legend}"),
                digits="",
                letters="",
                symbols=_("the symbols are {legend}"),
            ).format(legend=self.legend())
        raise IllegalMove(message.format(word=peg, hint=hint))

    # Examples.

    def example(self) -> str:
        """Formats an example code for an error message."""
        rules = self.rules
        step = 1 if not rules.repeats else 2
        return self.format(tuple(p // step % rules.symbols for p in range(rules.places)))

    def row_example(self) -> str:
        """Returns how a row is written, a clause."""
        return _('write a guess, a space and its answer, such as "{example} 1,1", or ?').format(
            example=self.example()
        )

    def how_to(self) -> str:
        """Returns the sentence that explains how to type a code."""
        n, example = self.rules.places, self.example()
        if any(map(self.letter, range(self.rules.colours))):
            words = self.words(self.parse(example))
            symbols = ngettext(
                "A guess is a code of {n} symbol, in digits, letters or words: {example} or "
                "{words}.",
                "A guess is a code of {n} symbols, in digits, letters or words: {example} or "
                "{words}.",
                n,
            )
            pegs = ngettext(
                "A guess is a code of {n} peg, in digits, letters or words: {example} or {words}.",
                "A guess is a code of {n} pegs, in digits, letters or words: {example} or {words}.",
                n,
            )
            text = self.suited(colours=pegs, digits=pegs, letters=pegs, symbols=symbols)
            return text.format(n=n, example=example, words=words)
        return self.suited(
            colours=ngettext(
                "A guess is a code of {n} peg, such as {example}.",
                "A guess is a code of {n} pegs, such as {example}.",
                n,
            ),
            digits=ngettext(
                "A guess is a code of {n} digit, such as {example}.",
                "A guess is a code of {n} digits, such as {example}.",
                n,
            ),
            letters=ngettext(
                "A guess is a code of {n} letter, such as {example}.",
                "A guess is a code of {n} letters, such as {example}.",
                n,
            ),
            symbols="",
        ).format(n=n, example=example)

    def letter(self, colour: int) -> str:
        """Returns the letter that can be typed for a colour besides its label, or nothing."""
        look = self.colours[colour]
        few = self.rules.colours <= MAX_LETTERS and look.letter != BLANK
        return look.letter if few and look.letter != _fold(self.labels[colour]) else ""

    def legend(self) -> str:
        """Formats all colours with label, name and letter on one line."""
        return "  ".join(
            (label if look.name == label else f"{label} {look.name}")
            + (f" ({self.letter(colour)})" if self.letter(colour) else "")
            for colour, (label, look) in enumerate(zip(self.labels, self.colours, strict=True))
        )


@lru_cache(maxsize=64)
def _cached(rules: Mastermind, names: tuple[str, ...] | None, language: Language) -> Notation:  # noqa: ARG001
    return Notation(rules, names)


@lru_cache(maxsize=16)
def canonical(rules: Mastermind) -> Notation:
    """Returns the notation of files, links and JSON: labels, and English names and letters."""
    with speaking(ENGLISH):
        made = Notation(rules, ("colours",))
        made.answers = Notation(rules).answers
    return made


def _vocabulary(rules: Mastermind, names: Sequence[str] | None) -> str:
    """Returns the name of the vocabulary, or nothing for other names. Raises InvalidSpec."""
    if names is None:
        return _USUAL.get(rules.colours, "colours")
    name = names[0].strip().lower() if len(names) == 1 else ""
    if name not in VOCABULARIES or (rules.colours == 1 and name != "colours"):
        return ""
    least, most, _style = VOCABULARIES[name]
    if not least <= rules.colours <= most:
        raise InvalidSpec(
            # Translators: {name} is such as digits, which is typed; {most} is a number.
            _("{name} are at most {most}, but this game has {colours}; name the colours").format(
                name=name, most=most, colours=rules.colours
            )
        )
    return name


def _digits(rules: Mastermind) -> tuple[str, ...]:
    """Returns the labels of the colours in files, links and JSON."""
    n = rules.colours
    first = 0 if len("123456789") < n <= len(_ALPHABET) else 1
    digits = _ALPHABET if n <= len(_ALPHABET) else [str(c) for c in range(n + 1)]
    return (*digits[first : first + n], *[BLANK] * rules.blank)


def _pegs(
    rules: Mastermind, vocabulary: str, names: Sequence[str] | None, digits: Sequence[str]
) -> tuple[Colour, ...]:
    """Returns the pegs with names and letters in the language in use."""
    made = palette(rules.colours, rules.blank, names)
    own, blank = made[: rules.colours], made[rules.colours :]
    match vocabulary:
        case "":
            pass
        case "colours":
            words = [_(colour.name) for colour in own]
            rows = zip(own, words, letters_of(words), strict=True)
            own = tuple(replace(look, name=word, letter=letter) for look, word, letter in rows)
        case "skocko":
            words = [_(name) for name, _symbol, _rgb in _SKOCKO]
            symbols = zip(words, letters_of(words), _SKOCKO, strict=True)
            own = tuple(Colour(word, letter, *look[1:]) for word, letter, look in symbols)
        case _:
            labels = ascii_lowercase if vocabulary == "letters" else digits
            pairs = zip(own, labels, strict=False)
            own = tuple(replace(look, name=it, letter="", symbol=it) for look, it in pairs)
    return own + tuple(replace(look, name=_(look.name)) for look in blank)


def _english_names(rules: Mastermind, vocabulary: str) -> list[str]:
    """Returns the English names of the pegs; empty texts for those without other names."""
    names = {
        "colours": [colour.name for colour in palette(rules.colours)],
        "skocko": [name for name, _symbol, _rgb in _SKOCKO],
    }
    return names.get(vocabulary, [""] * rules.colours) + ["blank"] * rules.blank
