"""The page of Mastermind as people use it: by mouse, keys and fingers, in all ways to play."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.browser.conftest import Watch
from tests.browser.pages import (
    NARROW,
    Axe,
    Open,
    Seen,
    Shot,
    answered,
    give_up,
    hinted,
    started,
    until,
)

from mastermine.core.game import Turn
from mastermine.mastermind.rules import Mastermind

RULES = Mastermind(4, 6, limit=10)
RULES_IN_WORDS = Mastermind(4, 6).describe()


def code_of(page: Any) -> str:
    """A code that fits all answers on the board, so that a game comes to its end."""
    known = RULES.knowledge()
    for done in page.locator(".guess-row.done").all():
        action = RULES.parse_action(pegs(done))
        message = done.locator(".short").text_content() or ""
        known = known.after(Turn(action, RULES.parse_feedback(message)))
    return RULES.format_action(known.first())


def pegs(row: Any) -> str:
    """The pegs of a row as digits, with a dot for each empty hole."""
    digits: list[str] = row.locator(".hole").evaluate_all(
        "all => all.map(each => each.dataset.digit || '.')"
    )
    return "".join(digits)


def second(page: Any) -> Any:
    """The same address in another window."""
    other = page.context.new_page()
    other.goto(page.url)
    return other


def set_up(page: Open) -> Any:
    """A page of Mastermind with the open set-up."""
    at = page("/mastermind#new")
    at.wait_for_selector("#setup[open]")
    return at


def row(page: Any) -> str:
    """The pegs of the row in play."""
    return pegs(page.locator(".guess-row.current"))


def said(page: Any) -> str:
    return page.locator("[aria-live=polite]").first.text_content() or ""


def typed(page: Any, code: str, row: int | None = None) -> None:
    """Type a code; a guess of this row is waited for."""
    page.keyboard.type(code)
    page.keyboard.press("Enter")
    if row is not None:
        answered(page, row)


def test_a_whole_game_by_mouse(page: Open, axe: Axe, seen: Seen) -> None:
    at = started(page("/mastermind"))
    assert at.url.endswith("/mastermind")
    seen(at, "mastermind-ready")
    assert at.locator("#confirm").is_disabled()
    guesses = 0
    while not at.locator("#result-title").is_visible():
        for digit in "1122" if guesses == 0 else code_of(at):
            at.click(f".source[data-digit='{digit}']")
        at.click("#confirm")
        guesses += 1
        answered(at, guesses)
        assert re.search(r"/mastermind/[\w-]+\?rules=", at.url)
        assert guesses <= 10
    assert f"Found in {guesses} guess" in at.inner_text("#result-title")
    assert "Found in" in said(at)
    assert at.locator(".secret.open .peg").count() == 4
    axe(at)
    at.click("#show-coach")
    at.wait_for_selector("mastermind-coach .moves li")
    assert at.locator("mastermind-coach .moves li").count() == guesses
    assert at.locator("#coach-live").is_hidden()  # After the end the coach is no help.
    seen(at, "mastermind-won")
    at.click("#show-replay")
    at.wait_for_selector("#replay-slider")
    assert at.locator(".guess-row.done").count() == 0
    assert at.locator(".secret.open").count() == 0
    at.click("#replay-next")
    assert pegs(at.locator(".guess-row.done")) == "1122"
    seen(at, "mastermind-replay")
    at.click("#replay-close")
    assert at.locator(".guess-row.done").count() == guesses
    assert at.locator(".secret.open .peg").count() == 4
    at.click("#again")
    at.wait_for_selector(".guess-row.done", state="detached")
    assert row(at) == "...."


def test_a_whole_game_by_keys(page: Open) -> None:
    at = started(page("/mastermind?rules=classic&seed=keys"))
    typed(at, "1122", 1)
    assert re.search(r"Row 1: \d black, \d white\.", said(at))
    guesses = 1
    while not at.locator("#result-title").is_visible():
        code = code_of(at)
        typed(at, code)
        guesses += 1
        answered(at, guesses)
        assert pegs(at.locator(f".guess-row[data-row='{guesses}']")) == code
        assert guesses <= 10
    assert "Found in" in at.inner_text("#result-title")
    assert at.evaluate("document.activeElement.id") == "result-title"


def test_keys_walk_over_the_board(page: Open) -> None:
    at = started(page("/mastermind?rules=classic"))
    typed(at, "1123", 1)
    assert at.locator("[role=grid] [tabindex='0']").count() == 1
    at.keyboard.press("ArrowRight")
    at.keyboard.press("ArrowRight")
    at.keyboard.press("4")
    assert row(at) == "..4."
    for _step in range(3):
        at.keyboard.press("ArrowLeft")
    at.keyboard.press("5")
    label = "row 2, place 1: violet"
    assert at.locator(".guess-row.current .hole").first.get_attribute("aria-label") == label
    at.keyboard.press("ArrowLeft")
    at.keyboard.press("Space")
    assert "violet in place 1 is kept" in said(at)
    assert row(at) == "5.4."
    at.keyboard.press("End")
    at.keyboard.press("ArrowLeft")
    at.keyboard.press("6")
    assert row(at) == "5.46"
    at.keyboard.press("2")
    assert row(at) == "5246"
    at.keyboard.press("Enter")
    answered(at, 2)
    assert row(at) == "5..."
    at.keyboard.press("ArrowUp")
    at.keyboard.press("Enter")
    assert row(at) == "5246"
    at.keyboard.press("Backspace")
    assert row(at) == "524."
    at.keyboard.press("Enter")
    assert "1 place is still empty." in said(at)
    at.keyboard.press("Control+z")
    at.wait_for_selector(".guess-row.done[data-row='2']", state="detached")
    at.keyboard.press("Control+y")
    answered(at, 2)


def test_a_whole_game_by_touch_on_a_narrow_screen(page: Open, seen: Seen) -> None:
    at = started(page("/mastermind?rules=classic&seed=touch", size=NARROW, touch=True))
    assert at.evaluate("document.documentElement.scrollWidth") <= NARROW[0]
    guesses = 0
    while not at.locator("#result-title").is_visible():
        for digit in "1122" if guesses == 0 else code_of(at):
            at.tap(f".source[data-digit='{digit}']")
        if guesses == 1:
            seen(at, "mastermind-narrow", full_page=False)
            at.tap(".guess-row.current .hole >> nth=1")
            assert row(at)[1] == "."
            at.tap(f".source[data-digit='{code_of(at)[1]}']")
        at.tap("#confirm")
        guesses += 1
        answered(at, guesses)
        assert guesses <= 10
    small = at.evaluate(
        """[...document.querySelectorAll('main button, main summary, main select, main a')]
        .filter(each => each.checkVisibility() && !each.closest('.guess-row, .candidates'))
        .map(each => [each.id || each.className, each.getBoundingClientRect()])
        .filter(([name, box]) => box.width < 43.5 || box.height < 43.5)
        .map(([name]) => name)"""
    )
    assert small == []


def test_a_replay_is_watched_on_a_narrow_screen(page: Open) -> None:
    at = started(page("/mastermind?rules=classic&seed=touch", size=NARROW, touch=True))
    for guess, code in enumerate(("1122", "3344", "5566"), 1):
        typed(at, code, guess)
    at.tap("#menu")
    at.tap("#menu-give-up")
    at.tap("dialog .danger")
    at.tap("#show-replay")
    controls = at.locator(".replay")
    controls.wait_for()
    for played in range(4):
        row = at.locator(f".guess-row[data-row='{max(1, played)}']")
        assert at.locator(".guess-row.done").count() == played
        shown, below = row.bounding_box(), controls.bounding_box()
        assert shown
        assert below
        assert shown["y"] >= 0
        assert shown["y"] + shown["height"] <= below["y"]
        assert below["y"] + below["height"] <= NARROW[1] + 1
        if played < 3:
            at.tap("#replay-next")


@pytest.mark.parametrize("size", [(1366, 650), (2560, 1440), (768, 1024), (360, 640), (640, 360)])
def test_the_whole_board_and_the_tray_are_in_sight(page: Open, size: tuple[int, int]) -> None:
    at = started(page("/mastermind?rules=classic", size=size, touch=min(size) < 600))
    for guess in range(1, 4):
        typed(at, "1122", guess)
    places = (".secret", "mastermind-tray", "#confirm", "mastermind-board")
    code, tray, confirm, board = (at.locator(each).bounding_box() for each in places)
    assert code is not None
    assert tray is not None
    assert confirm is not None
    assert board is not None
    assert code["y"] + code["height"] <= size[1]
    assert confirm["y"] + confirm["height"] <= size[1]
    apart = board["x"] + board["width"] <= tray["x"] or code["y"] + code["height"] <= tray["y"]
    assert apart, "the tray hides a part of the board"
    assert at.evaluate("document.documentElement.scrollWidth") <= size[0]


@pytest.mark.parametrize(
    ("rules", "meanings"),
    [("classic", ["black", "white"]), ("black-peg", ["black"]), ("4x6-places", ["right", "wrong"])],
)
def test_what_the_answers_mean_stands_beside_the_board(
    page: Open, axe: Axe, rules: str, meanings: list[str]
) -> None:
    at = started(page(f"/mastermind?rules={rules}", size=NARROW))
    message = at.locator("mastermind-legend p > span").all_inner_texts()
    assert [each.partition(":")[0].strip("✓✗ \n") for each in message] == meanings
    axe(at, "mastermind-legend")
    at.click("mastermind-legend a")
    at.wait_for_selector("#lesson[data-lesson=rules]")


def test_pegs_are_dragged_held_and_copied(page: Open) -> None:
    at = started(page("/mastermind?rules=classic"))
    hole = ".guess-row.current .hole >> nth={}"
    at.drag_and_drop(".source[data-digit='3'] .peg", hole.format(2))
    assert row(at) == "..3."
    at.drag_and_drop(hole.format(2), hole.format(0))
    assert row(at) == "3..."
    at.drag_and_drop(hole.format(0), "#title")
    assert row(at) == "...."
    at.click(hole.format(3))
    at.click(".source[data-digit='6']")
    assert row(at) == "...6"
    at.click(hole.format(3), button="right")
    assert at.locator(".hole.held").count() == 1
    for digit in "121":
        at.click(f".source[data-digit='{digit}']")
    at.click("#hold")
    at.click(hole.format(1))
    at.click("#hold")
    at.click("#confirm")
    answered(at, 1)
    assert row(at) == ".2.6"
    assert at.locator(".hole.held").count() == 2
    at.click("#clear")
    assert row(at) == "...."
    at.click(".guess-row.done .copy")
    assert row(at) == "1216"
    at.click(hole.format(1))
    assert row(at) == "1.16"


def test_a_colour_stands_once_where_it_may_not_repeat(page: Open) -> None:
    at = started(page("/mastermind?rules=no-repeats"))
    at.click(".source[data-digit='1']")
    at.click(".source[data-digit='1']")
    assert "already in place 1" in at.inner_text(".desk .line")
    assert at.locator(".source.used").count() == 1
    at.drag_and_drop(".source[data-digit='1'] .peg", ".guess-row.current .hole >> nth=3")
    assert row(at) == "...1"


def test_help_is_given_and_put_into_the_row(page: Open, axe: Axe, seen: Seen) -> None:
    at = started(page("/mastermind?rules=classic&seed=help", theme="dark"))
    typed(at, "1122", 1)
    at.click("#candidates")
    at.wait_for_selector(".helped .candidates li")
    assert "codes are possible" in at.inner_text(".helped h2")
    axe(at)
    at.click("#why")
    at.wait_for_selector(".helped .sentences li")
    hinted(at, lambda: at.click("#hint"), 1)
    assert at.locator(".helped .sentences li").count() > 0
    assert at.locator("#take-hint").count() == 0
    hinted(at, lambda: at.click("#hint"), 2)
    assert at.locator(".helped .sentences li").count() > 0
    # The same code is drawn in the first sentence.
    drawn = at.locator(".helped .proposal .code").get_attribute("aria-label")
    assert at.locator(".helped .sentences .code").first.get_attribute("aria-label") == drawn
    at.click("#take-hint")
    assert "." not in row(at)
    seen(at, "mastermind-help-dark")
    at.click("#statistics summary")
    at.wait_for_selector("#statistics .muted")
    at.click("#menu")
    at.click("#show-share")
    at.wait_for_selector(".sharing a[download]")
    assert at.locator(".sharing a[download]").count() == 3
    assert at.locator(".shared .signs").count() == 1


@pytest.mark.parametrize("name", ["places", "colours", "limit"])
def test_the_field_that_is_wrong_is_marked(page: Open, watch: Any, name: str) -> None:
    watch.allow("status of 400")
    at = set_up(page)
    at.click("#setup label:has([value=own])")
    at.fill(f"input[name={name}]", "-1")
    at.click("#start")
    at.wait_for_selector("#setup-problem:visible")
    assert f"{name} must be a whole number" in at.inner_text("#setup-problem")
    assert at.locator(f"input[name={name}][aria-invalid=true]").count() == 1
    assert at.locator("[aria-invalid=true]").count() == 1


def test_the_computer_keeps_its_options_open(page: Open) -> None:
    at = set_up(page)
    at.check("input[value=adversary]")
    at.click("#setup label:has([value=other])")
    at.select_option("#other-level", "disney")
    at.select_option("select[name=keep]", "hardest")
    at.click("#start")
    at.wait_for_selector("#setup", state="detached")
    at.wait_for_url("**/mastermind/*")
    look = "fetch(`/api/games/${location.pathname.split('/')[2]}`).then((answer) => answer.json())"
    assert at.evaluate(look)["options"] == {"keep": "hardest"}
    guesses = 0
    while not at.locator("#result-title").is_visible():
        at.click("#candidates")
        at.click(".helped .candidates button >> nth=0")
        at.click("#confirm")
        guesses += 1
        answered(at, guesses)
        assert guesses < 20
    assert guesses > 1
    assert "Found in" in at.inner_text("#result-title")


def answer(page: Any, black: int, white: int) -> None:
    for kind, n in (("black", black), ("white", white)):
        for _step in range(n):
            page.click(f".step[data-kind={kind}][data-by='1']")
    page.click("#answer-confirm")


def contradicted(page: Any) -> None:
    """After the first answer, answer without a peg until that is impossible."""
    for row in range(1, 5):
        answered(page, row)
        if page.locator("#tell").is_visible():
            break
        answer(page, 0, 0)


def test_a_person_hides_and_the_computer_finds(page: Open, seen: Seen) -> None:
    at = page("/mastermind?rules=classic&mode=person")
    secret = RULES.parse_action("3632")
    for guess in range(1, 8):
        at.wait_for_selector(f".guess-row.current[data-row='{guess}']")
        action = RULES.parse_action(row(at))
        black, white = map(int, re.findall(r"\d", str(RULES.respond(secret, action))))
        if guess == 2:
            seen(at, "mastermind-person")
        answer(at, black, white)
        answered(at, guess)
        if black == 4:
            break
    assert "I found your code" in at.inner_text("#result-title")


def test_answers_that_contradict_are_named_and_corrected(page: Open, seen: Seen) -> None:
    at = started(page("/mastermind?rules=classic&mode=person"))
    for kind in ("black", "black", "black", "white"):
        at.click(f".step[data-kind={kind}][data-by='1']")
    assert at.locator("#answer-confirm").is_disabled()
    assert "3B 1W is impossible" in at.inner_text("#answer-line")
    for kind in ("white", "black", "black", "black"):
        at.click(f".step[data-kind={kind}][data-by='-1']")
    at.click("#answer-confirm")
    contradicted(at)
    at.wait_for_selector(".guess-row.troubled")
    assert "no code is possible with the answer" in at.inner_text(".guess-row.troubled .note")
    assert at.locator(".copy").count() == 0  # There is no row into which to copy one.
    seen(at, "mastermind-contradiction")
    at.click("#tell")
    typed(at, "1122")
    at.wait_for_selector(".guess-row.troubled[data-row='1']")
    note = at.inner_text(".guess-row[data-row='1'] .note")
    assert "the answer should have been 4B 0W" in note
    at.click(".guess-row[data-row='1'] .correct")
    for _step in range(2):
        at.click(".step[data-kind=black][data-by='1']")
    at.click("#answer-confirm")
    at.wait_for_selector(".guess-row[data-row='1'] .short:text-is('2B 0W')", state="attached")


def test_people_hide_from_each_other(page: Open, axe: Axe, shot: Shot, seen: Seen) -> None:
    at = set_up(page)
    at.check("input[value=people]")
    for place, name in enumerate(("Ana", "Boris")):
        at.fill(f"[name=player-{place}]", name)
    at.click("#start")
    at.wait_for_selector("#cover")
    axe(at)
    for maker, breaker, code in (("Ana", "Boris", "1234"), ("Boris", "Ana", "5566")):
        assert maker in at.inner_text("#ready")
        at.click("#ready")
        at.keyboard.type(code)
        assert row(at) == "covered" * 4
        assert not any(name in said(at) for name in ("red", "green", "violet", "olive"))
        shot(at, f"mastermind-hide-{maker}", full_page=False)
        at.keyboard.press("Enter")
        at.wait_for_selector("#cover")
        assert breaker in at.inner_text("#ready")
        at.click("#ready")
        assert at.locator("#hint").is_hidden()
        typed(at, "1111", 1)
        typed(at, code)
        at.wait_for_selector("#cover, #final")
    assert "A draw: Ana, Boris." in at.inner_text("#final-title")
    assert "Boris: 2 guesses" in at.inner_text("#final")
    seen(at, "mastermind-match")


def test_a_lost_connection_loses_nothing(page: Open, watch: Any) -> None:
    watch.allow("net::ERR_")
    at = started(page("/mastermind?rules=classic"))
    lost = {"on": True}

    def cut(route: Any) -> None:
        if lost["on"]:
            route.abort()
        else:
            route.continue_()

    at.route("**/api/**", cut)
    typed(at, "1122")
    at.wait_for_selector("#lost")
    assert at.locator(".guess-row.current").get_attribute("aria-busy") == "true"
    assert row(at) == "1122"
    at.click("#confirm", force=True)
    lost["on"] = False
    answered(at, 1)
    assert at.locator("#lost").count() == 0
    at.keyboard.type("34")
    assert row(at) == "34.."
    at.reload()
    started(at)
    assert row(at) == "34.."
    assert at.locator(".guess-row.done").count() == 1


def test_a_game_that_moved_on_elsewhere(page: Open, watch: Any) -> None:
    watch.allow("status of 409")
    at = started(page("/mastermind?rules=classic"))
    other = started(second(at))
    typed(other, "1122", 1)
    typed(at, "3344", 1)
    assert "has changed" in at.inner_text(".toast")
    assert row(at) == "3344"


def test_help_requested_elsewhere_is_no_hindrance(page: Open, watch: Any) -> None:
    watch.allow("status of 409")
    at = started(page("/mastermind?rules=classic"))
    other = started(second(at))
    hinted(other, lambda: other.click("#hint"), 1)
    typed(at, "3344", 1)
    assert at.locator(".toast").count() == 0
    assert row(at) == "...."


def test_links_that_do_not_work_say_why(page: Open, watch: Any, axe: Axe) -> None:
    watch.allow("status of 40")
    at = page("/mastermind?rules=5x9&mode=nobody&seed=abc")
    at.wait_for_selector("#setup-problem:visible")
    assert "This link does not work" in at.inner_text("#setup-problem")
    assert "nobody" in at.inner_text("#setup-problem")
    assert at.input_value("[name=places]") == "5"
    assert at.input_value("[name=seed]") == "abc"
    axe(at)
    at.click("#start")
    at.wait_for_selector("#setup", state="detached")
    assert "seed abc" in at.inner_text("#status")
    at.goto("/mastermind?rules=abc")
    at.wait_for_selector("#setup-problem:visible")
    assert "no rules called 'abc'" in at.inner_text("#setup-problem")
    assert "4x6" in at.inner_text("#setup-problem")
    axe(at)


def test_rules_carry_the_name_that_they_were_requested_by(page: Open) -> None:
    at = started(page("/mastermind?rules=4x6&seed=7"))
    assert at.inner_text("#title") == RULES_IN_WORDS
    at.goto("/mastermind?rules=number&seed=7")
    started(at)
    at.reload()
    started(at)
    assert at.inner_text("#title") == "Number Mastermind (Invicta, 1976)"


def test_back_goes_back_and_games_are_resumed(page: Open) -> None:
    at = started(page("/mastermind"))
    typed(at, "1122", 1)
    game = at.url
    at.click("#menu")
    at.click("#new-game")
    at.wait_for_selector("#setup[open]")
    assert at.url.endswith("#new")
    at.go_back()
    at.wait_for_selector("#setup", state="detached")
    assert at.url == game
    at.click("#menu")
    at.click("#new-game")
    at.check("input[value=person]")
    at.click("#start")
    at.wait_for_selector("#answer-confirm")
    at.go_back()
    answered(at, 1)
    at.goto(game)
    answered(at, 1)
    typed(at, "3344", 2)
    at.goto("/mastermind")
    answered(at, 2)
    assert at.url == game
    at.goto("/learn")
    at.goto("/mastermind#new")
    at.wait_for_selector("#setup[open]")
    answered(at, 2)
    at.click("#elsewhere summary")
    assert at.locator("#setup .open-game a").count() == 2


def test_the_puzzle_of_the_day_and_a_saved_game(page: Open, watch: Any, tmp_path: Path) -> None:
    watch.allow("status of 4")
    at = set_up(page)
    at.check("input[value=daily]")
    at.click("#start")
    at.wait_for_selector("#setup", state="detached")
    started(at)
    assert "puzzle of" in at.inner_text("#status")
    typed(at, "1122", 1)
    at.click("#menu")
    at.click("#show-share")
    with at.expect_download() as message:
        at.click("[data-download=save]")
    saved = tmp_path / "game.json"
    message.value.save_as(saved)
    friend = set_up(page)
    friend.set_input_files("#load", saved)
    answered(friend, 1)
    friend.click("#menu")
    friend.click("#new-game")
    friend.wait_for_selector("#setup[open]")
    broken = tmp_path / "broken.json"
    broken.write_text("{}")
    friend.set_input_files("#load", broken)
    friend.wait_for_selector("#setup-problem:visible")
    assert "broken.json" in friend.inner_text("#setup-problem")


def test_a_shared_link_hides_the_same_code(page: Open) -> None:
    at = started(page("/mastermind?rules=disney&seed=together"))
    assert "seed together" in at.inner_text("#status")
    codes = []
    for one in (at, page("/mastermind?rules=disney&seed=together")):
        started(one)
        give_up(one)
        one.wait_for_selector(".secret.open")
        codes.append(one.get_attribute(".secret", "aria-label"))
    assert codes[0] == codes[1]


def test_many_colours_are_played_on_a_phone(page: Open, axe: Axe) -> None:
    at = started(page("/mastermind?rules=16x40", theme="contrast", size=NARROW, touch=True))
    assert at.locator(".source").count() == 40
    assert at.evaluate("document.documentElement.scrollWidth") <= NARROW[0]
    at.keyboard.type("12")
    assert at.locator(".guess-row.current .hole").first.get_attribute("data-digit") == "12"
    for number in range(1, 16):
        at.locator(f".source[data-digit='{number}']").tap()
    at.tap("#confirm")
    answered(at, 1)
    assert at.evaluate("document.documentElement.scrollWidth") <= NARROW[0]
    axe(at)


def test_key_pegs_are_put_into_their_holes(page: Open, axe: Axe) -> None:
    at = page("/mastermind?rules=classic&mode=person", size=NARROW, touch=True)
    holes = at.locator(".key-hole")
    holes.nth(3).tap()
    holes.nth(1).tap()
    assert at.inner_text("#answer-line") == "2 black, 0 white"
    holes.nth(1).tap()
    assert at.inner_text("#answer-line") == "1 black, 1 white"
    assert at.inner_text("output.count[data-kind=white]") == "1"
    holes.nth(1).tap()
    assert at.inner_text("#answer-line") == "1 black, 0 white"
    axe(at)
    at.tap("#answer-confirm")
    answered(at, 1)


def test_the_coach_counts_the_codes_that_are_left(page: Open, watch: Any) -> None:
    watch.allow("status of 409")  # The review made a new version; the guess is sent again.
    at = started(page("/mastermind?rules=classic&seed=coach"))
    at.check("#coach-live")
    at.locator(".guess-row.current .hole").first.focus()
    typed(at, "1122", 1)
    at.locator("#meter", has_text=re.compile(r"Codes left: \d+$")).wait_for()
    at.uncheck("#coach-live")
    at.locator(".guess-row.current .hole").first.focus()
    typed(at, "3344", 2)
    assert at.inner_text("#meter") == ""


def test_a_new_game_after_the_code_was_to_be_revealed(page: Open) -> None:
    at = started(page("/mastermind?rules=classic&mode=person"))
    answer(at, 0, 0)
    contradicted(at)
    at.click("#tell")
    at.wait_for_selector("#confirm:text-is('Check my answers')")
    at.click("#menu")
    at.click("#new-game")
    at.check("input[value=computer]")
    at.click("#start")
    at.wait_for_selector("#setup", state="detached")
    typed(started(at), "1122", 1)


def test_back_while_a_guess_is_on_its_way(page: Open) -> None:
    at = started(page("/mastermind?rules=classic"))
    typed(at, "1122", 1)
    first = at.url
    at.click("#menu")
    at.click("#again-menu")
    at.wait_for_selector(".guess-row.done", state="detached")
    waiting: list[Any] = []
    at.route("**/moves", lambda route: waiting.append(route))
    at.keyboard.type("3344")
    at.click("#confirm")
    at.wait_for_selector(".guess-row.current[aria-busy=true]")
    at.go_back()
    at.wait_for_url(first)
    answered(at, 1)
    with at.expect_response("**/moves"):
        waiting[0].continue_()
    at.unroute("**/moves")
    at.keyboard.type("55")
    until(at, "document.querySelector('.guess-row.current .hole').dataset.digit === '5'")
    assert pegs(at.locator(".guess-row.done")) == "1122"


def test_one_game_from_one_ready_board(page: Open, watch: Watch) -> None:
    watch.allow("status of 409")  # The move is sent again if the hint was counted meanwhile.
    at = started(page("/mastermind"))
    made: list[str] = []
    at.on("request", lambda each: made.append(each.url) if each.method == "POST" else None)
    at.keyboard.type("1122?")
    at.keyboard.press("Enter")
    answered(at, 1)
    assert len([url for url in made if url.endswith("/api/games")]) == 1


def test_enter_plays_the_row_after_a_hint_from_the_bar(page: Open) -> None:
    at = started(page("/mastermind?rules=classic", size=(800, 700)))
    hinted(at, lambda: at.click(".quick [data-tool=hint]"), 1)
    typed(at, "1344", 1)


def test_f2_starts_another_game(page: Open) -> None:
    at = started(page("/mastermind?rules=classic"))
    typed(at, "1122", 1)
    at.keyboard.press("F2")
    at.wait_for_selector(".guess-row.done", state="detached")
