"""The legal moves of a position. Captures are compulsory and whole: a capturing move is found square by square, its
piece lifted from the board, the pieces it has taken still standing in the way."""

from __future__ import annotations

import numpy as np

from ai.common.bits import Bits, lowest, popcount
from ai.common.kernels import KernelSet, boolean, int64, uint64, void
from ai.draughts import layout as at
from ai.draughts.board import ARRAYS, DraughtsArrays, make

KERNELS = KernelSet()
_ONE = np.uint64(1)
_NONE = np.uint64(0)
_SIX = np.uint64(6)
_SEVEN = np.uint64(7)


@KERNELS.kernel(uint64(uint64, int64))
def step(bits: Bits, direction: int) -> Bits:
    """All bits one square further: 0 up to the left, 1 up to the right, 2 down to the left, 3 down to the right."""
    if direction == 0:
        return bits >> _SEVEN
    if direction == 1:
        return bits >> _SIX
    if direction == 2:
        return bits << _SIX
    return bits << _SEVEN


@KERNELS.kernel(boolean(uint64, uint64, uint64, uint64, int64, int64))
def captures_exist(own: Bits, other: Bits, kings: Bits, board: Bits, flags: int, side: int) -> bool:
    """Whether a side with the pieces `own` has a capture; `kings` are those of both sides, `board` all squares."""
    empty = board & ~(own | other)
    kings &= own
    flying = flags & at.FLYING != 0
    men = own & ~kings if flying else own
    backward = men if flags & at.BACKWARDS else men & kings
    up = men if side == at.WHITE else backward
    down = backward if side == at.WHITE else men
    if (
        ((((up >> _SEVEN) & other) >> _SEVEN) & empty)
        | ((((up >> _SIX) & other) >> _SIX) & empty)
        | ((((down << _SIX) & other) << _SIX) & empty)
        | ((((down << _SEVEN) & other) << _SEVEN) & empty)
    ) != 0:
        return True
    if flying and kings != 0:
        for direction in range(4):
            far = kings
            while far != 0:
                far = step(far, direction)
                if step(far & other, direction) & empty != 0:
                    return True
                far &= empty
    return False


@KERNELS.kernel(boolean(ARRAYS, int64, int64))
def can_capture(a: DraughtsArrays, side: int, ply: int) -> bool:
    """Whether a side has a capture at `ply`."""
    here = at.POSITION + ply * at.PLY_SIZE
    own = a.words[here + side]
    other = a.words[here + 1 - side]
    return captures_exist(own, other, a.words[here + at.KINGS], a.words[at.BOARD], a.state[at.FLAGS], side)


@KERNELS.kernel(void(ARRAYS, int64, uint64, int64))
def keep(a: DraughtsArrays, target: int, taken: Bits, crowns: int) -> None:
    """Note a complete capture, unless the same is known or one that takes more; forget those that take less."""
    count = popcount(taken)
    first = a.state[at.CAPTURE_FIRST]
    if a.state[at.FLAGS] & at.MAJORITY:
        if count < a.state[at.MOST]:
            return
        if count > a.state[at.MOST]:
            a.state[at.MOST] = count
            a.state[at.COUNT] = 0
    move = a.state[at.CAPTURE_ORIGIN] | target << at.TO_SHIFT | crowns
    known = a.state[at.COUNT]
    for index in range(first, first + known):
        if a.state[at.MOVES + index] == move and a.words[at.TAKEN + index] == taken:
            return
    if known < at.MAX_MOVES:
        a.state[at.MOVES + first + known] = move
        a.words[at.TAKEN + first + known] = taken
        a.state[at.COUNT] = known + 1


@KERNELS.kernel(boolean(ARRAYS, uint64, uint64))
def capture_flying(a: DraughtsArrays, here: Bits, taken: Bits) -> bool:
    """Follow the captures of a flying king that stands on `here` and has taken `taken`; whether it can go on from
    here."""
    empty = a.words[at.CAPTURE_EMPTY]
    standing = a.words[at.CAPTURE_OTHER] & ~taken
    found = False
    for direction in range(4):
        beside = step(here, direction)
        while beside & empty != 0:
            beside = step(beside, direction)
        landing = step(beside, direction) & empty
        if beside & standing == 0 or landing == 0:
            continue
        found = True
        goes_on = False
        far = landing
        while far & empty != 0:
            if capture_flying(a, far, taken | beside):
                goes_on = True
            far = step(far, direction)
        if not goes_on:  # a square from which it goes on must be chosen where there is one
            crowns = 0 if a.state[at.CAPTURE_KING] else at.CROWNS
            while landing & empty != 0:
                keep(a, lowest(landing), taken | beside, crowns)
                landing = step(landing, direction)
    return found


