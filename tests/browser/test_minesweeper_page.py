"""The Minesweeper page, played as people play it: by mouse, keys and fingers, in both themes."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from tests.browser.pages import Axe, Open, Seen, Shot, give_up, hinted, until
from tests.waiting import until as until_true

from mastermine.minesweeper.board import Board, Layout
from mastermine.minesweeper.deduction import next_step

WALL = "*........\n**.......\n....*...."
"""1,0 is behind a wall: no other click opens it."""
PRESS = """(at) => {
  const field = document.getElementById("field");
  const cell = field.element(field.index(at));
  const box = cell.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""


def opened(page: Open, path: str, **how: Any) -> Any:
    """The page, when it is ready to be played."""
    new = page(path, **how)
    new.wait_for_selector("html[data-ready]")
    return new


def placed(page: Open, rows: str, **how: Any) -> Any:
    """A game on a field with these mines, from a link as other programs write it."""
    from mastermine.minesweeper.formats import write_url

    return opened(page, f"/minesweeper{write_url(Layout.parse(rows))}", **how)


def cell(page: Any, at: str) -> Any:
    """A cell of the field by its name."""
    x, y = map(int, at.split(","))
    return page.locator(f'#field [aria-rowindex="{y + 1}"] [aria-colindex="{x + 1}"]')


def sign(page: Any, at: str) -> str:
    """What a cell shows."""
    return str(cell(page, at).get_attribute("data-sign"))


def shows(page: Any, at: str, what: str) -> None:
    """Wait until a cell shows this."""
    until(
        page,
        """([at, what]) => {
          const field = document.getElementById("field");
          return Boolean(field?.height) && field.sign(field.index(at)) === what;
        }""",
        arg=[at, what],
    )


def click(page: Any, at: str, what: str) -> None:
    """Click a cell, and wait until it shows this."""
    cell(page, at).click()
    shows(page, at, what)


def state(page: Any) -> dict[str, Any]:
    """The game as the server tells it now."""
    name = re.search(r"game=([\w-]+)", page.url)
    assert name is not None
    message: dict[str, Any] = page.request.get(f"/api/games/{name[1]}").json()
    return message


def settled(page: Any, done: int) -> dict[str, Any]:
    """The game when so many moves stand."""
    return until_true(lambda: message if (message := state(page))["done"] == done else None)


# Whole games.


def test_a_game_won_by_mouse_by_deduction(page: Open, shot: Shot, seen: Seen) -> None:
    new = opened(page, "/minesweeper?rules=9x9x10-noguess&seed=won")
    cell(new, "4,4").click()
    settled(new, 1)
    shot(new, "minesweeper-play")
    for _step in range(200):
        message = state(new)
        if message["outcome"]:
            break
        found = next_step(Board.parse(flagged(message)), message["mines"])
        assert found is not None
        done = message["done"]
        for x, y in found.mines:
            cell(new, f"{x},{y}").click(button="right")
            done += 1
        for x, y in found.safe:
            cell(new, f"{x},{y}").click()
            done += 1
            if settled_or_over(new, done):
                break
    assert state(new)["outcome"] == "won"
    new.wait_for_selector("#end[data-outcome=won]")
    assert new.locator("#face button").get_attribute("aria-label") == "Won. New game"
    seen(new, "minesweeper-won")
    new.click("#statistics")
    row = new.locator("#statistics-table tbody tr").first.inner_text()
    assert "9 x 9" in row
    assert "1 (100 %)" in row


def settled_or_over(page: Any, done: int) -> bool:
    """Wait for so many moves, or for those that were dropped as needless; whether it is over."""
    until(page, "!document.querySelector('#field .waiting')")
    return state(page)["outcome"] is not None


def flagged(message: dict[str, Any]) -> str:
    """The board with what is flagged as known mines."""
    rows = [list(row) for row in message["board"].splitlines()]
    for flag in message["flags"]:
        x, y = map(int, flag.split(","))
        rows[y][x] = "*"
    return "\n".join(map("".join, rows))


def test_a_game_lost_and_taken_back_by_keys(page: Open, seen: Seen) -> None:
    new = placed(page, WALL)
    keys = new.keyboard
    assert new.evaluate("document.activeElement.getAttribute('aria-label')") == "0,0: closed"
    keys.press("End")
    keys.press("Enter")
    shows(new, "8,0", "0")
    assert new.locator("#said").inner_text().startswith("opened")
    keys.press("ArrowDown")
    keys.press("PageDown")
    keys.press("Control+Home")
    keys.press("f")
    shows(new, "0,0", "F")
    assert new.evaluate("document.activeElement.getAttribute('aria-label')") == "0,0: flag"
    keys.press("Enter")  # A flag protects its cell.
    assert "0,0 is flagged" in new.locator("#said").inner_text()
    keys.press("f")
    shows(new, "0,0", "#")
    keys.press("Space")
    new.wait_for_selector("#end[data-outcome=lost]")
    shows(new, "0,0", "X")
    shows(new, "4,2", "*")
    assert "0,0 was a mine" in new.locator("#end").inner_text()
    seen(new, "minesweeper-lost")
    keys.press("u")
    shows(new, "0,0", "#")
    assert new.locator("#end").count() == 0
    keys.press("r")
    new.wait_for_selector("#end[data-outcome=lost]")
    keys.press("F2")
    until(new, "!document.getElementById('end')")
    assert set(state(new)["board"]) == {"#", "\n"}


def test_one_tab_stop(page: Open) -> None:
    new = placed(page, WALL)
    assert new.locator("#field [tabindex]").count() == 1
    new.keyboard.press("ArrowRight")
    assert new.locator("#field [tabindex]").count() == 1
    new.keyboard.press("Tab")
    assert (
        new.evaluate("document.getElementById('field').contains(document.activeElement)") is False
    )
    new.keyboard.press("Shift+Tab")
    assert new.evaluate("document.activeElement.getAttribute('aria-label')") == "1,0: closed"


def test_a_hint_takes_the_focus_along(page: Open) -> None:
    new = placed(page, CORNER)
    click(new, "1,1", "2")
    new.keyboard.press("f")
    assert new.locator("#said").inner_text().startswith("1,1 is already open")
    hinted(new, lambda: new.keyboard.press("h"), 2)
    at_hand = "document.activeElement.getAttribute('aria-label')"
    assert new.evaluate(at_hand).endswith(": closed, hint")
    assert ".." not in new.locator("#said").inner_text()
    new.keyboard.press("c")
    new.wait_for_selector("#field[data-chances]")
    assert re.search(r": closed, [\d.]+ % chance of a mine", new.evaluate(at_hand))


def test_mines_that_are_not_there_are_reported_once(page: Open, watch: Any) -> None:
    watch.allow("status of 400")
    new = placed(page, CORNER)
    new.keyboard.press("m")
    new.wait_for_selector("#answer :text('Open any cell')")
    click(new, "1,1", "2")
    new.keyboard.press("m")
    new.wait_for_selector(".toast.info")
    with new.expect_response("**/moves"):
        new.keyboard.press("m")
    until(new, "document.getElementById('said').textContent.endsWith('\\u00a0')")
    assert new.locator(".toast").count() == 1


def test_a_game_by_fingers(page: Open, seen: Seen) -> None:
    new = placed(page, WALL, size=(360, 740), touch=True)
    assert width(new, "1,0") >= 44
    assert new.evaluate("document.documentElement.scrollWidth") <= 360
    cell(new, "3,0").tap()
    shows(new, "3,0", "0")
    hold(new, "0,0")
    shows(new, "0,0", "F")
    new.locator("#flag").tap()
    cell(new, "0,0").tap()
    shows(new, "0,0", "#")
    seen(new, "minesweeper-phone")
    new.locator("#dig").tap()
    assert new.locator("#dig").get_attribute("aria-pressed") == "true"
    swipe(new, "1,0")
    assert sign(new, "1,0") == "#"
    message = state(new)
    assert (message["clicks"], message["flags"], message["outcome"]) == (1, [], None)


def width(page: Any, at: str) -> float:
    """Of a cell that is shown, in pixels."""
    return float(cell(page, at).bounding_box()["width"])


def touches(page: Any) -> Any:
    return page.context.new_cdp_session(page)


def hold(page: Any, at: str) -> None:
    """A long press."""
    cell(page, at).scroll_into_view_if_needed()
    x, y = page.evaluate(PRESS, at)
    fingers = touches(page)
    fingers.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    page.wait_for_timeout(480)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def swipe(page: Any, at: str) -> None:
    """A finger that moves on: it scrolls, and opens or flags nothing."""
    x, y = page.evaluate(PRESS, at)
    fingers = touches(page)
    fingers.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    for step in range(1, 6):
        point = {"x": x - 15 * step, "y": y}
        fingers.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    page.wait_for_timeout(450)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_a_field_wider_than_a_telephone(page: Open) -> None:
    new = placed(page, WALL, size=(360, 740), touch=True)
    edges = "document.getElementById('field').dataset.more"
    until(new, f"{edges} === 'right'")
    assert new.locator(".beyond").is_visible()
    new.evaluate("document.getElementById('field').scrollLeft = 40")
    until(new, f"{edges} === 'left right'")
    new.locator(".beyond button").tap()
    until(new, f"{edges} === ''")
    assert new.locator(".beyond").is_hidden()
    assert width(new, "1,0") < 44
    new.locator("#fit").tap()
    assert width(new, "1,0") >= 44
    new.reload()
    new.wait_for_selector("html[data-ready]")
    assert new.locator(".beyond").is_hidden()


@pytest.mark.parametrize("what", ["chances", "guess", "check"])
def test_help_on_a_telephone_shows_the_field(page: Open, what: str) -> None:
    new = opened(page, "/minesweeper?rules=9x9x10-open&seed=help", size=(360, 740), touch=True)
    cell(new, "4,4").tap()
    settled(new, 1)
    top = "document.getElementById('field').getBoundingClientRect().top"
    button = new.locator(f"#help-{what}")
    button.scroll_into_view_if_needed()
    assert new.evaluate(top) < -100
    button.tap()
    until(new, f"{top} > -2")


# Chords, flags and clicks that come too fast.

CORNER = "*.*......\n.........\n........."


def test_a_chord_only_where_the_flags_match(page: Open) -> None:
    new = placed(page, CORNER)
    sent: list[str] = []
    new.on("request", lambda request: sent.append(request.url) if "/moves" in request.url else None)
    click(new, "1,1", "2")
    sent.clear()
    cell(new, "1,1").click()
    new.wait_for_selector("#field .flash")
    assert "1,1 shows 2 but has 0 flags around it" in new.locator("#said").inner_text()
    assert sent == []
    cell(new, "0,0").click(button="right")
    cell(new, "2,0").click(button="right")
    settled(new, 3)
    cell(new, "1,1").click(button="middle")
    shows(new, "0,1", "1")
    new.keyboard.press("u")
    shows(new, "0,1", "#")
    both(new, "1,1")
    shows(new, "0,1", "1")
    assert state(new)["clicks"] == 2


def both(page: Any, at: str) -> None:
    """Left and right together."""
    page.mouse.move(*page.evaluate(PRESS, at))
    page.mouse.down()
    page.mouse.down(button="right")
    page.mouse.up(button="right")
    page.mouse.up()


def test_a_press_that_leaves_the_cell_opens_where_it_ends(page: Open) -> None:
    new = placed(page, CORNER)
    new.mouse.move(*new.evaluate(PRESS, "1,1"))
    new.mouse.down()
    assert "pressed" in (cell(new, "1,1").get_attribute("class") or "")
    assert new.locator("#face").get_attribute("data-look") == "pressed"
    new.mouse.move(*new.evaluate(PRESS, "0,1"))
    assert "pressed" not in (cell(new, "1,1").get_attribute("class") or "")
    new.mouse.up()
    shows(new, "0,1", "1")
    assert sign(new, "1,1") == "#"
    new.mouse.down()
    new.mouse.move(5, 5)
    new.mouse.up()
    assert new.locator("#field .pressed").count() == 0
    assert state(new)["moves"] == 1


def test_clicks_while_another_is_in_flight(page: Open) -> None:
    new = placed(page, CORNER)
    flying, most = [0], [0]

    def slow(route: Any) -> None:
        flying[0] += 1
        most[0] = max(most[0], flying[0])
        time.sleep(0.1)
        answer = route.fetch()
        flying[0] -= 1
        route.fulfill(response=answer)

    new.route("**/moves", slow)
    cell(new, "8,0").click()  # Opens nearly all; the next two are answered by it, too.
    assert "waiting" in (cell(new, "8,0").get_attribute("class") or "")
    cell(new, "7,0").click()
    cell(new, "0,0").click(button="right")
    assert sign(new, "0,0") == "F"  # At once.
    assert new.locator("#mines .digits").inner_text() == "1"
    click(new, "1,0", "2")
    message = settled(new, 3)
    assert message["flags"] == ["0,0", "2,0"]  # The last click wins, which flags all mines.
    assert most == [1]
    assert [message["clicks"], message["moves"]] == [2, 3]


def test_a_game_that_went_on_elsewhere(page: Open, watch: Any) -> None:
    watch.allow("status of 409")
    new = placed(page, CORNER)
    name = state(new)["id"]
    new.request.post(f"/api/games/{name}/moves", data={"move": "click 1,0"})
    cell(new, "8,2").click()
    shows(new, "1,0", "2")
    assert sign(new, "8,2") == "#"
    assert new.locator(".toast").count() == 1
    click(new, "8,2", "0")


def test_two_windows_on_one_game(page: Open) -> None:
    new = placed(page, CORNER)
    name = state(new)["id"]
    new.request.post(f"/api/games/{name}/moves", data={"move": "click 1,0"})
    assert sign(new, "1,0") == "#"
    new.evaluate("dispatchEvent(new Event('focus'))")
    shows(new, "1,0", "2")
    hinted(new, lambda: new.click("#help-hint"), 2)
    with new.expect_response(re.compile(r"/api/games/[\w-]+$")):
        new.evaluate("dispatchEvent(new Event('focus'))")
    new.wait_for_timeout(100)
    assert new.locator("#hint-do").is_visible()


def test_a_lost_connection_is_waited_out(page: Open, watch: Any) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED")
    new = placed(page, CORNER)
    new.context.set_offline(True)
    cell(new, "8,2").click()
    new.wait_for_selector("#lost")
    cell(new, "0,0").click(button="right")
    new.keyboard.press("h")  # Help counts, and waits for the moves before it.
    new.context.set_offline(False)
    shows(new, "8,2", "0")
    assert settled(new, 2)["flags"] == ["0,0"]
    new.wait_for_selector("#hint-more")
    assert new.locator("#lost").count() == 0


def test_a_click_at_expert_size(page: Open) -> None:
    new = opened(page, "/minesweeper?rules=30x16x99&seed=speed")
    cell(new, "15,8").click()
    board = settled(new, 1)["board"].splitlines()
    assert board[8][15].isdigit()
    shows(new, "15,8", board[8][15])
    signs = "[...document.querySelectorAll('#field [data-sign]')].map(each => each.dataset.sign)"
    assert "".join(new.evaluate(signs)) == "".join(board)


# Help.


def test_hint_chances_steps_and_flags(page: Open, seen: Seen) -> None:
    new = opened(page, "/minesweeper?rules=12x12x22-open&seed=help")
    cell(new, "6,6").click()
    settled(new, 1)
    hinted(new, lambda: new.click("#help-hint"), 1)
    assert new.locator('#field [data-mark="number"]').count() > 0
    assert new.locator('#field [data-mark="hint"]').count() == 0
    assert new.evaluate("document.getElementById('field').contains(document.activeElement)")
    hinted(new, lambda: new.click("#hint-more"), 1)
    assert new.locator('#field [data-mark="hint"]').count() == 1
    assert new.locator('#field [data-mark="number"]').count() == 0
    hinted(new, lambda: new.keyboard.press("h"), 1)
    assert new.locator('#field [data-mark="number"]').count() > 0
    message = state(new)
    assert message["hints"] == 1
    new.click("#help-chances")
    new.wait_for_selector('#field [data-chance="0"]')
    known = new.request.post(f"/api/games/{message['id']}/help/probabilities").json()["help"][
        "chances"
    ]
    shown = new.evaluate("document.getElementById('field').chances")
    assert shown == known
    seen(new, "minesweeper-chances")
    new.click("#help-chances")
    assert new.locator("#field [data-chance]").count() == 0
    new.click("#help-guess")
    until(new, "document.getElementById('answer').innerText.includes('No: some closed cell')")
    new.keyboard.press("s")
    new.wait_for_selector("#step-next")
    seen(new, "minesweeper-steps")
    first = new.locator(".walk-sentence").inner_text()
    new.keyboard.press("n")
    assert new.locator(".walk-sentence").inner_text() != first
    assert new.locator('#field [data-mark="number"]').count() > 0
    new.keyboard.press("b")
    assert new.locator(".walk-sentence").inner_text() == first
    new.click("#step-do")
    until(
        new, "(first) => document.querySelector('.walk-sentence')?.innerText !== first", arg=first
    )
    assert state(new)["done"] > 1
    new.click("#help-mines")
    until(new, "document.querySelectorAll('#field [data-sign=F]').length > 3")
    new.click("#help-check")
    until(new, "document.getElementById('answer').innerText.includes('flags are right')")
    new.click("#help-why")
    new.locator('#field [data-sign="F"]').first.click()
    until(new, "document.getElementById('answer').innerText.includes('About')")
    assert new.locator('#field [data-mark="number"]').count() > 0


def test_given_up_after_a_look_back(page: Open, seen: Seen) -> None:
    new = placed(page, CORNER)
    new.click("#help-review")
    until(new, "document.getElementById('answer').innerText.includes('No numbers are open yet')")
    cell(new, "1,1").click()
    settled(new, 1)
    new.keyboard.press("v")
    new.wait_for_selector("#review")
    assert state(new)["hints"] == 1
    new.check("#review-all")
    new.locator("#review button").click()
    new.wait_for_selector("#replay-slider")
    shows(new, "1,1", "#")
    seen(new, "minesweeper-looking-back")
    cell(new, "8,0").click()  # The past cannot be played.
    new.keyboard.press("u")
    until(new, "!document.querySelector('.replay')")
    new.keyboard.press("r")
    shows(new, "1,1", "2")
    click(new, "8,0", "0")
    new.click("#give-up")
    new.locator("dialog .button").first.click()
    assert state(new)["outcome"] is None
    give_up(new)
    new.wait_for_selector("#end[data-outcome=lost]")
    shows(new, "0,0", "*")
    assert "You gave up" in new.locator("#end-title").inner_text()
    assert new.locator("#give-up").is_disabled()


def test_the_clock_stands_while_nobody_looks(page: Open) -> None:
    new = placed(page, CORNER)
    cell(new, "1,1").click()
    settled(new, 1)
    hidden = """(on) => {
      Object.defineProperty(document, "hidden", { configurable: true, value: on });
      document.dispatchEvent(new Event("visibilitychange"));
    }"""
    with new.expect_response("**/pause") as answer:
        new.evaluate(hidden, True)
    assert answer.value.status == 204
    with new.expect_response(re.compile(r"/api/games/[\w-]+$")) as viewed:
        new.evaluate(hidden, False)
    assert viewed.value.ok
    with new.expect_response("**/pause"):
        new.click("#new")


def test_the_end_reviewed(page: Open, axe: Axe, shot: Shot, seen: Seen) -> None:
    new = placed(page, "*..*.....\n.........\n....*....")
    cell(new, "8,0").click()
    settled(new, 1)
    cell(new, "1,0").click()
    settled(new, 2)
    cell(new, "0,0").click()
    new.wait_for_selector("#end")
    new.click("#end-review")
    new.wait_for_selector("#review")
    assert new.locator("#review li").count() == 3
    new.check("#review-all")
    seen(new, "minesweeper-review")
    new.locator("#review button").last.click()
    new.wait_for_selector("#replay-slider")
    shows(new, "0,0", "#")
    assert cell(new, "0,0").get_attribute("data-mark") == "hint"
    new.locator("#replay-slider").fill("0")
    assert new.locator('#field [data-sign="#"]').count() == 27
    new.click("#replay-next")
    shows(new, "8,0", "0")
    new.select_option("#replay-speed", "fast")
    new.click("#replay-play")
    shows(new, "0,0", "X")
    shot(new, "minesweeper-replay")
    new.click("#replay-close")
    shows(new, "3,0", "*")
    new.click("#end-share")
    assert "b=" in new.input_value("#share-link")
    for picture in new.locator(".share a[download]").all():
        assert new.request.get(picture.get_attribute("href") or "").ok
    axe(new)
    other = page(new.input_value("#share-link"))
    other.wait_for_selector("html[data-ready]")
    cell(other, "0,0").click()
    other.wait_for_selector("#end[data-outcome=lost]")


def test_a_game_is_saved_and_loaded(page: Open, tmp_path: Path, watch: Any) -> None:
    watch.allow("status of 4")
    new = placed(page, CORNER)
    cell(new, "1,0").click()
    settled(new, 1)
    kept = tmp_path / "kept.json"
    kept.write_text(new.request.get(f"/api/games/{state(new)['id']}/save").text(), "utf-8")
    other = opened(page, "/minesweeper#new")
    other.set_input_files("#load", kept)
    other.wait_for_selector("#field")
    shows(other, "1,0", "2")
    damaged = tmp_path / "damaged.json"
    damaged.write_text(json.dumps({"format": "mastermine-game"}), "utf-8")
    other.click("#new")
    other.set_input_files("#load", damaged)
    other.wait_for_selector("#setup-error:not([hidden])")
    other.wait_for_selector("#open-games a")
    assert other.locator("#open-games a").count() == 1


# The editor.


def test_an_impossible_position_names_its_numbers(page: Open, watch: Any, seen: Seen) -> None:
    watch.allow("status of 422")
    new = opened(page, "/minesweeper#analyse")
    new.fill("#position", "#####\n#31##\n###8#\n#####")
    new.fill("#mine-count", "9")
    new.click("#analyse-now")
    new.wait_for_selector("#editor-error:not([hidden])")
    assert new.locator('#field [data-mark="bad"]').count() >= 1
    assert new.input_value("#position").startswith("#####\n#31##")
    seen(new, "minesweeper-impossible")
    new.reload()
    new.wait_for_selector("html[data-ready]")
    assert new.input_value("#position").startswith("#####\n#31##")
    assert new.input_value("#mine-count") == "9"


@pytest.mark.parametrize(
    ("box", "text", "message"),
    [
        ("#mine-count", "20000", "from 0 to 5"),
        ("#mine-count", "", "total number of mines"),
        ("#position", "", "There is no position"),
    ],
)
def test_what_is_plainly_wrong_is_reported_where_it_is(
    page: Open, box: str, text: str, message: str
) -> None:
    new = opened(page, "/minesweeper#analyse")
    new.fill(box, text)
    new.click("#analyse-now")
    new.wait_for_selector("#editor-error:not([hidden])")
    assert message in new.locator("#editor-error").inner_text()
    assert new.locator(f"{box}[aria-invalid=true]").count() == 1
    assert new.locator("[aria-invalid=true]").count() == 1


def test_a_position_drawn_and_analysed(page: Open, seen: Seen) -> None:
    new = opened(page, "/minesweeper#analyse")
    new.fill("#position", "####\n####")
    new.fill("#mine-count", "2")
    new.locator('.palette input[value="1"]').check(force=True)
    cell(new, "0,1").click()
    new.mouse.move(*new.evaluate(PRESS, "1,1"))
    new.mouse.down()
    new.mouse.move(*new.evaluate(PRESS, "2,1"))
    new.mouse.up()
    new.keyboard.type("2")
    assert new.input_value("#position") == "####\n112#"
    new.click("#editor-undo")
    assert new.input_value("#position") == "####\n111#"
    new.fill("#position", "####\n12??")
    new.click("#analyse-now")
    new.wait_for_selector('#field [data-chance="100"]')
    assert cell(new, "2,0").get_attribute("data-chance") == "100"
    assert "layouts are possible" in new.locator("#result").inner_text()
    new.click("#result-steps")
    assert "1-2" in (new.locator(".walk-title").inner_text())
    seen(new, "minesweeper-editor")


def test_a_position_as_another_program_writes_it(page: Open, watch: Any) -> None:
    watch.allow("status of 400")
    new = opened(page, "/minesweeper#analyse")
    new.fill("#position", "3x2x1\nHHH\n11H")
    new.click("#analyse-now")
    new.wait_for_selector("#field [data-chance]")
    assert new.input_value("#position") == "###\n11#"
    assert new.input_value("#mine-count") == "1"
    new.fill("#position", "##9\n111")
    new.click("#analyse-now")
    new.wait_for_selector("#editor-error:not([hidden])")
    assert "at 2,0" in new.locator("#editor-error").inner_text()
    assert new.input_value("#position") == "##9\n111"


def test_mines_placed_by_hand(page: Open, seen: Seen) -> None:
    new = opened(page, "/minesweeper#analyse")
    new.locator("input[value=layout]").check(force=True)
    for at in ("0,0", "2,0", "8,8"):
        cell(new, at).click()
    assert sign(new, "1,1") == "2"
    new.click("#layout-solve")
    new.wait_for_selector("#solved")
    new.click("#solved-next")
    seen(new, "minesweeper-solved")
    new.click("#solved-end")
    assert re.search("Won in|Lost after", new.locator("#solved").inner_text())
    new.click("#solved-close")
    new.click("#layout-link")
    link = new.input_value("#share-link")
    new.keyboard.press("Escape")
    new.click("#layout-play")
    new.wait_for_url("**game=*")
    click(new, "1,1", "2")
    other = opened(page, link)
    click(other, "1,1", "2")


# Beginning.


def test_the_choice_of_a_game(page: Open, watch: Any, seen: Seen) -> None:
    watch.allow("status of 400")
    new = opened(page, "/minesweeper")
    new.wait_for_selector("#setup")
    seen(new, "minesweeper-setup")
    new.locator("input[value=own]").check(force=True)
    new.fill("[name=width]", "4")
    new.fill("[name=height]", "4")
    new.fill("[name=mines]", "16")
    new.click("#start")
    new.wait_for_selector("#setup-error:not([hidden])")
    assert "there must be 1 to 15" in new.locator("#setup-error").inner_text()
    assert new.input_value("[name=mines]") == "16"
    new.fill("[name=mines]", "3")
    new.locator("input[value=adversary]").check(force=True)
    new.click("#start")
    new.wait_for_selector("#field")
    assert state(new)["mode"] == "adversary"
    again = new.context.new_page()
    again.goto("/minesweeper")
    again.wait_for_selector("#field")
    assert state(again)["id"] == state(new)["id"]


def test_a_race_of_two(page: Open, axe: Axe) -> None:
    new = opened(page, "/minesweeper?rules=9x9x10-open&players=Ana,Boris")
    new.click("#race-begin")
    new.wait_for_selector("#race-begin", state="detached")
    click(new, "4,4", "0")
    board = state(new)["board"]["board"]
    assert new.locator("#undo").is_disabled()
    give_up(new)
    new.wait_for_selector("#race-begin")
    assert "Ana: gave up with" in new.locator(".sides").inner_text()
    assert "Boris" in new.locator("#race-title").inner_text()
    axe(new)
    new.click("#race-begin")
    shows(new, "4,4", "0")
    assert state(new)["board"]["board"] == board


def test_a_broken_link_says_what_is_wrong(page: Open, watch: Any) -> None:
    watch.allow("status of 400")
    new = opened(page, "/minesweeper?rules=9x9x1000")
    assert "there must be 1 to 80" in new.locator(".toast").inner_text()
    assert new.locator("#setup").count() == 1


@pytest.mark.parametrize(
    ("theme", "size"),
    [
        ("contrast", (360, 740)),
        ("dark", (1440, 900)),
        ("contrast", (1440, 900)),
        ("dark", (360, 740)),
    ],
)
def test_other_themes_and_sizes(page: Open, theme: str, size: tuple[int, int], seen: Seen) -> None:
    new = opened(page, "/minesweeper?rules=9x9x10-open&seed=theme", theme=theme, size=size)
    cell(new, "4,4").click()
    settled(new, 1)
    new.click("#help-mines")
    settled(new, 2)
    new.click("#help-steps")
    new.wait_for_selector("#step-next")
    seen(new, f"minesweeper-{theme}-{size[0]}")
    assert new.evaluate("document.documentElement.scrollWidth") <= size[0]
    new.click("#help-chances")
    new.wait_for_selector("#field [data-chance]")
    seen(new, f"minesweeper-chances-{theme}-{size[0]}")


def test_the_puzzle_of_the_day(page: Open) -> None:
    new = opened(page, "/minesweeper#new")
    new.click("#daily [data-level=beginner] button")
    new.wait_for_selector("#field")
    assert "puzzle of" in new.locator("#level").inner_text()
    assert sign(new, "4,4") != "#"
    first = state(new)["id"]
    new.click("#new")
    new.click("#daily [data-level=beginner] button")
    new.wait_for_selector("#field")
    assert state(new)["id"] == first


def test_chances_follow_the_game(page: Open) -> None:
    new = placed(page, WALL)
    cell(new, "8,0").click()
    settled(new, 1)
    new.keyboard.press("c")
    new.wait_for_selector("#field [data-chance]")
    before = new.locator("#field [data-chance]").count()
    click(new, "1,0", "3")
    assert cell(new, "1,0").get_attribute("data-chance") is None
    until(
        new,
        """(before) => document.querySelectorAll('#field [data-chance]').length < before
          && document.querySelectorAll('#field [data-chance="100"]').length >= 3""",
        arg=before,
    )


def test_two_presses_begin_one_game_and_leave_nothing_behind(page: Open) -> None:
    new = opened(page, "/minesweeper?rules=9x9x10&seed=first")
    tools = new.context.new_cdp_session(new)

    def listening() -> int:
        window = tools.send("Runtime.evaluate", {"expression": "window"})["result"]["objectId"]
        found = tools.send("DOMDebugger.getEventListeners", {"objectId": window})
        return len(found["listeners"])

    before, first = listening(), state(new)["id"]
    assert before > 3
    new.evaluate("for (let n = 0; n < 2; n += 1) document.querySelector('#face button').click()")
    until(new, "(first) => !location.search.includes(first)", arg=first)
    new.wait_for_timeout(100)
    assert len(new.request.get("/api/games").json()) == 2
    assert listening() == before
