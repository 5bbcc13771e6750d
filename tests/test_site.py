"""The site of the documents: what is generated for it is all there is, and all links lead on."""

from __future__ import annotations

import ast
import re
import sys
import warnings
from pathlib import Path

import click
import pytest

import mastermine
from mastermine.core.strategy import Strategy
from mastermine.registry import GAMES, find_strategy, own_strategies

pytestmark = pytest.mark.rest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
if not (DOCS / "conf.py").exists():  # Only the sources have them.
    pytest.skip("the site is built from the sources", allow_module_level=True)
sys.path += [str(DOCS / "_ext"), str(ROOT / "tools")]

pytest.importorskip("fastapi", reason="the pages about requests need mastermine[web]")

import generated  # noqa: E402
import layers_picture  # noqa: E402
import links  # noqa: E402
import strength  # noqa: E402
from generated import commands, http, licences, markdown, python, strategies  # noqa: E402

FREE = re.compile(
    r"(MIT|BSD|Apache|ISC|PSF|Python Software Foundation|MPL|Mozilla Public|LGPL|0BSD|Unlicense"
    r"|CNRI|HPND|Zlib|CC0|MIT-CMU|GNU Lesser|PSF-2\.0|Historical Permission)"
)
"""Licences that are free, and let a program of any licence use the library."""
PARTLY = {"docutils"}
"""For the site only: some of its files, which are no part of the site, are under the GPL."""


# Which pages there are.


def pages() -> list[Path]:
    return sorted(DOCS.rglob("*.md"))


def below(page: Path) -> list[Path]:
    """The pages that an index lists, in its order."""
    found = generated.ENTRY.findall(page.read_text("utf-8"))
    return [(page.parent / f"{name}.md").resolve() for _title, name in found]


def test_every_page_can_be_reached_from_the_first_one() -> None:
    reached: list[Path] = []
    open_ = [DOCS / "index.md"]
    while open_:
        page = open_.pop()
        reached.append(page)
        assert page.exists(), f"{page} is listed, but not there"
        if "<!-- generated: toctree -->" in page.read_text("utf-8"):
            open_ += [each for each in below(page) if each not in reached]
    missing = [str(page.relative_to(ROOT)) for page in pages() if page not in reached]
    assert not missing, "list these pages in the index.md beside them"


def test_the_pages_below_are_a_tree_in_the_order_of_the_lists() -> None:
    page = "# A\n\n- [One](one.md): this.\n\n## More\n\n1. [Two](b/two.md)\n- [Not](https://a.md)\n"
    assert generated.toctree(page) == (
        "```{toctree}\n:hidden:\n\nOne <one>\n```\n\n"
        "```{toctree}\n:hidden:\n:caption: More\n\nTwo <b/two>\n```"
    )


def test_a_mark_is_filled_and_nothing_else_is() -> None:
    text = "a\n\n<!-- generated: python games parse_rules -->\n\n<!-- native -->\n"
    filled = generated.filled(text)
    assert "automodule:: mastermine.games\n   :members: parse_rules\n" in filled
    assert filled.startswith("a\n\n## games\n")
    assert filled.endswith("\n\n<!-- native -->\n")
    with pytest.raises(KeyError, match="nonsense"):
        generated.filled("<!-- generated: nonsense -->")


# What is generated.


def every_command(command: click.Command, name: str) -> dict[str, click.Command]:
    found = {name: command}
    if isinstance(command, click.Group):
        context = click.Context(command)
        for each in command.list_commands(context):
            inner = command.get_command(context, each)
            assert inner is not None
            if not inner.hidden:
                found |= every_command(inner, f"{name} {each}")
    return found


