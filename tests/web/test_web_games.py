from __future__ import annotations

import json
from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.waiting import PATIENCE, until
from tests.web.client import begin, error, helped, move, moved

from mastermine.arena.store import open_store
from mastermine.arena.store.connect import StoreError
from mastermine.session.forms import Field, form_of
from mastermine.web.live_games import LiveGames


def test_a_game_of_mastermind(web):
    game = begin(web, rules="classic", secret="3614")
    assert (game["level"], game["version"], game["secret"]) == ("classic", 1, None)
    game = moved(web, game, "guess 1122")
    assert game["turns"] == [["1122", "0B 1W"]]
    assert game["version"] == 2
    hint = web.post(f"/api/games/{game['id']}/help/hint", json={}).json()
    assert len(hint["help"]["guess"]) == 4
    assert hint["help"]["sentences"]
    assert hint["game"]["hints"] == 1
    game = hint["game"]
    candidates = helped(web, game, "candidates")
    assert candidates["count"] == 256
    assert len(candidates["first"]) == 100
    over = moved(web, game, "guess 3614")
    assert (over["outcome"], over["secret"]) == ("won", "3614")
    [kind] = web.get("/api/statistics").json()
    assert (kind["games"], kind["won"], kind["level"]) == (1, 1, "classic")
    assert (kind["chosen"], kind["best_turns"], kind["streak"]) == (1, None, 0)
    review = web.get(f"/api/games/{game['id']}/review").json()
    assert len(review["moves"]) == 2
    frames = web.get(f"/api/games/{game['id']}/replay").json()["frames"]
    assert [len(frame["turns"]) for frame in frames] == [0, 1, 2]
    assert web.get("/api/games").json() == []


@pytest.mark.parametrize(
    "wanted",
    [{"rules": "classic", "seed": "a"}, {"daily": "beginner"}, {"rules": "4x6", "mode": "person"}],
)
def test_a_game_is_shown_before_it_starts(web, wanted):
    shown = web.post("/api/games/preview", json=wanted)
    assert shown.status_code == 200
    assert "set-cookie" not in shown.headers
    assert web.get("/api/games").json() == []
    game = {**begin(web, **wanted), "id": "", "version": 0}
    # The clock of a puzzle with an open cell runs from its start.
    assert game | {"seconds": 0} == shown.json() | {"seconds": 0}


def test_a_game_of_minesweeper(web):
    game = begin(web, rules="beginner", seed="by hand")
    game = moved(web, game, "click 4,4")
    assert game["board"].count("#") < 81
    chances = helped(web, game, "probabilities")["chances"]
    assert len(chances) == 9
    assert all(len(row) == 9 for row in chances)
    for what in ("hint", "guess", "check", "steps", "why?cell=0,0"):
        assert web.post(f"/api/games/{game['id']}/help/{what}").status_code == 200, what
    game = web.get(f"/api/games/{game['id']}").json()
    assert game["hints"] > 0
    lost = moved(web, game, "give up")
    assert lost["outcome"] == "lost"
    assert lost["secret"].count("*") == 10


def test_why_names_the_numbers_that_tell_it(web):
    game = begin(web, rules="minesweeper:12x12x22-open", seed="help")
    move(web, game, "click 6,6")
    first = helped(web, game, "steps")["steps"][0]
    [cell, *_others] = first["safe"] + first["mines"]
    why = helped(web, game, f"why?cell={cell}")
    assert [step | {"lines": first["lines"]} for step in why["steps"]] == [first]
    assert why["sentences"] == [step["sentence"] for step in why["steps"]]


