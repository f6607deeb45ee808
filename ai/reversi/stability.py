"""Discs that can never turn over again."""

from __future__ import annotations

import numpy as np

from ai.common.bits import Bits
from ai.common.kernels import KernelSet, uint64

KERNELS = KernelSet()
_NONE = np.uint64(0)
_ONE, _SEVEN, _EIGHT, _NINE = np.uint64(1), np.uint64(7), np.uint64(8), np.uint64(9)
_TWO, _FOUR, _SIXTEEN, _THIRTY_TWO = np.uint64(2), np.uint64(4), np.uint64(16), np.uint64(32)
_FOURTEEN, _TWENTY_EIGHT, _EIGHTEEN, _THIRTY_SIX = np.uint64(14), np.uint64(28), np.uint64(18), np.uint64(36)
_COLUMN_A = np.uint64(0x0101010101010101)
_COLUMN_H = np.uint64(0x8080808080808080)
_ROWS_END = np.uint64(0xFF000000000000FF)
_ALL = np.uint64(0xFFFFFFFFFFFFFFFF)
_SIDES = _COLUMN_A | _COLUMN_H
_EDGE = _SIDES | _ROWS_END


@KERNELS.kernel(uint64(uint64, uint64, uint64, uint64))
def full_lines(discs: Bits, step: Bits, first: Bits, last: Bits) -> Bits:
    """The squares whose whole line is taken: lines go by steps of `step` bits, from a square of `first` to one of
    `last`."""
    up = discs
    down = discs
    for _ in range(7):
        up &= (up << step) | first
        down &= (down >> step) | last
    return up & down


@KERNELS.kernel(uint64(uint64, uint64))
def stable(own: Bits, other: Bits) -> Bits:
    """Discs of `own` that can't turn over, some others like that left out: along each of the four lines through one
    everything is taken, or beside it lies the edge or another such disc."""
    discs = own | other
    across = full_lines(discs, _ONE, _COLUMN_A, _COLUMN_H) | _SIDES
    along = full_lines(discs, _EIGHT, _ROWS_END, _ROWS_END) | _ROWS_END
    right = full_lines(discs, _NINE, _EDGE, _EDGE) | _EDGE
    left = full_lines(discs, _SEVEN, _EDGE, _EDGE) | _EDGE
    found = own & across & along & right & left
    grown = found
    while grown != _NONE:
        before = found
        safe = across | (found << _ONE) | (found >> _ONE)
        safe &= along | (found << _EIGHT) | (found >> _EIGHT)
        safe &= right | (found << _NINE) | (found >> _NINE)
        safe &= left | (found << _SEVEN) | (found >> _SEVEN)
        found |= own & safe
        grown = found ^ before
    return found
