"""Time limit and effort of searches that print the best result so far."""

from __future__ import annotations

from mastermine.cli import output
from mastermine.i18n.numbers import decimal, whole
from mastermine.i18n.text import N_, _, ngettext

stopping_option = output.seconds_option(
    N_("Stop after this many seconds and print the best result so far."), 60.0
)


def positions(n: int) -> str:
    """Formats a number of searched positions."""
    return ngettext("{n} position", "{n} positions", n).format(n=whole(n))


def effort(nodes: int, seconds: float) -> str:
    """Formats the number of searched positions and the time."""
    # Translators: {positions} is such as "1,234 positions".
    return _("{positions} in {seconds} s").format(
        positions=positions(nodes), seconds=decimal(seconds, 1)
    )
