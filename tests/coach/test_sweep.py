"""Minefields opened step by step: every step is true, and the game goes to its end."""

from __future__ import annotations

import pytest

from mastermine.coach.sweep import Stage, sweep
from mastermine.core.errors import IllegalMove
from mastermine.core.game import Outcome
from mastermine.core.oracle import Honest
from mastermine.core.random import Random
from mastermine.minesweeper.board import CLOSED, Layout
from mastermine.minesweeper.rules import Exploded, Minesweeper
from mastermine.registry import find_strategy, parse_rules_of


def swept(spec: str, seed: int, strategy: str = "pseq") -> tuple[list[Stage], Layout]:
    rules = parse_rules_of(Minesweeper, spec)
    rng = Random(seed)
    oracle = Honest(rules, rng=rng)
    stages = list(sweep(rules, find_strategy(strategy, "minesweeper"), oracle, rng.fork("s")))
    assert oracle.secret is not None
    return stages, oracle.secret


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("spec", ["beginner", "intermediate", "5x4x5-any", "8x8x12-noguess"])
def test_every_step_is_true(spec: str, seed: int) -> None:
    stages, layout = swept(spec, seed)
    for stage in stages:
        if stage.step is not None:
            assert not any(cell in layout for cell in stage.step.safe)
            assert all(cell in layout for cell in stage.step.mines)
            assert stage.reasons == (stage.step.sentence,)
        else:
            assert stage.advice is not None
            assert stage.turns[0].action == stage.advice.cell
    *earlier, last = stages
    assert all(stage.outcome is None for stage in earlier)
    exploded = isinstance(last.turns[-1].feedback, Exploded)
    assert last.outcome is (Outcome.LOST if exploded else Outcome.WON)
    if exploded:
        assert last.risk > 0
    else:
        assert all(cell in layout for cell in last.board.all(CLOSED))


def test_what_needs_no_guess_is_won_without_one() -> None:
    for seed in range(5):
        stages, _layout = swept("9x9x10-noguess", seed)
        assert stages[-1].outcome is Outcome.WON
        assert all(stage.risk == 0 for stage in stages)


def test_the_first_click_can_be_chosen() -> None:
    rules = parse_rules_of(Minesweeper, "beginner")
    strategy = find_strategy("pseq", "minesweeper")
    game = sweep(rules, strategy, Honest(rules, rng=Random(1)), Random(1), (4, 4))
    assert next(game).turns[0].action == (4, 4)
    outside = sweep(rules, strategy, Honest(rules, rng=Random(1)), Random(1), (9, 4))
    with pytest.raises(IllegalMove, match="9,4 is outside the board"):
        next(outside)


def test_a_mine_is_concluded_once() -> None:
    stages, _layout = swept("intermediate", 2)
    concluded = [cell for stage in stages if stage.step for cell in stage.step.mines]
    assert len(concluded) == len(set(concluded))
    assert stages[-1].mines == set(concluded)