def test_the_clock_stands_while_nobody_looks(web, monkeypatch):
    now = [100.0]
    monkeypatch.setattr("mastermine.session.clock.monotonic", lambda: now[0])
    game = begin(web, rules="beginner", seed="by hand")
    path = f"/api/games/{game['id']}"
    move(web, game, "click 4,4")
    now[0] += 3
    assert web.post(f"{path}/pause").status_code == 204
    now[0] += 1000
    game = web.get(path).json()
    assert game["seconds"] == 3
    now[0] += 2
    assert moved(web, game, "flag 0,0")["seconds"] == 5
    other = begin(web, rules="classic")
    assert web.post(f"/api/games/{other['id']}/pause").status_code == 204
    assert web.post("/api/games/none/pause").status_code == 404


def test_few_clicks(web):
    game = begin(web, rules="6x4x4", secret="...*.*/....../....../....**")
    assert helped(web, game, "efficient") == {"plan": None}
    moved(web, game, "click 0,0")
    assert helped(web, game, "efficient")["plan"] == {
        "cell": "3,1",
        "chord": True,
        "flags": ["3,0"],
        "opens": ["4,0", "4,1", "4,2"],
        "clicks": 2,
        "lines": ["Flag 3,0, then click on the 1 at 3,1: 2 clicks open 3 cells."],
    }
    assert web.get(f"/api/games/{game['id']}").json()["hints"] == 1


def test_the_person_hides_the_code(web):
    game = begin(web, rules="classic", mode="person")
    assert game["proposal"] == "1122"
    game = moved(web, game, "answer 4B 0W")
    assert game["outcome"] == "won"


def test_people_against_each_other(web):
    game = begin(web, rules="4x6", players=["Ana", "Boris"])
    game = moved(web, game, "hide 1234")
    assert game["to_do"] == "break"
    game = moved(web, game, "guess 1234")
    assert game["to_do"] == "hide"
    asked = error(web.post(f"/api/games/{game['id']}/help/hint"))
    assert asked[:3] == (400, "IllegalMove", "help is off in matches between people")
    game = begin(web, rules="4x6", players=["Ana", "Boris"], score="pegs", draw="hints")
    early = error(web.post(f"/api/games/{game['id']}/help/hint"))
    assert early[2] == "there are no hints before the code is hidden"
    game = moved(web, game, "hide 1234")
    assert helped(web, game, "tip")
    assert helped(web, game, "hint")["guess"] == "1122"
    other = error(web.post(f"/api/games/{game['id']}/help/why"))
    assert other[:3] == (400, "IllegalMove", "this match gives hints, but no other help")
    game = moved(web, game, "guess 1234")
    assert [(row["score"], row["hints"]) for row in game["standings"]] == [(4, 0), (0, 1)]
    race = begin(web, rules="9x9x10", players=["Ana", "Boris"])
    assert (race["game"], race["to_do"]) == ("race", "begin")


def test_of_many_clicks_at_once_one_is_made(web):
    game = begin(web, rules="super", secret="12345")
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda _n: move(web, game, "guess 11223", 1), range(16)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 15
    made = web.get(f"/api/games/{game['id']}").json()
    assert len(made["turns"]) == 1
    for answer in answers:
        if answer.status_code == 409:
            assert (error(answer)[1], answer.json()["game"]) == ("OutOfDate", made)


def test_help_says_the_version_of_the_game_it_is_for(web, monkeypatch):
    game = begin(web, rules="classic", secret="3614")
    alone = LiveGames._alone
    others = [lambda: move(web, game, "guess 1122", 2)]

    @contextmanager
    def followed(table, owner, id):  # noqa: A002
        with alone(table, owner, id):
            yield
        if others:
            assert others.pop()().status_code == 200

    monkeypatch.setattr(LiveGames, "_alone", followed)
    seen = web.post(f"/api/games/{game['id']}/help/hint").json()["game"]
    assert (seen["version"], seen["turns"], seen["hints"]) == (2, [], 1)
    late = move(web, seen, "guess 3333")
    assert (late.status_code, late.json()["game"]["turns"]) == (409, [["1122", "0B 1W"]])


