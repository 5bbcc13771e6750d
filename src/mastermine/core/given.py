"""What a program is given: a value, or the text that says it. Anything else is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import index
from typing import Any, TypeVar

from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.i18n.text import _, shortened

T = TypeVar("T")


def checked(value: T, check: Callable[[T], None]) -> T:
    """A code or a cell, in which whole numbers may be those of NumPy. Raises as ``check``."""
    try:
        check(value)
    except IllegalMove:
        plain: T = _plain(value)
        check(plain)
        return plain
    return value


def read(given: T | str, parse: Callable[[str], T], check: Callable[[T], None]) -> T:
    """A code, a cell or a secret, which may be a text. Raises as ``parse`` and ``check``."""
    if isinstance(given, str):
        return parse(given)
    try:
        return checked(given, check)
    except IllegalMove as error:
        text = "".join(re.findall(r"\d", shown(given)))
        try:
            parse(text)
        except IllegalMove:
            raise error from None
        raise IllegalMove(
            # Translators: {complaint} is a clause that says what is wrong with a code.
            _("{complaint}; did you mean the text {text!r}?").format(complaint=error, text=text)
        ) from None


def seed_of(seed: Any) -> int | str:
    """A seed. Raises InvalidSpec."""
    try:
        return seed if isinstance(seed, str) else index(seed)
    except TypeError:
        raise InvalidSpec(
            _("a seed is a whole number or a text, not {given}").format(given=shown(seed))
        ) from None


def secret_of(rules: Any, given: Any) -> Any:
    """A secret of these rules, which may be a text; None where there is none. Raises as ``read``.

    Rules that have ``check_secret`` say what is wrong with a value.
    """
    if given is None:
        return None
    return read(given, rules.parse_secret, getattr(rules, "check_secret", lambda _secret: None))


def number_of(name: str, given: Any, least: int | None = None) -> int:
    """A parameter that is a whole number. Raises InvalidSpec."""
    try:
        number = index(given)
    except TypeError:
        raise InvalidSpec(
            _("{name} must be a whole number, not {given}").format(name=name, given=shown(given)),
            field=name,
        ) from None
    if least is not None and number < least:
        raise InvalidSpec(
            _("{name} must be at least {least}, not {n}").format(name=name, least=least, n=number),
            field=name,
        )
    return number


def shown(given: object) -> str:
    """Any value in a message, in one line that is not too long."""
    try:
        text = repr(given)
    except ValueError:  # Python writes no number of more than 4,300 digits.
        text = object.__repr__(given)
    return shortened(" ".join(text.split()))


def _plain(value: Any) -> Any:
    """A tuple with whole numbers of Python; any other value itself."""
    if not isinstance(value, tuple) or any(isinstance(each, bool) for each in value):
        return value
    try:
        return tuple(map(index, value))
    except TypeError:
        return value
