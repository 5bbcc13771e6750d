"""The server never sends what the player may not know: all that it sends is read.

In two ways. Hidden values are searched for, in every form in which the program writes them, in all
answers to whole games. And games that differ only in what is hidden, and in nothing that was shown,
must be answered alike to the last byte.

The one exception is the saved game, which holds the game whole: it is how this test learns what is
hidden.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from mastermine.core.random import Random
from mastermine.mastermind.rules import Mastermind
from mastermine.minesweeper.board import Cell, Layout
from mastermine.minesweeper.formats import FORMATS, write_layout
from mastermine.minesweeper.rules import Minesweeper
from mastermine.registry import parse_rules
from mastermine.session.saved import daily, files
from mastermine.session.setup import GameSetup

pytestmark = pytest.mark.rest

SEED = 918273645918273
"""A number that comes up by no chance."""

HELP = {
    "mastermind": ("hint", "why", "candidates"),
    "minesweeper": (
        *("hint", "why?cell=0,0", "why?cell=5,5", "probabilities", "guess", "check", "steps"),
        "efficient",
    ),
}
MISTAKES = ("dance", "guess 99", "click 99,99", "flag z", "correct 9 1B", "answer 9B", "hide 12345")
"""Moves that are refused in every position."""
LOOKS = ("", "/share", "/board.svg", "/board.png?width=200", "/review", "/replay")


@pytest.fixture(autouse=True)
def unusual_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mastermine.session.session.fresh_seed", lambda: SEED)
    monkeypatch.setattr("mastermine.session.multiplayer.race.fresh_seed", lambda: SEED)


class Wire:
    """A browser that records every byte of every response during a game."""

    def __init__(self, browser: Any) -> None:
        self.browser = browser
        self.before: list[bytes] = []
        self.game: dict[str, Any] = {}

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        answer = self.browser.request(method, path, json=body)
        assert answer.status_code < 500, (path, answer.text)
        # Not the cookie, which is a random text, and not the length of what is compressed, names of
        # games included.
        headers = "\n".join(
            f"{name}: {value}"
            for name, value in answer.headers.items()
            if name not in ("set-cookie", "content-length")
        )
        self.before.append(headers.encode() + b"\n\n" + answer.content)
        return answer

    def begin(self, **wanted: Any) -> dict[str, Any]:
        self.game = self.ask("POST", "/api/games", wanted).json()
        return self.game

    @property
    def path(self) -> str:
        return f"/api/games/{self.game['id']}"

    def move(self, text: str) -> dict[str, Any]:
        """Make a move; of the answer that ends the game nothing is kept."""
        body = {"move": text, "version": self.game["version"]}
        self.game = self.ask("POST", f"{self.path}/moves", body).json()
        assert "error" not in self.game, (text, self.game)
        if over(self.game):
            self.before.pop()
        return self.game

    def play(self, wanted: dict[str, Any], moves: list[str], flagging: bool = False) -> None:
        """Begins a game, makes the moves, and looks around before and after each.

        ``flagging``: True to flag everything after each click, too.
        """
        self.begin(**wanted)
        self.look_around()
        for move in moves:
            self.move(move)
            if not over(self.game):
                self.look_around()
                if flagging and "click" in move:
                    flag_everything(self)

    def look_around(self) -> None:
        """Every request about a game in progress."""
        kind = (self.game["board"] or {}).get("game") if "players" in self.game else None
        for what in HELP.get(kind or self.game["game"], ()):
            self.ask("POST", f"{self.path}/help/{what}", {})
        for what in LOOKS:
            self.ask("GET", self.path + what)
        for path in ("/api/games", "/api/statistics", "/api/daily"):
            self.ask("GET", path)
        self.ask("POST", f"{self.path}/moves", {"move": "dance", "version": 0})
        for move in MISTAKES:
            refusal = self.ask("POST", f"{self.path}/moves", {"move": move})
            assert refusal.status_code >= 400, (move, refusal.text)
        self.game = self.ask("GET", self.path).json()

    def hidden(self) -> list[str]:
        """The secrets of the game, from the saved game."""
        fields = self.browser.get(f"{self.path}/save").json()
        boards = [board for row in fields.get("boards", ()) for board in row] or [fields]
        return [
            text for board in boards if (text := files.decode_secret(board["secret"])) is not None
        ]

    def kept(self) -> bytes:
        return b"\n\n".join(self.before)


@pytest.fixture
def wire(web: Any) -> Wire:
    return Wire(web)


def over(game: dict[str, Any]) -> bool:
    return bool(game["outcome"])


def forms(rules: str, secret: str) -> Iterator[str]:
    """How the program, or JSON, could write a secret."""
    yield str(files.encode_secret(secret))
    parsed = parse_rules(rules)
    if not isinstance(parsed, Minesweeper):
        yield secret
        code = parsed.parse_secret(secret)
        for digits in (code, [c + 1 for c in code]):
            yield json.dumps(list(digits))
            yield json.dumps(list(digits), separators=(",", ":"))
        return
    layout = parsed.parse_secret(secret)
    yield from (secret, secret.replace("/", "\n"), secret.replace("/", "\\n"))
    yield str(files.encode_secret(str(layout)))
    for form in FORMATS:
        if form != "mbf":
            yield write_layout(layout, form).decode().strip()
    yield json.dumps(list(layout.mines), separators=(",", ":"))
    for cells in (layout.cells, sorted(layout.cells)):
        yield json.dumps(cells, separators=(",", ":"))
        yield json.dumps([f"{x},{y}" for x, y in cells], separators=(",", ":"))
    # The board of a finished game: every mine and every number.
    yield str(layout.board())
    yield str(layout.board()).replace("\n", "\\n")


def found(kept: bytes, rules: str, secret: str) -> list[str]:
    text = kept.decode(errors="replace")
    return [form for form in forms(rules, secret) if form and form in text]


def mines_told(kept: bytes, layout: Layout) -> bool:
    """Whether some list names all mines."""
    mines = {f"{x},{y}" for x, y in layout.cells}
    lists = re.findall(rb'\[(?:"\d+,\d+",?)+\]', kept)
    return any(mines <= set(json.loads(each)) for each in lists)


def check_silent(wire: Wire, rules: str) -> None:
    kept = wire.kept()
    hidden = wire.hidden()
    assert hidden
    assert str(SEED).encode() not in kept
    for secret in hidden:
        assert found(kept, rules, secret) == []
        parsed = parse_rules(rules)
        if isinstance(parsed, Minesweeper):
            assert not mines_told(kept, parsed.parse_secret(secret))


CODE = "7a3f91c5"
WIDE = "8x16"
"""Codes so long that they come up by no chance, and too many to be listed: no help names one."""
GUESSES = ("11223344", "55667788", "99aabbcc", "ddeeff00", "12345678")


@pytest.mark.parametrize("chosen", [True, False])
def test_a_code_is_not_sent_before_the_end(wire, chosen):
    wire.begin(rules=WIDE, **({"secret": CODE} if chosen else {}))
    wire.look_around()
    for guess in GUESSES:
        wire.move(f"guess {guess}")
        wire.look_around()
    wire.move("undo")
    wire.look_around()
    wire.move("redo")
    check_silent(wire, WIDE)
    end = wire.move("give up")
    [secret] = wire.hidden()
    assert secret == (CODE if chosen else secret)
    # The search finds a value that is there.
    assert found(json.dumps(end).encode(), WIDE, secret)


def test_an_adversary_has_nothing_to_send(wire):
    wire.begin(rules="classic", mode="adversary")
    for guess in ("1122", "3344", "5566"):
        wire.move(f"guess {guess}")
        wire.look_around()
        assert wire.hidden() == []
        assert wire.game["secret"] is None
    assert str(SEED).encode() not in wire.kept()


def test_codes_between_people_are_not_sent(wire):
    wire.begin(rules=WIDE, players=["Ana", "Boris", "Chen"])
    for _breaker in range(2):
        if wire.game["to_do"] == "hide":
            wire.move(f"hide {CODE}")
        wire.look_around()
        wire.move(f"guess {GUESSES[0]}")
        wire.look_around()
        check_silent(wire, WIDE)
        end = wire.move("give up")
    # The round is over, and the code is no secret any more.
    assert found(json.dumps(end).encode(), WIDE, CODE)


@pytest.mark.parametrize(
    "wanted",
    [
        {"rules": "expert"},
        {"rules": "beginner"},
        {"rules": "9x9x10-noguess"},
        {"rules": "9x9x10", "mode": "adversary"},
        {"daily": "beginner"},
        {"rules": "9x9x10", "players": ["Ana", "Boris"]},
    ],
    ids=lambda wanted: "-".join(str(each) for each in wanted.values()).replace("'", ""),
)
def test_mines_are_not_sent_before_the_end(wire, wanted):
    rules = wire.begin(**wanted)["rules"]
    wire.look_around()
    if wire.game.get("to_do") == "begin":
        wire.move("begin")
    if "daily" not in wanted:
        wire.move("click 4,4")
    wire.look_around()
    # As a person plays: what is certain is opened, what is a mine is flagged.
    for _move in range(3):
        if over(wire.game) or "players" in wanted:
            break
        hint = wire.ask("POST", f"{wire.path}/help/hint").json()
        wire.game = hint["game"]
        if hint["help"]["risk"] > 0:
            break
        wire.move(f"click {hint['help']['cell']}")
    if not over(wire.game) and "players" not in wanted:
        wire.look_around()
        wire.move(f"flag {closed(wire.game)[-1]}")
        wire.look_around()
    if not over(wire.game):
        if wanted.get("mode") == "adversary":
            assert wire.hidden() == []
            assert str(SEED).encode() not in wire.kept()
        else:
            check_silent(wire, rules)
        end = wire.move("give up")
        if "players" not in wanted:
            message = json.dumps(end).encode()
            assert found(message, rules, end["secret"])


def closed(game: dict[str, Any]) -> list[str]:
    board = game["board"]
    rows = (board if isinstance(board, str) else board["board"]).split("\n")
    return [f"{x},{y}" for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#"]


def alike(kept: bytes, game: dict[str, Any]) -> bytes:
    """The traffic without what differs from game to game: its name, and when it changed."""
    kept = kept.replace(game["id"].encode(), b"ID")
    kept = re.sub(rb'"id":"[\w-]{22}"', b"", kept)  # Boards of matches have ids, too.
    kept = re.sub(rb'"changed":"[^"]*"', b"", kept)
    return re.sub(rb'"summary":"[^"]*"', b"", kept)


def twin_traffic(
    web_app: Any, browse: Callable[[Any], Any], wanted: dict[str, Any], moves: list[str]
) -> tuple[bytes, dict[str, Any]]:
    with browse(web_app) as browser:
        wire = Wire(browser)
        wire.play(wanted, moves)
        if wire.game["game"] == "minesweeper":
            flag_everything(wire)
        return alike(wire.kept(), wire.game), wire.game


@pytest.fixture
def stopped(monkeypatch) -> None:
    """The clock of the games stands still: two games take the same time."""
    monkeypatch.setattr("mastermine.session.clock.monotonic", lambda: 0.0)


@pytest.mark.usefixtures("stopped")
def test_codes_that_answered_alike_are_served_alike(web_app, browse):
    one, two = "3456", "4365"
    moves = ["guess 1122", "guess 1212"]
    kept = [
        twin_traffic(web_app, browse, {"rules": "classic", "secret": secret}, moves)[0]
        for secret in (one, two)
    ]
    assert len(kept[0]) > 10_000
    assert kept[0] == kept[1]


@pytest.mark.usefixtures("stopped")
def test_mines_out_of_sight_are_served_alike(web_app, browse):
    # Two numbers are open; out of their sight the mines differ.
    one = "......../.*....../......../......../......../......../......../*.*.*.*."
    two = "......../.*....../......../......../......../......*./......../.*.*.*.."
    moves = ["click 0,0", "click 2,2", "flag 7,7", "undo"]
    rules = "8x8x5"
    kept = [
        twin_traffic(web_app, browse, {"rules": rules, "secret": secret}, moves)
        for secret in (one, two)
    ]
    assert kept[0][1]["board"] == kept[1][1]["board"]
    assert kept[0][0] == kept[1][0]


def flag_everything(wire: Wire) -> None:
    """Flags all closed cells, more than there are mines, tries to open them, and unflags them."""
    cells = " ".join(closed(wire.game))
    wire.move(f"flag {cells}")
    for cell in cells.split():
        refusal = wire.ask("POST", f"{wire.path}/moves", {"move": f"click {cell}"})
        assert refusal.status_code >= 400, (cell, refusal.text)
    wire.ask("POST", f"{wire.path}/help/check", {})
    wire.game = wire.ask("GET", wire.path).json()
    wire.move(f"flag {cells}")


@st.composite
def twin_layouts(draw: st.DrawFn) -> tuple[Layout, Layout, list[Cell]]:
    """Two layouts that answer all clicks alike; the clicks leave several layouts possible."""
    width, height, mines = 4, 4, draw(st.integers(2, 5))
    cells = [(x, y) for y in range(height) for x in range(width)]
    one = Layout.of(width, height, draw(st.permutations(cells))[:mines])
    safe = [cell for cell in cells if cell not in one]
    clicks: list[Cell] = []
    shown: dict[Cell, int] = {}
    twins: list[Layout] = []
    for click in draw(st.permutations(safe)):
        more = shown | dict(one.opened(click))
        hidden = [cell for cell in cells if cell not in more]
        alike = [
            layout
            for chosen in combinations(hidden, mines)
            if (layout := Layout.of(width, height, chosen)) != one
            and all(layout.board()[cell] == number for cell, number in more.items())
        ]
        if not alike:
            break
        clicks, shown, twins = [*clicks, click], more, alike
    assume(twins)
    # Up to the move before the end of the doubt: at least two layouts are left.
    return one, draw(st.sampled_from(twins)), clicks


@pytest.mark.usefixtures("stopped")
@settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much],
)
@given(twins=twin_layouts())
def test_layouts_that_look_alike_are_served_alike(web_app, browse, twins):
    one, two, clicks = twins
    moves = [f"click {x},{y}" for x, y in clicks]
    wanted = {"rules": f"4x4x{one.count}-any"}
    kept = []
    for layout in (one, two):
        with browse(web_app) as browser:
            wire = Wire(browser)
            wire.begin(**wanted, secret=str(layout).replace("\n", "/"))
            for move in moves:
                if move.split()[1] in closed(wire.game):
                    wire.move(move)
                    flag_everything(wire)
            wire.look_around()
            kept.append(alike(wire.kept(), wire.game))
    assert kept[0] == kept[1]


@pytest.mark.usefixtures("stopped")
@settings(
    max_examples=4,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.filter_too_much],
)
@given(data=st.data())
def test_codes_that_look_alike_are_served_alike(web_app, browse, data):
    rules: Any = parse_rules("3x4")
    codes = list(map(rules.format_secret, rules.secrets()))
    one, *guesses = data.draw(st.permutations(codes))[:4]

    def answers(code: str, n: int) -> list[Any]:
        secret = rules.parse_secret(code)
        return [rules.respond(secret, rules.parse_action(guess)) for guess in guesses[:n]]

    n = max(
        n
        for n in range(len(guesses) + 1)
        if sum(answers(code, n) == answers(one, n) for code in set(codes) - set(guesses[:n])) > 1
    )
    others = set(codes) - {one, *guesses[:n]}
    same = sorted(code for code in others if answers(code, n) == answers(one, n))
    two = data.draw(st.sampled_from(same))
    moves = [f"guess {guess}" for guess in guesses[:n]]
    wanted = data.draw(st.sampled_from([{}, {"players": ["Ana", "Boris"]}]))
    kept = []
    for code in (one, two):
        with browse(web_app) as browser:
            wire = Wire(browser)
            if wanted:
                wire.begin(rules="3x4", **wanted)
                wire.before.clear()
                wire.browser.post(f"{wire.path}/moves", json={"move": f"hide {code}"})
            else:
                wire.begin(rules="3x4", secret=code)
            wire.game = wire.ask("GET", wire.path).json()
            for move in moves:
                wire.move(move)
            wire.look_around()
            kept.append(alike(wire.kept(), wire.game))
    assert kept[0] == kept[1]


def served(
    web_app: Any,
    browse: Callable[[Any], Any],
    secret: str,
    wanted: dict[str, Any],
    moves: list[str],
) -> bytes:
    """Returns the traffic of a game whose secret was drawn, without the answer that ends it."""
    with browse(web_app) as browser:
        wire = Wire(browser)
        wire.play(wanted, moves, flagging=True)
        assert not over(wire.game)
        assert {text.replace("\n", "/") for text in wire.hidden()} == (
            {secret} if secret else set()
        )
        return alike(wire.kept(), wire.game)


CENTRE = (4, 4)


def twins(rules: Minesweeper) -> tuple[Layout, Layout]:
    """Two layouts that look alike after a click in the centre: one mine lies elsewhere."""
    for seed in range(100):
        one = rules.draw(Random(seed), CENTRE)
        seen = [cell for cell, _number in one.opened(CENTRE)]
        out_of_sight = [
            (x, y)
            for x in range(rules.width)
            for y in range(rules.height)
            if all(max(abs(x - a), abs(y - b)) > 1 for a, b in seen)
        ]
        mines = [cell for cell in out_of_sight if cell in one]
        free = [cell for cell in out_of_sight if cell not in one]
        if mines and free:
            two = {*one.cells, free[0]} - {mines[0]}
            return one, Layout.of(rules.width, rules.height, two)
    raise AssertionError("no seed has twins")


@pytest.mark.usefixtures("stopped")
@pytest.mark.parametrize(
    ("wanted", "moves"),
    [
        ({"rules": "9x9x10"}, ["click 4,4", "undo", "redo"]),
        ({"rules": "9x9x10-noguess"}, ["click 4,4", "undo", "redo"]),
        ({"daily": "beginner"}, ["flag MINE", "undo"]),
        (
            {"rules": "9x9x10", "players": ["Ana", "Boris"]},
            ["begin", "click 4,4", "give up", "begin", "flag MINE"],
        ),
        ({"rules": "9x9x10"}, ["click 4,4", "click MINE", "undo"]),
    ],
    ids=["drawn", "no-guess", "daily", "race", "lost"],
)
def test_drawn_mines_out_of_sight_are_served_alike(web_app, browse, monkeypatch, wanted, moves):
    rules: Any = parse_rules(wanted.get("rules", daily.LEVELS["beginner"]))
    layouts = twins(rules)
    mine = next(cell for cell in layouts[0].cells if cell in layouts[1])
    moves = [move.replace("MINE", f"{mine[0]},{mine[1]}") for move in moves]
    kept = []
    for layout in layouts:
        with monkeypatch.context() as patch:
            patch.setattr(Minesweeper, "draw", lambda *_args, layout=layout: layout)
            secret = str(layout).replace("\n", "/")
            kept.append(served(web_app, browse, secret, wanted, moves))
    assert kept[0] == kept[1]


@pytest.mark.usefixtures("stopped")
@pytest.mark.parametrize(
    ("wanted", "moves"),
    [
        ({"rules": "classic"}, ["guess 1122", "undo", "redo"]),
        ({"daily": "classic"}, ["guess 1122", "guess 1212"]),
        ({"rules": "4x6,limit=2"}, ["guess 1122", "guess 1212", "undo"]),
    ],
    ids=["drawn", "daily", "lost"],
)
def test_drawn_codes_that_answered_alike_are_served_alike(
    web_app, browse, monkeypatch, wanted, moves
):
    kept = []
    for code in ((2, 3, 4, 5), (3, 2, 5, 4)):
        with monkeypatch.context() as patch:
            patch.setattr(Mastermind, "draw", lambda *_args, code=code: code)
            secret = "".join(str(colour + 1) for colour in code)
            kept.append(served(web_app, browse, secret, wanted, moves))
    assert kept[0] == kept[1]


@pytest.mark.usefixtures("stopped")
@pytest.mark.parametrize(
    ("rules", "moves"),
    [("5x5x5", ["click 2,2", "click 0,0"]), ("classic", ["guess 1122", "guess 1344", "undo"])],
)
def test_adversaries_with_other_seeds_are_served_alike(web_app, browse, monkeypatch, rules, moves):
    wanted = {"rules": rules, "mode": "adversary"}
    games: dict[Any, list[int]] = {}
    for seed in range(SEED, SEED + 50):
        game: Any = GameSetup.read({**wanted, "seed": seed}).begin()
        for move in moves:
            game.do(move)
        games.setdefault((game.turns, game.outcome), []).append(seed)
    # The seed decides between equally hard answers: these two seeds decided alike.
    one, two, *_more = max(
        (seeds for (_turns, outcome), seeds in games.items() if outcome is None), key=len
    )
    kept = []
    for seed in (one, two):
        with monkeypatch.context() as patch:
            patch.setattr("mastermine.session.session.fresh_seed", lambda seed=seed: seed)
            kept.append(served(web_app, browse, "", wanted, moves))
        assert str(seed).encode() not in kept[-1]
    assert kept[0] == kept[1]


@pytest.mark.parametrize("where", ["public", "svg"])
def test_a_leak_would_be_found(wire, monkeypatch, where):
    from mastermine.session import MinesweeperSession
    from mastermine.session.share import picture

    if where == "public":
        whole = MinesweeperSession.public

        def leaking(game: MinesweeperSession) -> dict[str, Any]:
            return whole(game) | {"note": game.data()["secret"]}

        monkeypatch.setattr(MinesweeperSession, "public", leaking)
    else:
        draw = picture.svg
        monkeypatch.setattr(
            picture,
            "svg",
            lambda game: draw(game) + f"<!-- {files.decode_secret(game.data()['secret'])}",
        )
    wire.begin(rules="beginner")
    wire.move("click 4,4")
    wire.ask("GET", f"{wire.path}/board.svg")
    with pytest.raises(AssertionError):
        check_silent(wire, "beginner")
