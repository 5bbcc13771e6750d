"""The chance to win: exact with few layouts, else an estimate by the network of the package."""

from __future__ import annotations

from importlib.resources import files
from math import isclose

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermine.core.random import Random
from mastermine.minesweeper import learned, win_chance
from mastermine.minesweeper.board import Board
from mastermine.minesweeper.probability import analyze
from mastermine.minesweeper.rules import Minesweeper
from mastermine.minesweeper.win_chance import INPUTS, Layer, estimate, read_network, write_network

TEXT = learned.stored(win_chance.FILE)


@pytest.mark.parametrize(
    ("board", "mines", "chance"),
    [
        ("1#\n##", 1, 1 / 3),
        ("##\n11", 1, 1 / 2),
        ("#1\n11", 1, 1.0),  # The closed cell is the mine.
    ],
)
def test_few_layouts_are_exact(board: str, mines: int, chance: float) -> None:
    found = analyze(Board.parse(board), mines).win_chance
    assert found is not None
    assert found.exact
    assert isclose(found.chance, chance)


def test_no_open_cell_no_chance() -> None:
    assert analyze(Board.closed(9, 9), 10).win_chance is None


def test_no_estimate_for_boards_of_other_sizes() -> None:
    for width, height, mines in ((60, 60, 700), (2, 30, 8), (9, 9, 40)):
        board = Board.closed(width, height).having([((0, 0), 1)])
        assert analyze(board, mines).win_chance is None


def layers(seed: int) -> list[Layer]:
    rng = np.random.default_rng(seed)
    return [
        Layer(rng.normal(size=(INPUTS, 2)), rng.normal(size=2)),
        Layer(rng.normal(size=(2, 1)), rng.normal(size=1)),
    ]


@given(st.integers(0, 1000))
def test_a_network_is_read_as_it_was_written(seed: int) -> None:
    network = layers(seed)
    read = read_network(write_network(network, command="none"))
    given = np.random.default_rng(seed).random(INPUTS)
    assert isclose(estimate(read, given), estimate(network, given), abs_tol=1e-4)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (learned.text_of(0, []), "version 1 is expected"),
        (TEXT.replace("0.", "1.", 1), "the checksum differs"),
        (learned.text_of(1, [[[[1.0]], [0.0]]]), "other features are expected"),
        (learned.text_of(1, 5), "other features are expected"),
        (learned.text_of(1, [[1.0, 2.0]]), "other features are expected"),
    ],
)
def test_other_networks_are_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_network(text)


def test_without_a_network_only_few_layouts_have_a_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    analysis = analyze(Board.parse("1#######\n" + "\n".join(["########"] * 7)), 12)
    assert analysis.win_chance is not None
    monkeypatch.setattr(win_chance, "FILE", "missing.json")
    win_chance.network.cache_clear()
    try:
        with pytest.warns(UserWarning, match=r"no chances to win: the network in missing\.json"):
            assert win_chance.win_chance(analysis) is None
        assert analyze(Board.parse("1#\n##"), 1).win_chance is not None
    finally:
        win_chance.network.cache_clear()


def test_more_mines_and_worse_risks_lower_the_chance() -> None:
    text = "1#######\n" + "\n".join(["########"] * 7)
    chances = []
    for mines in (6, 9, 12, 16):
        found = analyze(Board.parse(text), mines).win_chance
        assert found is not None
        assert not found.exact
        chances.append(found.chance)
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > chances[-1] + 0.2


def test_estimates_are_those_that_come_true() -> None:
    """Of games begun at beginner, about as many are won as is predicted after the first click."""
    from mastermine.minesweeper.board import Layout
    from mastermine.minesweeper.generate import draw_many
    from mastermine.minesweeper.player import WholeGames

    rules = Minesweeper(9, 9, 10)
    seeds = [Random(f"true {n}").seed for n in range(400)]
    drawn = draw_many(rules, seeds, (0, 0))
    rngs = [Random(seed) for seed in seeds]
    secrets = [Layout(9, 9, mines.tobytes()) for mines in drawn]
    won = np.mean([each.won for each in WholeGames("pseq")(rules, secrets, rngs)])
    predicted = []
    for layout in secrets:
        board = Board.closed(9, 9).having(layout.opened((0, 0)))
        found = analyze(board, 10).win_chance
        assert found is not None
        predicted.append(found.chance)
    assert abs(np.mean(predicted) - won) < 0.06


def test_its_file_is_part_of_the_package() -> None:
    path = files("mastermine.minesweeper").joinpath(win_chance.FILE)
    assert len(path.read_bytes()) < 1_000_000
