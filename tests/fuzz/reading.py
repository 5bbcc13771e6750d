"""What every parser owes: to read what it is given, or one clear line. And how to spoil it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from mastermine.core.errors import MastermineError


def read_or_refused(parse: Callable[..., Any], *given: Any) -> Any:
    """What was read; None where it was refused properly."""
    try:
        return parse(*given)
    except MastermineError as error:
        line = str(error)
    assert line.strip()
    assert "\n" not in line
    return None


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
strange = json_values | st.sampled_from(
    [
        *(0, -1, True, 1 << 31, 1 << 63, -(1 << 63), 1 << 64, 10**30, 10**400, 1e300, -0.5),
        *(float("nan"), float("inf"), "", " ", "0", "\0", "\ud800", "é", "x" * 300, [], {}),
        *([[]], [None], {"": None}, "mastermind:4x6", "minesweeper:9x9x10", "1122"),
    ]
)


@st.composite
def spoiled(draw: st.DrawFn, value: Any) -> Any:
    """Something that JSON can say, with some parts of it other than they were."""
    whole = {"": copy.deepcopy(value)}
    for _ in range(draw(st.integers(0, 3))):
        place: Any = whole
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            key = draw(st.sampled_from(keys))
            inner = place[key]
            deeper = isinstance(inner, dict | list) and len(inner)
            if not deeper or draw(st.integers(0, 4)) == 0:
                break
            place = inner
        match draw(st.integers(0, 3)):
            case 0 if place is not whole:
                del place[key]
            case 1 if isinstance(place, list):
                place.insert(key, copy.deepcopy(inner))
            case 2:
                place[key] = copy.deepcopy(draw(other(inner)))
            case _:
                place[key] = copy.deepcopy(draw(strange))
    return whole[""]


def other(value: Any) -> st.SearchStrategy[Any]:
    """Values that are nearly this one."""
    if isinstance(value, bool) or value is None:
        return strange
    if isinstance(value, int | float):
        return st.sampled_from([value + 1, value - 1, -value, str(value), [value]])
    if isinstance(value, str):
        longer = [value + "x", value * 2, f" {value}", [value]]
        return st.sampled_from([value[:-1], value.upper(), value[::-1], *longer])
    return st.just([value])


@st.composite
def damaged(draw: st.DrawFn, data: bytes) -> bytes:
    """Bytes of a file, of which some are other ones, gone, or there twice."""
    for _ in range(draw(st.integers(0, 4))):
        at, end = sorted(draw(st.tuples(st.integers(0, len(data)), st.integers(0, len(data)))))
        short = min(end, at + draw(st.sampled_from([0, 1, 2, 16])))
        match draw(st.integers(0, 4)):
            case 0:
                data = data[:at] + draw(st.binary(max_size=4)) + data[short:]
            case 1:
                data = data[:at]
            case 2:
                data = data[:at] + data[at:short] * 2 + data[short:]
            case 3:
                data = data[:at] + data[end:]
            case 4:
                data = data[:at] + bytes(short - at) + data[short:]
    return data
