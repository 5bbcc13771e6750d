"""Every source that is named anywhere is in the bibliography, once, in the order of its names."""

from __future__ import annotations

import re
import unicodedata
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from mastermine.registry import find_strategy, own_strategies

ROOT = Path(__file__).parents[1]
BIBLIOGRAPHY = ROOT / "docs/background/bibliography.md"
TEXTS = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "results/*.md", "src/**/*.py", "cpp/**/*.?pp")
    for path in ROOT.glob(pattern)
    if path != BIBLIOGRAPHY
)

NO_SOURCE = {
    *("February", "March", "November", "December"),
    *("Windows", "Go", "Challenge", "Kids", "Search", "Flower", "Game"),
}
"""Words before a year that are no author: months, and products of the presets."""

NAME = r"[^\W\d_a-zß-öø-ÿ][\w-]+"
CITATION = re.compile(
    rf"\b({NAME})(?:['’]s(?: \w+)?)?((?:,? (?:et al\.|and others|(?:and|&) {NAME}))?)"
    r" \(?((?:19|20)\d\d)(?![\d.,]\d|x|\w)"
)


class Entry(NamedTuple):
    who: str
    year: str
    text: str


@cache
def entries() -> tuple[Entry, ...]:
    listed = BIBLIOGRAPHY.read_text("utf-8").split("\n## ")[0]
    texts = [" ".join(part.split()) for part in listed.split("\n- ")[1:]]
    found = []
    for text in texts:
        match = re.match(r"\*\*(.+?)\*\* \((\d{4})\): .+ \*Here:\* .+\.$", text)
        assert match, text
        found.append(Entry(match[1], match[2], text))
    return tuple(found)


def listed(name: str, year: str) -> bool:
    """Whether some entry has both: as an author, or as where it was published."""
    return any(
        re.search(rf"\b{re.escape(name)}\b", entry.text) and year in entry.text
        for entry in entries()
    )


def citations(text: str) -> Iterator[tuple[str, str]]:
    """Each name that stands before a year, and the year."""
    flat = re.sub(r"\s+(?:(?://|#) )?", " ", text)
    for first, others, year in CITATION.findall(flat):
        for name in {first, *re.findall(NAME, others)} - NO_SOURCE:
            yield name, year


def plain(text: str) -> str:
    """Without accents, for sorting."""
    apart = unicodedata.normalize("NFKD", text.removeprefix("de "))
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).casefold()


def test_the_bibliography_is_sorted_and_names_each_source_once() -> None:
    keys = [(plain(entry.who), entry.year, entry.text) for entry in entries()]
    assert keys == sorted(keys)
    titles = [entry.text.partition(": ")[2].partition(" *Here:*")[0] for entry in entries()]
    assert len(set(titles)) == len(titles) > 60
    assert listed("Knuth", "1977")
    assert not listed("Knuth", "1978")
    assert not listed("Nobody", "1977")


ADVICE = f"add to {BIBLIOGRAPHY.relative_to(ROOT)}"


@pytest.mark.release
@pytest.mark.parametrize("game", ["mastermind", "minesweeper"])
def test_what_strategies_cite_is_in_it(game: str) -> None:
    cited = 0
    missing = []
    for strategy in own_strategies(game):
        # "Bernier et al. 1996, Neuwirth 1982": names, a year, names, a year.
        for names, year in re.findall(r"(.*?)((?:19|20)\d\d)", find_strategy(strategy, game).cite):
            for name in re.findall(NAME, names):
                cited += 1
                if not listed(name, year):
                    missing.append(f"{strategy} cites {name} {year}")
    assert cited >= 4
    for_release(missing)


@pytest.mark.release
def test_what_code_and_documents_cite_is_in_it() -> None:
    cited = {path: set(citations(path.read_text("utf-8"))) for path in TEXTS}
    assert len(set().union(*cited.values())) > 60
    strategies: list[str] = []
    missing: list[str] = []
    for path, found in cited.items():
        absent = [
            f"{path.relative_to(ROOT)}: {name} {year}"
            for name, year in sorted(found)
            if not listed(name, year)
        ]
        (strategies if path.parent.name == "strategies" else missing).extend(absent)
    assert not missing, f"{ADVICE}: {missing}"
    for_release(strategies)


def for_release(missing: list[str]) -> None:
    """Warn of sources that new strategies name: who writes one may cite any text."""
    if missing:
        warnings.warn(f"Before a release: {ADVICE}: {missing}", stacklevel=2)


def test_what_it_says_of_modules_and_strategies_is_so() -> None:
    known = {*own_strategies("mastermind"), *own_strategies("minesweeper")}
    for entry in entries():
        used = entry.text.partition(" *Here:* ")[2]
        for path in re.findall(r"`(\w+/[\w/]+\.py)`", used):
            assert (ROOT / "src/mastermine" / path).exists() or (ROOT / path).exists(), path
        for names in re.findall(r"the strateg(?:y|ies) ((?:`[\w-]+`(?: and )?)+)", used):
            assert set(re.findall(r"`([\w-]+)`", names)) <= known, names


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("as (Knuth 1977) has it", {("Knuth", "1977")}),
        ("Wilson's interval (1927)", {("Wilson", "1927")}),
        ("Söderberg and Shapiro (1963)", {("Söderberg", "1963"), ("Shapiro", "1963")}),
        ("Tu et al. 2017", {("Tu", "2017")}),
        ("Metropolis and\n# others (1953)", {("Metropolis", "1953")}),
        ("since Windows 2000, in the year 1990, 2001x3", set()),
    ],
)
def test_a_citation_is_found(text: str, found: set[tuple[str, str]]) -> None:
    assert set(citations(text)) == found
