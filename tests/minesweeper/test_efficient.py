"""Plans with few clicks: legal, safe, efficient, and the same however a game is resumed."""

from __future__ import annotations

from typing import Any, cast

import pytest
from tests.minesweeper.views import shown

from mastermine.core.game import Outcome, Turn, View
from mastermine.core.random import Random
from mastermine.minesweeper import efficient
from mastermine.minesweeper.board import CLOSED
from mastermine.minesweeper.efficient import follow, plan_clicks
from mastermine.minesweeper.metrics import Metrics
from mastermine.minesweeper.probability import analyze
from mastermine.minesweeper.rules import First, Minesweeper
from mastermine.minesweeper.strategies import efficient as strategies
from mastermine.minesweeper.strategies.champion import champion
from mastermine.session import MinesweeperSession
from mastermine.session.messages.minesweeper import planned

CHORD = "2####1/##1###/####21/111#10/001#10"
"""A board with 5 mines. The 1 at 2,3 has one mine, at 3,3."""

CELLS = ((1, 2), (2, 2), (3, 2), (3, 4))


def test_a_flag_and_a_chord_open_four_cells() -> None:
    made = plan_clicks(analyze(CHORD, 5))
    assert made is not None
    assert (made.cell, made.flags, made.opens, made.clicks) == ((2, 3), ((3, 3),), CELLS, 2)
    assert planned(analyze(CHORD, 5).board, made, ()) == [
        "Flag 3,3, then click on the 1 at 2,3: 2 clicks open 4 cells."
    ]


def test_a_flag_that_is_set_costs_nothing() -> None:
    made = plan_clicks(analyze(CHORD, 5), [(3, 3)])
    assert made is not None
    assert (made.cell, made.flags, made.clicks) == ((2, 3), (), 1)
    (sentence,) = planned(analyze(CHORD, 5).board, made, [(3, 3)])
    assert sentence.startswith("All mines around the 1 at 2,3 are flagged")


def test_a_number_beside_a_wrong_flag_is_not_chorded() -> None:
    made = plan_clicks(analyze(CHORD, 5), [(2, 2)])
    assert made is not None
    assert made.cell != (2, 3)
    assert (2, 2) not in made.opens


def test_a_wrong_flag_is_removed_from_the_only_safe_cell() -> None:
    analysis = analyze("1#1#", 1)
    made = plan_clicks(analysis, [(3, 0)])
    assert made is not None
    assert made.opens == ((3, 0),)
    first, _second = planned(analysis.board, made, [(3, 0)])
    assert first == "Remove the flag from 3,0 and open it."


def test_without_a_safe_cell_there_is_no_plan() -> None:
    assert plan_clicks(analyze("##/1#", 1)) is None


@pytest.mark.parametrize("first", [First.SAFE, First.OPEN])
def test_every_move_of_a_game_is_legal_and_never_loses_what_is_certain(first: First) -> None:
    chords = 0
    for seed in range(12):
        rules = Minesweeper(9, 8, 12, first)
        session = MinesweeperSession(rules, seed=seed)
        session.click((0, 0))
        while session.outcome is None:
            made = session.plan()
            if made is None:
                guess = champion(cast("Any", session._position()))
                assert session.knowledge.risk(guess) > 0
                session.click(guess)
                continue
            for cell in made.flags:
                assert session.knowledge.risk(cell) == 1
                session.flag(cell)
            board = session.board
            if made.is_chord:
                chords += 1
                assert 0 < board[made.cell] < CLOSED
                closed = {cell for cell in board.neighbours(made.cell) if board[cell] == CLOSED}
                assert set(made.opens) == closed - session.flags
                session.chord(made.cell)
            else:
                session.click(made.cell)
            assert session.outcome is not Outcome.LOST
    assert chords > 10


def played(rules: Minesweeper, seed: int) -> tuple[int, Any, int]:
    """Plays a game that needs no guess; returns its 3BV, the view before its last turn, clicks."""
    layout = rules.draw(Random(seed), (0, 0))
    view: Any = View(rules)
    while True:
        cell = strategies.efficient(view)
        later = view.after(Turn(cell, rules.respond(layout, cell)))
        if (outcome := rules.outcome(later.turns)) is not None:
            assert outcome is Outcome.WON
            clicks = follow(view, champion.raw).count
            return Metrics(layout).bbbv, view, clicks
        view = later


def test_games_take_fewer_clicks_than_their_3bv() -> None:
    rules = Minesweeper(12, 12, 24, First.OPEN, noguess=True)
    games = [played(rules, seed) for seed in range(8)]
    assert sum(bbbv for bbbv, _view, _clicks in games) > 1.05 * sum(
        clicks for _bbbv, _view, clicks in games
    )


def test_a_game_read_at_once_has_the_same_clicks_as_one_that_was_followed() -> None:
    rules = Minesweeper(8, 8, 10, First.OPEN, noguess=True)
    _bbbv, view, clicks = played(rules, 3)
    efficient._latest.game = None
    again: Any = View(rules, view.turns)
    assert follow(again, champion.raw).count == clicks
    # Another game in between does not matter.
    played(rules, 4)
    assert follow(again, champion.raw).count == clicks


def test_a_position_without_a_game_can_be_played() -> None:
    view = shown(CHORD, 5)
    assert strategies.efficient(view) in view.knowledge.analysis.safe


def test_a_plan_is_one_hint_however_many_flags_are_set() -> None:
    session = MinesweeperSession(Minesweeper(12, 12, 24, First.OPEN), seed=5)
    assert session.plan() is None
    session.click((0, 0))
    while (made := session.plan()) is not None and not made.flags:
        session.chord(made.cell) if made.is_chord else session.click(made.cell)
    assert made is not None
    hints = session.hints
    for cell in made.flags:
        session.flag(cell)
    later = session.plan()
    assert later is not None
    assert (later.cell, later.flags) == (made.cell, ())
    assert session.hints == hints
