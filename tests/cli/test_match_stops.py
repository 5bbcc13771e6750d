"""How a match ends before its last round, and how a person sees the end of a game."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from tests.cli import program

text_of = partial(program.text_of, "match", "4x6", "-s", "human,knuth", "--seed", "3")


def test_a_person_sees_the_last_row() -> None:
    shown = text_of("--rounds", "1", "--limit", "2", typed=["1122", "1625"])
    assert "●1 ✚6 ▲2 ★5" in shown
    assert "Not found in 2 guesses." in shown


def test_a_match_that_is_refused_leaves_the_file_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("as it was\n")
    program.refused("match", "4x6", "human", "--cluster", "local:2", "--out", str(file))
    assert file.read_text() == "as it was\n"
