"""Recorded games: what the mouse did, the files of several programs, and the figures."""

from __future__ import annotations

import random
import subprocess
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermine.core.errors import InvalidSpec
from mastermine.core.game import Outcome, Turn, View
from mastermine.core.random import Random
from mastermine.minesweeper.board import CLOSED, Cell, Layout
from mastermine.minesweeper.replays import foreign, rawvf
from mastermine.minesweeper.replays.files import is_replay, read_replay
from mastermine.minesweeper.replays.rawvf import write_replay
from mastermine.minesweeper.replays.replay import (
    BUTTONS,
    Action,
    Event,
    Figures,
    Hand,
    Verb,
    actions_of,
    figures,
)
from mastermine.minesweeper.rules import First, Minesweeper, Opened
from mastermine.registry import find_strategy

GOLDEN = Path(__file__).parents[1] / "golden" / "replays"

needs_toollib = pytest.mark.skipif(
    find_spec("ms_toollib") is None, reason="ms-toollib is not installed"
)

LAYOUT = Layout.parse("*..../...../....*")
HEAD = "Width: 5\nHeight: 3\nMines: 2\nBoard:\n*0000\n00000\n0000*\nEvents:\n"


CLICKED = HEAD + "0 lc 2 1\n0 lr 2 1\n"


def acted(*events: tuple[str, Cell | None], marks: bool = False) -> list[tuple[str, Cell, bool]]:
    """The actions that events make: verb, cell, and whether it was wasted."""
    made = actions_of(LAYOUT, [Event(0.0, *event) for event in events], marks)
    return [(action.verb.value, action.cell, action.wasted) for action in made]


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([("lc", (1, 0)), ("lr", (1, 0))], [("click", (1, 0), False)]),
        # The cell is that where the button is released.
        ([("lc", (1, 0)), ("lr", (1, 1))], [("click", (1, 1), False)]),
        # A record may begin with the button pressed.
        ([("lr", (1, 0))], [("click", (1, 0), False)]),
        # Pressed or released outside the board.
        ([("lc", None), ("lr", (1, 0))], []),
        ([("lc", (1, 0)), ("lr", None)], []),
        ([("rc", (0, 0)), ("rr", (0, 0))], [("flag", (0, 0), False)]),
        ([("rc", None), ("rr", (0, 0))], []),
        # A flag is safe from clicks.
        (
            [("rc", (0, 0)), ("rr", (0, 0)), ("lc", (0, 0)), ("lr", (0, 0))],
            [("flag", (0, 0), False), ("click", (0, 0), True)],
        ),
    ],
)
def test_one_button(
    events: list[tuple[str, Cell | None]], expected: list[tuple[str, Cell, bool]]
) -> None:
    assert acted(*events) == expected


OPENED = [("lc", (1, 0)), ("lr", (1, 0)), ("rc", (0, 0)), ("rr", (0, 0))]
"""The 1 at 1,0 is open, and its mine is flagged."""


@pytest.mark.parametrize(
    "events",
    [
        ["lc", "rc", "lr", "rr"],
        ["rc", "lc", "lr", "rr"],
        ["rc", "lc", "rr", "lr"],
        ["lc", "rc", "rr", "lr"],
        ["mc", "mr"],
        ["sc", "lr"],
    ],
)
def test_a_chord_by_each_way_is_made_once(events: list[str]) -> None:
    made = acted(*OPENED, *((event, (1, 0)) for event in events))
    assert made[2:] == [("chord", (1, 0), False)]


def test_both_buttons_over_a_closed_cell_do_nothing() -> None:
    made = acted(*OPENED, ("lc", (3, 2)), ("rc", (3, 2)), ("lr", (3, 2)), ("rr", (3, 2)))
    assert made[2:] == [("chord", (3, 2), True)]


def test_the_right_button_on_a_number_counts_only_without_a_chord() -> None:
    alone = [("rc", (1, 0)), ("rr", (1, 0))]
    assert acted(*OPENED, *alone)[2:] == [("flag", (1, 0), True)]
    # It is released elsewhere: no flag there.
    assert acted(*OPENED, ("rc", (1, 0)), ("rr", (4, 2)))[2:] == [("flag", (1, 0), True)]


def test_a_question_mark_comes_after_a_flag() -> None:
    click = [("rc", (0, 0)), ("rr", (0, 0))]
    hand = Hand(LAYOUT, marks=True)
    states = []
    for button, cell in click * 3:
        hand.do(Event(0.0, button, cell))
        states.append(((0, 0) in hand.flags, (0, 0) in hand.marked))
    assert states[::2] == [(True, False), (False, True), (False, False)]


def test_a_flag_stops_an_opening() -> None:
    hand = Hand(LAYOUT)
    for button, cell in [("rc", (2, 1)), ("rr", (2, 1)), ("lc", (2, 0)), ("lr", (2, 0))]:
        hand.do(Event(0.0, button, cell))
    assert hand.board[2, 1] == CLOSED
    assert hand.board[4, 0] == 0


