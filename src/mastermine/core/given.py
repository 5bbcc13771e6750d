"""What a program is given: a value, or the text that says it. Anything else is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import index
from typing import Any, TypeVar

from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.i18n.text import _

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
        text = "".join(re.findall(r"\d", str(given)))
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
            _("a seed is a whole number or a text, not {given!r}").format(given=seed)
        ) from None


def number_of(name: str, given: Any) -> int:
    """A parameter that is a whole number. Raises InvalidSpec."""
    try:
        return index(given)
    except TypeError:
        raise InvalidSpec(
            _("{name} must be a whole number, not {given!r}").format(name=name, given=given),
            field=name,
        ) from None


def _plain(value: Any) -> Any:
    """A tuple with whole numbers of Python; any other value itself."""
    if not isinstance(value, tuple) or any(isinstance(each, bool) for each in value):
        return value
    try:
        return tuple(map(index, value))
    except TypeError:
        return value
