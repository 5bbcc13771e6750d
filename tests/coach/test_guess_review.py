from __future__ import annotations

from collections.abc import Callable, Mapping
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.mastermind.turns import drawn_turns, turns_of

from mastermine.coach.guess import assess
from mastermine.coach.guess_review import ReviewedGuess, measure_of
from mastermine.coach.review import Review, luck_of, review
from mastermine.core.game import Turn, View
from mastermine.core.random import Random
from mastermine.i18n.languages import Language
from mastermine.i18n.text import speaking
from mastermine.mastermind.knowledge import Candidates, universe
from mastermine.mastermind.rules import Mastermind
from mastermine.registry import find_strategy, parse_rules_of
from mastermine.testing import RULES


def reviewed(spec: str, *rows: str, strategy: str | None = None) -> Review:
    rules = parse_rules_of(Mastermind, spec)
    yardstick = None if strategy is None else find_strategy(strategy)
    return review(rules, turns_of(rules, *rows), yardstick)


def guess(result: Review, row: int) -> ReviewedGuess:
    move = result.moves[row - 1]
    assert isinstance(move, ReviewedGuess)
    return move


def test_by_hand() -> None:
    """Of 11, 12, 21, 22 the guess 11 leaves none, two, two or one: 1.25 on average."""
    result = reviewed("2x2", "11 1B 0W", "22 1B 0W", "21 0B 2W", "12 2B 0W")
    first, vain, fair, last = (guess(result, row) for row in (1, 2, 3, 4))
    assert (first.before, first.left, first.expected, first.worst) == (4, 2, 1.25, 2)
    assert (first.skill, first.luck, first.best) == (100, 25, "11")  # 100 * (0 + 1/2 * 2/4)
    # 22 would get one black peg from both 12 and 21.
    assert (vain.before, vain.left, vain.expected, vain.worst) == (2, 2, 2.0, 2)
    assert (vain.best, vain.best_expected, vain.best_worst) == ("12", 0.5, 1)
    assert (vain.skill, vain.luck, vain.possible, vain.contradicts) == (0, None, False, (1,))
    assert vain.sentence == (
        "Weak: 22 leaves at most 2 possible codes; 12 would have left at most 1. It could not be "
        "the code: it contradicts the answer in row 1. 1 peg of row 1 is in the code, possible "
        "only: red, so red is in the code."
    )
    # 21 or 12: one of them is the code, and it was the other.
    assert (fair.left, fair.expected, fair.skill, fair.luck) == (1, 0.5, 100, 25)
    assert (last.before, last.left, last.skill, last.luck) == (1, 0, 100, None)
    assert last.sentence == "Only this code was possible. It was the code."
    assert (result.skill, result.luck) == (75, 25)  # (100 + 0 + 100 + 100) / 4, (25 + 25) / 2
    assert result.sentences == (
        "Skill 75 of 100, with 1 mistake.",
        "Rule of the strategy knuth: leave as few codes as possible in the worst case.",
        "Luck 25 of 100: the answers were unlucky.",
        result.sentences[3],
    )
    assert result.sentences[3] == (
        "Guess 2 could not be the code, and another guess would have been better. Before you "
        "guess, check your code against every answer."
    )


@pytest.mark.parametrize(("answer", "luck"), [("2B", 88), ("1B", 25), ("0B", 62)])
def test_the_fewer_are_left_the_luckier(answer: str, luck: int) -> None:
    # None, two or one are left: 100 * (3/4 + 1/8), 100 * (0 + 1/4), 100 * (1/2 + 1/8).
    assert guess(reviewed("2x2", f"11 {answer} 0W"), 1).luck == luck


