"""The lessons: each can be read, done and remembered."""

from __future__ import annotations

from typing import Any

import pytest
from tests.browser.pages import NARROW, Open, until

from mastermine import parse_rules
from mastermine.minesweeper.board import Board
from mastermine.minesweeper.deduction import deduce


def opened(page: Open, lesson: str, **more: Any) -> Any:
    shown = page(f"/learn/{lesson}", **more)
    shown.wait_for_selector(f"#lesson[data-lesson='{lesson}']")
    return shown


def learned(shown: Any, lesson: str) -> bool:
    return "done" in (shown.get_attribute(f"a[data-lesson='{lesson}']", "class") or "")


def material(shown: Any) -> Any:
    return shown.evaluate("fetch('/api/lessons').then(a => a.json())")


def cell(shown: Any, name: str) -> Any:
    """A cell of the exercise."""
    x, y = map(int, name.split(","))
    return shown.locator(".exercise .mm-row").nth(y).locator(".mm-cell").nth(x)


def test_every_lesson_opens_in_its_turn(page: Open) -> None:
    shown = opened(page, "rules")
    names = shown.eval_on_selector_all(
        "[data-lesson]:is(a)", "links => links.map(link => link.dataset.lesson)"
    )
    assert len(names) == len(set(names)) > 20
    for following in names[1:]:
        shown.click("#next")
        shown.wait_for_selector(f"#lesson[data-lesson='{following}']")
        assert shown.evaluate("document.activeElement.id") == "lesson-title"
    assert shown.inner_text("#progress") == f"{len(names) - 1} of {len(names)} learned"
    shown.reload()
    shown.wait_for_selector("#lesson[data-lesson]")
    assert shown.inner_text("#progress") == f"{len(names) - 1} of {len(names)} learned"
    shown.click("#forget")
    assert shown.inner_text("#progress") == f"0 of {len(names)} learned"


def test_a_lesson_that_is_not_there_is_reported(page: Open) -> None:
    shown = page("/learn/nothing")
    shown.wait_for_selector("#lesson[data-lesson=rules]")
    assert "no lesson with this name" in shown.inner_text(".toast")
    assert shown.url.endswith("/learn/rules")


def test_answers_in_the_lessons_are_those_of_the_game(page: Open) -> None:
    shown = opened(page, "rules")
    rules = parse_rules("4x6")
    codes = ["1123", "2111", "6543", "1111", "3211", "1132", "5511", "4321"]
    pairs = [(secret, guess) for secret in codes for guess in codes]
    message = shown.evaluate(
        "pairs => import('/static/js/learn/pegs.js').then(m => pairs.map(([a, b]) =>"
        " m.written(m.respond([...a], [...b]))))",
        pairs,
    )
    assert message == [
        str(rules.respond(rules.parse_secret(a), rules.parse_action(b))) for a, b in pairs
    ]


def test_black_and_white_are_found_by_trying(page: Open) -> None:
    shown = opened(page, "rules", size=NARROW)
    assert "1B 2W" in shown.inner_text(".result")
    shown.focus(".setting .place >> nth=0")
    shown.keyboard.type("5613")
    assert "1B 1W" in shown.inner_text(".result")
    assert not learned(shown, "rules")
    shown.focus(".setting .place >> nth=0")
    shown.keyboard.type("3116")
    assert "1B 2W" in shown.inner_text(".result")
    assert "✓" in shown.inner_text(".verdict")
    assert learned(shown, "rules")
    shown.click(".setting .place >> nth=3")
    assert shown.get_attribute(".setting .place >> nth=3", "aria-label") == "Place 4: red"


def test_bulls_and_cows_have_no_digit_twice(page: Open) -> None:
    shown = opened(page, "bulls-and-cows")
    place = shown.locator(".setting .place")
    place.nth(0).press("2")
    assert place.nth(0).inner_text() == "1"
    for i, digit in enumerate("8279"):
        place.nth(i).press(digit)
    assert [place.nth(i).inner_text() for i in range(4)] == list("8279")
    place.nth(0).press("4")
    place.nth(2).press("1")
    assert "2 bulls, 1 cow" in shown.inner_text(".result")
    assert learned(shown, "bulls-and-cows")


def test_an_impossible_guess_is_explained(page: Open) -> None:
    shown = opened(page, "thinking")
    shown.click("#check")
    assert "It cannot be the code" in shown.inner_text(".verdict")
    shown.focus(".setting .place >> nth=0")
    shown.keyboard.type("2413")
    assert shown.locator(".turns .fits").count() == 3
    shown.click("#check")
    assert "It is consistent with all rows" in shown.inner_text(".verdict")
    assert learned(shown, "thinking")


