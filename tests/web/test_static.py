"""The files of the page, read as text: what they import, ask for, load at first, and say."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

import mastermine.web

FOLDER = Path(mastermine.web.__file__).with_name("static")
HTML = sorted(FOLDER.glob("*.html"))
SCRIPTS = sorted((FOLDER / "js").rglob("*.js"))
SHEETS = sorted((FOLDER / "css").glob("*.css"))
TYPES = FOLDER.with_name("types.d.ts")
MAX_BYTES = 40_000
"""A page may load so much at first, compressed as the server sends it; a game adds to it."""

IMPORTED = re.compile(r'^(?:import|export)\b[^;"]*?from "([^"]+)"|^import "([^"]+)"', re.MULTILINE)
LATER = re.compile(r'\bimport\("([^"]+)"\)')
LOADED = re.compile(r'<(?:link|script|img)\b[^>]*?(?:href|src)="([^"]+)"')
STYLED = re.compile(r'\bstyle\("([\w-]+)"\)')
TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`""", re.DOTALL
)
SHOWN = ("text", "title", "aria-label", "placeholder", "alt", "label", "note", "body")
"""Properties whose value a person reads."""
NAMES = {"Mastermine", "openapi.json"}
"""Words that are the same in every language."""


def name(path: Path) -> str:
    return path.relative_to(FOLDER).as_posix()


def code(path: Path) -> str:
    """A module without its comments."""
    text = path.read_text(encoding="utf-8")
    return TOKEN.sub(lambda found: "" if found[0].startswith("/") else found[0], text)


def aim(path: Path, named: str) -> Path:
    """The file that is meant by an address in another one."""
    if named.startswith("/static/"):
        return FOLDER / named.removeprefix("/static/")
    return (path.parent / named).resolve()


def imported(path: Path) -> set[Path]:
    """What a module imports at once."""
    return {aim(path, one or other) for one, other in IMPORTED.findall(code(path))}


def wanted(path: Path) -> set[Path]:
    """All that a file names: at once, later, or as a style sheet."""
    if path.suffix == ".html":
        return {aim(path, each) for each in LOADED.findall(path.read_text(encoding="utf-8"))}
    if path.suffix != ".js":
        return set()
    text = code(path)
    later = {aim(path, each) for each in LATER.findall(text)}
    return imported(path) | later | {FOLDER / f"css/{each}.css" for each in STYLED.findall(text)}


def reached(start: set[Path], *, later: bool = True) -> set[Path]:
    """The files that some of them load, with or without those that are loaded later."""
    found: set[Path] = set()
    left = list(start)
    while left:
        path = left.pop()
        if path in found:
            continue
        found.add(path)
        if path.is_file():
            left += wanted(path) if later or path.suffix == ".html" else imported(path)
    return found


def strings(text: str) -> Iterator[tuple[int, str]]:
    """The strings between double quotes, and where they begin."""
    for found in TOKEN.finditer(text):
        if found[0].startswith('"'):
            yield found.start(), found[0][1:-1]


def test_what_is_named_exists() -> None:
    missing = [
        f"{name(path)}: {each}"
        for path in [*HTML, *SCRIPTS]
        for each in sorted(wanted(path))
        if not each.is_file()
    ]
    assert missing == []


def test_every_file_is_used() -> None:
    used = reached(set(HTML))
    assert [name(path) for path in [*SCRIPTS, *SHEETS] if path not in used] == []


def test_every_export_is_used() -> None:
    texts = {path: code(path) for path in SCRIPTS}
    texts[TYPES] = TYPES.read_text(encoding="utf-8")
    words = {path: set(re.findall(r"\w+", text)) for path, text in texts.items()}
    unused = [
        f"{name(path)} exports {word}"
        for path, text in texts.items()
        for word in re.findall(r"^export (?:async )?\w+ (\w+)", text, re.MULTILINE)
        if not any(word in words[each] for each in texts if each != path)
    ]
    assert unused == []


def test_every_class_of_a_style_sheet_is_given() -> None:
    texts = [*map(code, SCRIPTS), *(path.read_text(encoding="utf-8") for path in HTML)]
    words = set(re.findall(r"[\w-]+", "\n".join(texts)))
    words |= {"n1", "n2", "n3"}  # The art on the start page puts n before a number.
    unused: list[str] = []
    for path in SHEETS:
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        named = re.findall(r"[.#]([A-Za-z_][\w-]*)", " ".join(re.findall(r"([^{}]+)\{", text)))
        unused += [f"{path.name}: {each}" for each in sorted(set(named) - words)]
    assert unused == []


