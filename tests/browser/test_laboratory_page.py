"""The laboratory as a visitor uses it: by mouse and keyboard, wide and narrow, light and dark."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from tests.browser.pages import NARROW, Axe, Open, Seen, Shot, fits, large, until

OVER = "#run:not([data-state=playing])"


def opened(page: Open, path: str = "/laboratory", **more: Any) -> Any:
    shown = page(path, **more)
    shown.wait_for_selector("html[data-ready=laboratory]")
    shown.wait_for_selector("#rules-message:not(:empty)")
    return shown


def started(shown: Any, rounds: int, *strategies: str) -> None:
    """Begin a match of these strategies, of the rules that the form has."""
    boxes = shown.locator("[name=strategy]")
    for index in range(boxes.count()):
        boxes.nth(index).set_checked(boxes.nth(index).get_attribute("value") in strategies)
    shown.fill("#rounds", str(rounds))
    shown.click("#start")
    shown.wait_for_selector("#run")


def names(shown: Any) -> list[str]:
    return list(shown.locator("#standings tbody th").all_inner_texts())


def test_a_match_runs_live_and_is_viewed(page: Open, axe: Axe, shot: Shot, seen: Seen) -> None:
    shown = opened(page)
    axe(shown)
    large(shown)
    shot(shown, "laboratory-form")
    started(shown, 100_000, "knuth", "random", "one-colour")
    first = int(shown.locator("#run-progress").get_attribute("value") or 0)
    until(shown, "before => document.querySelector('#run-progress').value > before", arg=first)
    assert shown.locator("#run").get_attribute("data-state") == "playing"
    assert "rounds/s" in shown.inner_text("#run-facts")
    chart = shown.wait_for_selector("#picture img")
    before = chart.get_attribute("src")
    assert shown.locator("[role=tab]").all_inner_texts() == ["Guesses"]
    until(
        shown,
        "src => document.querySelector('#picture img').getAttribute('src') !== src",
        arg=before,
    )
    seen(shown, "laboratory-live")
    shown.click("#stop")
    shown.wait_for_selector("#run[data-state=stopped]")
    played = shown.evaluate("document.querySelector('#run-progress').value")
    assert 0 < played < 100_000
    shown.wait_for_selector("#stored-runs tr[aria-current] td:nth-of-type(4):text-is('stopped')")
    # Another viewer resumes it.
    other = opened(page, shown.url.removeprefix(shown.url.split("/laboratory")[0]))
    other.click("#resume")
    other.wait_for_selector("#run[data-state=playing]")
    until(other, "before => document.querySelector('#run-progress').value > before", arg=played)
    other.click("#stop")
    other.wait_for_selector("#run[data-state=stopped]")


def test_the_games_of_a_match_are_watched_side_by_side(page: Open, seen: Seen) -> None:
    shown = opened(page)
    started(shown, 100_000, "knuth", "random")
    shown.click("#watch")
    shown.wait_for_selector(".watched figure:nth-child(2)")
    first = shown.input_value("#watch-round")
    shown.select_option("#replay-speed", "fast")
    shown.click("#replay-play")  # Pause.
    shown.locator("#replay-slider").fill("0")
    assert shown.locator(".watched [data-row] .peg").count() == 0
    shown.click("#replay-next")
    assert shown.inner_text("#replay-where").startswith("1 / ")
    assert shown.locator(".watched figcaption").all_inner_texts() == [
        "knuth 1 move",
        "random 1 move",
    ]
    seen(shown, "laboratory-watched")
    # At its end comes the latest round, as long as the match is playing.
    shown.click("#replay-play")
    until(shown, "before => document.querySelector('#watch-round').value !== before", arg=first)
    shown.click("#stop")
    shown.wait_for_selector("#run[data-state=stopped]")
    shown.fill("#watch-round", "1")
    shown.press("#watch-round", "Enter")
    until(shown, "() => document.querySelector('#watch-round').value === '1'")
    until(shown, "() => /won/.test(document.querySelector('.watched figcaption').textContent)")
    shown.fill("#watch-round", "0")
    shown.press("#watch-round", "Enter")
    shown.wait_for_selector("#toasts :text('The round must be 1 to')")
    shown.click("#replay-close")
    assert shown.locator("#watch:focus").count() == 1


def test_a_run_that_is_over_has_pictures_tables_and_downloads(
    page: Open, axe: Axe, shot: Shot
) -> None:
    pytest.importorskip("matplotlib")
    shown = opened(page)
    shown.fill("#seed", "hello")
    started(shown, 60, "knuth", "entropy", "one-colour")
    shown.wait_for_selector("#run[data-state=done]")
    shown.wait_for_selector("#picture img")
    assert names(shown)[-1] == "one-colour"
    assert shown.locator("#standings tbody td").first.inner_text() == "1"
    assert "hello" in shown.inner_text("#run-rules")
    assert "on the same codes" in shown.inner_text("#pairs")
    assert shown.locator("#ranking tbody tr").count() == 3
    assert "60 of 60 rounds" in shown.inner_text("#said")
    picture = shown.locator("#picture img")
    picture.evaluate("image => image.decode()")
    assert picture.evaluate("image => image.naturalWidth") > 100
    assert "theme=light" in (picture.get_attribute("src") or "")
    shown.locator("[role=tab]").first.focus()
    shown.keyboard.press("ArrowRight")
    shown.wait_for_selector("#picture img[data-kind=left]")
    assert shown.locator("[role=tab][aria-selected=true]").inner_text() == "Codes left"
    shown.keyboard.press("Home")
    shown.wait_for_selector("#picture img[data-kind=guesses]")
    shown.click("#picture summary")
    assert shown.locator("#picture tbody tr").count() == 3
    axe(shown)
    large(shown)
    fits(shown)
    shown.locator("#picture img").evaluate("image => image.decode()")
    shot(shown, "laboratory-over")
    with shown.expect_download() as taken:
        shown.click("#games-jsonl")
    lines = taken.value.path().read_text("utf-8").splitlines()
    assert len(lines) == 180
    assert json.loads(lines[0])["seed"] == "hello"
    shown.click("#report")
    shown.wait_for_selector("h1")
    assert "60 rounds" in shown.inner_text("h1")
    shown.go_back()
    shown.wait_for_selector("#run[data-state=done]")
    assert names(shown)[-1] == "one-colour"


def test_more_rounds_and_the_same_again(page: Open) -> None:
    shown = opened(page)
    started(shown, 30, "knuth")
    shown.wait_for_selector("#run[data-state=done]")
    shown.fill("#longer", "10")
    # The end of a run may be reported twice: text typed meanwhile stays.
    shown.evaluate("const shown = document.querySelector('lab-run'); shown.open(shown.number)")
    shown.wait_for_load_state("networkidle")
    assert shown.input_value("#longer") == "10"
    shown.click("#go-longer")
    assert "31 to 100,000." in shown.inner_text("#toasts")
    shown.fill("#longer", "50")
    shown.click("#go-longer")
    shown.wait_for_selector("#run-facts:text-is('50 rounds of 50')")
    number = shown.locator("#run").get_attribute("data-run")
    shown.check("[name=game][value=minesweeper]")
    shown.wait_for_selector("[name=strategy][value=pseq]")
    shown.click("#again")
    shown.wait_for_selector("[name=strategy][value=knuth]")
    assert shown.locator("[name=strategy]:checked").all() != []
    assert shown.input_value("#rounds") == "50"
    shown.click(f"[data-run='{number}'] .danger")
    shown.click("dialog .button:not(.danger)")
    assert shown.locator(f"#stored-runs [data-run='{number}']").count() == 1
    shown.click(f"[data-run='{number}'] .danger")
    shown.click("dialog .danger")
    shown.wait_for_selector(f"#stored-runs [data-run='{number}']", state="detached")
    assert shown.locator("#run").count() == 0
    assert shown.url.endswith("/laboratory")


def test_mistakes_are_reported_and_nothing_entered_is_lost(
    page: Open, watch: Any, axe: Axe
) -> None:
    watch.allow("status of 400")
    watch.allow("status of 422")
    shown = opened(page)
    shown.select_option("#preset", "")
    shown.fill("#rules", "4y6")
    shown.wait_for_selector("#rules[aria-invalid=true]")
    assert "there are no rules called '4y6'" in shown.inner_text("#rules-message")
    axe(shown)
    shown.click("#start")
    shown.wait_for_selector("#match-error:not([hidden])")
    assert "there are no rules called '4y6'" in shown.inner_text("#match-error")
    assert shown.input_value("#rules") == "4y6"
    shown.fill("#rules", "3x4")
    shown.wait_for_selector("#rules:not([aria-invalid])")
    shown.wait_for_selector("#rules-message:text('64 codes')")
    assert "64 rounds" in shown.inner_text("#field")
    shown.fill("#rounds", "0")
    shown.click("#start")
    assert "1 to 100,000." in shown.inner_text("#match-error")
    shown.check("[name=field][value=every]")
    while shown.locator("[name=strategy]:checked").count():
        shown.locator("[name=strategy]:checked").first.uncheck()
    shown.click("#start")
    assert "at least one strategy" in shown.inner_text("#match-error")
    shown.fill("#search", "worst case")
    assert shown.locator(".strategy:visible").all_inner_texts()[0].startswith("knuth")
    shown.locator(".strategy:visible input").first.check()
    shown.click("#start")
    shown.wait_for_selector("#run[data-state=done]")
    assert "exact" in shown.inner_text("#standings")
    # Rules of the other game bring its strategies along.
    shown.fill("#rules", "4x4x3")
    shown.wait_for_selector("[name=strategy][value=pseq]")
    assert shown.is_checked("[name=game][value=minesweeper]")


def test_a_run_that_is_gone_is_reported(page: Open, watch: Any) -> None:
    watch.allow("status of 404")
    shown = opened(page, "/laboratory/999999")
    assert "There is no run 999999" in shown.inner_text("#toasts")
    assert shown.locator("#match").count() == 1


def test_a_picture_has_the_theme_and_the_kind_that_were_chosen_last(page: Open) -> None:
    pytest.importorskip("matplotlib")
    shown = opened(page)
    started(shown, 20, "knuth", "random")
    shown.wait_for_selector("#run[data-state=done]")
    shown.wait_for_selector("#picture img[data-kind=guesses]")
    waiting: list[Any] = []
    shown.route(re.compile(r"/plots/left\.svg"), lambda route: waiting.append(route))
    with shown.expect_request(re.compile(r"/plots/left\.svg")):
        shown.click("#tab-left")
    shown.evaluate(
        "localStorage.setItem('mastermine.theme', '\"dark\"');"
        "dispatchEvent(new Event('mastermine:theme'))"
    )
    for route in waiting:
        route.continue_()
    shown.unroute(re.compile(r"/plots/left\.svg"))
    shown.wait_for_selector("#picture img[data-kind=left][src*='theme=dark']")
    # The answer to the first of two requests comes last.
    waiting.clear()
    shown.route(re.compile(r"/plots/guesses\.json"), lambda route: waiting.append(route))
    for kind in ("guesses", "left"):
        with shown.expect_request(re.compile(rf"/plots/{kind}\.json")):
            shown.click(f"#tab-{kind}")
    shown.wait_for_selector("#picture img[data-kind=left]")
    with shown.expect_request(re.compile(r"/plots/guesses\.json")):
        shown.click("#tab-guesses")
    first, second = waiting
    second.continue_()
    shown.wait_for_selector("#picture img[data-kind=guesses]")
    shown.evaluate("document.querySelector('#picture summary').focus()")
    shown.evaluate("document.querySelector('#picture img').dataset.last = 'yes'")
    with shown.expect_response(re.compile(r"/plots/guesses\.json")):
        first.continue_()
    shown.wait_for_timeout(300)
    assert shown.locator("#picture img").get_attribute("data-last") == "yes"
    shown.unroute(re.compile(r"/plots/guesses\.json"))
    # A renewal leaves the focus and what is scrolled.
    shown.evaluate(
        """async () => {
          const panel = document.querySelector("#picture");
          panel.style.width = "200px";
          panel.querySelector(".scroll").scrollLeft = 40;
          const { run: number } = document.querySelector("#run").dataset;
          const run = await (await fetch(`/api/runs/${number}`)).json();
          document.activeElement.blur();
          Date.now = () => 1e15;
          document.querySelector("lab-pictures").show(run, run.plots);
          panel.querySelector("summary").focus();
        }"""
    )
    shown.wait_for_selector("#picture img:not([data-last])")
    assert shown.evaluate("document.activeElement.localName") == "summary"
    assert shown.evaluate("document.querySelector('#picture .scroll').scrollLeft") == 40


@pytest.mark.parametrize("theme", ["dark", "contrast"])
def test_minefields_on_a_phone(page: Open, theme: str, seen: Seen) -> None:
    pytest.importorskip("matplotlib")
    shown = opened(page, theme=theme, size=NARROW, touch=True)
    shown.tap("label:has([name=game][value=minesweeper])")
    shown.wait_for_selector("[name=strategy][value=pseq]")
    fits(shown)
    started(shown, 40, "safest", "single-point")
    shown.wait_for_selector("#run[data-state=done]")
    shown.wait_for_selector("#picture img")
    shown.locator("#picture img").evaluate("image => image.decode()")
    assert "theme=dark" in (shown.locator("#picture img").get_attribute("src") or "")
    assert names(shown) == ["safest", "single-point"]
    fits(shown)
    large(shown)
    seen(shown, f"laboratory-phone-{theme}")


def test_all_by_keyboard(page: Open) -> None:
    shown = opened(page)
    shown.focus("[name=game]:checked")

    def at() -> str:
        return str(shown.evaluate("document.activeElement.id || document.activeElement.name"))

    passed = []
    for _ in range(40):
        shown.keyboard.press("Tab")
        passed.append(at())
        if passed[-1] == "start":
            break
    assert list(
        dict.fromkeys(name for name in passed if name not in ("start", "strategy-list"))
    ) == ["preset", "field", "rounds", "seed", "search", "strategy"]
    shown.focus("#rounds")
    shown.keyboard.press("Control+a")
    shown.keyboard.type("20")
    shown.keyboard.press("Enter")
    shown.wait_for_selector(OVER)
    shown.wait_for_selector("#run-head:focus")
    assert "20 rounds of 20" in shown.inner_text("#run-facts")


def test_a_run_of_somebody_else_is_watched_only(page: Open) -> None:
    shown = opened(page)
    # As a shared server tells it.
    shown.route(
        re.compile(r"/api/runs(/\d+)?$"),
        lambda route: (
            route.fulfill(
                response=(answer := route.fetch()),
                body=answer.text().replace('"yours":true', '"yours":false'),
            )
            if route.request.method == "GET"
            else route.continue_()
        ),
    )
    started(shown, 20, "knuth")
    shown.wait_for_selector("#run[data-state=done]")
    assert "Somebody else started this run" in shown.inner_text("#run-actions")
    assert shown.locator("#run-actions button").all_inner_texts() == ["Copy to a new match"]
    shown.wait_for_selector("#stored-runs .danger", state="detached")
