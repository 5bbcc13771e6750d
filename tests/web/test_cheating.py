"""The server solves no puzzle of a day that is not over, and counts help with running games."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.web import client

from mastermine.core.random import Random
from mastermine.session import MastermindSession, Race, load
from mastermine.session.saved import daily, files

TODAY = date(2026, 11, 22)
LATER = "daily 2026-11-23 classic"
OPEN = ["daily 2026-11-22 classic", "daily 2026-11-23 expert"]
"""Seeds of days that are not over."""
OVER = "daily 2026-11-21 classic"


@pytest.fixture(autouse=True)
def the_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "today", lambda: TODAY)


@pytest.fixture(params=OPEN)
def seed(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def asked(seed: str) -> list[tuple[str, dict[str, Any]]]:
    """Requests that compute something from a seed."""
    link = f"/mastermind?rules=classic&seed={seed.replace(' ', '+')}"
    players = ["Ana", "Boris"]
    strategies = ["knuth", "random"]
    return [
        ("/api/solve", {"rules": "classic", "seed": seed}),
        ("/api/games", {"rules": "classic", "seed": seed}),
        ("/api/games", {"rules": "4x6,limit=99", "mode": "adversary", "seed": seed}),
        ("/api/games", {"rules": "beginner", "players": players, "seed": seed}),
        ("/api/games", {"link": link}),
        (
            "/api/runs",
            {"rules": "classic", "strategies": strategies, "rounds": 2, "seed": seed},
        ),
    ]


def test_the_seed_of_an_open_day_is_refused(web: Any, seed: str) -> None:
    for path, body in asked(seed):
        answer = web.post(path, json=body)
        assert answer.status_code in (400, 422), (path, body, answer.text)
        assert "that day is not over (UTC)" in answer.json()["error"]["message"], answer.text


def test_the_seed_of_a_day_that_is_over_is_a_seed(web: Any) -> None:
    from mastermine.web.laboratory.run_request import NewMatch, run_of

    *games, (_path, run) = asked(OVER)
    for path, body in games:
        assert web.post(path, json=body).status_code < 300, (path, body)
    assert run_of(NewMatch(**run)).seed == OVER


def test_a_file_with_such_a_seed_is_refused(web: Any, seed: str, tmp_path: Path) -> None:
    forged = [MastermindSession(daily.puzzle("classic", TODAY)[0], seed=seed).data()]
    forged.append(forged[0] | {"daily": "2026-11-22", "rules": "mastermind:4x6,limit=99"})
    forged.append(MastermindSession(daily.puzzle("classic", TODAY)[0], seed=LATER).data())
    forged[-1]["daily"] = "2026-11-23"
    race = Race(daily.puzzle("beginner", TODAY)[0], ["Ana", "Boris"], seed="a")
    forged.append(race.data() | {"seed": seed})
    race.begin()
    data = race.data()
    data["boards"][0][0]["seed"] = seed
    forged.append(data)
    for fields in forged:
        files.write(tmp_path / "forged.json", fields)
        load(tmp_path / "forged.json")
        forged_file = json.loads((tmp_path / "forged.json").read_text())
        answer = web.post("/api/games/load", json=forged_file)
        assert answer.status_code in (400, 422), fields
        assert "that day is not over" in answer.json()["error"]["message"]


def test_a_saved_daily_puzzle_can_be_loaded(web: Any) -> None:
    game = web.post("/api/games", json={"daily": "classic"}).json()
    fields = web.get(f"/api/games/{game['id']}/save").json()
    assert web.post("/api/games/load", json=fields).status_code == 201


LAYOUT = "......../.*....../......../......../......../......../......../*.*.*.*."


def begun(web: Any, *moves: str, **wanted: Any) -> dict[str, Any]:
    game: dict[str, Any] = web.post("/api/games", json=wanted).json()
    for move in moves:
        game = web.post(f"/api/games/{game['id']}/moves", json={"move": move}).json()
        assert "error" not in game, game
    return game


def hints(web: Any, game: dict[str, Any]) -> int:
    found: int = web.get(f"/api/games/{game['id']}").json()["hints"]
    return found


@pytest.mark.parametrize("what", ["hint", "analyse"])
def test_an_analysis_of_ones_own_board_is_a_hint(web: Any, what: str) -> None:
    game = begun(web, "click 0,0", "click 2,2", rules="8x8x5", secret=LAYOUT)
    part = game["board"].replace("1", "#", 1)
    other = game["board"].replace("1", "2", 1)
    for board, times in ((other, 0), (game["board"], 1), (part, 1)):
        found = web.post(f"/api/{what}", json={"board": board, "mines": 5}).json()
        assert found["counted"] is (board != other)
        # Once for each kind in each position, as all help.
        assert hints(web, game) == times
        if what == "analyse":
            assert ("counts as a hint" in found["sentences"][0]) is (board != other)


@pytest.mark.parametrize("what", ["hint", "analyse"])
def test_an_analysis_of_ones_own_guesses_is_a_hint(web: Any, what: str) -> None:
    game = begun(web, "guess 1122", "guess 1344", rules="classic", secret="3456")
    rows = [["1122", "0B 0W"], ["1344", "0B 2W"]]
    other = [["1122", "1B 0W"], ["1344", "0B 2W"]]
    for turns, times in (([], 0), (other, 0), (rows[:1], 1), (rows, 1), ([*rows, rows[0]], 1)):
        found = web.post(f"/api/{what}", json={"rules": "4x6", "turns": turns}).json()
        assert found["counted"] is (turns not in ([], other)), found
        assert hints(web, game) == times
    # The same rows of other rules are another position.
    assert not web.post(f"/api/{what}", json={"rules": "4x7", "turns": rows}).json()["counted"]


def test_an_analysis_asks_before_it_counts(web: Any) -> None:
    game = begun(web, "guess 1122", rules="classic", secret="3456")
    position = {"rules": "4x6", "turns": [["1122", "0B 0W"]], "agreed": False}
    answer = web.post("/api/analyse", json=position)
    error = answer.json()["error"]
    assert (answer.status_code, error["kind"], error["game"]) == (409, "CountsAsHelp", game["id"])
    assert "counts as a hint" in error["message"]
    assert hints(web, game) == 0
    assert web.post("/api/analyse/play", json=position).status_code == 409
    assert web.post("/api/analyse", json=position | {"agreed": True}).json()["counted"]
    assert web.post("/api/analyse", json=position).json()["counted"]  # It is counted already.
    assert hints(web, game) == 1
    other = {"rules": "4x6", "turns": [["1122", "1B 0W"]], "agreed": False}
    assert web.post("/api/analyse", json=other).json()["counted"] is False


def test_a_finished_game_and_games_of_others_are_not_helped(
    web: Any, web_app: Any, browse: Any
) -> None:
    begun(web, "guess 1122", "give up", rules="classic", secret="3456")
    position = {"rules": "classic", "turns": [["1122", "0B 0W"]]}
    assert web.post("/api/analyse", json=position).json()["counted"] is False
    with browse(web_app) as other:
        begun(other, "guess 1122", rules="classic", secret="3456")
        assert other.post("/api/analyse", json=position).json()["counted"] is True
    assert web.post("/api/analyse", json=position).json()["counted"] is False


def test_in_a_match_an_analysis_is_refused(web: Any) -> None:
    players = ["Ana", "Boris"]
    moves = ("hide 3456", "guess 1122")
    position = {"rules": "classic", "turns": [["1122", "0B 0W"]]}
    game = begun(web, *moves, rules="classic", players=players)
    for what in ("hint", "analyse"):
        answer = web.post(f"/api/{what}", json=position)
        assert answer.status_code >= 400
        assert "help is off in matches" in answer.json()["error"]["message"]
    web.delete(f"/api/games/{game['id']}")
    begun(web, *moves, rules="classic", players=players, draw="hints")
    assert web.post("/api/hint", json=position).json()["counted"] is True
    assert web.post("/api/analyse", json=position).status_code >= 400


@pytest.mark.parametrize("days", [0, 3, 400])
def test_a_number_that_stands_for_the_seed_of_an_open_day_is_refused(web: Any, days: int) -> None:
    day = daily.today() + timedelta(days=days)
    number = Random(daily.puzzle("classic", day)[1]).seed
    for seed in (number, number - (1 << 64)):
        answer = web.post("/api/games", json={"rules": "classic", "seed": seed})
        assert answer.status_code == 400, answer.text
        assert day.isoformat() in answer.json()["error"]["message"]
    assert web.post("/api/games", json={"rules": "classic", "seed": 7}).status_code == 201


def test_a_loss_counts_also_if_its_answer_cannot_be_given(
    web: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mastermine.web import games
    from mastermine.web.errors import TooMany

    async def busy(*_request: object) -> None:
        raise TooMany("the server is busy", 1)

    game = client.begin(web, rules="3x3x8-any", seed=1)
    cells = [f"{x},{y}" for x in range(3) for y in range(3)]
    monkeypatch.setattr(games, "patiently", busy)
    answers = []
    for cell in cells[:2]:  # Of nine cells eight are mines.
        answers.append(client.move(web, game, f"click {cell}").status_code)
        game["version"] += 1
    monkeypatch.undo()
    assert 429 in answers
    now = web.get(f"/api/games/{game['id']}").json()
    assert now["outcome"] == "lost"
