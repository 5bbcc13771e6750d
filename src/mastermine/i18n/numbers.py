"""Formats numbers and lists in the current language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from mastermine.i18n.text import _, spoken

if TYPE_CHECKING:
    from decimal import Decimal

MAX_DIGITS = 15
"""Maximum digits of a number that is written in full."""


def whole(n: int) -> str:
    """Formats a whole number with thousands separators: 1,296."""
    return _grouped(f"{n}")


def decimal(x: float, digits: int = 3) -> str:
    """Formats a number with ``digits`` after the point and thousands separators: 4.476."""
    before, point, after = f"{x:.{digits}f}".partition(".")
    return f"{_grouped(before)}{point and spoken().point}{after}"


def plain(x: float | Decimal, digits: int = 6, grouped: bool = False) -> str:
    """Formats a number with ``digits`` significant digits in its shortest form: 0.05, 300, 1e+07.

    ``grouped``: adds thousands separators.
    """
    number, exponent, power = f"{x:.{digits}g}".partition("e")
    before, point, after = number.partition(".")
    if grouped:
        before = _grouped(before)
    return f"{before}{point and spoken().point}{after}{exponent}{power}"


def rough(n: int, digits: int = 3) -> str:
    """Rounds to ``digits`` significant digits: 429,000,000, and 8.92 × 10^17 if very long."""
    text = f"{n}"
    if len(text) <= digits:
        return whole(n)
    rounded = round(n, digits - len(text))
    if len(text) <= MAX_DIGITS:
        return whole(rounded)
    text = f"{rounded}"
    head = f"{text[0]}{spoken().point}{text[1:digits]}" if digits > 1 else text[0]
    return f"{head}\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}10^{len(text) - 1}"


def sized(n: int) -> str:
    """Formats a whole number; rounds a very long one."""
    return whole(n) if n < 10**MAX_DIGITS else rough(n)


def _grouped(digits: str) -> str:
    """Adds thousands separators to digits with an optional sign; keeps nan and inf unchanged."""
    language = spoken()
    number = digits.lstrip("-")
    if not number.isdecimal() or len(number) < language.grouped:
        return digits
    first = len(digits) - 3 * ((len(number) - 1) // 3)
    parts = [digits[:first], *(digits[i : i + 3] for i in range(first, len(digits), 3))]
    return language.group.join(parts)


def percent(share: float, digits: int = 1) -> str:
    """Formats a fraction of 0 to 1 in percent: 12.5 %."""
    return percent_of(decimal(100 * share, digits))


def percent_of(number: str) -> str:
    """Adds the percent sign to a formatted number of percent."""
    return _("{percent} %").format(percent=number)


def chance(probability: float) -> str:
    """Formats a probability in percent; never as 0 % or 100 % if it is not certain."""
    if 0 < probability < 0.0005:
        return _("under 0.1 %")
    if 0.9995 <= probability < 1:
        return _("over 99.9 %")
    return percent_of(plain(100 * probability, 3))


def either(parts: Iterable[str]) -> str:
    """Formats alternatives in words: a, b or c. An empty list gives an empty text."""
    words = list(parts)
    if len(words) < 2:
        return "".join(words)
    # Translators: two or more alternatives; {parts} has commas between its parts.
    return _("{parts} or {last}").format(parts=", ".join(words[:-1]), last=words[-1])


def listed(parts: Iterable[str]) -> str:
    """Formats a list in words: a, b and c. An empty list gives an empty text."""
    words = list(parts)
    if len(words) < 2:
        return "".join(words)
    # Translators: a list of two or more; {parts} has commas between its parts.
    return _("{parts} and {last}").format(parts=", ".join(words[:-1]), last=words[-1])
