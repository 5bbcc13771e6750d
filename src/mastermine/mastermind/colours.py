"""The colours of pegs: name, letter, symbol and RGB value.

Each value has a contrast of at least 2 to 1 with black and with white (relative luminance of WCAG
2.1), so that pegs are visible on dark and light backgrounds; symbols distinguish pegs without
colour. Every symbol is one column wide and has no emoji form by default (Unicode Standard Annex 11,
UTS 51). Further colours are shades of these, with Braille patterns as symbols.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.text import _, ngettext

NAMED_COLOURS = 64
"""Number of colours that are not shades."""

MAX_COLOURS = 255
"""Limit on colours: with the blank they fit a byte."""


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour of pegs."""

    name: str
    """One word, unique in its palette without regard to case."""
    letter: str
    """A letter of its name, unique in its palette; empty if none is free. The blank has ``_``."""
    symbol: str
    """One column wide, unique in its palette."""
    rgb: str
    """E.g. ``#d62728``."""

    @property
    def blank(self) -> bool:
        """True for the blank."""
        return self.letter == "_"


BLANK = Colour("blank", "_", "·", "#8a8a8a")

# The first eight are those of the eight-colour game; the next eighteen use all other letters.
_STANDARD: dict[str, str] = {
    "red": "#d62728",
    "green": "#2ca02c",
    "blue": "#2f6fde",
    "yellow": "#c9a800",
    "violet": "#9b5de5",
    "olive": "#7a7d1e",
    "pink": "#f06fb4",
    "teal": "#128f8b",
    "amber": "#f08a00",
    "cyan": "#17b3d6",
    "magenta": "#d01fc0",
    "lime": "#7cc31c",
    "sienna": "#a0522d",
    "indigo": "#5b4bd6",
    "khaki": "#b3a565",
    "jade": "#00a86b",
    "navy": "#2c4f9e",
    "fuchsia": "#f02fa0",
    "wine": "#8f2d50",
    "honey": "#d99a2b",
    "denim": "#3f7cac",
    "emerald": "#1f8a55",
    "umber": "#7d5a3c",
    "quartz": "#b58fa8",
    "zinc": "#7f8a93",
    "xanadu": "#738678",
    "orange": "#f2701d",
    "purple": "#8432a8",
    "brown": "#8b4a1f",
    "silver": "#a3a8ad",
    "crimson": "#c8143f",
    "azure": "#2491f0",
    "coral": "#f0705a",
    "turquoise": "#2bbfae",
    "gold": "#bf9a1a",
    "lavender": "#9d8fdc",
    "maroon": "#8c2f2f",
    "mint": "#55b98a",
    "salmon": "#e88272",
    "plum": "#a24d92",
    "rust": "#b5481c",
    "sage": "#8fa27a",
    "orchid": "#cf68d0",
    "cobalt": "#2f5bb5",
    "peach": "#e0a58c",
    "moss": "#63783a",
    "mauve": "#b07cc6",
    "copper": "#c07443",
    "scarlet": "#f03a1c",
    "slate": "#66788c",
    "rose": "#e0527d",
    "bronze": "#9a7430",
    "lilac": "#bb8fd0",
    "mustard": "#aa8c10",
    "cerulean": "#1e86b8",
    "chestnut": "#8c4a50",
    "forest": "#2f7040",
    "apricot": "#e0904a",
    "ruby": "#b8195e",
    "aqua": "#3bb2bb",
    "tan": "#b99268",
    "iris": "#6d62c4",
    "brick": "#b04038",
    "steel": "#5287a6",
}

# Filled shapes, then outlines and patterns, then signs and letters that no Latin letter resembles.
_SYMBOLS = "●▲■◆★✚♥♣▼♠◉▣◈◐♪✱△□◇☆▽◎◑▥▤◧◨◒◓✦✿❖♯♭§¶†‡∞√≡∩ΓΘΛΞΠΣΦΨΩαβδεζημЖЯЮШЭБ"

_BRAILLE = 0x2801  # the pattern with one dot; 254 more follow

# Letters that do not decompose into a letter and an accent.
_PLAIN = {"ł": "l", "đ": "d"}

# For each shade the grey to mix with, and the maximum share of it in percent.
_SHADES = {"pale": (255, 55), "deep": (0, 50), "dusky": (128, 50)}


