"""Games with too many codes to list, and boards of many places and colours, in a browser."""

from __future__ import annotations

from typing import Any

import pytest
from tests.browser.pages import NARROW, Axe, Open, Seen, answered, hinted, started


def test_help_with_too_many_codes_to_list(page: Open, axe: Axe, seen: Seen) -> None:
    at = started(page("/mastermind?rules=8x12&seed=large"))
    hinted(at, lambda: at.click("#hint"), 3)
    assert "from a sample" in at.inner_text(".helped")
    at.click("#take-hint")
    at.click("#confirm")
    answered(at, 1)
    at.click("#candidates")
    at.wait_for_selector(".helped .candidates")
    assert at.inner_text(".helped h2").startswith("About ")
    assert "too many codes to list" in at.inner_text(".helped .more")
    assert at.locator(".candidates button").count() == 24
    axe(at)
    at.locator(".candidates button").first.click()
    at.click("#confirm")
    answered(at, 2)
    at.click("#why")
    at.wait_for_selector(".helped .sentences")
    assert "possible codes" in at.inner_text(".helped .sentences")
    at.click("#review")
    at.wait_for_selector("mastermind-coach .moves li")
    assert "about " in at.locator(".moves .left").first.inner_text()
    seen(at, "mastermind-8x12")


def test_codes_with_a_separator_are_drawn_in_sentences(page: Open) -> None:
    at = started(page("/mastermind?rules=4x40&seed=1"))
    hinted(at, lambda: at.click("#hint"), 3)
    at.wait_for_selector(".helped .sentences .code")


@pytest.mark.parametrize("rules", ["12x12", "16x20", "32x64"])
def test_a_large_board_on_a_phone(page: Open, rules: str, seen: Seen) -> None:
    at = started(page(f"/mastermind?rules={rules}&seed=large", size=NARROW, touch=True))
    hinted(at, lambda: at.click("[data-tool=hint]"), 2)
    at.click("#take-hint")
    at.click("#confirm")
    answered(at, 1)
    assert at.evaluate("document.documentElement.scrollWidth") <= NARROW[0]
    widths = at.locator(".guess-row.done .peg").evaluate_all(
        "pegs => pegs.map(peg => peg.getBoundingClientRect().width)"
    )
    assert min(widths) >= 15
    holes = at.locator(".guess-row.current .hole").evaluate_all(
        "holes => holes.map(hole => hole.getBoundingClientRect().width)"
    )
    assert min(holes) >= 40
    seen(at, f"mastermind-{rules}-phone")


def test_counts_are_typed_where_there_are_many_places(page: Open, axe: Axe, watch: Any) -> None:
    watch.allow("status of 400")
    at = page("/mastermind?rules=12x12&mode=person")
    at.wait_for_selector("#answer-confirm")
    at.fill("input.count[data-kind=white]", "11")
    assert "0 black, 11 white" in at.inner_text("#answer-line")
    at.fill("input.count[data-kind=black]", "5")
    at.click("#answer-confirm")
    assert "5B and 11W are more than the 12 places" in at.inner_text(".toast")
    at.fill("input.count[data-kind=white]", "3")
    at.click(".step[data-kind=black][data-by='-1']")
    assert at.input_value("input.count[data-kind=black]") == "4"
    axe(at)
    at.press("input.count[data-kind=white]", "Enter")
    answered(at, 1)
    assert "4 black, 3 white" in (at.text_content(".guess-row.done .said") or "")


def test_rules_too_large_for_a_page_are_refused(page: Open, watch: Any) -> None:
    watch.allow("status of 422")
    at = page("/mastermind#new")
    at.click("#setup label:has([value=own])")
    assert at.get_attribute("[name=places]", "max") == "32"
    at.fill("[name=places]", "33")
    at.click("#start")
    at.wait_for_selector("#setup-problem:visible")
    assert "too large" in at.inner_text("#setup-problem")
    at.fill("[name=places]", "12")
    at.fill("[name=colours]", "20")
    at.click("#start")
    at.wait_for_selector("#setup", state="detached")
    assert at.locator(".source").count() == 20
