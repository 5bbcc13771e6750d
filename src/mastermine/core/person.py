"""The person at the terminal, for games with a human player."""

from __future__ import annotations

from contextvars import ContextVar
from typing import Any, Protocol

from mastermine.core.errors import IllegalMove
from mastermine.i18n.text import _


class Person(Protocol):
    """Asks a person for actions and answers."""

    def act(self, view: Any) -> Any:
        """Returns the person's next action in a position."""

    def answer(self, rules: Any, action: Any) -> Any:
        """Returns the person's answer to an action."""


present: ContextVar[Person] = ContextVar("person")
"""The person at the terminal; set by the interface."""


def person() -> Person:
    """Returns the person at the terminal. Raises IllegalMove if there is none."""
    try:
        return present.get()
    except LookupError:
        raise IllegalMove(
            _("there is no player to ask; a person can play only in a terminal")
        ) from None
