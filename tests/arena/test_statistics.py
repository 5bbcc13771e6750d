from __future__ import annotations

from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermine.arena import statistics
from mastermine.arena.standings import Score

histograms = st.lists(st.integers(0, 50), max_size=12)


def games(histogram: list[int]) -> list[int]:
    return [guesses for guesses, n in enumerate(histogram, start=1) for _game in range(n)]


@given(histograms)
def test_figures_are_those_of_the_games_written_out(histogram: list[int]) -> None:
    played = games(histogram)
    score = Score("knuth", histogram)
    assert score.total == sum(played)
    assert score.worst == max(played, default=None)
    average, error = score.average, score.standard_error
    assert average == (pytest.approx(fmean(played)) if played else None)
    if len(played) < 2:
        assert error is None
    else:
        assert error == pytest.approx(stdev(played) / len(played) ** 0.5, abs=1e-12)


@given(st.lists(histograms, max_size=4))
def test_merged_histograms_hold_the_games_of_all(several: list[list[int]]) -> None:
    together = [guesses for histogram in several for guesses in games(histogram)]
    assert games(statistics.merged(several)) == sorted(together)


def test_the_table_leaves_out_what_did_not_happen() -> None:
    assert statistics.table([0, 2, 0, 1, 0]) == {"2": 2, "4": 1}
    assert statistics.table([]) == {}
