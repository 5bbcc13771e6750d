from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations
from math import prod
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mastermine.coach.click_review import FieldReview, ReviewedClick
from mastermine.coach.click_worth import NOTICEABLE, estimated_wins
from mastermine.coach.review import review
from mastermine.core.errors import Contradiction, TooLarge
from mastermine.core.game import Turn
from mastermine.core.random import Random
from mastermine.minesweeper.board import Board, Cell, Layout
from mastermine.minesweeper.constants import ENDGAME_LAYOUTS
from mastermine.minesweeper.endgame import best_move, click_wins
from mastermine.minesweeper.knowledge import Field
from mastermine.minesweeper.probability import Analysis
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import find_strategy, parse_rules_of
from mastermine.testing import FIELDS

RULE = (
    "Rule of the strategy endgame: safety first, then the value of the next click; best play with "
    "at most 200 possible layouts."
)


def opened(spec: str, layout: str, *cells: str, strategy: str | None = None) -> FieldReview:
    """A game in which these cells are opened."""
    rules = parse_rules_of(Minesweeper, spec)
    secret = rules.parse_secret(layout)
    turns = []
    for cell in cells:
        action = rules.parse_action(cell)
        turns.append(Turn(action, rules.respond(secret, action)))
    requested = None if strategy is None else find_strategy(strategy, rules.game)
    result = review(rules, turns, requested)
    assert isinstance(result, FieldReview)
    return result


def click(result: FieldReview, number: int) -> ReviewedClick:
    move = result.moves[number - 1]
    assert isinstance(move, ReviewedClick)
    return move


def test_a_guess_that_was_needed() -> None:
    """The 1 in the middle: the mine is on the left or on the right."""
    result = opened("3x1x1", "..*", "1,0", "0,0")
    first, move = click(result, 1), click(result, 2)
    assert (first.risk, first.skill, first.luck, first.choice) == (0.0, 100, None, False)
    assert (first.necessary, first.left) == (None, 2)
    assert "first click" in first.sentence
    assert (move.risk, move.best_risk, move.win, move.best_win) == (0.5, 0.5, 0.5, 0.5)
    assert (move.necessary, move.skill, move.luck, move.choice) == (True, 100, 75, False)
    assert (move.before, move.left, move.expected, move.worst) == (2, 1, 1.0, 1)
    assert move.sentence == (
        "The chance of a mine at 0,0 was 50 %. It was safe. "
        "A guess was needed, and no cell was better."
    )
    assert (result.skill, result.luck) == (None, 75)  # There was nothing to decide.
    assert (result.guesses, result.unnecessary, result.mistakes, result.survival) == (1, 0, 0, 0.5)
    assert result.sentences == (
        "Luck 75 of 100: the answers were lucky.",
        "You guessed once; the chance that it was safe was 50 %.",
        "It was forced: no cell was certainly safe.",
    )


def test_other_clicks() -> None:
    result = opened("3x1x1", "*..", "1,0", "0,0")
    move = click(result, 2)
    assert (move.skill, move.luck, move.opened) == (100, 25, 0)
    assert "was 50 %. 0,0 was a mine. A guess was needed" in move.sentence
    result = opened("2x1x1-any", "*.", "0,0")
    move = click(result, 1)
    assert (move.risk, move.necessary, move.skill, move.choice) == (0.5, True, 100, False)
    assert move.luck == 25
    assert move.sentence == "The chance that the first click hits a mine is 50 %. 0,0 was a mine."
    move = click(opened("4x1x1", ".*..", "0,0", "0,0"), 2)
    assert (move.sentence, move.skill, move.choice) == ("0,0 was already open.", None, False)


def test_a_guess_that_was_not_needed() -> None:
    """The one mine is beside the 1, so what is farther away is safe; and it tells which it is."""
    result = opened("5x1x1", "*....", "1,0", "2,0")
    move = click(result, 2)
    assert (move.necessary, move.risk, move.best_risk) == (False, 0.5, 0.0)
    assert (move.win, move.best_win, move.skill, move.choice) == (0.5, 1.0, 50, True)
    assert move.best in ("3,0", "4,0")
    assert re.match(
        r"The chance of a mine at 2,0 was 50 %\. It was safe\. "
        rf"No guess was needed: {move.best} was certainly safe\. .+",
        move.sentence,
    )
    assert (result.guesses, result.unnecessary, result.mistakes, result.survival) == (1, 1, 0, 0.5)
    assert "1 guess was avoidable: another cell was certainly safe." in " ".join(result.sentences)


