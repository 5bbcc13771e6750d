"""Maps letters of Cyrillic keyboards to the Latin letters on the same keys.

A browser reports the physical key; a terminal sends only the letter.
"""

from __future__ import annotations

RUSSIAN = dict(zip("йцукенгшщзфывапролдячсмить", "qwertyuiopasdfghjklzxcvbnm", strict=True))
"""ЙЦУКЕН to QWERTY."""

SERBIAN = dict(zip("љњертзуиопасдфгхјклѕџцвбнм", "qwertzuiopasdfghjklyxcvbnm", strict=True))
"""Serbian Cyrillic to QWERTZ."""


def latin(letter: str, tag: str) -> str | None:
    """Returns the Latin letter on the key of a Cyrillic one; None for other characters.

    ``tag`` is the current language: the shared letters are on different keys of the two layouts.
    """
    first, second = (SERBIAN, RUSSIAN) if tag.startswith("sr") else (RUSSIAN, SERBIAN)
    small = letter.lower()
    found = first.get(small) or second.get(small)
    return found and (found if letter == small else found.upper())
