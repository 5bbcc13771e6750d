"""The start screen: it starts every kind of game, by keyboard and by mouse."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.tui.screens import looks_as, on, opened, shown, words
from textual.pilot import Pilot

from mastermine.i18n.text import spoken
from mastermine.mastermind.research.adversary import Keep
from mastermine.mastermind.rules import Mastermind
from mastermine.minesweeper.rules import First, Minesweeper
from mastermine.registry import GAMES, parse_rules
from mastermine.session import Contest, MastermindSession, MinesweeperSession, Mode, Race
from mastermine.session.forms import form_of
from mastermine.session.saved import daily, profile
from mastermine.tui.app import MastermineApp
from mastermine.tui.fields import Choice, Line, Tick
from mastermine.tui.form import Form, playable
from mastermine.tui.game import GameScreen
from mastermine.tui.mastermind.screen import MastermindScreen
from mastermine.tui.people import PeopleScreen
from mastermine.tui.resume import todays
from mastermine.tui.settings import Settings
from mastermine.tui.start import StartScreen
from mastermine.tui.watch import WatchScreen


async def choose(pilot: Pilot[Any], app: MastermineApp, **values: str | bool) -> None:
    """Fill fields of the form, one after the other, since some depend on others."""
    kinds: dict[type, Any] = {bool: Tick, str: (Choice, Line)}
    for name, value in values.items():
        own = f"#{name}-{app.screen.query_one(Form).game}"
        field: Any = app.screen.query_one(own if app.screen.query(own) else f"#{name}")
        assert isinstance(field, kinds[type(value)])
        field.value = value
        await pilot.pause()


async def played(pilot: Pilot[Any], app: MastermineApp, kind: Any) -> Any:
    """Begin what the form says, and leave it: the screen that it was."""
    await pilot.press("f5")
    screen = on(app, kind)
    await pilot.press("f10")
    on(app, StartScreen)
    return screen


async def test_it_and_its_help_look_as_they_did() -> None:
    async with opened(size=(60, 20)) as (pilot, app):
        for size in [(60, 20), (80, 24), (120, 40)]:
            await looks_as("start", pilot, size)
            await pilot.press("f1")
            await looks_as("start-help", pilot, size)
            await pilot.press("escape")
            on(app, StartScreen)


async def test_nothing_but_ascii_is_drawn_where_nothing_else_can_be() -> None:
    async with opened(plain=True) as (pilot, _app):
        text = await shown(pilot)
        assert text.isascii()
        assert "UTF-8" in text
        await pilot.press("f1")
        assert (await shown(pilot)).isascii()


async def test_a_small_terminal_is_reported_and_playable_all_the_same() -> None:
    async with opened(size=(40, 12)) as (pilot, app):
        assert "at least 60x20" in await shown(pilot)
        await pilot.press("enter")
        on(app, GameScreen)
        await pilot.press("1", "1", "2", "2", "enter")
        assert len(on(app, GameScreen).session.turns) == 1


async def test_a_game_is_started_by_enter_by_a_click_and_by_f5() -> None:
    async with opened() as (pilot, app):
        await pilot.press("enter")
        assert on(app, GameScreen).session.rules == parse_rules("classic")
        await pilot.press("f10")
        await pilot.click("#play")
        on(app, GameScreen)
        await pilot.press("f10")
        app.screen.query_one("#game").focus()
        await pilot.press("right", "down", "right", "right", "f5")
        assert on(app, GameScreen).session.rules == parse_rules("expert")


async def test_what_was_played_last_is_chosen_the_next_time() -> None:
    async with opened() as (pilot, app):
        await choose(pilot, app, game=Minesweeper.game, level="intermediate")
        await pilot.press("f5")
    async with opened() as (_pilot, app):
        assert app.screen.query_one(Form).setup().rules == parse_rules("intermediate")


async def test_a_form_of_an_earlier_version_is_read() -> None:
    kept = {
        "game": "mastermind",
        "level-mastermind": "own",
        "places": "5",
        "repeats": "",
        "tries": "12",
        "keep": "hardest",
        "way-minesweeper": "guess",
        "first": "open",
    }
    Settings(form=kept).write()
    async with opened() as (pilot, app):
        form = app.screen.query_one(Form)
        assert form.setup().rules == parse_rules("5x6-distinct,limit=12")
        assert form.values["keep-mastermind"] == "hardest"
        await choose(pilot, app, game=Minesweeper.game)
        assert form.way.name == "play"
        assert form.setup().rules == parse_rules("beginner-open")


def test_a_form_of_an_earlier_version_says_nothing_of_other_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    offered = {**playable(), "other": form_of(Mastermind.game)}
    monkeypatch.setattr("mastermine.tui.form.playable", lambda: offered)
    games = {**GAMES, "other": GAMES[Mastermind.game]}
    monkeypatch.setattr("mastermine.tui.form.GAMES", games)
    values = Form({"places": "5", "tries": "12", "places-mastermind": "6"}).values
    assert [values[f"places-{game}"] for game in ("mastermind", "other")] == ["6", "4"]
    assert [values[f"limit-{game}"] for game in ("mastermind", "other")] == ["12", "10"]


async def test_sizes_of_ones_own_and_such_that_cannot_be() -> None:
    async with opened() as (pilot, app):
        form = app.screen.query_one(Form)
        await choose(pilot, app, level="own", places="5", colours="8", limit="0")
        await choose(pilot, app, repeats=False, blank=True)
        assert form.setup().rules == parse_rules("5x8-distinct+blank")
        assert form.strategy() == "knuth"
        await choose(pilot, app, places="40", colours="40")
        assert form.strategy() == "linear"
        await choose(pilot, app, places="0")
        assert "Places must be a whole number" in await shown(pilot)
        await pilot.press("f5")
        on(app, StartScreen)
        await choose(pilot, app, game=Minesweeper.game, level="own")
        await choose(pilot, app, width="7", height="5", mines="4")
        assert form.setup().rules == parse_rules("7x5x4")
        await choose(pilot, app, level="beginner", first=First.OPEN.value, noguess=True)
        assert form.setup().rules == parse_rules("beginner-open-noguess")


async def test_every_way_to_play() -> None:
    async with opened() as (pilot, app):
        ways = [
            (Mastermind.game, "guess", Mode.COMPUTER),
            (Mastermind.game, "hide", Mode.PERSON),
            (Mastermind.game, "adversary", Mode.ADVERSARY),
            (Minesweeper.game, "play", Mode.COMPUTER),
            (Minesweeper.game, "adversary", Mode.ADVERSARY),
        ]
        for game, way, mode in ways:
            await choose(pilot, app, game=game, way=way)
            screen = await played(pilot, app, GameScreen)
            assert screen.session.mode is mode
            assert screen.session.rules.game == game
        await choose(pilot, app, game=Mastermind.game, way="adversary", keep="hardest")
        screen = await played(pilot, app, MastermindScreen)
        assert screen.session.keep is Keep.HARDEST
        await choose(pilot, app, game=Mastermind.game, way="guess")
        assert (await played(pilot, app, MastermindScreen)).session.keep is Keep.LARGEST
        matches: list[tuple[str, Any]] = [(Mastermind.game, Contest), (Minesweeper.game, Race)]
        for game, kind in matches:
            await choose(pilot, app, game=game, way="people", names="Ana, Boris, Cvijeta", each="2")
            match = (await played(pilot, app, PeopleScreen)).match
            assert isinstance(match, kind)
            assert match.players == ("Ana", "Boris", "Cvijeta")
            assert match.rounds == 6
        await choose(pilot, app, names="Ana, Ana")
        await pilot.press("f5")
        assert "two players are called Ana" in await words(pilot)
        on(app, StartScreen)
        for game in (Mastermind.game, Minesweeper.game):
            await choose(pilot, app, game=game, way="watch")
            watched = await played(pilot, app, WatchScreen)
            assert watched.rules.game == game


async def test_a_game_that_was_left_is_resumed() -> None:
    async with opened() as (pilot, app):
        await pilot.press("enter", "1", "1", "2", "2", "enter", "f10")
        on(app, StartScreen)
        await app.workers.wait_for_complete()
        await pilot.pause()
        await pilot.click("#saved-0")
        on(app, GameScreen)
        assert len(on(app, GameScreen).session.turns) == 1


async def test_a_game_that_is_over_is_not_kept(own_folders: Path) -> None:
    session = MastermindSession(parse_rules("classic"))
    session.guess("1122")
    kept = own_folders / "mastermind-1.json"
    own_folders.mkdir(parents=True)
    session.save(kept)
    async with opened(game=session, path=kept) as (pilot, app):
        on(app, GameScreen)
        await pilot.press("f6")
        await pilot.press("enter", "f10")
        await app.workers.wait_for_complete()
        assert not app.saved_paths
        assert not list(own_folders.glob("*.json"))


def test_all_daily_puzzles_are_read_with_one_opening_of_the_store(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for level in ("classic", "super"):
        game = daily.begin(level, daily.today())
        game.do("guess 1122" if level == "classic" else "guess 11223")
        game.give_up()
        profile.remember(game)
    opened, original = [], profile.own_store

    def own_store(*how: Any) -> Any:
        opened.append(how)
        return original(*how)

    monkeypatch.setattr(profile, "own_store", own_store)
    assert [bool(each.done) for each in todays()] == [True, True, False, False, False]
    assert len(opened) == 1


async def test_a_daily_puzzle_is_played_once() -> None:
    level, day = "classic", daily.today()
    async with opened() as (pilot, app):
        await pilot.click(f"#today-{level}")
        session = on(app, GameScreen).session
        assert daily.of(session) == daily.Puzzle(level, day)
        same: Any = daily.begin(level, day)
        same.give_up()
        await pilot.press(*same.rules.format_secret(same.secret), "enter")
        assert "a streak of 1 day" in await words(pilot)
        await pilot.press("f10")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "classic ✓" in await shown(pilot)
        assert "Solved in a row: classic 1." in await shown(pilot)
        await pilot.click(f"#today-{level}")
        on(app, StartScreen)
        assert "solved the classic puzzle" in await words(pilot)


async def test_a_file_is_loaded(tmp_path: Path) -> None:
    session = MinesweeperSession(parse_rules("beginner"))
    session.click("4,4")
    session.save(tmp_path / "game.json")
    async with opened() as (pilot, app):
        await pilot.press("f3", *"nothing", "enter")
        assert "nothing cannot be read" in await shown(pilot)
        app.screen.query_one(Line).value = str(tmp_path / "game.json")
        await pilot.press("enter")
        await pilot.pause()
        assert on(app, GameScreen).session.turns == session.turns


@pytest.mark.parametrize("agreed", [True, False])
async def test_the_file_of_a_strategy_runs_only_if_the_player_agrees(
    tmp_path: Path, agreed: bool
) -> None:
    code = tmp_path / "own.py"
    code.write_text(
        "import pathlib\nfrom mastermine import strategy\n"
        f"pathlib.Path({str(tmp_path / 'ran.txt')!r}).touch()\n"
        "@strategy('own')\ndef own(view):\n    return 1, 1, 2, 3\n"
    )
    session = MastermindSession(parse_rules("classic"))
    session.guess("1122")
    session.file_strategy = f"{code}:own"
    session.save(tmp_path / "game.json")
    async with opened() as (pilot, app):
        await pilot.press("f3")
        app.screen.query_one(Line).value = str(tmp_path / "game.json")
        await pilot.press("enter")
        await pilot.pause()
        assert "@strategy('own')" in await shown(pilot)
        assert not (tmp_path / "ran.txt").exists()
        await pilot.click("#yes" if agreed else "#no")
        await pilot.pause()
        name = on(app, GameScreen).session.strategy.name
        assert name == ("own" if agreed else "knuth")
    assert (tmp_path / "ran.txt").exists() == agreed


async def test_a_link_is_played() -> None:
    async with opened() as (pilot, app):
        await pilot.press("f4")
        app.screen.query_one(Line).value = "/mastermind?rules=5x7&seed=hello"
        await pilot.press("enter")
        await pilot.pause()
        assert on(app, GameScreen).session.seed == "hello"


async def test_settings_are_kept() -> None:
    async with opened() as (pilot, app):
        app.screen.query_one("#theme", Choice).value = "light"
        app.screen.query_one("#symbols", Tick).value = False
        await pilot.pause()
        assert app.theme == "mastermine-light"
        assert not app.symbols
    settings = Settings.read()
    assert (settings.theme, settings.symbols) == ("light", False)


@pytest.mark.parametrize("text", ["", "[]", '{"theme": 3, "form": {"game": 4}}', "\0"])
def test_damaged_settings_are_as_at_first(text: str, own_folders: Path) -> None:
    own_folders.mkdir(parents=True)
    (own_folders / "screen.settings").write_text(text)
    assert Settings.read() == Settings()


async def test_a_language_that_was_not_compiled_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from mastermine.i18n.languages import LANGUAGES

    def missing(_file: object) -> None:
        raise OSError("no catalogue")

    monkeypatch.setattr("gettext.GNUTranslations", missing)
    language = LANGUAGES["pl"]
    language.__dict__.pop("catalogue", None)
    async with opened() as (pilot, app):
        app.screen.query_one("#language", Choice).value = "pl"
        await pilot.pause()
        assert spoken().tag == "en"
        on(app, StartScreen)
