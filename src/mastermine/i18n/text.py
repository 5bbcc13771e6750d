"""Translates messages, and compares words that users type."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from json import dumps

from mastermine.i18n.languages import ENGLISH, Language

# Letters that do not decompose, and Serbian Cyrillic letters, in plain Latin letters.
_PLAIN = str.maketrans(
    dict(zip("łđабвгдеђжзијклмнопрстћуфхцчш", "ldabvgdedzzijklmnoprstcufhccs", strict=True))
    | {"љ": "lj", "њ": "nj", "џ": "dz"}
)

# Control characters, soft hyphen, directions, zero-width characters, separators, surrogates, tags.
_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)

_everywhere = ENGLISH
_here: ContextVar[Language | None] = ContextVar("language", default=None)


def spoken() -> Language:
    """Returns the current language."""
    return _here.get() or _everywhere


def speak(language: Language) -> None:
    """Sets the language of the process, for contexts without a language of their own."""
    global _everywhere  # noqa: PLW0603
    _everywhere = language


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Sets the language of this context."""
    token = _here.set(language)
    try:
        yield
    finally:
        _here.reset(token)


def _(message: str) -> str:
    """Translates a message; returns it unchanged if there is no translation."""
    language = spoken()
    if language is ENGLISH or not message:
        return message
    return language.catalogue.gettext(message)


def ngettext(singular: str, plural: str, n: int) -> str:
    """Translates a message in its form for the number ``n``."""
    language = spoken()
    if language is ENGLISH:
        return singular if n == 1 else plural
    return language.catalogue.ngettext(singular, plural, n)


def pgettext(context: str, message: str) -> str:
    """Translates a message whose translation depends on ``context``."""
    language = spoken()
    return message if language is ENGLISH else language.catalogue.pgettext(context, message)


def npgettext(context: str, singular: str, plural: str, n: int) -> str:
    """Translates a message with a context in its form for the number ``n``."""
    language = spoken()
    if language is ENGLISH:
        return singular if n == 1 else plural
    return language.catalogue.npgettext(context, singular, plural, n)


def N_(message: str) -> str:  # noqa: N802
    """Marks a message for the catalogues; ``_`` translates it where it is shown."""
    return message


def folded(text: str) -> str:
    """Removes differences of case, accents and Serbian's two alphabets from typed text.

    ``Źart``, ``žart`` and ``zart`` give the same text, and so do ``савет`` and ``savet``.
    """
    letters = unicodedata.normalize("NFKD", text)
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return plain.casefold().translate(_PLAIN)


def nearest(word: str, known: Iterable[str]) -> str:
    """Formats a clause that suggests the most similar known word, or lists all known words."""
    words = list(known)
    close = closest(word, words)
    if close is not None:
        return meant(close)
    if not words:
        return _("none are known")
    return _("known are: {words}").format(words=", ".join(words))


def meant(word: str) -> str:
    """Formats a clause that suggests a word."""
    return _("did you mean {word}?").format(word=word)


def closest(word: str, known: Iterable[str], cutoff: float = 0.55) -> str | None:
    """Returns the most similar known word; None if none is similar (1 is equal)."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word.lower(), list(known), n=1, cutoff=cutoff)), None)


def capital(text: str) -> str:
    """Capitalises a text, unless it begins with a file name or the like."""
    word = text.split(" ", 1)[0].removesuffix(",")
    return text[:1].upper() + text[1:] if word.isalpha() else text


def printable(text: str) -> str:
    """Escapes characters that control a terminal, hide themselves or reorder a text, as in JSON.

    A tab and a line feed stay. JSON with escaped characters is still the same JSON.
    """
    return _HIDDEN.sub(lambda found: dumps(found[0])[1:-1], text)


def shortened(text: str, most: int = 80) -> str:
    """Shortens a text to ``most`` characters, with an ellipsis."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
