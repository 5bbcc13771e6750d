from __future__ import annotations

import re
from typing import Any

import pytest


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
    answer = web.get("/static/js/page.js", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"].startswith("text/javascript")


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


def test_who_opens_a_page_has_a_cookie_before_it_asks_for_anything(web_app, browse):
    with browse(web_app) as web:
        page = web.get("/")
        given = page.headers["set-cookie"]
        assert "httponly" in given.lower()
        assert "samesite=lax" in given.lower()
        assert "set-cookie" not in web.get("/api/games").headers
        # A returning visitor keeps the same one for longer.
        again = web.get("/", headers={"if-none-match": page.headers["etag"]})
        assert again.status_code == 304
        assert again.headers["set-cookie"] == given
        assert "set-cookie" not in web.get("/static/js/page.js").headers


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
        for host in ("elsewhere.example", "127.0.0.1.elsewhere.example", "[::1", "@:"):
            assert refused(web.get("/api/about", headers={"host": host}))[0] == 421, host


def test_too_many_requests_are_answered_with_the_time_to_retry(web_store, serve):
    with serve(web_store, rate=40) as web:
        game = web.post("/api/games", json={"rules": "classic"}).json()
        requested = [web.post(f"/api/games/{game['id']}/help/hint") for _n in range(5)]
        assert [answer.status_code for answer in requested] == [200] * 4 + [429]
        status, message = refused(requested[-1])
        assert "at most 4 a minute" in message
        assert 1 <= int(requested[-1].headers["retry-after"]) <= 61
        # Clicks go on.
        assert web.get(f"/api/games/{game['id']}").status_code == 200
        assert [web.get("/api/games").status_code for _n in range(40)].count(429) > 0
        assert status == 429


def test_a_server_without_a_rate_counts_nothing(web):
    assert {web.get("/api/words/en").status_code for _n in range(100)} == {200}
