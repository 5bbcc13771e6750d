"""Counts in words, and other words that several messages share."""

from __future__ import annotations

from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, ngettext


def guesses(n: int) -> str:
    """Formats ``3 guesses``."""
    return ngettext("{n} guess", "{n} guesses", n).format(n=whole(n))


def guesses_left(n: int) -> str:
    """Formats ``3 guesses left``."""
    return ngettext("{n} guess left", "{n} guesses left", n).format(n=whole(n))


def mines_left(n: int) -> str:
    """Formats ``3 mines left``; negative if there are more flags than mines."""
    return ngettext("{n} mine left", "{n} mines left", n).format(n=whole(n))


def clicks(n: int) -> str:
    """Formats ``3 clicks``."""
    return ngettext("{n} click", "{n} clicks", n).format(n=whole(n))


def rounds(n: int) -> str:
    """Formats ``3 rounds``."""
    return ngettext("{n} round", "{n} rounds", n).format(n=whole(n))


def hints(n: int) -> str:
    """Formats a number of hints."""
    return ngettext("{n} hint", "{n} hints", n).format(n=whole(n))


def rounds_won(n: int) -> str:
    """Formats ``3 rounds won``."""
    return ngettext("{n} round won", "{n} rounds won", n).format(n=whole(n))


def seconds(n: object) -> str:
    """Formats ``3 s``."""
    # Translators: seconds.
    return _("{n} s").format(n=n)


def gave_up() -> str:
    """Says that the player gave up."""
    return _("You gave up.")