def test_a_strategy_is_watched_on_a_code_of_ones_own(page: Open) -> None:
    shown = opened(page, "knuth")
    shown.focus(".setting .place >> nth=0")
    shown.keyboard.type("2611")
    shown.click("#watch")
    shown.wait_for_selector("#replay-next")
    assert shown.inner_text(".rows .number >> nth=0") == "0B 3W"
    # As Knuth has it: the largest part has 256 codes. No code gives 1B 3W or 3B 1W to 1122.
    assert shown.inner_text(".parts tbody td >> nth=0") == "256"
    assert shown.locator(".parts tbody tr").count() == 13
    assert shown.inner_text("#replay-where") == "1 / 4"
    shown.click("#replay-next")
    shown.select_option("#replay-speed", "fast")
    shown.click("#replay-play")
    shown.wait_for_selector(".verdict.good")
    assert "Found in 4 guesses" in shown.inner_text("#steps")
    assert learned(shown, "knuth")
    shown.select_option("#way", "first-consistent")
    assert shown.inner_text("#steps") == ""
    assert "Shapiro 1983" in shown.inner_text("#way-help")


def test_a_puzzle_is_solved_and_explained(page: Open) -> None:
    shown = opened(page, "one-row", size=NARROW)
    assert shown.locator(".puzzle-rows li").count() == 3
    shown.click("#check")
    assert "Fill all places" in shown.inner_text(".verdict")
    for digit in "014":
        shown.get_by_role("button", name=digit, exact=True).click()
    shown.click("#check")
    shown.wait_for_selector(".puzzle-rows li.wrong")
    assert "014 does not fit row 1" in shown.inner_text(".verdict")
    shown.click("#next-step")
    assert shown.get_attribute(".puzzle-rows li.now", "data-row") == "3"
    shown.click("#next-step")
    assert shown.get_attribute(".puzzle-rows li.now", "data-row") == "1"
    assert "Place 1 is 0" not in shown.inner_text(".reasons")
    assert "place 1 is 0 and place 3 is 4" in shown.inner_text(".reasons")
    assert not learned(shown, "one-row")
    shown.focus(".setting .place >> nth=0")
    shown.keyboard.type("034")
    assert shown.locator(".puzzle-rows :is(.now, .wrong)").count() == 0
    shown.click("#check")
    shown.wait_for_selector(".verdict.good")
    assert learned(shown, "one-row")
    shown.click("#solution")
    assert shown.locator(".reasons li").count() == 3
    shown.check("#as-sentences")
    assert "No digit is right" in shown.inner_text(".puzzle-rows")


def test_a_digit_of_a_puzzle_without_repeats_leaves_its_place(page: Open) -> None:
    shown = opened(page, "one-row")
    place = shown.locator(".setting .place")

    def labels() -> list[str]:
        return [str(place.nth(i).get_attribute("aria-label")) for i in range(3)]

    place.nth(0).press("3")
    place.nth(1).press("3")
    assert labels() == ["Place 1: empty", "Place 2: 3", "Place 3: empty"]
    place.nth(1).press("Delete")
    assert labels()[1] == "Place 2: empty"


def test_puzzles_without_end_have_addresses(page: Open, watch: Any) -> None:
    watch.allow("status of 422")  # Rows that contradict each other.
    shown = opened(page, "puzzle")
    shown.wait_for_selector("#next-step")
    shown.select_option("#puzzle-game", "skocko")
    shown.select_option("#puzzle-grade", "easy")
    with shown.expect_response("**/api/puzzles?*"):
        shown.click("#new-puzzle")
    shown.wait_for_url("**colours=skocko**")
    address, rows = shown.url, shown.locator(".puzzle-rows .code").first.get_attribute("aria-label")
    assert "Easy" in shown.inner_text("#puzzle")
    with shown.expect_response("**/api/puzzles?*daily=true*"):
        shown.click("#daily-puzzle")
    until(shown, "before => location.href !== before", arg=address)
    shown.go_back()
    until(
        shown,
        "label => document.querySelector('.puzzle-rows .code')?.ariaLabel === label",
        arg=rows,
    )
    shown.evaluate("localStorage.clear()")
    shown.reload()
    shown.wait_for_selector("#next-step")
    assert shown.input_value("#puzzle-game") == "skocko"
    assert shown.locator(".puzzle-rows .code").first.get_attribute("aria-label") == rows
    shown.goto(address.replace("turns=", "turns=1111:0B0W;1111:4B0W;"))
    shown.wait_for_selector("#lesson .error:not([hidden])")
    assert shown.locator(".puzzle-rows").count() == 0


