"""Whole games in the terminal, typed by a script."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.cli import program

from mastermine.cli import main
from mastermine.cli.terminal import Terminal
from mastermine.core.errors import InvalidSpec
from mastermine.mastermind.rules import Mastermind
from mastermine.registry import parse_rules
from mastermine.session import MastermindSession, Mode, load

play = partial(program.run, "play")
text_of = partial(program.text_of, "play")


SECRET = "3411"


@pytest.fixture
def hidden() -> str:
    """A file with a game in which the code is 3411."""
    rules = parse_rules("classic")
    MastermindSession(rules, secret=rules.parse_secret(SECRET), seed=1).save("hidden.json")
    return "hidden.json"


def turns_of(file: str | Path) -> int:
    """How many turns the game of a file has."""
    session = load(file)
    assert isinstance(session, MastermindSession)
    return len(session.turns)


def resumed(output: str) -> str:
    """The file named in the command that resumes the game."""
    match = re.search(r"mastermine play --load (\S+)", output)
    assert match, output
    return match[1]


class TestGuessing:
    def test_won(self, hidden: str) -> None:
        output = text_of("--load", hidden, typed=["1122", "red green blue pink", "3411"])
        assert "○○·· 0B 2W" in output
        assert "there is no colour 'pink'" in output
        assert "Found in 2 guesses." in output
        assert "The code was: ■3 ◆4 ●1 ●1 3411" in output
        assert "Help used" not in output

    def test_resumed(self, hidden: str) -> None:
        file = resumed(text_of("--load", hidden, typed=["1122", "quit"]))
        output = text_of("--load", file, typed=["quit"])
        assert output.index("○○·· 0B 2W") < output.index("Guess 2 of")

    def test_lost(self) -> None:
        output = text_of("4x6", "--limit", "2", "--seed", "abc", typed=["1122", "1122", "1111"])
        assert "Guess 2 of 2" in output
        assert "Not found in 2 guesses. The code was: ●1 ■3 ✚6 ◆4 1364" in output
        assert "Guess 3" not in output

    def test_given_up(self, hidden: str) -> None:
        output = text_of("--load", hidden, typed=["give up"])
        assert "You gave up. The code was: ■3 ◆4 ●1 ●1 3411" in output

    def test_the_seed_gives_the_same_code(self) -> None:
        games = {text_of("super", "--seed", "7", typed=["give up"]) for _ in range(2)}
        assert len(games) == 1
        assert "use seed 7." in games.pop()

    def test_help_of_every_kind(self, hidden: str) -> None:
        helped = ["hint", "hint", "hint", "why", "1122", "hint", "candidates", "undo", "redo"]
        shown = ["board", "legend", "colors", "help", "?"]
        output = text_of("--load", hidden, typed=[*helped, "why", *shown, "3411"])
        assert "Guess a code that is still possible. It has 2 different colours" in output
        assert "on average 204.5 of them would remain, at worst 256." in output
        assert "Guess 1, 1122, got the answer 0B 2W: 96 of 1,296 possible codes remain" in output
        assert "96 codes are possible." in output
        assert "10 guesses left" in output
        assert "save FILE save the game to a file" in output
        assert "so is a review before the end" in output
        assert "Help used: 2 hints, 1 undo." in output

    def test_few_candidates_are_listed(self, hidden: str) -> None:
        output = text_of("--load", hidden, typed=["1122", "3356", "4631", "candidates", "quit"])
        assert "3411" in output.rpartition("possible.")[2]

    def test_why_before_anything_is_known(self, hidden: str) -> None:
        assert "every code is possible" in text_of("--load", hidden, typed=["why"])

    def test_the_strategy_of_the_hints(self) -> None:
        output = text_of("--strategy", "entropy", typed=["hint", "hint", "why"])
        assert "●1 ▲2 ■3 ◆4 1234" in output
        assert "Rule of the strategy entropy:" in output

    @pytest.mark.parametrize(
        ("line", "answer"),
        [
            ("112", "has 3 pegs; a code has 4"),
            ("11223", "has 5 pegs"),
            ("1127", "there is no colour '7'"),
            ("reed green blue red", "did you mean red?"),
            ("hnit", "there is no command 'hnit'; did you mean hint?"),
            ("cand", "did you mean candidates?"),
            ("/nonsense", "there is no command 'nonsense'; type help for the list"),
            ("frobnicate", "'frobnicate' is not understood. A guess is a code of 4 pegs"),
            ("undo", "there is nothing to undo"),
            ("redo", "there is nothing to redo"),
            ("save", "save takes a file name"),
            ("save .", "it was not overwritten"),
            ("save none/game.json", "cannot be written"),
            ("save ~nosuchuser/g.json", "~nosuchuser/g.json"),
            ("save a\0b", "is not a valid file name"),
            ("save /dev/null", "it was not overwritten"),
            ("[bold]x", "there is no colour"),
        ],
    )
    def test_mistakes_keep_the_game(self, line: str, answer: str, hidden: str) -> None:
        output = text_of("--load", hidden, typed=[line, "", "3411"])
        assert answer in output
        assert "Found in 1 guess." in output

    def test_a_code_wins_over_a_command(self) -> None:
        output = text_of("4x26", "--seed", "1", typed=["help", "/help", "/undo", "give up"])
        assert output.count("or /help.") == 2
        assert "h e l p" in output
        assert "/help show this list" in output
        assert "hint say what kind of guess" in output

    def test_colours_of_ones_own(self) -> None:
        names = "crvena,žuta,plava,bela"
        output = text_of("4x4", "--colours", names, "--seed", "1", typed=["czpb", "plava bela 1 1"])
        assert "●1 crvena (c)" in output
        assert "Guess 3" in output

    def test_places_show_the_digits_that_are_right(self) -> None:
        output = text_of("digits", "--seed", "3", typed=["0123", "4567", "why", "3197"])
        assert "X 1 X X" in output
        assert "X X X 7" in output
        assert "place 2 is 1" in output
        assert "Found in 3 guesses." in output

    @pytest.mark.parametrize(
        ("spec", "answer"),
        [
            ("digits", ", the answer shows which places are right"),
            ("black-peg", ", the answer counts black pegs only"),
        ],
    )
    def test_what_is_answered_is_said(self, spec: str, answer: str) -> None:
        for options in ([], ["--maker", "me"], ["--players", "A,B"]):
            output = text_of(spec, *options, typed=[])
            assert answer in output

    def test_black_pegs_only(self) -> None:
        rules = parse_rules("black-peg")
        MastermindSession(rules, secret=rules.parse_secret(SECRET)).save("black.json")
        output = text_of("--load", "black.json", typed=["3455", "3411"])
        assert "●●·· 2B" in output
        assert "Found in 2 guesses." in output

    def test_an_adversary(self) -> None:
        output = text_of("--adversary", typed=["1122", "hint", "give up"])
        assert "I do not choose a code" in output
        assert "0B 0W" in output
        assert "The code could have been: ■3 ■3 ■3 ■3 3333" in output

    def test_an_adversary_that_keeps_the_hardest_codes(self) -> None:
        output = text_of("--adversary", "--keep", "hardest", typed=["6644", "6215"])
        assert "each answer keeps the codes that need the most guesses" in output
        assert "1B 1W" in output
        assert "0B 2W" in text_of("--adversary", typed=["6644", "6215"])

    def test_without_symbols(self, hidden: str) -> None:
        runner = CliRunner(charset="ascii")
        result = runner.invoke(main, ["play", "--load", hidden], input="1122\n3411\n")
        assert result.exit_code == 0
        assert result.output.isascii()
        assert "| 1 | r1 r1 g2 g2 | oo..  0B 2W |" in result.output
        assert "b3 y4 r1 r1  3411" in result.output


class TestKeeping:
    def test_saved_and_loaded(self, hidden: str) -> None:
        text_of("--load", hidden, typed=["1122", "save mine.json", "6666", "3411"])
        output = text_of("--load", "mine.json", typed=["3411"])
        assert "1122" not in output.partition("Guess 2")[2]
        assert "Found in 2 guesses." in output

    def test_the_end_of_input_keeps_the_game(self, state: Path) -> None:
        output = text_of("--seed", "5", typed=["1122"])
        file = resumed(output)
        assert file.startswith(str(state))
        assert turns_of(file) == 1
        output = text_of("--load", file, typed=["1234", "quit"])
        assert resumed(output) == file
        assert "Guess 3" in text_of("--load", file, typed=[])

    def test_a_kept_game_goes_when_it_is_over(self, state: Path) -> None:
        file = resumed(text_of(typed=["1122"]))
        text_of("--load", file, typed=["give up"])
        assert list(state.iterdir()) == []

    def test_a_file_of_the_persons_own_stays(self, hidden: str, tmp_path: Path) -> None:
        text_of("--load", hidden, typed=["3411"])
        assert (tmp_path / hidden).exists()

    def test_nothing_is_kept_of_a_game_not_started(self, state: Path) -> None:
        assert "Goodbye." in text_of(typed=["quit"])
        assert not state.exists()

    def test_a_code_that_was_shown_is_not_found_any_more(self) -> None:
        rules = Mastermind(4, 6, limit=2)
        session = MastermindSession(rules, secret=rules.parse_secret(SECRET))
        session.guess("1122")
        session.guess("2222")
        session.undo()
        session.save("shown.json")
        output = text_of("--load", "shown.json", typed=["3411"])
        assert "The code was already shown: finding it no longer counts." in output
        assert "Found, but the code" in output

    def test_a_folder_that_cannot_be(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        (tmp_path / "state").write_text("in the way")
        (tmp_path / "other").mkdir()
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "other"))
        output = text_of(typed=["1122"])
        assert "only as a temporary file" in output
        assert Path(resumed(output)).parent == tmp_path / "other"
        assert "Guess 2" in text_of("--load", resumed(output), typed=[])
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "state" / "other"))
        output = text_of(typed=["1122"])
        assert "The game was NOT saved: " in output
        assert "cannot be written" in output
        assert "--load" not in output

    def test_nothing_empty_is_left_where_it_cannot_be_written(
        self, state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(*_arguments: object) -> None:
            raise InvalidSpec("no space left")

        (tmp_path / "other").mkdir()
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "other"))
        monkeypatch.setattr(MastermindSession, "save", full)
        assert "The game was NOT saved: no space left" in text_of(typed=["1122"])
        assert [*state.iterdir(), *(tmp_path / "other").iterdir()] == []

    def test_a_kept_game_goes_when_the_person_leaves_after_its_end(self, state: Path) -> None:
        file = resumed(text_of("4x6", "--limit", "2", "--maker", "me", typed=["0,0"]))
        assert "I have no guesses left." in text_of("--load", file, typed=["0,0"])
        assert list(state.iterdir()) == []

    def test_where_it_came_from_it_cannot_be_kept(
        self, hidden: str, state: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        save = MastermindSession.save

        def locked(session: MastermindSession, path: str | Path) -> None:
            if Path(path).name == hidden:
                raise InvalidSpec("this folder is locked")
            save(session, path)

        monkeypatch.setattr(MastermindSession, "save", locked)
        output = text_of("--load", hidden, typed=["1122"])
        assert "locked" not in output
        file = resumed(output)
        assert file.startswith(str(state))
        assert "Guess 2" in text_of("--load", file, typed=[])

    @pytest.mark.parametrize("error", [RuntimeError("a bug"), OSError(28, "No space left")])
    def test_whatever_happens_the_game_is_kept(
        self, error: Exception, state: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def broken(_session: MastermindSession) -> None:
            raise error

        monkeypatch.setattr(MastermindSession, "_advise", broken)
        result = CliRunner().invoke(main, ["play", "--seed", "5"], input="1122\nhint\n")
        assert result.exit_code == 1
        assert turns_of(resumed(result.output)) == 1
        if isinstance(error, OSError):
            assert "mastermine: No space left" in result.output
        else:
            assert result.exception is error

    def test_the_game_is_kept_where_nothing_can_be_printed(
        self, state: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        guess = MastermindSession.guess

        def full(*_arguments: object) -> None:
            raise OSError(28, "No space left on device")

        def last(session: MastermindSession, text: str) -> object:
            monkeypatch.setattr(Terminal, "say", full)
            return guess(session, text)

        monkeypatch.setattr(MastermindSession, "guess", last)
        result = CliRunner().invoke(main, ["play"], input="1122\n")
        assert result.exit_code == 1
        (file,) = state.iterdir()
        assert turns_of(file) == 1

    def test_a_finished_game_is_shown(self, hidden: str) -> None:
        session = load(hidden)
        assert isinstance(session, MastermindSession)
        session.guess(SECRET)
        session.save("done.json")
        assert "Found in 1 guess." in text_of("--load", "done.json", typed=[])

    def test_ctrl_c(self, monkeypatch: pytest.MonkeyPatch) -> None:
        lines = iter(["1122"])

        def typing(_prompt: str) -> str:
            for line in lines:
                return line
            raise KeyboardInterrupt

        monkeypatch.setattr("builtins.input", typing)
        assert "Saved the game;" in text_of(typed=[])

    def test_ctrl_c_stops_a_hint_and_no_more(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def long(_session: MastermindSession) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(MastermindSession, "_advise", long)
        output = text_of(typed=["hint", "1122"])
        assert "Stopped." in output
        assert "Guess 2" in output


class TestHiding:
    def test_knuth_finds_the_code(self) -> None:
        rules = parse_rules("classic")
        secret = rules.parse_secret("3632")
        session = MastermindSession(rules, Mode.PERSON)
        answers = []
        while session.outcome is None:
            answers.append(str(rules.respond(secret, session.proposal())))
            session.answer(answers[-1])
        output = text_of("--maker", "me", typed=answers)
        assert "Guess 1 of 10: ●1 ●1 ▲2 ▲2 1122" in output
        assert f"in {len(answers)} guesses. The code was: ■3 ✚6 ■3 ▲2 3632" in output
        assert len(answers) <= 5

    @pytest.mark.parametrize(
        ("line", "answer"),
        [
            ("3B 1W", "3B 1W is impossible with 4 places"),
            ("3,3", "more than the 4 places"),
            ("perhaps", "is not understood. Answer with black pegs"),
            ("correct", "type a row and its correct answer"),
            ("correct 1 1,1", "there is no row 1"),
            (f"correct {'9' * 5000} 1,1", "there is no row 999"),
            ("undo", "nothing to undo"),
            ("whi", "did you mean why?"),
            ("hint", "hint is not available here"),
            ("give up", "give up is not available here"),
        ],
    )
    def test_an_impossible_answer_is_asked_again(self, line: str, answer: str) -> None:
        output = text_of("--maker", "me", typed=[line, "4,0"])
        assert answer in output
        assert "I found your code in 1 guess" in output

    def test_a_correction_does_not_begin_with_the_number_of_an_answer(self) -> None:
        typed = ["0,0", "none", "0,2", "2 white", "1 B", "3 2 white", "undo", "3 nothing", "quit"]
        output = text_of("--maker", "me", typed=typed)
        assert output.count("type a row and its correct answer, such as 3 1,2") == 2
        assert "○○·· 0B 2W │ contradiction" in output
        assert "1B 0W" not in output
        assert "0B 1W" not in output

    def test_a_contradiction_is_corrected(self) -> None:
        output = text_of(
            "--maker",
            "me",
            typed=["0,0", "0 0", "0,2", "candidates", "what now", "3 0,0", "undo", "3 4,0"],
        )
        assert "row 3: no code is possible with the answer 0B 2W" in output
        assert "If only the answer in row 3 is wrong, it should be 4B 0W (1 code)." in output
        assert output.count("Row and correct answer:") >= 4
        assert "I found your code in 3 guesses" in output

    def test_a_correction_must_be_called_one(self) -> None:
        output = text_of("--maker", "me", typed=["0,0", "1,0", "2 0,1", "3 0,1", "correct 2 0,1"])
        assert "to replace the answer in row 2, type: correct 2 0,1" in output
        assert "row 3, type" not in output
        assert "0B 1W" in output

    def test_places_show_pegs_of_the_guess(self) -> None:
        output = text_of("--maker", "me", "4x6-places", typed=["X X X 9", "++--", "correct 1 9XXX"])
        assert "place 4 of the guess is" in output
        assert "place 1 of the guess is" in output

    def test_an_earlier_row_is_corrected_and_the_others_stay(self) -> None:
        result = play("--maker", "me", typed=["0,0", "0,0", "0,2", "1 1,0", "board", "quit"])
        session = load(resumed(result.output))
        assert isinstance(session, MastermindSession)
        assert [str(turn.feedback) for turn in session.turns] == ["1B 0W", "0B 0W", "0B 2W"]

    def test_a_resumed_game_shows_its_rows(self) -> None:
        file = resumed(text_of("--maker", "me", typed=["0,2", "quit"]))
        output = text_of("--load", file, typed=["quit"])
        assert output.index("0B 2W") < output.index("quit")

    def test_the_way_back_and_why(self) -> None:
        output = text_of("--maker", "me", typed=["1,1", "why", "candidates", "undo", "4,0"])
        assert "different answers from the 208 possible codes" in output
        assert "208 codes are possible." in output
        assert "I found your code in 1 guess" in output

    def test_it_continues_where_it_was(self) -> None:
        file = resumed(text_of("--maker", "me", "--strategy", "random-consistent", typed=["1,1"]))
        first = text_of("--load", file, typed=[])
        assert text_of("--load", file, typed=[]) == first
        assert "Guess 2 of 10: " in first

    def test_no_guess_is_left_and_the_code_is_checked(self) -> None:
        lost = ["--maker", "me", "4x6", "--limit", "2"]
        output = text_of(*lost, typed=["0,0", "0,0", "116", "1166"])
        assert "you win" not in output
        assert "has 3 pegs" in output
        assert "2B 0W, not 0B 0W." in output
        assert "were right: you win." in text_of(*lost, typed=["0,0", "0,0", "6666"])
        for last in ("", "quit", "/q"):
            output = text_of(*lost, typed=["0,0", "0,0", last])
            assert "Row" not in output
            assert "were right, you win." in output
        assert "Goodbye." in text_of(*lost, typed=["0,0", "0,0"])

    def test_other_answers(self) -> None:
        output = text_of("--maker", "me", "3x3-places", typed=["+-", "X X X", "+++"])
        assert "Answer with + for each right place" in output
        assert "one mark for each of the 3 places" in output
        assert "I found your code in 2 guesses" in output
        assert "Answer with the number of right places" in text_of(
            "--maker", "me", "3x3-black", typed=[]
        )
