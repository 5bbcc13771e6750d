"""The person at the front of the program, for games in which a person plays a part."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any, Protocol

from mastermine.core.errors import IllegalMove
from mastermine.i18n.text import _


class Person(Protocol):
    """Someone who can be asked for an action and for an answer."""

    def act(self, view: Any) -> Any:
        """The person's next action, seeing what ``view`` shows."""

    def answer(self, rules: Any, action: Any) -> Any:
        """The person's answer to an action."""


present: ContextVar[Person] = ContextVar("person")
"""Who is there to be asked; set by the front end."""


def person() -> Person:
    """Who is there to be asked. Raises IllegalMove when nobody is."""
    try:
        return present.get()
    except LookupError:
        raise IllegalMove(_("nobody is here to ask: a person plays in a terminal")) from None