def test_every_command_and_option_is_on_the_page() -> None:
    from mastermine.cli import main

    page = commands.commands()
    sections = dict(re.findall(r"^##+ (mastermine.*)\n((?:(?!##).*\n?)*)", page, re.MULTILINE))
    found = every_command(main, "mastermine")
    assert sections.keys() == found.keys()
    assert len(found) > 30
    for name, command in found.items():
        for parameter in command.params:
            if isinstance(parameter, click.Option) and not parameter.hidden:
                assert parameter.opts[-1] in sections[name], f"{name} {parameter.opts[-1]}"


def test_every_request_is_on_the_page() -> None:
    api, page = http.description(), http.requests()
    for path, methods in api["paths"].items():
        for method in methods:
            assert f"#### `{method.upper()} {path}`" in page
    for name, form in api["components"]["schemas"].items():
        _before, _name, section = page.partition(f"#### {name}\n")
        for field in form.get("properties", {}):
            assert f"`{field}`" in section.partition("#### ")[0], f"{name}.{field}"
    assert "None" not in page
    page = python.facade()
    for name in mastermine.__all__:
        assert f"{{py:obj}}`{name} <mastermine." in page


def documented() -> dict[str, list[str]]:
    """The modules of the pages about Python, and their members where not all are shown."""
    marks = [
        mark[2].split()
        for page in (DOCS / "reference").rglob("*.md")
        for mark in generated.MARK.finditer(page.read_text("utf-8"))
        if mark[1] == "python"
    ]
    return {f"mastermine.{module}": members for module, *members in marks}


