"""Robert W. Irving: Towards an optimum Mastermind strategy.

Journal of Recreational Mathematics 11 (1978).
"""

import numpy as np

from mastermine.core.strategy import Array, strategy


@strategy("expected-size", cite="Irving 1978")
def expected_size(size: Array, *, power: float = 2.0) -> Array:
    """Leave as few codes as possible on average.

    ``power``: exponent of the part sizes; a higher one gives more weight to large parts.
    """
    return np.power(size, power)
