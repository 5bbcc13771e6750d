"""Pictures of boards: what they show, and what they do not."""

from __future__ import annotations

import builtins
import os
import re
from datetime import date
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contrast import contrast

import mastermine as mm
from mastermine.core.errors import InvalidSpec
from mastermine.core.oracle import Honest
from mastermine.core.play import play
from mastermine.core.random import Random
from mastermine.mastermind.colours import NAMED_COLOURS, palette
from mastermine.mastermind.rules import MAX_PLACES, Mastermind
from mastermine.minesweeper.board import Layout
from mastermine.minesweeper.rules import First, Minesweeper
from mastermine.registry import find_strategy, parse_rules, parse_rules_of
from mastermine.session import Contest, MastermindSession, MinesweeperSession, Mode, Race
from mastermine.session.saved import daily
from mastermine.session.share import picture
from mastermine.session.share.picture import paint, shapes
from mastermine.session.share.picture.letters import bounds, glyphs

SVG = "{http://www.w3.org/2000/svg}"
MINES = Layout.of(4, 3, [(3, 0), (3, 2)])


def read(svg: str) -> ET.Element:
    """The picture; each path that is used is one that is defined."""
    root = ET.fromstring(svg)
    defined = {path.attrib["id"] for path in root.iter(f"{SVG}path")}
    used = {use.attrib["href"].removeprefix("#") for use in root.iter(f"{SVG}use")}
    assert used == defined
    return root


def uses(svg: str, outline: str, transform: str = "") -> int:
    """How often a path is drawn."""
    root = read(svg)
    names = {
        path.attrib["id"]
        for path in root.iter(f"{SVG}path")
        if (path.attrib["d"], path.attrib.get("transform", "")) == (outline, transform)
    }
    return sum(use.attrib["href"].removeprefix("#") in names for use in root.iter(f"{SVG}use"))


def field(**given: Any) -> MinesweeperSession:
    return MinesweeperSession(Minesweeper(4, 3, 2, First.ANY), secret=MINES, **given)


def test_pegs_are_colour_shape_and_digit() -> None:
    game = MastermindSession(Mastermind(4, 6), secret=(5, 5, 5, 5))
    game.do("guess 1213")
    svg = picture.svg(game)
    shape = shapes.shapes()
    assert uses(svg, *shape["●"]) == 2
    assert uses(svg, *shape["▲"]) == uses(svg, *shape["■"]) == 1
    assert svg.count('fill="#d62728"') == 2
    assert uses(svg, glyphs()["3"].outline) == 1
    assert "1 guess" in (read(svg).findtext(f"{SVG}title") or "")


def test_a_record_of_a_match_shows_the_last_board() -> None:
    rules = Minesweeper(4, 3, 2, First.ANY)
    record = play(rules, find_strategy("safest", rules.game), Honest(rules, MINES, Random(1)))
    drawn = picture.svg(record)
    assert drawn is not None
    title = read(drawn).findtext(f"{SVG}title") or ""
    assert f"{len(record.turns)} click" in title


def test_the_code_is_shown_at_the_end_only() -> None:
    game = MastermindSession(Mastermind(4, 6), secret=(5, 5, 4, 5))
    game.do("guess 1213")
    shape = shapes.shapes()
    before = picture.svg(game)
    assert uses(before, *shape["✚"]) == uses(before, *shape["★"]) == 0
    assert uses(before, glyphs()["?"].outline) == 4
    assert palette(6)[5].rgb not in before
    game.do("give up")
    after = picture.svg(game)
    assert uses(after, *shape["✚"]) == 3
    assert uses(after, *shape["★"]) == 1
    assert uses(after, glyphs()["?"].outline) == 0


@settings(max_examples=15)
@given(one=st.integers(0, 1295), two=st.integers(0, 1295))
def test_a_picture_does_not_depend_on_what_is_hidden(one: int, two: int) -> None:
    """With the same answers it is the same picture, whatever the code is."""
    rules = Mastermind(4, 6, limit=10)
    secrets = rules.secrets()
    games = [MastermindSession(rules, secret=secrets[n]) for n in (one, two)]
    for game in games:
        game.do("guess 1122")
    same = games[0].turns == games[1].turns
    assert (picture.svg(games[0]) == picture.svg(games[1])) == same


