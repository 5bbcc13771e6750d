"""``--time-limit`` of searches that print the best so far."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from mastermine.cli import output
from mastermine.i18n.text import _

Function = TypeVar("Function", bound=Callable[..., Any])


def stopping_option(function: Function) -> Function:
    """``--time-limit``, as the parameter ``seconds``."""
    return click.option(
        "--time-limit",
        "seconds",
        type=output.Positive(),
        metavar=_("SECONDS"),
        default=60.0,
        show_default=True,
        help=_("Stop after so many seconds, with the best that was found."),
    )(function)
