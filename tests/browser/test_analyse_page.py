"""The analysis board of both games: drawn, pasted, dropped, stepped through and played on."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.browser.pages import NARROW, WIDE, Open, Seen, fits, large, until

from mastermine.minesweeper.board import Layout

LAPTOP = 1366, 650
PRESS = """(at) => {
  const field = document.getElementById("field");
  const cell = field.element(field.index(at));
  cell.scrollIntoView({ block: "center" });
  const box = cell.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
POSITION = "####\n12##"
"""Of four closed cells in the top row, 2,0 is not safe if 2 mines are left."""


def opened(page: Open, path: str = "/analyse", **how: Any) -> Any:
    """The analysis board with the answer to its position."""
    new = page(path, **how)
    new.wait_for_selector("html[data-ready]")
    return answered(new)


def answered(page: Any) -> Any:
    """Wait for the answer to the position as it is now."""
    until(
        page,
        "() => document.querySelector('#answer')?.firstElementChild"
        " && !document.querySelector('#answer[aria-busy]')",
    )
    return page


def answer(page: Any) -> str:
    return str(answered(page).inner_text("#answer"))


def says(page: Any, text: str) -> None:
    """Wait until the answer contains a text."""
    until(page, "(text) => document.querySelector('#answer')?.innerText.includes(text)", arg=text)
    answered(page)


def cell(page: Any, at: str) -> Any:
    x, y = map(int, at.split(","))
    return page.locator(f'#field [aria-rowindex="{y + 1}"] [aria-colindex="{x + 1}"]')


def visit(page: Any, at: str) -> None:
    """Move the focus to a cell."""
    page.evaluate("(at) => field.visit(field.index(at))", at)


def rows(page: Any) -> str:
    return str(page.evaluate("() => document.getElementById('field').board"))


def written(page: Any, text: str) -> None:
    """Wait until the text of the position is this."""
    until(page, "(text) => document.querySelector('#position')?.value === text", arg=text)


def sign(page: Any, value: str) -> None:
    page.locator(f'.palette input[value="{value}"]').check(force=True)


def paste(page: Any, text: str) -> None:
    """Paste a text into the page."""
    page.evaluate(
        """(text) => {
          const data = new DataTransfer();
          data.setData("text/plain", text);
          const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true });
          document.body.dispatchEvent(event);
        }""",
        text,
    )


# Minesweeper.


def test_a_position_is_analysed_while_it_is_drawn(page: Open, watch: Any, seen: Seen) -> None:
    watch.allow("status of 422")  # Half drawn, it contradicts itself.
    new = opened(page, "/analyse?board=..../....&mines=2", size=LAPTOP)
    says(new, "28 layouts are possible")
    sign(new, "1")
    cell(new, "0,1").click()
    new.mouse.move(*new.evaluate(PRESS, "1,1"))
    new.mouse.down()
    new.mouse.move(*new.evaluate(PRESS, "2,1"))
    new.mouse.up()
    written(new, "####\n111#")
    new.keyboard.type("2")
    written(new, "####\n112#")
    cell(new, "3,1").click(button="right")
    written(new, "####\n112F")
    answered(new)
    new.click("#undo")
    written(new, "####\n112#")
    new.keyboard.press("Control+z")
    written(new, "####\n111#")
    new.click("#redo")
    written(new, "####\n112#")
    until(new, "() => location.search === '?board=..../112.&mines=2'")
    assert answer(new)
    seen(new, "analyse-drawn")


def test_a_finger_draws(page: Open, watch: Any) -> None:
    watch.allow("status of 422")
    new = opened(page, "/analyse?board=..../....&mines=2", size=NARROW, touch=True)
    sign(new, "1")
    cell(new, "0,1").tap()
    written(new, "####\n1###")
    sign(new, "0")
    # Playwright has no drag by touch.
    session = new.context.new_cdp_session(new)
    for kind, at in (("touchStart", "1,1"), ("touchMove", "2,1"), ("touchMove", "3,1")):
        x, y = new.evaluate(PRESS, at)
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    written(new, "####\n1000")


def test_the_best_move_has_its_chance_and_its_reason(page: Open) -> None:
    new = opened(page, "/analyse?board=2....100/.....311/.....3.1/.....322/.....1..&mines=8")
    assert "Guess 4,3: chance of a mine 10.5 %" in answer(new)
    assert "456 layouts are possible" in answer(new)
    assert "Rule of the strategy endgame" in answer(new)
    assert cell(new, "4,3").get_attribute("data-mark") == "hint"
    assert cell(new, "4,2").get_attribute("data-chance") == "100"
    assert cell(new, "1,0").get_attribute("data-chance") == "67"


def test_few_clicks_in_place_of_the_best_move(page: Open) -> None:
    new = opened(page, "/analyse?board=001.../0011../0001../0001..&mines=4")
    best = answer(new)
    new.click("#few-clicks")
    says(new, "Flag 3,0, then click on the 1 at 3,1")
    assert cell(new, "3,0").get_attribute("data-mark") == "mine"
    assert cell(new, "3,1").get_attribute("data-mark") == "hint"
    new.click("#few-clicks")
    until(new, "(best) => document.getElementById('answer').innerText === best", arg=best)


def test_without_the_number_of_mines_certain_cells_are_marked(page: Open) -> None:
    new = opened(page, "/analyse?board=...../?121?")
    assert new.is_checked("#mines-unknown")
    assert "Open 0,0" in answer(new)
    assert cell(new, "1,0").get_attribute("data-chance") == "100"
    assert new.is_disabled("#play-on")
    new.fill("#mine-count", "2")
    says(new, "1 layout is possible")
    assert not new.is_checked("#mines-unknown")
    new.check("#mines-unknown")
    says(new, "every cell gets a chance")
    assert new.input_value("#mine-count") == ""


def test_a_contradiction_is_named_and_marked(page: Open, watch: Any, seen: Seen) -> None:
    watch.allow("status of 422")
    new = opened(page, "/analyse?board=###/131/000".replace("#", "."))
    assert "the 3 at 1,1" in answer(new).lower() or "contradict" in answer(new)
    assert new.locator('#field [data-mark="bad"]').count() >= 1
    assert new.locator("#field [data-chance]").count() == 0
    seen(new, "analyse-contradiction")
    visit(new, "1,1")
    new.keyboard.type("2")
    says(new, "Open")
    assert new.locator('#field [data-mark="bad"]').count() == 0


def test_a_pasted_position_of_another_size_keeps_no_count(page: Open) -> None:
    new = opened(page, "/analyse?board=..../12..&mines=2")
    paste(new, "#####\n?121?")
    says(new, "every cell gets a chance")
    assert new.input_value("#mine-count") == ""
    assert new.is_checked("#mines-unknown")
    paste(new, "#####\n11#11")
    written(new, "#####\n11#11")
    paste(new, "3x2x1\nHHH\n11H")
    says(new, "3x2 cells, 1 mine")
    assert rows(new) == "###\n11#"
    new.go_back()
    written(new, "#####\n11#11")
    new.go_back()
    written(new, "#####\n?121?")
    new.go_back()
    written(new, "####\n12##")
    assert new.input_value("#mine-count") == "2"
    new.go_forward()
    written(new, "#####\n?121?")


def test_files_and_drops(page: Open, tmp_path: Any) -> None:
    new = opened(page)
    mine = tmp_path / "a.mine"
    mine.write_text("3x2x1\nHHH\n11H\n")
    new.set_input_files("#position-file", mine)
    says(new, "3x2 cells, 1 mine")
    new.evaluate(
        """() => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array([3, 2, 0, 1, 2, 1])], "b.mbf"));
          const kind = { dataTransfer: data, bubbles: true, cancelable: true };
          const event = new DragEvent("drop", kind);
          document.getElementById("main").dispatchEvent(event);
        }"""
    )
    until(new, "() => document.querySelector('.desk.layout')")
    assert new.input_value("#position") == "...\n..*"
    assert "?b=32&m=" in new.url or "?b=0302&m=" in new.url


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("##9\n111", "at 2,0"),
        ("###\n11", "Row 1 has 2 cells"),
        ("http://localhost/analyse?b=2&m=00", "need 52"),
        ("http://localhost/elsewhere", "has neither"),
        ("/analyse?rules=4x6&turns=112:1B1W", "has 3 pegs"),
    ],
)
def test_what_cannot_be_read_changes_nothing(
    page: Open, watch: Any, text: str, message: str
) -> None:
    watch.allow("status of 400")
    new = opened(page, "/analyse?board=..../12..&mines=2")
    before = new.url
    paste(new, text)
    new.wait_for_selector("#position-error:not([hidden])")
    assert message in new.inner_text("#position-error")
    assert rows(new) == POSITION
    assert new.url == before
    new.click("#clear")
    new.wait_for_selector("#position-error[hidden]", state="attached")


