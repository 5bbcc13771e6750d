"""Checks of arguments, each a value or its text form."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from operator import index
from typing import Any, TypeVar

from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.i18n.text import _, nearest, shortened

T = TypeVar("T")


def checked(value: T, check: Callable[[T], None]) -> T:
    """Checks a code or a cell and turns NumPy integers into ``int``. Raises as ``check``."""
    try:
        check(value)
    except IllegalMove:
        plain: T = _plain(value)
        check(plain)
        return plain
    return value


def read(given: T | str, parse: Callable[[str], T], check: Callable[[T], None]) -> T:
    """Parses or checks a code, a cell or a secret. Raises as ``parse`` and ``check``."""
    if isinstance(given, str):
        return parse(given)
    try:
        return checked(given, check)
    except IllegalMove as error:
        text = "".join(re.findall(r"\d", short_repr(given)))
        try:
            parse(text)
        except IllegalMove:
            raise error from None
        raise IllegalMove(
            # Translators: {complaint} is a clause that says what is wrong with a code.
            _("{complaint}; did you mean the text {text!r}?").format(complaint=error, text=text)
        ) from None


def seed_of(seed: Any) -> int | str:
    """Checks a seed. Raises InvalidSpec."""
    try:
        return seed if isinstance(seed, str) else index(seed)
    except TypeError:
        raise InvalidSpec(
            _("a seed must be a whole number or text, not {given}").format(given=short_repr(seed))
        ) from None


def secret_of(rules: Any, given: Any) -> Any:
    """Parses or checks a secret of these rules; None stays None. Raises as ``read``.

    A value is checked only by rules that have ``check_secret``.
    """
    if given is None:
        return None
    return read(given, rules.parse_secret, getattr(rules, "check_secret", lambda _secret: None))


def number_of(name: str, given: Any, least: int | None = None, *, field: str | None = None) -> int:
    """Checks an integer parameter. Raises InvalidSpec; its field is ``field`` [default: name]."""
    try:
        number = index(given)
    except TypeError:
        raise InvalidSpec(
            _("{name} must be a whole number, not {given}").format(
                name=name, given=short_repr(given)
            ),
            field=field or name,
        ) from None
    if least is not None and number < least:
        raise InvalidSpec(
            _("{name} must be at least {least}, not {n}").format(name=name, least=least, n=number),
            field=field or name,
        )
    return number


def short_repr(value: object) -> str:
    """Formats any value for a message, in one short line."""
    try:
        text = repr(value)
    except ValueError:  # Python refuses to format numbers of more than 4,300 digits.
        text = object.__repr__(value)
    return shortened(" ".join(text.split()))


def _plain(value: Any) -> Any:
    """Turns the NumPy integers of a tuple into ``int``; returns any other value unchanged."""
    if not isinstance(value, tuple) or any(isinstance(each, bool) for each in value):
        return value
    try:
        return tuple(map(index, value))
    except TypeError:
        return value


def check_format(name: str, known: Collection[str]) -> None:
    """Raises InvalidSpec for the name of a format that is not one of these."""
    if name not in known:
        raise InvalidSpec(
            _("there is no format {name!r}; {hint}").format(name=name, hint=nearest(name, known))
        )
