"""What all pages stand on: elements, words, the line to the server, header, themes, dialogs."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.browser.pages import Axe, Open

PAGES = ("/", "/mastermind", "/minesweeper", "/analyse", "/laboratory", "/learn")


def in_module(shown: Any, module: str, body: str, argument: Any = None) -> Any:
    """What a function of a module gives; ``body`` is an expression of ``m`` and ``x``."""
    return shown.evaluate(
        f"x => import('/static/js/{module}.js').then(async m => ({body}))", argument
    )


def test_every_page_leads_to_all_others(page: Open) -> None:
    shown = page()
    for path in PAGES:
        shown.goto(path)
        shown.wait_for_selector("mm-header nav")
        links = shown.locator("mm-header a:not(.skip)")
        assert [links.nth(i).get_attribute("href") for i in range(links.count())] == list(PAGES)
        current = shown.locator("mm-header [aria-current=page]")
        assert [current.nth(i).get_attribute("href") for i in range(current.count())] == [path]


def test_elements_take_text_and_never_markup(still: Open) -> None:
    shown = still("/learn")
    made = in_module(
        shown,
        "element",
        "m.el('p', {class: ['a', false, 'b'], 'aria-pressed': false, title: '<i>', hidden: null,"
        " dataset: {row: 3}, style: {'--part': 2}}, '<b>', [1, null, false, m.el('i')]).outerHTML",
    )
    assert made.endswith(">&lt;b&gt;1<i></i></p>")
    for part in ('class="a b"', 'aria-pressed="false"', 'data-row="3"', "--part: 2"):
        assert part in made
    assert "hidden" not in made


def test_the_switch_changes_the_language_of_page_and_server(
    page: Open, axe: Axe, watch: Any
) -> None:
    watch.allow("status of 404")
    shown = page("/learn")
    shown.click("#theme-button")
    shown.get_by_label("Language", exact=True).select_option(label="Српски")
    shown.wait_for_selector("html[lang=sr] mm-header nav")
    assert shown.inner_text("mm-header nav [href='/learn']") != "Learn"
    assert shown.title() == f"{shown.inner_text('#lesson-title')} – Mastermine"
    message = in_module(shown, "api", "await m.get('/api/games/nothing').catch(e => e.message)")
    assert re.search("[а-я]", message)
    axe(shown)
    shown.reload()
    shown.wait_for_selector("html[lang=sr] mm-header nav")
    assert in_module(shown, "numbers", "m.decimal(1296.5, 1)") == "1.296,5"


def test_words_are_kept_for_a_lost_line(page: Open, watch: Any) -> None:
    words = {
        "lang": "sr",
        "messages": {"Learn": "Uči", "{n} row": ["{n} red", "{n} reda", "{n} redova"]},
    }
    shown = page("/learn", locale="sr")
    shown.route("**/api/words/sr*", lambda route: route.fulfill(json=words))
    shown.reload()
    shown.wait_for_selector("mm-header nav :text('Uči')")
    assert in_module(shown, "text", "m.ngettext('{n} row', '{n} rows', 21)") == "21 red"
    assert in_module(shown, "text", "m.ngettext('{n} row', '{n} rows', 5)") == "5 redova"
    watch.allow("ERR_FAILED")
    shown.unroute("**/api/words/sr*")
    shown.route("**/api/words/sr*", lambda route: route.abort())
    shown.reload()
    shown.wait_for_selector("mm-header nav :text('Uči')")


def test_a_mistake_is_reported_in_the_words_of_the_server(page: Open, watch: Any) -> None:
    watch.allow("status of 4")
    shown = page("/learn")
    message = in_module(
        shown,
        "api",
        "await m.get('/api/games/nothing').catch(e => [e.name, e.status, e.message])",
    )
    assert message[:2] == ["ApiError", 404]
    assert "this game no longer exists" in message[2]
    message = in_module(
        shown,
        "api",
        "await m.post('/api/analyse', {board: '1#1\\n###\\n1#3', mines: 1}).catch(e => e.cells)",
    )
    assert message == ["0,2", "2,2"]


def test_a_lost_line_is_waited_out(page: Open, watch: Any) -> None:
    """A move with a version is sent until it arrives; one that may have been made is not."""
    watch.allow("ERR_FAILED")
    watch.allow("ERR_INTERNET_DISCONNECTED")
    shown = page("/learn")
    new = in_module(shown, "api", "await m.post('/api/games', {rules: 'classic', seed: 'x'})")
    shown.evaluate("path => void (window.path = path)", f"/api/games/{new['id']}/moves")
    down = [True]
    sent: list[str] = []

    def line(route: Any) -> None:
        sent.append(route.request.method)
        if down[0]:
            route.abort()
        else:
            route.continue_()

    shown.route("**/api/games/**", line)
    shown.route("**/static/icon.svg", line)
    shown.evaluate(
        "version => { window.answer = import('/static/js/api.js')"
        ".then(m => m.post(window.path, {move: 'guess 1122', version})) }",
        new["version"],
    )
    shown.wait_for_selector("#lost")
    assert "Connection lost" in shown.inner_text("#lost")
    down[0] = False
    shown.click("#lost button")
    assert shown.evaluate("window.answer.then(game => game.moves)") == 1
    shown.wait_for_selector("#lost", state="detached")

    down[0] = True
    sent.clear()
    shown.evaluate(
        "() => { window.answer = import('/static/js/api.js')"
        ".then(m => m.post(window.path, {move: 'guess 3344'})).catch(e => e.kind) }"
    )
    shown.wait_for_selector("#lost")
    down[0] = False
    shown.click("#lost button")
    assert shown.evaluate("window.answer") == "Lost"
    assert sent.count("POST") == 1


def test_a_move_whose_answer_was_lost_counts_once(page: Open, watch: Any) -> None:
    watch.allow("ERR_FAILED")
    watch.allow("status of 409")
    shown = page("/learn")
    new = in_module(shown, "api", "await m.post('/api/games', {rules: 'classic', seed: 'x'})")
    first = [True]

    def line(route: Any) -> None:
        if first[0]:
            first[0] = False
            route.fetch()  # It reaches the server, the answer does not come back.
            route.abort()
        else:
            route.continue_()

    shown.route("**/moves", line)
    message = in_module(
        shown,
        "api",
        "await m.post(`/api/games/${x.id}/moves`, {move: 'guess 1122', version: x.version})",
        new,
    )
    assert message["moves"] == 1
    assert message["version"] == new["version"] + 1


def test_a_request_can_be_called_off(still: Open) -> None:
    shown = still("/learn")
    message = in_module(
        shown,
        "api",
        "(() => { const end = new AbortController(); const answer = m.get('/api/about',"
        " {signal: end.signal}).catch(e => e.name); end.abort(); return answer; })()",
    )
    assert message == "AbortError"


def test_themes_are_chosen_and_remembered(page: Open) -> None:
    shown = page("/learn", theme="dark")

    def ground() -> str:
        return str(shown.evaluate("getComputedStyle(document.documentElement).backgroundColor"))

    dark = ground()
    shown.click("#theme-button")
    shown.get_by_label("Light").check()
    light = ground()
    shown.get_by_label("High contrast").check()
    assert len({dark, light, ground()}) == 3
    shown.reload()
    shown.wait_for_selector("html[data-contrast=more]")
    shown.click("#theme-button")
    assert shown.get_by_label("High contrast").is_checked()
    shown.get_by_label("Same as system").check()
    assert ground() == dark
    shown.keyboard.press("Escape")
    assert not shown.locator("#themes").is_visible()


def test_more_contrast_is_worn_where_the_system_asks_for_it(page: Open) -> None:
    shown = page("/learn", contrast="more")
    assert shown.evaluate("document.documentElement.dataset.contrast") == "more"
    assert page("/learn").evaluate("document.documentElement.dataset.contrast") == "normal"


def test_messages_are_shown_and_said(page: Open, axe: Axe) -> None:
    shown = page("/learn")
    shown.wait_for_selector("main h1")
    in_module(shown, "page", "void m.tell('It went wrong', 'bad')")
    assert shown.inner_text("#toasts .toast.bad p") == "It went wrong."
    assert shown.inner_text("#said") == "It went wrong."
    axe(shown)
    shown.get_by_role("button", name="Close the message").click()
    assert shown.locator(".toast").count() == 0
    in_module(shown, "page", "void m.say('Twice')")
    in_module(shown, "page", "void m.say('Twice')")
    assert shown.text_content("#said") == "Twice\u00a0"


def test_a_question_is_answered_or_left(page: Open, axe: Axe) -> None:
    shown = page("/learn")
    shown.wait_for_selector("main h1")
    ask = (
        "() => { window.answer = import('/static/js/page.js').then(m => m.ask({title: 'Sure?',"
        " body: 'Really', actions: [{label: 'No', value: 'no'},"
        " {label: 'Yes', value: 'yes', kind: 'danger'}]})) }"
    )
    shown.evaluate(ask)
    shown.wait_for_selector("dialog[open]")
    axe(shown)
    shown.get_by_role("button", name="Yes").click()
    assert shown.evaluate("window.answer") == "yes"
    shown.evaluate(ask)
    shown.wait_for_selector("dialog[open]")
    shown.keyboard.press("Escape")
    assert shown.evaluate("window.answer") is None
    assert shown.locator("dialog").count() == 0


def test_a_browser_without_memory_can_be_used(page: Open) -> None:
    shown = page("/learn")
    shown.evaluate(
        "Object.defineProperty(window, 'localStorage', {get() { throw new Error('closed') }})"
    )
    assert in_module(shown, "page", "(m.save('a', 1), m.read('a', 'none'))") == "none"


def test_settings_are_kept_as_they_are(still: Open) -> None:
    shown = still("/learn")
    value = {"rows": [1, None, "ž"]}
    assert in_module(shown, "page", "(m.save('a', x), m.read('a'))", value) == value
    kept = shown.evaluate("localStorage.getItem('mastermine.a')")
    assert json.loads(kept) == value