def test_a_wrong_link_is_reported_in_one_sentence(page: Open, watch: Any) -> None:
    watch.allow("status of 400")
    new = page("/analyse?board=../.&mines=1")
    new.wait_for_selector("html[data-ready]")
    assert "The link holds no position: row 1 has 1 cell" in new.inner_text(".toast.bad")
    assert answer(new)


def test_old_links_lead_to_the_board(page: Open) -> None:
    new = page("/minesweeper?board=%23%23%23%23/12%23%23#analyse")
    new.wait_for_url(re.compile("/analyse"))
    written(new, POSITION)


def test_the_address_shows_the_same_elsewhere(page: Open) -> None:
    new = opened(page, "/analyse")
    new.select_option("#new-board", "0")
    says(new, "9x9 cells, 10 mines")
    new.fill("#width", "4")
    new.fill("#height", "2")
    new.press("#height", "Enter")
    until(new, "() => location.search.startsWith('?board=..../....')")
    visit(new, "0,0")
    new.keyboard.type("1")
    written(new, "1###\n####")
    until(new, "() => location.search.startsWith('?board=1.../....')")
    other = opened(page, new.url)
    assert (rows(other), other.input_value("#mine-count")) == (rows(new), "")
    assert answer(other) == answer(new)
    new.reload()
    assert rows(answered(new)) == rows(other)