def test_needless_risk_counts_in_full() -> None:
    """Five guesses beside a safe cell: what they kept of the chance to survive is the skill."""
    rules = parse_rules_of(Minesweeper, "expert")
    rng = Random(4)
    secret = rules.draw(rng, (0, 0))
    turns = [Turn((0, 0), rules.respond(secret, (0, 0)))]
    known = rules.knowledge().after(turns[0])
    risks: list[float] = []
    while len(risks) < 5:
        closed = [cell for cell in known.closed() if cell not in secret]
        needless = [cell for cell in closed if known.risk(cell) > 0.1]
        safe = known.analysis.safe
        cell = needless[0] if safe and needless else min(closed, key=known.risk)
        if safe and needless:
            risks.append(known.risk(cell))
        turns.append(Turn(cell, rules.respond(secret, cell)))
        known = known.after(turns[-1])
    assert known.count() > 200
    result = review(rules, turns)
    assert isinstance(result, FieldReview)
    assert result.unnecessary == 5
    forced = [
        move.kept for move in result.moves if isinstance(move, ReviewedClick) and move.necessary
    ]
    assert result.skill == round(100 * prod(1 - risk for risk in risks) * prod(forced))
    assert result.sentences[0] == f"Skill {result.skill} of 100, with 5 mistakes."
    assert "5 guesses were avoidable" in " ".join(result.sentences)


def test_a_mine_that_could_be_known() -> None:
    result = opened("4x1x1", ".*..", "0,0", "1,0")
    move = click(result, 2)
    assert (move.risk, move.skill, move.luck, move.necessary) == (1.0, 0, None, False)
    assert move.sentence.startswith("1,0 was certainly a mine. The 1 at 0,0")
    assert (result.guesses, result.mistakes, result.survival) == (0, 1, 1.0)
    assert result.sentences[-1] == "1 click was on a cell that was certainly a mine."
    assert result.skill == 0
    result = opened("4x1x1", ".*..", "0,0", "3,0")
    assert [move.skill for move in result.moves] == [100, 100]
    assert [move.choice for move in result.moves] == [False, True]
    assert [move.luck for move in result.moves] == [None, None]
    assert click(result, 2).sentence == "3,0 was certainly safe and opened 2 cells."
    assert result.sentences == (
        "Skill 100 of 100: no move could have been better.",
        RULE,
        "No click was a guess.",
    )


A_ONE_IN_THE_CORNER = "/".join([".*.......", *["." * 9] * 7, "*" * 9])
"""A third for each neighbour of the 1, 9 of 77 for each other cell."""


def test_by_an_estimate_where_too_much_is_closed() -> None:
    move = click(opened("9x9x10", A_ONE_IN_THE_CORNER, "0,0", "0,1"), 2)
    assert move.exact is False
    assert move.win is not None
    assert move.best_win is not None
    assert 0.4 < move.win < move.best_win - NOTICEABLE
    assert move.kept == pytest.approx(move.win / move.best_win)
    assert move.sentence.endswith(
        f"but {move.best} was better: the chance to win the game was about "
        f"{100 * move.best_win:.1f} % there and {100 * move.win:.1f} % here."
    )


@pytest.mark.parametrize("spec", ["8x8x10", "9x9x15", "16x8x28"])
def test_estimates(spec: str) -> None:
    """Cells within a point of the best are equal; none is better than the position."""
    rules, checked = parse_rules_of(Minesweeper, spec), 0
    for seed in range(12):
        secret = rules.draw(Random(seed), (0, 0))
        field = rules.knowledge().after(Turn((0, 0), rules.respond(secret, (0, 0))))
        cells = field.closed()[::7]
        found, position = estimated_wins(field, cells), field.analysis.win_chance
        assert found is not None
        assert position is not None
        assert set(cells) <= set(found)
        if field.analysis.safe:
            for cell in cells:
                assert found[cell] == position.chance * (1 - field.risk(cell))
            continue
        checked += 1
        assert max(found.values()) == position.chance
        for chance in found.values():
            assert chance == position.chance or 0 <= chance <= position.chance - NOTICEABLE
    assert checked


