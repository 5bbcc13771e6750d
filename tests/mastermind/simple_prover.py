"""A second search for optimal play: short, plain, and independent of the first.

It knows a single bound, T(n, q), and remembers sets of codes. It also writes certificates.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from itertools import combinations, permutations
from typing import Any

import numpy as np

from mastermine.mastermind.reference import all_codes, respond
from mastermine.mastermind.rules import Answer, Mastermind

NEVER = 1 << 40


@cache
def ideal(answers: int, most: int) -> Any:
    """T(n, q) for all n: the first guess finds 1 code, the second q, the third q * q."""
    depths = range(most if answers < 2 else most.bit_length() + 1)
    rooms = [min(answers**depth, most) for depth in depths]
    guesses = np.repeat(np.arange(len(rooms)) + 1, rooms)
    return np.concatenate([[0], guesses[:most].cumsum()])


def swapped(names: tuple[int, ...], a: int, b: int) -> tuple[int, ...]:
    """Exchanges two names."""
    return tuple({a: b, b: a}.get(name, name) for name in names)


class Prover:
    def __init__(self, rules: Mastermind) -> None:
        self.rules = rules
        kind = [Answer.PEGS, Answer.BLACK, Answer.PLACES].index(rules.answer)
        self.codes = all_codes(rules.places, rules.symbols, not rules.repeats)
        self.all = np.arange(len(self.codes))
        rows = [respond(code, self.codes, rules.symbols, kind) for code in self.codes]
        self.answers = np.array(rows).astype(np.int64)
        self.win = int(self.answers.max())
        self.exact: dict[bytes, int] = {}
        self.low: dict[bytes, int] = {}
        places, names = tuple(range(rules.places)), tuple(range(rules.symbols))
        moves = [places] if rules.answer is Answer.PLACES else [*permutations(places)]
        swaps = [names, *(swapped(names, a, b) for a, b in combinations(names, 2))]
        self.symmetries = [(move, swap) for move in moves for swap in swaps]
        values = rules.symbols ** np.arange(rules.places)[::-1]
        keys = self.codes @ values
        moved = [np.array(name)[self.codes[:, row]] @ values for row, name in self.symmetries]
        self.images = np.searchsorted(keys, np.array(moved).reshape(-1, len(keys))).astype(np.int32)

    def optimum(self) -> int:
        return self.least(self.all, len(self.codes), NEVER)

    def kept(self, some: Any) -> tuple[list[int], Any]:
        """Lists symmetries that keep a set, and the smallest guess of the orbit of each guess."""
        inside, smallest, chosen = np.isin(self.all, some), self.all, []
        keep = np.arange(len(self.images))
        for code in some.tolist():
            keep = keep[inside[self.images[keep, code]]]
        for index in keep.tolist():
            if (smallest[self.images[index]] == smallest).all():
                continue
            chosen.append(index)
            before = None
            while before is None or (smallest != before).any():
                before = smallest
                for k in chosen:
                    smallest = np.minimum(smallest, smallest[self.images[k]])
        return chosen, smallest

    def bounds(self, some: Any, inherited: int) -> tuple[int, Any]:
        """Returns q and, for each guess, |S| plus the sum of T; NEVER for a guess without use."""
        width = self.win + 1
        cells = self.answers[:, some] + width * self.all[:, np.newaxis]
        sizes = np.bincount(cells.ravel(), minlength=width * len(self.all)).reshape(-1, width)
        sizes = sizes[:, :-1]
        q = min(inherited, int((sizes > 0).sum(axis=1).max()))
        bounds = len(some) + ideal(q, len(self.all))[sizes].sum(axis=1)
        return q, np.where((sizes == len(some)).any(axis=1), NEVER, bounds)

    def parts(self, some: Any, guess: int) -> list[Any]:
        """Splits a set by its answers but the win, in the order of their first codes."""
        answers = self.answers[guess, some]
        order = dict.fromkeys(answers.tolist())
        return [some[answers == answer] for answer in order if answer != self.win]

    def least(self, some: Any, inherited: int, below: int) -> int:
        """Returns the least total of a set if it is below a number, else a bound not below it."""
        key = some.tobytes()
        if key in self.exact or self.low.get(key, 0) >= below:
            return self.exact.get(key) or self.low[key]
        q, bounds = self.bounds(some, inherited)
        total = ideal(q, len(self.all))
        best = below
        if total[len(some)] < below:
            smallest = self.kept(some)[1]
            for guess in np.argsort(bounds, kind="stable").tolist():
                if bounds[guess] >= best or best == total[len(some)]:
                    break
                if smallest[guess] != guess:
                    continue
                value = int(bounds[guess])
                for part in sorted(self.parts(some, guess), key=len):
                    known = int(total[len(part)])
                    if len(part) > 2:
                        value += self.least(part, q, known + best - value) - known
                    if value >= best:
                        break
                best = min(best, value)
        if best < below:
            self.exact[key] = best
        else:
            self.low[key] = best = max(below, int(total[len(some)]))
        return best

    # Certificates.

    def proof(self, bound: int) -> bytes:
        """Returns the hints of a certificate; the bound must be right."""
        self.proven: dict[bytes, int] = {}
        self.written: list[int] = []
        self.hints = bytearray()
        self.prove(self.all, bound, len(self.codes))
        return bytes(self.hints)

    def prove(self, some: Any, target: int, inherited: int) -> None:
        size, key = len(some), some.tobytes()
        if max(ideal(inherited, len(self.all))[size], self.proven.get(key, 0)) >= target:
            return
        q, bounds = self.bounds(some, inherited)
        total = ideal(q, len(self.all))
        self.proven[key] = max(self.proven.get(key, 0), target, total[size])
        if total[size] >= target:
            return
        chosen, smallest = self.kept(some)
        self.hints += varints(len(chosen))
        for index in chosen:
            if index in self.written:
                self.hints += varints(self.written.index(index))
                continue
            self.hints += varints(len(self.written), *sum(self.symmetries[index], ()))
            self.written.append(index)
        met = set()
        for guess in np.flatnonzero((smallest == self.all) & (bounds < target)).tolist():
            parts = self.parts(some, guess)
            partition = tuple(map(bytes, parts))
            if partition in met:
                continue
            met.add(partition)
            missing, hints = target - int(bounds[guess]), {}
            for part in sorted(parts, key=len):
                known = int(total[len(part)])
                hints[bytes(part)] = 0
                if missing and len(part) > 2:
                    found = self.least(part, q, known + missing)
                    hints[bytes(part)] = min(missing, found - known)
                missing -= hints[bytes(part)]
            self.hints += varints(*[hints[bytes(part)] for part in parts if len(part) > 2])
            for part in parts:
                if hints[bytes(part)]:
                    self.prove(part, int(total[len(part)]) + hints[bytes(part)], q)


def varints(*numbers: int) -> bytes:
    """Numbers as in a certificate: 7 bits a byte, the low ones first."""
    written = bytearray()
    for number in numbers:
        while number > 127:
            written.append(number & 127 | 128)
            number >>= 7
        written.append(number)
    return bytes(written)


@cache
def proof(spec: str) -> tuple[int, bytes]:
    """The least total of a game, and the hints of its proof."""
    prover = Prover(Mastermind.parse(f"mastermind:{spec}"))
    total = prover.optimum()
    return total, prover.proof(total)


def packed(spec: str, bound: int, hints: bytes) -> bytes:
    """The file of a certificate."""
    fields = {"format": "mastermine-bound", "version": 1, "rules": spec, "bound": bound}
    return gzip.compress(json.dumps(fields).encode() + b"\n" + hints, 1, mtime=0)
