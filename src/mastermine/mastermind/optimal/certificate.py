"""Check of certificates: proofs that no tree finds all codes with fewer guesses in total.

``docs/reference/certificates.md`` describes the file. The check shares no code with the search, so
that they cannot share an error. ``check_bound`` is the plain twin of the native check.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from mastermine.core.errors import InvalidSpec, MastermineError
from mastermine.i18n.numbers import whole
from mastermine.i18n.text import _, shortened
from mastermine.mastermind.optimal.verification import located_problem
from mastermine.mastermind.rules import Answer, Code, Mastermind
from mastermine.system.folders import located, reading

FORMAT = "mastermine-bound"
VERSION = 1
MAX_HEADER = 1000  # Bytes of the first line.
MAX_CODES, MAX_NUMBER = 1 << 15, (1 << 32) - 1
MAX_DEPTH, MAX_SETS = 100, 1 << 25
MAX_SYMMETRIES, MAX_AT_ONCE = 1 << 20, 1 << 12  # In all, and of a set.
_CHUNK = 1 << 16
_AT_ONCE = 1 << 22  # Pairs of guess and code that are counted at a time.

Integers = NDArray[np.int64]
Set = NDArray[np.uint16]
"""Codes by number, increasing."""
Read = Callable[[int], bytes]
"""Returns at most so many bytes of a file, and none at its end."""


class BrokenCertificate(MastermineError):
    """Raised for a file that does not prove its bound."""


class Fault(IntEnum):
    """Error in a certificate; the numbers that belong to it are in the comments."""

    NONE = 0
    ENDED = 1
    LONGER = 2
    LARGE = 3  # the most
    DEEP = 4
    MANY = 5
    UNKNOWN = 6  # a symmetry, and how many there are
    MIXED = 7
    MOVED = 8
    CHANGED = 9
    UNREFUTED = 10  # a guess, its bound, and the bound that it needs


@dataclass(frozen=True)
class Bound:
    """A proven bound: no tree finds all codes with fewer guesses in total.

    ``sets``: number of sets of codes whose guesses were checked. ``first``: the bound of each first
    guess, one of each kind; empty if the number of codes and answers proves the bound.
    """

    rules: Mastermind
    total: int
    sets: int
    first: dict[Code, int]


def check_certificate(path: str | Path, rules: Mastermind | None = None) -> Bound:
    """Checks every step of a certificate. ``rules``: those of a tree that it must belong to.

    Raises InvalidSpec for a file that cannot be read, BrokenCertificate for one that does not prove
    its bound.
    """
    with reading(path), located(path, "classic.bound.gz").open("rb") as file:
        if not b"\x1f\x8b".startswith(file.peek(2)[:2]):  # How each file of gzip begins.
            raise BrokenCertificate(_("this is not compressed by gzip, as a certificate is"))
        return check_stream(file, rules)


def check_stream(file: BinaryIO, rules: Mastermind | None = None) -> Bound:
    """Checks every step of a compressed certificate. Raises BrokenCertificate."""
    try:
        with gzip.GzipFile(fileobj=file) as unpacked:
            found, bound = _read_header(unpacked)
            if rules and rules.with_limit(None) != found.with_limit(None):
                message = _("the tree is for {tree}, but the certificate is for {bound}")
                raise BrokenCertificate(message.format(tree=rules.spec(), bound=found.spec()))
            return _check_steps(found, bound, unpacked.read)
    except (gzip.BadGzipFile, EOFError, zlib.error):
        raise BrokenCertificate(_("the compressed file is damaged or incomplete")) from None


def _read_header(file: gzip.GzipFile) -> tuple[Mastermind, int]:
    """Reads the rules and the bound. Raises BrokenCertificate."""
    line = file.readline(MAX_HEADER)
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict) or line[-1:] != b"\n" or fields.get("format") != FORMAT:
        raise BrokenCertificate(
            _("this is not a certificate of mastermine, which begins with {line}").format(
                line=json.dumps({"format": FORMAT})[:-1]
            )
        )
    version, spec, bound = (fields.get(name) for name in ("version", "rules", "bound"))
    if type(version) is not int or version != VERSION:
        raise BrokenCertificate(
            _(
                "this certificate has format {version}, but this program reads format {own}; "
                "use a newer version of mastermine"
            ).format(version=shortened(json.dumps(version)), own=VERSION)
        )
    try:
        rules = Mastermind.parse(str(spec))
    except InvalidSpec as error:
        raise BrokenCertificate(str(error)) from None
    if type(bound) is not int or not 1 <= bound <= MAX_NUMBER:
        raise BrokenCertificate(
            _("the bound must be a number from 1 to {most}").format(most=whole(MAX_NUMBER))
        )
    if rules.size > MAX_CODES or (rules.answer is Answer.PLACES and rules.places > 8):
        raise BrokenCertificate(
            _(
                "{spec} is too large; bounds are checked for up to {most} codes, and up to 8 "
                "places if the answer shows the right places"
            ).format(spec=rules.spec(), most=whole(MAX_CODES))
        )
    return rules, bound


def _check_steps(rules: Mastermind, bound: int, read: Read) -> Bound:
    from mastermine.mastermind.kernels import check_bound
    from mastermine.mastermind.reference import all_codes

    fault, numbers, path, sets, first = check_bound(rules, bound, read)
    codes = [*map(tuple, all_codes(rules.places, rules.symbols, not rules.repeats).tolist())]
    if fault:
        turns = [(codes[guess], rules.respond(codes[code], codes[guess])) for guess, code in path]
        problem = _problem(rules, codes, Fault(fault), numbers.tolist())
        raise BrokenCertificate(
            problem if fault == Fault.LONGER else located_problem(rules, tuple(turns), problem)
        )
    return Bound(rules, bound, sets, {codes[guess]: value for guess, value in first.tolist()})


def _problem(rules: Mastermind, codes: list[Code], fault: Fault, numbers: list[int]) -> str:
    """Describes a fault."""
    match fault:
        case Fault.UNREFUTED:
            guess, (bound, n) = rules.format_action(codes[numbers[0]]), map(whole, numbers[1:])
            return _(
                "the guess {guess} is not refuted: its bound is {bound}, but {n} is needed"
            ).format(guess=guess, bound=bound, n=n)
        case Fault.UNKNOWN:
            return _("there is no symmetry number {n}; the file has {known} so far").format(
                n=whole(numbers[0]), known=whole(numbers[1])
            )
        case Fault.MANY:
            return _("the proof is too long: there may be {sets} sets and {n} symmetries").format(
                sets=whole(MAX_SETS), n=whole(MAX_SYMMETRIES)
            )
        case Fault.DEEP:
            return _("the proof is too deep: at most {n} guesses may follow each other").format(
                n=whole(MAX_DEPTH)
            )
    return {
        Fault.LARGE: _("a number is larger than {most}").format(most=whole((numbers or [0])[0])),
        Fault.ENDED: _("the file ends within the proof"),
        Fault.LONGER: _("the file continues after the end of the proof"),
        Fault.MIXED: _("a symmetry is not a permutation of places and one of colours"),
        Fault.MOVED: _("a symmetry moves places; with these rules only colours may be exchanged"),
        Fault.CHANGED: _("a symmetry does not map the possible codes to themselves"),
    }[fault]


def check_bound(
    places: int, symbols: int, distinct: bool, kind: int, bound: int, read: Read
) -> tuple[int, Integers, Integers, int, Integers]:
    """Checks the steps of a proof.

    Returns the fault, its numbers, the path to it (each guess with the first code of the part that
    follows), the number of sets whose guesses were checked, and each first guess with its bound.
    Guesses and codes are numbers, in numeric order.
    """
    checker = _Checker(places, symbols, distinct, kind, read)
    everything = np.arange(len(checker.codes), dtype=np.uint16)
    fault, numbers = Fault.NONE, tuple[int, ...]()
    try:
        checker.check(everything, bound, len(everything))
        checker.path.clear()
        if checker.more():
            raise _Refused(Fault.LONGER)
    except _Refused as error:
        fault, numbers = error.fault, error.numbers
    path, first = (np.array(row, np.int64).reshape(-1, 2) for row in (checker.path, checker.first))
    return fault, np.array(numbers, np.int64), path, checker.sets, first


class _Refused(Exception):
    """Raised at the first step that is wrong."""

    def __init__(self, fault: Fault, *numbers: int) -> None:
        self.fault = fault
        self.numbers = numbers


@cache
def least_totals(codes: int, answers: int) -> Integers:
    """T(n, q) for n up to ``codes``: the least total of n codes if a guess has at most q answers.

    The first guess finds at most 1 code, the second q, the third q*q. q does not count the answer
    that ends the game.
    """
    totals, guesses, room, rooms = [0], 1, 1, 1
    for _code in range(codes):
        if room == 0:
            guesses += 1
            room = rooms = rooms * answers
        totals.append(totals[-1] + guesses)
        room -= 1
    return np.array(totals)


class _Checker:
    """The codes, their answers, the file, and what is proven so far."""

    def __init__(self, places: int, symbols: int, distinct: bool, kind: int, read: Read) -> None:
        from mastermine.mastermind.reference import all_codes, respond

        self.read = read
        self.chunk = b""
        self.at = 0
        self.places, self.symbols, self.ordered = places, symbols, kind == 2
        self.codes = all_codes(places, symbols, distinct)
        self.win = int(respond(self.codes[0], self.codes[:1], symbols, kind)[0])
        """Answer that ends the game; all others are smaller."""
        self.answers = np.empty((len(self.codes),) * 2, np.min_scalar_type(self.win))
        """Row g: the answer of each code to guess g."""
        for guess, code in enumerate(self.codes):
            self.answers[guess] = respond(code, self.codes, symbols, kind)
        self.place_values = symbols ** np.arange(places)[::-1]
        self.values = self.codes @ self.place_values
        self.symmetries: list[tuple[list[int], list[int]]] = []
        self.proven: dict[bytes, int] = {}
        """Bound of each set met."""
        self.sets = 0
        self.path: list[tuple[int, int]] = []
        self.first: list[tuple[int, int]] = []

    # The file.

    def more(self) -> bool:
        """True if the file continues."""
        if self.at == len(self.chunk):
            self.chunk, self.at = self.read(_CHUNK), 0
        return self.at < len(self.chunk)

    def number(self, most: int = MAX_NUMBER) -> int:
        """Reads a number: 7 bits a byte, the low ones first; the last byte is below 128."""
        value = 0
        for shift in range(0, 35, 7):
            if not self.more():
                raise _Refused(Fault.ENDED)
            byte = self.chunk[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            if byte < 128:
                if value <= most:
                    return value
                break
        raise _Refused(Fault.LARGE, most)

    def permutation(self, n: int) -> list[int]:
        """Reads a permutation of 0 to n - 1."""
        row: list[int] = []
        for _item in range(n):
            value = self.number()
            if value >= n or value in row:
                raise _Refused(Fault.MIXED)
            row.append(value)
        return row

    # Symmetries.

    def leaders(self, some: Set) -> NDArray[np.bool_]:
        """Reads symmetries of a set; marks the smallest guess of each orbit."""
        images = [self.image(some) for _symmetry in range(self.number(MAX_AT_ONCE))]
        guesses = np.arange(len(self.codes))
        smallest, before = guesses, None
        while before is None or (smallest != before).any():
            before = smallest
            for image in images:
                smallest = np.minimum(smallest, smallest[image])
        leaders: NDArray[np.bool_] = smallest == guesses
        return leaders

    def image(self, some: Set) -> Integers:
        """Reads a symmetry, which must keep a set; returns the number of each moved code."""
        k = self.number()
        if k > len(self.symmetries):
            raise _Refused(Fault.UNKNOWN, k, len(self.symmetries))
        if k == len(self.symmetries):
            if k == MAX_SYMMETRIES:
                raise _Refused(Fault.MANY)
            places, colours = self.permutation(self.places), self.permutation(self.symbols)
            if self.ordered and places != sorted(places):
                raise _Refused(Fault.MOVED)
            self.symmetries.append((places, colours))
        places, colours = self.symmetries[k]
        moved = np.array(colours)[self.codes[:, places]] @ self.place_values
        image = np.searchsorted(self.values, moved)
        if not np.array_equal(np.sort(image[some]), some):
            raise _Refused(Fault.CHANGED)
        return image

    # The proof.

    def sizes(self, some: Set) -> Integers:
        """Counts the codes of a set for each guess (row) and each answer but the win (column)."""
        columns = self.win + 1
        rows = max(1, _AT_ONCE // max(columns, len(some)))
        counted = []
        for start in range(0, len(self.codes), rows):
            answers = self.answers[start : start + rows, some].astype(np.int64)
            answers += np.arange(len(answers))[:, np.newaxis] * columns
            counts = np.bincount(answers.ravel(), minlength=len(answers) * columns)
            counted.append(counts.reshape(-1, columns)[:, :-1])
        return np.concatenate(counted)

    def parts(self, some: Set, guess: int) -> list[list[int]]:
        """Splits a set by its answers but the win, in the order of their first codes."""
        parts: dict[int, list[int]] = {}
        for code, answer in zip(some.tolist(), self.answers[guess, some].tolist(), strict=True):
            if answer != self.win:
                parts.setdefault(answer, []).append(code)
        return list(parts.values())

    def check(self, some: Set, target: int, q: int) -> None:
        """Checks that a set of codes needs at least ``target`` guesses in total.

        ``q``: no guess has more answers on this set that do not end the game. Raises _Refused.
        """
        size, codes = len(some), len(self.codes)
        if least_totals(codes, q)[size] >= target:
            return
        key = some.tobytes()
        if self.proven.get(key, 0) >= target:
            return
        sizes = self.sizes(some)
        q = min(q, int(np.count_nonzero(sizes, axis=1).max()))
        totals = least_totals(codes, q)
        if totals[size] >= target:
            self.prove(key, int(totals[size]))
            return
        if len(self.path) == MAX_DEPTH:
            raise _Refused(Fault.DEEP)
        leaders = self.leaders(some)
        self.sets += 1
        root = not self.path
        bounds = size + totals[sizes].sum(axis=1)
        useful = ~(sizes == size).any(axis=1)  # A single answer tells nothing.
        met = set()
        for guess in np.flatnonzero(leaders & useful & (root | (bounds < target))).tolist():
            bound = int(bounds[guess])
            if bound < target:
                parts = self.parts(some, guess)
                partition = tuple(map(tuple, parts))
                if partition in met:  # An earlier guess splits the set likewise.
                    continue
                met.add(partition)
                hints = [self.number() if len(part) >= 3 else 0 for part in parts]
                bound += sum(hints)
                if bound < target:
                    raise _Refused(Fault.UNREFUTED, guess, bound, target)
                for part, hint in zip(parts, hints, strict=True):
                    if hint:
                        self.path.append((guess, part[0]))
                        self.check(np.array(part, np.uint16), int(totals[len(part)]) + hint, q)
                        self.path.pop()
            if root:
                self.first.append((guess, bound))
        self.prove(key, target)

    def prove(self, key: bytes, bound: int) -> None:
        """Stores the bound of a set."""
        if key not in self.proven and len(self.proven) == MAX_SETS:
            raise _Refused(Fault.MANY)
        self.proven[key] = max(self.proven.get(key, 0), bound)
