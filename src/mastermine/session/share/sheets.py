"""Sheets of puzzles to print: pages as SVG, or in one PDF by fpdf2. Lengths are in points.

The outlines of the letters of pictures are the text of the SVG, and the font of the PDF. segno
makes the QR codes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from urllib.parse import quote

from mastermine.core.errors import InvalidSpec
from mastermine.i18n.numbers import either
from mastermine.i18n.text import _, ngettext, spoken
from mastermine.registry import bare_spec
from mastermine.session.messages.puzzles import question, title
from mastermine.session.share.picture.codes import PEG, draw_code, draw_marks, marks_width
from mastermine.session.share.picture.letters import UNIT, glyphs
from mastermine.session.share.picture.paint import (
    LINE,
    MUTED,
    RAISED,
    Painting,
    fitted,
    width_of,
    wrapped,
)
from mastermine.session.share.picture.shapes import BOX
from mastermine.system.folders import located, writing

if TYPE_CHECKING:
    from mastermine.mastermind.feedback import Feedback
    from mastermine.mastermind.notation import Notation
    from mastermine.mastermind.puzzles import Puzzle

PAPERS = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
"""Width and height of each size of paper."""

SUFFIXES = (".pdf", ".svg")
FONT = "mastermine"
"""Font of the PDF."""
EDGE, GAP = 42.0, 22.0
"""Margin of a page, and distance between puzzles."""
HEADING, ROW, LABEL = 34.0, 50.0, 26.0
"""Height of a heading, height of a row, and width of its number, beside pegs of ``PEG``."""
SENTENCE = 280.0
"""Width of a sentence beside the pegs of a row."""
LARGEST = 0.9
"""Limit on the scale of a puzzle."""
QR, QUIET = 120.0, 4
"""Side of a QR code beside the pegs of a puzzle, and its margin in modules."""
SMALL = 8.0
"""Size of the letters of a solution."""


@dataclass(frozen=True)
class Sheet:
    """Settings of a sheet. Raises InvalidSpec for text that cannot be printed."""

    notation: Notation
    command: str
    """Command that makes the puzzles again, printed with the solutions."""
    per_page: int
    title: str = field(default_factory=lambda: _("Find the code"))
    paper: str = "a4"
    solutions: bool = True
    sentences: bool = False
    server: str | None = None
    """Address of a server with the page, for links."""

    def __post_init__(self) -> None:
        names = [colour.name for colour in self.notation.colours]
        if self.server and not re.match(r"https?://\S", self.server):
            raise InvalidSpec(
                _(
                    "the address of the server must start with https:// or http://, not {url!r}"
                ).format(url=self.server)
            )
        for text in (self.title, self.command, *names):
            unknown = [letter for letter in text if letter not in glyphs()]
            if unknown:
                raise InvalidSpec(
                    _("{text!r} cannot be printed: {letter!r} has no outline here").format(
                        text=text, letter=unknown[0]
                    )
                )

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of a page."""
        return PAPERS[self.paper]

    def link(self, puzzle: Puzzle) -> str:
        """Returns the address of a puzzle on the server."""
        return f"{(self.server or '').rstrip('/')}{address(puzzle, self.notation)}"


def save(puzzles: Sequence[Puzzle], sheet: Sheet, file: str) -> str:
    """Writes a PDF, or an SVG for each page, and says so. Raises InvalidSpec."""
    path = located(file, "puzzles.pdf")
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise InvalidSpec(
            _("the name of a sheet must end in {ends}, not {end!r}").format(
                ends=either(SUFFIXES),
                end=path.suffix,
            )
        )
    with writing(file):
        if suffix == ".pdf":
            drawn = pages(puzzles, sheet, FONT)
            path.write_bytes(pdf(drawn, sheet))
        else:
            drawn = pages(puzzles, sheet)
            for target, page in zip(_targets(path, len(drawn)), drawn, strict=True):
                target.write_text(page, encoding="utf-8")
    n = len(drawn)
    if suffix == ".pdf" or n == 1:
        text = ngettext("Wrote {n} page to {path}.", "Wrote {n} pages to {path}.", n)
        return text.format(n=n, path=file)
    first, *_others, last = (str(target) for target in _targets(Path(file), n))
    # Translators: {n} is 2 or more; {first} and {last} are names of files.
    text = ngettext("Wrote {n} page: {first} to {last}.", "Wrote {n} pages: {first} to {last}.", n)
    return text.format(n=n, first=first, last=last)


