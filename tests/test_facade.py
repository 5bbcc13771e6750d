"""The names of `mastermine` itself: one call for each thing, typed, with texts for values."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from collections.abc import Callable
from inspect import signature
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Any, get_args
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from tests.documents.reading import blocks

import mastermine as mm
from mastermine.arena.evaluation import Evaluation
from mastermine.core.errors import TooLarge
from mastermine.mastermind import presets as codes
from mastermine.minesweeper import presets as fields
from mastermine.session import MastermindSession, MinesweeperSession

ROOT = Path(__file__).parents[1]
TURNS = ["1122 1,1", "1134 0,2"]


@mm.strategy("first-code")
def first_code(view: mm.CodeView) -> mm.Code:
    """Guess the first code that fits."""
    return view.knowledge.first()


# Games.


@pytest.mark.parametrize("secret", ["1234", (0, 1, 2, 3)])
def test_a_game_from_texts_is_that_from_values(secret: str | mm.Code) -> None:
    classic = mm.game("classic")
    honest = mm.Honest(classic, (0, 1, 2, 3))
    before = mm.play(classic, mm.find_strategy("knuth"), honest, mm.Random(1))
    assert mm.play("classic", "knuth", secret) == before
    assert mm.play(classic, "knuth", oracle=mm.Honest(classic, (0, 1, 2, 3))) == before
    assert mm.solve("classic", secret) == before
    assert before.outcome == "won"
    assert before.secret == "1234"


def test_a_seed_draws_the_same_secret_and_the_same_numbers() -> None:
    for rules, name in (("4x5", "random-consistent"), ("6x6x5", "pseq")):
        one, same, other = (mm.play(rules, name, seed=seed) for seed in (1, 1, 2))
        assert one == same != other


def test_strategies_and_limits_can_be_named() -> None:
    secret = mm.play("beginner", "pseq", seed=1).secret or ""
    assert mm.solve("beginner", secret).strategy == "endgame"
    assert mm.solve("4x6", "1234", strategy="entropy").strategy == "entropy"
    assert mm.solve("4x6", "1234", strategy=first_code).strategy == "first-code"
    record = mm.play("classic", first_code, "6666", mm.Random(1), 1)
    assert (record.outcome, len(record.turns)) == ("lost", 1)


def test_an_outcome_is_its_word() -> None:
    assert json.dumps(mm.Outcome.WON) == '"won"'
    assert mm.session("4x6", seed=1).outcome is None
    game = mm.session("classic", secret="1234")
    game.guess("1234")
    assert game.outcome == "won"


# Help.


def test_a_hint_says_what_to_do_and_why() -> None:
    hint = mm.hint("classic", TURNS)
    assert (hint.move, hint.reasons[0]) == ("3521", "In the code for certain: green.")
    assert str(hint).startswith("3521\nIn the code")
    pairs = [("1122", "1B 1W"), ("1134", "0B 2W")]
    assert mm.hint(mm.game("classic"), pairs) == hint
    assert mm.hint("4x6", strategy=first_code).move == "1111"
    with pytest.raises(mm.IllegalMove, match="over"):
        mm.hint("classic", ["1122 4,0"])
    with pytest.raises(mm.IllegalMove, match="turn 2, '1122'"):
        mm.hint("classic", ["1122 1,1", "1122"])
    with pytest.raises(mm.Contradiction):
        mm.hint("classic", ["1122 0,0", "1111 1,0"])


def test_an_answer_may_be_unknown() -> None:
    first, second = TURNS
    rows = [first, "5566 ?", second]
    assert mm.hint("classic", rows) == mm.hint("classic", TURNS)
    assert mm.candidates("classic", rows).texts() == mm.candidates("classic", TURNS).texts()
    again = mm.candidates("classic", [first, ("5566", "?"), second])
    assert repr(again).endswith("'5566 ?', '1134 0B 2W'])")
    with pytest.raises(mm.Contradiction, match="row 4: no code is possible with the answer 1B 2W"):
        mm.candidates("classic", [*rows, "1134 1,2"])
    with pytest.raises(mm.IllegalMove, match="over"):  # The guess was made.
        mm.hint("4x6,limit=2", rows[:2])
    with pytest.raises(mm.IllegalMove, match=r"turn 1, '0,0 \?'"):
        mm.candidates("beginner", ["0,0 ?"])


def test_a_hint_for_a_minefield() -> None:
    hint = mm.hint("6x5x5-noguess", ["0,0 0,0:0 1,0:0 0,1:1 1,1:1"])
    assert re.fullmatch(r"\d,\d", hint.move)
    assert hint.reasons


def test_what_is_left_after_some_turns() -> None:
    left = mm.candidates("classic", TURNS)
    assert len(left) == 24
    assert left.texts()[0] == "2342"
    assert "2342" in left
    assert (1, 2, 3, 1) in left
    assert "1111" not in left
    assert "11" not in left
    assert left.split("1122") == left.split((0, 0, 1, 1))
    assert str(left).startswith("24 codes: 2342 2423")
    assert str(left).endswith(" …")
    assert mm.candidates("expert").count() > 10**100
    assert str(mm.candidates("20x20")) == repr(mm.candidates("20x20"))


def test_a_board_may_be_a_text() -> None:
    text = "#####/?121?"
    board = mm.Board.parse(text)
    assert mm.analyze(text, mines=2).safe == mm.analyze(board, 2).safe
    assert list(mm.deduce(text)) == list(mm.deduce(board))


# Many games.


def test_an_evaluation() -> None:
    found = mm.evaluate("4x5", "knuth")
    assert (found.total, found.codes) == (2563, 625)
    assert str(found) == "knuth: 2,563 guesses for 625 codes, 4.101 on average, 5 at worst"
    assert mm.evaluate(mm.game("4x5"), first_code, jobs=2) == mm.evaluate("4x5", first_code)
    with pytest.raises(TooLarge):
        mm.evaluate("20x20", "knuth")


def test_a_match_has_a_row_for_each_strategy_and_one_for_each_game() -> None:
    results = mm.match("classic", ["knuth,entropy", first_code], rounds=20, seed=1)
    rows = results.to_dicts()
    assert [row["strategy"] for row in rows] == ["knuth", "entropy", "first-code"]
    assert {row["games"] for row in rows} == {20}
    assert len(results.games) == 60
    games = [row for row in results.games if row["strategy"] == "entropy"]
    assert sum(int(row["turns"] or 0) for row in games) == rows[1]["total"]
    assert results.records[0].strategy == "knuth"
    assert results.plot("guesses").table().rows
    again = mm.match("classic", ["knuth", "entropy", first_code], rounds=20, seed=1, jobs=2)
    untimed = [
        [{**row, "milliseconds": None} for row in each.games.to_dicts()]
        for each in (results, again)
    ]
    assert untimed[0] == untimed[1]


def test_a_match_in_minefields_counts_wins() -> None:
    results = mm.match("8x8x8", "thesis", rounds=5, seed="a", moves=False)
    (row,) = results.to_dicts()
    assert row["win_rate"] == results.scores[0].wins / 5
    with pytest.raises(mm.InvalidSpec, match="moves of round 1 were not stored"):
        _records = results.records


def test_results_as_frames() -> None:
    results = mm.match("3x4", "knuth", rounds=3, seed=1)
    pytest.importorskip("pandas")
    frame = results.to_pandas()
    assert list(frame.columns) == list(results.to_dicts()[0])
    assert results.games.to_pandas().shape == (3, 10)
    pytest.importorskip("pyarrow")
    assert results.games.to_arrow().to_pylist() == results.games.to_dicts()
    assert results.to_arrow().num_rows == 1


@pytest.mark.parametrize(("name", "method"), [("pandas", "to_pandas"), ("pyarrow", "to_arrow")])
def test_a_library_that_is_missing_is_named_in_one_line(
    name: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(mm.InvalidSpec) as caught:
        getattr(mm.match("3x4", "knuth", rounds=1), method)()
    assert str(caught.value) == f"this needs {name}: pip install 'mastermine[data]'"


# Sessions.


def test_a_session_is_of_its_game() -> None:
    assert isinstance(mm.session("classic"), MastermindSession)
    assert isinstance(mm.session("9x9x10", "adversary"), MinesweeperSession)
    game = mm.session(mm.game("classic"), mode="person", strategy="entropy")
    assert (game.mode.value, game.strategy.name) == ("person", "entropy")
    assert mm.session("classic", seed=7).seed == 7
    import mastermine.session

    assert mm.session is mastermine.session
    assert vars(mastermine.session)["load"]


# Mistakes.


@mm.strategy("stuck", game="minesweeper")
def stuck(view: mm.BoardView) -> mm.Cell:
    """Open the same cell for ever."""
    return 0, 0


@mm.strategy("loopy")
def loopy(view: mm.CodeView) -> mm.Code:
    """Make the same guess for ever."""
    return 0, 0, 0, 0


def plain(view: Any) -> Any:
    """Guess the first code that fits, without a decorator."""
    return view.knowledge.first()


give: Any = mm  # Type checkers refuse most of these calls.
NO_STRATEGY = "a strategy must be a name such as entropy or a function of a view, not {}"
NO_BOARD = "a board is a text of its rows, such as '#####/?121?', not {}"
NO_RULES = "rules must be text such as classic or 4x6, not {}"
LIMIT = "the time limit must be more than 0 and at most 10,000,000 seconds, not {}"
NO_SEED = "a seed must be a whole number or text, not 1.5"
NO_TURN = "write the move, a space and its answer"
UNNAMED = 'a strategy needs a name: write @strategy("its-name") above the function'
OTHER = (
    "strategy knuth plays Mastermind, not Minesweeper; strategies for Minesweeper are champion, "
)
CODE = "a code is a tuple of colours, counted from 0, not {}"
RANGE = "colours are numbered from 0 to 5; {} has another number"

MISTAKES: list[tuple[Callable[[], object], str]] = [
    (lambda: give.game(5), NO_RULES.format(5)),
    (lambda: give.game(None), NO_RULES.format(None)),
    (lambda: give.session(5), NO_RULES.format(5)),
    (lambda: give.play("classic", None), NO_STRATEGY.format(None)),
    (lambda: give.match("classic", 5), NO_STRATEGY.format(5)),
    (lambda: give.evaluate("classic", ["a", "b"]), NO_STRATEGY.format("['a', 'b']")),
    (lambda: give.session("classic", strategy=5), NO_STRATEGY.format(5)),
    (lambda: give.match("beginner", [mm.find_strategy("knuth")]), OTHER),
    (lambda: give.play("beginner", mm.find_strategy("knuth")), OTHER),
    (lambda: give.evaluate("beginner", "pseq"), "minesweeper:9x9x10 is Minesweeper, but this is "),
    (
        lambda: give.tree("beginner"),
        "beginner is Minesweeper, but this is for Mastermind; use rules such as",
    ),
    (lambda: give.strategy(plain), UNNAMED),
    (lambda: give.strategy(), UNNAMED),
    (
        lambda: give.play("beginner", stuck, seed=1),
        "strategy stuck never ends the game: in turn 2 it opens 0,0 again",
    ),
    (
        lambda: give.play("4x6", loopy, "3632"),
        "strategy loopy never finds the code 2222: in turn 2 it repeats its guess 1111",
    ),
    (
        lambda: give.tree("8x12", "knuth"),
        "mastermind:8x12: 429,981,696 codes are possible, too many to ",
    ),
    (lambda: give.tree("3x4", "random"), "strategy random uses random numbers, so it has no"),
    (
        lambda: give.solve("classic", (3, 6, 3, 2)),
        f"{RANGE.format((3, 6, 3, 2))}; did you mean the text '3632'?",
    ),
    (lambda: give.solve("classic", (9, 9, 9, 9)), RANGE.format((9, 9, 9, 9))),
    (lambda: give.solve("classic", (-1, 0, 0, 0)), RANGE.format((-1, 0, 0, 0))),
    (
        lambda: give.solve("classic", (0, 0, 0, 10**5000)),
        "colours are numbered from 0 to 5; <tuple object at 0x",
    ),
    (lambda: give.session("classic", secret=(9, 9, 9, 9)), RANGE.format((9, 9, 9, 9))),
    (lambda: give.solve("classic", (0, 1, 2)), "a code has 4 pegs"),
    (lambda: give.solve("classic", 3632), f"{CODE.format(3632)}; did you mean the text '3632'?"),
    (lambda: give.session("classic").guess(1122), f"{CODE.format(1122)}; did you mean the text"),
    (
        lambda: give.session("classic").do(5),
        "'5' is not a move in this game; known are: guess, answer, ",
    ),
    (lambda: give.session("classic", "person").answer(5), "answer '5' is not understood; "),
    (lambda: give.solve("beginner", 5), "a layout has 9 rows of 9 signs, . or * for a mine, with"),
    (
        lambda: give.session("beginner").click(5),
        "a cell is a pair (x, y) of whole numbers, not 5",
    ),
    (lambda: give.analyze("#1", 1).risk((2, 0)), "2,0 is outside the board: x goes from 0 to 1, "),
    (lambda: give.play("classic", "knuth", seed=1.5), NO_SEED),
    (lambda: give.match("classic", "knuth", seed=1.5), NO_SEED),
    (lambda: give.session("classic", seed=1.5), NO_SEED),
    (lambda: give.play("4x6", "knuth", limit="2"), "limit must be a whole number, not '2'"),
    (lambda: give.play("4x6", "knuth", limit=0), "limit must be at least 1, not 0"),
    (lambda: give.match("4x6", "knuth", rounds="5"), "rounds must be a whole number, not '5'"),
    (lambda: give.match("4x6", "knuth", rounds=5.0), "rounds must be a whole number, not 5.0"),
    (lambda: give.match("4x6", "knuth", time_limit="5"), LIMIT.format("'5'")),
    (lambda: give.match("4x6", "knuth", time_limit=0), LIMIT.format(0)),
    (lambda: give.match("4x6", "knuth", jobs="2"), "jobs must be a whole number, not '2'"),
    (lambda: give.analyze("#1", "1"), "mines must be a whole number, not '1'"),
    (lambda: give.analyze([["#"]], 1), NO_BOARD.format("[['#']]")),
    (lambda: give.analyze(np.zeros((2, 1)), 1), NO_BOARD.format("array([[0.], [0.]])")),
    (lambda: list(give.deduce(None)), NO_BOARD.format(None)),
    (lambda: give.svg(5), "5 cannot be drawn; use a game, a board, an analysis or a record"),
    (
        lambda: give.candidates("classic", [("1122", (0, 2))]),
        f"turn 1, ('1122', (0, 2)): {NO_TURN}",
    ),
    (lambda: give.hint("classic", ["1122 0,2", 5]), f"turn 2, 5: {NO_TURN}"),
    (lambda: give.candidates("classic", 5), "turns must be a list of texts, each a move"),
    (
        lambda: give.candidates("4x6", mm.Turn((0, 0, 1, 1), (0, 2))),
        "(0, 2) is not an answer in mastermind:4x6",
    ),
    (
        lambda: give.session("classic", mode="foo"),
        "there is no mode 'foo'; known are: computer, adversary, person",
    ),
]


@pytest.mark.parametrize(("call", "complaint"), MISTAKES)
def test_a_mistake_is_one_line_that_says_what_is_right(
    call: Callable[[], object], complaint: str
) -> None:
    with pytest.raises(mm.MastermineError) as caught:
        call()
    assert str(caught.value).startswith(complaint)
    assert "\n" not in str(caught.value)


def test_a_limit_ends_a_game_that_would_never_end() -> None:
    assert len(mm.play("4x6", loopy, "3632", limit=3).turns) == 3
    assert mm.play("2x2", "random", "11", seed=1).outcome == "won"


def numpy_code(view: mm.CodeView) -> tuple[Any, ...]:
    return tuple(np.array(view.knowledge.first()))


FIRST_OF_ALL = "1122 0,2"

ACCEPTED: list[tuple[Callable[[], object], object]] = [
    (lambda: mm.solve("classic", seed=5).outcome, "won"),
    (lambda: mm.play("4x6", numpy_code, "3632").outcome, "won"),
    (lambda: mm.play("4x6", plain, "3632").strategy, "plain"),
    (lambda: mm.evaluate("3x4", plain).codes, 64),
    (lambda: mm.evaluate("3x4", lambda size: size**2).codes, 64),
    (lambda: mm.match("3x4", [plain, "knuth"], rounds=2).scores[0].wins, 2),
    (lambda: mm.find_strategy(first_code), first_code),
    (lambda: mm.find_strategy("endgame:layouts=100").game, "minesweeper"),
    (lambda: mm.candidates("classic", FIRST_OF_ALL).count(), 96),
    (lambda: mm.candidates("classic", FIRST_OF_ALL)[:2], [(1, 1, 2, 2), (1, 1, 2, 3)]),
    (lambda: mm.hint("4x6", FIRST_OF_ALL).move, "2344"),
    (lambda: mm.tree("3x4").guess_after(["123 1,0"]), (0, 3, 3)),
    (lambda: str(mm.session("classic", secret="3632").guess((0, 0, 1, 1))), "1B 0W"),
    (lambda: len(mm.session("beginner", seed=1).click((0, 0))), 1),
    (lambda: mm.analyze("#####/?121?", 2).risk("1,0"), 1.0),
    (lambda: mm.svg("##/11"), mm.svg(mm.Board.parse("##/11"))),
    (lambda: repr(mm.Random(5)), "Random(5)"),
]


@pytest.mark.parametrize(("call", "value"), ACCEPTED)
def test_what_is_meant_is_accepted(call: Callable[[], object], value: object) -> None:
    assert call() == value


# What values look like.


def test_chances_and_hints_print_as_the_commands_show_them() -> None:
    assert str(mm.analyze("#####/?121?", mines=2)).splitlines()[:3] == [
        "5x2 cells, 2 mines: 1 layout is possible.",
        "++ ** ++ ** ++",
        " ?  1  2  1  ?",
    ]
    game = mm.session("classic", seed=1)
    assert str(game.hint()) == str(mm.hint("classic"))
    assert len(str(mm.session("beginner", seed=1).hint()).splitlines()) == 2


def test_results_say_why_a_strategy_failed() -> None:
    shown = mm.match("4x6", [loopy, "knuth"], rounds=2, seed=1)
    reason = "loopy failed in 2 games, first in round 1: strategy loopy never"
    assert repr(shown).splitlines()[-1].startswith(reason)
    assert reason in shown._repr_html_()


def test_help_on_session_names_its_parameters() -> None:
    assert list(signature(mm.session).parameters) == ["rules", "mode", "seed", "secret", "strategy"]
    assert (mm.session.__doc__ or "").startswith("``session(rules: ")


VALUES: list[Callable[[], Any]] = [
    lambda: mm.game("classic"),
    lambda: mm.game("expert"),
    lambda: mm.Board.parse("#####/?121?"),
    lambda: mm.Turn((0, 1), 2),
    lambda: mm.play("4x6", "knuth", "1234"),
    lambda: mm.hint("4x6", TURNS, strategy=first_code).move,
    lambda: mm.evaluate("3x4", "knuth"),
]


@pytest.mark.parametrize("make", VALUES)
def test_a_small_value_prints_as_what_makes_it(make: Callable[[], Any]) -> None:
    value = make()
    names = {name: getattr(mm, name) for name in mm.__all__} | {"Evaluation": Evaluation}
    assert eval(repr(value), names) == value


def test_what_is_known_prints_as_what_makes_it() -> None:
    left = mm.candidates("classic", TURNS)
    made = eval(repr(left), {"candidates": mm.candidates})
    assert (made.rules, made.turns, list(made)) == (left.rules, left.turns, list(left))
    analysis = mm.analyze("#####/?121?", mines=2)
    made = eval(repr(analysis), {"analyze": mm.analyze, "Board": mm.Board})
    assert (made.board, made.mines) == (analysis.board, analysis.mines)


@pytest.mark.parametrize(
    ("make", "shown"),
    [
        (
            lambda: mm.session("classic", seed=1),
            "<MastermindSession of mastermind:4x6,limit=10: in",
        ),
        (lambda: mm.play("beginner", "pseq", seed=7), "<Record of minesweeper:9x9x10: won after"),
        (lambda: mm.tree("3x4"), "<Tree of mastermind:3x4: 216 guesses, 4 at worst>"),
        (lambda: mm.tree("3x4").root, "<Node: guess (0, 1, 2), 8 answers>"),
        (lambda: mm.find_strategy("knuth"), "<Heuristic knuth of mastermind>"),
        (lambda: mm.candidates("beginner"), "<Field of minesweeper:9x9x10 after 0 clicks>"),
        (lambda: mm.View(mm.game("classic")), "<View of mastermind:4x6,limit=10 after 0 turns>"),
        (
            lambda: mm.match("3x4", "knuth", rounds=2, seed=1).standings,
            "<Standings after 2 rounds, average: knuth ",
        ),
        (
            lambda: mm.match("3x4", "knuth", rounds=2, seed=1),
            "mastermind:3x4, 2 rounds, seed 1.\nstrategy  games  wins",
        ),
        (lambda: mm.match("3x4", "knuth", rounds=30, seed=1).games, "rules           seed  round"),
    ],
)
def test_a_large_value_prints_in_short(make: Callable[[], Any], shown: str) -> None:
    assert repr(make()).startswith(shown)
    assert len(repr(make()).splitlines()) < 25


@pytest.mark.parametrize(
    "make",
    [
        lambda: mm.Board.parse("#F#/?*?/012"),
        lambda: mm.analyze("#####/?121?", mines=2),
        lambda: mm.play("classic", "knuth", "1234"),
        lambda: mm.play("4x6-places", first_code, "1234"),
        lambda: mm.play("beginner", "single-point", seed=3),
        lambda: mm.session("classic", seed=1).record(),
    ],
)
def test_a_notebook_draws_a_value(make: Callable[[], Any]) -> None:
    drawn = make()._repr_svg_()
    assert drawn == mm.svg(make())
    assert ET.fromstring(drawn).tag.endswith("svg")


@pytest.mark.parametrize(
    "make",
    [
        lambda: mm.evaluate("3x4", "knuth"),
        lambda: mm.match("3x4", "knuth", rounds=2, seed="<b>"),
        lambda: mm.match("3x4", "knuth", rounds=2).games,
    ],
)
def test_a_notebook_shows_figures_as_a_table(make: Callable[[], Any]) -> None:
    html = make()._repr_html_()
    assert "<table>" in html
    assert "<b>" not in html


# Names and types.


def test_type_checkers_know_the_presets() -> None:
    assert list(get_args(codes.Name)) == list(codes.PRESETS)
    assert list(get_args(fields.Name)) == list(fields.PRESETS)


def test_only_public_names_are_seen() -> None:
    assert dir(mm) == sorted([*mm.__all__, "__version__"])
    fresh = subprocess.run(
        [sys.executable, "-c", "import mastermine; print(*vars(mastermine))"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert {name for name in fresh.stdout.split() if not name.startswith("_")} == set()


def test_an_import_takes_less_than_twice_an_empty_program() -> None:
    assert cpu("import mastermine") < 2 * cpu("pass")


def cpu(program: str) -> float:
    """The least CPU time of some runs, in seconds."""

    def once() -> float:
        before = getrusage(RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-I", "-c", program], check=True)
        after = getrusage(RUSAGE_CHILDREN)
        return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime

    return min(once() for _try in range(7))


def snippets() -> list[str]:
    """The sources of the ten snippets of the page on Python."""
    page = (ROOT / "docs/how-to/python.md").read_text("utf-8")
    section = page.split("## Ten things in three lines")[1].split("`mm.hint`")[0]
    parser = doctest.DocTestParser()
    return ["".join(each.source for each in parser.get_examples(b.text)) for b in blocks(section)]


def test_ten_things_take_three_lines_each() -> None:
    found = snippets()
    assert len(found) == 10
    assert max(len(source.splitlines()) for source in found) == 3


@pytest.mark.rest
def test_programs_see_no_any(tmp_path: Path) -> None:
    pytest.importorskip("mypy")
    program = tmp_path / "program.py"
    lines = ["# mypy: disallow-any-expr, disallow-any-decorated", "import mastermine as mm"]
    program.write_text("\n".join([*lines, *snippets()]), "utf-8")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(program)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout
