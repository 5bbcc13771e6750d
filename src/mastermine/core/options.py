"""The options of a strategy: ``mine:depth=3:greedy=no`` is ``mine`` with two of them set."""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from mastermine.core.errors import InvalidSpec
from mastermine.core.game import A, Rules
from mastermine.i18n.text import _, nearest

Value = bool | int | float | str
"""Type of an option."""

FIRST = "first"
"""Option of every strategy: its first action, in the notation of the rules."""

EVERY = "every"
"""First action that expands to one strategy for each first action."""

_FILE = re.compile(r"(?P<path>.+?\.py)(?::|$)", re.IGNORECASE)
_COMMAND = re.compile(
    r"""cmd:(?P<command>.*?)(?P<options>(?::[A-Za-z][\w-]*=[^:'"]*)*)""", re.DOTALL
)
_LISTED = re.compile(r"""(?:'[^']*'|"[^"]*"|[^,])+""")
_YES = {"yes": True, "true": True, "no": False, "false": False}


class Home(NamedTuple):
    """Location of a strategy, and its options as text."""

    path: str | None
    """Its file; None for an installed strategy."""
    name: str
    """Its name; empty for the only strategy of a file."""
    options: tuple[tuple[str, str], ...]
    command: str | None = None
    """Command line of an engine, for ``cmd:…``."""

    @property
    def is_installed(self) -> bool:
        """True for a strategy of an installed package: neither a file nor a program."""
        return self.path is None and self.command is None

    @property
    def outside(self) -> str:
        """The file, or ``cmd:`` and the command line."""
        return f"cmd:{self.command}" if self.path is None else self.path

    @property
    def plain(self) -> str:
        """The text without options."""
        return self.name if self.is_installed else ":".join(filter(None, (self.outside, self.name)))


def read_home(text: str) -> Home:
    """Parses ``name``, ``file.py``, ``file.py:name`` or ``cmd:PROGRAM ARGUMENTS``, with options.

    Raises InvalidSpec.
    """
    path, command, rest = None, None, text.strip()
    if match := _COMMAND.fullmatch(rest):
        command, rest = match["command"].strip(), match["options"]
    elif match := _FILE.match(rest):
        path, rest = match["path"], rest[match.end() :]
    words = rest.split(":")
    name = "" if not rest or (path is not None and "=" in words[0]) else words.pop(0)
    options = [(key.strip().replace("-", "_"), value.strip()) for key, value in _pairs(text, words)]
    names = [key for key, _value in options]
    for key in names:
        if names.count(key) > 1:
            raise InvalidSpec(
                _("{text!r}: the option {name} is given twice").format(text=text, name=key)
            )
    return Home(path, name, tuple(options), command)


def split_names(text: str) -> list[str]:
    """Splits a list of strategies at its commas; those in quotation marks belong to a command."""
    return [word for name in _LISTED.findall(text) if (word := name.strip())]


def absolute_home(text: str) -> str:
    """Returns the location of a strategy with the absolute path of its file, if it has one."""
    path = read_home(text).path
    if path is None:
        return text
    with suppress(RuntimeError, OSError):  # No such user; no current folder.
        return str(Path(path).expanduser().absolute()) + text.strip().removeprefix(path)
    return text


def _pairs(text: str, words: Iterable[str]) -> Iterable[tuple[str, str]]:
    for word in filter(None, words):
        key, sign, value = word.partition("=")
        if not sign:
            raise InvalidSpec(
                _(
                    "{text!r}: {word!r} is not an option; write option=value after the strategy, "
                    "such as endgame:layouts=100"
                ).format(text=text, word=word)
            )
        yield key, value


