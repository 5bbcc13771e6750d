"""The program as a whole: help, coach, sharing, keeping what is left, and its command."""

from __future__ import annotations

import asyncio
import signal
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from click.testing import CliRunner
from rich.segment import Segment
from rich.style import Style
from tests.terminal import in_terminal, needs_terminal
from tests.tui.screens import looks_as, on, opened, shown, words
from tests.waiting import PATIENCE
from textual.color import Color
from textual.content import Content
from textual.widgets import Static

from mastermine.cli import main
from mastermine.core.errors import MastermineError
from mastermine.mastermind.rules import Mastermind
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import parse_rules
from mastermine.session import MastermindSession, MinesweeperSession, load
from mastermine.tui.background import unfinished
from mastermine.tui.coach import CoachScreen
from mastermine.tui.command import is_plain
from mastermine.tui.dialogs import ShareDialog
from mastermine.tui.fields import Line
from mastermine.tui.filters import Ascii, in_ascii
from mastermine.tui.game import GameScreen
from mastermine.tui.help import HelpScreen
from mastermine.tui.keybar import key_name
from mastermine.tui.start import StartScreen


def started(*guesses: str) -> MastermindSession:
    session = MastermindSession(parse_rules("classic"), seed=3)
    for guess in guesses:
        session.guess(guess)
    return session


async def test_the_coach_is_drawn_as_before() -> None:
    async with opened(size=(60, 20), game=started("1122", "3344", "1256")) as (pilot, app):
        await pilot.press("f7")
        on(app, CoachScreen)
        await looks_as("coach", pilot, (60, 20), (80, 24), (120, 40))
        await pilot.press("escape")
        on(app, GameScreen)


async def test_moves_that_could_not_be_worse_are_left_out_at_first() -> None:
    session = MinesweeperSession(Minesweeper(5, 5, 3), seed=1)
    session.click("0,0")
    async with opened(game=session) as (pilot, app):
        await app.push_screen(CoachScreen(session.review()))
        assert "1 move " in await shown(pilot)
        await pilot.press("a")
        text = await shown(pilot)
        assert "left out" not in text
        assert "1. 0,0" in text


async def test_what_cannot_be_done_now_is_not_done() -> None:
    async with opened(game=started()) as (pilot, app):
        await pilot.press("f7", "ctrl+z", "ctrl+y")
        on(app, GameScreen)


async def test_a_click_on_the_line_of_keys() -> None:
    async with opened(game=started()) as (pilot, app):
        await pilot.click("KeyBar", offset=(2, 0))
        on(app, HelpScreen)


async def test_giving_up_is_asked_first_and_ends_the_game() -> None:
    session = started("1122")
    async with opened(game=session) as (pilot, _app):
        await pilot.press("f6")
        await pilot.press("escape")
        assert session.outcome is None
        await pilot.press("f6")
        await pilot.press("enter")
        assert session.given_up
        assert "F7 reviews each move" in await words(pilot)


async def test_a_game_is_remembered_once() -> None:
    from mastermine.session.saved.history import statistics
    from mastermine.session.saved.profile import OWNER, own_store

    session = started("1122")
    async with opened(game=session) as (pilot, _app):
        for _time in range(2):
            await pilot.press("f6")
            await pilot.press("enter")
        await pilot.press("f10")
    with own_store() as store:
        (found,) = statistics(store, OWNER)
    assert (found.games, found.won) == (1, 0)


async def test_a_new_game_of_the_same_kind() -> None:
    session = MastermindSession(Mastermind(5, 7), strategy="entropy", names=tuple("abcdefg"))
    async with opened(game=session) as (pilot, app):
        await pilot.press("f2")
        await pilot.pause()
        new = on(app, GameScreen).session
        assert new is not session
        assert (new.rules, new.names, new.strategy.name) == (
            session.rules,
            session.names,
            "entropy",
        )
        assert len(app.screen_stack) == 2  # Textual's own, and this one.


async def test_a_game_is_shared(tmp_path: Path) -> None:
    session = started("1122")
    async with opened(game=session) as (pilot, app):
        await pilot.press("f8")
        on(app, ShareDialog)
        assert "/mastermind?rules=4x6" in await shown(pilot)
        await pilot.press("enter")
        assert "Mastermind classic" in app.clipboard
        await pilot.press("right", "right", "enter")
        app.screen.query_one(Line).value = str(tmp_path / "board.bmp")
        await pilot.press("enter")
        assert ".svg or .png" in await shown(pilot)
        app.screen.query_one(Line).value = str(tmp_path / "board.svg")
        await pilot.press("enter")
        await pilot.pause()
        assert (tmp_path / "board.svg").read_text().startswith("<svg")


