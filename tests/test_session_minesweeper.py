from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.sessions import Time, again, saved

from mastermine.core.errors import IllegalMove, InvalidSpec
from mastermine.core.game import Outcome
from mastermine.core.random import Random
from mastermine.i18n.languages import Language
from mastermine.i18n.text import speaking
from mastermine.minesweeper.board import CLOSED, MINED, Layout
from mastermine.minesweeper.replays.files import read_replay
from mastermine.minesweeper.rules import First, Minesweeper
from mastermine.registry import parse_rules_of
from mastermine.session import MinesweeperSession, load, restore
from mastermine.session.clock import Clock
from mastermine.session.minesweeper import CheckedFlags
from mastermine.session.saved.recorded import recorded

if TYPE_CHECKING:
    from pathlib import Path

FIVE = "*..../...../..*../*...."
"""The layout

    * 1 . . .
    1 2 1 1 .
    1 2 * 1 .
    * 2 1 1 .
"""


pytestmark = pytest.mark.usefixtures("time")


def hidden(layout: str = FIVE, **options: Any) -> MinesweeperSession:
    rows = layout.split("/")
    rules = Minesweeper(len(rows[0]), len(rows), layout.count("*"))
    return MinesweeperSession(rules, secret=rules.parse_secret(layout), **options)


def drawn(spec: str = "9x9x10", **options: Any) -> MinesweeperSession:
    return MinesweeperSession(parse_rules_of(Minesweeper, spec), **options)


def played(session: MinesweeperSession, *moves: str) -> Any:
    """Each move is a verb and cells, like ``flag 2,2``, or a word like ``undo``."""
    for move in moves:
        verb, _space, cells = move.partition(" ")
        getattr(session, verb)(*([cells] if cells else []))
    return session


WON = ("click 4,0", "flag 2,2", "chord 3,2", "chord 2,1", "click 1,3", "click 0,1", "click 0,2")


class TestFirstClick:
    @pytest.fixture(autouse=True)
    def seeds(self, monkeypatch: pytest.MonkeyPatch) -> None:
        seeds = iter(["second", "third"])
        monkeypatch.setattr("mastermine.session.minesweeper.fresh_seed", lambda: next(seeds))

    def test_another_first_click_after_undo_gets_other_mines(self) -> None:
        session = played(drawn(), "click 4,4")
        before = session.data()["secret"], session.seed
        played(session, "undo", "click 4,4")
        assert (session.data()["secret"], session.seed) == before
        played(session, "undo", "redo", "undo", "click 0,0")
        assert session.seed == "second"
        expected = session.rules.draw(Random("second"), (0, 0))
        session.give_up()
        assert session.secret == expected

    def test_a_chosen_seed_stays(self) -> None:
        session = played(drawn(seed=7), "click 4,4", "undo", "click 0,0", "give_up")
        assert session.secret == session.rules.draw(Random(7), (0, 0))
        assert session.seed == 7