def test_games_are_of_their_owner_alone(web, web_app, browse):
    game = begin(web, rules="classic")
    with browse(web_app) as other:
        for answer in (
            other.get(f"/api/games/{game['id']}"),
            move(other, game, "guess 1122"),
            other.delete(f"/api/games/{game['id']}"),
            other.get(f"/api/games/{game['id']}/save"),
        ):
            assert error(answer)[:2] == (404, "Missing")
        assert other.get("/api/games").json() == []
    assert web.delete(f"/api/games/{game['id']}").status_code == 204
    assert web.get(f"/api/games/{game['id']}").status_code == 404


def test_a_server_that_ends_loses_nothing(tmp_path: Path, serve):
    cookies: Any = None
    states = []
    for _life in range(3):
        with open_store(tmp_path / "games.sqlite") as store, serve(store) as web:
            if cookies is None:
                game = begin(web, rules="expert", seed=7)
                game = moved(web, game, "click 3,4")
                states.append(moved(web, game, "flag 29,15"))
                cookies = dict(web.cookies)
            else:
                web.cookies.update(cookies)
                states.append(web.get(f"/api/games/{game['id']}").json())
    for state in states:
        assert 0 <= state.pop("seconds") < PATIENCE  # The clock ran while it was answered.
    assert states[0] == states[1] == states[2]


def test_two_servers_of_one_store(tmp_path: Path, serve):
    file = tmp_path / "games.sqlite"
    with (
        open_store(file) as one,
        open_store(file) as two,
        serve(one) as here,
        serve(two) as there,
    ):
        game = begin(here, rules="classic", secret="3614")
        path = f"/api/games/{game['id']}"
        there.cookies.update(dict(here.cookies))
        assert there.get(path).json() == game
        game = moved(here, game, "guess 1122")
        assert there.get(path).json() == game
        late = game
        game = moved(here, game, "guess 2222")
        answer = move(there, late, "guess 3333")
        assert answer.status_code == 409
        assert answer.json()["game"] == game
        assert moved(there, game, "guess 3614")["outcome"] == "won"
        assert there.delete(path).status_code == 204
        assert error(here.get(path))[:2] == (404, "Missing")


def test_an_end_that_cannot_be_counted_is_not_made(web, monkeypatch):
    from mastermine.session.saved import history

    def fail(*_arguments: object) -> None:
        raise StoreError("the store is full")

    def counted() -> list[Any]:
        return [each for each in web.get("/api/statistics").json() if each["rules"].endswith("3x4")]

    game = begin(web, rules="3x4", secret="111")
    with monkeypatch.context() as patch:
        patch.setattr(history, "store_rows", fail)
        assert error(move(web, game, "guess 111"))[0] == 503
    assert counted() == []
    assert web.get(f"/api/games/{game['id']}").json() == game
    assert move(web, game, "guess 111").json()["outcome"] == "won"
    assert [(each["games"], each["won"]) for each in counted()] == [(1, 1)]


def test_a_damaged_game_can_be_left(web, web_app):
    import sqlalchemy as sa

    from mastermine.arena.store.tables import saved

    game = begin(web, rules="classic")
    web_app.state.live_games._live.clear()
    with web_app.state.store.writing() as connection:
        connection.execute(sa.update(saved).where(saved.c.id == game["id"]).values(data="{"))
    assert "damaged" in error(web.get(f"/api/games/{game['id']}"))[2]
    assert web.delete(f"/api/games/{game['id']}").status_code == 204


