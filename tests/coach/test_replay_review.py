"""The review of a recorded game, and the profile of a player."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from mastermine.coach.player_profile import Guess, Played, Profile
from mastermine.coach.replay_review import PAUSE_SECONDS, ReplayReview, review_replay
from mastermine.core.game import Outcome
from mastermine.minesweeper.replays import rawvf
from mastermine.minesweeper.replays.replay import Figures, Replay
from mastermine.registry import find_strategy


def replay_of(rows: str, *clicks: tuple[float, int, int]) -> Replay:
    """A game of clicks with the left button, each with its time."""
    lines = [f"{at} {button} {x + 1} {y + 1}" for at, x, y in clicks for button in ("lc", "lr")]
    board = rows.replace(".", "0").replace("/", "\n")
    return rawvf.read(f"Board:\n{board}\nEvents:\n" + "\n".join(lines))


def reviewed(replay: Replay, **options: Any) -> ReplayReview:
    strategy = find_strategy("endgame", "minesweeper")
    return review_replay(replay.rules, replay.actions, strategy, **options)


LOST = replay_of("..*....", (0, 5, 0), (1.5, 2, 0))
"""After the first click all is certain: the 1 at 3,0 has its mine at 2,0."""


def test_a_click_on_a_certain_mine_decides_the_game() -> None:
    found = reviewed(LOST)
    assert found.outcome is Outcome.LOST
    assert found.decisive == (1,)
    (told,) = found.decided
    assert told.startswith("1.5 s: 2,0 was certainly a mine.")
    assert "The chance to win went from 100 % to 0 %." in told
    assert (found.moments[1].before, found.moments[1].after) == (1.0, 0.0)


def test_equal_guesses_decide_nothing() -> None:
    """The mine of the 1 is on the left or on the right, equally likely."""
    found = reviewed(replay_of("*..", (0, 1, 0), (30, 2, 0)))
    assert found.outcome is Outcome.WON
    assert found.decisive == ()
    assert [moment.before for moment in found.moments] == [None, 0.5]
    assert found.moments[-1].after == 1.0
    assert found.pauses == 0.0


def test_time_counts_as_lost_only_beside_a_safe_cell() -> None:
    found = reviewed(replay_of("..*....", (0, 5, 0), (PAUSE_SECONDS + 2.5, 1, 0), (9, 0, 0)))
    assert found.pauses == pytest.approx(2.5 + 9 - 2.5 - 2 * PAUSE_SECONDS)


def test_the_moves_are_those_of_the_review_of_turns() -> None:
    found = reviewed(LOST)
    assert [move.action for move in found.moves] == ["5,0", "2,0"]
    assert [moment.moves for moment in found.moments] == [(0,), (1,)]
    assert all(move.chance is None for move in reviewed(LOST, chances=False).moves)  # type: ignore[attr-defined]


def test_json_has_every_moment() -> None:
    data = reviewed(LOST).to_json()
    assert data["outcome"] == "lost"
    assert data["figures"] is None
    assert data["moments"][1] == {
        "seconds": 1.5,
        "verb": "click",
        "text": "2,0",
        "wasted": False,
        "moves": [1],
        "before": 1.0,
        "after": 0.0,
    }


class TestProfile:
    def played(self, **changed: Any) -> Played:
        fields: dict[str, Any] = {
            "name": "a.rawvf",
            "rules": "minesweeper:9x9x10",
            "day": date(2026, 1, 2),
            "outcome": Outcome.WON,
            "skill": 80,
            "luck": None,
            "figures": Figures(10.0, 20, 20, 15, 16, 20, 0, 0, 0),
            "pauses": 1.0,
            "opening": 12,
            "guesses": (),
        }
        return Played(**{**fields, **changed})

    def test_games_are_grouped(self) -> None:
        games = (
            self.played(),
            self.played(rules="minesweeper:16x16x40", outcome=Outcome.LOST, opening=1),
            self.played(day=None, outcome=None, opening=300, skill=None),
        )
        profile = Profile(games)
        assert [(g.label, len(g.games), g.finished, g.won) for g in profile.by_rules()] == [
            ("minesweeper:16x16x40", 1, 1, 0),
            ("minesweeper:9x9x10", 2, 1, 1),
        ]
        assert [g.label for g in profile.by_month()] == ["2026-01"]
        assert [g.label for g in profile.by_opening()] == ["1", "10-25", "51+"]
        (_larger, small) = profile.by_rules()
        assert small.mean(lambda game: game.skill) == 80
        assert small.mean(lambda game: game.luck) is None

    def test_guesses_of_a_game(self) -> None:
        profile = Profile((Played.of("x", LOST, "endgame"),))
        (guess,) = profile.guesses
        assert guess == Guess(1.5, "2,0", "mine", 1.0, guess.cost, hit=True, missed=guess.missed)
        assert guess.cost == pytest.approx(1.0)
        assert next(profile.rows()) | {"cost": 1.0} == {
            "file": "x",
            "rules": "minesweeper:7x1x1",
            "day": None,
            "outcome": "lost",
            "seconds": 1.5,
            "cell": "2,0",
            "kind": "mine",
            "risk": 1.0,
            "cost": 1.0,
            "hit": True,
            "missed": guess.missed,
        }
        assert profile.missed().total() == 1
