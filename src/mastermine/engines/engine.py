"""The referee's side of the engine protocol (``docs/reference/engines.md``)."""

from __future__ import annotations

import os
import re
import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from keyword import iskeyword
from time import monotonic
from typing import Any

from mastermine.core.errors import InvalidSpec
from mastermine.core.options import FIRST, Value
from mastermine.engines.process import EngineFailed, Process, too_long
from mastermine.i18n.numbers import listed
from mastermine.i18n.text import _, shortened

VERSION = 1

START_SECONDS = 20.0
"""Time for the greeting; a virtual machine on a busy computer may need some."""

ANSWER_SECONDS = 120.0
"""Time for a move without a limit."""

GRACE_SECONDS = 1.0
"""Time beyond the limit of a move: other programs use the processor, too."""

KINDS: dict[str, type[Value]] = {"check": bool, "spin": int, "number": float, "string": str}
"""Types of options."""

MILLISECONDS = "ms"
"""Option of every engine: the time for a move in milliseconds, 0 for no limit."""

RESERVED = {FIRST, MILLISECONDS}
"""Names of options that an engine cannot have."""

_NAME = re.compile(r"[A-Za-z]\w*")

ANSWERS = ("move", "impossible", "refuse")
"""First words of the answers to ``go``."""

MAX_SHOWN_LETTERS = 60


@dataclass(frozen=True)
class Option:
    """An option that an engine announces."""

    name: str
    default: Value
    least: float | None = None
    most: float | None = None

    @classmethod
    def read(cls, words: Sequence[str]) -> Option:
        """Parses ``NAME type KIND default VALUE [min N] [max N]``. Raises EngineFailed."""
        name, *pairs = words or [""]
        if iskeyword(name) or name in RESERVED or not _NAME.fullmatch(name):
            raise EngineFailed(
                _(
                    "its option {name!r} needs another name: a letter, then letters, digits and _; "
                    "{reserved} and the keywords of Python are reserved"
                ).format(name=shortened(name, MAX_SHOWN_LETTERS), reserved=listed(sorted(RESERVED)))
            )
        given = dict(zip(pairs[::2], pairs[1::2], strict=False))
        try:
            kind = KINDS[given["type"]]
            default: Any = given["default"]
            value = default == "true" if kind is bool else kind(default)
            if kind is bool and default not in ("true", "false"):
                raise ValueError(default)
            limits = [None if key not in given else float(given[key]) for key in ("min", "max")]
            option = cls(name, value, *limits)
            if len(pairs) % 2 or not option.allows(value):
                raise ValueError(name)
        except (KeyError, ValueError):
            raise EngineFailed(
                _("its option {line!r} should be like {example}").format(
                    line=shortened(" ".join(words), MAX_SHOWN_LETTERS),
                    example="option depth type spin default 3 min 1 max 9",
                )
            ) from None
        return option

    def allows(self, value: Value) -> bool:
        """Returns True if a value is within the limits; a text must be one word."""
        if isinstance(value, str):
            return value.isprintable() and value.split() == [value]
        if isinstance(value, bool):
            return True
        return (self.least is None or value >= self.least) and (
            self.most is None or value <= self.most
        )


def written(value: Value) -> str:
    """Formats the value of an option."""
    return str(value).lower() if isinstance(value, bool) else str(value)