@pytest.mark.parametrize("path", [*HTML, *SCRIPTS, *SHEETS], ids=name)
def test_nothing_comes_from_another_site(path: Path) -> None:
    text = path.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
    assert re.findall(r"""https?://|["'(]//\w|@import""", text) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=name)
def test_no_page_is_made_of_text(path: Path) -> None:
    risky = (
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function"
        r"|setAttribute\(\"(?:style|on\w+)\"|javascript:"
    )
    assert re.findall(risky, code(path)) == []


def test_the_pages_are_alike() -> None:
    """Only title, description, and what a page loads of its own differ between them."""
    own = r'<title|<meta name="description"|<link rel="(?:stylesheet|manifest)"|<script type'
    heads = {
        re.sub(
            rf"^(?:{own}).*\n",
            "",
            path.read_text(encoding="utf-8").partition("</head>")[0],
            flags=re.MULTILINE,
        )
        for path in HTML
    }
    assert len(heads) == 1


@pytest.mark.parametrize("path", SCRIPTS, ids=name)
def test_words_are_literal(path: Path) -> None:
    """Words can be taken out of the modules: `_` and `ngettext` get plain strings."""
    if name(path) == "js/text.js":
        return
    text = code(path)
    plain = r'"(?:\\.|[^"\\\n])*"'
    called = [
        ("_", rf"{plain}\s*[,)]"),
        ("pgettext", rf"{plain},\s*{plain}\s*[,)]"),
        ("ngettext", rf"{plain},\s*{plain},\s"),
    ]
    for function, given in called:
        calls = re.findall(rf"(?<![\w$.#]){function}\(", text)
        good = re.findall(rf"(?<![\w$.#]){function}\(\s*{given}", text)
        assert len(good) == len(calls), function


@pytest.mark.parametrize("path", SCRIPTS, ids=name)
def test_words_pass_through_the_catalogue(path: Path) -> None:
    text = code(path)
    shown = "|".join(map(re.escape, SHOWN))
    bare = [
        string
        for at, string in strings(text)
        if re.search(r"[A-Za-z]{2}", re.sub(r"\\u\w{4}", "", string))
        and string not in NAMES
        and not string.startswith("/")
        and (
            re.search(rf"""(?:\b|")(?:{shown})"?: $""", text[max(0, at - 20) : at])
            or re.search(r"(?<![#\w])(?:say|tell|note|complain)\($", text[max(0, at - 12) : at])
            or re.search(r"\.(?:textContent|title|placeholder) = $", text[max(0, at - 20) : at])
            or re.search(r'\bsetAttribute\("aria-label", $', text[max(0, at - 30) : at])
        )
    ]
    assert bare == []
    # Children of an element: words after its properties.
    assert re.findall(r'\bel\("\w[\w-]*", \{[^{}]*\}, "([^"\\]*[A-Za-z]{2}[^"]*)"', text) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=name)
def test_places_in_words_have_names_and_values(path: Path) -> None:
    """Such as {name}: no {0}, no ${…}; and where there is none, there are no values."""
    for message, rest in re.findall(
        r'(?<![\w$.#])_\(\s*"((?:\\.|[^"\\\n])*)",?\s*([^\s,])', code(path)
    ):
        places = re.findall(r"\{([^}]*)\}", message)
        assert all(re.fullmatch(r"[a-z_]+", place) for place in places), message
        assert "${" not in message
        assert places or rest == ")", message


@pytest.mark.parametrize("path", HTML, ids=name)
def test_a_page_is_light(path: Path) -> None:
    files = reached({path}, later=False)
    total = sum(len(gzip.compress(each.read_bytes())) for each in files)
    assert len(files) > 5
    assert total < MAX_BYTES, f"{path.name} loads {total:,} bytes at first"


def test_libraries_are_unchanged() -> None:
    vendor = FOLDER / "vendor"
    listed = dict(
        re.findall(
            r"^\| `([\w.-]+)` \|.*`([0-9a-f]{64})`",
            (vendor / "README.md").read_text(),
            re.MULTILINE,
        )
    )
    assert {*listed} == {path.name for path in vendor.glob("*.js")}
    for file, digest in listed.items():
        assert sha256((vendor / file).read_bytes()).hexdigest() == digest, file
