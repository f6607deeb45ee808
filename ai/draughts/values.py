"""What a piece is worth where it stands, in hundredths of a man: set by hand; the fitted patterns correct it.

Men are worth more in the middle files and as they go forward, and on their own bottom row as long as they guard it;
kings more on the long diagonals.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.draughts import layout as at
from ai.draughts.board import KernelVariant, bit_of

MAN = 100
_KING = 300
_SHORT_KING = 150
"""A king that steps one square is worth less."""
_FORWARD = 2
_MIDDLE = 3
_GUARD = 6
_LONG_DIAGONAL = 12


def piece_values(variant: KernelVariant) -> NDArray[np.int64]:
    """The worth by kind and bit, Black's negative: int64[4 * 64]."""
    out = np.zeros((2, 2, 64), np.int64)
    king = _KING if variant.flags & at.FLYING else _SHORT_KING
    for square in range(1, variant.rows * variant.columns + 1):
        row, nth = divmod(square - 1, variant.columns)
        column = 2 * nth + (row + 1) % 2
        middle = min(column, variant.rows - 1 - column)
        bit = bit_of(square, variant.columns)
        for side in (at.WHITE, at.BLACK):
            advanced = variant.rows - 1 - row if side == at.WHITE else row
            sign = 1 if side == at.WHITE else -1
            guard = _GUARD if advanced == 0 else 0
            out[0, side, bit] = sign * (MAN + _FORWARD * advanced + _MIDDLE * middle + guard)
            long = column + row in (variant.rows - 1,) or column == row
            out[1, side, bit] = sign * (king + 2 * middle + (_LONG_DIAGONAL if long else 0))
    return out.reshape(-1)
