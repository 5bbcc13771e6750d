"""A server of our own and a browser on it. Whatever goes wrong in a page unseen fails the test.

Pictures of the pages are kept in the folder that MASTERMINE_SHOTS names.
"""

from __future__ import annotations

import os
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from tests.browser.pages import WIDE, Seen
from tests.waiting import PATIENCE, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUIET = ("net::ERR_ABORTED", "Service Worker registration blocked")
"""No failures: a request that is left behind when a page is left, and what tests do not want."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the server listens: an address without a slash at its end."""
    pytest.importorskip("fastapi", reason="fastapi is not installed: pip install 'mastermine[web]'")
    uvicorn = pytest.importorskip("uvicorn", reason="uvicorn is not installed")
    from mastermine.arena.store import open_store
    from mastermine.web.app import create_app

    with (
        open_store(tmp_path_factory.mktemp("store") / "games.sqlite") as store,
        socket.create_server(("127.0.0.1", 0)) as listening,
    ):
        config = uvicorn.Config(create_app(store), log_level="warning", access_log=False)
        running = uvicorn.Server(config)
        thread = threading.Thread(target=running.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            assert until(lambda: running.started or not thread.is_alive())
            assert running.started, "the server ended at once"
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            running.should_exit = True
            thread.join(5)
            # An event stream that a page left open is not waited for.
            running.force_exit = True
            thread.join(PATIENCE)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium without a window: the machine's own, or the one that playwright brought.

    It ends with the module, since Playwright keeps the event loop of its thread to itself.
    """
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    own = next(filter(None, map(shutil.which, NAMES)), None)
    with playwright.sync_playwright() as running:
        if own is None and not Path(running.chromium.executable_path).exists():
            pytest.skip("no browser: apt-get install chromium, or playwright install chromium")
        options = ["--disable-gpu", "--disable-background-networking"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            options.append("--no-sandbox")
        opened = running.chromium.launch(executable_path=own, args=options)
        yield opened
        opened.close()


class Watch:
    """What went wrong in the pages of a test, and what may."""

    def __init__(self, server: str) -> None:
        self.host = urlsplit(server).netloc
        self.allowed: list[str] = list(QUIET)
        self.seen: list[str] = []

    def allow(self, text: str) -> None:
        """Let pass what has this text in it, such as "status of 409"."""
        self.allowed.append(text)

    def left(self) -> list[str]:
        """What went wrong and was not allowed."""
        return [
            message for message in self.seen if not any(text in message for text in self.allowed)
        ]

    def over(self, page: Page) -> None:
        """Watch this page from now on."""
        page.on(
            "console",
            lambda message: (
                self.seen.append(f"{message.type}: {message.text} ({message.location['url']})")
                if message.type in ("error", "warning")
                else None
            ),
        )
        page.on("pageerror", lambda error: self.seen.append(f"error in the page: {error}"))
        page.on(
            "requestfailed",
            lambda request: self.seen.append(f"{request.failure} for {request.url}"),
        )
        page.on("request", lambda request: self._local(request.url))

    def _local(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != self.host:
            self.seen.append(f"another site was asked: {url}")


@pytest.fixture
def watch(server: str) -> Iterator[Watch]:
    """What may go wrong is allowed here; all else fails the test at its end."""
    watching = Watch(server)
    yield watching
    assert watching.left() == []


@contextmanager
def players(browser: Browser, server: str, watch: Watch) -> Iterator[Callable[..., Page]]:
    """Opens pages, each in a browser that knows nothing yet, and closes them all."""
    opened: list[BrowserContext] = []

    def open_page(
        path: str = "/",
        theme: str = "light",
        size: tuple[int, int] = WIDE,
        touch: bool = False,
        **more: Any,
    ) -> Page:
        more.setdefault("reduced_motion", "reduce")
        more.setdefault("service_workers", "block")  # Its requests are those of no page.
        context = browser.new_context(
            base_url=server,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if theme == "dark" else "light",
            has_touch=touch,
            is_mobile=touch,
            **({"locale": "en-GB"} | more),
        )
        context.set_default_timeout(PATIENCE * 1000)
        opened.append(context)
        if theme == "contrast":
            context.add_init_script("localStorage.setItem('mastermine.theme', '\"contrast\"')")
        new = context.new_page()
        watch.over(new)
        new.goto(path)
        new.wait_for_selector("mm-header nav")
        return new

    try:
        yield open_page
    finally:
        for context in opened:
            context.close()


@pytest.fixture
def page(browser: Browser, server: str, watch: Watch) -> Iterator[Callable[..., Page]]:
    """Opens a page in a browser that knows nothing yet: each call is another player.

    ``theme``: light, dark or contrast; ``size`` in px; ``touch``: a phone's fingers instead of a
    mouse. What else is given goes to playwright's ``new_context``. A further page of the same
    player: ``opened.context.new_page()``, which is not watched.
    """
    with players(browser, server, watch) as open_page:
        yield open_page


@pytest.fixture(scope="module")
def still(browser: Browser, server: str) -> Iterator[Callable[..., Page]]:
    """The same for tests that only look: who asks for the same page again is given the same one.

    The theme is changed as a person would change it, without another load.
    """
    watching = Watch(server)
    kept: dict[tuple[str, tuple[int, int], bool], Page] = {}

    with players(browser, server, watching) as open_page:

        def look(
            path: str, theme: str = "light", size: tuple[int, int] = WIDE, touch: bool = False
        ) -> Page:
            key = path, size, touch
            if key not in kept:
                kept[key] = open_page(path, size=size, touch=touch)
                kept[key].wait_for_selector("main h1")
                kept[key].wait_for_load_state("networkidle")
            kept[key].bring_to_front()
            kept[key].evaluate(
                "theme => { localStorage.setItem('mastermine.theme', JSON.stringify(theme));"
                " dispatchEvent(new Event('mastermine:theme')); scrollTo(0, 0); }",
                theme,
            )
            return kept[key]

        yield look
        assert watching.left() == []


@pytest.fixture(scope="session")
def axe() -> Callable[..., None]:
    """Asserts that axe-core finds nothing against a page as it is now."""
    found = pytest.importorskip(
        "axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed"
    )
    finder = found.Axe()

    def check(page: Page, context: str | None = None) -> None:
        result = finder.run(page, context, {"resultTypes": ["violations"]})
        message = [
            f"{rule['id']} ({rule['impact']}): {rule['help']}\n  "
            + "\n  ".join(node["html"][:300] for node in rule["nodes"][:5])
            for rule in result.response["violations"]
        ]
        assert not message, "\n".join([page.url, *message])

    return check


@pytest.fixture(scope="session")
def shot(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Saves a picture of a page, by default of the whole page, and returns its path."""
    named = os.environ.get("MASTERMINE_SHOTS")
    folder = Path(named) if named else tmp_path_factory.mktemp("shots")
    folder.mkdir(parents=True, exist_ok=True)

    def take(page: Page, name: str, full_page: bool = True) -> Path:
        path = folder / f"{name}.png"
        window = page.viewport_size
        assert window is not None
        if full_page:
            # In a window of its own height: what sticks to the window's edge hides nothing.
            high = page.evaluate("document.documentElement.scrollHeight")
            page.set_viewport_size({"width": window["width"], "height": max(high, 100)})
        page.screenshot(path=path, animations="disabled")
        page.set_viewport_size(window)
        return path

    return take


@pytest.fixture
def seen(axe: Callable[..., None], shot: Callable[..., Path]) -> Seen:
    """Asserts that axe-core finds nothing, and keeps a picture of the page."""

    def check(page: Page, name: str, full_page: bool = True) -> None:
        axe(page)
        shot(page, name, full_page=full_page)

    return check