class TestPlaying:
    def test_a_game_that_is_won(self) -> None:
        session = hidden()
        assert not session.open
        turns = session.click("4 0")
        assert [turn.action for turn in turns] == [(4, 0)]
        assert str(session.board) == "#1000\n#2110\n###10\n###10"
        assert session.public()["secret"] is None
        played(session, *WON[1:])
        assert session.outcome is Outcome.WON
        assert session.cleared
        assert session.flags == {(0, 0), (2, 2), (0, 3)}  # A win flags all mines.
        assert session.public()["mines_left"] == 0
        assert session.at(session.length - 1).flags < session.flags
        assert session.secret is not None
        assert session.secret.cells == ((0, 0), (2, 2), (0, 3))
        record = session.record()
        assert record.outcome == "won"
        assert record.secret == FIVE
        assert [cell for cell, _shown in record.turns] == ["4,0", "2,3", "1,2", "1,3", "0,1", "0,2"]
        with pytest.raises(IllegalMove, match="over"):
            session.click("0,0")

    def test_a_game_that_is_lost(self) -> None:
        session = played(hidden(), "click 4,0", "flag 1,2 2,2", "click 0,3")
        assert session.outcome is Outcome.LOST
        assert session.fatal == (0, 3)
        assert session.board[0, 3] == MINED
        assert session.wrong_flags == ((1, 2),)
        loss = session.loss()
        assert loss is not None
        assert (loss.cell, loss.better.risk) == ((0, 3), 0)
        assert 0 < loss.risk < 1
        assert session.secret is not None
        assert loss.better.cell not in session.secret
        assert loss.better.steps
        for move in ("click 0,1", "flag 0,1", "chord 3,2", "hint", "probabilities", "check"):
            with pytest.raises(IllegalMove, match="over"):
                played(session, move)

    def test_losses_without_a_better_click(self) -> None:
        session = played(hidden("*.."), "click 1,0")
        assert session.must_guess()
        session.click("0,0")
        loss = session.loss()
        assert loss is not None
        assert loss.risk == loss.better.risk == 0.5
        assert loss.better.steps == ()
        session = played(hidden(), "click 4,0", "give_up")
        assert session.loss() is None
        assert session.fatal is None
        assert session.outcome is Outcome.LOST

    def test_several_cells_in_a_move(self) -> None:
        session = played(hidden(), "click 4,0 (2,3) 1,2")
        assert len(session.turns) == 3
        session.undo()
        assert not session.turns
        session.click("4,0 4 1, 2,2 2,3")  # 4,1 is opened by 4,0; a mine ends the move.
        assert [turn.action for turn in session.turns] == [(4, 0), (2, 2)]
        session = played(hidden(), *WON[:-1], "click 0,2 0,0")
        assert session.outcome is Outcome.WON

    def test_a_chord_opens_until_a_mine_is_hit(self) -> None:
        session = played(hidden(), "click 4,0", "flag 1,2")
        session.chord("2,1")
        assert session.fatal == (2, 2)
        session.undo()
        assert session.outcome is None
        assert session.flags == {(1, 2)}
        session = played(hidden(), "click 4,0", "flag 2,3", "chord 3,2")
        assert session.fatal == (2, 2)
        assert session.loss().risk == 1
        session = played(hidden(), "click 4,0", "flag 0,1 1,2", "chord 1,1")
        assert session.clicks == 2
        assert session.loss().cell == (0, 0)
        assert session.loss().risk == 0.5

    @pytest.mark.parametrize("first", First)
    def test_the_first_click_is_what_it_is_sure_to_be(self, first: First) -> None:
        rules = Minesweeper(5, 5, 12, first)
        hit = 0
        for seed in range(60):
            session = MinesweeperSession(rules, seed=seed)
            session.click("2,2")
            hit += session.fatal is not None
            assert (session.board[2, 2] == 0) == (first is First.OPEN) or first is First.ANY
        assert (hit > 0) == (first is First.ANY)

    def test_the_mines_are_placed_at_the_first_click(self) -> None:
        session = drawn(seed=7)
        session.flag("0,0")
        assert session.data()["secret"] is None
        session.click("3,4")
        layout = session.rules.draw(Random(7), (3, 4))
        session.give_up()
        assert session.secret == layout

    def test_the_first_click_is_safe_again_after_it_was_taken_back(self) -> None:
        for seed in range(20):
            session = drawn("4x4x15", seed=seed)
            for cell in ("0,0", "3,3", "1,2", "0,0"):
                session.click(cell)
                assert session.outcome is Outcome.WON
                session.undo()
        given = played(hidden("*.."), "click 1,0", "undo", "click 0,0")
        assert given.fatal == (0, 0)

    def test_a_wide_opening_is_no_recursion(self) -> None:
        session = drawn("100x100x1", seed=1)
        session.click("50,50")
        assert session.board.cells.count(CLOSED) < 10