def _targets(path: Path, n: int) -> list[Path]:
    """Returns the file of each page."""
    if n == 1:
        return [path]
    return [path.with_stem(f"{path.stem}-{page}") for page in range(1, n + 1)]


def pdf(pages: Sequence[str], sheet: Sheet) -> bytes:
    """Puts pages with text in ``FONT`` into a PDF. Raises InvalidSpec if fpdf2 is not installed."""
    try:
        from fpdf import FPDF
        from fpdf.svg import SVGObject
    except ImportError:
        raise InvalidSpec(
            _("a PDF needs fpdf2: pip install 'mastermine[sheets]'; SVG needs nothing more")
        ) from None
    document = FPDF(unit="pt", format=sheet.size)
    document.set_margin(0)
    document.set_title(sheet.title)
    document.set_creator("mastermine")
    document.set_lang(spoken().tag)
    with TemporaryDirectory() as folder:
        font = Path(folder, "font.ttf")
        font.write_bytes(made_font())
        document.add_font(FONT, fname=font)
        for page in pages:
            document.add_page()
            # It reports each title, the text alternative of SVG, as not supported.
            picture = SVGObject(re.sub("<title>.*?</title>", "", page))
            _width, _height, drawn = picture.transform_to_page_viewport(document)
            document.draw_path(drawn, copy=False)
        return bytes(document.output())