def test_a_puzzle_of_another_game_is_opened(page: Open) -> None:
    shown = page("/learn/puzzle?rules=3x4-places&turns=123:%2B--;411:-%2B-;144:%2B--")
    shown.wait_for_selector("#next-step")
    assert shown.locator(".puzzle-rows .marks.places").count() == 3
    for label in ("red", "red", "blue"):
        shown.click(f".source[aria-label={label}]")
    shown.click("#check")
    shown.wait_for_selector(".verdict.bad")
    shown.click("#solution")
    code = shown.locator(".setting .place")
    labels = [code.nth(i).get_attribute("aria-label").partition(": ")[2] for i in range(3)]
    assert labels == ["red", "red", "green"]
    with shown.expect_response("**/api/puzzles?rules=mastermind%3A3x4-places"):
        shown.click("#new-puzzle")


def test_minesweeper_is_tried(page: Open) -> None:
    shown = opened(page, "mines")
    cell(shown, "4,0").click(button="right")
    assert shown.locator(".tasks .done").count() == 1
    cell(shown, "4,0").click()
    assert "A flag protects" in shown.inner_text(".verdict")
    cell(shown, "2,2").click()
    assert "There is a mine at 2,2" in shown.inner_text(".verdict")
    cell(shown, "2,2").click(button="right")
    mines = {"4,0", "2,2", "5,3", "0,4", "3,5"}
    chorded = cell(shown, "2,1")
    if chorded.get_attribute("data-sign") == "#":
        chorded.click()
    chorded.click()
    for y in range(7):
        for x in range(6):
            name = f"{x},{y}"
            if name not in mines and cell(shown, name).get_attribute("data-sign") == "#":
                cell(shown, name).click()
    assert "The board is clear" in shown.inner_text(".verdict")
    assert learned(shown, "mines")


@pytest.mark.parametrize(
    "lesson",
    [
        "1-2C",
        "single-number",
        "corner-2-2-2",
    ],
)
def test_an_exercise_is_judged_with_its_reason(page: Open, lesson: str) -> None:
    shown = opened(page, lesson)
    name = lesson.replace("single-", "single ").replace("corner-2", "corner 2")
    given = next(
        each["exercise"] for each in material(shown)["patterns"] if each["pattern"] == name
    )
    known = list(deduce(Board.parse(given["board"]), given["mines"]))
    safe = [f"{x},{y}" for step in known for x, y in step.safe]
    mined = [f"{x},{y}" for step in known for x, y in step.mines]
    assert safe
    shown.click("#check")
    assert "can be marked" in shown.inner_text(".verdict")
    if mined:
        cell(shown, mined[0]).click()
        shown.click("#check")
        assert f"{mined[0]} is a mine" in shown.inner_text(".verdict")
        cell(shown, mined[0]).click()
    for each in safe:
        cell(shown, each).click()
    shown.get_by_label("mines", exact=True).check()
    for each in mined:
        cell(shown, each).click()
    shown.click("#check")
    assert known[0].sentence in shown.inner_text(".verdict")
    assert learned(shown, lesson)


def test_an_exercise_is_done_by_keyboard(page: Open) -> None:
    shown = opened(page, "1-1")
    cell(shown, "0,0").focus()
    shown.keyboard.press("ArrowDown")
    shown.keyboard.press("Enter")
    shown.click("#check")
    assert "✓" in shown.inner_text(".verdict")


def test_an_uncertain_mark_is_refused(page: Open) -> None:
    shown = opened(page, "1-1")
    cell(shown, "0,2").click()
    shown.click("#check")
    assert "0,2 is not certain" in shown.inner_text(".verdict")


def test_the_safest_guess_is_found(page: Open) -> None:
    shown = opened(page, "guessing")
    assert "456 layouts" in shown.inner_text("#lesson")
    cell(shown, "1,0").click()
    assert "67 %" in shown.inner_text(".verdict")
    shown.click("#chances")
    assert cell(shown, "4,3").get_attribute("data-chance") == "11"
    cell(shown, "4,3").click()
    assert "no cell is safer" in shown.inner_text(".verdict")
    assert learned(shown, "guessing")


def test_the_lesson_that_was_chosen_last_is_shown(page: Open) -> None:
    """An older lesson, whose material comes later, does not take its place."""
    shown = page("/learn/history")
    shown.wait_for_selector("#lesson[data-lesson=history]")

    def late(route: Any) -> None:
        shown.wait_for_timeout(300)
        route.continue_()

    shown.route("**/api/lessons*", late)
    shown.click("a[data-lesson=rules]")
    with shown.expect_response("**/api/lessons*"):
        shown.click("a[data-lesson=mines]")
    shown.wait_for_selector("#lesson[data-lesson=mines]")
    shown.wait_for_timeout(100)
    assert shown.get_attribute("#lesson", "data-lesson") == "mines"
    assert shown.get_attribute(".contents a[aria-current]", "data-lesson") == "mines"
