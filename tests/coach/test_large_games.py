"""The coach in games with too many codes to list: exact figures and estimates."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.mastermind.turns import drawn_turns, turns_of

from mastermine.coach import guess_review
from mastermine.coach.guess import assess, average, facts, most, sample_note, why
from mastermine.coach.guess_review import ReviewedGuess
from mastermine.coach.review import Review, review
from mastermine.core.game import Turn
from mastermine.core.random import Random
from mastermine.i18n.languages import Language
from mastermine.i18n.text import speaking
from mastermine.mastermind import kernels
from mastermine.mastermind.feedback import Feedback
from mastermine.mastermind.knowledge import Candidates
from mastermine.mastermind.large import sampling
from mastermine.mastermind.large.candidates import Unlisted
from mastermine.mastermind.large.satisfiability import Undecided
from mastermine.mastermind.rules import Code, Mastermind
from mastermine.registry import find_strategy
from mastermine.system.native import NATIVE
from mastermine.testing import RULES

pytestmark = [] if NATIVE else [pytest.mark.rest]
"""By the plain twin a sample takes seconds."""

LARGE = Mastermind(8, 12)
SUPER = Mastermind(5, 8)


def moves_of(result: Review) -> list[ReviewedGuess]:
    moves = [move for move in result.moves if isinstance(move, ReviewedGuess)]
    assert len(moves) == len(result.moves)
    return moves


@pytest.fixture
def sampled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No codes are listed, so that estimates can be checked."""
    monkeypatch.setattr(kernels.backend, "listed", lambda *_asked: (False, None))
    monkeypatch.setattr(guess_review, "listable", lambda _rules: False)
    monkeypatch.setattr(Mastermind, "knowledge", lambda rules: Unlisted(rules))
    sampling.sample.cache_clear()
    yield
    sampling.sample.cache_clear()


@given(st.sampled_from(RULES), st.integers(0, 10**6), st.integers(0, 2))
def test_as_soon_as_all_codes_are_listed_everything_is_exact(
    rules: Mastermind, seed: int, number: int
) -> None:
    _secret, turns = drawn_turns(rules, seed, number)
    known, unlisted = Candidates(rules, turns), Unlisted(rules, turns)
    guess = rules.draw(Random(seed + 1))
    result = assess(unlisted, guess)
    assert result == assess(known, guess)
    assert result.exact
    assert result.estimate.exact
    assert sample_note(result) == []
    assert facts(unlisted, rules.notation) == facts(known, rules.notation)


@pytest.mark.usefixtures("sampled")
def test_estimates_are_near_the_truth() -> None:
    turns = turns_of(SUPER, "11223 1B 1W")
    guess = SUPER.parse_action("14456")
    truth, result = assess(Candidates(SUPER, turns), guess), assess(Unlisted(SUPER, turns), guess)
    assert truth.exact
    assert not result.exact
    assert not result.estimate.exact
    assert result.sampled == len(Unlisted(SUPER, turns).drawn.codes)
    # Of the truth this is more than five standard errors of a sample of a thousand codes.
    assert result.candidates == pytest.approx(truth.candidates, rel=0.15)
    assert result.expected == pytest.approx(truth.expected, rel=0.2)
    assert result.worst == pytest.approx(truth.worst, rel=0.3)
    assert result.parts.keys() <= truth.parts.keys()
    assert result.possible == truth.possible
    assert isinstance(result.expected, int)


@pytest.mark.parametrize("answer", ["1B 2W", "0B 3W"])
def test_whether_a_guess_may_be_the_code_is_exact(answer: str) -> None:
    """Of a hundred million codes a sample holds next to none."""
    known = Unlisted(LARGE, turns_of(LARGE, f"00112233 {answer}"))
    for text in ("04455667", "44556670", "40455667"):
        guess = LARGE.parse_action(text)
        possible = str(LARGE.respond(guess, (0, 0, 1, 1, 2, 2, 3, 3))) == answer
        assert assess(known, guess).possible == possible
        result = why(assess(known, guess), None, LARGE.notation)
        assert ("It may be the code itself." in result) == possible