def test_a_shared_server_removes_what_nobody_resumes(tmp_path: Path, serve):
    from datetime import UTC, datetime, timedelta

    import sqlalchemy as sa

    from mastermine.arena.store.tables import saved
    from mastermine.web.app import NEW_DAYS, OPEN_DAYS, OVER_DAYS

    with open_store(tmp_path / "games.sqlite") as store:
        with serve(store) as web:
            left = {
                days: moved(web, begin(web, rules="classic"), "guess 1122")
                for days in (OPEN_DAYS + 1, OVER_DAYS + 1)
            }
            new = begin(web, rules="classic")
            begin(web, rules="classic")
            over = moved(web, begin(web, rules="classic"), "give up")
            cookies = dict(web.cookies)
        with store.writing() as connection:
            for days, game in [*left.items(), (OVER_DAYS + 1, over), (NEW_DAYS + 1, new)]:
                then = datetime.now(UTC).replace(tzinfo=None) - timedelta(days=days)
                mine = saved.c.id == game["id"]
                connection.execute(sa.update(saved).where(mine).values(changed=then))
        for shared, kept in ((False, 5), (True, 2)):
            with serve(store, shared=shared) as web:
                web.cookies.update(cookies)
                shelf, owner = web.app.state.live_games.writer.games, owner_of(store)
                until(lambda: len(shelf.all(owner)) == kept)  # noqa: B023
                assert web.get("/api/statistics").json()[0]["games"] == 1


def owner_of(store):
    import sqlalchemy as sa

    from mastermine.arena.store.tables import saved

    with store.reading() as connection:
        return connection.scalar(sa.select(saved.c.owner))


def test_save_and_load(web, web_app, browse):
    game = begin(web, rules="classic", secret="3614")
    move(web, game, "guess 1122")
    saved = web.get(f"/api/games/{game['id']}/save")
    assert "attachment" in saved.headers["content-disposition"]
    with browse(web_app) as other:
        loaded = other.post("/api/games/load", json=saved.json())
        assert loaded.status_code == 201
        assert loaded.json()["turns"] == [["1122", "0B 1W"]]


RECORDED = b"Board:\n00*0000\nEvents:\n0 lc 6 1\n0 lr 6 1\n1.5 lc 3 1\n1.5 lr 3 1\n"


def recorded(web: Any, data: bytes, **fields: Any) -> Any:
    file = b64encode(data).decode()
    return web.post("/api/games/recorded", json={"name": "game.rawvf", "file": file, **fields})


def test_a_recorded_game_is_over_and_reviewed(web):
    answer = recorded(web, RECORDED)
    assert answer.status_code == 201
    game = answer.json()
    assert (game["outcome"], game["recorded"], game["seconds"]) == ("lost", True, 1.5)
    found = web.get(f"/api/games/{game['id']}/review").json()
    assert found["decisive"] == [1]
    assert found["decided"][0].startswith("1.5 s: 2,0 was certainly a mine.")
    assert [moment["before"] for moment in found["moments"]] == [None, 1.0]
    assert ["3BV", "1 of 2"] in found["rows"]


def test_rows_of_mastermind_are_a_game(web):
    answer = recorded(web, b"1122 1B 0W\n1344 0B 1W\n", name="rows.txt", rules="4x6")
    assert answer.status_code == 201
    assert answer.json()["turns"] == [["1122", "1B 0W"], ["1344", "0B 1W"]]
    answer = recorded(web, b"1122 1B 0W\n1344 ?\n3526 1B 1W\n", name="rows.txt", rules="4x6")
    moves = web.get(f"/api/games/{answer.json()['id']}/review").json()["moves"]
    assert [move["feedback"] for move in moves] == ["1B 0W", "?", "1B 1W"]
    assert [move["skill"] is None for move in moves] == [False, True, False]


