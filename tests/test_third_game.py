"""The game of examples/words, which mastermine knows by its entry point alone."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from rich.console import Console
from tests.cli.program import Script

from mastermine.cli import main
from mastermine.cli.lab.settings import SETTINGS, Settings, change
from mastermine.cli.menu import Menu
from mastermine.cli.terminal import Terminal
from mastermine.core.errors import BrokenGame, IllegalMove, InvalidSpec
from mastermine.core.game import Outcome
from mastermine.registry import GAMES, NotOffered, bare_spec, broken_games, parse_rules
from mastermine.session import Mode, restore
from mastermine.session.forms import rules_from
from mastermine.session.generic import GenericSession
from mastermine.session.levels import title_of
from mastermine.session.saved import files

ROOT = Path(__file__).parents[1]
WORDS = ROOT / "examples" / "words"

pytestmark = pytest.mark.skipif(not WORDS.exists(), reason="no part of an installed package")

Run = Callable[..., Result]


def installed(folder: Path, package: str, point: str) -> None:
    """Write what an installed package says of its game."""
    about = folder / f"{package}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[mastermine.games]\n{point}\n")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Run]:
    """Run a command where the words are installed, and what a test puts into `site`."""
    site = tmp_path / "site"
    site.mkdir()
    installed(site, "words_for_mastermine", "words = words:GAME")
    for folder in (WORDS, site):
        monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", f"{WORDS}:{site}")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    def command(*arguments: str, typed: str = "") -> Result:
        return CliRunner().invoke(main, arguments, input=typed)

    yield command
    for name in [name for name in sys.modules if name.partition(".")[0] in ("words", "broken")]:
        del sys.modules[name]


def refused(result: Result) -> str:
    """The one line with which a command refused."""
    assert result.exit_code not in (0, None)
    assert not isinstance(result.exception, Exception) or isinstance(result.exception, SystemExit)
    (line,) = result.stderr.splitlines()
    return line


def test_its_four_files_and_its_entry_point_are_all() -> None:
    files = {path.relative_to(WORDS).as_posix() for path in WORDS.rglob("*.*")}
    files = {name for name in files if "__pycache__" not in name}
    assert files == {
        "pyproject.toml",
        *(f"words/{name}.py" for name in ("__init__", "rules", "strategies")),
    }
    text = "".join(path.read_text("utf-8") for path in WORDS.rglob("*.py"))
    assert "mastermine.mastermind" not in text
    assert "mastermine.minesweeper" not in text


@pytest.mark.usefixtures("run")
@pytest.mark.parametrize(
    ("secret", "guess", "message"),
    [
        ("cabin", "cabin", "+++++"),
        ("about", "board", "???--"),
        ("boxes", "boxes", "+++++"),
        ("crane", "creep", "++?--"),  # one e alone: the second is absent
        ("eerie", "creep", "-???-"),
        ("allow", "llama", "?+?--"),
    ],
)
def test_each_letter_accounts_for_one(secret: str, guess: str, message: str) -> None:
    from words.rules import answer  # type: ignore[import-not-found]

    assert answer(secret, guess) == message


def test_match_evaluate_and_check(run: Run) -> None:
    match = run("match", "words:5", "-s", "splitter,first-word", "--every", "--json")
    assert match.exit_code == 0, match.output
    figures = json.loads(run("evaluate", "words:5", "-s", "splitter,first-word", "--json").stdout)
    totals = {each["strategy"]: each["total"] for each in figures["results"]}
    scores = {each["strategy"]: each["total"] for each in json.loads(match.stdout)["results"]}
    assert scores == totals
    assert totals["splitter"] < totals["first-word"]
    checked = run("check", "splitter")
    assert checked.stdout == "splitter passed. Checked: every code of words:3.\n"


def test_a_strategy_with_another_name_in_an_earlier_version(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = GenericSession(parse_rules("words:5"), strategy="splitter")
    path = tmp_path / "game.json"
    game.save(path)
    for version in (1, 2):
        fields = {**json.loads(path.read_text()), "version": version, "strategy": "halver"}
        (tmp_path / f"{version}.json").write_text(json.dumps(fields))
    monkeypatch.setitem(vars(GAMES["words"]), "renamed_strategies", {"halver": "splitter"})
    command = ("evaluate", "words:5", "--json", "-s")
    assert run(*command, "halver").stdout == run(*command, "splitter").stdout
    for version in (1, 2):
        loaded: Any = restore(files.read(tmp_path / f"{version}.json"))
        assert loaded.strategy.name == "splitter"


def test_solve(run: Run) -> None:
    solved = json.loads(run("solve", "words:5", "--secret", "cover", "--json").stdout)
    assert solved["outcome"] == "won"
    assert solved["turns"][-1] == {"move": "cover", "answer": "+++++"}
    message = run("solve", "words:5", "--secret", "cover").stdout
    assert "cover  +++++" in message
    assert "--explain is not available" in refused(run("solve", "words:5", "--explain"))
    assert "not among the words" in refused(run("solve", "words:5", "--secret", "xyzzy"))


def test_play_with_undo_hint_save_and_load(run: Run) -> None:
    typed = "about\nundo\nhint\nbrave\nabout\nsave game.json\nquit\n"
    first = run("play", "five-letters", "--seed", "2", typed=typed)
    assert "Move 1 of 6" in first.stdout
    assert "'brave' is not among the words of 5 letters" in first.stdout
    again = run("play", "--load", "game.json", typed="crime\n")
    assert "Won in 2 moves." in again.stdout
    assert "Help used: 1 hint, 1 undo." in again.stdout
    stats = json.loads(run("stats", "--json").stdout)
    assert "words:5,limit=6" in json.dumps(stats)


def test_the_adversary_settles_on_no_word(run: Run) -> None:
    played = run("play", "words:3", "--adversary", typed="ace\nact\nadd\ngive up\n")
    assert "The secret could have been:" in played.stdout
    assert played.stdout.count("+++") <= 1


@pytest.mark.usefixtures("run")
def test_a_session_continues_from_its_data() -> None:
    for mode in (Mode.COMPUTER, Mode.ADVERSARY):
        game = GenericSession(parse_rules("words:5,limit=6"), mode, seed=7)
        game.do("ask about")
        game.do("ask chain")
        game.do("undo")
        game.hint()
        again = restore(game.data())
        assert again.data() == game.data()
        for each in (game, again):
            each.do("redo")
        assert again.public() == game.public()
        game.do("give up")
        assert game.outcome is Outcome.LOST
        assert game.secret is not None
    with pytest.raises(IllegalMove, match="the game is over"):
        game.do("ask about")
    with pytest.raises(InvalidSpec, match="in Words the computer hides"):
        GenericSession(parse_rules("words:5"), Mode.PERSON)


class Marks(str):  # noqa: SLOT000
    """An answer that has no hash, as a list of marks would have none."""

    __hash__ = None  # type: ignore[assignment]


@pytest.mark.usefixtures("run")
def test_answers_need_no_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    kind: Any = GAMES["words"].rules
    respond = kind.respond
    monkeypatch.setattr(kind, "respond", lambda *given: Marks(respond(*given)))
    game = GenericSession(parse_rules("words:5"), seed=7, strategy="first-word")
    game.do("ask about")
    hint = game.hint()
    assert game.hint() == hint
    assert game.hints == 1
    assert game.at(0).hint() == "abide"
    game.do("undo")
    assert game.hint() == "abide"
    assert game.hints == 2


@pytest.mark.usefixtures("run")
def test_data_that_was_changed_is_found() -> None:
    game = GenericSession(parse_rules("words:5"), seed=7)
    game.do("ask about")
    data: dict[str, Any] = game.data()
    for wrong in ([["about", "+++++"]], [["about"]], [["xyzzy", "-----"]]):
        with pytest.raises(InvalidSpec, match="damaged"):
            restore({**data, "moves": wrong})


def test_what_it_has_not_is_refused_in_one_line(run: Run) -> None:
    for command in (
        ["hint", "words:5"],
        ["optimal", "words:5"],
        ["analyze", "words:5"],
        ["play", "words:5", "--maker", "me"],
        ["play", "words:5", "--players", "Ana,Boris"],
        ["tui", "words:5"],
        ["new-strategy", "mine", "--game", "words"],
    ):
        assert refused(run(*command)), command
    assert refused(run("optimal", "words:5")) == (
        "mastermine: optimal is not available for Words, only for Mastermind and Minesweeper"
    )
    assert "the full screen is not available for Words" in refused(run("tui", "words:5"))
    assert refused(run("play", "words")) == (
        "mastermine: words is the name of a game; write its rules, such as five-letters"
    )


@pytest.mark.usefixtures("run")
@pytest.mark.parametrize("key", ["f3", "f4"])
def test_the_full_screen_refuses_its_files_and_links_in_the_dialog(
    tmp_path: Path, key: str
) -> None:
    pytest.importorskip("textual")
    from tests.tui.screens import opened, settled
    from textual.widgets import Input, Static

    from mastermine.tui.dialogs import Ask

    game = GenericSession(parse_rules("words:5"))
    files.save_unfinished(
        game.KIND, game.save
    )  # It is not among the games that can be resumed here.
    game.save(tmp_path / "words.json")

    async def typed() -> None:
        async with opened() as (pilot, app):
            assert not app.screen.query("#saved Press")
            await pilot.press(key)
            app.screen.query_one(Input).value = {
                "f3": str(tmp_path / "words.json"),
                "f4": "/words?rules=words:5",
            }[key]
            await pilot.press("enter")
            await settled(pilot)
            assert isinstance(app.screen, Ask)
            message = str(app.screen.query_one("#wrong", Static).render())
            assert "the full screen is not available for Words" in message

    asyncio.run(typed())


@pytest.mark.usefixtures("run")
def test_the_page_refuses_it(tmp_path: Path) -> None:
    pytest.importorskip("fastapi")
    from mastermine.arena.store import open_store
    from mastermine.web.live_games import LiveGames

    with open_store(str(tmp_path / "runs.sqlite")) as store:
        games = LiveGames(store)
        with pytest.raises(NotOffered, match="the page is not available for Words"):
            games.put("owner", GenericSession(parse_rules("words:5")))


BROKEN = {
    "raises": ("raise RuntimeError('no list')", "RuntimeError: no list"),
    "lacks": (
        (
            "from mastermine.core.registration import Game\n"
            "class Rules:\n    game = 'broken'\n"
            "GAME = Game('broken', 'Broken', {'rules': 'broken:Rules'}, 'broken')"
        ),
        "its rules lack check",
    ),
    "other": ("GAME = 1", "must name a mastermine.core.registration.Game"),
    "leaves": ("raise SystemExit", "SystemExit"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_game_is_named_and_takes_nothing_down(run: Run, tmp_path: Path, kind: str) -> None:
    source, message = BROKEN[kind]
    site = tmp_path / "site"
    (site / "broken.py").write_text(source)
    installed(site, "broken_game", "broken = broken:GAME")
    sys.path.insert(0, str(site))  # Another path: installed packages are searched again.
    try:
        assert run("match", "classic", "-s", "knuth", "--rounds", "2").exit_code == 0
        assert run("solve", "words:5").exit_code == 0
        complaint = str(broken_games()["broken"])
        assert complaint.startswith("the game broken of the package broken_game is broken: ")
        assert message in complaint
        assert refused(run("play", "broken:5")) == f"mastermine: {complaint}"
        listed = run("strategies")
        assert listed.exit_code == 0
        assert complaint in listed.stderr
        assert {"mastermind", "minesweeper", "words"} <= set(GAMES)
        assert "broken" not in set(GAMES)
        with pytest.raises(BrokenGame):
            parse_rules("broken:5")
    finally:
        sys.path.remove(str(site))


def test_an_error_of_a_game_is_reported_with_its_package(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def describe(_rules: Any) -> str:
        raise KeyError("letters")

    kind: Any = GAMES["words"].rules
    monkeypatch.setattr(kind, "describe", describe)
    monkeypatch.setitem(describe.__globals__, "__name__", "words.rules")
    assert refused(run("play", "words:5")) == (
        "mastermine: the game words of the package words_for_mastermine is broken: "
        "KeyError: 'letters'"
    )


@pytest.mark.parametrize("broken", ["Words.draw", "Words.respond", "Words.outcome", "Known.after"])
def test_no_strategy_is_charged_with_an_error_of_its_game(
    run: Run, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    def fail(*_given: Any) -> Any:
        raise ZeroDivisionError("division by zero")

    parse_rules("words:3")
    monkeypatch.setattr(f"words.rules.{broken}", fail)
    commands = [
        ["match", "words:3", "-s", "splitter,first-word", "--rounds", "2", "--jobs", "1"],
        ["duel", "words:3", "splitter", "first-word", "--rounds", "100", "--jobs", "1"],
        ["solve", "words:3"],
    ]
    if broken == "Known.after":  # Nothing else of these is needed to count guesses.
        commands.append(["evaluate", "words:3", "-s", "first-word"])
    for command in commands:
        assert refused(run(*command)) == (
            "mastermine: the game words of the package words_for_mastermine is broken: "
            "ZeroDivisionError: division by zero"
        )
    assert "No runs are stored" in run("runs").output


def test_the_menu_asks_who_plays_and_which_level(run: Run) -> None:
    menu = Menu(Terminal(Console(file=StringIO()), Script(["words", "", ""])))
    assert menu.ask() == ["play", "five-letters"]


def test_the_menu_watches_it_without_reasons(run: Run) -> None:
    said = StringIO()
    menu = Menu(Terminal(Console(file=said), Script(["words", "3", "words:4", ""])))
    command = menu.ask()
    assert command == ["solve", "words:4", "--strategy", "splitter"]
    assert "says why" not in said.getvalue()
    assert run(*command).exit_code == 0


def raising(*_given: Any) -> Any:
    """What code of the words' package may do."""
    raise KeyError("letters")