def test_why_says_what_is_estimated() -> None:
    known = Unlisted(LARGE, turns_of(LARGE, "00112233 2B 2W"))
    result = assess(known, LARGE.parse_action("01456789"))
    split, sampled_by, rule, own = why(result, find_strategy("knuth"), LARGE.notation)
    assert split == (
        f"01456789 can get at least {result.answers} different answers from {known.estimate()} "
        f"possible codes; on average {average(result.expected, exact=False)} of them would remain, "
        f"at worst {most(result.worst, exact=False)}."
    )
    assert average(result.expected, exact=False).startswith("about ")
    assert sampled_by == f"These numbers are estimates from a sample of {result.sampled:,} codes."
    assert rule.endswith("No other guess that was tried does this better.")
    assert "No other guess does" not in rule
    assert "cannot win now" in own
    assert facts(known, LARGE.notation) == []


def test_at_the_beginning_their_number_is_known() -> None:
    split, *_rest = why(assess(LARGE.knowledge(), (0,) * 8), None, LARGE.notation)
    assert split.startswith("00000000 can get at least ")
    rules = Mastermind(60, 10)
    result = why(assess(rules.knowledge(), (0,) * 60), None, rules.notation)
    assert result[0].startswith("This guess can get ")


def test_a_sample_never_makes_certain() -> None:
    """A repeated guess gets the same answer; a sample does not call it certain."""
    known = Unlisted(LARGE, turns_of(LARGE, "00112233 2B 2W"))
    result = why(assess(known, (0, 0, 1, 1, 2, 2, 3, 3)), None, LARGE.notation)
    assert result[0] == "00112233 gets the same answer from all codes of the sample."
    assert "cannot be" in result[-1]
    assert not any("you will then know the code" in sentence for sentence in result)
    # One code of a sample is not the only one.
    only = assess(Candidates(SUPER, turns_of(SUPER, "11223 5B 0W")), (0, 0, 1, 1, 2))
    assert why(only, None, SUPER.notation) == ["Only one code is still possible: 11223."]
    guessed = replace(only, sampled=1, error=0.5)
    assert not any("Only one" in line for line in why(guessed, None, SUPER.notation))


