from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.web.client import begin, move

from mastermine.arena.store import open_store
from mastermine.web.assets import FOLDER, address, files


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["message"]


PAGES = ("/", "/mastermind", "/minesweeper", "/laboratory", "/learn", "/docs")


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_served_with_safe_headers(web, path):
    page = web.get(path)
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert "default-src 'self'" in page.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in page.headers["content-security-policy"]
    assert page.headers["x-content-type-options"] == "nosniff"
    assert page.headers["cache-control"] == "private, no-cache"
    assert web.get(path, headers={"if-none-match": page.headers["etag"]}).status_code == 304


@pytest.mark.parametrize("path", PAGES)
def test_what_a_page_names_is_there_and_ours(web, path):
    html = web.get(path).text
    assert not re.search(r"<script(?![^>]*src=)|\son\w+=|\sstyle=|<style", html)
    for name in re.findall(r'(?:src|href)="([^"#]+)"', html):
        assert name.startswith("/"), name
        assert not name.startswith("//"), name
        assert web.get(name).status_code == 200, name


def test_files_are_compressed_and_of_the_right_kind(web):
    for path in ("/static/js/page.js", address("js/page.js")):
        answer = web.get(path, headers={"accept-encoding": "gzip"})
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "content-security-policy" not in answer.headers
        assert "export const read" in answer.text or "export function read" in answer.text
    svg = web.get("/static/icon.svg")
    assert "default-src 'self'" in svg.headers["content-security-policy"]


def test_pages_load_modules_without_comments(web):
    written, loaded = (web.get(path).text for path in ("/static/js/page.js", address("js/page.js")))
    assert "/**" in written
    assert len(loaded) < len(written)
    assert "BSD-3-Clause" in web.get(address("vendor/lit-html.js")).text
    for file in filter(re.compile(r"(js|vendor)/.*\.js").fullmatch, files()):
        code = (FOLDER / file).read_text("utf-8")
        left = iter(web.get(address(file)).text.splitlines())
        line = next(left, None)
        removed = False  # True within a comment that is not sent.
        for each in (row.lstrip(" ") for row in code.splitlines()):
            removed = removed or (each != line and each.startswith(("//", "/*")))
            if removed:
                removed = not each.startswith("//") and not each.endswith("*/")
                continue
            assert each == line, file
            line = next(left, None)
        assert line is None


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static//etc/passwd",
        "/static/js/../../app.py",
    ],
)
def test_no_other_file_is_served(web, path):
    assert web.get(path).status_code in (400, 404)


def test_what_is_not_there_is_described_in_words(web):
    assert refused(web.get("/nowhere")) == (404, "there is nothing at /nowhere")
    page = web.get("/nowhere", headers={"accept": "text/html,*/*"})
    assert page.status_code == 404
    assert "Page not found" in page.text
    status, message = refused(web.put("/api/games"))
    assert status == 405
    assert "PUT" in message


def test_other_sites_cannot_ask(web):
    for headers in (
        {"origin": "http://elsewhere.example"},
        {"origin": "null"},
        {"origin": "http://[::1"},
        {"sec-fetch-site": "cross-site"},
    ):
        assert refused(web.post("/api/games", json={}, headers=headers))[0] == 403
    ours = {"origin": "http://testserver", "sec-fetch-site": "same-origin"}
    assert web.post("/api/games", json={}, headers=ours).status_code == 201


@pytest.mark.parametrize(
    ("path", "mode", "status"),
    [
        ("/api/runs", "no-cors", 403),
        ("/api/runs", "cors", 403),
        ("/api/runs", "navigate", 200),
        ("/api/games", "no-cors", 403),
        ("/learn", "navigate", 200),
        ("/static/js/page.js", "no-cors", 200),
    ],
)
def test_other_sites_may_link_but_not_load(web, path, mode, status):
    for site in ("cross-site", "same-site"):
        headers = {"sec-fetch-site": site, "sec-fetch-mode": mode}
        assert web.get(path, headers=headers).status_code == status
        framed = web.get(path, headers=headers | {"sec-fetch-dest": "iframe"}).status_code
        assert framed == (403 if path.startswith("/api") else status)


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("localhost:8000", "http://localhost:8000", 201),
        ("localhost:8000", "http://localhost:8001", 403),
        ("localhost:8000", "http://localhost", 403),
        ("localhost", "http://localhost:8000", 403),
    ],
)
def test_a_server_at_another_port_is_another_site(web, host, origin, status):
    headers = {"host": host, "origin": origin}
    assert web.post("/api/games", json={}, headers=headers).status_code == status