async def test_a_game_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # What is said must not be broken by a long path.
    session = started("1122")
    async with opened(game=session) as (pilot, app):
        await pilot.press("f9")
        app.screen.query_one(Line).value = "no/game.json"
        await pilot.press("enter")
        assert "cannot be written" in await words(pilot)
        app.screen.query_one(Line).value = str(tmp_path / "game.json")
        await pilot.press("enter")
        await pilot.pause()
        on(app, GameScreen)
    kept = load(tmp_path / "game.json")
    assert isinstance(kept, MastermindSession)
    assert kept.turns == session.turns


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c"])
async def test_leaving_the_program_keeps_the_game(key: str) -> None:
    session = started("1122")
    left: list[Path] = []
    async with opened(game=session) as (pilot, app):
        await pilot.press(key)
        left.extend(app.saved_paths)
    kept = load(left[0])
    assert isinstance(kept, MastermindSession)
    assert kept.turns == session.turns


async def test_a_game_that_came_from_a_file_is_kept_there(tmp_path: Path) -> None:
    session = started("1122")
    file = tmp_path / "mine.json"
    session.save(file)
    async with opened(game=session, path=file) as (pilot, app):
        await pilot.press("3", "3", "4", "4", "enter", "f10")
        await pilot.pause()
        on(app, StartScreen)
        assert app.saved_paths == [file]
    kept = load(file)
    assert isinstance(kept, MastermindSession)
    assert len(kept.turns) == 2


async def test_a_file_that_another_program_changed_stays(own_folders: Path) -> None:
    session, other = started("1122"), started("5566")
    own_folders.mkdir(parents=True)
    file = own_folders / "mine.json"
    session.save(file)
    async with opened(game=session, path=file) as (pilot, app):
        await pilot.press("3", "3", "4", "4", "enter")
        other.save(file)
        await pilot.press("f10")
        on(app, StartScreen)
        (path,) = app.saved_paths
        assert path != file
        assert [turns_of(path), turns_of(file)] == [2, 1]
        app.open(file)  # One that is over is not taken away, either.
        await pilot.pause()
        session.save(file)
        await pilot.press("f6")
        await pilot.press("enter")
        await pilot.press("f10")
        assert turns_of(file) == 2


def turns_of(file: Path) -> int:
    """How many turns the game of a file has."""
    game = load(file)
    assert isinstance(game, MastermindSession)
    return len(game.turns)


async def test_what_the_player_saves_may_overwrite_and_is_resumed(tmp_path: Path) -> None:
    session, file = started("1122"), tmp_path / "mine.json"
    session.save(file)
    async with opened(game=session, path=file) as (pilot, app):
        started("5566", "1234").save(file)
        await pilot.press("f9")
        app.screen.query_one(Line).value = str(file)
        await pilot.press("enter")
        assert turns_of(file) == 1
        await pilot.press("3", "3", "4", "4", "enter", "f10")
        assert app.saved_paths == [file]
        assert "Saved the game to" in await words(pilot)
    assert turns_of(file) == 2


async def test_no_move_is_made_while_a_long_function_runs() -> None:
    session, go = started("1122"), Event()
    async with opened(game=session) as (_pilot, app):
        screen = on(app, GameScreen)
        waiting = asyncio.create_task(screen.work(lambda: go.wait(PATIENCE)))
        while not screen.busy:
            await asyncio.sleep(0.01)
        assert not screen.act(partial(session.guess, "3344"))
        go.set()
        assert await waiting
        assert screen.act(partial(session.guess, "3344"))
    assert len(session.turns) == 2


async def test_waiting_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    session, found = started("1122"), Event()
    find = session.tip
    monkeypatch.setattr(session, "tip", lambda: find() if found.wait(PATIENCE) else None)
    monkeypatch.setattr("mastermine.tui.game.THINKING_SECONDS", 0.01)
    async with opened(game=session) as (pilot, app):
        screen = on(app, GameScreen)
        screen.action_hint()
        while "Esc cancels" not in str(screen.query_one("#status", Static).content):
            await asyncio.sleep(0.01)
        try:
            screen.action_escape()
            while screen.busy:
                await asyncio.sleep(0.01)
            assert str(screen.query_one("#said", Static).content) == "Stopped."
            assert unfinished()
            await pilot.press("3", "3", "4", "4", "enter")
        finally:
            found.set()
        await pilot.press("f3")  # It waits for the other one.
        await app.workers.wait_for_complete()
        assert session.hints == screen.session.hints == 1
        assert [len(session.turns), len(screen.session.turns)] == [1, 2]
        await pilot.press("f10")
        assert turns_of(app.saved_paths[-1]) == 2


async def test_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with opened(game=started("1122")) as (_pilot, app):
        assert app.symbols
        for strip in app.screen._compositor.render_strips():
            for segment in strip:
                colours = [segment.style.color, segment.style.bgcolor] if segment.style else []
                assert all(each is None or each.is_default for each in colours)


# What is drawn in ASCII.


