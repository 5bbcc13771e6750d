from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.sessions import again, saved

from mastermine.core.errors import Contradiction, IllegalMove, InvalidSpec, TooLarge
from mastermine.core.game import Outcome
from mastermine.core.play import Record
from mastermine.core.random import Random
from mastermine.mastermind.research.adversary import Keep, adversary
from mastermine.mastermind.rules import Mastermind
from mastermine.registry import parse_rules, parse_rules_of
from mastermine.session import (
    Contest,
    Depth,
    Draw,
    MastermindSession,
    Mode,
    Score,
    load,
    restore,
    state_file,
)
from mastermine.session.messages.mastermind import contradiction, progress

if TYPE_CHECKING:
    from pathlib import Path

CLASSIC = parse_rules("classic")


def hidden(secret: str, spec: str = "classic", **options: Any) -> MastermindSession:
    rules = parse_rules_of(Mastermind, spec)
    return MastermindSession(rules, secret=rules.parse_secret(secret), **options)


def rows(session: MastermindSession) -> list[tuple[str, str]]:
    return list(session.record().turns)


def answered(session: MastermindSession, *answers: str) -> MastermindSession:
    for text in answers:
        session.answer(text)
    return session


class TestGuessing:
    def test_a_game_that_is_won(self) -> None:
        session = hidden("3411")
        assert str(session.guess("1122")) == "0B 2W"
        assert session.open
        assert session.secret is None
        session.guess("b y r r")
        assert session.outcome is Outcome.WON
        assert session.record() == Record(
            "mastermind:4x6,limit=10", (("1122", "0B 2W"), ("3411", "4B 0W")), "won", "3411"
        )
        with pytest.raises(IllegalMove, match="over"):
            session.guess("1122")

    def test_a_game_that_is_lost_shows_the_code(self) -> None:
        session = hidden("3411", "4x6,limit=2")
        session.guess("1122")
        assert session.tries_left == 1
        session.guess("1122")
        assert session.outcome is Outcome.LOST
        assert session.secret == (2, 3, 0, 0)

    @pytest.mark.parametrize("seed", [7, "any text"])
    def test_the_seed_draws_the_code(self, seed: int | str) -> None:
        code = CLASSIC.draw(Random(seed))
        session = MastermindSession(CLASSIC, seed=seed)
        session.give_up()
        assert session.secret == code
        session = MastermindSession(CLASSIC, seed=seed)
        session.guess("1122")
        session.guess(CLASSIC.format_action(code))
        assert session.outcome is Outcome.WON

    def test_the_code_is_drawn_at_the_first_guess(self, monkeypatch: pytest.MonkeyPatch) -> None:
        firsts: list[Any] = []
        draw = Mastermind.draw

        def drawn(rules: Mastermind, rng: Random, first: Any = None) -> Any:
            firsts.append(first)
            return draw(rules, rng, first)

        monkeypatch.setattr(Mastermind, "draw", drawn)
        session = MastermindSession(CLASSIC, seed=7)
        session.hint()
        with pytest.raises(IllegalMove):
            session.guess("112")
        assert session.data()["secret"] is None
        assert firsts == []
        session.guess("1122")
        session.undo()
        session.guess("3344")
        assert firsts == [(0, 0, 1, 1)]

    @pytest.mark.parametrize("text", ["", "112", "11223", "1127", "pink red red red"])
    def test_what_is_no_code_changes_nothing(self, text: str) -> None:
        session = hidden("3411")
        session.guess("1122")
        before = session.data()
        with pytest.raises(IllegalMove):
            session.guess(text)
        assert session.data() == before

    def test_giving_up_cannot_be_taken_back(self) -> None:
        session = hidden("3411")
        session.guess("1122")
        session.give_up()
        assert session.outcome is Outcome.LOST
        for move in (session.undo, session.redo, session.give_up, session.hint):
            with pytest.raises(IllegalMove):
                move()

    def test_an_adversary_keeps_most_codes_and_shows_one_that_fits(self) -> None:
        session = MastermindSession(CLASSIC, Mode.ADVERSARY)
        parts = session.knowledge.split((0, 0, 1, 1))
        answer = session.guess("1122")
        assert parts[answer] == max(parts.values())
        session.undo()
        assert session.guess("1122") == answer
        session.give_up()
        assert session.secret is not None
        assert session.secret in session.knowledge

    def test_an_adversary_keeps_the_hardest_codes_on_request(self) -> None:
        session = MastermindSession(CLASSIC, Mode.ADVERSARY, keep=Keep.HARDEST)
        oracle = adversary(CLASSIC, Keep.HARDEST)
        largest = MastermindSession(CLASSIC, Mode.ADVERSARY)
        for guess in ("6644", "6215"):
            assert session.guess(guess) == oracle.ask(CLASSIC.parse_action(guess))
            largest.guess(guess)
        assert session.turns != largest.turns
        kept = json.loads(json.dumps(session.data()))
        assert kept["options"] == session.public()["options"] == {"keep": "hardest"}
        loaded = restore(kept)
        assert isinstance(loaded, MastermindSession)
        assert loaded.keep is Keep.HARDEST
        assert loaded.guess("1351") == session.guess("1351")

    @pytest.mark.parametrize(
        ("changes", "reason"),
        [
            ({"mode": "adversery"}, "mode cannot be 'adversery'; did you mean adversary?"),
            ({"options": {"keep": "all"}}, "keep cannot be 'all'; known are: largest, hardest"),
        ],
    )
    def test_what_a_saved_game_cannot_be_says_what_is_right(
        self, changes: dict[str, Any], reason: str
    ) -> None:
        data = MastermindSession(CLASSIC, Mode.ADVERSARY).data()
        with pytest.raises(InvalidSpec) as error:
            restore(data | changes)
        assert reason in str(error.value)

    def test_help_that_there_cannot_be_is_not_counted(self) -> None:
        session = MastermindSession(Mastermind(8, 64), seed=1, strategy="optimal")
        session.guess("1,2,3,4,5,6,7,8")
        with pytest.raises(TooLarge):
            session.hint()
        assert session.hints == 0

    def test_answers_of_the_person_belong_to_another_game(self) -> None:
        session = hidden("3411")
        session.guess("1122")
        for move in (
            session.proposal,
            lambda: session.answer("1,1"),
            lambda: session.correct(1, "1,1"),
            lambda: session.tell("1111"),
        ):
            with pytest.raises(IllegalMove):
                move()

    def test_options_that_there_are_not(self) -> None:
        with pytest.raises(InvalidSpec, match="knuth"):
            MastermindSession(CLASSIC, strategy="knut")
        with pytest.raises(InvalidSpec, match="cannot give hints"):
            MastermindSession(CLASSIC, strategy="human")
        with pytest.raises(InvalidSpec, match="keep needs an adversary"):
            MastermindSession(CLASSIC, keep=Keep.HARDEST)


