from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.chances import chi_square, limit

from mastermine.core.random import SEED_LETTERS, Random
from mastermine.core.random import fresh_seed as draw_seed
from mastermine.registry import parse_rules


def test_seeds_and_words() -> None:
    rng = Random(1234567)
    assert [rng.word() for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]
    assert Random(-1).word() == Random(2**64 - 1).word() == Random(2**65 - 1).word()
    words = {Random(seed).word() for seed in ("", "ž", "\udcff", "0", 0)}
    assert len(words) == 5


# Printed once, and never to change: a seed that was noted down means the same game for ever.
def test_a_drawn_seed_is_a_text_that_can_be_typed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter("2345678923456" + "abcdefghijkmn")
    monkeypatch.setattr("secrets.choice", lambda _letters: next(drawn))
    # A text of digits alone would be read as a number: another one is drawn.
    assert draw_seed() == "abcdefghijkmn"
    assert len(set(SEED_LETTERS)) == 32
    assert not set(SEED_LETTERS) & set("01lo")


def test_drawn_seeds_have_65_random_bits() -> None:
    seeds = [draw_seed() for _ in range(2000)]
    assert {len(seed) for seed in seeds} == {13}
    for letters in zip(*seeds, strict=True):
        assert set(letters) <= set(SEED_LETTERS)
        assert chi_square(Counter(letters), len(SEED_LETTERS)) < limit(len(SEED_LETTERS))


def test_golden_draws() -> None:
    rng = Random(42)
    assert [rng.below(6) for _ in range(12)] == [1, 1, 0, 0, 4, 0, 1, 2, 1, 2, 5, 4]
    assert Random("Ana").word() == 12279137201463199887
    assert Random(42).fork("match", 3, "secret").word() == 430919342691022984
    items = list("abcdefgh")
    Random(7).shuffle(items)
    assert "".join(items) == "befcgadh"
    assert Random(5).below(10**30) == 136799443493804746066869303032


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("4x6", "2342"),
        ("5x8", "63823"),
        ("4x10-distinct", "1986"),
        ("4x6+blank", "4146"),
        ("5x40", "22,3,32,26,19"),
    ],
)
def test_golden_codes(name: str, code: str) -> None:
    rules = parse_rules(name)
    assert rules.format_secret(rules.draw(Random(2024))) == code


# The bounds are passed by one seed in a million if the numbers are uniform; the seeds are fixed.
@pytest.mark.parametrize(("n", "bound"), [(2, 24.0), (6, 36.0), (10, 45.0), (37, 96.0)])
def test_below_is_uniform(n: int, bound: float) -> None:
    rng = Random("uniform")
    assert chi_square(Counter(rng.below(n) for _ in range(20_000)), n) < bound


def test_below_has_no_bias_where_n_nearly_fills_a_word() -> None:
    # Without rejection, value % n would be below 2^62 half of the time, not a third of it.
    n = 3 << 62
    rng = Random("biased?")
    low = sum(rng.below(n) < 1 << 62 for _ in range(3000))
    assert abs(low - 1000) < 5 * (3000 * 2 / 9) ** 0.5
    rng = Random(1)
    thirds = Counter(rng.below(3 * 10**40) // 10**40 for _ in range(3000))
    assert chi_square(Counter(thirds), 3) < 28


@given(st.integers(1, 2**200), st.integers())
def test_below_stays_below(n: int, seed: int) -> None:
    assert 0 <= Random(seed).below(n) < n


@pytest.mark.parametrize("n", [0, -1])
def test_below_nothing(n: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        Random(1).below(n)


def test_every_order_is_equally_likely() -> None:
    rng = Random("orders")
    counts: Counter[object] = Counter()
    for _ in range(12_000):
        items = [0, 1, 2, 3]
        rng.shuffle(items)
        counts[tuple(items)] += 1
    assert set(counts) == set(permutations(range(4)))
    assert chi_square(counts, 24) < 75


def test_choice_takes_every_item() -> None:
    rng = Random("choice")
    assert chi_square(Counter(rng.choice("abc") for _ in range(3000)), 3) < 28


def test_a_fork_depends_on_the_seed_and_its_key_alone() -> None:
    used = Random(9)
    used.word()
    assert used.fork("a", 1).word() == Random(9).fork("a", 1).word()
    keys: list[Any] = [(), ("a",), ("b",), ("a", 1), ("a", 2), (1,), (11,), (1, 1)]
    firsts = {Random(seed).fork(*key).word() for seed in (9, 10) for key in keys}
    assert len(firsts) == 2 * len(keys)
    assert Random(9).fork("a/b").word() != Random(9).fork("a", "b").word()
    assert Random(9).fork("a").fork("b").word() != Random(9).fork("b").fork("a").word()


def test_forks_are_independent() -> None:
    rng = Random(3)
    pairs = Counter((rng.fork("x", i).below(4), rng.fork("y", i).below(4)) for i in range(8000))
    assert chi_square(Counter(pairs), 16) < 56
