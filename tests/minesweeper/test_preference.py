"""The weights of champion: read, refused, and the same rule with and without the native core."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from tests.minesweeper.views import shown

from mastermine.minesweeper import learned, preference
from mastermine.minesweeper.board import Board
from mastermine.minesweeper.generate import draw_many
from mastermine.minesweeper.guessing import far_sighted_guess
from mastermine.minesweeper.preference import FEATURES, read_weights, write_weights
from mastermine.minesweeper.probability import analyze
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import find_strategy, parse_rules_of

TEXT = learned.stored(preference.FILE)


def test_weights_are_read_as_they_were_written() -> None:
    rows = np.arange(3.0 * len(FEATURES)).reshape(-1, 3) / 7
    np.testing.assert_allclose(read_weights(write_weights(rows, command="none")), rows, atol=1e-6)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": 0}, "version 2 is expected"),
        ({"checksum": "0"}, "the checksum differs"),
    ],
)
def test_other_weights_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read_weights(json.dumps(json.loads(TEXT) | change))


def test_other_features_are_refused() -> None:
    with pytest.raises(ValueError, match="other features are expected"):
        read_weights(learned.text_of(preference.VERSION, {"safe": [1, 0]}))


@pytest.mark.parametrize("text", ["", "[]", "{}", TEXT[:-9]])
def test_a_damaged_file_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        read_weights(text)


def test_what_it_is_trained_on_are_its_own_choices_and_features() -> None:
    native = pytest.importorskip("mastermine._native", reason="the native module was not built")
    rules = parse_rules_of(Minesweeper, "minesweeper:10x10x22")
    seeds = np.arange(12, dtype=np.uint64)
    drawn = draw_many(rules, seeds.tolist(), (0, 0))
    weights = preference.weights()
    rows = native.guess_outcomes(drawn, rules.width, seeds, 0, 4, weights)
    choices = native.game_choices(drawn, rules.width, seeds, "champion", weights)
    compared = 0
    for game, decision in {(int(row[0]), int(row[1])) for row in rows}:
        same = rows[(rows[:, 0] == game) & (rows[:, 1] == decision)]
        _game, place, *cells = choices[choices[:, 0] == game][decision].tolist()
        board = Board(rules.width, rules.height, bytes(cells))
        best = preference.features(analyze(board, rules.mines), (place % 10, place // 10))
        np.testing.assert_allclose(same[0, 5:], best, atol=1e-9)
        assert bool(same[0, 3]) == bool(drawn[game, place])
        assert np.all(same[same[:, 3] == 1, 4] == 0)
        assert np.all(same[:, 4] <= 1)
        assert 2 <= len(same) <= 4
        compared += 1
    assert compared > 5


def test_without_weights_it_plays_as_farsighted(monkeypatch: pytest.MonkeyPatch) -> None:
    view = shown("1#####\n######\n######\n######", 6)
    monkeypatch.setattr(preference, "FILE", "missing.json")
    preference.weights.cache_clear()
    try:
        with pytest.warns(UserWarning, match=r"plays as farsighted: its weights in missing\.json"):
            assert preference.preferred_guess(view) == far_sighted_guess(view)
        play = find_strategy("champion", "minesweeper").games
        assert play is None or play(view.rules, [view.rng], [view.rng])
    finally:
        preference.weights.cache_clear()
