"""The native module: its stubs, its checks of arguments, its code for each kind of processor."""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.mastermind.processors import outputs_by_width

import mastermine

native = pytest.importorskip("mastermine._native", reason="the native module was not built")

STUB = ast.parse(Path(mastermine.__file__).with_name("_native.pyi").read_text(encoding="utf-8"))
CLASSES = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef)}
FUNCTIONS = {node.name: node for node in STUB.body if isinstance(node, ast.FunctionDef)}
METHODS = {
    f"{name}.{node.name}": node
    for name, body in CLASSES.items()
    for node in body.body
    if isinstance(node, ast.FunctionDef)
}
VALUES = {
    node.target.id
    for node in STUB.body
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
}

CODES = np.indices((6,) * 4, dtype=np.uint8).reshape(4, -1).T.copy()
NOTHING = np.zeros((0, 4), np.uint8)
SIZES = np.arange(len(CODES) + 1)


def plain(type_name: str) -> str:
    """``NDArray[np.uint8]`` and nanobind's own notation, both as ``uint8[]``; bool is np.bool_."""
    if "Callable" in type_name:
        return "Callable"
    array = re.search(r"NDArray\[np\.(\w+)\]|ndarray\[dtype=(\w+)", type_name)
    if array is None:
        return type_name.partition("[dtype")[0]
    return f"{(array[1] or array[2]).removesuffix('_')}[]"


def test_the_stub_names_all_that_is_there() -> None:
    public = {name for name in vars(native) if not name.startswith("_")}
    assert public == FUNCTIONS.keys() | CLASSES.keys() | VALUES
    for name in CLASSES:
        methods = {f"{name}.{each}" for each in vars(getattr(native, name)) if each[0] != "_"}
        assert {*methods, f"{name}.__init__"} == METHODS.keys()


@pytest.mark.parametrize("name", FUNCTIONS | METHODS)
def test_the_stub_has_the_signature_of_the_function(name: str) -> None:
    stub = (FUNCTIONS | METHODS)[name]
    assert stub.returns is not None
    in_stub = {
        a.arg: plain(ast.unparse(a.annotation)) for a in stub.args.args if a.annotation is not None
    }
    ((signature, _, _),) = attrgetter(name)(native).__nb_signature__
    arguments = re.findall(
        r"(\w+): (ndarray\[.*?\](?=[,)]| \|)|[\w.]+)", signature.split(" -> ")[0]
    )
    in_module = {argument: plain(annotation) for argument, annotation in arguments}
    assert in_stub == in_module
    assert list(in_stub) == list(in_module)
    assert plain(ast.unparse(stub.returns)) == plain(signature.split(" -> ")[1])


def test_random_words_are_those_of_splitmix64() -> None:
    assert native.random_words(1234567, 5).tolist() == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


BAD: dict[str, tuple[Callable[[], Any], str]] = {
    "words": (lambda: native.random_words(1, 2**60), "at most 134217728 words"),
    "kind": (lambda: native.respond(CODES[0], CODES, 6, 3), "kind is 0"),
    "colour": (lambda: native.respond(CODES[0], CODES, 5, 0), "has colour 5"),
    "colours": (lambda: native.respond(CODES[0], CODES, 66, 0), "1 to 65 colours"),
    "places": (lambda: native.respond(CODES[0], CODES[:, :3].copy(), 6, 0), "3 places, but 4"),
    "table": (lambda: native.score(CODES, CODES, 6, 0, SIZES[:9], False, 0), "the table ends"),
    "shift": (lambda: native.score(CODES, CODES, 6, 0, SIZES, False, -1), "shift"),
    "costs": (lambda: native.score(CODES, CODES, 6, 0, SIZES << 50, False, 0), "too large"),
    "rounded": (lambda: native.rounded(np.array([1.0]), 63), "too large"),
    "none": (lambda: choose(CODES[:0]), "no candidate"),
    "order": (lambda: choose(CODES[::-1].copy()), "numeric order"),
    "distinct": (
        lambda: native.choose(CODES[:2], NOTHING, 3, True, 0, SIZES, True, 0, True),
        "not possible",
    ),
}


def choose(candidates: Any) -> Any:
    return native.choose(candidates, NOTHING, 6, False, 0, SIZES, True, 0, True)


@pytest.mark.parametrize("case", BAD)
def test_a_bad_argument_gets_a_clear_line(case: str) -> None:
    call, message = BAD[case]
    with pytest.raises(ValueError, match=message):
        call()


OTHER: dict[str, Callable[[], Any]] = {
    "wide codes": lambda: native.respond(CODES[0], CODES.astype(np.int64) + 256, 6, 0),
    "wide guess": lambda: native.respond(CODES[0].astype(np.int64), CODES, 6, 0),
    "order": lambda: native.respond(CODES[0], np.asfortranarray(CODES), 6, 0),
    "costs": lambda: native.score(CODES, CODES, 6, 0, SIZES / 2, False, 0),
    "candidates": lambda: choose(CODES.astype(np.int8)),
}


@pytest.mark.parametrize("case", OTHER)
def test_an_array_of_another_type_is_refused(case: str) -> None:
    with pytest.raises(TypeError, match="incompatible function arguments"):
        OTHER[case]()


PROGRAM = """
import hashlib, io, sys
import numpy as np
from mastermine import _native
digest = hashlib.sha256()
words = _native.random_words(1, 100_000).astype(np.int64) & 0xFFFF
for spec in ("1x3", "2x9", "3x5", "4x4", "5x3", "6x3", "7x2", "8x2", "10x2", "16x2"):
    places, colours = map(int, spec.split("x"))
    codes = np.unique(words[: 2000 // places * places].reshape(-1, places) % colours, axis=0)
    codes = codes.astype(np.uint8)
    table = np.arange(len(codes) + 1) ** 2
    for kind in range(3):
        for guesses in (codes[:3], codes):
            digest.update(_native.score(guesses, codes, colours, kind, table, False, 0).tobytes())
        for few in (7, 60, 200):
            left = codes[:few]
            args = left, codes[:0], colours, False, kind, table, kind == 1, 0, False
            if places < 10:
                digest.update(_native.choose(*args).tobytes())
                digest.update(_native.evaluate(*args).tobytes())
for places, colours in ((4, 4), (3, 7)):
    for d in range(1, 120, 5):
        read = io.BytesIO(bytes([0, *[d] * 500])).read
        found = _native.check_bound(places, colours, False, d % 3, 17 * d, read)
        digest.update(repr([np.asarray(part).tolist() for part in found]).encode())
print(_native.vector_bytes, digest.hexdigest())
"""


def test_every_kind_of_processor_counts_alike() -> None:
    digests = set()
    for width, output in outputs_by_width(PROGRAM).items():
        used, digest = output.split()
        assert int(used) <= width
        assert len(digest) == 2 * hashlib.sha256().digest_size
        digests.add(digest)
    assert len(digests) == 1
