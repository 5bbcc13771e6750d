"""The least averages that were published are those of the search."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mastermine.mastermind.optimal.search import Objective, optimal_play
from mastermine.mastermind.rules import Mastermind
from mastermine.registry import parse_rules_of
from mastermine.system.native import NATIVE

pytestmark = pytest.mark.skipif(not NATIVE, reason="takes minutes without the native core")

GOLDEN = json.loads(
    (Path(__file__).parents[1] / "golden/mastermind_averages.json").read_text("utf-8")
)
BLACK = {
    "2x4-black": (56, 5),
    "2x5-black": (105, 6),
    "3x3-black": (95, 5),
    "3x4-black": (280, 6),
    "4x3-black": (331, 5),
    "5x3-black": (1128, 6),
}
"""The fewest guesses in all and for the hardest code (docs/how-to/other-questions.md)."""


@pytest.mark.parametrize(("spec", "average"), GOLDEN["averages"].items())
def test_no_play_needs_fewer_guesses_on_average(spec: str, average: float) -> None:
    found = optimal_play(parse_rules_of(Mastermind, spec))
    assert found.proven
    assert found.total is not None
    assert found.total / found.rules.size == pytest.approx(average, abs=0.00051)


@pytest.mark.parametrize(("spec", "figures"), BLACK.items())
def test_black_pegs_only(spec: str, figures: tuple[int, int]) -> None:
    for objective in (Objective.EXPECTED, Objective.WORST_THEN_EXPECTED):
        found = optimal_play(parse_rules_of(Mastermind, spec), objective)
        assert found.proven
        assert (found.total, found.worst) == figures