@pytest.fixture(params=["refuses its spec", "KeyError in parse", "KeyError in size_in_words"])
def bad_preset(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, run: Run) -> Run:
    """The words have the good preset four-letters besides the bad preset five-letters."""
    words: Any = GAMES["words"]
    five = words.presets["five-letters"]
    four = replace(five, name="four-letters", spec="words:4")
    monkeypatch.setitem(words.presets, "four-letters", four)
    parse = words.rules.parse
    if request.param == "refuses its spec":
        monkeypatch.setitem(words.presets, "five-letters", replace(five, spec="words:7"))
    elif request.param == "KeyError in parse":
        monkeypatch.setattr(
            words.rules, "parse", lambda text: raising() if ":5" in text else parse(text)
        )
    else:
        for name in ("size_in_words", "describe"):
            usual = getattr(words.rules, name)
            monkeypatch.setattr(
                words.rules,
                name,
                lambda rules, usual=usual: raising() if rules.length == 5 else usual(rules),
            )
    return run


BLAMED = "the game words of the package words_for_mastermine is broken: "


@pytest.mark.parametrize("option", [[], ["--long"], ["--json"]])
def test_a_bad_preset_is_named_and_the_others_are_listed(
    bad_preset: Run, option: list[str]
) -> None:
    listed = bad_preset("presets", *option)
    assert listed.exit_code == 0
    assert listed.stderr.startswith(f"mastermine: five-letters: {BLAMED}")
    assert listed.stderr.count("\n") == 1
    for name in ("classic", "expert", "four-letters"):
        assert name in listed.stdout
    assert "five-letters" not in listed.stdout


