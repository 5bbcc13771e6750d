"""The full screen in other languages, and on keyboards of other alphabets."""

from __future__ import annotations

from typing import Any

import pytest
from tests.pseudo import Pseudo, Turned, english
from tests.tui.screens import opened, shown

from mastermine.i18n.languages import LANGUAGES
from mastermine.i18n.text import speak, spoken
from mastermine.mastermind.rules import Mastermind
from mastermine.minesweeper.board import Layout
from mastermine.minesweeper.rules import Minesweeper
from mastermine.session import Contest, MastermindSession, MinesweeperSession, Mode, Race
from mastermine.tui.app import MastermineApp, in_latin
from mastermine.tui.dialogs import LoadDialog
from mastermine.tui.fields import Choice, Line
from mastermine.tui.keyboard_layouts import latin
from mastermine.tui.mastermind.answers import AnswerDesk
from mastermine.tui.mastermind.screen import MastermindScreen
from mastermine.tui.mastermind.watch import WatchCode
from mastermine.tui.minesweeper.watch import WatchField
from mastermine.tui.settings import Settings
from mastermine.tui.statistics import StatisticsScreen


def field() -> MinesweeperSession:
    layout = Layout.parse("....*/...../*...*/...../.....")
    return MinesweeperSession(Minesweeper(5, 5, 3), secret=layout)


def started() -> MastermindSession:
    session = MastermindSession(Mastermind(4, 6), secret=(2, 0, 3, 0))
    session.guess("1122")
    return session


# Which language is spoken.


def chosen(tag: str) -> None:
    settings = Settings.read()
    settings.language = tag
    settings.write()


def test_a_language_that_was_named_is_spoken_before_one_that_was_chosen() -> None:
    chosen("sk")
    speak(LANGUAGES["pl"])
    MastermineApp(named=True)
    assert spoken().tag == "pl"
    MastermineApp()
    assert spoken().tag == "sk"


def test_the_command_says_whether_a_language_was_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    from mastermine.cli import main

    made: list[bool] = []

    def run(app: Any, _rowcol: bool) -> None:
        made.append(app.settings.language == "sk" == spoken().tag)

    monkeypatch.setattr("mastermine.tui.command._run", run)
    monkeypatch.setattr("mastermine.tui.command._check_terminal", lambda: None)
    chosen("sk")
    for arguments in (["--lang", "pl", "tui", "--unicode"], ["tui", "--unicode"]):
        assert CliRunner().invoke(main, arguments).exit_code == 0
    assert made == [False, True]


@pytest.mark.parametrize(
    ("tag", "latin_tag"), [("sr", "sr-Latn"), ("ru", "en"), ("sk", "sk"), ("en", "en")]
)
def test_without_utf8_a_language_is_written_in_latin_letters(tag: str, latin_tag: str) -> None:
    assert in_latin(LANGUAGES[tag]).tag == latin_tag


# Keyboards.


@pytest.mark.parametrize(
    ("letter", "tag", "expected"),
    [
        ("р", "ru", "h"),
        ("р", "en", "h"),
        ("р", "sr", "r"),
        ("х", "sr", "h"),
        ("З", "sr-Latn", "Z"),
        ("Щ", "sr", "O"),
        ("ј", "ru", "j"),
        ("h", "ru", None),
        ("ж", "ru", None),
        ("1", "ru", None),
    ],
)
def test_a_letter_is_understood_by_its_place(letter: str, tag: str, expected: str | None) -> None:
    assert latin(letter, tag) == expected


async def test_a_game_is_played_with_a_keyboard_of_another_alphabet() -> None:
    session = field()
    async with opened(game=session) as (pilot, app):
        await pilot.press("enter", "р")  # H: a hint.
        assert session.hints == 1
        await pilot.press("ctrl+home", "end", "а")  # F: a flag.
        assert len(session.flags) == 1
        await pilot.press("г")  # U: undo.
        assert not session.flags
        await app.push_screen(LoadDialog())
        await pilot.press("р", "х")
        assert app.screen.query_one(Line).value == "рх"


async def test_pegs_are_typed_with_a_keyboard_of_another_alphabet() -> None:
    session = MastermindSession(Mastermind(4, 6))
    async with opened(game=session) as (pilot, app):
        await pilot.press("к", "п", "и", "н")  # R, G, B and Y in the places of QWERTY.
        assert isinstance(app.screen, MastermindScreen)
        draft = app.screen.filling.draft
        letters = [session.notation.colours[peg].letter for peg in draft.pegs if peg is not None]
        assert letters == ["r", "g", "b", "y"]


