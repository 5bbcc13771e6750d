"""Certificates: right ones pass, wrong ones do not, and both checkers say the same of each."""

from __future__ import annotations

import gzip
import io
import re
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.mastermind.simple_prover import packed, proof, varints

from mastermine.core.errors import InvalidSpec
from mastermine.mastermind import kernels, reference
from mastermine.mastermind.optimal.certificate import (
    BrokenCertificate,
    check_certificate,
    check_stream,
    least_totals,
)
from mastermine.mastermind.optimal.search import optimal_play
from mastermine.mastermind.rules import Mastermind
from mastermine.system import native

CORES = [reference, native.module] if native.module else [reference]
SPECS = [
    "1x1", "1x5", "2x3", "3x3", "3x4", "4x3", "2x5-black", "3x3-black", "3x3-places", "2x5-places",
    "3x4-distinct", "3x2+blank", "3x4+blank-distinct", "2x6-black", "3x3,limit=4",
]  # fmt: skip


def outcome(spec: str, bound: int, hints: bytes) -> Any:
    """The verdict of both checkers, which must be equal: a bound, or the message of an error."""
    said: list[Any] = []
    for core in CORES:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kernels, "backend", core)
            try:
                said.append(check_stream(io.BytesIO(packed(f"mastermind:{spec}", bound, hints))))
            except BrokenCertificate as error:
                said.append(str(error))
    assert said == said[:1] * len(CORES)
    return said[0]


@pytest.mark.parametrize("spec", SPECS)
def test_two_searches_and_two_checkers_agree(spec: str) -> None:
    rules = Mastermind.parse(f"mastermind:{spec}")
    total, hints = proof(spec)
    assert optimal_play(rules).total == total
    found = outcome(spec, total, hints)
    assert (found.rules, found.total) == (rules, total)
    assert all(bound >= total for bound in found.first.values())
    assert (found.sets > 0) == bool(hints) == bool(found.first)
    refused = outcome(spec, total + 1, hints)
    assert re.search("is not refuted|ends within the proof", refused), refused


@pytest.mark.parametrize(("spec", "bound"), [("255x1", 1), ("16x1", 1), ("1x200", 20_100)])
def test_sizes_that_are_not_searched(spec: str, bound: int) -> None:
    assert outcome(spec, bound, b"").total == bound
    assert "the file ends within the proof" in outcome(spec, bound + 1, b"")


def test_the_bound_of_each_first_guess() -> None:
    first = outcome("3x4", *proof("3x4")).first
    rules = Mastermind(3, 4)
    assert {rules.format_action(code): bound for code, bound in first.items()} == {
        "111": 223, "112": 206, "123": 206,
    }  # fmt: skip


@pytest.mark.parametrize("answers", [1, 2, 5])
def test_the_ideal_tree_has_as_many_codes_as_fit(answers: int) -> None:
    depths = [depth for depth in range(9) for _code in range(min(answers**depth, 50))][:50]
    totals = [sum(depth + 1 for depth in depths[:n]) for n in range(len(depths) + 1)]
    assert least_totals(50, answers).tolist()[: len(totals)] == totals


hints_like = st.binary(max_size=3) | st.sampled_from([b"\0", b"\1", b"\x80", b"\xff" * 6])


@given(st.sampled_from(["3x3", "3x4", "2x5-black", "3x3-places", "3x4-distinct"]), st.data())
def test_what_passes_is_true(spec: str, data: st.DataObject) -> None:
    total, hints = proof(spec)
    for _change in range(data.draw(st.integers(0, 3))):
        start = data.draw(st.integers(0, len(hints)))
        end = start + data.draw(st.integers(0, 2))
        hints = hints[:start] + data.draw(hints_like) + hints[end:]
    bound = total + data.draw(st.integers(-3, 3))
    found = outcome(spec, bound, hints)
    assert isinstance(found, str) or bound <= total


