"""The check of the wording of the sources, which ``make check`` runs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).parents[1] / "tools"
if not TOOLS.exists():
    pytest.skip("only the sources have tools", allow_module_level=True)
sys.path.insert(0, str(TOOLS))

import writing  # noqa: E402
from messages import Found  # noqa: E402


def test_other_words_are_found_with_line_and_suggestion() -> None:
    source = '''"""Who plays."""
class Game:
    """A game."""

    length: int
    """How many turns there were."""

    def over(self) -> bool:
        """Whether it is told; ``told`` is a key."""
        return rules_told["told"] + untold

def most() -> int:
    """So many."""  # That is a comment: mended.
    return "What is this?"
'''
    found = list(writing.problems(source))
    assert sorted((line, problem.split('"')[1]) for line, problem in found) == [
        (1, "Who"),
        (6, "How"),
        (9, "Whether"),
        (9, "told"),
        (10, "told"),
        (13, "So many"),
        (13, "mended"),
    ]
    assert all("write " in problem for _line, problem in found)


def test_a_sentence_in_two_layers_is_found_with_its_files() -> None:
    games = "mastermind", "minesweeper"
    cli, tui, page = (f"src/mastermine/{path}" for path in ("cli/a.py", "tui/b.py", "web/c.js"))
    found = [
        Found(cli, "The code was found."),
        Found(page, "The code was found."),
        Found(cli, ("{n} code is possible", "{n} codes are possible")),
        Found(tui, ("{n} code is possible", "{n} codes are possible")),
        *(Found(where, "Use this code") for where in (cli, tui)),  # the label of a button
        *(Found(where, "only in one layer.") for where in (cli, "src/mastermine/cli/d.py")),
        *(Found(f"src/mastermine/{game}/a.py", "both games.") for game in games),
        Found(cli, "two meanings.", context="a"),
        Found(tui, "two meanings.", context="b"),
    ]
    assert list(writing.repeated(found)) == [
        ("The code was found.", [cli, page]),
        ("{n} code is possible", [cli, tui]),
    ]
