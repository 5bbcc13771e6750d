"""Strategies in a single file outside any package.

The text of the file defines the strategy completely, so a run can be repeated from it.
"""

from __future__ import annotations

import hashlib
import sys
import tokenize
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import RLock
from types import ModuleType

from mastermine.core.errors import (
    InvalidSpec,
    MastermineError,
    error_line,
    error_text,
    system_reason,
)
from mastermine.core.options import Home
from mastermine.core.strategy import Strategy
from mastermine.i18n.text import _

_lock = RLock()


def read_source(path: str) -> str:
    """Reads the text of a file. Raises InvalidSpec."""
    try:
        with tokenize.open(Path(path).expanduser()) as file:
            return file.read()
    except OSError as error:
        raise InvalidSpec(
            _("the strategy file {path} cannot be read: {error}").format(
                path=path, error=system_reason(error)
            )
        ) from None
    except (SyntaxError, UnicodeDecodeError) as error:
        raise InvalidSpec(
            _("the strategy file {path} is not Python code: {error}").format(
                path=path, error=error_text(error)
            )
        ) from None


def source_of(home: Home) -> str | None:
    """Reads the file of a strategy; None for an engine. Raises InvalidSpec."""
    return None if home.path is None else read_source(home.path)


def strategies_in(path: str, source: str) -> list[Strategy]:
    """Returns the strategies that a file with this text defines, in its order.

    The text is executed once, as a module that no other module can import; it may import modules
    of its own folder. Raises InvalidSpec, with the line, if the text cannot be executed.
    """
    module = module_of(path, source)
    values = vars(module).values()
    found = [value for value in values if isinstance(value, Strategy) and value.base is None]
    own = [each for each in found if each.__module__ == module.__name__] or found
    last = {(each.name, each.game): each for each in own}
    return [replace(each, home=f"{path}:{each.name}", source=source) for each in last.values()]


def from_file(path: str, source: str, name: str, game: str) -> Strategy:
    """Returns the strategy of this name and game in a file. Raises InvalidSpec."""
    found = strategies_in(path, source)
    for each in found:
        if (each.name, each.game) == (name, game):
            return each
    raise InvalidSpec(missing(path, name, found))


def missing(path: str, name: str, found: list[Strategy]) -> str:
    """Formats the error for a file without a strategy of this name."""
    if not found:
        return _(
            'there is no strategy in {path}: write @strategy("its-name") above a function'
        ).format(path=path)
    return _("there is no strategy {name!r} in {path}; it has {names}").format(
        name=name, path=path, names=", ".join(each.name for each in found)
    )


def module_of(path: str, source: str) -> ModuleType:
    """Executes the text of a file once, as a module; see ``strategies_in``. Raises InvalidSpec."""
    file = str(Path(path).expanduser().absolute())
    digest = hashlib.blake2b(f"{file}\0{source}".encode(), digest_size=8).hexdigest()
    name = f"{Path(file).stem}@{digest}"  # not a valid module name, so it cannot be imported
    with _lock:
        if name in sys.modules:
            return sys.modules[name]
        module = ModuleType(name)
        module.__file__ = file
        sys.modules[name] = module  # a dataclass looks for its module there
        try:
            code = compile(source, file, "exec", dont_inherit=True)
            with _beside(Path(file).parent):
                exec(code, vars(module))
        except BaseException as error:
            del sys.modules[name]
            if not isinstance(error, Exception | SystemExit):
                raise
            raise InvalidSpec(_complaint(path, file, error)) from error
        return module


@contextmanager
def _beside(folder: Path) -> Iterator[None]:
    """Allows imports from a folder, and removes the imported modules afterwards."""
    if str(folder) in sys.path:
        yield
        return
    before = set(sys.modules)
    sys.path.append(str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            whole = name.partition(".")[0]
            spec = getattr(sys.modules.get(whole, sys.modules[name]), "__spec__", None)
            origin = getattr(spec, "origin", None)
            if origin in (str(folder / f"{whole}.py"), str(folder / whole / "__init__.py")):
                sys.modules.pop(name)


def _complaint(path: str, file: str, error: BaseException) -> str:
    """Formats the error of a file that cannot be executed, with its line."""
    line = error_line(error, file)
    text = str(error) if isinstance(error, MastermineError) else error_text(error)
    if isinstance(error, SyntaxError) and error.filename == file:
        text = f"{type(error).__name__}: {error.msg}"
    if line is None:
        return f"{path}: {text}"
    return _("{path}, line {line}: {error}").format(path=path, line=line, error=text)
