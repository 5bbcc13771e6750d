"""Random numbers that are the same for a seed on every platform and version.

The generator is SplitMix64 (Steele, Lea and Flood 2014): a 64-bit counter and a mixing function.
"""

from __future__ import annotations

import json
from collections.abc import Callable, MutableSequence
from typing import Protocol, TypeVar

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Indexed(Protocol[T_co]):
    """A value with a length that can be indexed."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> T_co: ...


_SPAN = 1 << 64
_MASK = _SPAN - 1
GOLDEN = 0x9E3779B97F4A7C15
"""Increment of the generator's counter."""


SEED_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
"""Letters and digits of drawn seeds: 5 bits each, and none that looks like another."""


def fresh_seed() -> str:
    """Draws a random seed of 13 letters and digits: 65 bits, and short enough to type again.

    A seed is never all digits, which would be read as a number.
    """
    import secrets

    while (seed := "".join(secrets.choice(SEED_LETTERS) for _ in range(13))).isdigit():
        pass
    return seed


def _digest(text: str) -> int:
    import hashlib

    return int.from_bytes(
        hashlib.blake2b(text.encode(errors="surrogatepass"), digest_size=8).digest(), "little"
    )


class Random:
    """A stream of random numbers from a seed: an integer, or any text."""

    __slots__ = ("_start", "_state")

    def __init__(self, seed: int | str) -> None:
        self._start = self._state = seed & _MASK if isinstance(seed, int) else _digest(seed)

    def __repr__(self) -> str:
        if self._state == self._start:
            return f"Random({self._start})"
        return f"<Random of seed {self._start}, in use>"

    @property
    def seed(self) -> int:
        """The 64-bit start value; it repeats the same stream."""
        return self._start

    def word(self) -> int:
        """Returns the next 64 bits."""
        self._state = (self._state + GOLDEN) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """Draws an integer from 0 to n - 1, uniformly; n may have more than 64 bits."""
        if n < 1:
            raise ValueError(f"below({n}): nothing to choose from; n must be at least 1")
        if n <= _SPAN:  # nearly always
            limit = _SPAN - _SPAN % n
            while (value := self.word()) >= limit:
                pass
            return value % n
        words = ((n - 1).bit_length() + 63) // 64
        span = 1 << (64 * words)
        limit = span - span % n
        while True:
            value = 0
            for _ in range(words):
                value = value << 64 | self.word()
            if value < limit:
                return value % n

    def choice(self, items: Indexed[T]) -> T:
        """Draws one of the items, uniformly."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffles the items in place, uniformly (Fisher and Yates 1938)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]

    def fork(self, *key: int | str) -> Random:
        """Returns an independent stream that depends only on the seed and ``key``."""
        return Random(_digest(json.dumps([self._start, *key])))

    def forks(self, *key: int | str) -> Callable[[int], int]:
        """Returns a function: the seed of ``fork(*key, n)`` by ``n``; it is fast for many."""
        import hashlib

        start = hashlib.blake2b(f"{json.dumps([self._start, *key])[:-1]}, ".encode(), digest_size=8)

        def seed(n: int) -> int:
            digest = start.copy()
            digest.update(b"%d]" % n)
            return int.from_bytes(digest.digest(), "little")

        return seed
