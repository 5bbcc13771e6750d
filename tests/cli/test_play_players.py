"""People against each other, and a person in a match: typed by a script."""

from __future__ import annotations

import io
import re
from functools import partial
from typing import TYPE_CHECKING

import pytest
from rich.console import Console
from tests.cli import program
from tests.cli.program import Script

from mastermine.cli.mastermind.person import TerminalPerson
from mastermine.core.game import Turn, View
from mastermine.core.oracle import Honest
from mastermine.core.play import play
from mastermine.mastermind.feedback import Feedback, Pegs
from mastermine.mastermind.rules import Code
from mastermine.registry import parse_rules
from mastermine.session import Contest, load

if TYPE_CHECKING:
    from pathlib import Path

text_of = partial(program.text_of, "play")


def rows(output: str, *players: str) -> list[str]:
    """The rows of the last table."""
    table = output.rpartition("codes broken")[2]
    return re.findall(rf"(?:{'|'.join(players)}) [\d ]+\d", table)


TWO = ["2x3", "--players", "Ana,Boris", "--limit", "3"]
THREE = ["2x3", "--players", "Ana, Boris, Vlada", "--limit", "3"]


def test_two_players() -> None:
    output = text_of(*TWO, typed=["1", "11", "12", "hint", "11", "22", "22"])
    assert "Round 1 of 2: Ana" in output
    assert "a code has 2 pegs, such as" in output
    assert "hint is not available" in output
    assert "Boris: Guess 2 of 3" in output
    assert "Ana's code was: ●1 ●1 11" in output
    assert "Boris: 2 guesses" in output
    assert rows(output, "Ana", "Boris") == ["Ana 1 1 1", "Boris 1 1 2"]
    assert "A draw: Ana, Boris." in output


def test_the_fewest_guesses_win() -> None:
    output = text_of(*TWO, "--score", "fewest", typed=["11", "12", "11", "22", "22"])
    assert rows(output, "Ana", "Boris") == ["Ana 1 1", "Boris 1 2"]
    assert "Ana wins." in output


def test_more_rounds() -> None:
    output = text_of(*TWO, "--rounds", "4", typed=["11", "11", "22", "22", "33"])
    assert "Ana, Boris: 4 rounds." in output
    assert "After round 2 of 4" in output
    assert "Round 3 of 4: Ana hides a code" in output


def test_three_players_with_points_break_one_code_after_the_other() -> None:
    typed = ["11", "11", "", "12", "11"]
    typed += ["22", "give up", "", "22"]
    typed += ["33", "11", "22", "12", "", "33"]
    output = text_of(*THREE, "--score", "points", typed=typed)
    assert "Vlada is next. Press Enter when only Vlada can see the screen." in output
    first = output.partition("Vlada is next")[0]
    assert "code was" not in first
    assert "Vlada: not found" in output
    assert rows(output, "Ana", "Boris", "Vlada") == ["Boris 5 2 2", "Vlada 5 1 2", "Ana 3 1 1"]
    assert "A draw: Boris, Vlada." in output


def test_hints_settle_a_draw() -> None:
    output = text_of(*TWO, "--draw", "hints", typed=["11", "hint", "11", "22", "22"])
    assert "hint is not available" not in output
    assert rows(output, "Ana", "Boris") == ["Ana 1 1 1 0", "Boris 1 1 1 1"]
    assert "Ana wins." in output


def test_a_code_is_typed_unseen() -> None:
    output = text_of(*TWO, typed=["31", "11"])
    assert "31" not in output.partition("Saved the game")[0]


@pytest.mark.parametrize("line", ["32123", "red gren", "/12", "hint", "hpel", "undo 3", "$%"])
def test_a_mistyped_code_is_not_shown(line: str) -> None:
    output = text_of(*TWO, typed=[line, "31", "31"])
    before, told_so, after = output.partition("a code has 2 pegs, such as 11; type it again")
    assert told_so
    hidden = (before + after).rpartition("breaks the code")[0]
    assert line not in hidden
    assert not {"gren", "hpel", "hint", "undo"} & set(hidden.split())


