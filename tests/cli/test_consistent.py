"""``mastermine consistent``: what it says as text and JSON, and how it exits."""

from __future__ import annotations

import json
from functools import partial

import pytest
from click.testing import Result
from tests.cli import program

from mastermine.mastermind.large import satisfiability

run = partial(program.run, "consistent")


pytest.importorskip("ortools")

FITS = ("classic", "-t", "1122 1,1", "-t", "1344 0,2")
WRONG = (*FITS, "-t", "3456 0,0")


def text_of(result: Result) -> list[str]:
    """The lines on standard output below the legend, in single spaces."""
    assert not result.stderr
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    return lines[lines.index("") + 1 :]


def test_a_code_that_fits() -> None:
    result = run(*FITS, "--smallest")
    assert result.exit_code == 0
    head, code, *rest = text_of(result)
    assert head == "This code is consistent with all answers:"
    assert rest == ["", "There are more."]
    assert [code.split()[-1]] == json.loads(run(*FITS, "--smallest", "--json").stdout)["codes"]


def test_the_only_code() -> None:
    turns = ("3x3", "-t", "112 1,1", "-t", "233 2B 0W", "-t", "223 2,0")
    assert text_of(run(*turns)) == text_of(run(*turns, "--most", "5"))
    assert text_of(run(*turns))[2:] == ["", "It is the only one."]
    assert text_of(run(*turns, "--smallest")) == text_of(run(*turns))


def test_all_codes() -> None:
    result = run("2x3", "--most", "9")
    assert text_of(result)[0] == "These are codes of the game:"
    assert len({line.split()[-1] for line in text_of(result)[1:10]}) == 9
    assert text_of(result)[10:] == ["", "These are all 9 codes."]
    assert text_of(run("2x3", "--most", "8"))[-1] == "There are more."


def test_answers_that_contradict_each_other() -> None:
    result = run(*WRONG)
    assert result.exit_code == 1
    shown = text_of(result)
    assert shown[0] == "No code is consistent with all answers. These 2 contradict each other:"
    assert shown[4:6] == ["2 ●1 ■3 ◆4 ◆4 ○○·· 0B 2W", "3 ■3 ◆4 ★5 ✚6 ···· 0B 0W"]
    assert shown[7] == "Proven: no smaller set of answers is contradictory."
    assert shown[8] == "No code is possible from row 3 on."
    assert " ".join(shown[9:]) == (
        "If only the answer in row 3 is wrong, it should be one of 5 others, most likely "
        "1B 1W (16 codes), 0B 2W (14 codes) or 1B 0W (3 codes)."
    )


def test_an_answer_that_no_code_gives() -> None:
    result = run("classic", "-t", "1122 1,1", "-t", "1111 0,2")
    assert result.exit_code == 1
    head = "No code is consistent with all answers. This answer is impossible by itself:"
    assert text_of(result)[0] == head
    assert text_of(result)[4:] == [
        "2 ●1 ●1 ●1 ●1 ○○·· 0B 2W",
        "",
        "No code is possible from row 2 on.",
        "If only the answer in row 2 is wrong, it should be one of 4 others, most likely",
        "0B 0W (72 codes), 1B 0W (64 codes) or 2B 0W (64 codes).",
    ]


def test_json() -> None:
    fits = run(*FITS, "--most", "2", "--json")
    assert fits.exit_code == 0
    data = json.loads(fits.stdout)
    assert len(data.pop("codes")) == 2
    assert data == {
        "rules": "mastermind:4x6,limit=10",
        "turns": [
            {"guess": "1122", "answer": "1B 1W"},
            {"guess": "1344", "answer": "0B 2W"},
        ],
        "consistent": True,
        "all": False,
    }
    wrong = run(*WRONG, "--json")
    assert wrong.exit_code == 1
    data = json.loads(wrong.stdout)
    assert (data["rules"], len(data["turns"])) == ("mastermind:4x6,limit=10", 3)
    assert {name: data[name] for name in list(data)[2:]} == {
        "consistent": False,
        "codes": [],
        "all": True,
        "contradiction": [2, 3],
        "proven": True,
        "irreducible": True,
        "at_least": 2,
        "settled": 3,
        "repairs": [
            {
                "row": 3,
                "answers": [
                    {"answer": "1B 1W", "codes": 16},
                    {"answer": "0B 2W", "codes": 14},
                    {"answer": "1B 0W", "codes": 3},
                    {"answer": "0B 1W", "codes": 2},
                    {"answer": "2B 0W", "codes": 2},
                ],
            }
        ],
    }


