"""Robert W. Irving: Towards an optimum Mastermind strategy.

Journal of Recreational Mathematics 11 (1978).
"""

from mastermine.core.strategy import strategy


@strategy("expected-size", cite="Irving 1978")
def expected_size(size: float, *, power: float = 2.0) -> float:
    """Leave as few codes as possible on average.

    ``power``: exponent of the part sizes; a higher one gives more weight to large parts.
    """
    cost: float = size**power
    return cost