def test_the_classic_opening() -> None:
    """Irving 1978: 1123 leaves 185.27 on average; Knuth's 1122 leaves 204.54."""
    move = guess(reviewed("classic", "1122 0B 2W", strategy="expected-size"), 1)
    assert (move.best, move.best_worst, move.left) == ("1123", 276, 96)
    assert move.best_expected == pytest.approx(185.27, abs=0.01)
    assert move.expected == pytest.approx(204.53, abs=0.01)
    assert move.skill == round(100 * log2(1297 / 205.5347) / log2(1297 / 186.2677)) == 95
    assert (
        move.sentence
        == "Very good: 1122 leaves 204.5 possible codes on average; 1123 would have left 185.3."
    )
    # Knuth 1977 finds the opposite by the worst case: 256 of 1122 against 276 of 1123.
    result = reviewed("classic", "1123 0B 2W", strategy="knuth")
    assert (result.strategy, guess(result, 1).best) == ("knuth", "1122")
    assert guess(result, 1).skill == round(
        100 * log2(1297 / (277 - 1 / 1296)) / log2(1297 / (257 - 1 / 1296))
    )
    assert guess(result, 1).sentence == (
        "Very good: 1123 leaves at most 276 possible codes; 1122 would have left at most 256."
    )


@pytest.mark.parametrize(
    ("strategy", "best", "part"),
    [
        ("knuth", "1122", 256),
        ("expected-size", "1123", 240186 / 1296),
        ("entropy", "1234", 2 ** (log2(1296) - 3.0567)),
        ("most-parts", "1123", 1296 / 14),
    ],
)
def test_each_strategy_measures_in_its_own_way(strategy: str, best: str, part: float) -> None:
    """Neuwirth 1982 gives 3.057 bits for 1234; 1123 can get all 14 answers."""
    rules = parse_rules_of(Mastermind, "classic")
    measured = measure_of(find_strategy(strategy))
    opening = find_strategy(strategy)(View(rules))
    assert rules.format_action(opening) == best
    left = measured.left(assess(rules.knowledge(), opening))
    assert left == pytest.approx(part - 1 / 1296, rel=1e-3)


def test_a_fixed_first_guess_is_the_yardstick_s() -> None:
    result = reviewed("classic", "1123 0B 2W", strategy="knuth:first=1123")
    assert (guess(result, 1).skill, guess(result, 1).best) == (100, "1123")
    result = reviewed("classic", "1111 0B 0W", strategy="knuth:first=1123")
    assert (guess(result, 1).best, guess(result, 1).skill == 100) == ("1123", False)


@given(st.sampled_from(RULES), st.integers(0, 10**6), st.integers(0, 2))
def test_no_guess_is_better_than_the_best(rules: Mastermind, seed: int, number: int) -> None:
    _secret, turns = drawn_turns(rules, seed, number + 1)
    known = Candidates(rules, turns[:-1])
    move = review(rules, turns, find_strategy("expected-size")).moves[-1]
    codes = [tuple(code) for code in universe(rules).tolist()]
    # Times the number of codes, these are whole numbers.
    least = min(round(assess(known, code).expected * len(known)) for code in codes)
    own = assess(known, turns[-1].action)
    assert move.best is not None
    best = assess(known, rules.parse_action(move.best))
    assert round(best.expected * len(known)) == least
    assert (move.skill == 100) == (round(own.expected * len(known)) == least)
    assert (move.best_expected, move.best_worst) == (best.expected, best.worst)


@given(st.sampled_from(RULES), st.integers(0, 10**6))
def test_luck_over_all_codes(rules: Mastermind, seed: int) -> None:
    """What is rounded in a review is a half on average, and grows with what is left."""
    requested = rules.draw(Random(seed))
    moves = [
        review(rules, [Turn(requested, rules.respond(tuple(code), requested))]).moves[0]
        for code in universe(rules).tolist()
    ]
    left = [move.left or 0 for move in moves]
    exact = [luck_of([(1, each) for each in left], got) for got in left]
    assert sum(exact) / len(exact) == 50
    for move, luck in zip(moves, exact, strict=True):
        assert move.luck == (None if len({m.feedback for m in moves}) == 1 else round(luck))


