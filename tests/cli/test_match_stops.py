"""How a match ends before its last round, and how a person sees the end of a game."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from mastermine.cli import main


def test_a_person_sees_the_last_row() -> None:
    typed = "1122\n1625\n"
    shown = CliRunner().invoke(
        main,
        ["match", "4x6", "-s", "human,knuth", "--rounds", "1", "--seed", "3", "--limit", "2"],
        input=typed,
    )
    assert shown.exit_code == 0, shown.output
    assert "●1 ✚6 ▲2 ★5" in shown.output
    assert "That was the last guess." in shown.output


def test_an_end_of_input_says_how_far_it_came() -> None:
    shown = CliRunner().invoke(
        main, ["match", "4x6", "-s", "human,knuth", "--rounds", "3", "--seed", "3"], input="1122\n"
    )
    assert "Stopped after 0 of 3 rounds." in shown.output


def test_a_match_that_is_refused_leaves_the_file_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("as it was\n")
    shown = CliRunner().invoke(
        main, ["match", "4x6", "human", "--cluster", "local:2", "--out", str(file), "--no-store"]
    )
    assert shown.exit_code == 2
    assert "a person plays here, and on no cluster" in shown.output
    assert file.read_text() == "as it was\n"


def test_a_match_that_might_never_end_is_refused() -> None:
    shown = CliRunner().invoke(main, ["match", "9x9", "-s", "random"])
    assert shown.exit_code == 2
    assert "give a limit, such as --limit 20" in shown.output
    shown = CliRunner().invoke(main, ["match", "9x9", "-s", "random,optimal", "--limit", "5"])
    assert shown.exit_code == 2
    assert "best play of mastermind:9x9,limit=5 is not known" in shown.output
