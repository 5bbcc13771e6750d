"""Shared by searches that print the best so far: a time limit, and the time they took."""

from __future__ import annotations

from mastermine.cli import output
from mastermine.i18n.numbers import decimal, whole
from mastermine.i18n.text import N_, _, ngettext

stopping_option = output.seconds_option(
    N_("Stop after so many seconds, with the best that was found."), 60.0
)


def positions(n: int) -> str:
    """A number of positions that were searched, in words."""
    return ngettext("{n} position", "{n} positions", n).format(n=whole(n))


def effort(nodes: int, seconds: float) -> str:
    """How many positions were searched, and how long it took."""
    # Translators: {positions} is such as "1,234 positions".
    return _("{positions} in {seconds} s").format(
        positions=positions(nodes), seconds=decimal(seconds, 1)
    )