class TestMistakes:
    @pytest.mark.parametrize(
        ("move", "reason"),
        [
            ("click 5,0", "outside the board: x goes from 0 to 4, y from 0 to 3"),
            *((f"click {cells}", "outside") for cells in ("0,4", "1,2 0,9")),
            ("click 1,2 0", "not a cell: write x,y"),
            *((f"click {no}", "not a cell") for no in ("nonsense", "3", "9" * 5000 + ",1", "-1,0")),
            ("click 2,2", "2,2 is flagged; remove the flag first"),
            ("click 3,2", "3,2 is already open; a chord opens the unflagged cells around it"),
            ("click 4,1", "4,1 is open, and so are all cells around it"),
            ("chord 0,2", "0,2 is closed; a chord needs an open number"),
            ("chord 1,1", "1,1 shows 2 but has 1 flag around it; a chord needs 2"),
            ("chord 1,0", "1,0 shows 1 but has 0 flags around it"),
            ("chord 3,1", "there is nothing to open around 3,1"),
            ("chord 4,1", "there is nothing to open around 4,1"),
            ("flag 3,2", "3,2 is already open; only closed cells can be flagged"),
            ("flag 0,0 3,2", "3,2 is already open"),
            ("why 9,9", "outside"),
        ],
    )
    def test_a_move_that_is_refused_changes_nothing(self, move: str, reason: str) -> None:
        session = played(hidden(), "click 4,0", "flag 2,2")
        before = session.data()
        with pytest.raises(IllegalMove) as error:
            played(session, move)
        assert reason in str(error.value)
        assert "\n" not in str(error.value)
        assert session.data() == before

    @pytest.mark.parametrize("move", ["check", "flag_mines"])
    def test_before_the_first_click_there_are_no_mines(self, move: str) -> None:
        session = drawn()
        with pytest.raises(IllegalMove, match="no mines before"):
            played(session, move)
        assert session.hints == 0

    def test_a_strategy_for_another_game(self) -> None:
        with pytest.raises(InvalidSpec):
            drawn(strategy="knuth")


class TestFlags:
    def test_a_flag_is_a_note_and_no_turn(self) -> None:
        session = played(hidden(), "flag 0,0 1,0")
        assert session.open
        assert session.turns == ()
        assert session.flags == {(0, 0), (1, 0)}
        assert session.mines_left == 1
        session.flag("0,0")
        assert session.flags == {(1, 0)}
        session.flag("1,1 2,2 3,3")
        assert session.mines_left == -1

    def test_a_note_is_no_help(self) -> None:
        session = played(hidden(), "click 4,0", "flag 2,2", "undo", "undo", "redo", "redo")
        assert session.undos == 1
        assert session.flags == {(2, 2)}
        session = played(hidden(), "click 4,0", "hint", "flag 2,2", "hint")
        assert session.hints == 1

    def test_what_is_opened_has_no_flag_and_gets_it_back_with_undo(self) -> None:
        session = played(hidden(), "flag 3,0", "click 4,0")
        assert session.flags == frozenset()
        with pytest.raises(IllegalMove, match="open"):
            session.flag("3,0")
        session.undo()
        assert session.flags == {(3, 0)}

    def test_all_certain_mines_are_flagged_in_one_move(self) -> None:
        session = played(hidden(), *WON[:1], "flag_mines")
        assert (2, 2) in session.flags
        assert session.hints == 1
        with pytest.raises(IllegalMove, match="already flagged"):
            session.flag_mines()
        session.undo()
        assert session.flags == frozenset()
        assert (session.hints, session.undos) == (1, 0)
        guess = played(hidden("*.."), "click 1,0")
        with pytest.raises(IllegalMove, match="no closed cell is certainly a mine"):
            guess.flag_mines()

    def test_flags_tell_nothing_of_the_mines(self) -> None:
        right, wrong = (played(hidden(), "click 4,0", f"flag {c}") for c in ("0,0", "0,1"))
        for session in (right, wrong):
            session.hint()
            assert session.wrong_flags == ()
        assert right.hint() == wrong.hint()
        assert (right.probabilities() == wrong.probabilities()).sum() == 8
        own = {"id": None, "flags": None}
        public = [session.public() | own for session in (right, wrong)]
        assert public[0] == public[1]


