"""The questions of ``mastermine`` alone."""

from __future__ import annotations

import io
import os
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from rich.console import Console
from tests.cli.program import Script

from mastermine.cli import menu as menus
from mastermine.cli.terminal import Terminal
from mastermine.registry import parse_rules
from mastermine.session import MastermindSession, state_file

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def requested(*lines: str) -> tuple[str, str]:
    """The command line that these answers make, and what was printed."""
    screen = io.StringIO()
    console = Console(file=screen, width=80, highlight=False, markup=False)
    return " ".join(menus.Menu(Terminal(console, Script(lines))).ask()), screen.getvalue()


@pytest.mark.parametrize(
    ("lines", "command"),
    [
        ("||", "play classic"),
        ("1|1|6", "play super"),
        ("1|1|8", "play digits"),
        ("mastermind|guess|bulls", "play bulls-and-cows"),
        ("ma|g|5x7", "play 5x7"),
        ("|guess|royale", "play royale"),
        ("classic", "play classic"),
        ("5x7", "play 5x7"),
        ("expert", "play expert"),
        ("9x9x10-open", "play 9x9x10-open"),
        ("|hide|classic|", "play classic --maker me --strategy knuth"),
        ("|2|1|entropy", "play classic --maker me --strategy entropy"),
        ("|adversary|kids|", "play kids --adversary --keep largest"),
        ("|adversary|kids|hardest", "play kids --adversary --keep hardest"),
        ("|watch|||", "solve classic --explain --strategy knuth"),
        ("|watch||two-by-two|rgby", "solve classic --explain --strategy two-by-two --secret 1234"),
        (
            "|people||Ana,Boris|||",
            "play classic --players Ana,Boris --rounds 2 --score rounds --draw shared",
        ),
        (
            "|people||A,B,C|6|pegs|hints",
            "play classic --players A,B,C --rounds 6 --score pegs --draw hints",
        ),
        ("||custom||||||", "play mastermind:4x6,limit=10"),
        ("||custom|5|7|no|y|places|0", "play mastermind:5x7+blank-distinct-places"),
        ("minesweeper||", "play beginner"),
        ("2|1|3", "play expert"),
        ("mi|play|20x20x60", "play 20x20x60"),
        ("2|watch|inter|", "solve intermediate --explain --strategy endgame"),
        ("2|watch|expert|safest", "solve expert --explain --strategy safest"),
        ("2||custom|||||", "play minesweeper:9x9x10"),
        ("2||custom|5x5x3", "play 5x5x3"),
        ("2|adversary|expert", "play expert --adversary"),
        ("2|people||A,B,C|", "play beginner --players A,B,C --rounds 3"),
        ("||custom|5x7-distinct", "play 5x7-distinct"),
        ("2||custom|8|7|6|open|yes", "play minesweeper:8x7x6-open-noguess"),
    ],
)
def test_answers_make_a_command_line(lines: str, command: str) -> None:
    assert requested(*lines.split("|"))[0] == command


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("9|||", "there are no rules called '9'"),
        ("m|||", "'m' is none of these"),
        ("mindsweeper|2||", "did you mean minesweeper?"),
        ("|9||", "'9' is none of these; type a number from 1 to 5, or a name"),
        ("|gess||", "did you mean guess?"),
        ("||cassic|", "did you mean classic?"),
        ("||expert|", "expert is Minesweeper, but this is for Mastermind"),
        ("||4x3-distinct|", "at least 4"),
        ("|hide||knut|", "did you mean knuth?"),
        ("|people||Ana|Ana,Boris|3|x|||", "multiple of 2"),
        ("|people||Ana|Ana,Boris|3|x|||", "'x' is not a whole number"),
        ("|watch|||112|", "has 3 pegs"),
        ("||custom|4|3|no|perhaps|no||||||||", "type yes or no"),
        ("||custom|4|3|no|no||||||||", "at least 4 colours"),
        ("2||classic|", "classic is Mastermind, but this is for Minesweeper"),
        ("2||9x9x90|", "there must be 1 to 80"),
        ("2||custom|9|9|90|||||||", "there must be 1 to 80"),
        ("2||custom||||any|yes|||||", "exclude each other"),
        ("2|watch||knuth|", "knuth plays Mastermind"),
        ("2||custom|5x5x90|||||", "90 mines on a board of 5x5"),
        ("2||custom|five|||||", "'five' is not a whole number"),
    ],
)
def test_mistakes_are_asked_again(lines: str, message: str) -> None:
    assert message in " ".join(requested(*lines.split("|"))[1].split())


@pytest.mark.parametrize("lines", [["q"], ["", "quit"], [], ["", "people", "", "q"]])
def test_leaving(lines: list[str]) -> None:
    with pytest.raises(EOFError):
        requested(*lines)


def test_going_on_with_the_game_that_was_left() -> None:
    session = MastermindSession(parse_rules("classic"))
    path = state_file(session.KIND)
    session.save(path)
    assert requested("resume")[0] == f"play --load {path}"
    assert requested("3")[0] == f"play --load {path}"


def test_a_damaged_game_is_reported_and_the_next_one_is_offered() -> None:
    session = MastermindSession(parse_rules("classic"))
    paths = [state_file(session.KIND) for _ in range(3)]
    session.save(paths[0])
    paths[1].write_text("{}")
    for number, path in enumerate(paths):
        os.utime(path, (number, number))
    command, screen = requested("resume", "resume", "resume")
    assert command == f"play --load {paths[0]}"
    assert screen.count("is not a saved game") == 2
    paths[0].unlink()
    command, screen = requested("resume", "resume", "resume", "", "", "")
    assert command == "play classic"
    assert "there are no rules called 'resume'" in screen


def test_numbers_of_any_length_are_reported_and_asked_again() -> None:
    with pytest.raises(EOFError):
        requested("9" * 5000, "1", "1", "custom", "9" * 5000, "q")
    with pytest.raises(EOFError):
        requested("2", "1", "custom", "9" * 5000, "q")


def run(typed: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The menu as a command, and the game that it starts."""
    import click

    lines = iter(typed.splitlines())
    monkeypatch.setattr(Terminal, "read", lambda *_: next(lines, "q"))
    result = CliRunner().invoke(click.Command("menu", callback=menus.menu))
    assert result.exit_code == 0, result.output
    return result.output


def test_the_game_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    output = run("\n\n\ngive up", monkeypatch)
    assert "mastermine play classic" in output
    assert "You gave up." in output


def test_the_computer_is_watched(monkeypatch: pytest.MonkeyPatch) -> None:
    output = run("\nwatch\nclassic\nknuth\n3632", monkeypatch)
    assert "mastermine solve classic --explain --strategy knuth --secret 3632" in output
    assert "3632" in output


def test_goodbye(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Goodbye." in run("q", monkeypatch)
