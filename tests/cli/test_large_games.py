"""Games with too many codes to list, in the terminal and as sessions."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.cli.program import Script, data, lines, run, text_of

from mastermine.cli.console import Screen
from mastermine.cli.mastermind.board import Board, digits, legend
from mastermine.cli.mastermind.play import Maker
from mastermine.cli.menu import Menu
from mastermine.cli.terminal import Terminal
from mastermine.core.errors import Contradiction
from mastermine.core.game import Turn
from mastermine.core.random import Random
from mastermine.mastermind.knowledge import MAX_CODES
from mastermine.mastermind.large.candidates import Unlisted
from mastermine.mastermind.large.conflicts import first_contradiction
from mastermine.mastermind.large.satisfiability import Undecided
from mastermine.mastermind.rules import Mastermind
from mastermine.registry import parse_rules, parse_rules_of, usual_strategy
from mastermine.session import MastermindSession, Mode, load
from mastermine.session.share import link, read_link
from mastermine.system.native import NATIVE

pytestmark = [] if NATIVE else [pytest.mark.rest]
"""By the plain twin a sample takes seconds."""

LARGE = Mastermind(8, 12)


def drawn(*parts: Any, width: int = 80) -> list[str]:
    """The lines that a terminal shows."""
    screen = Screen(width=width, highlight=False, markup=False, emoji=False, record=True)
    with screen.capture() as shown:
        screen.print(*parts)
    lines = shown.get().splitlines()
    assert max(map(len, lines)) <= width
    return lines


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("5x8", "knuth"),
        ("8x12", "sampled"),
        ("30x10", "sampled"),
        ("60x10", "linear"),
        ("9x9x10", "endgame"),
    ],
)
def test_who_plays_where_nobody_is_named(spec: str, name: str) -> None:
    assert usual_strategy(parse_rules(spec)) == name


class TestHint:
    def test_numbers_are_estimates_and_say_so(self) -> None:
        shown = text_of("hint", "8x12", "--turn", "00112233 2B 2W")
        assert re.search(r"2B 2W about [\d,]+ Next guess", shown)
        assert re.search(r"at least \d+ different answers from about [\d,]+ possible codes", shown)
        assert "from a sample of" in shown
        assert "Rule of the strategy sampled" in shown
        assert text_of("hint", "8x12").count("429,981,696") == 2

    def test_as_json(self) -> None:
        found = data("hint", "8x12", "--turn", "00112233 2B 2W")
        assert found["strategy"] == "sampled"
        assert (found["candidates_exact"], found["exact"]) == (False, False)
        assert isinstance(found["candidates"], int)
        assert isinstance(found["average"], int)
        assert 0 < found["average"] < found["worst"] < found["candidates"] < LARGE.size
        assert found["facts"] == []
        opening = data("hint", "8x12", "-s", "first-consistent")
        assert (opening["candidates"], opening["candidates_exact"]) == (LARGE.size, True)

    def test_the_first_row_that_cannot_be(self) -> None:
        rows = ("00000000 1B 0W", "11111111 1B 0W", "01222222 0B 1W", "10333333 0B 0W")
        result = run("hint", "8x12", *(word for row in rows for word in ("--turn", row)))
        assert result.exit_code == 2
        assert "row 3: no code is possible with the answer 0B 1W to 01222222 and" in result.stderr
        pytest.importorskip("ortools")
        assert "The answers in rows 1, 2 and 3 contradict each other" in result.stderr

    def test_few_codes_are_listed(self) -> None:
        zeros = [word for digit in "23456789" for word in ("-t", f"{digit * 8} 0B 0W")]
        found = data("hint", "8x12", *zeros, "-t", "aaaaaaaa 0B 0W", "-t", "00000000 7B 0W")
        # One place is 1 or b.
        assert (found["candidates"], found["candidates_exact"], found["exact"]) == (16, True, True)
        assert found["facts"][0] == "In the code for certain: red 7 times."

    def test_what_cannot_be_listed_says_what_can(self) -> None:
        result = run("evaluate", "8x12", "-s", "sampled")
        assert result.exit_code == 2
        assert result.stderr == (
            "mastermine: mastermind:8x12 has 429,981,696 codes; sampled can play every code only "
            f"up to {MAX_CODES:,}; play a sample of them (--sample N)\n"
        )

    def test_a_sample_of_the_codes_is_played(self) -> None:
        shown = lines("evaluate", "8x12", "-s", "entropy", "--sample", "2", "--seed", "4")
        assert shown[0] == "mastermind:8x12: 429,981,696 codes"
        assert shown[-2:] == [
            "± is the standard error of an estimate from 2 random codes (seed 4).",
            "Guesses were rated by samples of the possible codes.",
        ]
        found = data("evaluate", "8x12", "-s", "entropy", "--sample", "2", "--seed", "4")
        assert found["codes"] == 429_981_696
        assert sum(found["results"][0]["histogram"].values()) == 2
        assert not found["results"][0]["exact"]

    def test_many_guesses_are_no_columns(self) -> None:
        shown = lines("evaluate", "40x40", "-s", "linear", "--sample", "2")
        assert shown[1].split() == ["strategy", "total", "average", "worst", "guesses:", "codes"]
        assert shown[3].split()[-1].endswith(":1")
        assert max(map(len, shown)) < 100


class TestSolve:
    def test_a_whole_game(self) -> None:
        found = data("solve", "8x12", "--seed", "3", "--explain")
        assert (found["strategy"], found["outcome"]) == ("sampled", "won")
        left = [turn["left"] for turn in found["turns"]]
        assert left == sorted(left, reverse=True)
        exact = [turn["exact"] for turn in found["turns"]]
        assert exact == sorted(exact)
        assert (exact[0], exact[-1], left[-1]) == (False, True, 1)
        assert not found["turns"][0]["facts"]
        shown = text_of("solve", "8x12", "--seed", "3", "--explain", "--limit", "1")
        assert re.search(r"About [\d,]+ codes are possible\. .*Not found in 1 guess", shown)

    def test_long_codes_are_written_without_their_pegs(self) -> None:
        """They would not fit into a line."""
        secret = ",".join(["7"] * 16)
        rows = text_of(
            *("solve", "16x40", "--secret", secret, "-s", "one-colour", "--limit", "3"),
            COLUMNS="80",
        )
        assert "1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 0B 0W" in rows
        assert "The code was: 7,7,7,7,7,7,7,7,7,7,7,7,7,7,7,7" in " ".join(rows.split())


class TestPlay:
    def test_help_of_every_kind(self) -> None:
        lines = (*["hint"] * 3, "01234567", "candidates", "why", "hint", "review", "undo", "redo")
        shown = text_of("play", "8x12", "--seed", "4", typed=(*lines, "save g.json", "quit"))
        remain = r"429,981,696 possible codes; on average about [\d,]+ of them would remain"
        assert re.search(remain, shown)
        assert "estimates from a sample" in shown
        assert re.search(r"About [\d,]+ codes are possible\.", shown)
        assert re.search(r"about [\d,]+ of 429,981,696 possible codes remain \(about", shown)
        assert re.search(r"1 01234567 about [\d,]+ \d\d", shown)
        again = load("g.json")
        assert isinstance(again, MastermindSession)
        assert (again.strategy.name, len(again.turns), again.hints) == ("sampled", 1, 3)
        shown = text_of("play", "--load", "g.json", typed=("give up",))
        assert "The code was: ◉a ★4 ◆3 ♥6 ▲1 ▲1 ♥6 ■2 a4361162" in shown

    def test_the_computer_guesses(self) -> None:
        shown = text_of("play", "8x12", "--maker", "me", typed=("0,0", "8,0"))
        assert "I guess with sampled; you answer." in shown
        assert "in 2 guesses" in shown

    def test_an_adversary(self) -> None:
        lines = ("00112233", "44556677", "why", "candidates", "give up")
        shown = text_of("play", "8x12", "--adversary", typed=lines)
        assert "I do not choose a code" in shown

    def test_people(self) -> None:
        lines = ("0123456789ab", "0123456789ab", "", "11", "111111111111", "give up")
        shown = text_of("play", "12x12", "--players", "Ana,Boris", typed=lines)
        assert "Found in 1 guess." in shown
        assert "You gave up." in shown


class TestSession:
    @pytest.mark.parametrize("seed", range(2))
    def test_contradictions_are_found_at_the_earliest_row(self, seed: int) -> None:
        """The answers of rows 1, 3, … are those of one code, the others those of another."""
        rng = Random(seed)
        codes = [LARGE.draw(rng), LARGE.draw(rng)]
        session = MastermindSession(LARGE, Mode.PERSON, seed=seed)
        while session.contradiction is None:
            code = codes[len(session.turns) % 2]
            assert first_contradiction(LARGE, session.turns) is None
            session.answer(LARGE.format_feedback(LARGE.respond(code, session.proposal())))
        row = session.contradiction.turn
        assert row == len(session.turns) - 1 == first_contradiction(LARGE, session.turns)
        assert session.undecided is None
        session.undo()
        assert session.contradiction is None

    def test_the_code_that_an_adversary_shows_fits(self) -> None:
        session = MastermindSession(Mastermind(16, 20), Mode.ADVERSARY, seed=1)
        for text in ("0011223344556677", "89abcdefghij0123", "0123456789abcdef"):
            session.guess(text)
        session.give_up()
        assert session.secret is not None
        assert session.secret in session.knowledge
        assert session.secret == session.secret, "each look gives the same code"

    def test_a_link_begins_the_same_game(self) -> None:
        rules = Mastermind(255, 255)
        secret = tuple((7 * place + 200) % 255 for place in range(255))
        session = MastermindSession(rules, secret=secret)
        session.give_up()
        started = read_link(link(session)).begin()
        assert isinstance(started, MastermindSession)
        started.give_up()
        assert started.secret == secret
        assert started.strategy.name == "linear"

    def test_what_nobody_can_decide_in_time(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is computed once, and the player can undo or correct an answer."""
        requested = []
        right = Unlisted.after

        def undecided(known: Unlisted, turn: Turn[Any, Any]) -> Any:
            if str(turn.feedback) == "1B 1W":
                requested.append(turn)
                raise Undecided("not decided within 60 s")
            return right(known, turn)

        monkeypatch.setattr(Unlisted, "after", undecided)
        session = MastermindSession(LARGE, Mode.PERSON)
        keys = Script(["0,0", "1,1", "hm", "board", "2 0,0"])
        screen = Screen(width=100, highlight=False, markup=False, emoji=False)
        with screen.capture() as shown:
            maker = Maker(Terminal(screen, keys), session)
            with pytest.raises(EOFError):
                maker.run()
        said = " ".join(shown.get().split())
        assert len(requested) == 1
        assert said.count("not decided within 60 s") == 2
        assert "type its row and the correct answer, such as 2 1,2, or undo." in said
        assert str(session.turns[1].feedback) == "0B 0W"
        assert session.undecided is None