def _light(rgb: Sequence[int]) -> float:
    """Relative luminance of WCAG 2.1, from 0 to 1."""
    parts = [c / 255 for c in rgb]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _shade(value: str, towards: int, most: int, taken: set[str]) -> str:
    """Mixes a value with as much grey as keeps a contrast of 2 to 1 and is not taken."""
    rgb = [int(value[at : at + 2], 16) for at in (1, 3, 5)]
    mixed = ([c + (towards - c) * share // 100 for c in rgb] for share in range(most, 0, -1))
    values = ("#{:02x}{:02x}{:02x}".format(*m) for m in mixed if 0.051 <= _light(m) <= 0.474)
    return next(each for each in values if each not in taken)


@cache
def _values_by_name() -> dict[str, str]:
    """Maps every standard name to its RGB value: the colours, then their shades."""
    values = dict(_STANDARD)
    taken = {*values.values(), BLANK.rgb}
    for shade, (towards, most) in _SHADES.items():
        for name, value in _STANDARD.items():
            if len(values) < MAX_COLOURS:
                values[f"{shade}-{name}"] = made = _shade(value, towards, most, taken)
                taken.add(made)
    return values


def palette(
    colours: int, blank: bool = False, names: Sequence[str] | None = None
) -> tuple[Colour, ...]:
    """Lists the colours of a game; if ``blank``, the blank is the last one.

    ``names`` replaces the names of all ``colours`` except the blank. The letter of a colour is its
    initial if no earlier name has it, else the first free letter of the name, else none. Accents
    are ignored (``ž`` is ``z``); standard names keep their RGB value. Raises InvalidSpec.
    """
    if not 1 <= colours <= MAX_COLOURS:
        raise InvalidSpec(
            # Translators: {most} is 255.
            ngettext(
                "{colours} colour: a game has 1 to {most} colours",
                "{colours} colours: a game has 1 to {most} colours",
                colours,
            ).format(colours=colours, most=MAX_COLOURS)
        )
    if names is None:
        words = tuple(_STANDARD if colours <= NAMED_COLOURS else _values_by_name())[:colours]
    else:
        words = _checked(names, colours, blank)
    symbols = [*_SYMBOLS, *map(chr, range(_BRAILLE, _BRAILLE + MAX_COLOURS - NAMED_COLOURS))]
    rows = zip(words, letters_of(words), symbols[:colours], _values(words), strict=True)
    return tuple(Colour(*row) for row in rows) + (BLANK,) * blank


def _checked(names: Sequence[str], colours: int, blank: bool) -> tuple[str, ...]:
    """Strips and validates colour names. Raises InvalidSpec."""
    words = tuple(unicodedata.normalize("NFC", name.strip()) for name in names)
    if len(words) != colours:
        count = ngettext("{n} colour name", "{n} colour names", len(words))
        raise InvalidSpec(
            # Translators: {names} is "{n} colour names".
            ngettext(
                "{names} for {colours} colour: give one name for each colour",
                "{names} for {colours} colours: give one name for each colour",
                colours,
            ).format(names=count.format(n=len(words)), colours=colours)
        )
    seen = {BLANK.name: BLANK.name} if blank else {}
    for place, word in enumerate(words, start=1):
        if not word:
            raise InvalidSpec(
                _("colour name {place} is empty: a name is one word, as in 'red'").format(
                    place=place
                )
            )
        if not word.isprintable() or any(c in ",;" or c.isspace() for c in word):
            raise InvalidSpec(
                _(
                    "colour name {word!r} has a comma, semicolon, space or invisible character: "
                    "a name is one word, as in 'red' or 'light-blue'"
                ).format(word=word)
            )
        if not any(c.isalpha() for c in word):
            raise InvalidSpec(
                _("colour name {word!r} has no letter: a name is a word, as in 'red'").format(
                    word=word
                )
            )
        folded = word.casefold()
        if folded in seen:
            raise InvalidSpec(
                _(
                    "colour name {word!r} is the same as {first!r}: all names must differ "
                    "in more than upper and lower case"
                ).format(word=word, first=seen[folded])
            )
        seen[folded] = word
    return words


def letters_of(words: Sequence[str]) -> list[str]:
    """Assigns a different letter to each word: first to one-letter names, then by initials."""
    plain = [[*map(_PLAIN.get, own, own)] for own in map(_base_letters, words)]
    letters = [""] * len(words)
    one_letter = [own if len(word) == 1 else [] for word, own in zip(words, plain, strict=True)]
    for choices in (one_letter, [own[:1] for own in plain], plain):
        for index, own in enumerate(choices):
            if not letters[index]:
                letters[index] = next((c for c in own if c not in letters), "")
    return letters


def _base_letters(word: str) -> list[str]:
    """Returns the small letters of a word without accents, of any script."""
    letters = unicodedata.normalize("NFKD", word.casefold())
    return [letter for letter in letters if letter.isalpha() and letter == letter.casefold()]


def _values(words: Sequence[str]) -> list[str]:
    """Returns the RGB value of each standard colour name, and a free value for any other word."""
    standard = _STANDARD if len(words) <= NAMED_COLOURS else _values_by_name()
    folded = [word.casefold() for word in words]
    taken = set(folded)
    free = (value for name, value in standard.items() if name not in taken)
    return [standard[word] if word in standard else next(free) for word in folded]
