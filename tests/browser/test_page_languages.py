"""The pages in other languages: whole games, no word in English, nothing cut on a telephone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from tests.browser.pages import Open, Shot, give_up, hinted, until
from tests.pseudo import TAG, Pseudo, Turned, english, pseudo

from mastermine.core.random import Random
from mastermine.i18n.languages import LANGUAGES
from mastermine.registry import parse_rules
from mastermine.web.languages import page_words

OTHERS = [tag for tag in LANGUAGES if tag != "en"]
VIEWS = {
    "/": "#live-mastermind .source",
    "/mastermind#new": "#setup[open]",
    "/mastermind?rules=classic&seed=1": ".guess-row.current",
    "/minesweeper#new": "#setup[open]",
    "/minesweeper?rules=9x9x10-noguess&seed=1": "html[data-ready] #field",
    "/laboratory": "#strategy-list input",
    "/learn": "#lesson-title",
    "/docs": "details",
}
"""Where to look, and what is there when all is."""
PHONE = (360, 740)
CUT = """() => [...document.querySelectorAll("button, legend, label, h1, h2, h3, a, td, th, p")]
  .filter((each) => each.checkVisibility() && each.clientWidth > 1)
  .filter((each) => !each.closest(".visually-hidden, .skip, .titles p"))
  .filter((each) => {
    const { overflowX } = getComputedStyle(each);
    const scrolls = ["visible", "auto"].includes(overflowX) && !each.matches("button, .button");
    const inside = each.parentElement.closest("pre, table, nav") === null;
    return (!scrolls && each.scrollWidth > each.clientWidth + 1)
      || (inside && each.getBoundingClientRect().right > innerWidth + 1);
  })
  .map((each) => `${each.tagName} ${each.id} ${each.className}: ${each.textContent}`)"""


def settled(page: Any, path: str, last: str) -> None:
    page.goto(path)
    page.wait_for_selector("mm-header nav")
    page.wait_for_selector(last)


def whole(page: Any, where: str) -> None:
    """Nothing of what is shown is cut, or wider than the window."""
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, where
    assert page.evaluate(CUT) == [], where


def helped_to_the_end(page: Any) -> None:
    """A game of Mastermind with each kind of help, given up."""
    settled(page, "/mastermind?rules=classic&seed=1", ".guess-row.current")
    page.keyboard.type("1122")
    page.keyboard.press("Enter")
    page.wait_for_selector(".guess-row.done")
    for kind in ("hint", "hint", "hint", "why", "candidates"):
        page.click("#menu")
        page.click(f"#menu-{kind}")
        page.wait_for_selector(f"#{kind}:not([aria-busy], :disabled)", state="attached")
        page.wait_for_selector("mastermind-help:not(:empty)")
        whole(page, kind)
    give_up(page)
    page.wait_for_selector("#result-title")


def people_at_mastermind(page: Any) -> None:
    """The form for people, and a match up to the end of its first board."""
    settled(page, "/mastermind#new", "#setup[open]")
    page.check("input[value=people]")
    whole(page, "people")
    page.click("#start")
    for code in ("1234", "1111"):
        page.wait_for_selector("#cover")
        whole(page, f"before {code}")
        page.click("#ready")
        page.wait_for_selector(".guess-row.current")
        page.keyboard.type(code)
        page.keyboard.press("Enter")
    page.wait_for_selector(".guess-row.done")
    whole(page, "a match")
    give_up(page)
    page.wait_for_selector("#cover #standings")


def looked_back_on(page: Any) -> None:
    """A game of Minesweeper with guesses, and its review with every click."""
    settled(page, "/minesweeper?rules=9x9x10-any&seed=3", "html[data-ready] #field")
    for y, x in ((2, 3), (3, 7), (1, 1)):
        page.locator(f'#field [aria-rowindex="{y}"] [aria-colindex="{x}"]').click()
    give_up(page)
    page.click("#end-review")
    page.check("#review-all")


def people_at_minesweeper(page: Any) -> None:
    """The form for people, and a race before its first click."""
    settled(page, "/minesweeper#new", "#setup[open]")
    page.check("input[value=people]", force=True)
    whole(page, "people")
    settled(page, "/minesweeper?rules=9x9x10-open&players=Ana,Boris", "#race-begin")


PLAYED = (helped_to_the_end, people_at_mastermind, looked_back_on, people_at_minesweeper)


# By default the longest words of all languages together stand for each of them, below.
@pytest.mark.parametrize("tag", OTHERS)
def test_nothing_is_cut_on_a_telephone(page: Open, tag: str, shot: Shot) -> None:
    shown = page("/learn", locale=tag, size=PHONE, touch=True)
    for view, last in VIEWS.items():
        settled(shown, view, last)
        assert shown.evaluate("document.documentElement.lang") == tag
        whole(shown, view)
        shot(shown, f"language-{tag}-{re.sub(r'[^a-z]+', '-', view.partition('&')[0]).strip('-')}")


def longest() -> dict[str, Any]:
    """The words of the page, each message in the language in which it is the longest."""
    catalogues = [page_words(LANGUAGES[tag]) for tag in OTHERS]
    messages: dict[str, Any] = {}
    for words in catalogues:
        for message, turned in words["messages"].items():
            forms = [turned] if isinstance(turned, str) else turned
            of = messages.get(message, "")
            now = of if isinstance(of, str) else of[0]
            most = max([now, *forms], key=len)
            messages[message] = most if isinstance(turned, str) else [most] * 3
    return {"lang": "sr", "messages": messages}


@pytest.mark.parametrize("play", PLAYED)
def test_games_have_room_for_the_longest_words(
    page: Open, play: Callable[[Any], None], shot: Shot
) -> None:
    shown = page("/docs", locale="sr", size=PHONE, touch=True)
    words = longest()
    shown.route("**/api/words/sr*", lambda route: route.fulfill(json=words))
    play(shown)
    whole(shown, "the end")
    shot(shown, f"language-longest-{play.__name__}")


def test_a_game_of_mastermind_in_polish(page: Open) -> None:
    words, rules = LANGUAGES["pl"].catalogue, parse_rules("classic")
    at = page("/mastermind?rules=classic&seed=pl", locale="pl-PL")
    for guess in ("1122", rules.format_secret(rules.draw(Random("pl")))):
        at.wait_for_selector(".guess-row.current:not([aria-busy=true])")
        at.keyboard.type(guess)
        at.keyboard.press("Enter")
        at.wait_for_selector(f".guess-row.done:has([data-digit='{guess[3]}'])")
    at.wait_for_selector("#result-title")
    found = words.ngettext("Found in {n} guess.", "Found in {n} guesses.", 2)
    assert found.format(n=2) in at.inner_text("#result-title")
    at.goto("/mastermind#new")
    at.wait_for_selector("#setup[open]")
    assert at.inner_text("#setup label:has([value=computer]) strong").startswith("Komputer")


def test_a_minefield_in_serbian(page: Open) -> None:
    """Opened by the hints alone, whose reasons are in Serbian."""
    at = page("/minesweeper?rules=9x9x10-noguess&seed=won", locale="sr-RS")
    at.wait_for_selector("html[data-ready]")
    at.locator('#field [aria-rowindex="5"] [aria-colindex="5"]').click()
    at.wait_for_selector('#field [data-sign="0"]')
    reasons = set()
    while True:
        at.keyboard.press("h")  # It waits for the click before, which may have been the last.
        at.wait_for_selector("#answer p, #end")
        if at.locator("#end").is_visible():
            break
        hinted(at, lambda: at.keyboard.press("h"), 2)
        reasons.add(at.inner_text("#answer"))
        at.click("#hint-do")
        at.wait_for_selector("#hint-do", state="detached")
        assert len(reasons) < 80
    assert at.get_attribute("#end", "data-outcome") == "won"
    assert all(re.search("[а-я]{4}", reason) for reason in reasons)


def test_letters_are_keys_on_a_keyboard_of_another_alphabet(page: Open) -> None:
    at = page("/minesweeper?rules=9x9x10-noguess&seed=won", locale="ru-RU")
    at.wait_for_selector("html[data-ready]")
    at.locator('#field [aria-rowindex="5"] [aria-colindex="5"]').click()
    at.wait_for_selector('#field [data-sign="0"]')
    press = "key => document.body.dispatchEvent(new KeyboardEvent('keydown', key))"
    at.evaluate(press, {"key": "р", "code": "KeyH", "bubbles": True})
    at.wait_for_selector("#answer p")


def test_letters_of_the_language_are_pegs_on_the_analysis_board(page: Open) -> None:
    at = page("/analyse?rules=4x6&turns=", locale="ru-RU")
    at.wait_for_selector("html[data-ready]")
    at.locator('.hole[tabindex="0"]').focus()
    press = "key => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', key))"
    for _place in range(4):
        at.evaluate(press, {"key": "з", "code": "KeyP", "bubbles": True})
    until(at, "() => /[^\\d]|\\d{4}/.test(document.querySelector('#position').value)")
    at.evaluate(press, {"key": "я", "code": "KeyZ", "bubbles": True, "ctrlKey": True})
    until(at, "() => !document.querySelector('#position').value.startsWith('2222')")


# A language that nobody speaks finds the words that pass through no catalogue.

SEEN = """() => {
  const found = [];
  const same = "code, kbd, pre, .source, script, style, option[lang]";
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    if (!walk.currentNode.parentElement.closest(same)) found.push(walk.currentNode.data);
  }
  for (const each of document.querySelectorAll("[aria-label], [title], [alt], [placeholder]")) {
    if (each.closest(same)) continue;
    for (const name of ["aria-label", "title", "alt", "placeholder"]) {
      found.push(each.getAttribute(name) ?? "");
    }
  }
  found.push(document.title);
  return found;
}"""


def test_no_word_is_left_in_english(page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LANGUAGES, TAG, Pseudo(Turned()))
    shown = page("/learn", locale="en-GB")
    messages = {
        message: pseudo(message) if isinstance(turned, str) else [pseudo(message)] * 3
        for message, turned in page_words(LANGUAGES["sr"])["messages"].items()
    }
    # Dates and numbers are those of a language that the browser knows.
    words = {"lang": "ru", "messages": messages}
    shown.route(f"**/api/words/{TAG}*", lambda route: route.fulfill(json=words))
    shown.context.add_cookies([{"name": "language", "value": TAG, "url": shown.url}])
    left = {}
    for view, last in VIEWS.items():
        if view != "/docs":  # Answers to programs are in English only.
            settled(shown, view, last)
            left[view] = english(shown.evaluate(SEEN))
    assert {view: texts for view, texts in left.items() if texts} == {}
