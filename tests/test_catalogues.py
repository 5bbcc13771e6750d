"""The catalogues: complete, without leftovers, and with the same places in every language."""

from __future__ import annotations

import re
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest

from mastermine.i18n.languages import LANGUAGES

ROOT = Path(__file__).parent.parent
pytest.importorskip("babel", reason="catalogues are looked at with babel")
pytest.importorskip("fastapi", reason="the words of the pages need mastermine[web]")
if not (ROOT / "tools").exists():  # Only the sources have them.
    pytest.skip("the catalogues are made by the tools of the sources", allow_module_level=True)
sys.path.insert(0, str(ROOT / "tools"))

from babel.messages.catalog import Message  # noqa: E402

import catalogues  # noqa: E402
from latin import to_latin  # noqa: E402
from messages import template  # noqa: E402

PLACE = re.compile(r"\{[^{}]*\}")
KNOWN = {(message.id, message.context) for message in template() if message.id}
ADVICE = "run: make messages"


def english(message: Message) -> tuple[str, ...]:
    """The message, or its singular and plural."""
    return tuple(message.id) if isinstance(message.id, tuple | list) else (message.id,)


def forms(message: Message) -> tuple[str, ...]:
    """The translation, or its forms."""
    string = message.string or ""
    return (string,) if isinstance(string, str) else tuple(string)


def messages(language: str) -> list[Message]:
    return [message for message in catalogues.read(language) if message.id]


def wrong(language: str, agree: Callable[[tuple[str, ...], str], bool]) -> list[tuple[str, str]]:
    """Translations that do not agree with the English message; an empty one is none."""
    return [
        (english(message)[0], form)
        for message in messages(language)
        for form in forms(message)
        if form and not agree(english(message), form)
    ]


@pytest.mark.release
@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_every_message_is_translated_and_none_is_unused(language: str) -> None:
    """What is not yet translated is shown in English, so only a release needs every translation."""
    found = {(message.id, message.context): all(forms(message)) for message in messages(language)}
    missing = [key for key in KNOWN if not found.get(key)]
    unused = found.keys() - KNOWN
    for what, keys in (("not translated", missing), ("not used", unused)):
        if keys:
            report = "\n  ".join(sorted(str(text) for text, _context in keys))
            warnings.warn(
                f"Before a release: {what} in {language}: {len(keys)}; {ADVICE}\n  {report}",
                stacklevel=1,
            )


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_places_agree(language: str) -> None:
    """A form that stands for one thing alone may do without its number; no other place is lost."""

    def agree(texts: tuple[str, ...], form: str) -> bool:
        given = [set(PLACE.findall(text)) for text in texts]
        found = set(PLACE.findall(form))
        if len(texts) == 1:
            return found == given[0]
        return set.intersection(*given) - {"{n}"} <= found <= set.union(*given)

    assert wrong(language, agree) == []


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_plurals_have_three_forms(language: str) -> None:
    several = [
        message
        for message in messages(language)
        if len(english(message)) == 2 and all(forms(message))
    ]
    assert len(several) > 100
    assert {len(forms(message)) for message in several} == {3}
    if language not in ("pl", "sk"):  # There 21 goes with the form of 1.
        silent = [
            message.id
            for message in several
            if "{n}" in message.id[1]
            and "{n}" not in forms(message)[0]
            and "{inner}" not in message.id[1]  # A number on a cell has eight mines at most.
        ]
        assert silent == []


@pytest.mark.parametrize("language", catalogues.TRANSLATED)
def test_edges_and_paragraphs_agree(language: str) -> None:
    def agree(texts: tuple[str, ...], form: str) -> bool:
        return all(
            form.startswith(edge) == texts[0].startswith(edge)
            and form.endswith(edge) == texts[0].endswith(edge)
            for edge in (" ", "\n")
        ) and all(form.count(mark) == texts[0].count(mark) for mark in ("\n\n", "\b", "**"))

    assert wrong(language, agree) == []


@pytest.mark.parametrize("language", [tag for tag in LANGUAGES if tag != "en"])
def test_what_is_compiled_is_what_is_written(language: str) -> None:
    catalogue = LANGUAGES[language].catalogue
    written = catalogues.read(language.partition("-")[0])
    turn = to_latin if language == "sr-Latn" else str
    for message in written:
        if isinstance(message.id, str) and message.id:
            found = (
                catalogue.pgettext(message.context, message.id)
                if message.context
                else catalogue.gettext(message.id)
            )
            assert found == turn(forms(message)[0] or message.id), "run: make test"


@pytest.mark.parametrize(
    ("cyrillic", "latin"),
    [
        ("Љубав, Његош, Џем", "Ljubav, Njegoš, Džem"),
        ("ЉУБАВ ЊЕГОШ ЏЕМ", "LJUBAV NJEGOŠ DŽEM"),
        ("Погађајте код: {code} (1B 2W)", "Pogađajte kod: {code} (1B 2W)"),
        ("коњ, поље, ђак, ћуп, чиода, шах, жетон", "konj, polje, đak, ćup, čioda, šah, žeton"),
    ],
)
def test_serbian_in_latin_letters(cyrillic: str, latin: str) -> None:
    assert to_latin(cyrillic) == latin


def test_serbian_words_have_letters_of_one_script() -> None:
    mixed = re.compile(r"[А-Яа-яЂ-Џђ-џ][A-Za-z]|[A-Za-z][А-Яа-яЂ-Џђ-џ]")
    strings = [form for message in messages("sr") for form in forms(message)]
    assert [form for form in strings if mixed.search(PLACE.sub("", form))] == []
