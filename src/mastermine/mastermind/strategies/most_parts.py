"""Barteld Kooi: Yet another Mastermind strategy. ICGA Journal 28 (2005)."""

import numpy as np

from mastermine.core.strategy import Array, strategy


@strategy("most-parts", cite="Kooi 2005")
def most_parts(size: Array) -> Array:
    """Prefer the guess that can get the most different answers."""
    return -np.ones_like(size)
