"""Numbers and lists, as they are written in the language in use."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from mastermine.i18n.text import _, spoken

if TYPE_CHECKING:
    from decimal import Decimal

MAX_DIGITS = 15
"""Numbers of more digits are not written out."""


def whole(n: int) -> str:
    """A whole number, with its thousands told apart: 1,296."""
    return _grouped(f"{n}")


def decimal(x: float, digits: int = 3) -> str:
    """A number with ``digits`` after the point: 4.476; thousands are separated."""
    before, point, after = f"{x:.{digits}f}".partition(".")
    return f"{_grouped(before)}{point and spoken().point}{after}"


def plain(x: float | Decimal, digits: int = 6, grouped: bool = False) -> str:
    """A number in its shortest form, with so many digits that count: 0.05, 300, 1e+07.

    ``grouped``: its thousands are separated.
    """
    number, exponent, power = f"{x:.{digits}g}".partition("e")
    before, point, after = number.partition(".")
    if grouped:
        before = _grouped(before)
    return f"{before}{point and spoken().point}{after}{exponent}{power}"


def rough(n: int, digits: int = 3) -> str:
    """A whole number to so many digits that count: 429,000,000, and beyond 8.92 × 10^12."""
    shown = f"{n}"
    if len(shown) <= digits:
        return whole(n)
    rounded = round(n, digits - len(shown))
    if len(shown) <= MAX_DIGITS:
        return whole(rounded)
    shown = f"{rounded}"
    head = f"{shown[0]}{spoken().point}{shown[1:digits]}" if digits > 1 else shown[0]
    return f"{head}\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}10^{len(shown) - 1}"


def sized(n: int) -> str:
    """A whole number; a very long one roughly."""
    return whole(n) if n < 10**MAX_DIGITS else rough(n)


def _grouped(digits: str) -> str:
    """Digits, with or without a sign, with their thousands told apart; nan and inf as they are."""
    language = spoken()
    number = digits.lstrip("-")
    if not number.isdecimal() or len(number) < language.grouped:
        return digits
    first = len(digits) - 3 * ((len(number) - 1) // 3)
    parts = [digits[:first], *(digits[i : i + 3] for i in range(first, len(digits), 3))]
    return language.group.join(parts)


def percent(share: float, digits: int = 1) -> str:
    """A share of 0 to 1 in percent: 12.5%."""
    return _("{number}%").format(number=decimal(100 * share, digits))


def listed(parts: Iterable[str]) -> str:
    """A list in words: a, b and c. Of nothing it is empty."""
    words = list(parts)
    if len(words) < 2:
        return "".join(words)
    # Translators: a list of two or more; {parts} has commas between its parts.
    return _("{parts} and {last}").format(parts=", ".join(words[:-1]), last=words[-1])
