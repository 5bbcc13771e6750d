from __future__ import annotations

from typing import Any

import pytest


def requested(web: Any, path: str, **body: Any) -> Any:
    answer = web.post(f"/api/{path}", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refused(web: Any, path: str, **body: Any) -> tuple[int, dict[str, Any]]:
    answer = web.post(f"/api/{path}", json=body)
    return answer.status_code, answer.json()["error"]


def test_a_hint_for_a_game_on_the_table(web):
    first = requested(web, "hint", rules="classic")["help"]
    assert (first["guess"], first["candidates"], first["worst"]) == ("1122", 1296, 256)
    assert dict(first["parts"])["0B 0W"] == 256
    rows = [["1122", "1B 0W"], ["1344", "0B 2W"]]
    later = requested(web, "hint", rules="classic", turns=rows, strategy="entropy")["help"]
    assert later["candidates"] < 256
    solved = requested(web, "hint", rules="classic", turns=[["1122", "4B 0W"]])
    assert solved["help"] is None


def test_a_hint_for_a_board(web):
    message = requested(web, "hint", board="0##/1##/#1#", mines=2)["help"]
    assert message["risk"] in (0, message["risk"])
    assert message["reasons"]


def test_an_analysis_of_a_board(web):
    message = requested(web, "analyse", board="1##/12#/###", mines=2)
    assert message["rules"] == "minesweeper:3x3x2"
    assert message["chances"][0][0] is None
    chances = [chance for row in message["chances"] for chance in row if chance is not None]
    assert sum(chances) == pytest.approx(2)
    assert message["layouts"] == "3"
    assert message["board"] == "1##\n12#\n###"


def test_flags_of_a_board_are_listed_and_wrong_ones_named(web):
    found = requested(web, "analyse", board="1#F/12#/F##", mines=2)
    assert found["flags"] == ["2,0", "0,2"]
    assert set(found["wrong_flags"]) == {*found["flags"]} & {*found["safe"]}


def test_a_question_mark_that_can_only_be_closed(web):
    report = requested(web, "analyse", board="1??/12?/???", mines=2)
    assert report["board"] == "1##\n12#\n###"
    assert report["note"].startswith("Read ? as a closed cell")


def test_an_analysis_of_rows(web):
    message = requested(web, "analyse", rules="classic", turns=[["1122", "0B 0W"]])
    assert message["count"] == 256
    assert len(message["facts"]) == 1
    assert message["hint"]["candidates"] == 256


def test_an_impossible_board_says_which_numbers_conflict(web):
    status, error = refused(web, "analyse", board="###/131/000", mines=2)
    assert (status, error["kind"]) == (422, "ImpossibleBoard")
    assert set(error["cells"]) <= {"0,1", "1,1", "2,1", "0,2", "1,2", "2,2"}
    assert error["cells"]


def test_impossible_rows_say_which_row_it_is(web):
    rows = [["1122", "0B 0W"], ["1122", "1B 0W"], ["3344", "0B 0W"]]
    status, error = refused(web, "analyse", rules="classic", turns=rows)
    assert (status, error["kind"], error["row"]) == (422, "Contradiction", 2)


@pytest.mark.parametrize(
    ("path", "body", "status", "message"),
    [
        ("analyse", {"board": "0##"}, 400, "total number of mines"),
        ("analyse", {"board": "0#x", "mines": 1}, 400, "is not a cell"),
        ("analyse", {"board": "0##", "rules": "9x9x10"}, 400, "but 9x9x10 has 9x9"),
        ("analyse", {"board": "0##", "mines": 1, "turns": []}, 400, "give only one"),
        ("analyse", {"board": "0##", "mines": 20_000}, 422, "mines must be at most 10,000"),
        ("analyse", {"board": "0##", "mines": -1}, 422, "mines must be at least 0"),
        ("analyse", {"board": "0##", "mines": 1.5}, 422, "mines must be a whole number"),
        ("analyse", {"board": 3, "mines": 1}, 422, "board must be text"),
        ("hint", {"turns": "1122"}, 422, "turns must be a list"),
        ("hint", {"turns": [["1122"]]}, 422, "turns.0 is too short: at least 2"),
        ("analyse", {"rules": "9x9x10"}, 400, "for Minesweeper, add the board"),
        ("analyse", {"rules": "33x6"}, 422, "maximum is 32 places"),
        ("hint", {"rules": "classic", "turns": [["99", "1B"]]}, 400, "row 1"),
        ("hint", {"rules": "classic", "turns": [["1122"]]}, 422, "turns.0"),
        ("hint", {"rules": "classic", "strategy": "my.py"}, 400, "not a strategy"),
        ("evaluate", {"rules": "6x9"}, 422, "maximum here is 60,000"),
        ("evaluate", {"rules": "expert"}, 400, "laboratory"),
        ("evaluate", {"strategy": "knuth"}, 422, "rules is missing"),
        ("solve", {"rules": "100x100x2000"}, 422, "maximum here is 1,000"),
        ("solve", {"rules": "4x65"}, 422, "64 colours"),
    ],
)
def test_tools_refuse_in_words(web, path, body, status, message):
    found, error = refused(web, path, **body)
    assert found == status
    assert message in error["message"]
    assert error["field"].partition(".")[0] in {*body, "rules", "mines"}


def test_long_work_is_done_by_workers(web):
    figures = requested(web, "evaluate", rules="2x3", strategy="knuth")
    assert (figures["total"], figures["worst"], figures["exact"]) == (24, 4, True)
    game = requested(web, "solve", rules="classic", secret="3411")
    assert [step["left"] for step in game["steps"]][-1] == 1
    assert game["steps"][-1]["guess"] == game["secret"] == "3411"
    field = requested(web, "solve", rules="9x9x10", seed="a")
    assert field["outcome"] == "won"
    assert field["steps"][0]["reasons"]
    status, error = refused(web, "solve", rules="classic", secret="999")
    assert (status, error["kind"]) == (400, "IllegalMove")


@pytest.mark.rest
def test_workers_and_threads_speak_the_language_of_the_request(web):
    import anyio

    from mastermine.i18n.languages import LANGUAGES
    from mastermine.i18n.text import speaking, spoken
    from mastermine.web.time_limits import LongWork, in_worker

    def both():
        return spoken(), in_worker(spoken), in_worker(spoken)

    async def spoken_there():
        work = LongWork()
        try:
            with speaking(LANGUAGES["sr-Latn"]):
                return await work.do("", "", both)
        finally:
            await work.close()

    assert {language.tag for language in anyio.run(spoken_there)} == {"sr-Latn"}


@pytest.mark.rest
def test_work_that_takes_too_long_ends(web, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("mastermine.web.time_limits.MOVE_SECONDS", 0.2)
        status, error = refused(web, "evaluate", rules="4x7", strategy="random")
    assert (status, error["kind"]) == (422, "TooLong")
    assert "0.2 seconds" in error["message"]
    assert requested(web, "evaluate", rules="2x3", strategy="knuth")["worst"] <= 4


def test_about_and_words(web):
    about = web.get("/api/about").json()
    assert {"classic", "super"} <= {p["name"] for p in about["games"]["mastermind"]["presets"]}
    assert {"pseq"} <= {s["name"] for s in about["games"]["minesweeper"]["strategies"]}
    assert web.get("/api/words/en").json()["plural"] == "n != 1"
    assert web.get("/api/words/tlh").status_code == 404