def test_the_steps_are_walked_and_played(page: Open, seen: Seen) -> None:
    new = opened(page, size=LAPTOP)
    hint = new.inner_text("#answer .best")
    new.click("#walk")
    assert re.search(r"Step 1 of \d+", answer(new))
    assert new.locator("#field [data-chance]").count() == 0
    assert new.locator('#field [data-mark="number"]').count() >= 1
    seen(new, "analyse-step")
    new.click("#replay-next")
    assert "Step 2 of" in answer(new)
    new.select_option("#replay-speed", "fast")
    new.click("#replay-play")
    says(new, hint)
    until(new, "() => document.querySelector('#replay-play').textContent === '▶'")
    new.click("#replay-close")
    assert new.inner_text("#answer .best") == hint
    assert new.locator("#field [data-chance]").count() > 0


def test_expert_is_answered_at_once(page: Open) -> None:
    """The figure of the page is the median; a busy machine may be slower now and then."""
    board = "/".join(["." * 30] * 16)
    new = opened(page, f"/analyse?board={board}&mines=99")
    sign(new, "1")
    times = []
    for x in range(2, 12, 2):
        answered(new)
        with new.expect_response("**/api/analyse") as response:
            cell(new, f"{x},8").click()
        assert response.value.ok
        answered(new)
        times.append(response.value.request.timing["responseEnd"])
    assert sorted(times)[2] < 1000


def test_a_game_goes_on_from_a_position(page: Open) -> None:
    new = opened(page, "/analyse?board=..../12..&mines=2")
    new.click("#play-on")
    new.wait_for_url(re.compile("/minesweeper/"))
    new.wait_for_selector("#field .mm-cell")
    until(new, "() => document.getElementById('field').board.endsWith('12##')")
    new.goto("/analyse")
    assert "/minesweeper" in (new.get_attribute("#back-to-game", "href") or "")


def test_your_running_game_is_not_analysed_in_secret(page: Open, watch: Any, seen: Seen) -> None:
    watch.allow("status of 409")
    secret = str(Layout.parse("*..\n...\n..*")).replace("\n", "/")
    new = page("/minesweeper")
    game = new.request.post("/api/games", data={"rules": "3x3x2", "secret": secret}).json()
    game = new.request.post(f"/api/games/{game['id']}/moves", data={"move": "click 1,1"}).json()
    new.goto("/analyse?board=.../.2./...&mines=2")
    says(new, "counts as a hint")
    hints = lambda: new.request.get(f"/api/games/{game['id']}").json()["hints"]  # noqa: E731
    assert hints() == 0
    assert new.locator("#field [data-chance]").count() == 0
    seen(new, "analyse-own-game")
    new.click("#agree")
    says(new, "Guess")
    assert hints() == 1
    assert "counts as a hint there" in answer(new)
    assert game["id"] in (new.get_attribute("#back-to-game", "href") or "")


