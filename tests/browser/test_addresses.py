"""Addresses: each view has one, Back and Forward lead through them, and pages are kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from tests.browser.conftest import Watch, players

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Open = Callable[..., "Page"]

VIEWS = (
    *("/learn", "/learn/knuth", "/learn/mines", "/laboratory", "/analyse?board=1../...&mines=1"),
    *("/analyse", "/mastermind", "/minesweeper", "/", "/docs"),
)


def path(shown: Page) -> str:
    parts = urlsplit(shown.url)
    return parts.path + (f"?{parts.query}" if parts.query else "")


def test_back_and_forward_through_ten_views(page: Open) -> None:
    shown = page(VIEWS[0])
    for view in VIEWS[1:]:
        shown.goto(view)
    titles: list[str] = []
    for view in reversed(VIEWS[:-1]):
        shown.go_back()
        shown.wait_for_url(f"**{view}")
        shown.wait_for_selector("main h1, main mm-field")
        titles.append(shown.title())
    for view in VIEWS[1:]:
        shown.go_forward()
        shown.wait_for_url(f"**{view}")
    assert len(set(titles)) >= 7


def test_lessons_open_without_loading_the_page_anew(page: Open) -> None:
    shown = page("/learn")
    shown.evaluate("window.same = true")
    shown.click("#next")
    shown.wait_for_url("**/learn/*")
    second = path(shown)
    shown.click("#next")
    shown.wait_for_url(lambda url: urlsplit(url).path != second)
    shown.go_back()
    shown.wait_for_url(f"**{second}")
    shown.wait_for_selector(f"#lesson[data-lesson='{second.rpartition('/')[2]}']")
    assert shown.evaluate("window.same")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/learn#knuth", "/learn/knuth"),
        ("/learn/1-2-and-more", "/learn/1-4"),
        ("/minesweeper?board=1../...&mines=1#analyse", "/analyse?"),
    ],
)
def test_old_addresses_lead_to_the_new_ones(page: Open, old: str, new: str) -> None:
    shown = page(old)
    shown.wait_for_url(f"**{new}**")


@pytest.mark.parametrize("rules", ["4x6", "9x9x10"])
def test_the_address_of_a_game_offers_others_a_new_one(
    page: Open, watch: Watch, rules: str
) -> None:
    watch.allow("status of 404")
    mine = page("/learn")
    move = "guess 1122" if rules == "4x6" else "click 4,4"
    game = mine.evaluate(
        """async ([rules, move]) => {
          const headers = {'Content-Type': 'application/json'};
          const ask = async (path, body) =>
            (await fetch(path, {method: 'POST', headers, body: JSON.stringify(body)})).json();
          const game = await ask('/api/games', {rules});
          return ask(`/api/games/${game.id}/moves`, {move});
        }""",
        [rules, move],
    )
    kind = game["rules"].split(":")[0]
    address = f"/{kind}/{game['id']}?rules={game['rules'].split(':')[1]}"
    mine.goto(address)
    mine.wait_for_selector("[data-sign='0'], [data-sign='1'], .guess-row.done, [data-sign='2']")
    other = page(address)
    other.wait_for_selector(".toast")
    assert "same rules" in other.inner_text(".toast")
    assert path(other) == f"/{kind}"
    assert other.locator(".guess-row.done").count() == 0
    assert other.evaluate("fetch('/api/games').then((answer) => answer.json())") == []


@pytest.fixture
def visitor(browser: Browser, server: str) -> Iterator[Open]:
    """Pages with the service worker, whose errors without a connection are expected."""
    watching = Watch(server)
    with players(browser, server, watching) as open_page:
        yield lambda at: open_page(at, service_workers="allow")


READY = "navigator.serviceWorker.ready.then(() => caches.keys()).then((names) => names.length)"


def test_a_second_visit_makes_at_most_three_requests(visitor: Open) -> None:
    shown = visitor("/")
    assert shown.evaluate(READY)
    sent: list[Any] = []

    def listen(request: Any) -> None:
        sent.append(request)

    for view in ("/", "/mastermind", "/minesweeper", "/analyse", "/learn", "/laboratory"):
        for _visit in range(2):
            shown.goto("/docs")
            sent.clear()
            shown.context.on("request", listen)
            shown.goto(view)
            shown.wait_for_load_state("networkidle")
            shown.context.remove_listener("request", listen)
        # A request that the service worker passes on is seen twice.
        network = {
            (each.method, each.url)
            for each in sent
            if not re.search(r"/static/|[?&]v=[0-9a-f]{12}", each.url)
        }
        assert len(network) <= 3, (view, network)


def test_without_a_connection_lessons_and_the_last_game_open(visitor: Open) -> None:
    shown = visitor("/")
    assert shown.evaluate(READY)
    shown.goto("/mastermind?rules=4x6")
    shown.wait_for_url("**/mastermind/*")
    address = path(shown)
    shown.reload()
    shown.wait_for_selector("mastermind-board [role=row]")
    shown.context.set_offline(True)
    shown.goto("/learn/rules")
    shown.wait_for_selector("#lesson h1")
    shown.goto(address)
    shown.wait_for_selector("mastermind-board [role=row]")
    shown.wait_for_selector("#lost")
    shown.context.set_offline(False)
    shown.wait_for_selector("#lost", state="detached")
    assert path(shown) == address