READS = (
    *("/", "/api/games", "/api/statistics", "/api/daily", "/api/runs"),
    *("/api/games/none", "/api/games/%00"),
)


def test_a_browser_gets_a_cookie_when_it_saves_something(web_app, browse):
    with browse(web_app) as web:
        for path in READS:
            assert "set-cookie" not in web.get(path).headers, path
        assert web.get("/api/games").json() == []
        refusal = web.post("/api/games", json={"rules": "nonsense"})
        assert "set-cookie" not in refusal.headers
        given = web.post("/api/games", json={}).headers["set-cookie"]
        assert "httponly" in given.lower()
        assert "samesite=lax" in given.lower()
        assert len(web.get("/api/games").json()) == 1
        assert "set-cookie" not in web.get("/api/games").headers
        # A returning visitor keeps the same one for longer.
        page = web.get("/")
        assert page.headers["set-cookie"] == given
        again = web.get("/", headers={"if-none-match": page.headers["etag"]})
        assert again.status_code == 304
        assert again.headers["set-cookie"] == given
        assert "set-cookie" not in web.get("/static/js/page.js").headers


def test_who_has_no_cookie_does_not_see_the_games_of_the_terminal(tmp_path, serve):
    from mastermine.arena.store import open_store
    from mastermine.registry import parse_rules
    from mastermine.session import MastermindSession
    from mastermine.session.saved import history, profile

    rules: Any = parse_rules("classic")
    game = MastermindSession(rules)
    game.give_up()
    with open_store(tmp_path / "games.sqlite") as store:
        history.store_finished(store, profile.OWNER, game)
        assert history.statistics(store, profile.OWNER)
        with serve(store) as web:
            assert web.get("/api/statistics").json() == []


def test_a_form_of_another_site_is_no_json(web):
    status, message = refused(web.post("/api/games", data={"rules": "classic"}))
    assert status == 415
    assert "application/json" in message
    plain = {"content-type": "text/plain"}
    assert refused(web.post("/api/games", content='{"rules":"4x6"}', headers=plain))[0] == 415


def test_broken_json_is_described_in_words(web):
    kind = {"content-type": "application/json"}
    for broken in ("{", "", "[]", "3", "\x00", '{"rules":' * 50_000):
        status, message = refused(web.post("/api/games", content=broken, headers=kind))
        assert status in (400, 422), broken[:20]
        assert "\n" not in message


def test_a_body_that_is_too_large_is_not_read(web):
    kind = {"content-type": "application/json"}
    status, message = refused(web.post("/api/games/load", content=b" " * 1_000_001, headers=kind))
    assert (status, "1,000,000 bytes" in message) == (413, True)

    def pieces():
        for _piece in range(300):
            yield b" " * 10_000

    assert refused(web.post("/api/games/load", content=pieces(), headers=kind))[0] == 413


def test_a_server_of_this_machine_has_its_own_names_only(web_store, serve):
    from mastermine.web.app import LOOPBACK

    with serve(web_store, hosts=LOOPBACK) as web:
        for host in ("localhost:8000", "127.0.0.1", "[::1]:8000", "LOCALHOST"):
            assert web.get("/api/about", headers={"host": host}).status_code == 200, host
        for host in (
            "elsewhere.example",
            "127.0.0.1.elsewhere.example",
            "[::1",
            "@:",
            "[::1]evil",
            "[::1]:80evil",
            "",
        ):
            assert refused(web.get("/api/about", headers={"host": host}))[0] == 421, host


@pytest.fixture
def clock(monkeypatch):
    """The time of the limits, which stands still."""
    time = [1000.0]
    monkeypatch.setattr("mastermine.web.limits.monotonic", lambda: time[0])
    return time


def test_too_many_requests_are_answered_with_the_time_to_retry(web_store, serve, clock):
    with serve(web_store, rate=40) as web:
        game = web.post("/api/games", json={"rules": "classic"}).json()
        path = f"/api/games/{game['id']}/help/hint"
        requested = [web.post(path) for _n in range(5)]
        assert [answer.status_code for answer in requested] == [200] * 4 + [429]
        status, message = refused(requested[-1])
        assert "at most 4 a minute" in message
        assert requested[-1].headers["retry-after"] == "15"
        # Clicks go on.
        assert web.get(f"/api/games/{game['id']}").status_code == 200
        assert [web.get("/api/games").status_code for _n in range(40)] == [200] * 38 + [429] * 2
        clock[0] += 15
        assert [web.post(path).status_code for _n in range(2)] == [200, 429]
        assert status == 429


