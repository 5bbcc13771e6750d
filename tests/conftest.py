from __future__ import annotations

import gettext
import os
import signal
from collections.abc import Callable, Iterator, Mapping
from gettext import NullTranslations
from typing import Any

import coverage
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from tests.sessions import Time

from mastermine.cli import NUMBERS
from mastermine.i18n.languages import ENGLISH, Language
from mastermine.i18n.text import speak
from mastermine.mastermind.colours import MAX_COLOURS
from mastermine.mastermind.rules import (
    MAX_GUESSES,
    MAX_PLACES,
    MAX_SHOWN,
    Answer,
    Mastermind,
)
from mastermine.minesweeper.board import MAX_CELLS_A_SIDE, Layout
from mastermine.minesweeper.rules import First, Minesweeper

settings.register_profile(
    "here",
    deadline=None,
    max_examples=50,
    # The machine may have a lot else to do.
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.register_profile("ci", settings.get_profile("here"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


REST = {"browser", "fuzz", "tui"}
WHOLE_GAMES = {"test_a_game_is_won_by_keys", "test_a_whole_game_by_keys"}


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A test that switches the language leaves it as it was, the one of the command line, too."""
    monkeypatch.setenv("LANGUAGE", "")
    for kind in NUMBERS:
        monkeypatch.setattr(kind, "name", kind.name)
    domain = gettext.textdomain()
    yield
    gettext.textdomain(domain)
    speak(ENGLISH)


@st.composite
def every_rules(draw: st.DrawFn) -> Mastermind:
    """Any rules that there are, with `@given(rules=infer)`."""
    answer = draw(st.sampled_from(Answer))
    places = draw(st.integers(1, MAX_SHOWN if answer is Answer.PLACES else MAX_PLACES))
    blank = draw(st.booleans())
    repeats = draw(st.booleans())
    colours = draw(st.integers(1 if repeats else max(1, places - blank), MAX_COLOURS))
    limit = draw(st.none() | st.integers(1, 20) | st.integers(1, MAX_GUESSES))
    return Mastermind(places, colours, repeats, blank, answer, limit)


st.register_type_strategy(Mastermind, every_rules())


@st.composite
def every_minefield(draw: st.DrawFn) -> Minesweeper:
    """Any rules of Minesweeper, small fields more often than large ones."""
    side = st.integers(1, 8) | st.integers(1, MAX_CELLS_A_SIDE)
    width, height, first = draw(side), draw(side), draw(st.sampled_from(First))
    if width * height < 10:
        width += 3
        height += 3
    around = min(3, width) * min(3, height) if first is First.OPEN else 1
    mines = draw(st.integers(1, width * height - around))
    noguess = first is not First.ANY and draw(st.booleans())
    return Minesweeper(width, height, mines, first, noguess)


@st.composite
def every_layout(draw: st.DrawFn) -> Layout:
    """Any layout of mines."""
    side = st.integers(1, 8) | st.integers(1, MAX_CELLS_A_SIDE)
    width, height = draw(side), draw(side)
    size = width * height
    bits = draw(st.integers(0, (1 << size) - 1) | st.sampled_from([0, (1 << size) - 1]))
    return Layout(width, height, bytes(bits >> i & 1 for i in range(size)))


st.register_type_strategy(Minesweeper, every_minefield())
st.register_type_strategy(Layout, every_layout())


def pytest_configure() -> None:
    unlock_coverage()
    # In the background of a shell Ctrl-C is ignored, and so it would be by all that tests start.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)  # Before -m chooses.
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole folders are of the rest, but for one whole game on each face."""
    for item in items:
        if item.path.parent.name in REST and item.name not in WHOLE_GAMES:
            item.add_marker(pytest.mark.rest)


def unlock_coverage() -> None:
    """See that an error out of a clock, as OutOfTime, cannot leave the data of coverage locked.

    Coverage locks them in functions of Python, in which such an error may be raised as anywhere.
    """
    measured = coverage.Coverage.current()
    collector = None if measured is None else measured._collector
    if collector is not None and collector.data_lock is not None:
        lock, unlock = collector.data_lock.acquire, collector.data_lock.release
        holders: list[Any] = [collector, *collector.tracers]
        for one in holders:
            one.lock_data, one.unlock_data = lock, unlock


@pytest.fixture(autouse=True, scope="session")
def own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Runs are separate from those of the person who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        patch.delenv("MASTERMINE_STORE", raising=False)
        patch.setenv("MPLCONFIGDIR", str(tmp_path_factory.mktemp("matplotlib")))
        yield


@pytest.fixture(autouse=True, scope="session")
def in_english() -> Iterator[None]:
    """Whatever language the system of who runs the tests has."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
            patch.delenv(name, raising=False)
        patch.setenv("LANG", "C.UTF-8")
        yield


@pytest.fixture(autouse=True, scope="session")
def same_seed() -> Iterator[None]:
    """Games without a seed of their own hide the same code in every run: no guess is lucky."""
    with pytest.MonkeyPatch.context() as patch:
        for home in ("core.random", "core.oracle", "session.session"):
            patch.setattr(f"mastermine.{home}.fresh_seed", lambda: 5)
        yield


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> type[Time]:
    """The clock of games stands still unless a test moves it."""
    Time.now = 100.0
    monkeypatch.setattr("mastermine.session.clock.monotonic", lambda: Time.now)
    return Time


class Spoken(NullTranslations):
    """A catalogue of a few messages. Any other one is marked, so that it shows what passes here."""

    def __init__(self, messages: Mapping[str, str]) -> None:
        super().__init__()
        self.messages = messages

    def gettext(self, message: str) -> str:
        return self.messages.get(message, f"⟦{message}⟧")

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n % 10 == 1 and n % 100 != 11 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)


@pytest.fixture
def spoken_with() -> Callable[[Mapping[str, str]], Language]:
    """Makes a language of these messages; the singular goes with 1 and 21, and not with 11."""

    def make(messages: Mapping[str, str]) -> Language:
        language = Language("xx", "made", ",", "\N{NO-BREAK SPACE}", 4)
        vars(language)["catalogue"] = Spoken(messages)
        return language

    return make


@pytest.fixture
def unmarked() -> Callable[[str], str]:
    """Gives the letters of a text that passed through no catalogue made by ``spoken_with``."""

    def letters(text: str) -> str:
        depth, found = 0, ""
        for letter in text:
            depth += (letter == "⟦") - (letter == "⟧")
            found += letter if not depth and letter.isalpha() else ""
        return found

    return letters