SAME = (0, 1, 2, 0, 1, 2)
"""The symmetry of 3x3 that moves nothing."""
WRONG: dict[str, tuple[str, int, bytes, str]] = {
    "no hints": ("3x3", 73, b"", "at the first guess: the file ends within the proof"),
    "half a number": ("3x3", 73, b"\x80", "at the first guess: the file ends within the proof"),
    "a large number": ("3x3", 73, varints(1, 1 << 32), "a number is larger than 4,294,967,295"),
    "a long number": ("3x3", 73, b"\1" + b"\x80" * 5 + b"\0", "larger than 4,294,967,295"),
    "too many symmetries": ("3x3", 73, varints(4097), "a number is larger than 4,096"),
    "no such symmetry": (
        "3x3", 73, varints(2, 0, *SAME, 3),
        "at the first guess: there is no symmetry number 3; the file has 1 so far",
    ),
    "a place twice": ("3x3", 73, varints(1, 0, 0, 1, 1), "a symmetry is not a permutation of"),
    "too many colours": ("3x3", 73, varints(1, 0, 0, 1, 2, 3), "a symmetry is not a permutation"),
    "places": ("3x3-places", 73, varints(1, 0, 1, 0, 2, 0, 1, 2), "a symmetry moves places"),
    "a bound too low": (
        "3x3", 73, varints(0) + bytes(500),
        "at the first guess: the guess 112 is not refuted: its bound is 72, but 73 is needed",
    ),
    "a bound too low, deeper": (
        "3x3", 1000, varints(0, 1000, 1000, 1000, *[0] * 99),
        "after 111 2B0W: the guess 112 is not refuted: its bound is 13, but 1,011 is needed",
    ),
    "a symmetry of another set": (
        "3x3", 1000, varints(0, 1000, 1000, 1000, 1, 0, 0, 1, 2, 1, 0, 2),
        "after 111 2B0W: a symmetry does not map the possible codes to themselves",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_each_fault_has_its_message(case: str) -> None:
    spec, bound, hints, message = WRONG[case]
    assert message in outcome(spec, bound, hints)


def test_the_file_ends_with_the_proof() -> None:
    total, hints = proof("3x4")
    assert outcome("3x4", total, hints + b"\0") == "the file continues after the end of the proof"
    for n in range(len(hints)):
        assert outcome("3x4", total, hints[:n]).endswith("the file ends within the proof")


@pytest.mark.rest
def test_a_proof_cannot_be_as_deep_as_it_likes() -> None:
    """Each guess excludes the codes with a certain colour at a certain place."""
    hints = varints(*[0, 0, 1 << 24] * 52, *[0, 1 << 24] * 50)
    assert "at most 100 guesses may follow each other" in outcome("2x53-black", 1 << 24, hints)


HEADERS = {
    b"": "this is not a certificate of mastermine",
    b"[" * 900: "this is not a certificate of mastermine",
    b'{"format": "mastermine-bound"': "this is not a certificate of mastermine",
    b'{"format": "mastermine-bound", "version": 1, "rules": "mastermind:1x1", "bound": 1}': (
        "this is not a certificate of mastermine"
    ),
    b'{"format": "mastermine-tree"}\n': "this is not a certificate of mastermine",
    b'{"format": "mastermine-bound", "version": 2}\n': "use a newer version",
    b'{"format": "mastermine-bound", "version": 1.0}\n': "has format 1.0, but .* reads format 1;",
    b'{"format": "mastermine-bound", "version": true}\n': "has format true, but",
    b'{"format": "mastermine-bound", "version": "1"}\n': 'has format "1", but',
    b'{"format": "mastermine-bound", "version": 1}\n': "rules 'None' are not understood",
}


@pytest.mark.parametrize("header", HEADERS)
def test_a_wrong_header(header: bytes) -> None:
    with pytest.raises(BrokenCertificate, match=HEADERS[header]):
        check_stream(io.BytesIO(gzip.compress(header)))


@pytest.mark.parametrize("bound", [0, -1, 1 << 32, 1.5, True, "9", None])
def test_a_wrong_bound(bound: Any) -> None:
    with pytest.raises(BrokenCertificate, match="a number from 1 to 4,294,967,295"):
        check_stream(io.BytesIO(packed("mastermind:3x3", bound, b"")))


@pytest.mark.parametrize("spec", ["6x6", "9x2-places", "255x255", "16x16-distinct"])
def test_a_game_that_is_too_large(spec: str) -> None:
    with pytest.raises(BrokenCertificate, match="is too large; bounds are checked for up to"):
        check_stream(io.BytesIO(packed(f"mastermind:{spec}", 9, b"")))


def test_a_damaged_file(tmp_path: Path) -> None:
    total, hints = proof("3x4")
    good = packed("mastermind:3x4", total, hints)
    for bad in (good[:-9], good[:40], good[:-6] + b"abcdef", b"PK", good[4:]):
        with pytest.raises(BrokenCertificate, match="the compressed file is damaged or incomplete"):
            check_stream(io.BytesIO(bad))
    file = tmp_path / "a.bound.gz"
    file.write_bytes(good)
    assert check_certificate(file).total == total
    with pytest.raises(InvalidSpec, match="cannot be read"):
        check_certificate(tmp_path)


def test_a_file_that_unpacks_to_much_takes_little_memory() -> None:
    bomb = packed("mastermind:3x4", 10**6, b"\xff" + bytes(1 << 27))
    tracemalloc.start()
    with pytest.raises(BrokenCertificate):
        check_stream(io.BytesIO(bomb))
    assert tracemalloc.get_traced_memory()[1] < 1 << 24
    tracemalloc.stop()


def test_the_native_check_uses_nothing_of_the_search() -> None:
    folder = Path(__file__).parents[2] / "cpp" / "mastermind"
    included = [
        line
        for name in ("certificate.cpp", "certificate.hpp")
        for line in (folder / name).read_text(encoding="utf-8").splitlines()
        if line.startswith('#include "')
    ]
    assert included == ['#include "certificate.hpp"', '#include "rules.hpp"']


@pytest.mark.rest
def test_the_classic_game() -> None:
    total, hints = proof("4x6")
    assert total == 5625
    found = outcome("4x6", total, hints)
    assert len(found.first) == 5