def test_a_clock_that_is_set_refuses_nobody(web_store, serve, monkeypatch):
    import time

    with serve(web_store, rate=40) as web:
        assert web.get("/api/games").status_code == 200
        for days in (-6, 6):
            now = time.time() + days * 86400
            monkeypatch.setattr(time, "time", lambda: now)  # noqa: B023
            for _n in range(10):
                assert web.get("/api/games").status_code == 200


def test_pages_and_files_are_counted_too(web_store, serve, clock):
    with serve(web_store, rate=10) as web:
        paths = ["/", "/static/js/page.js", "/nowhere", "/learn"]
        found = [web.get(path).status_code for path in paths * 11]
        assert found.count(429) == 4
        assert web.get("/openapi.json").status_code == 200
        assert web.get("/openapi.json").status_code == 429


def test_an_address_saves_only_so_much_a_day(web_store, serve, clock, monkeypatch):
    monkeypatch.setattr("mastermine.web.limits.DAILY_BYTES", 50_000)
    with serve(web_store, rate=10_000) as web:
        large = {"rules": "100x100x1500"}
        for _n in range(5):
            game = begin(web, **large)
            if move(web, game, "click 5,5").status_code != 200:
                break
            if web.post("/api/games", json=large).status_code != 201:
                break
        refused = web.post("/api/games", json=large)
        assert refused.status_code == 429
        assert "too much was saved" in refused.text
        position = {"rules": "classic", "turns": [["1122", "0B 1W"]]}
        assert web.post("/api/analyse/play", json=position).status_code == 429
        assert web.post("/api/analyse", json=position).status_code == 200  # It saves nothing.
        web.cookies.clear()  # Another browser of this address.
        assert web.post("/api/games", json=large).status_code == 429
        clock[0] += 24 * 3600
        game = web.post("/api/games", json={"rules": "100x100x1500"}).json()
        flags = " ".join(f"{x},{y}" for x in range(50) for y in range(60))
        path = f"/api/games/{game['id']}/moves"
        codes = [web.post(path, json={"move": f"flag {flags}"}).status_code for _n in range(5)]
        assert (codes[0], codes[-1]) == (200, 429)
    with serve(web_store) as alone:
        assert [alone.post("/api/games", json=large).status_code for _n in range(4)] == [201] * 4


def test_an_address_sends_only_so_much_a_minute(web_store, serve, clock, monkeypatch):
    monkeypatch.setattr("mastermine.web.limits.MINUTE_BYTES", 800)
    with serve(web_store, rate=10_000) as web:
        position = {"board": "\n".join(["#" * 30] * 16), "mines": 99}
        assert web.post("/api/analyse", json=position).status_code == 200
        refused = web.post("/api/analyse", json=position)
        assert refused.status_code == 429
        assert int(refused.headers["Retry-After"]) > 0
        clock[0] += 60
        assert web.post("/api/analyse", json=position).status_code == 200


@pytest.mark.parametrize("rules", ["classic", "100x100x1", "minesweeper:30x16x1"])
def test_what_is_saved_is_counted_with_its_history(tmp_path, serve, monkeypatch, rules):
    """A board that is opened as a whole, and rounds of a match, are more than their moves."""
    counted: list[int] = []
    monkeypatch.setattr("mastermine.web.limits.Rates.add", lambda *given: counted.append(given[2]))
    path = tmp_path / "games.sqlite"
    with open_store(path) as store, serve(store) as web:
        before = stored(path)
        for wanted in ({}, {"players": ["Ana", "Ben"], "rounds": 4}):
            game = begin(web, rules=rules, **wanted)
            texts = (
                ["hide 1122", "guess 1122"] * 4
                if rules == "classic"
                else ["begin", "click 1,1"] * 8
            )
            for text in texts:
                move(web, game, text, web.get(f"/api/games/{game['id']}").json()["version"])
    assert sum(counted) >= 0.8 * (stored(path) - before)


def stored(path: Path) -> int:
    """Letters of all games and of their history."""
    with closing(sqlite3.connect(path)) as connection:
        (games,) = connection.execute("SELECT total(length(data)) FROM saved").fetchone()
        (history,) = connection.execute("SELECT total(length(record)) FROM played").fetchone()
    return int(games + history)


def test_limits_count_a_network_of_ipv6_as_one_address():
    from mastermine.web.owner import network_of

    assert network_of("2001:db8:1:2:3::4") == network_of("2001:db8:1:2:ffff::1%eth0")
    assert network_of("2001:db8:1:2:3::4") != network_of("2001:db8:1:3:3::4")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"
    assert network_of("192.0.2.2") != network_of("192.0.2.1")
    assert network_of("testclient") == "testclient"


def test_a_server_without_a_rate_counts_nothing(web):
    assert {web.get("/api/words/en").status_code for _n in range(100)} == {200}