def test_the_game_ends_at_a_mine_and_at_the_last_safe_cell() -> None:
    lost = actions_of(LAYOUT, [Event(n, b, (0, 0)) for n in range(3) for b in ("lc", "lr")])
    assert len(lost) == 1
    replay = rawvf.read(HEAD + "0.0 lc 1 1\n0.1 lr 1 1\n")
    assert replay.rules == Minesweeper(5, 3, 2, First.ANY)
    assert replay.rules.outcome(replay.turns) is Outcome.LOST


def test_times_count_from_the_first_opened_cell() -> None:
    replay = rawvf.read(
        HEAD + "0.5 rc 1 1\n0.6 rr 1 1\n1.0 lc 2 1\n1.25 lr 2 1\n3.5 mc 2 1\n4 mr 2 1\n"
    )
    assert [action.seconds for action in replay.actions] == [0.0, 0.0, 2.75]


# Files.


PUBLISHED = {
    "won.avf": ("Tommy", 5.41, 28, 28, 18, 19, 3, 7, 26),
    "expert.evf": ("Szymon_M", 69.597, 167, 167, 124, 132, 29, 98, 207),
    "flags.rmv": ("Thomas Kolar", 6.303, 32, 32, 20, 17, 13, 5, 13),
    # Two of its 19 releases of the left button are outside the board; ms-toollib counts them.
    "noflags.rmv": ("tkolar", 4.153, 10, 10, 10, 10, 17, 0, 0),
}
"""Player, time, 3BV, solved 3BV, ZiNi, human ZiNi, left, right and double clicks (ms-toollib)."""


@needs_toollib
@pytest.mark.parametrize("name", PUBLISHED)
def test_the_figures_are_those_of_ms_toollib(name: str) -> None:
    replay = read_replay(name, (GOLDEN / name).read_bytes())
    found = figures(replay.layout, replay.actions)
    player, *numbers = PUBLISHED[name]
    assert replay.player == player
    assert replay.day is not None
    assert [
        *(found.seconds, found.bbbv, found.solved, found.zini, found.human_zini),
        *(found.left, found.right, found.double),
    ] == numbers
    assert replay.rules.outcome(replay.turns) is Outcome.WON


@needs_toollib
@pytest.mark.parametrize("name", PUBLISHED)
def test_a_written_game_is_the_same(name: str) -> None:
    replay = read_replay(name, (GOLDEN / name).read_bytes())
    text = write_replay(replay.layout, replay.actions, replay.player, replay.program)
    again = rawvf.read(text)
    assert (again.actions, again.layout) == (replay.actions, replay.layout)
    assert (again.player, again.program) == (replay.player, replay.program)


cells = st.tuples(st.integers(0, 8), st.integers(0, 8))
events = st.lists(
    st.builds(
        Event, st.integers(0, 500).map(lambda n: n / 8), st.sampled_from(BUTTONS), cells | st.none()
    ),
    max_size=60,
)


@given(st.integers(0, 20), events)
def test_whatever_the_mouse_does_can_be_written_and_read(seed: int, done: list[Event]) -> None:
    """Times grow, since a file has its events in their order."""
    layout = Minesweeper(9, 9, 10).draw(Random(seed))
    in_order = [Event(n / 8, event.button, event.cell) for n, event in enumerate(done)]
    actions = actions_of(layout, in_order)
    again = rawvf.read(write_replay(layout, actions))
    assert [(a.verb, a.cell, a.turns, a.wasted) for a in again.actions] == [
        (a.verb, a.cell, a.turns, a.wasted) for a in actions
    ]
    hand = Hand(layout)
    for event in in_order:
        hand.do(event)
        if hand.outcome is not None:
            break
    opened = {
        cell
        for action in actions
        for turn in action.turns
        if isinstance(turn.feedback, Opened)
        for cell, _number in turn.feedback.cells
    }
    assert opened == {cell for cell, _number in hand.board.numbered()}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "this is not a recorded game: a line Board: is missing"),
        ("Board:\n*00\n", "this is not a recorded game: a line Events: is missing"),
        ("Board:\nEvents:\n", "this is not a recorded game: its board has no rows"),
        ("Board:\n*0\n0\nEvents:\n", "line 3, '0': a row of the board has * and 0"),
        ("Width: 7\nBoard:\n*0\nEvents:\n", "the file says width 7, but its board has 2"),
        (HEAD + "0.0 zz 1 1\n", "the button is one of lc, lr, rc, rr, mc, mr, sc"),
        (HEAD + "0.0 17\n", "an event is like 0.085 lr 1 2 (10 18)"),
        (
            HEAD + "0 lc 2 1\n0 lr 2 1\nnumber2 2 1\n",
            "line 11, 'number2 2 1': the number in 1,0 is 1",
        ),
        (HEAD + "0 lc 2 1\n0 lr 2 1\nnumber1 1 1\n", "there is a mine in 0,0"),
        (HEAD + "0 lc 2 1\n0 lr 2 1\nnumber1 5 2\n", "the clicks before it did not open 4,1"),
        (HEAD + "number1 6 1\n", "the cell is outside the board"),
        (HEAD + "blast 2 1\n", "there is no mine in 1,0"),
        ("Board:\n00\n00\nEvents:\n", "0 mines on a board of 2x2"),
    ],
)
def test_a_wrong_file_is_refused_at_the_line_that_is_wrong(text: str, message: str) -> None:
    with pytest.raises(InvalidSpec) as caught:
        rawvf.read(text)
    assert message in str(caught.value)