@dataclass
class Engine:
    """A running engine; each method raises EngineFailed."""

    command: str
    name: str = ""
    plays: set[str] = field(default_factory=set)
    """Games that it plays."""
    can: set[str] = field(default_factory=set)
    """Further abilities, such as ``batch`` and ``seed``."""
    options: dict[str, Option] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Starts the process and reads the greeting."""
        self._process = Process(self.command)
        self._set: dict[str, Value] = {}
        self._game: tuple[str, int | None] | None = None
        self.claimed: dict[int, tuple[Any, list[Any]]] = {}
        """Turns before each of its answers, and the cells of the answer, by the number of turns."""
        try:
            self._greet()
        except BaseException:
            self._process.close(0.0)
            raise

    def _greet(self) -> None:
        for words in self._answer(f"dep {VERSION}\n", START_SECONDS, "depok"):
            match words:
                case ["id", "name", *name]:
                    self.name = " ".join(name)
                case ["plays", *games]:
                    self.plays.update(games)
                case ["can", *things]:
                    self.can.update(things)
                case ["option", *option]:
                    made = Option.read(option)
                    self.options[made.name] = made
                case ["dep", version] if version != str(VERSION):
                    raise EngineFailed(
                        _("it speaks version {other} of the protocol, not {own}").format(
                            other=shortened(version, MAX_SHOWN_LETTERS), own=VERSION
                        )
                    )

    def _answer(self, text: str, seconds: float, last: str) -> Iterator[list[str]]:
        """Sends lines and yields the words of each line, up to one that begins with ``last``."""
        deadline = monotonic() + seconds
        self._process.send(text)
        while True:
            try:
                words = self._process.line(deadline).split()
            except TimeoutError:
                raise too_long(seconds) from None
            yield words
            if words[:1] == [last]:
                return

    def prepare(self, rules: str, seed: int | None, settings: Mapping[str, Value]) -> str:
        """Returns the lines that set options and the game, as far as they differ from before.

        Raises InvalidSpec for a value that cannot be sent.
        """
        lines = [
            self._setting(name, value)
            for name, value in self._with_defaults(settings).items()
            if self._set.get(name, self.options[name].default) != value
        ]
        self._set = self._with_defaults(settings)
        seed = seed if "seed" in self.can else None
        if (rules, seed) != self._game:
            lines.append(f"game {rules}\n" if seed is None else f"game {rules} seed {seed}\n")
            self._game = rules, seed
        return "".join(lines)

    def _setting(self, name: str, value: Value) -> str:
        if not self.options[name].allows(value):
            raise InvalidSpec(
                _("{option}={value!r} must be one word").format(option=name, value=value)
            )
        return f"set {name} {written(value)}\n"

    def _with_defaults(self, settings: Mapping[str, Value]) -> dict[str, Value]:
        return {name: settings.get(name, each.default) for name, each in self.options.items()}

    def moves(self, asked: str, number: int = 1, ms: int = 0) -> list[list[str]]:
        """Sends lines and ``go``; returns the words of each of so many answers.

        ``ms``: milliseconds for all of them; 0 means no limit.
        """
        for said in iter(self._process.unasked, None):
            if said.partition(" ")[0] in ANSWERS:
                line = shortened(said, MAX_SHOWN_LETTERS)
                raise EngineFailed(_("it moved out of turn: {line!r}").format(line=line))
        seconds = ms / 1000 + GRACE_SECONDS if ms else ANSWER_SECONDS
        deadline = monotonic() + seconds
        self._process.send(f"{asked}go ms {ms}\n" if ms else f"{asked}go\n")
        found: list[list[str]] = []
        try:
            while len(found) < number:
                words = self._process.line(deadline).split()
                if words and words[0] in ANSWERS:
                    found.append(words)
        except TimeoutError:
            raise too_long(seconds) from None
        return found

    def ask(self, asked: str, question: str) -> list[str]:
        """Sends lines and a question; returns the words of the answer, without the first."""
        kind = question.split(maxsplit=1)[0]
        [*_others, words] = self._answer(f"{asked}ask {question}\n", ANSWER_SECONDS, kind)
        return words[1:]

    def tell(self, text: str) -> None:
        """Sends lines that have no answer."""
        self._process.send(text)

    def cpu_seconds(self) -> float:
        """Returns the CPU time that it has used."""
        return self._process.cpu_seconds()

    def close(self, seconds: float = 0.0) -> bool:
        """Ends it; returns False if it had to be killed."""
        return self._process.close(seconds)


class _Running(threading.local):
    """The engines of a thread by their commands, and the CPU time of those that have ended."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Begins with no engine."""
        self.process = os.getpid()
        self.engines: dict[str, Engine] = {}
        self.spent: defaultdict[str, float] = defaultdict(float)


_running = _Running()


@contextmanager
def engine_of(command: str) -> Iterator[Engine]:
    """Yields the engine of a command, started on first use in this thread; after an error it ends.

    Raises InvalidSpec if there is no such program, EngineFailed.
    """
    if _running.process != os.getpid():  # They belong to the process that this one was forked from.
        _running.begin()
    engine = _running.engines.pop(command, None) or Engine(command)
    try:
        yield engine
    except BaseException:
        _running.spent[command] += engine.cpu_seconds()
        engine.close()
        raise
    _running.engines[command] = engine


def cpu_seconds(command: str) -> float:
    """Returns the CPU time of the engines of a command in this thread so far."""
    engine = _running.engines.get(command)
    return _running.spent[command] + (0.0 if engine is None else engine.cpu_seconds())
