"""Pictures: their data are numbers that can be worked out, and they are drawn as they should be."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from tests.arena.games import played, results_of, run_of

from mastermine.arena.evaluation import evaluate
from mastermine.arena.plots import KINDS, Picture, Results, default_kind, fitting, picture_of
from mastermine.arena.plots.cost import Cost, Spot
from mastermine.arena.plots.density import Density
from mastermine.arena.plots.first_clicks import Start, mirrored
from mastermine.arena.plots.guesses import Guesses
from mastermine.arena.plots.picture import Rows
from mastermine.arena.plots.rates import Rate, Rates
from mastermine.arena.plots.secrets_left import MAX_ROUNDS, Left
from mastermine.arena.plots.style import MARKERS, short
from mastermine.arena.run import FAILED, LOST, WON, Entrant, Game, Run
from mastermine.arena.secret_source import Every, Sample
from mastermine.arena.standings import Standings
from mastermine.core.errors import InvalidSpec
from mastermine.registry import find_strategy, parse_rules

needs_matplotlib = pytest.mark.skipif(
    find_spec("matplotlib") is None, reason="matplotlib is not installed"
)


def test_the_middle_of_a_long_name_is_left_out() -> None:
    assert [short("abcdefghij", most) for most in (10, 9, 6)] == [
        "abcdefghij",
        "abcd…ghij",
        "abc…ij",
    ]


def made_up(spec: str, columns: dict[str, list[int | str]], field: Any = None) -> Results:
    """Results as if entrants of these names had needed so many turns, or lost, or failed."""
    rounds = len(next(iter(columns.values())))
    entrants = tuple(Entrant(name, name) for name in columns)
    run = Run(parse_rules(spec), entrants, field or Sample(rounds), 7)
    games = []
    for number, row in enumerate(zip(*columns.values(), strict=True), start=1):
        for index, end in enumerate(row):
            outcome, turns = (WON, end) if isinstance(end, int) else (end, 3)
            games.append(Game(number, index, outcome, int(turns), None, 1000 * (index + 1)))
    return results_of(run, games)


def mined(mines: int, wins: dict[str, int], games: int = 10, name: str = "") -> Results:
    """Results on fields of 9 x 9 cells."""
    columns: dict[str, list[int | str]] = {
        each: [1] * n + [LOST] * (games - n) for each, n in wins.items()
    }
    results = made_up(f"9x9x{mines}", columns)
    assert results.run is not None
    assert results.standings is not None
    return Results.of_run(results.run, results.standings, None, name)


# Guesses


def test_a_histogram_counts_the_games_and_those_lost() -> None:
    results = made_up("4x6,limit=6", {"one": [3, 4, 4, LOST], "two": [1, FAILED, 6, 2]})
    made = picture_of([results])
    assert isinstance(made, Guesses)
    one, two = made.histograms
    assert made.bars == ["1", "2", "3", "4", "5", "6"]
    assert one.counts == (0, 0, 1, 2, 0, 0)
    assert two.counts == (1, 1, 0, 0, 0, 1)
    assert (one.lost, two.lost) == (1, 1)
    assert one.average == pytest.approx(11 / 3)
    assert one.error == pytest.approx(np.std([3, 4, 4], ddof=1) / np.sqrt(3))
    assert made.table().rows[1] == ["two", "1", "1", "0", "0", "0", "1", "1"]
    assert "1 game lost" in made.summary()


def test_long_games_share_bars() -> None:
    turns: list[int | str] = [1, 50, 51, 100, 1001]
    made = picture_of([made_up("4x6", {"slow": turns})])
    assert isinstance(made, Guesses)
    assert made.step == 50
    assert made.bars[:2] == ["1–50", "51–100"]
    [slow] = made.histograms
    assert slow.counts[:2] == (2, 2)
    assert slow.counts[-1] == 1
    assert sum(slow.counts) == 5


def test_where_some_are_quick_the_others_share_the_last_bar() -> None:
    made = picture_of([made_up("4x6", {"quick": [3, 5], "slow": [4, 1000]})])
    assert isinstance(made, Guesses)
    assert made.bars == ["1", "2", "3", "4", "5", "6+"]
    quick, slow = made.histograms
    assert quick.counts == (0, 0, 1, 0, 1, 0)
    assert slow.counts == (0, 0, 0, 1, 0, 1)


def test_an_evaluation_gives_the_same_histogram() -> None:
    rules = parse_rules("4x6")
    result = evaluate(rules, find_strategy("knuth"))
    text = json.dumps({"rules": rules.spec(), "codes": 1296, "results": [result.to_dict()]})
    results = Results.of_evaluation(text, "knuth.json")
    made = picture_of([results])
    assert isinstance(made, Guesses)
    # The histogram of Knuth (1977), The computer as Master Mind.
    assert made.histograms[0].counts == (1, 6, 62, 533, 694)
    assert made.histograms[0].error is None
    assert fitting(results) == ["guesses"]


def test_an_evaluation_of_a_sample_does_not_claim_every_secret() -> None:
    rules = parse_rules("4x6")
    result = evaluate(rules, find_strategy("knuth"), sample=50)
    text = json.dumps({"rules": rules.spec(), "codes": 1296, "results": [result.to_dict()]})
    results = Results.of_evaluation(text, "knuth.json")
    assert results.caption() == "mastermind:4x6, 50 rounds."
    made = picture_of([results])
    assert isinstance(made, Guesses)
    assert made.histograms[0].error is not None


def row(histogram: str) -> str:
    results = f'[{{"strategy": "x", "histogram": {histogram}}}]'
    return f'{{"rules": "4x6", "results": {results}}}'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        *((text, "its format is different") for text in ("", "[1]", '{"rules": "4x6"}')),
        *(
            (row(each), "its format is different")
            for each in ("{}", '{"0": 1}', '{"9999999999": 1}')
        ),
        ('{"rules": "nonsense", "results": []}', "'nonsense'"),
        ('{"rules": "4x6", "results": []}', "contains no strategies"),
    ],
)
def test_what_is_no_evaluation_is_refused(text: str, message: str) -> None:
    with pytest.raises(InvalidSpec, match=message):
        Results.of_evaluation(text, "it.json")


# Left


def test_secrets_left_are_those_that_fit() -> None:
    results = played("3x4", ["knuth", "one-colour"], 30)
    rules, run = results.rules, results.run
    assert run is not None
    assert results.batches is not None
    made = picture_of([results], "left")
    assert isinstance(made, Left)
    codes = list(product(range(4), repeat=3))
    left: dict[int, list[int]] = {}
    longest = len(made.ribbons[0].points) - 1
    for batch in results.batches(1, 30):
        for game in batch:
            if game.entrant:
                continue
            fit = codes
            turns = game.record(run).turns
            for n in range(longest + 1):
                left.setdefault(n, []).append(len(fit))
                if n < len(turns):
                    action, answer = turns[n]
                    guess, message = rules.parse_action(action), rules.parse_feedback(answer)
                    fit = [code for code in fit if rules.respond(code, guess) == message]
    for point in made.ribbons[0].points:
        counts = left[point.turn]
        assert point.median == np.median(counts)
        assert (point.low, point.high) == tuple(np.quantile(counts, [0.1, 0.9]))
    assert made.ribbons[0].points[0].low == 64
    assert made.ribbons[0].points[-1].going == 0
    assert made.ribbons[0].games == 30


def test_of_many_rounds_some_are_viewed() -> None:
    results = played("4x4", ["knuth"], MAX_ROUNDS + 50)
    made = picture_of([results], "left")
    assert isinstance(made, Left)
    assert made.ribbons[0].games == MAX_ROUNDS
    assert f"The first {MAX_ROUNDS} rounds" in made.caption
    requested: list[int] = []
    every = made_up("4x6", {"x": [1] * 1296}, Every(1296))

    def games(first: int, last: int) -> list[list[Game]]:
        requested.append(first)
        moves = json.dumps([["1111", "4B 0W"]])
        return [[Game(first, 0, WON, 1, None, 1, None, "1111", moves)]]

    assert every.run is not None
    assert every.standings is not None
    made = picture_of([Results.of_run(every.run, every.standings, games)], "left")
    assert requested[0] == 1
    assert len(set(requested)) == MAX_ROUNDS
    assert 1296 - requested[-1] < 3
    assert "evenly chosen" in made.caption


def test_what_leaves_nothing_to_see() -> None:
    with pytest.raises(InvalidSpec, match="were not stored; play with --moves"):
        picture_of([played("3x3", ["knuth"], 3, moves=False)], "left")
    with pytest.raises(InvalidSpec, match="there is nothing to show"):
        picture_of([made_up("3x3", {"bad": [FAILED, FAILED]})], "left")
    run = run_of("4x6", "knuth", 5)
    empty = Results.of_run(run, Standings(run.names, False))
    with pytest.raises(InvalidSpec, match="has no games yet"):
        picture_of([empty])


# Cost and rates


def test_cost_is_time_and_average() -> None:
    results = made_up("4x6", {"one": [4, 5, 4, 5], "two": [3, 3, 4, 4]})
    made = picture_of([results], "cost")
    assert isinstance(made, Cost)
    assert not made.rates
    one, two = made.spots
    assert (one.milliseconds, two.milliseconds) == (1, 2)
    assert (one.quality, two.quality) == (4.5, 3.5)
    # Student's t with 3 degrees of freedom (3.182) times the standard error.
    away = 3.182 * np.std([3, 3, 4, 4], ddof=1) / 2
    assert two.high - two.quality == pytest.approx(away, rel=0.01)


def test_exact_figures_have_no_bars() -> None:
    turns: list[int | str] = [1, *[2] * 26]
    made = picture_of([made_up("3x3", {"a": turns, "b": turns}, Every(27))], "cost")
    assert isinstance(made, Cost)
    assert "Bars" not in made.legend
    assert "Bars" in picture_of([made_up("3x3", {"a": turns})], "cost").legend
    lost: list[int | str] = [1, LOST, *[2] * 25]
    made = picture_of([made_up("3x3,limit=2", {"a": lost}, Every(27))], "rates")
    assert isinstance(made, Rates)
    assert made.rates == (Rate("a", 26, 27, 26 / 27, 26 / 27, 26 / 27),)
    assert "Exact" in made.caption
    results = played("3x3", ["knuth", "random-consistent"])
    made = picture_of([results])
    assert isinstance(made, Guesses)
    knuth, drawn = made.histograms
    assert knuth.error is None
    assert drawn.error is not None
    assert "each of 27 secrets once" in made.caption


def test_where_many_games_are_lost_the_share_of_games_won_is_the_quality() -> None:
    made = picture_of([made_up("4x6,limit=5", {"a": [4, 5], "b": [1, LOST]})], "cost")
    assert isinstance(made, Cost)
    assert made.rates
    assert [spot.quality for spot in made.spots] == [1, 0.5]


def test_rates_have_intervals_of_wilson() -> None:
    made = picture_of([mined(10, {"a": 8, "b": 10})])
    assert isinstance(made, Rates)
    a, b = made.rates
    # 8 of 10: Brown, Cai & DasGupta (2001) and any table.
    assert a.low == pytest.approx(0.4902, abs=1e-4)
    assert a.high == pytest.approx(0.9433, abs=1e-4)
    assert (b.rate, b.high) == (1, 1)
    assert b.low == pytest.approx(0.7225, abs=1e-4)


# Density


def test_density_has_a_line_for_each_strategy() -> None:
    several = [mined(20, {"a": 2, "b": 1}), mined(10, {"a": 9}), mined(15, {"b": 5, "a": 6})]
    made = picture_of(several)
    assert isinstance(made, Density)
    a, b = made.lines
    assert [(point.mines, point.rate.wins) for point in a.points] == [(10, 9), (15, 6), (20, 2)]
    assert [point.mines for point in b.points] == [15, 20]
    assert a.points[0].density == pytest.approx(10 / 81)


def test_density_needs_runs_that_differ_in_the_mines_only() -> None:
    ten = mined(10, {"a": 9}, name="run 1")
    with pytest.raises(InvalidSpec, match="different numbers of mines"):
        picture_of([ten], "density")
    with pytest.raises(InvalidSpec, match="a with 10 mines is in run 1 and in run 2; leave one"):
        picture_of([ten, mined(10, {"a": 3}, name="run 2"), mined(11, {"a": 3})])
    other = made_up("8x8x10", {"a": [1]})
    with pytest.raises(InvalidSpec, match="all runs must have one board size"):
        picture_of([ten, other])
    with pytest.raises(InvalidSpec, match=r"this run .* has no picture of kind density"):
        picture_of([ten, made_up("4x6", {"a": [1]})], "density")


# Start


def test_mirrored_cells() -> None:
    assert mirrored((0, 0), 3, 2) == {(0, 0), (2, 0), (0, 1), (2, 1)}
    assert mirrored((1, 0), 3, 3) == {(1, 0), (0, 1), (1, 2), (2, 1)}
    assert mirrored((1, 1), 3, 3) == {(1, 1)}


def test_the_figure_of_a_cell_is_that_of_its_mirrors() -> None:
    names = {"safest:first=0.0": 9, "safest:first=4.4": 3, "safest:first=3.1": 6}
    made = picture_of([mined(10, names)], "start")
    assert isinstance(made, Start)
    assert made.strategy == "safest"
    assert made.rates[0][0] == made.rates[8][0] == made.rates[0][8] == made.rates[8][8] == 0.9
    assert made.rates[4][4] == 0.3
    assert made.rates[1][3] == made.rates[3][1] == made.rates[7][5] == 0.6
    assert made.rates[0][1] is None
    assert re.search(r"at 0,0: .*at 4,4: ", made.summary())


@pytest.mark.parametrize(
    "names",
    [
        ["safest", "safest:first=0.0"],
        ["safest:first=0.0"],
        ["safest:first=0.0", "thesis:first=1.0"],
        ["safest:first=0.0", "endgame:layouts=3:first=1.0"],
    ],
)
def test_other_entrants_make_no_heat_map(names: list[str]) -> None:
    with pytest.raises(InvalidSpec, match="mastermine match 9x9x10 -s safest:first=every"):
        picture_of([mined(10, dict.fromkeys(names, 1))], "start")


# Kinds


def test_kinds_for_a_game() -> None:
    found, survived = made_up("4x6", {"a": [1]}), mined(10, {"a": 1})
    assert fitting(found) == ["guesses", "left", "cost"]
    assert fitting(made_up("classic", {"a": [1]})) == ["guesses", "left", "rates", "cost"]
    assert fitting(survived) == ["rates", "cost"]
    assert fitting(survived, alone=False) == ["rates", "cost", "density"]
    started = mined(10, {"safest:first=0.0": 9, "safest:first=3.1": 6})
    assert fitting(started) == ["start", "rates", "cost"]
    assert "left" not in fitting(played("3x3", ["knuth"], 3, moves=False))
    assert default_kind([survived]) == "rates"
    with pytest.raises(InvalidSpec, match=r"choose from rates, cost$"):
        picture_of([survived], "left")
    with pytest.raises(InvalidSpec, match=r"choose from rates, cost, density$"):
        picture_of([survived, survived], "left")
    with pytest.raises(InvalidSpec, match="did you mean guesses"):
        picture_of([found], "guess")
    with pytest.raises(InvalidSpec, match=r"one run, not 2; .* --kind density"):
        picture_of([found, found], "guesses")


def test_a_run_that_was_stopped_says_so() -> None:
    run = run_of("4x6", "knuth", 500, "word")
    results = results_of(run, [Game(1, 0, WON, 4, None, 10), Game(2, 0, WON, 5, None, 10)])
    assert results.caption() == "mastermind:4x6, 2 rounds of 500, seed word."


def test_the_lines_of_the_other_strategies_are_explained() -> None:
    one, two = (
        picture_of([played("3x3", names, 5)], "left")
        for names in (["knuth"], ["knuth", "one-colour"])
    )
    assert "grey" not in one.legend
    assert "Thin grey lines: the medians of the other strategies." in two.legend


# Drawing


def pictures(name: str = "knuth") -> dict[str, Picture]:
    """One of each kind; ``name`` is that of a strategy."""
    found = played("3x4", ["knuth", "one-colour"], 12)
    mines = [mined(m, {name: 12 - m // 2, "other": 1}) for m in (10, 14, 20)]
    first = mined(10, {"safest:first=0.0": 9, "safest:first=3.1": 6})
    lost = made_up("4x6,limit=9", {name: [3, 4, LOST], "other": [9, 9, 8]})
    return {
        "guesses": picture_of([lost]),
        "left": picture_of([found], "left"),
        "cost": picture_of([lost], "cost"),
        "rates": picture_of([mines[0]]),
        "density": picture_of(mines),
        "start": picture_of([first], "start"),
    }


def test_pictures_are_data() -> None:
    every_kind = pictures()
    assert set(every_kind) == set(KINDS)
    for kind, made in every_kind.items():
        data = json.loads(json.dumps(made.to_dict()))
        assert data["kind"] == kind == made.kind
        heads, rows = made.table()
        assert rows
        assert {len(row) for row in rows} == {len(heads)}
        assert made.summary().endswith(".")


@pytest.mark.rest
@needs_matplotlib
@pytest.mark.parametrize("kind", list(KINDS))
def test_a_drawing_is_the_same_whenever_it_is_made(kind: str, tmp_path: Path) -> None:
    import matplotlib as mpl

    from mastermine.arena.plots.drawing import draw

    made = pictures()[kind]
    draw(made, tmp_path / "one.svg")
    with mpl.rc_context({"font.size": 30, "svg.fonttype": "path", "axes.grid": True}):
        draw(made, tmp_path / "two.SVG")
    svg = (tmp_path / "one.svg").read_bytes()
    assert svg == (tmp_path / "two.SVG").read_bytes()
    texts = [node.text for node in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]
    assert made.title in texts
    assert b"<dc:date>" not in svg


@needs_matplotlib
def test_spots_that_coincide_are_all_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    from matplotlib.figure import Figure

    from mastermine.arena.plots import drawing

    figures: list[Figure] = []
    monkeypatch.setattr(drawing, "write", lambda figure, *_args, **_options: figures.append(figure))
    spots = [Spot(f"s{n}", 1.0, 4.5, 4.5, 4.5) for n in range(3)] + [
        Spot("far", 9.0, 4.0, 3.9, 4.1)
    ]
    drawing.drawn(Cost("t", "c", "", tuple(spots), False), "png")
    [figure] = figures
    [ax] = figure.axes
    marks = {line.get_label(): line for line in ax.get_lines() if line.get_marker() in MARKERS}
    sizes = [marks[f"s{n}"].get_markersize() for n in range(3)]
    assert len(set(sizes)) == 3
    above = sorted((marks[f"s{n}"] for n in range(3)), key=lambda line: line.get_zorder())
    assert [line.get_markersize() for line in above] == sorted(sizes, reverse=True)
    assert marks["far"].get_markersize() == min(sizes)
    [legend] = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["s0", "s1", "s2", "far"]
    assert len(ax.collections) == 1  # Only the one that is no exact figure has a bar.


@needs_matplotlib
def test_entrants_look_different() -> None:
    from mastermine.arena.plots import drawing

    looks = {tuple(drawing._mark(n, "black", 7).items()) for n in range(64)}
    assert len(looks) == 64


@needs_matplotlib
@pytest.mark.parametrize(("form", "begins"), [("png", b"\x89PNG"), ("pdf", b"%PDF")])
def test_other_formats(form: str, begins: bytes, tmp_path: Path) -> None:
    from mastermine.arena.plots.drawing import draw

    made = pictures()["rates"]
    written = []
    for name in ("one", "two"):
        draw(made, tmp_path / f"{name}.{form}")
        written.append((tmp_path / f"{name}.{form}").read_bytes())
    assert written[0].startswith(begins)
    assert written[0] == written[1]


@pytest.mark.rest
@needs_matplotlib
@pytest.mark.parametrize(
    "name",
    ["<b>&\"'", "$x^{2", "_under", "戦略 🤖", "a\nb", "x" * 200, "%s {n}", "bell\x07\x1b[0m"],
)
def test_any_name_can_be_drawn(name: str, tmp_path: Path) -> None:
    from mastermine.arena.plots.drawing import draw

    for kind in ("guesses", "density"):
        draw(pictures(name)[kind], tmp_path / f"{kind}.svg")
        root = ET.parse(tmp_path / f"{kind}.svg").getroot()
        texts = [str(n.text) for n in root.iter("{http://www.w3.org/2000/svg}text")]
        begin = re.split(r"[\n\x07]", name)[0][:8]
        assert any(begin in text for text in texts), texts


@needs_matplotlib
def test_files_that_cannot_be_written(tmp_path: Path) -> None:
    from mastermine.arena.plots.drawing import draw

    made = pictures()["rates"]
    with pytest.raises(InvalidSpec, match=r"must end in \.svg, \.png or \.pdf"):
        draw(made, tmp_path / "picture.gif")
    with pytest.raises(InvalidSpec, match=r"picture\.svg cannot be written"):
        draw(made, tmp_path / "none" / "picture.svg")


def test_without_matplotlib_it_says_what_is_needed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from mastermine.arena.plots.drawing import draw

    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(InvalidSpec, match=r"pip install 'mastermine\[plots\]'"):
        draw(pictures()["rates"], tmp_path / "x.svg")


def test_data_need_no_matplotlib_and_drawing_no_window() -> None:
    program = (
        "import sys, mastermine.arena.plots, mastermine.arena.plots.drawing as drawing\n"
        "assert 'matplotlib' not in sys.modules\n"
        "from mastermine.arena.plots.rates import Rate, Rates\n"
        "made = Rates('t', 'c', '', (Rate('a', 1, 2, .5, .1, .9),))\n"
        "from importlib.util import find_spec\n"
        "if find_spec('matplotlib'):\n"
        "    assert drawing.drawn(made, 'png')\n"
        "    import mastermine.arena.report\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@needs_matplotlib
def test_a_notebook_shows_a_picture_and_its_figures() -> None:
    picture = picture_of([played("3x4", ["knuth"], 20)], "guesses")
    assert ET.fromstring(picture._repr_svg_()).tag.endswith("svg")
    rows = [line.split("<td>") for line in picture.table()._repr_html_().split("<tr>")[2:]]
    assert len(rows) == len(picture.table().rows)
    assert rows[0][1] == f"{picture.table().rows[0][0]}</td>"


def test_a_table_in_a_notebook_holds_no_foreign_html() -> None:
    html = Rows(["<b>"], [["a & b"]])._repr_html_()
    assert html == "<table><tr><th>&lt;b&gt;</th></tr><tr><td>a &amp; b</td></tr></table>"