class TestUndo:
    def test_undo_and_redo(self) -> None:
        session = played(hidden(), *WON)
        board = session.board
        for _move in WON:
            session.undo()
        assert not session.can_undo
        assert set(session.board.cells) == {CLOSED}
        for _move in WON:
            session.redo()
        assert session.board == board
        assert session.outcome is Outcome.WON
        assert session.undos == len(WON) - 1  # One was a flag.

    def test_what_was_lost_stays_so(self, tmp_path: Path) -> None:
        session = played(hidden(), "click 4,0", "click 2,2")
        assert not session.shown
        session.undo()
        assert session.shown
        assert session.undos == 1
        assert session.outcome is None
        assert session.secret is None
        session = played(saved(session, tmp_path), *WON[1:])
        assert session.cleared
        assert session.outcome is Outcome.LOST
        assert session.public()["outcome"] == "lost"
        assert session.fatal is None
        session = played(hidden(), "click 4,0", "give_up")
        for move in ("undo", "redo", "give_up", "click 2,3"):
            with pytest.raises(IllegalMove):
                played(session, move)


class TestHelp:
    def test_a_deduction_with_its_reason(self) -> None:
        session = played(hidden(), "click 4,0")
        advice = session.hint()
        assert advice.risk == 0
        assert advice.steps
        assert advice.cell in advice.steps[-1].safe
        assert all(not step.safe for step in advice.steps[:-1])
        assert len(advice.reasons) == len(advice.steps)
        assert all(advice.reasons)
        assert not session.must_guess()

    def test_hints_lead_to_the_end_without_a_guess(self) -> None:
        session = played(hidden(), "click 4,0")
        while session.outcome is None:
            advice = session.hint()
            assert advice.risk == 0
            session.click(session.rules.format_action(advice.cell))
        assert session.outcome is Outcome.WON
        assert session.guesses() == []

    def test_a_guess_with_its_risk(self) -> None:
        session = played(hidden("*.."), "click 1,0")
        advice = session.hint()
        assert advice.risk == 0.5
        assert advice.steps == ()
        message = " ".join(advice.reasons)
        assert "50 %" in message
        assert "2 possible layouts" in message
        assert "endgame" in message
        session.click("2,0")
        assert session.guesses() == [((2, 0), 0.5)]

    def test_the_first_click(self) -> None:
        session = drawn()
        assert session.hint().risk == 0
        assert len(session.why("0,0")) == 1
        assert not session.must_guess()
        risky = drawn("9x9x10-any")
        assert risky.hint().risk == pytest.approx(10 / 81)
        assert risky.must_guess()
        risky.click("4,4")
        assert risky.guesses()[0][0] == (4, 4)
        assert "opens all cells around it" in drawn("9x9x10-open").why("0,0")[0]

    def test_why(self) -> None:
        session = played(hidden(), "click 4,0")
        assert session.why("3,1") == ["3,1 is open; its only closed neighbour is a mine."]
        assert session.why("2,1") == ["2,1 is open; 1 of its 2 closed neighbours is a mine."]
        assert "all cells around it" in session.why("4,0")[0]
        assert session.hints == 0
        assert all(session.why("2,2"))
        assert all(session.why("1,2"))
        uncertain = " ".join(session.why("0,3"))
        assert "It is not certain whether 0,3 is safe." in uncertain
        assert "another cell is certainly safe" in uncertain
        assert session.hints == 3
        session.click("2,2")
        assert session.why("2,2") == ["2,2 is the mine that was hit."]
        assert session.why("3,1") == ["3,1 and all cells around it are open."]
        session.why("0,3")
        assert session.hints == 3

    def test_check_and_probabilities(self) -> None:
        session = played(hidden(), "click 4,0", "flag 2,2 0,1 2,3")
        # 0,1 is free of mines, but nothing proves it.
        assert session.check() == CheckedFlags(wrong=((2, 3),), unproven=1, right=1)
        assert session.check() == CheckedFlags(wrong=((2, 3),), unproven=1, right=1)
        assert session.hints == 1
        session.flag("0,1")
        assert session.check() == CheckedFlags(wrong=((2, 3),), unproven=0, right=1)
        assert session.hints == 2
        session = played(hidden(), "click 4,0")
        chances = session.probabilities()
        assert chances.shape == (4, 5)
        assert chances[2, 2] == 1
        assert chances[3, 2] == chances[2, 1] == 0

    def test_every_help_counts_once_in_a_position(self) -> None:
        session = played(hidden(), "click 4,0")
        for _twice in range(2):
            for ask in ("hint", "probabilities", "must_guess", "check", "why 0,0", "why 0,1"):
                played(session, ask)
        assert session.hints == 6
        session.click("2,3")
        session.hint()
        assert session.hints == 7
        first = played(drawn(seed=3), "click 0,0")
        other = played(drawn(seed=3), "click 0,0", "flag 8,8")
        assert first.hint() == other.hint()


