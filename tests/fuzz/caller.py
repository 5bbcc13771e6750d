"""Native functions called in a separate process: a crash is reported with its call."""

from __future__ import annotations

import multiprocessing
import os
import signal
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

import numpy as np

PATIENCE = 2.0
"""After so many seconds a call is interrupted, as by Ctrl-C."""
GRACE = 120.0
"""So many seconds later it must have ended."""
MAX_BYTES = 1 << 32
"""What the process may take, where no sanitizer needs more."""
REFUSALS = ("TypeError", "ValueError", "MemoryError", "TimeoutError")
FORMS = ("plain", "readonly", "fortran", "backwards", "spread", "unaligned", "swapped", "dirty")


@dataclass(frozen=True)
class Held:
    """An array, as plain data that can be sent and printed; and how it lies in memory."""

    dtype: str
    shape: tuple[int, ...]
    items: tuple[Any, ...]
    form: str = "plain"

    @classmethod
    def of(cls, array: Any, form: str = "plain") -> Held:
        return cls(array.dtype.str, array.shape, tuple(array.ravel().tolist()), form)

    def array(self) -> Any:
        array = np.array(self.items, dtype=self.dtype).reshape(self.shape)
        match self.form:
            case "readonly":
                array.flags.writeable = False
            case "fortran":
                array = np.asfortranarray(array)
            case "backwards":
                array = array[::-1].copy()[::-1] if array.ndim else array
            case "spread":
                wide = np.zeros((*array.shape, 2), array.dtype)
                wide[..., 0] = array
                array = wide[..., 0]
            case "unaligned" if array.dtype != object:
                raw = np.zeros(array.nbytes + 1, np.uint8)
                moved = raw[1:].view(array.dtype).reshape(array.shape)
                moved[...] = array
                array = moved
            case "dirty" if array.dtype == bool:
                array = np.full(array.shape, 2, np.uint8).view(np.bool_)
            case "swapped":
                array = array.astype(array.dtype.newbyteorder())
        return array


def callable_of(module: Any, function: str) -> Any:
    """A function of a module, or a method, as `TreeSearch.find`, of a search of 3x3."""
    name, _, method = function.partition(".")
    value = getattr(module, name)
    if not method:
        return value
    return getattr(value(module.all_codes(3, 3, False), 3, False, 0, 0, 1 << 16), method)


def called(function: str, arguments: dict[str, Any]) -> str:
    """How a call ended: ``"answered"``, or the type of the error and what it says."""
    from mastermine import _native

    given = {k: v.array() if isinstance(v, Held) else v for k, v in arguments.items()}
    try:
        result = callable_of(_native, function)(**given)
    except KeyboardInterrupt:
        return "interrupted"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    for part in result if isinstance(result, tuple) else (result,):
        np.asarray(part).tobytes()  # All of it can be read.
    return "answered"


def serve(parent: Connection) -> None:
    """Answer calls until the other end is closed."""
    if "MASTERMINE_SANITIZED" not in os.environ:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MAX_BYTES, MAX_BYTES))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    while True:
        try:
            function, arguments = parent.recv()
        except EOFError:
            return
        except KeyboardInterrupt:  # It came when the call had just ended.
            continue
        parent.send(called(function, arguments))


class Caller:
    """A process that is started when needed, and again after a call ended it."""

    def __init__(self) -> None:
        self.process: Any = None

    def call(self, function: str, arguments: dict[str, Any]) -> str:
        """How the call ended. Raises AssertionError for a crash, a hang and an unclear refusal."""
        if self.process is None:
            context = multiprocessing.get_context("spawn")
            self.end, theirs = context.Pipe()
            self.process = context.Process(target=serve, args=(theirs,), daemon=True)
            self.process.start()
            theirs.close()
            self.end.send(("random_words", {"seed": 0, "n": 0}))
            assert self.end.recv() == "answered"
        self.end.send((function, arguments))
        if not self.end.poll(PATIENCE):
            os.kill(self.process.pid, signal.SIGINT)
            if not self.end.poll(GRACE):
                self.close()
                raise AssertionError(f"{function} hangs, and Ctrl-C does not end it: {arguments}")
        try:
            answer: str = self.end.recv()
        except (EOFError, ConnectionError):
            self.process.join()
            code = self.process.exitcode
            self.close()
            raise AssertionError(f"{function} ended its process ({code}): {arguments}") from None
        check(function, arguments, answer)
        return answer

    def close(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.join()
            self.end.close()
            self.process = None


def check(function: str, arguments: dict[str, Any], answer: str) -> None:
    """Whether a call ended as it may."""
    if answer in ("answered", "interrupted"):
        return
    kind, _, text = answer.partition(": ")
    assert kind in REFUSALS, (function, arguments, answer)
    if kind == "ValueError":
        # What the library of C++ says of its own containers is no help to anybody.
        assert text.strip(), (function, arguments, answer)
        assert "\n" not in text, (function, arguments, answer)
        assert not any(word in text for word in ("std::", "vector", "_M_")), (function, answer)