class TestUndo:
    def test_undo_and_redo(self) -> None:
        session = hidden("3411")
        session.guess("1122")
        session.guess("3344")
        session.undo()
        assert rows(session) == [("1122", "0B 2W")]
        session.redo()
        assert [action for action, _answer in rows(session)] == ["1122", "3344"]
        session.undo()
        session.guess("5566")
        assert not session.can_redo
        with pytest.raises(IllegalMove):
            session.redo()
        assert session.undos == 2
        # There is nothing before the first move; and what is known goes back, too.
        session = hidden("3411")
        with pytest.raises(IllegalMove):
            session.undo()
        assert session.undos == 0
        session.guess("1122")
        count = session.knowledge.count()
        session.guess("3344")
        assert session.knowledge.count() < count
        session.undo()
        assert session.knowledge.count() == count

    def test_a_lost_game_can_be_taken_back_but_not_be_won(self, tmp_path: Path) -> None:
        session = hidden("3411", "4x6,limit=2")
        session.guess("1122")
        session.undo()
        session.guess("1122")
        session.guess("2222")
        assert not session.public()["shown"]
        session.undo()
        assert session.shown
        assert session.outcome is None
        assert session.secret is None
        session = saved(session, tmp_path)
        session.guess("3411")
        assert session.solved
        assert session.outcome is Outcome.LOST
        assert session.record().outcome == "lost"

    def test_a_game_that_was_won_can_be_taken_back_and_won_again(self) -> None:
        session = hidden("3411")
        session.guess("3411")
        session.undo()
        session.redo()
        assert session.outcome is Outcome.WON
        session = answered(MastermindSession(Mastermind(4, 6, limit=1), Mode.PERSON), "1,1")
        assert session.public()["outcome"] == "lost"
        session.undo()
        session.answer("4,0")
        assert session.outcome is Outcome.WON


