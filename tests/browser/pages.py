"""What the tests of the pages do, and what their fixtures give them."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tests.waiting import PATIENCE

Open = Callable[..., Any]
"""Opens a page for another player: of ``page`` and ``still``."""
Axe = Callable[..., None]
"""Asserts that axe-core finds nothing."""
Shot = Callable[..., Any]
"""Keeps a picture, and says where."""
Seen = Callable[..., None]
"""The same, and keeps a picture."""

WIDE = 1440, 900
NARROW = 360, 740


def until(page: Any, condition: str, *, arg: Any = None) -> None:
    """Wait until an expression or a function of JavaScript gives something.

    Playwright's own way compiles text inside the page, which its content security policy forbids.
    """
    last = time.monotonic() + PATIENCE
    while not page.evaluate(condition, arg):
        assert time.monotonic() < last, f"waited in vain for {condition} {arg or ''}"
        page.wait_for_timeout(20)


def hinted(page: Any, ask: Callable[[], Any], depth: int) -> None:
    """Ask for a hint so often: it says where to look, which move, and why."""
    for _time in range(depth):
        with page.expect_response("**/help/tip"):
            ask()
        page.wait_for_selector("[aria-busy=true]", state="detached")


def give_up(page: Any) -> None:
    """Give up, by the button or in the menu."""
    if not page.locator("#give-up").is_visible():
        page.click("#menu")
    page.locator("#give-up:visible, #menu-give-up:visible").first.click()
    page.click("dialog .danger")


def fits(page: Any) -> None:
    """Nothing makes the page wider than its window; what is in a box may be scrolled there."""
    wide = page.evaluate(
        "() => document.documentElement.scrollWidth > innerWidth ? [...document.querySelectorAll("
        "'body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1)"
        ".slice(0, 5).map(e => e.outerHTML.slice(0, 150)) : []"
    )
    assert wide == []


def large(page: Any) -> None:
    """What can be pressed is at least 44 px high and wide; cells, links in text and marks are not
    meant: a mark is pressed by its label."""
    small = page.evaluate(
        """() => [...document.querySelectorAll(
            "a.button, nav a, .brand, button, select, summary, .choice, .option,"
            + "input:not([type=radio], [type=checkbox], .visually-hidden)")]
        .filter(e => e.checkVisibility({visibilityProperty: true}) && !e.closest(".mm-cell"))
        .map(e => [e.getBoundingClientRect(), e.outerHTML.slice(0, 150)])
        .filter(([box]) => box.width && (box.height < 43.5 || box.width < 43.5))
        .map(([box, html]) => `${box.width} x ${box.height}: ${html}`)"""
    )
    assert small == []


def started(page: Any) -> Any:
    """A page of Mastermind, when a game is there."""
    page.wait_for_selector(".guess-row.current")
    return page


def answered(page: Any, rows: int) -> None:
    page.wait_for_selector(f".guess-row.done[data-row='{rows}']")
