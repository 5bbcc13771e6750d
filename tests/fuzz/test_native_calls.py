"""Every native function with arguments nobody would give: it answers or refuses, and lives on."""

from __future__ import annotations

import ast
import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from math import inf, nan
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.fuzz.caller import FORMS, Caller, Held

import mastermine

native = pytest.importorskip("mastermine._native", reason="the native module was not built")

STUB = ast.parse(Path(mastermine.__file__).with_name("_native.pyi").read_text(encoding="utf-8"))


def types_of(body: list[ast.stmt], owner: str = "") -> Iterator[tuple[str, dict[str, str]]]:
    """The functions and methods with the types of their arguments; a class as its function."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from types_of(node.body, f"{node.name}.")
        if isinstance(node, ast.FunctionDef):
            types = {a.arg: ast.unparse(a.annotation) for a in node.args.args if a.annotation}
            yield f"{owner}{node.name}".removesuffix(".__init__"), types


TYPES = dict(types_of(STUB.body))
PLAYERS = [
    "single-point", "thesis", "patterns", "safest", "pseq", "endgame", "farsighted", "champion",
    "nobody",
]  # fmt: skip

Draw = st.DrawFn
Arguments = dict[str, Any]


@pytest.fixture(scope="module")
def caller() -> Iterator[Caller]:
    started = Caller()
    yield started
    started.close()


# ---- arguments that are right, or nearly so ----


def held(draw: Draw, dtype: Any, shape: tuple[int, ...], least: int, most: int) -> Any:
    """An array of whole numbers: drawn at once, since an example a number takes far too long."""
    rng = np.random.default_rng(draw(st.integers(0, 1 << 30)))
    return rng.integers(least, most, shape, dtype, endpoint=True)


def codes(draw: Draw, places: int, colours: int, least: int, most: int) -> Any:
    """Codes in numeric order, none twice."""
    rows = held(draw, np.uint8, (draw(st.integers(least, most)), places), 0, colours - 1)
    return np.unique(rows, axis=0) if len(rows) else rows


def sizes(draw: Draw) -> tuple[int, int]:
    """Places and colours: small ones, and the largest."""
    places = draw(st.integers(1, 5) | st.sampled_from([1, 8, 9, 15, 16]))
    return places, draw(st.integers(1, 5 if places < 6 else 2) | st.sampled_from([1, 2, 65]))


def table(draw: Draw, size: int) -> Any:
    n = np.arange(size + 1, dtype=np.int64)
    return draw(st.sampled_from([n, n * n, -n, n * 0, n << 40, -(n == 1).astype(np.int64)]))


def answered(draw: Draw) -> Arguments:
    places, colours = sizes(draw)
    rows = codes(draw, places, colours, 0, 40)
    return {
        "guess": held(draw, np.uint8, (places,), 0, colours - 1),
        "codes": rows,
        "colours": colours,
        "kind": draw(st.integers(0, 2)),
    }


def with_answer(draw: Draw) -> Arguments:
    return answered(draw) | {"answer": draw(st.integers(-1, 30))}


def fractions(draw: Draw) -> Arguments:
    numbers = held(draw, np.int64, (draw(st.integers(0, 50)),), -99, 99) / 7
    return {"numbers": numbers, "exponent": draw(st.integers(-60, 60))}


def every(draw: Draw) -> Arguments:
    return {
        "places": draw(st.integers(1, 4)),
        "colours": draw(st.integers(1, 6)),
        "distinct": draw(st.booleans()),
    }


def scored(draw: Draw) -> Arguments:
    places, colours = sizes(draw)
    candidates = codes(draw, places, colours, 1, 40)
    return {
        "guesses": codes(draw, places, colours, 0, 10),
        "candidates": candidates,
        "colours": colours,
        "kind": draw(st.integers(0, 2)),
        "table": table(draw, len(candidates)),
        "largest": draw(st.booleans()),
        "shift": draw(st.integers(0, 61)),
    }


def searched(draw: Draw) -> Arguments:
    places, colours = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    candidates = codes(draw, places, colours, 1, 30)
    return {
        "candidates": candidates,
        "history": held(draw, np.uint8, (draw(st.integers(0, 3)), places), 0, colours - 1),
        "colours": colours,
        "distinct": draw(st.booleans()),
        "kind": draw(st.integers(0, 2)),
        "table": table(draw, len(candidates)),
        "largest": draw(st.booleans()),
        "shift": draw(st.sampled_from([0, 1, 30])),
        "symmetry": draw(st.booleans()),
    }


def game(draw: Draw) -> Arguments:
    places, colours = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    return {
        "codes": codes(draw, places, colours, 1, 20),
        "symbols": colours,
        "distinct": draw(st.booleans()),
        "kind": draw(st.integers(0, 2)),
        "policy": draw(st.integers(0, 2)),
    }


def task(draw: Draw) -> Arguments:
    cost = draw(st.integers(0, 2))
    return {
        "depth": draw(st.integers(1 if cost else 0, 6)),
        "cost": cost,
        "below": draw(st.sampled_from([0, 1, 60, 1 << 40, 1 << 60])),
        "width": draw(st.integers(0, 4)),
        "seconds": draw(st.sampled_from([0.5, 1.0])),
    }


def a_tree_search(draw: Draw) -> Arguments:
    return game(draw) | {"memory": draw(st.sampled_from([0, 1, 1 << 20]))}


def certifying(draw: Draw) -> Arguments:
    return {"below": draw(st.integers(0, 80)), "seconds": draw(st.sampled_from([0.5, 1.0]))}


def facts(draw: Draw) -> Arguments:
    numbers = draw(st.lists(st.integers(0, 27), max_size=21))
    return {"facts": b"".join(number.to_bytes(8, "little") for number in numbers)}


def nothing(_draw: Draw) -> Arguments:
    return {}


def optimised(draw: Draw) -> Arguments:
    given = game(draw) | task(draw)
    rows, places = given["codes"].shape
    weights = None
    if draw(st.booleans()):
        given |= {"depth": 0, "cost": 0}
        weights = held(draw, np.int64, (rows,), 0, draw(st.sampled_from([0, 3, 1 << 32])))
    return given | {
        "first": codes(draw, places, given["symbols"], 0, 3),
        "without": draw(st.integers(0, 511)),
        "weights": weights,
    }


def small_game(draw: Draw, most_places: int, most_colours: int) -> Arguments:
    places, colours = draw(st.integers(1, most_places)), draw(st.integers(1, most_colours))
    distinct = draw(st.booleans())
    assume(not distinct or colours >= places)
    return {
        "places": places,
        "symbols": colours,
        "distinct": distinct,
        "kind": draw(st.integers(0, 2)),
    }


def distinguished(draw: Draw) -> Arguments:
    return small_game(draw, 3, 4) | {
        "most": draw(st.integers(0, 6)),
        "seconds": draw(st.sampled_from([0.0, 0.001])),
    }


def certified(draw: Draw) -> Arguments:
    hints = draw(st.binary(max_size=60) | st.lists(st.integers(0, 3), max_size=60).map(bytes))
    return small_game(draw, 4, 5) | {
        "bound": draw(st.integers(1, 3000)),
        "read": io.BytesIO(hints).read,
    }


def constrained(draw: Draw) -> Arguments:
    places = draw(st.integers(1, 6) | st.sampled_from([64, 65, 255]))
    symbols = draw(st.integers(1, 6) | st.sampled_from([64, 65, 256]))
    turns = draw(st.integers(0, 4) | st.sampled_from([0, 8, 33, 64, 65]))
    allowed = np.ones((places, symbols), np.bool_)
    allowed[:, draw(st.integers(0, symbols - 1))] = draw(st.booleans())
    return {
        "allowed": allowed,
        "guesses": np.resize(held(draw, np.uint8, (7,), 0, symbols - 1), (turns, places)),
        "black": np.resize(held(draw, np.int64, (3,), -1, places), turns),
        "common": np.resize(held(draw, np.int64, (5,), -1, places), turns),
        "distinct": draw(st.booleans()),
    }


def listed(draw: Draw) -> Arguments:
    return constrained(draw) | {"nodes": draw(st.integers(0, 5000))}


def sampled(draw: Draw) -> Arguments:
    given = constrained(draw)
    places, symbols = given["allowed"].shape
    replicas = draw(st.integers(1, 4))
    start = np.zeros((replicas, places), np.uint8)
    start += given["allowed"][0].argmax().astype(np.uint8)
    if given["distinct"] and symbols >= places:
        start = np.resize(np.arange(places), start.shape).astype(np.uint8)
    widths = st.sampled_from([0, 1, 3, 20])
    return given | {
        "start": start,
        "seed": draw(st.integers(0, 2**64 - 1)),
        "burn": draw(st.integers(0, 5)),
        "sweeps": draw(st.integers(0, 20)),
        "every": draw(st.integers(1, 5)),
        "samples": draw(st.integers(0, 20)),
        "steps": held(draw, np.uint64, (replicas, draw(widths)), 0, 2**64 - 1),
        "exchanges": held(draw, np.uint64, (replicas - 1, draw(widths)), 0, 2**64 - 1),
    }


def words(draw: Draw) -> Arguments:
    return {"seed": draw(st.integers(0, 2**64 - 1)), "n": draw(st.integers(0, 2000))}


def minefield(draw: Draw, most: int = 8) -> Any:
    side = st.integers(1, most)
    shape = (draw(side), draw(side))
    return held(draw, np.uint8, shape, 0, 1) & held(draw, np.uint8, shape, 0, 1)


def numbers(mines: Any) -> Any:
    """What each cell of a layout shows, with 11 where there is a mine."""
    padded = np.pad(mines, 1)
    height, width = mines.shape
    around = sum(padded[y : y + height, x : x + width] for y, x in product(range(3), repeat=2))
    return np.where(mines == 1, 11, around).astype(np.uint8)


def position(draw: Draw, mines: Any) -> Any:
    """Some cells of a layout are open."""
    seen = held(draw, np.uint8, mines.shape, 0, 2)
    shown = np.where((seen > 0) & (mines == 0), numbers(mines), 9)
    shown = np.where((seen == 2) & (mines == 0) & (shown == 0), 10, shown)
    return np.where((seen == 2) & (mines == 1), 11, shown).astype(np.uint8)


def limits(draw: Draw) -> Arguments:
    return {
        "work": draw(st.sampled_from([0, 1, 1 << 20])),
        "memory": draw(st.sampled_from([0, 1, 1000, 1 << 16, 1 << 28])),
    }


def analysed(draw: Draw) -> Arguments:
    mines = minefield(draw)
    cells = position(draw, mines)
    if draw(st.integers(0, 4)) == 0:
        cells = held(draw, np.uint8, mines.shape, 0, 11)
    return {"cells": cells, "mines": int(mines.sum()), **limits(draw)}


def queried(draw: Draw) -> Arguments:
    given = analysed(draw)
    closed = np.flatnonzero(given["cells"].ravel() == 9).astype(np.int64)
    return given | {"queries": closed[: draw(st.integers(0, 5))]}


def fitting(draw: Draw) -> Arguments:
    return analysed(draw) | {"limit": draw(st.integers(0, 500))}


def ended(draw: Draw) -> Arguments:
    mines = minefield(draw, 3)
    cells = position(draw, mines)
    count = int(mines.sum())
    rows = []
    for bits in product((0, 1), repeat=mines.size):
        layout = np.array(bits, np.uint8).reshape(mines.shape)
        seen = numbers(layout)
        fits = (cells == 9) | (cells == seen) | ((cells == 10) & (layout == 0))
        if layout.sum() == count and fits.all():
            rows.append(layout.ravel())
    assume(rows)
    return {"layouts": np.array(rows, np.uint8), "cells": cells, **limits(draw)}


def clicked(draw: Draw) -> Arguments:
    given = ended(draw)
    closed = np.flatnonzero(given["cells"].ravel() == 9).astype(np.int64)
    return given | {"clicks": closed[: draw(st.integers(0, 5))]}


def played_out(draw: Draw) -> Arguments:
    given = queried(draw)
    cells, mines, places = given["cells"], given["mines"], given["queries"]
    layouts, seed = draw(st.integers(0, 5)), draw(st.integers(0, 2**64 - 1))
    return {"cells": cells, "mines": mines, "places": places, "layouts": layouts, "seed": seed}


def drawn(draw: Draw) -> Arguments:
    allowed = minefield(draw, 12)
    return {
        "allowed": allowed,
        "mines": draw(st.integers(0, int(allowed.sum()))),
        "seeds": held(draw, np.uint64, (draw(st.integers(0, 5)),), 0, 2**64 - 1),
    }


def drawn_noguess(draw: Draw) -> Arguments:
    allowed = 1 - minefield(draw, 8)
    assume((allowed == 0).any())
    return {
        "allowed": allowed,
        "mines": draw(st.integers(0, int(allowed.sum()))),
        "first": int(np.flatnonzero(allowed.ravel() == 0)[0]),
        "seed": draw(st.integers(0, 2**64 - 1)),
        "tries": draw(st.integers(0, 3)),
        "patience": draw(st.integers(0, 5)),
    }


def deduced(draw: Draw) -> Arguments:
    layout = minefield(draw, 12)
    assume((layout == 0).any())
    return {"layout": layout, "first": int(np.flatnonzero(layout.ravel() == 0)[-1])}


def chosen(draw: Draw) -> Arguments:
    width, height, games = (draw(st.integers(1, 6)) for _ in range(3))
    layouts = held(draw, np.uint8, (games, width * height), 0, 1)
    layouts &= held(draw, np.uint8, layouts.shape, 0, 1)
    layouts[:, 0] = 0
    return {
        "layouts": layouts,
        "width": width,
        "seeds": held(draw, np.uint64, (games,), 0, 2**64 - 1),
        "player": draw(st.sampled_from(PLAYERS)),
        "weights": weighted(draw),
    }


def weighted(draw: Draw) -> Any:
    return held(draw, np.int64, (12, 3), -9, 9) / 7


def compared(draw: Draw) -> Arguments:
    given = chosen(draw)
    del given["player"]
    return given | {"first": 0, "most": draw(st.integers(2, 4))}


def played(draw: Draw) -> Arguments:
    return chosen(draw) | {
        "safe_start": draw(st.booleans()),
        "first": 0,
        "few": draw(st.sampled_from([0, 1, 20, 200])),
    }


def many(draw: Draw) -> tuple[Any, Any, int]:
    """Layouts and boards of several games, and their width."""
    width, height, games = (draw(st.integers(1, 6)) for _ in range(3))
    fields = held(draw, np.uint8, (games, height, width), 0, 1)
    fields &= held(draw, np.uint8, fields.shape, 0, 1)
    boards = [position(draw, mines).ravel() for mines in fields]
    return fields.reshape(games, -1), np.array(boards, np.uint8), width


def opened_all(draw: Draw) -> Arguments:
    layouts, boards, width = many(draw)
    clicks = held(draw, np.int64, (len(boards),), 0, boards.shape[1] - 1)
    return {"layouts": layouts, "boards": boards, "width": width, "clicks": clicks}


def laid_all(draw: Draw) -> Arguments:
    width, height, games = (draw(st.integers(1, 6)) for _ in range(3))
    size, clear = width * height, draw(st.integers(0, 2))
    return {
        "width": width,
        "height": height,
        "mines": draw(st.integers(0, max(0, size - (0, 1, 9)[clear]))),
        "clear": clear,
        "clicks": held(draw, np.int64, (games,), 0, size - 1),
        "seeds": held(draw, np.uint64, (games,), 0, 2**64 - 1),
    }


def analysed_all(draw: Draw) -> Arguments:
    layouts, boards, width = many(draw)
    return {"boards": boards, "width": width, "mines": int(layouts[0].sum())}


RIGHT: dict[str, Callable[[Draw], Arguments]] = {
    "all_codes": every,
    "split": answered,
    "consistent": with_answer,
    "rounded": fractions,
    "respond": answered,
    "score": scored,
    "choose": searched,
    "evaluate": searched,
    "optimum": optimised,
    "TreeSearch": a_tree_search,
    "TreeSearch.find": task,
    "TreeSearch.stop": nothing,
    "TreeSearch.progress": nothing,
    "TreeSearch.certificate": certifying,
    "TreeSearch.take_facts": nothing,
    "TreeSearch.add_facts": facts,
    "check_bound": certified,
    "distinguishing": distinguished,
    "listed": listed,
    "sampled": sampled,
    "random_words": words,
    "analyze": analysed,
    "front_counts": analysed,
    "twins": analysed,
    "number_chances": queried,
    "fitting_layouts": fitting,
    "best_play": ended,
    "click_wins": clicked,
    "draw_layouts": drawn,
    "draw_noguess": drawn_noguess,
    "deduce": deduced,
    "play_games": played,
    "game_choices": chosen,
    "guess_outcomes": compared,
    "playouts": played_out,
    "click_all": opened_all,
    "lay_all": laid_all,
    "risks_all": analysed_all,
    "information_all": analysed_all,
}


# ---- arguments that are wrong ----

EDGES = [0, *(s * (2**b + d) for s in (1, -1) for b in (0, 7, 8, 15, 16, 31, 32, 62, 63, 64)
              for d in (-1, 0, 1))]  # fmt: skip
NOT_A_NUMBER: list[Any] = [None, "1", b"", [], {}, 1.5, 1j, "\ud800", object]
NUMBERS = {
    "int": st.sampled_from([*EDGES, True, *NOT_A_NUMBER]),
    "float": st.sampled_from([0.0, -0.0, -1.0, 1e-300, 1e300, inf, -inf, nan, 1, *NOT_A_NUMBER]),
    "bool": st.sampled_from([True, False, 0, 1, 2, *NOT_A_NUMBER]),
    "str": st.sampled_from(["", "\0", "x" * 5000, "\ud800", "safest\0", "naïve", 1, *NOT_A_NUMBER]),
}
DTYPES = ["?", "u1", "i1", "u2", "i4", "u4", "i8", "u8", "f4", "f8", "c16", "O", "U1", "M8[s]"]


def of_type(array: Any, dtype: str) -> Any:
    with np.errstate(all="ignore"):
        try:
            return array.astype(dtype)
        except (TypeError, ValueError):
            return np.zeros(array.shape, dtype)


def damaged(draw: Draw, array: Any) -> Any:
    """An array that is not what the function was meant for."""
    rows, cells = (*array.shape, 1, 1)[:2]
    shapes = (
        (), (0,), (1,), (rows,), (cells,), (0, 0), (0, cells), (rows, 0), (1, cells), (rows, 1),
        (rows + 1, cells), (rows, cells + 1), (max(rows, 1) - 1, cells), (cells, rows), (rows + 1,),
        (1, 300), (300, 1), (2, 17), (1, 1 << 15), ((1 << 15) + 1, 1), (1, 2, 3), (1 << 17,),
    )  # fmt: skip
    if array.size == 0:
        array = np.zeros(draw(st.sampled_from(shapes)), array.dtype)
    match draw(st.integers(0, 4)):
        case 0:
            return of_type(array, draw(st.sampled_from(DTYPES)))
        case 1:
            return np.resize(array, draw(st.sampled_from(shapes)))
        case 2:
            return np.flip(array).copy()
        case 3 if array.size and array.dtype.kind in "iu":
            least, most = np.iinfo(array.dtype).min, np.iinfo(array.dtype).max
            edges = [e for e in [*EDGES, 9, 10, 11, 12, 65, 66, least, most] if least <= e <= most]
            array = array.copy()
            array.flat[draw(st.integers(0, array.size - 1))] = draw(st.sampled_from(edges))
        case 4 if array.size:
            return np.resize(array, array.shape[::-1])
    return array


def some_of(names: list[str], most: int) -> st.SearchStrategy[list[str]]:
    if not names:
        return st.just([])
    return st.lists(st.sampled_from(names), max_size=most, unique=True)


@st.composite
def calls(draw: Draw, function: str, wrong: int) -> Arguments:
    """Arguments of a call, at most so many of them other than they should be."""
    arguments = RIGHT[function](draw)
    types = TYPES[function]
    form = partial(draw, st.sampled_from(FORMS) if wrong else st.just("plain"))
    for name in draw(some_of(sorted(arguments), wrong)):
        value = arguments[name]
        if isinstance(value, np.ndarray):
            arguments[name] = draw(st.just(damaged(draw, value)) | st.sampled_from(NOT_A_NUMBER))
        else:
            arguments[name] = draw(NUMBERS.get(types[name], st.sampled_from(NOT_A_NUMBER)))
    return {
        name: Held.of(value, form() if draw(st.integers(0, 3)) == 0 else "plain")
        if isinstance(value, np.ndarray)
        else value
        for name, value in arguments.items()
    }


def test_every_native_function_is_called() -> None:
    public = {name for name, value in vars(native).items() if callable(value)}
    assert {name for name in public if name[0] != "_"} == {
        name for name in RIGHT if "." not in name
    }
    assert RIGHT.keys() == TYPES.keys()


@pytest.mark.parametrize("function", RIGHT)
def test_arguments_that_are_right_are_answered(caller: Caller, function: str) -> None:
    @settings(max_examples=20)
    @given(arguments=calls(function, 0))
    def call(arguments: Arguments) -> None:
        answers.append(caller.call(function, arguments))

    answers: list[str] = []
    call()
    assert "answered" in answers


WIDE = [
    (function, name)
    for function, types in TYPES.items()
    for name, kind in types.items()
    if "int64" in kind
]


@pytest.mark.parametrize(("function", "name"), WIDE)
def test_an_array_that_is_not_aligned_is_refused(caller: Caller, function: str, name: str) -> None:
    @settings(max_examples=5)
    @given(arguments=calls(function, 0))
    def call(arguments: Arguments) -> None:
        assume(arguments[name] is not None and arguments[name].items)
        assume(caller.call(function, arguments) == "answered")
        arguments[name] = replace(arguments[name], form="unaligned")
        line = f"{name} is not aligned in memory: numpy.require({name}, requirements='A') is"
        assert caller.call(function, arguments) == f"ValueError: {line}"

    call()


@pytest.mark.parametrize("function", ["listed", "sampled"])
def test_a_byte_that_is_no_bool_is_refused(caller: Caller, function: str) -> None:
    @settings(max_examples=5)
    @given(arguments=calls(function, 0))
    def call(arguments: Arguments) -> None:
        arguments["allowed"] = replace(arguments["allowed"], form="dirty")
        line = "allowed holds a byte that is neither False nor True"
        assert caller.call(function, arguments) == f"ValueError: {line}"

    call()


@pytest.mark.parametrize("function", RIGHT)
@given(data=st.data())
def test_any_arguments(caller: Caller, function: str, data: st.DataObject) -> None:
    caller.call(function, data.draw(calls(function, 3)))