def declared(name: str, function: Callable[..., Any]) -> dict[str, Value]:
    """Returns the options of a function: its keyword-only parameters, with their defaults.

    Raises InvalidSpec for one that cannot be written as text.
    """
    found: dict[str, Value] = {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is not inspect.Parameter.KEYWORD_ONLY:
            continue
        if parameter.name == FIRST:
            raise InvalidSpec(
                _(
                    "strategy {name}: the option first is reserved for the first action; "
                    "choose another name"
                ).format(name=name)
            )
        default = parameter.default
        if not isinstance(default, bool | int | float | str):
            raise InvalidSpec(
                _(
                    "strategy {name}: the default of the option {option} must be a number, "
                    "text, True or False"
                ).format(name=name, option=parameter.name)
            )
        found[parameter.name] = default
    return found


def checked(
    name: str,
    options: Mapping[str, Value],
    values: Mapping[str, object],
    ranges: Mapping[str, tuple[float, float]],
) -> dict[str, Any]:
    """Converts the values of options to the types of their defaults. Raises InvalidSpec.

    A text is parsed as in ``mine:depth=3``. ``ranges`` are least and greatest values.
    """
    result: dict[str, Any] = {}
    for option, value in values.items():
        if option not in options:
            raise InvalidSpec(
                _("strategy {name} has no option {option}; {hint}").format(
                    name=name, option=option, hint=nearest(option, [*options, FIRST])
                )
            )
        default = options[option]
        try:
            result[option] = _read(value, type(default))
        except ValueError:
            raise InvalidSpec(
                # Translators: {kind} is "yes or no", "a whole number", "a number" or "text
                # without : and ,".
                _("strategy {name}: {option}={value} should be {kind}, such as {example}").format(
                    name=name,
                    option=option,
                    value=value,
                    kind=_kind(type(default)),
                    example=f"{option}={written(default)}",
                )
            ) from None
        if option in ranges and not ranges[option][0] <= result[option] <= ranges[option][1]:
            least, most = ranges[option]
            raise InvalidSpec(
                _("strategy {name}: {option}={value} is out of range: {least} to {most}").format(
                    name=name, option=option, value=value, least=least, most=most
                )
            )
    return result


def _read(value: object, kind: type) -> Value:
    """Converts a value to this type. Raises ValueError."""
    if kind is str:
        text = str(value)
        if set(text) & set(":,"):
            raise ValueError(text)
        return text
    if isinstance(value, str):
        word = value.lower()
        if kind is bool:
            if word not in _YES:
                raise ValueError(value)
            return _YES[word]
        number: int | float = int(word) if kind is int else float(word)
    elif isinstance(value, bool) or kind is bool:
        if not (isinstance(value, bool) and kind is bool):
            raise ValueError(value)
        return value
    elif isinstance(value, int) or (isinstance(value, float) and kind is float):
        number = kind(value)
    else:
        raise ValueError(value)
    if not math.isfinite(number):
        raise ValueError(value)
    return number


def _kind(kind: type) -> str:
    return {
        # Translators: these are what the value of an option should be.
        bool: _("yes or no"),
        # Translators: what the value of an option should be.
        int: _("a whole number"),
        # Translators: what the value of an option should be.
        float: _("a number"),
        # Translators: what the value of an option should be.
        str: _("text without : and ,"),
    }[kind]


def written(value: Value) -> str:
    """Formats a value for the text of a strategy; equal values give equal texts."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    return str(value)


def check_first(name: str, value: object) -> str:
    """Normalises the text of a first action, with a dot for each comma. Raises InvalidSpec."""
    text = ".".join(str(value).replace(",", " ").split()).lower()
    if text == EVERY:
        raise InvalidSpec(
            _(
                "{name}:first=every stands for several strategies and works only in a match; "
                "give one first action"
            ).format(name=name)
        )
    if not text or ":" in text:
        raise InvalidSpec(
            _(
                "strategy {name}: first={value} is not a first action; write one such as "
                "first=1122, or first=3.0 for the cell 3,0"
            ).format(name=name, value=value)
        )
    return text


def first_action(rules: Rules[Any, A, Any], text: str) -> A:
    """Parses a first action with dots for commas. Raises IllegalMove."""
    action = rules.parse_action(text.replace(".", ","))
    rules.check(action)
    return action


def suffix(settings: Iterable[tuple[str, Value]]) -> str:
    """Formats options as a name suffix: ``:depth=3:greedy=no``."""
    return "".join(f":{name}={written(value)}" for name, value in settings)
