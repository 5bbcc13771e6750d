"""The sentences that several interfaces say, each in one state of a game."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from tests.sessions import did

from mastermine.coach.sweep import sweep
from mastermine.core.oracle import Honest
from mastermine.core.random import Random
from mastermine.mastermind.rules import Mastermind
from mastermine.minesweeper.deduction import deduce
from mastermine.minesweeper.probability import analyze
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import find_strategy, parse_rules
from mastermine.session import Contest, MastermindSession, MinesweeperSession, Mode, Race
from mastermine.session.clock import Clock
from mastermine.session.messages import counts, mastermind, minesweeper, rules
from mastermine.session.messages import help as helped
from mastermine.session.minesweeper import CheckedFlags

pytestmark = pytest.mark.usefixtures("time")

LAYOUT = "*..../...../..*../*...."
"""The layout

    * 1 . . .
    1 2 1 1 .
    1 2 * 1 .
    * 2 1 1 .
"""


def code(*moves: str, limit: int | None = 3, mode: Mode = Mode.COMPUTER, **options: Any) -> Any:
    """A game of Mastermind after these moves; the computer's code is 3411."""
    game = Mastermind(4, 6, limit=limit)
    if mode is Mode.COMPUTER:
        options = {"secret": game.parse_secret("3411")} | options
    return did(MastermindSession(game, mode, **options), *moves)


def field(*moves: str, layout: str = LAYOUT, **options: Any) -> Any:
    """A game of Minesweeper after these moves."""
    rows = layout.split("/")
    game = Minesweeper(len(rows[0]), len(rows), layout.count("*"))
    return did(MinesweeperSession(game, secret=game.parse_secret(layout), **options), *moves)


MISSED = ("guess 1122", "guess 2211", "guess 6666")
SHOWN = (*MISSED, "undo", "guess 3411")


@pytest.mark.parametrize(
    ("game", "progress", "outcome", "label"),
    [
        (code(), "Guess 1 of 3", None, None),
        (code("guess 1122"), "Guess 2 of 3", None, None),
        (code("guess 1122", limit=None), "Guess 2", None, None),
        (code("guess 1122", "guess 3411"), "2 guesses", "Found in 2 guesses.", "The code was:"),
        (code(*MISSED), "3 guesses", "Not found in 3 guesses.", "The code was:"),
        (code("give up"), "0 guesses", "You gave up.", "The code was:"),
        (
            code(*SHOWN),
            "3 guesses",
            "Found, but the code was already shown: this counts as a loss.",
            "The code was:",
        ),
        (
            code("guess 1122", "give up", mode=Mode.ADVERSARY),
            "1 guess",
            "You gave up.",
            "The code could have been:",
        ),
        (
            code("answer 1,0", "answer 4,0", mode=Mode.PERSON),
            "2 guesses",
            "I found your code in 2 guesses.",
            "The code was:",
        ),
        (
            code("answer 0,0", "answer 0,0", "correct 1 4,0", mode=Mode.PERSON),
            "2 guesses",
            "I found your code in 1 guess.",
            "The code was:",
        ),
        (
            code("answer 1,0", mode=Mode.PERSON, limit=1),
            "1 guess",
            "I have no guesses left.",
            "The code was:",
        ),
    ],
)
def test_a_game_of_mastermind(
    game: Any, progress: str, outcome: str | None, label: str | None
) -> None:
    assert mastermind.progress(game) == progress
    if outcome is not None:
        assert (mastermind.outcome(game), mastermind.code_label(game)) == (outcome, label)


def test_a_player_who_answers() -> None:
    game = code("answer 0,0", "answer 0,0", "answer 3,0", mode=Mode.PERSON, limit=10)
    guesses = [game.rules.format_action(turn.action) for turn in game.turns]
    assert mastermind.contradiction(game) == [
        f"Row 3: no code is possible with the answer 3B 0W to {guesses[2]} and the rows before it.",
        "If only the answer in row 1 is wrong, it should be 0B 1W (4 codes) or 1B 0W (4 codes).",
        "If only the answer in row 2 is wrong, it should be 0B 1W (8 codes) or 1B 0W (4 codes).",
        "If only the answer in row 3 is wrong, it should be 4B 0W (1 code).",
    ]
    impossible = code("answer 3,0", mode=Mode.PERSON, limit=10)
    assert mastermind.contradiction(impossible) == []
    lost = code("answer 0,0", mode=Mode.PERSON, limit=1)
    assert mastermind.wrong_answers(lost) == []
    lost.tell("6666")
    assert mastermind.wrong_answers(lost) == ["All your answers were right: you win."]
    lost.tell("1166")
    assert mastermind.wrong_answers(lost) == [
        "Row 1: the answer should have been 2B 0W, not 0B 0W."
    ]
    assert mastermind.unchecked() == "If all your answers were right, you win."
    assert mastermind.question(2) == "What is your answer to guess 2?"
    assert mastermind.question(2, correcting=True) == "What is the correct answer to guess 2?"


