"""The strategy whose answers can be understood."""

from __future__ import annotations

from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.mastermind.turns import drawn_turns

from mastermine.core.errors import TooLarge
from mastermine.core.game import View
from mastermine.core.strategy import Heuristic
from mastermine.mastermind.knowledge import Candidates
from mastermine.mastermind.rules import Mastermind
from mastermine.mastermind.strategies.expected_size import expected_size
from mastermine.mastermind.strategies.teacher import teacher

SMALL = Mastermind.parse("mastermind:3x5")


@settings(max_examples=20)
@given(st.integers(0, 10**6), st.integers(0, 3), st.sampled_from((1.0, 1.2, 2.0)))
def test_it_pays_no_more_than_its_price(seed: int, rows: int, price: float) -> None:
    _secret, turns = drawn_turns(SMALL, seed, rows)
    known = Candidates(SMALL, turns)
    guess = teacher.having(price=price)(View(SMALL, turns))
    if len(known) <= 2:
        assert guess == known.first()
    else:
        size = cast("Heuristic", expected_size)
        best = known.cost(size, known.best(size))
        assert known.cost(size, guess) <= best * price


def test_a_colour_alone_is_easier_than_four_colours() -> None:
    """After 1112 counting shows more of the code than after 1234, which leaves fewer codes."""
    classic = Mastermind.parse("mastermind:4x6")
    assert len(set(teacher(View(classic)))) == 2


def test_games_that_it_does_not_play() -> None:
    large = Mastermind.parse("mastermind:6x9")
    with pytest.raises(TooLarge, match="the limit is 16,384"):
        teacher(View(large))
