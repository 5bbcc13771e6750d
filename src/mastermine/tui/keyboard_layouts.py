"""Keyboards of other alphabets: a letter is understood as the Latin one in the same place.

A page learns from its browser which key was pressed; a terminal sends the letter alone.
"""

from __future__ import annotations

RUSSIAN = dict(zip("йцукенгшщзфывапролдячсмить", "qwertyuiopasdfghjklzxcvbnm", strict=True))
"""ЙЦУКЕН, with the Latin letters of QWERTY in its places."""

SERBIAN = dict(zip("љњертзуиопасдфгхјклѕџцвбнм", "qwertzuiopasdfghjklyxcvbnm", strict=True))
"""The Cyrillic letters of Serbian, with those of its Latin keyboard (QWERTZ)."""


def latin(letter: str, tag: str) -> str | None:
    """The Latin letter in the place of a Cyrillic one; None where it is none of these.

    ``tag`` is the language in use: the letters that both alphabets have are in other places.
    """
    first, second = (SERBIAN, RUSSIAN) if tag.startswith("sr") else (RUSSIAN, SERBIAN)
    small = letter.lower()
    found = first.get(small) or second.get(small)
    return found and (found if letter == small else found.upper())
