"""The sources are such that every word of them can be had in another language."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

import mastermine

pytestmark = pytest.mark.rest

SOURCES = Path(mastermine.__file__).parent
FILES = sorted(path.relative_to(SOURCES).as_posix() for path in SOURCES.rglob("*.py"))

LOOKED_UP = {
    "_": slice(0, 1),
    "ngettext": slice(0, 2),
    "pgettext": slice(0, 2),
    "npgettext": slice(0, 3),
}
"""What translates, and which of its arguments are messages, or their context."""
MARKED = {**LOOKED_UP, "N_": slice(0, 1)}
FORMS = {"ngettext": slice(0, 2), "npgettext": slice(1, 3)}
"""Which arguments are forms of one message."""

Functions = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def decorates_commands(name: str) -> bool:
    """Whether a module is imported once the language is known, and so may say its help at once."""
    if name == "cli/__init__.py":  # It chooses the language.
        return False
    return name.startswith("cli/") or name in ("web/command.py", "tui/command.py")


def tree_of(name: str) -> ast.Module:
    return ast.parse((SOURCES / name).read_text("utf-8"))


def calls(node: ast.AST, functions: dict[str, slice]) -> Iterator[tuple[ast.Call, str]]:
    """The calls of these functions, with their names."""
    for each in ast.walk(node):
        match each:
            case ast.Call(func=ast.Name(id=name)) if name in functions:
                yield each, name


def at_import(node: ast.AST, decorators: bool) -> Iterator[ast.AST]:
    """All that is evaluated when a module is imported; with or without what decorates functions.

    The body of a function is not, but its defaults are. Annotations are texts here.
    """
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Functions):
            defaults = [*child.args.defaults, *(d for d in child.args.kw_defaults if d)]
            its_own = [] if isinstance(child, ast.Lambda) else child.decorator_list
            for each in [*defaults, *(its_own if decorators else [])]:
                yield each
                yield from at_import(each, decorators)
        else:
            yield child
            yield from at_import(child, decorators)


def translated_at_import(tree: ast.Module, decorators: bool) -> list[int]:
    """The lines where a word is translated before anybody can have chosen a language."""
    return [
        node.lineno
        for node in at_import(tree, decorators)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in LOOKED_UP
    ]


def messages(call: ast.Call, which: slice) -> list[str]:
    """Those arguments of a call that are written there."""
    given = [each for each in call.args[which] if isinstance(each, ast.Constant)]
    return [each.value for each in given if isinstance(each.value, str)]


def made_up(tree: ast.Module) -> list[int]:
    """The lines where a message is put together, so that no catalogue has it."""
    found = []
    for call, name in calls(tree, MARKED):
        for argument in call.args[MARKED[name]]:
            literal = isinstance(argument, ast.Constant) and isinstance(argument.value, str)
            if not literal and (name != "_" or built(argument)):
                found.append(call.lineno)
    return found


def built(node: ast.expr) -> bool:
    """Whether a text is put together of others."""
    match node:
        case ast.JoinedStr() | ast.BinOp():
            return True
        case ast.Call(func=ast.Attribute(attr="format" | "join")):
            return True
        case ast.IfExp(body=body, orelse=orelse):
            return built(body) or built(orelse)
    return False


def places(message: str) -> set[str]:
    """The names in braces."""
    return {name for _text, name, _spec, _how in Formatter().parse(message) if name is not None}


def formatted(tree: ast.Module) -> list[int]:
    """The lines with a message that says how a number is written, which a language decides."""
    return [
        call.lineno
        for call, name in calls(tree, MARKED)
        for message in messages(call, MARKED[name])
        if any(spec for _text, _name, spec, _how in Formatter().parse(message))
    ]


def hidden(tree: ast.Module) -> list[int]:
    """The lines with a message inside an f-string, where the catalogues' update finds none."""
    return [
        call.lineno
        for text in ast.walk(tree)
        if isinstance(text, ast.JoinedStr)
        for call, name in calls(text, MARKED)
        if messages(call, MARKED[name])
    ]


def unlike(tree: ast.Module) -> list[int]:
    """The lines where the forms of a message have different places; one may be without ``n``."""
    found = []
    for call, name in calls(tree, FORMS):
        forms = {frozenset(places(form) - {"n"}) for form in messages(call, FORMS[name])}
        if len(forms) > 1:
            found.append(call.lineno)
    return found


@pytest.mark.parametrize("name", FILES)
def test_words_can_be_translated(name: str) -> None:
    tree = tree_of(name)
    early = translated_at_import(tree, decorators=not decorates_commands(name))
    assert not early, "lines where words are translated at import: mark them with N_"
    assert not made_up(tree), "lines where a message is put together: write it as a whole"
    assert not hidden(tree), "lines with a message inside an f-string: take it out"
    assert not formatted(tree), "lines where a message formats numbers: use core.numbers"
    assert not unlike(tree), "lines where the forms of a message have different places"


WRONG = {
    "early": 'WORD = _("word")',
    "early in a class": 'class A:\n    word = _("word")',
    "early as a default": 'def f(word=_("word")): ...',
    "early in a table": 'TABLE = {"word": [ngettext("a", "b", 1)]}',
    "early in a lambda's default": 'f = lambda word=_("word"): word',
    "a decorator": '@command(help=_("word"))\ndef f(): ...',
    "f-string": 'def f(): return _(f"a {word}")',
    "inside an f-string": """def f(): return f"{_('a')} {word}\"""",
    "form inside an f-string": """def f(): return f"{ngettext('a', 'b', n)} {word}\"""",
    "format": 'def f(): return _("a {word}".format(word=1))',
    "sum": 'def f(): return _("a " + word)',
    "choice": 'def f(): return _("a" if x else f"{x}")',
    "no literal": "def f(): return ngettext(one, many, n)",
    "no literal in a context": 'def f(): return pgettext("a game", word)',
    "no literal as a context": "def f(): return pgettext(game, 'won')",
    "early in a context": 'WON = pgettext("a game", "won")',
    "other places in a context": 'def f(): return npgettext("c", "{a} code", "{b} codes", n)',
    "marked sum": 'WORD = N_("a" + word)',
    "spec": 'def f(): return _("{n:,} codes")',
    "spec of a form": 'def f(): return ngettext("{n} code", "{n:,} codes", n)',
    "other places": 'def f(): return ngettext("{a}: {n} code", "{n} codes", n)',
}


@pytest.mark.parametrize("source", WRONG.values(), ids=WRONG.keys())
def test_what_cannot_is_found(source: str) -> None:
    tree = ast.parse(source)
    checks = (made_up, hidden, formatted, unlike)
    found = [translated_at_import(tree, True), *(check(tree) for check in checks)]
    assert sum(map(bool, found)) == 1


RIGHT = """
TABLE = {"word": N_("word")}
show = lambda: _("word")

@strategy("name")
def f(n: int) -> str:
    told = _("{name!r} has {words}").format(name=n, words=f"{n:,}")
    told += npgettext("a {game}", "{n} code", "{n} codes", n) + pgettext("a game", "won")
    return ngettext("one code", "{n} codes", n) + _(TABLE["word"]) + told + f"{_(TABLE['word'])}"
"""


def test_what_can_is_left_alone() -> None:
    tree = ast.parse(RIGHT)
    assert not translated_at_import(tree, True)
    assert not made_up(tree)
    assert not hidden(tree)
    assert not formatted(tree)
    assert not unlike(tree)
    decorated = ast.parse(WRONG["a decorator"])
    assert not translated_at_import(decorated, False)
