"""Moves as text, looking back, an adversary that lays mines, and matches of people."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sessions import Time, again, did, saved

from mastermine.core.errors import IllegalMove, InvalidSpec, MastermineError, TooLarge
from mastermine.core.game import Outcome
from mastermine.mastermind.rules import Mastermind
from mastermine.minesweeper.adversary import Adversary
from mastermine.minesweeper.board import MINED, Layout
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import parse_rules, parse_rules_of
from mastermine.session import (
    Contest,
    MastermindSession,
    MinesweeperSession,
    Mode,
    Race,
    Score,
    restore,
)
from mastermine.session.minesweeper import CheckedFlags

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path


pytestmark = pytest.mark.usefixtures("time")


def field(spec: str = "9x9x10", mode: Mode = Mode.COMPUTER, **options: Any) -> MinesweeperSession:
    return MinesweeperSession(parse_rules_of(Minesweeper, spec), mode, **options)


MOVES = st.lists(
    st.sampled_from(["undo", "redo", "undo", "redo", "give up"])
    | st.builds(
        lambda verb, x, y: f"{verb} {x},{y}",
        st.sampled_from(["click", "click", "chord", "flag"]),
        st.integers(0, 4),
        st.integers(0, 4),
    ),
    max_size=25,
)


def codes() -> MastermindSession:
    session = MastermindSession(parse_rules("classic"), secret=(2, 3, 0, 0))
    session.guess("1122")
    return session


def mines() -> MinesweeperSession:
    session = field("3x3x1", secret=Layout.parse("*../.../..."))
    session.click("1,1")
    return session


EITHER = pytest.mark.parametrize("make", [codes, mines])


class TestFiles:
    """What holds of the files of both games."""

    LATER = ("id", "daily", "seed_chosen", "times")
    """Fields that older files lack; they also lack a minefield's mode and a code's ``given``."""

    @EITHER
    def test_missing_fields(self, make: Callable[[], Any]) -> None:
        data = make().data()
        for missing in data.keys() - {*self.LATER, "mode" if make is mines else "given"}:
            with pytest.raises(InvalidSpec, match=r"damaged|unknown kind"):
                restore({name: value for name, value in data.items() if name != missing})

    @EITHER
    @pytest.mark.parametrize(
        "value", [None, True, -1, 1e999, float("nan"), "", "\udcff", [], [[]], {}, {"a": []}]
    )
    def test_any_value_is_read_or_refused(self, make: Callable[[], Any], value: Any) -> None:
        for name in make().data():
            data = make().data() | {name: value}
            with suppress(InvalidSpec):
                assert restore(data).data() == data

    @EITHER
    def test_a_finished_game_can_be_viewed(self, make: Callable[[], Any], tmp_path: Path) -> None:
        session = make()
        before = saved(session, tmp_path)
        session.do("give up")
        after = saved(session, tmp_path)
        assert after.outcome is Outcome.LOST
        assert after.secret == session.secret
        # A glance at the file does not spoil the game.
        before.save(tmp_path / "game")
        secret = session.record().secret
        assert secret is not None
        assert secret not in (tmp_path / "game").read_text()


class TestText:
    def test_mastermind(self) -> None:
        session = MastermindSession(parse_rules("classic"), secret=(0, 0, 1, 1))
        did(session, "guess 1234", "guess red red green yellow", "undo", " redo ", "undo")
        assert [turn.action for turn in session.turns] == [(0, 1, 2, 3)]
        did(session, "  guess   1122 ")
        assert session.outcome is Outcome.WON
        person = MastermindSession(parse_rules("classic"), Mode.PERSON)
        did(person, "answer 1B 2W", "correct 1 0B 1W", "tell 1122")
        assert str(person.turns[0].feedback) == "0B 1W"

    def test_minesweeper(self) -> None:
        session = field(secret=Layout.parse("*..\n...\n...\n"), spec="3x3x1")
        did(session, "flag 0,0", "click 1,0")
        assert session.public()["outcome"] is None
        did(session, "chord 1,0")
        assert session.public()["cleared"]
        session = field(secret=Layout.parse("*.*\n...\n...\n"), spec="3x3x2")
        did(session, "click 0,2", "flag mines")
        assert session.flags == {(0, 0), (2, 0)}

    @pytest.mark.parametrize(
        ("move", "message"),
        [
            ("", "starts with a word"),
            ("   ", "starts with a word"),
            ("click", "is not a cell"),
            ("clik 3,4", "did you mean click"),
            ("guess 1122", "known are: click, chord"),
            ("click 99,0", "outside the board"),
            ("give", "did you mean give up"),
            ("give up now", "did you mean give up"),
            ("undo", "nothing to undo"),
            ("redo", "nothing to redo"),
            ("undo 3", "did you mean undo"),
        ],
    )
    def test_no_move_of_minesweeper(self, move: str, message: str) -> None:
        session = field()
        before = session.data()
        with pytest.raises(IllegalMove, match=message):
            session.do(move)
        assert session.data() == before

    @pytest.mark.parametrize(
        ("move", "message"),
        [
            ("guess", "4"),
            ("guess 11", "4"),
            ("click 3,4", "known are: guess, answer"),
            ("answer 1B 2W", "you guess in this game"),
            ("correct 1 0B", "nothing to correct"),
            ("tell 1122", "in which you hide the code"),
        ],
    )
    def test_no_move_of_mastermind(self, move: str, message: str) -> None:
        session = MastermindSession(parse_rules("classic"))
        with pytest.raises(IllegalMove, match=message):
            session.do(move)
        assert session.length == 0

    def test_a_row_that_is_no_number(self) -> None:
        person = did(MastermindSession(parse_rules("classic"), Mode.PERSON), "answer 0B 0W")
        for move in ("correct x 1B", "correct", "correct 2 1B 0W", "correct ² 1B"):
            with pytest.raises(IllegalMove, match="no row"):
                person.do(move)


class TestLookingBack:
    def test_each_moment(self) -> None:
        session = MastermindSession(parse_rules("classic"), secret=(0, 0, 1, 1), seed=5)
        did(session, "guess 3344", "guess 1234", "guess 1122")
        frames = [session.at(n).public() for n in range(session.length + 1)]
        assert [past.public() for past in session.frames()] == frames
        assert [past.public() for past in session.frames(2)] == frames[2:]
        assert [len(frame["turns"]) for frame in frames] == [0, 1, 2, 3]
        assert [frame["secret"] for frame in frames] == [None, None, None, "1122"]
        assert frames[3] == session.public()
        assert {frame["moves"] for frame in frames} == {3}
        assert [frame["done"] for frame in frames] == [0, 1, 2, 3]

    def test_a_game_that_continues_shows_no_secret(self) -> None:
        session = MastermindSession(Mastermind(4, 6, limit=2), secret=(0, 0, 1, 1))
        session.seed_chosen = False
        did(session, "guess 3344", "guess 1234", "undo")
        past = session.at(2)
        assert past.outcome is Outcome.LOST
        assert past.secret is None
        assert past.public()["seed"] is None
        assert past.at(2).secret is None
        mined = field(secret=Layout.parse("*..\n...\n...\n"), spec="3x3x1")
        did(mined, "flag 1,1", "click 1,0", "click 0,0", "undo")
        assert mined.at(3).public()["fatal"] == "0,0"
        assert mined.at(3).secret is None
        assert mined.at(3).wrong_flags == ()

    def test_a_copy_changes_nothing(self, time: type[Time]) -> None:
        session = did(field("5x5x3", seed=1), "click 2,2", "flag 0,0")
        time.now += 5
        before, public = session.data(), session.public()
        past = session.at(1)
        time.now += 5
        assert past.clock.seconds == 5
        past.hint()
        with suppress(IllegalMove):
            did(past, "flag 0,4", "give up")
        assert past.hints == 1
        time.now -= 5
        assert session.data() == before
        assert session.public() == public
        time.now += 60
        assert session.clock.seconds == 65

    @given(st.integers(0, 99), st.sampled_from([Mode.COMPUTER, Mode.ADVERSARY]), MOVES)
    @settings(max_examples=30, deadline=None)
    def test_all_moments_at_once(self, seed: int, mode: Mode, moves: list[str]) -> None:
        session = field("5x5x4", mode, seed=seed)
        for move in moves:
            with suppress(IllegalMove):
                session.do(move)
        before = session.public()
        frames = list(session.frames())
        assert session.public() == before
        assert len(frames) == session.length + 1
        for n, past in enumerate(frames):
            assert past.public() == session.at(n).public()
            if session.outcome is None:
                assert past.secret is None
        assert frames[before["done"]].public()["board"] == before["board"]

    def test_what_was_given_up(self) -> None:
        session = did(field("5x5x3", seed=1), "click 2,2", "give up")
        assert session.at(1).given_up
        assert session.at(1).public() == session.public()
        assert not session.at(0).given_up
        assert session.at(0).outcome is None

    def test_what_the_computer_guessed_is_not_found_again(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        person = MastermindSession(parse_rules("classic"), Mode.PERSON)
        did(person, "answer 0B 1W", "answer 0B 1W", "correct 1 1B 0W")
        guesses = [turn.action for turn in did(person.at(2)).turns]
        monkeypatch.setattr(type(person.strategy), "__call__", None)
        for n in (0, 1):
            assert person.at(n).proposal() == guesses[n]

    @pytest.mark.parametrize("n", [-1, 2])
    def test_there_is_no_such_moment(self, n: int) -> None:
        with pytest.raises(IllegalMove, match="moves 0 to 1"):
            did(field(seed=1), "click 2,2").at(n)

    def test_the_review_is_help_before_the_end(self) -> None:
        session = MastermindSession(parse_rules("classic"), secret=(0, 0, 1, 1))
        did(session, "guess 1234")
        assert len(session.review().moves) == 1
        session.review()
        assert session.hints == 1
        did(session, "guess 1122")
        assert [move.action for move in session.review().moves] == ["1234", "1122"]
        assert session.hints == 1


class TestSeeds:
    def test_who_names_a_seed_may_see_it(self) -> None:
        assert field(seed="word").public()["seed"] == "word"
        assert field().public()["seed"] is None
        assert field(seed=3).at(0).public()["seed"] == 3
        drawn = again(field())
        assert drawn.public()["seed"] is None
        assert not drawn.seed_chosen

    def test_the_puzzle_of_a_day(self) -> None:
        session = field(seed="2026-11-21")
        session.daily = "2026-11-21"
        assert again(session).daily == "2026-11-21"
        assert session.public()["daily"] == "2026-11-21"
        assert session.public()["seed"] is None

    @pytest.mark.parametrize("day", ["2026-13-01", "20261121", "today", "", 5, True, ["2026"]])
    def test_no_day(self, day: Any) -> None:
        with pytest.raises(InvalidSpec, match="daily"):
            restore(field().data() | {"daily": day})

    def test_older_games_have_none_of_this(self) -> None:
        data = did(field("3x3x1", seed=1), "click 1,1").data()
        for name in ("id", "daily", "seed_chosen", "mode"):
            del data[name]
        session = restore(data)
        assert isinstance(session, MinesweeperSession)
        assert session.mode is Mode.COMPUTER
        assert len(session.id) == 22
        assert session.id == restore(data).id != restore(data | {"hints": 1}).id
        assert (session.daily, session.seed_chosen) == (None, False)

    @pytest.mark.parametrize("name", ["", "x" * 21, "ž" * 22, "x/" * 11, 5, None])
    def test_no_name_of_a_game(self, name: Any) -> None:
        with pytest.raises(InvalidSpec, match="id"):
            restore(field().data() | {"id": name})


class TestAdversary:
    def test_it_continues_from_a_file(self, tmp_path: Path) -> None:
        session = did(field("9x9x10", Mode.ADVERSARY, seed=2), "click 4,4", "flag 0,0")
        loaded = saved(session, tmp_path)
        for game in (session, loaded):
            did(game, "undo", "click 8,8", "undo", "click 8,8")
        assert loaded.board == session.board
        assert again(session).turns == session.turns

    def test_a_guess_beside_a_safe_cell_loses(self) -> None:
        session = did(field("5x5x4-open", Mode.ADVERSARY, seed=2), "click 0,0")
        assert session.knowledge.analysis.safe
        assert session.public()["secret"] is None
        risky = next(c for c in session.knowledge.closed() if 0 < session.knowledge.risk(c) < 1)
        did(session, f"click {risky[0]},{risky[1]}")
        assert session.outcome is Outcome.LOST
        loss = session.public()["loss"]
        assert loss["better_risk"] == 0
        layout = session.secret
        assert layout is not None
        assert risky in layout
        record = session.record()
        assert record.secret == session.rules.format_secret(layout)
        did(session, "undo")
        shown = session.public()
        assert (shown["shown"], shown["secret"]) == (True, None)

    def test_a_loss_stays_one_where_no_layout_can_be_shown(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        session = did(field("5x5x4-open", Mode.ADVERSARY, seed=2), "click 0,0")
        risky = next(c for c in session.knowledge.closed() if 0 < session.knowledge.risk(c) < 1)
        did(session, f"click {risky[0]},{risky[1]}")

        def too_hard(_self: Adversary) -> Layout:
            raise TooLarge("too hard")

        monkeypatch.setattr(Adversary, "reveal", too_hard)
        assert (session.outcome, session.secret) == (Outcome.LOST, None)
        did(session, "undo")
        assert session.shown

    @given(st.sampled_from(["5x5x4", "5x5x6-any", "5x5x3-open"]), st.integers(0, 999), MOVES)
    @settings(max_examples=50, deadline=None)
    def test_some_layout_always_fits(self, spec: str, seed: int, moves: list[str]) -> None:
        session = field(spec, Mode.ADVERSARY, seed=seed)
        session.seed_chosen = False
        for move in moves:
            with suppress(IllegalMove):
                session.do(move)
            shown = session.public()
            if session.outcome is None:
                assert shown["secret"] is None
                assert shown["seed"] is None
                assert "*" not in shown["board"]
        loaded = again(session)
        with suppress(IllegalMove):
            loaded.do("give up")
        layout = loaded.secret
        assert layout is not None
        assert layout.count == session.rules.mines
        for turn in session.turns:
            assert session.rules.respond(layout, turn.action) == turn.feedback
        for cell in session.board.all(MINED):
            assert cell in layout

    def test_who_follows_the_hints_wins(self) -> None:
        session = field("9x9x10", Mode.ADVERSARY, seed=4)
        while session.outcome is None:
            cell = session.hint().cell
            session.click(session.rules.format_action(cell))
        assert session.outcome is Outcome.WON
        assert session.secret is not None
        assert again(session).secret == session.secret

    def test_wrong_flags_are_those_where_no_mine_can_be(self) -> None:
        session = did(field("5x5x4-open", Mode.ADVERSARY, seed=2), "click 0,0")
        safe, mined = session.knowledge.analysis.safe, session.knowledge.analysis.mined
        for x, y in (safe[0], *mined[:1]):
            did(session, f"flag {x},{y}")
        assert session.check() == CheckedFlags(safe[:1], unproven=0, right=len(mined[:1]))

    def test_what_there_is_not(self) -> None:
        with pytest.raises(InvalidSpec, match="leave it out"):
            field("3x3x1", Mode.ADVERSARY, secret=Layout.parse("*..\n...\n..."))
        with pytest.raises(InvalidSpec, match="the computer hides"):
            field(mode=Mode.PERSON)
        with pytest.raises(InvalidSpec, match="-noguess"):
            field("9x9x10-noguess", Mode.ADVERSARY)

    @pytest.mark.parametrize(
        ("moves", "message"),
        [
            (["click 0,0"], "not a move"),
            ([[]], "not a move"),
            ([["click 0,0"]], "answer for 0,0 is missing"),
            ([["click 0,0", ["1,0", "1,0:1"]]], "answer for 0,0 is missing"),
            ([["click 0,0", "mine"]], "not an answer"),
            ([["click 0,0", ["0,0", "0,0:1"], ["1,0", "1,0:1"]]], "more answers"),
            ([["flag 0,0", ["0,0", "0,0:1"]]], "more answers"),
            ([["click 0,0", ["0,0", "0,0:0"]]], "is wrong"),
            ([["click 0,0", ["0,0", "0,0:1 1,0:1"]]], "is wrong"),
            ([["click 0,0", ["0,0", "1,0:1"]]], "is wrong"),
            ([["click 0,0", ["0,0", "0,0:9"]]], "not an answer"),
            ([["click 0,0", ["0,0", "0,0:3"]]], "has room|no layout"),
            (
                [["click 0,0", ["0,0", "0,0:1"]], ["click 2,2", ["2,2", "2,2:2"]]],
                "room|no layout|fit",
            ),
        ],
    )
    def test_answers_that_were_never_given(self, moves: list[Any], message: str) -> None:
        data = field("3x3x1", Mode.ADVERSARY, seed=1).data()
        with pytest.raises(InvalidSpec, match=message):
            restore(data | {"moves": moves, "done": len(moves)})


def leaks(public: dict[str, Any], *hidden: str) -> list[str]:
    text = json.dumps(public)
    return [secret for secret in hidden if secret in text]


class TestContest:
    def contest(self, *moves: str) -> Contest:
        players = ["Ana", "Boris", "Vlada"]
        contest = Contest(Mastermind(4, 6, limit=3), players, score=Score.POINTS)
        did(contest, *moves)
        contest.id = "match"
        return contest

    def test_a_match_move_by_move(self) -> None:
        contest = self.contest()
        steps = [("hide", "Ana"), ("break", "Boris"), ("break", "Vlada"), ("hide", "Boris")]
        for (to_do, player), move in zip(
            steps, ["hide 6543", "guess 6543", "guess 6543", "hide 1111"], strict=True
        ):
            shown = contest.public()
            assert (shown["to_do"], shown["player"]) == (to_do, player)
            did(contest, move)
        shown = contest.public()
        assert (shown["round"], shown["maker"], shown["player"]) == (2, "Boris", "Vlada")
        assert shown["results"][0]["code"] == "6543"
        assert [b["guesses"] for b in shown["results"][0]["breakers"]] == [1, 1]
        assert shown["standings"][0] == {
            "player": "Ana",
            "score": 2,
            "broken": 0,
            "guesses": 0,
            "hints": 0,
            "leads": True,
        }

    def test_the_code_and_the_others_boards_stay_hidden(self) -> None:
        contest = self.contest("hide 6543")
        for move in ("guess 6541", "guess 6543"):
            assert leaks(contest.public(), "6543") == []
            did(contest, move)
        # Boris is done, and Vlada is to break the same code.
        shown = contest.public()
        assert leaks(shown, "6543", "6541") == []
        assert shown["sides"] == [
            {"player": "Boris", "done": True},
            {"player": "Vlada", "done": False},
        ]
        assert shown["board"]["turns"] == []

    def test_to_the_end(self) -> None:
        contest = self.contest()
        for _round in range(3):
            did(contest, "hide 1111", "give up", "guess 1111")
        shown = contest.public()
        assert (shown["over"], shown["outcome"], shown["to_do"]) == (True, "won", None)
        assert (shown["player"], shown["board"], shown["maker"]) == (None, None, None)
        assert (shown["round"], len(shown["results"])) == (3, 3)
        for move in ("hide 1111", "guess 1111", "undo"):
            with pytest.raises(IllegalMove):
                contest.do(move)

    @pytest.mark.parametrize(
        ("moves", "move", "message"),
        [
            ([], "guess 1111", "Ana hides a code now"),
            ([], "give up", "Ana hides a code now"),
            ([], "hide 99", "4"),
            (["hide 1111"], "hide 2222", "no code can be hidden"),
            (["hide 1111"], "gess 1111", "did you mean guess"),
            (["hide 1111"], "", "starts with a word"),
            (["hide 1111", "guess 1234"], "undo", "undo is off"),
            (["hide 1111", "guess 1234"], "redo", "undo is off"),
        ],
    )
    def test_moves_out_of_turn(self, moves: Sequence[str], move: str, message: str) -> None:
        contest = self.contest(*moves)
        before = contest.data()
        with pytest.raises(IllegalMove, match=message):
            contest.do(move)
        assert contest.data() == before

    def test_it_has_a_name_of_its_own(self) -> None:
        contest = Contest(parse_rules("classic"), ["A", "B"])
        assert again(contest).id == contest.id
        data = contest.data()
        del data["id"]
        assert len(restore(data).id) == 22


class TestRace:
    def race(self, *moves: str, spec: str = "5x5x3", players: str = "Ana,Boris") -> Race:
        race = Race(parse_rules_of(Minesweeper, spec), players.split(","), seed=7)
        did(race, *moves)
        return race

    def clear(self, race: Race) -> None:
        """The current player clears the field."""
        assert race.board is not None
        board = race.board[1]
        if not board.turns:
            did(race, "click 2,2")
        layout = board._secret
        assert layout is not None
        for cell in board.knowledge.closed():
            if board.outcome is None and cell not in layout and cell in board.knowledge.closed():
                did(race, f"click {cell[0]},{cell[1]}")

    def test_all_open_the_same_field(self, time: type[Time]) -> None:
        race = self.race("begin", "click 2,2")
        time.now += 10
        self.clear(race)
        assert race.public()["player"] == "Boris"
        time.now += 100
        did(race, "begin")
        assert race.board is not None
        boris = race.board[1]
        assert boris.turns == race.boards[0][0].turns[:1]
        time.now += 5
        self.clear(race)
        assert [board.clock.seconds for board in race.boards[0]] == [10, 5]
        assert race.boards[0][0]._secret == boris._secret
        assert race.winners_of(0) == ["Boris"]
        assert race.public()["results"][0]["winners"] == ["Boris"]
        assert race.public()["first"] == "Boris"
        again(race)

    def test_who_clears_beats_who_is_quick(self, time: type[Time]) -> None:
        race = self.race("begin")
        self.clear(race)
        did(race, "begin", "give up")
        assert race.winners_of(0) == ["Ana"]
        assert race.round == 1
        # All give up the second one, so nobody wins it.
        did(race, "begin", "click 2,2", "give up", "begin", "give up")
        assert race.winners_of(1) == []
        assert race.round_lines(1)[-1] == "Nobody won the round."
        assert race.over
        table = [(place.player, place.score, place.leads) for place in race.standings()]
        assert table == [("Ana", 1, True), ("Boris", 0, False)]
        assert [row[-1] == "–" for row in race.rows()] == [False, True]

    def test_the_first_one_gives_up_before_there_is_a_field(self) -> None:
        race = self.race("begin", "give up", "begin", "click 0,0")
        assert race.boards[0][0].secret is None
        assert race.board is not None
        again(race)
        race = Race(parse_rules_of(Minesweeper, "2x1x1-any"), ["A", "B", "C"], seed=0)
        for _side in range(3):
            did(race, "begin")
            if race.board is not None:
                did(race, "click 0,0")
        assert race.round == 1
        assert len(race.winners_of(0)) == 3
        again(race)

    def test_who_is_done_and_who_begins(self) -> None:
        race = self.race("begin", "click 2,2")
        Time.now += 4
        did(race, "give up", "begin")
        assert race.public()["sides"] == [
            {"player": "Ana", "done": True, "outcome": "lost", "seconds": 4.0},
            {"player": "Boris", "done": False, "outcome": None, "seconds": None},
        ]
        race = self.race(players="A,B,C")
        assert [race.sides_of(n) for n in range(3)] == [
            ["A", "B", "C"],
            ["B", "C", "A"],
            ["C", "A", "B"],
        ]

    @pytest.mark.parametrize(
        ("moves", "move", "message"),
        [
            ([], "click 1,1", "Ana is next"),
            ([], "hide 1", "Ana is next"),
            (["begin"], "begin", "Ana is still playing"),
            (["begin", "click 2,2"], "undo", "undo is off"),
            (["begin", "click 2,2"], "flag mines", "hints are off"),
            (["begin", "give up"], "click 1,1", "Boris is next"),
            (["begin", "give up"] * 4, "begin", "the match is over"),
            (["begin", "give up"] * 4, "click 1,1", "the match is over"),
        ],
    )
    def test_moves_out_of_turn(self, moves: list[str], move: str, message: str) -> None:
        race = self.race(*moves)
        before = race.data()
        with pytest.raises(IllegalMove, match=message):
            race.do(move)
        assert race.data() == before

    def test_no_mines_and_no_seeds_are_shown(self) -> None:
        race = Race(Minesweeper(5, 5, 3), ["Ana", "Boris"], seed="word")
        race.seed_chosen = False
        did(race, "begin", "click 2,2", "give up")
        shown = race.public()
        assert leaks(shown, "word", "*") == []
        did(race, "begin")
        assert leaks(race.public(), "word", "*") == []
        did(race, "give up")
        assert race.public()["results"][0]["layout"].count("*") == 3
        assert race.public()["seed"] is None
        did(race, *["begin", "give up"] * 2)
        assert race.public()["seed"] == "word"

    @given(MOVES)
    @settings(max_examples=25, deadline=None)
    def test_any_race_is_kept(self, moves: list[str]) -> None:
        race = Race(Minesweeper(5, 5, 4), ["Ana", "Boris"], seed=3)
        for move in moves:
            if race.board is None and not race.over:
                race.do("begin")
            with suppress(IllegalMove):
                race.do(move)
            again(race)

    @pytest.mark.parametrize(
        ("damage", "message"),
        [
            (lambda d: d["boards"][0][1].update(rules="minesweeper:5x5x4"), "other rules|layout"),
            (lambda d: d["boards"][0].pop(), "started before"),
            (lambda d: d["boards"][0].append(d["boards"][1][0]), "do not match"),
            (lambda d: d["boards"].append([]), "do not match"),
            (lambda d: d["boards"][0][0].update(given_up=False), "started before"),
            (lambda d: d["boards"].__setitem__(0, d["boards"][1] * 2), "started before|different"),
            (lambda d: d.update(players=["A"]), "2 to 5"),
            (lambda d: d.update(rounds=3), "multiple of 2"),
            (lambda d: d.update(seed=None), "seed"),
            (lambda d: d.update(rules="mastermind:4x6"), "Minesweeper"),
            (lambda d: d.update(boards=None), "boards"),
        ],
    )
    def test_damaged(self, damage: Any, message: str) -> None:
        race = self.race("begin", "click 2,2", "give up", "begin", "give up", "begin", "click 0,0")
        data = json.loads(json.dumps(race.data()))
        assert restore(data).data() == data
        damage(data)
        with pytest.raises(InvalidSpec, match=message):
            restore(data)


@given(st.sampled_from(Mode), st.lists(st.text("abcdefg 0123456789,-", max_size=12), max_size=6))
@settings(max_examples=40, deadline=None)
def test_no_text_breaks_a_game(mode: Mode, texts: list[str]) -> None:
    verbs = ("guess ", "answer ", "correct ", "tell ", "")
    session = MastermindSession(Mastermind(2, 3), mode)
    for text in texts:
        for verb in verbs:
            with suppress(MastermineError):
                session.do(verb + text)
        again(session)
