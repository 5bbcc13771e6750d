"""The public names of the package with their docstrings."""

from __future__ import annotations

import ast
import inspect
import re
from collections import deque
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

from sphinx.pycode import ModuleAnalyzer

import mastermine
from generated.markdown import code, docstring, table

if TYPE_CHECKING:
    from docutils.nodes import Element, TextElement
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

HEAD = "mastermine"


def module(name: str, *members: str) -> str:
    """Documents a module of mastermine with all its public names, or with these members only."""
    shown = ", ".join(members)
    return "\n".join(
        [
            f"## {name}",
            "",
            "```{eval-rst}",
            f".. automodule:: {HEAD}.{name}",
            f"   :members: {shown}".rstrip(),
            "```",
        ]
    )


def facade() -> str:
    """Lists the names at the top of the package with their modules and descriptions."""
    rows = []
    for name in mastermine.__all__:
        home = f"{HEAD}.{mastermine._HOME[name]}"
        text = docstring(first_line(home, name))
        rows.append([f"{{py:obj}}`{name} <{home}.{name}>`", code(home), text])
    return table(["name", "module", "description"], rows)


def first_line(home: str, name: str) -> str:
    """Returns the first line of the docstring of a function, class or type alias."""
    found = getattr(import_module(home), name)
    if not inspect.isclass(found) and not inspect.isroutine(found):
        return ModuleAnalyzer.for_module(home).find_attr_docs()["", name][0]
    return (inspect.getdoc(found) or "").partition("\n")[0]


def complete() -> None:
    """Imports all modules, and the names that they import for type checkers only."""
    found = [each.name for each in walk_packages(mastermine.__path__, f"{HEAD}.")]
    names = [
        name
        for name in found
        if not re.search(r"\b(migrations|_native|__main__|ml\.adapters)\b", name)
    ]
    waiting = deque(import_module(name) for name in names)
    for _try in range(2 * len(names)):
        if not waiting:
            return
        module = waiting.popleft()
        try:
            exec(for_checkers(module), vars(module))
        except ImportError:  # It needs names that another module defines for type checkers.
            waiting.append(module)
    names = [module.__name__ for module in waiting]
    raise ImportError(f"names for annotations cannot be imported: {names}")


def for_checkers(module: ModuleType) -> CodeType:
    """Compiles the statements below ``if TYPE_CHECKING`` in a module."""
    tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
    body = [
        statement
        for node in tree.body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for statement in node.body
    ]
    return compile(ast.Module(body, []), module.__name__, "exec")


def without_arguments(
    _app: Sphinx, what: str, _name: str, _found: object, _options: object, signature: str, _to: str
) -> tuple[str, None] | None:
    """Omits the arguments of a class that is not called: a protocol or an enumeration."""
    called = what == "class" and signature in ("(*args, **kwargs)", "(value)")
    return ("", None) if called else None


def find(app: Sphinx, env: BuildEnvironment, node: Element, shown: TextElement) -> Any:
    """Resolves a short name in a docstring or an annotation, if only one object has that name."""
    if node.get("refdomain") != "py":
        return None
    domain = env.domains.python_domain
    target = str(node["reftarget"])
    ends = f".{target.rpartition('.')[2]}" if target.startswith(HEAD) else f".{target}"
    found = [name for name in domain.objects if name.endswith(ends)]
    if len(found) != 1:
        return None
    return domain.resolve_xref(env, node["refdoc"], app.builder, "obj", found[0], node, shown)
