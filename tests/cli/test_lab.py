"""The laboratory: what its lines mean, what it remembers, and how it is at the keyboard."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import reduce
from gettext import NullTranslations
from pathlib import Path
from typing import ClassVar

import pytest
from click.testing import CliRunner
from tests.terminal import in_terminal, needs_terminal
from tests.waiting import PATIENCE, until

from mastermine.cli import main
from mastermine.cli.completion import stored_runs
from mastermine.cli.lab import completions
from mastermine.cli.lab.commands import (
    COMMANDS,
    OTHER_WORDS,
    Call,
    Reply,
    Rows,
    command_line,
    interpret,
    split,
    welcome,
)
from mastermine.cli.lab.settings import SETTINGS, Settings, colour_names, summary
from mastermine.cli.lab.shell import prompter, run_command
from mastermine.cli.lab.state import State
from mastermine.cli.lab.words import command_words, setting_words, value_words
from mastermine.core.errors import InvalidSpec
from mastermine.i18n.languages import LANGUAGES
from mastermine.i18n.text import folded, speaking

ROOT = Path(__file__).parents[2]


pytestmark = pytest.mark.usefixtures("own_data")


def after(*lines: str, settings: Settings | None = None) -> Settings:
    """The settings when all of these lines are obeyed."""
    return reduce(lambda now, line: interpret(line, now).settings, lines, settings or Settings())


def text_of(line: str, *before: str) -> str:
    """What is said about a line."""
    said: list[str] = []
    for part in interpret(line, after(*before)).output:
        said += ["  ".join(row) for row in part.rows] if isinstance(part, Rows) else [part]
    return "\n".join(said)


def call(line: str, *before: str) -> str:
    """The command line that a line stands for."""
    reply = interpret(line, after(*before))
    assert reply.call is not None
    return str(reply.call)


def mistake(line: str, *before: str) -> str:
    """What is wrong with a line."""
    with pytest.raises(InvalidSpec) as caught:
        interpret(line, after(*before))
    text = str(caught.value)
    assert "\n" not in text
    return text


def run(*lines: str) -> tuple[str, str]:
    """What the laboratory prints where lines come from elsewhere, and what it complains about."""
    done = CliRunner().invoke(main, ["lab"], input="\n".join(lines))
    assert done.exit_code == 0, done.output
    return done.stdout, done.stderr


# Settings.


@pytest.mark.parametrize(
    ("lines", "spec"),
    [
        (["set places 5"], "mastermind:5x6,limit=10"),
        (["set colors 8", "set limit none"], "mastermind:4x8"),
        (["SET Colours=8", "set limit = 7"], "mastermind:4x8,limit=7"),
        (["set repeats off", "set blank on"], "mastermind:4x6+blank-distinct,limit=10"),
        (["set repeats no", "set blank YES"], "mastermind:4x6+blank-distinct,limit=10"),
        (["set repeats false", "set blank true"], "mastermind:4x6+blank-distinct,limit=10"),
        (["set answer black"], "mastermind:4x6-black,limit=10"),
        (["set game expert"], "minesweeper:30x16x99"),
        (["set game expert", "set mines 9", "set width 9", "set height 8"], "minesweeper:9x8x9"),
        (["set game 9x9x10", "set first open", "set nog on"], "minesweeper:9x9x10-open-noguess"),
        (["set game 5x8"], "mastermind:5x8"),
        (["add color brown"], "mastermind:4x7,limit=10"),
        (["remove colour red", "rem c GREEN"], "mastermind:4x4,limit=10"),
        (["set places 5", "reset"], "mastermind:4x6,limit=10"),
        # As in the Slovak environment.
        (["set guess limit 5", "set code length=3"], "mastermind:3x6,limit=5"),
        (["set guess limit = 5", "set peg colors a b c"], "mastermind:4x3,limit=5"),
    ],
)
def test_what_is_set_is_played(lines: list[str], spec: str) -> None:
    assert after(*lines).rules.spec() == spec


def test_colours_have_names() -> None:
    settings = after("set colors red, green,blue", "add color brown", "remove color green")
    assert settings.names == colour_names(settings) == ("red", "blue", "brown")
    assert settings.rules.colours == 3
    assert after("set places 5", settings=settings).names == settings.names
    assert after("set game 5x3", settings=settings).names == settings.names
    for line in ("set colours 3", "set game 4x6", "set game beginner"):
        assert interpret(line, settings).settings.names is None
        assert "standard names again" in " ".join(map(str, interpret(line, settings).output))


def test_a_preset_brings_its_words() -> None:
    settings = after("set game skocko")
    assert settings.names == ("skocko",)
    assert Settings.from_json(settings.to_json()) == settings
    assert "--colours skocko" in call("match knuth", "set game skocko")
    assert after("set game mini", settings=settings).names is None
    assert after("set colours letters").names == ("letters",)
    assert after("add colour gold", settings=settings).rules.colours == 7


@pytest.mark.parametrize("name", ["settings", "strategies"])
def test_a_list_may_be_asked_for_as_in_the_slovak_environment(name: str) -> None:
    assert text_of(f"list {name}") == text_of(name)


def test_the_last_colour_stays() -> None:
    assert "the only colour" in mistake("remove color red", "set game 4x1")


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("set rounds ten", "a whole number of at least 1"),
        ("set jobs 5000", "jobs: 5000 is not in the range"),
        ("set rounds " + "9" * 5000, "not a valid integer"),
        ("set rounds", "set rounds takes a value: N\\|all \\(now 5\\)"),
        ("set ronds 5", "did you mean rounds?"),
        ("set r 5", "is ambiguous: repeats, rounds"),
        ("set repeats maybe", "repeats cannot be 'maybe'; it can be on, off"),
        ("set visibility maybe", "visibility cannot be 'maybe'; it can be on, off"),
        ("set code 5", "is ambiguous: places, visibility"),
        ("set places 999", "there must be 1 to 255"),
        ("set colours ten", "red,green,blue"),
        ("set time-limit -3", "use seconds"),
        ("set width 5", "width is for Minesweeper.*Mastermind has places.*set game beginner"),
        ("add red", "add colour orange"),
        ("add color red", "already exists; the colours are red, green"),
        ("remove color pink", "the colours are red, green"),
        ("s", "is ambiguous: set, settings, show, strategies"),
        ("nonsense", "known are: strategies"),
        ("macth knuth", "did you mean match?"),
        ("settings now", "settings takes no arguments"),
        ('match "knuth', "unclosed quotation mark"),
        ("match", "^name the strategies, such as match knuth entropy; strategies lists them"),
        ("match knut", "there is no strategy 'knut'; Mastermind has entropy, .*knuth.* two-by-two"),
        ("show", "^name a run, such as show last; runs lists them"),
        ("resume", "resume last"),
        ("show latest", "^name a run, such as show last; runs lists them"),
        ("plot latest", "^name a run, such as plot last"),
        ("resume latest", "^name a run, such as resume last"),
        ("help nonsense", "there is no command"),
    ],
)
def test_a_mistake_says_what_would_be_right(line: str, right: str) -> None:
    assert re.search(right, mistake(line))


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("set places 5", "places is for Mastermind.*Minesweeper has width, height, mines"),
        ("add color red", "colours is for Mastermind"),
        ("set limit 5", "limit is for Mastermind"),
        ("match human", "a person, who can only play matches of Mastermind"),
        ("evaluate pseq", "use match"),
        ("match knuth", "plays Mastermind, not Minesweeper"),
    ],
)
def test_minesweeper_has_no_colours(line: str, right: str) -> None:
    assert re.search(right, mistake(line, "set game expert"))


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("show 3", "show 3"),
        ("match --resume 3", "resume 3"),
        ("duel --resume 3", "duel --resume 3"),
        ("match classic knuth entropy", "match knuth entropy"),
        ("evaluate 4x6,limit=10 --strategy knuth,pairs", "evaluate knuth,pairs"),
        ("evaluate 4x7 --strategy knuth,pairs", "mastermine evaluate 4x7 --strategy knuth,pairs"),
    ],
)
def test_the_lab_names_its_own_commands(command: str, line: str) -> None:
    assert command_line(command, Settings()) == line
    if not line.startswith("mastermine"):
        interpret(line, Settings())
    with speaking(LANGUAGES["sk"]):
        own = command_line(command, Settings())
        name = own.split(maxsplit=1)[0]
        assert name in ("mastermine", *command_words().values())


def test_a_prefix_before_arguments_is_that_of_a_command_that_takes_some() -> None:
    with speaking(LANGUAGES["sk"]):  # set is nastaviť, and settings is nastavenia
        assert after("nastav kolá 100").rounds == 100
        assert "nastavenia, nastaviť" in mistake("nastav")


def test_a_stored_run_is_shown_by_the_command_that_is_named() -> None:
    printed, errors = run("runs", "set visibility off", "set rounds 1", "match knuth")
    assert "Play one with: match knuth entropy" in printed
    [line] = re.findall("Stored as run 1. Show it with: (.+)", errors)
    shown, errors = run(line, "show last")
    assert shown.count("$ mastermine match") == 2
    assert not errors


# Matches.


def test_a_match_is_a_command_line() -> None:
    assert call("match knuth, Random") == (
        "mastermine match mastermind:4x6,limit=10 --strategy knuth,random --rounds 5 --show"
    )
    before = ("set round count 7", "set seed 3", "set jobs 2", "set time limit 0.5", "set vis no")
    assert call("ma human mine/own.py:careful knuth:first=1122 --out x.csv", *before) == (
        "mastermine match mastermind:4x6,limit=10 "
        "--strategy human,mine/own.py:careful,knuth:first=1122 --rounds 7 --hide-codes --seed 3 "
        "--jobs 2 --time-limit 0.5 --out x.csv"
    )
    for value, option in {"true": "--show", "false": "--hide-codes"}.items():
        assert call("match knuth", f"set code visibility {value}").endswith(option)
    assert "--colours red,tin" in call("match knuth", "set colors red,tin")
    assert "--every" in call("match knuth", "set rounds all")
    assert "--rounds" not in call("match knuth --every")
    assert call("evaluate knuth", "set seed 3", "set vis on").endswith("--strategy knuth --seed 3")


def test_a_duel_is_a_command_line() -> None:
    assert call("duel entropy knuth --margin 0.1", "set game 3x4", "set seed 3") == (
        "mastermine duel mastermind:3x4 entropy knuth --seed 3 --margin 0.1"
    )
    assert "duel takes two strategies" in mistake("duel knuth")
    assert call("duel --resume 3", "set jobs 2") == "mastermine duel --jobs 2 --resume 3"
    assert call("duel --help") == "mastermine duel --help"
    out, err = run("set game 2x3", "set seed 3", "duel first-consistent random --rounds 100")
    assert "first-consistent" in out
    assert "mastermine: " not in err


def test_runs_are_passed_on() -> None:
    assert call("runs --json") == "mastermine runs --json"
    assert call("show 3 --pairs") == "mastermine show 3 --pairs"
    assert call("resume last", "set jobs 3") == "mastermine match --resume last --jobs 3"
    assert call("plot 3 'my file.svg'") == "mastermine plot 3 --out 'my file.svg'"
    assert call("plot 3 last x.json y.svg") == "mastermine plot 3 last x.json --out y.svg"
    assert call("report 3 x.html") == "mastermine report 3 --out x.html"
    assert call("plot 3 --out x.svg") == "mastermine plot 3 --out x.svg"


def test_lines_that_say_nothing() -> None:
    for line in ("", "   ", "# set rounds 5"):
        assert interpret(line, Settings()) == Reply(Settings())
    assert split(r"match 'a b/x#1.py:n' c:\d.py") == ["match", "a b/x#1.py:n", r"c:\d.py"]


def test_all_is_listed() -> None:
    assert "random-consistent" in text_of("strategies")
    assert "Options: layouts=200" in text_of("strategies", "set game expert")
    assert "pseq" in text_of("strategies", "set game expert")
    assert "knuth" not in text_of("strategies", "set game expert")
    for name in COMMANDS:
        assert name in text_of("help")
        assert name in text_of(f"help {name}")
    for name in SETTINGS:
        assert name in text_of("help set")
        assert name in text_of(f"help set {name}")
    assert "places" in text_of("settings")
    assert "jobs" not in text_of("settings")  # As long as it has its default.
    assert "jobs  2" in text_of("settings", "set jobs 2")
    assert "places" not in text_of("settings", "set game expert")
    assert interpret("exit", Settings()).quits
    assert interpret("q", Settings()).quits


def test_the_start_shows_the_settings_and_strategies() -> None:
    head, settings, strategies = welcome(Settings()).output
    assert isinstance(settings, Rows)
    assert "Type help" in str(head)
    values = {name: value for name, value, _does in settings.rows}
    assert values["rounds"] == "5"
    assert values["limit"] == "10"
    assert values["visibility"] == "on"
    assert "knuth" in str(strategies)


# Languages.


@pytest.mark.parametrize("tag", LANGUAGES)
@pytest.mark.parametrize(
    ("words", "aliases"),
    [
        (command_words, OTHER_WORDS),
        (setting_words, {}),
        (value_words, {}),
    ],
)
def test_no_word_has_two_meanings(
    tag: str, words: Callable[[], dict[str, str]], aliases: dict[str, str]
) -> None:
    with speaking(LANGUAGES[tag]):
        local = words()
    meanings = defaultdict(set)
    for english, own in local.items():
        assert own.split() == [own], f"{english}: one word, not {own!r}"
        meanings[folded(own)].add(english)
        meanings[folded(english)].add(english)
    for other, english in aliases.items():
        meanings[other].add(english)
    assert {word: found for word, found in meanings.items() if len(found) > 1} == {}


def test_each_command_and_setting_has_a_word() -> None:
    assert list(command_words()) == list(COMMANDS)
    assert set(setting_words()) == {*SETTINGS, "colour"}
    assert {word for each in SETTINGS.values() if not each.game for word in each.words} <= set(
        value_words()
    )


class Slovak(NullTranslations):
    """Some words of the lab, in a language."""

    words: ClassVar = {
        "set": "nastav",
        "match": "zápas",
        "help": "pomoc",
        "add": "pridaj",
        "colour": "farbu",
        "colours": "farby",
        "rounds": "kolá",
        "visibility": "viditeľnosť",
        "false": "nie",
        "all": "všetky",
    }

    def pgettext(self, context: str, message: str) -> str:
        return self.words.get(message, message) if context.startswith("lab ") else message


@pytest.fixture
def slovak() -> Iterator[None]:
    language = replace(LANGUAGES["sk"])
    vars(language)["catalogue"] = Slovak()
    with speaking(language):
        yield


@pytest.mark.usefixtures("slovak")
def test_words_of_a_language_and_english_ones_are_understood() -> None:
    for lines in (
        ("nastav kolá všetky", "NASTAV viditelnost nie", "pridaj farbu Čierna"),
        ("set rounds all", "set visibility false", "add colour Čierna"),
        ("nas kol=všetky", "set viditeľnosť off", "add farb Čierna"),
    ):
        settings = after(*lines)
        assert settings.rounds is None
        assert settings.visibility == "off"
        assert colour_names(settings)[-1] == "Čierna"
        assert "--hide-codes" in str(interpret("zápas knuth", settings).call)
    assert text_of("nastav kolá 7") == "kolá: 7"
    assert text_of("set rounds all") == "kolá: všetky"
    assert "nastav kolá N|všetky" in text_of("help rounds")
    assert "pridaj farbu NAME" in text_of("pomoc")
    assert mistake("zapass") == "there is no command 'zapass'; did you mean zápas?"
    assert mistake("maatch") == "there is no command 'maatch'; did you mean match?"
    assert "match" not in mistake("patches")
    assert "such as pridaj farbu orange" in mistake("pridaj")
    assert summary(Settings(), 80) == " mastermind:4x6,limit=10  kolá 5 "
    assert offers("nast") == ["nastav"]
    assert offers("matc") == ["match"]
    assert offers("zap") == ["zápas"]
    assert offers("nastav kolá ") == ["všetky"]
    assert offers("pridaj ") == ["farbu"]


# What is remembered.


def test_settings_are_kept() -> None:
    settings = after("set colors red,tin", "set rounds all", "set seed abc", "set time-limit 2.5")
    State().save(settings)
    assert State().load() == (settings, None)
    settings = after("set game expert", "set visibility off", "set jobs 2")
    State().save(settings)
    assert State().load() == (settings, None)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{", "["),
        ("mastermine-lab", "mastermine-game"),
        ("4x2", "4x0"),
        ("tin", "red"),
        ('"rounds": 5', '"rounds": true'),
        ('"rounds": 5', '"rounds": -1'),
        ('"jobs": null', '"jobs": "many"'),
        ('"on"', '"maybe"'),
        ('"seed"', '"sed"'),
        ('["red", "tin"]', '["red", 7]'),
    ],
)
def test_settings_that_cannot_be_read_are_the_usual_ones(old: str, new: str) -> None:
    State().save(after("set colors red,tin"))
    path = next(Path(os.environ["XDG_STATE_HOME"]).rglob("settings.json"))
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")
    settings, problem = State().load()
    assert settings == Settings()
    assert str(path) in str(problem)


def test_settings_of_an_earlier_version_show_no_rounds() -> None:
    text = Settings().to_json().replace('"on"', '"normal"')
    assert Settings.from_json(text) == after("set visibility off")


def test_without_a_folder_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    state = State()
    assert state.load() == (Settings(), None)
    state.save(after("set rounds 3"))
    assert state.history() is None


def test_the_settings_fit_on_a_line() -> None:
    settings = after("set colors red,tin", "set seed 7", "set rounds 1000")
    assert summary(settings, 200) == " mastermind:4x2,limit=10  rounds 1000  seed 7  red,tin "
    for width in range(1, 80):
        assert len(summary(settings, width)) <= width
    assert summary(settings, 40) == " mastermind:4x2,limit=10  rounds 1000 "


# Completion.


def offers(line: str, *before: str) -> list[str]:
    found = completions.candidates(line, after(*before), lambda: ["last", "12"])
    return [item.value if item.type == "plain" else item.type for item in found]


def test_words_are_completed() -> None:
    assert offers("se") == ["settings", "set"]
    assert offers("set pl") == ["places"]
    assert offers("set pl", "set game expert") == []
    assert offers("set rep ") == ["on", "off"]
    assert "expert" in offers("set game e")
    assert offers("match kn") == ["knuth"]
    assert offers("match KNUTH,ent") == ["entropy"]
    assert offers("match knuth kn") == []
    assert offers("match p", "set game expert") == ["patterns", "pseq"]
    assert offers("match knuth:f") == ["knuth:first="]
    assert offers("match knuth --ro") == ["--rounds"]
    assert offers("add ") == ["colour"]
    assert "orange" in offers("add colour o")
    assert offers("remove colour g") == ["green"]
    assert offers("remove colour g", "set game expert") == []
    assert offers("show ") == ["last", "12"]
    assert offers("help pla") == ["places"]
    assert offers("nonsense ") == []
    assert offers("match ./my") == ["file"]
    assert offers("plot 3 x") == ["file"]
    assert offers("match knuth --out x") == ["file"]
    assert offers("plot 3 --kind le") == ["left"]
    assert offers("duel --resume l") == ["last"]


def test_tab_completes_a_word_and_a_file(tmp_path: Path) -> None:
    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document

    (tmp_path / "mine.py").write_text("")
    completer = completions.Completer(Settings, list)

    def tab(line: str) -> list[str]:
        found = completer.get_completions(Document(line), CompleteEvent())
        return [line[: len(line) + each.start_position] + each.text for each in found]

    assert tab("set pl") == ["set places "]
    assert tab("match knuth:f") == ["match knuth:first="]
    assert tab(f"match {tmp_path}/m") == [f"match {tmp_path}/mine.py"]


def typed(text: str, times: int = 1) -> list[str | type[BaseException]]:
    """What the prompt gives for these keys; an exception for a line that is left by a key."""
    from prompt_toolkit.input import create_pipe_input
    from prompt_toolkit.output import DummyOutput

    with create_pipe_input() as keys:
        read = prompter(Settings, State(), None, input=keys, output=DummyOutput())
        keys.send_text(text)
        return [_result(read) for _time in range(times)]


def _result(read: Callable[[], str]) -> str | type[BaseException]:
    try:
        return read()
    except (EOFError, KeyboardInterrupt) as error:
        return type(error)


def test_the_keys_of_the_prompt() -> None:
    assert typed("set ro\x03\x04", 2) == [KeyboardInterrupt, EOFError]
    assert typed("settings\rrunz\x7fs\r", 2) == ["settings", "runs"]
    assert typed("\x1b[A\r") == ["runs"]  # Up: the last line of the last time.


def test_enter_takes_what_tab_completed() -> None:
    assert typed("runz\x7f\t\r") == ["runs "]
    assert typed("set pla\t5\r") == ["set places 5"]
    assert typed("match expected-s\t,kn\t\r") == ["match expected-size ,knuth "]
    assert typed("se\t pl\t\r") == ["set places "]  # What both begin with.
    assert typed("match mo\tnonsense\t\r") == ["match most-parts nonsense"]


def test_tab_offers_the_strategies_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(
        "import mastermine.core.strategy as m\n"
        "from mastermine.core.strategy import strategy\n"
        "open('it-was-run', 'w')\n"
        "@strategy('one')\n"
        "def one(view, *, depth=3, greedy=True):\n"
        "    'Play one.'\n"
        "@m.strategy('other', game='minesweeper')\n"
        "def other(view): ...\n"
        "def helper(): ...\n"
    )
    assert offers("match mine.py:") == ["mine.py:one"]
    assert offers("match knuth ./mine.py:o") == ["./mine.py:one"]
    assert offers("match mine.py:", "set game expert") == ["mine.py:other"]
    options = ["mine.py:one:depth=", "mine.py:one:greedy=", "mine.py:one:first="]
    assert offers("match mine.py:one:") == options
    assert offers("match mine.py:one:depth=2:g") == ["mine.py:one:depth=2:greedy="]
    assert not Path("it-was-run").exists()
    assert offers("match gone.py:") == []
    Path("bad.py").write_text("def (")
    assert offers("match bad.py:") == []


def test_to_look_for_runs_makes_no_store(tmp_path: Path) -> None:
    assert stored_runs(str(tmp_path / "new.sqlite")) == []
    assert not (tmp_path / "new.sqlite").exists()


# Lines from elsewhere, and the whole of it.


def test_lines_are_read_and_mistakes_do_not_stop() -> None:
    out, err = run("set game 3x4", "set ronds 5", "evaluate knuth", "match knut", "set rounds 3")
    assert "mastermind:3x4: 64 codes" in out
    assert "rounds: 3" in out
    assert err.splitlines()[0] == (
        "mastermine: set ronds 5: there is no setting 'ronds'; did you mean rounds?"
    )
    assert len(err.splitlines()) == 2
    assert run("quit", "set rounds 3") == ("", "")


def test_a_match_is_played() -> None:
    out, _err = run("set rounds 5", "set seed 3", "match knuth random")
    assert "mastermind:4x6,limit=10: 5 rounds (seed 3)" in out
    assert "knuth" in out


def test_a_run_is_resumed_with_own_colours() -> None:
    begin = ["set seed 3", "set places 2", "set rounds 2", "set colours tin,lead", "match knuth"]
    more = ["set visibility on", "resume last --rounds 3 --show"]
    out, err = run(*begin, *more)
    assert re.search("Round 3: the code was (tin|lead) (tin|lead)", out), out + err
    out, err = run("set colours 3", "add colour gold", "resume last --rounds 4 --show")
    assert re.search("Round 4: the code was [12][12]", out), out + err
    out, err = run("set colours tin,lead", "resume last --rounds 5 --show --colours ash,oak")
    assert re.search("Round 5: the code was (ash|oak) (ash|oak)", out), out + err
    _out, err = run("set colours tin,lead", "resume 99")
    assert "there is no run 99" in err


def test_a_person_plays_with_own_colours() -> None:
    lines = ["set colors red,tin", "set places 2", "set limit 1", "set rounds 1", "set seed 3"]
    out, err = run(*lines, "match human knuth", "tin red", "set rounds 7")
    assert "1 red" in out
    assert re.search("human\n  tin red  +[●○·]+", out)
    assert "2 tin" in out
    assert re.search("the code was (red|tin) (red|tin)", out)
    assert "rounds: 7" in out
    assert "mastermine: " not in err


def test_a_person_placed_first_sees_no_code() -> None:
    settings = ["set visibility false", "set rounds 2", "set limit 2", "set seed 3"]
    out, err = run(*settings, "match human first-consistent", "1122", "3344", "1122", "3344")
    assert out.count("New code") == 2
    assert "the code was" not in out
    assert "2 rounds (seed 3)" in out
    assert "mastermine: " not in err


def test_what_a_command_complains_about_is_one_line() -> None:
    for call in (
        Call("match", ("4x6", "--strategy", "knuth", "--nonsense")),
        Call("match", ("4x6", "--strategy", "nobody")),
        Call("no-such-command", ()),
    ):
        with pytest.raises(InvalidSpec):
            run_command(call, None)
    run_command(Call("match", ("--help",)), None)


IN_ITS_TERMINAL = """
import fcntl, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from mastermine.cli import main
main(["lab"], prog_name="mastermine")
"""
"""The laboratory in a terminal that also sends the signals of its keys."""


@pytest.mark.rest
@needs_terminal
def test_in_a_terminal() -> None:
    import termios

    def press(keys: str) -> None:
        terminal.see("lab> ")
        # The prompt reads keys.
        until(lambda: not termios.tcgetattr(terminal.ours)[3] & termios.ICANON)
        terminal.type(keys)

    with in_terminal("-c", IN_ITS_TERMINAL, TERM="dumb", COLUMNS="100") as terminal:
        terminal.see("Strategies: ")
        press("set places 3\r")
        terminal.see("places: 3")
        press("set plac\x03")
        press("match knut\r")
        terminal.see("there is no strategy 'knut'; Mastermind has")
        press("\x04")
        terminal.see("Goodbye.")
        assert terminal.process.wait(PATIENCE) == 0
    assert State().load()[0] == after("set places 3")


def test_the_help_is_there_at_once() -> None:
    script = (
        "import sys\nfrom mastermine.cli import main\n"
        "try:\n    main(['lab', '--help'])\nexcept SystemExit:\n    pass\n"
        "print(*{'numpy', 'rich', 'prompt_toolkit'} & set(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert "Usage" in done.stdout
    assert done.stderr.split() == []


def test_the_document_shows_what_happens() -> None:
    """The transcripts of the document: each line that is typed, and what it prints."""
    text = (ROOT / "docs" / "how-to" / "lab.md").read_text("utf-8")
    blocks = re.findall(r"```text\n(lab> .*?)```", text, re.DOTALL)
    assert blocks
    settings = Settings()
    for block in blocks:
        for part in block.split("lab> ")[1:]:
            line, _end, shown = part.partition("\n")
            reply = interpret(line, settings)
            settings = reply.settings
            printed = "\n".join(map(str, reply.output))
            if reply.call:
                arguments = [reply.call.name, *reply.call.arguments]
                done = CliRunner().invoke(main, arguments, env={"COLUMNS": "100"})
                assert done.exit_code == 0, done.output
                printed = "\n".join(map(str.rstrip, done.stdout.splitlines()))
            assert shown.strip() == printed.strip(), line