class TestTime:
    def test_it_runs_from_the_first_click_to_the_end(self, time: type[Time]) -> None:
        session = hidden()
        time.now += 50
        played(session, "flag 2,2", "flag 2,2")
        assert session.clock.seconds == 0
        session.click("4,0")
        time.now += 20
        assert session.public()["seconds"] == 20
        session.click("2,2")
        time.now += 30
        assert session.clock.seconds == 20
        session.undo()
        time.now += 5
        assert session.clock.seconds == 25
        session.give_up()
        time.now += 5
        assert session.clock.seconds == 25

    def test_it_stands_still_while_the_game_is_kept(self, time: type[Time], tmp_path: Path) -> None:
        session = played(hidden(), "click 4,0")
        time.now += 61.5
        session.save(tmp_path / "game")
        time.now += 1000
        loaded = load(tmp_path / "game")
        assert isinstance(loaded, MinesweeperSession)
        assert loaded.clock.seconds == 61.5
        time.now += 2
        assert loaded.clock.seconds == 63.5

    def test_it_stands_still_while_nobody_looks(self, time: type[Time]) -> None:
        session = hidden()
        session.resume()
        time.now += 5
        assert session.clock.seconds == 0  # Nothing was clicked yet.
        session.click("4,0")
        time.now += 2
        session.pause()
        time.now += 1000
        session.resume()
        time.now += 3
        assert session.clock.seconds == 5
        session.pause()
        time.now += 1000
        session.flag("0,0")  # Who moves looks at it.
        time.now += 1
        assert session.clock.seconds == 6
        session.give_up()
        session.resume()
        time.now += 5
        assert session.clock.seconds == 6