def test_the_first_answer_can_be_impossible_by_itself() -> None:
    game = did(MastermindSession(Mastermind(4, 2, limit=5), Mode.PERSON), "answer 0,0")
    first, second = mastermind.contradiction(game)
    assert first.startswith("Row 1: no code gives the answer 0B 0W")
    assert second == "This answer is wrong."


def test_what_a_guess_leaves() -> None:
    game = code()
    assert mastermind.nothing_known() == "Nothing is known yet: every code is possible."
    assert mastermind.expectation(game.hint()) == [
        "Of 1,296 possible codes, 204.5 would remain on average, 256 at worst."
    ]
    sure = code("guess 1122", "guess 3356", "guess 4631", limit=10)
    while sure.knowledge.count() > 1:
        sure.guess(sure.hint().guess)
    assert mastermind.expectation(sure.hint()) == ["It is the only possible code."]


def test_a_code_is_played_again_only_by_its_seed() -> None:
    drawn = MastermindSession(Mastermind(4, 6), seed=7)
    assert mastermind.again(drawn) == ["To play this code again, use seed 7."]
    assert mastermind.again(code()) == mastermind.again(code(mode=Mode.ADVERSARY)) == []


WON = ("click 4,0", "flag 2,2", "chord 3,2", "chord 2,1", "click 1,3", "click 0,1", "click 0,2")


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        (WON, "Won in 1:05.27 with 6 clicks."),
        (("click 4,0", "click 2,2"), "Lost after 1:05.27 and 2 clicks."),
        (
            ("click 4,0", "click 2,2", "undo", *WON[1:]),
            "Cleared, but you hit a mine before: this counts as a loss.",
        ),
        (("click 4,0", "give up"), "You gave up."),
    ],
)
def test_a_game_of_minesweeper_ends(moves: tuple[str, ...], sentence: str) -> None:
    game = field(*moves)
    game.clock = Clock(65.273)
    assert minesweeper.outcome(game) == sentence


def test_a_mine_that_was_hit() -> None:
    game = field("click 4,0", "flag 1,2", "flag 2,2", "click 0,0")
    assert minesweeper.wrong_flags(game) == ["1 flag was wrong (!): 1,2."]
    assert minesweeper.loss(game.fatal) == ["0,0 was a mine."]
    first, safe, *reasons = minesweeper.loss(game.fatal, game.loss())
    assert first.startswith("0,0 was a mine. The risk was ")
    assert safe.startswith("There was a safe cell, ")
    assert reasons
    guessed = field("click 1,0", "click 0,0", layout="*..")
    assert minesweeper.loss(guessed.fatal, guessed.loss())[0] == (
        "0,0 was a mine. The risk was 50 %."
    )


def test_flags_are_checked() -> None:
    def said(*wrong: tuple[int, int], unproven: int = 0, right: int = 0) -> str:
        return " ".join(minesweeper.flags_checked(CheckedFlags(wrong, unproven, right)))

    assert said(right=1) == "The flag is right."
    assert said(right=2) == "All 2 flags are right."
    assert said((0, 0), (1, 0), right=7) == "2 flags are wrong: 0,0 1,0."
    assert said((0, 0), unproven=1) == (
        "1 flag is wrong: 0,0. 1 flag cannot be proven yet: it may be right or wrong."
    )
    assert said(unproven=5, right=1) == (
        "5 flags cannot be proven yet: each may be right or wrong."
    )


def test_chances() -> None:
    assert minesweeper.chances([0.0, 0.0, 1.0, 0.5]) == [
        "2 cells are certainly safe.",
        "1 cell is certainly a mine.",
    ]
    assert minesweeper.chances([0.25, 0.5]) == [
        "No cell is certainly safe; the lowest risk is 25 %."
    ]
    assert minesweeper.chances([]) == []
    assert minesweeper.chance_elsewhere("#", 0.5) == (
        "#: no number next to the cell; chance of a mine: 50 %."
    )