@pytest.mark.parametrize("line", ["hint", "undo", "why", "candidates", "/redo", "correct 1 1,1"])
def test_a_breaker_has_no_help(line: str) -> None:
    output = text_of(*TWO, typed=["11", line, "11"])
    command = line.strip("/").split(" ")[0]
    assert f"{command} is not available here" in output


def test_the_match_is_kept_and_continues(state: Path) -> None:
    output = text_of(*THREE, typed=["11", "legend", "12", "board", "save here.json", "help"])
    file = re.findall(r"Saved the game; resume it with: mastermine play --load (\S+)", output)
    assert file
    contest = load(file[1])
    assert isinstance(contest, Contest)
    assert contest.data() == load("here.json").data()
    output = text_of("--load", file[1], typed=["11", "", "11", "quit"])
    assert "Boris: Guess 2 of 3" in output
    assert "After round 1 of 3" in output
    output = text_of("--load", file[1], typed=["22", "22", "", "22", "33", "33", "", "33"])
    assert "After round 1 of 3" in output
    assert "Final table" in output
    assert list(state.iterdir()) == []


def test_a_maker_can_leave_and_save() -> None:
    assert "Goodbye." in text_of(*TWO, typed=["help", "save it.json", "quit"])
    assert "Ana hides a code" in text_of("--load", "it.json", typed=[])


class TestPerson:
    RULES = parse_rules("classic")

    def person(self, *lines: str) -> tuple[TerminalPerson, io.StringIO]:
        screen = io.StringIO()
        console = Console(file=screen, width=80, highlight=False, markup=False)
        return TerminalPerson(console, True, Script(lines)), screen

    def test_acts(self) -> None:
        person, screen = self.person("hint", "11", "help", "legend", "rgby")
        assert person.act(View(self.RULES)) == (0, 1, 2, 3)
        assert "New code: " in screen.getvalue()
        assert "hint is not available" in screen.getvalue()
        assert "quit and end the match" in screen.getvalue()
        assert "kept" not in screen.getvalue()
        assert "Guess 1 of 10" in screen.getvalue()

    def test_sees_the_rows(self) -> None:
        person, screen = self.person("board", "1122")
        view: View[Code, Code, Feedback] = View(self.RULES, [Turn((0, 0, 1, 1), Pegs(1, 1))])
        assert person.act(view) == (0, 0, 1, 1)
        assert screen.getvalue().count("1B 1W") == 2

    def test_shows_only_pegs_of_the_guess(self) -> None:
        person, screen = self.person("X X 9 X", "give up", "X X 6 X")
        rules = parse_rules("4x6-places")
        assert str(person.answer(rules, (0, 0, 5, 5))) == "--+-"
        assert "place 3 of the guess is 6, not 9" in screen.getvalue()
        assert "give up is not available" in screen.getvalue()

    def test_answers(self) -> None:
        person, screen = self.person("3b1w", "help", "1b2w")
        assert person.answer(self.RULES, (0, 0, 1, 1)) == Pegs(1, 2)
        assert "Your answer to 1122" in screen.getvalue()

    @pytest.mark.parametrize(
        ("last", "result"), [("1122", "Found in 2 guesses."), ("3344", "Not found in 2 guesses.")]
    )
    def test_sees_the_end(self, last: str, result: str) -> None:
        person, screen = self.person()
        rules = parse_rules("4x6,limit=2")
        script = iter(["5566", last])
        record = play(
            rules,
            lambda _view: rules.parse_action(next(script)),
            Honest(rules, rules.parse_secret("1122")),
        )
        person.ended(record)
        rows = [line for line in screen.getvalue().splitlines() if "B " in line]
        assert len(rows) == 2
        assert ("4B 0W" in rows[1]) == (last == "1122")
        assert result in screen.getvalue()
        assert "1122" not in screen.getvalue()

    def test_leaves(self) -> None:
        person, _screen = self.person("quit")
        with pytest.raises(EOFError):
            person.act(View(self.RULES))
