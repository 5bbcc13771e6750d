from __future__ import annotations

import base64
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
    assert message["win_chance"] == {"chance": 1, "exact": True}
    assert message["board"] == "1##\n12#\n###"


def test_few_clicks_on_a_board(web):
    board = {"board": "001F##/0011##/0001##/0001##", "mines": 4}
    plan = requested(web, "analyse", **board, efficient=True)["efficient"]
    assert (plan["cell"], plan["chord"], plan["flags"], plan["clicks"]) == ("3,1", True, [], 1)
    assert requested(web, "analyse", **board)["efficient"] is None


def test_rules_without_guesses_promise_a_safe_cell(web):
    for rules, said in (("2x2x1-noguess", True), ("2x2x1", False)):
        found = requested(web, "analyse", board="##/1#", rules=rules)
        assert any("without guesses" in each for each in found["sentences"]) == said
        assert (found["win_chance"] is None) == said


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
        ("hint", {"board": "0##"}, 400, "total number of mines"),
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


def test_without_the_number_of_mines_the_numbers_alone_count(web):
    found = requested(web, "analyse", board="#####/?121?")
    assert found["mines"] is found["layouts"] is found["rules"] is None
    assert found["chances"] == [[0, 1, 0, 1, 0], [None] * 5]
    assert (found["safe"], found["mined"]) == (["0,0", "2,0", "4,0"], ["1,0", "3,0"])
    assert (found["hint"]["cell"], found["hint"]["title"]) == ("0,0", "Open 0,0")
    assert found["hint"]["reasons"]
    assert found["steps"]
    nothing = requested(web, "analyse", board="##/1#")
    assert nothing["hint"] is None
    assert nothing["sentences"][0] == "Nothing is certain from the numbers alone."
    status, error = refused(web, "analyse", board="###/131/000")
    assert (status, error["kind"]) == (422, "ImpossibleBoard")
    assert error["cells"]


def test_the_best_move_of_an_analysis_has_its_chance(web):
    found = requested(web, "analyse", board="##/1#", mines=1)
    assert found["hint"]["title"] == "Guess 0,0: chance of a mine 33.3 %"
    assert found["hint"]["risk"] == pytest.approx(1 / 3)
    assert found["hint"]["reasons"]


@pytest.mark.parametrize(
    ("text", "board", "mines"),
    [
        ("1##/12#/#F#", "1##\n12#\n#F#", None),
        ("3x3x2\n1HH\n12H\nHFH", "1##\n12#\n#F#", 2),
        ("http://localhost/analyse?board=1../12./.F.&mines=2", "1##\n12#\n#F#", 2),
        ("/minesweeper?board=1%23%23%0A12%23%0A%23F%23#analyse", "1##\n12#\n#F#", None),
    ],
)
def test_a_position_is_read_in_any_format(web, text, board, mines):
    found = requested(web, "read", text=text)
    assert (found["game"], found["board"], found["mines"]) == ("minesweeper", board, mines)
    assert found["layout"] is None


def test_a_whole_layout_is_read_as_one(web):
    layout = "*...\n....\n...."
    mbf = base64.b64encode(bytes([4, 3, 0, 1, 0, 0])).decode()
    for given in ({"text": layout}, {"text": "?b=0403&m=g00"}, {"file": mbf}):
        found = requested(web, "read", **given)
        assert (found["layout"], found["mines"]) == (layout, 1)
        assert found["board"] == "*100\n1100\n0000"


def test_rows_are_read_in_words_and_answers_may_be_unknown(web):
    text = "1122 1,1\nred red blue yellow 0B 2W\n5566\n3344 ?"
    turns = [["1122", "1B 1W"], ["1134", "0B 2W"], ["5566", "?"], ["3344", "?"]]
    found = requested(web, "read", text=text, name="mastermind", rules="classic")
    assert (found["turns"], found["rules"]) == (turns, "mastermind:4x6,limit=10")
    assert found["shape"]["places"] == 4
    link = "/analyse?rules=4x6&turns=1122:1B1W;1134:0B2W;5566;3344:?"
    found = requested(web, "read", text=link)
    assert (found["game"], found["turns"], found["rules"]) == (
        "mastermind",
        turns,
        "mastermind:4x6",
    )


