"""What every strategy for Minesweeper must do, and what each does in positions of its own."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from tests.minesweeper.views import shown

from mastermine.core.game import Turn, View
from mastermine.core.oracle import Honest
from mastermine.core.play import moves
from mastermine.core.random import Random
from mastermine.minesweeper.board import Board
from mastermine.minesweeper.deduction.position import Position
from mastermine.minesweeper.notes import Notes, take_notes
from mastermine.minesweeper.rules import Minesweeper
from mastermine.minesweeper.strategies.patterns import named_patterns, patterns
from mastermine.minesweeper.strategies.thesis import thesis_rules
from mastermine.minesweeper.threats import least_threatened
from mastermine.registry import find_strategy, own_strategies, parse_rules
from mastermine.system.native import NATIVE
from mastermine.testing import check_strategy

WITH_TWINS = (
    "champion",
    "endgame",
    "farsighted",
    "patterns",
    "pseq",
    "safest",
    "single-point",
    "thesis",
)
"""The strategies that play whole games natively, too."""


@pytest.mark.parametrize("name", own_strategies("minesweeper"))
def test_it_plays_fair_and_is_described(name: str) -> None:
    strategy = find_strategy(name, "minesweeper")
    check_strategy(strategy)
    assert strategy.summary.endswith(".")


@pytest.mark.parametrize("name", WITH_TWINS)
def test_one_with_a_twin_begins_in_the_corner(name: str) -> None:
    strategy = find_strategy(name, "minesweeper")
    assert strategy(View(parse_rules("expert"))) == (0, 0)
    assert strategy.cite
    assert (strategy.games is not None) == NATIVE


@pytest.mark.parametrize("name", ["champion", "endgame", "farsighted", "pseq", "safest"])
def test_what_is_certain_is_never_lost(name: str) -> None:
    strategy = find_strategy(name, "minesweeper")
    rules = Minesweeper(8, 6, 9)
    for seed in range(20):
        layout = rules.draw(Random(seed), (0, 0))
        view: View[Any, Any, Any] = View(rules)
        while rules.outcome(view.turns) is None:
            cell = strategy(view)
            knowledge: Any = view.knowledge
            if view.length and knowledge.analysis.safe:
                assert cell in knowledge.analysis.safe
                assert cell not in layout
            view = view.after(Turn(cell, rules.respond(layout, cell)))


def test_safest_prefers_a_zero_among_equal_risks() -> None:
    view = shown("1#####\n######\n######\n######", 4)
    strategy = find_strategy("safest", "minesweeper")
    analysis = view.knowledge.analysis
    chosen = strategy(view)
    assert analysis.risk(chosen) == pytest.approx(min(map(analysis.risk, analysis.board.hidden)))
    zeros = [analysis.numbers(c)[0] for c in analysis.board.hidden if c != chosen]
    assert analysis.numbers(chosen)[0] >= max(zeros) - 1e-12
    assert chosen == (5, 0)


@pytest.mark.parametrize("name", ["champion", "endgame", "farsighted"])
def test_the_end_is_the_best_play_there_is(name: str) -> None:
    from mastermine.minesweeper.endgame import best_move

    strategy = find_strategy(name, "minesweeper")
    rules = Minesweeper(5, 5, 6)
    viewed = 0
    for seed in range(30):
        layout = rules.draw(Random(seed), (0, 0))
        view: View[Any, Any, Any] = View(rules)
        while rules.outcome(view.turns) is None:
            cell = strategy(view)
            known: Any = view.knowledge
            if view.length and not known.analysis.safe and known.count() <= 200:
                assert cell == best_move(known.board, rules.mines).cell
                viewed += 1
            view = view.after(Turn(cell, rules.respond(layout, cell)))
    assert viewed > 10


Cells = set[tuple[int, int]]

PATTERNS: dict[str, tuple[str, Cells, Cells]] = {
    "1-1": ("####\n11??", {(2, 0)}, set()),
    "1-2": ("####\n12??", set(), {(2, 0)}),
    "1-4": ("###\n14#\n??#", set(), {(2, 0), (2, 1), (2, 2)}),
    "1-1R": ("####\n22??\n*???", {(2, 0)}, set()),
    "corner 1-3-1": ("####\n?13#\n??1#\n???#", {(0, 0), (3, 3)}, {(3, 0)}),
    "corner 2-2-2": ("####\n?22#\n??2#\n???#", {(3, 0)}, {(0, 0), (3, 3)}),
}


@pytest.mark.parametrize("name", PATTERNS)
def test_the_patterns_of_the_thesis(name: str) -> None:
    text, safe, mines = PATTERNS[name]
    steps = list(thesis_rules(Position(Board.parse(text))))
    assert {cell for step in steps for cell in step.safe} == safe
    assert {cell for step in steps for cell in step.mines} == mines


def test_the_thesis_step_by_step() -> None:
    # A 3 beside a 1 with two cells for itself: mines, but the source has 1-2 and 1-4 only.
    assert not list(thesis_rules(Position(Board.parse("###\n13#\n???"))))
    position = Position(Board.parse("???#\n?02#\n?11#\n####"))
    [mine] = thesis_rules(position)
    assert (mine.rule, mine.mines) == ("1-2", ((3, 0),))
    [safe] = thesis_rules(position.after((), mine.mines))
    assert (safe.rule, safe.safe) == ("1-1R", ((1, 3), (2, 3), (3, 3)))
    position = Position(Board.parse("1*#\n11#"), 1)
    assert position.left == 0
    [step] = thesis_rules(position)
    assert set(step.safe) == {(2, 0), (2, 1)}


def test_the_least_threatened_cell() -> None:
    # 1 of 8 threatens 0.125; the first such cell.
    assert least_threatened(Position(Board.parse("#####\n#1###\n#####\n#####"))) == (0, 0)
    # From a quarter on, the first untouched corner is better.
    assert least_threatened(Position(Board.parse("#####\n#3###\n#####\n#####"))) == (4, 0)
    # Without any number, the first cell.
    assert least_threatened(Position(Board.parse("?*#\n**#"))) == (2, 0)


# Notes are those of the game on the screen, whichever game was viewed before.


def views(seed: int) -> list[Any]:
    rules = parse_rules("minesweeper:12x12x20")
    assert isinstance(rules, Minesweeper)
    layout = rules.draw(Random(seed), (0, 0))
    found: list[Any] = []
    for before, _turn, _after, outcome in moves(rules, patterns, Honest(rules, layout), Random(1)):
        found.append(before)
        if outcome is not None:
            return found
    return found


def content(notes: Notes) -> tuple[Any, ...]:
    return notes.position.board, notes.position.mines, notes.safe


def test_the_game_and_the_order_in_which_it_is_shown_do_not_matter() -> None:
    one, other = views(1), views(10)
    assert len(one) > 10 < len(other)
    forwards = [content(take_notes(view, named_patterns)) for view in one]
    backwards = [content(take_notes(view, named_patterns)) for view in reversed(one)]
    assert forwards == backwards[::-1]
    between = []
    for view, otherwise in zip(one, other, strict=False):
        take_notes(otherwise, named_patterns)
        between.append(content(take_notes(view, named_patterns)))
    assert between == forwards[: len(between)]


def test_threads_do_not_disturb_each_other() -> None:
    games = [views(seed) for seed in (1, 10)]
    expected = [[content(take_notes(view, named_patterns)) for view in game] for game in games]
    found: list[Any] = [None, None]

    def work(i: int) -> None:
        found[i] = [content(take_notes(view, named_patterns)) for view in games[i]]

    threads = [threading.Thread(target=work, args=(i,)) for i in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == expected
