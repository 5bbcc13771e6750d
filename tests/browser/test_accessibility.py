"""Every page for everybody: axe-core, keyboard, targets, width, weight, and no other site."""

from __future__ import annotations

from typing import Any

import pytest
from tests.browser.pages import NARROW, WIDE, Open, Seen, Shot, fits, large

PAGES = ("/", "/mastermind", "/minesweeper", "/laboratory", "/learn")
LESSONS = ("rules", "thinking", "knuth", "chain", "puzzle", "mines", "1-2-1", "guessing", "history")

CONTROLS = (
    "a[href], button:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, "
    "input:not(:disabled), [tabindex='0']"
)


def settled(page: Open, path: str, **more: Any) -> Any:
    """A page with all that it shows by itself."""
    shown = page(path, **more)
    shown.wait_for_selector("main h1")
    shown.wait_for_load_state("networkidle")
    return shown


def name(path: str) -> str:
    return path.strip("/").replace("#", "-") or "start"


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize(
    ("theme", "size"),
    [
        ("light", WIDE),
        ("contrast", WIDE),
        ("dark", NARROW),
        ("contrast", NARROW),
        ("light", NARROW),
        ("dark", WIDE),
    ],
)
def test_axe_finds_nothing(
    still: Open, path: str, theme: str, size: tuple[int, int], seen: Seen
) -> None:
    shown = still(path, theme=theme, size=size, touch=size == NARROW)
    if size == NARROW:
        assert shown.evaluate("document.documentElement.scrollWidth") <= NARROW[0]
    seen(shown, f"{name(path)}-{theme}-{size[0]}")
    fits(shown)
    large(shown)


@pytest.mark.parametrize("lesson", LESSONS)
@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_axe_finds_nothing_in_the_lessons(page: Open, lesson: str, theme: str, seen: Seen) -> None:
    size = NARROW if theme == "dark" else WIDE
    shown = settled(page, f"/learn/{lesson}", theme=theme, size=size)
    if lesson == "knuth":
        shown.click("#watch")
        shown.wait_for_selector("#replay-next")
    if lesson == "chain":
        shown.click("#next-step")
    seen(shown, f"learn-{lesson}-{theme}-{size[0]}")
    fits(shown)
    large(shown)


@pytest.mark.parametrize("path", PAGES)
def test_the_keyboard_reaches_everything_and_shows_where(
    still: Open, path: str, seen: Seen
) -> None:
    shown = still(path)
    shown.evaluate("document.activeElement?.blur(); scrollTo(0, 0)")
    expected = shown.evaluate(
        f"""() => {{
            const seen = e => e.checkVisibility({{visibilityProperty: true}});
            const one = e => e.type !== "radio" || e.checked;
            window.missed = new Set([...document.querySelectorAll(`{CONTROLS}`)].filter(
                e => seen(e) && one(e) && e.tabIndex >= 0));
            return window.missed.size;
        }}"""
    )
    assert expected > 8
    plain = []
    for _step in range(expected + 40):
        shown.keyboard.press("Tab")
        message = shown.evaluate(
            """() => {
                const e = document.activeElement;
                window.missed.delete(e);
                const marked = [e, e.parentElement, e.closest("label, .option")].some(
                    each => each && getComputedStyle(each).outlineStyle !== "none");
                return [window.missed.size, marked || e === document.body ? null
                    : e.outerHTML.slice(0, 150)];
            }"""
        )
        if message[1]:
            plain.append(message[1])
        if not message[0]:
            break
    assert shown.evaluate("[...window.missed].map(e => e.outerHTML.slice(0, 150))") == []
    assert plain == []


@pytest.mark.parametrize("path", PAGES)
def test_a_page_skips_to_its_content(still: Open, path: str) -> None:
    shown = still(path)
    shown.focus(".skip")
    shown.keyboard.press("Enter")
    assert shown.evaluate("document.activeElement.id") == "main"
    assert "#main" not in shown.url  # What stands there is the page's own.
    assert shown.evaluate("document.querySelectorAll('h1').length") == 1
    live = "document.querySelectorAll('main [aria-live], main [role=status]').length"
    assert shown.evaluate(live) == 0


@pytest.mark.parametrize("path", PAGES)
def test_nothing_jumps_while_a_page_loads(page: Open, path: str) -> None:
    """The sum of all shifts is what web metrics call good: less than 0.1."""
    shown = settled(page, path)
    shift = shown.evaluate(
        "new Promise(go => { let sum = 0; new PerformanceObserver(list => list.getEntries()"
        ".forEach(e => sum += e.value)).observe({type: 'layout-shift', buffered: true});"
        " setTimeout(() => go(sum), 300); })"
    )
    assert shift < 0.1


@pytest.mark.parametrize("path", PAGES)
def test_colours_of_the_system_are_taken(page: Open, shot: Shot, path: str) -> None:
    shown = settled(page, path, forced_colors="active", size=NARROW)
    shot(shown, f"{name(path)}-forced-360")
    assert shown.evaluate("matchMedia('(forced-colors: active)').matches")
    fits(shown)


@pytest.mark.parametrize("path", PAGES)
def test_text_twice_as_large_fits(page: Open, path: str) -> None:
    shown = settled(page, path, size=(720, 740))
    shown.evaluate("document.documentElement.style.fontSize = '200%'")
    fits(shown)