def test_mines_are_shown_at_the_end_only() -> None:
    game = field()
    game.do("click 1,1")
    before = picture.svg(game)
    assert uses(before, shapes.MINE) == 0
    game.do("flag 3,0 3,1")
    assert uses(picture.svg(game), shapes.FLAG) == 2
    assert uses(picture.svg(game), shapes.CROSS) == 0
    game.do("click 3,2")
    shown = picture.svg(game)
    assert paint.BAD in shown
    assert (uses(shown, shapes.MINE), uses(shown, shapes.FLAG)) == (1, 2)
    assert uses(shown, shapes.CROSS) == 1


@settings(max_examples=25, deadline=None)
@given(rules=st.from_type(Mastermind), guesses=st.integers(0, 3))
def test_any_board_is_xml(rules: Mastermind, guesses: int) -> None:
    game = MastermindSession(rules, seed=1)
    for _ in range(guesses):
        if game.outcome is None:
            game.do("guess " + game.notation.example())
    root = read(picture.svg(game))
    assert root.tag == f"{SVG}svg"


@settings(max_examples=15, deadline=None)
@given(rules=st.from_type(Minesweeper))
def test_any_field_is_xml(rules: Minesweeper) -> None:
    assert read(picture.svg(MinesweeperSession(rules, seed=1))).tag == f"{SVG}svg"


def test_what_people_write_is_escaped() -> None:
    names = ("<b>", '"&x', "'c", "d\u2603", "Ж", "f")
    game = MastermindSession(Mastermind(4, 6), names=names, seed="</svg><script>")
    game.do("guess 1122")
    game.do("give up")
    read(picture.svg(game))
    match = Contest(Mastermind(4, 6), ["<Ana & co>", "雪"])
    match.hide("1234")
    svg = picture.svg(match)
    assert "<Ana" not in svg
    assert "&lt;Ana &amp; co&gt;" in svg
    assert ">雪: 0 rounds won" in svg  # There is no outline of it: left to the fonts.
    assert read(svg).attrib["role"] == "img"


def test_matches_and_replays_show_nothing_hidden() -> None:
    match = Contest(Mastermind(4, 6), ["Ana", "Boris"])
    match.hide("6666")
    match.do("guess 1122")
    assert uses(picture.svg(match), *shapes.shapes()["✚"]) == 0
    race = Race(parse_rules("beginner"), ["Ana", "Boris"])
    assert uses(picture.svg(race), shapes.MINE) == 0
    game = field()
    for move in ("click 1,1", "flag 3,1"):
        game.do(move)
    assert uses(picture.svg(game.at(1)), shapes.MINE) == 0
    assert uses(picture.svg(game.at(1)), shapes.FLAG) == 0


def test_other_boards() -> None:
    black = MastermindSession(parse_rules_of(Mastermind, "4x6-black"), seed=1)
    black.do("guess 1122")
    read(picture.svg(black))
    person = MastermindSession(Mastermind(4, 6), Mode.PERSON)
    while not person.contradiction:
        assert paint.BAD not in picture.svg(person)
        person.do("answer 0B 0W")
    assert paint.BAD in picture.svg(person)
    adversary = MinesweeperSession(Minesweeper(5, 5, 3), Mode.ADVERSARY)
    adversary.do("click 2,2")
    assert uses(picture.svg(adversary), shapes.MINE) == 0


def test_a_long_game_is_drawn_from_its_end() -> None:
    game = MastermindSession(Mastermind(4, 6), secret=(5, 5, 5, 5))
    for _ in range(120):
        game.do("guess 1122")
    height = float(read(picture.svg(game)).attrib["height"])
    assert height < 102 * 54 + 160


def test_all_symbols_have_a_shape_of_their_own() -> None:
    found = shapes.shapes()
    assert list(found) == [colour.symbol for colour in palette(NAMED_COLOURS, blank=True)]
    assert len(set(found.values())) == NAMED_COLOURS + 1
    for outline, _transform in found.values():
        assert re.fullmatch(r"[MLHVQZlhvaz\d .-]+", outline)


