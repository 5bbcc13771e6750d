"""Codes that fit answers, found one by one; and what the twins say of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from mastermine.mastermind import reference
from mastermine.mastermind.large.constraints import NOT_GIVEN
from mastermine.system.native import module as native


def counted(guess: Any, code: Any) -> tuple[int, int]:
    """How many black and how many common pegs."""
    mine, yours = guess.tolist(), code.tolist()
    return (
        sum(a == b for a, b in zip(mine, yours, strict=True)),
        sum(min(mine.count(colour), yours.count(colour)) for colour in set(mine)),
    )


def fits(code: Any, demanded: Any) -> bool:
    allowed, guesses, black, common, distinct = demanded
    return (
        bool(allowed[np.arange(len(code)), code].all())
        and not (distinct and len(set(code.tolist())) < len(code))
        and all(
            n in (NOT_GIVEN, m)
            for row in zip(guesses, black, common, strict=True)
            for n, m in zip(row[1:], counted(row[0], code), strict=True)
        )
    )


def same(name: str, *arguments: Any) -> Any:
    """What the twins say, if it is the same in every way; what one says, where there is one."""
    plain = getattr(reference, name)(*arguments)
    if native is not None:
        *_others, expected = plain if isinstance(plain, tuple) else (plain,)
        fast = getattr(native, name)(*arguments)
        *_others, found = fast if isinstance(fast, tuple) else (fast,)
        assert found.dtype == expected.dtype
        assert found.shape == expected.shape
        assert found.tolist() == expected.tolist()
        assert not isinstance(plain, tuple) or plain[0] is fast[0]
    return plain