def test_lines_that_say_what_happened_are_read_over() -> None:
    click = "start\n0.0 lc 2 1 (20 4) (l)\n0.1 lr 2 1 (20 4)\n"
    replay = rawvf.read(f"{HEAD}{click}number1 2 1\nflag 1 1\n0.2 mv 3 1\n9 won\n")
    assert [action.cell for action in replay.actions] == [(1, 0)]


def test_a_point_in_pixels_is_enough() -> None:
    assert rawvf.read(HEAD + "0 lc (20 4)\n0 lr (20 4)\n").actions[0].cell == (1, 0)
    assert rawvf.read(HEAD + "0 lc (20 4)\n0 lr (-3 4)\n").actions == ()


def test_files_are_known_by_their_names_and_rawvf_by_its_text() -> None:
    assert is_replay("a.AVF", b"")
    assert is_replay("a.txt", HEAD.encode())
    assert not is_replay("a.json", b"{}")


def test_a_mark_of_the_byte_order_is_read_over() -> None:
    data = (HEAD + "0 lc 1 1\n0 lr 1 1\n").encode()
    assert read_replay("a.rawvf", b"\xef\xbb\xbf" + data) == read_replay("a.rawvf", data)
    assert is_replay("a.txt", b"\xef\xbb\xbfBoard:\n")


class TestForeign:
    @needs_toollib
    def test_a_panic_leaves_no_log(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        with pytest.raises(InvalidSpec, match="damaged"):
            read_replay("game.rmv", b"garbage")
        assert not [*tmp_path.iterdir()]

    def test_a_damaged_file_is_a_clear_error(self) -> None:
        for suffix in foreign.READERS:
            with pytest.raises(InvalidSpec, match=r"damaged|needs ms-toollib"):
                read_replay(f"game.{suffix}", b"\x00garbage" * 20)

    def test_without_the_library_its_extra_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(foreign, "find_spec", lambda _name: None)
        with pytest.raises(InvalidSpec, match=r"install mastermine\[replays\]"):
            read_replay("game.avf", b"")

    def test_a_parser_that_hangs_is_stopped(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def hang(*_args: Any, **_options: Any) -> None:
            raise subprocess.TimeoutExpired("parser", 20)

        monkeypatch.setattr(foreign, "find_spec", lambda _name: True)
        monkeypatch.setattr(subprocess, "run", hang)
        with pytest.raises(InvalidSpec, match="could not be read within 20 s"):
            read_replay("game.avf", b"")

    @pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are those of Linux")
    def test_its_process_has_little_memory(self) -> None:
        code = (
            "from mastermine.minesweeper.replays import foreign; foreign._limit_memory(); "
            f"bytearray({foreign.MEMORY_BYTES})"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
        assert b"MemoryError" in done.stderr

    @needs_toollib
    @pytest.mark.rest
    @pytest.mark.parametrize("name", ["won.avf", "expert.evf", "flags.rmv"])
    def test_files_with_changed_bytes_are_read_or_refused(self, name: str) -> None:
        data = (GOLDEN / name).read_bytes()
        draw = random.Random(name)
        for _round in range(10):
            changed = bytearray(data[: draw.randrange(1, len(data) + 1)])
            for _byte in range(draw.randrange(8)):
                changed[draw.randrange(len(changed))] = draw.randrange(256)
            with suppress(InvalidSpec):
                read_replay(name, bytes(changed))


def test_figures_of_a_game_without_times() -> None:
    layout = Layout.parse("*..")
    turn = Turn((2, 0), Minesweeper(3, 1, 1).respond(layout, (2, 0)))
    found = figures(layout, [Action(Verb.CLICK, (2, 0), None, (turn,))])
    assert found == Figures(None, 1, 1, 1, 1, 1, 0, 0, 0)
    assert (found.speed, found.efficiency) == (None, 1.0)


def test_games_of_a_strategy_are_recorded_and_read() -> None:
    rules = Minesweeper(9, 9, 10)
    strategy = find_strategy("pseq", "minesweeper")
    view: View[Any, Any, Any] = View(rules, rng=Random(3))
    layout = rules.draw(Random(3), (0, 0))
    actions: list[Action] = []
    while rules.outcome(view.turns) is None:
        cell = strategy(view)
        turn = Turn(cell, rules.respond(layout, cell))
        view = view.after(turn)
        actions.append(Action(Verb.CLICK, cell, len(actions) / 4, (turn,)))
    replay = rawvf.read(write_replay(layout, actions))
    assert [turn.action for turn in replay.turns] == [turn.action for turn in view.turns]
    assert replay.rules.outcome(replay.turns) is rules.outcome(view.turns)
