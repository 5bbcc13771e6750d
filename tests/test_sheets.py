"""Sheets of puzzles: pages as SVG, and as one PDF whose text is its font's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit
from xml.etree import ElementTree as ET

import pytest

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.languages import LANGUAGES
from mastermine.i18n.text import speaking
from mastermine.mastermind import Mastermind, Notation, Puzzle, draw_puzzles
from mastermine.registry import colour_names, parse_rules_of
from mastermine.session.share import sheets
from mastermine.session.share.picture.letters import glyphs
from mastermine.session.share.picture.paint import Painting
from mastermine.session.share.sheets import FONT, Sheet

SVG = "{http://www.w3.org/2000/svg}"


@cache
def puzzles(spec: str = "classic", number: int = 7) -> list[Puzzle]:
    return list(islice(draw_puzzles(parse_rules_of(Mastermind, spec), "sheets"), number))


def sheet(spec: str = "classic", **options: Any) -> Sheet:
    notation = Notation.of(parse_rules_of(Mastermind, spec))
    return Sheet(notation, "mastermine puzzle", **{"per_page": 6, **options})


def texts(page: str) -> list[str]:
    """The texts of a page that was drawn with a font."""
    return [each.text or "" for each in ET.fromstring(page).iter(f"{SVG}text")]


def boxes(page: str) -> Iterator[tuple[float, float]]:
    """The corners and centres of all that is drawn on a page."""
    for each in ET.fromstring(page).iter():
        kind = each.tag.removeprefix(SVG)
        if kind in ("text", "rect") and "x" in each.attrib:
            yield float(each.attrib["x"]), float(each.attrib["y"])
        elif kind == "circle":
            yield float(each.attrib["cx"]), float(each.attrib["cy"])


def test_puzzles_then_solutions() -> None:
    first, second, *solutions = sheets.pages(puzzles(), sheet(), FONT)
    headings = [text for page in (first, second) for text in texts(page) if "Puzzle" in text]
    assert headings == [f"Puzzle {n}: {each.grade}" for n, each in enumerate(puzzles(), start=1)]
    assert "Puzzle 7" in " ".join(texts(second))
    assert solutions
    furniture = ["Find the code – Solutions", "mastermine puzzle"]
    assert all(texts(page)[:2] == furniture for page in solutions)
    solved = [text for page in solutions for text in texts(page)[2:]]
    for number, each in enumerate(puzzles(), start=1):
        code = each.rules.format_action(each.code)
        assert f"Puzzle {number}: {each.grade} – {code}" in solved
        assert code not in texts(first) + texts(second)
        for step in each.steps:
            assert step.sentence(sheet().notation) in " ".join(solved)
    assert sheets.pages(puzzles(), sheet(solutions=False), FONT) == [first, second]


@pytest.mark.parametrize("paper", list(sheets.PAPERS))
@pytest.mark.parametrize("per_page", [1, 2, 6, 12, 30])
def test_all_is_on_the_paper(per_page: int, paper: str) -> None:
    made = sheets.pages(puzzles(), sheet(per_page=per_page, paper=paper), FONT)
    width, height = sheets.PAPERS[paper]
    for page in made:
        root = ET.fromstring(page)
        assert (root.attrib["width"], root.attrib["height"]) == (f"{width:g}pt", f"{height:g}pt")
        places = list(boxes(page))
        assert len(places) > 10
        assert all(30 < x < width - 30 and 30 < y < height - 30 for x, y in places)


def test_pegs_have_labels_and_names() -> None:
    (page,) = sheets.pages(puzzles("skocko", 1), sheet("skocko", solutions=False), FONT)
    found = texts(page)
    (puzzle,) = puzzles("skocko", 1)
    labels = "".join(puzzle.rules.format_action(turn.action) for turn in puzzle.turns)
    assert [text for text in found if text in "123456"] == [*"123456", *_numbered(puzzle, labels)]
    assert [name for name in found if name in ("red", "olive")] == ["red", "olive"]


def _numbered(puzzle: Puzzle, labels: str) -> Iterator[str]:
    """The number and the labels of each row."""
    for row in range(len(puzzle.turns)):
        yield str(row + 1)
        yield from labels[row * puzzle.rules.places : (row + 1) * puzzle.rules.places]


def test_answers_as_sentences() -> None:
    (page,) = sheets.pages(
        puzzles("3x10-distinct", 1), sheet("3x10-distinct", sentences=True, solutions=False), FONT
    )
    (puzzle,) = puzzles("3x10-distinct", 1)
    notation, shown = sheet("3x10-distinct").notation, " ".join(texts(page))
    for turn in puzzle.turns:
        assert notation.answer_sentence(turn.feedback) in " ".join(shown.split())
        assert notation.format_answer(turn.feedback) not in texts(page)


def test_a_language_in_cyrillic() -> None:
    with speaking(LANGUAGES["sr"]):
        (page,) = sheets.pages(puzzles(number=1), sheet(solutions=False, title="Обиј браву"), FONT)
        outlined = sheets.pages(puzzles(number=1), sheet(title="Обиј браву"))
    assert {"Обиј браву", "црвена", "љубичаста"} <= {*texts(page)}
    # As outlines, nothing depends on the fonts of the viewer.
    assert not any("<text" in each for each in outlined)


def test_the_font_has_every_letter() -> None:
    font = pytest.importorskip("fontTools.ttLib").TTFont(BytesIO(sheets.made_font()))
    names = font.getBestCmap()
    assert {chr(each) for each in names} == {*glyphs()}
    for letter in "AgЂљ☻":
        glyph, (width, outline) = font["glyf"][names[ord(letter)]], glyphs()[letter]
        assert font["hmtx"][names[ord(letter)]][0] == width
        ys = [-int(y) for _x, y in re.findall(r"[ML](-?\d+) (-?\d+)", outline)]
        assert glyph.yMin <= min(ys)
        assert max(ys) <= glyph.yMax
        assert glyph.numberOfContours == outline.count("M")


def test_a_qr_code_has_the_address() -> None:
    segno = pytest.importorskip("segno")
    text = "https://example.org/analyse?rules=4x6&turns=1122:1B1W"
    page = Painting("")
    sheets.draw_qr(page, text, 100, 200, 50)
    drawn = ET.fromstring(page.svg(300, 300))
    (path,) = (each.attrib["d"] for each in drawn.iter(f"{SVG}path"))
    dark = {
        (int(x) + n - 2, int(y) - 2)
        for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", path)
        for n in range(int(length))
    }
    matrix = segno.make_qr(text, error="m").matrix
    assert dark == {(x, y) for y, row in enumerate(matrix) for x, on in enumerate(row) if on}
    (use,) = (each.attrib["transform"] for each in drawn.iter(f"{SVG}use"))
    x, y, scale = map(float, re.findall(r"[\d.]+", use))
    assert (x, y) == (100, 200)
    assert scale * (len(matrix) + 4) == pytest.approx(50, abs=0.1)


@pytest.mark.parametrize("spec", ["classic", "4x6+blank", "3x10-distinct", "4x10-places", "skocko"])
def test_the_page_reads_the_address(spec: str) -> None:
    pytest.importorskip("fastapi")
    from mastermine.web.mastermind.tools import read

    (puzzle,) = puzzles(spec, 1)
    names = colour_names(spec)
    address = urlsplit(sheets.address(puzzle, Notation.of(puzzle.rules, names)))
    query = dict(parse_qsl(address.query))
    position = read("", query, None)
    assert address.path == "/learn/puzzle"
    assert query.get("colours") == (names and ",".join(names))
    assert position["rules"] == puzzle.rules.spec()
    assert [tuple(turn) for turn in position["turns"]] == [
        (puzzle.rules.format_action(turn.action), puzzle.rules.format_feedback(turn.feedback))
        for turn in puzzle.turns
    ]


def test_a_server_adds_qr_codes() -> None:
    pytest.importorskip("segno")
    without, with_codes = (
        sheets.pages(puzzles(), sheet(server=server, solutions=False))[0]
        for server in (None, "https://example.org/")
    )
    *_puzzles, solved = sheets.pages(puzzles(number=1), sheet(server="https://example.org/"), FONT)
    (puzzle,) = puzzles(number=1)
    assert f"https://example.org{sheets.address(puzzle, puzzle.rules.notation)}" in texts(solved)
    assert (without.count("h1v1h-1z") > 0, with_codes.count("h1v1h-1z") > 6 * 20) == (False, True)


def test_a_pdf(tmp_path: Path) -> None:
    pytest.importorskip("fpdf")
    file = tmp_path / "sheet.pdf"
    drawn = sheets.pages(puzzles(), sheet())
    said = sheets.save(puzzles(), sheet(title="Обиј браву"), str(file))
    data = file.read_bytes()
    assert said == f"Wrote {len(drawn)} pages to {file}."
    assert data.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type /Page\b(?!s)", data)) == len(drawn)
    assert b"+mastermine" in data  # The font is embedded.
    assert len(data) < 200_000


def test_a_file_for_each_page(tmp_path: Path) -> None:
    made = sheets.pages(puzzles(), sheet())
    said = sheets.save(puzzles(), sheet(), str(tmp_path / "a.svg"))
    names = [f"a-{page}.svg" for page in range(1, len(made) + 1)]
    assert sorted(each.name for each in tmp_path.iterdir()) == names
    assert said == f"Wrote {len(made)} pages: {tmp_path / names[0]} to {tmp_path / names[-1]}."
    one = sheets.save(puzzles(number=2), sheet(solutions=False), str(tmp_path / "b.svg"))
    assert one == f"Wrote 1 page to {tmp_path / 'b.svg'}."
    ET.parse(tmp_path / "b.svg")


@pytest.mark.parametrize(
    ("options", "mistake"),
    [
        ({"title": "日本"}, "'日本' cannot be printed: '日' has no outline here"),
        ({"server": "example.org"}, "must start with https:// or http://, not 'example.org'"),
    ],
)
def test_settings_that_cannot_be_printed(options: dict[str, Any], mistake: str) -> None:
    with pytest.raises(InvalidSpec, match=re.escape(mistake)):
        sheet(**options)


def test_files_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(InvalidSpec, match=r"must end in \.pdf or \.svg, not '\.png'"):
        sheets.save(puzzles(), sheet(), str(tmp_path / "a.png"))
    with pytest.raises(InvalidSpec, match="cannot be written: No such file"):
        sheets.save(puzzles(), sheet(), str(tmp_path / "no" / "a.svg"))


@pytest.mark.parametrize(
    ("library", "options", "ending", "advice"),
    [
        ("fpdf", {}, "pdf", "a PDF needs fpdf2: pip install 'mastermine[sheets]'"),
        ("segno", {"server": "https://example.org"}, "svg", "or leave out --server"),
    ],
)
def test_a_library_that_is_missing(
    library: str,
    options: dict[str, Any],
    ending: str,
    advice: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(__import__("sys").modules, library, None)
    with pytest.raises(InvalidSpec, match=re.escape(advice)):
        sheets.save(puzzles(), sheet(**options), str(tmp_path / f"a.{ending}"))