def test_mines_placed_by_hand(page: Open, seen: Seen) -> None:
    new = opened(page)
    new.locator("input[value=layout]").check(force=True)
    new.wait_for_selector(".desk.layout")
    for at in ("0,0", "2,0", "8,8"):
        visit(new, at)
        new.keyboard.type("*")
    assert cell(new, "1,1").get_attribute("data-sign") == "2"
    assert "3 mines" in answer(new)
    new.click("#layout-solve")
    new.wait_for_selector("#answer .replay")
    new.click("#replay-next")
    seen(new, "analyse-solved")
    new.locator("#replay-slider").press("End")
    assert re.search("Won in|Lost after", answer(new))
    new.click("#replay-close")
    address = new.url
    new.click("#layout-play")
    new.wait_for_url(re.compile("/minesweeper/"))
    new.wait_for_selector("#field .mm-cell")
    other = page(address)
    other.wait_for_selector(".desk.layout")
    assert cell(other, "8,8").get_attribute("data-sign") == "*"


# Mastermind.


def test_rows_of_a_board_on_the_table(page: Open, seen: Seen) -> None:
    new = opened(page, "/analyse?rules=4x6&turns=", size=LAPTOP)
    says(new, "Codes left: 1,296")
    new.locator(".tray .source").nth(0).click()
    new.locator(".tray .source").nth(0).click()
    new.locator('.hole[tabindex="0"]').focus()
    new.keyboard.type("22")
    until(new, "() => document.querySelector('#position').value === '1122 ?'")
    assert "Codes left: 1,296" in answer(new)
    new.select_option('[data-row="1"] select[data-kind="black"]', "1")
    new.select_option('[data-row="1"] select[data-kind="white"]', "1")
    says(new, "Codes left: 208")
    written(new, "1122 1B 1W")
    until(new, "() => location.search === '?rules=4x6&turns=1122:1B1W'")
    assert "208 codes are possible" in new.inner_text('[data-row="1"] .rating')
    new.click('[data-row="1"] .rating summary')
    assert "no other guess leaves fewer" in new.inner_text('[data-row="1"] .rating')
    new.click("#use-guess")
    until(new, "() => document.querySelectorAll('.code-row:not([data-empty])').length === 2")
    until(new, "() => document.activeElement.matches('[data-row=\"2\"] select')")
    says(new, "Codes left: 208")
    seen(new, "analyse-rows")
    new.select_option('[data-row="2"] select[data-kind="white"]', "2")
    says(new, "Codes left: 24")
    new.click('[data-row="1"] .remove')
    says(new, "Codes left: 222")
    new.click("#undo")
    says(new, "Codes left: 24")


def test_a_found_code(page: Open) -> None:
    new = opened(page, "/analyse?rules=4x6&turns=1122:4B0W")
    assert "The code is found" in answer(new)
    assert new.is_disabled("#play-on")


def test_rows_in_words(page: Open, watch: Any) -> None:
    watch.allow("status of 400")
    new = opened(page, "/analyse?rules=4x6&turns=1122:1B1W")
    new.fill("#position", "red red green green 1,1\n1134 0,2")
    says(new, "Codes left: 24")
    until(new, "() => location.search === '?rules=4x6&turns=1122:1B1W;1134:0B2W'")
    assert new.locator(".code-list .code").count() == 24
    new.fill("#position", "1122 1,1\n1139 0,2")
    new.wait_for_selector("#position-error:not([hidden])")
    assert "1139" in new.inner_text("#position-error")
    assert "1139" in new.input_value("#position")
    assert "Codes left: 24" in answer(new)


def test_rows_that_contradict_each_other_are_marked(page: Open, watch: Any, seen: Seen) -> None:
    watch.allow("status of 422")
    new = opened(page, "/analyse?rules=4x6&turns=3344;1122:0B0W;1133:1B0W;1222:1B0W")
    assert "rows 2 and 4 contradict each other" in answer(new)
    assert "If only the answer in row 4 is wrong, it should be 0B 0W (54 codes)." in answer(new)
    wrong = new.locator(".code-row[data-wrong]")
    assert [wrong.nth(n).get_attribute("data-row") for n in range(wrong.count())] == ["2", "4"]
    seen(new, "analyse-contradicting-rows")
    new.select_option('[data-row="4"] select[data-kind="black"]', "?")
    says(new, "Codes left")
    assert new.locator(".code-row[data-wrong]").count() == 0