def made_font() -> bytes:
    """Makes a TrueType font of the outlines of the letters."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.transformPen import TransformPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen
    from fontTools.svgLib.path import parse_path

    letters = {".notdef": (UNIT, ""), **{_name(ord(each)): it for each, it in glyphs().items()}}
    shapes, widths = {}, {}
    for name, (width, outline) in letters.items():
        pen = TTGlyphPen(None)
        parse_path(outline, TransformPen(pen, (1, 0, 0, -1, 0, 0)))
        shapes[name] = pen.glyph()
        widths[name] = width, getattr(shapes[name], "xMin", 0)
    made = FontBuilder(UNIT, isTTF=True)
    made.setupGlyphOrder(list(shapes))
    made.setupCharacterMap({ord(letter): _name(ord(letter)) for letter in glyphs()})
    made.setupGlyf(shapes)
    made.setupHorizontalMetrics(widths)
    made.setupHorizontalHeader(ascent=928, descent=-236)
    made.setupNameTable({"familyName": FONT, "styleName": "Regular"})
    made.setupOS2(sTypoAscender=928, sTypoDescender=-236)
    made.setupPost()
    file = BytesIO()
    made.save(file)
    return file.getvalue()


def _name(character: int) -> str:
    """Names a glyph by its character, as fonts do."""
    return f"u{character:04X}"


def pages(puzzles: Sequence[Puzzle], sheet: Sheet, font: str = "") -> list[str]:
    """Draws the pages as SVG: the puzzles, then their solutions.

    ``font``: of all text, instead of outlines.
    """
    made = _puzzle_pages(puzzles, sheet, font)
    if sheet.solutions:
        made += _solution_pages(puzzles, sheet, font)
    return [page.svg(*sheet.size, page=True) for page in made]


def address(puzzle: Puzzle, notation: Notation) -> str:
    """Returns the address of the puzzle on a server, without the server."""
    code, answer = puzzle.rules.format_action, puzzle.rules.format_feedback
    rows = (f"{code(turn.action)}:{answer(turn.feedback)}" for turn in puzzle.turns)
    spec = quote(bare_spec(puzzle.rules.spec()), safe="")
    turns = quote(";".join(rows).replace(" ", ""), safe=":;,")
    names = notation.names_given
    pegs = "" if names is None else f"&colours={quote(','.join(names), safe=',')}"
    return f"/learn/puzzle?rules={spec}&turns={turns}{pegs}"


# Pages of puzzles.


def _puzzle_pages(puzzles: Sequence[Puzzle], sheet: Sheet, font: str) -> list[Painting]:
    """Draws the puzzles in as many columns as make them largest, equally large on all pages."""
    blocks = [_Block(number, puzzle, sheet) for number, puzzle in enumerate(puzzles, start=1)]
    top = _heading(Painting(""), sheet)

    def scale(columns: int) -> float:
        """Returns the scale at which every puzzle fits its cell."""
        wide, high = _cell(columns, sheet, top)
        return min(LARGEST, *(min(wide / each.width, high / each.height) for each in blocks))

    columns = max(range(1, sheet.per_page + 1), key=scale)
    wide, high = _cell(columns, sheet, top)
    made = list[Painting]()
    for at, block in enumerate(blocks):
        row, column = divmod(at % sheet.per_page, columns)
        if not row and not column:
            made.append(Painting(sheet.title, font))
            _heading(made[-1], sheet)
        x, y = EDGE + column * (wide + GAP), top + row * (high + GAP)
        block.draw(made[-1], x, y, scale(columns))
    return made


def _cell(columns: int, sheet: Sheet, top: float) -> tuple[float, float]:
    """Returns the width and height of the space for a puzzle."""
    width, height = sheet.size
    rows = ceil(sheet.per_page / columns)
    return (
        (width - 2 * EDGE - (columns - 1) * GAP) / columns,
        (height - EDGE - top - (rows - 1) * GAP) / rows,
    )


def _heading(page: Painting, sheet: Sheet) -> float:
    """Draws the title, the rules and the legend; returns where the puzzles begin."""
    notation, room = sheet.notation, sheet.size[0] - 2 * EDGE
    page.text(sheet.title, EDGE, EDGE + 16, fitted(sheet.title, 20, room))
    y = EDGE + 36
    meanings = [] if sheet.sentences else ["; ".join(notation.answers.meanings())]
    for piece in (notation.describe(limit=False), *meanings, question()):
        for line in wrapped(piece, 9.5, room):
            page.text(line, EDGE, y, 9.5, MUTED)
            y += 13
    return _legend(page, sheet, y + 4) + 14


def _legend(page: Painting, sheet: Sheet, y: float) -> float:
    """Draws the pegs with their names, if these are not their labels; returns the end."""
    notation, scale, x = sheet.notation, 0.42, EDGE
    named = list(zip(notation.colours, notation.labels, strict=True))
    if all(look.name == label for look, label in named):
        return y
    for colour, (look, _label) in enumerate(named):
        wide = PEG * scale + 4 + width_of(look.name, 9.5) + 12
        if x + wide > sheet.size[0] - EDGE and x > EDGE:
            x, y = EDGE, y + 22
        draw_code(page, notation, (colour,), x, y + 8, scale)
        page.text(look.name, x + PEG * scale + 4, y + 11, 9.5)
        x += wide
    return y + 20


class _Block:
    """A puzzle on a page, measured at scale 1."""

    def __init__(self, number: int, puzzle: Puzzle, sheet: Sheet) -> None:
        self.puzzle = puzzle
        self.sheet = sheet
        self.heading = title(number, puzzle)
        self.answers = [self._lines(turn.feedback) for turn in puzzle.turns]
        self.heights = [max(ROW, 22 * len(lines) + 8) for lines in self.answers]
        self.marks = 0.0 if sheet.sentences else marks_width(puzzle.rules) * 1.3 + 14
        self.after = LABEL + puzzle.rules.places * PEG + 20
        """Distance of the answers from the left."""
        texts = max(width_of(line, 18) for lines in self.answers for line in lines)
        # The QR code stands beside the empty places for the code, which have no answer.
        qr = QR if sheet.server else 0.0
        self.width = max(width_of(self.heading, 22), self.after + max(self.marks + texts, qr))
        self.height = HEADING + sum(self.heights) + max(ROW, qr) + 8

    def _lines(self, answer: Feedback) -> list[str]:
        """Returns the lines of an answer."""
        notation = self.sheet.notation
        if not self.sheet.sentences:
            return [notation.format_answer(answer)]
        return wrapped(notation.answer_sentence(answer), 18, SENTENCE)

    def draw(self, page: Painting, left: float, top: float, scale: float) -> None:
        """Draws the puzzle; ``left`` and ``top`` are its corner."""
        notation, rules = self.sheet.notation, self.puzzle.rules
        page.text(self.heading, left, top + 20 * scale, 22 * scale)
        first, after = left + LABEL * scale, left + self.after * scale
        y = top + HEADING * scale
        rows = zip(self.puzzle.turns, self.answers, self.heights, strict=True)
        for row, (turn, lines, height) in enumerate(rows, start=1):
            middle = y + height / 2 * scale
            page.text(str(row), left, middle + 6 * scale, 16 * scale, MUTED)
            draw_code(page, notation, turn.action, first, middle, scale)
            if not self.sheet.sentences:
                draw_marks(page, rules, turn.feedback, after, middle, 1.3 * scale)
            for at, line in enumerate(lines):
                below = 22 * (at - (len(lines) - 1) / 2) + 6
                page.text(line, after + self.marks * scale, middle + below * scale, 18 * scale)
            y += height * scale
        page.rectangle(left, y, (self.after - 20) * scale, 0.8, LINE)
        middle = y + (ROW / 2 + 4) * scale
        page.text("?", left, middle + 6 * scale, 16 * scale, MUTED)
        for place in range(rules.places):
            x = first + (place + 0.5) * PEG * scale
            page.circle(x, middle, 19 * scale, RAISED, MUTED, 1.2 * scale)
        if self.sheet.server:
            draw_qr(page, self.sheet.link(self.puzzle), after, y + 6 * scale, QR * scale)


def draw_qr(page: Painting, text: str, left: float, top: float, size: float) -> None:
    """Draws a QR code. Raises InvalidSpec if segno is not installed."""
    try:
        import segno
    except ImportError:
        raise InvalidSpec(
            _("QR codes need segno: pip install 'mastermine[sheets]', or leave out --server")
        ) from None
    matrix = [[bool(module) for module in row] for row in segno.make_qr(text, error="m").matrix]
    side = len(matrix) + QUIET
    pieces = [
        f"M{at + QUIET / 2:g} {row + QUIET / 2:g}h{length}v1h-{length}z"
        for row, modules in enumerate(matrix)
        for at, length in _runs(modules)
    ]
    # A path is drawn in a box of this side, whatever its own extent is.
    box = BOX * size / side
    page.path("".join(pieces), left + box / 2, top + box / 2, box, "#000000")


def _runs(modules: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yields the start and length of each run of dark modules."""
    start = 0
    for at in range(1, len(modules) + 1):
        if at == len(modules) or modules[at] != modules[start]:
            if modules[start]:
                yield start, at - start
            start = at


