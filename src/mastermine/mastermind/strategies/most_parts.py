"""Barteld Kooi: Yet another Mastermind strategy. ICGA Journal 28 (2005)."""

from mastermine.core.strategy import strategy


@strategy("most-parts", cite="Kooi 2005")
def most_parts(size: float) -> float:  # noqa: ARG001
    """Prefer the guess that can get the most different answers."""
    return -1