class TestHelp:
    def test_a_hint_counts_once_in_a_position(self) -> None:
        session = hidden("3411")
        hint = session.hint()
        assert CLASSIC.format_action(hint.guess) == "1122"
        assert (hint.candidates, hint.worst) == (1296, 256)
        assert session.hint() == hint
        assert session.hints == 1
        session.guess("1122")
        session.hint()
        assert session.hints == 2

    def test_a_hint_by_chance_depends_on_the_turns_only_and_not_on_the_hidden_seed(self) -> None:
        first, *others = (
            hidden("3411", seed=seed, strategy="random-consistent") for seed in range(5)
        )
        for other in others:
            other.guess("5566")
            other.undo()
            assert first.hint() == other.hint()

    def test_a_hint_goes_deeper_each_time(self) -> None:
        session = hidden("3411")
        session.guess("1122")
        where, which, why, again = (session.tip() for _time in range(4))
        assert [tip.depth for tip in (where, which, why, again)] == [*Depth, Depth.WHY]
        guess = CLASSIC.format_action(where.hint.guess)
        assert guess not in " ".join(where.lines)
        assert session.hints == 1
        assert why == again
        assert guess in " ".join(why.lines)
        assert "Rule of the strategy knuth" in " ".join(why.lines)
        session.guess("3344")
        assert session.tip().depth is Depth.WHERE
        assert session.tip(Depth.WHY).depth is session.tip().depth is Depth.WHY
        assert session.hints == 2

    def test_why_does_not_give_a_guess_away_of_which_only_the_kind_was_reported(self) -> None:
        session = hidden("3411")
        session.guess("1122")
        before = session.why()
        guess = CLASSIC.format_action(session.tip().hint.guess)
        assert session.why() == before
        session.tip()
        assert guess in " ".join(session.why())

    def test_why_tells_what_is_certain(self) -> None:
        session = hidden("3411")
        assert session.why() == []
        session.guess("2222")
        message = " ".join(session.why())
        assert "625 of 1,296" in message
        assert "Not in the code: green." in message
        session.hint()
        assert "knuth" in " ".join(session.why())


class TestHiding:
    def session(self, **options: Any) -> MastermindSession:
        return MastermindSession(CLASSIC, Mode.PERSON, **options)

    def test_the_coach_does_not_rate_the_computer(self) -> None:
        session = self.session()
        session.answer("1,1")
        assert not session.reviewable
        with pytest.raises(IllegalMove, match="the coach rates only yours"):
            session.review()

    def test_knuth_finds_a_code(self) -> None:
        session = self.session()
        secret = CLASSIC.parse_secret("3632")
        assert CLASSIC.format_action(session.proposal()) == "1122"
        while session.outcome is None:
            session.answer(str(CLASSIC.respond(secret, session.proposal())))
        assert session.outcome is Outcome.WON
        assert len(session.turns) <= 5
        assert session.secret == secret
        assert session.record().strategy == "knuth"
        with pytest.raises(IllegalMove, match="over"):
            session.proposal()

    @pytest.mark.parametrize("text", ["3B 1W", "3,2", "x", "-1"])
    def test_an_impossible_answer_is_refused_and_asked_again(self, text: str) -> None:
        session = answered(self.session(), "1,1")
        before = session.data()
        proposal = session.proposal()
        with pytest.raises(IllegalMove):
            session.answer(text)
        assert session.data() == before
        assert session.proposal() == proposal

    def test_a_contradiction_names_the_earliest_row_and_can_be_corrected(self) -> None:
        session = answered(self.session(), "0,0", "0,0", "0,1")
        problem = session.contradiction
        assert isinstance(problem, Contradiction)
        assert problem.turn == 2
        assert session.outcome is None
        kept = rows(session)
        with pytest.raises(Contradiction):
            session.proposal()
        _problem, *wrong = contradiction(session)
        assert wrong == ["If only the answer in row 3 is wrong, it should be 4B 0W (1 code)."]
        session.correct(3, "0,2")
        assert session.contradiction is not None
        with pytest.raises(IllegalMove, match="nothing changed: the answer in row 3 is already 0B"):
            session.correct(3, "0,2")
        assert progress(session).startswith("Guess 3")
        session.correct(1, "1,1")
        assert [row[0] for row in rows(session)] == [row[0] for row in kept]
        assert rows(session)[1] == kept[1]
        assert rows(session)[0] == ("1122", "1B 1W")

    def test_a_correction_can_be_taken_back(self) -> None:
        session = answered(self.session(), "1,1", "1,1")
        before = rows(session)
        session.correct(1, "2,0")
        assert rows(session) != before
        session.undo()
        assert rows(session) == before
        session.redo()
        assert rows(session)[0] == ("1122", "2B 0W")
        session = answered(self.session(), "1,1", "2,0")
        session.correct(1, "4,0")
        assert session.outcome is Outcome.WON
        assert session.secret == CLASSIC.parse_secret("1122")

    @pytest.mark.parametrize(("row", "text"), [(0, "1,1"), (3, "1,1"), (1, "3,1")])
    def test_a_correction_that_cannot_be_changes_nothing(self, row: int, text: str) -> None:
        session = answered(self.session(), "1,1", "1,1")
        before = session.data()
        with pytest.raises(IllegalMove):
            session.correct(row, text)
        assert session.data() == before

    def test_the_entered_code_shows_which_answers_were_wrong(self) -> None:
        rules = Mastermind(4, 6, limit=2)
        session = answered(MastermindSession(rules, Mode.PERSON), "0,0", "0,0")
        assert session.outcome is Outcome.LOST
        assert session.secret is None
        assert session.tell("6666") == []
        assert session.record().secret == "6666"
        assert session.tell("1166") == [(1, rules.parse_feedback("2,0"))]
        with pytest.raises(IllegalMove):
            session.tell("116")

    def test_the_computer_guesses_and_says_why(self) -> None:
        with pytest.raises(IllegalMove):
            self.session().guess("1122")
        with pytest.raises(TooLarge):
            MastermindSession(Mastermind(16, 64), Mode.PERSON, strategy="optimal").proposal()
        session = answered(self.session(), "1,1")
        assert "1134 can get" in " ".join(session.why())