# Pages of solutions.


def _solution_pages(puzzles: Sequence[Puzzle], sheet: Sheet, font: str) -> list[Painting]:
    """Draws the codes and the reasons in two columns."""
    notation = sheet.notation
    wide = (sheet.size[0] - 2 * EDGE - GAP) / 2
    bottom = sheet.size[1] - EDGE - 16
    made = list[Painting]()
    column, y = 1, bottom

    def room(needed: float) -> tuple[Painting, float, float]:
        """Returns the page and the corner of the next space of this height."""
        nonlocal column, y
        if y + needed > bottom:
            column, y = 1 - column, EDGE + 28
            if not column:
                made.append(_solution_page(sheet, font))
        at, y = y, y + needed
        return made[-1], EDGE + column * (wide + GAP), at

    for number, puzzle in enumerate(puzzles, start=1):
        scale = min(0.42, (wide - 4) / (puzzle.rules.places * PEG))
        page, x, top = room(50)
        head = f"{title(number, puzzle)} – {notation.format(puzzle.code)}"
        page.text(head, x, top + 16, fitted(head, 11, wide))
        draw_code(page, notation, puzzle.code, x, top + 24 + PEG * scale / 2, scale)
        if sheet.server:
            link = sheet.link(puzzle)
            page, x, top = room(SMALL * 1.25)
            page.text(link, x, top + SMALL, fitted(link, SMALL, wide), MUTED)
        for at, step in enumerate(puzzle.steps, start=1):
            for line in wrapped(f"{at}. {step.sentence(notation)}", SMALL, wide):
                page, x, top = room(SMALL * 1.25)
                page.text(line, x, top + SMALL, SMALL)
        y += 8
    return made


def _solution_page(sheet: Sheet, font: str) -> Painting:
    """Starts a page of solutions, with the command that makes the puzzles again."""
    solutions = _("Solutions")
    head = f"{sheet.title} – {solutions}"
    page = Painting(head, font)
    page.text(head, EDGE, EDGE + 14, fitted(head, 14, sheet.size[0] - 2 * EDGE))
    page.text(sheet.command, EDGE, sheet.size[1] - EDGE, 7, MUTED)
    return page