def test_an_unknown_answer_tells_nothing(web):
    turns = [["1122", "1B 1W"], ["5566", "?"], ["1134", "0B 2W"]]
    found = requested(web, "analyse", rules="4x6", turns=turns)
    assert found["count"] == 24
    assert [row["left"] for row in found["rows"]] == [208, None, 24]
    assert found["rows"][1]["sentence"] == "Not rated: its answer is not known."
    known = [turns[0], turns[2]]
    found = requested(web, "analyse", rules="4x6", turns=known)
    assert [row["left"] for row in found["rows"]] == [208, 24]
    assert all(row["sentence"] for row in found["rows"])


def test_all_rows_of_a_contradiction_are_named(web):
    turns = [
        ["3344", "?"],
        ["1122", "0B 0W"],
        ["5566", "0B 1W"],
        ["1133", "1B 0W"],
        ["1222", "1B 0W"],
    ]
    status, error = refused(web, "analyse", rules="4x6", turns=turns)
    assert (status, error["row"], error["rows"]) == (422, 5, [2, 5])
    assert "rows 2 and 5 contradict each other" in error["message"]
    assert error["repairs"] == [
        "If only the answer in row 2 is wrong, it should be 1B 0W (7 codes) or 0B 1W (4 codes).",
        "If only the answer in row 5 is wrong, it should be 0B 0W (6 codes).",
    ]


def test_a_game_goes_on_from_a_board(web):
    game = requested_game(web, board="1#F/12#/###", mines=2)
    assert game["board"] == "1##\n12#\n###"
    assert game["flags"] == ["2,0"]
    assert game["outcome"] is game["secret"] is None
    web.post(f"/api/games/{game['id']}/moves", json={"move": "give up"})
    (row,) = web.get("/api/statistics").json()
    assert (row["games"], row["chosen"]) == (1, 1)
    opened = requested_game(web, board="1##/12#/?##", mines=2)
    assert opened["board"].split("\n")[2][0] in "012"
    fresh = requested_game(web, board="###/###/###", mines=2)
    assert (fresh["rules"], fresh["board"]) == ("minesweeper:3x3x2", "###\n###\n###")


def test_a_game_goes_on_from_rows(web):
    turns = [["1122", "1B 1W"], ["5566", "?"]]
    game = requested_game(web, rules="classic", turns=turns)
    assert game["turns"][0] == turns[0]
    assert game["turns"][1][0] == "5566"
    assert game["turns"][1][1] != "?"
    assert game["outcome"] is None
    for _game in range(9):  # A guess that was followed by another one was not the code.
        game = requested_game(web, rules="2x2", turns=[["11", "?"], ["12", "?"], ["21", "?"]])
        assert (game["outcome"], len(game["turns"])) == (None, 3)


@pytest.mark.parametrize(
    ("path", "body", "message"),
    [
        ("analyse/play", {"board": "1##/12#/###"}, "give the total number of mines"),
        ("analyse/play", {"board": "11/1#", "mines": 1}, "every closed cell is a mine"),
        ("analyse/play", {"turns": [["1122", "4B 0W"]]}, "the code is found"),
        ("analyse/play", {"rules": "2x2,limit=1", "turns": [["11", "?"]]}, "no guess is left"),
        ("analyse/play", {"rules": "1x1", "turns": [["1", "?"]]}, "every code was guessed"),
        ("read", {"text": "1##/12"}, "row 1 has 2 cells, row 0 has 3"),
        ("read", {"text": "http://localhost/analyse"}, "neither"),
        ("read", {"text": "/analyse?board=1..&mines=x"}, "is not a number"),
        ("read", {"text": "/minesweeper?b=2&m=00"}, "need 52, one per five cells"),
        ("read", {"file": "@"}, "the file is damaged"),
        ("read", {"text": "/analyse?rules=4x6&turns=112:1B1W"}, "has 3 pegs"),
        ("read", {"text": "", "name": "mastermind", "rules": "33x6"}, "maximum is 32 places"),
    ],
)
def test_positions_that_cannot_be_are_refused_in_words(web, path, body, message):
    status, error = refused(web, path, **body)
    assert status in (400, 422)
    assert message in error["message"]


def requested_game(web: Any, **position: Any) -> Any:
    answer = web.post("/api/analyse/play", json=position)
    assert answer.status_code == 201, answer.text
    return answer.json()
