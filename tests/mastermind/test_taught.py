"""The two methods of the pages in Russian: as printed there, and what they promise."""

from __future__ import annotations

from typing import Any

import pytest

from mastermine.arena.evaluation import evaluate
from mastermine.coach.guess import assess, why
from mastermine.core.errors import InvalidSpec
from mastermine.core.game import Turn, View
from mastermine.core.oracle import Honest
from mastermine.core.play import play
from mastermine.mastermind.notation import Notation
from mastermine.mastermind.rules import Code, Mastermind
from mastermine.registry import find_strategy, parse_rules_of

EXAMPLES = [
    (
        "methodical",
        "blue green pink yellow",
        "BBBB 0B 0W, BBGG 0B 1W, BBPP 1B 0W, BBYY 1B 1W, GYPY 2B 2W, YGPY 4B 0W",
        """
        Blue everywhere: the black pegs count blue. It fills half of the next guesses.
        Blue on the left, green on the right. A white peg puts green into the left half, a black
          one into the right.
        Blue on the left, pink on the right. A white peg puts pink into the left half, a black
          one into the right.
        Blue on the left, yellow on the right. A white peg puts yellow into the left half, a black
          one into the right.
        All colours are known; this order is consistent with all answers.
        """,
    ),
    (
        "pairs",
        "blue red green yellow orange purple",
        "BBRR 0B 2W, BBBB 1B 0W, GGBG 1B 1W, RYYY 0B 1W, OOPO 0B 1W, GROB 4B 0W",
        """
        Two new colours at once, blue and red: without a peg, neither is in.
        Blue everywhere: the black pegs count blue; the other pegs of this pair were red.
        Blue is in the code: it is tried in place 3, with green in all others. Without a white
          peg it is right there.
        Red is in the code: it is tried in place 1, with yellow in all others. Without a white
          peg it is right there.
        Two new colours: orange in the known places and purple in the others. White pegs count
          orange, black pegs count purple.
        """,
    ),
]
"""Strategy, its colours in the order in which it tests them, the printed game, and its reasons."""


def played(name: str, rules: Mastermind, secret: Code) -> list[Any]:
    """The views before each turn of a game, and after the last."""
    record = play(rules, find_strategy(name), Honest(rules, secret))
    views: list[Any] = [View(rules)]
    for guess, answer in record.turns:
        turn = Turn(rules.parse_action(guess), rules.parse_feedback(answer))
        views.append(views[-1].after(turn))
    return views


@pytest.mark.parametrize("colours", [6, 8])
@pytest.mark.parametrize(("name", "names", "game", "reasons"), EXAMPLES)
def test_the_printed_example(name: str, names: str, game: str, reasons: str, colours: int) -> None:
    rules = Mastermind(4, colours)
    notation = Notation(rules, f"{names} grey white black brown".split()[:colours])
    letters = "".join(each[0].upper() for each in names.split())
    *_others, last = game.split(", ")
    views = played(name, rules, tuple(letters.index(peg) for peg in last.split()[0]))
    turns = [
        f"{''.join(letters[peg] for peg in turn.action)} {turn.feedback}"
        for turn in views[-1].turns
    ]
    assert ", ".join(turns) == game
    strategy = find_strategy(name)
    lines = reasons.strip().replace("\n          ", " ").split("\n")
    for view, reason in zip(views, map(str.strip, lines), strict=False):
        assert strategy.why(view, notation=notation) == [reason]
        guess = assess(view.knowledge, strategy(view))
        assert reason in why(guess, strategy, notation)


TOTALS = {
    "methodical": [1, 1, 5, 24, 78, 359, 543, 265, 20],
    "pairs": [1, 4, 12, 61, 419, 672, 127],
}
"""Codes of 4x6 found with each number of guesses: mastermine evaluate 4x6 --strategy NAME."""


@pytest.mark.parametrize("name", TOTALS)
def test_every_code_of_the_classic_game_is_found_within_its_ten_guesses(name: str) -> None:
    found = evaluate(Mastermind(4, 6), find_strategy(name))
    assert list(found.histogram) == TOTALS[name]
    assert (found.codes, found.worst <= 10) == (1296, True)


@pytest.mark.parametrize("name", ["methodical", "pairs"])
@pytest.mark.parametrize("spec", ["5x3", "3x7", "2x9", "6x2", "3x4+blank"])
def test_other_sizes(name: str, spec: str) -> None:
    rules = parse_rules_of(Mastermind, spec)
    assert evaluate(rules, find_strategy(name)).codes == rules.size


@pytest.mark.parametrize("name", ["methodical", "pairs"])
@pytest.mark.parametrize("spec", ["4x10-distinct", "4x6-black", "4x6-places"])
def test_rules_that_it_does_not_suit(name: str, spec: str) -> None:
    rules = parse_rules_of(Mastermind, spec)
    with pytest.raises(InvalidSpec, match=f"strategy {name} needs colours that may repeat"):
        find_strategy(name)(View(rules))


def test_a_filler_in_the_code_is_subtracted() -> None:
    rules = Mastermind(4, 6)
    _start, second, *_others = played("methodical", rules, (0, 1, 2, 3))
    [reason] = find_strategy("methodical").why(second, notation=rules.notation)
    assert "Without the pegs that red alone would get" in reason