def test_by_survival_where_there_is_no_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Analysis, "win_chance", None)
    result = opened("9x9x10", A_ONE_IN_THE_CORNER, "0,0", "0,1")
    move = click(result, 2)
    assert move.risk == pytest.approx(1 / 3)
    assert move.best_risk == pytest.approx(9 / 77)
    assert (move.win, move.exact, move.expected, move.before) == (None, None, None, None)
    assert move.skill == round(100 * (2 / 3) / (68 / 77)) == 75
    assert move.luck == round(100 * (1 - 2 / 3 / 2)) == 67
    assert move.necessary
    assert move.sentence == (
        "The chance of a mine at 0,1 was 33.3 %. It was safe. "
        f"A guess was needed, but {move.best} was safer: its chance of a mine was 11.7 %."
    )
    # Of all those cells alike, the strategy says which; else a zero is hoped for, in a corner.
    assert move.best in ("8,0", "0,8", "8,8")
    named = opened("9x9x10", A_ONE_IN_THE_CORNER, "0,0", "0,1", strategy="safest").moves[1].best
    assert named is not None
    assert Minesweeper(9, 9, 10).parse_action(named) not in ((1, 0), (0, 1), (1, 1))


def test_by_the_chance_to_win_the_safest_click_is_not_always_the_best() -> None:
    """Found by trying: the best play takes a greater risk to learn more."""
    found = []
    for seed in range(400):
        rules = Minesweeper(5, 5, 6)
        rng = Random(seed)
        first = (rng.below(5), rng.below(5))
        secret = rules.draw(rng, first)
        turns = [Turn(first, rules.respond(secret, first))]
        known = rules.knowledge().after(turns[0])
        while rules.outcome(turns) is None:
            closed = known.closed()
            cell = min(closed, key=lambda each: (round(known.risk(each), 9), each))
            turns.append(Turn(cell, rules.respond(secret, cell)))
            known = known.after(turns[-1])
        for move in review(rules, turns).moves:
            assert isinstance(move, ReviewedClick)
            if move.best_risk is not None and move.risk is not None:
                found += [move] if move.best_risk > move.risk + 1e-9 else []
        if found:
            break
    assert found
    move = found[0]
    assert move.skill is not None
    assert move.skill < 100
    assert move.win is not None
    assert move.best_win is not None
    assert move.best_win > move.win
    assert "was better: the chance to win the game was" in move.sentence


@given(st.sampled_from(FIELDS), st.integers(0, 10**6))
def test_what_each_click_is_worth(rules: object, seed: int) -> None:
    """The best of all is what the search for the best finds; and the layouts split as they do."""
    from mastermine.minesweeper.rules import Minesweeper

    assert isinstance(rules, Minesweeper)
    rng = Random(seed)
    first = (rng.below(rules.width), rng.below(rules.height))
    secret = rules.draw(rng, first)
    turns = [Turn(first, rules.respond(secret, first))]
    known = rules.knowledge().after(turns[0])
    if rules.outcome(turns) is not None or known.count() > 200:
        return
    wins = click_wins(known.board, rules.mines, most=200)
    best = best_move(known.board, rules.mines)
    assert len(wins.layouts) == best.layouts == known.count()
    assert max(wins.clicks.values()) == best.wins
    assert set(wins.clicks) == set(known.closed())
    cell = known.closed()[rng.below(len(known.closed()))]
    move = review(rules, [*turns, Turn(cell, rules.respond(secret, cell))]).moves[1]
    assert isinstance(move, ReviewedClick)
    assert move.win == wins.clicks[cell] / best.layouts
    assert move.best_win == (best.wins / best.layouts if move.necessary else move.best_win)
    sizes: dict[str, int] = {}
    for row in wins.layouts:
        layout = type(secret)(rules.width, rules.height, row.tobytes())
        answer = rules.format_feedback(rules.respond(layout, cell))
        sizes[answer] = sizes.get(answer, 0) + 1
    assert move.expected == pytest.approx(sum(n * n for n in sizes.values()) / best.layouts)
    assert move.worst == max(sizes.values())
    assert move.left == sizes[move.feedback]


SMALL = ("3x3x2", "4x3x3", "4x4x5-any", "5x2x3-open", "6x2x4-any")
NO_BETTER = "no cell was better"