@pytest.mark.parametrize(
    ("tag", "pegs", "answer"),
    [("ru", "кзсж", "чб"), ("sr", "цзпж", "цб"), ("sk", "czml", "čb"), ("pl", "cznl", "cb")],
)
async def test_letters_of_the_language_are_keys(tag: str, pegs: str, answer: str) -> None:
    speak(LANGUAGES[tag])
    session = MastermindSession(Mastermind(4, 6))
    async with opened(game=session) as (pilot, app):
        await pilot.press(*pegs)
        assert isinstance(app.screen, MastermindScreen)
        draft = app.screen.filling.draft
        letters = [session.notation.letter(peg) for peg in draft.pegs if peg is not None]
        assert letters == [*pegs]
    session = MastermindSession(Mastermind(4, 6), Mode.PERSON)
    async with opened(game=session) as (pilot, app):
        await pilot.press(*answer)
        assert app.screen.query_one(AnswerDesk).answering.counts == [1, 1]


# No word is left in English.


PEOPLE = "Ана", "Борис"


@pytest.fixture
def turned(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every message has other letters."""
    language = Pseudo(Turned())
    monkeypatch.setitem(LANGUAGES, language.tag, language)
    speak(language)


def left(text: str) -> list[str]:
    """The lines in which a word is English that is no name and no key."""
    return english(text.splitlines(), {"Pseudo", *(f"F{n}" for n in range(1, 13))})


@pytest.mark.usefixtures("turned")
async def test_no_word_of_the_first_screens_is_english() -> None:
    async with opened(size=(200, 60)) as (pilot, app):

        async def checked(*keys: str) -> None:
            await pilot.press(*keys)
            assert left(await shown(pilot)) == []

        await checked()
        for name, value in [("level", "own"), ("way", "people"), ("game", "minesweeper")]:
            app.screen.query_one(f"#{name}", Choice).value = value
            await checked()
        app.screen.query_one("#level", Choice).value = "own"
        await checked()
        await checked("f1")
        await checked("escape", "f3")
        await checked("x", "enter")
        await checked("escape", "f4")
        await checked("x", "enter")
        await pilot.press("escape")
        await app.push_screen(StatisticsScreen())
        await checked()
        await checked("f1")


@pytest.mark.usefixtures("turned")
@pytest.mark.parametrize(
    ("game", "keys"),
    [
        (
            MastermindSession(Mastermind(4, 6, limit=3), secret=(2, 0, 3, 0)),
            "enter; 1 1 2 2 !; enter; f3; enter f4; f5; escape f1; escape f8; escape f9; escape f6",
        ),
        (started(), "f6; enter; f7; f1"),
        (
            MastermindSession(Mastermind(4, 6), Mode.PERSON),
            "1 1; enter; 0 0 enter; 3 0 enter; f1",
        ),
        (MastermindSession(Mastermind(3, 4), Mode.ADVERSARY), "1 2 3 enter; f4"),
        (
            field(),
            "g; k; s; down down enter; h; w; c; s; n; o; o; f; m; k; f1; escape v; n; f1",
        ),
        (MinesweeperSession(Minesweeper(5, 5, 5), Mode.ADVERSARY, seed=3), "enter; h"),
        (Contest(Mastermind(4, 6), PEOPLE), "1 enter; 1 1 2 2 enter; enter; 1 1 2 2 enter; enter"),
        (Race(Minesweeper(5, 5, 3), PEOPLE, seed=1), "f1; escape enter; enter; f6; enter; enter"),
    ],
)
async def test_no_word_of_a_game_is_english(game: Any, keys: str) -> None:
    async with opened(size=(200, 60), game=game) as (pilot, _app):
        assert left(await shown(pilot)) == []
        for some in keys.split(";"):
            await pilot.press(*some.split())
            assert left(await shown(pilot)) == [], some


@pytest.mark.usefixtures("turned")
async def test_no_word_is_english_while_a_strategy_is_watched() -> None:
    async with opened(size=(200, 60)) as (pilot, app):
        for watched in (WatchCode(Mastermind(4, 6), seed=1), WatchField(Minesweeper(5, 5, 5))):
            await app.push_screen(watched)
            for keys in ([], ["space"], ["space"], ["space"], ["f1"], ["escape", "a", "f10"]):
                await pilot.press(*keys)
                assert left(await shown(pilot)) == []
