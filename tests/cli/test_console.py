"""The console of the command line."""

from __future__ import annotations

import io

import pytest

from mastermine.cli.console import Screen


@pytest.mark.parametrize("space", ["\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"])
@pytest.mark.parametrize("terminal", [True, False])
def test_a_number_is_not_broken(space: str, terminal: bool) -> None:
    out = io.StringIO()
    screen = Screen(file=out, width=12, highlight=False, force_terminal=terminal)
    screen.print(f"at most 234{space}256 codes")
    assert [line.rstrip(" ") for line in out.getvalue().splitlines()] == [
        "at most",
        f"234{space}256",
        "codes",
    ]
