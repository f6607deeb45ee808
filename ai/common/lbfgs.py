"""Finding the least value of a smooth function of many numbers: L-BFGS (J. Nocedal, "Updating Quasi-Newton Matrices
with Limited Storage", Mathematics of Computation 35, 1980), with steps halved until they lower the value enough
(L. Armijo, 1966)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]

_ENOUGH: Final = 1e-4
"""Part of the fall that the slope promises which a step must bring."""
_HALVINGS: Final = 20
_FIRST_STEP: Final = 0.1


def minimise(
    value_and_slope: Callable[[Floats], tuple[float, Floats]],
    start: Floats,
    rounds: int,
    tell: Callable[[int, float, Floats], None] | None = None,
    memory: int = 15,
    tolerance: float = 1e-7,
) -> Floats:
    """Where the function is lowest, as far as that many rounds from `start` find it; sooner where a round lowers the
    value by no more than this part of it. `tell` is given the number of each round, its value and its point. The
    function is best scaled alike in all directions. The same function and start give the same point."""
    point = start
    value, slope = value_and_slope(point)
    past: deque[tuple[Floats, Floats]] = deque(maxlen=memory)
    for number in range(1, rounds + 1):
        if not slope.any():
            break
        way = _way_down(slope, past)
        length = 1.0
        for _ in range(_HALVINGS):
            there = point + length * way
            value_there, slope_there = value_and_slope(there)
            if value_there <= value + _ENOUGH * length * float(slope @ way):
                break
            length /= 2
        else:
            break
        gone, bent = there - point, slope_there - slope
        if float(gone @ bent) > 0:
            past.append((gone, bent))
        fall = value - value_there
        point, value, slope = there, value_there, slope_there
        if tell is not None:
            tell(number, value, point)
        if fall <= tolerance * abs(value):
            break
    return point


def _way_down(slope: Floats, past: deque[tuple[Floats, Floats]]) -> Floats:
    """The step that what was seen of the function's curvature advises: the two loops of the paper's section 4."""
    way = -slope
    if not past:
        return way * (_FIRST_STEP / float(np.linalg.norm(slope)))
    shares = []
    for gone, bent in reversed(past):
        share = float(gone @ way) / float(gone @ bent)
        shares.append(share)
        way = way - share * bent
    gone, bent = past[-1]
    way = way * (float(gone @ bent) / float(bent @ bent))
    for (gone, bent), share in zip(past, reversed(shares), strict=True):
        way = way + (share - float(bent @ way) / float(gone @ bent)) * gone
    return way