@pytest.mark.parametrize(
    ("board", "mines", "sentences"),
    [
        ("1#\n##", 1, ["With best play, the chance to win from here is 33.3 %."]),
        ("#1\n11", 1, ["From here every game can be won without a guess."]),
        ("###\n###", 2, []),
    ],
)
def test_the_chance_to_win(board: str, mines: int, sentences: list[str]) -> None:
    analysis = analyze(board, mines)
    assert minesweeper.win_chance(analysis) == sentences
    noguess: Any = parse_rules("minesweeper:9x9x10-noguess")
    contradicted = (
        "In a game without guesses some closed cell is always certainly safe: check the board. "
        "The chances count all layouts alike."
    )
    said = [contradicted] if board[0] == "1" else []
    assert minesweeper.win_chance(analysis, noguess) == said


def test_an_estimated_chance_to_win_is_rounded() -> None:
    (sentence,) = minesweeper.win_chance(analyze("1#######\n" + "########\n" * 7, 12))
    assert re.fullmatch(r"The chance to win from here is about \d+ %\.", sentence)


def test_steps() -> None:
    steps = list(deduce("#1000\n#2110\n###10\n###10", 3))
    lines = minesweeper.step_lines(steps, 1)
    assert lines[0].startswith(f"Step 2 of {len(steps)}: ")
    assert lines[1] == steps[1].sentence
    safe = next(step for step in steps if step.safe)
    assert f"safe: {minesweeper.cells(safe.safe)}" in minesweeper.conclusions(safe)
    assert minesweeper.move_title((3, 4), 0) == "Open 3,4"
    assert minesweeper.move_title((3, 4), 0.5) == "Guess 3,4: chance of a mine 50 %"


@pytest.mark.parametrize(
    ("spec", "layout", "first", "sentence"),
    [
        ("3x3x1", "*../.../...", (2, 2), "Won in 1 step, with 0 guesses."),
        ("2x1x1-any", "*.", (0, 0), "Lost after 1 step, with 1 guess: 0,0 was a mine."),
    ],
)
def test_a_strategy_ends(spec: str, layout: str, first: Any, sentence: str) -> None:
    game: Any = parse_rules(spec)
    strategy = find_strategy("pseq", "minesweeper")
    oracle: Any = Honest(game, game.parse_secret(layout))
    assert (
        minesweeper.strategy_ended([*sweep(game, strategy, oracle, Random(1), first)]) == sentence
    )


def test_a_match_of_mastermind() -> None:
    match = Contest(Mastermind(4, 6), ["Ana", "Boris"])
    assert match.next_round_text() == (
        "Round 1 of 2: Ana hides a code; look away, Boris. The code is not shown while it is typed."
    )
    assert match.hiding_text() == "Ana, enter your code; the pegs are covered."
    match.hide("1122")
    assert match.turn_text() == "Boris is next. Press Enter when only Boris can see the screen."
    assert match.guessing_text("Boris") == "Boris guesses the code of Ana."
    match.do("guess 1122")
    assert match.table_title() == "After round 1 of 2"
    assert match.round_lines(0) == ["Ana's code was: 1122", "Boris: 1 guess"]
    did(match, "hide 3344", "give up")
    assert (match.round_text(), match.table_title()) == ("Round 2 of 2", "Final table")


def test_a_match_of_minesweeper() -> None:
    match = Race(Minesweeper(2, 1, 1), ["Ana", "Boris"], seed=1)
    assert match.next_round_text() == "Round 1 of 2. Ana, press Enter when you are ready."
    did(match, "begin", "click 0,0", "begin")
    assert match.round_lines(0)[-1].startswith("Round won by ")


@pytest.mark.parametrize(
    ("say", "sentences"),
    [
        (counts.guesses_left, ["1 guess left", "3 guesses left"]),
        (counts.mines_left, ["1 mine left", "3 mines left"]),
        (mastermind.still_empty, ["1 place is still empty.", "3 places are still empty."]),
        (
            helped.not_shown,
            [
                "1 move that could not hit a mine is not shown.",
                "3 moves that could not hit a mine are not shown.",
            ],
        ),
    ],
)
def test_counts(say: Callable[[int], str], sentences: list[str]) -> None:
    assert [say(1), say(3)] == sentences


def test_help_used() -> None:
    game = code("guess 1122", "undo")
    game.hint()
    assert helped.used(game) == ["Help used: 1 hint, 1 undo."]
    assert helped.used(code()) == []


def test_the_goals() -> None:
    assert rules.mastermind().startswith("Find the secret code. A black peg means")
    assert rules.minesweeper().startswith("Open every cell without a mine. A number shows")