@KERNELS.kernel(boolean(ARRAYS, uint64, uint64))
def capture_stepping(a: DraughtsArrays, here: Bits, taken: Bits) -> bool:
    """Follow the captures of a man, or a king that does not fly, that stands on `here` and has taken `taken`; whether
    it can go on from here."""
    flags = a.state[at.FLAGS]
    is_king = a.state[at.CAPTURE_KING]
    side = a.state[at.CAPTURE_SIDE]
    standing = a.words[at.CAPTURE_OTHER] & ~taken
    up = (((here >> _SEVEN) & standing) >> _SEVEN) | (((here >> _SIX) & standing) >> _SIX)
    down = (((here << _SEVEN) & standing) << _SEVEN) | (((here << _SIX) & standing) << _SIX)
    landings = up | down
    if flags & at.BACKWARDS == 0 and not is_king:
        landings = up if side == at.WHITE else down
    landings &= a.words[at.CAPTURE_EMPTY]
    if landings == 0:
        return False
    bit = lowest(here)
    while landings != 0:
        target = lowest(landings)
        landing = _ONE << uint64(target)
        landings ^= landing
        now = taken | _ONE << uint64((bit + target) >> 1)
        crowns = at.CROWNS if not is_king and landing & a.words[at.CROWN + side] != 0 else 0
        if crowns and flags & (at.STOP_AT_CROWN | at.CROWN_PASSING):
            if flags & at.STOP_AT_CROWN or not capture_flying(a, landing, now):
                keep(a, target, now, crowns)
        elif not capture_stepping(a, landing, now):
            keep(a, target, now, crowns)
    return True


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def generate_captures(a: DraughtsArrays, side: int, ply: int) -> int:
    """Write the legal captures at `ply` into its moves; gives their number."""
    here = at.POSITION + ply * at.PLY_SIZE
    own = a.words[here + side]
    other = a.words[here + 1 - side]
    kings = a.words[here + at.KINGS]
    empty = a.words[at.BOARD] & ~(own | other)
    flags = a.state[at.FLAGS]
    a.state[at.COUNT] = 0
    a.state[at.MOST] = 0
    a.state[at.CAPTURE_SIDE] = side
    a.state[at.CAPTURE_FIRST] = ply * at.MAX_MOVES
    a.words[at.CAPTURE_OTHER] = other
    # those that have something beside them to jump over, whatever they are and wherever they go
    left = own & (
        (((empty << _SEVEN) & other) << _SEVEN)
        | (((empty << _SIX) & other) << _SIX)
        | (((empty >> _SIX) & other) >> _SIX)
        | (((empty >> _SEVEN) & other) >> _SEVEN)
    )
    if flags & at.FLYING:
        left |= own & kings
    while left != 0:
        bit = lowest(left)
        piece = _ONE << uint64(bit)
        left ^= piece
        a.state[at.CAPTURE_ORIGIN] = bit
        a.words[at.CAPTURE_EMPTY] = empty | piece
        a.state[at.CAPTURE_KING] = int64(kings & piece != 0)
        if flags & at.FLYING and kings & piece != 0:
            capture_flying(a, piece, _NONE)
        else:
            capture_stepping(a, piece, _NONE)
    count: int = a.state[at.COUNT]
    return count


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def generate_quiet(a: DraughtsArrays, side: int, ply: int) -> int:
    """Write the moves at `ply` that capture nothing, whether or not there is a capture; gives their number."""
    here = at.POSITION + ply * at.PLY_SIZE
    own = a.words[here + side]
    empty = a.words[at.BOARD] & ~(own | a.words[here + 1 - side])
    kings = a.words[here + at.KINGS] & own
    men = own & ~kings
    count = ply * at.MAX_MOVES
    end = count + at.MAX_MOVES
    first = 0 if side == at.WHITE else 2
    for direction in range(first, first + 2):
        targets = step(men, direction) & empty
        back = 3 - direction
        while targets != 0:
            target = targets & (~targets + _ONE)
            targets ^= target
            crowns = at.CROWNS if target & a.words[at.CROWN + side] != 0 else 0
            a.state[at.MOVES + count] = lowest(step(target, back)) | lowest(target) << at.TO_SHIFT | crowns
            a.words[at.TAKEN + count] = 0
            count += 1
    flying = a.state[at.FLAGS] & at.FLYING != 0
    while kings != 0:
        bit = lowest(kings)
        kings &= kings - _ONE
        for direction in range(4):
            far = step(_ONE << uint64(bit), direction) & empty
            while far != 0 and count < end:
                a.state[at.MOVES + count] = bit | lowest(far) << at.TO_SHIFT
                a.words[at.TAKEN + count] = 0
                count += 1
                far = step(far, direction) & empty if flying else _NONE
    return count - ply * at.MAX_MOVES


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def generate(a: DraughtsArrays, side: int, ply: int) -> int:
    """Write the legal moves at `ply`; gives their number. Either all of them capture or none."""
    if can_capture(a, side, ply):
        return generate_captures(a, side, ply)
    return generate_quiet(a, side, ply)