class TestSaving:
    def test_the_same_game_continues(self, tmp_path: Path) -> None:
        session = played(hidden(seed=4), *WON[:4], "undo", "hint")
        loaded = saved(session, tmp_path)
        assert loaded.data() == session.data()
        assert loaded.board == session.board
        assert (loaded.flags, loaded.hints, loaded.undos) == (session.flags, 1, 1)
        loaded.redo()
        played(loaded, *WON[4:])
        assert loaded.outcome is Outcome.WON
        session = played(drawn("4x4x15", seed=5), "click 0,0", "undo")
        loaded = saved(session, tmp_path)
        loaded.click("3,3")
        assert loaded.outcome is Outcome.WON

    def test_the_file_format(self, tmp_path: Path) -> None:
        session = played(hidden("*..", seed=4), "flag 0,0", "click 1,0", "chord 1,0")
        session.clock = Clock(4.25)
        session.save(tmp_path / "game")
        assert json.loads((tmp_path / "game").read_text()) == {
            "format": "mastermine-game",
            "version": 2,
            "kind": "game",
            "id": session.id,
            "rules": "minesweeper:3x1x1",
            "mode": "computer",
            "daily": None,
            "strategy": "endgame",
            "seed": 4,
            "seed_chosen": True,
            "secret": "Ki4u",
            "given": True,
            "moves": ["flag 0,0", "click 1,0", "chord 1,0"],
            "done": 3,
            "hints": 0,
            "undos": 0,
            "given_up": False,
            "shown": False,
            "seconds": 4.25,
            "times": [0.0, 0.0, 0.0],
        }

    def test_a_finished_game_can_be_viewed(self, tmp_path: Path) -> None:
        for moves in (WON, ["click 4,0", "click 0,0"], ["click 4,0", "give_up"], ["give_up"]):
            session = played(hidden(), *moves)
            loaded = saved(session, tmp_path)
            assert loaded.secret == session.secret
            assert loaded.public() == session.public()

    @pytest.mark.parametrize(
        ("field", "values"),
        [
            ("rules", ["mastermind:4x6", "minesweeper:3x3x1"]),
            ("strategy", ["knuth"]),
            ("secret", [None, "???", 5]),
            ("given", [1]),
            ("moves", [["open 4,0"], ["click 9,9"], ["click"], [""], ["chord 0,0"], [None], None]),
            ("moves", [["click 0,0", "flag 1,1"], [["click", "0,0"]]]),
            ("done", [3]),
            ("seconds", [-1, float("inf"), float("nan"), "1", 10**400, None]),
            ("shown", [0]),
        ],
    )
    def test_damaged_files(self, field: str, values: list[Any], tmp_path: Path) -> None:
        path = tmp_path / "game"
        played(hidden(), "click 4,0", "flag 2,2").save(path)
        data = json.loads(path.read_text())
        for value in values:
            path.write_text(json.dumps(data | {field: value}))
            with pytest.raises(InvalidSpec, match="damaged"):
                load(path)

    def test_a_layout_that_was_given_must_be_there(self) -> None:
        with pytest.raises(InvalidSpec, match="secret is missing"):
            restore(drawn().data() | {"given": True})


def test_the_public_view() -> None:
    session = played(hidden(seed=9), "flag 2,2", "click 4,0", "click 2,3", "undo")
    assert session.public() == {
        "id": session.id,
        "game": "minesweeper",
        "rules": "minesweeper:5x4x3",
        "mode": "computer",
        "daily": None,
        "strategy": "endgame",
        "outcome": None,
        "secret": None,
        "seed": 9,
        "seed_chosen": True,
        "moves": 3,
        "done": 2,
        "can_undo": True,
        "can_redo": True,
        "hints": 0,
        "undos": 1,
        "given_up": False,
        "shown": False,
        "reviewable": True,
        "width": 5,
        "height": 4,
        "mines": 3,
        "board": "#1000\n#2110\n###10\n###10",
        "flags": ["2,2"],
        "mines_left": 2,
        "clicks": 1,
        "seconds": 0,
        "fatal": None,
        "cleared": False,
        "wrong_flags": [],
        "loss": None,
        "recorded": False,
    }
    session.daily = "2026-11-21"
    assert session.public()["seed"] is None  # The day's puzzle has a seed, but nobody named it.
    session.do("flag 1,2")
    session.click("0,3")
    public = session.public()
    assert (public["outcome"], public["fatal"], public["secret"]) == ("lost", "0,3", FIVE)
    assert public["board"].splitlines()[3] == "*##10"
    assert public["seed"] == 9
    assert public["wrong_flags"] == ["1,2"]
    loss = public["loss"]
    assert (loss["cell"], loss["better"], loss["better_risk"]) == ("0,3", "1,2", 0.0)
    assert 0 < loss["risk"] < 1
    assert loss["reasons"]


moves = st.lists(
    st.sampled_from(["undo", "redo", "give_up"])
    | st.builds(
        lambda verb, x, y: f"{verb} {x},{y}",
        st.sampled_from(["click", "click", "chord", "flag", "flag"]),
        st.integers(0, 4),
        st.integers(0, 4),
    ),
    max_size=30,
)
specs = st.sampled_from(["5x5x3", "5x5x8", "5x5x4-open", "5x5x6-any", "5x2x3"])