@pytest.mark.parametrize(
    ("data", "fields", "report"),
    [
        (b"hello there", {"name": "x.txt"}, "is not a recorded game"),
        (RECORDED + b"number2 4 1\n", {}, "line 8"),
        (b"x", {"name": "x.avf"}, "damaged"),
        (b"", {"file": "%"}, "the file is damaged"),
        (b"Board:\n" + b"0" * 5000 + b"*\nEvents:\n0 lc 1 1\n0 lr 1 1\n", {}, "each side must be"),
    ],
)
def test_no_recorded_game(web, data, fields, report):
    answer = recorded(web, data, **fields)
    assert answer.status_code in (400, 413, 422)
    assert report in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    ("change", "report"),
    [
        ({"format": "other"}, "no"),
        ({"version": 99}, "newer"),
        ({"strategy": "/etc/passwd.py:x"}, "not a strategy of this server"),
        ({"rules": "mastermind:40x6"}, "too large for the page"),
        ({"moves": [[1, "1122", "4B 0W"]]}, "is wrong"),
        ({"moves": 3}, "moves"),
        ({"seed": "\ud800"}, "invalid Unicode"),
    ],
)
def test_a_file_that_is_not_taken(web, change, report):
    game = begin(web, rules="classic", secret="3614")
    saved = web.get(f"/api/games/{game['id']}/save").json() | change
    kind = {"content-type": "application/json"}
    answer = web.post("/api/games/load", content=json.dumps(saved), headers=kind)
    status, _kind, message = error(answer)
    assert 400 <= status < 500
    assert report in message or report == "no"


@pytest.mark.parametrize(
    ("rules", "move", "change", "report"),
    [
        ("classic", "hide 1234", {"strategy": "/etc/passwd.py:x"}, "not a strategy of this server"),
        ("classic", "hide 1234", {"rules": "mastermind:40x6"}, "too large for the page"),
        ("beginner", "begin", {"strategy": "/etc/passwd.py:x"}, "not a strategy of this server"),
    ],
)
def test_a_match_with_a_board_that_is_not_taken(web, rules, move, change, report):
    game = moved(web, begin(web, rules=rules, players=["Ana", "Ben"]), move)
    saved = web.get(f"/api/games/{game['id']}/save").json()
    assert web.post("/api/games/load", json=saved).status_code == 201
    saved["boards"][-1][-1] |= change
    status, _kind, message = error(web.post("/api/games/load", json=saved))
    assert (status in (400, 422), report in message) == (True, True), message


def test_a_shared_link_begins_the_same_game(web):
    game = begin(web, rules="expert", seed="hello")
    game = moved(web, game, "click 3,4")
    shared = web.get(f"/api/games/{game['id']}/share").json()
    again = begin(web, link=shared["link"])
    assert again["board"] == game["board"]
    assert again["id"] != game["id"]


def test_the_puzzle_of_the_day(web):
    before = {each["level"]: each for each in web.get("/api/daily").json()}
    assert before["classic"]["id"] is None
    game = begin(web, daily="classic")
    assert game["seed"] is None
    now = {each["level"]: each for each in web.get("/api/daily").json()}
    assert now["classic"]["id"] == game["id"]
    move(web, game, "give up")
    done = {each["level"]: each for each in web.get("/api/daily").json()}
    assert (done["classic"]["done"], done["classic"]["outcome"]) == (True, "lost")


@pytest.mark.parametrize("kind", ["svg", "png"])
@pytest.mark.parametrize("rules", ["classic", "beginner"])
def test_pictures(web, kind, rules):
    if kind == "png":
        pytest.importorskip("resvg_py")
    game = begin(web, rules=rules)
    answer = web.get(f"/api/games/{game['id']}/board.{kind}")
    assert answer.status_code == 200
    assert answer.content.startswith(b"<svg" if kind == "svg" else b"\x89PNG")


