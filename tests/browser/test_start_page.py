"""The start page: every choice starts the chosen game, and unfinished games are resumed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.browser.pages import NARROW, Open, Seen, until


def state(shown: Any) -> Any:
    """The game to which the page led, as the server has it."""
    shown.wait_for_url("**game=*")
    return shown.evaluate(
        "fetch('/api/games/' + location.href.match(/game=([^&#]+)/)[1]).then(a => a.json())"
    )


def post(shown: Any, path: str, body: Any) -> Any:
    return shown.evaluate(
        "([path, body]) => fetch(path, {method: 'POST', body: JSON.stringify(body),"
        " headers: {'Content-Type': 'application/json'}}).then(a => a.json())",
        [path, body],
    )


def opened(page: Open, **more: Any) -> Any:
    shown = page("/", **more)
    shown.wait_for_selector("#chooser")
    return shown


@pytest.mark.parametrize(
    ("choices", "rules", "mode"),
    [
        ([], "mastermind:4x6,limit=10", "computer"),
        (["super", "adversary"], "mastermind:5x8,limit=12", "adversary"),
        (["minesweeper", "expert", "computer"], "minesweeper:30x16x99", "computer"),
        (["bulls-and-cows", "person"], "mastermind:4x10-distinct", "person"),
        (["minesweeper", "beginner", "adversary"], "minesweeper:9x9x10", "adversary"),
    ],
)
def test_game_level_and_direction_are_chosen(
    page: Open, choices: list[str], rules: str, mode: str
) -> None:
    shown = opened(page, size=NARROW, touch=True)
    for choice in choices:
        shown.tap(f".option[data-value={choice}]")
    shown.tap("#play")
    game = state(shown)
    assert game["rules"].startswith(rules)
    assert game["mode"] == mode


def test_all_by_keyboard(page: Open) -> None:
    shown = opened(page)
    shown.focus("#chooser input[name=game]:checked")
    shown.keyboard.press("ArrowRight")
    shown.keyboard.press("Tab")
    shown.keyboard.press("ArrowRight")
    shown.keyboard.press("Tab")
    shown.keyboard.press("Enter")
    assert state(shown)["rules"] == "minesweeper:16x16x40"


def test_rules_of_ones_own(page: Open) -> None:
    shown = opened(page)
    shown.click(".option[data-value=own]")
    shown.fill("#own-places", "3")
    shown.fill("#own-colours", "7")
    shown.fill("#own-limit", "5")
    shown.get_by_label("Colours may repeat").uncheck()
    shown.click("#play")
    assert state(shown)["rules"] == "mastermind:3x7-distinct,limit=5"


def test_a_board_from_the_list_and_a_seed(page: Open) -> None:
    shown = opened(page)
    shown.click(".option[data-value=other]")
    shown.select_option("#other-level", "skocko")
    assert "Slagalica" in shown.inner_text("#other-level")
    shown.click("summary")
    shown.fill("#seed", "ana i branko")
    shown.click("#play")
    game = state(shown)
    assert (game["rules"], game["seed"]) == ("mastermind:4x6,limit=6", "ana i branko")


def test_people_take_turns(page: Open, watch: Any) -> None:
    watch.allow("status of 4")
    shown = opened(page)
    shown.click(".option[data-value=people]")
    names = shown.locator(".player input")
    names.nth(0).fill("Ana")
    names.nth(1).fill("Ana")
    shown.click("#play")
    shown.wait_for_selector(".player [aria-invalid=true]:focus")
    assert "called Ana" in shown.inner_text("#wrong")
    names.nth(1).fill("Branko")
    shown.get_by_role("button", name="Add a player").click()
    names.nth(2).fill("Ceca")
    shown.select_option("#rounds", "6")
    shown.check("#score [value=points]")
    shown.click("#play")
    game = state(shown)
    assert game["players"] == ["Ana", "Branko", "Ceca"]
    assert (game["rounds"], game["score"]) == (6, "points")


def test_what_cannot_be_is_said_and_nothing_is_lost(page: Open, watch: Any) -> None:
    watch.allow("status of 4")
    shown = opened(page)
    shown.click(".option[data-value=minesweeper]")
    shown.click(".option[data-value=own]")
    shown.fill("#own-width", "4")
    shown.fill("#own-height", "4")
    shown.fill("#own-mines", "20")
    shown.click("#play")
    shown.wait_for_selector("#wrong:not([hidden])")
    assert "20" in shown.inner_text("#wrong")
    assert shown.input_value("#own-mines") == "20"
    assert shown.locator("#play").is_enabled()


def test_open_games_continue_or_are_removed(page: Open, seen: Seen) -> None:
    shown = opened(page)
    assert shown.locator("#open-games").count() == 0
    left = [post(shown, "/api/games", {"rules": rules}) for rules in ("classic", "super")]
    for game in left:
        guess = "1122" if game["rules"].startswith("mastermind:4x6") else "11223"
        body = {"move": f"guess {guess}", "version": game["version"]}
        post(shown, f"/api/games/{game['id']}/moves", body)
    shown.reload()
    shown.wait_for_selector("#open-games")
    assert shown.locator(".open-game").count() == 2
    seen(shown, "start-continue")
    shown.locator(f"[data-id='{left[1]['id']}']").get_by_role("button").click()
    shown.get_by_role("button", name="Remove", exact=True).click()
    until(shown, "document.querySelectorAll('.open-game').length === 1")
    shown.click(".open-game a")
    assert state(shown)["id"] == left[0]["id"]


def test_a_puzzle_of_the_day_is_started_and_resumed(page: Open) -> None:
    shown = opened(page)
    puzzle = shown.locator("#daily li[data-level=classic]")
    puzzle.get_by_role("button").click()
    game = state(shown)
    assert game["daily"]
    shown.goto("/")
    shown.wait_for_selector("#daily")
    assert puzzle.get_by_role("button").inner_text() == "Resume"
    puzzle.get_by_role("button").click()
    assert state(shown)["id"] == game["id"]


def test_statistics_tell_what_was_won(page: Open) -> None:
    shown = opened(page)
    assert "Finished games are counted here" in shown.inner_text("#statistics")
    game = post(shown, "/api/games", {"rules": "classic", "secret": "1123"})
    post(
        shown,
        f"/api/games/{game['id']}/moves",
        {"move": "guess 1123", "version": game["version"]},
    )
    shown.reload()
    shown.wait_for_selector("#statistics td")
    assert "1 / 1" in shown.inner_text("#statistics tbody")
    assert "1 game with a chosen seed or secret" in shown.inner_text("#statistics")


def test_a_link_is_opened(page: Open, watch: Any) -> None:
    watch.allow("status of 4")
    shown = opened(page)
    shown.fill("#link", "/mastermind?rules=4x9x9&seed=a")
    shown.click("#open-link button")
    shown.wait_for_selector("#elsewhere-wrong:not([hidden])")
    assert shown.input_value("#link").endswith("seed=a")
    shown.fill("#link", "/mastermind?rules=5x7&seed=hello")
    shown.click("#open-link button")
    game = state(shown)
    assert (game["rules"], game["seed"]) == ("mastermind:5x7", "hello")


def test_a_saved_game_is_opened(page: Open, watch: Any, tmp_path: Path) -> None:
    watch.allow("status of 4")
    shown = opened(page)
    game = post(shown, "/api/games", {"rules": "classic", "seed": "kept"})
    post(
        shown,
        f"/api/games/{game['id']}/moves",
        {"move": "guess 1122", "version": game["version"]},
    )
    saved = shown.evaluate(f"fetch('/api/games/{game['id']}/save').then(a => a.text())")
    other = opened(page)
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps({"a": 1}), "utf-8")
    other.set_input_files("#load", wrong)
    other.wait_for_selector("#elsewhere-wrong:not([hidden])")
    assert "saved game" in other.inner_text("#elsewhere-wrong")
    wrong.write_bytes(b"\x89PNG")
    with other.expect_response("**/api/games/load"):
        other.set_input_files("#load", wrong)
    until(other, "document.getElementById('load').value === ''")
    assert "saved game" in other.inner_text("#elsewhere-wrong")
    right = tmp_path / "right.json"
    right.write_text(saved, "utf-8")
    other.set_input_files("#load", right)
    there = state(other)
    assert (there["rules"], there["moves"]) == ("mastermind:4x6,limit=10", 1)
