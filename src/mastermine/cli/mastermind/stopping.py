"""``--time-limit`` of searches that print the best so far."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan
from typing import Any, TypeVar

import click

from mastermine.core.text import _

Function = TypeVar("Function", bound=Callable[..., Any])


def _number(_context: click.Context, _option: click.Parameter, value: float) -> float:
    """Raises BadParameter for nan, which is beyond no bound."""
    if isnan(value):
        raise click.BadParameter(
            _("{value} is not in the range {range}.").format(value=value, range="x>0")
        )
    return value


def stopping_option(function: Function) -> Function:
    """``--time-limit``, as the parameter ``seconds``."""
    return click.option(
        "--time-limit",
        "seconds",
        type=click.FloatRange(min=0, min_open=True),
        callback=_number,
        metavar=_("SECONDS"),
        default=60.0,
        show_default=True,
        help=_("Stop after so many seconds, with the best that was found."),
    )(function)
