"""Reviews of games: by the command, and in the terminal."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.cli import program
from tests.cli.program import data, refused

from mastermine.cli.minesweeper import profiles
from mastermine.core.play import Record
from mastermine.registry import parse_rules
from mastermine.session import Contest, MastermindSession, MinesweeperSession, Mode

run = partial(program.run, COLUMNS="160")
text_of = partial(program.text_of, COLUMNS="160")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def classic() -> MastermindSession:
    rules = parse_rules("classic")
    return MastermindSession(rules, secret=rules.parse_secret("3411"))


class TestCommand:
    def test_a_saved_game(self) -> None:
        session = classic()
        for guess in ("1122", "1344"):
            session.guess(guess)
        session.save("game.json")
        output = text_of("review", "game.json")
        assert "move left skill luck" in output
        assert "1 1122 96 100 88 Best: 1122 leaves at most 256 possible codes" in output
        assert "2 1344 6 74 85 Fair: 1344 leaves at most 28 possible codes" in output
        assert "Skill 87 of 100: well played, with room for better moves." in output

    def test_cells_by_row_and_column(self) -> None:
        session = MinesweeperSession(
            parse_rules("5x4x3"),
            secret=parse_rules("5x4x3").parse_secret("*..../...../..*../*...."),
        )
        session.do("click 4,0")
        session.do("click 0,3")
        session.save("game.json")
        shown = text_of("review", "game.json", "--rowcol")
        assert "4,1 was a mine." in shown
        assert "2 4,1 " in shown
        found = json.loads(text_of("review", "game.json", "--rowcol", "--json"))
        assert found["moves"][1]["action"] == "0,3"
        codes = classic()
        codes.guess("1122")
        codes.save("codes.json")
        assert "--rowcol is not available in" in refused("review", "codes.json", "--rowcol")

    def test_the_strategy_is_the_yardstick(self) -> None:
        """By default the one that gives the hints of a saved game."""
        rules = parse_rules("classic")
        session = MastermindSession(rules, secret=(2, 3, 0, 0), strategy="expected-size")
        session.guess("1122")
        session.save("game.json")
        average = "1 1122 96 95 88 Very good: 1122 leaves 204.5 possible codes on average;"
        assert average in text_of("review", "game.json")
        assert "1 1122 96 100 88 Best:" in text_of("review", "game.json", "--strategy", "knuth")
        Path("games.jsonl").write_text(session.record().to_json())
        assert "1 1122 96 100 88 Best:" in text_of("review", "games.jsonl")
        assert average in text_of("review", "games.jsonl", "-s", "expected-size")
        assert "there is no strategy" in refused("review", "game.json", "-s", "nobody")

    def test_a_minefield_tells_what_there_is_to_tell(self) -> None:
        rules = parse_rules("5x1x1")
        session = MinesweeperSession(rules, secret=rules.parse_secret("*...."))
        session.click("1,0 2,0")
        session.save("game.json")
        output = text_of("review", "game.json")
        assert "2 2,0 1 50 75 0 s: The chance of a mine at 2,0 was 50 %." in output
        assert "1 move " in output
        assert "1 guess was avoidable" in output
        assert "1 1,0 2 100 The first click is always safe" in text_of(
            "review", "game.json", "--all"
        )

    def test_records_and_games_of_a_run(self) -> None:
        record = classic()
        record.guess("1122")
        fields = json.loads(record.record().to_json())
        moves = fields.pop("turns")
        lines = [record.record().to_json(), json.dumps({**fields, "turns": 1, "moves": moves})]
        Path("games.jsonl").write_text("\n\n".join(lines) + "\n")
        outputs = {text_of("review", "games.jsonl", "--game", n) for n in ("1", "2")}
        assert len(outputs) == 1
        assert "1 1122 96 100 88" in outputs.pop()

    def test_a_match_of_people(self) -> None:
        contest = Contest(parse_rules("classic"), ["Ana", "Boris", "Vera"])
        contest.hide("3411")
        for number in (0, 1):
            contest.boards[0][number].guess("1122" if number else "3411")
        contest.save("match.json")
        assert "has 2 games; choose one with --game 1 to --game 2" in refused(
            "review", "match.json"
        )
        assert "1 3411 0 95 100" in text_of("review", "match.json", "--game", "1")
        assert "1 1122 96 100 88" in text_of("review", "match.json", "--game", "2")

    def test_json(self) -> None:
        session = classic()
        session.guess("1122")
        session.save("game.json")
        data = json.loads(run("review", "game.json", "--json").output)
        assert data["rules"] == "mastermind:4x6,limit=10"
        assert [(move["action"], move["skill"]) for move in data["moves"]] == [("1122", 100)]

    @pytest.mark.parametrize(
        ("line", "complaint"),
        [
            ("hello", "not a record of a game: it needs rules, and turns or moves"),
            ("[]", "not a record of a game"),
            ('{"rules": "classic"}', "not a record of a game"),
            ('{"rules": "classic", "turns": [["1122"]]}', "not a record of a game"),
            ('{"rules": "klassic", "turns": []}', "there are no rules called 'klassic'"),
            ('{"rules": "classic", "turns": [["1127", "0B 0W"]]}', "7"),
            ('{"rules": "classic", "turns": 3, "moves": null}', "are not stored"),
            ("", "contains no games"),
        ],
    )
    def test_what_is_no_game(self, line: str, complaint: str) -> None:
        Path("games.jsonl").write_text(line)
        assert complaint in refused("review", "games.jsonl")

    def test_files_that_are_none(self) -> None:
        classic().save("new.json")
        assert "the game has no moves yet" in refused("review", "new.json")
        Path("games.jsonl").write_text(Record("classic", (), None).to_json())
        assert "the game has no moves yet" in refused("review", "games.jsonl")
        assert "so there is no game 2" in refused("review", "games.jsonl", "--game", "2")
        Path("games.jsonl").write_bytes(b"\xff\xfe\x00")
        assert "is not a text file" in refused("review", "games.jsonl")
        assert "cannot be read" in refused("review", "no.json")
        assert run("review", "no.jsonl").exit_code != 0


class TestInTheGame:
    def test_when_it_is_over(self) -> None:
        classic().save("game.json")
        output = text_of("play", "--load", "game.json", typed="1122\n3411\nwhat\n/review\n")
        end = output.split("The code was:")[1]
        assert "or Enter to end: what The game is over: type review" in end
        assert "1 1122 96 100 88" in end
        assert "Help used" not in output

    @pytest.mark.parametrize("typed", ["", "\n", "quit\n"])
    def test_it_need_not_be(self, typed: str) -> None:
        classic().save("game.json")
        output = text_of("play", "--load", "game.json", typed=f"3411\n{typed}")
        assert "Skill" not in output

    def test_before_it_is_over_it_is_help(self) -> None:
        classic().save("game.json")
        output = text_of("play", "--load", "game.json", typed="1122\nreview\nreview\ngive up\n\n")
        assert output.count("1 1122 96 100 88") == 2
        assert "Help used: 1 hint, 0 undos." in output

    def test_the_computer_is_not_reviewed_in_the_game(self) -> None:
        rules = parse_rules("classic")
        MastermindSession(rules, Mode.PERSON).save("game.json")
        output = text_of("play", "--load", "game.json", typed="1B 1W\nreview\nquit\n")
        assert "review is not available here" in output
        MastermindSession(rules, Mode.PERSON).save("game.json")
        output = text_of("play", "--load", "game.json", typed="4B 0W\nreview\n\n")
        assert "share, or Enter to end: review the computer made these guesses;" in output
        assert "Skill" not in output

    def test_minesweeper(self) -> None:
        rules = parse_rules("5x1x1")
        MinesweeperSession(rules, secret=rules.parse_secret("..*..")).save("game.json")
        output = text_of("play", "--load", "game.json", typed="1,0\n2,0\n\nreview\n")
        assert re.search(r"2 2,0 1 (0|50) 25 [\d.]+ s: The chance of", output)
        assert "2,0 was a mine." in output


REPLAY = "Player: Ann\nBoard:\n00*0000\nEvents:\n0 lc 6 1\n0 lr 6 1\n1.5 lc {n} 1\n1.5 lr {n} 1\n"
"""The 1 at 3,0 has its mine at 2,0; then a click on column n."""


class TestRecorded:
    def test_the_click_that_lost_a_recorded_game(self, folder: Path) -> None:
        (folder / "game.rawvf").write_text(REPLAY.format(n=3))
        output = text_of("review", "game.rawvf")
        assert "time 1.50 s" in output
        assert "3BV 1 of 2" in output
        assert "clicks 2: 2 left, 0 right, 0 chords; 0 changed nothing" in output
        assert "1.5 s: 2,0 was certainly a mine." in output
        assert "The chance to win went from 100 % to 0 %." in output

    def test_rows_of_mastermind(self, folder: Path) -> None:
        (folder / "rows.txt").write_text("1122 1B 0W\n1344 0B 1W  # a remark\n")
        output = text_of("review", "rows.txt", "--rules", "4x6")
        assert "1 1122 256 100" in output
        (folder / "rows.txt").write_text("4x6\n1122 1B 0W\n1344 0B 1W\n")
        assert text_of("review", "rows.txt") == output
        (folder / "rows.txt").write_text("4x6\n1122 zz\n")
        assert "turn 1, '1122 zz'" in refused("review", "rows.txt")
        (folder / "rows.txt").write_text("4x6\n1111 4,0\n2222 0,0\n")
        assert "turn 2, '2222 0,0': the game is over" in refused("review", "rows.txt")
        (folder / "rows.txt").write_text("4x6\n1122 4B 0W\n1122 0B 0W\n")
        assert "rows.txt: " in refused("review", "rows.txt")
        (folder / "rows.txt").write_text("1122 1B 0W\n")
        assert "its rules are given by --rules" in refused("review", "rows.txt")

    def test_a_row_whose_answer_is_not_known_is_not_rated(self, folder: Path) -> None:
        (folder / "rows.txt").write_text("4x6\n1122 1B 0W\n1344 ?\n3526 1B 1W\n")
        found = data("review", "rows.txt")["moves"]
        (folder / "rows.txt").write_text("4x6\n1122 1B 0W\n3526 1B 1W\n")
        first, last = data("review", "rows.txt")["moves"]
        assert [found[0], {**found[2], "sentence": last["sentence"]}] == [first, last]
        assert (found[1]["feedback"], found[1]["skill"], found[1]["left"]) == ("?", None, None)
        assert found[1]["sentence"] == "Not rated: its answer is not known."
        (folder / "rows.txt").write_text("4x6\n1122 1B 0W\n1344 ?\n1122 2B 0W\n")
        assert "row 3: no code is possible" in refused("review", "rows.txt")
        # The first code that fits is 1111, but then the game would have ended there.
        (folder / "rows.txt").write_text("4x6\n1111 ?\n2222 0B 0W\n")
        assert len(data("review", "rows.txt")["moves"]) == 2

    def test_a_wrong_file_is_named_with_its_line(self, folder: Path) -> None:
        (folder / "game.rawvf").write_text(REPLAY.format(n=3) + "number2 4 1\n")
        message = refused("review", "game.rawvf")
        assert "game.rawvf: line 9, 'number2 4 1': the number in 3,0 is 1" in message

    def test_a_game_is_written(self, folder: Path) -> None:
        (folder / "game.rawvf").write_text(REPLAY.format(n=3))
        text_of("review", "game.rawvf", "--out", "again.rawvf")
        again = text_of("review", "again.rawvf")
        assert again == text_of("review", "game.rawvf")
        session = MinesweeperSession(parse_rules("5x4x3"), seed=1)
        session.do("click 0,0")
        session.save("game.json")
        assert "it must be over" in refused("review", "game.json", "--out", "x.rawvf")

    def test_a_folder_gives_a_profile(self, folder: Path) -> None:
        for name, n in (("a", 3), ("b", 1), ("c", 2)):
            (folder / f"{name}.rawvf").write_text(REPLAY.format(n=n))
        (folder / "notes.txt").write_text("nothing")
        (folder / "d.rawvf").write_text("Board:\n")
        done = run("review", ".")
        output = " ".join(done.stdout.split())
        assert "minesweeper:7x1x1 3 50.0 %" in output
        assert "on a certain mine 1 0.33 1 33.3 %" in output
        assert "a.rawvf 1.50 2,0 100.0 %" in output
        assert "a.rawvf 1.50 1,3 100.0 %" in " ".join(text_of("review", ".", "--rowcol").split())
        assert "d.rawvf: this is not a recorded game: a line Events: is missing" in done.stderr

    def test_a_file_that_cannot_be_read_is_told(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*_args: Any, **_options: Any) -> None:
            raise PermissionError(13, "Permission denied")

        (folder / "a.rawvf").write_text("")
        (folder / "notes.txt").write_text("")
        monkeypatch.setattr(Path, "open", refuse)
        assert [*profiles._files([folder])] == [folder / "a.rawvf"]

    def test_a_profile_without_a_guess_is_written(self, folder: Path) -> None:
        game = "Board:\n0*\nEvents:\n0 lc 1 1\n0 lr 1 1\n"
        for name in "ab":
            (folder / f"{name}.rawvf").write_text(game)
        text_of("review", ".", "--out", "profile.csv")
        assert (folder / "profile.csv").read_text().startswith("file,rules,day,outcome,seconds,")

    @pytest.mark.parametrize("suffix", ["html", "jsonl", "csv", "parquet"])
    def test_a_profile_is_written(
        self, folder: Path, suffix: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (folder / "it's").mkdir()
        monkeypatch.setattr("tempfile.tempdir", str(folder / "it's"))
        for name in "ab":
            (folder / f"{name}.rawvf").write_text(REPLAY.format(n=3))
        out = f"profile.{suffix}"
        assert out in text_of("review", "a.rawvf", "b.rawvf", "--out", out)
        data = (folder / out).read_bytes()
        match suffix:
            case "html":
                assert b"<h1>Profile: Minesweeper</h1>" in data
            case "parquet":
                assert data.startswith(b"PAR1")
            case _:
                assert data.count(b"a.rawvf") == data.count(b"b.rawvf") == 1

    @pytest.mark.parametrize(
        ("options", "message"),
        [
            (("a.rawvf", "--out", "x.html"), "--out writes one game of Minesweeper as .rawvf"),
            (("a.rawvf", "--out", "empty/../a.rawvf"), "a.rawvf is the file that is read"),
            (("a.rawvf", "a.rawvf", "--out", "x.doc"), "the format of x.doc is unknown"),
            (("a.rawvf", "a.rawvf", "--all"), "are for a single file"),
            (("empty",), "there are no recorded games of Minesweeper"),
            (("a.rawvf", "a.rawvf", "-s", "nosuch"), "there is no strategy 'nosuch'; known are"),
        ],
    )
    def test_options_that_do_not_fit(
        self, folder: Path, options: tuple[str, ...], message: str
    ) -> None:
        (folder / "empty").mkdir()
        (folder / "a.rawvf").write_text(REPLAY.format(n=3))
        assert message in refused("review", *options)
