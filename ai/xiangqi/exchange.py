"""What is won or lost by captures on one square."""

from __future__ import annotations

from ai.common.kernels import KernelSet, int64, void
from ai.xiangqi import layout as at
from ai.xiangqi.board import ARRAYS, XiangqiArrays, line_at

KERNELS = KernelSet()

WORTH = (10000, 150, 140, 430, 900, 440, 100)
"""A rough worth of each kind in hundredths of a soldier, to judge exchanges by."""


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def cheapest_taker(a: XiangqiArrays, side: int, square: int) -> int:
    """The square of the cheapest piece of a side that could take on a square that is not empty, or -1; pins are left
    aside. Also cannons, for which what stands on the square is no screen."""
    state = a.state
    origin: int = -1
    rook: int = -1
    own = 16 * side
    file = square % 9
    rank = square // 9
    behind = square - (9 if side == at.RED else -9)
    over = (rank >= 5) == (side == at.RED)
    # soldiers
    if behind >= 0 and behind < at.SQUARES:
        piece = state[at.CELL + behind] - 1 - own
        if piece >= 11 and piece < 16:
            return behind
    if over:
        if file > 0:
            piece = state[at.CELL + square - 1] - 1 - own
            if piece >= 11 and piece < 16:
                return square - 1
        if file < 8:
            piece = state[at.CELL + square + 1] - 1 - own
            if piece >= 11 and piece < 16:
                return square + 1
    table = side * at.SQUARES * at.STEPS + square * at.STEPS
    palace = not over and file >= 3 and file <= 5
    if not over:
        # elephants and advisors step from where they could be stepped to
        for index in range(4):
            packed = a.tables[at.ELEPHANT_STEPS + table + index]
            if packed == at.NO_STEP:
                break
            origin = packed & at.SQUARE_MASK
            piece = state[at.CELL + origin] - 1 - own
            if piece >= 3 and piece <= 4 and state[at.CELL + (packed >> at.TO_SHIFT)] == 0:
                return origin
        if palace:
            for index in range(4):
                packed = a.tables[at.ADVISOR_STEPS + table + index]
                if packed == at.NO_STEP:
                    break
                origin = packed & at.SQUARE_MASK
                piece = state[at.CELL + origin] - 1 - own
                if piece >= 1 and piece <= 2:
                    return origin
    for piece in range(own + 5, own + 7):
        origin = int64(state[at.PLACE + piece])
        if origin >= 0:
            leg = a.legs[origin * at.SQUARES + square]
            if state[at.CELL + leg] == 0:
                return origin
    for vertical in range(2):
        entry = line_at(a, square, vertical)
        base = file if vertical else rank * 9
        scale = 9 if vertical else 1
        for shift in (0, 12):
            place = (entry >> shift) & 15
            if place == at.NO_PLACE:
                continue
            origin = base + scale * place
            piece = state[at.CELL + origin] - 1 - own
            if piece >= 7 and piece <= 8:
                rook = origin
            place = (entry >> (shift + 4)) & 15
            if place != at.NO_PLACE:
                origin = base + scale * place
                piece = state[at.CELL + origin] - 1 - own
                if piece >= 9 and piece <= 10:
                    return origin
    if rook >= 0:
        return rook
    if palace:
        for index in range(4):
            packed = a.tables[at.GENERAL_STEPS + table + index]
            if packed == at.NO_STEP:
                break
            origin = packed & at.SQUARE_MASK
            if state[at.CELL + origin] - 1 == own:
                return origin
    return -1


@KERNELS.kernel(int64(ARRAYS, int64))
def lift(a: XiangqiArrays, square: int) -> int:
    """Take a piece off its square for a while, key and sums left as they are; gives its id. In an exchange on a square
    that is all that changes for those who attack it: what stands on it does not matter."""
    state = a.state
    piece: int = int64(state[at.CELL + square] - 1)
    state[at.CELL + square] = 0
    state[at.PLACE + piece] = -1
    state[at.RANKS + square // 9] ^= 1 << (square % 9)
    state[at.FILES + square % 9] ^= 1 << (square // 9)
    return piece


@KERNELS.kernel(void(ARRAYS, int64, int64))
def put_back(a: XiangqiArrays, piece: int, square: int) -> None:
    """Put back a piece that was lifted."""
    state = a.state
    state[at.CELL + square] = piece + 1
    state[at.PLACE + piece] = square
    state[at.RANKS + square // 9] ^= 1 << (square % 9)
    state[at.FILES + square % 9] ^= 1 << (square // 9)


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64))
def gain_on(a: XiangqiArrays, side: int, square: int, worth: int) -> int:
    """What a side wins by taking on a square where something of that worth stands, both sides taking with their
    cheapest pieces and stopping when they like; never less than 0."""
    origin = cheapest_taker(a, side, square)
    if origin < 0:
        return 0
    piece = lift(a, origin)
    gain: int = worth - gain_on(a, 1 - side, square, WORTH[at.KIND_OF[piece]])
    put_back(a, piece, origin)
    return max(0, gain)
