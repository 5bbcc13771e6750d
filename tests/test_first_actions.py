"""Every first action there is: one of those that are alike, and games that begin with it."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

from mastermine.arena.evaluation import evaluate
from mastermine.arena.run import Run
from mastermine.arena.worker import play_part
from mastermine.mastermind.rules import Answer, Mastermind
from mastermine.mastermind.symmetry import first_guesses, representatives
from mastermine.minesweeper import reference
from mastermine.minesweeper.generate import draw_many
from mastermine.minesweeper.guessing import first_cells
from mastermine.minesweeper.preference import weights
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import expand, find_strategy, parse_rules, parse_rules_of
from mastermine.system.native import NATIVE


def first_actions(text: str, spec: str) -> list[str]:
    return [each.partition("first=")[2] for each in expand(text, parse_rules(spec))]


@pytest.mark.parametrize(
    ("spec", "actions"),
    [
        ("4x6", "1111 1112 1122 1123 1234"),
        ("4x2", "1111 1112 1122"),
        ("4x10-distinct", "0123"),
        ("2x3-places", "11 12"),
        ("3x40", "1.1.1 1.1.2 1.2.3"),
        ("3x12", "000 001 012"),
        ("3x3x1", "0.0 1.0 1.1"),
        ("4x2x1", "0.0 1.0"),
        ("1x3x1", "0.0 0.1"),
    ],
)
def test_one_of_those_that_are_alike(spec: str, actions: str) -> None:
    assert first_actions("any:first=every", spec) == actions.split()


def test_the_rest_of_the_text_stays() -> None:
    rules = Mastermind(2, 2)
    assert expand("knuth", rules) == ["knuth"]
    assert expand("a.py:mine:depth=3:first=every", rules) == [
        "a.py:mine:depth=3:first=11",
        "a.py:mine:depth=3:first=12",
    ]
    assert expand("a.py:first=11", rules) == ["a.py:first=11"]


@pytest.mark.parametrize("spec", ["3x4", "4x3", "5x3", "4x6-distinct", "3x3-places", "2x2+blank"])
def test_first_guesses_are_the_representatives(spec: str) -> None:
    rules = parse_rules_of(Mastermind, spec)
    ordered = rules.answer is Answer.PLACES
    codes = rules.knowledge().codes
    none = np.zeros((0, rules.places), np.uint8)
    marked = representatives(codes, none, rules.symbols, ordered)
    found = first_guesses(rules.places, rules.symbols, not rules.repeats, ordered)
    assert [list(code) for code in found] == codes[marked].tolist()


def test_first_guesses_of_large_codes_need_no_list() -> None:
    # Ways to write 16 as a sum: Euler's partitions.
    assert len(first_guesses(16, 64)) == 231
    assert len(first_guesses(10, 3)) == 14


def test_a_first_guess_that_is_the_code_counts() -> None:
    rules = parse_rules("1x4")
    assert evaluate(rules, find_strategy("knuth:first=3")).histogram == (1, 1, 1, 1)
    assert evaluate(parse_rules("1x1"), find_strategy("knuth:first=1")).histogram == (1,)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (3, 3), (4, 4), (5, 2), (2, 5)])
def test_each_cell_is_like_exactly_one_first_cell(width: int, height: int) -> None:
    def images(x: int, y: int) -> set[tuple[int, int]]:
        found = set(product((x, width - 1 - x), (y, height - 1 - y)))
        return found | {(b, a) for a, b in found} if width == height else found

    cells = first_cells(width, height)
    for cell in product(range(width), range(height)):
        assert sum(cell in images(*each) for each in cells) == 1


def test_the_evaluation_begins_with_the_first_guess() -> None:
    # Every guess is alike to one of the five kinds, and the best first guess is the best of all.
    rules = Mastermind(3, 4)
    totals = {}
    for text in expand("expected-size:first=every", rules):
        found = evaluate(rules, find_strategy(text))
        assert found.exact
        assert found.codes == 64
        totals[text.rpartition("=")[2]] = found.total
    plain = evaluate(rules, find_strategy("expected-size"))
    assert plain.total in totals.values()
    for guess in permutations("123"):
        text = "expected-size:first=" + "".join(guess)
        assert evaluate(rules, find_strategy(text)).total == totals["123"]


@pytest.mark.skipif(not NATIVE, reason="it takes a while without the native core")
def test_five_guesses_suffice_after_1122() -> None:
    # Knuth (1977): his rule begins with 1122, and needs no more than five guesses then.
    rules = Mastermind(4, 6)
    worst = {
        text.rpartition("=")[2]: evaluate(rules, find_strategy(text)).worst
        for text in expand("knuth:first=every", rules)
    }
    assert [guess for guess, most in worst.items() if most <= 5] == ["1122"]


def results(strategy: Any, spec: str, rounds: int) -> list[Any]:
    run = Run.of(parse_rules(spec), [strategy], rounds, 1, moves=False)
    return [(g.outcome, g.guesses) for g in play_part(run, range(1, rounds + 1)).games]


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("safest:first=4.4", "9x9x10"),
        ("endgame:layouts=20:first=2.1", "6x6x8-open"),
        ("farsighted:layouts=5", "6x6x8"),
        ("pseq:first=7.0", "8x5x8-any"),
        ("single-point:first=3.3", "7x7x6"),
        ("thesis:first=3.2", "6x6x5-noguess"),
    ],
)
@pytest.mark.skipif(not NATIVE, reason="there is no native player")
def test_whole_games_begin_where_they_should(text: str, spec: str) -> None:
    found = find_strategy(text, "minesweeper")
    assert found.games is not None
    assert results(found, spec, 12) == results(replace(found, games=None), spec, 12)


def test_a_number_of_layouts_that_the_native_player_does_not_take() -> None:
    for text in ("endgame:layouts=-1", "endgame:layouts=99999999999"):
        assert find_strategy(text, "minesweeper").games is None


@pytest.mark.skipif(not NATIVE, reason="there is no native player")
@pytest.mark.parametrize(
    ("name", "few"), [("endgame", 3), ("farsighted", 60), ("champion", 60), ("patterns", 0)]
)
def test_the_native_player_equals_its_twin(name: str, few: int) -> None:
    from mastermine import _native as native

    rules = Minesweeper(6, 5, 7)
    for place in (0, 8, 29):
        drawn = draw_many(rules, range(12), (place % 6, place // 6))
        given = (drawn, 6, True, np.arange(12, dtype=np.uint64), name, place, few, weights())
        np.testing.assert_array_equal(native.play_games(*given), reference.play_games(*given))
    for place in (-1, 30):
        with pytest.raises(ValueError, match=f"the place {place} is not in the field"):
            native.play_games(
                drawn, 6, True, np.arange(12, dtype=np.uint64), name, place, few, weights()
            )