def test_letters_have_their_size_and_stand_out() -> None:
    box = bounds("H")
    assert 0 < box.left < box.right < glyphs()["H"].width
    assert (box.bottom, -750 < box.top < -700) == (0, True)
    assert paint.width_of("HH", 10) == 2 * paint.width_of("H", 10) == glyphs()["H"].width / 50
    assert paint.width_of("Č" * 40, paint.fitted("Č" * 40, 20, 100)) <= 100.001
    assert paint.fitted("H", 20, 100) == 20
    for letter in "abcdefghijklmnopqrstuvwxyzčćžšđ0123456789?…љњћђџЖ":
        assert letter in glyphs()
    for colour in palette(NAMED_COLOURS, blank=True):
        assert contrast(colour.rgb, paint.readable_on(colour.rgb)) >= 4.5, colour.name


class TestPng:
    resvg = pytest.importorskip("resvg_py")

    def test_it_is_as_wide_as_is_said(self) -> None:
        game = daily.begin("classic", date(2026, 11, 21))
        made = picture.png(game, 500)
        assert made[:8] == b"\x89PNG\r\n\x1a\n"
        assert int.from_bytes(made[16:20], "big") == 500
        own = float(read(picture.svg(game)).attrib["width"])
        assert int.from_bytes(picture.png(game)[16:20], "big") == round(2 * own)

    def test_letters_are_drawn_without_fonts(self) -> None:
        one, two = paint.Painting("x"), paint.Painting("x")
        one.text("Mastermind č ж", 10, 30, 20)
        made = [
            bytes(self.resvg.svg_to_bytes(svg_string=each.svg(200, 50), skip_system_fonts=True))
            for each in (one, two)
        ]
        assert len(made[0]) > 2 * len(made[1])

    @pytest.mark.parametrize("width", [0, -5, 15, 5000])
    def test_a_width_that_cannot_be(self, width: int) -> None:
        with pytest.raises(InvalidSpec, match=r"16 to 2048 pixels, not"):
            picture.png(field(), width)

    @pytest.mark.rest
    def test_a_long_picture_is_not_larger_than_memory(self) -> None:
        game = MastermindSession(Mastermind(MAX_PLACES, 6), secret=(0,) * MAX_PLACES)
        for _ in range(100):
            game.do("guess " + game.notation.example())
        made = picture.png(game, 2048)
        wide, high = (int.from_bytes(made[n : n + 4], "big") for n in (16, 20))
        assert wide * high <= picture.MAX_PIXELS * 1.01

    def test_without_resvg(self, monkeypatch: pytest.MonkeyPatch) -> None:
        found = builtins.__import__

        def missing(name: str, *rest: Any) -> Any:
            if name == "resvg_py":
                raise ImportError(name)
            return found(name, *rest)

        monkeypatch.setattr(builtins, "__import__", missing)
        with pytest.raises(InvalidSpec, match=r"needs resvg: pip install 'mastermine\[web\]'"):
            picture.png(field())


def test_the_end_of_a_name_says_what_is_drawn() -> None:
    assert picture.drawn(field(), ".SVG").startswith(b"<svg")
    with pytest.raises(InvalidSpec, match=r"end in .svg or .png, not '.gif'"):
        picture.drawn(field(), ".gif")


@pytest.mark.parametrize("spec", ["classic", "6x5x5-noguess"])
def test_a_notebook_shows_a_game_as_its_player_may_see_it(spec: str) -> None:
    rules: Any = parse_rules(spec)
    game: Any = (MastermindSession if rules.game == "mastermind" else MinesweeperSession)(
        rules, seed=6
    )
    game.do("guess 1122" if rules.game == "mastermind" else "click 0,0")
    assert game._repr_svg_() == picture.svg(game)
    read(game._repr_svg_())


@pytest.mark.parametrize(
    ("name", "rules", "moves"),
    [
        ("codes", "4x6,limit=5", ["guess 1122", "guess 3344"]),
        ("field", "9x9x10", ["click 4,4", "flag 0,0"]),
        ("lost", "9x9x10", ["click 4,4", "give up"]),
    ],
)
def test_pictures_are_drawn_as_before(name: str, rules: str, moves: list[str]) -> None:
    """Look at a picture that changes: MASTERMINE_GOLDEN=1 draws the golden ones anew."""
    game = mm.session(rules, seed=3)
    for move in moves:
        game.do(move)
    drawn = mm.svg(game)
    golden = Path(__file__).parent / "golden" / "pictures" / f"{name}.svg"
    if os.environ.get("MASTERMINE_GOLDEN"):
        golden.write_text(drawn, encoding="utf-8")
    assert drawn == golden.read_text(encoding="utf-8")
