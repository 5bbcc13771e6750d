"""Donald E. Knuth: The computer as Master Mind. Journal of Recreational Mathematics 9 (1977)."""

from mastermine.core.strategy import strategy


@strategy("knuth", cite="Knuth 1977", combine="max")
def knuth(size: float) -> float:
    """Leave as few codes as possible in the worst case.

    The five-guess algorithm: it finds every code of the classic game within five guesses.
    """
    return size