@KERNELS.kernel(int64(uint64, uint64, uint64, uint64, int64, int64))
def count_quiet(own: Bits, other: Bits, kings: Bits, board: Bits, flags: int, side: int) -> int:
    """How many moves a side with the pieces `own` has that capture nothing."""
    empty = board & ~(own | other)
    kings &= own
    men = own & ~kings
    if side == at.WHITE:
        count = popcount((men >> _SEVEN) & empty) + popcount((men >> _SIX) & empty)
    else:
        count = popcount((men << _SEVEN) & empty) + popcount((men << _SIX) & empty)
    if kings != 0:
        flying = flags & at.FLYING != 0
        for direction in range(4):
            far = step(kings, direction) & empty
            while far != 0:
                count += popcount(far)
                far = step(far, direction) & empty if flying else _NONE
    return count


@KERNELS.kernel(int64(ARRAYS, int64, int64))
def count_legal(a: DraughtsArrays, side: int, ply: int) -> int:
    """How many legal moves there are; overwrites the moves at `ply`."""
    if can_capture(a, side, ply):
        return generate_captures(a, side, ply)
    here = at.POSITION + ply * at.PLY_SIZE
    own = a.words[here + side]
    other = a.words[here + 1 - side]
    return count_quiet(own, other, a.words[here + at.KINGS], a.words[at.BOARD], a.state[at.FLAGS], side)


@KERNELS.kernel(int64(ARRAYS, int64, int64, int64))
def perft(a: DraughtsArrays, side: int, depth: int, ply: int) -> int:
    """The number of lines of this many plies from the position at `ply`; the last ply is counted, not played."""
    if depth == 0:
        return 1
    if depth == 1:
        return count_legal(a, side, ply)
    first = ply * at.MAX_MOVES
    end = first + generate(a, side, ply)
    here = at.POSITION + ply * at.PLY_SIZE
    own = a.words[here + side]
    other = a.words[here + 1 - side]
    kings = a.words[here + at.KINGS]
    board = a.words[at.BOARD]
    flags = a.state[at.FLAGS]
    total = 0
    for index in range(first, end):
        move = a.state[at.MOVES + index]
        taken = a.words[at.TAKEN + index]
        if depth == 2:
            # a quiet answer needs no more than the three sets of bits
            origin = _ONE << uint64(move & at.BIT_MASK)
            target = _ONE << uint64((move >> at.TO_SHIFT) & at.BIT_MASK)
            still_kings = kings & ~(taken | origin)
            if kings & origin != 0 or move & at.CROWNS != 0:
                still_kings |= target
            moved = (own & ~origin) | target
            left = other & ~taken
            if not captures_exist(left, moved, still_kings, board, flags, 1 - side):
                total += count_quiet(left, moved, still_kings, board, flags, 1 - side)
                continue
        make(a, side, ply, move, taken)
        total += perft(a, 1 - side, depth - 1, ply + 1)
    return total