@given(spec=specs, seed=st.integers(0, 10**6), moves=moves, given=st.booleans())
def test_any_moves_can_be_taken_back_done_again_and_saved(
    spec: str, seed: int, moves: list[str], given: bool
) -> None:
    rules = parse_rules_of(Minesweeper, spec)
    layout = rules.draw(Random(seed)) if given else None
    session = MinesweeperSession(rules, seed=seed, secret=layout)
    for move in moves:
        before = json.dumps(session.data())
        try:
            played(session, move)
        except IllegalMove:
            assert json.dumps(session.data()) == before
            continue
        assert all(session.board[cell] == CLOSED for cell in session.flags)
        assert (session.outcome is None) == (session.secret is None) or not session.turns
        for cell, number in session.board.numbered():
            layout = Layout(rules.width, rules.height, _hidden(session).mines)
            assert cell not in layout
            assert number == sum(each in layout for each in session.board.neighbours(cell))
    again(session)
    turns, flags, done = session.turns, session.flags, session.data()["done"]
    while session.can_undo:
        session.undo()
    if not session.given_up:
        assert (session.turns, session.flags) == ((), frozenset())
        for _move in range(done):
            session.redo()
    assert (session.turns, session.flags) == (turns, flags)


def test_each_move_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    session = MinesweeperSession(parse_rules_of(Minesweeper, "expert"), seed=1)
    session.do("click 1,1")
    data = session.data()
    data["moves"] += ["flag 29,15"] * 500
    data["times"] += [None] * 500
    read: list[int] = []
    turns_of = MinesweeperSession._turns_of

    def watched(self: Any, moves: Any, before: Any = ()) -> Any:
        read.append(len(moves))
        return turns_of(self, moves, before)

    monkeypatch.setattr(MinesweeperSession, "_turns_of", watched)
    MinesweeperSession.from_data(data | {"done": 501})
    assert sum(read) == 501


@given(spec=specs, seed=st.integers(10**8, 10**9), moves=moves)
def test_the_public_view_never_shows_the_mines_before_the_end(
    spec: str, seed: int, moves: list[str]
) -> None:
    session = drawn(spec, seed=seed)
    session.id, session.seed_chosen = "game", False  # As if the seed had been drawn.
    for move in moves:
        with suppress(IllegalMove):
            played(session, move)
        public = session.public()
        shown = json.dumps(public)
        if session.outcome is None:
            assert public["secret"] is None
            assert str(session.seed) not in shown
            assert "*" not in public["board"]
            assert session.wrong_flags == ()
            assert session.secret is None
        else:
            assert public["seed"] == session.seed  # Another one after an undone first click.


def _hidden(session: MinesweeperSession) -> Layout:
    layout = session._secret
    assert layout is not None
    return layout


def test_help_is_given_again_in_another_language_and_counts_once(
    spoken_with: Callable[[Mapping[str, str]], Language], unmarked: Callable[[str], str]
) -> None:
    session = played(hidden(), "click 4,0")
    english = session.hint()
    with speaking(spoken_with({})):
        other = session.hint()
        assert (other.cell, session.hints) == (english.cell, 1)
        assert not any(map(unmarked, other.reasons))
    assert session.hint() is english
    assert session.hints == 1


def test_a_loss_is_explained_in_the_language_in_use(
    spoken_with: Callable[[Mapping[str, str]], Language], unmarked: Callable[[str], str]
) -> None:
    session = played(hidden(), "click 4,0", "click 0,0")
    english = session.public()["loss"]["reasons"]
    with speaking(spoken_with({})):
        assert not any(map(unmarked, session.public()["loss"]["reasons"]))
    assert session.public()["loss"]["reasons"] == english