class TestLooks:
    def test_very_many_colours_are_shortened_unless_requested(self) -> None:
        notation = Mastermind(4, 255).notation
        shown = " ".join(drawn(legend(notation)))
        assert "1 red" in " ".join(shown.split())
        assert "…" in shown
        assert "255" in shown
        assert len(drawn(legend(notation))) < 6
        whole = " ".join(drawn(legend(notation, whole=True)))
        assert all(colour.name in whole for colour in notation.colours)
        forty = " ".join(drawn(legend(Mastermind(4, 40).notation)))
        assert "…" not in forty

    @pytest.mark.parametrize("spec", ["60x10", "16x40", "255x255", "16x10-places"])
    def test_a_board_loses_nothing(self, spec: str) -> None:
        rules = parse_rules_of(Mastermind, spec)
        code = rules.draw(Random(1))
        turn = Turn(code, rules.respond(rules.draw(Random(2)), code))
        for width in (30, 80):
            text = "".join(drawn(Board(rules.notation, [turn], {1: "no code fits"}), width=width))
            cells = re.sub(r"[│╭╮╰╯─┬┴\s]", "", text)
            assert len(cells) >= len(digits(rules.notation, code).replace(" ", ""))
            assert "…" not in text
        assert rules.notation.parse(digits(rules.notation, code)) == code


