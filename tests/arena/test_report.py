"""The page about a run: valid, complete in itself, and safe whatever strategies are called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from html.parser import HTMLParser
from importlib.resources import files
from importlib.util import find_spec
from itertools import pairwise

import pytest
from tests.arena.games import played, results_of
from tests.contrast import contrast

from mastermine.arena.plots import Results
from mastermine.arena.report import RunDetails, page
from mastermine.arena.report.elements import element, serialized
from mastermine.arena.report.page import INK
from mastermine.arena.run import FAILED, WON, Entrant, Game, Run
from mastermine.arena.secret_source import Sample
from mastermine.registry import parse_rules

pytestmark = pytest.mark.skipif(
    find_spec("matplotlib") is None, reason="matplotlib is not installed"
)

EVIL = "</style><script>alert('1')</script> & \"x\" $y$ \x1b[31m"
VOID = {"meta", "br", "hr", "img", "link", "input"}


def evil() -> Results:
    """Names and reasons that try to be HTML."""
    entrants = (Entrant("knuth", "knuth"), Entrant(EVIL, f"{EVIL}.py", f"# {EVIL}\n"))
    run = Run(parse_rules("4x6,limit=9"), entrants, Sample(2), EVIL)
    moves = '[["1122","1B 1W"]]'
    games = [
        Game(1, 0, WON, 4, None, 900, None, "1234", moves),
        Game(1, 1, FAILED, 2, None, 20, EVIL, "1234", moves),
        Game(2, 0, WON, 5, None, 900, None, "1122", moves),
        Game(2, 1, WON, 6, None, 30, None, "1122", moves),
    ]
    return results_of(run, games)


class Page(HTMLParser):
    """A page taken apart; what is not closed, or closed twice, is an error."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.nodes: list[tuple[str, dict[str, str | None], list[str]]] = []
        """Each element with its attributes and those in which it is."""
        self.texts: list[tuple[str, str]] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len({name for name, _value in attrs}) == len(attrs)
        self.nodes.append((tag, dict(attrs), [*self.open]))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append((self.open[-1] if self.open else "", data))

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes, _within in self.nodes if name == tag]

    def text(self, tag: str) -> list[str]:
        return [text for name, text in self.texts if name == tag]


MADE = {
    "found": lambda: page(
        played("3x4,limit=4", ["knuth", "one-colour", "random"], 40),
        RunDetails(
            "3 places", "mastermine match …", datetime(2026, 1, 2, 3, 4, tzinfo=UTC), "9.9", 7
        ),
    ),
    "survived": lambda: page(
        played("5x5x4", ["thesis", "safest"], 30), RunDetails("5 x 5 cells", "mastermine …")
    ),
    "started": lambda: page(
        played("4x4x3", [f"safest:first={x}.{y}" for x in range(4) for y in range(4)], 5),
        RunDetails("4 x 4 cells", "mastermine …"),
    ),
    "exact": lambda: page(played("3x3", ["knuth", "entropy"]), RunDetails("all", "mastermine …")),
    "evil": lambda: page(evil(), RunDetails(EVIL, EVIL, None, EVIL)),
}


@cache
def page_of(name: str) -> str:
    return MADE[name]()


QUICK = ("found", "evil")


@pytest.fixture(
    params=[pytest.param(name, marks=[] if name in QUICK else [pytest.mark.rest]) for name in MADE]
)
def text(request: pytest.FixtureRequest) -> str:
    return page_of(request.param)


@pytest.mark.rest
def test_it_is_html_with_a_language_a_title_and_one_main_part(text: str) -> None:
    assert text.startswith("<!DOCTYPE html>\n<html")
    made = Page(text)
    assert made.all("html") == [{"lang": "en"}]
    assert {"charset": "utf-8"} in made.all("meta")
    assert len(made.all("main")) == len(made.all("h1")) == 1
    assert [within for tag, _a, within in made.nodes if tag == "h1"] == [["html", "body", "header"]]
    assert next(text for tag, text in made.texts if tag == "title") == made.text("h1")[0]


def test_headings_are_in_order(text: str) -> None:
    levels = [int(tag[1]) for tag, _a, _w in Page(text).nodes if re.fullmatch(r"h\d", tag)]
    assert levels[0] == 1
    assert all(later <= level + 1 for level, later in pairwise(levels))


def test_ids_are_unique_and_all_that_is_referred_to_is_there(text: str) -> None:
    nodes = Page(text).nodes
    ids = [str(a["id"]) for _tag, a, _within in nodes if "id" in a]
    assert len(set(ids)) == len(ids)
    referred = [
        name for _tag, a, _within in nodes for name in str(a.get("aria-labelledby", "")).split()
    ]
    links = [str(a["href"]) for _tag, a, _within in nodes if "href" in a]
    assert all(link.startswith("#") for link in links)
    referred += [link[1:] for link in links]
    for _tag, attributes, _within in nodes:
        for value in attributes.values():
            referred += re.findall(r"url\(#([^)]+)\)", value or "")
    assert set(referred) <= set(ids)
    assert any("url(#" in str(value) for _t, a, _w in nodes for value in a.values())


def test_nothing_comes_from_elsewhere_and_nothing_runs(text: str) -> None:
    made = Page(text)
    tags = {tag for tag, _a, _w in made.nodes}
    assert not tags & {"script", "link", "iframe", "object", "embed", "img", "image", "base"}
    for _tag, attributes, _within in made.nodes:
        assert not any(name.startswith("on") or name == "src" for name in attributes)
        assert not any("http" in (value or "") for value in attributes.values())
    assert len(made.all("style")) == 1
    [style] = made.text("style")
    assert "@import" not in style
    assert "url(" not in style