def test_what_the_documents_import_is_public() -> None:
    """But for the plain twins of the native core, which the background shows."""
    modules = documented()
    blocks = "\n".join(
        re.sub(r"^(?:>>> |\.\.\. )", "", block, flags=re.MULTILINE)
        for page in pages()
        for block in re.findall(r"```python\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
    )
    found = re.findall(r"^\s*from (mastermine\.[\w.]+) import ", blocks, re.MULTILINE)
    assert len(set(found)) > 5
    tops = {"mastermine.mastermind", "mastermine.minesweeper"}
    private = {each for each in found if ".reference" not in each} - modules.keys() - tops
    assert not private, "add these modules to docs/reference/python, or do not show them"


def test_documented_members_are_there() -> None:
    from importlib import import_module

    for module, members in documented().items():
        found = import_module(module)
        assert found.__doc__, module
        for name in members:
            assert getattr(found, name).__doc__, name


# Strategies.


def built_in() -> list[Strategy]:
    return [find_strategy(name, game) for game in GAMES for name in own_strategies(game)]


@pytest.mark.release
def test_every_strategy_is_measured() -> None:
    kept = strength.load()
    wanted = set(strength.selected([]))
    assert kept.keys() <= wanted, "make strength"
    if missing := {name for _preset, name in wanted - kept.keys()}:
        warnings.warn(
            f"Before a release: not measured: {', '.join(sorted(missing))}; run: make strength",
            stacklevel=1,
        )
    for each in kept.values():
        assert (each.games == 0) == (each.reason is not None)
        assert not each.histogram or sum(each.histogram) == each.games


def test_the_page_that_is_kept_is_that_of_its_figures() -> None:
    page = strength.STORE.with_name("STRENGTH.md").read_text("utf-8")
    assert page == strength.page(strength.load())
    assert strength.cell({}, "classic", "knuth") == "not measured"
    human = strength.measure("classic", "human", 0.0)
    assert human.figures() == "not measured: a person"


def test_the_figures_of_a_strategy() -> None:
    """Those of Knuth's strategy are known: tests/golden has its total, too."""
    measured = strength.measure("classic", "knuth", 0.0)
    assert measured.exact
    assert measured.figures() == "4.4761, at most 5 (5,801 in all)"
    match = strength.measure("classic", "random-consistent", 0.0)
    assert (match.games, match.exact) == (100, False)
    assert re.fullmatch(r"4\.\d{3} ± 0\.\d{3}, at most \d \(100 games\)", match.figures())
    sweeping = strength.measure("beginner", "single-point", 0.0, 100)
    assert sweeping.games == 100
    assert re.fullmatch(r"\d\d\.00 ± \d\.\d\d % \(100 games\)", sweeping.figures())


def test_the_tool_plays_only_what_it_is_requested(tmp_path: Path) -> None:
    store = tmp_path / "strength.jsonl"
    strength.main(["--store", str(store), "--strategies", "two-by-two", "--seconds", "0"])
    assert set(strength.load(store)) == {
        ("classic", "two-by-two"),
        ("bulls-and-cows", "two-by-two"),
    }
    page = (tmp_path / "STRENGTH.md").read_text("utf-8")
    assert "| `two-by-two` |" in page
    assert "| `knuth` |" not in page
    with pytest.raises(SystemExit, match=r"^strength\.py: there is no strategy 'kunth'"):
        strength.main(["--store", str(store), "--strategies", "kunth"])


def test_every_strategy_is_on_the_page() -> None:
    page = strategies.strategies()
    for each in built_in():
        _before, _name, section = page.partition(f"### {each.name}\n")
        section = section.partition("\n### ")[0]
        assert markdown.plain(each.cite) in section
        for option in each.options:
            assert f"`{option}=" in section
    assert "### human" in page
    assert "Chooses by\n: a person\n" in page


# Licences.


def not_free(licence: str) -> list[str]:
    """The parts of a licence that are not on the list, where all have to be kept."""
    return [each for each in re.split(r" and | AND ", licence) if not FREE.search(each)]


def test_every_library_has_a_free_licence() -> None:
    names = licences.closure()
    assert {"numpy", "click", "psycopg-binary", "starlette"} <= names
    for name in sorted(names - PARTLY):
        found = licences.package(name)
        assert found.licence, f"{name} names no licence"
        assert not not_free(found.licence), f"{name}: {found.licence}"
        assert found.home.startswith("http") or name not in licences.direct(), name


def test_every_group_of_libraries_is_on_the_page() -> None:
    assert licences.dependencies().keys() == licences.TITLES.keys()
    page = licences.licences()
    assert re.search(r"\| \[numpy\]\(http\S+\) \| [\d.]+ \| BSD", page)
    assert page.index("Always needed") < page.index("Indirect dependencies")
    for name in licences.direct():
        assert len(re.findall(rf"\| \[?{re.escape(name)}\b(?!-)", page)) >= 1, name


@pytest.mark.parametrize("text", ["GPL-3.0-only", "Proprietary", "", "MIT AND SSPL-1.0"])
def test_other_licences_are_found(text: str) -> None:
    assert not_free(text)


# The picture of the layers.


def test_the_picture_of_the_layers_is_that_of_the_layers() -> None:
    rows = layers_picture.layers()
    assert {name for row in rows for name in row} == layers_picture.TEXTS.keys()
    drawn = layers_picture.draw(rows)
    assert layers_picture.PICTURE.read_text("utf-8") == drawn, "python docs/_ext/layers_picture.py"
    assert drawn.index(">web<") < drawn.index(">session<") < drawn.index(">core<")


# Links.


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<p id="here"><a href="#here"></a><a href="#gone"></a><img src="b.png">'
        '<a href="b%20c.html?x#there"></a><a href="b%20c.html#gone"></a><a href="https://x.org/y">',
        "utf-8",
    )
    (tmp_path / "b c.html").write_text('<a id="there"></a>', "utf-8")
    assert list(links.broken(tmp_path)) == [
        "a.html: there is no anchor #gone",
        "a.html: there is no b.png",
        "a.html: there is no anchor b%20c.html#gone",
    ]


def test_conf_is_that_of_this_version() -> None:
    names: dict[str, object] = {"__file__": str(DOCS / "conf.py")}
    exec(compile(ast.parse((DOCS / "conf.py").read_text("utf-8")), "conf.py", "exec"), names)
    assert names["release"] == mastermine.__version__
