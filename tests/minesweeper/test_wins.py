"""Every strategy wins as many of 2,000 fixed boards as it did: no weight slips unseen.

``python -m tests.minesweeper.test_wins`` writes the golden file anew, after an intended change.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mastermine.core.random import Random
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import find_strategy, own_strategies, parse_rules_of

pytest.importorskip("mastermine._native", reason="the native module was not built")

GOLDEN = Path(__file__).parents[1] / "golden" / "minesweeper_wins.json"
BOARDS = 2000
LEVELS = ("expert", "expert-open", "intermediate", "beginner")
QUICK = LEVELS[0]


def wins(level: str, name: str) -> int:
    """Play the fixed boards; how many are won."""
    play = find_strategy(name, "minesweeper").games
    assert play is not None
    secrets = [Random(f"{level} {n}") for n in range(BOARDS)]
    own = [Random(f"{name} {n}") for n in range(BOARDS)]
    return sum(each.won for each in play(parse_rules_of(Minesweeper, level), secrets, own))


@pytest.mark.parametrize(
    ("level", "name", "won"),
    [
        pytest.param(level, name, won, marks=[] if level == QUICK else pytest.mark.rest)
        for level, lines in json.loads(GOLDEN.read_text("utf-8")).items()
        for name, won in lines.items()
    ],
)
def test_as_many_fixed_boards_are_won_as_before(level: str, name: str, won: int) -> None:
    assert wins(level, name) == won


def main() -> None:
    names = [
        name
        for name in own_strategies("minesweeper")
        if find_strategy(name, "minesweeper").games is not None
    ]
    found = {level: {name: wins(level, name) for name in names} for level in LEVELS}
    GOLDEN.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