def test_tables_have_captions_and_heads_and_can_be_scrolled(text: str) -> None:
    made = Page(text)
    tables = [(n, within) for n, (tag, _a, within) in enumerate(made.nodes) if tag == "table"]
    assert tables
    for n, _within in tables:
        assert made.nodes[n + 1][0] == "caption"
        around = made.nodes[n - 1]
        assert around[0] == "div"
        assert around[1]["tabindex"] == "0"
        assert around[1]["role"] == "region"
        assert around[1]["aria-label"]
    assert {a.get("scope") for a in made.all("th")} == {"col", "row"}
    rows = [tag for tag, _a, within in made.nodes if tag == "td" and "tbody" not in within]
    assert not rows


def test_pictures_are_described_in_words_and_take_the_colour_of_the_text(text: str) -> None:
    made = Page(text)
    svgs = made.all("svg")
    assert svgs
    names = {str(a["id"]): n for n, (_t, a, _w) in enumerate(made.nodes) if "id" in a}
    for svg in svgs:
        assert svg["role"] == "img"
        assert "width" not in svg
        title, summary = str(svg["aria-labelledby"]).split()
        assert made.nodes[names[title]][0] == "title"
        assert made.nodes[names[summary]][0] == "desc"
    assert len(made.all("figure")) == len(made.all("figcaption")) == len(svgs)
    assert len(made.all("details")) >= len(svgs)
    assert INK not in text
    assert "currentColor" in text
    assert "black" not in "".join(str(a.get("style")) for a in made.all("text")).replace(
        "fill: black", ""
    )


def test_what_others_wrote_is_only_text() -> None:
    text = page_of("evil")
    assert "<script" not in text
    assert "&lt;script&gt;" in text
    assert "\x1b" not in text
    made = Page(text)
    shown = EVIL.replace("\x1b", r"\u001b")
    assert f"round 1: {shown}" in made.text("li")  # The reason.
    assert shown in made.text("th")  # The name.
    assert f"# {shown}\n" in made.text("code")  # The file.
    assert f"$ {shown}" in made.text("code")


def test_what_it_says() -> None:
    made = Page(page_of("found"))
    words = " ".join(text for _tag, text in made.texts)
    for message in ("3 places", "2026-01-02 03:04 UTC", "mastermine 9.9", "$ mastermine match …"):
        assert message in words
    assert made.text("h1") == ["Mastermind 3x4,limit=4: knuth, one-colour, random, 40 rounds"]
    heads = made.text("h2")
    assert heads == [
        "Run details",
        "Results",
        "Differences on the same secrets",
        "Ranking",
        "Pictures",
        "Reproduce this run",
    ]
    captions = made.text("caption")
    for message in ("Scores", "Round by round", "Guesses a game"):
        assert message in captions
    assert "Failures" in Page(page_of("evil")).text("h2")


@pytest.mark.rest
def test_what_pages_of_other_runs_say() -> None:
    assert any(" exact" in text for text in Page(page_of("exact")).text("td"))
    captions = Page(page_of("started")).text("caption")
    assert any(each.startswith("Games won by first cell") for each in captions)
    assert "win rate" in Page(page_of("survived")).text("th")


def test_where_nothing_was_left_to_chance_the_better_one_beats_the_other() -> None:
    results = played("3x4", ["knuth", "entropy", "one-colour"])
    made = Page(page(results, RunDetails("3 places", "mastermine match …")))
    said = "knuth needs 0.125 more guesses than entropy on the same codes (exact)."
    assert said in made.text("li")
    assert "knuth, one-colour" in made.text("td")


def colours(style: str) -> Iterator[dict[str, str]]:
    """The sets of colours that the style has."""
    base: dict[str, str] = {}
    for block in re.findall(r":root \{([^}]*)\}", style):
        base = {**base, **dict(re.findall(r"--(\w+): (#\w+);", block))}
        yield base


def test_letters_can_be_read_on_their_ground() -> None:
    style = files("mastermine.arena.report").joinpath("style.css").read_text("utf-8")
    sets = list(colours(style))
    assert len(sets) >= 4
    for each in sets[:4]:
        for ground in ("page", "soft"):
            for ink, least in (("ink", 7), ("quiet", 4.5), ("link", 4.5)):
                assert contrast(each[ink], each[ground]) >= least, (each, ink, ground)


def test_signs_that_no_page_may_have_are_replaced() -> None:
    made = serialized(element("p", "a\0b\x1fc\ud800d\n<&", title="\x02\"'<"))
    assert made == (
        '<!DOCTYPE html>\n<p title="\\u0002&quot;\'<">a\\u0000b\\u001fc\\ud800d\n&lt;&amp;</p>\n'
    )


def test_the_same_run_gives_the_same_page() -> None:
    again = page(evil(), RunDetails(EVIL, EVIL, None, EVIL))
    assert again == page_of("evil")


def test_the_command_wraps_before_an_option_and_not_within_it() -> None:
    command = "mastermine match 4x6 --strategy knuth,first-consistent --rounds 9"
    text = page(played("3x3", ["knuth", "one-colour", "entropy"], 5), RunDetails("rules", command))
    found = re.search(r'<pre class="command"><code>(.*?)</code></pre>', text)
    assert found
    assert re.sub("</?span>", "", found[1]) == f"$ {command}"
    assert re.findall("<span>(.*?)</span>", found[1]) == ["--strategy", "--rounds"]
    style = files("mastermine.arena.report").joinpath("style.css").read_text("utf-8")
    assert "pre.command { white-space: pre-wrap; overflow-wrap: anywhere; }" in style
    assert "pre.command span { white-space: nowrap; }" in style
    heads = re.findall('<th scope="col"[^>]*>(.*?)</th>', text)
    assert {"p-value (sign test)", "significantly better than"} <= set(heads)