@pytest.mark.parametrize(
    ("wanted", "status", "report"),
    [
        ({"rules": "nonsense"}, 400, "'nonsense'"),
        ({"rules": "1000x6"}, 400, "1000 places"),
        ({"rules": "4x6", "strategy": "knut"}, 400, "did you mean knuth?"),
        ({"rules": "4x6-black", "strategy": "pairs"}, 400, "strategy pairs"),
        ({"rules": "4x6", "strategy": "./mine.py:x"}, 400, "not a strategy of this server"),
        ({"rules": "4x6", "strategy": "cmd:touch ran"}, 400, "not a strategy of this server"),
        ({"rules": "4x6", "strategy": "knuth:first=every"}, 400, "first move"),
        ({"rules": "9x9x10", "strategy": "endgame:layouts=100000"}, 400, "first move"),
        ({"rules": "33x6"}, 422, "too large for the page"),
        ({"rules": "4x65", "players": ["Ana", "Ben"]}, 422, "64 colours"),
        ({"link": "/mastermind?rules=99x99"}, 422, "too large for the page"),
        ({"rules": "4x6", "secret": "123"}, 400, "4"),
        ({"rules": "9x9x10", "secret": "no layout"}, 400, ""),
        ({"rules": "4x6", "players": ["Ana"]}, 400, "2 to 5 players"),
        ({"daily": "classic", "rules": "4x6"}, 400, "with rules"),
        ({"link": "no link at all"}, 400, ""),
        ({"link": "/mastermind?rules=4x6&seed=%ff"}, 400, "link"),
        ({"link": "/mastermind?rules=4x6&seed=%ed%a0%80"}, 400, "invalid Unicode"),
        ({"rules": 5}, 422, "rules must be text"),
        ({"rules": {"level": "x" * 500}}, 422, "rules.level is too long: at most 200"),
        ({"rules": {"places": 4.5}}, 422, "rules.places must be a number or text"),
        ({"rules": {"level": "classic", "places": 99}}, 422, "too large for the page"),
        ({"rules": {"level": "classic", "width": 9}}, 400, "a new game has no setting 'width'"),
        ({"rules": {"level": "classic", "places": "4.5"}}, 400, "whole number"),
        ({"seed": 1.5}, 422, "seed must be a number or text"),
        ({"seed": "x" * 500}, 422, "seed is too long: at most 200"),
        ({"rules": "x" * 500}, 422, "rules is too long: at most 200"),
        ({"sneaky": 5}, 422, "there is no field sneaky"),
    ],
)
def test_a_game_that_cannot_be_started(web, wanted, status, report):
    answer = web.post("/api/games", json=wanted)
    found, _kind, message = error(answer)
    assert found == status, message
    assert report in message
    assert answer.json()["error"]["field"].partition(".")[0] in wanted


def test_a_game_asks_what_it_says(web):
    for name, game in web.get("/api/about").json()["games"].items():
        form = game["form"]
        for way in form["ways"]:
            people = {"players": ["Ana", "Ben"]}
            wanted = people if way["value"] == "people" else {"mode": way["value"]}
            requested = [each for each in form["choices"] if each["way"] == way["value"]]
            wanted |= {each["name"]: each["options"][-1]["value"] for each in requested}
            for preset in game["presets"]:
                level = {"level": game["levels"][0], **preset["values"]}
                started = begin(web, rules=level, **wanted)
                # A match of people has a limit, also where the rules have none.
                assert started["rules"].startswith(preset["rules"])
                assert preset["rules"].startswith(name)


def test_a_field_is_for_the_way_that_the_page_shows(web, monkeypatch):
    for name in ("mastermind", "minesweeper"):
        form = form_of(name)
        hidden = Field("seed", "Seed", way=form.ways[0].name)
        changed = replace(form, choices=(*form.choices, hidden))
        monkeypatch.setattr("mastermine.web.about.form_of", lambda _game, form=changed: form)
        about = web.get("/api/about", params={"game": name}).json()["games"][name]["form"]
        values = {way["value"] for way in about["ways"]}
        assert {each["way"] for each in about["choices"]} <= values
        assert about["choices"][-1]["way"] == "computer"


def test_an_error_names_the_field_of_the_form(web):
    answer = web.post("/api/games", json={"rules": "4x6", "rounds": 3})
    assert error(answer)[:2] == (400, "InvalidSpec")
    assert answer.json()["error"]["field"] == "rounds"


def test_moves_that_are_refused_change_nothing(web):
    game = begin(web, rules="classic", secret="3614")
    for text in ("guess 99", "", "dance", "undo", "answer 1B", "flag 1,1"):
        status, kind, _message = error(move(web, game, text))
        assert (status, kind) == (400, "IllegalMove"), text
    assert web.get(f"/api/games/{game['id']}").json() == game
    assert error(web.post(f"/api/games/{game['id']}/help/tea"))[0] == 404