class TestRecorded:
    """Games that were recorded: by the clock of a session, or by another program."""

    HEAD = "Board:\n*0000\n00000\n0000*\nEvents:\n"

    def game(self, *events: str) -> MinesweeperSession:
        text = self.HEAD + "\n".join(events)
        game = recorded("game.rawvf", text.encode())
        assert isinstance(game, MinesweeperSession)
        return game

    def test_each_move_has_its_time(self, time: type[Time], tmp_path: Path) -> None:
        session = hidden(seed=4)
        session.click("4,0")
        time.now += 2.5
        session.flag("0,0")
        assert [action.seconds for action in session.actions()] == [0.0, 2.5]
        assert saved(session, tmp_path).actions() == session.actions()

    def test_the_review_has_figures_only_at_the_end(self) -> None:
        session = hidden(seed=4)
        session.click("4,0")
        assert session.rated().figures is None
        session.give_up()
        found = session.rated().figures
        assert found is not None
        assert (found.left, found.solved) == (1, 1)

    def test_after_an_undo_it_is_no_longer_the_recorded_game(self) -> None:
        game = self.game("0 lc 2 1", "0 lr 2 1", "1 lc 1 1", "1 lr 1 1")
        assert game.outcome is Outcome.LOST
        assert game.rated().figures is not None
        game.undo()
        assert game.rated().figures is None
        assert not game.public()["recorded"]

    def test_moves_on_several_cells_are_written_one_by_one(self) -> None:
        layout = Layout.parse("*..*..*/.......")
        session = MinesweeperSession(Minesweeper(7, 2, 3, First.ANY), secret=layout)
        session.click("1,0 5,0")
        session.flag("0,0 6,0")
        session.chord("1,0 5,0")
        session.click("3,1")
        again = read_replay("game.rawvf", session.rawvf().encode())
        assert again.turns == session.turns
        found = session.rated().figures
        assert found is not None
        assert (found.left, found.right, found.double) == (3, 2, 2)

    def test_a_flag_on_a_cell_that_was_opened_is_removed_in_the_record(self) -> None:
        layout = Layout.parse("*....../......./......*")
        session = MinesweeperSession(Minesweeper(7, 3, 2, First.ANY), secret=layout)
        session.flag("3,1")
        session.click("4,0")
        assert session.outcome is Outcome.WON
        assert read_replay("game.rawvf", session.rawvf().encode()).turns == session.turns

    def test_a_game_of_another_program(self, tmp_path: Path) -> None:
        game = self.game(
            *("0 lc 2 1", "0 lr 2 1", "1 rc 1 1", "1 rr 1 1", "2 lc 1 1", "2 lr 1 1"),
            *("3 mc 2 1", "3.5 mr 2 1"),
        )
        assert game.outcome is Outcome.WON
        assert game.figures is not None
        assert (game.figures.left, game.figures.wasted) == (2, 1)  # The click on the flag.
        assert [action.seconds for action in game.actions()] == [0.0, 1.0, 3.5]
        assert game.seconds == 3.5
        again = saved(game, tmp_path)
        assert again.review().to_json() == game.review().to_json()
        assert again.public()["recorded"]

    def test_a_game_that_was_left_is_given_up(self) -> None:
        game = self.game("0 lc 2 1", "0 lr 2 1")
        assert (game.outcome, game.given_up) == (Outcome.LOST, True)

    def test_a_flag_that_stopped_an_opening(self) -> None:
        """Here it does not: the click on that cell is left out, and the game is the same."""
        game = self.game(
            *("0 rc 3 2", "0 rr 3 2", "1 lc 3 1", "1 lr 3 1", "2 rc 3 2", "2 rr 3 2"),
            *("3 lc 3 2", "3 lr 3 2"),
        )
        assert game.outcome is Outcome.WON

    def test_without_a_click_it_is_refused(self) -> None:
        with pytest.raises(InvalidSpec, match="has no click on a cell"):
            self.game("0 rc 1 1", "0 rr 1 1")

    @pytest.mark.parametrize(
        ("name", "value", "message"),
        [
            ("times", [0.0], "as many times as moves"),
            ("times", ["x", 1, 2], "times"),
            ("times", [-1, 1, 2], "a game cannot take -1 seconds"),
            ("figures", {"seconds": 1.0}, "bbbv"),
            ("figures", {"seconds": -1.0}, "bbbv"),
        ],
    )
    def test_a_wrong_file(self, name: str, value: Any, message: str) -> None:
        session = played(hidden("*..", seed=4), "flag 0,0", "click 1,0", "chord 1,0")
        with pytest.raises(InvalidSpec, match=message):
            MinesweeperSession.from_data({**session.data(), name: value})
