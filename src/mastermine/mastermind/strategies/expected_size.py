"""Robert W. Irving: Towards an optimum Mastermind strategy.

Journal of Recreational Mathematics 11 (1978).
"""

from mastermine.core.strategy import Array, strategy


@strategy("expected-size", cite="Irving 1978")
def expected_size(size: Array) -> Array:
    """Leave as few codes as possible on average."""
    return size * size
