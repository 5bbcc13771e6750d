"""Games with too many codes to list, over the API: help, both directions, tools, the laboratory."""

from __future__ import annotations

from typing import Any

import pytest
from tests.web.client import begin, helped, moved

from mastermine.registry import parse_rules
from mastermine.web.laboratory.run_request import NewMatch, rules_of, run_of

SPEC = "8x12"


def fits(turns: list[list[str]], code: str) -> bool:
    """Whether a code, as it is written, gives all these answers."""
    rules: Any = parse_rules(SPEC)
    secret = rules.parse_action(code)
    return all(
        rules.respond(secret, rules.parse_action(guess)) == rules.parse_feedback(answer)
        for guess, answer in turns
    )


def test_help_is_given_and_says_what_is_an_estimate(web):
    game = begin(web, rules=SPEC, secret="12345678")
    assert game["strategy"] == "sampled"
    first = helped(web, game, "candidates")
    assert (first["count"], first["exact"], first["listed"]) == (12**8, True, False)
    hint = helped(web, game, "hint")
    assert (hint["candidates"], hint["exact"]) == (12**8, False)
    assert any("sample" in sentence for sentence in hint["sentences"])
    game = moved(web, game, "guess 11223344")
    left = helped(web, game, "candidates")
    assert not left["exact"]
    assert not left["listed"]
    assert left["told"].startswith("about ")
    assert isinstance(left["count"], int)
    assert 0 < left["count"] < 12**8
    assert len(left["first"]) == len(set(left["first"])) == 100
    assert all(fits(game["turns"], code) for code in left["first"])
    assert helped(web, game, "why")["sentences"]


def test_where_few_codes_are_left_all_is_exact_and_the_review_says_which_was_not(web):
    game = begin(web, rules=SPEC, secret="12345678")
    for guess in ("11223344", "12345566", "12347a9b", "1234567b"):
        game = moved(web, game, f"guess {guess}")
    left = helped(web, game, "candidates")
    assert left["exact"]
    assert left["listed"]
    assert left["told"] == f"{left['count']:,}"
    assert all(fits(game["turns"], code) for code in left["first"])
    moves = web.get(f"/api/games/{game['id']}/review").json()["moves"]
    assert not moves[0]["exact"]
    assert moves[-1]["left"] == left["count"]


def test_the_computer_guesses_and_a_wrong_answer_is_found_in_its_row(web):
    game = begin(web, rules=SPEC, mode="person")
    while game["contradiction"] is None:  # Until no colour is left of which a code could be.
        game = moved(web, game, "answer 0B 0W")
    guesses = [guess for guess, _answer in game["turns"]]
    assert game["contradiction"] == len(guesses)
    assert len(set("".join(guesses))) == 12
    left = set("0123456789ab") - set("".join(guesses[:-1]))
    assert left
    rules: Any = parse_rules(SPEC)
    code = rules.parse_action(left.pop() * 8)
    answer = rules.format_feedback(rules.respond(code, rules.parse_action(guesses[-1])))
    game = moved(web, game, f"correct {len(guesses)} {answer}")
    assert game["contradiction"] is None
    assert game["proposal"] is not None


def test_an_adversary_plays_on(web):
    game = begin(web, rules=SPEC, mode="adversary")
    game = moved(web, game, "guess 12345678")
    game = moved(web, game, "guess 9ab00000")
    over = moved(web, game, "give up")
    assert fits(over["turns"], over["secret"])


@pytest.mark.rest
def test_tools_take_such_rules(web):
    rows = [["11223344", "1B 2W"], ["55667788", "0B 1W"]]
    message = web.post("/api/analyse", json={"rules": SPEC, "turns": rows}).json()
    assert message["facts"] == []
    assert not message["exact"]
    assert all(fits(rows, code) for code in message["first"])
    assert len(message["hint"]["guess"]) == 8
    rows.append(["11223344", "2B 0W"])
    answer = web.post("/api/hint", json={"rules": SPEC, "turns": rows})
    assert (answer.status_code, answer.json()["error"]["row"]) == (422, 3)
    game = web.post("/api/solve", json={"rules": SPEC, "seed": "large"}).json()
    assert game["outcome"] == "won"
    steps = game["steps"]
    assert (game["strategy"], steps[-1]["guess"]) == ("sampled", game["secret"])
    assert not steps[0]["left_exact"]
    assert steps[0]["left_told"].startswith("about ")
    assert steps[-1]["left"] == 1


@pytest.mark.parametrize("spec", ["8x9", "12x12", "16x20", "32x64"])
def test_the_laboratory_plays_them_on_secrets_that_are_drawn(spec):
    message = rules_of(spec)
    assert (message["rules"], message["secrets"]) == (f"mastermind:{spec}", None)
    requested = {"rules": spec, "strategies": ["sampled"], "rounds": 3}
    run = run_of(NewMatch.model_validate(requested))
    assert run.field.rounds == 3


def test_the_page_receives_how_large_a_board_may_be(web):
    largest = web.get("/api/about").json()["largest"]
    spec = f"{largest['places']}x{largest['colours']}"
    game = begin(web, rules=spec)
    assert len(game["board"]["colours"]) == largest["colours"]
    guess = ",".join(["1"] * largest["places"])
    assert len(moved(web, game, f"guess {guess}")["turns"]) == 1


def test_the_page_can_ask_for_one_game_only(web):
    message = web.get("/api/about?game=mastermind").json()
    assert list(message["games"]) == ["mastermind"]
    assert web.get("/api/about?game=chess").status_code == 422
