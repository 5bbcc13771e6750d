"""Figures of the page in Chromium, at the sizes of a phone and of a laptop.

``first``: requests and compressed bytes of the first visit until the page is idle. ``again``:
requests of the second visit. ``shift``: cumulative layout shift. ``timers``: timers and animation
frames per second of an idle page; a clock has one. ``paint``: median time from a click on an expert
field to the frame that shows its answer, over loopback.

``--lighthouse COMMAND`` adds the median scores of Lighthouse (``npx lighthouse``), simulated
throttling as it is set by default.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import subprocess
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright
from rich.console import Console

from common import machine, table_of
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import parse_rules_of
from mastermine.web.pages import PAGES
from web import Server, layout_of, safe_clicks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Browser, BrowserContext, Page
    from rich.table import Table

SIZES = {"phone": (360, 640), "laptop": (1366, 650)}
WIDTHS = (320, 360, 768, 1366, 2560)
IDLE_SECONDS = 3
CLICKS = 60
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WATCH = """
window.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
window.timed = 0;
for (const name of ["setTimeout", "setInterval", "requestAnimationFrame"]) {
  const own = window[name];
  window[name] = (call, ...rest) =>
    own((...values) => { window.timed += 1; return call(...values); }, ...rest);
}
"""
PAINT = """
window.paints = [];
let start = null;
addEventListener("pointerup", (event) => { start = event.timeStamp; }, true);
new MutationObserver((records) => {
  if (start === null || !records.some((each) => each.attributeName === "data-sign")) return;
  const clicked = start;
  start = null;
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => window.paints.push(performance.now() - clicked);
    port2.postMessage(null);
  });
}).observe(document.querySelector("mm-field"), { subtree: true, attributes: true });
"""
ATTEMPTS = 3
AUDITS = ("performance", "accessibility", "best-practices", "seo")


def visited(page: Page, path: str) -> tuple[int, int]:
    """Opens a page until it is idle; returns its requests and their compressed bytes."""
    client = page.context.new_cdp_session(page)
    client.send("Network.enable")
    sizes: list[int] = []
    client.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(path, wait_until="networkidle")
    client.detach()
    return len(sizes), int(sum(sizes))


def context_of(browser: Browser, address: str, size: str) -> BrowserContext:
    width, height = SIZES[size]
    touch = size == "phone"
    return browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        has_touch=touch,
        is_mobile=touch,
        locale="en-GB",
    )


def pages(browser: Browser, address: str) -> Table:
    table = table_of(
        "Pages (goals: first under 100 kB, again at most 3, shift under 0.05, nowhere too wide)",
        ("page", "size", "first", "kB", "again", "shift", "timers", "too wide at"),
        2,
    )
    for path in PAGES:
        for size in SIZES:
            with context_of(browser, address, size) as context:
                page = context.new_page()
                page.add_init_script(WATCH)
                count, weight = visited(page, path)
                page.evaluate("window.timed = 0")
                page.wait_for_timeout(1000 * IDLE_SECONDS)
                timed = page.evaluate("window.timed") / IDLE_SECONDS
                shift = page.evaluate("window.shift")
                again = len(asked(context, path))
                wide = [width for width in WIDTHS if is_too_wide(page, width)]
            table.add_row(
                path,
                size,
                str(count),
                f"{weight / 1000:.0f}",
                str(again),
                f"{shift:.3f}",
                f"{timed:.1f}",
                ", ".join(map(str, wide)) or "-",
            )
    return table


def asked(context: BrowserContext, path: str) -> list[str]:
    """Returns what a second visit asks the server for, not the browser's cache."""
    page = context.new_page()
    client = context.new_cdp_session(page)
    client.send("Network.enable")
    seen: list[str] = []

    def answered(event: dict[str, Any]) -> None:
        response = event["response"]
        if not (response.get("fromDiskCache") or response.get("fromServiceWorker")):
            seen.append(response["url"])

    client.on("Network.responseReceived", answered)
    page.goto(path, wait_until="networkidle")
    page.close()
    return seen


def is_too_wide(page: Page, width: int) -> bool:
    page.set_viewport_size({"width": width, "height": 800})
    root = "document.documentElement"
    return bool(page.evaluate(f"{root}.scrollWidth > {root}.clientWidth"))


def paints(browser: Browser, address: str) -> list[float]:
    """Returns the milliseconds from each click at expert size to the frame of its answer."""
    rules = parse_rules_of(Minesweeper, "expert")
    layout, first = layout_of(rules, 1)
    wanted = {"rules": rules.spec(), "secret": rules.format_secret(layout)}
    with context_of(browser, address, "laptop") as context:
        game = context.request.post("/api/games", data=wanted).json()
        page = context.new_page()
        page.goto(f"/minesweeper/{game['id']}", wait_until="networkidle")
        page.evaluate(PAINT)
        field = page.locator("mm-field")
        for number, cell in enumerate(safe_clicks(layout, first)):
            x, y = map(int, cell.split(","))
            if field.evaluate(f"field => field.sign({y * rules.width + x})") != "#":
                continue
            box = field.evaluate(
                f"field => field.element({y * rules.width + x}).getBoundingClientRect().toJSON()"
            )
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            page.wait_for_timeout(50)
            if number and len(page.evaluate("window.paints")) >= CLICKS:
                break
        found: list[float] = page.evaluate("window.paints")
    return found


def lighthouse(command: Sequence[str], chromium: str, address: str, runs: int) -> Table:
    table = table_of(
        f"Lighthouse, median of {runs} (goals: performance 95, on a phone 90; the others 100)",
        ("page", "size", *AUDITS),
        2,
    )
    flags = "--headless=new --no-sandbox --disable-gpu"
    env = {**os.environ, "CHROME_PATH": chromium}
    for path in PAGES:
        for size in SIZES:
            preset = ["--preset=desktop"] if size == "laptop" else []
            scores: dict[str, list[float]] = {audit: [] for audit in AUDITS}
            audited = [
                *command,
                f"{address}{path}",
                *preset,
                "--quiet",
                "--output=json",
                f"--chrome-flags={flags}",
                f"--only-categories={','.join(AUDITS)}",
            ]
            for _run in range(runs):
                for attempt in range(ATTEMPTS):  # Sometimes it records nothing.
                    last = attempt == ATTEMPTS - 1
                    done = subprocess.run(audited, env=env, stdout=subprocess.PIPE, check=last)
                    if done.returncode == 0:
                        break
                found = json.loads(done.stdout)["categories"]
                for audit in AUDITS:
                    scores[audit].append(100 * found[audit]["score"])
            table.add_row(path, size, *(f"{median(scores[audit]):.0f}" for audit in AUDITS))
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lighthouse", metavar="COMMAND", type=shlex.split)
    parser.add_argument("--runs", type=int, default=5, help="of Lighthouse, for each page")
    options = parser.parse_args()
    console = Console()
    console.print(machine())
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        own = next(filter(None, map(shutil.which, CHROMIUM)), None)
        browser = playwright.chromium.launch(executable_path=own, args=["--no-sandbox"])
        server = Server(Path(folder))
        try:
            console.print(pages(browser, server.address))
            times = paints(browser, server.address)
            console.print(
                f"Click to paint at expert size (goal: 30 ms): median {median(times):.1f} ms "
                f"of {len(times)}"
            )
            if options.lighthouse:
                path = own or playwright.chromium.executable_path
                console.print(lighthouse(options.lighthouse, path, server.address, options.runs))
        finally:
            server.end()
            browser.close()


if __name__ == "__main__":
    main()
