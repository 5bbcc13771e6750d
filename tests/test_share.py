"""Links and texts that are shared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermine.core.errors import InvalidSpec
from mastermine.core.game import Outcome
from mastermine.i18n.languages import Language
from mastermine.i18n.text import speaking
from mastermine.mastermind.research.adversary import Keep
from mastermine.mastermind.rules import Mastermind
from mastermine.minesweeper.board import Layout
from mastermine.minesweeper.rules import First, Minesweeper
from mastermine.registry import parse_rules, parse_rules_of
from mastermine.session import (
    Contest,
    MastermindSession,
    MinesweeperSession,
    Mode,
    Played,
    Race,
    Score,
    share,
)
from mastermine.session.levels import level_of
from mastermine.session.saved import daily
from mastermine.session.share import picture
from mastermine.session.share.links import PARTS
from mastermine.session.share.picture.paint import Painting

seeds = st.integers() | st.text() | st.sampled_from(["7", " 7", "007", "-1", "٣", "a b&c=d#%?+é\0"])


def over(spec: str = "classic", **given: Any) -> MastermindSession:
    game = MastermindSession(parse_rules_of(Mastermind, spec), **given)
    game.do("guess " + game.notation.example())
    if game.outcome is None:  # The example may be the code.
        game.do("give up")
    return game


def again(link: str) -> Any:
    return share.read_link(link).begin()


class TestLinks:
    @given(seed=seeds)
    def test_any_seed_comes_back(self, seed: int | str) -> None:
        game = MastermindSession(parse_rules("classic"), seed=seed)
        link = share.link(game)
        assert link.isascii()
        assert " " not in link
        started = again(link)
        assert (started.seed, type(started.seed), started.rules) == (seed, type(seed), game.rules)
        for form in (f"https://example.org{link}", f"  {link}\n", urlsplit(link).query):
            assert share.read_link(form) == share.read_link(link)

    @given(rules=st.from_type(Mastermind), seed=seeds)
    def test_any_rules_come_back(self, rules: Mastermind, seed: int | str) -> None:
        link = share.link(MastermindSession(rules, seed=seed))
        start = share.read_link(link)
        assert (start.rules, start.seed, start.mode) == (rules, seed, Mode.COMPUTER)

    @given(rules=st.from_type(Minesweeper), seed=seeds)
    def test_any_minefield_comes_back(self, rules: Minesweeper, seed: int | str) -> None:
        start = share.read_link(share.link(MinesweeperSession(rules, seed=seed)))
        assert (start.rules, start.seed, start.first) == (rules, seed, None)

    @settings(max_examples=30)
    @given(layout=st.from_type(Layout))
    def test_any_layout_comes_back(self, layout: Layout) -> None:
        if not 0 < layout.count < layout.width * layout.height:
            return
        rules = Minesweeper(layout.width, layout.height, layout.count, First.ANY)
        game = MinesweeperSession(rules, secret=layout)
        assert again(share.link(game)).secret is None
        game.do("give up")
        started = again(share.link(game))
        started.do("give up")
        assert (started.secret, started.rules) == (layout, rules)

    def test_the_same_first_click_brings_the_same_mines(self) -> None:
        game = MinesweeperSession(parse_rules("beginner"), seed="hello")
        game.do("click 2,7")
        assert share.link(game) == "/minesweeper?rules=9x9x10&seed=hello&first=2,7"
        started = again(share.link(game))
        assert started.board == game.board
        for each in (started, game):
            each.do("give up")
        assert started.secret == game.secret

    def test_what_nobody_chose_is_reported_at_the_end_only(self) -> None:
        game = MastermindSession(parse_rules("classic"))
        game.do("guess 1122")
        assert share.link(game) == "/mastermind?rules=4x6,limit=10"
        game.do("give up")
        assert share.link(game) == f"/mastermind?rules=4x6,limit=10&seed={game.seed}"
        started = again(share.link(game))
        started.do("give up")
        assert started.secret == game.secret

    def test_a_code_that_somebody_chose(self) -> None:
        game = MastermindSession(parse_rules("classic"), secret=(5, 5, 0, 1), seed=3)
        game.do("guess 1122")
        assert "code" not in share.link(game)
        game.do("give up")
        link = share.link(game)
        assert "6612" not in link
        assert "seed" not in link
        started = again(link)
        started.do("give up")
        assert started.secret == (5, 5, 0, 1)

    def test_mode_colours_and_strategy(self) -> None:
        names = ("red", "žuta", "c", "d", "e", "f")
        game = MastermindSession(
            Mastermind(4, 6),
            Mode.PERSON,
            names=names,
            strategy="entropy:first=1122",
        )
        link = share.link(game)
        assert "seed" not in link
        started = again(link)
        assert (started.mode, started.names) == (Mode.PERSON, names)
        assert started.strategy.home == game.strategy.home
        late = MastermindSession(Mastermind(4, 6), Mode.ADVERSARY, keep=Keep.HARDEST)
        assert share.link(late) == "/mastermind?rules=4x6&mode=adversary&keep=hardest"
        assert again(share.link(late)).keep is Keep.HARDEST
        field = MinesweeperSession(Minesweeper(9, 9, 10), Mode.ADVERSARY)
        assert share.link(field) == "/minesweeper?rules=9x9x10&mode=adversary"
        assert again(share.link(field)).mode is Mode.ADVERSARY

    def test_matches_of_people(self) -> None:
        match = Contest(Mastermind(4, 6), ["Ana", "Бо, рис & co"], 4, Score.POINTS)
        match.hide("1234")
        started = again(share.link(match))
        assert isinstance(started, Contest)
        assert (started.players, started.rounds) == (match.players, 4)
        assert (started.score, started.rules) == (Score.POINTS, match.rules)
        assert started.boards == []
        race = Race(parse_rules("beginner"), ["Ana", "Boris"])
        assert "seed" not in share.link(race)
        started = again(share.link(race))
        assert isinstance(started, Race)
        assert (started.players, started.rounds, started.rules) == (race.players, 2, race.rules)
        chosen = Race(parse_rules("beginner"), ["Ana", "Boris"], seed="a b")
        assert again(share.link(chosen)).seed == "a b"

    def test_daily_puzzles(self, monkeypatch: pytest.MonkeyPatch) -> None:
        today = date(2026, 11, 21)
        monkeypatch.setattr(daily, "today", lambda: today)
        for level in daily.LEVELS:
            game = daily.begin(level, today)
            link = share.link(game)
            assert parse_qs(urlsplit(link).query) == {"daily": [level], "day": ["2026-11-21"]}
            started = again(link)
            assert (started.daily, started.seed, started.rules) == (
                game.daily,
                game.seed,
                game.rules,
            )
            assert daily.of(started) == daily.Puzzle(level, today)
        earlier = again("/mastermind?daily=classic&day=2026-11-20")
        assert (earlier.daily, earlier.seed) == (None, "daily 2026-11-20 classic")
        assert again("?daily=Classic").daily == "2026-11-21"
        with pytest.raises(
            InvalidSpec, match=r"2026-11-22 is not available yet: today is 2026-11-21"
        ):
            again("?daily=classic&day=2026-11-22")

    def test_links_of_other_programs(self) -> None:
        started = again("https://example.org/minesweeper?b=1&m=0000000000000000g")
        started.do("give up")
        assert started.secret.cells == ((8, 8),)
        assert started.rules == Minesweeper(9, 9, 1, First.ANY)
        start = share.read_link("/mastermind?rules=4x6&utm_source=x&fbclid=y&seed=7")
        assert start == share.GameSetup(Mastermind(4, 6), seed=7)

    def test_the_link_of_a_saved_game_names_no_strategy_that_refuses_its_rules(self) -> None:
        game = MastermindSession(Mastermind(4, 6, repeats=False), strategy="methodical", seed=3)
        assert share.link(game) == "/mastermind?rules=4x6-distinct&seed=3"

    @pytest.mark.parametrize("preset", ["word", "bulls-and-cows", "mini", "skocko", "challenge"])
    def test_the_link_of_a_match_has_the_rules_that_were_given(self, preset: str) -> None:
        match = share.GameSetup.read({"rules": preset, "players": ["A", "B"]}).begin()
        assert level_of(share.read_link(share.link(match)).begin()) == preset

    def test_a_strategy_of_a_file_is_never_in_a_link(self, tmp_path: Any) -> None:
        path = tmp_path / "mine.py"
        path.write_text(
            "from mastermine.core.strategy import strategy\n"
            '@strategy("mine")\n'
            "def mine(view):\n"
            '    """Guess the first."""\n'
            "    return view.knowledge.first()\n"
        )
        game = MastermindSession(Mastermind(4, 6), strategy=f"{path}:mine")
        assert "mine" not in share.link(game).replace("/mastermind", "")
        with pytest.raises(InvalidSpec, match="a link can only name a built-in or installed"):
            share.read_link(f"/mastermind?rules=4x6&strategy={path}:mine")
        with pytest.raises(InvalidSpec, match="a link can only name a built-in or installed"):
            share.read_link("/mastermind?rules=4x6&strategy=cmd:touch%20ran")


@pytest.mark.parametrize(
    ("link", "message"),
    [
        ("", "'' is not a link to a game; write one like /mastermind?rules=4x6&seed=7"),
        ("hello", "'hello' is not a link to a game"),
        ("https://[bad", "is not a link to a game"),
        ("/chess?rules=4x6", "is not a link to a game"),
        ("x" * 30_000, "30,000 characters; a link to a game has at most 20,000"),
        ("/mastermind", "no rules: write rules=4x6, or rules=9x9x10"),
        ("/mastermind?rules=", "rules is empty in this link"),
        ("/mastermind?rules=4x666", "666 colours"),
        ("/mastermind?rules=9x9x10", "rules of Minesweeper; the link must start with /minesweeper"),
        ("/minesweeper?rules=4x6", "rules of Mastermind; the link must start with /mastermind"),
        ("/mastermind?ruels=4x6", "no part 'ruels'; did you mean rules?"),
        ("?rules=4x6&seed=1&seed=2", "seed is in this link twice"),
        ("?rules=4x6&seed=1&word=2", "both seed and word"),
        ("?rules=4x6&mode=adversery", "no mode 'adversery'; did you mean adversary?"),
        ("?rules=4x6&code=MTIz", "code in this link is damaged"),
        ("?rules=4x6&code=%C3%A9", "code in this link is damaged"),
        ("?rules=9x9x10&code=MTIz", "code is for Mastermind"),
        (
            "?rules=4x6&b=1&m=0000000000000000g",
            "b and m are a layout of mines, but the rules are of Mastermind",
        ),
        ("?rules=9x9x10&b=1", "this one has no &m="),
        ("?b=1&m=zz", "m= has 2 digits"),
        ("?rules=9x9x10&b=1&m=0000000000000000g", "a layout of 9x9x1, but the rules are 9x9x10"),
        ("?rules=4x6&strategy=knuht", "there is no strategy 'knuht'"),
        ("?rules=4x6&player=A&player=B&rounds=x", "'x' is not a whole number"),
        ("?daily=classic&day=2026-13-01", "'2026-13-01' is not a date; write one like 2026-11-21"),
        ("?daily=classic&rules=4x6", "with rules"),
        ("?day=2026-11-21", "daily puzzles"),
        ("/minesweeper?daily=classic", "must start with /mastermind"),
        ("?rules=4x6&seed=%ff", "a % sequence in this link is damaged"),
        ("?rules=" + "9" * 5000 + "x6", "rules in this link has 5,002 characters"),
        ("?rules=9x9x10&first=" + "9" * 5000, "first in this link has 5,000 characters"),
        ("?rules=4x6&mode=" + "9" * 5000, "mode in this link has 5,000 characters"),
        ("?" + "9" * 5000 + "=1", "a link to a game has no part"),
    ],
)
def test_a_broken_link_is_reported_by_the_part_that_is_wrong(link: str, message: str) -> None:
    with pytest.raises(InvalidSpec) as error:
        share.read_link(link).begin()
    assert message in str(error.value)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300


values = st.text(max_size=12) | st.text("%f8e0", max_size=6)


@given(parts=st.lists(st.tuples(st.sampled_from(PARTS), values)), page=st.text())
def test_whatever_the_link_only_invalid_spec_is_raised(
    parts: list[tuple[str, str]], page: str
) -> None:
    for link in (page, "/mastermind?" + "&".join(f"{name}={value}" for name, value in parts)):
        with suppress(InvalidSpec):
            share.read_link(link)


class TestTexts:
    def test_a_game_of_codes(self) -> None:
        game = MastermindSession(parse_rules("classic"), secret=(0, 1, 2, 3))
        for guess in ("1122", "4321", "1234"):
            game.do(f"guess {guess}")
        assert share.text(game) == "Mastermind classic 3/10\n🟢⚪➖➖\n⚪⚪⚪⚪\n🟢🟢🟢🟢"
        started = MastermindSession(Mastermind(4, 6), secret=(0, 1, 2, 3))
        started.do("guess 5555")
        assert share.text(started) == "Mastermind 4x6 1 guess…\n➖➖➖➖"
        started.hint()
        started.do("give up")
        assert share.text(started).startswith("Mastermind 4x6 X, 1 hint\n")
        places = MastermindSession(parse_rules_of(Mastermind, "4x6-places"), secret=(0, 1, 2, 3))
        places.do("guess 1524")
        assert share.text(places).endswith("\n🟢➖➖🟢")
        black = MastermindSession(parse_rules_of(Mastermind, "4x6-black"), secret=(0, 1, 2, 3))
        black.do("guess 4214")
        assert share.text(black).endswith("\n🟢🟢➖➖")
        wide = MastermindSession(Mastermind(16, 6), secret=(0,) * 16)
        wide.do("guess 1111111111112222")
        assert share.text(wide).endswith("\n🟢12 ➖4")

    @settings(max_examples=25)
    @given(seed=st.integers(0, 10**6))
    def test_nothing_of_the_code_is_shown(self, seed: int) -> None:
        game = over(seed=seed)
        body = share.text(game).partition("\n")[2]
        assert set(body) <= set("🟢⚪➖\n")

    def test_a_minefield(self) -> None:
        game = daily.begin("beginner", date(2026, 11, 21))
        assert isinstance(game, MinesweeperSession)
        going_on = share.text(game)
        assert going_on.startswith("Minesweeper daily beginner 2026-11-21 ")
        assert going_on.endswith("1 click\n🟦")
        while game.outcome is None:
            game.do("click " + game.rules.format_action(game.hint().cell))
        title, facts, *squares = share.text(game).split("\n")
        assert "won in 0:0" in title
        assert facts.endswith(f"{game.clicks} clicks, 0 guesses")
        assert set("".join(squares)) == {"🟩"}
        assert [len(row) for row in squares] == [10, 10]

    def test_guesses_and_the_mine_are_marked(self) -> None:
        layout = Layout.of(3, 3, [(2, 2)])
        game = MinesweeperSession(Minesweeper(3, 3, 1, First.ANY), secret=layout)
        game.do("click 1,1")
        game.do("click 2,2")
        assert game.outcome is Outcome.LOST
        assert share.text(game).split("\n")[1:] == ["2 clicks, 2 guesses", "🟨💥"]
        assert "lost, 12 % open after 0:00" in share.text(game)

    def test_a_match_tells_its_table(self) -> None:
        match = Contest(parse_rules("classic"), ["Ana", "Boris"])
        match.hide("1234")
        match.do("guess 1234")
        assert share.text(match) == (
            "Mastermind classic, Round 2 of 2\n"
            "▪️ Boris: 1 round won, 1 code, 1 guess\n"
            "▪️ Ana: 0 rounds won, 0 codes"
        )
        match.hide("1234")
        match.do("guess 5555")
        assert "1234" not in share.text(match)
        match.do("give up")
        assert share.text(match).split("\n")[1].startswith("🏆 Boris: 2 rounds won")


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("clasic", "'clasic'; did you mean classic?"),
        (
            "xyzzy",
            (
                "'xyzzy'; write places x colours, like 4x6, width x height x mines, like 9x9x10, "
                "or a name, such as classic"
            ),
        ),
        ("x" * 190, "or a name, such as classic"),
    ],
)
def test_wrong_rules_in_a_link_are_reported_in_a_line(name: str, hint: str) -> None:
    with pytest.raises(InvalidSpec) as error:
        share.read_link(f"/mastermind?rules={name}")
    message = str(error.value)
    assert message.startswith("there are no rules called '")
    assert message.endswith(hint)
    assert len(message) < 240


def test_what_is_shared_passes_through_the_catalogue(
    spoken_with: Callable[[Mapping[str, str]], Language], unmarked: Callable[[str], str]
) -> None:
    field = MinesweeperSession(parse_rules("beginner"), seed=1)
    field.do("click 4,4")
    with speaking(spoken_with({})):
        games: list[Played] = [
            MastermindSession(parse_rules("classic")),
            MastermindSession(parse_rules("classic"), Mode.ADVERSARY),
            over("4x7"),
            field,
            daily.begin("classic", date(2026, 11, 21)),
        ]
        # Names of rules are the same everywhere, and so is the X of a code that was not found.
        assert {unmarked(share.text(game)) for game in games} == {"classic", "", "xX", "beginner"}
        titles = [picture.svg(game).partition("<title>")[2].partition("<")[0] for game in games]
        assert {unmarked(title) for title in titles} == {"classic", "", "x", "beginner"}


def test_a_picture_has_spaces_for_those_in_numbers() -> None:
    painting = Painting("12\N{NO-BREAK SPACE}345 clicks")
    painting.text("12\N{NO-BREAK SPACE}345", 0, 0, 10)
    assert "12 345 clicks" in painting.svg(100, 100)
    assert "\N{REPLACEMENT CHARACTER}" not in painting.svg(100, 100)