def test_a_guess_that_cannot_be_the_code_may_be_the_best() -> None:
    # Six codes are left, and none of them tells all of the others apart, which 2313 does.
    move = guess(reviewed("4x6", "1122 0B 2W", "1344 0B 3W", "2313 0B 3W"), 3)
    assert (move.before, move.expected, move.worst) == (6, 1.0, 1)
    assert (move.skill, move.possible) == (100, False)
    assert move.sentence.endswith("It could not be the code, but no guess that could be is better.")


def test_answers_that_contradict_each_other() -> None:
    """As a person may answer who hides a code."""
    result = reviewed("classic", "1122 4B 0W", "3344 2B 0W", "1234 1B 1W")
    assert guess(result, 1).left == 0
    assert (guess(result, 2).left, guess(result, 2).skill, guess(result, 2).contradicts) == (
        0,
        None,
        (1,),
    )
    assert guess(result, 2).sentence.startswith(
        "Row 2: no code is possible with the answer 2B 0W to 3344"
    )
    assert guess(result, 3).sentence == (
        "Not rated: the answers contradict each other from row 2 on."
    )
    assert result.skill == guess(result, 1).skill


def test_only_one_code_was_possible() -> None:
    result = reviewed("1x3", "1 0B 0W", "1 0B 0W", "2 0B 0W", "2 0B 0W", "3 1B 0W")
    assert [move.skill for move in result.moves] == [100, 0, 100, 0, 100]
    assert guess(result, 4).sentence == (
        "Weak: only 3 was still possible. It could not be the code: it contradicts the answer in "
        "row 3. No peg of row 3 is in the code, so green is not in the code."
    )
    assert guess(result, 2).contradicts == (1,)


class TestTooManyCodes:
    def test_to_be_searched(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for core in ("MAX", "PLAIN"):
            monkeypatch.setattr(f"mastermine.coach.guess_review.{core}_CODES", 1000)
            monkeypatch.setattr(f"mastermine.coach.guess_review.{core}_PAIRS", 1296 * 100)
        result = reviewed("classic", "1122 0B 2W", "1344 0B 3W")
        first, second = guess(result, 1), guess(result, 2)
        assert (first.best, first.skill, first.left, first.luck) == (None, None, 96, 88)
        assert first.sentence == "1122 leaves at most 256 possible codes."
        assert (second.best, second.skill) == ("2344", 74)
        assert result.skill == 74

    def test_where_no_place_is_like_another_to_the_search(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for core in ("MAX", "PLAIN"):
            monkeypatch.setattr(f"mastermine.coach.guess_review.{core}_PAIRS", 2**8 * 100)
        result = reviewed("8x2", "11112222 5B 0W", "11111112 8B 0W")
        judged = [(move.before, move.best is not None) for move in result.moves]
        assert judged == [(256, False), (8, True)]
        assert reviewed("7x2", "1111222 4B 0W").moves[0].best is not None


def test_every_sentence_passes_through_the_catalogue(
    spoken_with: Callable[[Mapping[str, str]], Language], unmarked: Callable[[str], str]
) -> None:
    with speaking(spoken_with({})):
        for rows in (
            ("11 1B 0W", "22 1B 0W", "21 0B 2W", "12 2B 0W"),
            ("11 1B 0W", "12 0B 2W", "22 0B 0W"),
            ("12 2B 0W",),
        ):
            result = reviewed("2x2", *rows)
            for sentence in (*result.sentences, *(move.sentence for move in result.moves)):
                assert sentence
                assert not unmarked(sentence)


def test_numbers_are_those_of_the_language(
    spoken_with: Callable[[Mapping[str, str]], Language],
) -> None:
    message = "{word}: {guess} leaves {left}; no other guess leaves fewer."
    average = "{n} possible codes on average"
    words = {message: "{word}: {guess} → {left}", "Best": "Najbolje", average: "{n}"}
    with speaking(spoken_with(words)):
        result = reviewed("2x2", "11 1B 0W", strategy="expected-size")
        assert guess(result, 1).sentence == "Najbolje: 11 → 1,2"
