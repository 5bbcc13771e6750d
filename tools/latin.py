"""Transliterates Serbian from Cyrillic to Latin; some letters become two."""

from __future__ import annotations

import re

_CYRILLIC = "абвгдђежзијклмнопрстћуфхцчш"
_LATIN = "abvgdđežzijklmnoprstćufhcčš"
_PAIRS = {"љ": "lj", "њ": "nj", "џ": "dž"}


def to_latin(text: str) -> str:
    """Transliterates Serbian to Latin letters."""
    table = dict(zip(_CYRILLIC, _LATIN, strict=True)) | _PAIRS
    table |= {letter.upper(): latin.capitalize() for letter, latin in table.items()}
    # Between capitals, both letters of a pair are capitals.
    text = re.sub("[ЉЊЏ](?=[А-ЯЂЈЉЊЋЏ])|(?<=[А-ЯЂЈЉЊЋЏ])[ЉЊЏ]", lambda m: table[m[0]].upper(), text)
    return text.translate({ord(letter): latin for letter, latin in table.items()})