def test_the_menu_offers_who_can_play() -> None:
    screen = Screen(width=100, highlight=False, markup=False, emoji=False)
    keys = Script(["1", "hide", "8x12", "", "1", "hide", "4x6", ""])
    with screen.capture():
        menu = Menu(Terminal(screen, keys))
        assert menu.ask() == ["play", "8x12", "--maker", "me", "--strategy", "sampled"]
        assert menu.ask() == ["play", "4x6", "--maker", "me", "--strategy", "knuth"]


def test_contradiction_is_reported_by_the_knowledge_too() -> None:
    known = LARGE.knowledge().after(Turn((0,) * 8, LARGE.parse_feedback("8,0")))
    with pytest.raises(Contradiction):
        known.after(Turn((1,) * 8, LARGE.parse_feedback("8,0")))


def test_an_answer_that_is_not_known_changes_no_estimate() -> None:
    first = Turn(LARGE.parse_action("00112233"), LARGE.parse_feedback("2B 1W"))
    last = Turn(LARGE.parse_action("44556677"), LARGE.parse_feedback("1B 1W"))
    unknown = Turn(LARGE.parse_action("89ab89ab"), LARGE.unknown)
    known = LARGE.knowledge().after(first).after(last)
    rows = LARGE.knowledge().after(first).after(unknown).after(last).after(unknown)
    assert rows.estimate() == known.estimate()
    assert rows.first() == known.first()
    with pytest.raises(Contradiction, match="row 5: no code is possible"):
        rows.after(Turn(last.action, LARGE.parse_feedback("1B 2W")))