def test_other_rules(page: Open, watch: Any) -> None:
    watch.allow("status of 400")
    new = opened(page, "/analyse?rules=4x6&turns=1122:1B1W")
    new.fill("#spec", "3x4-places")
    new.press("#spec", "Enter")
    says(new, "Codes left: 64")
    for digit in "123":
        new.locator('.hole[tabindex="0"]').focus()
        new.keyboard.type(digit)
    until(new, "() => document.querySelector('#position').value === '123 ?'")
    new.locator('[data-row="1"] .mark-button').nth(1).click()
    written(new, "123 -+-")
    until(new, "() => location.search === '?rules=3x4-places&turns=123:-%2B-'")
    says(new, "Codes left: 9")
    other = opened(page, new.url)
    assert other.input_value("#position") == "123 -+-"
    new.fill("#spec", "nonsense")
    new.press("#spec", "Enter")
    new.wait_for_selector("#position-error:not([hidden])")
    assert new.input_value("#position") == "123 -+-"


def test_a_game_goes_on_from_rows(page: Open) -> None:
    new = opened(page, "/analyse?rules=4x6&turns=1122:1B1W;1134:0B2W")
    new.click("#play-on")
    new.wait_for_url(re.compile("/mastermind/"))
    new.wait_for_selector(".guess-row.done[data-row='2']")
    until(new, "() => document.querySelector('.guess-row.current')")


# Every screen.


@pytest.mark.parametrize("path", ["/analyse", "/analyse?rules=4x6&turns=1122:1B1W;1134"])
@pytest.mark.parametrize(
    ("theme", "size"),
    [("light", NARROW), ("dark", WIDE), ("contrast", NARROW), ("light", (640, 360))],
)
def test_it_fits_every_screen(
    page: Open, path: str, theme: str, size: tuple[int, int], seen: Seen
) -> None:
    new = opened(page, path, theme=theme, size=size, touch=size[0] < 700)
    fits(new)
    large(new)
    game = "codes" if "rules" in path else "mines"
    seen(new, f"analyse-{game}-{theme}-{size[0]}", full_page=size[1] > 400)


def test_the_board_is_used_by_keys_alone(page: Open) -> None:
    new = opened(page, "/analyse?board=..../....&mines=2")
    visit(new, "0,0")
    for key in ("ArrowDown", "1", "ArrowRight", "2", "ArrowRight", "f"):
        new.keyboard.press(key)
    written(new, "####\n12F#")
    until(new, "() => document.getElementById('said').textContent !== ''")


def test_a_game_leads_to_its_analysis_and_back(page: Open, watch: Any) -> None:
    watch.allow("status of 409")
    new = page("/mastermind?rules=4x6&seed=a")
    new.wait_for_selector(".guess-row.current")
    new.keyboard.type("1122")
    new.keyboard.press("Enter")
    new.wait_for_selector(".guess-row.done[data-row='1']")
    game = new.url
    new.click("#analyse")
    says(new, "counts as a hint")
    assert new.input_value("#position").startswith("1122 ")
    new.click("#back-to-game")
    new.wait_for_selector(".guess-row.done[data-row='1']")
    assert new.url.split("?")[0] == game.split("?")[0]


@pytest.mark.parametrize("size", [LAPTOP, NARROW])
def test_a_step_marks_the_rows_that_it_uses(page: Open, seen: Seen, size: tuple[int, int]) -> None:
    rows = "3442:0B0W;1111;5561:0B2W;1664:1B2W"
    new = opened(page, f"/analyse?rules=4x6&turns={rows}", size=size)
    used = new.locator(".code-row[data-used]")
    steps = new.locator(".code-steps li")
    assert steps.count() >= 3
    assert used.count() == 0
    steps.nth(0).hover()
    assert used.get_attribute("data-row") == "1"
    new.mouse.move(0, 0)
    assert used.count() == 0
    steps.nth(1).locator("button").focus()
    assert steps.nth(1).inner_text().startswith("Nothing in place")
    assert used.get_attribute("data-row") == "3"
    seen(new, f"analyse-steps-{size[0]}")
    fits(new)
    large(new)
