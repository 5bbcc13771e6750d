"""Pages as the server sends them: versioned files, the service worker, previews of links."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from tests.web.client import begin, moved

from mastermine.web.assets import address, files, modules, version

PNG = b"\x89PNG\r\n\x1a\n"


def tags(text: str) -> dict[str, str]:
    """The tags of Open Graph in a page."""
    found = re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', text)
    return {name: unescape(value) for name, value in found}


def test_files_are_kept_for_ever_under_their_version(web: Any) -> None:
    text = web.get("/minesweeper").text
    named = re.findall(r'(?:src|href)="(/static/[^"]+)"', text)
    assert named
    for each in named:
        assert each.startswith(f"/static/{version()}/")
        answer = web.get(each)
        assert answer.status_code == 200, each
        assert "immutable" in answer.headers["cache-control"]


def test_files_without_their_version_are_revalidated(web: Any) -> None:
    for path in ("/static/js/page.js", "/static/0123456789ab/js/page.js"):
        answer = web.get(path)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "no-cache"
    assert web.get("/static/0123456789ab/../../app.py").status_code == 404


def test_modules_are_loaded_early(web: Any) -> None:
    text = web.get("/").text
    early = set(re.findall(r'<link rel="modulepreload" href="([^"]+)">', text))
    assert early == {address(file) for file in modules("js/start/main.js")}
    assert address("js/page.js") in early


def test_the_service_worker_keeps_all_files(web: Any) -> None:
    answer = web.get("/worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert version() in answer.text
    for file in files():
        assert (address(file) in answer.text) == (file != "worker.js"), file


@pytest.mark.parametrize("path", ["about?game=mastermind", "words/sr", "lessons"])
def test_what_the_version_determines_is_kept(web: Any, path: str) -> None:
    sign = "&" if "?" in path else "?"
    kept = web.get(f"/api/{path}{sign}v={version()}&lang=en")
    assert kept.status_code == 200
    assert "immutable" in kept.headers["cache-control"]
    for other in (f"/api/{path}", f"/api/{path}{sign}v=0123456789ab"):
        assert web.get(other).headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path", ["/mastermind/abc", "/minesweeper/abc/review/7", "/learn/rules", "/laboratory/3"]
)
def test_each_view_has_an_address(web: Any, path: str) -> None:
    answer = web.get(path)
    assert answer.status_code == 200
    name = path.split("/")[1]
    assert answer.text == web.get(f"/{name}").text.replace(f'/{name}"', f'{path}"', 1)


def test_a_link_has_a_title_and_a_picture_of_its_rules(web: Any) -> None:
    found = tags(web.get("/minesweeper?rules=9x9x10&seed=%22%3E%3Cb%3E").text)
    assert found["title"].startswith("9 x 9 cells")
    assert found["url"] == "http://testserver/minesweeper?rules=9x9x10&seed=%22%3E%3Cb%3E"
    for path in (found["image"], "/preview/mastermind.png?rules=classic"):
        picture = web.get(path)
        assert picture.headers["content-type"] == "image/png"
        assert picture.content.startswith(PNG)


def test_a_position_has_its_picture(web: Any) -> None:
    found = tags(web.get("/analyse?board=1.../1...&mines=2").text)
    position = web.get(found["image"]).content
    assert position.startswith(PNG)
    assert position != web.get(found["image"].replace("1...", "2...")).content


@pytest.mark.parametrize("page", ["/analyse", "/learn/puzzle"])
def test_rows_of_a_board_have_their_picture(web: Any, page: str) -> None:
    found = tags(web.get(f"{page}?rules=classic&turns=1122:0B1W;1344:1B2W;1234").text)
    rows = web.get(found["image"]).content
    assert rows.startswith(PNG)
    assert rows == web.get(found["image"].replace(";1234", "")).content
    assert rows != web.get(found["image"].replace("1B2W", "2B2W")).content


LARGE = "/".join(["1" * 40] * 40)


@pytest.mark.parametrize(
    "query",
    [
        *("rules=nonsense", "rules=100x100x2000", "rules=classic&turns=1;2", ""),
        *("board=%00", f"board={LARGE}"),
    ],
)
def test_other_addresses_have_the_picture_of_the_program(web: Any, query: str) -> None:
    answer = web.get(f"/preview/minesweeper.png?{query}", follow_redirects=False)
    assert answer.headers["location"] == "/static/icons/preview.png"
    assert web.get(answer.headers["location"]).content.startswith(PNG)
    assert web.get(f"/minesweeper?{query}").status_code == 200


def test_the_address_of_a_game_tells_its_rules_only(web: Any, web_app: Any, browse: Any) -> None:
    game = moved(web, begin(web, rules="4x6", secret="1234"), "guess 1122")
    path = f"/mastermind/{game['id']}?rules=4x6"
    with browse(web_app) as other:
        assert other.get(f"/api/games/{game['id']}").status_code == 404
        page = other.get(path)
        nowhere = other.get(path.replace(game["id"], "x" * len(game["id"])))
        assert page.text == nowhere.text.replace("x" * len(game["id"]), game["id"])
        assert tags(page.text)["title"] == "4 places, 6 colours, 1,296 codes, no limit"
        image = tags(page.text)["image"]
        assert other.get(image).content == other.get("/preview/mastermind.png?rules=4x6").content