class TestReview:
    def test_a_game(self) -> None:
        turns = turns_of(
            LARGE, "00112233 1B 1W", "00112233 1B 1W", "44444444 0B 0W", "55555555 8B 0W"
        )
        result = review(LARGE, turns)
        first, again, third, last = moves_of(result)
        assert first.before == LARGE.size
        assert (first.exact, first.left_exact) == (False, False)
        assert first.sentence.partition(" leaves about ")[2].partition(" codes on average")[0]
        assert again.sentence.endswith(
            "It could not be the code: it contradicts the answer in row 1."
        )
        assert again.contradicts == (1,)
        assert again.skill is not None
        assert again.skill < 5
        assert again.luck is None
        assert third.contradicts == (1, 2)
        assert last.contradicts == (1, 2)
        assert last.sentence.startswith(
            "Row 4: no code is possible with the answer 8B 0W to 55555555 and"
        )
        assert result.sentences[-1] == (
            "Some guesses had too many possible codes to list: their numbers, skill and luck are "
            "estimates from a sample."
        )
        assert "could not be the code, and" in result.sentences[-2]
        assert result.to_json()["moves"][0]["left_exact"] is False

    def test_the_best_that_was_tried_is_said_to_be_that(self) -> None:
        first = review(LARGE, turns_of(LARGE, "01234567 8B 0W")).moves[0]
        assert first.best is not None
        again = review(LARGE, turns_of(LARGE, f"{first.best} 1B 2W"))
        (move,) = moves_of(again)
        assert (move.best, move.skill, again.skill) == (first.best, 100, 100)
        assert "the guess of the strategy sampled is no better" in move.sentence
        assert not any(first.best in sentence for sentence in again.sentences)

    def test_what_cannot_be_better_is(self) -> None:
        """Two codes are left, and then one."""
        rows = ("00000000 7B 0W", "11111111 0B 0W", "22222222 0B 0W", "33333333 0B 0W")
        more = ("44444444 0B 0W", "55555555 0B 0W", "66666666 0B 0W", "77777777 0B 0W")
        last = ("88888888 0B 0W", "99999999 0B 0W", "aaa00000 5B 0W", "b0000000 6B 2W")
        result = review(
            LARGE, turns_of(LARGE, *rows, *more, *last, "0b000000 6B 2W", "00b00000 8B")
        )
        *_others, one, two = moves_of(result)
        assert (one.before, one.left, one.exact, one.skill) == (2, 1, True, 100)
        assert (
            one.sentence
            == "Best: 0b000000 leaves 0.5 possible codes on average; the guess of the strategy "
            "sampled is no better."
        )
        assert (two.before, two.left, two.skill) == (1, 0, 100)
        assert two.sentence.startswith("Only this code")

    @pytest.mark.usefixtures("sampled")
    def test_is_near_the_truth(self, monkeypatch: pytest.MonkeyPatch) -> None:
        turns = turns_of(SUPER, "11223 1B 1W", "14456 1B 1W", "31567 0B 2W")
        yardstick = find_strategy("expected-size")
        guessed = moves_of(review(SUPER, turns, yardstick))
        monkeypatch.undo()
        sampling.sample.cache_clear()
        true = moves_of(review(SUPER, turns, yardstick))
        for result, truth in zip(guessed, true, strict=True):
            assert truth.exact
            assert not result.exact
            assert truth.skill is not None
            assert truth.luck is not None
            assert result.skill == pytest.approx(truth.skill, abs=6)
            # It is a rank: answers of almost the same size may change places.
            assert result.luck == pytest.approx(truth.luck, abs=20)
            assert result.left == pytest.approx(truth.left, rel=0.25)
            assert (result.possible, result.contradicts) == (truth.possible, truth.contradicts)

    def test_what_nobody_can_decide_in_time(self, monkeypatch: pytest.MonkeyPatch) -> None:
        right = Unlisted.after

        def undecided(known: Unlisted, turn: Turn[Code, Feedback]) -> Unlisted:
            if len(known.turns) == 1:
                raise Undecided("not decided within 60 s")
            return right(known, turn)

        monkeypatch.setattr(Unlisted, "after", undecided)
        result = review(LARGE, turns_of(LARGE, *("00112233 1B 1W",) * 3))
        first, *others = moves_of(result)
        assert first.skill == result.skill is not None
        for move in others:
            assert move.sentence == "Not rated: not decided within 60 s."
            assert (move.skill, move.left) == (None, None)

    def test_answers_that_nobody_of_the_sample_gives(self) -> None:
        """The first guess is the code: luck that no sample foresees."""
        (move,) = moves_of(review(LARGE, turns_of(LARGE, "01234567 8B 0W")))
        assert (move.left, move.left_exact, move.luck) == (0, True, 100)
        assert move.sentence.endswith("It was the code.")


def test_every_sentence_passes_through_the_catalogue(
    spoken_with: Callable[[Mapping[str, str]], Language], unmarked: Callable[[str], str]
) -> None:
    known = Unlisted(LARGE, turns_of(LARGE, "00112233 2B 2W"))
    with speaking(spoken_with({})):
        result = review(LARGE, turns_of(LARGE, "00112233 1B 1W", "00112233 1B 1W"))
        said = [*result.sentences, *(move.sentence for move in result.moves)]
        for guess in ((0, 0, 1, 1, 2, 2, 3, 3), (0, 1, 4, 5, 6, 7, 8, 9)):
            said += why(assess(known, guess), None, LARGE.notation)
        for sentence in said:
            assert unmarked(sentence) == ""
