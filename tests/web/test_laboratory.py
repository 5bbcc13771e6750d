"""The laboratory's API: matches that are started, watched, stopped, resumed and downloaded."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.waiting import PATIENCE, until
from tests.web.client import error

from mastermine.arena.plots import Results
from mastermine.arena.run import Run
from mastermine.arena.runner import conduct
from mastermine.arena.standings import Standings
from mastermine.arena.store import Store, open_store
from mastermine.core.errors import MastermineError
from mastermine.registry import find_strategy, parse_rules

SMALL = {"rules": "3x4", "strategies": ["knuth", "entropy"], "rounds": 60, "seed": 7}
Serve = Callable[..., Any]
LONG = {"rules": "3x4", "strategies": ["knuth", "random"], "rounds": 100_000, "seed": 7}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "runs.sqlite") as made:
        yield made


@pytest.fixture
def client(store: Store, serve: Serve) -> Iterator[Any]:
    with serve(store) as made:
        yield made


@pytest.fixture
def short(client: Any) -> Any:
    """A run that is over."""
    started = client.post("/api/runs", json=SMALL).json()
    return result(client, started["id"])[-1][2]


def result(client: Any, number: int, last: str | None = None) -> list[tuple[str, str, Any]]:
    """The events of a run to its end: their ids, names and data."""
    headers = {} if last is None else {"Last-Event-ID": last}
    found = []
    with client.stream("GET", f"/api/runs/{number}/events", headers=headers) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        fields: dict[str, str] = {}
        for line in answer.iter_lines():
            if line and not line.startswith(":"):
                name, _colon, value = line.partition(": ")
                fields[name] = value
            elif fields:
                found.append((fields["id"], fields["event"], json.loads(fields["data"])))
                fields = {}
    return found


def waited(client: Any, number: int, ready: Callable[[Any], bool]) -> Any:
    """The run, as soon as this is true of it."""
    return until(lambda: run if ready(run := client.get(f"/api/runs/{number}").json()) else None)


def message(answer: Any, status: int) -> str:
    found, kind, said = error(answer)
    assert found == status, answer.text
    assert kind
    return said


def without_times(run: Any) -> Any:
    return [
        {key: value for key, value in score.items() if key != "milliseconds"}
        for score in run["standings"]
    ]


def test_a_match_is_what_the_arena_plays(client, store):
    answer = client.post("/api/runs", json=SMALL)
    assert answer.status_code == 201
    events = result(client, answer.json()["id"])
    assert {name for _id, name, _data in events[:-1]} <= {"standings"}
    assert events[-1][1] == "done"
    run = Run.of(parse_rules("3x4"), [find_strategy("knuth"), find_strategy("entropy")], 60, seed=7)
    standings = Standings(run.names, run.risky)
    for part in conduct(run):
        standings.add(part.games, part.drew)
    shown = {score["strategy"]: score for score in events[-1][2]["standings"]}
    for score in standings.scores:
        assert shown[score.strategy]["average"] == score.average
        assert shown[score.strategy]["wins"] == score.wins
    stored = store.run(answer.json()["id"])
    assert stored.finished
    assert stored.run == run
    assert stored.command == (
        "mastermine match mastermind:3x4 --strategy knuth,entropy --rounds 60 --seed 7"
    )


def test_the_ranks_are_by_wins_and_then_by_average(client):
    requested = {"rules": "3x4,limit=4", "strategies": ["one-colour", "knuth", "first-consistent"]}
    number = client.post("/api/runs", json={**requested, "every": True}).json()["id"]
    scores = result(client, number)[-1][2]["standings"]
    order = [(-score["wins"], score["average"]) for score in scores]
    assert order == sorted(order)
    assert [score["rank"] for score in scores] == [1 + order.index(figures) for figures in order]
    assert scores[0]["exact"]
    assert scores[0]["games"] == 64


def test_a_run_that_is_over_tells_comparisons_and_pictures(client, short):
    run = client.get(f"/api/runs/{short['id']}").json()
    assert run["state"] == "done"
    assert run["played"] == 60
    assert run["rules_in_words"].startswith("3 places, 4 colours")
    assert [pair["first"] for pair in run["pairs"]] == ["knuth"]
    assert "knuth" in run["pairs"][0]["sentence"]
    assert run["ranking"] == []
    assert run["plots"] == ["guesses", "left", "cost"]


def test_the_games_of_a_run_are_counted_once_to_show_it(client, short, store, monkeypatch):
    """There may be a million of them."""
    counted: list[int] = []
    standings = store.standings

    def watched(number):
        counted.append(number)
        return standings(number)

    monkeypatch.setattr(store, "standings", watched)
    path = f"/api/runs/{short['id']}"
    for _time in range(2):
        assert client.get(path).json()["standings"] == short["standings"]
        assert client.get(f"{path}/plots/guesses.json").json()["rows"]
    assert counted == [short["id"]]


def test_a_run_that_ends_while_it_is_read_is_complete_or_playing(client, monkeypatch):
    number = client.post("/api/runs", json=LONG).json()["id"]
    read = Results.of_stored

    def read_and_ended(*arguments):
        results = read(*arguments)
        assert results.standings is not None
        live, rounds = client.app.state.conductor.live(number), results.standings.rounds
        until(lambda: live.standings.rounds > rounds)
        live.stop()
        assert live.ended.wait(PATIENCE)
        return results

    monkeypatch.setattr(Results, "of_stored", read_and_ended)
    run = client.get(f"/api/runs/{number}").json()
    assert run["state"] == "playing" or run["played"] == result(client, number)[-1][2]["played"]


def test_who_comes_again_gets_only_what_is_new(client):
    number = client.post("/api/runs", json=LONG).json()["id"]
    waited(client, number, lambda run: run["played"] > 0)
    client.post(f"/api/runs/{number}/stop")
    events = result(client, number)
    assert [name for _id, name, _data in events] == ["done"]
    assert result(client, number, last=events[0][0]) == events
    resumed = client.post(f"/api/runs/{number}/resume", json={}).json()
    assert resumed["state"] == "playing"
    mark = f"playing-{resumed['played']}"
    first = resumed["played"]
    stopping = waited(client, number, lambda run: run["played"] > first)
    client.post(f"/api/runs/{number}/stop")
    later = result(client, number, last=mark)
    assert all(each != mark for each, _name, _data in later)
    assert later[-1][2]["played"] >= stopping["played"]


@pytest.mark.rest
def test_several_watch_one_run(client):
    from concurrent.futures import ThreadPoolExecutor

    number = client.post("/api/runs", json={**SMALL, "rounds": 1500}).json()["id"]
    with ThreadPoolExecutor(3) as watchers:
        seen = list(watchers.map(lambda _n: result(client, number), range(3)))
    for events in seen:
        assert events[-1][1] == "done"
        played = [data["played"] for _id, _name, data in events]
        assert played == sorted(played)
        assert played[-1] == 1500


@pytest.mark.rest
def test_a_run_is_stopped_and_resumed_to_the_same_end(client, store):
    requested = {**SMALL, "strategies": ["knuth", "random-consistent"], "rounds": 3000}
    number = client.post("/api/runs", json=requested).json()["id"]
    stopped = client.post(f"/api/runs/{number}/stop").json()
    assert stopped["state"] == "stopped"
    assert 0 < stopped["played"] < 3000
    assert store.run(number).rounds_played == stopped["played"]
    assert stopped["why_not"] is None
    resumed = client.post(f"/api/runs/{number}/resume").json()
    assert resumed["played"] >= stopped["played"]
    over = result(client, number)[-1][2]
    whole = client.post("/api/runs", json=requested).json()["id"]
    assert without_times(over) == without_times(result(client, whole)[-1][2])


def test_a_server_that_ends_leaves_a_run_that_another_resumes(store, serve):
    with serve(store) as first:
        number = first.post("/api/runs", json=LONG).json()["id"]
    played = store.run(number).rounds_played
    assert 0 < played < 100_000
    with serve(store) as second:
        run = second.get("/api/runs").json()[0]
        assert (run["id"], run["state"], run["played"]) == (number, "stopped", played)
        assert result(second, number)[-1][1] == "done"
        assert second.post(f"/api/runs/{number}/resume").json()["state"] == "playing"
        waited(second, number, lambda run: run["played"] > played)


def test_a_run_can_have_more_rounds(client, short, store):
    path = f"/api/runs/{short['id']}/resume"
    assert "all of its 60 rounds were played" in message(client.post(path), 400)
    assert "cannot be shortened to 10" in message(client.post(path, json={"rounds": 10}), 400)
    assert client.post(path, json={"rounds": 90}).status_code == 200
    over = result(client, short["id"])[-1][2]
    assert over["played"] == 90
    assert "--rounds 90" in store.run(short["id"]).command


def test_a_run_is_deleted_while_it_is_played(client, store):
    number = client.post("/api/runs", json=LONG).json()["id"]
    assert client.delete(f"/api/runs/{number}").status_code == 204
    assert store.runs() == []
    for path in ("", "/events", "/games.csv", "/report", "/plots/guesses.svg"):
        assert "there is no run" in message(client.get(f"/api/runs/{number}{path}"), 404)
    assert "there is no run" in message(client.delete(f"/api/runs/{number}"), 404)


def test_too_many_at_once_are_refused(client):
    numbers = [client.post("/api/runs", json=LONG).json()["id"] for _ in range(2)]
    assert "2 matches are already running" in message(client.post("/api/runs", json=SMALL), 429)
    client.post(f"/api/runs/{numbers[0]}/stop")
    assert client.post("/api/runs", json=SMALL).status_code == 201


def test_renewed_pictures_leave_room_for_long_work(store, serve):
    with serve(store, rate=80) as client:
        number = client.post("/api/runs", json=SMALL).json()["id"]
        path = f"/api/runs/{number}"
        result(client, number)
        pictures = [client.get(f"{path}/plots/guesses.json").status_code for _n in range(8)]
        assert pictures == [200] * 8
        assert client.get(f"{path}/games.csv").status_code == 200


def test_an_address_has_one_match_at_a_time_on_a_server_with_limits(store, serve):
    with serve(store, rate=10_000) as client:
        number = client.post("/api/runs", json=LONG).json()["id"]
        refused = client.post("/api/runs", json=SMALL)
        assert "a match from your address is already running" in message(refused, 429)
        assert int(refused.headers["Retry-After"]) > 0
        client.post(f"/api/runs/{number}/stop")
        assert client.post("/api/runs", json=SMALL).status_code == 201


def test_a_match_stores_only_as_much_as_its_address_may(store, serve, monkeypatch):
    monkeypatch.setattr("mastermine.web.limits.DAILY_BYTES", 20_000)
    with serve(store, rate=10_000) as client:
        number = client.post("/api/runs", json=LONG).json()["id"]
        run = waited(client, number, lambda run: run["state"] != "playing")
    assert run["state"] == "failed"
    assert "too much was saved from your address today" in run["error"]["message"]
    stored = [text for batch in store.games(number) for game in batch for text in game[7:]]
    assert 0 < sum(map(len, stored)) < 20_000


def test_a_match_has_a_time_limit_on_a_server_with_limits(store, serve, monkeypatch):
    timers: list[Any] = []

    class Timer:
        daemon = False

        def __init__(self, seconds: float, late: Callable[[], None]) -> None:
            timers.append((seconds, late))

        def start(self) -> None:
            timers[-1] = (*timers[-1], "started")

        def cancel(self) -> None:
            pass

    monkeypatch.setattr("mastermine.web.laboratory.runner.Timer", Timer)
    with serve(store, rate=10_000) as client:
        number = client.post("/api/runs", json=LONG).json()["id"]
        ((seconds, late, started),) = timers
        assert (seconds, started) == (15 * 60, "started")
        late()
        run = waited(client, number, lambda run: run["state"] != "playing")
        assert run["state"] == "stopped"
        assert "the time limit of this server; resume it" in run["error"]["message"]
        assert run["why_not"] is None


def test_options_that_may_be_slow_are_not_played_by_the_server_itself(store, serve, monkeypatch):
    seen: list[Any] = []

    def watched(run: Run, _missing: Any) -> list[Any]:
        seen.append(run)
        return []

    monkeypatch.setattr("mastermine.web.laboratory.runner.head_start", watched)
    with serve(store) as client:
        for strategy in ("knuth", "knuth:first=112"):
            started = client.post("/api/runs", json={**SMALL, "strategies": [strategy]}).json()
            result(client, started["id"])
    assert [run.names for run in seen] == [["knuth"]]


@pytest.mark.parametrize(
    ("requested", "status", "said"),
    [
        ({"strategies": ["knut"]}, 400, "did you mean knuth"),
        ({"strategies": ["pseq"]}, 400, "plays Minesweeper, not"),
        ({"strategies": ["knuth", "human"]}, 400, "human cannot play matches"),
        ({"strategies": ["mine.py:best"]}, 400, "strategy files can be used on the command line"),
        ({"strategies": ["cmd:touch ran"]}, 400, "engines can be used on the command line only"),
        ({"strategies": ["knuth,./x.PY"]}, 400, "strategy files can be used on the command line"),
        ({"strategies": ["knuth", "knuth"]}, 400, "named twice"),
        ({"strategies": []}, 400, "no strategy is given"),
        ({"strategies": ["knuth"] * 13}, 422, "strategies"),
        ({"strategies": ["knuth:first=every,random:first=every"] * 3}, 400, "too many"),
        ({"rules": "nonsense"}, 400, "'nonsense'"),
        ({"rules": "7x8"}, 422, "2,097,152 codes"),
        ({"rules": "99x9"}, 422, "too large"),
        ({"rounds": 0}, 422, "rounds"),
        ({"rounds": 100_001}, 422, "rounds"),
        ({"rounds": None}, 400, "choose a number of rounds"),
        ({"every": True}, 400, "every secret once or a number of rounds"),
        ({"rules": "5x9", "every": True, "rounds": None}, 201, ""),
        ({"rules": "6x8", "every": True, "rounds": None}, 422, "262,144 secrets"),
        ({"seed": 1.5}, 422, "seed"),
        ({"limit": 5}, 422, "there is no field limit"),
    ],
)
def test_what_is_requested_is_checked(client, store, requested, status, said):
    answer = client.post("/api/runs", json={**SMALL, **requested})
    if status == 201:
        assert answer.status_code == 201
        client.delete(f"/api/runs/{answer.json()['id']}")
    else:
        assert said in message(answer, status)
        assert answer.json()["error"]["field"].partition(".")[0] in {**SMALL, **requested}
    assert store.runs() == []


def test_a_strategy_that_cannot_play_is_said_at_once_and_leaves_nothing(client, store, monkeypatch):
    monkeypatch.setattr("mastermine.web.laboratory.run_request.MAX_CODES", 1 << 60)
    monkeypatch.setattr("mastermine.web.laboratory.runner.FEW_CODES", 1 << 60)
    requested = {"rules": "8x9,limit=20", "strategies": ["optimal"], "rounds": 5}
    assert "8x9" in message(client.post("/api/runs", json=requested), 422)
    assert store.runs() == []


def test_a_store_that_fails_ends_the_run_in_words(client, store, monkeypatch):
    number = client.post("/api/runs", json=LONG).json()["id"]

    def full(*_arguments: object) -> None:
        raise MastermineError("there is no room left")

    monkeypatch.setattr(store, "add", full)
    events = result(client, number)
    assert events[-1][1] == "failed"
    assert events[-1][2]["error"]["message"] == "there is no room left"
    monkeypatch.undo()
    run = client.get(f"/api/runs/{number}").json()
    assert run["state"] == "failed"
    assert run["played"] == store.run(number).rounds_played > 0
    assert client.get("/api/runs").json()[0]["state"] == "failed"
    assert client.post(f"/api/runs/{number}/resume").json()["state"] == "playing"


def test_mistakes_of_a_strategy_are_reported(client, store):
    run = Run.of(parse_rules("3x4"), [find_strategy("knuth")], 3, seed=1)
    number = store.begin(run, "")
    for part in conduct(run):
        games = [
            game._replace(outcome="failed", turns=None, reason="it sleeps")
            if game.round == 2
            else game
            for game in part.games
        ]
        store.add(number, part._replace(games=games))
    score = client.get(f"/api/runs/{number}").json()["standings"][0]
    assert score["failures"] == 1
    assert score["reasons"] == [{"round": 2, "reason": "it sleeps"}]


def test_runs_of_files_and_duels_are_shown_but_not_resumed(client, store, tmp_path):
    path = tmp_path / "own.py"
    path.write_text(
        "from mastermine import strategy\n"
        "@strategy('own')\n"
        "def own(view):\n"
        "    'The first.'\n"
        "    return view.candidates[0]\n"
    )
    run = Run.of(parse_rules("3x4"), [find_strategy(f"{path}:own")], 50, seed=1)
    number = store.begin(run, "")
    assert "command line only" in client.get(f"/api/runs/{number}").json()["why_not"]
    assert "command line only" in message(client.post(f"/api/runs/{number}/resume"), 400)
    duel = Run.of(parse_rules("3x4"), [find_strategy("knuth"), find_strategy("random")], 50, 1)
    number = store.begin(duel, "mastermine duel 3x4 knuth random")
    assert "this run is a duel" in message(client.post(f"/api/runs/{number}/resume"), 400)
    assert client.get("/api/runs").json()[0]["duel"]


@pytest.mark.parametrize(
    ("rules", "strategies"), [("3x4", ["knuth", "random"]), ("beginner", ["thesis", "pseq"])]
)
def test_the_games_of_a_round_are_watched_as_they_were_played(client, store, rules, strategies):
    wanted = {"rules": rules, "strategies": strategies, "rounds": 8, "seed": 7}
    number = client.post("/api/runs", json=wanted).json()["id"]
    waited(client, number, lambda run: run["state"] == "done")
    for played in (1, 8):
        found = client.get(f"/api/runs/{number}/rounds/{played}").json()
        games = next(iter(store.games(number, played, played)))
        assert (found["round"], len(found["boards"])) == (played, len(strategies))
        for board, game in zip(found["boards"], games, strict=True):
            assert board["strategy"] == strategies[game.entrant]
            assert board["outcome"] == game.outcome == board["frames"][-1]["outcome"]
            if game.turns is not None:  # Those of minefields are not stored.
                assert len(board["frames"]) == 1 + game.turns
            assert board["frames"][0]["moves"] == len(board["frames"]) - 1
            assert board["frames"][0]["outcome"] is None
    assert "round 9 of run" in message(client.get(f"/api/runs/{number}/rounds/9"), 404)
    assert message(client.get(f"/api/runs/{number}/rounds/0"), 422)


def test_a_run_that_is_removed_meanwhile_does_not_name_the_store(client, store, monkeypatch):
    number = client.post("/api/runs", json=SMALL).json()["id"]
    result(client, number)
    deleted = store.delete

    def late(run: int) -> None:
        deleted(run)
        deleted(run)

    monkeypatch.setattr(store, "delete", late)
    answer = client.delete(f"/api/runs/{number}")
    assert "there is no such run" in message(answer, 404)
    assert store.name not in answer.text


def test_long_games_of_many_rows_are_watched_from_a_later_row(client):
    wanted = {"rules": "mastermind:4x6,limit=3000", "strategies": ["random"], "rounds": 1}
    number = client.post("/api/runs", json=wanted | {"seed": 3}).json()["id"]
    run = waited(client, number, lambda run: run["state"] == "done")
    answer = client.get(f"/api/runs/{number}/rounds/1")
    assert len(answer.content) < 20_000_000
    outcome = answer.json()["boards"][0]["frames"][-1]["outcome"]
    assert outcome == ("won" if run["standings"][0]["wins"] else "lost")


def test_strategies_from_files_are_not_run_to_be_watched(client, store, tmp_path):
    path = tmp_path / "own.py"
    path.write_text(
        "from mastermine import strategy\n"
        "@strategy('own', game='minesweeper')\n"
        "def own(view):\n"
        "    'The first.'\n"
        "    return next(iter(view.knowledge.board.hidden))\n"
    )
    run = Run.of(
        parse_rules("5x5x3"), [find_strategy(f"{path}:own", "minesweeper")], 1, seed=1, moves=False
    )
    number = store.begin(run)
    for part in conduct(run):
        store.add(number, part)
    path.write_text("raise SystemExit")
    answer = client.get(f"/api/runs/{number}/rounds/1")
    assert "its strategies can play on the command line only" in message(answer, 400)


def test_games_are_taken_home(client, short):
    answer = client.get(f"/api/runs/{short['id']}/games.jsonl")
    lines = [json.loads(line) for line in answer.text.splitlines()]
    assert len(lines) == 120
    assert lines[0]["strategy"] == "knuth"
    assert lines[0]["moves"][-1][1] == "3B 0W"
    assert f'filename="run-{short["id"]}.jsonl"' in answer.headers["content-disposition"]
    rows = list(csv.DictReader(io.StringIO(client.get(f"/api/runs/{short['id']}/games.csv").text)))
    assert [int(row["turns"]) for row in rows] == [line["turns"] for line in lines]
    assert "ending" in message(client.get(f"/api/runs/{short['id']}/games.parquet"), 422)


def test_no_file_is_left_behind(client, short, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "made"))
    (tmp_path / "made").mkdir()
    assert client.get(f"/api/runs/{short['id']}/games.csv").text.count("\n") == 121
    assert list((tmp_path / "made").iterdir()) == []


@pytest.mark.rest
def test_pictures_and_their_figures(client, short):
    pytest.importorskip("matplotlib")
    path = f"/api/runs/{short['id']}/plots"
    drawn = client.get(f"{path}/guesses.svg")
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert "default-src 'none'" in drawn.headers["content-security-policy"]
    assert b"#ececec" in client.get(f"{path}/guesses.svg?theme=dark").content
    assert b"#ececec" not in drawn.content
    figures = client.get(f"{path}/guesses.json").json()
    assert figures["title"] == "Guesses a game"
    assert len(figures["rows"]) == 2
    assert "has no picture of kind rates" in message(client.get(f"{path}/rates.svg"), 400)
    assert "kind" in message(client.get(f"{path}/nonsense.svg"), 422)
    assert "theme" in message(client.get(f"{path}/guesses.svg?theme=pink"), 422)
    page = client.get(f"/api/runs/{short['id']}/report")
    assert "<h1>" in page.text
    assert "unsafe-inline" in page.headers["content-security-policy"]


def test_without_matplotlib_there_is_a_clear_line_and_the_figures(client, short, monkeypatch):
    from importlib import util

    def found(name: str, find: Callable[[str], Any] = util.find_spec) -> Any:
        return None if name == "matplotlib" else find(name)

    monkeypatch.setattr(util, "find_spec", found)
    said = "pictures need matplotlib: pip install 'mastermine[plots]'"
    path = f"/api/runs/{short['id']}"
    assert client.get(path).json()["undrawn"] == said
    assert message(client.get(f"{path}/plots/guesses.svg"), 400) == said
    assert message(client.get(f"{path}/report"), 400) == said
    assert client.get(f"{path}/plots/guesses.json").json()["rows"]


@pytest.mark.parametrize(
    ("text", "game", "secrets"),
    [
        ("classic", "mastermind", 1296),
        ("5x10", "mastermind", 100_000),
        ("6x8", "mastermind", None),
        ("beginner", "minesweeper", None),
        ("3x3x2", "minesweeper", 28),
    ],
)
def test_rules_are_shown_while_they_are_written(client, text, game, secrets):
    found = client.get("/api/runs/rules", params={"text": text}).json()
    assert found["game"] == game
    assert found["secrets"] == secrets
    assert found["words"]


def test_wrong_rules_are_shown_while_they_are_written(client):
    assert "'4y6'" in message(client.get("/api/runs/rules?text=4y6"), 400)
    assert "text is missing" in message(client.get("/api/runs/rules"), 422)


def test_minefields_are_played(client):
    requested = {
        "rules": "beginner",
        "strategies": ["safest", "single-point"],
        "rounds": 40,
        "seed": 1,
    }
    number = client.post("/api/runs", json=requested).json()["id"]
    run = result(client, number)[-1][2]
    assert run["perilous"]
    first = run["standings"][0]
    low, high = first["win_rate_interval"]
    assert low < first["win_rate"] < high
    assert first["guesses"] > 0
    assert "rates" in client.get(f"/api/runs/{number}").json()["plots"]


def test_no_thread_is_left_when_the_server_ends(store, serve):
    import threading

    with serve(store) as client:
        number = client.post("/api/runs", json=LONG).json()["id"]
        assert any(thread.name == f"run-{number}" for thread in threading.enumerate())
    until(lambda: all(thread.name != f"run-{number}" for thread in threading.enumerate()))


def test_on_a_shared_server_only_who_began_a_run_ends_it(store, client, browse):
    from mastermine.web.app import create_app

    app = create_app(store, shared=True)
    of_terminal = store.begin(Run.of(parse_rules("3x4"), [find_strategy("knuth")], 3, seed=1))
    with browse(app) as ana, browse(app) as boris:
        number = ana.post("/api/runs", json=LONG).json()["id"]
        waited(boris, number, lambda run: run["played"] > 0)
        for run in (number, of_terminal):
            for answer in (
                boris.post(f"/api/runs/{run}/stop"),
                boris.post(f"/api/runs/{run}/resume", json={"rounds": 200}),
                boris.delete(f"/api/runs/{run}"),
            ):
                assert "belongs to somebody else" in message(answer, 403)
        assert boris.get(f"/api/runs/{number}").json()["state"] == "playing"
        assert [run["yours"] for run in boris.get("/api/runs").json()] == [False, False]
        assert [run["yours"] for run in ana.get("/api/runs").json()] == [True, False]
        stopped = ana.post(f"/api/runs/{number}/stop").json()
        assert (stopped["state"], stopped["yours"]) == ("stopped", True)
        assert ana.delete(f"/api/runs/{number}").status_code == 204
    # On a server of one's own machine the store is one's own.
    assert client.get(f"/api/runs/{of_terminal}").json()["yours"]
    assert client.delete(f"/api/runs/{of_terminal}").status_code == 204


def test_nobody_waits_for_who_begins_a_run(client, store, short, monkeypatch):
    from threading import Event, Thread

    waiting, go = Event(), Event()
    begin = Store.begin

    def slowly(*arguments: Any) -> int:
        waiting.set()
        go.wait(PATIENCE)
        return begin(*arguments)

    monkeypatch.setattr(Store, "begin", slowly)
    asking = Thread(target=lambda: client.post("/api/runs", json=SMALL))
    asking.start()
    assert waiting.wait(PATIENCE)
    assert result(client, short["id"])[-1][1] == "done"
    go.set()
    asking.join()


def test_a_store_that_is_gone_ends_the_run_in_words(client, tmp_path, monkeypatch):
    from threading import Event, Thread

    from mastermine.web.laboratory.job import Live

    watched, tell = Event(), Live.snapshot
    number = client.post("/api/runs", json=LONG).json()["id"]

    def told_to_somebody(live: Live) -> Any:
        watched.set()
        return tell(live)

    monkeypatch.setattr(Live, "snapshot", told_to_somebody)
    here, away = tmp_path / "runs.sqlite", tmp_path / "away.sqlite"
    # A later viewer of a run gets the same error at once.
    removal = Thread(target=lambda: watched.wait(PATIENCE) and here.rename(away))
    removal.start()
    try:
        assert "was removed or replaced" in result(client, number)[-1][2]["error"]["message"]
        removal.join()
        assert "was removed" in message(client.post("/api/runs", json=SMALL), 503)
    finally:
        away.rename(here)
    assert client.post(f"/api/runs/{number}/resume").json()["state"] == "playing"


def test_a_change_is_written_once_for_all_who_watch(monkeypatch):
    from mastermine.web.laboratory import job as watched

    written: list[dict[str, Any]] = []

    def state_of(*_args: object, **_more: object) -> dict[str, Any]:
        written.append({"n": len(written)})
        return written[-1]

    monkeypatch.setattr(watched, "state_of", state_of)
    stored: Any = SimpleNamespace(rounds=60)
    live = watched.Live(stored, Standings(("knuth",), False))
    woken: list[str] = []

    async def watch() -> None:
        await live.change(live.mark)
        woken.append(live.text())

    async def play() -> None:
        watchers = [asyncio.create_task(watch()) for _n in range(2000)]
        await asyncio.sleep(0)
        assert woken == []
        live.standings.rounds += 1
        live.wake()
        await asyncio.gather(*watchers)

    asyncio.run(play())
    assert len(woken) == 2000
    assert all(text is woken[0] for text in woken)
    assert len(written) == 1


def test_the_pace_is_that_of_the_rounds_played_since_the_start():
    from mastermine.web.laboratory import job

    stored: Any = SimpleNamespace(rounds=100)
    before, now = (Standings(("knuth",), False) for _n in range(2))
    before.rounds, now.rounds = 20, 60
    live = job.Live(stored, before)
    live.standings, live._seconds = now, 0.5
    assert live._pace() == {"rate": 80, "seconds_left": 0.5}


def test_texts_of_others_are_escaped():
    from datetime import UTC, datetime

    from mastermine.web.laboratory.serialize import escaped, line_of

    stored: Any = SimpleNamespace(
        id=1,
        rules="classic",
        names=("a\x1b[2J", "\u202eb"),
        rounds=1,
        rounds_played=0,
        created=datetime.now(UTC),
        version="1",
        command="match",
    )
    assert line_of(stored, "done")["strategies"] == [r"a\u001b[2J", r"\u202eb"]
    assert escaped({"\x1b": ({"reason": "\x1b"}, 1, None)}) == {
        r"\u001b": [{"reason": r"\u001b"}, 1, None]
    }


def test_an_address_watches_only_so_many_matches():
    from collections import Counter
    from contextlib import AsyncExitStack, asynccontextmanager

    from mastermine.web.errors import TooMany
    from mastermine.web.laboratory.routes import MAX_STREAMS, _stream

    streams = Counter[str]()
    state = SimpleNamespace(app=SimpleNamespace(state=SimpleNamespace(streams=streams)))
    opened: Any = asynccontextmanager(_stream)

    def client(host: str) -> Any:
        return SimpleNamespace(app=state.app, client=SimpleNamespace(host=host))

    async def play() -> None:
        async with AsyncExitStack() as stack:
            for _n in range(MAX_STREAMS):
                await stack.enter_async_context(opened(client("192.0.2.1")))
            with pytest.raises(TooMany):
                await stack.enter_async_context(opened(client("192.0.2.1")))
            await stack.enter_async_context(opened(client("192.0.2.2")))
            for _n in range(2 * MAX_STREAMS):
                await stack.enter_async_context(opened(client("127.0.0.1")))
        async with opened(client("192.0.2.1")):
            assert streams == {"192.0.2.1": 1}

    asyncio.run(play())
    assert streams == {}


def test_what_is_said_of_a_run_is_in_the_language_of_who_looks(monkeypatch):
    from mastermine.i18n.languages import LANGUAGES
    from mastermine.i18n.text import speaking, spoken
    from mastermine.web.laboratory import job as watched

    def state_of(*_args: object, **_more: object) -> dict[str, Any]:
        return {"language": spoken().tag}

    monkeypatch.setattr(watched, "state_of", state_of)
    stored: Any = None
    live = watched.Live(stored, Standings(("knuth",), False))
    assert live.snapshot() is live.snapshot()
    for tag in LANGUAGES:
        with speaking(LANGUAGES[tag]):
            assert live.snapshot()["language"] == tag