@pytest.mark.parametrize("text", ["plain", "╭─╮│▼…×“é中", "Ž…\N{NO-BREAK SPACE}"])
def test_ascii_is_as_wide(text: str) -> None:
    line = [Segment(text, Style(bold=True))]
    (drawn,) = Ascii().apply(line, Color(0, 0, 0))
    assert drawn.text == in_ascii(text)
    assert drawn.text.isascii()
    assert drawn.cell_length == line[0].cell_length


@pytest.mark.parametrize("space", ["\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"])
async def test_a_number_is_not_broken(space: str) -> None:
    async with opened() as (_pilot, _app):
        lines = Content(f"at most 234{space}256 codes").wrap(12)
    assert [line.plain.rstrip(" ") for line in lines] == ["at most", f"234{space}256", "codes"]


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("f1", "F1"),
        ("ctrl+z", "Ctrl+Z"),
        ("question_mark", "?"),
        ("enter", "Enter"),
        ("ctrl+page_up", "Ctrl+page_up"),
        ("a", "A"),
    ],
)
def test_the_names_of_keys(key: str, name: str) -> None:
    assert key_name(key) == name


# The command.


@pytest.mark.parametrize(
    ("environ", "plain"),
    [
        ({"LANG": "en_US.UTF-8"}, False),
        ({"LANG": "C.utf8"}, False),
        ({"LANG": "C"}, True),
        ({}, True),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "C"}, True),
        ({"LANG": "en_US.ISO-8859-1", "LC_CTYPE": "sr_RS.UTF-8"}, False),
    ],
)
def test_where_there_is_no_utf_8(environ: dict[str, str], plain: bool) -> None:
    assert is_plain(environ) is plain


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "the full screen needs a terminal"),
        (["nonsense"], "'nonsense'"),
        (["--load", "nothing.json"], "nothing.json cannot be read"),
        (["--daily", "nonsense"], "there is no daily puzzle"),
    ],
)
def test_mistakes_in_the_command_are_reported(arguments: list[str], said: str) -> None:
    done = CliRunner().invoke(main, ["tui", *arguments])
    assert done.exit_code == 2
    assert said in done.stderr


def test_without_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    done = CliRunner().invoke(main, ["tui"])
    assert done.exit_code == 2
    assert "pip install 'mastermine[tui]'" in done.stderr


program = partial(
    in_terminal, "-m", "mastermine", "tui", "--unicode", TERM="xterm-256color", LINES="24"
)


@needs_terminal
def test_a_program_that_is_ended_keeps_its_game(own_folders: Path) -> None:
    with program("classic", COLUMNS="80") as terminal:
        terminal.see("Guess 1 of 10")
        terminal.type("1122\r")
        terminal.see("Guess 1, 1122:")
        terminal.process.send_signal(signal.SIGTERM)
        terminal.see("resume it with:")
        assert terminal.process.wait(PATIENCE) == 128 + signal.SIGTERM
    (kept,) = own_folders.glob("*.json")
    assert turns_of(kept) == 1


@needs_terminal
def test_a_program_that_is_left_while_it_thinks_ends_as_it_should(own_folders: Path) -> None:
    # So many codes stay possible that it thinks for a while.
    with program("7x8", "--seed", "3", COLUMNS="80") as terminal:
        terminal.see("Guess 1")
        terminal.type("1122334\r")
        terminal.see("Guess 1, 1122334:")
        terminal.type("?")
        terminal.see("Esc cancels")
        terminal.type("\x11")
        assert "terminate" not in terminal.see("--load")
        assert terminal.process.wait(PATIENCE) == 0
    (kept,) = own_folders.glob("*.json")
    assert turns_of(kept) == 1


async def test_a_game_that_cannot_be_kept_is_said_and_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_arguments: Any) -> Path:
        raise MastermineError("no space left on device")

    monkeypatch.setattr("mastermine.tui.app._save", fails)
    async with opened(game=started("1122")) as (pilot, app):
        await pilot.press("1")
        assert app.save_game() is None
        await pilot.pause()
        assert str(app.save_error) == "no space left on device"
        [said] = app._notifications
        assert said.message == "The game was NOT saved: no space left on device"
        assert app._playing is not None


async def test_a_game_that_no_store_takes_is_said_at_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(_game: Any) -> None:
        raise MastermineError("the store is full")

    monkeypatch.setattr("mastermine.session.saved.profile.remember", fails)
    async with opened((100, 30), game=started("1122")) as (pilot, _app):
        await pilot.press("f6", "enter")
        await pilot.pause()
        text = await words(pilot)
        assert "The game was not added to your statistics: the store is full" in text


async def test_a_file_that_is_no_game_is_reported(tmp_path: Path) -> None:
    async with opened() as (pilot, app):
        before = app.screen
        (tmp_path / "game.json").write_text("{")
        app.open(tmp_path / "game.json")
        await pilot.pause()
        assert app.screen is before
        [said] = app._notifications
        assert "game.json" in said.message
        assert said.severity == "warning"
