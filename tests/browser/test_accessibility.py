"""Every page for everybody: axe-core, keyboard, targets, width, weight, and no other site."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

PAGES = ("/", "/mastermind", "/minesweeper", "/laboratory", "/learn")
LESSONS = ("rules", "thinking", "knuth", "mines", "1-2-1", "guessing", "history")
WIDE, NARROW = (1440, 900), (360, 740)

CONTROLS = (
    "a[href], button:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, "
    "input:not(:disabled), [tabindex='0']"
)


def settled(page: Callable[..., Any], path: str, **more: Any) -> Any:
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
    still: Callable[..., Any],
    axe: Callable[..., None],
    shot: Callable[..., Path],
    path: str,
    theme: str,
    size: tuple[int, int],
) -> None:
    shown = still(path, theme=theme, size=size, touch=size == NARROW)
    if size == NARROW:
        assert shown.evaluate("document.documentElement.scrollWidth") <= NARROW[0]
    shot(shown, f"{name(path)}-{theme}-{size[0]}")
    axe(shown)
    fits(shown)
    large(shown)


@pytest.mark.parametrize("lesson", LESSONS)
@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_axe_finds_nothing_in_the_lessons(
    page: Callable[..., Any],
    axe: Callable[..., None],
    shot: Callable[..., Path],
    lesson: str,
    theme: str,
) -> None:
    size = NARROW if theme == "dark" else WIDE
    shown = settled(page, f"/learn#{lesson}", theme=theme, size=size)
    if lesson == "knuth":
        shown.click("#watch")
        shown.wait_for_selector("#step-on", timeout=30_000)
    shot(shown, f"learn-{lesson}-{theme}-{size[0]}")
    axe(shown)
    fits(shown)
    large(shown)


def fits(shown: Any) -> None:
    """Nothing makes the page wider than its window."""
    wide = shown.evaluate(
        "() => document.documentElement.scrollWidth > innerWidth ? [...document.querySelectorAll("
        "'body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1)"
        ".slice(0, 5).map(e => e.outerHTML.slice(0, 150)) : []"
    )
    assert wide == []


def large(shown: Any) -> None:
    """What can be pressed is at least 44 px high and wide; cells, links in text and marks are not
    meant: a mark is pressed by its label."""
    small = shown.evaluate(
        """() => [...document.querySelectorAll(
            "a.button, nav a, .brand, button, select, summary, .choice, .option,"
            + "input:not([type=radio], [type=checkbox], .visually-hidden)")]
        .filter(e => e.checkVisibility({visibilityProperty: true}) && !e.closest(".mm-cell"))
        .map(e => [e.getBoundingClientRect(), e.outerHTML.slice(0, 150)])
        .filter(([box]) => box.width && (box.height < 43.5 || box.width < 43.5))
        .map(([box, html]) => `${box.width} x ${box.height}: ${html}`)"""
    )
    assert small == []


@pytest.mark.parametrize("path", PAGES)
def test_the_keyboard_reaches_everything_and_shows_where(
    still: Callable[..., Any], path: str
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
        told = shown.evaluate(
            """() => {
                const e = document.activeElement;
                window.missed.delete(e);
                const marked = [e, e.parentElement, e.closest("label, .option")].some(
                    each => each && getComputedStyle(each).outlineStyle !== "none");
                return [window.missed.size, marked || e === document.body ? null
                    : e.outerHTML.slice(0, 150)];
            }"""
        )
        if told[1]:
            plain.append(told[1])
        if not told[0]:
            break
    assert shown.evaluate("[...window.missed].map(e => e.outerHTML.slice(0, 150))") == []
    assert plain == []


@pytest.mark.parametrize("path", PAGES)
def test_a_page_skips_to_its_content(still: Callable[..., Any], path: str) -> None:
    shown = still(path)
    shown.focus(".skip")
    shown.keyboard.press("Enter")
    assert shown.evaluate("document.activeElement.id") == "main"
    assert "#main" not in shown.url  # What stands there is the page's own.
    assert shown.evaluate("document.querySelectorAll('h1').length") == 1
    live = "document.querySelectorAll('main [aria-live], main [role=status]').length"
    assert shown.evaluate(live) == 0


@pytest.mark.parametrize("path", PAGES)
def test_a_page_can_be_used_within_a_second(page: Callable[..., Any], path: str) -> None:
    shown = settled(page, path)
    times = []
    for _try in range(3):
        shown.reload()
        shown.wait_for_selector("main h1")
        times.append(shown.evaluate("performance.now()"))
    assert min(times) < 1000


@pytest.mark.parametrize("path", PAGES)
def test_nothing_jumps_while_a_page_loads(page: Callable[..., Any], path: str) -> None:
    """The sum of all shifts is what web metrics call good: less than 0.1."""
    shown = settled(page, path)
    shift = shown.evaluate(
        "new Promise(go => { let sum = 0; new PerformanceObserver(list => list.getEntries()"
        ".forEach(e => sum += e.value)).observe({type: 'layout-shift', buffered: true});"
        " setTimeout(() => go(sum), 300); })"
    )
    assert shift < 0.1


@pytest.mark.parametrize("path", PAGES)
def test_colours_of_the_system_are_taken(
    page: Callable[..., Any], shot: Callable[..., Path], path: str
) -> None:
    shown = settled(page, path, forced_colors="active", size=NARROW)
    shot(shown, f"{name(path)}-forced-360")
    assert shown.evaluate("matchMedia('(forced-colors: active)').matches")
    fits(shown)


@pytest.mark.parametrize("path", PAGES)
def test_text_twice_as_large_fits(page: Callable[..., Any], path: str) -> None:
    shown = settled(page, path, size=(720, 740))
    shown.evaluate("document.documentElement.style.fontSize = '200%'")
    fits(shown)
