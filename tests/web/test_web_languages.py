"""Which language a request is answered in."""

from __future__ import annotations

import re
from typing import Any

import pytest

from mastermine.i18n.languages import LANGUAGES
from mastermine.web.assets import FOLDER
from mastermine.web.pages import PAGES

pytestmark = pytest.mark.rest

CYRILLIC = re.compile("[а-яА-Я]{3}")


@pytest.mark.parametrize(
    ("headers", "tag"),
    [
        ({}, "en"),
        ({"accept-language": "de, fr;q=0.5"}, "en"),
        ({"accept-language": "sk"}, "sk"),
        ({"accept-language": "en;q=0.3, pl-PL;q=0.8, hr;q=0.1"}, "pl"),
        ({"accept-language": "sr-Latn-RS, sr"}, "sr-Latn"),
        ({"accept-language": "ru;q=nonsense, hr;q=0.1"}, "hr"),
        ({"accept-language": "ru", "cookie": "language=hr"}, "hr"),
        ({"accept-language": "ru", "cookie": "language=tlh"}, "ru"),
        ({"accept-language": "ru", "cookie": "language=../../etc"}, "ru"),
        ({"accept-language": ",;q=,,;;", "cookie": 'a="b; language=sk;;="'}, "sk"),
        ({"cookie": "mastermine=1; language=sr"}, "sr"),
        ({"cookie": 'other={"a": [1, 2]}; language=sr'}, "sr"),
        ({"accept-language": "ru", "cookie": 'language="hr"'}, "hr"),
    ],
)
def test_a_page_has_the_language_that_is_requested(
    web: Any, headers: dict[str, str], tag: str
) -> None:
    answer = web.get("/learn", headers=headers)
    assert f'<html lang="{tag}">' in answer.text
    assert "Cookie" in answer.headers["vary"]
    assert "Accept-Language" in answer.headers["vary"]


@pytest.mark.parametrize("path", PAGES)
def test_the_first_words_of_a_page_are_translated(web: Any, path: str) -> None:
    text = web.get(path, headers={"accept-language": "ru"}).text
    for words in ("<noscript>(.*)</noscript>", '<meta name="description" content="(.*)">'):
        found = re.search(words, text)
        assert found is not None
        assert CYRILLIC.search(found[1])
    assert path in ("/", "/mastermind", "/docs") or re.search(f"<title>.*{CYRILLIC.pattern}", text)


def test_a_page_in_another_language_is_another_page(web: Any) -> None:
    english, polish = (
        web.get("/", headers={"accept-language": tag}).headers["etag"] for tag in ("en", "pl")
    )
    assert english != polish
    again = web.get("/", headers={"accept-language": "pl", "if-none-match": english})
    assert again.status_code == 200
    again = web.get("/", headers={"accept-language": "pl", "if-none-match": polish})
    assert again.status_code == 304


def test_mistakes_are_reported_in_the_language_of_who_made_them(web: Any) -> None:
    answers = [
        web.get("/api/games/nothing", headers={"accept-language": tag}).json() for tag in LANGUAGES
    ]
    assert len({answer["error"]["message"] for answer in answers}) == len(LANGUAGES)
    refused = web.post(
        "/api/games", headers={"accept-language": "sr", "origin": "http://elsewhere"}, json={}
    )
    assert CYRILLIC.search(refused.json()["error"]["message"])


@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_page_gets_the_words_of_the_catalogue(web: Any, tag: str) -> None:
    words = web.get(f"/api/words/{tag}").json()
    assert words["lang"] == tag
    for english, word in words["messages"].items():
        language = LANGUAGES[tag].catalogue
        assert (word[0] if isinstance(word, list) else word) in (
            language.gettext(english),
            language.ngettext(english, english, 1),
        )
    assert len(words["messages"]) > 600 or tag == "en"


def test_the_switch_offers_every_language() -> None:
    listed = re.findall(
        r'^  "?([\w-]+)"?: "([^"]+)",$',
        (FOLDER / "js" / "languages.js").read_text("utf-8"),
        re.MULTILINE,
    )
    assert dict(listed) == {tag: language.name for tag, language in LANGUAGES.items()}


def test_a_mistake_of_the_server_is_reported_in_the_language_too(
    web: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mastermine.web.about.GAMES", None)
    answer = web.get("/api/about", headers={"accept-language": "ru"})
    assert answer.status_code == 500
    assert CYRILLIC.search(answer.json()["error"]["message"])