def test_what_is_refused_is_not_loaded_again(web, web_app, monkeypatch):
    """A long game takes time to load."""
    game = moved(web, begin(web, rules="beginner", seed=3), "click 1,1")
    forgotten: list[Any] = []
    monkeypatch.setattr(web_app.state.live_games, "forget", lambda *key: forgotten.append(key))
    assert error(web.post(f"/api/games/{game['id']}/help/tea"))[0] == 404
    assert error(move(web, game, "click 99,1"))[0] == 400
    assert forgotten == []


def test_a_file_of_many_levels_is_no_saved_game(web):
    kind = {"content-type": "application/json"}
    saved = web.get(f"/api/games/{begin(web, rules='classic')['id']}/save").text.rstrip()
    for depth in (500, 700, 900, 100_000):
        text = saved[:-1] + f', "more": {"[" * depth}{"1," * 9000}2{"]" * depth}}}'
        answer = web.post("/api/games/load", content=text, headers=kind)
        assert answer.status_code in (201, 400, 422)
        assert "Error" not in answer.text.replace("InvalidSpec", "")


def test_help_with_more_codes_than_are_listed(web):
    game = begin(web, rules="8x8", seed=1)
    report = web.post(f"/api/games/{game['id']}/help/hint")
    assert report.status_code == 200
    assert report.json()["help"]["candidates"] == 8**8


@pytest.mark.parametrize(
    ("where", "failure", "expected"),
    [
        ("web.writer.Writer._write", StoreError("it is full"), (503, "StoreError")),
        ("session.MastermindSession.do", RuntimeError("inner detail"), (500, "ServerError")),
    ],
)
def test_what_fails_is_reported_and_the_game_continues(web, monkeypatch, where, failure, expected):
    game = begin(web, rules="classic", secret="3614")

    def fail(*_arguments: object) -> None:
        raise failure

    with monkeypatch.context() as patch:
        patch.setattr(f"mastermine.{where}", fail)
        answer = move(web, game, "guess 1122")
    assert error(answer)[:2] == expected
    assert ("it is full" in answer.text) == (expected[0] == 503)
    assert "inner" not in answer.text
    assert web.get(f"/api/games/{game['id']}").json() == game
    assert moved(web, game, "guess 1122")["version"] == 2


def test_a_move_that_takes_too_long_is_broken_off_and_not_made(web, monkeypatch):
    from mastermine.session import MastermindSession

    game = begin(web, rules="classic", secret="3614")
    do = MastermindSession.do

    def slow(session: MastermindSession, text: str) -> None:
        do(session, text)
        while True:
            pass

    with monkeypatch.context() as patch:
        patch.setattr("mastermine.web.time_limits.MOVE_SECONDS", 0.1)
        patch.setattr(MastermindSession, "do", slow)
        status, kind, message = error(move(web, game, "guess 1122"))
    assert (status, kind) == (422, "TooLong")
    assert "0.1 seconds" in message
    assert web.get(f"/api/games/{game['id']}").json() == game
    assert moved(web, game, "guess 1122")["version"] == 2


def test_the_start_page_gets_its_data_at_once(web: Any) -> None:
    found = web.get("/api/start?board=classic&board=beginner").json()
    assert found["games"] == web.get("/api/games").json()
    assert found["puzzles"] == web.get("/api/daily").json()
    assert found["statistics"] == web.get("/api/statistics").json()
    for level in ("classic", "beginner"):
        assert found["boards"][level]["id"] == ""
        assert found["boards"][level]["daily"]
    game = begin(web, daily="classic")
    boards = web.get("/api/start?board=classic").json()["boards"]
    assert boards["classic"]["id"] == game["id"]
    assert web.get("/api/start?board=nosuch").status_code == 400
