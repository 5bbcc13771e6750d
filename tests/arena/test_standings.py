from __future__ import annotations

import json
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermine.arena.run import FAILED, LOST, WON, Game
from mastermine.arena.standings import MAX_REASONS, Standings

NAMES = ["ada", "bob", "cyd"]


@st.composite
def rounds(draw: st.DrawFn) -> tuple[int, list[Game]]:
    """Some entrants and any games between them."""
    k = draw(st.integers(1, 3))
    games = []
    for number in range(1, draw(st.integers(0, 12)) + 1):
        for index in range(k):
            outcome = draw(st.sampled_from([WON, WON, LOST, FAILED]))
            reason = draw(st.sampled_from("uvwxyz")) if outcome == FAILED else None
            turns = draw(st.integers(1, 9))
            guesses = draw(st.none() | st.integers(0, 9))
            games.append(Game(number, index, outcome, turns, guesses, number + index, reason))
    return k, games


@pytest.mark.rest
@given(drawn=rounds(), risky=st.booleans(), data=st.data())
@settings(max_examples=200)
def test_standings_are_what_counting_by_hand_gives(
    drawn: tuple[int, list[Game]], risky: bool, data: st.DataObject
) -> None:
    k, games = drawn
    n = len(games) // k
    standings = Standings(NAMES[:k], risky)
    cuts = sorted(data.draw(st.sets(st.integers(0, n), max_size=4)))
    for start, end in pairwise([0, *cuts, n]):
        standings.add(games[start * k : end * k], [0] if start else [])

    assert standings.rounds == n
    table = [games[at : at + k] for at in range(0, len(games), k)]
    for a, score in enumerate(standings.scores):
        mine = [games[a] for games in table]
        won = [game for game in mine if game.outcome == WON]
        reasons = [game.reason for game in mine if game.outcome == FAILED]
        assert (score.strategy, score.games) == (NAMES[a], n)
        assert (score.wins, score.losses) == (len(won), n - len(won))
        assert score.failures == len(reasons)
        message = [game.reason for game in score.failed]
        assert message == list(dict.fromkeys(reasons))[:MAX_REASONS]
        assert all(game in mine for game in score.failed)
        assert score.total_guesses == sum(game.guesses or 0 for game in mine)
        assert score.microseconds == sum(game.microseconds for game in mine)
        assert score.drew == (a == 0 and any(cut for cut in cuts))
        if not risky:
            turns = [game.turns for game in won if game.turns]
            assert score.histogram == [turns.count(t) for t in range(1, max(turns, default=0) + 1)]
            assert score.total == sum(turns)
            assert score.worst == max(turns, default=None)
            assert score.average == (pytest.approx(np.mean(turns)) if turns else None)
        for b in range(k):
            assert standings.better[a, b] == sum(better(r[a], r[b], risky) for r in table)
            both = [r for r in table if r[a].outcome == r[b].outcome == WON]
            assert standings.both[a, b] == len(both)
            if not risky:
                less = [(r[a].turns or 0) - (r[b].turns or 0) for r in both]
                assert standings.difference[a, b] == sum(less)
                assert standings.squares[a, b] == sum(d * d for d in less)


def better(one: Game, other: Game, risky: bool) -> bool:
    if one.outcome != WON:
        return False
    sooner = not risky and (one.turns or 0) < (other.turns or 0)
    return other.outcome != WON or sooner


def games_of(*outcomes: str) -> list[Game]:
    return [
        Game(number, 0, outcome, 3, 2, 1500, "tired" if outcome == FAILED else None)
        for number, outcome in enumerate(outcomes, start=1)
    ]


def test_figures_without_games_are_none() -> None:
    [score] = Standings(["ada"], risky=False).scores
    figures = (score.average, score.worst, score.win_rate, score.guesses, score.milliseconds)
    assert figures == (None,) * 5
    assert json.dumps(Standings(["ada"], risky=True).to_dict())


def test_only_the_first_reasons_are_kept() -> None:
    standings = Standings(["ada"], risky=False)
    names = [str(n // 2) for n in range(2 * MAX_REASONS + 4)]
    standings.add([Game(n, 0, FAILED, 1, None, 1, name) for n, name in enumerate(names, 1)])
    [score] = standings.scores
    assert score.failures == len(names)
    assert [game.reason for game in score.failed] == list(map(str, range(MAX_REASONS)))


def test_the_json_form() -> None:
    standings = Standings(["ada"], risky=False)
    standings.add(games_of(WON, WON, LOST, FAILED))
    assert json.loads(json.dumps(standings.to_dict())) == [
        {
            "strategy": "ada",
            "wins": 2,
            "losses": 2,
            "average": 3.0,
            "standard_error": 0.0,
            "total": 6,
            "worst": 3,
            "histogram": {"3": 2},
            "milliseconds": 1.5,
            "failures": 1,
            "reasons": [{"round": 4, "reason": "tired"}],
        }
    ]
    standings = Standings(["ada"], risky=True)
    standings.add(games_of(WON, LOST))
    [shown] = standings.to_dict()
    assert (shown["win_rate"], shown["guesses"]) == (0.5, 2.0)
    assert not {"average", "histogram", "failures"} & shown.keys()
