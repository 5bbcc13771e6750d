"""Studies of one rule of deduction."""

from __future__ import annotations

from itertools import islice

import pytest

from mastermine.core.errors import InvalidSpec
from mastermine.mastermind.deduction import deduce
from mastermine.mastermind.rules import Mastermind
from mastermine.mastermind.studies import draw_studies

LOCK = Mastermind.parse("mastermind:3x10-distinct")


@pytest.mark.parametrize("pattern", ["empty row", "nothing misplaced", "chain"])
def test_no_simpler_rule_concludes_anything(pattern: str) -> None:
    studies = [*islice(draw_studies(LOCK, pattern, 1), 2)]
    for study in studies:
        steps = [*deduce(LOCK, study.turns)]
        at = steps.index(study.step)
        assert study.step.rule == pattern
        assert pattern not in [step.rule for step in steps[:at]]
        assert (study.step.known() == "") == (at == 0)
        assert study.to_json()["pattern"] == pattern


def test_what_is_known_before() -> None:
    (study,) = islice(draw_studies(LOCK, "what if", 1), 1)
    assert study == next(draw_studies(LOCK, "what if", 1))
    assert study.step.known() == (
        "8 is not at place 1, 3 is not at place 2 and 4 is not at place 3"
    )


def test_rules_that_do_not_occur() -> None:
    with pytest.raises(InvalidSpec, match="there are no studies of 'hole'; "):
        next(draw_studies(LOCK, "hole", 1))
    with pytest.raises(InvalidSpec, match="mastermind:2x2 has no study of several rows"):
        next(draw_studies(Mastermind.parse("mastermind:2x2"), "several rows", 1))