def test_rows_keep_their_numbers_if_an_answer_is_not_known() -> None:
    rows = (*FITS, "-t", "5566 ?", "-t", "3456 0,0")
    data = json.loads(run(*rows, "--json").stdout)
    assert data["turns"][2] == {"guess": "5566", "answer": "?"}
    assert (data["contradiction"], data["settled"]) == ([2, 4], 4)
    assert [repair["row"] for repair in data["repairs"]] == [4]
    fits, known = run(*rows[:-2], "--smallest"), run(*FITS, "--smallest")
    assert text_of(fits) == text_of(known)


def test_large_games_name_no_other_answers() -> None:
    rows = ("8x12", "-t", "00112233 0,0", "-t", "44556677 ?", "-t", "00000000 1,0")
    data = json.loads(run(*rows, "--json").stdout)
    assert (data["contradiction"], data["repairs"]) == ([1, 3], None)
    assert text_of(run(*rows))[-1] == "No code is possible from row 3 on."


@pytest.mark.parametrize(
    "arguments",
    [
        ("8x12", "-t", "00112233 2,2"),
        ("30x20-black", "-t", f"{'0123456789' * 3} 5"),
        ("16x20-distinct", "-t", "0123456789abcdef 4,8"),
        ("12x12-places", "-t", "001122334455 ++----------"),
        ("12x12+blank", "-t", "00112233__44 3,3"),
        ("4x3", "--colours", "sun,moon,star", "-t", "sun,moon,star,sun 2,0"),
    ],
)
def test_games_of_all_kinds(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    assert text_of(result)[0] == "This code is consistent with all answers:"
    assert text_of(result)[-1] == "There are more."


def late(after: int, patch: pytest.MonkeyPatch) -> None:
    """Ends the time after this many readings of the clock."""
    requested = 0

    def check(clock: satisfiability.Clock) -> None:
        nonlocal requested
        requested += 1
        if requested > after:
            raise satisfiability.Undecided("")

    patch.setattr(satisfiability.Clock, "check", check)


def test_it_is_said_what_was_not_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    outcomes: dict[str, int] = {}
    for looks in range(0, 60, 2):
        late(looks, monkeypatch)
        result = run(*WRONG, "--time-limit", "7")
        shown = (
            result.stderr if result.exit_code == 2 else text_of(result)[-4] + text_of(result)[-3]
        )
        outcomes.setdefault(shown, result.exit_code)
    undecided = (
        "mastermine: not decided within 7 s whether a code is possible; use a longer --time-limit"
    )
    assert next(iter(outcomes)).strip() == undecided
    assert list(outcomes.values()) == [2] + [1] * (len(outcomes) - 1)
    assert any(
        "A smaller contradictory set may exist: the search stopped after 7 s." in shown
        for shown in outcomes
    )
    assert any("or from an earlier row." in shown for shown in outcomes)
    assert list(outcomes)[-1].endswith("No code is possible from row 3 on.")


def test_a_code_is_shown_though_it_is_not_known_whether_it_is_the_only_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ends = set()
    for looks in range(20):
        late(looks, monkeypatch)
        result = run(*FITS, "--smallest", "--time-limit", "7")
        if result.exit_code == 0:
            ends.add(text_of(result)[-1])
    assert ends == {
        "There may be more: the search stopped after 7 s.",
        "There are more.",
    }


@pytest.mark.parametrize(
    ("most", "end"),
    [("1", "There are more."), ("9", "There may be more: the search stopped after 7 s.")],
)
def test_codes_that_were_found_in_time_are_shown(
    most: str, end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def several(*_asked: object) -> None:
        raise satisfiability.Undecided("", [(0, 2, 1, 5), (0, 3, 1, 5)])

    monkeypatch.setattr(satisfiability, "several", several)
    result = run(*FITS, "--most", most, "--time-limit", "7")
    assert result.exit_code == 0
    assert text_of(result)[-1] == end
    assert text_of(result)[1].split()[-1] == "1326"


def test_the_help_says_how_it_exits() -> None:
    shown = " ".join(run("--help").stdout.split())
    assert "The exit status is 0 if a code is consistent, 1 if none is, and 2" in shown
