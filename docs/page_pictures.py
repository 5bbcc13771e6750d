"""Takes the pictures of the page for the documents: ``python docs/page_pictures.py``.

Run it in the folder of the project, with Chromium and mastermine's extra ``dev`` installed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

FOLDER = Path(__file__).parent / "pictures"
WIDE, NARROW = (1200, 860), (360, 740)


@contextmanager
def served() -> Iterator[str]:
    """The address of a server with an empty store."""
    with tempfile.TemporaryDirectory() as folder:
        store = str(Path(folder, "games.sqlite"))
        command = [sys.executable, "-m", "mastermine", "serve", "--port", "0", "--store", store]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout is not None
                yield server.stdout.readline().split()[2].rstrip("/;")
            finally:
                server.terminate()


def start(page: Page) -> None:
    """The start page."""
    page.goto("/")
    page.locator("#live-mastermind .source").first.wait_for()
    page.locator("#live-minesweeper [role=gridcell]").first.wait_for()
    page.wait_for_timeout(500)


def guess(page: Page, *guesses: str) -> None:
    """Makes some guesses in a game that always hides the same code."""
    page.goto("/mastermind?rules=classic&seed=mastermine")
    page.get_by_role("gridcell").first.wait_for()
    page.wait_for_timeout(500)
    for code in guesses:
        page.keyboard.type(code)
        page.keyboard.press("Enter")
        page.wait_for_timeout(500)


def mastermind(page: Page) -> None:
    """A game with a hint."""
    guess(page, "1122", "1344")
    for _depth in range(3):
        page.get_by_role("button", name="Hint").click()
        page.wait_for_timeout(800)


def coach(page: Page) -> None:
    """The coach after a finished game."""
    guess(page, "1122", "1344", "2556", "2266")
    page.click("#show-coach")
    page.locator("mastermind-coach .moves").wait_for()
    page.wait_for_timeout(800)


def minesweeper(page: Page) -> None:
    """A board opened step by step."""
    page.goto("/minesweeper?rules=16x16x40-open&seed=mastermine")
    cells = page.get_by_role("gridcell")
    cells.nth(16 * 8 + 8).click()
    page.wait_for_timeout(500)
    page.keyboard.press("s")
    page.wait_for_timeout(800)


def telephone(page: Page) -> None:
    """The chance of a mine in each cell."""
    page.goto("/minesweeper?rules=beginner-open&seed=mastermine")
    page.get_by_role("gridcell").nth(20).tap()
    page.wait_for_timeout(500)
    page.keyboard.press("c")
    page.wait_for_timeout(800)


def laboratory(page: Page) -> None:
    """A match of strategies."""
    page.goto("/laboratory")
    page.fill("#seed", "mastermine")
    page.click("#start")
    page.locator("table tbody tr").first.wait_for()
    page.wait_for_timeout(4000)
    page.locator("table").first.scroll_into_view_if_needed()


def learn(page: Page) -> None:
    """A pattern, and an exercise."""
    page.goto("/learn#1-2-1")
    page.get_by_role("gridcell").first.wait_for()
    page.wait_for_timeout(500)


PICTURES: dict[str, tuple[Callable[[Page], None], tuple[int, int], str]] = {
    "start": (start, WIDE, "light"),
    "mastermind": (mastermind, WIDE, "light"),
    "minesweeper": (minesweeper, WIDE, "light"),
    "coach": (coach, WIDE, "dark"),
    "telephone": (telephone, NARROW, "dark"),
    "laboratory": (laboratory, WIDE, "light"),
    "learn": (learn, WIDE, "dark"),
}


def main() -> None:
    """Takes all pictures."""
    options = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with served() as address, sync_playwright() as running:
        browser = running.chromium.launch(executable_path=shutil.which("chromium"), args=options)
        for name, (scene, (width, height), theme) in PICTURES.items():
            page = browser.new_page(
                base_url=address,
                viewport={"width": width, "height": height},
                color_scheme="dark" if theme == "dark" else "light",
                has_touch=width == NARROW[0],
                is_mobile=width == NARROW[0],
            )
            scene(page)
            page.mouse.move(0, 0)
            page.screenshot(path=FOLDER / f"page-{name}.png", animations="disabled")
            print(FOLDER / f"page-{name}.png")
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
