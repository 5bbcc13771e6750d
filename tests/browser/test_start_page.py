"""The start page: the puzzles of the day in place, one click to any level, and the set-up sheet."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from tests.browser.pages import NARROW, Open, Seen, answered, fits, large, until

from mastermine.session.saved import daily

LAPTOP, SMALL, LOW = (1366, 650), (360, 640), (640, 360)
GAME = re.compile(r"(?:game=|mastermind/|minesweeper/)([\w-]{8,})")


def state(shown: Any) -> Any:
    """The game to which the page led, as the server has it."""
    shown.wait_for_url(GAME)
    found = GAME.search(shown.url)
    assert found is not None
    return shown.request.get(f"/api/games/{found[1]}").json()


def post(shown: Any, path: str, body: Any) -> Any:
    return shown.evaluate(
        "([path, body]) => fetch(path, {method: 'POST', body: JSON.stringify(body),"
        " headers: {'Content-Type': 'application/json'}}).then(a => a.json())",
        [path, body],
    )


def games(shown: Any) -> Any:
    """The games in progress."""
    return shown.evaluate("fetch('/api/games').then(a => a.json())")


def opened(page: Open, **more: Any) -> Any:
    """The start page, when the first board is there."""
    shown = page("/", **more)
    shown.wait_for_selector("#live-mastermind .source")
    return shown


def sheet(page: Open, game: str = "mastermind", **more: Any) -> Any:
    """The set-up over the start page."""
    shown = opened(page, **more)
    choose(shown, game)
    return shown


def choose(shown: Any, game: str) -> None:
    if not shown.locator(f"#more-{game}").is_visible():
        shown.click(f".tabs [data-game={game}]")
    shown.click(f"#more-{game}")
    shown.wait_for_selector("#setup[open]")


def pick(shown: Any, *values: str) -> None:
    """Press pills and cards by their values."""
    for value in values:
        shown.click(f"#setup label:has([value={value}])")


def secret_of_today(level: str) -> Any:
    """The secret of a puzzle of the day, as after its end."""
    game = daily.begin(level, daily.today())
    game.do("give up")
    return game.secret


# The boards.


@pytest.mark.parametrize(
    ("size", "touch"), [(LAPTOP, False), (SMALL, True), (LOW, True)], ids=["laptop", "phone", "low"]
)
def test_the_first_move_is_one_tap_above_the_fold(
    page: Open, size: tuple[int, int], touch: bool
) -> None:
    shown = opened(page, size=size, touch=touch)
    assert shown.context.cookies() == []
    peg = shown.locator("#live-mastermind .source").first
    box = peg.bounding_box()
    assert box["y"] + box["height"] <= size[1]
    (peg.tap if touch else peg.click)()
    shown.wait_for_selector("#live-mastermind .guess-row.current .hole .peg")
    # A row that is not full makes no game.
    assert games(shown) == []
    assert shown.context.cookies() == []
    fits(shown)


@pytest.mark.parametrize(("size", "touch"), [(LAPTOP, False), (SMALL, True)])
def test_a_click_on_the_field_begins_the_puzzle_of_the_day(
    page: Open, size: tuple[int, int], touch: bool
) -> None:
    shown = opened(page, size=size, touch=touch)
    if touch:
        shown.tap(".tabs [data-game=minesweeper]")
    shown.wait_for_selector("#live-minesweeper [data-sign='0']")
    # The middle of every puzzle is open before anybody plays.
    assert games(shown) == []
    cell = shown.locator("#live-minesweeper [data-sign='#']").first
    box = cell.bounding_box()
    assert box["y"] + box["height"] <= size[1]
    with shown.expect_response("**/moves"):
        cell.tap() if touch else cell.click()
    [game] = shown.evaluate("fetch('/api/games').then(a => a.json())") or [None]
    assert game is None or game["rules"].startswith("minesweeper:9x9x10")
    assert shown.url.rstrip("/").count("/") == 2
    fits(shown)


def test_the_clock_waits_for_the_first_move(page: Open) -> None:
    shown = opened(page, size=LAPTOP)
    shown.clock.install()
    shown.reload()
    shown.wait_for_selector("#live-minesweeper [data-sign='0']")
    shown.clock.run_for(5000)
    assert shown.inner_text("#live-minesweeper #time .digits").startswith("0:00")
    with shown.expect_response("**/moves"):
        shown.click("#live-minesweeper [data-sign='#'] >> nth=0", button="right")
    shown.clock.run_for(5000)
    assert not shown.inner_text("#live-minesweeper #time .digits").startswith("0:00")


def test_the_puzzle_of_the_day_is_solved_in_place(page: Open, seen: Seen) -> None:
    shown = opened(page, size=LAPTOP)
    shown.keyboard.type("1123")
    shown.keyboard.press("Enter")
    answered(shown, 1)
    [game] = games(shown)
    assert game["summary"]
    shown.reload()
    answered(shown, 1)
    shown.keyboard.type("".join(str(peg + 1) for peg in secret_of_today("classic")))
    shown.keyboard.press("Enter")
    shown.wait_for_selector("#state-mastermind:has-text('Solved today')")
    assert "1 day in a row" in shown.inner_text(".streak")
    assert "✓" in str(shown.locator(".tabs [data-game=mastermind]").text_content())
    seen(shown, "start-solved")
    shown.reload()
    shown.wait_for_selector("#live-mastermind .guess-row.done >> nth=1")
    assert shown.locator("#open-games").count() == 0


def test_a_lost_field_shows_its_outcome_in_place(page: Open) -> None:
    shown = opened(page, size=LAPTOP)
    x, y = divmod(secret_of_today("beginner").mines.index(1), 9)[::-1]
    shown.click(f"#live-minesweeper [aria-rowindex='{y + 1}'] [aria-colindex='{x + 1}']")
    shown.wait_for_selector("#live-minesweeper[data-outcome=lost] .side >> visible=true")
    shown.wait_for_selector("#state-minesweeper:has-text('Played today')")


def test_another_puzzle_of_the_day_is_started_and_resumed(page: Open) -> None:
    shown = opened(page)
    shown.click("[data-daily=super]")
    game = state(shown)
    assert game["daily"]
    assert game["rules"].startswith("mastermind:5x8")
    shown.goto("/")
    shown.click("[data-daily=super]")
    assert state(shown)["id"] == game["id"]


# Levels, open games, statistics.


@pytest.mark.parametrize(
    ("game", "level", "sure", "rules"),
    [
        ("mastermind", "super", False, "mastermind:5x8,limit=12"),
        ("mastermind", "word", False, "mastermind:4x26"),
        ("minesweeper", "expert", False, "minesweeper:30x16x99-open"),
        ("minesweeper", "beginner", True, "minesweeper:9x9x10-noguess"),
    ],
)
def test_a_level_starts_with_one_click(
    page: Open, game: str, level: str, sure: bool, rules: str
) -> None:
    shown = opened(page)
    if sure:
        shown.check("#no-guess")
    shown.click(f"[data-game={game}] [data-level={level}]")
    assert state(shown)["rules"] == rules
    if sure:
        shown.goto("/")
        shown.wait_for_selector("#no-guess")
        assert shown.is_checked("#no-guess")


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
    shown.set_viewport_size({"width": 360, "height": 640})
    shown.click(".tabs [data-game=minesweeper]")
    shown.wait_for_selector("#live-minesweeper .mm-cell")
    assert shown.locator(".open-game").count() == 1
    shown.click(".open-game a")
    assert state(shown)["id"] == left[0]["id"]


def test_statistics_tell_what_was_won(page: Open) -> None:
    shown = opened(page)
    assert shown.locator("#your-games").count() == 0
    game = post(shown, "/api/games", {"rules": "classic", "secret": "1123"})
    post(
        shown,
        f"/api/games/{game['id']}/moves",
        {"move": "guess 1123", "version": game["version"]},
    )
    shown.reload()
    shown.wait_for_selector("#your-games td")
    assert "1 / 1" in shown.inner_text("#your-games tbody")
    assert "1 game with a chosen seed or secret" in shown.inner_text("#your-games")


# The set-up.


@pytest.mark.parametrize(
    ("game", "choices", "rules", "mode"),
    [
        ("mastermind", [], "mastermind:4x6,limit=10", "computer"),
        ("mastermind", ["super", "adversary"], "mastermind:5x8,limit=12", "adversary"),
        ("mastermind", ["minesweeper", "expert"], "minesweeper:30x16x99-open", "computer"),
        ("mastermind", ["bulls-and-cows", "person"], "mastermind:4x10-distinct", "person"),
        ("minesweeper", ["beginner", "adversary"], "minesweeper:9x9x10-open", "adversary"),
    ],
)
def test_game_level_and_direction_are_chosen(
    page: Open, game: str, choices: list[str], rules: str, mode: str
) -> None:
    shown = sheet(page, game, size=NARROW, touch=True)
    pick(shown, *choices)
    shown.tap("#start")
    found = state(shown)
    assert (found["rules"], found["mode"]) == (rules, mode)
    # The game took the place of the sheet.
    shown.go_back()
    shown.wait_for_selector(".boards")
    assert shown.locator("#setup").count() == 0


@pytest.mark.parametrize("game", ["mastermind", "minesweeper"])
@pytest.mark.parametrize(
    ("theme", "size"),
    [("light", LAPTOP), ("dark", SMALL), ("contrast", (768, 1024)), ("contrast", LOW)],
)
def test_the_sheet_suits_everybody(
    page: Open, game: str, theme: str, size: tuple[int, int], seen: Seen
) -> None:
    shown = sheet(page, game, theme=theme, size=size, touch=size != LAPTOP)
    box = shown.locator("#start").bounding_box()
    assert box["y"] + box["height"] <= size[1]
    seen(shown, f"setup-{game}-{theme}-{size[0]}", full_page=False)
    pick(shown, "own", "people")
    for part in ("#details", "#elsewhere"):
        shown.click(f"{part} summary")
    seen(shown, f"setup-{game}-people-{theme}-{size[0]}", full_page=False)
    fits(shown)
    large(shown)


def test_the_first_click_opens_an_area_unless_something_else_is_chosen(page: Open) -> None:
    shown = sheet(page, "minesweeper")
    assert shown.input_value("[name=first]") == "open"
    shown.select_option("[name=first]", "any")
    shown.click("#start")
    assert state(shown)["rules"] == "minesweeper:9x9x10-any"
    # The choices are kept.
    shown.goto("/#new")
    shown.wait_for_selector("#setup[open]")
    pick(shown, "minesweeper")
    assert shown.input_value("[name=first]") == "any"


def test_back_and_escape_close_the_sheet(page: Open) -> None:
    shown = sheet(page)
    assert shown.url.endswith("/#new")
    shown.go_back()
    shown.wait_for_selector("#setup", state="detached")
    shown.go_forward()
    shown.wait_for_selector("#setup[open]")
    shown.keyboard.press("Escape")
    shown.wait_for_selector("#setup", state="detached")
    assert "#new" not in shown.url
    shown.goto("/learn")
    shown.goto("/#new")
    shown.wait_for_selector("#setup[open]")
    shown.click("#setup-close")
    shown.wait_for_selector("#setup", state="detached")
    assert "#new" not in shown.url


def test_all_by_keyboard(page: Open) -> None:
    shown = opened(page)
    shown.focus("#more-mastermind")
    shown.keyboard.press("Enter")
    shown.wait_for_selector("[name=level][value=classic]:focus")
    shown.keyboard.press("Shift+Tab")
    shown.keyboard.press("Shift+Tab")
    shown.keyboard.press("ArrowRight")
    shown.wait_for_selector("[name=level][value=beginner]")
    shown.keyboard.press("Tab")
    shown.keyboard.press("Tab")
    shown.keyboard.press("ArrowRight")
    shown.keyboard.press("Enter")
    assert state(shown)["rules"] == "minesweeper:16x16x40-open"


def test_rules_of_ones_own(page: Open) -> None:
    shown = sheet(page)
    pick(shown, "own")
    shown.fill("[name=places]", "3")
    shown.fill("[name=colours]", "7")
    shown.fill("[name=limit]", "5")
    shown.get_by_label("Colours may repeat").uncheck()
    shown.click("#start")
    assert state(shown)["rules"] == "mastermind:3x7-distinct,limit=5"


def test_a_board_from_the_list_and_a_seed(page: Open) -> None:
    shown = sheet(page)
    pick(shown, "other")
    shown.select_option("#other-level", "skocko")
    assert "Slagalica" in shown.inner_text("#other-level")
    shown.click("#details summary")
    shown.fill("[name=seed]", "ana i branko")
    shown.click("#start")
    game = state(shown)
    assert (game["rules"], game["seed"]) == ("mastermind:4x6,limit=6", "ana i branko")


def test_people_take_turns(page: Open, watch: Any) -> None:
    watch.allow("status of 4")
    shown = sheet(page)
    pick(shown, "people")
    shown.fill("[name=player-0]", "Ana")
    shown.fill("[name=player-1]", "Ana")
    shown.click("#start")
    shown.wait_for_selector("[name=player-0][aria-invalid=true]:focus")
    assert "called Ana" in shown.inner_text("#setup-problem")
    shown.fill("[name=player-1]", "Branko")
    assert shown.locator("#setup-problem").is_hidden()
    shown.get_by_role("button", name="Add a player").click()
    shown.fill("[name=player-2]:focus", "Ceca")
    shown.select_option("#rounds", "6")
    shown.select_option("[name=score]", "points")
    shown.click("#start")
    game = state(shown)
    assert game["players"] == ["Ana", "Branko", "Ceca"]
    assert (game["rounds"], game["score"]) == (6, "points")


def test_what_cannot_be_is_said_and_nothing_is_lost(page: Open, watch: Any) -> None:
    watch.allow("status of 4")
    shown = sheet(page, "minesweeper")
    pick(shown, "own")
    shown.fill("[name=width]", "4")
    shown.fill("[name=height]", "4")
    shown.fill("[name=mines]", "20")
    shown.click("#start")
    shown.wait_for_selector("#setup-problem:visible")
    assert "20 mines" in shown.inner_text("#setup-problem")
    assert shown.input_value("[name=mines]") == "20"
    assert shown.locator("#start").is_enabled()


def test_a_puzzle_of_the_day_is_chosen_in_the_sheet(page: Open) -> None:
    shown = sheet(page, "minesweeper")
    pick(shown, "daily", "intermediate")
    shown.click("#start")
    game = state(shown)
    assert (game["daily"] is not None, game["level"]) == (True, "intermediate-noguess")
    shown.goto("/#new")
    shown.wait_for_selector("#setup[open]")
    pick(shown, "minesweeper", "daily", "intermediate")
    shown.wait_for_selector("#start:has-text('Resume')")
    shown.click("#start")
    assert state(shown)["id"] == game["id"]


def test_a_link_or_an_open_game_is_opened_from_the_sheet(page: Open, watch: Any) -> None:
    watch.allow("status of 4")
    shown = sheet(page)
    shown.click("#elsewhere summary")
    shown.fill("#link", "/mastermind?rules=4x9x9&seed=a")
    shown.click("#open-link")
    shown.wait_for_selector("#setup-problem:visible")
    assert shown.input_value("#link").endswith("seed=a")
    shown.fill("#link", "/mastermind?rules=5x7&seed=hello")
    shown.keyboard.press("Enter")
    game = state(shown)
    assert (game["rules"], game["seed"]) == ("mastermind:5x7", "hello")
    shown.goto("/#new")
    shown.wait_for_selector("#setup[open]")
    shown.click("#elsewhere summary")
    shown.click("#setup .open-game a")
    assert state(shown)["id"] == game["id"]


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
    other = sheet(page)
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps({"a": 1}), "utf-8")
    other.set_input_files("#load", wrong)
    other.wait_for_selector("#setup-problem:visible")
    assert "saved game" in other.inner_text("#setup-problem")
    wrong.write_bytes(b"\x89PNG")
    with other.expect_response("**/api/games/load"):
        other.set_input_files("#load", wrong)
    until(other, "document.getElementById('load').value === ''")
    assert "saved game" in other.inner_text("#setup-problem")
    right = tmp_path / "right.json"
    right.write_text(saved, "utf-8")
    other.set_input_files("#load", right)
    there = state(other)
    assert (there["rules"], there["moves"]) == ("mastermind:4x6,limit=10", 1)
