"""Whole games of Mastermind on the full screen, by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tests.tui.screens import on, opened, said, settled, shown, type_text
from textual.pilot import Pilot
from textual.widgets import Static

from mastermine.core.game import Outcome
from mastermine.mastermind.feedback import Pegs
from mastermine.mastermind.rules import Answer, Code, Mastermind
from mastermine.session import Contest, MastermindSession, Mode
from mastermine.session.messages.mastermind import contradiction, outcome, wrong_answers
from mastermine.session.setup import GameSetup
from mastermine.tui.mastermind.board import Board
from mastermine.tui.mastermind.candidates import CandidatesScreen, CodeList
from mastermine.tui.mastermind.entry import CodeEntry
from mastermine.tui.mastermind.palette import Palette
from mastermine.tui.mastermind.screen import MastermindScreen
from mastermine.tui.mastermind.watch import WatchCode

CLASSIC = Mastermind(4, 6, limit=10)
SECRET: Code = (2, 0, 3, 0)

Played = Pilot[Any]


@asynccontextmanager
async def playing(
    session: MastermindSession, size: tuple[int, int] = (100, 30)
) -> AsyncIterator[tuple[Played, MastermindScreen]]:
    """Open a game: a pilot, and its screen."""
    async with opened(size, game=session) as (pilot, app):
        yield pilot, on(app, MastermindScreen)


def previewed(screen: MastermindScreen) -> Code | None:
    """The code that is previewed."""
    current = screen.query_one(Board).position.current
    return None if current is None else current.preview


def covered(board: Board) -> bool:
    """Whether the pegs of the row in play are hidden."""
    current = board.position.current
    return current is not None and current.covered


def secret_of(board: Board) -> Code | None:
    """The code that stands on the board."""
    return board.position.secret


async def click_place(pilot: Played, row: int, place: int, button: int = 1) -> None:
    """Press a place of the board."""
    board = pilot.app.screen.query_one(Board)
    layout = board.layout_now
    x = layout.number + layout.gap + place * layout.pitch + layout.peg // 2
    y = row * board._step - board.scroll_offset.y
    await pilot.click(board, offset=(x + board.gutter.left, y + board.gutter.top), button=button)
    await pilot.pause()


async def click_colour(pilot: Played, colour: int) -> None:
    """Press a colour of the palette."""
    palette = pilot.app.screen.query_one(Palette)
    for y in range(palette.size.height):
        for x in range(palette.size.width):
            if palette.colour_at(x, y) == colour:
                await pilot.click(palette, offset=(x + palette.gutter.left + 1, y))
                await pilot.pause()
                return
    raise AssertionError(colour)


def game(mode: Mode = Mode.COMPUTER, rules: Mastermind = CLASSIC, **more: Any) -> MastermindSession:
    secret = SECRET if mode is Mode.COMPUTER and "secret" not in more else None
    return MastermindSession(rules, mode, **{"secret": secret, "seed": 1, **more})


# The computer hides.


async def test_a_game_is_won_by_keys() -> None:
    session = game()
    async with playing(session) as (pilot, _screen):
        await type_text(pilot, "1122")
        assert len(session.turns) == 1
        assert "1122: 1B 1W" in said(pilot)
        await type_text(pilot, "brgr")
        assert session.open
        await type_text(pilot, "bryr")
        assert session.outcome is Outcome.WON
        assert "Found in 3 guesses." in said(pilot)


async def test_a_game_is_won_by_mouse() -> None:
    session = game()
    async with playing(session, size=(60, 20)) as (pilot, _screen):
        await click_place(pilot, 0, 3)
        for colour in (0, 2, 0, 3):  # First the last place, then the free ones from the left.
            await click_colour(pilot, colour)
        await pilot.click("#give")
        assert [turn.action for turn in session.turns] == [(2, 0, 3, 0)]
        assert session.outcome is Outcome.WON


async def test_the_last_guess_loses_and_the_code_is_shown() -> None:
    session = game(rules=Mastermind(4, 6, limit=2))
    async with playing(session) as (pilot, screen):
        await type_text(pilot, "1111")
        assert screen.query_one(Board).position.secret is None
        await type_text(pilot, "2222")
        assert session.outcome is Outcome.LOST
        assert "3141" in said(pilot)
        assert screen.query_one(Board).position.secret == SECRET
        assert not screen.query_one("#desk").display


async def test_the_adversary_answers_and_is_found() -> None:
    rules = Mastermind(2, 3)
    session = game(Mode.ADVERSARY, rules)
    async with playing(session) as (pilot, _screen):
        assert "not choose a code" in said(pilot)
        while session.outcome is None:
            code = session.knowledge.first()
            await type_text(pilot, rules.format_action(code))
        assert session.outcome is Outcome.WON
        assert len(session.turns) > 1


async def test_a_row_that_is_not_full_is_not_given() -> None:
    session = game()
    async with playing(session) as (pilot, _screen):
        await type_text(pilot, "112")
        assert said(pilot) == "1 place is still empty."
        assert not session.turns
        await type_text(pilot, "2")
        assert len(session.turns) == 1


async def test_pegs_are_taken_away_moved_held_and_copied() -> None:
    session = game()
    async with playing(session) as (pilot, screen):
        draft = screen.filling.draft
        await pilot.press("1", "2", "3", "4", "backspace")
        assert draft.pegs == [0, 1, 2, None]
        await click_place(pilot, 0, 0, button=3)
        assert draft.pegs == [None, 1, 2, None]
        await pilot.press("5")
        await pilot.press("home", "right", "space", "escape", "6", "enter")
        assert [turn.action for turn in session.turns] == [(4, 1, 2, 5)]
        assert draft.pegs == [None, 1, None, None]
        await click_place(pilot, 0, 0)
        assert draft.pegs == [4, 1, None, None]
        await pilot.press("up", "enter")
        assert draft.code == (4, 1, 2, 5)
        await pilot.click("#clear")
        assert draft.empty


async def test_a_peg_is_drawn_to_another_place() -> None:
    async with playing(game()) as (pilot, screen):
        await pilot.press("1", "2", "3", "4")
        board = screen.query_one(Board)
        layout, left, top = board.layout_now, board.gutter.left, board.gutter.top
        first = left + layout.number + layout.gap + 1
        await pilot.mouse_down(board, offset=(first, top))
        await pilot.mouse_up(board, offset=(first + 3 * layout.pitch, top))
        await pilot.pause()
        assert screen.filling.draft.code == (3, 1, 2, 0)


async def test_undo_lays_the_guess_back_and_redo_makes_it_again() -> None:
    session = game()
    async with playing(session) as (pilot, screen):
        await type_text(pilot, "1122")
        await pilot.press("ctrl+z")
        assert not session.turns
        assert screen.filling.draft.code == (0, 0, 1, 1)
        await pilot.press("ctrl+y")
        assert len(session.turns) == 1
        assert screen.filling.draft.empty


async def test_a_hint_is_viewed_before_it_is_taken() -> None:
    session = game()
    async with playing(session) as (pilot, screen):
        await pilot.press("6", "question_mark")
        await settled(pilot)
        assert session.hints == 1
        assert said(pilot).startswith("Guess a code")
        assert previewed(screen) is None
        await pilot.press("question_mark")
        await settled(pilot)
        assert "Press Enter to use it." in said(pilot)
        assert "Rule of the strategy" not in said(pilot)
        assert previewed(screen) == (0, 0, 1, 1)
        await pilot.press("question_mark")
        await settled(pilot)
        assert "1,296 possible codes" in said(pilot)
        assert previewed(screen) == (0, 0, 1, 1)
        assert screen.filling.draft.pegs[0] == 5
        await pilot.press("escape")
        assert previewed(screen) is None
        await pilot.press("f3")
        await settled(pilot)
        await pilot.press("enter")
        assert screen.filling.draft.code == (0, 0, 1, 1)
        assert not session.turns
        await pilot.press("enter")
        assert len(session.turns) == 1
        assert session.hints == 1


async def test_why_and_check_tell_what_is_known() -> None:
    session = game()
    async with playing(session) as (pilot, _screen):
        await pilot.press("f4")
        await settled(pilot)
        assert "every code is possible" in said(pilot)
        await type_text(pilot, "1122")
        await pilot.press("f4")
        await settled(pilot)
        assert "got the answer 1B 1W" in said(pilot)
        await pilot.press(*"1122", "exclamation_mark")
        assert said(pilot) == (
            "Row 1: if this were the code, the answer would be 4B 0W, not 1B 1W."
        )
        await pilot.click("#clear")
        await pilot.press(*"1314", "exclamation_mark")
        assert "is consistent with all answers so far" in said(pilot)


async def test_the_codes_that_are_possible_are_listed_and_one_is_taken() -> None:
    session = game()
    async with playing(session) as (pilot, screen):
        await type_text(pilot, "1122")
        await pilot.press(*"1314", "f5")
        await settled(pilot)
        listed = pilot.app.screen
        assert isinstance(listed, CandidatesScreen)
        n = session.knowledge.count()
        assert str(listed.query_one("#count", Static).content) == f"{n} codes are possible."
        parts = str(listed.query_one("#parts", Static).content)
        assert "1314" in parts
        assert "4B 0W" in parts
        await pilot.press("end")
        assert listed.query_one(CodeList).at == n - 1
        assert "1314" not in str(listed.query_one("#parts", Static).content)
        await pilot.press("enter")
        await pilot.pause()
        assert pilot.app.screen is screen
        assert screen.filling.draft.code == session.knowledge[n - 1]


async def test_codes_of_all_digits_and_letters_are_typed() -> None:
    session = MastermindSession(Mastermind(16, 36), secret=(0,) * 16)
    async with playing(session, size=(60, 20)) as (pilot, _screen):
        await type_text(pilot, "0" * 16)
        assert session.outcome is Outcome.WON


async def test_giving_up_shows_the_code() -> None:
    session = game()
    async with playing(session) as (pilot, screen):
        await type_text(pilot, "1122")
        await pilot.press("f6")
        await pilot.click("#yes")
        assert session.given_up
        assert "You gave up." in said(pilot)
        assert secret_of(screen.query_one(Board)) == SECRET


async def test_a_game_that_was_lost_and_taken_back_stays_lost() -> None:
    session = game(rules=Mastermind(4, 6, limit=1))
    async with playing(session) as (pilot, _screen):
        await type_text(pilot, "1122")
        await pilot.press("ctrl+z")
        await pilot.click("#clear")
        await type_text(pilot, "3141")
        assert session.outcome is Outcome.LOST
        assert "this counts as a loss" in said(pilot)


async def test_a_long_game_scrolls_to_the_row_in_play() -> None:
    session = game(rules=Mastermind(4, 6))
    for _row in range(40):
        session.guess("1122")
    async with playing(session, size=(60, 20)) as (pilot, screen):
        board = screen.query_one(Board)
        await pilot.pause()
        assert board.scroll_offset.y > 0
        assert board.scroll_offset.y + board.size.height >= 41
        await pilot.press(*["pageup"] * 9)
        await pilot.pause()
        assert board.scroll_offset.y == 0
        await pilot.press("1", "pagedown")
        assert screen.filling.draft.pegs[0] == 0


@pytest.mark.parametrize(
    ("rules", "guess"),
    [
        ("mastermind:3x4+blank", "1_2"),
        ("mastermind:4x10-distinct", "0123"),
        ("mastermind:4x6-black", "1122"),
        ("mastermind:5x8-places", "12345"),
        ("mastermind:8x36", "0z9y8x7w"),
    ],
)
async def test_all_variants_are_played(rules: str, guess: str) -> None:
    session = MastermindSession(Mastermind.parse(rules), seed=1)
    async with playing(session, size=(60, 20)) as (pilot, screen):
        await type_text(pilot, guess)
        assert [session.notation.format(turn.action) for turn in session.turns] == [guess]
        assert screen.query_one(Board).position.turns == session.turns


# The person hides.


async def answer(pilot: Played, session: MastermindSession, code: Code) -> None:
    """Answer the guess of the computer truly, by keys."""
    right = session.rules.respond(code, session.proposal())
    assert isinstance(right, Pegs)
    await type_text(pilot, f"{right.black}{right.white}")


async def test_the_computer_finds_the_code_of_the_person() -> None:
    session = game(Mode.PERSON)
    async with playing(session, size=(60, 20)) as (pilot, screen):
        await settled(pilot)
        while session.outcome is None:
            assert screen.stage == "answer"
            await answer(pilot, session, SECRET)
        assert session.outcome is Outcome.WON


async def test_an_answer_is_given_by_the_buttons() -> None:
    session = game(Mode.PERSON)
    async with playing(session) as (pilot, screen):
        await settled(pilot)
        black, white = screen.query(".more")
        await pilot.click(black)
        await pilot.click(white)
        await pilot.click(white)
        await pilot.click(screen.query(".less").last())
        await pilot.click("#answer")
        await settled(pilot)
        assert [str(turn.feedback) for turn in session.turns] == ["1B 1W"]


async def test_a_refused_digit_is_shown_and_must_be_replaced_before_enter() -> None:
    session = game(Mode.PERSON)
    async with playing(session) as (pilot, screen):
        await settled(pilot)
        await type_text(pilot, "9")
        assert str(screen.query_one("#line", Static).render()) == "at most 4 pegs are possible here"
        assert not session.turns
        await type_text(pilot, "1")
        await settled(pilot)
        assert [str(turn.feedback) for turn in session.turns] == ["1B 0W"]


async def test_places_are_marked_by_mouse() -> None:
    session = game(Mode.PERSON, Mastermind(3, 4, answer=Answer.PLACES))
    async with playing(session) as (pilot, _screen):
        await settled(pilot)
        await click_place(pilot, 0, 0)
        await click_place(pilot, 0, 2)
        await click_place(pilot, 0, 2)
        await pilot.press("enter")
        await settled(pilot)
        assert [str(turn.feedback) for turn in session.turns] == ["+--"]


async def contradict(pilot: Played) -> None:
    """Say that nothing is right until no code is left."""
    await settled(pilot)
    for answer in ("00", "00", "30"):
        await type_text(pilot, answer)


async def test_a_contradiction_is_reported_and_fixed_by_undo() -> None:
    session = game(Mode.PERSON)
    async with playing(session) as (pilot, screen):
        await contradict(pilot)
        assert screen.stage == "trouble"
        assert said(pilot).startswith("\n".join(contradiction(session)))
        assert screen.query_one(Board).position.wrong == {2}
        await pilot.press("ctrl+z")
        await settled(pilot)
        assert screen.stage == "answer"
        assert not screen.query_one(Board).position.wrong


async def test_an_earlier_answer_is_corrected() -> None:
    session = game(Mode.PERSON)
    async with playing(session) as (pilot, screen):
        await contradict(pilot)
        await pilot.press("up", "enter")
        assert screen.stage == "correct"
        assert screen.correcting == 2
        await type_text(pilot, "40")
        assert session.contradiction is None
        assert session.outcome is Outcome.WON
        assert str(session.turns[2].feedback) == "4B 0W"


async def test_the_code_is_shown_and_wrong_answers_are_named() -> None:
    session = game(Mode.PERSON)
    async with playing(session) as (pilot, screen):
        await contradict(pilot)
        await pilot.click("#tell")
        await pilot.pause()
        assert isinstance(pilot.app.screen, CodeEntry)
        await type_text(pilot, "6661")
        assert said(pilot) == "\n".join(wrong_answers(session))
        assert 0 in screen.query_one(Board).position.wrong


async def test_who_is_not_found_wins() -> None:
    session = game(Mode.PERSON, Mastermind(4, 6, limit=1))
    async with playing(session) as (pilot, _screen):
        await settled(pilot)
        await answer(pilot, session, SECRET)
        assert session.outcome is Outcome.LOST
        await pilot.click("#tell")
        await pilot.pause()
        await type_text(pilot, "3141")
        assert session.wrong_answers == []
        assert said(pilot) == "\n".join(wrong_answers(session))


# People.


async def test_no_code_is_drawn_when_a_board_of_a_match_is_over() -> None:
    match = Contest(Mastermind(4, 6, limit=1), ["Ann", "Bob", "Cid"], 3)
    match.hide("1122")
    player, board = match.board or ("", None)
    assert board is not None
    ended: list[bool] = []
    async with opened((100, 30), game=game()) as (pilot, _app):
        screen = MastermindScreen(board, match=match, player=player)
        await pilot.app.push_screen(screen, lambda _end: ended.append(True))
        await pilot.pause()
        await type_text(pilot, "3344")
        assert screen.query_one(Board).position.secret is None
        assert said(pilot) == f"{outcome(board)}\nPress Enter to continue."
        assert not ended
        await pilot.press("enter")
        await settled(pilot)
        assert ended == [True]


async def test_a_code_is_hidden_by_pegs_that_lie_covered() -> None:
    match = Contest(CLASSIC, ["Ann", "Bob"], 2)
    async with opened((60, 20), game=match) as (pilot, _app):
        people = pilot.app.screen
        await pilot.click("#pegs")
        await pilot.pause()
        entry = pilot.app.screen
        assert isinstance(entry, CodeEntry)
        for colour in (5, 4, 3):
            await click_colour(pilot, colour)
        await pilot.press("3")
        board = entry.query_one(Board)
        assert covered(board)
        lines = (await shown(pilot)).splitlines()
        row = next(line for line in lines if "▸" in line and "│" in line)
        assert row.count("▒") == 4 * board.layout_now.peg
        await pilot.click("#peek")
        assert not covered(board)
        await pilot.click("#give")
        await pilot.pause()
        assert pilot.app.screen is people
        assert "6543" not in await shown(pilot)
        await pilot.press("enter")
        await pilot.pause()
        [(_player, board_of_bob)] = match.results(0)
        board_of_bob.give_up()
        assert board_of_bob.secret == (5, 4, 3, 2)


# Watching.


async def test_a_strategy_is_watched_step_by_step() -> None:
    async with opened((100, 30)) as (pilot, _app):
        screen = WatchCode(CLASSIC, "knuth", secret="3141", seed=1)
        await pilot.app.push_screen(screen)
        await pilot.pause()
        for key in ["right", "space"] * 6:
            await pilot.press(key)
        n = len(screen.steps)
        board = screen.query_one(Board)
        assert screen.at == n == len(board.position.turns)
        assert secret_of(board) == SECRET
        assert f"Found in {n} guesses." in said(pilot)
        await pilot.press("left")
        assert len(board.position.turns) == n - 1
        assert secret_of(board) is None
        assert "can get" in said(pilot)
        await pilot.press("c")
        await pilot.pause()
        await type_text(pilot, "6666")
        assert screen.at == 0
        while not screen.over:
            await pilot.press("n")
        assert secret_of(board) == (5, 5, 5, 5)
        assert f"Found in {len(screen.steps)} guesses." in said(pilot)


async def test_a_watched_game_has_the_words_of_its_preset() -> None:
    async with opened((100, 30)) as (pilot, app):
        app.watch_strategy(GameSetup.read({"rules": "skocko"}), "knuth")
        assert "6 symbols" in await shown(pilot)
