"""Words that a person reads pass through here, so that they can be had in another language."""

from __future__ import annotations

from collections.abc import Iterable
from contextvars import ContextVar
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gettext import NullTranslations

language: ContextVar[NullTranslations | None] = ContextVar("language", default=None)
"""The gettext catalogue of the language in use, here and now; None is English."""


def _(message: str) -> str:
    """The message in the language in use."""
    catalogue = language.get()
    return message if catalogue is None else catalogue.gettext(message)


def ngettext(singular: str, plural: str, n: int) -> str:
    """The form of the message that goes with ``n`` things, in the language in use."""
    catalogue = language.get()
    if catalogue is None:
        return singular if n == 1 else plural
    return catalogue.ngettext(singular, plural, n)


def nearest(word: str, known: Iterable[str]) -> str:
    """A clause that suggests the known word most like ``word``, or lists what is known."""
    from difflib import get_close_matches

    words = list(known)
    close = get_close_matches(word.lower(), words, n=1, cutoff=0.55)
    if close:
        return _("did you mean {word}?").format(word=close[0])
    return _("known are: {words}").format(words=", ".join(words))


def shortened(text: str, most: int = 80) -> str:
    """The text, or its beginning and an ellipsis where it has more than ``most`` letters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