class TestSaving:
    def test_the_same_game_continues(self, tmp_path: Path) -> None:
        session = hidden("3411", names=("a", "b", "c", "d", "e", "f"), seed=4)
        session.guess("aabb")
        session.guess("ccdd")
        session.hint()
        session.undo()
        loaded = saved(session, tmp_path)
        assert rows(loaded) == rows(session)
        assert (loaded.hints, loaded.undos, loaded.names) == (1, 1, session.names)
        loaded.redo()
        loaded.guess("cdaa")
        assert loaded.outcome is Outcome.WON

    @pytest.mark.parametrize("mode", Mode)
    def test_every_mode(self, mode: Mode, tmp_path: Path) -> None:
        session = MastermindSession(CLASSIC, mode, seed="word")
        if mode is Mode.PERSON:
            answered(session, "0,0", "4,0").correct(2, "1,1")
        else:
            session.guess("1234")
        loaded = saved(session, tmp_path)
        assert loaded.mode is mode
        assert loaded.data() == session.data()

    def test_files_that_cannot_be_written_or_read(self, tmp_path: Path) -> None:
        path = tmp_path / "notes.txt"
        path.write_text("precious")
        with pytest.raises(InvalidSpec, match="not overwritten"):
            hidden("3411").save(path)
        assert path.read_text() == "precious"
        with pytest.raises(InvalidSpec, match="not overwritten"):
            hidden("3411").save(os.devnull)
        with pytest.raises(InvalidSpec, match="cannot be written"):
            hidden("3411").save(tmp_path / "none" / "game")
        with pytest.raises(InvalidSpec):
            hidden("3411").save(tmp_path)
        with pytest.raises(InvalidSpec, match="cannot be read"):
            load(tmp_path / "game")

    @pytest.mark.parametrize(
        "text", ["", "{}", "[1]", "\x00", '{"format": "other"}', "[" * 100_000]
    )
    def test_foreign_files(self, text: str, tmp_path: Path) -> None:
        (tmp_path / "game").write_text(text)
        with pytest.raises(InvalidSpec, match="not a saved game"):
            load(tmp_path / "game")

    @pytest.mark.parametrize(
        ("field", "values"),
        [
            ("rules", ["mastermind:4y6", 3]),
            ("mode", ["other"]),
            ("options", [{"colours": ["one"]}, {"colours": [1, 2, 3, 4, 5, 6]}, {"size": 1}, None]),
            ("options", [{"colours": "abcdef"}]),
            ("strategy", ["none", ["knuth"]]),
            ("seed", [None, True, 1.5]),
            ("secret", ["???", 5, None, "/w=="]),
            ("moves", [[[row, "1122", "0B 2W"]] for row in (2, 0, True, 1e999)]),
            ("moves", [[[1, "1122", "4B 0W"]], [[1, "1122"]], [[1, 1122, "0B 2W"]]]),
            ("moves", [[[1, "1122", "0B 2W"], [1, "1122", "0B 2W"]]]),
            ("moves", [[[1, "3411", "4B 0W"], [2, "1122", "0B 2W"]]]),
            ("moves", [[[row + 1, "1122", "0B 2W"] for row in range(11)]]),
            ("moves", [["1 1122 0B 2W"], [1], None]),
            ("done", [7, -1, "x", True]),
            ("hints", ["many", 1e999, 1.0, -1]),
            ("undos", [None]),
            ("given_up", ["no", 0]),
            ("shown", ["no"]),
            ("given", ["no", 1]),
            ("unknown", [[2], [0], [True], ["1"], None, 1]),
            ("version", [3, True]),
            ("kind", ["chess", ["game"]]),
        ],
    )
    def test_damaged_files(self, field: str, values: list[Any], tmp_path: Path) -> None:
        session = hidden("3411")
        session.guess("1122")
        path = tmp_path / "game"
        session.save(path)
        data = json.loads(path.read_text())
        for value in values:
            path.write_text(json.dumps(data | {field: value}))
            with pytest.raises(InvalidSpec, match=r"damaged|format 3|does not know"):
                load(path)

    @pytest.mark.parametrize("secret", ["MzQxM", "é", "/w==", "////"])
    def test_a_secret_that_is_none_is_described_in_words(self, secret: str) -> None:
        with pytest.raises(InvalidSpec, match="damaged: the secret cannot be read"):
            restore(hidden("3411").data() | {"secret": secret})

    def test_no_row_is_beyond_all_bounds(self) -> None:
        session = MastermindSession(CLASSIC, Mode.PERSON)
        with pytest.raises(IllegalMove, match="no row 0 to correct"):
            session.do(f"correct {'9' * 5000} 1B 0W")

    @pytest.mark.parametrize("field", ["hints", "undos", "done"])
    def test_no_count_is_beyond_all_bounds(self, field: str) -> None:
        with pytest.raises(InvalidSpec, match=f"{field} cannot be 1000"):
            restore(hidden("3411").data() | {field: 10**30})

    @pytest.mark.parametrize("value", ["x" * 5000, 10**4000, [[["x" * 5000]]]])
    def test_what_is_wrong_is_reported_shortly(self, value: object) -> None:
        data = hidden("3411").data()
        for field in data.keys() - {"seed"}:  # A seed may be long.
            with pytest.raises(InvalidSpec) as error:
                restore(data | {field: value})
            assert len(str(error.value)) < 300

    def test_the_file_format(self, tmp_path: Path) -> None:
        session = hidden("3411", names=("a", "b", "c", "d", "e", "ž"), seed=4)
        session.guess("1122")
        session.save(tmp_path / "game")
        assert json.loads((tmp_path / "game").read_text()) == {
            "format": "mastermine-game",
            "version": 2,
            "kind": "game",
            "id": session.id,
            "rules": "mastermind:4x6,limit=10",
            "options": {"colours": ["a", "b", "c", "d", "e", "ž"]},
            "mode": "computer",
            "daily": None,
            "strategy": "knuth",
            "seed": 4,
            "seed_chosen": True,
            "given": True,
            "secret": "MzQxMQ==",
            "moves": [[1, "1122", "0B 2W"]],
            "done": 1,
            "hints": 0,
            "undos": 0,
            "given_up": False,
            "shown": False,
        }

    def test_a_game_of_the_first_version_is_read(self, tmp_path: Path) -> None:
        (tmp_path / "game").write_text(
            """{
            "format": "mastermine-game", "version": 1, "kind": "game",
            "rules": "mastermind:4x6,limit=10", "options": {}, "mode": "person",
            "strategy": "knuth", "seed": 804530164, "secret": null,
            "moves": [[1, "1122", "1B 1W"], [2, "1134", "0B 1W"], [1, "1122", "0B 1W"]],
            "done": 2, "hints": 0, "undos": 1, "given_up": false, "shown": false
            }"""
        )
        session = load(tmp_path / "game")
        assert isinstance(session, MastermindSession)
        assert rows(session) == [("1122", "1B 1W"), ("1134", "0B 1W")]
        session.redo()
        assert rows(session)[0] == ("1122", "0B 1W")

    @pytest.mark.parametrize(
        ("version", "named", "name", "note"),
        [
            (1, "methodical", "one-colour", "its strategy methodical is now called one-colour."),
            (1, "methodical:first=1122", "one-colour:first=1122", "methodical:first=1122 is now"),
            (1, "two-by-two", "two-by-two", ""),
            (2, "methodical", "methodical", ""),
        ],
    )
    def test_a_strategy_that_had_another_name(
        self, version: int, named: str, name: str, note: str, tmp_path: Path
    ) -> None:
        path = tmp_path / "game"
        fields = {**MastermindSession(CLASSIC).data(), "strategy": named}
        path.write_text(json.dumps({"format": "mastermine-game", "version": version, **fields}))
        session = load(path)
        assert isinstance(session, MastermindSession)
        assert session.strategy.name == name
        assert note in session.note
        assert bool(session.note) == bool(note)
        assert saved(session, tmp_path).note == ""

    def test_before_the_first_move_only_the_seed_is_kept(self, tmp_path: Path) -> None:
        session = MastermindSession(CLASSIC, seed="word")
        loaded = saved(session, tmp_path)
        assert loaded.data()["secret"] is None
        for game in (session, loaded):
            game.give_up()
            assert game.secret == CLASSIC.draw(Random("word"))

    @pytest.mark.parametrize("secret", [None, (2, 3, 0, 0)])
    def test_a_game_knows_whether_its_code_was_drawn(self, secret: tuple[int, ...] | None) -> None:
        session = MastermindSession(CLASSIC, seed=4, secret=secret)
        session.guess("1122")
        data = session.data()
        assert MastermindSession.from_data(data).given is (secret is not None)
        del data["given"]  # A file of an earlier version.
        assert MastermindSession.from_data(data).given is (secret is not None)

    def test_a_game_given_up_needs_its_code(self) -> None:
        with pytest.raises(InvalidSpec, match="secret is missing"):
            restore(MastermindSession(CLASSIC).data() | {"given_up": True})

    @pytest.mark.parametrize("name", ["~nosuchuser/g.json", "a\0b", "\ud800.json", "x" * 300])
    def test_what_can_be_no_file(self, name: str, tmp_path: Path) -> None:
        for use in (hidden("3411").save, load):
            with pytest.raises(InvalidSpec):
                use(name if name.startswith("~") else f"{tmp_path}/{name}")

    @pytest.mark.parametrize("method", ["exists", "replace"])
    def test_a_file_that_is_out_of_reach(
        self, method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def locked(*_arguments: object) -> bool:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(f"pathlib.Path.{method}", locked)
        with pytest.raises(InvalidSpec, match="cannot be written: Permission denied"):
            hidden("3411").save(tmp_path / "game")
        assert list(tmp_path.iterdir()) == []

    def test_any_seed_is_kept(self, tmp_path: Path) -> None:
        assert saved(MastermindSession(CLASSIC, seed="\udcff"), tmp_path).seed == "\udcff"

    def test_a_new_state_file_each_time(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
        first = state_file("game")
        assert first.parent == tmp_path / "mastermine"
        assert first.read_bytes() == b""
        assert state_file("game") != first
        with ThreadPoolExecutor(16) as pool:
            taken = list(pool.map(state_file, ["game"] * 64))
        assert len(set(taken)) == 64


@given(
    moves=st.lists(
        st.sampled_from(["undo", "redo", "hint"]) | st.text("123456", min_size=4, max_size=4)
    )
)
def test_any_moves_can_be_taken_back_done_again_and_saved(moves: list[str]) -> None:
    session = MastermindSession(Mastermind(4, 6), secret=(0, 1, 2, 3), strategy="first-consistent")
    for move in moves:
        try:
            getattr(session, move)() if move.isalpha() else session.guess(move)
        except IllegalMove:
            continue
        assert session.knowledge.count() > 0
        assert (0, 1, 2, 3) in session.knowledge
    data = json.loads(json.dumps(session.data()))
    assert MastermindSession.from_data(data).data() == session.data()
    turns = session.turns
    while session.can_undo:
        session.undo()
    assert session.turns == ()
    for _turn in turns:
        session.redo()
    assert session.turns == turns


@given(
    mode=st.sampled_from([Mode.COMPUTER, Mode.ADVERSARY]),
    seed=st.integers(10**8, 10**9),
    guesses=st.lists(st.text("123456", min_size=4, max_size=4), max_size=5),
)
def test_the_public_view_never_shows_the_code_before_the_end(
    mode: Mode, seed: int, guesses: list[str]
) -> None:
    session = MastermindSession(
        Mastermind(4, 6, limit=4), mode, seed=seed, strategy="first-consistent"
    )
    session.id, session.seed_chosen = "game", False  # As if the seed had been drawn.
    for guess in guesses:
        public = session.public()
        if session.outcome is None:
            assert public["secret"] is None
            if mode is Mode.COMPUTER:
                code = session.rules.format_secret(session.rules.draw(Random(seed)))
                assert code not in json.dumps(public)
            assert str(seed) not in json.dumps(public)
            session.guess(guess)
        else:
            session.undo()
    if session.outcome is None:
        session.give_up()
    public = json.loads(json.dumps(session.public()))
    assert public["seed"] == seed
    assert session.secret is not None
    assert public["secret"] == session.rules.format_secret(session.secret)


def test_the_public_view() -> None:
    session = hidden("3411", names=("a", "b", "c", "d", "e", "f"))
    session.guess("1122")
    session.guess("3344")
    session.undo()
    public = session.public()
    board = public.pop("board")
    assert public == {
        "id": session.id,
        "game": "mastermind",
        "rules": "mastermind:4x6,limit=10",
        "options": {"colours": ["a", "b", "c", "d", "e", "f"]},
        "mode": "computer",
        "strategy": "knuth",
        "turns": [["1122", "0B 2W"]],
        "tries_left": 9,
        "solved": False,
        "contradiction": None,
        "proposal": None,
        "told": None,
        "outcome": None,
        "secret": None,
        "seed": None,
        "seed_chosen": False,
        "daily": None,
        "moves": 2,
        "done": 1,
        "can_undo": True,
        "can_redo": True,
        "hints": 0,
        "undos": 1,
        "given_up": False,
        "shown": False,
        "reviewable": True,
    }
    assert [each["label"] for each in board.pop("colours")] == [*"abcdef"]
    assert board == {
        "places": 4,
        "repeats": True,
        "answer": "pegs",
        "limit": 10,
        "separator": "",
        "vocabulary": "",
        "answers": {
            "style": "pegs",
            "initials": ["B", "W"],
            "counts": [[f"{n} {side}" for n in range(5)] for side in ("black", "white")],
            "meanings": ["black: right colour, right place", "white: right colour, another place"],
            "example": "1B 2W",
            "how_to": board["answers"]["how_to"],
        },
    }


def test_the_public_view_when_a_person_hides() -> None:
    person = MastermindSession(CLASSIC, Mode.PERSON)
    assert person.public()["proposal"] == "1122"
    answered(person, "0,0", "0,0", "0,1")
    assert person.public()["contradiction"] == 3
    assert person.public()["proposal"] is None
    assert person.public()["told"] is None
    person.do("tell 5566")
    assert [guess for guess, _answer in person.public()["turns"]] == ["1122", "3345", "6666"]
    assert person.public()["told"] == [[2, "0B 1W"], [3, "2B 0W"]]
    again(person)


def test_a_game_too_large_to_guess_has_no_proposal() -> None:
    person = MastermindSession(Mastermind(12, 30), Mode.PERSON, strategy="optimal")
    assert person.public()["proposal"] is None


class TestContest:
    def play(self, contest: Contest, *codes: str) -> None:
        """The first code of a round is hidden, the others are the guesses."""
        for text in codes:
            if contest.board is None:
                contest.hide(text)
            elif text == "give up":
                contest.board[1].give_up()
            else:
                contest.board[1].guess(text)

    def test_two_players_by_rounds(self) -> None:
        contest = Contest(Mastermind(2, 3, limit=2), ["Ana", "Boris"])
        assert contest.maker == "Ana"
        self.play(contest, "11", "12", "11")
        assert contest.round == 1
        assert contest.maker == "Boris"
        self.play(contest, "11", "22", "33")
        assert contest.over
        table = contest.standings()
        assert [(s.player, s.score, s.broken, s.guesses, s.leads) for s in table] == [
            ("Boris", 2, 1, 2, True),
            ("Ana", 0, 0, 0, False),
        ]
        with pytest.raises(IllegalMove):
            contest.hide("11")

    def test_three_players_by_points(self) -> None:
        contest = Contest(Mastermind(2, 3, limit=3), ["A", "B", "C"], score=Score.POINTS)
        self.play(contest, "11", "11", "12", "11")
        assert [s.score for s in contest.standings()] == [3, 0, 0]
        self.play(contest, "11", "give up", "11")
        self.play(contest, "11", "22", "22", "22", "11")
        assert contest.over
        assert {s.player: s.score for s in contest.standings()} == {"A": 3, "B": 5, "C": 5}
        assert [s.player for s in contest.standings() if s.leads] == ["B", "C"]

    @pytest.mark.parametrize(
        ("spec", "points"), [("2x3", 4 + 5), ("2x3-black", 2 + 5), ("2x3-places", 2 + 5)]
    )
    def test_key_pegs(self, spec: str, points: int) -> None:
        rules = parse_rules_of(Mastermind, f"{spec},limit=3")
        contest = Contest(rules, ["A", "B", "C"], score=Score.PEGS)
        self.play(contest, "12", "21", "12", "13", "give up")
        # Giving up with two guesses left counts as two full rows, of two pegs each.
        assert contest.standings()[0].score == points

    def test_fewer_hints_win_a_draw(self, tmp_path: Path) -> None:
        contest = Contest(Mastermind(2, 3, limit=3), ["A", "B"], draw=Draw.HINTS)
        assert contest.scoring_text().endswith("Hints are on; in a draw, fewer hints win.")
        self.play(contest, "11")
        assert contest.board is not None
        contest.board[1].hint()
        contest = saved(contest, tmp_path)
        self.play(contest, "11", "22", "22")
        assert contest.headings()[-1] == "hints"
        assert contest.rows() == [["A", "1", "1", "1", "0"], ["B", "1", "1", "1", "1"]]
        assert contest.winners_text() == "A wins."
        assert contest.again().draw is Draw.HINTS
        shared = Contest(Mastermind(2, 3, limit=3), ["A", "B"])
        self.play(shared, "11", "11", "22", "22")
        assert shared.winners_text() == "A draw: A, B."

    def test_other_standings(self) -> None:
        contest = Contest(Mastermind(2, 3, limit=3), ["A", "B"], 2, Score.FEWEST)
        self.play(contest, "11", "12", "11", "11", "11")
        table = contest.standings()
        assert [(s.player, s.guesses, s.leads) for s in table] == [("A", 1, True), ("B", 2, False)]
        contest = Contest(Mastermind(2, 3, limit=1), ["A", "B", "C"])
        self.play(contest, "11", "22", "22")
        assert contest.standings()[0].player == "A"
        assert Contest(Mastermind(4, 6), ["A", "B"]).rules.limit == 12
        contest = Contest(CLASSIC, ["A", "B", "C"])
        assert contest.sides_of(1) == ["C", "A"]

    @pytest.mark.parametrize(
        ("players", "rounds"),
        [
            (["A"], None),
            ([*"ABCDEF"], None),
            (["A", "a"], None),
            (["A", " "], None),
            (["A\udcff", "B"], None),
            (["A\0", "B"], None),
            (["A", "B"], 3),
            (["A", "B"], 0),
            (["A", "B", "C"], 2),
        ],
    )
    def test_what_makes_no_match(self, players: list[str], rounds: int | None) -> None:
        with pytest.raises(InvalidSpec):
            Contest(CLASSIC, players, rounds)

    def test_it_is_saved_with_all_boards(self, tmp_path: Path) -> None:
        contest = Contest(Mastermind(2, 3, limit=3), ["A", "B", "C"], score=Score.POINTS)
        self.play(contest, "11", "11", "12")
        loaded = saved(contest, tmp_path)
        assert loaded.data() == contest.data()
        assert loaded.board is not None
        assert loaded.board[0] == "C"

    def damaged(self, **changes: Any) -> dict[str, Any]:
        """A match of three, in round 2, whose next breaker's board has these fields."""
        contest = Contest(Mastermind(2, 3, limit=3), ["A", "B", "C"])
        self.play(contest, "11", "11", "12", "11", "22", "12")
        data: dict[str, Any] = json.loads(json.dumps(contest.data()))
        assert restore(data).data() == data
        data["boards"][1][1] |= changes
        return data

    @pytest.mark.parametrize(
        ("changes", "reason"),
        [
            ({"rules": "mastermind:2x3,limit=4"}, "rules of a board"),
            ({"options": {"colours": ["a", "b", "c"]}}, "rules of a board"),
            ({"mode": "adversary"}, "rules of a board"),
            ({"secret": "MTE="}, "different codes"),
            ({"secret": None}, "different codes"),
            ({"given_up": True}, "was started before"),
            ({"moves": [[1, "11", "0B 0W"]], "done": 1}, "was started before"),
            ({"hints": None}, "hints"),
        ],
    )
    def test_boards_that_do_not_fit(self, changes: dict[str, Any], reason: str) -> None:
        with pytest.raises(InvalidSpec, match=reason):
            restore(self.damaged(**changes))

    @pytest.mark.parametrize(
        ("field", "values"),
        [
            ("players", ["AB", ["A", 2], ["A", "B"]]),
            ("rounds", ["3", 1e999]),
            ("score", ["none"]),
            ("options", [[]]),
            ("boards", [{}, [1], [[1, 2]], [[]] * 4]),
        ],
    )
    def test_fields_that_cannot_be(self, field: str, values: list[Any]) -> None:
        for value in values:
            with pytest.raises(InvalidSpec, match="damaged"):
                restore(self.damaged() | {field: value})

    def test_an_earlier_round_is_finished(self) -> None:
        data = self.damaged()
        data["boards"][0][1]["done"] -= 1
        with pytest.raises(InvalidSpec, match="was started before"):
            restore(data)

    def test_a_code_that_is_none_hides_nothing(self) -> None:
        contest = Contest(CLASSIC, ["A", "B"])
        with pytest.raises(IllegalMove):
            contest.hide("11")
        assert contest.boards == []