@pytest.mark.usefixtures("bad_preset")
def test_the_menu_offers_the_levels_that_are_not_broken() -> None:
    said = StringIO()
    menu = Menu(Terminal(Console(file=said, width=300), Script(["words", "", ""])))
    assert menu.ask() == ["play", "four-letters"]
    assert BLAMED in said.getvalue()


@pytest.mark.usefixtures("run")
@pytest.mark.parametrize("broken", ["describe", "usual_strategy"])
def test_the_menu_asks_again_where_a_game_is_broken(
    monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    monkeypatch.setitem(raising.__globals__, "__name__", "words.rules")
    wrong: Any = property(raising) if broken == "usual_strategy" else raising
    monkeypatch.setattr(GAMES["words"].rules, broken, wrong)
    said = StringIO()
    answers = {"describe": ["words", "3"], "usual_strategy": ["words", "3", ""]}[broken]
    script = Script([*answers, "mastermind", "", "classic", ""])
    menu = Menu(Terminal(Console(file=said, width=300), script))
    assert menu.ask()[:2] == ["play", "classic"]
    assert f"{BLAMED}KeyError: 'letters'" in said.getvalue()


@pytest.mark.usefixtures("run")
def test_a_saved_game_that_its_package_cannot_read_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = GenericSession(parse_rules("words:5"), seed=7)
    game.do("ask about")
    monkeypatch.setattr(GAMES["words"].rules, "parse_action", raising)
    with pytest.raises(InvalidSpec, match=BLAMED):
        restore(game.data())


def test_its_specs_keep_their_name(run: Run) -> None:
    assert "words:5 is Words" in refused(run("play", "words:5", "--players", "A,B"))
    assert "words:5,limit=6" in run("presets").stdout
    assert title_of(parse_rules("words:4"), None) == ("Words", "words:4")
    assert bare_spec("words:5,limit=3") == "words:5,limit=3"
    assert bare_spec("mastermind:4x6-distinct,limit=3") == "4x6-distinct,limit=3"
    assert bare_spec("minesweeper:9x9x10-noguess") == "9x9x10-noguess"


@pytest.mark.usefixtures("run")
def test_no_message_ends_in_an_empty_list() -> None:
    with pytest.raises(InvalidSpec, match="a new game has no setting 'length'; none are known"):
        rules_from({"level": "five-letters", "length": 4})
    with pytest.raises(InvalidSpec, match=r"\(to play Mastermind: set game classic\)"):
        change(Settings(parse_rules("words:5")), SETTINGS["places"], "4")


def test_a_game_without_examples_has_its_strategies_as_such(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(vars(GAMES["words"]), "examples", ())
    assert "such as --strategy first-word," in run("match", "words:5").stderr
