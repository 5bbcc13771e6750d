"""The end of a game: results, the next puzzle, sounds and a second of joy; the settings of both."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.browser.pages import Axe, Open, Seen, answered, give_up, started

SILENT = """
  window.tones = 0;
  window.AudioContext = class {
    currentTime = 0;
    destination = {};
  };
  window.OscillatorNode = class {
    constructor() { window.tones += 1; }
    connect(next) { return next; }
    start() {}
    stop() {}
  };
  window.GainNode = class {
    gain = { setTargetAtTime() {} };
    connect(next) { return next; }
  };
"""


def won(page: Any, seed: str) -> int:
    """Win a game of two places and two colours; how many guesses it took."""
    page.goto(f"/mastermind?rules=2x2&seed={seed}")
    started(page)
    for number, code in enumerate(("11", "12", "21", "22"), 1):
        page.locator(".guess-row.current .hole").first.focus()
        page.keyboard.type(code)
        page.keyboard.press("Enter")
        answered(page, number)
        if page.locator("#result-title").is_visible():
            return number
    raise AssertionError("no code was right")


def test_results_show_how_many_guesses_the_games_needed(page: Open, axe: Axe, seen: Seen) -> None:
    at = page("/learn")
    taken = [won(at, seed) for seed in ("a", "b", "c")]
    bars = at.locator("#result .distribution li")
    bars.first.wait_for()
    counts = [int(text.split()[-1]) for text in bars.all_inner_texts()]
    assert counts[:4] == [taken.count(number) for number in (1, 2, 3, 4)]
    marked = at.locator("#result .distribution [aria-current]")
    assert int(marked.inner_text().split()[0]) == taken[-1]
    axe(at)
    seen(at, "mastermind-results")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_numbers_of_the_results_are_legible_in_high_contrast(page: Open, scheme: str) -> None:
    at = page("/learn")
    at.emulate_media(color_scheme=scheme, contrast="more")
    won(at, "legible")
    bars = at.locator("#result .distribution .amount")
    bars.first.wait_for()
    # axe leaves out text whose colour is that of its background.
    colours = bars.evaluate_all(
        "all => all.map(each => getComputedStyle(each)).map(s => [s.color, s.backgroundColor])"
    )
    assert all(ink != ground for ink, ground in colours), colours


def test_levels_with_the_same_rules_have_their_own_results(page: Open) -> None:
    at = page("/learn")
    for level, games in (("mini", 1), ("mini", 2), ("skocko", 1)):
        at.goto(f"/mastermind?rules={level}")
        started(at)
        give_up(at)
        shown = at.locator("#result .results dd").first
        shown.wait_for()
        assert shown.inner_text() == str(games), level


def test_the_end_of_a_puzzle_of_the_day_says_when_the_next_one_comes(page: Open) -> None:
    at = page("/mastermind?daily=classic")
    started(at)
    give_up(at)
    said = at.inner_text("#result mm-next")
    assert re.fullmatch(r"Next puzzle in (\d{1,2} h )?\d{1,2} min", said)


def test_a_lost_board_shows_the_results_of_its_rules(page: Open) -> None:
    at = page("/minesweeper?rules=9x9x10")
    at.wait_for_selector("mm-field .mm-cell")
    at.locator("mm-field .mm-cell").first.click()
    at.wait_for_selector("[data-sign]:not([data-sign='#'])")
    at.click("#menu")
    give_up(at)
    at.wait_for_selector("#end .results")
    assert "Best time" in at.inner_text("#end .results")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_win_is_celebrated_if_motion_is_welcome(page: Open, motion: str) -> None:
    at = page("/learn", reduced_motion=motion)
    at.add_init_script(
        "window.pieces = 0; new MutationObserver((all) => { for (const { addedNodes } of all)"
        " for (const node of addedNodes) pieces += node.className === 'confetti'; })"
        ".observe(document, {childList: true, subtree: true});"
    )
    won(at, "joy")
    assert (at.evaluate("window.pieces") > 0) == (motion == "no-preference")


def test_sounds_are_off_until_they_are_switched_on(page: Open) -> None:
    at = page("/learn")
    at.add_init_script(SILENT)
    won(at, "quiet")
    assert at.evaluate("window.tones") == 0
    at.click("#menu")
    at.click("#appearance")
    at.check("#set-sound")
    at.keyboard.press("Escape")
    won(at, "loud")
    assert at.evaluate("window.tones") > 0


def test_settings_apply_at_once(page: Open, axe: Axe) -> None:
    at = page("/minesweeper")
    at.wait_for_selector("mm-field .mm-cell")
    assert at.locator("mm-field[data-rulers]").count() == 0
    at.click("#menu")
    at.click("#settings")
    at.check("#set-rulers")
    at.select_option("#set-cells", "flat")
    assert at.locator("mm-field[data-rulers][data-cells=flat]").count() == 1
    axe(at)
    at.goto("/mastermind?rules=classic")
    started(at)
    assert at.locator(".source .symbol").first.is_hidden()
    at.click("#menu")
    at.click("#appearance")
    at.check("#set-symbols")
    assert at.locator(".source .symbol").first.is_visible()
