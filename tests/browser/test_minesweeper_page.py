"""The Minesweeper page, played as people play it: by mouse, keys and fingers, in both themes."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from tests.browser.pages import Axe, Open, Seen, Shot, fits, hinted, large, until
from tests.waiting import until as until_true

from mastermine.minesweeper.board import Board, Layout
from mastermine.minesweeper.deduction import next_step
from mastermine.minesweeper.metrics import Metrics

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
    return until_true(lambda: _state(page))


def _state(page: Any) -> dict[str, Any] | None:
    name = re.search(r"(?:game=|/minesweeper/)([\w-]+)", page.url)
    if name is None:  # It is only ready: its first move is on its way.
        page.wait_for_timeout(20)
        return None
    message: dict[str, Any] = page.request.get(f"/api/games/{name[1]}").json()
    return message


def chosen(page: Any, name: str) -> None:
    """Press a button of the menu."""
    page.click("#menu")
    page.click(f"#{name}")


def helped(page: Any, kind: str) -> None:
    """Ask for another kind of help than a hint."""
    page.click("#help-more")
    page.click(f"#help-{kind}")


def give_up(page: Any) -> None:
    chosen(page, "give-up")
    page.click("dialog .danger")


def existing(page: Open, rows: str, **how: Any) -> Any:
    """The same as ``placed`` for a game that the server has saved."""
    new = placed(page, rows, **how)
    link = new.url.partition("//")[2].partition("/")[2]
    game = new.request.post("/api/games", data={"link": f"/{link}"}).json()
    new.goto(f"/minesweeper?game={game['id']}")
    new.wait_for_selector("html[data-ready]")
    return new


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
    assert new.locator("#mines .digits").inner_text() == "0"
    assert new.locator('#field [data-sign="*"], #field [data-sign="#"]').count() == 0
    assert new.locator('#field [data-sign="F"]').count() == 10
    assert re.fullmatch(r"\d+:\d\d\.\d\d", new.locator("#time .digits").inner_text())
    layout = Layout.parse(state(new)["secret"].replace("/", "\n"))
    assert f"3BV {Metrics(layout).bbbv} " in new.locator("#figures").inner_text()
    chosen(new, "statistics")
    assert "1 (100 %)" in new.inner_text("dialog .results")
    assert new.locator("dialog .distribution li").all_inner_texts()[0].endswith("1")


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
    assert new.locator('#field [data-sign="#"]').count() == 27
    new.go_back()
    new.wait_for_selector("#end[data-outcome=lost]")


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
    assert width(new, "1,0") >= 30
    assert whole(new)
    cell(new, "3,0").tap()
    shows(new, "3,0", "0")
    hold(new, "0,0")
    shows(new, "0,0", "F")
    assert new.locator("#said").inner_text() == "0,0: flag"
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


def whole(page: Any) -> bool:
    """True if the window shows the whole field, and nothing lies over it."""
    return bool(
        page.evaluate(
            """() => {
              const field = document.getElementById("field");
              const last = field.index(`${field.width - 1},${field.height - 1}`);
              return [0, last].every((i) => {
                const box = field.element(i).getBoundingClientRect();
                const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
                return at === field.element(i);
              });
            }"""
        )
    )


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


SIZES = [(360, 640), (640, 360), (768, 1024), (1366, 650), (2560, 1440)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("level", ["9x9x10", "30x16x99"])
def test_every_screen(page: Open, size: tuple[int, int], level: str, seen: Seen) -> None:
    touch = size[0] < 1000
    new = opened(page, f"/minesweeper?rules={level}-open&seed=size", size=size, touch=touch)
    side = width(new, "0,0")
    assert side >= 30
    if level == "9x9x10" or size[0] > 1000:
        assert whole(new)
    if size == (2560, 1440):
        assert side > 60
    cell(new, "4,4").tap() if touch else cell(new, "4,4").click()
    shows(new, "4,4", "0")
    room = "document.getElementById('field').getBoundingClientRect().bottom"
    before = new.evaluate(room)
    hinted(new, lambda: new.click("#help-hint"), 2)
    assert new.locator("#hint-do").is_visible()
    assert width(new, "0,0") == side
    # The answer covers no cell: where there is little room, the field is only scrolled.
    assert new.evaluate(room) <= before
    hint = new.locator('#field [data-mark="hint"]')
    assert hint.evaluate(
        """cell => {
          const box = cell.getBoundingClientRect();
          return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === cell;
        }"""
    )
    fits(new)
    large(new)
    assert new.evaluate("document.documentElement.scrollHeight") <= size[1]
    seen(new, f"minesweeper-{level}-{size[0]}", full_page=False)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("by", ["fingers", "mouse", "keys"])
def test_whole_games(page: Open, size: tuple[int, int], by: str) -> None:
    new = placed(page, WALL, size=size, touch=by == "fingers")

    def flag(at: str) -> None:
        if by == "fingers":
            new.locator("#flag").tap()
            cell(new, at).tap()
            new.locator("#dig").tap()
        elif by == "mouse":
            cell(new, at).click(button="right")
        else:
            walk(new, at)
            new.keyboard.press("f")
        shows(new, at, "F")

    def dig(at: str) -> None:
        if by == "fingers":
            cell(new, at).tap()
        elif by == "mouse":
            cell(new, at).click()
        else:
            walk(new, at)
            new.keyboard.press("Enter")

    dig("8,0")
    shows(new, "8,0", "0")
    flag("4,2")
    flag("1,1")
    dig("1,0")
    shows(new, "1,0", "3")
    for x in range(4):
        dig(f"{x},2")
    new.wait_for_selector("#end[data-outcome=won]")
    assert new.locator("#mines .digits").inner_text() == "0"
    fits(new)
    large(new)


def walk(page: Any, at: str) -> None:
    """Go to a cell by the arrows."""
    x, y = map(int, at.split(","))
    keys = page.keyboard
    keys.press("Control+Home")
    for _step in range(x):
        keys.press("ArrowRight")
    for _step in range(y):
        keys.press("ArrowDown")


def test_a_field_larger_than_a_telephone(page: Open) -> None:
    new = opened(page, "/minesweeper?rules=30x16x99&seed=pan", size=(360, 740), touch=True)
    assert width(new, "15,8") == 30
    edges = "document.getElementById('field').dataset.more"
    until(new, f"{edges} === 'left right'")
    pinch(new, 200, 60)
    until(new, f"{edges} === ''")
    assert width(new, "15,8") < 12
    assert new.locator('#field [data-sign="#"]').count() == 480
    chosen(new, "larger")
    new.click("#larger")
    larger = width(new, "15,8")
    new.reload()
    new.wait_for_selector("html[data-ready]")
    assert width(new, "15,8") == larger
    chosen(new, "fit")
    assert width(new, "15,8") == 30


def pinch(page: Any, start: int, end: int) -> None:
    """Two fingers that move towards each other on the field."""
    x, y = 180, 300
    fingers = touches(page)

    def at(apart: float) -> list[dict[str, float]]:
        return [{"x": x - apart / 2, "y": y, "id": 0}, {"x": x + apart / 2, "y": y, "id": 1}]

    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at(start)})
    for step in range(1, 6):
        now = start + (end - start) * step / 5
        fingers.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": at(now)})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("what", ["chances", "guess", "check"])
def test_help_on_a_telephone_hides_no_board(page: Open, what: str) -> None:
    new = opened(page, "/minesweeper?rules=9x9x10-open&seed=help", size=(360, 740), touch=True)
    cell(new, "4,4").tap()
    settled(new, 1)
    helped(new, what)
    new.wait_for_selector("#answer .found")
    assert whole(new)
    new.click("#answer-close")
    assert new.locator("#answer").is_hidden()


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
    new = existing(page, CORNER)
    name = state(new)["id"]
    new.request.post(f"/api/games/{name}/moves", data={"move": "click 1,0"})
    cell(new, "8,2").click()
    shows(new, "1,0", "2")
    assert sign(new, "8,2") == "#"
    assert new.locator(".toast").count() == 1
    click(new, "8,2", "0")


def test_two_windows_on_one_game(page: Open) -> None:
    new = existing(page, CORNER)
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
    new.wait_for_selector("#answer .found")
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
    assert new.locator("#help-hint").inner_text() == "Which cell?"
    hinted(new, lambda: new.click("#help-hint"), 1)
    assert new.locator(".legend").inner_text() == "hint"
    assert new.locator('#field [data-mark="hint"]').count() == 1
    assert new.locator('#field [data-mark="number"]').count() == 0
    hinted(new, lambda: new.keyboard.press("h"), 1)
    assert new.locator('#field [data-mark="number"]').count() > 0
    message = state(new)
    assert message["hints"] == 1
    helped(new, "chances")
    new.wait_for_selector('#field [data-chance="0"]')
    known = new.request.post(f"/api/games/{message['id']}/help/probabilities").json()["help"][
        "chances"
    ]
    shown = new.evaluate("document.getElementById('field').chances")
    assert shown == known
    seen(new, "minesweeper-chances")
    helped(new, "chances")
    assert new.locator("#field [data-chance]").count() == 0
    helped(new, "guess")
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
    helped(new, "mines")
    until(new, "document.querySelectorAll('#field [data-sign=F]').length > 3")
    helped(new, "check")
    until(new, "document.getElementById('answer').innerText.includes('flags are right')")
    helped(new, "why")
    new.locator('#field [data-sign="F"]').first.click()
    until(new, "document.getElementById('answer').innerText.includes('About')")
    assert new.locator('#field [data-mark="number"]').count() > 0


def test_few_clicks(page: Open, seen: Seen) -> None:
    new = placed(page, "...*.*\n......\n......\n....**", size=(390, 844), touch=True)
    click(new, "0,0", "0")
    helped(new, "efficient")
    until(new, "document.getElementById('answer').innerText.includes('2 clicks open 3 cells')")
    assert cell(new, "3,0").get_attribute("data-mark") == "mine"
    assert cell(new, "3,1").get_attribute("data-mark") == "hint"
    seen(new, "minesweeper-few-clicks")
    new.click("#hint-do")
    shows(new, "3,0", "F")
    shows(new, "4,2", "2")
    assert state(new)["hints"] == 1
    cell(new, "5,2").click(button="right")
    shows(new, "5,2", "F")
    hinted(new, lambda: new.keyboard.press("h"), 2)
    new.click("#hint-do")  # It removes the wrong flag.
    shows(new, "5,2", "2")
    new.keyboard.press("e")
    until(new, "document.getElementById('answer').innerText.includes('Open ')")


def test_given_up_after_a_look_back(page: Open, seen: Seen) -> None:
    new = placed(page, CORNER)
    helped(new, "review")
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
    chosen(new, "give-up")
    new.locator("dialog .button").first.click()
    assert state(new)["outcome"] is None
    give_up(new)
    new.wait_for_selector("#end[data-outcome=lost]")
    shows(new, "0,0", "*")
    assert "You gave up" in new.locator("#end-title").inner_text()
    new.click("#menu")
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
        chosen(new, "new")


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
    until(new, "!location.pathname.includes('review')")
    new.go_back()
    new.wait_for_url("**/review/3?**")
    shows(new, "0,0", "X")
    new.reload()
    new.wait_for_selector("#replay-slider")
    assert new.locator("#replay-where").inner_text() == "3 / 3"
    new.go_back()
    until(new, "!document.querySelector('.replay')")
    shows(new, "3,0", "*")
    new.click("#end-share")
    assert "b=" in new.input_value("#share-link")
    for picture in new.locator(".sharing a[download]").all():
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
    shows(other, "1,0", "2")
    damaged = tmp_path / "damaged.json"
    damaged.write_text(json.dumps({"format": "mastermine-game"}), "utf-8")
    chosen(other, "choose")
    other.set_input_files("#load", damaged)
    other.wait_for_selector("#setup-problem:visible")
    shows(other, "1,0", "2")


RECORDED = "Board:\n00*0000\nEvents:\n0 lc 6 1\n0 lr 6 1\n1 mv 3 1\n1.5 lc 3 1\n1.5 lr 3 1\n"

DROPPED = """(dropped) => {
  const files = new DataTransfer();
  for (const [name, text] of dropped) files.items.add(new File([text], name));
  const event = { dataTransfer: files, bubbles: true, cancelable: true };
  document.body.dispatchEvent(new DragEvent("drop", event));
}"""


def test_a_recorded_game_that_is_dropped_shows_the_click_that_lost_it(
    page: Open, watch: Any, seen: Seen
) -> None:
    watch.allow("status of 4")
    new = opened(page, "/minesweeper")
    new.evaluate(DROPPED, [["wrong.rawvf", RECORDED + "number2 4 1\n"]])
    new.wait_for_selector("text=wrong.rawvf: line 9")
    new.evaluate(DROPPED, [["a.rawvf", RECORDED], ["b.rawvf", RECORDED], ["c.json", "{}"]])
    new.wait_for_selector("#dropped")
    assert new.inner_text("#dropped").split() == ["a.rawvf", "–", "lost", "b.rawvf", "–", "lost"]
    new.click("dialog button")
    new.evaluate(DROPPED, [["game.rawvf", RECORDED]])
    new.wait_for_selector("#end[data-outcome=lost]")
    decided = new.locator("#review-decided li")
    decided.wait_for()
    assert "1.5 s: 2,0 was certainly a mine." in decided.inner_text()
    assert "3BV" in new.inner_text("#review-figures")
    seen(new, "recorded game")
    decided.locator("button").click()
    new.wait_for_selector("#replay-where")
    assert new.inner_text("#replay-where") == "1 / 2"


def test_a_folder_that_is_dropped_is_named(page: Open, watch: Any) -> None:
    new = opened(page, "/minesweeper")
    new.evaluate("""async () => {
      const { dropped } = await import("/static/js/setup/file.js");
      const arrayBuffer = () => Promise.reject(new Error("it is a folder"));
      await dropped([{ name: "replays", arrayBuffer }]);
    }""")
    new.wait_for_selector("text=replays: it is a folder")


# Beginning.


def test_the_first_click_creates_the_game(page: Open, watch: Any) -> None:
    new = opened(page, "/minesweeper")
    assert new.request.get("/api/games").json() == []
    assert new.context.cookies() == []
    assert new.locator("h1").inner_text() == "Beginner"
    new.keyboard.press("h")  # Help with a board that is only ready creates its game, too.
    new.wait_for_selector("#answer .found")
    cell(new, "4,4").click()
    shows(new, "4,4", "0")  # The first click opens an area.
    message = settled(new, 1)
    assert message["rules"] == "minesweeper:9x9x10-open"
    again = new.context.new_page()
    again.goto("/minesweeper")
    again.wait_for_selector("html[data-ready]")
    assert state(again)["id"] == message["id"]


def test_back_and_forward(page: Open) -> None:
    new = opened(page, "/minesweeper")
    cell(new, "4,4").click()
    first = settled(new, 1)["id"]
    new.click("#face button")
    until(new, "!document.querySelector('#field [data-sign=\"0\"]')")
    cell(new, "4,4").click()
    second = settled(new, 1)["id"]
    assert second != first
    for go, name in ((new.go_back, first), (new.go_forward, second)):
        field = new.query_selector("#field")
        go()
        new.wait_for_url(re.compile(name))
        field.wait_for_element_state("hidden")  # Both games show the same signs.
        shows(new, "4,4", "0")
    chosen(new, "analyse")
    new.wait_for_url("**/analyse?board=**")
    new.go_back()
    new.wait_for_url(re.compile(second))
    shows(new, "4,4", "0")
    chosen(new, "choose")
    new.wait_for_selector("#setup[open]")
    new.go_back()
    new.wait_for_selector("#setup", state="detached")
    assert state(new)["id"] == second


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
    new.wait_for_selector("#setup-problem:visible")
    assert "there must be 1 to 80" in new.locator("#setup-problem").inner_text()
    assert new.locator('#field [data-sign="#"]').count() == 81


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
    helped(new, "mines")
    settled(new, 2)
    helped(new, "steps")
    new.wait_for_selector("#step-next")
    seen(new, f"minesweeper-{theme}-{size[0]}")
    assert new.evaluate("document.documentElement.scrollWidth") <= size[0]
    helped(new, "chances")
    new.wait_for_selector("#field [data-chance]")
    seen(new, f"minesweeper-chances-{theme}-{size[0]}")


def test_the_puzzle_of_the_day(page: Open) -> None:
    new = opened(page, "/minesweeper?daily=beginner")
    assert "puzzle of" in new.locator("#level").text_content()
    assert sign(new, "4,4") != "#"
    new.keyboard.press("h")
    first = state(new)["id"]
    new.goto("/minesweeper?daily=beginner")
    new.wait_for_selector("html[data-ready]")
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
    new = existing(page, CORNER)
    tools = new.context.new_cdp_session(new)

    def listening() -> int:
        window = tools.send("Runtime.evaluate", {"expression": "window"})["result"]["objectId"]
        found = tools.send("DOMDebugger.getEventListeners", {"objectId": window})
        return len(found["listeners"])

    before = listening()
    assert before > 3
    new.evaluate("for (let n = 0; n < 2; n += 1) document.querySelector('#face button').click()")
    until(new, "location.href.endsWith('/minesweeper')")
    until_true(lambda: listening() == before or None)
    cell(new, "4,1").click()
    settled(new, 1)
    assert len(new.request.get("/api/games").json()) == 2


def test_settings_of_the_field(page: Open) -> None:
    new = placed(page, CORNER)
    given = {"rulers": True, "question-marks": True, "flag-first": True, "cells": "classic"}
    for name, value in given.items():
        new.evaluate(
            "([name, value]) => localStorage.setItem('mastermine.' + name, JSON.stringify(value))",
            [name, value],
        )
    new.reload()
    new.wait_for_selector("html[data-ready]")
    assert new.locator(".mm-ruler").inner_text().split() == list("012345678")
    assert new.locator("#flag").get_attribute("aria-pressed") == "true"
    click(new, "0,0", "F")
    click(new, "0,0", "#")
    assert new.evaluate("document.activeElement.getAttribute('aria-label')") == "0,0: question mark"
    settled(new, 2)
    new.reload()
    new.wait_for_selector("#field [data-question]")
    cell(new, "0,0").click()
    new.wait_for_selector("#field [data-question]", state="detached")
    assert state(new)["flags"] == []
    new.evaluate(
        "localStorage.setItem('mastermine.rulers', 'false');"
        "dispatchEvent(new Event('mastermine:settings'))"
    )
    assert new.locator(".mm-ruler").count() == 0


def test_the_best_time_of_these_rules(page: Open) -> None:
    new = placed(page, "*..\n...\n...")
    cell(new, "2,2").click()
    new.wait_for_selector("#end[data-outcome=won]")
    new.click("#face button")
    assert new.locator("#time .name").inner_text() == "time"  # The mines were given.
    other = opened(page, "/minesweeper?rules=2x1x1")
    cell(other, "0,0").click()
    until(other, "document.querySelector('#time .name').innerText.startsWith('best 0:0')")


def test_what_a_screen_reader_hears(page: Open) -> None:
    new = placed(page, CORNER, size=(360, 740), touch=True)
    new.evaluate(
        """() => {
          globalThis.heard = [];
          const place = document.getElementById("said");
          const hear = () => heard.push(place.textContent);
          new MutationObserver(hear).observe(place, { childList: true });
        }"""
    )
    cell(new, "1,1").tap()
    shows(new, "1,1", "2")
    hold(new, "0,0")
    shows(new, "0,0", "F")
    settled(new, 2)
    assert new.evaluate("heard") == ["opened 1 cell; 1,1: 2", "0,0: flag"]


@pytest.mark.parametrize("size", [(360, 740), (1366, 650)])
def test_nothing_jumps(page: Open, size: tuple[int, int]) -> None:
    new = page("/learn", size=size, touch=size[0] < 1000)
    new.context.add_init_script(
        """globalThis.shifted = 0;
        new PerformanceObserver((list) => {
          for (const each of list.getEntries()) shifted += each.value;
        }).observe({ type: "layout-shift", buffered: true });"""
    )
    new.goto("/minesweeper")
    new.wait_for_selector("html[data-ready]")
    cell(new, "4,4").click()
    shows(new, "4,4", "0")
    hinted(new, lambda: new.click("#help-hint"), 2)
    assert new.evaluate("shifted") < 0.05


def test_nothing_is_undone_on_a_board_that_is_ready(page: Open) -> None:
    new = placed(page, WALL)
    made: list[str] = []
    new.on("request", lambda each: made.append(each.url) if each.method == "POST" else None)
    new.keyboard.press("Control+z")
    new.keyboard.press("Control+y")
    click(new, "8,0", "0")
    assert [url.rpartition("/")[2] for url in made][:2] == ["games", "moves"]


def test_what_is_undone_and_made_again_is_said(page: Open) -> None:
    new = placed(page, WALL)
    click(new, "8,0", "0")
    new.keyboard.press("u")
    shows(new, "8,0", "#")
    new.keyboard.press("r")
    shows(new, "8,0", "0")
    until(new, "document.querySelector('[aria-live=polite]').textContent.includes('opened')")
    assert "#" not in new.locator("[aria-live=polite]").first.text_content()


def test_the_day_ends_before_the_first_click(page: Open) -> None:
    new = page("/learn")

    def yesterday(route: Any) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "daily": "2020-01-01"})

    new.route("**/api/games/preview", yesterday)
    new.goto("/minesweeper?daily=beginner")
    new.wait_for_selector("html[data-ready]")
    new.locator('#field [data-sign="#"]').first.click()
    new.wait_for_selector(".toast:has-text('The day has ended')")
    new.wait_for_url(re.compile(r"/minesweeper/[\w-]+\?"))
    assert state(new)["done"] == 1  # The puzzle's own opening.


def test_nothing_is_opened_or_counted_twice(page: Open) -> None:
    new = existing(page, CORNER)
    twice = (
        "name => { const button = document.getElementById(name); button.click(); button.click(); }"
    )
    new.evaluate(twice, "help-hint")
    new.wait_for_selector("#answer .found")
    assert new.locator("#help-hint").inner_text() == "Which cell?"
    give_up(new)
    new.wait_for_selector("#end-share")
    new.evaluate(twice, "end-share")
    new.wait_for_selector("dialog[open]")
    new.wait_for_load_state("networkidle")
    assert new.locator("dialog[open]").count() == 1
    new.keyboard.press("Escape")
    new.evaluate(twice, "end-replay")
    new.wait_for_selector("#replay-slider")
    new.wait_for_load_state("networkidle")
    assert new.locator("#replay-slider").count() == 1