@pytest.mark.rest
@given(st.sampled_from(SMALL), st.integers(0, 10**6), st.booleans())
def test_the_verdict_on_each_click_agrees_with_the_exact_chances(
    spec: str, seed: int, most_risky: bool
) -> None:
    """All possible layouts are listed and counted; the clicks are random, or the worst ones."""
    rules, rng = parse_rules_of(Minesweeper, spec), Random(seed)
    first = (rng.below(rules.width), rng.below(rules.height))
    secret = rules.draw(rng, first)
    turns = [Turn(first, rules.respond(secret, first))]
    known = rules.knowledge().after(turns[0])
    while rules.outcome(turns) is None:
        closed = known.closed()
        cell = max(closed, key=known.risk) if most_risky else closed[rng.below(len(closed))]
        turns.append(Turn(cell, rules.respond(secret, cell)))
        known = known.after(turns[-1])
    cells = [(x, y) for y in range(rules.height) for x in range(rules.width)]
    possible = [Layout.of(rules.width, rules.height, c) for c in combinations(cells, rules.mines)]
    known = rules.knowledge()
    for n, (turn, move) in enumerate(zip(turns, review(rules, turns).moves, strict=True)):
        assert isinstance(move, ReviewedClick)
        risks = {
            each: Fraction(sum(each in layout for layout in possible), len(possible))
            for each in known.closed()
        }
        risk = risks[turn.action]
        safe = [rules.format_action(each) for each, chance in risks.items() if not chance]
        named = re.search(r"No guess was needed: (\S+) was certainly safe", move.sentence)
        said = {
            "safe": "was certainly safe" in move.sentence and named is None,
            "mine": "was certainly a mine" in move.sentence,
            "needed": "A guess was needed" in move.sentence,
            "unneeded": named is not None,
        }
        if n:
            assert said == {
                "safe": risk == 0,
                "mine": risk == 1,
                "needed": not safe,
                "unneeded": bool(safe) and risk > 0,
            }
            assert move.risk == pytest.approx(float(risk), abs=1e-12)
            assert named is None or named[1] in safe
            if safe:
                assert NO_BETTER not in move.sentence
            else:
                worth: dict[Cell, Any] = {each: 1 - chance for each, chance in risks.items()}
                if len(possible) <= ENDGAME_LAYOUTS:
                    worth = dict(click_wins(known.board, rules.mines, most=ENDGAME_LAYOUTS).clicks)
                assert (NO_BETTER in move.sentence) == (worth[turn.action] == max(worth.values()))
        possible = [each for each in possible if rules.respond(each, turn.action) == turn.feedback]
        known = known.after(turn)


def test_too_many_layouts() -> None:
    board = Board.parse("1##/###/###")
    with pytest.raises(TooLarge, match="more than 3 layouts"):
        click_wins(board, 3, most=3)


def test_what_cannot_be_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(_field: Field) -> int:
        raise TooLarge("too hard")

    monkeypatch.setattr(Field, "count", too_large)
    result = opened("3x1x1", "..*", "1,0", "0,0")
    move = click(result, 2)
    assert (move.risk, move.skill, move.luck, move.opened) == (None, None, None, 1)
    assert move.sentence == "There are too many possible layouts to compute the risk."
    assert (result.survival, result.guesses, result.sentences) == (None, 0, ())


def test_a_field_that_there_cannot_be() -> None:
    rules = Minesweeper(3, 1, 1)
    turns = [
        Turn((0, 0), rules.parse_feedback("0,0:1")),
        Turn((2, 0), rules.parse_feedback("2,0:0")),
    ]
    with pytest.raises(Contradiction):
        review(rules, turns)


def test_a_risk_that_has_to_be_taken_costs_nothing() -> None:
    """Behind the wall of mines 0,0 or 0,1 holds the last one, whatever else is opened before."""
    result = opened("6x2x3", "**..../.*....", "5,0", "0,0")
    move = click(result, 2)
    assert (move.before, move.risk, move.win, move.best_win) == (2, 0.5, 0.5, 0.5)
    assert (move.skill, move.best, move.necessary) == (100, "0,0", True)
    result = opened("7x2x5", "**...*./.*...*.", "3,0", "6,0", "0,0")
    move = click(result, 3)
    assert move.necessary is False
    assert (move.skill, move.best, move.win) == (100, "0,0", 0.5)
    assert "0,0 was a mine. No guess was needed" in move.sentence
    assert move.sentence.endswith("But this risk had to be taken sooner or later.")
