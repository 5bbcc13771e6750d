"""The commands that ask nothing: what they print, as JSON and as text, and what they refuse."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from tests.cli import program
from tests.cli.program import lines, printed, run

from mastermine import __version__
from mastermine.cli import COMMANDS, main
from mastermine.cli.catalogue import EXTRAS, LIBRARIES
from mastermine.registry import GAMES, PRESETS, own_strategies
from mastermine.system.native import NATIVE


def data(*arguments: str, **how: Any) -> Any:
    """What a command says as JSON, without times."""
    found = program.data(*arguments, **how)
    return program.without_times(found) if arguments[0] == "match" else found


ROOT = Path(__file__).parents[2]


# solve


def test_solve_shows_each_guess() -> None:
    shown = lines("solve", "classic", "--secret", "3411")
    assert shown[0] == "mastermind:4x6,limit=10, played by knuth"
    assert shown[3] == "1 ●1 ●1 ▲2 ▲2 ○○·· 0B 2W 96"
    assert shown[6] == "4 ■3 ◆4 ●1 ●1 ●●●● 4B 0W 1"
    assert shown[-1] == "Found in 4 guesses."


def test_solve_explains() -> None:
    shown = " ".join(printed("solve", "classic", "--secret", "3411", "--explain").split())
    for sentence in (
        "Guess 1 ●1 ●1 ▲2 ▲2",
        (
            "1122 can get 13 different answers from the 1,296 possible codes; on average 204.5 "
            "of them would remain, at worst 256."
        ),
        "Rule of the strategy knuth:",
        "Answer ○○·· 0B 2W 96 codes are possible.",
        "for certain: red.",
        "Certain: place 3 is red.",
        "Found in 4 guesses.",
    ):
        assert sentence in shown


def test_solve_as_json() -> None:
    found = data("solve", "4x6", "--secret", "rrbb", "--strategy", "entropy", "--seed", "7")
    assert list(found) == ["rules", "strategy", "seed", "secret", "turns", "outcome", "guesses"]
    assert (found["rules"], found["strategy"], found["seed"]) == ("mastermind:4x6", "entropy", 7)
    assert (found["secret"], found["outcome"]) == ("1133", "won")
    assert found["guesses"] == len(found["turns"])
    assert found["turns"][-1] == {
        "guess": "1133",
        "answer": "4B 0W",
        "left": 1,
        "exact": True,
    }
    explained = data("solve", "4x6", "--secret", "1133", "--explain", "-s", "entropy")["turns"]
    assert all(turn["why"] for turn in explained)
    assert [{k: turn[k] for k in found["turns"][0]} for turn in explained] == found["turns"]


def test_solve_says_when_it_does_not_find_the_code() -> None:
    assert printed("solve", "4x6", "--secret", "6665", "--limit", "2").endswith(
        "Not found in 2 guesses. The code was: 6665\n"
    )
    found = data("solve", "classic", "--secret", "6665", "--limit", "2")
    assert (found["outcome"], found["rules"]) == ("lost", "mastermind:4x6,limit=2")


def test_a_hint_is_the_same_each_time() -> None:
    words = ("hint", "classic", "-s", "random-consistent", "--turn", "1122 1,1")
    assert data(*words) == data(*words) == data(*words, "--seed", "0")
    assert len({data(*words, "--seed", str(seed))["guess"] for seed in range(9)}) > 1


@pytest.mark.parametrize(
    "words", ["solve classic --secret 3632 --explain", "hint classic", "presets", "solve mini"]
)
def test_no_line_of_words_in_a_pipe_ends_with_a_space(words: str) -> None:
    assert not [line for line in printed(*words.split()).split("\n") if line.endswith(" ")]


def test_solve_draws_the_code_by_the_seed() -> None:
    first, again = (data("solve", "4x6", "-s", "random-consistent", "--seed", "5") for _ in "12")
    assert first == again
    assert data("solve", "4x6", "--seed", "6")["secret"] != first["secret"]
    assert "(seed 6)" in printed("solve", "4x6", "--seed", "6")
    repeat = "To repeat this game, use --seed 5."
    given = ("solve", "4x6", "--secret", "1122", "--seed", "5", "-s")
    assert repeat in printed(*given, "random-consistent")
    for name in ("knuth", "methodical", "pairs"):  # They draw no random numbers.
        assert "seed" not in printed(*given, name)
    assert data("solve", "4x6", "--seed", "tuesday")["seed"] == "tuesday"
    unseeded = data("solve", "4x6")
    assert data("solve", "4x6", "--seed", str(unseeded["seed"])) == unseeded


def test_solve_takes_names_for_the_colours() -> None:
    names = "Weiß,black,blue,lilac,teal,ginger"
    code = ("--secret", "weiß,w,b,lilac", "--colours", names)
    assert data("solve", "4x6", *code)["secret"] == "1124"
    for shown in (printed("solve", "4x6", *code), printed("solve", "4x6", *code, "--explain")):
        assert shown.count("1 Weiß (w)") == 1
    assert "red (r)" not in printed("solve", "4x6", "--secret", "1122")
    assert data("solve", "4x6", "--secret", "bwbb", "--colors", "w,b,r,g,y,o")["secret"] == "2122"


@pytest.mark.parametrize(
    ("spec", "guess"),
    [
        ("digits", "3123"),
        ("black-peg", "6512"),
        ("2x40", "1,39"),
        ("3x3+blank", "12_"),
        ("bulls-and-cows", "9075"),
        ("1x1", "1"),
    ],
)
def test_solve_finds_codes_of_every_kind(spec: str, guess: str) -> None:
    found = data("solve", spec, "--secret", guess, "--strategy", "first-consistent")
    assert found["outcome"] == "won"
    assert found["turns"][-1]["guess"] == guess
    printed("solve", spec, "--secret", guess, "--strategy", "first-consistent")
    printed("solve", spec, "--secret", guess, "--strategy", "first-consistent", "--explain")


# hint


def test_hint_opens_the_game() -> None:
    assert data("hint", "classic")["guess"] == "1122"
    shown = printed("hint", "classic", "--explain")
    assert "1,296 codes are possible." in shown
    assert "Next guess  ●1 ●1 ▲2 ▲2" in shown


def test_hint_counts_the_guesses_up_to_the_one_that_found_the_code() -> None:
    turns = ("--turn", "1122 4,0", "--turn", "1234 1,1")
    assert "Found in 1 guess." in printed("hint", "classic", *turns)


def test_hint_with_an_answer_that_is_not_known() -> None:
    known = ("hint", "classic", "-t", "1122 1,1", "-t", "1536 0,2")
    rows = ("hint", "classic", "-t", "1122 1,1", "-t", "3344 ?", "-t", "1536 0,2")
    found, without = data(*rows), data(*known)
    assert found["turns"][1] == {"guess": "3344", "answer": "?"}
    others: dict[str, object] = {"turns": [], "steps": []}
    assert {**found, **others} == {**without, **others}
    (step,) = found["steps"]
    assert step["rows"] == [3]
    assert [*step] == ["rule", "name", "rows", "sentence"]
    shown = [" ".join(line.split()) for line in printed(*rows).splitlines()]
    assert "2 ■3 ■3 ◆4 ◆4 ? 208" in shown
    assert "3 ●1 ★5 ■3 ✚6 ○○·· 0B 2W 50" in shown
    assert "Found in 4 guesses." in printed(*rows, "-t", "3114 4,0")


def test_hint_names_the_answers_that_contradict_each_other() -> None:
    rows = ("hint", "classic", "-t", "1122 1,1", "-t", "3344 ?", "-t", "1536 0,2")
    result = run(*rows, "-t", "1536 1,2")
    assert (result.exit_code, result.stdout) == (2, "")
    first, *others = result.stderr.splitlines()
    assert first.startswith("mastermine: row 4: no code is possible with the answer 1B 2W to 1536")
    assert others == [
        "The answers in rows 3 and 4 contradict each other; at least one is wrong.",
        "If only the answer in row 3 is wrong, it should be 1B 2W (19 codes).",
        "If only the answer in row 4 is wrong, it should be 0B 2W (50 codes).",
    ]


def test_hint_says_if_two_answers_are_wrong() -> None:
    rows = ("1122 4,0", "1133 4,0", "4444 4,0")
    result = run("hint", "classic", *(word for row in rows for word in ("-t", row)))
    assert result.stderr.splitlines()[-1] == (
        "At least two answers are wrong: changing a single one is not enough."
    )


def test_hint_names_only_the_most_likely_answers() -> None:
    result = run("hint", "classic", "-t", "1122 0,0", "-t", "1111 1,0")
    first, second = result.stderr.splitlines()[2:]
    assert first == (
        "If only the answer in row 1 is wrong, it should be one of 9 others, most likely "
        "0B 1W (128 codes), 1B 0W (128 codes) or 0B 2W (64 codes)."
    )
    assert second == "If only the answer in row 2 is wrong, it should be 0B 0W (256 codes)."


def test_hint_as_json() -> None:
    found = data("hint", "classic", "--turn", "1122 1,1", "--turn", "1344 0,0")
    assert found["turns"] == [
        {"guess": "1122", "answer": "1B 1W"},
        {"guess": "1344", "answer": "0B 0W"},
    ]
    assert (found["rules"], found["strategy"]) == ("mastermind:4x6,limit=10", "knuth")
    assert not found["solved"]
    # With neither 1, 3 nor 4, there are two or three 2, one of them right.
    assert found["candidates"] == 20
    assert found["candidates_exact"]
    assert found["exact"]
    assert found["worst"] >= found["average"] > 0
    assert found["answers"] > 1
    assert set(found) == {
        "rules",
        "strategy",
        "turns",
        "solved",
        "candidates",
        "candidates_exact",
        "guess",
        "possible",
        "answers",
        "average",
        "worst",
        "exact",
        "why",
        "facts",
        "steps",
    }
    assert found["facts"] == [
        "In the code for certain: green at least twice.",
        "Not in the code: red, blue, yellow.",
    ]


@pytest.mark.parametrize(
    "turn",
    [
        "1122 1,1",
        "1122 1B 1W",
        "1122 11",
        "1122 BW",
        "1122 1A1B",
        "  1 1 2 2   1 1 ",
        "1 1 2 2 1,1",
        "1,1,2,2 1,1",
        "red,red,green,green 1,1",
        "red red green green 1 black 1 white",
        "rrgg 1 bull, 1 cow",
        "r r g g B W",
        "RRGG -> 1B1W",
        "●●▲▲ ●○",
        "1122 = 1 1",
    ],
)
def test_hint_reads_a_turn_however_it_is_written(turn: str) -> None:
    assert data("hint", "classic", "--turn", turn)["turns"] == [
        {"guess": "1122", "answer": "1B 1W"}
    ]


@pytest.mark.parametrize(
    ("spec", "turn", "guess", "answer"),
    [
        ("digits", "0123 X X 2 X", "0123", "--+-"),
        ("digits", "0123 --+-", "0123", "--+-"),
        ("black-peg", "1122 2", "1122", "2B"),
        ("bulls-and-cows", "0123 1A2B", "0123", "1B 2W"),
        ("3x40", "1,39,40 1,1", "1,39,40", "1B 1W"),
        ("3x40", "1 39 40 1 1", "1,39,40", "1B 1W"),
        ("5x8", "1 1 2 2 3 1,1", "11223", "1B 1W"),
        ("4x6+blank", "1_2_ 1,1", "1_2_", "1B 1W"),
    ],
)
def test_hint_reads_turns_of_all_rules(spec: str, turn: str, guess: str, answer: str) -> None:
    chosen = ("-s", "first-consistent")
    assert data("hint", spec, "-t", turn, *chosen)["turns"] == [{"guess": guess, "answer": answer}]
    printed("hint", spec, "-t", turn, *chosen)


def test_hint_counts_the_codes_that_a_shown_peg_leaves() -> None:
    assert data("hint", "4x8-places", "--turn", "1166 X X 6 X")["candidates"] == 7**3


def test_hint_knows_when_the_game_is_solved() -> None:
    found = data("hint", "classic", "--turn", "1122 4,0")
    assert (found["solved"], found["guess"], found["candidates"]) == (True, None, 1)
    assert "Found in 1 guess." in printed("hint", "classic", "--turn", "1122 4,0")


def test_hint_takes_names_for_the_colours() -> None:
    colours = ("--colours", "white,black,rose,lilac,teal,ginger")
    turns = ("-t", "white,white,black,black 0,2", "-t", "rose rose lilac lilac 0,0")
    assert data("hint", "classic", *colours, *turns)["facts"] == [
        "Not in the code: rose, lilac.",
    ]
    assert "Not in the code: rose, lilac." in printed("hint", "classic", *colours, *turns)


def test_hint_by_a_random_strategy_follows_the_seed() -> None:
    guesses = [data("hint", "4x6", "-s", "random", "--seed", s)["guess"] for s in "1123"]
    assert guesses[0] == guesses[1]
    assert len(set(guesses)) > 1


# evaluate


def test_evaluate_as_json() -> None:
    found = data("evaluate", "4x6", "--strategy", "knuth,first-consistent")
    assert list(found) == ["rules", "codes", "results"]
    assert (found["rules"], found["codes"]) == ("mastermind:4x6", 1296)
    knuth, first = found["results"]
    assert knuth == {
        "strategy": "knuth",
        "total": 5801,
        "average": 5801 / 1296,
        "worst": 5,
        "histogram": {"1": 1, "2": 6, "3": 62, "4": 533, "5": 694},
        "exact": True,
        "standard_error": None,
    }
    assert first["strategy"] == "first-consistent"


def test_evaluate_prints_a_table() -> None:
    shown = lines("evaluate", "3x4", "-s", "knuth", "-s", "one-colour")
    assert shown[0] == "mastermind:3x4: 64 codes"
    assert shown[1].startswith("strategy total average worst 1 2 3")
    result = data("evaluate", "3x4", "-s", "knuth")["results"][0]
    counts = " ".join(str(n) for n in result["histogram"].values())
    assert shown[3] == f"knuth {result['total']} {result['average']:.3f} {result['worst']} {counts}"
    assert shown[4].startswith("one-colour ")
    assert lines("evaluate", "1x1", "-s", "knuth")[0] == "mastermind:1x1: 1 code"


def test_evaluate_folds_a_histogram_that_is_too_wide() -> None:
    shown = printed("evaluate", "2x6", "-s", "random,knuth", COLUMNS="80")
    assert "guesses: codes" in shown
    assert "± is the standard error" in shown
    assert "…" in shown


def test_a_table_in_a_pipe_is_as_wide_as_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)  # The runner of parallel tests sets it.
    names = lines("evaluate", "2x40", "-s", "knuth")
    assert "guesses: codes" not in names[1]
    assert not any("…" in line for line in names)
    titles = {preset.title for preset in PRESETS.values()}
    shown = run("presets").stdout.splitlines()
    assert all(any(line.rstrip().endswith(title) for line in shown) for title in titles)
    assert (
        max(map(len, shown)) > 80 >= max(map(len, run("presets", COLUMNS="80").stdout.splitlines()))
    )


def test_evaluate_does_not_depend_on_the_number_of_jobs() -> None:
    one = data("evaluate", "3x4", "-s", "entropy,one-colour,random", "--seed", "3")
    two = data("evaluate", "3x4", "-s", "entropy,one-colour,random", "--seed", "3", "--jobs", "2")
    assert one == two


# match


def test_match_as_json() -> None:
    arguments = ("match", "classic", "--strategy", "knuth,random", "--rounds", "5", "--seed", "3")
    found = data(*arguments)
    assert list(found) == ["rules", "field", "rounds", "rounds_asked", "stopped", "seed", "results"]
    assert (found["rounds_asked"], found["stopped"]) == (5, False)
    assert (found["rules"], found["rounds"], found["seed"]) == ("mastermind:4x6,limit=10", 5, 3)
    assert [result["strategy"] for result in found["results"]] == ["knuth", "random"]
    knuth, random = found["results"]
    assert (knuth["wins"], knuth["losses"]) == (5, 0)
    assert knuth["average"] == sum(int(g) * n for g, n in knuth["histogram"].items()) / 5
    assert knuth["standard_error"] > 0
    assert random["wins"] + random["losses"] == 5
    assert data(*arguments) == found


def test_match_limits_the_guesses() -> None:
    found = data("match", "classic", "-s", "knuth", "--rounds", "20", "--limit", "3", "--seed", "1")
    assert found["rules"] == "mastermind:4x6,limit=3"
    assert found["results"][0]["losses"] > 10


def test_match_shows_the_rounds() -> None:
    arguments = ("match", "4x6", "-s", "knuth,entropy", "--rounds", "3", "--seed", "3", "--show")
    games = data(*arguments)["games"]
    assert [game["round"] for game in games] == [1, 2, 3]
    shown = lines(*arguments)
    expected = []
    for game in games:
        expected.append(f"Round {game['round']}: the code was {game['code']}")
        for played in game["games"]:
            assert played["turns"][-1] == [game["code"], "4B 0W"]
            assert played["guesses"] == len(played["turns"])
            answers = [answer for _guess, answer in played["turns"]]
            expected += [played["strategy"], *answers, f"Win in {played['guesses']}."]
    found = [line for line in shown if line][: len(expected)]
    assert all(line.endswith(end) for line, end in zip(found, expected, strict=True)), found
    assert found[2].startswith("●1 ●1 ▲2 ▲2 ")
    assert "mastermind:4x6: 3 rounds (seed 3)" in shown
    hidden = printed(*arguments, "--hide-codes")
    assert "Round 3" in hidden
    assert not any(game["code"] in hidden for game in games)
    for game in data(*arguments, "--hide-codes")["games"]:
        assert [game["code"], *(played["turns"] for played in game["games"])] == [None] * 3


def test_a_person_plays_in_a_match() -> None:
    arguments = ("match", "4x6", "-s", "human,knuth", "--rounds", "1", "--seed", "3")
    code = data(*arguments[:3], "knuth", *arguments[4:], "--show")["games"][0]["code"]
    shown = lines(*arguments, typed=f"1122\n{code}\n")
    assert f"Round 1: the code was {code}" in shown
    assert "human 2 guesses" in shown
    found = data(*arguments, typed=f"1122\n{code}\n")
    assert found["results"][0]["histogram"] == {"2": 1}


def test_the_end_of_input_ends_a_match_and_keeps_what_was_played() -> None:
    arguments = ("match", "4x6", "-s", "human,knuth", "--rounds", "9", "--limit", "2")
    found = data(*arguments, "--seed", "3", typed="1111\n2222\n3333\n")
    assert found["rounds"] == 1
    assert [result["losses"] + result["wins"] for result in found["results"]] == [1, 1]
    shown = printed(*arguments, "--hide-codes", typed="1111\n")
    assert "Stopped after 0 of 9 rounds." in shown
    assert "wins" not in shown


# presets, strategies, info


def test_presets() -> None:
    found = data("presets")["presets"]
    assert [entry["name"] for entry in found] == list(PRESETS)
    sizes = {"mastermind": {"codes"}, "minesweeper": {"cells", "mines"}}
    for entry in found:
        told_of_all = {"name", "game", "rules", "title", "facts", "source"}
        assert set(entry) == told_of_all | sizes[entry["game"]]
    expert = next(entry for entry in found if entry["name"] == "expert")
    assert (expert["rules"], expert["cells"], expert["mines"]) == ("minesweeper:30x16x99", 480, 99)
    shown = lines("presets")
    assert all(any(line.startswith(f"{name} ") for line in shown) for name in PRESETS)
    assert "beginner 9x9x10 81 cells Minesweeper, Beginner" in shown
    long = " ".join(printed("presets", "--long").split())
    assert "Five guesses always suffice" in long
    assert "minesweeper:16x16x40, 256 cells. 16 by 16 cells with 40 mines." in long


def test_strategies() -> None:
    found = data("strategies")["strategies"]
    names = [name for game in GAMES for name in own_strategies(game)]
    assert set(names) <= {entry["name"] for entry in found}
    knuth = next(entry for entry in found if entry["name"] == "knuth")
    assert (knuth["game"], knuth["source"]) == ("mastermind", "Knuth 1977")
    assert "worst case" in knuth["summary"]
    shown = printed("strategies")
    assert all(name in shown for name in names)


def test_info() -> None:
    found = data("info")
    assert found["version"] == __version__
    assert found["core"] == ("native" if NATIVE else "reference")
    assert set(found) == {"version", "core", "python", "platform", "libraries"}
    assert found["libraries"]["click"] == version("click")
    shown = printed("info")
    assert __version__ in shown
    assert NATIVE or "The native core is" in shown


def test_the_reference_code_is_mentioned_where_it_will_be_felt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("mastermine.system.native.NATIVE", False)
    monkeypatch.delenv("MASTERMINE_NATIVE", raising=False)
    long = run("match", "classic", "-s", "two-by-two", "--rounds", "4", "--no-store")
    assert long.stderr.splitlines() == [
        "mastermine: the native core is not in use, so this is slow; see mastermine info"
    ]
    few = run("match", "classic", "-s", "two-by-two", "--rounds", "2", "--no-store")
    assert few.stderr == ""
    assert "install a C++20 compiler" in " ".join(run("info").stdout.split())
    monkeypatch.setenv("MASTERMINE_NATIVE", "0")
    long = run("match", "classic", "-s", "two-by-two", "--rounds", "4", "--no-store")
    assert long.stderr == ""
    assert "MASTERMINE_NATIVE=0 turns the native core off" in " ".join(run("info").stdout.split())


def test_no_name_is_cut_off_where_there_is_little_room() -> None:
    names = "safest:first=0.0,safest:first=1.1"
    command = ("match", "4x4x3", "-s", names, "--rounds", "9", "--no-store")
    shown = run(*command, COLUMNS="50").stdout
    assert max(map(len, shown.splitlines())) <= 50
    assert "…" not in shown
    column = "".join(line[:9].strip() for line in shown.splitlines())
    assert "safest:first=0.0safest:first=1.1" in column


def test_the_jobs_of_a_match_change_nothing() -> None:
    command = ("match", "3x4", "-s", "knuth,random-consistent", "--rounds", "20", "--seed", "3")
    assert data(*command, "--show", "--jobs", "2") == data(*command, "--show")


def test_info_lists_what_the_package_asks_for() -> None:
    requested = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    names = [re.split(r"[\[>]", each)[0] for each in requested["dependencies"]]
    extras = requested["optional-dependencies"]
    assert sorted(LIBRARIES) == sorted(names)
    for library, extra in EXTRAS.items():
        assert any(each.startswith(library) for each in extras[extra])
    assert {*extras} - {"all", "dev", "docs"} == set(EXTRAS.values())


def test_what_is_not_installed_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(library: str) -> str:
        if library == "matplotlib":
            raise PackageNotFoundError
        return "1.2"

    monkeypatch.setattr("importlib.metadata.version", found)
    assert data("info")["libraries"]["matplotlib"] is None
    assert "matplotlib      not installed: pip install 'mastermine[plots]'" in printed("info")


# what all have


def test_without_a_command_and_a_terminal_the_help_is_printed() -> None:
    assert run().stdout == run("--help").stdout
    assert run("--version").stdout == f"mastermine {__version__}\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    shown = printed(command, "--help")
    assert f"Usage: mastermine {command} " in shown
    games = ("play", "tui", "lab", "serve", "mcp")
    without = (*games, "export", "report", "completion", "engine", "ladder", "exam", "kit")
    assert command in without or "--json" in shown


@pytest.mark.parametrize("command", COMMANDS)
def test_the_examples_of_help_are_accepted(command: str) -> None:
    context = click.Context(main)
    text = printed(command, "--help").partition("Options:")[0]
    examples = re.findall(r"^ {4,}mastermine (\S.*)$", text, re.MULTILINE)
    for example in examples:
        words = shlex.split(re.split(r" [|<>] ", example)[0], comments=True)
        program = main.get_command(context, words[0])
        assert program is not None, example
        program.make_context(words[0], words[1:], parent=context)


def test_too_little_memory_is_reported_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def full() -> str:
        raise MemoryError

    monkeypatch.setattr("platform.python_version", full)
    done = CliRunner().invoke(main, ["info"])
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == "mastermine: not enough memory\n"


@pytest.mark.parametrize(
    "command",
    [
        ("hint", "3x4"),
        ("evaluate", "3x4", "-s", "knuth"),
        ("presets",),
        ("strategies",),
        ("info",),
    ],
)
def test_every_command_takes_json_and_a_seed(command: tuple[str, ...]) -> None:
    assert isinstance(data(*command, "--seed", "3"), dict)


def test_a_reader_that_stops_reading_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "mastermine", "presets", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""


@pytest.mark.parametrize(("words", "requested"), [(["help"], []), (["help", "play"], ["play"])])
def test_help_is_a_command_too(words: list[str], requested: list[str]) -> None:
    assert printed(*words) == printed(*requested, "--help")
