"""The option `--lang`, and the language of the system."""

from __future__ import annotations

import gettext
import json
import os
from collections.abc import Iterator
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from mastermine.cli import COMMANDS, extract_language, main
from mastermine.i18n.languages import ENGLISH, LANGUAGES, Language
from mastermine.i18n.text import speak, spoken

LOCALES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


class Loud(gettext.NullTranslations):
    """A language in which everything is said with an exclamation mark before it."""

    def gettext(self, message: str) -> str:
        return f"!{message}"


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A system that speaks English, and a Polish that anybody can understand."""
    for name in LOCALES:
        monkeypatch.setenv(name, "")
    monkeypatch.setitem(vars(LANGUAGES["pl"]), "catalogue", Loud())
    domain = gettext.textdomain()
    yield
    gettext.textdomain(domain)
    speak(ENGLISH)


def run(*arguments: str, **environment: str) -> Result:
    env = {"LANGUAGE": "", **environment}
    return CliRunner().invoke(main, arguments, env=env, prog_name="mastermine")


@pytest.mark.parametrize(
    ("words", "name", "left"),
    [
        ("play classic", None, "play classic"),
        ("--lang pl play classic", "pl", "play classic"),
        ("play --lang pl classic", "pl", "play classic"),
        ("play classic --lang=pl", "pl", "play classic"),
        ("--lang hr play --lang pl", "pl", "play"),
        ("play -- --lang pl", None, "play -- --lang pl"),
        ("--lang pl play -- --lang", "pl", "play -- --lang"),
        ("play --language pl", None, "play --language pl"),
    ],
)
def test_it_is_taken_out_wherever_it_stands(words: str, name: str | None, left: str) -> None:
    assert extract_language(words.split()) == (name, left.split())


@pytest.mark.parametrize(
    "words", ["--lang", "play --lang", "play --lang=", "--lang --help", "presets --lang -- pl"]
)
def test_it_needs_a_language(words: str) -> None:
    with pytest.raises(click.UsageError, match="--lang takes a language"):
        extract_language(words.split())
    report = run(*words.split())
    assert report.exit_code == 2
    assert report.stderr.count("\n") == 1


@pytest.mark.parametrize("words", ["presets --lang pl", "--lang pl presets", "presets --lang=PL"])
def test_what_is_said_is_in_that_language(words: str) -> None:
    report = run(*words.split())
    assert report.exit_code == 0
    assert "!For more about each game: mastermine presets --long" in report.stdout
    assert report.stderr == ""
    assert spoken() is LANGUAGES["pl"]


def test_the_system_decides_where_nothing_is_said() -> None:
    assert "!For more about each game" in run("presets", LANG="pl_PL.UTF-8").stdout
    assert "!" not in run("presets", LANG="en_GB.UTF-8").stdout
    assert "!" not in run("presets", "--lang", "en", LANG="pl_PL.UTF-8").stdout


def test_help_is_translated_when_it_is_shown() -> None:
    report = run("--lang", "pl", "--help").stdout
    assert "!Play and solve Mastermind" in report
    assert "--lang !LANG" in report
    assert "!Language: en, sr," in report
    assert "!Show the version and exit." in report
    for name, (_home, does) in COMMANDS.items():
        assert f"  {name} " in report
        assert f"!{does[:30]}" in report


def test_who_requests_words_and_who_begins_later_speaks_it_too() -> None:
    run("presets", "--lang", "pl")
    assert gettext.textdomain() == "mastermine"
    folder = gettext.bindtextdomain("mastermine")
    assert folder.endswith("locale")


def test_processes_that_begin_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "hr")
    main.make_context("mastermine", ["presets", "--lang", "pl"])
    assert os.environ["LANGUAGE"] == "pl"


@pytest.mark.parametrize(("name", "hint"), [("srb", "sr"), ("xx", "known are: en, sr, sr-Latn")])
def test_an_unknown_language_is_reported_in_a_line(name: str, hint: str) -> None:
    report = run("presets", "--lang", name, LANG="pl_PL.UTF-8")
    assert report.exit_code == 0
    [line] = report.stderr.splitlines()
    assert line.startswith(f"mastermine: there is no language '{name}'; ")
    assert hint in line
    assert "!" not in report.stdout


def test_a_language_that_is_not_compiled_is_reported_in_a_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nothing(_language: Language) -> Any:
        raise FileNotFoundError

    monkeypatch.setattr(Language, "catalogue", property(nothing))
    report = run("presets", "--json", "--lang", "ru")
    assert report.exit_code == 0
    [line] = report.stderr.splitlines()
    assert "Русский" in line
    assert json.loads(report.stdout)
    assert spoken() is ENGLISH


def test_its_help_names_every_language() -> None:
    report = " ".join(run("--help").stdout.split())
    assert f"Language: {', '.join(LANGUAGES)}." in report


@pytest.mark.parametrize("words", ["--lang", "play --lang", "--lang --he", "--lang xx"])
def test_completing_says_nothing(words: str) -> None:
    report = run(
        _MASTERMINE_COMPLETE="bash_complete", COMP_WORDS=f"mastermine {words} ", COMP_CWORD="9"
    )
    assert report.exit_code == 0
    assert report.stderr == ""
