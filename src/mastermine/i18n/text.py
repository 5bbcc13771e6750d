"""Words that a person reads pass through here to be translated."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from mastermine.i18n.languages import ENGLISH, Language

# Letters that no accent makes, and the Cyrillic ones of Serbian, as they are typed without both.
_PLAIN = str.maketrans(
    dict(zip("łđабвгдеђжзијклмнопрстћуфхцчш", "ldabvgdedzzijklmnoprstcufhccs", strict=True))
    | {"љ": "lj", "њ": "nj", "џ": "dz"}
)

_everywhere = ENGLISH
_here: ContextVar[Language | None] = ContextVar("language", default=None)


def spoken() -> Language:
    """The language in use, here and now."""
    return _here.get() or _everywhere


def speak(language: Language) -> None:
    """Use a language from now on, in the whole process, where no other was chosen."""
    global _everywhere  # noqa: PLW0603
    _everywhere = language


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Use a language in this context, whatever is spoken elsewhere."""
    token = _here.set(language)
    try:
        yield
    finally:
        _here.reset(token)


def _(message: str) -> str:
    """The message in the language in use; English where it is not known in that."""
    language = spoken()
    if language is ENGLISH or not message:
        return message
    return language.catalogue.gettext(message)


def ngettext(singular: str, plural: str, n: int) -> str:
    """The form of the message that goes with ``n`` things, in the language in use."""
    language = spoken()
    if language is ENGLISH:
        return singular if n == 1 else plural
    return language.catalogue.ngettext(singular, plural, n)


def pgettext(context: str, message: str) -> str:
    """The message where one in English is two in other languages; ``context`` tells which."""
    language = spoken()
    return message if language is ENGLISH else language.catalogue.pgettext(context, message)


def npgettext(context: str, singular: str, plural: str, n: int) -> str:
    """The form that goes with ``n`` things, of a message that needs a context."""
    language = spoken()
    if language is ENGLISH:
        return singular if n == 1 else plural
    return language.catalogue.npgettext(context, singular, plural, n)


def N_(message: str) -> str:  # noqa: N802
    """The message itself, marked for the catalogues: where it is shown it passes through ``_``."""
    return message


def folded(text: str) -> str:
    """What is typed, in one form: without regard to case, accents and Serbian's two alphabets.

    ``Źart``, ``žart`` and ``zart`` are the same, and so are ``савет`` and ``savet``.
    """
    letters = unicodedata.normalize("NFKD", text)
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return plain.casefold().translate(_PLAIN)


def nearest(word: str, known: Iterable[str]) -> str:
    """A clause that suggests the known word most like ``word``, or lists what is known."""
    words = list(known)
    close = closest(word, words)
    if close is not None:
        return _("did you mean {word}?").format(word=close)
    if not words:
        return _("none are known")
    return _("known are: {words}").format(words=", ".join(words))


def closest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like ``word``; None where none is like it."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word.lower(), list(known), n=1, cutoff=0.55)), None)


def capital(text: str) -> str:
    """A text that stands alone, with a capital letter; the name of a file stays as it is."""
    return text[:1].upper() + text[1:] if text.split(" ", 1)[0].isalpha() else text


def shortened(text: str, most: int = 80) -> str:
    """The text, or its beginning and an ellipsis where it has more than ``most`` letters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
