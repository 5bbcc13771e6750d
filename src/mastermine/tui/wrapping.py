"""Line breaks on the full screen."""

from __future__ import annotations

import re

from rich import _wrap

NO_BREAK = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"
"""Spaces within a number, such as 1 296."""

_WORD = re.compile(rf"[^\S{NO_BREAK}]*[\S{NO_BREAK}]+[^\S{NO_BREAK}]*")


def keep_numbers_together() -> None:
    """Makes rich, and textual with it, break no line within a number.

    Neither has an option for it; both break lines at any space.
    """
    _wrap.re_word = _WORD
