"""What the patterns of an area are worth, told by effects: of single squares, of pairs, of threes, up to all eight.

A table of 3 ** 8 patterns can be written as a sum of effects, as the means of an experiment with eight factors of three
levels can (F. Yates, "The Design and Analysis of Factorial Experiments", 1937). An effect of some squares says what
those squares together add to what fewer of them said. To say it so, a table is turned by an orthogonal 3x3 matrix along
each of its eight digits; turned back by its transpose, it is the same again.

A fit that keeps effects small, those of many squares smaller than those of few, tells rare patterns by the commoner
ones that they are made of, where one that keeps the patterns' worth itself small knows nothing of them.
"""

from __future__ import annotations

from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from ai.common.kernels import KernelSet, float64, void
from ai.common.lbfgs import Floats
from ai.draughts.patterns import BITS, PATTERNS

KERNELS = KernelSet()

_SQUARES: Final = len(BITS)
LEVELS: Final = np.array([[1, 1, 1], [0, 1, -1], [-2, 1, 1]]) / np.sqrt([[3.0], [2.0], [6.0]])
"""Rows: whatever stands on a square, a white man against a black one, any man against none. Columns: the digits."""
ORDERS: Final = np.count_nonzero(np.arange(PATTERNS)[:, None] // 3 ** np.arange(_SQUARES) % 3, axis=1)
"""How many squares each effect of an area is about: int64[PATTERNS]."""


@KERNELS.kernel(void(float64[:, ::1], float64[:, ::1]))
def turn(tables: Floats, matrix: Floats) -> None:
    """Turn tables (areas * PATTERNS, any number of columns) in place, by a matrix of 3x3 along every digit."""
    count, columns = tables.shape
    stride = 1
    for _ in range(_SQUARES):
        for block in range(0, count, 3 * stride):
            for row in range(block, block + stride):
                for column in range(columns):
                    x = tables[row, column]
                    y = tables[row + stride, column]
                    z = tables[row + 2 * stride, column]
                    for level in range(3):
                        tables[row + level * stride, column] = (
                            matrix[level, 0] * x + matrix[level, 1] * y + matrix[level, 2] * z
                        )
        stride *= 3


def effects_of(tables: Floats) -> Floats:
    """The effects of tables (areas * PATTERNS, columns), in their shape."""
    effects: Floats = np.array(tables, order="C")
    turn(effects, LEVELS)
    return effects


def tables_of(effects: Floats) -> Floats:
    """The tables that have these effects."""
    tables: Floats = np.array(effects, order="C")
    turn(tables, np.ascontiguousarray(LEVELS.T))
    return tables


def spreads(one: float, fall: float) -> NDArray[np.float64]:
    """How large each effect of an area is expected to be (float64[PATTERNS]), so that those of single squares spread
    the worth of a pattern by `one` and those of each further square by this part of it. What a pattern is worth
    whatever stands there is no effect."""
    sizes = np.zeros(PATTERNS)
    for order in range(1, _SQUARES + 1):
        count = comb(_SQUARES, order) * 2**order
        sizes[order == ORDERS] = one * fall ** (order - 1) * np.sqrt(PATTERNS / count)
    return sizes
